#ifndef UCI_COMMANDS_GO_KEYWORDS_H
#define UCI_COMMANDS_GO_KEYWORDS_H
/* The words of `go`. */

#include "uci/core/request.h"

/* Reads those that follow the word go into a task with its own clone of the position. ST_GAME_OVER
 * sets no error. */
status go_keywords_read(session *s, request_part *w, const position *p, task *out, error *err);

/* The seat (from 0) that the words of a `go` ask for; SEAT_ALL where they name none. */
int go_keywords_seat(const request_part *w);

#endif
