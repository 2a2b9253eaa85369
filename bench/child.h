#ifndef BENCH_CHILD_H
#define BENCH_CHILD_H
/* A program that speaks a line protocol, at the other end of two pipes. Every call ends: an answer
 * that does not come within its time is an ST_IO. Not for several threads. POSIX. */

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "engine/base/status.h"

enum { CHILD_ROOM = 8192 };

typedef struct child {
    pid_t pid;
    int in, out; /* to it, from it; -1: closed */
    size_t len;
    char buf[CHILD_ROOM]; /* read and not yet looked at */
} child;

/* Starts `program argument`. The caller ends it with child_end(), also after a failure later on.
 * The caller sees to it that SIGPIPE is ignored. */
status child_start(child *c, const char *program, const char *argument, error *err);

status child_send(child *c, const char *line, error *err); /* adds the newline */

/* Skips lines until one has `word` as its first; at most wait_ms. */
status child_expect(child *c, const char *word, int wait_ms, error *err);

/* Says quit, gives it wait_ms to end, then kills it. */
void child_end(child *c, int wait_ms);

#endif
