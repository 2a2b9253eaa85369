#ifndef ARENA_CHILD_RUN_H
#define ARENA_CHILD_RUN_H
/* A program that is given a text and answers with one: it reads its standard input to the end, writes, and
 * ends. POSIX. */

#include <stdatomic.h>

#include "arena/child.h"
#include "engine/base/text.h"

typedef enum child_result {
    CHILD_DONE,    /* it ended with 0 */
    CHILD_OVERDUE, /* it did not end in time, or wrote too much, and was killed */
    CHILD_KILLED,  /* by a signal */
    CHILD_FAILED,  /* it ended with another code, or could not be started */
    CHILD_STOPPED  /* `stop` was set */
} child_result;

enum { CHILD_RUN_MAX = 64 * 1024 };

typedef struct child_request {
    const char *command; /* a program and its arguments, with spaces between */
    const char *input;
    size_t len;
    int64_t wait_ms;
    const atomic_bool *stop; /* NULL: nothing stops it */
} child_request;

/* What it said, at most CHILD_RUN_MAX bytes, is added to *out. */
child_result child_run(const child_request *q, text *out);

/* Cuts a command into words: argv holds CHILD_MAX_WORDS, the words lie in *copy, which the caller frees. */
enum { CHILD_MAX_WORDS = 64 };
status child_cut_command(const char *command, char **copy, char **argv, error *err);

#endif
