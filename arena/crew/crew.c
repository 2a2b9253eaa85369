#include "arena/crew/crew.h"

#include <assert.h>
#include <stdatomic.h>

#include "arena/crew/crew_queue.h"
#include "arena/crew/crew_ranks.h"
#include "engine/base/memory.h"
#include "engine/base/threads.h"
#include "search/pool.h"

enum { AHEAD = 16 }; /* results that may wait for each slot */

struct crew {
    crew_plan plan;
    atomic_bool stopping;
    crew_ranks *ranks; /* NULL: threads */
    uint32_t id;       /* of the task there */
    pool *threads;     /* NULL: the caller's */

    mtx_t lock; /* guards everything below, and `take` */
    cnd_t moved;
    crew_queue queue;
    bool enough;
    status failure;
    error why;
};

bool crew_uses_ranks(void) {
    return crew_ranks_own() != NULL;
}

int crew_size(const crew *c) {
    return c->plan.slots * (c->ranks ? crew_ranks_count(c->ranks) : 1);
}

status crew_create(crew **out, const crew_plan *p, error *err) {
    crew_ranks *ranks = p->task ? crew_ranks_own() : NULL;
    assert(p->slots > 0 && p->take && (p->work || ranks));
    *out = NULL;
    crew *c = mem_alloc(sizeof *c);
    if (!c) return error_set(err, ST_NOMEM, "no memory for the crew");
    c->plan = *p;
    atomic_init(&c->stopping, false);
    (void)mtx_init(&c->lock, mtx_plain);
    (void)cnd_init(&c->moved);
    status st = ST_OK;
    if (ranks)
        st = crew_ranks_open(ranks, &c->plan, &c->id, err);
    else if (p->slots > 1 && pool_create(&c->threads, p->slots) != ST_OK)
        st = error_set(err, ST_NOMEM, "no threads can be started");
    if (st == ST_OK) {
        c->ranks = ranks;
        *out = c;
    } else {
        crew_destroy(c);
    }
    return st;
}

void crew_destroy(crew *c) {
    if (!c) return;
    if (c->ranks) crew_ranks_close(c->ranks, c->id);
    pool_destroy(c->threads);
    cnd_destroy(&c->moved);
    mtx_destroy(&c->lock);
    mem_free(c);
}

void crew_stop(crew *c) {
    atomic_store(&c->stopping, true);
    (void)mtx_lock(&c->lock);
    (void)cnd_broadcast(&c->moved);
    (void)mtx_unlock(&c->lock);
    if (c->plan.stop && !c->ranks) c->plan.stop(c->plan.ctx);
}

/* --- threads; all of this under the lock --- */

static bool over(const crew *c) {
    return c->enough || c->failure != ST_OK || atomic_load(&c->stopping);
}

/* Ends the work of the others. */
static void end_work(crew *c) {
    (void)cnd_broadcast(&c->moved);
    (void)mtx_unlock(
        &c->lock); /* `stop` may take locks that are held where crew_stop() is called */
    if (c->plan.stop) c->plan.stop(c->plan.ctx);
    (void)mtx_lock(&c->lock);
}

static void fail(crew *c, status st, const error *why) {
    if (c->failure == ST_OK) {
        c->failure = st;
        c->why = *why;
    }
}

/* Takes what is finished and in turn. */
static void flush(crew *c) {
    text result;
    uint64_t number;
    error err;
    while (!over(c) && crew_queue_take(&c->queue, &number, &result)) {
        crew_bytes bytes = {text_string(&result), result.len};
        status st = c->plan.take(c->plan.ctx, number, bytes, &c->enough, &err);
        text_done(&result);
        if (st != ST_OK) fail(c, st, &err);
        (void)cnd_broadcast(&c->moved);
    }
}

static bool next_job(crew *c, uint64_t *number) {
    while (!over(c) && !crew_queue_begun(&c->queue)) {
        if (crew_queue_begin(&c->queue, number)) return true;
        (void)cnd_wait(&c->moved, &c->lock);
    }
    return false;
}

static void slot_main(void *ctx, int slot) {
    crew *c = ctx;
    uint64_t number;
    (void)mtx_lock(&c->lock);
    while (next_job(c, &number)) {
        (void)mtx_unlock(&c->lock);
        text result = text_growing();
        error err;
        crew_job job = {.slot = slot, .number = number};
        status st = c->plan.work(c->plan.ctx, &job, &result, &err);
        if (st == ST_OK && result.cut) st = error_set(&err, ST_NOMEM, "no memory for a result");
        (void)mtx_lock(&c->lock);
        if (st == ST_OK && !over(c)) {
            crew_queue_put(&c->queue, number, &result);
            flush(c);
            if (over(c)) end_work(c);
            continue;
        }
        text_done(&result);
        if (st == ST_OK || (st == ST_STOPPED && over(c))) continue;
        fail(c, st, &err);
        end_work(c);
    }
    (void)mtx_unlock(&c->lock);
}

static status run_threads(crew *c, uint64_t first, uint64_t end, error *err) {
    c->enough = false;
    c->failure = ST_OK;
    if (crew_queue_init(&c->queue, first, end, (uint64_t)c->plan.slots * AHEAD) != ST_OK)
        return error_set(err, ST_NOMEM, "no memory for the crew");
    if (c->threads) {
        pool_start(c->threads, slot_main, c);
        (void)pool_wait(c->threads, -1);
    } else {
        slot_main(c, 0);
    }
    crew_queue_done(&c->queue);
    if (c->failure != ST_OK && c->failure != ST_STOPPED) {
        if (err) *err = c->why;
        return c->failure;
    }
    if (c->enough || !over(c)) return ST_OK;
    return error_set(err, ST_STOPPED, "stopped");
}

status crew_run(crew *c, uint64_t first, uint64_t end, error *err) {
    assert(first <= end);
    if (atomic_load(&c->stopping)) return error_set(err, ST_STOPPED, "stopped");
    if (first == end) return ST_OK;
    if (!c->ranks) return run_threads(c, first, end, err);
    crew_ranks_run run = {&c->plan, c->id, first, end, &c->stopping};
    return crew_ranks_do(c->ranks, &run, err);
}
