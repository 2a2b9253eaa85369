#include "uci/commands/cmd.h"
#include "uci/core/worker.h"
#include "uci/lines/line_words.h"

/* What is obeyed at once, on the thread that hands lines in. */

void cmd_stop(session *s, const responder *v, const char *rest) {
    (void)rest;
    (void)mtx_lock(&s->lock);
    bool running = worker_stop(s);
    bool any = line_queue_stop(&s->lines, running) || running;
    (void)mtx_unlock(&s->lock);
    if (!any && atomic_load(&s->debug)) responder_note(v, "nothing to stop");
}

/* A client that waits for an answer to its last `go ponder` waits for those before it, too: all of
 * them go by the clock from now on. */
void cmd_ponderhit(session *s, const responder *v, const char *rest) {
    (void)v;
    (void)rest;
    (void)mtx_lock(&s->lock);
    worker_ponderhit(s);
    line_queue_ponderhit(&s->lines);
    (void)mtx_unlock(&s->lock);
}

void cmd_debug(session *s, const responder *v, const char *rest) {
    line_word w = line_word_next(&rest);
    const char *after = rest;
    bool on = line_word_is(w, "on");
    if ((on || line_word_is(w, "off")) && !line_word_next(&after).len) {
        atomic_store(&s->debug, on);
        return;
    }
    error e;
    (void)error_set(&e, ST_BAD_SYNTAX, "debug takes on or off");
    char word[LINE_WORD_SIZE];
    line_word_copy(w, word);
    if (w.len) error_arg(&e, word);
    responder_error(v, &e, "debug", w.len ? 1 : -1);
}

void cmd_end_of_lines(session *s) {
    s->ended = true;
    s->closing = true;
    (void)cnd_broadcast(&s->changed);
}

void cmd_quit(session *s, const responder *v, const char *rest) {
    (void)v;
    (void)rest;
    (void)mtx_lock(&s->lock);
    (void)worker_stop(s);
    line_queue_quit(&s->lines, true);
    cmd_end_of_lines(s);
    (void)mtx_unlock(&s->lock);
}
