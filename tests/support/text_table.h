#ifndef TESTS_SUPPORT_TEXT_TABLE_H
#define TESTS_SUPPORT_TEXT_TABLE_H
/* A game from a rules text on the table: what is available, in words, and how it continues.
 * Failures are printed; then functions return false. */

#include "engine/game/game.h"
#include "engine/game/trail.h"
#include "engine/rules/book/text_library.h"

enum { TABLE_WORD = 24 };

typedef struct table {
    text_library *shelf;
    rules *r;
    void *s;
    trail t;
    action *list;
    char (*word)[TABLE_WORD];
    int count; /* of the words that text_table_look() found, sorted */
    text line; /* where text_table_text() and others write */
} table;

/* Reads a text (or all of `file`) and opens its last game under a set-up ("set size=5"). What is
 * wrong is printed, warnings are not. Ends with text_table_close(), also after a failure. */
bool text_table_open(table *x, const char *body, const char *setup);
/* The same with this many steps of work for each call, no set-up. */
bool text_table_open_lazy(table *x, const char *body, int64_t steps);
bool text_table_open_file(table *x, const char *file, const char *setup);
void text_table_close(table *x);

void text_table_start(table *x);
bool text_table_read(table *x, const char *line); /* a position text */
const char *text_table_text(table *x);            /* the position */

/* Fills word[]: what is available, at chance its outcomes. */
void text_table_look(table *x);
/* Whether exactly these are available, in any order; "" where the game is over. */
bool text_table_offers(table *x, const char *list);
bool text_table_has(table *x, const char *word);

/* Plays words with spaces between them. */
bool text_table_play(table *x, const char *list);
void text_table_apply(table *x, action a);
action text_table_action(table *x, const char *word); /* ACTION_NONE: not available */

int text_table_actor(const table *x);
/* Whether the game is over and each player has this: "1 0", "0.5 0.5". */
bool text_table_pays(table *x, const char *utilities);
/* The hash, sets and texts of the position are what they should be, and every word leads back to
 * its action. */
bool text_table_sound(table *x);

#endif
