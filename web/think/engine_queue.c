#include "web/think/engine_queue.h"

#include <limits.h>

#include "engine/base/clock.h"
#include "engine/base/hash.h"
#include "engine/base/memory.h"
#include "engine/base/threads.h"
#include "web/think/think_task.h"

/* Start-time fair queueing: every asker has a count of the milliseconds of threads it has used,
 * and begins with the smallest count of those present, so that a newcomer is neither first for
 * long nor last. A count is forgotten with the asker's last job.
 *
 * `free` threads are handed out in whole jobs. What is chosen next and does not fit yet waits for
 * threads to come back, and nothing of the same kind overtakes it: else wide jobs would never run. */

enum { MAX_WAITING = 512, MAX_EACH = 32, MAX_REVIEWS = 3, TURN_MS = 10000, SEAT_HASTE = 10 };

typedef struct asker {
    struct asker *next;
    uint64_t id;
    int64_t used_ms;
    int jobs;
} asker;

struct engine_queue {
    think_place where;
    int turn_ms;
    uint64_t salt;
    mtx_t lock;   /* guards all that follows */
    cnd_t change; /* anything at all */
    think_task *tasks;
    asker *askers;
    search **idle; /* searches that are not in use */
    int idle_count;
    int free; /* threads */
    int low;  /* of those in use: by analyses and reviews */
    int waiting, reviews;
    uint64_t last_id;
    bool ending;
    thrd_t *worker;
    int workers;
};

static status no_memory(error *err) {
    return error_set(err, ST_NOMEM, "no memory for the engine queue");
}

/* --- askers --- */

static asker *find_asker(engine_queue *q, uint64_t id) {
    asker *a = q->askers;
    while (a && a->id != id) a = a->next;
    return a;
}

static asker *meet_asker(engine_queue *q, uint64_t id) {
    asker *a = find_asker(q, id);
    if (a) return a;
    a = mem_alloc(sizeof *a);
    if (!a) return NULL;
    int64_t least = q->askers ? INT64_MAX : 0;
    for (const asker *b = q->askers; b; b = b->next)
        if (b->used_ms < least) least = b->used_ms;
    *a = (asker){.next = q->askers, .id = id, .used_ms = least};
    q->askers = a;
    return a;
}

static void leave_asker(engine_queue *q, asker *a) {
    if (--a->jobs > 0) return;
    asker **at = &q->askers;
    while (*at != a) at = &(*at)->next;
    *at = a->next;
    mem_free(a);
}

/* --- who is next --- */

static bool is_low(const think_task *t) {
    return t->job.kind != THINK_SEAT;
}

/* The threads that analyses and reviews may use together. */
static int low_threads(const engine_queue *q) {
    return q->where.threads > 1 ? q->where.threads - 1 : 1;
}

static bool fits(const engine_queue *q, const think_task *t) {
    return t->threads <= q->free && (!is_low(t) || q->low + t->threads <= low_threads(q));
}

static bool before(const think_task *a, const think_task *b) {
    if (a->job.kind != b->job.kind) return a->job.kind < b->job.kind;
    if (a->asker->used_ms != b->asker->used_ms) return a->asker->used_ms < b->asker->used_ms;
    return a->id < b->id;
}

static bool may_begin(const engine_queue *q, const think_task *t) {
    if (t->state == TASK_PAUSES) return true;
    return t->state == TASK_WAITS &&
           (t->job.kind != THINK_REVIEW || q->reviews < MAX_REVIEWS || atomic_load(&t->stop));
}

/* The best of those that wait or pause; NULL: there is none. */
static think_task *best_waiting(const engine_queue *q) {
    think_task *best = NULL;
    for (think_task *t = q->tasks; t; t = t->next) {
        if (!may_begin(q, t)) continue;
        if (atomic_load(&t->stop)) return t; /* it ends at once, and needs no thread */
        if (!best || before(t, best)) best = t;
    }
    return best;
}

/* The one whose turn it is now. Seats that fit need not wait for others that do not. */
static think_task *next_task(const engine_queue *q) {
    think_task *t = best_waiting(q);
    return t && (atomic_load(&t->stop) || fits(q, t)) ? t : NULL;
}

static void take_threads(engine_queue *q, think_task *t) {
    q->free -= t->threads;
    if (is_low(t)) q->low += t->threads;
    t->state = TASK_RUNS;
    t->since_ms = clock_now_ms();
}

static void return_threads(engine_queue *q, think_task *t) {
    q->free += t->threads;
    if (is_low(t)) q->low -= t->threads;
    t->asker->used_ms += (clock_now_ms() - t->since_ms + 1) * t->threads;
    (void)cnd_broadcast(&q->change);
}

/* --- making way --- */

/* One of another asker that would go first and has no thread; NULL: none. */
static const think_task *kept_waiting(const engine_queue *q, const think_task *t) {
    const think_task *other = best_waiting(q);
    bool first = other && other->job.kind <= t->job.kind && other->asker != t->asker;
    return first && !fits(q, other) ? other : NULL;
}

static bool turn_is_over(void *queue, think_task *t) {
    engine_queue *q = queue;
    (void)mtx_lock(&q->lock);
    const think_task *other = kept_waiting(q, t);
    int turn_ms = other && !is_low(other) ? q->turn_ms / SEAT_HASTE : q->turn_ms;
    bool over = other && clock_now_ms() - t->since_ms >= turn_ms;
    (void)mtx_unlock(&q->lock);
    return over;
}

static void step_aside(void *queue, think_task *t) {
    engine_queue *q = queue;
    (void)mtx_lock(&q->lock);
    if (!atomic_load(&t->stop) && kept_waiting(q, t)) {
        t->state = TASK_PAUSES;
        return_threads(q, t);
        while (next_task(q) != t) (void)cnd_wait(&q->change, &q->lock);
        take_threads(q, t);
        (void)cnd_broadcast(&q->change); /* another may fit, too */
    }
    (void)mtx_unlock(&q->lock);
}

/* --- working --- */

static void unlink_task(engine_queue *q, think_task *t) {
    think_task **at = &q->tasks;
    while (*at != t) at = &(*at)->next;
    *at = t->next;
    leave_asker(q, t->asker);
    (void)cnd_broadcast(&q->change);
}

static search *take_search(engine_queue *q) {
    return q->idle_count ? q->idle[--q->idle_count] : NULL;
}

static void give_search(engine_queue *q, search *s, bool *keep) {
    *keep = s && q->idle_count < q->where.threads;
    if (*keep) q->idle[q->idle_count++] = s;
}

/* Without the lock. */
static void carry_out(engine_queue *q, think_task *t, search **s) {
    if (!t->outside && !*s) (void)search_create(s);
    if (!t->outside && !*s) {
        error e;
        (void)no_memory(&e);
        if (t->job.done) t->job.done(t->job.ctx, NULL, NULL, NULL, &e);
        return;
    }
    if (*s) search_forget(*s); /* another's game */
    think_task_run(t, &q->where, *s);
}

/* With the lock, which is given up meanwhile. */
static void work_on(engine_queue *q, think_task *t) {
    bool dropped = atomic_load(&t->stop);
    bool reviews = t->job.kind == THINK_REVIEW && !dropped;
    q->waiting--;
    search *s = dropped ? NULL : take_search(q);
    if (dropped)
        t->state = TASK_ENDS;
    else
        take_threads(q, t);
    if (reviews) q->reviews++;
    (void)mtx_unlock(&q->lock);
    if (dropped)
        think_task_drop(t);
    else
        carry_out(q, t, &s);
    (void)mtx_lock(&q->lock);
    bool keep;
    give_search(q, s, &keep);
    if (!dropped) return_threads(q, t);
    if (reviews) q->reviews--;
    unlink_task(q, t);
    (void)mtx_unlock(&q->lock);
    if (!keep) search_destroy(s);
    think_task_destroy(t);
    (void)mtx_lock(&q->lock);
}

/* The next one to begin; NULL when all is over. One that pauses has a thread of its own, which takes
 * its turn. */
static think_task *await_task(engine_queue *q) {
    while (!q->ending || q->tasks) {
        think_task *t = next_task(q);
        if (t && t->state == TASK_WAITS) return t;
        (void)cnd_wait(&q->change, &q->lock);
    }
    return NULL;
}

static int work(void *queue) {
    engine_queue *q = queue;
    think_task *t;
    (void)mtx_lock(&q->lock);
    while ((t = await_task(q))) work_on(q, t);
    (void)mtx_unlock(&q->lock);
    return 0;
}

/* --- create and destroy --- */

static status start_workers(engine_queue *q, error *err) {
    /* Reviews that pause keep theirs, and one is there for jobs that end before they began. */
    int wanted = q->where.threads + MAX_REVIEWS + 1;
    q->worker = mem_alloc((size_t)wanted * sizeof *q->worker);
    q->idle = mem_alloc((size_t)q->where.threads * sizeof(search *));
    if (!q->worker || !q->idle) return no_memory(err);
    while (q->workers < wanted) {
        if (thrd_create(&q->worker[q->workers], work, q) != thrd_success)
            return error_set(err, ST_NOMEM, "no thread for the engine queue");
        q->workers++;
    }
    return ST_OK;
}

status engine_queue_create(engine_queue **out, const engine_queue_setup *setup, error *err) {
    engine_queue *q = mem_alloc(sizeof *q);
    *out = NULL;
    if (!q) return no_memory(err);
    q->where = (think_place){.book = setup->book, .games = setup->games};
    q->where.threads = q->free = setup->threads > 0 ? setup->threads : 1;
    q->where.hash_mb = setup->hash_mb > 0 ? setup->hash_mb : 1;
    q->turn_ms = setup->turn_ms > 0 ? setup->turn_ms : TURN_MS;
    q->salt = hash_mix((uint64_t)clock_now_ns());
    bool locked = mtx_init(&q->lock, mtx_plain) == thrd_success;
    bool waits = locked && cnd_init(&q->change) == thrd_success;
    if (!waits) {
        if (locked) mtx_destroy(&q->lock);
        mem_free(q);
        return no_memory(err);
    }
    status st = outside_seats_create(&q->where.outside, setup->engines, setup->games, setup->book);
    st = st == ST_OK ? start_workers(q, err) : no_memory(err);
    if (st == ST_OK)
        *out = q;
    else
        engine_queue_destroy(q);
    return st;
}

static void cancel_all(engine_queue *q) {
    (void)mtx_lock(&q->lock);
    q->ending = true;
    for (think_task *t = q->tasks; t; t = t->next) {
        atomic_store(&t->cancelled, true);
        think_task_stop(t);
    }
    (void)cnd_broadcast(&q->change);
    (void)mtx_unlock(&q->lock);
}

void engine_queue_destroy(engine_queue *q) {
    if (!q) return;
    cancel_all(q);
    for (int i = 0; i < q->workers; i++) (void)thrd_join(q->worker[i], NULL);
    while (q->idle_count) search_destroy(q->idle[--q->idle_count]);
    outside_seats_destroy(q->where.outside);
    cnd_destroy(&q->change);
    mtx_destroy(&q->lock);
    mem_free((void *)q->idle);
    mem_free(q->worker);
    mem_free(q);
}

/* --- jobs --- */

static status check_room(engine_queue *q, uint64_t who, error *err) {
    int own = 0;
    for (const think_task *t = q->tasks; t; t = t->next) own += t->asker->id == who;
    if (q->ending) return error_set(err, ST_STOPPED, "the server stops");
    if (own >= MAX_EACH || q->waiting >= MAX_WAITING)
        return error_set(err, ST_BUSY, "too much is being thought about: try again later");
    return ST_OK;
}

/* With the lock: takes the task over unless it fails. */
static status put_task(engine_queue *q, think_task *t, error *err) {
    status st = check_room(q, t->job.asker, err);
    if (st != ST_OK) return st;
    t->asker = meet_asker(q, t->job.asker);
    if (!t->asker) return no_memory(err);
    t->asker->jobs++;
    t->id = ++q->last_id;
    if (!t->ask.options.seed)
        t->ask.options.seed = t->job.kind == THINK_SEAT ? hash_mix(q->salt ^ t->id) | 1 : 1;
    think_task **at = &q->tasks;
    while (*at) at = &(*at)->next;
    *at = t;
    q->waiting++;
    (void)cnd_broadcast(&q->change);
    return ST_OK;
}

status engine_queue_add(engine_queue *q, const think_job *job, uint64_t *id, error *err) {
    think_task *t;
    *id = 0;
    status st = think_task_create(&t, &q->where, job, err);
    if (st != ST_OK) return st;
    if (is_low(t) && t->threads > low_threads(q))
        t->threads = t->ask.options.threads = low_threads(q);
    t->pause = step_aside;
    t->yields = turn_is_over;
    t->queue = q;
    (void)mtx_lock(&q->lock);
    st = put_task(q, t, err);
    if (st == ST_OK) *id = t->id;
    (void)mtx_unlock(&q->lock);
    if (st != ST_OK) think_task_destroy(t);
    return st;
}

static think_task *find_task(const engine_queue *q, uint64_t id) {
    think_task *t = q->tasks;
    while (t && t->id != id) t = t->next;
    return t;
}

void engine_queue_cancel(engine_queue *q, uint64_t id) {
    (void)mtx_lock(&q->lock);
    think_task *t = find_task(q, id);
    if (t) {
        atomic_store(&t->cancelled, true);
        think_task_stop(t);
        (void)cnd_broadcast(&q->change);
    }
    while (find_task(q, id)) (void)cnd_wait(&q->change, &q->lock);
    (void)mtx_unlock(&q->lock);
}

void engine_queue_stop(engine_queue *q, uint64_t id) {
    (void)mtx_lock(&q->lock);
    think_task *t = find_task(q, id);
    if (t) think_task_stop(t);
    (void)cnd_broadcast(&q->change);
    (void)mtx_unlock(&q->lock);
}

int engine_queue_length(engine_queue *q) {
    (void)mtx_lock(&q->lock);
    int n = q->waiting;
    (void)mtx_unlock(&q->lock);
    return n;
}

status engine_queue_check(engine_queue *q, const rules *r, const char *engine, error *err) {
    return think_task_check(&q->where, r, engine, err);
}
