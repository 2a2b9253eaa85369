#include <acutest.h>

#include "engine/base/rng.h"
#include "search/limits.h"
#include "search/timekeeper.h"

/* The default thinking time; what is never exceeded is checked along the way. */
static int64_t budget(const search_limits *l, int seat, int64_t overhead) {
    search_budget b = limits_budget(l, seat, overhead);
    TEST_CHECK((b.soft_ms < 0) == (b.hard_ms < 0) && b.soft_ms <= b.hard_ms);
    return b.soft_ms;
}

static void test_none(void) {
    search_limits l = limits_none();
    TEST_CHECK(!limits_any(&l) && budget(&l, 0, 10) == -1);
    l.nodes = 1;
    TEST_CHECK(limits_any(&l) && budget(&l, 0, 10) == -1);
    l = limits_none();
    l.clock_ms[3] = 0; /* a clock of another seat is a limit */
    TEST_CHECK(limits_any(&l) && budget(&l, 0, 10) == 1);
}

static void test_movetime(void) {
    search_limits l = limits_none();
    l.movetime_ms = 1000;
    TEST_CHECK(limits_any(&l) && budget(&l, 0, 30) == 970);
    TEST_CHECK(budget(&l, 0, 5000) == 1); /* never nothing */
    l.movetime_ms = 0;
    TEST_CHECK(limits_any(&l) && budget(&l, 0, 0) == 1);
    l.clock_ms[0] = 1000; /* the lesser of both */
    l.movetime_ms = 100000;
    TEST_CHECK(budget(&l, 0, 0) <= 800);
    l.infinite = true;
    TEST_CHECK(budget(&l, 0, 0) == -1);
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
                        int64_t most = (clocks[c] + extras[b]) * 4 / 5 - overhead;
                        search_budget got = limits_budget(&l, 1, overhead);
                        TEST_ASSERT_(got.soft_ms >= 1 && got.soft_ms <= got.hard_ms &&
                                         (got.hard_ms == 1 || got.hard_ms <= most),
                                     "clock %d inc %d byoyomi %d moves %u: %d ms", (int)clocks[c],
                                     (int)extras[i], (int)extras[b], moves, (int)got.hard_ms);
                    }
}

static void test_more_time_is_more_thought(void) {
    search_limits l = limits_none();
    int64_t last = 0;
    for (int64_t clock = 1000; clock <= 1000000; clock *= 10) {
        l.clock_ms[0] = clock;
        int64_t now = budget(&l, 0, 0);
        TEST_CHECK(now > last && now >= clock / 50);
        last = now;
    }
    l.movestogo = 2;
    TEST_CHECK(budget(&l, 0, 0) > last * 5);
    l = limits_none();
    l.clock_ms[0] = 0;
    l.byoyomi_ms = 1000; /* a period is used well */
    TEST_CHECK(budget(&l, 0, 0) >= 500);
}

/* What is lost if it is not used has no soft end; a clock has room for hard decisions. */
static void test_soft_and_hard(void) {
    search_limits l = limits_none();
    l.movetime_ms = 500;
    search_budget b = limits_budget(&l, 0, 0);
    TEST_CHECK(b.soft_ms == 500 && b.hard_ms == 500);
    l = limits_none();
    l.clock_ms[2] = 100000;
    b = limits_budget(&l, 2, 0);
    TEST_CHECK(b.soft_ms == 4000 && b.hard_ms == 16000);
    l.movestogo = 1; /* the last one may take nearly all */
    b = limits_budget(&l, 2, 0);
    TEST_CHECK(b.soft_ms == 80000 && b.hard_ms == 80000);
    l = limits_none();
    l.clock_ms[0] = 0;
    l.byoyomi_ms = 3000;
    b = limits_budget(&l, 0, 100);
    TEST_CHECK(b.soft_ms == b.hard_ms && b.hard_ms == 2300);
}

/* A seat that has no clock goes by the shortest of the others', if nothing else ends the search. */
static void test_clocks_of_others(void) {
    search_limits own = limits_none();
    search_limits l = limits_none();
    own.clock_ms[1] = l.clock_ms[0] = 1000;
    own.inc_ms[1] = l.inc_ms[0] = 100;
    search_budget want = limits_budget(&own, 1, 10);
    search_budget b = limits_budget(&l, 1, 10);
    TEST_CHECK_(b.soft_ms == want.soft_ms && b.hard_ms == want.hard_ms && b.hard_ms > 0,
                "%lld %lld", (long long)b.soft_ms, (long long)b.hard_ms);
    l.clock_ms[2] = 60000; /* the longer one changes nothing */
    b = limits_budget(&l, 1, 10);
    TEST_CHECK(b.soft_ms == want.soft_ms && b.hard_ms == want.hard_ms);
    l.infinite = true;
    TEST_CHECK(limits_budget(&l, 1, 10).hard_ms < 0);
    l.infinite = false;
    l.nodes = 1000000;
    TEST_CHECK(limits_budget(&l, 1, 10).hard_ms < 0);
    l.nodes = 0;
    l.movetime_ms = 5000;
    b = limits_budget(&l, 1, 0);
    TEST_CHECK(b.soft_ms == 5000 && b.hard_ms == 5000);
    l.movetime_ms = -1;
    l.clock_ms[1] = 500000; /* its own counts */
    TEST_CHECK(limits_budget(&l, 1, 0).soft_ms == 20000);
}

/* The clock as a table: what is left, what comes back, what a move loses, moves to go; and then how
 * long to think, normally and at most. */
static void test_table(void) {
    static const struct {
        int64_t left, inc, overhead;
        unsigned moves;
        int64_t soft, hard;
    } rows[] = {
        /* sudden death: a twenty-fifth, four of them for a hard decision */
        {60000, 0, 10, 0, 2390, 9590},
        {1000, 0, 10, 0, 30, 150},
        {100, 0, 10, 0, 1, 1},
        {0, 0, 10, 0, 1, 1},
        /* with increment */
        {180000, 2000, 10, 0, 8790, 35190},
        {1000, 10, 10, 0, 38, 182},
        {300, 10, 10, 0, 10, 70},
        {200, 10, 10, 0, 6, 54},
        {100, 10, 10, 0, 2, 2}, /* less than comes back */
        {20, 10, 10, 0, 1, 1},
        /* a busy machine: what a move loses comes out of its share */
        {1000, 10, 40, 0, 8, 152},
        {500, 10, 40, 0, 1, 1},
        {60000, 600, 300, 0, 2580, 11220},
        /* moves to go */
        {60000, 0, 10, 40, 2390, 9590},
        {60000, 0, 10, 5, 11990, 23990},
        {60000, 0, 10, 2, 29990, 29990},
        {60000, 0, 10, 1, 47990, 47990},
        {50, 0, 10, 40, 1, 1},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        search_limits l = limits_none();
        l.clock_ms[0] = rows[i].left;
        l.inc_ms[0] = rows[i].inc;
        l.movestogo = rows[i].moves;
        search_budget b = limits_budget(&l, 0, rows[i].overhead);
        TEST_CHECK_(b.soft_ms == rows[i].soft && b.hard_ms == rows[i].hard,
                    "row %zu: soft %d, hard %d", i, (int)b.soft_ms, (int)b.hard_ms);
    }
}

static void test_lag(void) {
    TEST_CHECK(limits_lag(0, 5000, 5000) == 0);
    TEST_CHECK(limits_lag(0, 45000, 5000) == 40000);     /* at once */
    TEST_CHECK(limits_lag(40000, 5000, 5000) == 35000);  /* slowly */
    TEST_CHECK(limits_lag(40000, 45000, 8000) == 37000); /* as it is now */
    TEST_CHECK(limits_lag(0, 5000, 9000) == 0);          /* a clock that is off */
    int64_t lag = 80000;
    for (int i = 0; i < 60; i++) lag = limits_lag(lag, 2000, 2000);
    TEST_CHECK_(lag < 100, "%d us", (int)lag);
}

/* Games on a simulated clock, at 1+0.01, next to processes that take the processor away for a
 * while whenever a thought takes longer than a slice. No one oversteps the clock. */
static void test_simulated_games(void) {
    enum { SLICE_US = 3000, MOVES = 150, GAMES = 50 };
    for (uint64_t round = 1; round <= GAMES; round++) {
        rng g = {.s = round};
        int64_t left_us = 1000000;
        int64_t lag_us = 0;
        int64_t low_us = left_us;
        for (int move = 0; move < MOVES; move++) {
            search_limits l = limits_none();
            l.clock_ms[0] = left_us / 1000;
            l.inc_ms[0] = 10;
            int64_t overhead = lag_us / 1000 > 10 ? lag_us / 1000 : 10;
            search_budget b = limits_budget(&l, 0, overhead);
            /* One in four decisions goes to the hard limit. */
            int64_t think_us = (rng_below(&g, 4) ? b.soft_ms : b.hard_ms) * 1000;
            int64_t spent_us = 400;
            int64_t served_us = 0;
            while (spent_us < think_us + 400) {
                int64_t slice = think_us + 400 - spent_us;
                if (slice > SLICE_US) slice = SLICE_US;
                spent_us += slice;
                served_us += slice;
                /* Others come first, sometimes right at the start. */
                if (slice == SLICE_US || !rng_below(&g, 20))
                    spent_us += 4000 * (int64_t)rng_below(&g, 24);
            }
            lag_us = limits_lag(lag_us, spent_us, served_us);
            left_us -= spent_us;
            if (left_us < low_us) low_us = left_us;
            left_us += 10000;
        }
        TEST_CHECK_(low_us > 0, "game %d: %d us", (int)round, (int)low_us);
    }
}

/* A report with two choices. */
static search_report report_of(search_line *lines, uint64_t first, uint64_t second, double value) {
    lines[0] = (search_line){.first = {{1}, 1}, .visits = first, .values = {value, 1 - value}};
    lines[1] = (search_line){.first = {{2}, 1}, .visits = second, .values = {0.3, 0.7}};
    return (search_report){.visits = first + second, .count = 2, .lines = lines};
}

/* Looks every 10 ms at the same report; returns when it stops. */
static int64_t stops_at(timekeeper *k, const search_report *r, int64_t from) {
    int64_t ms = from;
    while (!timekeeper_look(k, r, 0, ms)) ms += 10;
    return ms;
}

static void test_a_settled_choice_saves_time(void) {
    timekeeper k;
    search_line lines[2];
    search_budget clock = {1000, 4000};
    timekeeper_init(&k, clock);
    search_report even = report_of(lines, 0, 0, 0.6); /* no visits: an alpha-beta search */
    int64_t calm = stops_at(&k, &even, 10);
    TEST_CHECK_(calm < 1000 && calm >= 500, "%d ms", (int)calm);
    /* The same, but the choice changed at 800 ms. */
    timekeeper_init(&k, clock);
    TEST_CHECK(!timekeeper_look(&k, &even, 0, 100));
    search_line other[2];
    search_report changed = report_of(other, 0, 0, 0.6);
    other[0].first.steps[0] = 7;
    int64_t wavering = stops_at(&k, &changed, 800);
    TEST_CHECK_(wavering > 1000, "%d ms", (int)wavering);
    /* And its value falls: longer still, but never beyond the hard limit. */
    timekeeper_init(&k, clock);
    TEST_CHECK(!timekeeper_look(&k, &even, 0, 100));
    TEST_CHECK(!timekeeper_look(&k, &changed, 0, 800));
    other[0].values[0] = 0.4;
    int64_t falling = stops_at(&k, &changed, 810);
    TEST_CHECK_(falling > wavering && falling <= 4000, "%d ms", (int)falling);
}

static void test_what_cannot_be_caught_up_ends_it(void) {
    timekeeper k;
    search_line lines[2];
    timekeeper_init(&k, (search_budget){1000, 4000});
    search_report far = report_of(lines, 9000, 100, 0.6);
    TEST_CHECK(!timekeeper_look(&k, &far, 0, 50)); /* too early to tell */
    TEST_CHECK(timekeeper_look(&k, &far, 0, 600));
    timekeeper_init(&k, (search_budget){1000, 4000});
    search_report close = report_of(lines, 5100, 5000, 0.6);
    TEST_CHECK(!timekeeper_look(&k, &close, 0, 300));
}

static void test_a_movetime_is_used_whole(void) {
    timekeeper k;
    search_line lines[2];
    timekeeper_init(&k, (search_budget){1000, 1000});
    search_report far = report_of(lines, 9000, 100, 0.6);
    TEST_CHECK(!timekeeper_look(&k, &far, 0, 999) && timekeeper_look(&k, &far, 0, 1000));
    timekeeper_init(&k, (search_budget){-1, -1});
    TEST_CHECK(!timekeeper_look(&k, &far, 0, 1000000));
}

TEST_LIST = {{"soft_and_hard", test_soft_and_hard},
             {"clocks_of_others", test_clocks_of_others},
             {"table", test_table},
             {"lag", test_lag},
             {"simulated_games", test_simulated_games},
             {"a_settled_choice_saves_time", test_a_settled_choice_saves_time},
             {"what_cannot_be_caught_up_ends_it", test_what_cannot_be_caught_up_ends_it},
             {"a_movetime_is_used_whole", test_a_movetime_is_used_whole},
             {"none", test_none},
             {"movetime", test_movetime},
             {"never_the_whole_clock", test_never_the_whole_clock},
             {"more_time_is_more_thought", test_more_time_is_more_thought},
             {NULL, NULL}};
