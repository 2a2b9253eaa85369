#ifndef ARENA_DIALOGUE_H
#define ARENA_DIALOGUE_H
/* Talking to a program that plays: its process, the log of what is said, patience, and a stop from
 * outside. What the lines mean is known to the players above (player_outside.c, player_gtp.c). One
 * thread talks; dialogue_stop() may come from another. */

#include <stdatomic.h>

#include "arena/child.h"
#include "arena/player.h"

typedef struct dialogue {
    const engine_spec *spec;
    child child;
    bool running;
    int log; /* -1: none */
    int64_t patience_ms;
    text line; /* the one being made */
    atomic_bool stopped;
} dialogue;

/* A file for the lines of a dialogue that the caller can read as well: of this name, added to, or without
 * a name (NULL), gone when it is closed. The caller closes it. ST_IO. */
status dialogue_open_log(const char *path, int *out, error *err);

/* The caller ends it with dialogue_done(), also after a failure. ST_IO: the log cannot be written. */
status dialogue_init(dialogue *d, const player_setup *setup, error *err);
void dialogue_done(dialogue *d);

/* Starts the program, which may have ended before. */
status dialogue_start(dialogue *d, error *err);
void dialogue_end(dialogue *d, int wait_ms); /* also of one that does not run */
void dialogue_stop(dialogue *d);             /* from any thread */

/* Adds a line to the log: '>' it was sent, '<' it was read, '!' what became of it. */
void dialogue_note(const dialogue *d, char mark, const char *line);

bool dialogue_send(dialogue *d, const char *line);
text *dialogue_make(dialogue *d);     /* an empty line to be filled, */
bool dialogue_send_made(dialogue *d); /* and sent; false also where it did not fit */

/* The next line before `until` (clock_now_ms()), without the spaces before it; it is not logged.
 * PLAYER_REPLY_MOVE: there is one. */
player_reply dialogue_read(dialogue *d, int64_t until, char **line);

/* How long an answer to this question is waited for before the program is given up. */
int64_t dialogue_wait_ms(const dialogue *d, const player_turn *t);

#endif
