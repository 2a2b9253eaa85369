#ifndef ENGINE_NOTATION_TREE_BOARD_TEXT_H
#define ENGINE_NOTATION_TREE_BOARD_TEXT_H
/* The board in a position text, and the names of its cells: what notations have to know of a game
 * in addition to its tokens. A board is the first word of a position text of a game for two, rows
 * from the top with a '/' between them, letters for pieces (upper case: the first player's),
 * numbers for empty cells: "4k3/8/8/8/8/8/8/4K2R". Stateless; safe from any thread. */

#include "engine/game/position.h"

enum { BOARD_TEXT_MAX_SIDE = 26 };

typedef struct board_text {
    int width, height;
    bool skips_i;                                         /* no column is called i */
    char cell[BOARD_TEXT_MAX_SIDE * BOARD_TEXT_MAX_SIDE]; /* '.': empty; the lowest row first */
} board_text;

/* False where the line does not begin with such a board. */
bool board_text_read(const game *g, const char *line, board_text *out);
/* The board of a position. ST_UNSUPPORTED where its text has none. */
status board_text_of(const position *p, board_text *out, error *err);
/* An empty one. */
board_text board_text_empty(const game *g, int width, int height);

/* As in a position text, without what follows the board there. */
void board_text_write(const board_text *b, text *out);

/* The only place that knows how the tokens of a game name their columns. */
bool board_text_skips_i(const game *g);

/* The cell at the start of a word ("e4"), and in *len (may be NULL) how long its name is; -1 where
 * there is none. Column and row count from 0, the lowest row first. */
int board_text_cell(const board_text *b, const char *word, size_t *len);
void board_text_name(const board_text *b, int cell, text *out);
/* A column by its letter; -1 where there is none. */
int board_text_column(const board_text *b, char letter);

/* How many pieces of a player (from 0) there are. */
int board_text_count(const board_text *b, int player);
/* Whose piece: 0, 1, or -1 for none. */
int board_text_owner(char piece);

#endif
