#include <acutest.h>

#include <math.h>

#include "arena/statistics.h"
#include "engine/base/memory.h"
#include "tests/support/fail_everywhere.h"

/* Published tests of other engines: counts of pairs by points of the pair, the bounds of the test
 * in normalised Elo, and what was told of them. */
typedef struct published {
    const char *name;
    uint64_t pairs[5];
    double elo0, elo1, llr, closed, elo, error, nelo, los;
} published;

static const published golden[] = {
    {"Stockfish 135caee60 LTC",
     {24, 5900, 18016, 6212, 24},
     0.5,
     3.5,
     2.967,
     2.967,
     1.80,
     1.25,
     3.98,
     .9975},
    {"Stockfish 135caee60 STC",
     {45, 4254, 11064, 4447, 58},
     -0.5,
     2.5,
     2.961,
     2.961,
     1.91,
     1.64,
     4.00,
     .9891},
    {"Stockfish PR 5029 VVLTC",
     {2, 2413, 7977, 2676, 0},
     0,
     2,
     2.943,
     2.942,
     3.44,
     1.86,
     7.80,
     .9999},
    {"Berserk PR 585 STC",
     {1210, 43501, 92126, 43284, 1179},
     -2,
     0,
     2.892,
     2.892,
     -0.27,
     0.58,
     -0.52,
     .1844},
    {"Berserk PR 583 LTC", {1, 389, 1088, 584, 6}, 0, 2.5, 2.897, 2.867, 17.23, 5.17, 35.37, 1.000},
    {"Berserk PR 582 LTC", {4, 738, 1956, 937, 9}, 0, 2.5, 2.902, 2.894, 9.97, 3.87, 20.54, 1.000},
};

static void near(const char *what, double got, double want, double tolerance) {
    TEST_CHECK_(fabs(got - want) <= tolerance, "%s: %.5f, expected %.4f", what, got, want);
}

/* The likelihood ratio by the closed form of the model, which is nearly equal. A value that was
 * never seen counts as a thousandth of a unit, as in the arena. */
static double closed_llr(const stats_units *u, sprt_model model, double elo0, double elo1) {
    double units = 0;
    double sum = 0;
    double squares = 0;
    for (size_t i = 0; i < u->count; i++) {
        double n = u->bin[i].count ? (double)u->bin[i].count : 1e-3;
        units += n;
        sum += n * u->bin[i].value;
        squares += n * u->bin[i].value * u->bin[i].value;
    }
    double mean = sum / units;
    double variance = squares / units - mean * mean;
    if (model == SPRT_LOGISTIC) {
        double s0 = stats_score(elo0);
        double s1 = stats_score(elo1);
        return units * (s1 - s0) * (2 * mean - s0 - s1) / (2 * variance);
    }
    double scale = log(10) / 800 * sqrt(u->games); /* of normalised Elo, for one unit */
    double t = (mean - 0.5) / sqrt(variance);
    double d0 = t - elo0 * scale;
    double d1 = t - elo1 * scale;
    return units / 2 * log((1 + d0 * d0) / (1 + d1 * d1));
}

static stats_units units_of(const uint64_t *counts, int bins) {
    stats_units u;
    TEST_ASSERT(stats_units_init(&u, bins == 5 ? 2 : 1) == ST_OK);
    for (int i = 0; i < bins; i++)
        TEST_ASSERT(stats_units_add(&u, i / (double)(bins - 1), counts[i]) == ST_OK);
    return u;
}

static void test_published_pairs(void) {
    for (size_t i = 0; i < sizeof golden / sizeof *golden; i++) {
        const published *g = &golden[i];
        TEST_CASE(g->name);
        stats_units u = units_of(g->pairs, 5);
        estimate e = stats_estimate(&u);
        near("llr", stats_llr(&u, SPRT_NORMALIZED, g->elo0, g->elo1), g->llr, 0.0006);
        near("closed", closed_llr(&u, SPRT_NORMALIZED, g->elo0, g->elo1), g->closed, 0.0006);
        near("elo", e.elo, g->elo, 0.006);
        near("error", e.elo_error, g->error, 0.006);
        near("nelo", e.nelo, g->nelo, 0.006);
        near("los", e.los, g->los, 0.00006);
        stats_units_done(&u);
    }
    TEST_CHECK(mem_live() == 0);
}

/* The same games without the knowledge of which two belong together: wins, draws and losses. */
static void test_published_games(void) {
    static const struct {
        uint64_t counts[3]; /* losses, draws, wins */
        double elo0, elo1, normalized, logistic, elo, error;
    } cases[] = {{{6305, 13267, 6564}, 0, 2, 1.692, 2.149, 3.44, 2.96},
                 {{15218, 29604, 15530}, 0.5, 3.5, 0.775, -0.600, 1.80, 1.98},
                 {{848, 2235, 1053}, 0, 2.5, 2.069, 2.978, 17.23, 7.18}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        stats_units u = units_of(cases[i].counts, 3);
        estimate e = stats_estimate(&u);
        near("normalized", stats_llr(&u, SPRT_NORMALIZED, cases[i].elo0, cases[i].elo1),
             cases[i].normalized, 0.0006);
        near("logistic", stats_llr(&u, SPRT_LOGISTIC, cases[i].elo0, cases[i].elo1),
             cases[i].logistic, 0.0006);
        near("close to it", closed_llr(&u, SPRT_LOGISTIC, cases[i].elo0, cases[i].elo1),
             cases[i].logistic, 0.02);
        near("elo", e.elo, cases[i].elo, 0.006);
        near("error", e.elo_error, cases[i].error, 0.006);
        stats_units_done(&u);
    }
}

static void test_bounds(void) {
    sprt s = stats_sprt_default();
    near("upper", stats_sprt_upper(&s), 2.944, 0.0005);
    near("lower", stats_sprt_lower(&s), -2.944, 0.0005);
    static const uint64_t better[5] = {0, 10, 100, 200, 60};
    static const uint64_t worse[5] = {60, 200, 100, 10, 0};
    static const uint64_t level[5] = {10, 20, 40, 20, 10};
    double llr;
    stats_units u = units_of(better, 5);
    TEST_CHECK(stats_sprt_verdict(&s, &u, &llr) == SPRT_H1 && llr > 2.944);
    stats_units_done(&u);
    u = units_of(worse, 5);
    TEST_CHECK(stats_sprt_verdict(&s, &u, &llr) == SPRT_H0 && llr < -2.944);
    stats_units_done(&u);
    u = units_of(level, 5);
    TEST_CHECK(stats_sprt_verdict(&s, &u, &llr) == SPRT_GOES_ON && llr < 0 && llr > -1);
    stats_units_done(&u);
}

/* Any finite set of values: what is spread over other values with the same mean and variance gives
 * nearly the same verdict, and the factor of a larger block is sqrt of its games. */
static void test_other_values(void) {
    stats_units u;
    TEST_ASSERT(stats_units_init(&u, 6) == ST_OK);
    TEST_CHECK(stats_units_pairs(&u));
    double values[] = {1 / 3.0, 5 / 12.0, 0.5, 7 / 12.0, 2 / 3.0};
    uint64_t counts[] = {100, 220, 410, 260, 130};
    for (int i = 0; i < 5; i++) TEST_ASSERT(stats_units_add(&u, values[i], counts[i]) == ST_OK);
    TEST_CHECK(!stats_units_pairs(&u) && u.units == 1120 && u.count == 9);
    TEST_ASSERT(stats_units_add(&u, 0.333333, 1) == ST_OK); /* as printed */
    TEST_CHECK(u.count == 9 && u.bin[2].count == 101);
    double llr = stats_llr(&u, SPRT_NORMALIZED, 0, 5);
    near("closed", llr, closed_llr(&u, SPRT_NORMALIZED, 0, 5), 0.01);
    near("logistic", stats_llr(&u, SPRT_LOGISTIC, 0, 5), closed_llr(&u, SPRT_LOGISTIC, 0, 5), 0.02);
    estimate six = stats_estimate(&u);
    u.games = 24;
    estimate more = stats_estimate(&u);
    near("factor", six.nelo / more.nelo, 2, 1e-9);
    near("elo", six.elo, more.elo, 1e-9);
    stats_units_done(&u);
}

static void test_extremes(void) {
    static const uint64_t nothing[5] = {0};
    static const uint64_t all[5] = {0, 0, 0, 0, 20};
    static const uint64_t one[5] = {1, 0, 0, 0, 0};
    static const uint64_t draws[5] = {0, 0, 50, 0, 0};
    stats_units u = units_of(nothing, 5);
    estimate e = stats_estimate(&u);
    TEST_CHECK(e.elo == 0 && e.los == 0.5 && stats_llr(&u, SPRT_NORMALIZED, 0, 5) == 0);
    stats_units_done(&u);
    u = units_of(all, 5);
    e = stats_estimate(&u);
    TEST_CHECK(e.elo > 500 && isfinite(e.elo) && isfinite(e.elo_error) && e.los > 0.999);
    TEST_CHECK(isfinite(stats_llr(&u, SPRT_NORMALIZED, 0, 5)));
    TEST_CHECK(stats_units_score(&u) == 40);
    stats_units_done(&u);
    u = units_of(one, 5);
    e = stats_estimate(&u);
    TEST_CHECK(e.elo < -100 && isfinite(e.elo_error));
    TEST_CHECK(stats_llr(&u, SPRT_LOGISTIC, 0, 5) < 0);
    stats_units_done(&u);
    u = units_of(draws, 5);
    e = stats_estimate(&u);
    near("drawn", e.elo, 0, 1e-9);
    near("los", e.los, 0.5, 1e-9);
    stats_units_done(&u);
}

static void test_words(void) {
    error err;
    sprt s = stats_sprt_default();
    TEST_CHECK(stats_sprt_read(&s, "elo0=-2,elo1=3.5 alpha=0.1,model=logistic", &err) == ST_OK);
    TEST_CHECK(s.elo0 == -2 && s.elo1 == 3.5 && s.alpha == 0.1 && s.beta == 0.05);
    TEST_CHECK(s.model == SPRT_LOGISTIC);
    static const char *const bad[] = {"elo0=x",    "elo0=5,elo1=5", "alpha=0", "beta=1",
                                      "elo2=1",    "model=odd",     "elo1",    "elo0=nan",
                                      "elo1=1e99", "alpha=-1"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        sprt t = s;
        TEST_CHECK_(stats_sprt_read(&t, bad[i], &err) != ST_OK && err.text[0], "%s is refused",
                    bad[i]);
        TEST_CHECK(t.elo1 == 3.5);
    }
    TEST_CHECK(mem_live() == 0);
}

static status some_units(error *err) {
    stats_units u;
    (void)err;
    status st = stats_units_init(&u, 2);
    for (int i = 0; st == ST_OK && i < 200; i++) st = stats_units_add(&u, i / 200.0, 1);
    stats_units_done(&u);
    return st;
}

static void test_no_memory(void) {
    fail_everywhere("results of many kinds", some_units);
}

TEST_LIST = {{"published_pairs", test_published_pairs},
             {"published_games", test_published_games},
             {"bounds", test_bounds},
             {"other_values", test_other_values},
             {"extremes", test_extremes},
             {"words", test_words},
             {"no_memory", test_no_memory},
             {NULL, NULL}};
