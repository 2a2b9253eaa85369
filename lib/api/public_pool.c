#include "lib/api/public_state.h"
#include "search/pool.h"

/* Many positions over a pool of searches. */

enum { MAX_SEARCHES = 256 };

typedef struct answers {
    const kibitz_pool *over;
    const kibitz_position *const *position; /* or NULL, */
    const kibitz_view *const *view;         /* and these */
    size_t count;
    const kibitz_limits *each;
    atomic_size_t next;
    atomic_bool stopped;
    mtx_t lock; /* one visit at a time */
} answers;

/* A search that began while the others were stopped is stopped at its next report. */
static void hear(void *ctx, kibitz_search *s) {
    const answers *a = ctx;
    if (atomic_load(&a->stopped)) kibitz_search_stop(s);
}

static kibitz_code answer(answers *a, size_t i, kibitz_search *s, kibitz_error *err) {
    kibitz_code code = kibitz_search_set(s, "Clear Hash", "", err);
    if (code != KIBITZ_OK) return code;
    return a->view ? kibitz_search_run_view(s, a->view[i], a->each, hear, a, err)
                   : kibitz_search_run(s, a->position[i], a->each, hear, a, err);
}

/* Tells the caller; who wants no more stops those that are under way. */
static void tell(answers *a, size_t i, kibitz_search *s, const kibitz_error *why) {
    (void)mtx_lock(&a->lock);
    if (!atomic_load(&a->stopped) && !a->over->visit(a->over->ctx, i, s, why)) {
        atomic_store(&a->stopped, true);
        for (size_t k = 0; k < a->over->searches; k++) kibitz_search_stop(a->over->search[k]);
    }
    (void)mtx_unlock(&a->lock);
}

static void work(void *self, int worker) {
    answers *a = self;
    kibitz_search *s = a->over->search[worker];
    kibitz_error why;
    for (;;) {
        size_t i = atomic_fetch_add(&a->next, 1);
        if (i >= a->count || atomic_load(&a->stopped)) return;
        tell(a, i, s, answer(a, i, s, &why) == KIBITZ_OK ? NULL : &why);
    }
}

/* Whether every search is there, once, and free. */
static kibitz_code check_pool(const kibitz_pool *over, kibitz_error *err) {
    if (!over->searches || over->searches > MAX_SEARCHES)
        return public_refuse(err, ST_BAD_VALUE, "a pool has 1 to 256 searches");
    for (size_t i = 0; i < over->searches; i++) {
        if (!handle_good(over->search[i], HANDLE_SEARCH, err)) return KIBITZ_BAD_VALUE;
        kibitz_progress now;
        kibitz_search_progress(over->search[i], &now);
        bool busy = now.running;
        for (size_t k = 0; k < i; k++) busy = busy || over->search[k] == over->search[i];
        if (busy)
            return public_refuse(err, ST_BUSY,
                                 "a search of the pool is at work, or stands there twice");
    }
    return KIBITZ_OK;
}

static kibitz_code run(answers *a, kibitz_error *err) {
    pool *workers = NULL;
    kibitz_code code = check_pool(a->over, err);
    if (code != KIBITZ_OK) return code;
    if (pool_create(&workers, (int)a->over->searches) != ST_OK)
        return public_refuse(err, ST_NOMEM, "no memory or no thread for the pool");
    (void)mtx_init(&a->lock, mtx_plain);
    pool_start(workers, work, a);
    (void)pool_wait(workers, -1);
    pool_destroy(workers);
    mtx_destroy(&a->lock);
    if (atomic_load(&a->stopped))
        return public_refuse(err, ST_STOPPED, "the caller stopped the searches");
    return KIBITZ_OK;
}

kibitz_code kibitz_batch_search(const kibitz_pool *over, const kibitz_position *const *p, size_t n,
                                const kibitz_limits *each, kibitz_error *err) {
    for (size_t i = 0; i < n; i++)
        if (!handle_good(p[i], HANDLE_POSITION, err)) return KIBITZ_BAD_VALUE;
    return run(&(answers){.over = over, .position = p, .count = n, .each = each}, err);
}

kibitz_code kibitz_batch_search_views(const kibitz_pool *over, const kibitz_view *const *v,
                                      size_t n, const kibitz_limits *each, kibitz_error *err) {
    for (size_t i = 0; i < n; i++)
        if (!handle_good(v[i], HANDLE_VIEW, err)) return KIBITZ_BAD_VALUE;
    return run(&(answers){.over = over, .view = v, .count = n, .each = each}, err);
}
