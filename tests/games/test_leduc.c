#include <acutest.h>

#include <stdlib.h>

#include "engine/game/game_endings.h"
#include "engine/game/game_views.h"
#include "games/leduc/leduc.h"
#include "tests/support/one_line.h"

static void check_result(const char *events, const char *ending, int chips) {
    position *p = one_line_start(&leduc, "");
    TEST_CASE(events);
    TEST_ASSERT(p && one_line_play(p, events));
    const rules *r = position_rules(p);
    float utility[GAME_MAX_PLAYERS];
    int32_t points[GAME_MAX_PLAYERS];
    TEST_ASSERT(leduc.actor(r, position_data(p)) == ACTOR_NONE);
    leduc.returns(r, position_data(p), utility, points);
    TEST_CHECK(strcmp(leduc.endings->name(r, position_data(p)), ending) == 0);
    TEST_CHECK(points[0] == chips && points[1] == -chips);
    TEST_MSG("%d chips, not %d", (int)points[0], chips);
    float want = 0.5F + (float)chips / 26;
    TEST_CHECK(utility[0] > want - 1e-5F && utility[0] < want + 1e-5F);
    position_destroy(p);
}

static void test_results(void) {
    check_result("!p1=J !p2=K call call !board=Q call call", "showdown", -1);
    check_result("!p1=J !p2=K call call !board=J call call", "showdown", 1);
    check_result("!p1=Q !p2=K call call !board=K call call", "showdown", -1);
    check_result("!p1=Q !p2=Q raise call !board=K call raise call", "showdown", 0);
    check_result("!p1=K !p2=Q raise raise call !board=J raise raise call", "showdown", 13);
    check_result("!p1=Q !p2=K raise raise call !board=J raise raise call", "showdown", -13);
    check_result("!p1=K !p2=J raise fold", "fold", 1);
    check_result("!p1=K !p2=J call raise fold", "fold", -1);
    check_result("!p1=K !p2=J raise raise fold", "fold", -3);
    check_result("!p1=K !p2=J raise call !board=J raise fold", "fold", 3);
    check_result("!p1=K !p2=J raise call !board=J call raise raise fold", "fold", 7);
}

/* Every bet puts in what the rules say: raises of 2, then of 4, two a round. */
static void test_pot(void) {
    static const struct {
        const char *event, *line;
    } steps[] = {{"!p1=J", "p=- hands=J,- board=- pot=1,1 bets=-"},
                 {"!p2=K", "p=0 hands=J,K board=- pot=1,1 bets=-"},
                 {"call", "p=1 hands=J,K board=- pot=1,1 bets=c"},
                 {"raise", "p=0 hands=J,K board=- pot=1,3 bets=cr"},
                 {"raise", "p=1 hands=J,K board=- pot=5,3 bets=crr"},
                 {"call", "p=- hands=J,K board=- pot=5,5 bets=crrc"},
                 {"!board=Q", "p=0 hands=J,K board=Q pot=5,5 bets=-"},
                 {"raise", "p=1 hands=J,K board=Q pot=9,5 bets=r"},
                 {"raise", "p=0 hands=J,K board=Q pot=9,13 bets=rr"},
                 {"call", "p=- hands=J,K board=Q pot=13,13 bets=rrc"}};
    position *p = one_line_start(&leduc, "");
    TEST_ASSERT(p != NULL);
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
        TEST_CHECK(one_line_play(p, steps[i].event) && one_line_is(p, steps[i].line));
        position *q = one_line_read(&leduc, steps[i].line);
        TEST_ASSERT(q != NULL);
        TEST_CHECK(position_key(p) == position_key(q));
        position_destroy(q);
    }
    position_destroy(p);
}

static void test_refused_tokens(void) {
    static const struct {
        const char *before, *event, *reason;
        status st;
    } cases[] = {{"!p1=J !p2=K", "fold", "nothing-to-fold", ST_ILLEGAL_ACTION},
                 {"!p1=J !p2=K raise raise", "raise", "raise-limit", ST_ILLEGAL_ACTION},
                 {"!p1=J !p2=K", "check", "bad-action", ST_ILLEGAL_ACTION},
                 {"!p1=J !p2=K", "p1=J", "bad-action", ST_ILLEGAL_ACTION},
                 {"!p1=J !p2=J call call", "!board=J", "no-such-card", ST_CHANCE_IMPOSSIBLE},
                 {"", "!p2=K", "bad-outcome", ST_CHANCE_IMPOSSIBLE},
                 {"", "!p1=A", "bad-outcome", ST_CHANCE_IMPOSSIBLE},
                 {"", "call", "", ST_CHANCE_EXPECTED},
                 {"!p1=J !p2=K raise fold", "call", "", ST_GAME_OVER}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        position *p = one_line_start(&leduc, "");
        error err;
        TEST_CASE(cases[i].before);
        TEST_ASSERT(p && one_line_play(p, cases[i].before));
        TEST_CHECK_(position_play(p, cases[i].event, &err) == cases[i].st, "%s", cases[i].event);
        TEST_MSG("%s", err.text);
        TEST_CHECK(strcmp(err.reason, cases[i].reason) == 0);
        TEST_MSG("%s", err.reason);
        position_destroy(p);
    }
}

static void test_bad_positions(void) {
    static const struct {
        const char *line, *words;
    } cases[] = {{"", "p:"},
                 {"p=2 hands=J,K board=- pot=1,1 bets=-", "p:"},
                 {"p=1 hands=J,K board=- pot=1,1 bets=-", "p:"},
                 {"p=- hands=J,K board=- pot=1,1 bets=-", "p:"},
                 {"p=0 hands=J board=- pot=1,1 bets=-", "hands:"},
                 {"p=0 hands=J,A board=- pot=1,1 bets=-", "hands:"},
                 {"p=0 hands=J,? board=- pot=1,1 bets=-", "hands:"},
                 {"p=- hands=-,K board=- pot=1,1 bets=-", "hands:"},
                 {"p=0 hands=J,K board=? pot=1,1 bets=-", "board:"},
                 {"p=0 hands=J,J board=J pot=1,1 bets=-", "board:"},
                 {"p=- hands=J,- board=Q pot=1,1 bets=-", "board:"},
                 {"p=0 hands=J,K board=- pot=0,1 bets=-", "pot:"},
                 {"p=0 hands=J,K board=- pot=1,14 bets=-", "pot:"},
                 {"p=0 hands=J,K board=- pot=3,3 bets=-", "pot:"},
                 {"p=0 hands=J,K board=Q pot=7,7 bets=-", "pot:"},
                 {"p=1 hands=J,K board=- pot=1,1 bets=r", "pot:"},
                 {"p=1 hands=J,K board=- pot=1,1 bets=x", "bets:"},
                 {"p=1 hands=J,K board=- pot=1,1 bets=", "bets:"},
                 {"p=1 hands=J,K board=- pot=1,1 bets=f", "bets:"},
                 {"p=1 hands=J,K board=- pot=7,5 bets=rrr", "bets:"},
                 {"p=1 hands=J,K board=- pot=1,1 bets=ccc", "bets:"},
                 {"p=1 hands=J,K board=- pot=1,1 bets=c ", "bets:"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        error err;
        status st = one_line_refused(&leduc, cases[i].line, &err);
        TEST_CHECK_(st == ST_BAD_FEN, "'%s' is refused", cases[i].line);
        TEST_CHECK_(strstr(err.text, cases[i].words) == err.text, "'%s': %s", cases[i].line,
                    err.text);
    }
    params setup = params_default();
    position *p;
    error err;
    const char *line = "p=0 hands=J,K board=- pot=1,1 bets=-";
    TEST_CHECK(position_read(&p, &leduc, &setup, 0, line, &err) == ST_LEAK && !p);
    line = "p=0 hands=?,? board=- pot=1,1 bets=-";
    TEST_CHECK(position_read(&p, &leduc, &setup, 0, line, &err) == ST_BAD_VIEW && !p);
}

/* --- views leak nothing, over all deals and all bets --- */

enum { STATE_SIZE = 16, MAX_STATES = 4000, MAX_EVENTS = 200 };

/* A state that was reached, and what each player (0, 1, spectator) has seen on the way. */
typedef struct reached {
    unsigned char state[STATE_SIZE];
    char seen[3][MAX_EVENTS];
} reached;

static reached *all;
static size_t all_count;

static int observer(int i) {
    return i == 2 ? SEAT_PUBLIC : i;
}

static void visit(const rules *r, const reached *at) {
    action list[8];
    float weight[8];
    TEST_ASSERT(all_count < MAX_STATES);
    all[all_count++] = *at;
    int actor = leduc.actor(r, at->state);
    if (actor == ACTOR_NONE) return;
    int n = actor == ACTOR_CHANCE ? leduc.chance(r, at->state, list, weight)
                                  : leduc.legal(r, at->state, NULL, list);
    for (int i = 0; i < n; i++) {
        reached next = *at;
        for (int k = 0; k < 3; k++) {
            size_t len = strlen(next.seen[k]);
            text seen = text_over(next.seen[k] + len, MAX_EVENTS - len);
            leduc.views->seen_text(r, at->state, &list[i], 1, observer(k), &seen);
            text_char(&seen, ' ');
            TEST_ASSERT(!seen.cut);
        }
        leduc.apply(r, next.state, NULL, list[i]);
        visit(r, &next);
    }
}

/* Two states whose events look alike to player k: equal views, and equal choices for k. */
static void compare(const rules *r, const reached *a, const reached *b, int k) {
    unsigned char va[STATE_SIZE] = {0};
    unsigned char vb[STATE_SIZE] = {0};
    leduc.views->observe(r, a->state, observer(k), va);
    leduc.views->observe(r, b->state, observer(k), vb);
    TEST_ASSERT_(memcmp(va, vb, r->view_size) == 0, "player %d: equal views of: %s", k, a->seen[k]);
    int actor = leduc.actor(r, a->state);
    TEST_ASSERT(actor == leduc.actor(r, b->state));
    if (actor != k) return;
    action la[8];
    action lb[8];
    int n = leduc.legal(r, a->state, NULL, la);
    TEST_ASSERT(n == leduc.legal(r, b->state, NULL, lb));
    TEST_ASSERT(memcmp(la, lb, (size_t)n * sizeof la[0]) == 0);
}

static int viewer; /* for the order below */

static int by_what_was_seen(const void *a, const void *b) {
    return strcmp(((const reached *)a)->seen[viewer], ((const reached *)b)->seen[viewer]);
}

/* Information sets where that player decides: known to be 288 with the suits that we ignore as
 * equal ranks, half of them for each player. */
static void test_views_leak_nothing(void) {
    position *p = one_line_start(&leduc, "");
    all = calloc(MAX_STATES, sizeof *all);
    TEST_ASSERT(p && all);
    const rules *r = position_rules(p);
    reached start = {.seen = {""}};
    TEST_ASSERT(r->state_size <= STATE_SIZE && r->view_size <= STATE_SIZE);
    memcpy(start.state, position_data(p), r->state_size);
    visit(r, &start);
    size_t equal = 0;
    size_t decisions[3] = {0};
    for (viewer = 0; viewer < 3; viewer++) {
        qsort(all, all_count, sizeof *all, by_what_was_seen);
        for (size_t i = 0; i < all_count; i++) {
            bool same = i && strcmp(all[i - 1].seen[viewer], all[i].seen[viewer]) == 0;
            if (same) compare(r, &all[i - 1], &all[i], viewer);
            equal += same;
            decisions[viewer] += !same && leduc.actor(r, all[i].state) == viewer;
        }
    }
    TEST_CHECK_(equal > 1000, "%d pairs looked at", (int)equal);
    TEST_CHECK(decisions[0] == 144 && decisions[1] == 144);
    TEST_MSG("%d and %d information sets", (int)decisions[0], (int)decisions[1]);
    free(all);
    position_destroy(p);
}

TEST_LIST = {{"results", test_results},
             {"pot", test_pot},
             {"refused_tokens", test_refused_tokens},
             {"bad_positions", test_bad_positions},
             {"views_leak_nothing", test_views_leak_nothing},
             {NULL, NULL}};
