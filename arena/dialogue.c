#define _POSIX_C_SOURCE 200809L
#include "arena/dialogue.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "arena/child_run.h"
#include "engine/base/clock.h"
#include "engine/base/memory.h"

enum { SLICE_MS = 50, GOODBYE_MS = 500 };

status dialogue_open_log(const char *path, int *out, error *err) {
    FILE *nameless = path ? NULL : tmpfile();
    if (path)
        *out = open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
    else
        *out = nameless ? fcntl(fileno(nameless), F_DUPFD_CLOEXEC, STDERR_FILENO + 1) : -1;
    if (nameless) (void)fclose(nameless);
    if (*out >= 0) return ST_OK;
    return error_set(err, ST_IO, "the log %.160s cannot be written",
                     path ? path : "(a file without a name)");
}

status dialogue_init(dialogue *d, const player_setup *setup, error *err) {
    d->spec = setup->spec;
    d->running = false;
    d->patience_ms = setup->patience_ms;
    d->line = text_growing();
    d->log = -1;
    atomic_init(&d->stopped, false);
    if (!setup->log && setup->log_file <= 0) return ST_OK;
    d->log = setup->log_file > 0
                 ? fcntl(setup->log_file, F_DUPFD_CLOEXEC, 0)
                 : open(setup->log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
    if (d->log >= 0) return ST_OK;
    return error_set(err, ST_IO, "cannot write the log %.160s", setup->log ? setup->log : "");
}

void dialogue_done(dialogue *d) {
    dialogue_end(d, GOODBYE_MS);
    if (d->log >= 0) (void)close(d->log);
    text_done(&d->line);
}

status dialogue_start(dialogue *d, error *err) {
    char *argv[CHILD_MAX_WORDS];
    char *copy;
    dialogue_end(d, 0);
    status st = child_cut_command(d->spec->command, &copy, argv, err);
    if (st == ST_OK) st = child_start_with(&d->child, argv, d->log, err);
    mem_free(copy);
    d->running = st == ST_OK;
    return st;
}

void dialogue_end(dialogue *d, int wait_ms) {
    if (d->running) child_end(&d->child, wait_ms);
    d->running = false;
}

void dialogue_stop(dialogue *d) {
    atomic_store(&d->stopped, true);
}

/* One line at a time, in one write: all players of an engine share the file. */
void dialogue_note(const dialogue *d, char mark, const char *line) {
    char stamp[32];
    char buf[1024];
    if (d->log < 0) return;
    clock_stamp(stamp);
    text t = text_over(buf, sizeof buf - 1);
    text_format(&t, "%s [%d] %c %s", stamp, (int)d->child.pid, mark, line);
    buf[t.len++] = '\n';
    ssize_t reported = write(d->log, buf, t.len);
    (void)reported; /* a full disk must not decide a game */
}

bool dialogue_send(dialogue *d, const char *line) {
    error e;
    dialogue_note(d, '>', line);
    return child_send_within(&d->child, line, (int)d->patience_ms, &e) == ST_OK;
}

text *dialogue_make(dialogue *d) {
    text_clear(&d->line);
    d->line.cut = false;
    return &d->line;
}

bool dialogue_send_made(dialogue *d) {
    return !d->line.cut && dialogue_send(d, text_string(&d->line));
}

/* In slices, so that a stop is seen. */
player_reply dialogue_read(dialogue *d, int64_t until, char **line) {
    for (;;) {
        int64_t left = until - clock_now_ms();
        if (atomic_load(&d->stopped)) return PLAYER_REPLY_STOPPED;
        if (left < 0) return PLAYER_REPLY_HANG;
        switch (child_read(&d->child, left < SLICE_MS ? (int)left : SLICE_MS, line)) {
        case CHILD_GONE:
            return PLAYER_REPLY_CRASH;
        case CHILD_LATE:
            continue;
        case CHILD_LINE:
            *line += strspn(*line, " \t");
            return PLAYER_REPLY_MOVE;
        }
    }
}

int64_t dialogue_wait_ms(const dialogue *d, const player_turn *t) {
    const search_limits *l = &d->spec->limits;
    int64_t max = 0;
    if (l->movetime_ms > 0) max = l->movetime_ms;
    if (d->spec->clocked && t->clock_ms[t->seat] + l->byoyomi_ms > max)
        max = t->clock_ms[t->seat] + l->byoyomi_ms;
    return max + t->patience_ms;
}
