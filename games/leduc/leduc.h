#ifndef GAMES_LEDUC_LEDUC_H
#define GAMES_LEDUC_LEDUC_H
/* Leduc hold'em: poker with six cards, two rounds of betting and two players. Chance and hidden
 * cards, small enough to be solved. */

#include "engine/game/game.h"

extern const game leduc;

#endif
