#ifndef WEB_THINK_GIVEN_TEXTS_H
#define WEB_THINK_GIVEN_TEXTS_H
/* Texts of people that options name instead of files: decks, puzzles, weights. One is called by a hash
 * of what is in it (engine/game/option_text.h). Tables keep theirs in the store; others, for positions
 * outside of tables, are in memory as long as they are among the newest. Any thread. */

#include "web/store/store.h"

typedef struct given_texts given_texts;

enum { GIVEN_NAME_SIZE = 48 };

/* The source of option texts from now on: one at a time in a process. */
status given_texts_create(given_texts **out, store *s, error *err);
void given_texts_destroy(given_texts *g); /* NULL is welcome */

/* Its name; it can be read from now on. */
status given_texts_add(given_texts *g, const char *data, size_t len, char name[GIVEN_NAME_SIZE],
                       error *err);

/* Puts the texts that the options of a table name into the batch that makes it. */
struct params;
status given_texts_keep(const struct params *p, store_batch *b);

#endif
