#include <acutest.h>

#include "bench/speed_measure.h"
#include "engine/base/memory.h"
#include "games/connect4/connect4.h"

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

TEST_LIST = {
    {"fixed_depth", test_fixed_depth}, {"depth_by_leaves", test_depth_by_leaves}, {NULL, NULL}};
