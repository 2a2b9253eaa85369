#include <acutest.h>

#include <math.h>

#include "engine/base/memory.h"
#include "games/connect4/connect4.h"
#include "games/leduc/leduc.h"
#include "games/pig/pig.h"
#include "lib/catalogue.h"
#include "search/alphabeta/alphabeta.h"
#include "search/baseline.h"
#include "search/mcts/mcts.h"
#include "search/review.h"
#include "tests/support/fail_everywhere.h"
#include "tests/support/one_line.h"
#include "tests/support/pace.h"

static review_question question(const position *p, uint64_t nodes) {
    review_question q = {.game = p, .open = &mcts_searcher};
    q.ask.kind = &mcts_searcher;
    q.ask.limits = limits_none();
    q.ask.limits.nodes = nodes;
    q.ask.options = search_default_options();
    q.ask.options.hash_bytes = 1 << 20;
    return q;
}

/* The caller ends it with review_done(). */
static review look_back(const position *p, uint64_t nodes) {
    review out;
    search *s;
    error e;
    review_question q = question(p, nodes);
    TEST_ASSERT(search_create(&s) == ST_OK);
    search_prepare(s, false);
    TEST_ASSERT_(review_run(&out, s, &q, NULL, NULL, &e) == ST_OK, "%s", e.text);
    search_destroy(s);
    return out;
}

static review look_back_on(const game *g, const char *setup, const char *events, uint64_t nodes) {
    position *p = one_line_start(g, setup);
    TEST_ASSERT(p && one_line_play(p, events));
    review r = look_back(p, nodes);
    TEST_CHECK(r.count == r.total && !r.stopped && r.count == position_ply(p));
    position_destroy(p);
    return r;
}

static void test_marks(void) {
    static const struct {
        double loss;
        const char *text;
    } cases[] = {{0, ""},    {0.099, ""},  {0.1, "?!"}, {0.19, "?!"},
                 {0.2, "?"}, {0.31, "??"}, {1, "??"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        TEST_CHECK(strcmp(review_mark_text(review_mark_of(cases[i].loss)), cases[i].text) == 0);
}

/* Both have three in a column; seat 1 does not close its own and loses to the other. */
static void test_a_missed_win(void) {
    review r = look_back_on(&connect4, "", "d a d a d a g a", 30000);
    const review_event *e = &r.events[6];
    TEST_CHECK(e->actor == 0 && e->loss > 0.9 && e->mark == MARK_BLUNDER);
    TEST_CHECK(strcmp(e->better, "d") == 0 && text_starts(e->line, "d"));
    TEST_MSG("loss %.3f better %s", e->loss, e->better);
    TEST_CHECK(e->best[0] > 0.99 && fabs(e->values[0] + e->values[1] - 1) < 1e-9);
    const review_event *last = &r.events[7];
    TEST_CHECK(last->actor == 1 && last->loss == 0.0 && !last->better[0]);
    TEST_CHECK(r.seat[0].decisions == 4 && r.seat[0].marks[MARK_BLUNDER] >= 1);
    TEST_CHECK(review_average_loss(&r.seat[0]) >= e->loss / 4);
    TEST_CHECK(review_accuracy(&r.seat[0]) < review_accuracy(&r.seat[1]));
    TEST_CHECK(r.seat[0].luck == 0.0);
    review_done(&r);
}

/* All six faces: each is lucky or not by itself, and together they are worth nothing. */
static void test_luck_of_a_die(void) {
    double sum[2] = {0, 0};
    double lucky[7];
    for (int face = 1; face <= 6; face++) {
        char events[32];
        (void)snprintf(events, sizeof events, "roll !4 roll !%d", face);
        review r = look_back_on(&pig, "set target=30", events, 30000);
        const review_event *e = &r.events[3];
        TEST_CHECK(e->actor == ACTOR_CHANCE && e->luck_kind == LUCK_OUTCOMES && e->outcomes == 6);
        TEST_CHECK(fabs(e->luck[0] + e->luck[1]) < 1e-6); /* weights are floats */
        TEST_CHECK(fabs(r.seat[0].luck - r.events[1].luck[0] - e->luck[0]) < 1e-9);
        lucky[face] = e->luck[0];
        for (int k = 0; k < 2; k++) sum[k] += e->luck[k];
        review_done(&r);
    }
    TEST_CHECK(lucky[1] < -0.03 && lucky[6] > 0.02 && lucky[6] > lucky[2]);
    TEST_MSG("1: %.3f 2: %.3f 6: %.3f", lucky[1], lucky[2], lucky[6]);
    TEST_CHECK(fabs(sum[0]) < 1e-5 && fabs(sum[1]) < 1e-5);
}

/* A decision is judged by what its seat knows: the other's card makes no difference. */
static void test_hidden_cards(void) {
    review a = look_back_on(&leduc, "", "!p1=J !p2=K call", 5000);
    review b = look_back_on(&leduc, "", "!p1=J !p2=Q call", 5000);
    TEST_CHECK(a.events[2].valued && a.events[2].values[0] == b.events[2].values[0]);
    TEST_CHECK(a.events[2].loss == b.events[2].loss);
    /* The deals are told with all cards open: two of them, and a king beats a queen. */
    TEST_CHECK(a.events[0].luck_kind == LUCK_OUTCOMES && a.events[0].outcomes == 3);
    TEST_CHECK(a.events[0].luck[0] < 0 && a.events[0].luck[1] > 0);
    TEST_CHECK(a.seat[1].luck > 0);
    review_done(&a);
    review_done(&b);
}

/* Too many outcomes to average: the value of the action before is the base. */
static void test_luck_of_a_deck(void) {
    const game *g = game_find(catalogue_games(), "projectl");
    TEST_ASSERT(g != NULL);
    params setup = params_default();
    position *p;
    TEST_ASSERT(position_start(&p, g, &setup, SEAT_ALL, NULL) == ST_OK);
    position_set_seed(p, 3);
    TEST_ASSERT(position_resolve(p, NULL) == ST_OK && one_line_play(p, "take:W1 basic"));
    review r = look_back(p, 3000);
    unsigned deals = 0;
    for (size_t i = 0; i < r.count && r.events[i].actor == ACTOR_CHANCE; i++, deals++)
        TEST_CHECK(r.events[i].luck_kind == LUCK_UNKNOWN); /* nothing was there before the start */
    TEST_ASSERT(deals == 8 && r.count == deals + 3);
    const review_event *take = &r.events[deals];
    const review_event *draw = &r.events[deals + 1];
    TEST_CHECK(draw->luck_kind == LUCK_BEFORE && draw->outcomes == 0);
    for (int k = 0; k < r.players; k++)
        TEST_CHECK(fabs(draw->luck[k] - (draw->values[k] - take->values[k])) < 1e-12);
    review_done(&r);
    position_destroy(p);
}

static void test_forced_and_empty(void) {
    review r = look_back_on(&pig, "", "roll !5 hold", 2000); /* a turn must start with a roll */
    TEST_CHECK(r.events[0].forced && r.seat[0].forced == 1 && r.seat[0].decisions == 1);
    review_done(&r);
    position *p = one_line_start(&pig, "");
    r = look_back(p, 100);
    TEST_CHECK(r.count == 0 && r.total == 0 && !r.stopped);
    TEST_CHECK(review_average_loss(&r.seat[0]) == 0.0 && review_accuracy(&r.seat[0]) == 1.0);
    review_done(&r);
    position_destroy(p);
}

static void stop_after_two(void *ctx, const review *r, const review_event *last) {
    TEST_CHECK(last == &r->events[r->count - 1]);
    if (r->count == 2) atomic_store((atomic_bool *)ctx, true);
}

static void test_stop(void) {
    position *p = one_line_start(&connect4, "");
    TEST_ASSERT(p && one_line_play(p, "d d d d"));
    atomic_bool stop = false;
    review_question q = question(p, 500);
    review r;
    search *s;
    TEST_ASSERT(search_create(&s) == ST_OK);
    search_prepare(s, false);
    q.stop = &stop;
    TEST_CHECK(review_run(&r, s, &q, stop_after_two, &stop, NULL) == ST_OK);
    TEST_CHECK(r.count == 2 && r.total == 4 && r.stopped);
    TEST_CHECK(r.seat[0].decisions == 1 && r.seat[1].decisions == 1);
    review_done(&r);
    q.ask.kind = &baseline_random_searcher;
    error e;
    TEST_CHECK(review_run(&r, s, &q, NULL, NULL, &e) == ST_UNSUPPORTED);
    review_done(&r);
    search_destroy(s);
    position_destroy(p);
}

/* A search that notes until when each question may think. */
static struct {
    int64_t deadline[32];
    int count;
} seen;

static status note_deadline(void **out, const search_job *job, error *err) {
    if (seen.count < 32) seen.deadline[seen.count++] = atomic_load(&job->control->deadline_ns);
    return mcts_searcher.create(out, job, err);
}

/* The time is for each decision: every question's clock begins when it is asked. */
static void test_time_for_each_decision(void) {
    position *p = one_line_start(&connect4, "");
    TEST_ASSERT(p && one_line_play(p, "d d c"));
    review_question q = question(p, 0);
    searcher_kind spy = mcts_searcher;
    review r;
    search *s;
    spy.create = note_deadline;
    q.ask.kind = &spy;
    q.ask.limits.movetime_ms = 3600000;
    q.ask.limits.visits = 50;
    seen.count = 0;
    TEST_ASSERT(search_create(&s) == ST_OK);
    TEST_CHECK(review_run(&r, s, &q, NULL, NULL, NULL) == ST_OK && r.count == 3);
    TEST_CHECK(seen.count >= 3);
    for (int i = 0; i < seen.count; i++) {
        TEST_CHECK(seen.deadline[i] < INT64_MAX);
        for (int j = 0; j < i; j++) TEST_CHECK(seen.deadline[i] != seen.deadline[j]);
    }
    review_done(&r);
    search_destroy(s);
    position_destroy(p);
}

static void check_lines(const game *g, const char *events, const searcher_kind *by,
                        uint64_t nodes) {
    position *p = one_line_start(g, "");
    TEST_ASSERT(p && one_line_play(p, events));
    review_question q = question(p, nodes);
    review r;
    search *s;
    error e;
    q.ask.kind = by;
    TEST_ASSERT(search_create(&s) == ST_OK);
    TEST_ASSERT_(review_run(&r, s, &q, NULL, NULL, &e) == ST_OK, "%s", e.text);
    for (size_t i = 0; i < r.count; i++) {
        const review_event *at = &r.events[i];
        const char *best = at->better[0] ? at->better : at->token;
        size_t n = strlen(best);
        TEST_CHECK(at->ply == i);
        TEST_CHECK(strncmp(at->line, best, n) == 0 && (!at->line[n] || at->line[n] == ' '));
        TEST_MSG("event %zu: best %s, line %s", i, best, at->line);
    }
    review_done(&r);
    search_destroy(s);
    position_destroy(p);
}

/* The line told is that of the action called best, also where a closer look prefers the played. */
static void test_best_and_line_agree(void) {
    const game *chess = game_find(catalogue_games(), "chess");
    TEST_ASSERT(chess != NULL);
    for (uint64_t nodes = 200; nodes <= PACE(3200, 800); nodes *= 2) {
        check_lines(&connect4, "d d c e e b b c f g a a", &mcts_searcher, nodes);
        check_lines(&connect4, "d d c e e b b c f g a a", &alphabeta_searcher, nodes);
    }
    check_lines(chess, "e2e4 e7e5 f1c4 b8c6 d1h5 g8f6 h5f7", &alphabeta_searcher,
                PACE(20000, 2000));
}

static status small_review(error *err) {
    params setup = params_default();
    position *p;
    search *s = NULL;
    review r = {0};
    status st = position_start(&p, &pig, &setup, SEAT_ALL, err);
    if (st == ST_OK) st = position_play(p, "roll", err);
    if (st == ST_OK) st = position_play(p, "!5", err);
    if (st == ST_OK) st = position_play(p, "hold", err);
    if (st == ST_OK) st = search_create(&s);
    if (st == ST_OK) {
        review_question q = question(p, 0);
        q.ask.limits.visits = 4;
        q.ask.options.hash_bytes = 1 << 16;
        st = review_run(&r, s, &q, NULL, NULL, err);
    }
    review_done(&r);
    search_destroy(s);
    position_destroy(p);
    return st;
}

static void test_no_memory(void) {
    (void)catalogue_games(); /* made once, and not at the expense of what is tested */
    /* Without its key a search keeps nothing for the next one; ten searches, two allocations each.
     */
    fail_everywhere_but("a review", 20, small_review);
}

TEST_LIST = {{"marks", test_marks},
             {"a_missed_win", test_a_missed_win},
             {"luck_of_a_die", test_luck_of_a_die},
             {"hidden_cards", test_hidden_cards},
             {"luck_of_a_deck", test_luck_of_a_deck},
             {"forced_and_empty", test_forced_and_empty},
             {"stop", test_stop},
             {"time_for_each_decision", test_time_for_each_decision},
             {"best_and_line_agree", test_best_and_line_agree},
             {"no_memory", test_no_memory},
             {NULL, NULL}};
