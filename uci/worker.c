#include <assert.h>
#include <stdlib.h>

#include "engine/base/memory.h"
#include "uci/session_state.h"

/* The worker thread of a session: one task at a time, handed over under the lock by the thread that
 * obeys lines. A task runs, then answers, and the session is idle after its last line: so answers
 * come in the order of their questions. */

void task_done(task *t) {
    if (!t) return;
    position_destroy(t->root);
    mem_free(t->only);
    text_done(&t->check_name);
    text_done(&t->check_text);
    mem_free(t);
}

bool worker_busy(session *s) {
    (void)mtx_lock(&s->lock);
    bool busy = s->state != WORK_IDLE;
    (void)mtx_unlock(&s->lock);
    return busy;
}

/* A search that nothing but a word of the client ends. */
static bool is_endless(const task *t) {
    return t->kind == TASK_NONE || t->question.limits.infinite || t->question.limits.ponder;
}

bool worker_stop(session *s) {
    if (s->state != WORK_RUNS) return false;
    atomic_store(&s->stop, true);
    search_stop(s->search);
    (void)cnd_broadcast(&s->changed);
    return true;
}

void worker_stop_search(session *s, bool only_endless) {
    if (s->state != WORK_RUNS) return;
    bool searches = s->task->kind == TASK_GO || s->task->kind == TASK_NONE;
    if (searches && (!only_endless || is_endless(s->task))) (void)worker_stop(s);
}

void worker_ponderhit(session *s) {
    if (s->state != WORK_RUNS || !s->task->question.limits.ponder) return;
    if (s->task->kind == TASK_NONE)
        (void)worker_stop(s);
    else
        search_ponderhit(s->search);
}

void worker_begin(session *s, task *t) {
    (void)mtx_lock(&s->lock);
    assert(s->state == WORK_IDLE && !s->task);
    waiting_line *line = &s->lines.current;
    bool hit = line->hit && t->question.limits.ponder;
    if (hit) t->question.limits.ponder = false;
    search_prepare(s->search, t->question.limits.ponder);
    atomic_store(&s->stop, false);
    s->task = t;
    s->state = WORK_RUNS;
    if (line->stopped || line->dropped || (hit && t->kind == TASK_NONE)) (void)worker_stop(s);
    line->work = WORK_NONE; /* from here on it is the worker's to stop */
    (void)cnd_broadcast(&s->changed);
    (void)mtx_unlock(&s->lock);
}

void worker_answers(session *s) {
    (void)mtx_lock(&s->lock);
    s->state = WORK_ANSWERS;
    (void)mtx_unlock(&s->lock);
}

/* A search of a finished root under `infinite` or `ponder`: nothing to do but to wait. */
static void wait_for_stop(session *s, const task *t) {
    (void)mtx_lock(&s->lock);
    while (!atomic_load(&s->stop)) (void)cnd_wait(&s->changed, &s->lock);
    s->state = WORK_ANSWERS;
    (void)mtx_unlock(&s->lock);
    say(&t->voice, "bestmove (none)");
}

static void listen(void *ctx, const search_report *r) {
    info_report(ctx, r);
}

static void run_go(session *s, task *t) {
    search_answer answer;
    error failure;
    status st = search_run(s->search, &t->question, listen, t, &answer, &failure);
    worker_answers(s);
    info_answer(t, &answer, st == ST_OK ? NULL : &failure);
}

static void divide(void *ctx, const char *event, uint64_t nodes) {
    task *t = ctx;
    char room[GAME_TOKEN_ROOM + 32];
    text out = text_over(room, sizeof room);
    text_format(&out, "%s: %llu", event, (unsigned long long)nodes);
    say_free(&t->voice, "perft", room);
}

static void run_perft(session *s, task *t) {
    perft_result result;
    error failure;
    t->perft.stop = &s->stop;
    status st = perft_run(t->root, &t->perft, divide, t, &result, &failure);
    worker_answers(s);
    if (st != ST_OK) {
        say_error(&t->voice, &failure, "perft", -1);
        return;
    }
    say_free(&t->voice, "perft", "");
    char room[64];
    text out = text_over(room, sizeof room);
    text_format(&out, "Nodes searched: %llu", (unsigned long long)result.nodes);
    say_free(&t->voice, "perft", room);
    if (t->perft.unique) {
        text_clear(&out);
        text_format(&out, "Unique keys: %llu", (unsigned long long)result.unique);
        say_free(&t->voice, "perft", room);
    }
    say_free(&t->voice, "perft", ""); /* the end, for those who read up to it */
}

static void run_bench(session *s, task *t) {
    error failure;
    fingerprint f;
    const game *single[] = {t->bench_game, NULL};
    game_list all = s->config.bench ? s->config.bench : s->config.games;
    game_list games = t->bench_game ? single : all;
    status st = fingerprint_run(s->search, games, t->question.kind, &t->bench, &f, &failure);
    if (st == ST_OK && atomic_load(&s->stop))
        st = error_set(&failure, ST_STOPPED, "the %s was stopped", t->bench_name);
    worker_answers(s);
    if (st != ST_OK) {
        say_error(&t->voice, &failure, t->bench_name, -1);
        return;
    }
    char room[64];
    text out = text_over(room, sizeof room);
    text_format(&out, "Nodes searched: %llu", (unsigned long long)f.nodes);
    say_free(&t->voice, t->bench_name, room);
    text_clear(&out);
    double seconds = t->bench.book ? f.wall : f.seconds;
    text_format(&out, "Nodes/second: %.0f", seconds > 0 ? (double)f.nodes / seconds : 0);
    say_free(&t->voice, t->bench_name, room);
}

int worker_main(void *session_pointer) {
    session *s = session_pointer;
    (void)mtx_lock(&s->lock);
    for (;;) {
        while (!s->task && !s->ending) (void)cnd_wait(&s->changed, &s->lock);
        if (!s->task) break;
        task *t = s->task;
        (void)mtx_unlock(&s->lock);
        switch (t->kind) {
        case TASK_GO:
            run_go(s, t);
            break;
        case TASK_PERFT:
            run_perft(s, t);
            break;
        case TASK_BENCH:
            run_bench(s, t);
            break;
        case TASK_CHECK:
            run_check(s, t);
            break;
        case TASK_NONE:
            wait_for_stop(s, t);
            break;
        }
        task_done(t); /* which answers: no other thread looks at it any more */
        (void)mtx_lock(&s->lock);
        s->task = NULL;
        s->state = WORK_IDLE;
        (void)cnd_broadcast(&s->changed);
    }
    (void)mtx_unlock(&s->lock);
    return 0;
}
