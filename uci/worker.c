#include <stdlib.h>

#include "engine/base/memory.h"
#include "uci/session_state.h"

/* The worker thread of a session: one task at a time. The reader hands a task over under the lock;
 * the session is idle again *before* the last line of the answer leaves, so a client that reacts to
 * `bestmove` never meets `busy`. */

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
    bool busy = s->busy;
    (void)mtx_unlock(&s->lock);
    return busy;
}

status worker_begin(session *s, task *t, error *err) {
    (void)mtx_lock(&s->lock);
    status st = ST_OK;
    if (s->busy) {
        st = error_set(err, ST_BUSY, "a search is running: stop it first");
    } else {
        search_prepare(s->search, t->question.limits.ponder);
        atomic_store(&s->stop, false);
        s->task = t;
        s->busy = true;
        s->unfinished++;
        (void)cnd_broadcast(&s->changed);
    }
    (void)mtx_unlock(&s->lock);
    if (st != ST_OK) task_done(t);
    return st;
}

void worker_stop(session *s) {
    (void)mtx_lock(&s->lock);
    if (s->busy) {
        atomic_store(&s->stop, true);
        search_stop(s->search);
        (void)cnd_broadcast(&s->changed);
    }
    (void)mtx_unlock(&s->lock);
}

void become_idle(session *s) {
    (void)mtx_lock(&s->lock);
    s->busy = false;
    s->task = NULL;
    (void)cnd_broadcast(&s->changed);
    (void)mtx_unlock(&s->lock);
}

/* A search of a finished root under `infinite` or `ponder`: nothing to do but to wait. */
static void wait_for_stop(session *s, const task *t) {
    (void)mtx_lock(&s->lock);
    while (!atomic_load(&s->stop)) (void)cnd_wait(&s->changed, &s->lock);
    (void)mtx_unlock(&s->lock);
    become_idle(s);
    say(&t->voice, "bestmove (none)");
}

void worker_ponderhit(session *s) {
    (void)mtx_lock(&s->lock);
    bool pondering = s->busy && s->task->question.limits.ponder;
    bool finished = pondering && s->task->kind == TASK_NONE;
    (void)mtx_unlock(&s->lock);
    if (finished)
        worker_stop(s);
    else if (pondering)
        search_ponderhit(s->search);
}

static void listen(void *ctx, const search_report *r) {
    info_report(ctx, r);
}

static void run_go(session *s, task *t) {
    search_answer answer;
    error failure;
    status st = search_run(s->search, &t->question, listen, t, &answer, &failure);
    become_idle(s);
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
    become_idle(s);
    if (st != ST_OK) {
        say_error(&t->voice, &failure, "perft", -1);
        return;
    }
    say_free(&t->voice, "perft", "");
    char room[64];
    text out = text_over(room, sizeof room);
    text_format(&out, "Nodes searched: %llu", (unsigned long long)result.nodes);
    say_free(&t->voice, "perft", room);
    if (!t->perft.unique) return;
    text_clear(&out);
    text_format(&out, "Unique keys: %llu", (unsigned long long)result.unique);
    say_free(&t->voice, "perft", room);
}

static void run_bench(session *s, task *t) {
    error failure;
    fingerprint f;
    const game *single[] = {t->bench_game, NULL};
    game_list all = s->config.bench ? s->config.bench : s->config.games;
    game_list games = t->bench_game ? single : all;
    status st = fingerprint_run(s->search, games, t->question.kind, &t->bench, &f, &failure);
    if (st == ST_OK && atomic_load(&s->stop))
        st = error_set(&failure, ST_STOPPED, "the bench was stopped");
    become_idle(s);
    if (st != ST_OK) {
        say_error(&t->voice, &failure, "bench", -1);
        return;
    }
    char room[64];
    text out = text_over(room, sizeof room);
    text_format(&out, "Nodes searched: %llu", (unsigned long long)f.nodes);
    say_free(&t->voice, "bench", room);
    text_clear(&out);
    text_format(&out, "Nodes/second: %.0f", f.seconds > 0 ? (double)f.nodes / f.seconds : 0);
    say_free(&t->voice, "bench", room);
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
        task_done(t);
        (void)mtx_lock(&s->lock);
        s->unfinished--;
        (void)cnd_broadcast(&s->changed);
    }
    (void)mtx_unlock(&s->lock);
    return 0;
}
