#ifndef ENGINE_NOTATION_TREE_GAME_TEXT_H
#define ENGINE_NOTATION_TREE_GAME_TEXT_H
/* The text of a file of games, read character by character with line and column for messages. A
 * byte order mark is dropped, text that is no UTF-8 is taken for Latin-1, and every kind of line
 * end is a '\n'. One thread at a time. */

#include "engine/notation/tree/game_tree.h"

enum { GAME_TEXT_MAX_BYTES = 64 << 20 };

/* Where a character is, both from 1. */
typedef struct game_text_place {
    unsigned line, column;
} game_text_place;

typedef struct game_text {
    text body;
    size_t at;
    game_text_place place; /* of the character at `at` */
    game_list games;       /* where games are looked up */
    const game *fallback;  /* what a file without a name is of; NULL: what its format is for */
} game_text;

/* Copies the text. ST_BAD_SYNTAX where it is none. The caller ends *out with game_text_done() in
 * any case. */
status game_text_init(game_text *out, const char *data, size_t len, error *err);
void game_text_done(game_text *s);

int game_text_peek(const game_text *s);                /* -1 at the end */
int game_text_peek_more(const game_text *s, size_t n); /* n characters on; -1 behind the end */
int game_text_next(game_text *s);                      /* and goes on */
bool game_text_skip_space(game_text *s);               /* spaces and line ends; false: at the end */
bool game_text_is_space(int c);

/* Fills *err with "line 3, column 5: ...". Returns `code`. */
status game_text_fail(game_text_place at, error *err, status code, const char *fmt, ...)
    PRINTF_LIKE(4, 5);
/* Puts the place before the sentence that *err has. */
void game_text_blame(game_text_place at, error *err);
/* What is found at the place, for messages: 'x', "the end of the file". */
const char *game_text_found(const game_text *s, char *buf, size_t cap);

#endif
