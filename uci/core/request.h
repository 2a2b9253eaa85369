#ifndef UCI_CORE_REQUEST_H
#define UCI_CORE_REQUEST_H
/* A line to obey, cut into words, and what all commands say when they cannot. */

#include "uci/core/session_state.h"

/* word[0] is the command. */
typedef struct request {
    char **word;
    size_t count;
} request;

/* A part of its words, while it is read. */
typedef struct request_part {
    const request *l;
    size_t i, end; /* the next word, and where the part ends */
    int at;        /* after a failure: the word to blame, or -1 */
} request_part;

const char *request_word(const request_part *w); /* the next one; NULL past the end */

/* A failure of a command: the error is said, nothing else happens. `at` is the word to blame, or
 * -1. */
void request_fails(session *s, const request *l, const error *e, int at);
void request_refuse(session *s, const request *l, status code, const char *what, int at);

void request_no_memory(session *s, const request *l);

/* True if there is a position; otherwise says no-position for the command. */
bool request_has_position(session *s, const request *l);

/* Says that word number `at` was skipped on the way to a command. */
void request_skipped(const responder *v, const char *word, int at, const char *command);

#endif
