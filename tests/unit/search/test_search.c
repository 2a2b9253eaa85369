#include <acutest.h>

#include <stdatomic.h>

#include "engine/base/clock.h"
#include "engine/base/threads.h"
#include "games/connect4/connect4.h"
#include "games/leduc/leduc.h"
#include "games/pig/pig.h"
#include "search/baseline.h"
#include "search/mcts/mcts.h"
#include "search/search.h"
#include "search/streams.h"
#include "tests/support/one_line.h"

static search_question question(const position *root) {
    search_question q = {.kind = &mcts_searcher, .root = root, .limits = limits_none()};
    q.options = search_default_options();
    q.options.hash_bytes = 4 << 20;
    q.options.multipv = 10;
    q.options.seed = 11;
    return q;
}

/* A search on a thread of its own, as the protocol runs it. */
typedef struct running {
    search *s;
    search_question q;
    search_answer answer;
    status st;
    atomic_bool over;
    atomic_int reports;
    thrd_t thread;
} running;

static void hear(void *ctx, const search_report *r) {
    running *run = ctx;
    if (r->count) atomic_fetch_add(&run->reports, 1);
}

static int run_it(void *arg) {
    running *run = arg;
    run->st = search_run(run->s, &run->q, hear, run, &run->answer, NULL);
    atomic_store(&run->over, true);
    return 0;
}

static void launch(running *run) {
    TEST_ASSERT(search_create(&run->s) == ST_OK);
    search_prepare(run->s, run->q.limits.ponder);
    TEST_ASSERT(thrd_create(&run->thread, run_it, run) == thrd_success);
}

static void pause_ms(int ms) {
    mtx_t lock;
    cnd_t never;
    (void)mtx_init(&lock, mtx_plain);
    (void)cnd_init(&never);
    int64_t until = clock_now_ms() + ms;
    (void)mtx_lock(&lock);
    while (clock_now_ms() < until) thread_wait_ms(&never, &lock, ms);
    (void)mtx_unlock(&lock);
    cnd_destroy(&never);
    mtx_destroy(&lock);
}

static void finish(running *run) {
    (void)thrd_join(run->thread, NULL);
    TEST_CHECK(run->st == ST_OK && run->answer.report.count > 0);
    search_destroy(run->s);
}

static void test_stop(void) {
    position *p = one_line_start(&connect4, "");
    running run = {.q = question(p)};
    run.q.limits.infinite = true;
    run.q.options.threads = 2;
    run.q.report_every_ms = 20;
    launch(&run);
    while (!atomic_load(&run.over) && atomic_load(&run.reports) == 0) pause_ms(5);
    TEST_CHECK(!atomic_load(&run.over)); /* and without the stop it would not end */
    search_stop(run.s);                  /* `kibitz bench latency` measures how soon */
    finish(&run);
    position_destroy(p);
}

/* Under `infinite` the answer waits, though the nodes are long spent. */
static void test_infinite_waits(void) {
    position *p = one_line_start(&connect4, "");
    running run = {.q = question(p)};
    run.q.limits.infinite = true;
    run.q.limits.nodes = 500;
    launch(&run);
    pause_ms(200); /* on a slow machine this proves less, but does not fail */
    TEST_CHECK(!atomic_load(&run.over));
    search_stop(run.s);
    finish(&run);
    position_destroy(p);
}

static void test_ponderhit(void) {
    position *p = one_line_start(&connect4, "");
    running run = {.q = question(p)};
    run.q.limits.ponder = true;
    run.q.limits.movetime_ms = 60;
    launch(&run);
    pause_ms(250);
    TEST_CHECK(!atomic_load(&run.over)); /* the time has not begun to count */
    int64_t hit = clock_now_ms();
    search_ponderhit(run.s);
    finish(&run);
    int64_t spent = clock_now_ms() - hit;
    TEST_CHECK_(spent >= 50, "%d ms after the hit", (int)spent);
    position_destroy(p);
}

static void test_a_stop_before_the_start_counts(void) {
    position *p = one_line_start(&connect4, "");
    running run = {.q = question(p)};
    run.q.limits.infinite = true;
    TEST_ASSERT(search_create(&run.s) == ST_OK);
    search_prepare(run.s, false);
    search_stop(run.s);
    TEST_ASSERT(thrd_create(&run.thread, run_it, &run) == thrd_success);
    finish(&run);
    position_destroy(p);
}

static void test_time_is_kept(void) {
    position *p = one_line_start(&connect4, "");
    running run = {.q = question(p)};
    run.q.limits.movetime_ms = 100;
    int64_t start = clock_now_ms();
    launch(&run);
    finish(&run);
    int64_t spent = clock_now_ms() - start;
    TEST_CHECK_(spent >= 90, "100 ms took %d", (int)spent); /* and it ends by itself */
    position_destroy(p);
}

/* Runs q and copies its lines out. */
static search_report answer_of(const search_question *q, search_line lines[10]) {
    search *s;
    search_answer a;
    error err = {0};
    TEST_ASSERT(search_create(&s) == ST_OK);
    search_prepare(s, false);
    TEST_CHECK(search_run(s, q, NULL, NULL, &a, &err) == ST_OK);
    TEST_MSG("%s", err.text);
    search_report r = a.report;
    TEST_ASSERT(r.count > 0 && r.count <= 10);
    memcpy(lines, r.lines, r.count * sizeof *lines);
    search_destroy(s);
    return r;
}

static void check_same(const search_question *a, const search_question *b) {
    search_line x[10];
    search_line y[10];
    search_report r = answer_of(a, x);
    search_report t = answer_of(b, y);
    TEST_CHECK(r.nodes == t.nodes && r.visits == t.visits && r.count == t.count);
    TEST_CHECK(r.depth == t.depth && r.seldepth == t.seldepth && r.hashfull == t.hashfull);
    for (size_t i = 0; i < r.count && i < t.count; i++) {
        TEST_CHECK(token_equal(&x[i].first, &y[i].first) && x[i].visits == y[i].visits);
        for (int k = 0; k < 2; k++) TEST_CHECK(x[i].values[k] == y[i].values[k]);
        TEST_CHECK(strcmp(x[i].pv, y[i].pv) == 0 && x[i].lcb == y[i].lcb);
    }
}

static void test_node_limits(void) {
    position *p = one_line_start(&connect4, "");
    search_question q = question(p);
    search_line lines[10];
    q.limits.nodes = 20000;
    search_report r = answer_of(&q, lines);
    TEST_CHECK_(r.nodes >= 20000 && r.nodes < 20100, "%d nodes", (int)r.nodes);
    q.limits = limits_none();
    q.limits.visits = 1000;
    q.limits.playouts = 500;
    r = answer_of(&q, lines);
    TEST_CHECK(r.visits == 500);
    position_destroy(p);
}

/* One thread, a node limit and a seed: the same tree; another seed: another. */
static void test_same_seed_same_report(void) {
    position *p = one_line_start(&connect4, "");
    position *die = one_line_read(&pig, "p=0 turn=18 s=60,70 target=100");
    search_question q = question(p);
    q.limits.nodes = 30000;
    check_same(&q, &q);
    search_line x[10];
    search_line y[10];
    (void)answer_of(&q, x);
    q.options.seed++;
    (void)answer_of(&q, y);
    TEST_CHECK(x[0].values[0] != y[0].values[0]);
    q.root = die;
    check_same(&q, &q);
    position_destroy(p);
    position_destroy(die);
}

static void test_deterministic_threads(void) {
    position *p = one_line_start(&connect4, "");
    search_question one = question(p);
    one.limits.nodes = 40000;
    one.options.deterministic = true;
    search_question two = one;
    two.options.threads = 2;
    check_same(&one, &two);
    position_destroy(p);
}

/* A search knows the view alone: states that seat 2 cannot tell apart give the same search. */
static void test_hidden_cards_stay_hidden(void) {
    position *views[2];
    for (int i = 0; i < 2; i++) {
        position *p = one_line_start(&leduc, "");
        TEST_ASSERT(p && one_line_play(p, i ? "!p1=J !p2=Q raise" : "!p1=K !p2=Q raise"));
        TEST_ASSERT(position_observe(&views[i], p, 1, NULL) == ST_OK);
        position_destroy(p);
    }
    search_question a = question(views[0]);
    a.seat = 1;
    a.limits.nodes = 5000;
    search_question b = a;
    b.root = views[1];
    check_same(&a, &b);
    position_destroy(views[0]);
    position_destroy(views[1]);
}

static void test_random_and_bots(void) {
    position *p = one_line_start(&connect4, "");
    position *die = one_line_read(&pig, "p=0 turn=20 s=0,0 target=100");
    search_question q = question(p);
    search_line lines[10];
    unsigned seen = 0;
    q.kind = &baseline_random_searcher;
    for (uint64_t seed = 0; seed < 100; seed++) {
        q.options.seed = seed;
        (void)answer_of(&q, lines);
        TEST_ASSERT(lines[0].first.count == 1 && lines[0].first.steps[0] < 7);
        seen |= 1U << lines[0].first.steps[0];
    }
    TEST_CHECK(seen == 0x7f); /* every column in a hundred draws */
    q.kind = &baseline_bot_searcher;
    q.root = die;
    q.options.bot = baseline_find_bot(&pig, "Hold20");
    TEST_ASSERT(q.options.bot != NULL && !baseline_find_bot(&pig, "none"));
    (void)answer_of(&q, lines);
    TEST_CHECK(strcmp(lines[0].pv, "hold") == 0);
    position_destroy(p);
    position_destroy(die);
}

/* Every use of the seed has numbers of its own: the walkers of 256 threads, a million deals. */
static void test_streams_are_disjoint(void) {
    static const uint64_t numbers[] = {0, 1, 7, 255, 999, 1000, 1007, 1000000, UINT64_MAX};
    for (int use = 0; use < STREAM_COUNT; use++)
        for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
            uint64_t n = stream_number((search_stream)use, numbers[i]);
            TEST_CHECK_(n >= stream_first[use] && n < stream_first[use + 1], "use %d, %llu", use,
                        (unsigned long long)numbers[i]);
        }
    TEST_CHECK(stream_number(STREAM_WALKER, 255) - stream_number(STREAM_WALKER, 0) == 255);
    TEST_CHECK(stream_number(STREAM_WORLD, 999999) - stream_number(STREAM_WORLD, 0) == 999999);
    rng walker = stream_rng(5, STREAM_WALKER, 7);
    rng deal = stream_rng(5, STREAM_ROOT_DEAL, 0);
    TEST_CHECK(rng_next(&walker) != rng_next(&deal));
}

TEST_LIST = {{"stop", test_stop},
             {"infinite_waits", test_infinite_waits},
             {"ponderhit", test_ponderhit},
             {"a_stop_before_the_start_counts", test_a_stop_before_the_start_counts},
             {"time_is_kept", test_time_is_kept},
             {"node_limits", test_node_limits},
             {"same_seed_same_report", test_same_seed_same_report},
             {"deterministic_threads", test_deterministic_threads},
             {"hidden_cards_stay_hidden", test_hidden_cards_stay_hidden},
             {"random_and_bots", test_random_and_bots},
             {"streams_are_disjoint", test_streams_are_disjoint},
             {NULL, NULL}};
