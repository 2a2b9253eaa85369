#ifndef GAMES_PROJECT_L_PROJECT_L_EDIT_H
#define GAMES_PROJECT_L_PROJECT_L_EDIT_H
/* Positions of Project L that are set up, by the places that scenes name: puzzles (`put row.white.2
 * W17`, `put p1.slot1 B3`, `put p1.finished W4`, `put deck.white W9`, which is its bottom), pieces
 * on them (`put W17.b2 I3 r`: the corner of the box around it, and how it is turned) and before
 * seats (`put p1.pieces 2 I3 L2`: two I3, one L2 more), numbers (`put p1.points 12`, round,
 * actions), `put master used`, `put phase ending`.
 *
 * A puzzle is taken from where it was, what lay on it goes to the reserve, and what is cleared goes
 * to the unknown part of its deck; pieces come from the reserve. So everything is there once. What
 * was under way is over: the seat to move is before an action, and only rows that are laid out
 * before the game wait for cards. */

#include "engine/game/game_table.h"
#include "games/project_l/project_l_rules.h"

status pl_edit(const rules *r, void *s, const game_edit *e, error *err);

#endif
