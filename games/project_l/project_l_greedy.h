#ifndef GAMES_PROJECT_L_PROJECT_L_GREEDY_H
#define GAMES_PROJECT_L_PROJECT_L_GREEDY_H
/* The bot `greedy`: finishes what pays most per action, planned with the solver. */

#include "games/project_l/project_l_rules.h"

action pl_greedy(const pl_rules *r, const pl_state *s, rng *g);

#endif
