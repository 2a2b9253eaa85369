#ifndef GAMES_PROJECT_L_PROJECT_L_TABLE_H
#define GAMES_PROJECT_L_PROJECT_L_TABLE_H
/* Project L on the table: scenes, actions part by part (project_l_parts.c), and what an event did
 * with what moved.
 *
 * Places: row.white.1 to 4 and row.black.1 to 4, deck.white, deck.black, p1.slot1 to 4; the open
 * cells of a puzzle before a seat are W17.b2, column by letter and row by number from the top left.
 * Things: puzzles by their names, top-white and top-black, pieces as polyominoes; a pick calls a
 * piece by its shape. */

#include "engine/game/game_table.h"
#include "games/project_l/project_l_rules.h"

struct happened_list; /* engine/game/happened.h */

extern const game_table pl_game_table;

bool pl_parts(const rules *r, const void *s, const trail *t, pick_path path, struct pick_list *out);
void pl_happened(const rules *r, const void *before, const action *steps, int n, int seat,
                 struct happened_list *list);

#endif
