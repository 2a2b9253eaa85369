#ifndef TESTS_SUPPORT_BOOKS_H
#define TESTS_SUPPORT_BOOKS_H
/* Rules texts for tests: those of games/rulebooks in one library, or a text of the test's own; and
 * short ways to say how a game goes. What is wrong is printed. */

#include "engine/game/position.h"
#include "engine/rules/book/text_library.h"

/* All texts of a folder, by name. NULL when one cannot be read or has a problem, warnings
 * included. */
text_library *books_read(const char *folder);
/* Some of them, named without .game, with spaces between, parents before their children. */
text_library *books_some(const char *folder, const char *names);
text_library *books_of(const char *string); /* one text */

/* A position under options ("set size=5", "players 3", or ""), from a text or (NULL) the start. NULL
 * where there is no such game, or no library. */
position *books_at(const text_library *s, const char *name, const char *setup, const char *from);

/* The one step of an action that is one; ACTION_NONE, with a word, where it cannot be read. */
action books_step(const position *p, const char *word);

/* The legal actions, sorted, with a blank between them. */
void books_legal(const position *p, text *out);

/* How it stands: "-" while it continues, else what each player has got: "1 0", "0.5 0.5". */
void books_result(const position *p, text *out);

/* The texts that all tests of a program share, as `texts`; NULL: they could not be read. They are read
 * before each test gets a process of its own, which saves a second a test under a sanitizer. */
/* NOLINTBEGIN(bugprone-macro-parentheses): a declaration */
#define BOOKS_OF_ALL_TESTS(made)                                                                   \
    static text_library *texts;                                                                    \
    __attribute__((constructor)) static void read_texts(void) {                                    \
        texts = (made);                                                                            \
    }                                                                                              \
    __attribute__((destructor)) static void forget_texts(void) {                                   \
        text_library_destroy(texts);                                                               \
    }
/* NOLINTEND(bugprone-macro-parentheses) */

#endif
