#ifndef GAMES_AZUL_AZUL_TABLE_H
#define GAMES_AZUL_AZUL_TABLE_H
/* Azul on the table: scenes, actions part by part, and what an event did, with what moved.
 *
 * Cells: d1..d9 and centre; of each seat p1.line1..p1.line5, p1.floor, and p1.w25 for row 2,
 * column 5 of the wall. Several tiles lie on one cell; a pick calls a tile by its colour. */

#include "engine/game/game_table.h"
#include "games/azul/azul_rules.h"

struct happened_list; /* engine/game/happened.h */

extern const game_table az_game_table;

void az_happened(const rules *r, const void *before, const action *steps, int n, int seat,
                 struct happened_list *list);

#endif
