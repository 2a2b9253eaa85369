#ifndef GAMES_PROJECT_L_PROJECT_L_GREEDY_H
#define GAMES_PROJECT_L_PROJECT_L_GREEDY_H
/* The bot `greedy`: finishes what pays most per action, planned with the solver. */

#include "games/project_l/project_l_rules.h"

/* In finishing touches: the next placement of the plan that gains most points, over puzzles with at
 * most `max_cells` open cells, or endft. */
action pl_best_touch(const pl_rules *r, const pl_state *s, int max_cells);

/* Finishing touches of all players who still have them, at their best: no player's touches matter
 * to the others. False, and nothing done, in other phases and where puzzles are too open. */
bool pl_finish(const rules *r, void *s);

action pl_greedy(const rules *r, const void *s, const trail *t, rng *g);

#endif
