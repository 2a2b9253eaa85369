/* Expectimax on pig and the toy game: against a plain expectiminimax, with and without the cuts at
 * chance, and with outcomes drawn instead of listed. */
#include <acutest.h>

#include <math.h>

#include "games/pig/pig.h"
#include "games/project_l/project_l.h"
#include "search/alphabeta/expectimax.h"
#include "tests/support/asking.h"
#include "tests/support/toy_game.h"

enum { STATE = 64, LIST = 16, BUF_SIZE = 400 };

typedef struct plain {
    const rules *r;
    int seat;
    evaluator eval;
    trail trail;
    bool trailed;
} plain;

static double plain_value(plain *p, const void *s, int depth);

static double plain_step(plain *p, const void *s, action a, int depth) {
    unsigned char next[STATE] __attribute__((aligned(16)));
    size_t mark = p->trail.len;
    memcpy(next, s, p->r->state_size);
    p->r->game->apply(p->r, next, p->trailed ? &p->trail : NULL, a);
    bool decided = p->r->game->actor(p->r, s) >= 0;
    double v = plain_value(p, next, depth - (decided && !game_inside(p->r, next)));
    p->trail.len = mark;
    return v;
}

static double plain_leaf(plain *p, const void *s, bool over) {
    double win[GAME_MAX_PLAYERS];
    float utility[GAME_MAX_PLAYERS];
    int32_t points[GAME_MAX_PLAYERS];
    if (over) p->r->game->returns(p->r, s, utility, points);
    if (over) return (double)utility[p->seat];
    evaluator_expected(&p->eval, s, win);
    return win[p->seat];
}

static double plain_value(plain *p, const void *s, int depth) {
    const game *g = p->r->game;
    int actor = g->actor(p->r, s);
    action list[LIST];
    float weight[LIST];
    if (actor == ACTOR_NONE) return plain_leaf(p, s, true);
    if (actor == ACTOR_CHANCE) {
        int n = g->chance(p->r, s, list, weight);
        double sum = 0;
        for (int i = 0; i < n; i++) sum += (double)weight[i] * plain_step(p, s, list[i], depth);
        return sum;
    }
    if (depth <= 0 && !game_inside(p->r, s)) return plain_leaf(p, s, false);
    int n = g->legal(p->r, s, p->trailed ? &p->trail : NULL, list);
    double best = actor == p->seat ? -1 : 2;
    for (int i = 0; i < n; i++) {
        double v = plain_step(p, s, list[i], depth);
        if (actor == p->seat ? v > best : v < best) best = v;
    }
    return best;
}

static double reference(const position *root, int depth) {
    const rules *r = position_rules(root);
    plain p = {.r = r,
               .seat = r->game->actor(r, position_data(root)),
               .trailed = position_trail(root) != NULL};
    weights own;
    weights_init(&own, r->game);
    evaluator_init(&p.eval, &own, r);
    if (p.trailed) TEST_ASSERT(trail_copy(&p.trail, position_trail(root), BUF_SIZE));
    double v = plain_value(&p, position_data(root), depth);
    trail_done(&p.trail);
    evaluator_done(&p.eval);
    return v;
}

static const char *const pigs[] = {
    "p=0 turn=0 s=88,90 target=100",  "p=1 turn=7 s=95,80 target=100",
    "p=0 turn=12 s=60,92 target=100", "p=1 turn=0 s=4,3 target=10",
    "p=0 turn=4 s=10,12 target=20",
};
enum { PIGS = sizeof pigs / sizeof *pigs };

/* Without the table values are those of the depth; with it, of this depth or deeper. */
static uint64_t ask_pig(const char *line, int depth, int star, bool table, double *value) {
    position *p = one_line_read(&pig, line);
    asking s;
    TEST_ASSERT(asking_open(&s, &expectimax_searcher, p));
    asking_plain(&s);
    asking_knob(&s, KNOB_AB_STAR, star);
    asking_knob(&s, KNOB_AB_TABLE, table);
    s.q.limits.depth = (unsigned)depth;
    TEST_ASSERT(asking_run(&s));
    *value = asking_best(&s)->values[s.q.seat];
    uint64_t nodes = s.a.report.nodes;
    asking_close(&s);
    position_destroy(p);
    return nodes;
}

static void test_pig_against_plain(void) {
    for (int i = 0; i < PIGS; i++) {
        position *p = one_line_read(&pig, pigs[i]);
        for (int depth = 1; depth <= 4; depth++) {
            double want = reference(p, depth);
            for (int star = 0; star < 3; star++) {
                double got;
                (void)ask_pig(pigs[i], depth, star, false, &got);
                TEST_CHECK_(fabs(got - want) < 2e-4, "%s depth %d star %d: %.5f, not %.5f", pigs[i],
                            depth, star, got, want);
            }
        }
        position_destroy(p);
    }
}

static void test_cuts_save_nodes(void) {
    uint64_t nodes[2][3] = {{0}};
    for (int i = 0; i < PIGS; i++)
        for (int star = 0; star < 3; star++)
            for (int table = 0; table < 2; table++) {
                double got;
                nodes[table][star] += ask_pig(pigs[i], 5, star, table, &got);
            }
    for (int table = 0; table < 2; table++)
        TEST_CHECK_(nodes[table][1] < nodes[table][0] && nodes[table][2] < nodes[table][0],
                    "nodes %d, star1 %d, star2 %d", (int)nodes[table][0], (int)nodes[table][1],
                    (int)nodes[table][2]);
}

/* Where rolling must win or lose the race. */
static void test_pig_by_sense(void) {
    static const struct {
        const char *line, *best;
    } cases[] = {{"p=0 turn=12 s=90,95 target=100", "hold"},  /* wins at once */
                 {"p=0 turn=4 s=90,99 target=100", "roll"},   /* the other needs one more roll */
                 {"p=1 turn=25 s=10,10 target=100", "hold"}}; /* enough at risk */
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        position *p = one_line_read(&pig, cases[i].line);
        asking s;
        TEST_ASSERT(asking_open(&s, &expectimax_searcher, p));
        s.q.limits.depth = 7;
        TEST_ASSERT(asking_run(&s));
        TEST_CHECK(asking_begins(asking_best(&s), cases[i].best));
        TEST_MSG("%s: %s", cases[i].line, asking_best(&s)->pv);
        asking_close(&s);
        position_destroy(p);
    }
}

static void test_a_certain_win(void) {
    position *p = one_line_read(&pig, "p=0 turn=12 s=90,95 target=100");
    asking s;
    TEST_ASSERT(asking_open(&s, &expectimax_searcher, p));
    TEST_ASSERT(asking_run(&s)); /* no limit: it stops because there is nothing left to find */
    TEST_CHECK(asking_best(&s)->proof == PROOF_WIN && asking_best(&s)->values[0] == 1);
    asking_close(&s);
    position_destroy(p);
}

/* Tokens of several steps, chance with one outcome, draws by repetition. */
static void test_toy_against_plain(void) {
    for (int i = 0; i < 3; i++) {
        position *p = one_line_start(&toy_game, "");
        if (i) TEST_ASSERT(one_line_play(p, i == 1 ? "s !h" : "s !h s !h s !h s !h"));
        for (int depth = 1; depth <= 3; depth++) {
            asking s;
            TEST_ASSERT(asking_open(&s, &expectimax_searcher, p));
            asking_plain(&s);
            s.q.limits.depth = (unsigned)depth;
            TEST_ASSERT(asking_run(&s));
            double want = reference(p, depth);
            TEST_CHECK_(fabs(asking_best(&s)->values[s.q.seat] - want) < 2e-4,
                        "start %d depth %d: %.5f, not %.5f", i, depth,
                        asking_best(&s)->values[s.q.seat], want);
            asking_close(&s);
        }
        position_destroy(p);
    }
    position *p = one_line_read(&toy_game, "f=3 p=1 at=m left=0 win=-");
    asking s;
    TEST_ASSERT(asking_open(&s, &expectimax_searcher, p));
    s.q.limits.depth = 6;
    TEST_ASSERT(asking_run(&s));
    TEST_CHECK(asking_begins(asking_best(&s), "rr") && asking_best(&s)->first.count == 3);
    TEST_CHECK(asking_best(&s)->proof == PROOF_WIN);
    asking_close(&s);
    position_destroy(p);
}

/* A few outcomes in place of all: another value, the same one every time, and never a proof. */
static void test_drawn_outcomes(void) {
    position *p = one_line_read(&pig, "p=0 turn=4 s=10,12 target=20");
    double value[2];
    double all;
    (void)ask_pig("p=0 turn=4 s=10,12 target=20", 5, 2, false, &all);
    for (int i = 0; i < 2; i++) {
        asking s;
        TEST_ASSERT(asking_open(&s, &expectimax_searcher, p));
        s.q.options.chance_samples = 3;
        s.q.limits.depth = 5;
        TEST_ASSERT(asking_run(&s));
        value[i] = asking_best(&s)->values[0];
        TEST_CHECK(asking_best(&s)->proof == PROOF_NONE);
        asking_close(&s);
    }
    TEST_CHECK(value[0] == value[1] && fabs(value[0] - all) > 1e-4);
    position_destroy(p);
}

/* More than sixteen outcomes a chance node, and thousands of actions. */
static void test_project_l(void) {
    position *p = one_line_start(&project_l, "");
    asking s;
    bool end;
    position_set_seed(p, 5);
    TEST_ASSERT(position_resolve(p, NULL) == ST_OK);
    for (int i = 0; i < 2; i++) {
        TEST_ASSERT(asking_open(&s, &expectimax_searcher, p));
        s.q.limits.nodes = i ? 3000 : 100;
        s.q.options.objective = i ? OBJECTIVE_MARGIN : OBJECTIVE_WIN;
        s.q.options.multipv = 3;
        TEST_ASSERT(asking_run(&s));
        TEST_CHECK(asking_plays(p, asking_best(&s), &end));
        double sum = asking_best(&s)->values[0] + asking_best(&s)->values[1];
        TEST_CHECK(i || fabs(sum - 1) < 1e-9);
        asking_close(&s);
    }
    position_destroy(p);
}

TEST_LIST = {{"pig_against_plain", test_pig_against_plain},
             {"cuts_save_nodes", test_cuts_save_nodes},
             {"pig_by_sense", test_pig_by_sense},
             {"a_certain_win", test_a_certain_win},
             {"toy_against_plain", test_toy_against_plain},
             {"drawn_outcomes", test_drawn_outcomes},
             {"project_l", test_project_l},
             {NULL, NULL}};
