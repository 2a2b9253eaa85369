#include <acutest.h>

#include "engine/base/memory.h"
#include "engine/game/perft.h"
#include "games/connect4/connect4.h"
#include "games/leduc/leduc.h"
#include "games/pig/pig.h"
#include "tests/support/one_line.h"
#include "tests/support/toy_game.h"

static uint64_t count(const position *p, perft_options o) {
    perft_result res;
    error err;
    TEST_CHECK(perft_run(p, &o, NULL, NULL, &res, &err) == ST_OK);
    TEST_MSG("%s", err.text);
    return o.unique ? res.unique : res.nodes;
}

static void check(const position *p, perft_options o, uint64_t want) {
    TEST_ASSERT(p != NULL);
    uint64_t got = count(p, o);
    TEST_CHECK_(got == want, "depth %u: %llu", o.depth, (unsigned long long)want);
    TEST_MSG("found %llu", (unsigned long long)got);
}

#if TEST_PACE
enum { DEEPEST = 8 };
#else
enum { DEEPEST = 7 };
#endif

static void test_connect4(void) {
    static const uint64_t want[] = {1, 7, 49, 343, 2401, 16807, 117649, 823536, 5673234};
    position *p = one_line_start(&connect4, "");
    for (unsigned d = 0; d <= DEEPEST; d++) check(p, (perft_options){.depth = d}, want[d]);
    position_destroy(p);
    TEST_CHECK(mem_live() == 0);
}

/* Past the end only full columns are missing: 7^8 less the lines with 7 or 8 in one column. */
static void test_connect4_without_end(void) {
    position *p = one_line_start(&connect4, "");
    check(p, (perft_options){.depth = 7, .noend = true}, 823536);
    if (DEEPEST == 8) check(p, (perft_options){.depth = 8, .noend = true}, 5764458);
    position_destroy(p);
    p = one_line_read(&connect4, "7/7/7/7/OOO4/XXXX3 1"); /* over */
    check(p, (perft_options){.depth = 1}, 0);
    check(p, (perft_options){.depth = 1, .noend = true}, 7);
    position_destroy(p);
    p = one_line_start(&pig, "");
    perft_result res;
    error err;
    perft_options o = {.depth = 1, .noend = true};
    TEST_CHECK(perft_run(p, &o, NULL, NULL, &res, &err) == ST_UNSUPPORTED);
    position_destroy(p);
}

/* Different positions by ply: OEIS A212693. */
static void test_unique(void) {
    static const uint64_t want[] = {1, 7, 49, 238, 1120, 4263, 16422};
    position *p = one_line_start(&connect4, "");
    for (unsigned d = 0; d <= 6; d++)
        check(p, (perft_options){.depth = d, .unique = true}, want[d]);
    position_destroy(p);
    TEST_CHECK(mem_live() == 0);
}

static void test_chance(void) {
    position *p = one_line_start(&pig, "");
    check(p, (perft_options){.depth = 1}, 1);
    check(p, (perft_options){.depth = 2}, 6);
    check(p, (perft_options){.depth = 3}, 11); /* after a 1 only roll, else roll or hold */
    position_destroy(p);
    p = one_line_start(&leduc, "");
    check(p, (perft_options){.depth = 2}, 9);
    check(p, (perft_options){.depth = 3}, 18);
    check(p, (perft_options){.depth = 4}, 45); /* check: 2 answers, raise: 3 */
    position_destroy(p);
}

/* A token of several steps counts once; a turn ends when another player is to act. */
static void test_tokens_and_turns(void) {
    position *p = one_line_start(&toy_game, "");
    check(p, (perft_options){.depth = 1}, 7);
    check(p, (perft_options){.depth = 1, .turns = true}, 12);
    position_destroy(p);
    p = one_line_start(&pig, "set target=2");
    check(p, (perft_options){.depth = 1, .turns = true}, 6);
    check(p, (perft_options){.depth = 2, .turns = true}, 6); /* five lines are over by then */
    position_destroy(p);
}

static void add_up(void *ctx, const char *event, uint64_t nodes) {
    TEST_CHECK(event[0] >= 'a' && event[0] <= 'g' && event[1] == '\0');
    *(uint64_t *)ctx += nodes;
}

static void test_divide_and_refusals(void) {
    position *p = one_line_start(&connect4, "");
    TEST_ASSERT(p != NULL);
    uint64_t sum = 0;
    perft_result res;
    error err;
    perft_options o = {.depth = 4};
    TEST_CHECK(perft_run(p, &o, add_up, &sum, &res, &err) == ST_OK && sum == 2401);
    atomic_bool stop = true;
    o.stop = &stop;
    TEST_CHECK(perft_run(p, &o, NULL, NULL, &res, &err) == ST_STOPPED);
    position *view = one_line_seat(&leduc, 0);
    TEST_ASSERT(view != NULL);
    TEST_CHECK(perft_run(view, &o, NULL, NULL, &res, &err) == ST_UNSUPPORTED);
    position_destroy(view);
    position_destroy(p);
    TEST_CHECK(mem_live() == 0);
}

TEST_LIST = {{"connect4", test_connect4},
             {"connect4_without_end", test_connect4_without_end},
             {"unique", test_unique},
             {"chance", test_chance},
             {"tokens_and_turns", test_tokens_and_turns},
             {"divide_and_refusals", test_divide_and_refusals},
             {NULL, NULL}};
