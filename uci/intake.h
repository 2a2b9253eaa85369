#ifndef UCI_INTAKE_H
#define UCI_INTAKE_H
/* The thread that hands lines in. */

#include "uci/core/session_state.h"

/* As session_line() and session_bad_line() (uci/session.h). */
bool intake_line(session *s, const char *line);
void intake_bad_line(session *s, status code, const char *why, const char *head);

/* The end of input: as `quit`, but perft, bench and check run to their end. */
void intake_end(session *s);

#endif
