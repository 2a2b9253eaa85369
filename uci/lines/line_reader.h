#ifndef UCI_LINES_LINE_READER_H
#define UCI_LINES_LINE_READER_H
/* Lines from a file descriptor, of at most LINE_LIMIT bytes; a longer one is reported and skipped
 * whole. */

#include <stdbool.h>
#include <stddef.h>

#include "engine/base/text.h"

enum { LINE_LIMIT = 1 << 20, LINE_HEAD_SIZE = 64 };

typedef enum line_result {
    LINE_READ,
    LINE_TOO_LONG,
    LINE_HAS_NUL,
    LINE_NO_MEMORY,
    LINE_NOTHING_YET,
    LINE_END
} line_result;

typedef struct line_reader {
    int fd;
    text line;
    char head[LINE_HEAD_SIZE]; /* how the line begins, also where it is lost; NULs are spaces */
    size_t head_len;
    bool skipping, ended;
    bool complete; /* the line was handed out: the next call starts a new one */
    size_t at, have;
    char block[8192];
} line_reader;

void line_reader_init(line_reader *r, int fd);
void line_reader_done(line_reader *r);

/* The next line in r->line, without its line end; waits at most wait_ms for bytes. */
line_result line_reader_next(line_reader *r, int wait_ms);

#endif
