#include "uci/core/worker.h"

#include <assert.h>

/* With the lock: there is a task exactly while one is under way. */
static FOR_ASSERT bool is_sound(const session *s) {
    return (s->state == WORK_IDLE) == (s->task == NULL) && s->lines.count <= LINE_QUEUE_MAX &&
           (!s->drained || s->closing);
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
    assert(is_sound(s));
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
    assert(t->run);
    (void)mtx_lock(&s->lock);
    assert(s->state == WORK_IDLE && !s->task && s->lines.obeying);
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
    assert(s->state == WORK_RUNS && s->task);
    s->state = WORK_ANSWERS;
    (void)mtx_unlock(&s->lock);
}

void worker_wait_stop(session *s) {
    (void)mtx_lock(&s->lock);
    while (!atomic_load(&s->stop)) (void)cnd_wait(&s->changed, &s->lock);
    assert(s->state == WORK_RUNS && s->task);
    s->state = WORK_ANSWERS;
    (void)mtx_unlock(&s->lock);
}

int worker_main(void *session_pointer) {
    session *s = session_pointer;
    (void)mtx_lock(&s->lock);
    for (;;) {
        while (!s->task && !s->ending) (void)cnd_wait(&s->changed, &s->lock);
        if (!s->task) break;
        task *t = s->task;
        assert(s->state == WORK_RUNS);
        (void)mtx_unlock(&s->lock);
        t->run(s, t);
        task_done(t); /* which answers: no other thread looks at it any more */
        (void)mtx_lock(&s->lock);
        assert(s->state == WORK_ANSWERS && s->task == t);
        s->task = NULL;
        s->state = WORK_IDLE;
        (void)cnd_broadcast(&s->changed);
    }
    (void)mtx_unlock(&s->lock);
    return 0;
}
