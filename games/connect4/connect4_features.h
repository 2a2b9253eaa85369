#ifndef GAMES_CONNECT4_CONNECT4_FEATURES_H
#define GAMES_CONNECT4_CONNECT4_FEATURES_H
/* The named features of connect four for the evaluation, per player, and hints for searches. */

#include "engine/game/game.h"

extern const feature c4_features[];
void c4_measure(const rules *r, const void *s, int player, float *out);

/* A step that wins at once, or that takes the cell where the other would. */
bool c4_noisy(const rules *r, const void *s, action a);
/* By the threats a step makes. */
void c4_order(const rules *r, const void *s, const action *list, int n, float *score);

#endif
