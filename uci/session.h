#ifndef UCI_SESSION_H
#define UCI_SESSION_H
/* A protocol session: lines in, lines out (docs/protocol.md). The caller's thread hands lines in
 * and is never kept waiting by games or searches: one thread of the session obeys the lines in
 * their order, another does long work (searches, perft, bench, check), and output has its own
 * (uci/lines/output.h). All calls but session_wait() and session_catch_up() are for one thread. */

#include "uci/core/session_config.h"
#include "uci/lines/output.h"

status session_create(session **out, const session_config *config, output *o, error *err);
void session_destroy(session *s); /* as after `quit`; the output stays the caller's */

/* Takes one line: obeys it at once (stop, ponderhit, quit, ...) or queues a copy. With a full queue
 * it waits for a place first. False after `quit`. */
bool session_line(session *s, const char *line);

/* A line that could not be read is answered in its turn with the error `code` and `why`, and a `go`
 * with a `bestmove`; `head` is what is known of its first words. */
void session_bad_line(session *s, status code, const char *why, const char *head);

/* Whether lines have to wait for a place in the queue: a reader stops reading. */
bool session_full(session *s);

/* Waits until every line has been obeyed and nothing is under way, analyses included. */
void session_wait(session *s);

/* Waits until every line has been obeyed, except those that wait for long work to end. For
 * tests. */
void session_catch_up(session *s);

/* Reads lines from fd until `quit` or its end, answers them, and returns the exit code. */
int session_loop(session *s, output *o, int fd);

#endif
