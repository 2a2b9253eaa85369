#ifndef CLI_ANALYZE_TABLE_H
#define CLI_ANALYZE_TABLE_H
/* A position that a person sets up before it is analysed, and what chance brought to it on a real
 * table: the editor and the questions of `kibitz play`, from standard input. */

#include "cli/setup.h"

typedef struct table_request {
    const cli_setup *setup;
    bool edit; /* piece by piece, before anything else */
    bool json; /* what is said goes to standard error */
} table_request;

/* Changes *p, which stays the caller's, to what was set up. *left: the person did not want that;
 * *p is as it was then. */
status analyze_table(const table_request *q, position **p, bool *left, error *err);

#endif
