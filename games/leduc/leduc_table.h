#ifndef GAMES_LEDUC_LEDUC_TABLE_H
#define GAMES_LEDUC_LEDUC_TABLE_H
/* Leduc for front ends that show it: the scene, actions part by part, and positions that are set up:
 * cards (`put p1.hand jack`, `put board K`), the bets of the round (`put bets raise call`) and what
 * each had put in before them (`put pot 3`). Chips and whose turn it is follow; a card that comes
 * or goes ends the bets that were made without it. */

#include "engine/game/game_table.h"

extern const game_table leduc_game_table;

#endif
