#include "tune/nets/net_math.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "engine/base/hash.h"
#include "engine/base/portable_math.h"

net_layout net_layout_of(const net_shape *s) {
    net_layout l = {.shape = *s};
    size_t width = (size_t)s->width;
    size_t hidden = (size_t)s->hidden;
    l.first_bias = (size_t)s->inputs * width;
    l.second = l.first_bias + width;
    l.second_bias = l.second + (size_t)s->rows * width * hidden;
    l.out = l.second_bias + hidden;
    l.out_bias = l.out + (size_t)s->outs * hidden;
    l.points = l.out_bias + (size_t)s->outs;
    l.points_bias = l.points + (size_t)s->points * hidden;
    l.count = l.points_bias + (size_t)s->points;
    return l;
}

float net_weight_limit(const net_layout *l, size_t parameter) {
    if (parameter < l->second) return 8;
    if (parameter < l->second_bias) return 127.0F / NET_WEIGHT_ONE;
    if (parameter < l->points || parameter >= l->points_bias) return 64;
    return (float)(INT16_MAX / NET_OUT_ONE) / NET_POINTS_UNIT;
}

/* --- rows of numbers --- */

static void add_to(float *to, const float *from, int n) {
    for (int i = 0; i < n; i++) to[i] += from[i];
}

static void add_times(float *to, const float *from, float by, int n) {
    for (int i = 0; i < n; i++) to[i] += by * from[i];
}

/* In eight sums that are added in the end: an order that registers of any width can keep. */
static float dot(const float *x, const float *y, int n) {
    enum { LANES = 8 };
    float sum[LANES] = {0};
    for (int i = 0; i < n; i += LANES)
        for (int k = 0; k < LANES; k++) sum[k] += x[i + k] * y[i + k];
    return ((sum[0] + sum[4]) + (sum[1] + sum[5])) + ((sum[2] + sum[6]) + (sum[3] + sum[7]));
}

static float clipped(float x) {
    return x < 0 ? 0 : x > 1 ? 1 : x;
}

/* --- one example --- */

/* What one example makes of the net. */
typedef struct pass {
    const net_examples *e;
    size_t example;
    const uint16_t *mirror;        /* images of inputs; NULL: as they are */
    float unit[2 * NET_MAX_WIDTH]; /* sums, then clipped; those that were clipped have no slope */
    bool free_unit[2 * NET_MAX_WIDTH];
    float hidden[NET_MAX_HIDDEN];
    bool free_hidden[NET_MAX_HIDDEN];
    double odds[GAME_MAX_PLAYERS], points[GAME_MAX_PLAYERS];
} pass;

/* The same for each number that comes out: by how much the loss grows with it. */
typedef struct slopes {
    double odds[GAME_MAX_PLAYERS], points[GAME_MAX_PLAYERS];
} slopes;

/* Where the weights of an input begin. */
static size_t column(const net_layout *l, const pass *p, uint16_t input) {
    size_t at = p->mirror ? p->mirror[input] : input;
    return l->first + at * (size_t)l->shape.width;
}

static void sum_row(const net_layout *l, const float *param, const pass *p, int row, float *sum) {
    int width = l->shape.width;
    int count;
    const uint16_t *input = net_examples_row(p->e, p->example, row, &count);
    memcpy(sum, param + l->first_bias, (size_t)width * sizeof *sum);
    for (int i = 0; i < count; i++) add_to(sum, param + column(l, p, input[i]), width);
}

static void clip_row(float *x, bool *is_free, int n) {
    for (int i = 0; i < n; i++) {
        is_free[i] = x[i] > 0 && x[i] < 1;
        x[i] = clipped(x[i]);
    }
}

static void forward(const net_layout *l, const float *param, pass *p) {
    const net_shape *s = &l->shape;
    int units = s->rows * s->width;
    assert(units > 0 && s->hidden > 0);
    for (int row = 0; row < s->rows; row++)
        sum_row(l, param, p, row, p->unit + (size_t)row * (size_t)s->width);
    clip_row(p->unit, p->free_unit, units);
    memcpy(p->hidden, param + l->second_bias, (size_t)s->hidden * sizeof *p->hidden);
    for (int u = 0; u < units; u++)
        if (p->unit[u] > 0)
            add_times(p->hidden, param + l->second + (size_t)u * (size_t)s->hidden, p->unit[u],
                      s->hidden);
    clip_row(p->hidden, p->free_hidden, s->hidden);
    const float *base = p->e->base ? p->e->base + p->example * (size_t)s->outs : NULL;
    for (int k = 0; k < s->outs; k++)
        p->odds[k] =
            (base ? (double)base[k] : 0) +
            (double)(param[l->out_bias + (size_t)k] +
                     dot(p->hidden, param + l->out + (size_t)k * (size_t)s->hidden, s->hidden));
    for (int k = 0; k < s->points; k++)
        p->points[k] =
            (double)(param[l->points_bias + (size_t)k] +
                     dot(p->hidden, param + l->points + (size_t)k * (size_t)s->hidden, s->hidden));
}

/* Numbers that come out, `count` of them, whose weights begin at `weights`: their gradient, and what
 * they add to the slopes of the hidden units. */
typedef struct out_part {
    size_t weights, bias;
    const double *slope;
    int count;
} out_part;

static void backward_out(const net_layout *l, const float *param, const pass *p, const out_part *o,
                         float *gradient, float *hidden) {
    int units = l->shape.hidden;
    for (int k = 0; k < o->count; k++) {
        size_t at = o->weights + (size_t)k * (size_t)units;
        add_times(gradient + at, p->hidden, (float)o->slope[k], units);
        gradient[o->bias + (size_t)k] += (float)o->slope[k];
        add_times(hidden, param + at, (float)o->slope[k], units);
    }
}

/* Adds the example's gradient, from what it is at the outs. */
static void backward(const net_layout *l, const float *param, const pass *p, const slopes *slope,
                     float *gradient) {
    const net_shape *s = &l->shape;
    float hidden[NET_MAX_HIDDEN] = {0};
    float unit[2 * NET_MAX_WIDTH];
    const out_part odds = {l->out, l->out_bias, slope->odds, s->outs};
    const out_part points = {l->points, l->points_bias, slope->points, s->points};
    backward_out(l, param, p, &odds, gradient, hidden);
    backward_out(l, param, p, &points, gradient, hidden);
    for (int k = 0; k < s->hidden; k++) hidden[k] = p->free_hidden[k] ? hidden[k] : 0;
    add_to(gradient + l->second_bias, hidden, s->hidden);
    for (int u = 0; u < s->rows * s->width; u++) {
        size_t at = l->second + (size_t)u * (size_t)s->hidden;
        if (p->unit[u] > 0) add_times(gradient + at, hidden, p->unit[u], s->hidden);
        unit[u] = p->free_unit[u] ? dot(hidden, param + at, s->hidden) : 0;
    }
    for (int row = 0; row < s->rows; row++) {
        const float *below = unit + (size_t)row * (size_t)s->width;
        int count;
        const uint16_t *input = net_examples_row(p->e, p->example, row, &count);
        add_to(gradient + l->first_bias, below, s->width);
        for (int i = 0; i < count; i++) add_to(gradient + column(l, p, input[i]), below, s->width);
    }
}

/* --- losses --- */

void net_math_scores(const double *odds, int outs, double *out) {
    double sum = 0;
    double max = 0;
    if (outs == 1) {
        double x = portable_exp(odds[0] > 0 ? -odds[0] : odds[0]);
        out[0] = odds[0] > 0 ? 1 / (1 + x) : x / (1 + x);
        return;
    }
    for (int k = 0; k < outs; k++)
        if (k == 0 || odds[k] > max) max = odds[k];
    for (int k = 0; k < outs; k++) sum += out[k] = portable_exp(odds[k] - max);
    for (int k = 0; k < outs; k++) out[k] /= sum;
}

double net_math_loss(const float *target, const double *score, int outs) {
    const double tiny = 1e-12;
    double loss = 0;
    for (int k = 0; k < outs; k++) loss -= (double)target[k] * log(score[k] + tiny);
    if (outs == 1) loss -= (1 - (double)target[0]) * log(1 - score[0] + tiny);
    return loss;
}

/* One of the images of an example, or itself. */
static const uint16_t *mirror_of(const net_batch *b, size_t example) {
    const net_examples *e = b->e;
    if (!b->seed || !e->mirrors) return NULL;
    size_t which = (size_t)(hash_mix(b->seed + example) % ((uint64_t)e->mirrors + 1));
    return which ? e->mirror + (which - 1) * (size_t)e->inputs : NULL;
}

/* Of the squares of what points are off. */
static void slope_points(const net_layout *l, const pass *p, double *slope) {
    const float *points = p->e->points + p->example * (size_t)l->shape.points;
    for (int k = 0; k < l->shape.points; k++)
        slope[k] = l->points_share * (p->points[k] - (double)points[k] / NET_POINTS_UNIT);
}

double net_math_sum(const net_layout *l, const float *param, const net_batch *b, float *gradient) {
    int outs = l->shape.outs;
    double loss = 0;
    pass p = {.e = b->e};
    for (size_t i = 0; i < b->count; i++) {
        const float *target = b->e->target + (size_t)b->example[i] * (size_t)outs;
        double score[GAME_MAX_PLAYERS];
        slopes slope;
        p.example = b->example[i];
        p.mirror = mirror_of(b, p.example);
        forward(l, param, &p);
        net_math_scores(p.odds, outs, score);
        loss += net_math_loss(target, score, outs);
        if (!gradient) continue;
        double all = 0;
        for (int k = 0; k < outs; k++) all += (double)target[k];
        for (int k = 0; k < outs; k++)
            slope.odds[k] = (outs > 1 ? all : 1) * score[k] - (double)target[k];
        if (l->shape.points) slope_points(l, &p, slope.points);
        backward(l, param, &p, &slope, gradient);
    }
    return loss;
}

void net_math_expected(const net_layout *l, const float *param, const net_examples *e,
                       size_t example, double *out) {
    pass p = {.e = e, .example = example};
    forward(l, param, &p);
    net_math_scores(p.odds, l->shape.outs, out);
}

void net_math_points(const net_layout *l, const float *param, const net_examples *e, size_t example,
                     double *out) {
    pass p = {.e = e, .example = example};
    forward(l, param, &p);
    for (int k = 0; k < l->shape.points; k++) out[k] = NET_POINTS_UNIT * p.points[k];
}

float net_math_largest(const net_layout *l, const float *param, const net_examples *e) {
    float sum[NET_MAX_WIDTH];
    float max = 0;
    pass p = {.e = e};
    for (size_t i = 0; i < e->count; i++)
        for (int row = 0; row < e->rows; row++) {
            p.example = i;
            sum_row(l, param, &p, row, sum);
            for (int k = 0; k < l->shape.width; k++)
                if (fabsf(sum[k]) > max) max = fabsf(sum[k]);
        }
    return max;
}
