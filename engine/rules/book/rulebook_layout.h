#ifndef ENGINE_RULES_BOOK_RULEBOOK_LAYOUT_H
#define ENGINE_RULES_BOOK_RULEBOOK_LAYOUT_H
/* Where the points of a board of lines are drawn, in rows and columns. */

#include "engine/rules/machine/board.h"

/* Columns from the left, rows from below. */
typedef struct rb_xy {
    int x, y;
} rb_xy;

typedef struct rb_layout {
    rb_xy at[AREA_CELLS];
    int columns, rows;
} rb_layout;

/* True where the names of the points say where they are (b12: letters across, numbers up). */
bool rb_lay_out(const board *o, rb_layout *out);
/* The point in this place, or BOARD_OFF. */
int rb_layout_cell(const board *o, const rb_layout *l, int x, int y);

#endif
