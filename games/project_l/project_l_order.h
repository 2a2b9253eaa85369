#ifndef GAMES_PROJECT_L_PROJECT_L_ORDER_H
#define GAMES_PROJECT_L_PROJECT_L_ORDER_H
/* First guesses at how good steps are, for searches. */

#include "engine/game/game.h"

/* The hook `order` of the contract: logarithms of odds for n legal steps. */
void pl_order(const rules *r, const void *s, const action *list, int n, float *score);

#endif
