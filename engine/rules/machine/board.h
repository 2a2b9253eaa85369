#ifndef ENGINE_RULES_MACHINE_BOARD_H
#define ENGINE_RULES_MACHINE_BOARD_H
/* The cells of a game and how they are connected. Whatever the shape, all that is used later is the
 * table `next`: the cell one step further in a direction. */

#include "engine/base/status.h"
#include "engine/rules/kinds.h"
#include "engine/rules/machine/area.h"

enum {
    BOARD_DIRS = 64,
    BOARD_NAME = 8,
    BOARD_PLAYERS = 8,
    BOARD_TRACKS = 4, /* each is two directions */
    BOARD_TRACK_NAME = 65,
    BOARD_OFF = -1,   /* no cell there */
    BOARD_SIDE = 52,  /* columns and rows that have names: a..z, aa..az */
    BOARD_DIGITS = 9, /* rows, and levels, of a box: b32 is column b, row 3, level 2 */
    BOARD_BOX_DIRS = 26,
    BOARD_BOX_STRAIGHT = 6 /* the first of them */
};

typedef struct board {
    uint8_t shape; /* board_shape */
    uint8_t wrap;
    bool skips_i;      /* columns are named without the letter i */
    bool between;      /* a grid of half steps: squares, and places between them (board_edges.c) */
    int rim;           /* then: 1 where the outer sides are places, too, else 0 */
    int width, height; /* of the grid; lines: cells and 1; a box: rows of all its levels */
    int depth;         /* levels of a box, from below; else 1 */
    int cells;         /* numbered from 0: y * width + x */
    area all;          /* those that are on the board */
    int dirs;
    int tracks; /* directions that only their names mean, after the others: cells in a given order */
    char track_name[BOARD_TRACKS * 2][BOARD_TRACK_NAME]; /* the way back may have none */
    char dir_name[BOARD_DIRS][4];                        /* lines: empty */
    int16_t next[BOARD_DIRS][AREA_CELLS];
    uint8_t opposite[BOARD_DIRS]; /* the direction back */
    int16_t sense[BOARD_DIRS];    /* 1: numbers grow along it, -1: they fall, 0: neither */
    int8_t dx[BOARD_DIRS], dy[BOARD_DIRS];
    char cell_name[AREA_CELLS][BOARD_NAME];
    area dark, edge;
    area squares, edges, corners; /* of a grid of half steps; else none */
    bool rings;                   /* a line may come back to where it began */
    uint64_t near;                /* directions by which `group` and others spread */
    /* Player p sees cell c of its side as cell view[p][c] of the board, directions likewise
     * (BOARD_OFF: this view does not keep directions). */
    int16_t view[BOARD_PLAYERS][AREA_CELLS];
    int8_t view_dir[BOARD_PLAYERS][BOARD_DIRS];
} board;

/* Sizes have been worked out; they were checked to give 1..AREA_CELLS cells. `flags`: BOARD_WRAP_X
 * and its like; with BOARD_EDGES the sizes count squares. */
void board_grid(board *b, board_shape shape, int width, int height, int flags);

/* How many columns, or rows, the grid has that holds so many squares and what is between them. */
int board_half_steps(int squares, int flags);

/* A box of levels, each width by rows; the same of its sizes. */
void board_box(board *b, int width, int rows, int levels);

/* A graph given by its lines: names[i] for i < count, line after line, `length` of each. False when
 * there are too many cells or lines. */
bool board_lines(board *b, const char *const *names, const int *length, int lines);

/* All directions, tracks included. */
static inline int board_ways(const board *b) {
    return b->dirs + 2 * b->tracks;
}

/* One more track through these cells, the last of which may be the first one again; before views are
 * set. False where there are too many. */
bool board_track(board *b, const char *name, const char *back, const int *cells, int count);

/* Leaves only these cells; and fills what is known only then (edge). */
void board_cut(board *b, area keep);

/* How player p sees it; false where the shape has no such view. */
bool board_view(board *b, int player, board_turn v);

int board_cell(const board *b, const char *name);      /* BOARD_OFF: none, or cut out */
bool board_cut_cell(const board *b, const char *name); /* it was there, and is cut out */
int board_dir(const board *b, const char *name);       /* BOARD_OFF: none */
/* A set of directions by name: one of them, or ortho, diag, any; 0: no such. */
uint64_t board_dirs(const board *b, const char *name);
void board_file_name(const board *b, int x, char out[4]);

/* --- boards with places between squares (board_edges.c) --- */

/* Names, kinds and colours of the places of the grid. */
void board_name_places(board *b, int flags);
/* Takes off the places beside squares that are gone, and finds the outer squares. */
void board_cut_places(board *b);
/* Which column and row of squares the cell is in, from 0, cut out or not; false: it is no square. */
bool board_square(const board *b, int cell, int *x, int *y);
/* The area that is called so on such a board: squares, edges, corners; NULL: none. */
const area *board_places(const board *b, const char *name);

/* What always holds, for assertions: steps stay on the board, and lead back the other way. */
bool board_check(const board *b);

#endif
