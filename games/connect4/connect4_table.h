#ifndef GAMES_CONNECT4_CONNECT4_TABLE_H
#define GAMES_CONNECT4_CONNECT4_TABLE_H
/* Connect four for front ends that show it: the scene, and actions part by part. */

#include "engine/game/game_table.h"
#include "engine/game/happened.h"

extern const game_table c4_game_table;

/* The disc that fell, for the contract's happened(). */
void c4_happened(const rules *r, const void *before, const action *steps, int n, int seat,
                 happened_list *list);

#endif
