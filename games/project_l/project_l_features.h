#ifndef GAMES_PROJECT_L_PROJECT_L_FEATURES_H
#define GAMES_PROJECT_L_PROJECT_L_FEATURES_H
/* The named features of Project L for the evaluation, per player. */

#include "engine/game/game.h"

extern const feature pl_features[];
void pl_measure(const rules *r, const void *s, int player, float *out);

#endif
