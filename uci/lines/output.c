#define _POSIX_C_SOURCE 200809L
#include "uci/lines/output.h"

#include <assert.h>
#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "engine/base/clock.h"
#include "engine/base/memory.h"
#include "engine/base/text.h"
#include "engine/base/threads.h"

/* Bytes waiting from which progress is dropped. */
static size_t crowded(void) {
    return MEM_SIZED(4 << 20, 1 << 12);
}

struct output {
    int fd;
    output_sink sink;
    void *ctx;
    mtx_t lock; /* guards everything below */
    cnd_t more, drained;
    text waiting;
    bool writing, closing, broken, threaded;
    FILE *log;
    int log_failure; /* an errno not reported yet; 0: none */
    thrd_t writer;
};

/* Writes a block; false when the reader is gone. */
static bool write_block(int fd, const char *data, size_t len) {
    while (len) {
        ssize_t n = write(fd, data, len);
        if (n < 0 && (errno == EINTR || errno == EAGAIN)) continue;
        if (n <= 0) return false;
        data += n;
        len -= (size_t)n;
    }
    return true;
}

/* A buffer in which short lines fit also when there is no memory for more. */
static text make_buffer(void) {
    enum { RESERVE = 4096 };
    text t = text_growing();
    text_repeat(&t, ' ', MEM_SIZED(RESERVE, 64));
    text_clear(&t);
    return t;
}

static int write_lines(void *arg) {
    output *o = arg;
    text block = make_buffer();
    (void)mtx_lock(&o->lock);
    for (;;) {
        while (!o->waiting.len && !o->closing) (void)cnd_wait(&o->more, &o->lock);
        if (!o->waiting.len) break;
        text full = o->waiting;
        o->waiting = block;
        block = full;
        assert(!o->writing && block.at[block.len - 1] == '\n'); /* complete lines alone */
        o->writing = true;
        bool lost = o->broken;
        (void)mtx_unlock(&o->lock);
        if (!lost) lost = !write_block(o->fd, block.at, block.len);
        text_clear(&block);
        (void)mtx_lock(&o->lock);
        o->broken = lost;
        o->writing = false;
        if (!o->waiting.len) (void)cnd_broadcast(&o->drained);
    }
    (void)mtx_unlock(&o->lock);
    text_done(&block);
    return 0;
}

static output *make(void) {
    output *o = mem_alloc(sizeof *o);
    if (!o) return NULL;
    (void)mtx_init(&o->lock, mtx_plain);
    (void)cnd_init(&o->more);
    (void)cnd_init(&o->drained);
    o->waiting = make_buffer();
    return o;
}

status output_to_fd(output **out, int fd) {
    *out = NULL;
    output *o = make();
    if (!o) return ST_NOMEM;
    o->fd = fd;
    if (thrd_create(&o->writer, write_lines, o) != thrd_success) {
        output_close(o, 0);
        return ST_NOMEM;
    }
    o->threaded = true;
    *out = o;
    return ST_OK;
}

status output_to_sink(output **out, output_sink sink, void *ctx) {
    *out = make();
    if (!*out) return ST_NOMEM;
    (*out)->sink = sink;
    (*out)->ctx = ctx;
    return ST_OK;
}

void output_close(output *o, int ms) {
    if (!o) return;
    (void)mtx_lock(&o->lock);
    o->closing = true;
    (void)cnd_broadcast(&o->more);
    int64_t until = clock_now_ms() + ms;
    while (o->threaded && (o->writing || o->waiting.len) && clock_now_ms() < until)
        thread_wait_ms(&o->drained, &o->lock, 20);
    bool stuck = o->threaded && (o->writing || o->waiting.len);
    if (o->log) (void)fclose(o->log);
    o->log = NULL;
    (void)mtx_unlock(&o->lock);
    /* A writer stuck in a pipe that is not emptied cannot be joined; the process is about to
     * end. */
    if (stuck) return;
    if (o->threaded) (void)thrd_join(o->writer, NULL);
    text_done(&o->waiting);
    cnd_destroy(&o->more);
    cnd_destroy(&o->drained);
    mtx_destroy(&o->lock);
    mem_free(o);
}

static void log_line(output *o, const char *arrow, const char *line) {
    if (!o->log) return;
    char stamp[32];
    clock_stamp(stamp);
    errno = 0;
    if (fprintf(o->log, "%s %s %s\n", stamp, arrow, line) >= 0 && fflush(o->log) == 0) return;
    /* A log with holes is worse than one that ends. */
    o->log_failure = errno ? errno : EIO;
    (void)fclose(o->log);
    o->log = NULL;
}

/* Writes a line from this thread where that cannot block: nothing waits, and the reader has space.
 * A pipe that has any has space for PIPE_BUF bytes, and takes them as one. With the lock. */
static bool written_at_once(output *o, const char *line) {
    enum { AT_ONCE = 512 }; /* the least PIPE_BUF there is */
    char block[AT_ONCE];
    size_t len = strlen(line);
    if (o->broken || o->writing || o->waiting.len || !o->threaded || len + 2 > AT_ONCE)
        return false;
    struct pollfd ready = {.fd = o->fd, .events = POLLOUT};
    if (poll(&ready, 1, 0) != 1 || !(ready.revents & POLLOUT)) return false;
    text row = text_over(block, sizeof block);
    text_put(&row, line);
    text_char(&row, '\n');
    o->broken = !write_block(o->fd, block, len + 1);
    return true;
}

void output_line(output *o, const char *line, bool droppable) {
    assert(!strchr(line, '\n')); /* one line stays one */
    (void)mtx_lock(&o->lock);
    log_line(o, "<", line);
    if (o->sink) {
        o->sink(o->ctx, line);
    } else if (written_at_once(o, line)) {
        /* no other thread is needed */
    } else if (!o->broken && !(droppable && o->waiting.len > crowded())) {
        size_t mark = o->waiting.len;
        text_put(&o->waiting, line);
        text_char(&o->waiting, '\n');
        /* Half a line is worse than none. */
        if (o->waiting.cut) text_truncate(&o->waiting, mark);
        o->waiting.cut = false;
        (void)cnd_signal(&o->more);
    }
    (void)mtx_unlock(&o->lock);
}

size_t output_waiting(output *o) {
    (void)mtx_lock(&o->lock);
    size_t waiting = o->waiting.len;
    (void)mtx_unlock(&o->lock);
    return waiting;
}

bool output_broken(output *o) {
    (void)mtx_lock(&o->lock);
    bool broken = o->broken;
    (void)mtx_unlock(&o->lock);
    if (broken || !o->threaded) return broken;
    /* A pipe tells it before anything is written. */
    struct pollfd p = {.fd = o->fd};
    return poll(&p, 1, 0) > 0 && (p.revents & (POLLERR | POLLHUP | POLLNVAL));
}

status output_log(output *o, const char *path, error *err) {
    FILE *log = NULL;
    if (*path) {
        log = fopen(path, "a");
        if (!log) return error_set(err, ST_IO, "cannot open the log: %s", strerror(errno));
    }
    (void)mtx_lock(&o->lock);
    if (o->log) (void)fclose(o->log);
    o->log = log;
    (void)mtx_unlock(&o->lock);
    return ST_OK;
}

bool output_log_failed(output *o, char why[OUTPUT_WHY]) {
    (void)mtx_lock(&o->lock);
    int failure = o->log_failure;
    o->log_failure = 0;
    (void)mtx_unlock(&o->lock);
    if (!failure) return false;
    why[0] = '\0';
    (void)strerror_r(failure, why, OUTPUT_WHY);
    return true;
}

void output_log_input(output *o, const char *line) {
    (void)mtx_lock(&o->lock);
    log_line(o, ">", line);
    (void)mtx_unlock(&o->lock);
}
