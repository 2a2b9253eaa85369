#ifndef ARENA_CHILD_H
#define ARENA_CHILD_H
/* A program that speaks a line protocol, at the other end of two pipes. Every call ends: an answer
 * that does not come within its time is an error. Not for several threads at once; several threads
 * may have children. The caller sees to it that SIGPIPE is ignored. POSIX. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "engine/base/status.h"

enum { CHILD_SIZE = 8192 };

typedef struct child {
    pid_t pid;   /* -1: none; also the number of its process group */
    int in, out; /* to it, from it; -1: closed */
    size_t len;
    size_t taken;         /* bytes at the front that were handed out */
    bool skipping;        /* the rest of a line that was too long */
    char buf[CHILD_SIZE]; /* read and not yet looked at */
} child;

/* Starts `program argument` (NULL: none) with our standard error. The caller ends it with
 * child_end(), also after a failure later on. */
status child_start(child *c, const char *program, const char *argument, error *err);

/* Starts a program with its arguments, ended by NULL; what it says on standard error goes to the
 * file descriptor `complaints`, or nowhere (-1). */
status child_start_with(child *c, char *const *argv, int complaints, error *err);

/* Adds the newline. At most wait_ms for a program that does not read. */
status child_send(child *c, const char *line, error *err);
status child_send_within(child *c, const char *line, int wait_ms, error *err);

typedef enum child_update { CHILD_LINE, CHILD_LATE, CHILD_GONE } child_update;

/* The next line, without its end, valid until the next call; lines of CHILD_SIZE and more are left
 * out. */
child_update child_read(child *c, int wait_ms, char **line);

/* Skips lines until one has `word` as its first; at most wait_ms. */
status child_expect(child *c, const char *word, int wait_ms, error *err);

/* Says quit, gives it wait_ms to end, then kills it and what it started. */
void child_end(child *c, int wait_ms);

#endif
