#include <acutest.h>

#include <math.h>

#include "games/project_l/project_l.h"
#include "games/project_l/project_l_bounds.h"
#include "games/project_l/project_l_features.h"
#include "games/project_l/project_l_greedy.h"
#include "games/project_l/project_l_order.h"
#include "games/project_l/project_l_policy.h"
#include "games/project_l/project_l_solver.h"
#include "tests/games/project_l_cases.h"

static const pl_rules *rules_for(const char *setup, rules **head) {
    params p = one_line_setup(&project_l, setup);
    TEST_ASSERT(rules_open(head, &project_l, &p, NULL) == ST_OK);
    return pl_of(*head);
}

/* --- needs --- */

static void unpack(uint64_t counts, int out[PL_SHAPES]) {
    for (int i = 0; i < PL_SHAPES; i++) out[i] = (int)pl_count(counts, i);
}

static uint64_t any_supply(rng *g) {
    uint64_t supply = 0;
    for (int n = 1 + (int)rng_below(g, 9); n > 0; n--)
        supply += pl_one((int)rng_below(g, PL_SHAPES));
    return supply;
}

/* A part of a puzzle's open cells, never empty. */
static uint32_t any_part(const pl_rules *r, int puzzle, rng *g) {
    uint32_t open = ~r->set.puzzle[puzzle].image & PL_FULL;
    uint32_t part = open & (uint32_t)rng_next(g);
    part |= open & (uint32_t)rng_next(g);
    return part ? part : open;
}

/* The tables say what the solver says. */
static void test_least_pieces(void) {
    rules *head;
    const pl_rules *r = rules_for("", &head);
    rng g = {.s = 11};
    for (int i = 0; i < 3000; i++) {
        int puzzle = (int)rng_below(&g, (uint64_t)r->set.count);
        uint32_t open = any_part(r, puzzle, &g);
        pl_filling one;
        (void)pl_fillings(&r->pieces, open, &one);
        TEST_CHECK(pl_need_min(&r->needs->of[puzzle], open) == one.count);
        TEST_CHECK(pl_need_mask(&r->needs->of[puzzle], pl_need_set(&r->needs->of[puzzle], open)) ==
                   open);
    }
    rules_close(head);
}

/* A way covers the cells once, with the shapes it names; pieces at hand are there. */
static void check_way(const pl_rules *r, int puzzle, uint32_t open, uint64_t supply,
                      const pl_way *w) {
    const pl_need_table *t = &r->needs->of[puzzle];
    uint32_t covered = 0;
    unsigned shapes = 0;
    unsigned lacking = 0;
    for (int i = 0; i < w->count; i++) {
        uint32_t mask = pl_need_mask(t, w->cells[i]);
        int config = pl_config_at(&r->pieces, mask);
        TEST_ASSERT(config >= 0);
        int shape = r->pieces.shape[config];
        TEST_CHECK(!(covered & mask));
        covered |= mask;
        shapes |= 1u << shape;
        if (pl_count(supply, shape))
            supply -= pl_one(shape);
        else
            lacking |= 1u << shape;
    }
    TEST_CHECK(covered == (w->count ? open : 0) && shapes == w->shapes && lacking == w->missing);
    TEST_CHECK(w->missing ? w->need.actions > w->count
                          : w->count == 0 || w->need.actions == w->count);
}

static void test_ways(void) {
    rules *head;
    const pl_rules *r = rules_for("", &head);
    rng g = {.s = 12};
    int plenty[PL_SHAPES] = {15, 15, 15, 15, 15, 15, 15, 15, 15};
    int met[3] = {0}; /* ready, with missing pieces, neither */
    for (int i = 0; i < 1500; i++) {
        int puzzle = (int)rng_below(&g, (uint64_t)r->set.count);
        uint32_t open = any_part(r, puzzle, &g);
        int supply[PL_SHAPES];
        pl_hand hand;
        pl_way w;
        pl_filling f;
        pl_plan plan;
        pl_hand_of(any_supply(&g), &hand);
        unpack(hand.supply, supply);
        pl_way_of(&r->needs->of[puzzle], open, &hand, PL_NEED_FAR, &w);
        check_way(r, puzzle, open, hand.supply, &w);
        met[w.count == 0 ? 2 : w.missing != 0]++;
        if (w.need.ready < PL_NEED_FAR) /* the fewest pieces at hand, no more */
            TEST_CHECK(pl_fill(&r->pieces, open, supply, &f) && f.count == w.need.ready);
        int bound = pl_need_bound(&r->needs->of[puzzle], open, &hand);
        TEST_CHECK(bound <= w.need.actions);
        if (bound > 1 && bound <= 6) /* with a full reserve it is a bound indeed */
            TEST_CHECK(!pl_solve_actions(&r->pieces, open, supply, plenty, bound - 1, &plan));
    }
    TEST_CHECK(met[0] > 100 && met[1] > 100 && met[2] > 10);
    rules_close(head);
}

/* --- measure --- */

static float term(const position *p, int player, const char *name) {
    float raw[256];
    pl_measure(position_rules(p), position_data(p), player, raw);
    for (int i = 0; pl_features[i].name; i++)
        if (strcmp(pl_features[i].name, name) == 0) return raw[i];
    TEST_CHECK(false);
    TEST_MSG("no term %s", name);
    return NAN;
}

/* The entire black deck is left: early terms alone count. W9 (one point) needs the I2 at hand, W10
 * (also one) an I3 that the I2 can be changed for. */
static void test_measures_needs(void) {
    seat busy = {3, "101000000", "W9;W10", NULL};
    seat idle = {0, START, NULL, NULL};
    position *p = lay((table){.white = "W1,W2,W3,W4/W5",
                              .black = "B1,B2,B3,B4/B5,B6,B7,B8,B9,B10,B11,B12",
                              .seats = {busy, idle}});
    TEST_ASSERT(p != NULL);
    TEST_CHECK(term(p, 0, "early-points") == 3 && term(p, 0, "late-points") == 0);
    TEST_CHECK(term(p, 0, "early-need-1") == 1 && term(p, 0, "early-gain-1") == 1);
    TEST_CHECK(term(p, 0, "early-need-2") == 1 && term(p, 0, "early-gain-2") == 1);
    TEST_CHECK(term(p, 0, "early-level-2") == 1 && term(p, 0, "early-tempo") == 3);
    TEST_CHECK(term(p, 1, "early-need-1") == 0 && term(p, 1, "early-tempo") == 3);
    position_destroy(p);
}

/* The last round, two actions left: a master finishes W9 and places the first of two pieces on B13
 * (three points), the other action the second: 4 + 1 + 3 = 8. When the master is used, W9 takes an
 * action, B13 the other one and a finishing touch: 7. Seat 1 cannot fill W10. */
static void test_measures_the_end(void) {
    seat near = {4, "001010100", "W9;B13", NULL};
    seat stuck = {4, NONE, "W10", NULL};
    position *p = lay((table){
        .turn = "ph=E p=0 a=2 m=0 b=0 l=1 r=9", .black = "B1,B2,B3,B4/-", .seats = {near, stuck}});
    TEST_ASSERT(p != NULL);
    TEST_CHECK(term(p, 0, "final-2") == 8 && term(p, 0, "spare-2") == 0);
    TEST_MSG("%g", (double)term(p, 0, "final-2"));
    TEST_CHECK(term(p, 0, "early-points") == 0 && term(p, 0, "late-points") == 0);
    TEST_CHECK(term(p, 1, "final-2") == 3 && term(p, 1, "spare-2") == 3);
    position_destroy(p);
    p = lay((table){
        .turn = "ph=E p=0 a=2 m=1 b=0 l=1 r=9", .black = "B1,B2,B3,B4/-", .seats = {near, stuck}});
    TEST_ASSERT(p != NULL);
    TEST_CHECK(term(p, 0, "final-2") == 7 && term(p, 0, "spare-2") == 0);
    position_destroy(p);
}

/* --- order --- */

static float best_of(const pl_rules *r, const pl_state *s, const action *list, int n,
                     const float *score, bool completing) {
    float best = -1000;
    for (int i = 0; i < n; i++) {
        bool placing = pl_kind(list[i]) == PL_PLACE;
        bool done = placing &&
                    (s->image[s->mover][pl_a(list[i])] | r->pieces.mask[pl_b(list[i])]) == PL_FULL;
        if (placing && done == completing && score[i] > best) best = score[i];
    }
    return best;
}

/* Along games: finite, the same whatever the order of the list, and completing a puzzle is better
 * than any other placement. */
static void test_order(void) {
    rules *head;
    const pl_rules *r = rules_for("", &head);
    static action list[4096];
    static action back[4096];
    static float score[4096];
    static float again[4096];
    rng g = {.s = 13};
    pl_state s;
    int both = 0;
    pl_start(head, &s);
    for (int i = 0; i < 4000; i++) {
        if (s.phase == PL_F) pl_start(head, &s);
        if (pl_actor(head, &s) >= 0) {
            int n = pl_legal(head, &s, NULL, list);
            for (int k = 0; k < n; k++) back[k] = list[n - 1 - k];
            pl_order(head, &s, list, n, score);
            pl_order(head, &s, back, n, again);
            for (int k = 0; k < n; k++)
                TEST_CHECK(isfinite(score[k]) && score[k] == again[n - 1 - k]);
            float done = best_of(r, &s, list, n, score, true);
            float other = best_of(r, &s, list, n, score, false);
            if (s.phase != PL_FT) TEST_CHECK(done == -1000 || done > other);
            both += done > -1000 && other > -1000;
        }
        pl_helped_ply(head, &s, NULL, &g);
    }
    TEST_CHECK(both > 50);
    rules_close(head);
}

/* --- playouts and bounds --- */

static void quick_ply(const rules *head, pl_state *s, int policy, rng *g) {
    if (policy == 0 || pl_actor(head, s) < 0)
        pl_helped_ply(head, s, NULL, g);
    else if (policy == 1)
        pl_move(pl_of(head), s, pl_greedy(head, s, NULL, g));
    else
        pl_playout(head, s, NULL, g);
}

/* A game's final points lie within all bounds on its way, and these get narrower towards the end.
 * False for a game of chance that never ends. */
static bool bounded_game(const rules *head, int policy, rng *g) {
    enum { MAX = 20000 };
    int32_t floor_of[PL_SEATS];
    int32_t roof_of[PL_SEATS];
    bool touched = false; /* a game that ends by the limit of rounds has no finishing touches */
    pl_state s;
    pl_start(head, &s);
    for (int p = 0; p < PL_SEATS; p++) {
        floor_of[p] = INT32_MIN;
        roof_of[p] = INT32_MAX;
    }
    for (int i = 0; i < MAX && s.phase != PL_F; i++) {
        int32_t low[GAME_MAX_PLAYERS];
        int32_t high[GAME_MAX_PLAYERS];
        pl_bounds(head, &s, low, high);
        for (int p = 0; p < head->players; p++) {
            TEST_CHECK(low[p] <= s.score[p] || s.phase >= PL_FT);
            if (low[p] > floor_of[p]) floor_of[p] = low[p];
            if (high[p] < roof_of[p]) roof_of[p] = high[p];
        }
        touched |= s.phase == PL_FT;
        quick_ply(head, &s, policy, g);
    }
    if (s.phase != PL_F) return false;
    for (int p = 0; p < head->players; p++) {
        TEST_CHECK(floor_of[p] <= s.score[p] && s.score[p] <= roof_of[p]);
        TEST_MSG("seat %d: %d not in %d..%d", p, s.score[p], floor_of[p], roof_of[p]);
        TEST_CHECK(!touched || roof_of[p] - floor_of[p] < 40); /* they leave little */
    }
    return true;
}

static void test_bounds(void) {
    static const char *const setups[] = {"players 2", "players 3", "players 4",
                                         "players 2 rules reference", "players 1"};
    rng g = {.s = 14};
    for (size_t i = 0; i < sizeof setups / sizeof *setups; i++) {
        rules *head;
        TEST_CASE(setups[i]);
        (void)rules_for(setups[i], &head);
        int ended = 0;
        for (int k = 0; k < 30; k++) ended += bounded_game(head, k % 3, &g);
        TEST_CHECK_(ended >= 20, "%d of 30 games end", ended);
        rules_close(head);
    }
}

/* Playouts get somewhere: their games are about as long as those of players who try. */
static void test_playouts(void) {
    rules *head;
    (void)rules_for("", &head);
    rng g = {.s = 15};
    int rounds = 0;
    int points = 0;
    for (int i = 0; i < 40; i++) {
        pl_state s;
        error err = {0};
        pl_start(head, &s);
        while (s.phase != PL_F) {
            pl_playout(head, &s, NULL, &g);
            s.hash = pl_rehash(head, &s);
            TEST_CHECK(project_l.check(head, &s, &err) == ST_OK);
            TEST_MSG("%s", err.text);
        }
        rounds += s.round;
        points += s.score[0] + s.score[1];
    }
    TEST_CHECK(rounds < 40 * 20 && points > 40 * 2 * 8);
    TEST_MSG("%d rounds, %d points", rounds, points);
    rules_close(head);
}

TEST_LIST = {{"least_pieces", test_least_pieces},
             {"ways", test_ways},
             {"measures_needs", test_measures_needs},
             {"measures_the_end", test_measures_the_end},
             {"order", test_order},
             {"bounds", test_bounds},
             {"playouts", test_playouts},
             {NULL, NULL}};
