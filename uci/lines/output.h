#ifndef UCI_LINES_OUTPUT_H
#define UCI_LINES_OUTPUT_H
/* The way out: complete lines, from any thread, under one lock, written by a thread of its own. A
 * reader that does not read stalls no other thread: lines wait in memory, and when too many wait,
 * those marked as droppable (progress of a search) are dropped. */

#include <stdbool.h>
#include <stddef.h>

#include "engine/base/status.h"

typedef struct output output;

/* Gets every line instead of a file, without its newline; called under the lock, must not block. */
typedef void (*output_sink)(void *ctx, const char *line);

status output_to_fd(output **out, int fd);
status output_to_sink(output **out, output_sink sink, void *ctx);

/* Writes what waits, for at most `ms`, and ends. NULL is welcome. */
void output_close(output *o, int ms);

void output_line(output *o, const char *line, bool droppable);
bool output_broken(output *o);    /* the other end is closed */
size_t output_waiting(output *o); /* bytes that no one has read yet, about */

/* Copies both directions to a file with time stamps; an empty path ends that. */
status output_log(output *o, const char *path, error *err);
void output_log_input(output *o, const char *line);

/* Whether the log could not be written and has ended; true once, with the reason. */
enum { OUTPUT_WHY = 128 };
bool output_log_failed(output *o, char why[OUTPUT_WHY]);

#endif
