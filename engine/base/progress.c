#define _POSIX_C_SOURCE 200809L
#define _DEFAULT_SOURCE /* NOLINT(readability-identifier-naming): for the size of a terminal */
#include "engine/base/progress.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "engine/base/clock.h"

enum { BAR_CELLS = 28, NARROW_CELLS = 10, NARROW = 60, MAX_COLUMNS = 1000, NS_PER_MS = 1000000 };

/* --- terminals --- */

bool progress_colours(int fd) {
    const char *no = getenv("NO_COLOR");
    return isatty(fd) == 1 && !(no && *no);
}

/* What the terminal says, what the environment says, or what is common. */
static int measure(int stated, const char *variable, int otherwise) {
    const char *word = getenv(variable);
    uint64_t n = 0;
    if (stated > 0) return stated < MAX_COLUMNS ? stated : MAX_COLUMNS;
    return word && text_u64(word, MAX_COLUMNS, &n) && n > 0 ? (int)n : otherwise;
}

progress_size progress_terminal_size(int fd) {
    struct winsize size = {0};
    if (ioctl(fd, TIOCGWINSZ, &size) != 0) size = (struct winsize){0};
    return (progress_size){measure(size.ws_col, "COLUMNS", 80), measure(size.ws_row, "LINES", 24)};
}

static bool can_redraw(int fd) {
    const char *term = getenv("TERM");
    return isatty(fd) == 1 && term && *term && strcmp(term, "dumb") != 0;
}

/* --- the line --- */

/* Cuts to this many columns, not inside a letter of several bytes. (One that is two columns wide
 * counts as one: our notes have none.) */
static void cut_to(text *line, size_t from, int columns) {
    int n = 0;
    for (size_t i = from; i < line->len; i++) {
        n += ((unsigned char)text_string(line)[i] & 0xC0) != 0x80;
        if (n <= columns) continue;
        text_truncate(line, i);
        return;
    }
}

/* Nothing as long as too little is done to know. */
static void put_time_left(text *out, const progress *p, uint64_t done, const char *lead) {
    double spent = (double)(clock_now_ns() - p->started_ns) / 1e9;
    double now = done > p->before ? (double)(done - p->before) : 0;
    double left = (double)(p->total - done);
    if (now > 0.01 * (now + left)) text_format(out, "%s%.0f s left", lead, spent / now * left);
}

void progress_write(const progress *p, uint64_t done, const char *note, int columns, text *out) {
    size_t from = out->len;
    if (done > p->total) done = p->total;
    double share = (double)done / (double)p->total;
    text_put(out, p->label);
    if (columns) {
        int cells = columns < NARROW ? NARROW_CELLS : BAR_CELLS;
        int filled = (int)(share * cells);
        text_put(out, " [");
        text_repeat(out, '#', filled);
        text_repeat(out, '.', cells - filled);
        text_format(out, "] %3.0f%%", share * 100);
        put_time_left(out, p, done, " ");
    } else {
        text_format(out, ": %.0f %%", share * 100);
        put_time_left(out, p, done, ", ");
    }
    if (*note) text_put(out, columns ? " " : "; ");
    for (; *note; note++) text_char(out, (unsigned char)*note < ' ' ? ' ' : *note);
    if (columns) cut_to(out, from, columns);
}

/* --- on stderr --- */

void progress_start(progress *p, const char *label, uint64_t total) {
    int64_t now = clock_now_ns();
    *p = (progress){.label = label, .total = total ? total : 1, .started_ns = now};
    const char *wanted = getenv("KIBITZ_PROGRESS");
    bool off = wanted && strcmp(wanted, "off") == 0;
    p->shown = !off && can_redraw(STDERR_FILENO);
    p->silent = off;
    if (!p->shown) p->drawn_ns = now; /* the first line after a while, too */
}

bool progress_due(const progress *p) {
    int64_t after_ms = p->shown ? PROGRESS_REDRAW_MS : PROGRESS_LINE_MS;
    return (p->shown || !p->silent) && clock_now_ns() - p->drawn_ns >= after_ms * NS_PER_MS;
}

/* The last column stays free: some terminals begin a new line after it. */
void progress_note(progress *p, uint64_t done, const char *note) {
    char buf[4096];
    text line = text_over(buf, sizeof buf);
    if (!p->shown && !progress_due(p)) return;
    p->drawn_ns = clock_now_ns();
    if (p->shown) {
        text_put(&line, "\r\033[K");
        progress_write(p, done, note, progress_terminal_size(STDERR_FILENO).columns - 1, &line);
    } else {
        progress_write(p, done, note, 0, &line);
        text_char(&line, '\n');
    }
    (void)fputs(buf, stderr);
    (void)fflush(stderr);
}

void progress_step(progress *p, uint64_t done) {
    if (progress_due(p)) progress_note(p, done, "");
}

void progress_end(progress *p) {
    if (!p->shown) return;
    (void)fputs("\r\033[K", stderr);
    (void)fflush(stderr);
}
