#include "tune/fits/loss.h"

#include <assert.h>
#include <math.h>
#include <stdatomic.h>
#include <string.h>

#include "engine/base/memory.h"

enum { LANES = 8 };

struct loss_work {
    const examples *e;
    pool *threads;
    double *sum; /* a loss and a gradient for each chunk */
    size_t width;
    float *weight;   /* as the rows are kept */
    float *slope;    /* a gradient for each worker */
    uint32_t *every; /* the numbers of all chunks */

    /* The call under way. */
    loss_rule rule;
    double scale; /* `a` */
    const uint32_t *chunk;
    size_t n;
    bool want_gradient;
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
    w->width = (size_t)e->terms + 3;
    w->sum = mem_alloc((all + 1) * w->width * sizeof *w->sum);
    w->weight = mem_alloc(((size_t)e->terms + LANES) * sizeof *w->weight);
    w->slope = mem_alloc(workers(w) * ((size_t)e->terms + LANES) * sizeof *w->slope);
    w->every = mem_alloc((all + 1) * sizeof *w->every);
    if (!w->sum || !w->weight || !w->slope || !w->every) {
        loss_work_destroy(w);
        return ST_NOMEM;
    }
    for (size_t i = 0; i < all; i++) w->every[i] = (uint32_t)i;
    *out = w;
    return ST_OK;
}

void loss_work_destroy(loss_work *w) {
    if (!w) return;
    mem_free(w->sum);
    mem_free(w->weight);
    mem_free(w->slope);
    mem_free(w->every);
    mem_free(w);
}

/* --- rows --- */

/* The order of additions is written out, so that every compiler makes the same number. */
static double dot(const examples *e, const float *weight, size_t row) {
    if (e->dense) {
        const float *at = e->dense + row * (size_t)e->stride;
        float lane[LANES] = {0};
        for (int i = 0; i < e->stride; i += LANES)
            for (int k = 0; k < LANES; k++) lane[k] += weight[i + k] * at[i + k];
        return (double)((lane[0] + lane[4]) + (lane[1] + lane[5])) +
               (double)((lane[2] + lane[6]) + (lane[3] + lane[7]));
    }
    size_t i = e->from[row];
    size_t end = e->from[row + 1];
    float even = 0;
    float odd = 0;
    for (; i + 1 < end; i += 2) {
        even += weight[e->term[i]] * e->value[i];
        odd += weight[e->term[i + 1]] * e->value[i + 1];
    }
    if (i < end) even += weight[e->term[i]] * e->value[i];
    return (double)even + (double)odd;
}

static void add_slope(const examples *e, float *slope, size_t row, float by) {
    if (e->dense) {
        const float *at = e->dense + row * (size_t)e->stride;
        for (int i = 0; i < e->stride; i++) slope[i] += by * at[i];
        return;
    }
    for (size_t i = e->from[row]; i < e->from[row + 1]; i++) slope[e->term[i]] += by * e->value[i];
}

/* --- one example --- */

/* e^x for x <= 0 to seven digits, without a division. */
static double quick_exp(double x) {
    assert(!(x > 0));
    if (x < -80) return 0;
    double t = x * 1.4426950408889634;
    int total = (int)(t - 0.5);
    double f = (t - total) * 0.6931471805599453;
    double p = 1 + f * (1 + f * (0.5 + f * (1.0 / 6 + f * (1.0 / 24 + f * (1.0 / 120 + f / 720)))));
    uint64_t bits = (uint64_t)(1023 + total) << 52;
    double power;
    memcpy(&power, &bits, sizeof power);
    return p * power;
}

/* The loss of an example from its q, and in d its derivatives by them. */
static double two_seats(loss_kind kind, double q, double u, double *d) {
    double small = quick_exp(q < 0 ? q : -q);
    double p = q < 0 ? small / (1 + small) : 1 / (1 + small);
    if (kind == LOSS_MSE) {
        *d = 2 * (p - u) * p * (1 - p);
        return (u - p) * (u - p);
    }
    *d = p - u;
    return log1p(small) + (q < 0 ? -q * u : q * (1 - u));
}

static double many_seats(loss_kind kind, const double *q, const float *u, int n, double *d) {
    assert(n >= 1 && n <= GAME_MAX_PLAYERS);
    double p[GAME_MAX_PLAYERS];
    double max = q[0];
    double sum = 0;
    double total = 0;
    double loss = 0;
    for (int k = 1; k < n; k++)
        if (q[k] > max) max = q[k];
    for (int k = 0; k < n; k++) sum += p[k] = quick_exp(q[k] - max);
    for (int k = 0; k < n; k++) p[k] /= sum;
    if (kind == LOSS_CE) {
        double base = log(sum) + max;
        for (int k = 0; k < n; k++) total += (double)u[k];
        for (int k = 0; k < n; k++) loss += (double)u[k] * (base - q[k]);
        for (int k = 0; k < n; k++) d[k] = total * p[k] - (double)u[k];
        return loss;
    }
    for (int k = 0; k < n; k++) {
        double off = p[k] - (double)u[k];
        loss += off * off;
        total += off * p[k];
    }
    for (int k = 0; k < n; k++) d[k] = 2 * p[k] * (p[k] - (double)u[k] - total);
    return loss;
}

/* The loss of the points; to `fit` is added what the best `a` is made of. */
static double points_loss(const loss_work *w, const double *q, const float *m, double *d,
                          double *fit) {
    int n = w->e->rows;
    double mean = 0;
    double loss = 0;
    double sum = 0;
    double off[GAME_MAX_PLAYERS];
    double by = w->rule.points / n;
    for (int k = 0; k < n && n > 1; k++) mean += q[k] / n;
    for (int k = 0; k < n; k++) {
        off[k] = w->scale * (q[k] - mean) - (double)m[k];
        loss += by * off[k] * off[k];
        fit[0] += (double)m[k] * (q[k] - mean);
        fit[1] += (q[k] - mean) * (q[k] - mean);
        sum += off[k];
    }
    for (int k = 0; k < n; k++) d[k] += 2 * by * w->scale * (off[k] - (n > 1 ? sum / n : 0));
    return loss;
}

static double example_loss(const loss_work *w, size_t number, double *d, double *fit) {
    const examples *e = w->e;
    size_t row = number * (size_t)e->rows;
    double q[GAME_MAX_PLAYERS];
    for (int k = 0; k < e->rows; k++) q[k] = dot(e, w->weight, row + (size_t)k);
    double loss = e->rows == 1 && e->seats == 2
                      ? two_seats(w->rule.kind, q[0], (double)e->share[row], d)
                      : many_seats(w->rule.kind, q, e->share + row, e->rows, d);
    if (w->rule.points > 0 && e->margin) loss += points_loss(w, q, e->margin + row, d, fit);
    return loss;
}

/* --- chunks --- */

static void sum_chunk(loss_work *w, size_t slot, float *slope) {
    const examples *e = w->e;
    size_t first = (size_t)w->chunk[slot] * EXAMPLES_CHUNK;
    size_t end = first + EXAMPLES_CHUNK < e->count ? first + EXAMPLES_CHUNK : e->count;
    double *out = w->sum + slot * w->width;
    double d[GAME_MAX_PLAYERS];
    double loss = 0;
    double fit[2] = {0};
    memset(slope, 0, ((size_t)e->terms + LANES) * sizeof *slope);
    for (size_t i = first; i < end; i++) {
        loss += example_loss(w, i, d, fit);
        if (!w->want_gradient) continue;
        for (int k = 0; k < e->rows; k++)
            if (d[k] != 0) add_slope(e, slope, i * (size_t)e->rows + (size_t)k, (float)d[k]);
    }
    out[0] = loss;
    for (int i = 0; i < e->terms; i++) out[1 + i] = (double)slope[i];
    memcpy(out + 1 + e->terms, fit, sizeof fit);
}

static void work(void *ctx, int worker) {
    loss_work *w = ctx;
    float *slope = w->slope + (size_t)worker * ((size_t)w->e->terms + LANES);
    for (;;) {
        size_t slot = atomic_fetch_add_explicit(&w->next, 1, memory_order_relaxed);
        if (slot >= w->n) return;
        sum_chunk(w, slot, slope);
    }
}

/* Neighbours are joined, then neighbours of those: always in the same order. */
static void join(loss_work *w) {
    size_t width = w->want_gradient ? w->width : 1;
    for (size_t step = 1; step < w->n; step *= 2)
        for (size_t i = 0; i + step < w->n; i += 2 * step) {
            double *to = w->sum + i * w->width;
            const double *add = w->sum + (i + step) * w->width;
            for (size_t k = 0; k < width; k++) to[k] += add[k];
        }
}

double loss_sum(loss_work *w, const loss_rule *rule, const double *weight, const uint32_t *chunk,
                size_t n, double *gradient) {
    int terms = w->e->terms;
    w->rule = *rule;
    w->scale = weight[terms];
    w->chunk = chunk;
    w->n = n;
    w->want_gradient = gradient != NULL;
    for (int i = 0; i < terms; i++) w->weight[i] = (float)weight[i];
    atomic_store_explicit(&w->next, 0, memory_order_relaxed);
    if (n == 0) {
        if (gradient) memset(gradient, 0, ((size_t)terms + 2) * sizeof *gradient);
        return 0;
    }
    if (w->threads && n > 1) {
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
