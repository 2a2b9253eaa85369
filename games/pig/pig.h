#ifndef GAMES_PIG_PIG_H
#define GAMES_PIG_PIG_H
/* Pig: a dice race for 2 to 8 players. Chance (one die), nothing hidden, won or lost. */

#include "engine/game/game.h"

extern const game pig;

#endif
