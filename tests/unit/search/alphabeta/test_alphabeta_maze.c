/* The entire alpha-beta family against plain searches without any cut, in mazes where players move
 * twice, tokens have several steps, ways meet again and chance throws the walkers about. */
#include <acutest.h>

#include <math.h>

#include "engine/game/game_hints.h"
#include "search/alphabeta/alphabeta.h"
#include "search/alphabeta/brs.h"
#include "search/alphabeta/expectimax.h"
#include "search/alphabeta/paranoid.h"
#include "tests/support/asking.h"
#include "tests/support/maze_game.h"
#include "tests/support/pace.h"

enum { STATE = 16, DOORS = 8, COMPLETE = 1000 };

/* What the plain searches share. */
typedef struct plain {
    const rules *r;
    int seat;
    bool brs;
    evaluator eval;
    trail trail;
} plain;

static double value_at_leaf(const plain *p, const void *s, bool over) {
    double win[GAME_MAX_PLAYERS];
    float utility[GAME_MAX_PLAYERS];
    int32_t points[GAME_MAX_PLAYERS];
    if (!over) {
        evaluator_expected(&p->eval, s, win);
        return win[p->seat];
    }
    p->r->game->returns(p->r, s, utility, points);
    return (double)utility[p->seat];
}

/* The step that the hints expect: what an opponent without a free choice plays. */
static action expected(const plain *p, const void *s, const action *list, int n) {
    float hint[DOORS];
    int best = 0;
    p->r->hints->order(p->r, s, list, n, hint);
    for (int i = 1; i < n; i++)
        if (hint[i] > hint[best]) best = i;
    return list[best];
}

static double plain_value(plain *p, const void *s, int depth, int chooser);

static double plain_step(plain *p, const void *s, action a, int depth, int chooser) {
    const game *g = p->r->game;
    bool trailed = p->r->traits & GAME_REPEATS;
    unsigned char next[STATE] __attribute__((aligned(16)));
    size_t mark = p->trail.len;
    memcpy(next, s, p->r->state_size);
    g->apply(p->r, next, trailed ? &p->trail : NULL, a);
    bool decided = g->actor(p->r, s) >= 0;
    int d = decided && !g->inside(p->r, next) ? depth - 1 : depth;
    if (g->actor(p->r, next) == p->seat) chooser = -1;
    double v = plain_value(p, next, d, chooser);
    p->trail.len = mark;
    return v;
}

static double plain_chance(plain *p, const void *s, int depth, int chooser) {
    action list[DOORS];
    float weight[DOORS];
    int n = p->r->game->chance(p->r, s, list, weight);
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += (double)weight[i] * plain_step(p, s, list[i], depth, chooser);
    return sum;
}

/* The value of the seat when it takes the best for itself and the others the worst for it. */
static double plain_value(plain *p, const void *s, int depth, int chooser) {
    const game *g = p->r->game;
    int actor = g->actor(p->r, s);
    if (actor == ACTOR_NONE) return value_at_leaf(p, s, true);
    if (actor == ACTOR_CHANCE) return plain_chance(p, s, depth, chooser);
    if (depth <= 0 && !g->inside(p->r, s)) return value_at_leaf(p, s, false);
    action list[DOORS];
    int n = g->legal(p->r, s, p->r->traits & GAME_REPEATS ? &p->trail : NULL, list);
    double best = actor == p->seat ? -1 : 2;
    bool held = p->brs && actor != p->seat;
    action usual = held ? expected(p, s, list, n) : ACTION_NONE;
    for (int i = 0; i < n; i++) {
        bool free = !held || chooser < 0 || chooser == actor;
        if (!free && list[i] != usual) continue;
        int next = held && chooser < 0 && list[i] != usual ? actor : chooser;
        double v = plain_step(p, s, list[i], depth, next);
        if (actor == p->seat ? v > best : v < best) best = v;
    }
    return best;
}

static double reference(const position *root, int depth, bool brs) {
    const rules *r = position_rules(root);
    plain p = {.r = r, .seat = r->game->actor(r, position_data(root)), .brs = brs};
    weights own;
    weights_init(&own, r->game);
    evaluator_init(&p.eval, &own, r);
    if (position_trail(root)) TEST_ASSERT(trail_copy(&p.trail, position_trail(root), COMPLETE));
    double v = plain_value(&p, position_data(root), depth, -1);
    trail_done(&p.trail);
    evaluator_done(&p.eval);
    return v;
}

static position *maze(unsigned seed, const char *more) {
    char line[120];
    (void)snprintf(line, sizeof line, "%s set seed=%u", more, seed);
    return one_line_start(&maze_game, line);
}

/* Scores are whole numbers, rounded once a chance event. */
static bool near(double a, double b) {
    return fabs(a - b) < 5e-4;
}

static void check_line(const position *p, const asking *s, double want, unsigned seed) {
    const search_line *best = asking_best(s);
    bool end = false;
    int seat = s->q.seat;
    TEST_CHECK_(near(best->values[seat], want), "seed %u: %.5f, not %.5f", seed, best->values[seat],
                want);
    TEST_CHECK(asking_plays(p, best, &end));
    TEST_MSG("seed %u: %s", seed, best->pv);
    /* Without windows of their own for the first lines the table may cut them short. */
    bool entire = s->q.options.knobs.value[KNOB_AB_PVS] != 0;
    if (best->proof && entire) TEST_CHECK_(end, "seed %u: a proven line ends: %s", seed, best->pv);
    if (best->proof == PROOF_WIN) TEST_CHECK(near(want, 1));
    if (best->proof == PROOF_LOSS) TEST_CHECK(near(want, 0));
    if (best->proof == PROOF_DRAW) TEST_CHECK(near(want, 0.5));
}

/* Everything that changes no exact value, on and off, one at a time and together. */
static const knob_id exact_knobs[] = {KNOB_COUNT,         KNOB_AB_ASPIRATION, KNOB_AB_HISTORY,
                                      KNOB_AB_PVS,        KNOB_AB_TABLE,      KNOB_AB_LMR,
                                      KNOB_AB_QUIESCENCE, KNOB_AB_SINGULAR,   KNOB_AB_LATE};
enum { EXACT_KNOBS = sizeof exact_knobs / sizeof *exact_knobs };

/* A complete maze is solved: the value is the plain one, whatever knob is off, and told as
 * proven. */
static void solve(const searcher_kind *kind, const char *setup, unsigned seeds, bool brs) {
    for (unsigned seed = 0; seed < PACE(seeds / 2, seeds / 20 + 1); seed++) {
        position *p = maze(seed, setup);
        double want = reference(p, COMPLETE, brs);
        for (int k = 0; k < EXACT_KNOBS; k++) {
            asking s;
            TEST_ASSERT(asking_open(&s, kind, p));
            asking_knob(&s, KNOB_AB_NULL, 0);
            asking_knob(&s, KNOB_AB_FUTILITY, 0);
            if (exact_knobs[k] != KNOB_COUNT) asking_knob(&s, exact_knobs[k], 0);
            s.q.limits.depth = 40;
            TEST_ASSERT(asking_run(&s));
            check_line(p, &s, want, seed);
            if (position_rules(p)->players == 2)
                TEST_CHECK_(asking_best(&s)->proof != PROOF_NONE, "seed %u knob %d", seed, k);
            asking_close(&s);
        }
        position_destroy(p);
    }
}

static void test_two_players(void) {
    solve(&alphabeta_searcher, "set length=7", 60, false);
    solve(&alphabeta_searcher, "set length=9 set chains=0", 60, false);
}

static void test_chance(void) {
    solve(&expectimax_searcher, "set length=5 set chance=1", 60, false);
    solve(&expectimax_searcher, "set length=6 set chance=1 set chains=0", 40, false);
}

static void test_more_players(void) {
    solve(&paranoid_searcher, "players 3 set length=6", 40, false);
    solve(&paranoid_searcher, "players 4 set length=5 set chance=1", 30, false);
}

static void test_best_reply(void) {
    solve(&brs_searcher, "players 3 set length=6", 40, true);
    solve(&brs_searcher, "players 4 set length=6 set chance=1", 30, true);
}

/* Null moves and futility may miss something; what they call proven must hold all the same. */
static void test_proofs_hold(void) {
    int proven = 0;
    for (unsigned seed = 0; seed < PACE(150, 20); seed++) {
        position *p = maze(seed, seed % 2 ? "set length=8" : "set length=6 set chance=1");
        asking s;
        TEST_ASSERT(asking_open(&s, seed % 2 ? &alphabeta_searcher : &expectimax_searcher, p));
        s.q.limits.depth = 12;
        TEST_ASSERT(asking_run(&s));
        if (asking_best(&s)->proof) {
            proven++;
            check_line(p, &s, reference(p, COMPLETE, false), seed);
        }
        asking_close(&s);
        position_destroy(p);
    }
    TEST_CHECK_(proven > PACE(50, 6), "%d of %d proven", proven, PACE(150, 20));
}

/* To a limited depth, with the evaluation at the leaves. */
static void test_limited_depth(void) {
    static const struct {
        const searcher_kind *kind;
        const char *setup;
    } cases[] = {{&alphabeta_searcher, "set length=20"},
                 {&expectimax_searcher, "set length=20 set chance=1"},
                 {&paranoid_searcher, "players 3 set length=20 set chance=1"}};
    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
        for (unsigned seed = 0; seed < PACE(30, 8); seed++) {
            position *p = maze(seed, cases[c].setup);
            for (int depth = 1; depth <= 4; depth++) {
                asking s;
                TEST_ASSERT(asking_open(&s, cases[c].kind, p));
                asking_plain(&s);
                asking_knob(&s, KNOB_AB_STAR, (int32_t)(seed % 3));
                s.q.limits.depth = (unsigned)depth;
                TEST_ASSERT(asking_run(&s));
                check_line(p, &s, reference(p, depth, false), seed);
                bool settled = asking_best(&s)->proof || position_rules(p)->players > 2;
                TEST_CHECK(settled || (int)s.a.report.depth == depth);
                asking_close(&s);
            }
            position_destroy(p);
        }
    }
}

/* A room seen before is a draw: on the path, and in what was played before the search. */
static void test_repetition(void) {
    for (unsigned seed = 0; seed < PACE(80, 10); seed++) {
        position *p = maze(seed, "set repeats=1 set rooms=5 set chains=0");
        (void)position_play(p, "0", NULL);
        const rules *r = position_rules(p);
        if (r->game->actor(r, position_data(p)) >= 0) {
            asking s;
            TEST_ASSERT(asking_open(&s, &alphabeta_searcher, p));
            asking_knob(&s, KNOB_AB_NULL, 0);
            asking_knob(&s, KNOB_AB_FUTILITY, 0);
            asking_knob(&s, KNOB_AB_TABLE, 0);
            s.q.limits.depth = 30;
            TEST_ASSERT(asking_run(&s));
            check_line(p, &s, reference(p, COMPLETE, false), seed);
            asking_close(&s);
        }
        position_destroy(p);
    }
}

/* What the table may keep of it holds for the same root at least. */
static void test_repetition_with_table(void) {
    int same = 0;
    int all = 0;
    for (unsigned seed = 0; seed < PACE(80, 10); seed++) {
        position *p = maze(seed, "set repeats=1 set rooms=5 set chains=0");
        asking s;
        bool end;
        TEST_ASSERT(asking_open(&s, &alphabeta_searcher, p));
        asking_knob(&s, KNOB_AB_NULL, 0);
        asking_knob(&s, KNOB_AB_FUTILITY, 0);
        s.q.limits.depth = 30;
        TEST_ASSERT(asking_run(&s));
        TEST_CHECK(asking_plays(p, asking_best(&s), &end));
        same += near(asking_best(&s)->values[s.q.seat], reference(p, COMPLETE, false));
        all++;
        asking_close(&s);
        position_destroy(p);
    }
    TEST_CHECK_(same * 10 >= all * 9, "%d of %d", same, all);
}

/* All lines: best first, all tokens once, each with its own value. */
static void test_all_lines(void) {
    for (unsigned seed = 0; seed < PACE(40, 10); seed++) {
        position *p = maze(seed, "set length=6");
        const rules *r = position_rules(p);
        asking s;
        uint64_t tokens;
        TEST_ASSERT(asking_open(&s, &alphabeta_searcher, p));
        asking_knob(&s, KNOB_AB_NULL, 0);
        asking_knob(&s, KNOB_AB_FUTILITY, 0);
        s.q.options.multipv = 100;
        s.q.limits.depth = 40;
        TEST_ASSERT(asking_run(&s));
        TEST_ASSERT(token_count((state_ref){r, position_data(p), NULL}, &tokens) == ST_OK);
        TEST_CHECK_(s.a.report.count == tokens, "seed %u: %zu of %d", seed, s.a.report.count,
                    (int)tokens);
        for (size_t i = 0; i < s.a.report.count; i++) {
            const search_line *l = &s.a.report.lines[i];
            plain ref = {.r = r, .seat = s.q.seat};
            unsigned char next[STATE] __attribute__((aligned(16)));
            memcpy(next, position_data(p), r->state_size);
            token_apply(r, next, NULL, &l->first);
            double want = plain_value(&ref, next, COMPLETE, -1);
            TEST_CHECK_(near(l->values[s.q.seat], want), "seed %u line %zu: %.5f, not %.5f", seed,
                        i, l->values[s.q.seat], want);
            if (i) TEST_CHECK(l[-1].values[s.q.seat] >= l->values[s.q.seat]);
        }
        asking_close(&s);
        position_destroy(p);
    }
}

TEST_LIST = {
    {"two_players", test_two_players},   {"chance", test_chance},
    {"more_players", test_more_players}, {"best_reply", test_best_reply},
    {"proofs_hold", test_proofs_hold},   {"limited_depth", test_limited_depth},
    {"repetition", test_repetition},     {"repetition_with_table", test_repetition_with_table},
    {"all_lines", test_all_lines},       {NULL, NULL}};
