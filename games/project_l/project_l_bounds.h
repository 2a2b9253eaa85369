#ifndef GAMES_PROJECT_L_PROJECT_L_BOUNDS_H
#define GAMES_PROJECT_L_PROJECT_L_BOUNDS_H
/* Final points that nobody can leave, given where the game stands. */

#include "engine/game/game.h"

void pl_bounds(const rules *r, const void *s, int32_t *low, int32_t *high);

#endif
