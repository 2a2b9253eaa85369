#ifndef TESTS_SUPPORT_MANUAL_H
#define TESTS_SUPPORT_MANUAL_H
/* The fenced blocks of a manual, by what follows the fence: ```game rows.game is a block
 * marked `game` with the argument `rows.game`. And the rows of its tables. */

#include <stdbool.h>
#include <stddef.h>

#include "engine/base/text.h"

enum { MANUAL_BLOCKS = 200, MANUAL_WORD = 32, MANUAL_CELL = 400 };

typedef struct manual_block {
    char mark[MANUAL_WORD], argument[MANUAL_WORD]; /* either may be empty */
    unsigned line;                                 /* of its fence */
    const char *body;                              /* ends in NUL */
} manual_block;

typedef struct manual {
    const char *path;
    text data; /* cut up */
    char *whole;
    manual_block block[MANUAL_BLOCKS];
    int count;
} manual;

/* False, and printed, where it cannot be read or has an open fence or too many blocks. Ends with
 * manual_done() in any case. */
bool manual_read(manual *m, const char *path);
void manual_done(manual *m);

const manual_block *manual_find(const manual *m, const char *mark); /* the first such, or NULL */

/* Column number n (from 0) of a row of a table, without spaces around it; false where the line is
 * no row or has no such column. A \| is a bar. */
bool manual_cell(const char *line, int n, char out[MANUAL_CELL]);

/* What stands between the first two backticks of a cell; false where there are none. */
bool manual_code(const char *cell, char out[MANUAL_CELL]);

#endif
