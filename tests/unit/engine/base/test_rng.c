#include <acutest.h>

#include "engine/base/rng.h"

/* Golden: the same on every compiler and machine. */
static void test_first_values(void) {
    static const uint64_t want[] = {UINT64_C(0xae4a7cbfdda9b434), UINT64_C(0xe9cc09d33d38d9d2),
                                    UINT64_C(0xcb5756512b93433a)};
    rng g = {.s = 42};
    for (int i = 0; i < 3; i++) {
        uint64_t got = rng_next(&g);
        TEST_CHECK_(got == want[i], "value %d", i);
        TEST_MSG("0x%016llx", (unsigned long long)got);
    }
    rng s = rng_stream(1, 2);
    TEST_CHECK(s.s == UINT64_C(0x80760eea30b231d0));
    TEST_MSG("0x%016llx", (unsigned long long)s.s);
}

static void test_same_seed_same_numbers(void) {
    rng a = rng_stream(7, 3);
    rng b = rng_stream(7, 3);
    for (int i = 0; i < 100; i++) TEST_CHECK(rng_below(&a, 1000) == rng_below(&b, 1000));
}

static void test_streams_differ(void) {
    enum { STREAMS = 64 };
    uint64_t first[STREAMS];
    for (unsigned i = 0; i < STREAMS; i++) {
        rng g = rng_stream(i / 8, i % 8);
        first[i] = rng_next(&g);
        for (unsigned j = 0; j < i; j++)
            TEST_CHECK_(first[i] != first[j], "streams %u and %u differ", i, j);
    }
}

/* Chi-square against uniform; with 6, 7 and 10 cells and fixed seeds the statistic must stay below
 * the 99.9 % point of n - 1 degrees of freedom. */
static void test_bounded_draws_are_unbiased(void) {
    static const struct {
        unsigned n;
        double limit;
    } cases[] = {{2, 10.83}, {6, 20.52}, {7, 22.46}, {10, 27.88}};
    enum { DRAWS = 200000 };
    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
        unsigned count[10] = {0};
        rng g = rng_stream(2024, c);
        for (int i = 0; i < DRAWS; i++) {
            uint64_t at = rng_below(&g, cases[c].n);
            TEST_ASSERT(at < cases[c].n);
            count[at]++;
        }
        double expected = (double)DRAWS / cases[c].n;
        double chi = 0;
        for (unsigned i = 0; i < cases[c].n; i++)
            chi += (count[i] - expected) * (count[i] - expected) / expected;
        TEST_CHECK_(chi < cases[c].limit, "n = %u: chi-square %.2f", cases[c].n, chi);
    }
}

/* A huge bound makes a plain product or remainder visibly lopsided: with n = 3 * 2^62 a remainder
 * would hit the lowest third twice as often as it should. */
static void test_huge_bounds_are_unbiased(void) {
    const uint64_t n = UINT64_C(3) << 62;
    unsigned low = 0;
    rng g = {.s = 5};
    for (int i = 0; i < 30000; i++) {
        uint64_t at = rng_below(&g, n);
        TEST_ASSERT(at < n);
        low += at < n / 3;
    }
    TEST_CHECK_(low > 9600 && low < 10400, "%u of 30000 in the lowest third", low);
}

static void test_units(void) {
    rng g = {.s = 9};
    double sum = 0;
    for (int i = 0; i < 10000; i++) {
        double u = rng_unit(&g);
        TEST_ASSERT(u >= 0 && u < 1);
        sum += u;
    }
    TEST_CHECK_(sum > 4900 && sum < 5100, "mean %.4f", sum / 10000);
    TEST_CHECK(rng_entropy() != 0);
}

TEST_LIST = {{"first_values", test_first_values},
             {"same_seed_same_numbers", test_same_seed_same_numbers},
             {"streams_differ", test_streams_differ},
             {"bounded_draws_are_unbiased", test_bounded_draws_are_unbiased},
             {"huge_bounds_are_unbiased", test_huge_bounds_are_unbiased},
             {"units", test_units},
             {NULL, NULL}};
