#include "search/pool.h"

#include <assert.h>
#include <stdlib.h>

#include "engine/base/memory.h"
#include "engine/base/threads.h"

typedef struct worker {
    struct pool *pool;
    int index;
    thrd_t thread;
} worker;

struct pool {
    mtx_t lock; /* guards everything below */
    cnd_t wake, done;
    void (*work)(void *ctx, int worker);
    void *ctx;
    unsigned round; /* counts pool_start(); a worker that has not seen it has work */
    int busy, count;
    bool quit;
    worker workers[];
};

static int serve(void *arg) {
    worker *w = arg;
    pool *p = w->pool;
    unsigned seen = 0;
    (void)mtx_lock(&p->lock);
    for (;;) {
        while (!p->quit && seen == p->round) (void)cnd_wait(&p->wake, &p->lock);
        if (p->quit) break;
        seen = p->round;
        (void)mtx_unlock(&p->lock);
        p->work(p->ctx, w->index);
        (void)mtx_lock(&p->lock);
        assert(p->busy > 0);
        if (--p->busy == 0) (void)cnd_broadcast(&p->done);
    }
    (void)mtx_unlock(&p->lock);
    return 0;
}

status pool_create(pool **out, int threads) {
    assert(threads > 0);
    *out = NULL;
    pool *p = mem_alloc(sizeof *p + (size_t)threads * sizeof p->workers[0]);
    if (!p) return ST_NOMEM;
    (void)mtx_init(&p->lock, mtx_plain);
    (void)cnd_init(&p->wake);
    (void)cnd_init(&p->done);
    for (; p->count < threads; p->count++) {
        worker *w = &p->workers[p->count];
        *w = (worker){.pool = p, .index = p->count};
        if (thrd_create(&w->thread, serve, w) != thrd_success) break;
    }
    /* Fewer threads than wished for is slower, none is an error. */
    if (p->count == 0) {
        pool_destroy(p);
        return ST_NOMEM;
    }
    *out = p;
    return ST_OK;
}

void pool_destroy(pool *p) {
    if (!p) return;
    (void)pool_wait(p, -1);
    (void)mtx_lock(&p->lock);
    p->quit = true;
    (void)cnd_broadcast(&p->wake);
    (void)mtx_unlock(&p->lock);
    for (int i = 0; i < p->count; i++) (void)thrd_join(p->workers[i].thread, NULL);
    cnd_destroy(&p->wake);
    cnd_destroy(&p->done);
    mtx_destroy(&p->lock);
    mem_free(p);
}

int pool_threads(const pool *p) {
    return p->count;
}

void pool_start(pool *p, void (*work)(void *ctx, int worker), void *ctx) {
    assert(work);
    (void)mtx_lock(&p->lock);
    assert(!p->busy); /* the last round is over */
    p->work = work;
    p->ctx = ctx;
    p->busy = p->count;
    p->round++;
    (void)cnd_broadcast(&p->wake);
    (void)mtx_unlock(&p->lock);
}

bool pool_wait(pool *p, int ms) {
    (void)mtx_lock(&p->lock);
    if (ms < 0)
        while (p->busy) (void)cnd_wait(&p->done, &p->lock);
    else if (p->busy)
        thread_wait_ms(&p->done, &p->lock, ms);
    bool over = !p->busy;
    (void)mtx_unlock(&p->lock);
    return over;
}
