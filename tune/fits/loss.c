#include "tune/fits/loss.h"

#include <assert.h>
#include <math.h>
#include <stdatomic.h>
#include <string.h>

#include "engine/base/memory.h"
#include "tune/fits/loss_chunk.h"
#include "tune/fits/loss_ranks.h"

struct loss_work {
    const examples *e;
    pool *threads;
    loss_ranks *ranks; /* NULL: threads */
    error failure;     /* of the ranks */
    double *sum;       /* a loss and a gradient for each chunk */
    size_t width;
    float *weight;   /* as the rows are kept */
    float *slope;    /* a gradient for each worker */
    uint32_t *every; /* the numbers of all chunks */

    /* The call under way. */
    loss_call call;
    const uint32_t *chunk;
    size_t n;
    atomic_size_t next;
};

static size_t workers(const loss_work *w) {
    return w->threads ? (size_t)pool_threads(w->threads) : 1;
}

status loss_work_create(loss_work **out, const examples *e, pool *threads) {
    *out = NULL;
    loss_work *w = mem_alloc(sizeof *w);
    if (!w) return ST_NOMEM;
    assert(e->active && e->power && !e->touched); /* the examples are closed */
    size_t all = examples_chunks(e);
    w->e = e;
    w->threads = threads;
    w->width = loss_width(e->terms);
    error_note(&w->failure, "");
    w->sum = mem_alloc((all + 1) * w->width * sizeof *w->sum);
    w->weight = mem_alloc(((size_t)e->terms + LOSS_SLOTS) * sizeof *w->weight);
    w->slope = mem_alloc(workers(w) * ((size_t)e->terms + LOSS_SLOTS) * sizeof *w->slope);
    w->every = mem_alloc((all + 1) * sizeof *w->every);
    if (!w->sum || !w->weight || !w->slope || !w->every) {
        loss_work_destroy(w);
        return ST_NOMEM;
    }
    for (size_t i = 0; i < all; i++) w->every[i] = (uint32_t)i;
    *out = w;
    return ST_OK;
}

status loss_work_use_ranks(loss_work *w, int slots, error *err) {
    return loss_ranks_create(&w->ranks, w->e, slots, err);
}

status loss_work_failure(const loss_work *w, error *err) {
    if (w && w->failure.code != ST_OK && err) *err = w->failure;
    return w ? w->failure.code : ST_OK;
}

void loss_work_destroy(loss_work *w) {
    if (!w) return;
    loss_ranks_destroy(w->ranks);
    mem_free(w->sum);
    mem_free(w->weight);
    mem_free(w->slope);
    mem_free(w->every);
    mem_free(w);
}

/* --- chunks --- */

static void work(void *ctx, int worker) {
    loss_work *w = ctx;
    float *slope = w->slope + (size_t)worker * ((size_t)w->e->terms + LOSS_SLOTS);
    for (;;) {
        size_t slot = atomic_fetch_add_explicit(&w->next, 1, memory_order_relaxed);
        if (slot >= w->n) return;
        loss_chunk(w->e, &w->call, (size_t)w->chunk[slot] * EXAMPLES_CHUNK, slope,
                   w->sum + slot * w->width);
    }
}

/* Neighbours are joined, then neighbours of those: always in the same order. */
static void join(loss_work *w) {
    size_t width = w->call.want_gradient ? w->width : 1;
    for (size_t step = 1; step < w->n; step *= 2)
        for (size_t i = 0; i + step < w->n; i += 2 * step) {
            double *to = w->sum + i * w->width;
            const double *add = w->sum + (i + step) * w->width;
            for (size_t k = 0; k < width; k++) to[k] += add[k];
        }
}

/* After a failure the sums are 0, and whoever learns from them asks for it. */
static void ask_ranks(loss_work *w) {
    loss_ranks_call c = {w->call, w->chunk, w->n, w->sum};
    error err;
    if (w->failure.code == ST_OK && loss_ranks_sum(w->ranks, &c, &err) != ST_OK) w->failure = err;
    if (w->failure.code != ST_OK) memset(w->sum, 0, w->n * w->width * sizeof *w->sum);
}

double loss_sum(loss_work *w, const loss_rule *rule, const double *weight, const uint32_t *chunk,
                size_t n, double *gradient) {
    int terms = w->e->terms;
    w->call = (loss_call){*rule, weight[terms], w->weight, gradient != NULL};
    w->chunk = chunk;
    w->n = n;
    for (int i = 0; i < terms; i++) w->weight[i] = (float)weight[i];
    atomic_store_explicit(&w->next, 0, memory_order_relaxed);
    if (n == 0) {
        if (gradient) memset(gradient, 0, ((size_t)terms + 2) * sizeof *gradient);
        return 0;
    }
    if (w->ranks) {
        ask_ranks(w);
    } else if (w->threads && n > 1) {
        pool_start(w->threads, work, w);
        (void)pool_wait(w->threads, -1);
    } else {
        work(w, 0);
    }
    join(w);
    if (gradient) memcpy(gradient, w->sum + 1, ((size_t)terms + 2) * sizeof *gradient);
    return w->sum[0];
}

const uint32_t *loss_every(const loss_work *w) {
    return w->every;
}

double loss_mean(loss_work *w, const loss_rule *rule, const double *weight) {
    if (w->e->count == 0) return 0;
    return loss_sum(w, rule, weight, w->every, examples_chunks(w->e), NULL) / (double)w->e->count;
}

void loss_expected(const examples *e, const double *weight, size_t example, double *out) {
    size_t row = example * (size_t)e->rows;
    double q[GAME_MAX_PLAYERS] = {0};
    double sum = 0;
    double max = 0;
    for (int k = 0; k < e->rows; k++) {
        for (int i = 0; i < e->terms && e->dense; i++)
            q[k] += weight[i] * (double)e->dense[(row + (size_t)k) * (size_t)e->stride + (size_t)i];
        for (size_t i = e->dense ? 1 : e->from[row + (size_t)k];
             !e->dense && i < e->from[row + (size_t)k + 1]; i++)
            q[k] += weight[e->term[i]] * (double)e->value[i];
        if (k == 0 || q[k] > max) max = q[k];
    }
    if (e->rows == 1) {
        out[0] = 1 / (1 + exp(-q[0]));
        return;
    }
    for (int k = 0; k < e->rows; k++) sum += out[k] = exp(q[k] - max);
    for (int k = 0; k < e->rows; k++) out[k] /= sum;
}
