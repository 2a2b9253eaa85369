#include <acutest.h>

#include <math.h>
#include <string.h>

#include "engine/base/memory.h"
#include "engine/base/rng.h"
#include "tune/evolution/evolve.h"

enum { PARAMS = 8, MAX = 64 };

static const double goal[PARAMS] = {3, -2, 5, 0.5, -4, 1, 2.5, -1};

static void name_params(evolve_param *p) {
    for (int i = 0; i < PARAMS; i++)
        p[i] = (evolve_param){.start = 0, .min = -8, .max = 8, .step = 0.3};
}

/* A bowl whose axes are of different lengths and lean; best at the goal, worth 0 there. */
static double bowl(const double *x) {
    double sum = 0;
    for (int i = 0; i < PARAMS; i++) {
        double off = x[i] - goal[i] + (i ? 0.5 * (x[i - 1] - goal[i - 1]) : 0);
        sum -= off * off * (1 + i % 3);
    }
    return sum;
}

static double gauss(rng *g) {
    double sum = -6;
    for (int i = 0; i < 12; i++) sum += rng_unit(g);
    return sum;
}

static double distance(const double *x) {
    double sum = 0;
    for (int i = 0; i < PARAMS; i++) sum += (x[i] - goal[i]) * (x[i] - goal[i]);
    return sqrt(sum / PARAMS);
}

/* Who wins more of `games` games, where a better set wins more often. */
static double pairing(const double *a, const double *b, int games, rng *g) {
    double p = 1 / (1 + exp(-(bowl(a) - bowl(b)) / 20));
    double sum = 0;
    for (int i = 0; i < games; i++) sum += rng_unit(g) < p ? 1 : -1;
    return sum;
}

static void play_round(evolve *e, bool pairings, double noise) {
    double value[MAX] = {0};
    rng g = rng_stream(77, evolve_round(e));
    int n = evolve_population(e);
    TEST_ASSERT(n <= MAX);
    if (pairings)
        value[0] = pairing(evolve_ask(e, 0), evolve_ask(e, 1), 2, &g);
    else
        for (int i = 0; i < n; i++) value[i] = bowl(evolve_ask(e, i)) + noise * gauss(&g);
    evolve_tell(e, value);
}

static evolve *make(const evolve_options *o) {
    evolve_param p[PARAMS];
    evolve *e;
    name_params(p);
    TEST_ASSERT(evolve_create(&e, o, p, PARAMS) == ST_OK);
    return e;
}

static double run(const evolve_options *o, double noise) {
    evolve *e = make(o);
    while (!evolve_finished(e)) play_round(e, o->method == EVOLVE_SPSA, noise);
    double off = distance(evolve_best(e));
    evolve_destroy(e);
    return off;
}

/* From 2.8 away on average, by nothing but wins and losses of two games a round. */
static void test_spsa(void) {
    evolve_options o = {.method = EVOLVE_SPSA, .rounds = 20000, .rate = 0.05, .seed = 1};
    double off = run(&o, 0);
    TEST_CHECK(off < 0.5);
    TEST_MSG("%.3f away", off);
}

static void test_cmaes(void) {
    evolve_options o = {.method = EVOLVE_CMAES, .rounds = 150, .seed = 1};
    double off = run(&o, 0);
    TEST_CHECK(off < 0.01);
    TEST_MSG("without noise %.4f away", off);
    o.rounds = 200;
    o.population = 24;
    off = run(&o, 1);
    TEST_CHECK(off < 0.5);
    TEST_MSG("with noise %.3f away", off);
}

static void test_ga(void) {
    evolve_options o = {.method = EVOLVE_GA, .rounds = 200, .population = 48, .seed = 1};
    double off = run(&o, 0.5);
    TEST_CHECK(off < 0.8);
    TEST_MSG("%.3f away", off);
}

/* Interrupted and continued, also with the sets of a round asked for but not judged. */
static void test_resumes(void) {
    for (int m = EVOLVE_SPSA; m <= EVOLVE_GA; m++) {
        evolve_options o = {.method = (evolve_method)m, .rounds = 20, .seed = 9};
        evolve *straight = make(&o);
        evolve *broken = make(&o);
        while (!evolve_finished(straight)) play_round(straight, m == EVOLVE_SPSA, 1);
        while (!evolve_finished(broken)) {
            play_round(broken, m == EVOLVE_SPSA, 1);
            text kept = text_growing();
            error err;
            (void)evolve_ask(broken, 0);
            evolve_write(broken, &kept);
            TEST_ASSERT(!kept.cut);
            evolve_destroy(broken);
            broken = make(&o);
            const char *s = text_string(&kept);
            TEST_CHECK(evolve_read(broken, &s, &err) == ST_OK);
            text_done(&kept);
        }
        for (int i = 0; i < PARAMS; i++)
            TEST_CHECK(evolve_best(straight)[i] == evolve_best(broken)[i]);
        TEST_CHECK(evolve_spread(straight) == evolve_spread(broken));
        evolve_destroy(straight);
        evolve_destroy(broken);
    }
}

static void test_bad_checkpoints(void) {
    evolve_options o = {.method = EVOLVE_CMAES, .rounds = 20, .seed = 9};
    evolve *e = make(&o);
    play_round(e, false, 0);
    text kept = text_growing();
    error err;
    evolve_write(e, &kept);
    TEST_ASSERT(!kept.cut);
    for (size_t cut = 0; cut + 1 < kept.len; cut += 11) {
        char keep = kept.at[cut];
        const char *s = kept.at;
        kept.at[cut] = '\0';
        TEST_CHECK(evolve_read(e, &s, &err) == ST_BAD_SYNTAX);
        kept.at[cut] = keep;
    }
    text_done(&kept);
    evolve_destroy(e);
}

static void test_ranges(void) {
    for (int m = EVOLVE_SPSA; m <= EVOLVE_GA; m++) {
        evolve_param p[2] = {{.start = 0.9, .min = 0, .max = 1, .step = 0.5},
                             {.start = 2, .min = 2, .max = 3, .step = 2}};
        evolve_options o = {.method = (evolve_method)m, .rounds = 10, .seed = 4};
        evolve *e;
        TEST_ASSERT(evolve_create(&e, &o, p, 2) == ST_OK);
        while (!evolve_finished(e)) {
            double value[MAX] = {0};
            for (int i = 0; i < evolve_population(e); i++) {
                const double *x = evolve_ask(e, i);
                TEST_CHECK(x[0] >= 0 && x[0] <= 1 && x[1] >= 2 && x[1] <= 3);
                value[i] = x[0];
            }
            evolve_tell(e, value);
        }
        evolve_destroy(e);
    }
}

TEST_LIST = {{"spsa", test_spsa},
             {"cmaes", test_cmaes},
             {"ga", test_ga},
             {"resumes", test_resumes},
             {"bad_checkpoints", test_bad_checkpoints},
             {"ranges", test_ranges},
             {0}};
