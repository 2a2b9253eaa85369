#include <acutest.h>

#include "bench/speed_measure.h"
#include "engine/base/memory.h"
#include "games/connect4/connect4.h"
#include "search/alphabeta/alphabeta.h"
#include "search/mcts/mcts.h"

/* What is counted does not depend on how fast it goes: rounds of no time at all and longer ones
 * count the same depth. */
static void check_depth(unsigned asked, unsigned want, uint64_t nodes) {
    static const double seconds[] = {1e-9, 0.01};
    for (int i = 0; i < 2; i++) {
        speed_plan plan = {.rounds = 1, .round_seconds = seconds[i]};
        speed_row row = {.game = &connect4, .perft_depth = asked};
        error err = {0};
        TEST_CHECK_(speed_perft(&row, &plan, &err) == ST_OK, "%s", err.text);
        TEST_CHECK_(row.perft_depth == want && row.perft_nodes == nodes, "rounds of %g s: depth %u",
                    seconds[i], row.perft_depth);
        TEST_CHECK(row.perft > 0);
    }
    TEST_CHECK(mem_live() == 0);
}

static void test_fixed_depth(void) {
    check_depth(5, 5, 16807);
}

static void test_depth_by_leaves(void) {
    check_depth(0, 7, 823536);
}

/* The tree search, noting what it is asked with. */
static int32_t seen_priors, seen_batch[3]; /* the latter by threads */

static status note_and_create(void **out, const search_job *job, error *err) {
    const int32_t *k = job->options.knobs.value;
    seen_priors = k[KNOB_MCTS_PRIORS];
    seen_batch[job->options.threads] = k[KNOB_MCTS_BATCH];
    return mcts_searcher.create(out, job, err);
}

/* Games are searched as they are shipped, and one thread is compared with two of its own kind. */
static void test_presets(void) {
    static const search_preset presets[] = {{"connect4", 2, 2, 0, NULL, KNOB_MCTS_PRIORS, 1}, {0}};
    searcher_kind noting = mcts_searcher;
    noting.create = note_and_create;
    const searcher_kind *const searchers[] = {&noting, &alphabeta_searcher, NULL};
    search_registry book = {searchers, presets};
    speed_plan plan = {.rounds = 1, .round_seconds = 1e-9, .book = &book};
    speed_row row = {.game = &connect4};
    error err = {0};
    TEST_CHECK_(speed_mcts(&row, &plan, &err) == ST_OK && row.mcts > 0, "%s", err.text);
    TEST_CHECK(row.node_bytes == mcts_node_bytes(2));
    TEST_CHECK_(seen_priors == 1 && seen_batch[1] == 1, "%d %d", (int)seen_priors,
                (int)seen_batch[1]);
    TEST_CHECK_(speed_alphabeta(&row, &plan, &err) == ST_OK && row.alphabeta > 0, "%s", err.text);
    TEST_CHECK_(speed_threads(&row, &plan, &err) == ST_OK && row.threads2_cpu > 0, "%s", err.text);
    TEST_CHECK_(seen_batch[1] == 2 && seen_batch[2] == 2, "%d %d", (int)seen_batch[1],
                (int)seen_batch[2]);
    TEST_CHECK(mem_live() == 0);
}

TEST_LIST = {{"fixed_depth", test_fixed_depth},
             {"depth_by_leaves", test_depth_by_leaves},
             {"presets", test_presets},
             {NULL, NULL}};
