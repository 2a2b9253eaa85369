#ifndef ENGINE_RULES_BOOK_TEXT_LIBRARY_H
#define ENGINE_RULES_BOOK_TEXT_LIBRARY_H
/* Games from rules texts. A *text library* holds texts that were read and the games in them, ready
 * for a catalogue; opening one of its games compiles it under the options asked for.
 *
 *   text_library *texts;
 *   text_library_create(&texts);
 *   text_library_read(texts, &(source){"my.game", text, strlen(text)}, &problems);
 *   const game *g = text_library_game(texts, "mygame");
 *
 * Reading is for one thread at a time; games that stand there are not disturbed by it and may be
 * opened and played by any. What was opened, and a game that is kept (game_keep), stays until its
 * last user lets go, whatever became of the library. A game that no one keeps is there until the
 * second text after the one that replaced it was read. */

#include "engine/game/game.h"
#include "engine/rules/text/parser.h"

typedef struct text_library text_library;

status text_library_create(text_library **out);
/* One whose games may have their parents in the other, which must outlive it: for a look at a text
 * that is not to be kept. */
status text_library_create_next_to(text_library **out, const text_library *other);
void text_library_destroy(text_library *s); /* NULL is welcome */

/* Reads one more text (a copy is kept) and adds its games to the library; a game of a name that
 * is there already takes its place for those who ask from now on, while the old one can still be
 * played by those who have it open or keep it. Each is compiled once with its usual options, so
 * that all problems are reported at once. All or nothing: ST_BAD_SYNTAX with at least one error
 * in *d, or ST_NOMEM, and the library is as it was. With ST_OK *d may hold warnings. */
status text_library_read(text_library *s, const source *src, diags *d);

/* With `on` the texts that follow are taken to be right and compiled when a game of theirs is first
 * opened: for those inside the program, which tests have seen. Their facts have no cells and no
 * hash. */
void text_library_trust(text_library *s, bool on);

/* Gives the terms of a game, as its features list them, other weights; before it is played.
 * Games that are made from it later have them, too. */
void text_library_set_weights(text_library *s, const char *name, const float *weight);

/* The same for draws: the list, ended by a NULL name, is copied. Games that are made from it do not
 * have them: a small change of the rules makes draws rare. */
void text_library_draws(text_library *s, const char *name, const draw_term *list);

/* Code generated for a game of that name; it is used wherever it fits what the game is compiled to
 * (native_hash()), which depends on options. It must outlive the library's games. */
struct rb_native;
void text_library_native(text_library *s, const struct rb_native *native);

/* Several texts, in an order in which parents come first; what is wrong with one keeps out that
 * one alone. `report` (may be NULL) hears what became of each. Returns the status of the last
 * that failed. */
typedef void (*text_report)(void *ctx, const source *src, status st, const diags *d);
status text_library_read_all(text_library *s, const source *src, size_t n, text_report told,
                             void *ctx);

/* The games there are, one of each name, in the order in which the names came up. */
int text_library_count(const text_library *s);
const game *text_library_at(const text_library *s, int i);
unsigned text_library_readings(const text_library *s); /* texts put there so far */
/* By its name or, if there is none, by what user interfaces call it. */
const game *text_library_game(const text_library *s, const char *name);

/* What is known of a game from a text; NULL for any other game. */
typedef struct text_facts {
    const char *file; /* the text's name */
    unsigned reading; /* the number of the text_library_read() that it came with, from 1, */
    unsigned place;   /* and its place in that text, from 0 */
    int cells;        /* of its board, under its default options; 0: it was not compiled yet */
    uint64_t hash; /* of the rules with all that is inherited: layout, comments and `show` aside */
} text_facts;
const text_facts *text_facts_of(const game *g);

#endif
