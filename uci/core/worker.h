#ifndef UCI_CORE_WORKER_H
#define UCI_CORE_WORKER_H
/* The worker thread of a session: one task at a time, handed over under the lock by the thread that
 * obeys lines. A task runs, then answers, and the session is idle after its last line: so answers
 * come in the order of their questions. */

#include "uci/core/session_state.h"

/* Hands work to the worker, which is idle, and takes the task over. Marks on the line being obeyed
 * count: what was stopped already is begun with its stop. */
void worker_begin(session *s, task *t);
bool worker_busy(session *s); /* long work runs, or its answer is being printed */

/* For the worker's thread. */
int worker_main(void *session_pointer);
void worker_answers(session *s);   /* before the first line of an answer */
void worker_wait_stop(session *s); /* until the task is stopped; then as worker_answers() */

/* With the lock held; each is ignored where it does not fit. */
bool worker_stop(session *s);                           /* whatever runs; true if something does */
void worker_stop_search(session *s, bool only_endless); /* not perft, bench and check */
void worker_ponderhit(session *s);

#endif
