#include <acutest.h>

#include <math.h>

#include "engine/base/file.h"
#include "eval/evaluate.h"
#include "games/azul/azul.h"
#include "games/connect4/connect4.h"
#include "games/project_l/project_l.h"
#include "games/unicorns/unicorns.h"
#include "tests/support/scene.h"
#include "tests/support/toy_game.h"

static void test_weights_are_read(void) {
    static const char data[] = "# game connect4 of today\n# more\n\nthreats 1.5 -5 5 0.1\r\n"
                               "tempo -0.25\n";
    evaluator e;
    error err;
    int missing = 9;
    evaluator_init(&e, &connect4);
    TEST_ASSERT(e.count == 7);
    float centre = e.weight[1];
    TEST_CHECK(evaluator_read(&e, data, strlen(data), &missing, &err) == ST_OK && missing == 5);
    TEST_CHECK(e.weight[0] == 1.5F && e.weight[1] == centre && e.weight[2] == -0.25F);
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
                 {"# game pig\ntempo 1\n", "line 1", ST_BAD_VALUE}};
    evaluator e;
    evaluator_init(&e, &connect4);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        evaluator before = e;
        error err = {0};
        int missing = 0;
        TEST_CASE(cases[i].data);
        TEST_CHECK(evaluator_read(&e, cases[i].data, strlen(cases[i].data), &missing, &err) ==
                   cases[i].st);
        TEST_CHECK(strstr(err.text, cases[i].words) != NULL);
        TEST_MSG("%s", err.text);
        for (int k = 0; k < e.count; k++) TEST_CHECK(e.weight[k] == before.weight[k]);
    }
}

static void test_shares_add_up(void) {
    evaluator e;
    evaluation v;
    position *p = scene_read(&connect4, "7/7/7/7/7/OOXXX2 1"); /* f completes four */
    TEST_ASSERT(p != NULL);
    evaluator_init(&e, &connect4);
    evaluator_run(&e, position_rules(p), position_data(p), &v);
    TEST_CHECK(fabs(v.win[0] + v.win[1] - 1) < 1e-12);
    TEST_CHECK(v.raw[0][0] == 1 && v.raw[1][0] == 0 && v.raw[0][1] == 1);
    TEST_CHECK(v.raw[1][2] == 1 && v.raw[0][2] == 0 && v.win[0] > v.win[1]);
    position_destroy(p);
    position *toy = scene_start(&toy_game, ""); /* no features: even */
    TEST_ASSERT(toy != NULL);
    evaluator_init(&e, &toy_game);
    evaluator_run(&e, position_rules(toy), position_data(toy), &v);
    TEST_CHECK(e.count == 0 && v.win[0] == 0.5 && v.win[1] == 0.5);
    position_destroy(toy);
}

static void check_shipped(const game *g, const char *path) {
    text data;
    error err;
    int missing = 9;
    evaluator built_in;
    evaluator_init(&built_in, g);
    evaluator read = built_in;
    for (int i = 0; i < read.count; i++) read.weight[i] = -99;
    TEST_ASSERT(file_read(&data, path, 1 << 16, &err) == ST_OK);
    status st = evaluator_read(&read, text_string(&data), data.len, &missing, &err);
    TEST_CHECK(st == ST_OK && missing == 0);
    TEST_MSG("%s", err.text);
    for (int i = 0; i < read.count; i++) TEST_CHECK(read.weight[i] == built_in.weight[i]);
    text_done(&data);
}

/* The files for people say what is compiled in. */
static void test_shipped_weights(void) {
    check_shipped(&project_l, SOURCE_DIR "/eval/weights/projectl.txt");
    check_shipped(&unicorns, SOURCE_DIR "/eval/weights/unicorns.txt");
    check_shipped(&connect4, SOURCE_DIR "/eval/weights/connect4.txt");
    check_shipped(&azul, SOURCE_DIR "/eval/weights/azul.txt");
}

TEST_LIST = {{"weights_are_read", test_weights_are_read},
             {"errors_name_the_line", test_errors_name_the_line},
             {"shares_add_up", test_shares_add_up},
             {"shipped_weights", test_shipped_weights},
             {NULL, NULL}};
