#ifndef GAMES_CONNECT4_CONNECT4_H
#define GAMES_CONNECT4_CONNECT4_H
/* Connect four: 7 columns, 6 rows, four in a row wins. Plain: no chance, nothing hidden. */

#include "engine/game/game.h"

extern const game connect4;

#endif
