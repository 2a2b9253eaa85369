#include "tune/nets/net_fit.h"

#include <assert.h>
#include <math.h>
#include <stdatomic.h>
#include <string.h>

#include "engine/base/hash.h"
#include "engine/base/memory.h"
#include "engine/base/rng.h"
#include "eval/net/net_path.h"
#include "tune/data/rows.h"

/* Adam's default parameters (Kingma and Ba 2014). */
#define FIRST_DECAY  0.9F
#define SECOND_DECAY 0.999F
#define TINY         1e-8F

enum { SLICES = 8, CHUNK = 4096 };

net_fit_options net_fit_default(void) {
    return (net_fit_options){.epochs = 20,
                             .batch = 2048,
                             .rate = 0.002,
                             .decay = 0.01,
                             .points = 0.5,
                             .patience = 5,
                             .seed = 1};
}

/* --- create and destroy --- */

static float *numbers(size_t n) {
    return mem_alloc(n * sizeof(float));
}

/* Even in -size..size. */
static void draw(float *to, size_t n, double size, rng *g) {
    for (size_t i = 0; i < n; i++)
        to[i] = (float)(size * ((double)(rng_next(g) >> 11) * 0x1.0p-52 - 1));
}

static double mean_points(const net_examples *e, size_t number) {
    double sum = 0;
    for (size_t i = 0; i < e->count; i++) sum += (double)e->points[i * (size_t)e->numbers + number];
    return e->count ? sum / (double)e->count : 0;
}

/* So that sums are of the size of 1 whatever the number of what is summed; and units begin in the
 * middle of where they have a slope. */
static void draw_first(net_fit *f, const net_examples *e) {
    const net_layout *l = &f->layout;
    rng g = rng_stream(f->o.seed, 0);
    double rows = (double)(e->count * (size_t)e->rows);
    double active = e->count ? (double)e->from[e->count * (size_t)e->rows] / rows : 1;
    double units = (double)l->shape.rows * l->shape.width;
    draw(f->now + l->first, l->first_bias - l->first, 1 / sqrt(active > 1 ? active : 1), &g);
    for (size_t i = l->first_bias; i < l->second; i++) f->now[i] = 0.25F;
    draw(f->now + l->second, l->second_bias - l->second, sqrt(3 / units), &g);
    for (size_t i = l->second_bias; i < l->out; i++) f->now[i] = 0.25F;
    draw(f->now + l->out, l->out_bias - l->out, sqrt(3.0 / l->shape.hidden), &g);
    for (size_t i = 0; i < (size_t)l->shape.points; i++)
        f->now[l->points_bias + i] = (float)(mean_points(e, i) / NET_POINTS_UNIT);
}

static status note(net_fit *f, double train, double valid) {
    if (MEM_GROW(f->course, f->course_cap, (size_t)f->epoch + 1) != ST_OK) return ST_NOMEM;
    f->course[f->epoch] = (fit_moment){train, valid};
    if (f->epoch && valid >= f->best_valid) return ST_OK;
    f->best_valid = valid;
    f->best_epoch = f->epoch;
    memcpy(f->best, f->now, f->layout.count * sizeof *f->best);
    return ST_OK;
}

static const net_examples *judges(const net_fit_data *d) {
    return d->valid->count ? d->valid : d->train;
}

status net_fit_init(net_fit *f, const net_fit_options *o, const net_shape *shape, pool *threads,
                    const net_fit_data *d) {
    assert(o->epochs > 0 && o->batch > 0);
    *f = (net_fit){.o = *o, .layout = net_layout_of(shape), .threads = threads};
    f->layout.points_share = o->points;
    size_t n = f->layout.count;
    f->now = numbers(n);
    f->first = numbers(n);
    f->second = numbers(n);
    f->best = numbers(n);
    f->gradient = numbers(SLICES * n);
    if (!f->now || !f->first || !f->second || !f->best || !f->gradient) return ST_NOMEM;
    draw_first(f, d->train);
    double loss;
    status st = net_fit_loss(f, f->now, judges(d), &loss);
    return st == ST_OK ? note(f, loss, loss) : st;
}

void net_fit_done(net_fit *f) {
    mem_free(f->now);
    mem_free(f->first);
    mem_free(f->second);
    mem_free(f->best);
    mem_free(f->gradient);
    mem_free(f->course);
    mem_free(f->order);
    *f = (net_fit){0};
}

/* --- many examples, by several threads --- */

/* `parts` pieces of a list of examples; each has its own sum and, where one is wanted, gradient. */
typedef struct work {
    const net_fit *f;
    const float *param;
    net_batch all;
    size_t parts;
    double *loss;    /* by part */
    float *gradient; /* by part * layout.count; NULL: not wanted */
    atomic_size_t next;
} work;

static void do_part(const work *w, size_t part) {
    size_t from = w->all.count * part / w->parts;
    size_t to = w->all.count * (part + 1) / w->parts;
    net_batch own = w->all;
    own.example += from;
    own.count = to - from;
    float *g = w->gradient ? w->gradient + part * w->f->layout.count : NULL;
    if (g) memset(g, 0, w->f->layout.count * sizeof *g);
    w->loss[part] = net_math_sum(&w->f->layout, w->param, &own, g);
}

static void do_parts(void *ctx, int worker) {
    work *w = ctx;
    (void)worker;
    for (;;) {
        size_t part = atomic_fetch_add_explicit(&w->next, 1, memory_order_relaxed);
        if (part >= w->parts) return;
        do_part(w, part);
    }
}

static double run(work *w) {
    double sum = 0;
    if (w->f->threads) {
        pool_start(w->f->threads, do_parts, w);
        (void)pool_wait(w->f->threads, -1);
    } else {
        do_parts(w, 0);
    }
    for (size_t i = 0; i < w->parts; i++) sum += w->loss[i];
    return sum;
}

status net_fit_loss(net_fit *f, const float *param, const net_examples *e, double *out) {
    size_t parts = e->count / CHUNK + 1;
    double *loss = mem_alloc(parts * sizeof *loss);
    *out = 0;
    if (!loss || MEM_GROW(f->order, f->order_cap, e->count + 1) != ST_OK) {
        mem_free(loss);
        return ST_NOMEM;
    }
    for (size_t i = 0; i < e->count; i++) f->order[i] = (uint32_t)i;
    work w = {.f = f, .param = param, .all = {e, f->order, e->count, 0}, .parts = parts};
    w.loss = loss;
    if (e->count) *out = run(&w) / (double)e->count;
    mem_free(loss);
    return ST_OK;
}

/* --- one epoch --- */

static status draw_order(net_fit *f, size_t n) {
    if (MEM_GROW(f->order, f->order_cap, n + 1) != ST_OK) return ST_NOMEM;
    rng g = rng_stream(f->o.seed, f->epoch + 1);
    rng_order(&g, f->order, n);
    return ST_OK;
}

/* A part of the parameters, by one thread. */
typedef struct step {
    net_fit *f;
    float rate, decay, by; /* by: what the summed gradient is divided by */
    float first_share, second_share;
    atomic_size_t next;
} step;

static void step_part(const step *t, size_t from, size_t to) {
    net_fit *f = t->f;
    size_t n = f->layout.count;
    for (size_t i = from; i < to; i++) {
        float g = 0;
        for (size_t k = 0; k < SLICES; k++) g += f->gradient[k * n + i];
        g /= t->by;
        f->first[i] += (1 - FIRST_DECAY) * (g - f->first[i]);
        f->second[i] += (1 - SECOND_DECAY) * (g * g - f->second[i]);
        float by = f->first[i] / t->first_share / (sqrtf(f->second[i] / t->second_share) + TINY);
        float x = f->now[i] - t->rate * (by + t->decay * f->now[i]);
        float limit = net_weight_limit(&f->layout, i);
        f->now[i] = x > limit ? limit : x < -limit ? -limit : x;
    }
}

static void step_parts(void *ctx, int worker) {
    step *t = ctx;
    size_t n = t->f->layout.count;
    (void)worker;
    for (;;) {
        size_t part = atomic_fetch_add_explicit(&t->next, 1, memory_order_relaxed);
        if (part >= SLICES) return;
        step_part(t, n * part / SLICES, n * (part + 1) / SLICES);
    }
}

static void descend(net_fit *f, size_t count, double progress) {
    f->steps++;
    step t = {.f = f,
              .rate = (float)(f->o.rate * (1 - progress)),
              .decay = (float)f->o.decay,
              .by = (float)count,
              .first_share = (float)(1 - pow((double)FIRST_DECAY, (double)f->steps)),
              .second_share = (float)(1 - pow((double)SECOND_DECAY, (double)f->steps))};
    if (f->threads) {
        pool_start(f->threads, step_parts, &t);
        (void)pool_wait(f->threads, -1);
    } else {
        step_parts(&t, 0);
    }
}

status net_fit_epoch(net_fit *f, const net_fit_data *d) {
    const net_examples *e = d->train;
    size_t batches = (e->count + f->o.batch - 1) / f->o.batch;
    double loss[SLICES];
    double sum = 0;
    if (draw_order(f, e->count) != ST_OK) return ST_NOMEM;
    for (size_t b = 0; b < batches; b++) {
        size_t from = b * f->o.batch;
        size_t n = e->count - from < f->o.batch ? e->count - from : f->o.batch;
        work w = {.f = f,
                  .param = f->now,
                  .all = {e, f->order + from, n, hash_mix(f->o.seed + f->epoch + 1) | 1},
                  .parts = SLICES,
                  .loss = loss,
                  .gradient = f->gradient};
        sum += run(&w);
        descend(f, n, (f->epoch + (double)b / (double)batches) / f->o.epochs);
    }
    double valid = 0;
    status st = net_fit_loss(f, f->now, judges(d), &valid);
    f->epoch++;
    return st == ST_OK ? note(f, sum / (double)(e->count ? e->count : 1), valid) : st;
}

bool net_fit_finished(const net_fit *f) {
    if (f->epoch >= f->o.epochs) return true;
    return f->o.patience && f->epoch >= f->best_epoch + f->o.patience;
}

/* --- integers --- */

static int32_t rounded(double x, double limit) {
    double y = floor(x + 0.5);
    return (int32_t)(y > limit ? limit : y < -limit ? -limit : y);
}

/* The finest scale in which no sum of the first layer comes near the end of its 16 bits. */
static int shift_for(double largest) {
    int shift = NET_MAX_SHIFT;
    while (shift > 0 && 1.5 * largest * (NET_ONE << shift) > INT16_MAX) shift--;
    return shift;
}

void net_fit_quantise(const net_fit *f, const net_fit_data *d, net *out) {
    const net_layout *l = &f->layout;
    const net_shape *s = &l->shape;
    const float *p = f->best;
    double most = (double)net_math_largest(l, p, d->train);
    out->shape.shift = shift_for(most);
    int one = NET_ONE << out->shape.shift;
    for (size_t i = 0; i < l->first_bias; i++)
        out->at.first[i] = (int16_t)rounded((double)p[l->first + i] * one, INT16_MAX);
    /* Divisions by powers of two cut off: half a unit more rounds. */
    for (int i = 0; i < s->width; i++)
        out->at.first_bias[i] = (int16_t)rounded((double)p[l->first_bias + (size_t)i] * one +
                                                     (double)(1 << out->shape.shift) / 2,
                                                 INT16_MAX);
    for (int u = 0; u < s->rows * s->width; u++)
        for (int k = 0; k < s->hidden; k++) {
            size_t at = ((size_t)(u / 4) * (size_t)s->hidden + (size_t)k) * 4 + (size_t)(u % 4);
            double x = (double)p[l->second + (size_t)u * (size_t)s->hidden + (size_t)k];
            out->at.second[at] = (int8_t)rounded(x * NET_WEIGHT_ONE, INT8_MAX);
        }
    for (int k = 0; k < s->hidden; k++)
        out->at.second_bias[k] = rounded(
            (double)p[l->second_bias + (size_t)k] * NET_ONE * NET_WEIGHT_ONE + NET_WEIGHT_ONE / 2.0,
            INT32_MAX / 4.0);
    for (size_t i = 0; i < (size_t)s->outs * (size_t)s->hidden; i++)
        out->at.out[i] = (int16_t)rounded((double)p[l->out + i] * NET_OUT_ONE, INT16_MAX);
    for (int k = 0; k < s->outs; k++)
        out->at.out_bias[k] =
            rounded((double)p[l->out_bias + (size_t)k] * NET_ONE * NET_OUT_ONE, INT32_MAX / 4.0);
    for (size_t i = 0; i < (size_t)s->points * (size_t)s->hidden; i++)
        out->at.points[i] =
            (int16_t)rounded((double)p[l->points + i] * NET_POINTS_UNIT * NET_OUT_ONE, INT16_MAX);
    for (int k = 0; k < s->points; k++)
        out->at.points_bias[k] =
            rounded((double)p[l->points_bias + (size_t)k] * NET_POINTS_UNIT * NET_ONE * NET_OUT_ONE,
                    INT32_MAX / 4.0);
    net_finish(out);
}

/* What a net says of an example. */
static void ask(const net *n, const net_examples *e, size_t example, net_said *said) {
    uint16_t *row[2] = {NULL, NULL};
    int count[2] = {0, 0};
    for (int k = 0; k < e->rows; k++) row[k] = net_examples_row(e, example, k, &count[k]);
    net_say(n, row, count, said);
}

double net_fit_points_error(const net *n, const net_examples *e) {
    double sum = 0;
    for (size_t i = 0; i < e->count; i++) {
        net_said said;
        ask(n, e, i, &said);
        for (int k = 0; k < n->shape.points; k++) {
            double off = (double)said.points[k] / NET_POINT -
                         (double)e->points[i * (size_t)e->numbers + (size_t)k];
            sum += off * off;
        }
    }
    double all = (double)e->count * n->shape.points;
    return all > 0 ? sqrt(sum / all) : 0;
}

double net_fit_integer_loss(const net *n, const net_examples *e) {
    double sum = 0;
    for (size_t i = 0; i < e->count; i++) {
        net_said said;
        double odds[GAME_MAX_PLAYERS];
        double score[GAME_MAX_PLAYERS];
        ask(n, e, i, &said);
        for (int k = 0; k < e->outs; k++)
            odds[k] = (e->base ? (double)e->base[i * (size_t)e->outs + (size_t)k] : 0) +
                      (double)said.odds[k] / NET_ODDS;
        net_math_scores(odds, e->outs, score);
        sum += net_math_loss(e->target + i * (size_t)e->outs, score, e->outs);
    }
    return e->count ? sum / (double)e->count : 0;
}

/* --- checkpoints --- */

static void write_floats(text *out, const char *name, const float *x, size_t n) {
    text_put(out, name);
    for (size_t i = 0; i < n; i++) text_format(out, " %a", (double)x[i]);
    text_char(out, '\n');
}

static bool read_floats(const char **s, const char *name, float *x, size_t n) {
    double *wide = mem_alloc(n * sizeof *wide);
    bool good = wide && row_read(s, name, wide, n);
    for (size_t i = 0; good && i < n; i++) {
        x[i] = (float)wide[i];
        good = isfinite(wide[i]);
    }
    mem_free(wide);
    return good;
}

void net_fit_write(const net_fit *f, text *out) {
    double head[4] = {f->epoch, f->best_epoch, f->best_valid, (double)f->steps};
    row_write(out, "net", head, 4);
    write_floats(out, "now", f->now, f->layout.count);
    write_floats(out, "best", f->best, f->layout.count);
    write_floats(out, "first", f->first, f->layout.count);
    write_floats(out, "second", f->second, f->layout.count);
    for (unsigned i = 0; i <= f->epoch; i++) {
        double losses[2] = {f->course[i].train, f->course[i].valid};
        row_write(out, "losses", losses, 2);
    }
}

static bool read_head(net_fit *f, const char **s) {
    double head[4];
    if (!row_read(s, "net", head, 4)) return false;
    if (!(head[0] >= 0 && head[0] <= f->o.epochs && head[1] >= 0 && head[1] <= head[0] &&
          head[3] >= 0 && head[3] <= 1e15))
        return false;
    f->epoch = (unsigned)head[0];
    f->best_epoch = (unsigned)head[1];
    f->best_valid = head[2];
    f->steps = (uint64_t)head[3];
    return true;
}

static bool read_course(net_fit *f, const char **s) {
    if (MEM_GROW(f->course, f->course_cap, (size_t)f->epoch + 1) != ST_OK) return false;
    for (unsigned i = 0; i <= f->epoch; i++) {
        double losses[2];
        if (!row_read(s, "losses", losses, 2)) return false;
        f->course[i] = (fit_moment){losses[0], losses[1]};
    }
    return true;
}

status net_fit_read(net_fit *f, const char **s, error *err) {
    size_t n = f->layout.count;
    bool good = read_head(f, s) && read_floats(s, "now", f->now, n) &&
                read_floats(s, "best", f->best, n) && read_floats(s, "first", f->first, n) &&
                read_floats(s, "second", f->second, n) && read_course(f, s);
    return good ? ST_OK : error_set(err, ST_BAD_SYNTAX, "the checkpoint is damaged");
}
