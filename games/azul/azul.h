#ifndef GAMES_AZUL_AZUL_H
#define GAMES_AZUL_AZUL_H
/* Azul for 2 to 4 players: take tiles of one colour, fill lines, tile the wall. Chance (the deal of
 * each round), nothing hidden, points. */

#include "engine/game/game.h"

extern const game azul;

#endif
