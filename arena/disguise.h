#ifndef ARENA_DISGUISE_H
#define ARENA_DISGUISE_H
/* A game under other names, so that what a language model remembers of it is of no use: players, pieces,
 * acts and cells are renamed and the board is mirrored, in all text between referee and player. Inside, the
 * same game is played. Made from a seed: the same seed gives the same names. Immutable; any thread. */

#include "engine/game/table_text.h"

typedef struct disguise disguise;

/* `page` makes the rules without what only tells which game it is (NULL: there is no page). Two kinds of
 * lines on it are for the disguise: "Also called: checkers." is left out, "Words of the game: man (men),
 * king." has words that get other names, the plural in parentheses. Letters of pieces that have no other
 * names are in quotes there, so that an A that begins a sentence is none.
 * ST_UNSUPPORTED where the game does not say which names it uses, has more of them than fit, or no board
 * of cells. */
status disguise_create(disguise **out, const rules *r, table_text_page page, uint64_t seed,
                       error *err);
void disguise_destroy(disguise *d); /* NULL is welcome */

/* The rules, and how actions are written. */
void disguise_page(const disguise *d, text *out);

/* A text for people, and a token (an event), in other names. */
void disguise_text(const disguise *d, const char *plain, text *out);
void disguise_token(const disguise *d, const char *event, text *out);
/* Events, one on a line. */
void disguise_events(const disguise *d, const char *lines, text *out);
/* A token back. */
void disguise_plain_token(const disguise *d, const char *said, text *out);

/* What table_text has, in other names: the board (mirrored), the legal actions, what an answer means. */
status disguise_board(const disguise *d, const table_text *t, text *out, error *err);
status disguise_legal(const disguise *d, const table_text *t, uint64_t max, text *out, error *err);
status disguise_read(const disguise *d, const table_text *t, const char *said, text *event,
                     error *err);

#endif
