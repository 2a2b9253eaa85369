#include "tune/fits/loss_chunk.h"

#include <assert.h>
#include <math.h>
#include <string.h>

/* --- rows --- */

/* The order of additions is written out, so that every compiler makes the same number. */
static double dot(const examples *e, const float *weight, size_t row) {
    if (e->dense) {
        const float *at = e->dense + row * (size_t)e->stride;
        float slot[LOSS_SLOTS] = {0};
        for (int i = 0; i < e->stride; i += LOSS_SLOTS)
            for (int k = 0; k < LOSS_SLOTS; k++) slot[k] += weight[i + k] * at[i + k];
        return (double)((slot[0] + slot[4]) + (slot[1] + slot[5])) +
               (double)((slot[2] + slot[6]) + (slot[3] + slot[7]));
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
static double points_loss(const loss_call *c, const double *q, const float *m, int n, double *d,
                          double *fit) {
    double mean = 0;
    double loss = 0;
    double sum = 0;
    double off[GAME_MAX_PLAYERS];
    double by = c->rule.points / n;
    for (int k = 0; k < n && n > 1; k++) mean += q[k] / n;
    for (int k = 0; k < n; k++) {
        off[k] = c->scale * (q[k] - mean) - (double)m[k];
        loss += by * off[k] * off[k];
        fit[0] += (double)m[k] * (q[k] - mean);
        fit[1] += (q[k] - mean) * (q[k] - mean);
        sum += off[k];
    }
    for (int k = 0; k < n; k++) d[k] += 2 * by * c->scale * (off[k] - (n > 1 ? sum / n : 0));
    return loss;
}

static double example_loss(const examples *e, const loss_call *c, size_t number, double *d,
                           double *fit) {
    size_t row = number * (size_t)e->rows;
    double q[GAME_MAX_PLAYERS];
    for (int k = 0; k < e->rows; k++) q[k] = dot(e, c->weight, row + (size_t)k);
    double loss = e->rows == 1 && e->seats == 2
                      ? two_seats(c->rule.kind, q[0], (double)e->share[row], d)
                      : many_seats(c->rule.kind, q, e->share + row, e->rows, d);
    if (c->rule.points > 0 && e->margin)
        loss += points_loss(c, q, e->margin + row, e->rows, d, fit);
    return loss;
}

void loss_chunk(const examples *e, const loss_call *c, size_t first, float *slope, double *out) {
    size_t end = first + EXAMPLES_CHUNK < e->count ? first + EXAMPLES_CHUNK : e->count;
    double d[GAME_MAX_PLAYERS];
    double loss = 0;
    double fit[2] = {0};
    memset(slope, 0, ((size_t)e->terms + LOSS_SLOTS) * sizeof *slope);
    for (size_t i = first; i < end; i++) {
        loss += example_loss(e, c, i, d, fit);
        if (!c->want_gradient) continue;
        for (int k = 0; k < e->rows; k++)
            if (d[k] != 0) add_slope(e, slope, i * (size_t)e->rows + (size_t)k, (float)d[k]);
    }
    out[0] = loss;
    for (int i = 0; i < e->terms; i++) out[1 + i] = (double)slope[i];
    memcpy(out + 1 + e->terms, fit, sizeof fit);
}
