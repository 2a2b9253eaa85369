#ifndef GAMES_UNICORNS_UNICORNS_FEATURES_H
#define GAMES_UNICORNS_UNICORNS_FEATURES_H
/* The named features of Unstable Unicorns for the evaluation, per player. */

#include "engine/game/game.h"

extern const feature un_features[];
void un_measure(const rules *r, const void *s, int player, float *out);

/* unicorns_order.c: priors for searches. */
void un_order(const rules *r, const void *s, const action *list, int n, float *score);

#endif
