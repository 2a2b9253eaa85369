#define _POSIX_C_SOURCE 200809L
#include "uci/lines/line_reader.h"

#include <assert.h>
#include <errno.h>
#include <poll.h>
#include <string.h>
#include <unistd.h>

void line_reader_init(line_reader *r, int fd) {
    memset(r, 0, sizeof *r);
    r->fd = fd;
    r->line = text_growing();
}

void line_reader_done(line_reader *r) {
    text_done(&r->line);
}

/* More bytes; false when none came in time. At the end r->ended. */
static bool refill(line_reader *r, int wait_ms) {
    struct pollfd p = {.fd = r->fd, .events = POLLIN};
    int ready = poll(&p, 1, wait_ms);
    if (ready <= 0) return false;
    ssize_t n = read(r->fd, r->block, sizeof r->block);
    if (n < 0 && (errno == EINTR || errno == EAGAIN)) return false;
    r->ended = n <= 0;
    r->at = 0;
    r->have = n > 0 ? (size_t)n : 0;
    return true;
}

/* What the finished line is. */
static line_result finish(line_reader *r) {
    bool too_long = r->skipping;
    r->skipping = false;
    r->complete = true;
    assert(r->line.len <= LINE_LIMIT);
    if (too_long) return LINE_TOO_LONG;
    if (r->line.cut) return LINE_NO_MEMORY;
    if (r->line.len && r->line.at[r->line.len - 1] == '\r')
        text_truncate(&r->line, r->line.len - 1);
    return r->line.len && memchr(r->line.at, '\0', r->line.len) ? LINE_HAS_NUL : LINE_READ;
}

/* Moves bytes of the block into the line up to its end; true when the line is complete. */
static bool take(line_reader *r) {
    assert(r->at < r->have && r->have <= sizeof r->block && r->head_len < sizeof r->head);
    const char *from = r->block + r->at;
    size_t left = r->have - r->at;
    const char *end = memchr(from, '\n', left);
    size_t n = end ? (size_t)(end - from) : left;
    for (size_t i = 0; i < n && r->head_len + 1 < sizeof r->head; i++, r->head_len++) {
        r->head[r->head_len] = from[i];
        if (!from[i]) r->head[r->head_len] = ' ';
    }
    r->head[r->head_len] = '\0';
    if (r->line.len + n > LINE_LIMIT) r->skipping = true;
    if (!r->skipping) text_putn(&r->line, from, n);
    r->at += n + (end != NULL);
    return end != NULL;
}

line_result line_reader_next(line_reader *r, int wait_ms) {
    if (r->complete) {
        text_clear(&r->line);
        r->head[r->head_len = 0] = '\0';
    }
    r->complete = false;
    for (;;) {
        if (r->at < r->have) {
            if (take(r)) return finish(r);
            continue;
        }
        if (r->ended) return LINE_END;
        if (!refill(r, wait_ms)) return LINE_NOTHING_YET;
        /* A last line without its newline still counts. */
        if (r->ended) return r->line.len || r->skipping ? finish(r) : LINE_END;
    }
}
