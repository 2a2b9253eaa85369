#ifndef TESTS_SUPPORT_TABLE_H
#define TESTS_SUPPORT_TABLE_H
/* A game from a rules text on the table: what is on offer, in words, and how it goes on. Failures
 * are printed; then functions return false. */

#include "engine/game/game.h"
#include "engine/game/trail.h"
#include "engine/rules/book/rulebook.h"

enum { TABLE_WORD = 24 };

typedef struct table {
    rules_shelf *shelf;
    rules *r;
    void *s;
    trail t;
    action *list;
    char (*word)[TABLE_WORD];
    int count; /* of the words that table_look() found, sorted */
    text line; /* where table_text() and others write */
} table;

/* Reads a text (or all of `file`) and opens its last game under a set-up ("set size=5"). What is
 * wrong is printed, warnings are not. Ends with table_close(), also after a failure. */
bool table_open(table *x, const char *body, const char *setup);
bool table_open_file(table *x, const char *file, const char *setup);
void table_close(table *x);

void table_start(table *x);
bool table_read(table *x, const char *line); /* a position text */
const char *table_text(table *x);            /* the position */

/* Fills word[]: what is on offer, at chance its outcomes. */
void table_look(table *x);
/* Whether exactly these are on offer, in any order; "" where the game is over. */
bool table_offers(table *x, const char *list);
bool table_has(table *x, const char *word);

/* Plays words with blanks between them. */
bool table_play(table *x, const char *list);
void table_apply(table *x, action a);
action table_action(table *x, const char *word); /* ACTION_NONE: not on offer */

int table_actor(const table *x);
/* Whether the game is over and each player has this: "1 0", "0.5 0.5". */
bool table_pays(table *x, const char *utilities);
/* The hash, sets and texts of the position are what they should be, and every word leads back to
 * its action. */
bool table_sound(table *x);

#endif
