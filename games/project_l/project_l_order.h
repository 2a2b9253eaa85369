#ifndef GAMES_PROJECT_L_PROJECT_L_ORDER_H
#define GAMES_PROJECT_L_PROJECT_L_ORDER_H
/* First guesses at how good steps are, for searches. */

#include "games/project_l/project_l_rules.h"

/* The hook `order` of the contract: logarithms of odds for n legal steps. */
void pl_order(const rules *r, const void *s, const action *list, int n, float *score);

/* One step drawn by these odds, for playouts: in a player's own turn, and not among the steps that
 * are hardly ever good. ACTION_NONE where that leaves nothing. */
action pl_order_draw(const pl_rules *r, const pl_state *s, rng *g);

#endif
