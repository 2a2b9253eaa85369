#include "tune/fits/fit.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "engine/base/memory.h"
#include "engine/base/rng.h"
#include "tune/data/rows.h"

/* Adam's default parameters (Kingma and Ba 2014). */
#define FIRST_DECAY  0.9
#define SECOND_DECAY 0.999
#define TINY         1e-8

enum { WARM_UP = 5 }; /* one part in this many of the epochs is without points */

fit_options fit_default(void) {
    return (fit_options){.method = FIT_ADAM,
                         .loss = {LOSS_CE, 0},
                         .epochs = 100,
                         .batch = 16384,
                         .rate = 0.02,
                         .pull = 1e-6,
                         .patience = 15,
                         .seed = 1};
}

/* --- create and destroy --- */

static double *numbers(int n) {
    return mem_alloc((size_t)n * sizeof(double));
}

status fit_init(fit *f, const fit_options *o, const feature *list, const float *weight, int terms) {
    assert(terms >= 0 && o->epochs > 0);
    int n = terms + 1;
    *f = (fit){.o = *o, .terms = terms, .best_valid = INFINITY};
    f->now = numbers(n);
    f->start = numbers(n);
    f->low = numbers(n);
    f->high = numbers(n);
    f->best = numbers(n);
    f->first = numbers(n);
    f->second = numbers(n);
    f->gradient = numbers(n + 1);
    f->mean = numbers(n);
    f->held = mem_alloc((size_t)n * sizeof *f->held);
    if (!f->now || !f->start || !f->low || !f->high || !f->best || !f->first || !f->second ||
        !f->gradient || !f->mean || !f->held)
        return ST_NOMEM;
    for (int i = 0; i < terms; i++) {
        f->low[i] = (double)list[i].min;
        f->high[i] = (double)list[i].max;
        f->start[i] = weight ? (double)weight[i] : (double)list[i].weight;
        f->first[i] = o->method == FIT_TEXEL ? (double)list[i].step * 8 : 0;
    }
    f->low[terms] = 0;
    f->high[terms] = INFINITY;
    f->start[terms] = o->loss.points > 0 ? 0.5 : 0;
    f->held[terms] = o->loss.points <= 0;
    memcpy(f->now, f->start, (size_t)n * sizeof *f->now);
    memcpy(f->best, f->start, (size_t)n * sizeof *f->best);
    memcpy(f->mean, f->start, (size_t)n * sizeof *f->mean);
    return ST_OK;
}

void fit_done(fit *f) {
    mem_free(f->now);
    mem_free(f->start);
    mem_free(f->low);
    mem_free(f->high);
    mem_free(f->best);
    mem_free(f->first);
    mem_free(f->second);
    mem_free(f->gradient);
    mem_free(f->mean);
    mem_free(f->held);
    mem_free(f->course);
    mem_free(f->path);
    mem_free(f->order);
    *f = (fit){0};
}

/* --- telling --- */

/* The losses and the weights of this many epochs. */
static bool grow_course(fit *f, size_t epochs) {
    return MEM_GROW(f->course, f->course_cap, epochs) == ST_OK &&
           MEM_GROW(f->path, f->path_cap, epochs * ((size_t)f->terms + 1)) == ST_OK;
}

static status note(fit *f, double train, double valid) {
    size_t terms = (size_t)f->terms;
    if (!grow_course(f, f->epoch + 1)) return ST_NOMEM;
    f->course[f->epoch] = (fit_moment){train, valid};
    memcpy(f->path + f->epoch * terms, f->mean, terms * sizeof *f->path);
    assert(f->best_epoch <= f->epoch && f->epoch <= f->o.epochs);
    if (valid >= f->best_valid) return ST_OK;
    f->best_valid = valid;
    f->best_epoch = f->epoch;
    memcpy(f->best, f->mean, (terms + 1) * sizeof *f->best);
    return ST_OK;
}

/* Without examples to validate with, those that are learned from have to do. */
static double validate(const fit *f, loss_work *valid, double train) {
    return valid ? loss_mean(valid, &f->o.loss, f->mean) : train;
}

status fit_begin(fit *f, loss_work *train, loss_work *valid) {
    double loss = loss_mean(train, &f->o.loss, f->now);
    return note(f, loss, validate(f, valid, loss));
}

bool fit_finished(const fit *f) {
    if (f->epoch >= f->o.epochs) return true;
    return f->o.patience && f->epoch >= f->best_epoch + f->o.patience;
}

/* --- gradients --- */

static double clip(double x, double low, double high) {
    assert(low <= high);
    return x < low ? low : x > high ? high : x;
}

static double rate_now(const fit *f) {
    double left = 1 - (double)f->epoch / f->o.epochs;
    return f->o.rate * left * left;
}

/* One weight's step from its gradient, in units of the feature's size. */
static double step_of(fit *f, int i, double g, double first_share, double second_share) {
    if (f->o.method == FIT_ADAGRAD) {
        f->second[i] += g * g;
        return g / sqrt(f->second[i] + TINY);
    }
    f->first[i] += (1 - FIRST_DECAY) * (g - f->first[i]);
    f->second[i] += (1 - SECOND_DECAY) * (g * g - f->second[i]);
    return f->first[i] / first_share / (sqrt(f->second[i] / second_share) + TINY);
}

static void descend(fit *f, const examples *e, double count, uint64_t batch_number) {
    double rate = rate_now(f);
    double first_share = 1 - pow(FIRST_DECAY, (double)batch_number);
    double second_share = 1 - pow(SECOND_DECAY, (double)batch_number);
    for (int i = 0; i < f->terms; i++) {
        double size = e->power[i];
        if (f->held[i] || size == 0) continue;
        double g = f->gradient[i] / count / size;
        g += 2 * (f->now[i] - f->start[i]) * (f->o.pull * size + f->o.prior / size);
        double step = step_of(f, i, g, first_share, second_share);
        f->now[i] = clip(f->now[i] - rate * step / size, f->low[i], f->high[i]);
    }
}

/* The scale of points follows the weights: the best one for what was seen lately. */
static void follow_points(fit *f, double keep) {
    int a = f->terms;
    if (f->o.loss.points <= 0 || f->gradient[a + 1] <= 0) return;
    f->first[a] = keep * f->first[a] + f->gradient[a];
    f->second[a] = keep * f->second[a] + f->gradient[a + 1];
    if (f->first[a] > 0) f->now[a] = f->first[a] / f->second[a];
}

/* The chunks in an order of this epoch alone. */
static status draw_order(fit *f, size_t chunks) {
    if (MEM_GROW(f->order, f->order_cap, chunks + 1) != ST_OK) return ST_NOMEM;
    rng g = rng_stream(f->o.seed, f->epoch + 1);
    rng_order(&g, f->order, chunks);
    return ST_OK;
}

static size_t examples_in(const examples *e, const uint32_t *chunk, size_t n) {
    size_t count = n * EXAMPLES_CHUNK;
    size_t last = examples_chunks(e) - 1;
    for (size_t i = 0; i < n; i++)
        if (chunk[i] == last) count -= (last + 1) * EXAMPLES_CHUNK - e->count;
    return count;
}

/* Points join later: as long as the weights are near 0, a tiny change of them explains all
 * points. */
static status gradient_epoch(fit *f, loss_work *train, const examples *e, double *loss) {
    size_t chunks = examples_chunks(e);
    size_t batch = (f->o.batch + EXAMPLES_CHUNK - 1) / EXAMPLES_CHUNK;
    size_t batches = (chunks + batch - 1) / batch;
    double sum = 0;
    loss_rule rule = f->o.loss;
    if (f->epoch < f->o.epochs / WARM_UP) rule.points = 0;
    memset(f->mean, 0, ((size_t)f->terms + 1) * sizeof *f->mean);
    if (draw_order(f, chunks) != ST_OK) return ST_NOMEM;
    for (size_t b = 0; b < batches; b++) {
        const uint32_t *chunk = f->order + b * batch;
        size_t n = b + 1 < batches ? batch : chunks - b * batch;
        sum += loss_sum(train, &rule, f->now, chunk, n, f->gradient);
        descend(f, e, (double)examples_in(e, chunk, n), f->epoch * batches + b + 1);
        follow_points(f, FIRST_DECAY);
        for (int i = 0; i <= f->terms; i++) f->mean[i] += f->now[i] / (double)batches;
    }
    *loss = sum / (double)e->count;
    return ST_OK;
}

/* --- steps up and down --- */

/* Tries one step of a weight the way it last went, then the other way; steps that fail shrink. */
static double texel_weight(fit *f, loss_work *train, int i, double loss) {
    double from = f->now[i];
    for (int way = 0; way < 2; way++) {
        double sign = (f->second[i] < 0) != (way == 1) ? -1 : 1;
        f->now[i] = clip(from + sign * f->first[i], f->low[i], f->high[i]);
        double there = f->now[i] == from ? INFINITY : loss_mean(train, &f->o.loss, f->now);
        if (there < loss) {
            f->second[i] = sign;
            f->first[i] *= 1.5;
            return there;
        }
    }
    f->now[i] = from;
    f->first[i] /= 2;
    return loss;
}

static void texel_epoch(fit *f, loss_work *train, const examples *e, double *loss) {
    size_t chunks = examples_chunks(e);
    (void)loss_sum(train, &f->o.loss, f->now, loss_every(train), chunks, f->gradient);
    follow_points(f, 0);
    double now = loss_mean(train, &f->o.loss, f->now);
    for (int i = 0; i < f->terms; i++)
        if (!f->held[i]) now = texel_weight(f, train, i, now);
    *loss = now;
    memcpy(f->mean, f->now, ((size_t)f->terms + 1) * sizeof *f->mean);
}

status fit_epoch(fit *f, loss_work *train, loss_work *valid, const examples *e) {
    double loss = 0;
    status st = ST_OK;
    if (f->o.method == FIT_TEXEL)
        texel_epoch(f, train, e, &loss);
    else
        st = gradient_epoch(f, train, e, &loss);
    if (st != ST_OK) return st;
    f->epoch++;
    return note(f, loss, validate(f, valid, loss));
}

/* --- the scale --- */

static double scaled_loss(fit *f, loss_work *train, double by) {
    for (int i = 0; i < f->terms; i++) f->gradient[i] = f->start[i] * by;
    f->gradient[f->terms] = f->start[f->terms];
    return loss_mean(train, &f->o.loss, f->gradient);
}

double fit_scale(fit *f, loss_work *train) {
    double low = -4; /* powers of two */
    double high = 4;
    for (int i = 0; i < 40; i++) {
        double a = low + (high - low) / 3;
        double b = high - (high - low) / 3;
        double at_a = scaled_loss(f, train, exp2(a));
        if (at_a <= scaled_loss(f, train, exp2(b)))
            high = b;
        else
            low = a;
    }
    double by = exp2((low + high) / 2);
    for (int i = 0; i < f->terms; i++) {
        if (!f->held[i]) f->start[i] = clip(f->start[i] * by, f->low[i], f->high[i]);
        f->now[i] = f->mean[i] = f->best[i] = f->start[i];
    }
    return by;
}

/* --- checkpoints --- */

void fit_write(const fit *f, text *out) {
    size_t n = (size_t)f->terms + 1;
    double head[3] = {f->epoch, f->best_epoch, f->best_valid};
    row_write(out, "fit", head, 3);
    row_write(out, "start", f->start, n);
    row_write(out, "now", f->now, n);
    row_write(out, "best", f->best, n);
    row_write(out, "first", f->first, n);
    row_write(out, "second", f->second, n);
    for (unsigned i = 0; i <= f->epoch; i++) {
        double losses[2] = {f->course[i].train, f->course[i].valid};
        row_write(out, "losses", losses, 2);
        row_write(out, "path", f->path + (size_t)i * (size_t)f->terms, (size_t)f->terms);
    }
}

static bool read_head(fit *f, const char **s) {
    double head[3];
    if (!row_read(s, "fit", head, 3)) return false;
    if (!(head[0] >= 0 && head[0] <= f->o.epochs && head[1] >= 0 && head[1] <= head[0]))
        return false;
    f->epoch = (unsigned)head[0];
    f->best_epoch = (unsigned)head[1];
    f->best_valid = head[2];
    return true;
}

static bool read_course(fit *f, const char **s) {
    size_t terms = (size_t)f->terms;
    size_t n = (size_t)f->epoch + 1;
    if (!grow_course(f, n)) return false;
    for (size_t i = 0; i < n; i++) {
        double losses[2];
        if (!row_read(s, "losses", losses, 2)) return false;
        f->course[i] = (fit_moment){losses[0], losses[1]};
        if (!row_read(s, "path", f->path + i * terms, terms)) return false;
    }
    return true;
}

status fit_read(fit *f, const char **s, error *err) {
    size_t n = (size_t)f->terms + 1;
    bool good = read_head(f, s) && row_read(s, "start", f->start, n) &&
                row_read(s, "now", f->now, n) && row_read(s, "best", f->best, n) &&
                row_read(s, "first", f->first, n) && row_read(s, "second", f->second, n) &&
                read_course(f, s);
    if (good) return ST_OK;
    return error_set(err, ST_BAD_SYNTAX, "the checkpoint is damaged");
}
