#include "web/think/side_work.h"

#include <stdatomic.h>

#include "engine/base/memory.h"
#include "engine/base/threads.h"

enum { MAX_WAITING = 64, MAX_THREADS = 8 };

typedef struct side_job {
    web_handler handle;
    void *world;
    web_request *q;
} side_job;

struct side_work {
    mtx_t lock; /* guards all but the threads */
    cnd_t change;
    side_job job[MAX_WAITING]; /* a ring */
    int first, count;
    atomic_bool ending; /* written under the lock, read without */
    thrd_t thread[MAX_THREADS];
    int threads;
};

static int work(void *side) {
    side_work *s = side;
    (void)mtx_lock(&s->lock);
    while (s->count || !atomic_load(&s->ending)) {
        if (!s->count) {
            (void)cnd_wait(&s->change, &s->lock);
            continue;
        }
        side_job j = s->job[s->first];
        s->first = (s->first + 1) % MAX_WAITING;
        s->count--;
        (void)mtx_unlock(&s->lock);
        if (atomic_load(&s->ending))
            web_refuse(j.q, 503, status_name(ST_STOPPED), "the server stops", NULL);
        else
            j.handle(j.world, j.q);
        web_finish(j.q);
        (void)mtx_lock(&s->lock);
    }
    (void)mtx_unlock(&s->lock);
    return 0;
}

status side_work_create(side_work **out, int threads, error *err) {
    side_work *s = mem_alloc(sizeof *s);
    *out = NULL;
    bool locked = s && mtx_init(&s->lock, mtx_plain) == thrd_success;
    bool waits = locked && cnd_init(&s->change) == thrd_success;
    if (!waits) {
        if (locked) mtx_destroy(&s->lock);
        mem_free(s);
        return error_set(err, ST_NOMEM, "no memory for the server's threads");
    }
    int wanted = threads < 1 ? 1 : threads > MAX_THREADS ? MAX_THREADS : threads;
    while (s->threads < wanted && thrd_create(&s->thread[s->threads], work, s) == thrd_success)
        s->threads++;
    if (s->threads) {
        *out = s;
        return ST_OK;
    }
    side_work_destroy(s);
    return error_set(err, ST_NOMEM, "no thread for the server's work");
}

void side_work_destroy(side_work *s) {
    if (!s) return;
    (void)mtx_lock(&s->lock);
    atomic_store(&s->ending, true);
    (void)cnd_broadcast(&s->change);
    (void)mtx_unlock(&s->lock);
    for (int i = 0; i < s->threads; i++) (void)thrd_join(s->thread[i], NULL);
    cnd_destroy(&s->change);
    mtx_destroy(&s->lock);
    mem_free(s);
}

void side_work_push(side_work *s, web_handler handle, void *world, web_request *q) {
    if (!s) {
        handle(world, q);
        return;
    }
    (void)mtx_lock(&s->lock);
    bool full = s->count == MAX_WAITING || atomic_load(&s->ending);
    if (!full) {
        web_later(q); /* before another thread can finish it */
        s->job[(s->first + s->count++) % MAX_WAITING] = (side_job){handle, world, q};
        (void)cnd_signal(&s->change);
    }
    (void)mtx_unlock(&s->lock);
    if (!full) return;
    q->retry_after = 1;
    web_refuse(q, 429, "too-many", "too much work waits on this server: try again", NULL);
}

bool side_work_is_ending(side_work *s) {
    return s && atomic_load(&s->ending);
}
