#include <acutest.h>

#include <math.h>

#include "engine/base/memory.h"
#include "engine/base/text.h"
#include "eval/draws.h"
#include "eval/evaluate.h"
#include "games/azul/azul.h"
#include "games/connect4/connect4.h"
#include "games/project_l/project_l.h"
#include "games/unicorns/unicorns.h"
#include "tests/support/one_line.h"
#include "tests/support/toy_game.h"

static void test_weights_are_read(void) {
    static const char data[] = "# game connect4 of today\n# more\n\nthreats 1.5 -5 5 0.1\r\n"
                               "tempo -0.25\n";
    weights e;
    error err;
    int missing = 9;
    weights_init(&e, &connect4);
    TEST_ASSERT(e.count == 7);
    float centre = e.weight[1];
    TEST_CHECK(weights_read(&e, data, strlen(data), &missing, &err) == ST_OK && missing == 5);
    TEST_CHECK(e.weight[0] == 1.5F && e.weight[1] == centre && e.weight[2] == -0.25F);
}

/* Terms may come in any order: here always three further, and round. */
static void test_any_order(void) {
    weights e;
    error err;
    int missing = 9;
    text data = text_growing();
    weights_init(&e, &connect4);
    for (int k = 0; k < e.count; k++) {
        int i = 3 * k % e.count;
        text_format(&data, "%s %d\n", connect4.features[i].name, i + 1);
    }
    TEST_CHECK(weights_read(&e, text_string(&data), data.len, &missing, &err) == ST_OK);
    TEST_CHECK(missing == 0);
    for (int i = 0; i < e.count; i++) TEST_CHECK(e.weight[i] == (float)(i + 1));
    text_done(&data);
}

static void test_errors_name_the_line(void) {
    static const struct {
        const char *data, *words;
        status st;
    } cases[] = {{"tempo 1\nthreats x\n", "line 2", ST_BAD_VALUE},
                 {"tempo 1\n\ntempo 2\n", "line 3", ST_BAD_VALUE},
                 {"tempo\n", "line 1", ST_BAD_SYNTAX},
                 {"tempo 1 2\n", "line 1", ST_BAD_SYNTAX},
                 {"\nspeed 1\n", "line 2", ST_BAD_VALUE},
                 {"tempo 1 -1 1 nan\n", "line 1", ST_BAD_VALUE},
                 {"# game pig\ntempo 1\n", "line 1", ST_BAD_VALUE},
                 {"draw base 1\n", "line 1", ST_BAD_SYNTAX},
                 {"draw speed 1 2\n", "line 1", ST_BAD_VALUE},
                 {"draw base 1 x\n", "line 1", ST_BAD_VALUE},
                 {"draw base 1 2\ndraw base 1 2\n", "line 2", ST_BAD_VALUE}};
    weights e;
    weights_init(&e, &connect4);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        weights before = e;
        error err = {0};
        int missing = 0;
        TEST_CASE(cases[i].data);
        TEST_CHECK(weights_read(&e, cases[i].data, strlen(cases[i].data), &missing, &err) ==
                   cases[i].st);
        TEST_CHECK(strstr(err.text, cases[i].words) != NULL);
        TEST_MSG("%s", err.text);
        for (int k = 0; k < e.count; k++) TEST_CHECK(e.weight[k] == before.weight[k]);
        TEST_CHECK(!e.draws);
    }
}

static void test_shares_add_up(void) {
    weights e;
    evaluation v;
    position *p = one_line_read(&connect4, "7/7/7/7/7/OOXXX2 1"); /* f completes four */
    TEST_ASSERT(p != NULL);
    weights_init(&e, &connect4);
    evaluator sums;
    evaluator_init(&sums, &e, position_rules(p));
    evaluate_state(&sums, position_data(p), &v);
    evaluator_done(&sums);
    TEST_CHECK(fabs(v.win[0] + v.win[1] - 1) < 1e-12);
    TEST_CHECK(v.raw[0][0] == 1 && v.raw[1][0] == 0 && v.raw[0][1] == 1);
    TEST_CHECK(v.raw[1][2] == 1 && v.raw[0][2] == 0 && v.win[0] > v.win[1]);
    position_destroy(p);
    position *toy = one_line_start(&toy_game, ""); /* no features: even */
    TEST_ASSERT(toy != NULL);
    weights_init(&e, &toy_game);
    evaluator_init(&sums, &e, position_rules(toy));
    evaluate_state(&sums, position_data(toy), &v);
    evaluator_done(&sums);
    TEST_CHECK(e.count == 0 && v.win[0] == 0.5 && v.win[1] == 0.5);
    position_destroy(toy);
}

/* Weights are copied, an evaluator has its own and what it owns ends with it. */
static void test_weights_and_evaluators(void) {
    position *p = one_line_read(&connect4, "7/7/7/7/7/OOXXX2 1");
    TEST_ASSERT(p != NULL);
    size_t before = mem_live();
    const rules *r = position_rules(p);
    weights w;
    weights_init(&w, &connect4);
    weights copy = w;
    evaluator e;
    evaluator f;
    evaluator_init(&e, &w, r);
    evaluator_init(&f, &copy, r);
    copy.weight[0] += 5;
    double a[GAME_MAX_PLAYERS];
    double b[GAME_MAX_PLAYERS];
    evaluator_expected(&e, position_data(p), a);
    evaluator_expected(&f, position_data(p), b);
    TEST_CHECK(a[0] == b[0] && a[1] == b[1]);
    evaluator_totals(&e, position_data(p), a);
    for (int k = 0; k < 2; k++)
        TEST_CHECK(fabs(a[k] - evaluator_total(&e, position_data(p), k)) < 1e-5);
    evaluator_done(&e);
    evaluator_done(&f);
    evaluator_init(&e, &copy, r);
    evaluator_expected(&e, position_data(p), b);
    TEST_CHECK(b[0] > 0.9);
    evaluator_done(&e);
    TEST_CHECK(mem_live() == before);
    position_destroy(p);
}

static void check_odds(const draw_odds *d, double value) {
    outcome_odds o = draws_split(d, value);
    outcome_odds other = draws_split(d, 1 - value);
    TEST_CHECK(fabs(o.win + o.draw + o.loss - 1) < 1e-12);
    TEST_CHECK(o.win >= 0 && o.draw >= 0 && o.loss >= 0);
    TEST_CHECK(fabs(o.win - other.loss) < 1e-9 && fabs(o.draw - other.draw) < 1e-9);
}

/* What `draw` lines say: more margin is more draws, most of them where no one is ahead. */
static void test_draws(void) {
    static const char data[] = "draw base 1.0 0.5\ndraw threats -0.25 0.125\n";
    position *p = one_line_read(&connect4, "7/7/7/7/7/OOXXX2 1"); /* one threat in all */
    weights w;
    error err;
    int missing;
    TEST_ASSERT(p != NULL);
    const rules *r = position_rules(p);
    weights_init(&w, &connect4);
    draw_odds none = draws_at(&w, r, position_data(p));
    outcome_odds o = draws_split(&none, 0.7);
    TEST_CHECK(!none.known && o.win == 0.7 && o.draw == 0 && fabs(o.loss - 0.3) < 1e-12);
    TEST_ASSERT_(weights_read(&w, data, strlen(data), &missing, &err) == ST_OK, "%s", err.text);
    TEST_CHECK(missing == w.count && w.draws);
    draw_odds d = draws_at(&w, r, position_data(p));
    TEST_CHECK(d.known && fabs(d.margin - log(1 + exp(0.75))) < 1e-6);
    TEST_CHECK(fabs(d.scale - exp(0.625)) < 1e-6);
    double last = 1;
    for (int i = 0; i < 10; i++) {
        double value = 0.5 + 0.05 * i;
        check_odds(&d, value);
        TEST_CHECK(draws_split(&d, value).draw < last);
        last = draws_split(&d, value).draw;
    }
    check_odds(&d, 0);
    check_odds(&d, 1);
    TEST_CHECK(draws_split(&d, 1).win == 1 && draws_split(&d, 0).loss == 1);
    draw_odds wide = {true, 1e6, 1e6};
    check_odds(&wide, 0.5);
    check_odds(&wide, 0.99);
    draw_term list[EVAL_MAX_FEATURES + 2];
    weights_draws(&w, list);
    TEST_CHECK(strcmp(list[0].name, "threats") == 0 && list[0].margin == -0.25F);
    TEST_CHECK(strcmp(list[1].name, "") == 0 && list[1].scale == 0.5F && !list[2].name);
    position_destroy(p);
}

static void check_shipped(const game *g, const char *path) {
    error err;
    int missing = 9;
    weights built_in;
    weights_init(&built_in, g);
    weights read = built_in;
    for (int i = 0; i < read.count; i++) read.weight[i] = -99;
    TEST_CHECK(weights_load(&read, path, &missing, &err) == ST_OK && missing == 0);
    TEST_MSG("%s", err.text);
    for (int i = 0; i < read.count; i++) TEST_CHECK(read.weight[i] == built_in.weight[i]);
}

/* The files for people say what is compiled in. */
static void test_shipped_weights(void) {
    check_shipped(&project_l, SOURCE_DIR "/eval/weights/projectl.txt");
    check_shipped(&unicorns, SOURCE_DIR "/eval/weights/unicorns.txt");
    check_shipped(&connect4, SOURCE_DIR "/eval/weights/connect4.txt");
    check_shipped(&azul, SOURCE_DIR "/eval/weights/azul.txt");
}

/* What is wrong with a file is said with its name, and the weights stay as they were. */
static void test_files_are_named(void) {
    weights w;
    error err;
    int missing = 9;
    weights_init(&w, &connect4);
    float first = w.weight[0];
    status st = weights_load(&w, SOURCE_DIR "/eval/weights/hex.txt", &missing, &err);
    TEST_CHECK(st == ST_BAD_VALUE && strstr(err.text, "hex.txt: line ") && w.weight[0] == first);
    TEST_MSG("%s", err.text);
    TEST_CHECK(weights_load(&w, SOURCE_DIR "/no/such/file", &missing, &err) == ST_NOT_FOUND);
    TEST_CHECK(strstr(err.text, "no/such/file") && missing == 9);
}

TEST_LIST = {{"weights_are_read", test_weights_are_read},
             {"any_order", test_any_order},
             {"errors_name_the_line", test_errors_name_the_line},
             {"shares_add_up", test_shares_add_up},
             {"weights_and_evaluators", test_weights_and_evaluators},
             {"draws", test_draws},
             {"shipped_weights", test_shipped_weights},
             {"files_are_named", test_files_are_named},
             {NULL, NULL}};
