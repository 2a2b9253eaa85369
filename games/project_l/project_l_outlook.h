#ifndef GAMES_PROJECT_L_PROJECT_L_OUTLOOK_H
#define GAMES_PROJECT_L_PROJECT_L_OUTLOOK_H
/* What the actions that are left can bring a player once the end is triggered: which puzzles are
 * finished by actions, which by finishing touches, which are lost. An estimate from the needs of
 * the puzzles one by one (project_l_needs.h). */

#include "games/project_l/project_l_rules.h"

/* The puzzles that a player holds and has not completed. */
typedef struct pl_held {
    int count;
    pl_need need[PL_SLOTS];
    int points[PL_SLOTS];
    int pieces;  /* at hand */
    int masters; /* that are to come */
} pl_held;

typedef struct pl_outlook {
    int points; /* of the puzzles held: finished, touched or lost */
    int spare;  /* actions that are left */
} pl_outlook;

/* With this many actions; `touches`: finishing touches follow. */
pl_outlook pl_outlook_of(const pl_held *h, int actions, bool touches);

#endif
