#include <acutest.h>

#include <math.h>
#include <string.h>

#include "engine/base/memory.h"
#include "engine/base/rng.h"
#include "tests/support/pace.h"
#include "tune/fits/fit.h"

enum { TERMS = 12, MANY = PACE(60000, 6000) };

/* Fewer where every list grows one by one. */
static size_t max(void) {
    return MEM_SIZED(1 << 20, 1500);
}

static const feature features[TERMS] = {
    {"a", 0, -9, 9, 0.01F}, {"b", 0, -9, 9, 0.01F}, {"c", 0, -9, 9, 0.01F}, {"d", 0, -9, 9, 0.01F},
    {"e", 0, -9, 9, 0.01F}, {"f", 0, -9, 9, 0.01F}, {"g", 0, -9, 9, 0.01F}, {"h", 0, -9, 9, 0.01F},
    {"i", 0, -9, 9, 0.01F}, {"j", 0, -9, 9, 0.01F}, {"k", 0, -9, 9, 0.01F}, {"l", 0, -9, 9, 0.01F}};

/* What the results are drawn from. */
static const double truth[TERMS] = {1.5, -1, 0.8, 0.5, -0.6, 2, 1.1, -1.4, 0.7, 0.9, -2.2, 0.4};

typedef struct world {
    int seats;
    bool sparse, points, exact; /* exact: shares are the expected ones, not results */
    size_t count;
    uint64_t seed;
} world;

static double draw_value(rng *g, int term, bool sparse) {
    if (sparse && rng_unit(g) < 0.8) return 0;
    return (2 * rng_unit(g) - 1) * (term % 3 == 0 ? 1.5 : 0.5); /* of different sizes */
}

static void draw_example(const world *w, rng *g, examples *e) {
    float value[GAME_MAX_PLAYERS * TERMS];
    float share[GAME_MAX_PLAYERS] = {0};
    float margin[GAME_MAX_PLAYERS];
    double q[GAME_MAX_PLAYERS] = {0};
    double sum = 0;
    double mean = 0;
    for (int k = 0; k < w->seats; k++) {
        for (int i = 0; i < TERMS; i++) {
            double v = draw_value(g, i, w->sparse);
            value[k * TERMS + i] = (float)v;
            q[k] += v * truth[i];
        }
        mean += q[k] / w->seats;
    }
    for (int k = 0; k < w->seats; k++) sum += exp(q[k]);
    double fate = rng_unit(g) * sum;
    bool given = false;
    for (int k = 0; k < w->seats; k++) {
        margin[k] = (float)(w->seats == 2 ? 7 * (q[0] - q[1]) : 7 * (q[k] - mean));
        if (w->exact) share[k] = (float)(exp(q[k]) / sum);
        fate -= exp(q[k]);
        if (w->exact || given || (fate > 0 && k + 1 < w->seats)) continue;
        share[k] = 1;
        given = true;
    }
    TEST_ASSERT(examples_add(e, value, share, margin) == ST_OK);
}

static void draw_world(const world *w, examples *e) {
    rng g = rng_stream(w->seed, 3);
    size_t count = w->count < max() ? w->count : max();
    TEST_ASSERT(examples_init(e, w->seats, TERMS, w->points) == ST_OK);
    for (size_t i = 0; i < count; i++) draw_example(w, &g, e);
    TEST_ASSERT(examples_close(e, 5) == ST_OK);
    TEST_ASSERT(e->count == count);
}

typedef struct bench {
    examples train, valid;
    loss_work *at_train, *at_valid;
    pool *threads;
    fit f;
} bench;

static void sit(bench *b, const world *w, const fit_options *o, int threads) {
    world other = *w;
    other.seed += 99;
    other.count /= 5;
    *b = (bench){0};
    draw_world(w, &b->train);
    draw_world(&other, &b->valid);
    if (threads > 1) TEST_ASSERT(pool_create(&b->threads, threads) == ST_OK);
    TEST_ASSERT(loss_work_create(&b->at_train, &b->train, b->threads) == ST_OK);
    TEST_ASSERT(loss_work_create(&b->at_valid, &b->valid, b->threads) == ST_OK);
    TEST_ASSERT(fit_init(&b->f, o, features, NULL, TERMS) == ST_OK);
    TEST_ASSERT(fit_begin(&b->f, b->at_train, b->at_valid) == ST_OK);
}

static void leave(bench *b) {
    fit_done(&b->f);
    loss_work_destroy(b->at_train);
    loss_work_destroy(b->at_valid);
    pool_destroy(b->threads);
    examples_done(&b->train);
    examples_done(&b->valid);
}

static void run_to(bench *b, unsigned epoch) {
    while (b->f.epoch < epoch && !fit_finished(&b->f))
        TEST_ASSERT(fit_epoch(&b->f, b->at_train, b->at_valid, &b->train) == ST_OK);
}

static void expect_truth(const bench *b, double off, const char *what) {
    for (int i = 0; i < TERMS; i++) {
        double away = fabs(b->f.best[i] - truth[i]) / fabs(truth[i]);
        TEST_CHECK(away < off);
        TEST_MSG("%s: term %d is %.4f, should be %.2f", what, i, b->f.best[i], truth[i]);
    }
}

static void recover(world w, fit_options o, double off, const char *what) {
    bench b;
    sit(&b, &w, &o, 1);
    run_to(&b, o.epochs);
    expect_truth(&b, off, what);
    TEST_CHECK(b.f.best_valid < b.f.course[0].valid);
    leave(&b);
}

/* Terms of small size tell less: a prior in units of the weights holds them back more. */
static void test_prior(void) {
    fit_options o = fit_default();
    o.epochs = MEM_SIZED(40, 300);
    o.batch = PACE(4096, 1024);
    o.rate = 0.1;
    o.patience = 0;
    o.prior = 0.01;
    bench b;
    sit(&b, &(world){.seats = 2, .count = MANY, .seed = 1, .exact = true}, &o, 1);
    run_to(&b, o.epochs);
    double large = 1;
    double small = 0;
    for (int i = 0; i < TERMS; i++) {
        double share = b.f.now[i] / truth[i];
        if (i % 3 == 0)
            large = fmin(large, share);
        else
            small = fmax(small, share);
    }
    TEST_CHECK_(large > 0.55 && small < 0.55 && small > 0, "large from %.3f, small to %.3f", large,
                small);
    leave(&b);
}

static void test_recovers(void) {
    fit_options o = fit_default();
    o.epochs = MEM_SIZED(40, 300);
    o.batch = PACE(4096, 1024);
    o.rate = 0.1;
    o.patience = 0;
    world played = {.seats = 2, .count = PACE((size_t)4, (size_t)1) * MANY, .seed = 1};
    if (max() > MANY)
        recover(played, o, PACE(0.12, 0.6), "results"); /* which are drawn: four deviations */
    world two = {.seats = 2, .count = MANY, .seed = 1, .exact = true};
    recover(two, o, 0.05, "two seats");
    world sparse = {.seats = 2, .count = MANY, .seed = 2, .sparse = true, .exact = true};
    recover(sparse, o, 0.05, "sparse");
    world four = {.seats = 4, .count = MANY, .seed = 3, .exact = true};
    recover(four, o, 0.05, "four seats");
    o.loss.kind = LOSS_MSE;
    world exact = {.seats = 2, .count = MANY, .seed = 4, .exact = true};
    recover(exact, o, 0.05, "squares");
    recover(four, o, 0.05, "four seats by squares");
    o.loss.kind = LOSS_CE;
    o.method = FIT_ADAGRAD;
    o.rate = 0.5;
    recover(exact, o, 0.05, "adagrad");
}

/* Few games, but their margins say more than who won. */
static void test_points_help(void) {
    fit_options o = fit_default();
    o.epochs = 60;
    o.batch = 1024;
    o.rate = 0.1;
    o.patience = 0;
    double off[2] = {0};
    world few = {.seats = 2, .count = 4000, .seed = 7, .points = true};
    for (int with = 0; with < 2; with++) {
        bench b;
        o.loss.points = with ? 3 : 0;
        sit(&b, &few, &o, 1);
        run_to(&b, o.epochs);
        for (int i = 0; i < TERMS; i++) off[with] += fabs(b.f.best[i] - truth[i]);
        if (with) TEST_CHECK(fabs(b.f.best[TERMS] * b.train.unit / 7 - 1) < 0.1);
        leave(&b);
    }
    TEST_CHECK(off[1] < off[0]);
    TEST_MSG("off by %.3f with points, %.3f without", off[1], off[0]);
}

static void test_texel(void) {
    fit_options o = fit_default();
    o.method = FIT_TEXEL;
    o.epochs = 30;
    world w = {.seats = 2, .count = PACE(20000, 4000), .seed = 11, .exact = true};
    recover(w, o, 0.05, "texel");
}

static void test_scale(void) {
    static const float tenth[TERMS] = {0.15F, -0.1F,  0.08F, 0.05F, -0.06F, 0.2F,
                                       0.11F, -0.14F, 0.07F, 0.09F, -0.22F, 0.04F};
    fit_options o = fit_default();
    bench b;
    world w = {.seats = 2, .count = 20000, .seed = 12, .exact = true};
    sit(&b, &w, &o, 1);
    fit_done(&b.f);
    TEST_ASSERT(fit_init(&b.f, &o, features, tenth, TERMS) == ST_OK);
    double by = fit_scale(&b.f, b.at_train);
    TEST_CHECK(fabs(by - 10) < 0.1);
    TEST_MSG("%f", by);
    TEST_CHECK(fabs(b.f.now[0] - 1.5) < 0.02);
    leave(&b);
}

/* Nothing but the quotient of the two sums has a smaller loss. */
static void expect_best_scale(const bench *b, const loss_rule *rule, double *at, double best) {
    static const uint32_t first = 0;
    at[TERMS] = best;
    double loss = loss_sum(b->at_train, rule, at, &first, 1, NULL);
    for (int way = -1; way <= 1; way += 2) {
        at[TERMS] = best * (1 + 0.05 * way);
        TEST_CHECK(loss < loss_sum(b->at_train, rule, at, &first, 1, NULL));
    }
}

/* The gradient against differences of the loss, for every kind of loss. */
static void test_gradient(void) {
    for (int seats = 2; seats <= 4; seats += 2)
        for (int kind = LOSS_CE; kind <= LOSS_MSE; kind++)
            for (int points = 0; points < 2; points++) {
                bench b;
                fit_options o = fit_default();
                o.loss = (loss_rule){(loss_kind)kind, points ? 0.7 : 0};
                world w = {.seats = seats, .count = 700, .seed = 21, .points = true};
                sit(&b, &w, &o, 1);
                double at[TERMS + 1];
                double slope[TERMS + 2];
                static const uint32_t first = 0;
                for (int i = 0; i <= TERMS; i++) at[i] = 0.3 * (i % 5) - 0.4;
                at[TERMS] = 0.8;
                (void)loss_sum(b.at_train, &o.loss, at, &first, 1, slope);
                for (int i = 0; i < TERMS; i++) {
                    double keep = at[i];
                    at[i] = keep + 1e-2;
                    double up = loss_sum(b.at_train, &o.loss, at, &first, 1, NULL);
                    at[i] = keep - 1e-2;
                    double down = loss_sum(b.at_train, &o.loss, at, &first, 1, NULL);
                    at[i] = keep;
                    double about = (up - down) / 2e-2;
                    TEST_CHECK(fabs(about - slope[i]) < 0.02 * fabs(slope[i]) + 0.05);
                    TEST_MSG("seats %d kind %d points %d term %d: %f, not %f", seats, kind, points,
                             i, slope[i], about);
                }
                if (points) expect_best_scale(&b, &o.loss, at, slope[TERMS] / slope[TERMS + 1]);
                leave(&b);
            }
}

/* --- the same whatever happens --- */

static void state_after(world w, fit_options o, int threads, unsigned cut, text *out) {
    bench b;
    sit(&b, &w, &o, threads);
    if (cut) {
        run_to(&b, cut);
        text half = text_growing();
        fit_write(&b.f, &half);
        TEST_ASSERT(!half.cut);
        leave(&b);
        sit(&b, &w, &o, threads);
        const char *s = text_string(&half);
        error e;
        TEST_CHECK(fit_read(&b.f, &s, &e) == ST_OK);
        text_done(&half);
    }
    run_to(&b, o.epochs);
    *out = text_growing();
    fit_write(&b.f, out);
    TEST_ASSERT(!out->cut);
    leave(&b);
}

static void expect_same(world w, fit_options o, int threads, unsigned cut) {
    text plain;
    text other;
    state_after(w, o, 1, 0, &plain);
    state_after(w, o, threads, cut, &other);
    TEST_CHECK(plain.len == other.len && memcmp(plain.at, other.at, plain.len) == 0);
    text_done(&plain);
    text_done(&other);
}

static void test_same(void) {
    fit_options o = fit_default();
    o.epochs = 20;
    o.batch = 2048;
    o.patience = 0;
    world w = {.seats = 2, .count = 9000, .seed = 31};
    expect_same(w, o, 2, 0);
    expect_same(w, o, 3, 0);
    expect_same(w, o, 1, 10);
    expect_same(w, o, 2, 7);
    o.method = FIT_TEXEL;
    o.epochs = 6;
    expect_same(w, o, 2, 3);
    world four = {.seats = 4, .count = 5000, .seed = 32, .sparse = true, .points = true};
    o.method = FIT_ADAGRAD;
    o.loss.points = 0.5;
    expect_same(four, o, 2, 3);
}

static void test_bad_checkpoints(void) {
    fit_options o = fit_default();
    o.epochs = 3;
    bench b;
    world w = {.seats = 2, .count = 2000, .seed = 41};
    sit(&b, &w, &o, 1);
    run_to(&b, 3);
    text entire = text_growing();
    fit_write(&b.f, &entire);
    TEST_ASSERT(!entire.cut);
    for (size_t cut = 0; cut + 1 < entire.len; cut += 37) {
        char keep = entire.at[cut];
        error e;
        fit other;
        const char *s = entire.at;
        entire.at[cut] = '\0';
        TEST_ASSERT(fit_init(&other, &o, features, NULL, TERMS) == ST_OK);
        TEST_CHECK(fit_read(&other, &s, &e) == ST_BAD_SYNTAX);
        entire.at[cut] = keep;
        fit_done(&other);
    }
    text_done(&entire);
    leave(&b);
}

/* Validation that gets worse ends it, and the best weights are kept. */
static void test_early_stop(void) {
    fit_options o = fit_default();
    o.epochs = 200;
    o.batch = 1024;
    o.rate = 1; /* wild */
    o.patience = 4;
    world w = {.seats = 2, .count = 300, .seed = 51};
    bench b;
    sit(&b, &w, &o, 1);
    run_to(&b, o.epochs);
    TEST_CHECK(b.f.epoch < 200);
    TEST_CHECK(b.f.epoch == b.f.best_epoch + 4);
    TEST_CHECK(b.f.course[b.f.best_epoch].valid == b.f.best_valid);
    leave(&b);
}

static void test_held(void) {
    fit_options o = fit_default();
    o.epochs = 3;
    world w = {.seats = 2, .count = 3000, .seed = 61};
    bench b;
    sit(&b, &w, &o, 1);
    b.f.held[3] = true;
    run_to(&b, 3);
    TEST_CHECK(b.f.now[3] == 0);
    TEST_CHECK(b.f.now[2] != 0);
    leave(&b);
}

TEST_LIST = {{"recovers", test_recovers},
             {"prior", test_prior},
             {"points_help", test_points_help},
             {"texel", test_texel},
             {"scale", test_scale},
             {"gradient", test_gradient},
             {"same", test_same},
             {"bad_checkpoints", test_bad_checkpoints},
             {"early_stop", test_early_stop},
             {"held", test_held},
             {0}};
