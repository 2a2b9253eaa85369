#ifndef GAMES_PROJECT_L_PROJECT_L_BOUNDS_H
#define GAMES_PROJECT_L_PROJECT_L_BOUNDS_H
/* Bounds of the final points, given the state of the game. */

#include "engine/game/game.h"

void pl_bounds(const rules *r, const void *s, int32_t *low, int32_t *high);

#endif
