#include <acutest.h>

#include "games/connect4/connect4.h"
#include "games/leduc/leduc.h"
#include "games/pig/pig.h"
#include "search/mcts/mcts.h"
#include "search/search.h"
#include "tests/support/one_line.h"
#include "tests/support/toy_game.h"

/* The best line after a number of visits. */
static search_line best_of(const position *p, int seat, uint64_t visits, const token *only) {
    search *s;
    search_answer a;
    error err = {0};
    TEST_ASSERT(p && search_create(&s) == ST_OK);
    search_prepare(s, false);
    search_question q = {.kind = &mcts_searcher, .root = p, .seat = seat, .limits = limits_none()};
    q.limits.visits = visits;
    q.only = only;
    q.only_count = only ? 1 : 0;
    q.options = search_default_options();
    q.options.seed = 5;
    TEST_CHECK(search_run(s, &q, NULL, NULL, &a, &err) == ST_OK);
    TEST_MSG("%s", err.text);
    TEST_ASSERT(a.report.count > 0);
    search_line best = a.report.lines[0];
    search_destroy(s);
    return best;
}

static bool begins_with(const search_line *line, const char *want) {
    size_t n = strlen(want);
    return strncmp(line->pv, want, n) == 0 && (line->pv[n] == '\0' || line->pv[n] == ' ');
}

static void test_takes_a_win(void) {
    position *p = one_line_read(&connect4, "7/7/7/7/OOO4/XXX4 0");
    search_line best = best_of(p, 0, 3000, NULL);
    TEST_CHECK(begins_with(&best, "d") && best.values[0] > 0.95);
    TEST_MSG("%s %.3f", best.pv, best.values[0]);
    position_destroy(p);
}

static void test_blocks_a_loss(void) {
    position *p = one_line_read(&connect4, "7/7/7/O6/O6/O1X1X1X 0");
    search_line best = best_of(p, 0, 3000, NULL);
    TEST_CHECK(begins_with(&best, "a"));
    TEST_MSG("%s %.3f", best.pv, best.values[0]);
    position_destroy(p);
}

static void test_pig_at_the_start(void) {
    position *p = one_line_start(&pig, "");
    search_line best = best_of(p, 0, 20000, NULL);
    TEST_CHECK_(best.values[0] > 0.50 && best.values[0] < 0.57, "value %.4f", best.values[0]);
    double sum = best.values[0] + best.values[1];
    TEST_CHECK(sum > 0.999 && sum < 1.001);
    position_destroy(p);
    p = one_line_read(&pig, "p=2 turn=15 s=0,0,90,40 target=100"); /* more than two players */
    best = best_of(p, 2, 3000, NULL);
    TEST_CHECK(begins_with(&best, "hold") && best.values[2] > 0.95);
    TEST_MSG("%s %.3f", best.pv, best.values[2]);
    position_destroy(p);
}

static void test_tokens_of_several_steps(void) {
    position *p = one_line_read(&toy_game, "f=3 p=1 at=m left=0 win=-");
    search_line best = best_of(p, 1, 2000, NULL);
    TEST_CHECK(begins_with(&best, "rr") && best.first.count == 3 && best.values[1] > 0.9);
    TEST_MSG("%s %.3f", best.pv, best.values[1]);
    token only;
    TEST_ASSERT(token_read(position_ref(p), "rl", &only, NULL) == ST_OK);
    best = best_of(p, 1, 500, &only);
    TEST_CHECK(token_equal(&best.first, &only) && begins_with(&best, "rl"));
    position_destroy(p);
}

static void test_a_pair_of_kings_does_not_fold(void) {
    position *p = one_line_start(&leduc, "");
    TEST_ASSERT(p && one_line_play(p, "!p1=Q !p2=K call call !board=K raise"));
    position *view;
    TEST_ASSERT(position_observe(&view, p, 1, NULL) == ST_OK);
    search_line best = best_of(view, 1, 3000, NULL);
    TEST_CHECK(begins_with(&best, "raise") && best.values[1] > 0.6);
    TEST_MSG("%s %.3f", best.pv, best.values[1]);
    position_destroy(p);
    position_destroy(view);
}

/* A tree that is full continues with playouts. */
static void test_a_full_tree(void) {
    position *p = one_line_start(&connect4, "");
    search *s;
    search_answer a;
    TEST_ASSERT(p && search_create(&s) == ST_OK);
    search_prepare(s, false);
    search_question q = {.kind = &mcts_searcher, .root = p, .limits = limits_none()};
    q.limits.visits = 20000;
    q.options = search_default_options();
    q.options.hash_bytes = 1 << 16;
    TEST_CHECK(search_run(s, &q, NULL, NULL, &a, NULL) == ST_OK);
    TEST_CHECK(a.report.visits == 20000 && a.report.hashfull >= 990);
    TEST_MSG("hashfull %u", a.report.hashfull);
    search_destroy(s);
    position_destroy(p);
}

TEST_LIST = {{"takes_a_win", test_takes_a_win},
             {"blocks_a_loss", test_blocks_a_loss},
             {"pig_at_the_start", test_pig_at_the_start},
             {"tokens_of_several_steps", test_tokens_of_several_steps},
             {"a_pair_of_kings_does_not_fold", test_a_pair_of_kings_does_not_fold},
             {"a_full_tree", test_a_full_tree},
             {NULL, NULL}};
