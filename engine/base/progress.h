#ifndef ENGINE_BASE_PROGRESS_H
#define ENGINE_BASE_PROGRESS_H
/* How far a long work is, on stderr. In a terminal it is one line that is redrawn, cut to the
 * width so that it never scrolls; elsewhere a plain line every few seconds.
 * KIBITZ_PROGRESS=off in the environment: neither. One thread draws. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/base/text.h"

enum { PROGRESS_REDRAW_MS = 100, PROGRESS_LINE_MS = 5000 };

typedef struct progress {
    const char *label;
    uint64_t total, before; /* done before it started: the caller's */
    int64_t started_ns, drawn_ns;
    bool shown;  /* a terminal that can redraw a line is there */
    bool silent; /* nothing elsewhere; the caller's */
} progress;

void progress_start(progress *p, const char *label, uint64_t total);

/* Whether a note would be shown that is not urgent: at most ten times a second in a terminal. */
bool progress_due(const progress *p);
void progress_step(progress *p, uint64_t done); /* cheap: draws where it is due */
/* With a word on what is done: draws now in a terminal, elsewhere where it is due. */
void progress_note(progress *p, uint64_t done, const char *note);
void progress_end(progress *p); /* wipes the line */

/* The line itself, of at most `columns` columns (0: as long as it is), without its end. */
void progress_write(const progress *p, uint64_t done, const char *note, int columns, text *out);

/* --- terminals --- */

/* Whether to colour what goes to this stream: a terminal, and NO_COLOR is not set. */
bool progress_colours(int fd);

typedef struct progress_size {
    int columns, rows;
} progress_size;
/* Of the terminal at this stream; COLUMNS and LINES, or 80 x 24, where it does not say. */
progress_size progress_terminal_size(int fd);

#endif
