#ifndef CLI_FRONT_H
#define CLI_FRONT_H
/* The terminal around a table (play/play_core.h): reads lines, with an editor where there is one,
 * prints what the table says, shows a bar while an engine thinks, and obeys interrupts. One at a
 * time. */

#include <stdatomic.h>
#include <stdio.h>

#include "cli/play/line_edit.h"
#include "cli/play/play_core.h"
#include "engine/base/progress.h"
#include "uci/lines/line_reader.h"

/* What the interrupt's thread and the main one share. */
typedef struct front {
    play *table;
    FILE *to; /* what is said, and prompts */
    line_reader *in;
    atomic_bool thinking, leave, people;
    atomic_int interrupts; /* since the last line */
    atomic_bool notice;    /* it is to be said how to leave */
    bool screen, echo;
    bool asks;       /* a line is wanted after the prompt */
    line_edit *edit; /* NULL: lines are read as they come */
    progress bar;
    bool drawn; /* the bar is on the line where words would come */
    const search_limits *limits;
} front;

/* Lines come from standard input. On failure front_done() is still due. */
status front_init(front *f, FILE *to, const search_limits *limits, error *err);
void front_done(front *f);

/* For play_config: `say` and `listen` with the front as their context. */
void front_say(void *ctx, const char *said);
void front_progress(void *ctx, const search_report *r);

/* An answer of a person before there is a table, without spaces around it; false at the end of
 * input. */
bool front_ask(const front *f, const char *question, text *out);

/* Serves the table, which stays the caller's, until a person leaves it or the input ends. */
void front_open(front *f, play *table);
status front_run(front *f, error *err);
void front_close(front *f);

#endif
