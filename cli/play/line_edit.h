#ifndef CLI_PLAY_LINE_EDIT_H
#define CLI_PLAY_LINE_EDIT_H
/* Lines of a person at a terminal, with editing, the history of this run and completion: libedit,
 * where the build found it. One thread. */

#include <stdbool.h>

typedef struct line_edit line_edit;

/* What the editor asks its owner. */
typedef struct line_edit_owner {
    const char *(*prompt)(void *ctx);
    /* Calls `found` for each line that may become of `line`, at most `most` times. */
    void (*complete)(void *ctx, const char *line, int max,
                     void (*found)(void *found_ctx, const char *line), void *found_ctx);
    bool (*leave)(void *ctx);          /* asked often: no more lines are wanted */
    const char *(*updates)(void *ctx); /* asked often: what to say above the line, or NULL */
    void *ctx;
} line_edit_owner;

/* NULL where there is no editor: libedit is missing, the terminal can do nothing (TERM is not set,
 * or dumb), or there is no memory. Then lines are read as they come. */
line_edit *line_edit_open(const line_edit_owner *owner);
void line_edit_close(line_edit *e); /* NULL is welcome */

/* The next line without its end, good until the next call; NULL at the end of input or when the
 * owner wants to leave. */
const char *line_edit_next(line_edit *e);

void line_edit_forget(line_edit *e); /* the history: another person takes the keyboard */

#endif
