#include <acutest.h>
#include <string.h>

#include "bench/costs.h"
#include "engine/base/memory.h"
#include "games/connect4/connect4.h"
#include "games/pig/pig.h"
#include "search/mcts/mcts.h"

/* A book with one preset, so that what the shipped games have does not matter here. */
static const searcher_kind *const searchers[] = {&mcts_searcher, NULL};
static const search_preset presets[] = {{"connect4", 2, 2, 0, NULL, KNOB_MCTS_PRIORS, 1},
                                        {"connect4", 2, 2, 0, NULL, KNOB_MCTS_LCB, 1},
                                        {0}};
static const search_registry book = {searchers, presets};

static rules *open_rules(const game *g) {
    params none = params_default();
    rules *r = NULL;
    TEST_ASSERT(rules_open(&r, g, &none, NULL) == ST_OK);
    return r;
}

static void test_settings(void) {
    rules *r = open_rules(&connect4);
    knobs plain = costs_plain();
    knobs shipped = costs_shipped(&book, r);
    TEST_CHECK(plain.value[KNOB_MCTS_SOLVER] == 0 && plain.value[KNOB_MCTS_PRIORS] == 0);
    TEST_CHECK(plain.value[KNOB_MCTS_CUTOFF] == 20000);
    TEST_CHECK(shipped.value[KNOB_MCTS_SOLVER] == 1 && shipped.value[KNOB_MCTS_PRIORS] == 1);
    for (int i = 0; i < KNOB_COUNT; i++) TEST_CHECK(shipped.value[i] != KNOB_AUTO);
    TEST_CHECK(speed_tree_search(&book, r) == &mcts_searcher);
    rules_close(r);
    TEST_CHECK(mem_live() == 0);
}

static void print(const game *g, bool json, char *out, size_t size) {
    costs_setup setup = {.book = &book, .out = tmpfile()};
    costs_options o = {.game = g, .quick = true, .json = json, .rounds = 1};
    error err = {0};
    TEST_ASSERT(setup.out != NULL);
    TEST_CHECK_(costs_run(&setup, &o, &err) == ST_OK, "%s", err.text);
    rewind(setup.out);
    size_t n = fread(out, 1, size - 1, setup.out);
    out[n] = 0;
    (void)fclose(setup.out);
    TEST_CHECK(mem_live() == 0);
}

/* A row for each setting in which the game differs from the plain search, and for no other. */
static void test_rows(void) {
    char out[4096];
    print(&connect4, false, out, sizeof out);
    TEST_CHECK(strstr(out, "plain") && strstr(out, "shipped"));
    TEST_CHECK(strstr(out, "+ MctsSolver=1") && strstr(out, "+ MctsPriors=1"));
    TEST_CHECK(!strstr(out, "MctsLcb") && !strstr(out, "MctsCutoff") && !strstr(out, "MctsBatch"));
    TEST_MSG("%s", out);
    print(&pig, true, out, sizeof out);
    TEST_CHECK(strstr(out, "\"name\":\"pig\",\"search\":\"mcts\",\"plain_per_s\":"));
    TEST_CHECK(strstr(out, "\"settings\":[{\"name\":\"MctsSolver\",\"value\":1,\"alone_per_s\":"));
    TEST_CHECK(!strstr(out, "MctsPriors"));
    TEST_MSG("%s", out);
}

TEST_LIST = {{"settings", test_settings}, {"rows", test_rows}, {NULL, NULL}};
