#define _POSIX_C_SOURCE 200809L
#include "uci/session.h"

#include <assert.h>
#include <poll.h>
#include <sys/stat.h>

#include "engine/base/memory.h"
#include "uci/commands/cmd.h"
#include "uci/core/safe.h"
#include "uci/core/worker.h"
#include "uci/intake.h"
#include "uci/lines/line_reader.h"
#include "uci/obey.h"

enum { POLL_MS = 100 };

/* --- create and destroy --- */

static status set_start(session *s, error *err) {
    s->game = game_keep(game_find(s->config.games, uci_options_word(&s->options, OPT_GAME)));
    weights_init(&s->weights, s->game);
    params p = params_default();
    status st = position_start(&s->position, s->game, &p, SEAT_ALL, err);
    if (st == ST_OK) position_allow(s->position, SESSION_ALLOWS);
    return st;
}

static status start_threads(session *s, error *err) {
    s->worker_runs = thrd_create(&s->worker, worker_main, s) == thrd_success;
    s->obeyer_runs = s->worker_runs && thrd_create(&s->obeyer, obey_main, s) == thrd_success;
    return s->obeyer_runs ? ST_OK : error_set(err, ST_NOMEM, "no thread for a session");
}

status session_create(session **out, const session_config *config, output *o, error *err) {
    *out = NULL;
    session *s = mem_alloc(sizeof *s);
    if (!s) return error_set(err, ST_NOMEM, "no memory for a session");
    s->config = *config;
    s->out = o;
    s->responder = (responder){.out = o, .json = config->json};
    if (config->json) s->responder.dialect = DIALECT_MGI;
    atomic_init(&s->dialect, s->responder.dialect);
    s->unset_because = "no position has been set";
    (void)mtx_init(&s->lock, mtx_plain);
    (void)cnd_init(&s->changed);
    uci_options_init(&s->options, config->games, config->book);
    s->options.search.number[OPT_ALLOW_NATIVE] = config->allow_native && !config->safe;
    if (config->safe) safe_options(&s->options);
    status st = set_start(s, err);
    if (st == ST_OK && line_queue_init(&s->lines) != ST_OK)
        st = error_set(err, ST_NOMEM, "no memory for a queue of lines");
    if (st == ST_OK && search_create(&s->search) != ST_OK)
        st = error_set(err, ST_NOMEM, "no memory for a search");
    if (st == ST_OK) st = start_threads(s, err);
    if (st != ST_OK) {
        session_destroy(s);
        return st;
    }
    *out = s;
    return ST_OK;
}

static void end_worker(session *s) {
    (void)mtx_lock(&s->lock);
    s->ending = true;
    (void)cnd_broadcast(&s->changed);
    (void)mtx_unlock(&s->lock);
    (void)thrd_join(s->worker, NULL);
}

void session_destroy(session *s) {
    if (!s) return;
    if (s->obeyer_runs) {
        cmd_quit(s, NULL, "");
        (void)thrd_join(s->obeyer, NULL);
    }
    cmd_analyze_end(s->analysis);
    if (s->jobs) s->config.jobs->destroy(s->jobs);
    if (s->worker_runs) end_worker(s);
    search_destroy(s->search);
    position_destroy(s->position);
    game_let_go(s->game);
    line_queue_line_done(&s->heredoc.line);
    line_queue_done(&s->lines);
    cnd_destroy(&s->changed);
    mtx_destroy(&s->lock);
    mem_free(s);
}

/* --- lines --- */

bool session_line(session *s, const char *line) {
    return intake_line(s, line);
}

void session_bad_line(session *s, status code, const char *why, const char *head) {
    assert(code != ST_OK && why && head);
    intake_bad_line(s, code, why, head);
}

bool session_full(session *s) {
    (void)mtx_lock(&s->lock);
    bool full = line_queue_full(&s->lines);
    (void)mtx_unlock(&s->lock);
    return full;
}

/* --- waiting --- */

/* Whether all lines are obeyed and their work is done. */
static bool is_idle(const session *s) {
    return !s->lines.count && !s->lines.obeying && s->state == WORK_IDLE;
}

void session_wait(session *s) {
    (void)mtx_lock(&s->lock);
    while (!is_idle(s)) (void)cnd_wait(&s->changed, &s->lock);
    (void)mtx_unlock(&s->lock);
    cmd_analyze_wait(s->analysis);
    if (s->jobs) s->config.jobs->wait(s->jobs);
}

void session_catch_up(session *s) {
    (void)mtx_lock(&s->lock);
    while (s->lines.obeying || s->state == WORK_ANSWERS || line_queue_ready(&s->lines, s->state))
        (void)cnd_wait(&s->changed, &s->lock);
    (void)mtx_unlock(&s->lock);
}

/* --- a file of lines --- */

/* No word will come that is not there already: the other end is closed, or it is a plain file. */
static bool is_complete(int fd) {
    struct stat about;
    struct pollfd p = {.fd = fd, .events = POLLIN};
    if (fstat(fd, &about) == 0 && S_ISREG(about.st_mode)) return true;
    return poll(&p, 1, 0) > 0 && (p.revents & (POLLHUP | POLLERR));
}

/* Waits a while for a place in a full queue. A search that only a word of the client ends would
 * keep it full for ever where no such word can be read: as the end of input would stop it, it is
 * stopped before. */
static void wait_for_place(session *s, int fd) {
    bool complete = is_complete(fd);
    (void)mtx_lock(&s->lock);
    if (line_queue_full(&s->lines)) {
        if (complete) worker_stop_search(s, true);
        thread_wait_ms(&s->changed, &s->lock, POLL_MS);
    }
    (void)mtx_unlock(&s->lock);
}

/* Takes in one line, if there is one; false after the last. */
static bool take_line(session *s, line_reader *r) {
    switch (line_reader_next(r, POLL_MS)) {
    case LINE_READ:
        /* An empty line says nothing, but counts in a text. */
        return session_line(s, text_string(&r->line));
    case LINE_TOO_LONG:
        session_bad_line(s, ST_BAD_LINE, "a line has at most 1048576 bytes", r->head);
        return true;
    case LINE_HAS_NUL:
        session_bad_line(s, ST_BAD_LINE, "a NUL byte in the line", r->head);
        return true;
    case LINE_NO_MEMORY:
        session_bad_line(s, ST_NOMEM, "no memory for the line", r->head);
        return true;
    case LINE_NOTHING_YET:
        return true;
    case LINE_END:
        break;
    }
    intake_end(s);
    return false;
}

/* Waits until the last answer has been given. When it cannot be read any more there is nothing to
 * wait for. */
static void wait_for_answers(session *s, output *o) {
    (void)mtx_lock(&s->lock);
    while (!s->drained || s->state != WORK_IDLE) {
        if (output_broken(o)) {
            line_queue_clear(&s->lines);
            line_queue_quit(&s->lines, true);
            (void)worker_stop(s);
            (void)cnd_broadcast(&s->changed);
        }
        thread_wait_ms(&s->changed, &s->lock, POLL_MS);
    }
    (void)mtx_unlock(&s->lock);
}

int session_loop(session *s, output *o, int fd) {
    line_reader *r = mem_alloc(sizeof *r);
    if (!r) return 70;
    line_reader_init(r, fd);
    for (bool on = true; on && !output_broken(o);) {
        if (session_full(s))
            wait_for_place(s, fd);
        else
            on = take_line(s, r);
    }
    if (!s->ended) cmd_quit(s, NULL, ""); /* the other side has left */
    wait_for_answers(s, o);
    line_reader_done(r);
    mem_free(r);
    return 0;
}
