#ifndef GAMES_PROJECT_L_PROJECT_L_FEATURES_H
#define GAMES_PROJECT_L_PROJECT_L_FEATURES_H
/* The named features of Project L for the evaluation, per player. */

#include "engine/game/game.h"

extern const feature pl_features[];
void pl_measure(const rules *r, const void *s, int player, float *out);

/* Final points that nobody can leave, given where the game stands. */
void pl_bounds(const rules *r, const void *s, int32_t *low, int32_t *high);

#endif
