#ifndef TESTS_SUPPORT_SOLVED_H
#define TESTS_SUPPORT_SOLVED_H
/* The exact search for tests: one question, its lines copied out. */

#include "search/search.h"

/* ROOMY: searches get the memory they ask for. In the hostile build they do not, and a graph of
 * more than a few hundred states ends without a proof. */
enum { SOLVED_LINES = 16 };
#define SOLVED_ROOMY MEM_SIZED(1, 0)

typedef struct solved {
    status st;
    error err;
    search_report report; /* lines point to those below */
    search_line lines[SOLVED_LINES];
} solved;

/* A question about p with this many lines: one thread, 16 MiB, no limits. */
search_question solved_question(const position *p, int lines);

/* Runs it on a search of its own. */
void solved_run(solved *out, search_question q);

/* The line whose first token is this text; NULL if there is none. */
const search_line *solved_line(const solved *a, const position *p, const char *name);

#endif
