#define _POSIX_C_SOURCE 200809L
#include "arena/child_run.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "engine/base/clock.h"
#include "engine/base/memory.h"

enum { SLICE_MS = 50 };

status child_cut_command(const char *command, char **copy, char **argv, error *err) {
    words w = {0};
    *copy = mem_string(command);
    status st = *copy ? words_split(&w, *copy, err) : error_set(err, ST_NOMEM, "no memory");
    if (st == ST_OK && (w.count == 0 || w.count >= CHILD_MAX_WORDS))
        st = error_set(err, ST_BAD_VALUE, "a command is a program and at most %d arguments for it",
                       CHILD_MAX_WORDS - 2);
    for (size_t i = 0; st == ST_OK && i < w.count; i++) argv[i] = w.at[i];
    if (st == ST_OK) argv[w.count] = NULL;
    words_done(&w);
    return st;
}

static void close_input(child *c) {
    if (c->in >= 0) (void)close(c->in);
    c->in = -1;
}

/* Writes what it takes; a program that has stopped reading need not read on. */
static void feed(child *c, const child_request *q, size_t *sent) {
    ssize_t n = write(c->in, q->input + *sent, q->len - *sent);
    if (n > 0) *sent += (size_t)n;
    bool gone = n < 0 && errno != EAGAIN && errno != EINTR;
    if (gone || *sent == q->len) close_input(c);
}

/* False at the end of what it says. */
static bool hear(child *c, text *out, bool *too_much) {
    ssize_t n = read(c->out, c->buf, sizeof c->buf);
    if (n < 0 && errno == EINTR) return true;
    if (n <= 0) return false;
    *too_much = out->len + (size_t)n > CHILD_RUN_MAX;
    if (!*too_much) text_putn(out, c->buf, (size_t)n);
    return !*too_much;
}

/* Both ends at once: neither side may wait for the other. */
static child_result converse(child *c, const child_request *q, text *out) {
    int64_t until = clock_now_ms() + q->wait_ms;
    size_t sent = 0;
    bool too_much = false;
    if (!q->len) close_input(c);
    for (;;) {
        int64_t left = until - clock_now_ms();
        if (q->stop && atomic_load(q->stop)) return CHILD_STOPPED;
        if (left <= 0) return CHILD_OVERDUE;
        struct pollfd ends[2] = {{.fd = c->out, .events = POLLIN},
                                 {.fd = c->in, .events = POLLOUT}};
        int n = poll(ends, c->in >= 0 ? 2 : 1, left < SLICE_MS ? (int)left : SLICE_MS);
        if (n <= 0) continue;
        if (c->in >= 0 && ends[1].revents) feed(c, q, &sent);
        if (ends[0].revents && !hear(c, out, &too_much))
            return too_much ? CHILD_OVERDUE : CHILD_DONE;
    }
}

/* Waits for its end, for as long as it may take; then it is killed, and what it started with it. */
static child_result reap(child *c, child_result so_far, int64_t until) {
    int code = 0;
    for (;;) {
        pid_t got = so_far == CHILD_DONE ? waitpid(c->pid, &code, WNOHANG) : 0;
        if (got == c->pid) break;
        if (so_far != CHILD_DONE || clock_now_ms() >= until) {
            if (so_far == CHILD_DONE) so_far = CHILD_OVERDUE;
            (void)kill(-c->pid, SIGKILL);
            (void)kill(c->pid, SIGKILL);
            while (waitpid(c->pid, &code, 0) < 0 && errno == EINTR) {
            }
            return so_far;
        }
        (void)poll(NULL, 0, 1);
    }
    (void)kill(-c->pid, SIGKILL); /* what it started and left behind */
    if (WIFSIGNALED(code)) return CHILD_KILLED;
    return WEXITSTATUS(code) ? CHILD_FAILED : CHILD_DONE;
}

child_result child_run(const child_request *q, text *out) {
    char *argv[CHILD_MAX_WORDS];
    char *copy = NULL;
    child *c = mem_alloc(sizeof *c);
    error e;
    int64_t until = clock_now_ms() + q->wait_ms;
    status st = c ? child_cut_command(q->command, &copy, argv, &e) : ST_NOMEM;
    if (st == ST_OK) st = child_start_with(c, argv, -1, &e);
    child_result result = CHILD_FAILED;
    if (st == ST_OK) {
        result = converse(c, q, out);
        close_input(c);
        (void)close(c->out);
        result = reap(c, result, until);
    }
    mem_free(copy);
    mem_free(c);
    return result;
}
