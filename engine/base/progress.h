#ifndef ENGINE_BASE_PROGRESS_H
#define ENGINE_BASE_PROGRESS_H
/* A progress bar on stderr, drawn only where stderr is a terminal. One thread draws. */

#include <stdbool.h>
#include <stdint.h>

typedef struct progress {
    const char *label;
    uint64_t total;
    int64_t started_ns, drawn_ns;
    bool shown; /* a terminal is there */
} progress;

void progress_start(progress *p, const char *label, uint64_t total);
void progress_step(progress *p, uint64_t done); /* cheap: draws at most ten times a second */
/* draws now, with a word on what is done */
void progress_note(progress *p, uint64_t done, const char *note);
void progress_end(progress *p); /* wipes the bar */

/* Whether to colour what goes to this stream: a terminal, and NO_COLOR is not set. */
bool progress_colours(int fd);

#endif
