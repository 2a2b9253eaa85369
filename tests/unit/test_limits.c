#include <acutest.h>

#include "search/limits.h"

static void test_none(void) {
    search_limits l = limits_none();
    TEST_CHECK(!limits_any(&l) && limits_budget_ms(&l, 0, 10) == -1);
    l.nodes = 1;
    TEST_CHECK(limits_any(&l) && limits_budget_ms(&l, 0, 10) == -1);
    l = limits_none();
    l.clock_ms[3] = 0; /* a clock of another seat counts as a limit, not as a budget */
    TEST_CHECK(limits_any(&l) && limits_budget_ms(&l, 0, 10) == -1);
}

static void test_movetime(void) {
    search_limits l = limits_none();
    l.movetime_ms = 1000;
    TEST_CHECK(limits_any(&l) && limits_budget_ms(&l, 0, 30) == 970);
    TEST_CHECK(limits_budget_ms(&l, 0, 5000) == 1); /* never nothing */
    l.movetime_ms = 0;
    TEST_CHECK(limits_any(&l) && limits_budget_ms(&l, 0, 0) == 1);
    l.clock_ms[0] = 1000; /* the lesser of both */
    l.movetime_ms = 100000;
    TEST_CHECK(limits_budget_ms(&l, 0, 0) <= 800);
    l.infinite = true;
    TEST_CHECK(limits_budget_ms(&l, 0, 0) == -1);
}

/* Never more than 80 % of what is left, and always something. */
static void test_never_the_whole_clock(void) {
    static const int64_t clocks[] = {0, 1, 5, 20, 100, 999, 60000, 7200000};
    static const int64_t extras[] = {0, 1, 100, 2000, 60000};
    for (size_t c = 0; c < sizeof clocks / sizeof *clocks; c++)
        for (size_t i = 0; i < 5; i++)
            for (size_t b = 0; b < 5; b++)
                for (unsigned moves = 0; moves < 50; moves += 7)
                    for (int64_t overhead = 0; overhead <= 100; overhead += 50) {
                        search_limits l = limits_none();
                        l.clock_ms[1] = clocks[c];
                        l.inc_ms[1] = extras[i];
                        l.byoyomi_ms = extras[b];
                        l.movestogo = moves;
                        int64_t budget = limits_budget_ms(&l, 1, overhead);
                        int64_t most = (clocks[c] + extras[b]) * 4 / 5 - overhead;
                        TEST_ASSERT_(budget >= 1 && (budget == 1 || budget <= most),
                                     "clock %d inc %d byoyomi %d moves %u: %d ms", (int)clocks[c],
                                     (int)extras[i], (int)extras[b], moves, (int)budget);
                    }
}

static void test_more_time_is_more_thought(void) {
    search_limits l = limits_none();
    int64_t last = 0;
    for (int64_t clock = 1000; clock <= 1000000; clock *= 10) {
        l.clock_ms[0] = clock;
        int64_t budget = limits_budget_ms(&l, 0, 0);
        TEST_CHECK(budget > last && budget >= clock / 50);
        last = budget;
    }
    l.movestogo = 2;
    TEST_CHECK(limits_budget_ms(&l, 0, 0) > last * 5);
    l = limits_none();
    l.clock_ms[0] = 0;
    l.byoyomi_ms = 1000; /* a period is used well */
    TEST_CHECK(limits_budget_ms(&l, 0, 0) >= 500);
}

TEST_LIST = {{"none", test_none},
             {"movetime", test_movetime},
             {"never_the_whole_clock", test_never_the_whole_clock},
             {"more_time_is_more_thought", test_more_time_is_more_thought},
             {NULL, NULL}};
