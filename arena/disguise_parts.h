#ifndef ARENA_DISGUISE_PARTS_H
#define ARENA_DISGUISE_PARTS_H
/* The internals of disguises, for disguise.c, disguise_words.c and disguise_table.c. */

#include "arena/disguise.h"
#include "engine/game/game_terminal.h"

enum { DISGUISE_MAX_NAMES = 192, DISGUISE_NAME_SIZE = 64, DISGUISE_CELL_SIZE = 16 };

typedef struct disguise_name {
    game_name_kind kind;
    char plain[DISGUISE_NAME_SIZE], other[DISGUISE_NAME_SIZE];
    char sign[8];              /* of a letter alone: as labels of scenes have it */
    char letter, other_letter; /* of a piece (see game_word); 0: none */
} disguise_name;

/* A cell is called by its column, counted from the other side, and its row: x4y2. */
typedef struct disguise_cell {
    char plain[DISGUISE_CELL_SIZE], other[DISGUISE_CELL_SIZE];
} disguise_cell;

struct disguise {
    disguise_name name[DISGUISE_MAX_NAMES];
    int names;
    bool full;     /* there were more names */
    bool lettered; /* pieces are known by letters alone */
    bool numbered; /* cells are rows and columns from 0: 2,3 */
    disguise_cell *cell;
    size_t cells, cell_cap;
    bool begins[2][256]; /* characters that a cell begins with: plain, other */
    int rows, columns;
    text page; /* in other names */
    rng g;
};

/* Where a text comes from decides whether a letter that stands alone is a piece: in tokens it is one
 * before a colon or a space, in lists of actions and notes of the table it is one anyway (but a digit in a
 * note is a number), in sentences only in quotes or parentheses, or before a colon and a cell. */
typedef enum disguise_place {
    DISGUISE_TOKEN,
    DISGUISE_LIST,
    DISGUISE_NOTE,
    DISGUISE_TEXT
} disguise_place;

/* disguise_table.c: the first area with a grid; NULL: none */
struct scene;
const struct scene_area *disguise_board_of(const struct scene *s);

/* disguise_words.c */
void disguise_translate(const disguise *d, const char *s, disguise_place place, bool back,
                        text *out);
/* The cell that begins here, the longest one; NULL: none. */
const disguise_cell *disguise_cell_at(const disguise *d, const char *s, bool back);

#endif
