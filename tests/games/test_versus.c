/* The search between two players in games from texts: what pruning must not hide. */
#include <acutest.h>

#include "lib/catalogue.h"
#include "search/alphabeta/alphabeta.h"
#include "search/alphabeta/versus.h"
#include "tests/support/asking.h"
#include "tests/support/pace.h"

static position *at(const char *name, const char *fen) {
    position *p = one_line_read(game_find(catalogue_games(), name), fen);
    TEST_ASSERT_(p != NULL, "%s: %s", name, fen);
    return p;
}

/* Techniques that may be off, one at a time; the first row: none is. */
static const knob_id off[] = {KNOB_COUNT,     KNOB_AB_ASPIRATION, KNOB_AB_HISTORY,
                              KNOB_AB_LMR,    KNOB_AB_NULL,       KNOB_AB_SINGULAR,
                              KNOB_AB_EXTEND, KNOB_AB_QUIESCENCE, KNOB_AB_FUTILITY,
                              KNOB_AB_LATE,   KNOB_AB_TABLE};
enum { OFF = sizeof off / sizeof *off };

static void ask(asking *s, const position *p, knob_id without, uint64_t nodes) {
    TEST_ASSERT(asking_open(s, &alphabeta_searcher, p));
    s->q.options.hash_bytes = 4 << 20;
    s->q.options.threads = 1;
    s->q.limits.nodes = nodes;
    if (without != KNOB_COUNT) asking_knob(s, without, 0);
    TEST_ASSERT(asking_run(s));
}

/* --- mates --- */

typedef struct mate_row {
    const char *game, *fen, *first;
    int tokens; /* of the line, to its end */
    uint64_t nodes;
} mate_row;

/* In the second one the other player would be safe if he need not move. */
static const mate_row mate_rows[] = {
    {"chess", "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "a1a8", 1, 20000},
    {"chess", "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", "a1a6", 3, 400000},
    {"chess", "r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1", "f6a6", 5, 400000},
    {"shatranj", "k7/8/1K6/8/8/p7/8/7R w - - 0 1", "h1h8", 1, 20000},
};

static int tokens_of(const char *pv) {
    int n = *pv != '\0';
    for (; *pv; pv++) n += *pv == ' ';
    return n;
}

static void test_mates(void) {
    /* With sanitizers the problem that takes most is left out. */
    for (size_t i = 0; i < sizeof mate_rows / sizeof *mate_rows; i += PACE(1, 2))
        for (int k = 0; k < PACE(OFF, 1); k++) {
            const mate_row *x = &mate_rows[i];
            position *p = at(x->game, x->fen);
            asking s;
            bool end = false;
            ask(&s, p, off[k], x->nodes);
            const search_line *best = asking_best(&s);
            TEST_CHECK_(best->proof == PROOF_WIN, "%s without %d: %s", x->fen, k, best->pv);
            TEST_CHECK_(asking_begins(best, x->first) && tokens_of(best->pv) == x->tokens,
                        "%s without %d: %s", x->fen, k, best->pv);
            TEST_CHECK(asking_plays(p, best, &end) && end);
            asking_close(&s);
            position_destroy(p);
        }
}

/* A loss is told as one, and the line holds out as long as it can. */
static void test_mated(void) {
    position *p = at("chess", "7k/R7/8/8/8/8/1R6/4K3 b - - 0 1");
    asking s;
    ask(&s, p, KNOB_COUNT, 20000);
    const search_line *best = asking_best(&s);
    TEST_CHECK_(best->proof == PROOF_LOSS && tokens_of(best->pv) == 2, "%s", best->pv);
    asking_close(&s);
    position_destroy(p);
}

/* --- quiescence --- */

/* After c3d4 black has to jump: seen at depth 1. */
static void test_forced_jumps(void) {
    position *p = at("draughts", "8/8/8/4m3/8/2M5/7M/8 0");
    for (unsigned depth = 1; depth <= 3; depth++) {
        asking s;
        TEST_ASSERT(asking_open(&s, &alphabeta_searcher, p));
        s.q.limits.depth = depth;
        TEST_ASSERT(asking_run(&s));
        TEST_CHECK_(!asking_begins(asking_best(&s), "c3d4"), "depth %u", depth);
        asking_close(&s);
    }
    position_destroy(p);
}

/* A queen is not given for a pawn, however shallow the search is. */
static void test_guarded_pawn(void) {
    position *p = at("chess", "4k3/2p5/3p4/8/8/3Q4/8/4K3 w - - 0 1");
    for (unsigned depth = 1; depth <= 4; depth++) {
        asking s;
        TEST_ASSERT(asking_open(&s, &alphabeta_searcher, p));
        s.q.limits.depth = depth;
        TEST_ASSERT(asking_run(&s));
        TEST_CHECK_(!asking_begins(asking_best(&s), "d3d6"), "depth %u", depth);
        asking_close(&s);
    }
    position_destroy(p);
}

/* --- ends --- */

/* A draw by repetition is better than being lost. */
static void test_perpetual(void) {
    position *p = at("chess", "6k1/6p1/8/8/8/1r6/1q6/4Q2K w - - 0 1");
    asking s;
    ask(&s, p, KNOB_COUNT, 60000);
    const search_line *best = asking_best(&s);
    TEST_CHECK_(asking_begins(best, "e1e8"), "%s", best->pv);
    TEST_CHECK_(best->values[s.q.seat] > 0.49 && best->values[s.q.seat] < 0.51, "%.3f",
                best->values[s.q.seat]);
    asking_close(&s);
    position_destroy(p);
}

/* --- evaluations --- */

/* What the table knows takes the place of an evaluation that it contradicts. */
static void test_table_over_evaluation(void) {
    static const struct row {
        int score, bound, eval;
    } rows[] = {{300, TT_LOWER, 300},        {300, TT_UPPER, 100}, {50, TT_UPPER, 50},
                {50, TT_LOWER, 100},         {300, TT_EXACT, 300}, {50, TT_EXACT, 50},
                {AB_WIN - 9, TT_LOWER, 100}, {0, 0, 100}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        ab_node n = {.ply = 3,
                     .eval = 100,
                     .known = {.score = (int16_t)rows[i].score, .bound = (uint8_t)rows[i].bound}};
        versus_trust_table(&n);
        TEST_CHECK_(n.eval == rows[i].eval, "row %zu: %d", i, n.eval);
    }
}

#define TESTS(X)                                                                                   \
    X(mates) X(mated) X(forced_jumps) X(guarded_pawn) X(perpetual) X(table_over_evaluation)
#define ENTRY(name) {#name, test_##name},
TEST_LIST = {TESTS(ENTRY){NULL, NULL}};
