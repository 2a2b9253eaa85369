#ifndef TESTS_SUPPORT_TERMINAL_H
#define TESTS_SUPPORT_TERMINAL_H
/* A program at a terminal: a pseudo-terminal of which we hold the other end. */

#include <stdbool.h>
#include <sys/types.h>

#include "engine/base/text.h"

typedef struct terminal {
    int fd;
    pid_t pid;
    text out; /* all that appeared so far, but for returns and the NULs that pad slow terminals */
} terminal;

/* Starts argv[0] in `folder` with TERM=`term` (with colours where that ends in "-256color"); with
 * its stderr, which shows how thinking proceeds, or without. False, and said, where there are no
 * terminals. */
bool terminal_start(terminal *t, char **argv, const char *folder, const char *term, bool errors);

bool terminal_type(terminal *t, const char *keys);

/* Reads until `seen` likes what is there, or the program ends; false also after a minute. */
bool terminal_until(terminal *t, bool (*seen)(const terminal *t, const void *ctx), const void *ctx);
bool terminal_until_text(terminal *t, size_t from, const char *what); /* somewhere after `from` */

/* Reads what is left, waits for the program, and gives its exit code; -1 if it had none. */
int terminal_end(terminal *t);

#endif
