#include <acutest.h>

#include <string.h>

#include "engine/base/memory.h"
#include "engine/game/game_speed.h"
#include "tests/support/text_table.h"

/* Turns counted in one look: as many as playing every action finds, in all positions of random
 * games; and not at all where the end of a turn may leave the same player to act. */

/* Turns by the plain way: another player is to act, or no one. */
static uint64_t played(const table *x, const void *s, int mover) {
    const game *g = x->r->game;
    uint64_t all = 0;
    action *list = mem_alloc(x->r->max_actions * sizeof *list);
    unsigned char *next = mem_alloc(x->r->state_size);
    TEST_ASSERT(list && next);
    int n = g->legal(x->r, s, NULL, list);
    for (int i = 0; i < n; i++) {
        memcpy(next, s, x->r->state_size);
        g->apply(x->r, next, NULL, list[i]);
        all += g->actor(x->r, next) == mover ? played(x, next, mover) : 1;
    }
    mem_free(next);
    mem_free(list);
    return all;
}

/* The number of positions in which turns were counted. */
static int follow(table *x, const char *name, uint64_t seed, int plies) {
    const game *k = x->r->game;
    rng g = rng_stream(seed, 3);
    int counted = 0;
    text_table_start(x);
    trail_cut(&x->t, 0);
    for (int i = 0; i < plies && k->actor(x->r, x->s) >= 0; i++) {
        uint64_t ways = 0;
        if (x->r->speed->count_turns(x->r, x->s, NULL, &ways)) {
            uint64_t all = played(x, x->s, k->actor(x->r, x->s));
            counted++;
            TEST_CHECK_(ways == all, "%s, ply %d: %llu turns, but %llu were played; %s", name, i,
                        (unsigned long long)ways, (unsigned long long)all, text_table_text(x));
            if (ways != all) break;
        }
        TEST_ASSERT(trail_reserve(&x->t, 1));
        x->r->speed->play_random(x->r, x->s, x->r->traits & GAME_REPEATS ? &x->t : NULL, &g);
    }
    return counted;
}

static void test_as_played(void) {
    static const char *const books[] = {"draughts", "international", "amazons",
                                        "othello",  "breakthrough",  "clobber"};
    for (size_t i = 0; i < sizeof books / sizeof *books; i++) {
        table x;
        char path[512];
        (void)snprintf(path, sizeof path, RULEBOOKS "/%s.game", books[i]);
        TEST_ASSERT(text_table_open_file(&x, path, ""));
        int counted = 0;
        bool slow = strcmp(books[i], "amazons") == 0;
        for (uint64_t seed = 0; seed < (slow ? 1 : 4); seed++)
            counted += follow(&x, books[i], seed, slow ? 12 : 90);
        TEST_CHECK_(counted > 0, "%s: turns were never counted", books[i]);
        text_table_close(&x);
    }
    TEST_CHECK(mem_live() == 0);
}

/* Jumps by hand: one that forks, one that crowns and ends there, two men with one each. */
static void test_chains(void) {
    static const struct {
        const char *position;
        uint64_t turns;
    } cases[] = {{"8/8/8/2m1m3/8/2m5/1M6/8 0", 2},
                 {"8/2m1m3/1M6/8/8/8/8/8 0", 1},
                 {"8/8/8/8/8/2m1m3/1M3M2/8 0", 2},
                 {"8/8/8/8/3K4/8/8/8 0", 4}};
    table x;
    TEST_ASSERT(text_table_open_file(&x, RULEBOOKS "/draughts.game", ""));
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        uint64_t ways = 0;
        TEST_ASSERT_(text_table_read(&x, cases[i].position), "%s", cases[i].position);
        TEST_CHECK(x.r->speed->count_turns(x.r, x.s, NULL, &ways));
        TEST_CHECK_(ways == cases[i].turns, "%s: %llu", cases[i].position,
                    (unsigned long long)ways);
    }
    text_table_close(&x);
    TEST_CHECK(mem_live() == 0);
}

/* What offers nothing is passed over here: the same player may act again. */
static void test_not_where_turns_are_skipped(void) {
    static const char *const texts[] = {
        "game a \"A\" { players x y board rect 3 3 piece p "
        "setup { put p of x on a1 put p of y on a3 } turn move mine to step n & empty else do { "
        "remove a2 } }",
        "game b \"B\" { players x y board rect 3 3 piece p "
        "turn place p on empty { if to in a1 { next = me } } else draw }",
        "game c \"C\" { players x y z board rect 3 3 piece p turn place p on empty else draw }",
        "game d \"D\" { players x y board rect 3 3 piece p var die "
        "turn chance die in 1..6 then place p on empty else draw }"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        table x;
        uint64_t ways;
        TEST_ASSERT_(text_table_open(&x, texts[i], ""), "text %zu", i);
        text_table_start(&x);
        TEST_CHECK_(!x.r->speed->count_turns(x.r, x.s, NULL, &ways), "text %zu", i);
        text_table_close(&x);
    }
}

TEST_LIST = {{"as_played", test_as_played},
             {"chains", test_chains},
             {"not_where_turns_are_skipped", test_not_where_turns_are_skipped},
             {NULL, NULL}};
