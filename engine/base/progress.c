#define _POSIX_C_SOURCE 200809L
#include "engine/base/progress.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "engine/base/clock.h"

enum { BAR_CELLS = 28, REDRAW_NS = 100000000 };

void progress_start(progress *p, const char *label, uint64_t total) {
    *p = (progress){.label = label, .total = total ? total : 1, .started_ns = clock_now_ns()};
    p->shown = isatty(STDERR_FILENO) == 1;
}

void progress_note(progress *p, uint64_t done, const char *note) {
    if (!p->shown) return;
    p->drawn_ns = clock_now_ns();
    if (done > p->total) done = p->total;
    double share = (double)done / (double)p->total;
    double spent = (double)(p->drawn_ns - p->started_ns) / 1e9;
    double left = share > 0.01 ? spent / share - spent : 0;
    char bar[BAR_CELLS + 1];
    for (int i = 0; i < BAR_CELLS; i++) bar[i] = i < (int)(share * BAR_CELLS) ? '#' : '.';
    bar[BAR_CELLS] = '\0';
    (void)fprintf(stderr, "\r\033[K%s [%s] %3.0f%% %.0f s left %s", p->label, bar, share * 100,
                  left, note);
    (void)fflush(stderr);
}

void progress_step(progress *p, uint64_t done) {
    if (p->shown && clock_now_ns() - p->drawn_ns >= REDRAW_NS) progress_note(p, done, "");
}

void progress_end(progress *p) {
    if (!p->shown) return;
    (void)fputs("\r\033[K", stderr);
    (void)fflush(stderr);
}

bool progress_colours(int fd) {
    const char *no = getenv("NO_COLOR");
    return isatty(fd) == 1 && !(no && *no);
}
