#ifndef ARENA_OPENINGS_H
#define ARENA_OPENINGS_H
/* Where the games of a round begin: lines of a file, or a few random actions. A line is
 *
 *     [startpos | fen TEXT] [moves] EVENT...
 *
 * as in the protocol; moves may be in chess notation where the game has it, with or without
 * numbers (1. e4 e5); '#' starts a comment. A book is read only and may be shared by threads. */

#include "engine/game/position.h"

typedef struct opening {
    char *fen;    /* NULL: the default start */
    char **event; /* count of them, as tokens */
    char *tokens; /* owned: what they point to where the file has chess notation; may be NULL */
    size_t count;
    unsigned line;
} opening;

typedef struct opening_book {
    opening *at;
    size_t count, cap;
    char *body;
    bool games; /* a line is a game of another file */
} opening_book;

/* Reads a file's text and tries every line with this game; all must be for the same number of seats
 * as the setup. Errors name the line. The caller ends *out with openings_done() in any case. */
status openings_read(opening_book *out, const char *data, size_t len, const game *g,
                     const params *setup, error *err);
/* The same of lines that were made of games, one of each: errors name the game. */
status openings_read_games(opening_book *out, const text *lines, const game *g, const params *setup,
                           error *err);
void openings_done(opening_book *b);

/* Chance outcomes of a round: the n-th one of a game is drawn from (seed, n). */
typedef struct opening_dice {
    uint64_t seed;
    chance_buffers chance;
} opening_dice;

status opening_dice_init(opening_dice *d, const rules *r, uint64_t seed, error *err);
void opening_dice_done(opening_dice *d);
/* The outcome of the chance node p is at, as an event; n: how many were drawn before. */
void opening_roll(const opening_dice *d, const position *p, uint64_t n, text *event);

typedef struct opening_request {
    const opening *line; /* NULL: from the start */
    unsigned random;     /* then this many random decisions */
    uint64_t seed;       /* of those */
    uint64_t dice;       /* seed of chance */
} opening_request;

/* The position after the opening, at a decision, with the events that led there. A random line that
 * ends the game is drawn again, in the end with fewer actions. */
status opening_make(position **out, const opening_request *w, const game *g, const params *setup,
                    error *err);

/* The position before the first event of a line. */
status opening_origin(position **out, const opening *line, const game *g, const params *setup,
                      error *err);

#endif
