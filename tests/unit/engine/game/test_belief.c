/* Where hidden cards may be. */
#include <acutest.h>

#include <string.h>

#include "engine/game/belief.h"
#include "games/connect4/connect4.h"
#include "games/leduc/leduc.h"
#include "tests/support/fail_everywhere.h"

static status view_after(position **out, const char *const *events, int seat, error *err) {
    position *p = NULL;
    params usual = params_default();
    *out = NULL;
    status st = position_start(&p, &leduc, &usual, SEAT_ALL, err);
    for (; st == ST_OK && *events; events++) st = position_play(p, *events, err);
    if (st == ST_OK) st = position_observe(out, p, seat, err);
    position_destroy(p);
    return st;
}

static const char *const first_round[] = {"!p1=J", "!p2=K", NULL};
static const char *const other_king[] = {"!p1=J", "!p2=Q", NULL};
static const char *const second_round[] = {"!p1=J", "!p2=K", "raise", "call", "!board=K", NULL};

static belief believed(const char *const *events, int seat, unsigned deals, uint64_t seed) {
    position *view;
    error err;
    belief b;
    TEST_ASSERT(view_after(&view, events, seat, &err) == ST_OK);
    TEST_ASSERT(belief_count(&b, view, deals, seed, &err) == ST_OK);
    position_destroy(view);
    return b;
}

static double share(const belief *b, const char *place, const char *card) {
    for (size_t i = 0; i < b->count; i++)
        if (strcmp(b->at[i].place, place) == 0 && strcmp(b->at[i].card, card) == 0)
            return (double)b->at[i].deals / b->deals;
    return 0;
}

static bool near(double a, double b) {
    return a > b - 0.05 && a < b + 0.05;
}

/* Two of each of three cards: with a jack in hand one of five is left, with a king on the table one
 * of four. */
static void test_shares(void) {
    belief b = believed(first_round, 0, 2000, 1);
    TEST_CHECK(b.count == 3 && near(share(&b, "p2.hand", "jack"), 0.2) &&
               near(share(&b, "p2.hand", "queen"), 0.4) && near(share(&b, "p2.hand", "king"), 0.4));
    for (size_t i = 1; i < b.count; i++) TEST_CHECK(b.at[i].deals <= b.at[i - 1].deals);
    belief_done(&b);
    b = believed(second_round, 0, 2000, 1);
    TEST_CHECK(near(share(&b, "p2.hand", "king"), 0.25) &&
               near(share(&b, "p2.hand", "queen"), 0.5));
    belief_done(&b);
    /* the spectator knows neither hand */
    b = believed(first_round, SEAT_PUBLIC, 500, 1);
    TEST_CHECK(b.count == 6 && near(share(&b, "p1.hand", "jack"), 1 / 3.));
    belief_done(&b);
}

/* Two worlds that the seat cannot tell apart, and the same seed: the same to the last deal. */
static void test_same_view_same_belief(void) {
    belief a = believed(first_round, 0, 300, 7);
    belief b = believed(other_king, 0, 300, 7);
    belief c = believed(first_round, 0, 300, 8);
    TEST_ASSERT(a.count == b.count && a.count == c.count);
    TEST_CHECK(memcmp(a.at, b.at, a.count * sizeof *a.at) == 0);
    TEST_CHECK(memcmp(a.at, c.at, a.count * sizeof *a.at) != 0);
    belief_done(&a);
    belief_done(&b);
    belief_done(&c);
}

static void test_refused(void) {
    position *p;
    position *view;
    params usual = params_default();
    error err;
    belief b;
    TEST_ASSERT(position_start(&p, &connect4, &usual, SEAT_ALL, &err) == ST_OK);
    TEST_CHECK(belief_count(&b, p, 10, 1, &err) == ST_UNSUPPORTED);
    position_destroy(p);
    TEST_ASSERT(position_start(&p, &leduc, &usual, SEAT_ALL, &err) == ST_OK);
    TEST_CHECK(belief_count(&b, p, 10, 1, &err) == ST_UNSUPPORTED);
    position_destroy(p);
    TEST_ASSERT(view_after(&view, first_round, 0, &err) == ST_OK);
    TEST_CHECK(belief_count(&b, view, 0, 1, &err) == ST_BAD_VALUE);
    TEST_CHECK(belief_count(&b, view, BELIEF_MAX_DEALS + 1, 1, &err) == ST_BAD_VALUE);
    position_destroy(view);
}

static status count_some(error *err) {
    position *view;
    belief b = {0};
    status st = view_after(&view, first_round, 0, err);
    if (st == ST_OK) st = belief_count(&b, view, 2, 1, err);
    belief_done(&b);
    position_destroy(view);
    return st;
}

static void test_no_memory(void) {
    fail_everywhere_but("belief", 0, count_some);
}

TEST_LIST = {{"shares", test_shares},
             {"same_view_same_belief", test_same_view_same_belief},
             {"refused", test_refused},
             {"no_memory", test_no_memory},
             {NULL, NULL}};
