#include <acutest.h>

#include <math.h>
#include <string.h>

#include "engine/game/game_views.h"
#include "games/leduc/leduc.h"
#include "games/leduc/leduc_rules.h"
#include "games/leduc/leduc_view.h"
#include "search/mcts/ismcts.h"
#include "tests/support/asking.h"

/* Others who are asked apart (the knob IsmctsRedeal), in a leduc that tells which worlds are dealt,
 * and played on: for one thread. */

enum { ROOT = 1, OTHER = 0 };

typedef enum nonsense { FITS, OTHER_HAND, OTHER_TURN } nonsense;

static struct {
    const leduc_state *at; /* the state that the search plays on */
    leduc_state world;     /* as dealt for the root, and as dealt apart */
    leduc_state apart;
    leduc_state before; /* what has to be there again afterwards */
    bool is_apart, is_over;
    nonsense deals;                 /* what is dealt for the other */
    int iterations, asked, strange; /* strange: steps in a world that is not the one */
    int dealt[4][4];                /* by the other's card and the root's, when asked apart */
} spy;

static void spy_resample(const rules *r, const void *view, void *state, rng *g) {
    leduc_state *s = state;
    leduc_state before = *s;
    leduc_resample(r, view, s, g);
    spy.at = s;
    if (leduc_view_player(r, view) == ROOT) {
        spy.world = *s;
        spy.is_apart = false;
        spy.iterations++;
        return;
    }
    if (s->hand[OTHER] != spy.world.hand[OTHER]) spy.strange++;
    if (spy.deals == OTHER_HAND) s->hand[OTHER] = (uint8_t)(s->hand[OTHER] % LEDUC_RANKS + 1);
    if (spy.deals == OTHER_TURN) s->table.mover ^= 1;
    spy.before = before;
    spy.apart = *s;
    spy.is_apart = spy.deals == FITS;
    spy.asked++;
    spy.dealt[s->hand[OTHER]][s->hand[ROOT]]++;
}

static void spy_apply(const rules *r, void *state, trail *t, action a) {
    const leduc_state *now = spy.is_apart ? &spy.apart : &spy.world;
    if (state == spy.at && memcmp(((leduc_state *)state)->hand, now->hand, sizeof now->hand) != 0)
        spy.strange++;
    if (state == spy.at && spy.is_over && memcmp(state, &spy.before, sizeof spy.before) != 0)
        spy.strange++;
    if (state == spy.at) spy.is_over = false;
    leduc.apply(r, state, t, a);
}

/* The end of a playout: whoever was asked apart has answered. */
static void spy_returns(const rules *r, const void *s, float *utility, int32_t *points) {
    spy.is_over = spy.is_apart;
    spy.is_apart = false;
    leduc.returns(r, s, utility, points);
}

/* Asks for seat ROOT after these events; for `only`, where it is named. Returns the chips of the
 * best line. */
static double ask(const char *events, const char *only, int redeal, uint64_t visits) {
    static game watched;
    static game_views views;
    asking a;
    position *p = NULL;
    position *view = NULL;
    token tok;
    watched = leduc;
    views = *leduc.views;
    views.resample = spy_resample;
    watched.views = &views;
    watched.apply = spy_apply;
    watched.returns = spy_returns;
    p = one_line_start(&watched, "");
    TEST_ASSERT(p && one_line_play(p, events));
    TEST_ASSERT(position_observe(&view, p, ROOT, NULL) == ST_OK);
    a = (asking){.q = {.kind = &ismcts_searcher, .root = view, .seat = ROOT}};
    a.q.limits = limits_none();
    a.q.limits.visits = visits;
    a.q.options = search_default_options();
    a.q.options.hash_bytes = 1 << 20;
    TEST_ASSERT(search_create(&a.search) == ST_OK);
    asking_knob(&a, KNOB_MCTS_EXPLORATION, 20);
    asking_knob(&a, KNOB_ISMCTS_REDEAL, redeal);
    if (only) {
        TEST_ASSERT(token_read((state_ref){position_rules(p), position_data(p), NULL}, only, &tok,
                               NULL) == ST_OK);
        a.q.only = &tok;
        a.q.only_count = 1;
    }
    TEST_ASSERT(asking_run(&a));
    TEST_CHECK(!only || (a.a.report.count == 1 && asking_begins(asking_best(&a), only)));
    double points = asking_best(&a)->points[ROOT];
    asking_close(&a);
    position_destroy(view);
    position_destroy(p);
    return points;
}

static void reset(nonsense deals) {
    memset(&spy, 0, sizeof spy);
    spy.deals = deals;
}

/* --- worlds --- */

/* The other is dealt what it believes; afterwards the cards are those of the iteration again. */
static void check_spread(const int dealt[4][4]) {
    for (int other = LEDUC_JACK; other <= LEDUC_KING; other++) {
        int sum = dealt[other][1] + dealt[other][2] + dealt[other][3];
        TEST_CHECK_(sum > 500, "card %d: asked %d times", other, sum);
        for (int own = LEDUC_JACK; own <= LEDUC_KING; own++) {
            double p = (own == other ? 1 : 2) / 5.0; /* five cards are left */
            double off = dealt[other][own] - p * sum;
            TEST_CHECK_(fabs(off) < 4 * sqrt(sum * p * (1 - p)), "%d against %d: %d of %d", other,
                        own, dealt[other][own], sum);
        }
    }
}

static void test_worlds(void) {
    reset(FITS);
    (void)ask("!p1=Q !p2=K call", NULL, 1, 5000);
    TEST_CHECK_(spy.strange == 0, "%d", spy.strange);
    /* Once an iteration, where the other comes to a choice at a node that is not new. */
    TEST_CHECK_(spy.asked > 3500 && spy.asked < spy.iterations, "%d of %d", spy.asked,
                spy.iterations);
    check_spread((const int(*)[4])spy.dealt);
    reset(FITS);
    (void)ask("!p1=Q !p2=K call", NULL, 0, 5000);
    TEST_CHECK(spy.asked == 0 && spy.strange == 0 && spy.iterations > 5000);
}

/* --- what is learned --- */

static double points_of_raise(int redeal, nonsense deals) {
    reset(deals);
    double points = ask("!p1=K !p2=J call call !board=Q raise", "raise", redeal, 20000);
    TEST_CHECK_(spy.strange == 0, "%d", spy.strange);
    return points;
}

/* A jack raises a raise, a queen lies open; the other folds (and 5 chips are won) or calls for 9.
 * One who knew of the jack would call with everything: 1/4 J, 1/4 Q, 2/4 K make -6.75 chips. One
 * who believes in J, Q, K, K gives a jack of their own up: -5.5 chips. */
static void test_what_is_believed(void) {
    double knows = points_of_raise(0, FITS);
    double believes = points_of_raise(1, FITS);
    TEST_CHECK_(fabs(knows + 6.75) < 0.3, "%.3f", knows);
    TEST_CHECK_(fabs(believes + 5.5) < 0.3, "%.3f", believes);
}

/* Deals that do not fit what the other knows are not played: it learns as if there were none. */
static void test_deals_that_do_not_fit(void) {
    for (int deals = OTHER_HAND; deals <= OTHER_TURN; deals++) {
        double points = points_of_raise(1, (nonsense)deals);
        TEST_CHECK(spy.asked > 10000);
        TEST_CHECK_(fabs(points + 6.75) < 0.3, "%.3f", points);
    }
}

TEST_LIST = {{"worlds", test_worlds},
             {"what_is_believed", test_what_is_believed},
             {"deals_that_do_not_fit", test_deals_that_do_not_fit},
             {NULL, NULL}};
