/* Alpha-beta on connect four: known wins and blocks, proofs with their complete line, agreement
 * with a plain minimax, limits, threads, stopping, and what one search leaves for the next. */
#include <acutest.h>

#include <math.h>

#include "engine/base/threads.h"
#include "games/connect4/connect4.h"
#include "search/alphabeta/alphabeta.h"
#include "search/alphabeta/expectimax.h"
#include "tests/support/asking.h"
#include "tests/support/fail_everywhere.h"
#include "tests/support/toy_game.h"

static void test_takes_a_win(void) {
    position *p = one_line_read(&connect4, "7/7/7/7/OOO4/XXX4 0");
    asking s;
    TEST_ASSERT(asking_open(&s, &alphabeta_searcher, p));
    s.q.limits.depth = 20;
    TEST_ASSERT(asking_run(&s));
    const search_line *best = asking_best(&s);
    TEST_CHECK(strcmp(best->pv, "d") == 0 && best->proof == PROOF_WIN && best->values[0] == 1);
    TEST_MSG("%s %.3f", best->pv, best->values[0]);
    TEST_CHECK(s.a.report.depth == 1); /* a proven search goes no deeper */
    asking_close(&s);
    position_destroy(p);
}

static void test_blocks_a_loss(void) {
    position *p = one_line_read(&connect4, "7/7/7/O6/O6/O1X1X1X 0");
    asking s;
    TEST_ASSERT(asking_open(&s, &alphabeta_searcher, p));
    s.q.limits.depth = 6;
    s.q.options.multipv = 7;
    TEST_ASSERT(asking_run(&s));
    TEST_CHECK(asking_begins(asking_best(&s), "a"));
    for (size_t i = 1; i < s.a.report.count; i++) {
        const search_line *l = &s.a.report.lines[i];
        TEST_CHECK(l->proof == PROOF_LOSS && l->values[0] == 0 && l->pv[2] == 'a' && !l->pv[3]);
        TEST_MSG("%s", l->pv);
    }
    asking_close(&s);
    position_destroy(p);
}

/* Two open stones on the bottom row win by force: d makes b and f, or c and g, of it. */
static void test_forced_sequence(void) {
    position *p = one_line_read(&connect4, "7/7/7/7/2OO3/2XX3 0");
    asking s;
    bool end;
    TEST_ASSERT(asking_open(&s, &alphabeta_searcher, p));
    asking_knob(&s, KNOB_AB_QUIESCENCE, 0); /* nothing is seen beyond the depth */
    s.q.limits.depth = 2;
    TEST_ASSERT(asking_run(&s));
    TEST_CHECK(asking_best(&s)->proof == PROOF_NONE);
    s.q.limits.depth = 3;
    TEST_ASSERT(asking_run(&s));
    const search_line *best = asking_best(&s);
    TEST_CHECK(best->proof == PROOF_WIN && (best->pv[0] == 'b' || best->pv[0] == 'e'));
    TEST_CHECK(strlen(best->pv) == 5 && asking_plays(p, best, &end) && end);
    TEST_MSG("%s", best->pv);
    asking_close(&s);
    position_destroy(p);
}

/* --- a plain minimax to the end of the game --- */

static double plain(const rules *r, const void *state, int seat) {
    const game *g = r->game;
    int actor = g->actor(r, state);
    action list[8];
    unsigned char next[32] __attribute__((aligned(16)));
    if (actor == ACTOR_NONE) {
        float utility[GAME_MAX_PLAYERS];
        int32_t points[GAME_MAX_PLAYERS];
        g->returns(r, state, utility, points);
        return (double)utility[seat];
    }
    int n = g->legal(r, state, NULL, list);
    double best = actor == seat ? -1 : 2;
    for (int i = 0; i < n; i++) {
        memcpy(next, state, r->state_size);
        g->apply(r, next, NULL, list[i]);
        double v = plain(r, next, seat);
        if (actor == seat ? v > best : v < best) best = v;
    }
    return best;
}

/* A position with `empty` cells or fewer; NULL if the game ended before. */
static position *late(rng *g, int empty) {
    position *p = one_line_start(&connect4, "");
    const rules *r = position_rules(p);
    for (int ply = 0; ply < 42 - empty; ply++) {
        token t;
        char event[2] = {0};
        TEST_ASSERT(token_random((state_ref){r, position_data(p), NULL}, g, &t) == ST_OK);
        event[0] = (char)('a' + (int)t.steps[0]);
        TEST_ASSERT(position_play(p, event, NULL) == ST_OK);
        if (r->game->actor(r, position_data(p)) >= 0) continue;
        position_destroy(p);
        return NULL;
    }
    return p;
}

static void check_value(const position *p, knob_id off, double want) {
    asking s;
    bool end;
    TEST_ASSERT(asking_open(&s, &alphabeta_searcher, p));
    if (off != KNOB_COUNT) asking_knob(&s, off, 0);
    TEST_ASSERT(asking_run(&s));
    const search_line *best = asking_best(&s);
    TEST_CHECK_(best->proof != PROOF_NONE && fabs(best->values[s.q.seat] - want) < 1e-9,
                "knob %d: %.4f, not %.4f", (int)off, best->values[s.q.seat], want);
    TEST_CHECK((best->proof == PROOF_WIN) == (want == 1));
    TEST_CHECK((best->proof == PROOF_LOSS) == (want == 0));
    if (off != KNOB_AB_PVS) TEST_CHECK(asking_plays(p, best, &end) && end);
    asking_close(&s);
}

static void test_agrees_with_minimax(void) {
    static const knob_id knobs_off[] = {
        KNOB_COUNT,       KNOB_AB_ASPIRATION, KNOB_AB_HISTORY, KNOB_AB_LMR,      KNOB_AB_PVS,
        KNOB_AB_FUTILITY, KNOB_AB_QUIESCENCE, KNOB_AB_TABLE,   KNOB_AB_SINGULAR, KNOB_AB_LATE};
    rng g = {.s = 11};
    for (int found = 0; found < 12;) {
        position *p = late(&g, 11);
        if (!p) continue;
        const rules *r = position_rules(p);
        double want = plain(r, position_data(p), r->game->actor(r, position_data(p)));
        for (size_t k = 0; k < sizeof knobs_off / sizeof *knobs_off; k++)
            check_value(p, knobs_off[k], want);
        position_destroy(p);
        found++;
    }
}

/* --- limits and options --- */

static void test_node_limit(void) {
    position *p = one_line_start(&connect4, "");
    asking s;
    TEST_ASSERT(asking_open(&s, &alphabeta_searcher, p));
    for (uint64_t nodes = 1; nodes < 100000; nodes *= 7) {
        s.q.limits.nodes = nodes;
        search_forget(s.search);
        TEST_ASSERT(asking_run(&s));
        TEST_CHECK_(s.a.report.nodes >= nodes && s.a.report.nodes <= nodes + 2, "%d of %d",
                    (int)s.a.report.nodes, (int)nodes);
        TEST_CHECK(asking_best(&s)->first.count == 1 && asking_best(&s)->pv[0]);
    }
    asking_close(&s);
    position_destroy(p);
}

static void test_searchmoves(void) {
    position *p = one_line_read(&connect4, "7/7/7/7/OOO4/XXX4 0");
    const char *const names[] = {"g", "b"};
    token only[2];
    asking s;
    for (int i = 0; i < 2; i++)
        TEST_ASSERT(token_read((state_ref){position_rules(p), position_data(p), NULL}, names[i],
                               &only[i], NULL) == ST_OK);
    TEST_ASSERT(asking_open(&s, &alphabeta_searcher, p));
    s.q.only = only;
    s.q.only_count = 2;
    s.q.options.multipv = 5;
    s.q.limits.depth = 5;
    TEST_ASSERT(asking_run(&s));
    TEST_CHECK(s.a.report.count == 2 && s.a.report.lines[0].pv[0] != 'd' &&
               s.a.report.lines[1].pv[0] != 'd');
    /* What was found under a restriction must not stay behind as the truth. */
    s.q.only = NULL;
    s.q.only_count = 0;
    TEST_ASSERT(asking_run(&s));
    TEST_CHECK(asking_begins(asking_best(&s), "d") && asking_best(&s)->proof == PROOF_WIN);
    asking_close(&s);
    position_destroy(p);
}

static void test_lines_in_order(void) {
    position *p = one_line_read(&connect4, "7/7/7/3X3/3O3/2OXX2 1");
    asking s;
    TEST_ASSERT(asking_open(&s, &alphabeta_searcher, p));
    s.q.limits.depth = 8;
    s.q.options.multipv = 7;
    TEST_ASSERT(asking_run(&s) && s.a.report.count == 7);
    for (size_t i = 1; i < 7; i++) {
        const search_line *l = &s.a.report.lines[i];
        TEST_CHECK(l[-1].values[1] >= l->values[1]);
        for (size_t k = 0; k < i; k++)
            TEST_CHECK(!token_equal(&l->first, &s.a.report.lines[k].first));
    }
    asking_close(&s);
    position_destroy(p);
}

static void run_twice(asking *s, char pv[2][SEARCH_PV_SIZE], uint64_t nodes[2]) {
    for (int i = 0; i < 2; i++) {
        search_forget(s->search);
        TEST_ASSERT(asking_run(s));
        memcpy(pv[i], asking_best(s)->pv, SEARCH_PV_SIZE);
        nodes[i] = s->a.report.nodes;
    }
}

static void test_same_twice(void) {
    position *p = one_line_start(&connect4, "");
    asking s;
    char pv[2][SEARCH_PV_SIZE];
    uint64_t nodes[2];
    TEST_ASSERT(asking_open(&s, &alphabeta_searcher, p));
    s.q.limits.nodes = 40000;
    run_twice(&s, pv, nodes);
    TEST_CHECK(nodes[0] == nodes[1] && strcmp(pv[0], pv[1]) == 0);
    /* Deterministic: as many threads as one likes, and nothing left from before. */
    s.q.options.deterministic = true;
    TEST_ASSERT(asking_run(&s));
    TEST_CHECK(s.a.report.nodes == nodes[0] && strcmp(asking_best(&s)->pv, pv[0]) == 0);
    s.q.options.threads = 3;
    run_twice(&s, pv, nodes);
    TEST_CHECK(nodes[0] == nodes[1] && strcmp(asking_best(&s)->pv, pv[0]) == 0);
    asking_close(&s);
    position_destroy(p);
}

static void test_two_threads(void) {
    position *p = one_line_read(&connect4, "7/7/3O3/2OX3/2XO3/2XXO2 0");
    asking s;
    bool end;
    TEST_ASSERT(asking_open(&s, &alphabeta_searcher, p));
    s.q.options.threads = 2;
    s.q.limits.depth = 9;
    TEST_ASSERT(asking_run(&s));
    TEST_CHECK(s.a.report.depth >= 9 || asking_best(&s)->proof);
    TEST_CHECK(asking_plays(p, asking_best(&s), &end));
    s.q.limits.depth = 0;
    s.q.limits.nodes = 30000;
    TEST_ASSERT(asking_run(&s));
    TEST_CHECK(asking_plays(p, asking_best(&s), &end));
    asking_close(&s);
    position_destroy(p);
}

/* The table of one search serves the next, and only one of the same kind of question. */
static void test_table_is_kept(void) {
    position *p = one_line_start(&connect4, "");
    asking s;
    TEST_ASSERT(asking_open(&s, &alphabeta_searcher, p));
    s.q.limits.depth = 8;
    TEST_ASSERT(asking_run(&s));
    uint64_t is_new = s.a.report.nodes;
    TEST_ASSERT(asking_run(&s));
    TEST_CHECK_(s.a.report.nodes < is_new / 2, "%d, then %d", (int)is_new, (int)s.a.report.nodes);
    s.q.options.contempt = 20;
    TEST_ASSERT(asking_run(&s));
    TEST_CHECK(s.a.report.nodes > is_new / 2);
    asking_close(&s);
    position_destroy(p);
}

/* --- stopping --- */

typedef struct stopper {
    search *search;
    atomic_int reports;
} stopper;

static void on_report(void *ctx, const search_report *r) {
    stopper *st = ctx;
    TEST_CHECK(r->count > 0 && r->lines[0].pv[0]);
    if (atomic_fetch_add(&st->reports, 1) == 2) search_stop(st->search);
}

/* Without a limit only the stop ends it, and reports come while it runs. */
static void test_stops(void) {
    position *p = one_line_start(&connect4, "");
    asking s;
    TEST_ASSERT(asking_open(&s, &alphabeta_searcher, p));
    stopper st = {.search = s.search};
    s.q.limits.infinite = true;
    s.q.report_every_ms = 1;
    s.q.options.threads = 2;
    search_prepare(s.search, false);
    TEST_CHECK(search_run(s.search, &s.q, on_report, &st, &s.a, &s.err) == ST_OK);
    TEST_CHECK(atomic_load(&st.reports) >= 3 && s.a.report.count == 1);
    asking_close(&s);
    position_destroy(p);
}

/* --- memory --- */

/* With room for hardly anything the answer is still one. */
static void test_tiny_table(void) {
    position *p = one_line_read(&connect4, "7/7/7/7/2OO3/2XX3 0");
    asking s;
    TEST_ASSERT(asking_open(&s, &alphabeta_searcher, p));
    s.q.options.hash_bytes = 1 << 16;
    s.q.limits.depth = 9;
    TEST_ASSERT(asking_run(&s));
    TEST_CHECK(asking_best(&s)->proof == PROOF_WIN);
    asking_close(&s);
    position_destroy(p);
}

static status think(const game *g, const searcher_kind *kind, error *err) {
    params setup = params_default();
    position *p;
    search *s = NULL;
    search_answer answer;
    status st = position_start(&p, g, &setup, SEAT_ALL, err);
    if (st == ST_OK) st = search_create(&s);
    search_question q = {.kind = kind, .root = p, .limits = limits_none()};
    q.options = search_default_options();
    q.options.hash_bytes = 1 << 16;
    q.options.threads = 2;
    q.options.multipv = 3;
    q.limits.depth = 3;
    if (st == ST_OK) st = search_run(s, &q, NULL, NULL, &answer, err);
    search_destroy(s);
    position_destroy(p);
    return st;
}

static status think_two(error *err) {
    return think(&connect4, &alphabeta_searcher, err);
}

static status think_with_chance(error *err) {
    return think(&toy_game, &expectimax_searcher, err); /* with a trail */
}

/* Without the key of its table a search keeps nothing for the next one. */
enum { KEY = 2 };

static void test_no_memory(void) {
    fail_everywhere_but("alphabeta", KEY, think_two);
    fail_everywhere_but("expectimax", KEY, think_with_chance);
}

TEST_LIST = {{"takes_a_win", test_takes_a_win},
             {"blocks_a_loss", test_blocks_a_loss},
             {"forced_sequence", test_forced_sequence},
             {"agrees_with_minimax", test_agrees_with_minimax},
             {"node_limit", test_node_limit},
             {"searchmoves", test_searchmoves},
             {"lines_in_order", test_lines_in_order},
             {"same_twice", test_same_twice},
             {"two_threads", test_two_threads},
             {"table_is_kept", test_table_is_kept},
             {"stops", test_stops},
             {"tiny_table", test_tiny_table},
             {"no_memory", test_no_memory},
             {NULL, NULL}};
