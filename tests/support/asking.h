#ifndef TESTS_SUPPORT_ASKING_H
#define TESTS_SUPPORT_ASKING_H
/* Short ways for tests to ask a search. */

#include "search/search.h"
#include "tests/support/one_line.h"

typedef struct asking {
    search *search;
    search_question q;
    search_answer a; /* of the last question */
    error err;
} asking;

/* A search of its own for the player to act at `root`, with no limits set; false without memory. */
bool asking_open(asking *s, const searcher_kind *kind, const position *root);
void asking_close(asking *s);

/* Asks; true when there was an answer with at least one line. Prints what went wrong. */
bool asking_run(asking *s);
const search_line *asking_best(const asking *s);

/* Sets a knob. */
void asking_knob(asking *s, knob_id k, int32_t value);
/* Everything off that may change a value of limited depth: reductions, null moves, futility,
 * quiescence and the table. */
void asking_plain(asking *s);

/* Whether the line begins with these tokens. */
bool asking_begins(const search_line *line, const char *want);

/* Whether every token of the line is legal where it is played; *end tells whether it reaches the
 * end of the game or a chance event. */
bool asking_plays(const position *root, const search_line *line, bool *end);

#endif
