#ifndef GAMES_PROJECT_L_PROJECT_L_H
#define GAMES_PROJECT_L_PROJECT_L_H
/* Project L: fill 5x5 puzzles with polyominoes; 1 to 4 players, open information, decks in unknown
 * order. */

#include "engine/game/game.h"

extern const game project_l;

#endif
