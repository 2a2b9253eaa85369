/* How well the searches of hidden games play leduc: the strategy they play is worked out for every
 * information set, as shares of visits averaged over seeds, and answered by an exact best response.
 * What the best responses win, chips a game averaged over both seats, is the exploitability: 0 for
 * an equilibrium, 2.37 for uniform play.
 *
 * KIBITZ_LEDUC_TABLE=1 prints what the knobs are worth at several numbers of visits, which takes
 * minutes. */
#include <acutest.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/memory.h"
#include "games/leduc/leduc.h"
#include "games/leduc/leduc_rules.h"
#include "games/leduc/leduc_view.h"
#include "search/mcts/ismcts.h"
#include "search/mcts/mcts.h"
#include "search/mcts/pimc.h"
#include "search/search.h"
#include "tests/support/one_line.h"
#include "tests/support/pace.h"

enum { SETS = 1024, SEEDS = PACE(2, 1), BETS = LEDUC_RAISE + 1 };

/* Of each information set met: how likely each bet is. */
typedef struct known_set {
    uint64_t key; /* 0: free */
    double share[BETS];
} known_set;

/* Exact play: of each decision as if the other knew the card of who decides, or as if it believed
 * what it may; or by the entire game, solved once. */
typedef enum exact { UNIFORM, KNOWN, BELIEVED, COMPLETE } exact;

typedef struct plan {
    const searcher_kind *kind; /* NULL: no search, but what `exact` says */
    exact exact;
    struct solver *whole;
    search_options options;
    uint64_t visits;
    int seeds;
    const rules *r;
    const position *any; /* of these rules */
    search *search;
    known_set set[SETS];
    int sets;
} plan;

/* --- exact strategies ---
 *
 * What a search from the view goes to is an equilibrium of the game that it thinks is played, in
 * which all cards that are left are dealt alike, whatever was played before. That game is solved
 * here by counterfactual regret minimisation (Zinkevich et al. 2007; CFR+, Tammelin 2014). */

typedef struct regrets {
    uint64_t key;                               /* 0: free */
    double regret[BETS], more[BETS], sum[BETS]; /* more: of the pass that is under way */
} regrets;

enum { ROUNDS = 75 };

typedef struct solver {
    const rules *r;
    int round;
    regrets set[SETS];
} solver;

static regrets *regrets_of(solver *v, const leduc_state *s, int seat) {
    leduc_view view;
    leduc_observe(v->r, s, seat, &view);
    uint64_t key = leduc_view_hash(v->r, &view);
    size_t at = key % SETS;
    while (v->set[at].key && v->set[at].key != key) at = (at + 1) % SETS;
    v->set[at].key = key;
    return &v->set[at];
}

/* In the shares of what is positive in `from`; evenly where nothing is. */
static void share_out(const double *from, const action *list, int n, double *share) {
    double sum = 0;
    for (int i = 0; i < n; i++) sum += fmax(from[list[i]], 0);
    for (int i = 0; i < n; i++) share[list[i]] = sum > 0 ? fmax(from[list[i]], 0) / sum : 1.0 / n;
}

static double walk(solver *v, const leduc_state *s, int me, double own, double others);

static double walk_chance(solver *v, const leduc_state *s, int me, double own, double others) {
    double value = 0;
    for (int rank = LEDUC_JACK; rank <= LEDUC_KING; rank++) {
        leduc_state next = *s;
        double p = leduc_left(s, rank) / 4.0;
        if (p <= 0) continue;
        leduc_deal(&next, rank);
        value += p * walk(v, &next, me, own, others * p);
    }
    return value;
}

static double walk_bets(solver *v, const leduc_state *s, int me, double own, double others) {
    int actor = s->table.mover;
    action list[BETS];
    double share[BETS];
    double value[BETS];
    double mean = 0;
    int n = v->r->game->legal(v->r, s, NULL, list);
    regrets *at = regrets_of(v, s, actor);
    share_out(at->regret, list, n, share);
    for (int i = 0; i < n; i++) {
        action a = list[i];
        leduc_state next = *s;
        leduc_bet(&next.table, (int)a);
        value[a] = actor == me ? walk(v, &next, me, own * share[a], others)
                               : walk(v, &next, me, own, others * share[a]);
        mean += share[a] * value[a];
    }
    for (int i = 0; i < n && actor == me; i++) {
        at->more[list[i]] += others * (value[list[i]] - mean);
        at->sum[list[i]] += own * share[list[i]] * v->round;
    }
    return mean;
}

/* The chips of `me` below s, and what there is to regret; own and others: how likely it is that
 * they come here. */
static double walk(solver *v, const leduc_state *s, int me, double own, double others) {
    if (leduc_betting(&s->table)) return walk_bets(v, s, me, own, others);
    if (s->table.stage == LEDUC_DEAL_BOARD) return walk_chance(v, s, me, own, others);
    float utility[2];
    int32_t chips[2];
    v->r->game->returns(v->r, s, utility, chips);
    return chips[me];
}

/* The ways to deal these hands to the table that s has. */
static double ways(const leduc_state *s) {
    leduc_state rest = {.table = s->table};
    double first = leduc_left(&rest, s->hand[0]);
    rest.hand[0] = s->hand[0];
    return first * leduc_left(&rest, s->hand[1]);
}

/* A pass for one player over all deals of the table that s has, `seat` holding what it holds in s
 * unless it is SEAT_ALL. Choices change only after it. */
static void pass(solver *v, const leduc_state *s, int seat, int me) {
    for (int i = 0; i < LEDUC_RANKS * LEDUC_RANKS; i++) {
        leduc_state deal = *s;
        deal.hand[0] = (uint8_t)(1 + i % LEDUC_RANKS);
        deal.hand[1] = (uint8_t)(1 + i / LEDUC_RANKS);
        if (seat != SEAT_ALL && deal.hand[seat] != s->hand[seat]) continue;
        if (ways(&deal) > 0) (void)walk(v, &deal, me, 1, ways(&deal));
    }
    for (int i = 0; i < SETS; i++) {
        for (int k = 0; k < BETS; k++) {
            v->set[i].regret[k] = fmax(v->set[i].regret[k] + v->set[i].more[k], 0);
            v->set[i].more[k] = 0;
        }
    }
}

static solver *solve(const rules *r, const leduc_state *s, int seat) {
    solver *v = mem_alloc(sizeof *v);
    TEST_ASSERT(v != NULL);
    v->r = r;
    for (v->round = 1; v->round <= ROUNDS; v->round++)
        for (int me = 0; me < 2; me++) pass(v, s, seat, me);
    return v;
}

static solver *solve_whole(const rules *r) {
    leduc_state s;
    r->game->start(r, &s);
    leduc_deal(&s, LEDUC_JACK);
    leduc_deal(&s, LEDUC_QUEEN);
    return solve(r, &s, SEAT_ALL);
}

static void play_exactly(plan *p, const leduc_state *s, int seat, double *share) {
    action list[BETS];
    int n = p->r->game->legal(p->r, s, NULL, list);
    if (p->exact == COMPLETE && !p->whole) p->whole = solve_whole(p->r);
    solver *v = p->whole ? p->whole : solve(p->r, s, p->exact == KNOWN ? seat : SEAT_ALL);
    share_out(regrets_of(v, s, seat)->sum, list, n, share);
    if (v != p->whole) mem_free(v);
}

/* --- what the search would do --- */

static void add_search(plan *p, const position *view, int seat, uint64_t seed, double *share) {
    search_answer a;
    error err = {0};
    search_question q = {.kind = p->kind, .root = view, .seat = seat, .limits = limits_none()};
    q.limits.visits = p->visits;
    q.options = p->options;
    q.options.seed = seed;
    search_forget(p->search);
    search_prepare(p->search, false);
    TEST_ASSERT_(search_run(p->search, &q, NULL, NULL, &a, &err) == ST_OK, "%s", err.text);
    double sum = 0;
    for (size_t i = 0; i < a.report.count; i++) sum += (double)a.report.lines[i].visits;
    for (size_t i = 0; i < a.report.count; i++)
        share[a.report.lines[i].first.steps[0]] +=
            (double)a.report.lines[i].visits / sum / p->seeds;
}

static void work_out(plan *p, const leduc_state *s, int seat, double *share) {
    position *whole = NULL;
    position *view = NULL;
    action list[BETS];
    int n = p->r->game->legal(p->r, s, NULL, list);
    if (p->exact != UNIFORM) {
        play_exactly(p, s, seat, share);
        return;
    }
    if (!p->kind) {
        for (int i = 0; i < n; i++) share[list[i]] = 1.0 / n;
        return;
    }
    TEST_ASSERT(position_with_state(&whole, p->any, s, NULL) == ST_OK);
    TEST_ASSERT(position_observe(&view, whole, seat, NULL) == ST_OK);
    for (int i = 0; i < p->seeds; i++) add_search(p, view, seat, (uint64_t)i + 1, share);
    position_destroy(view);
    position_destroy(whole);
}

/* By what the seat knows, worked out when it is first asked for. */
static const double *strategy(plan *p, const leduc_state *s, int seat) {
    leduc_view v;
    leduc_observe(p->r, s, seat, &v);
    uint64_t key = leduc_view_hash(p->r, &v);
    size_t at = key % SETS;
    while (p->set[at].key && p->set[at].key != key) at = (at + 1) % SETS;
    if (!p->set[at].key) {
        TEST_ASSERT(++p->sets < SETS);
        p->set[at].key = key;
        work_out(p, s, seat, p->set[at].share);
    }
    return p->set[at].share;
}

/* --- the best response --- */

/* States that look alike to the responder, and how likely they are with what the other did. */
typedef struct worlds {
    leduc_state s[LEDUC_RANKS];
    double weight[LEDUC_RANKS];
} worlds;

static double respond(plan *p, int me, const worlds *w);

static double at_the_end(const plan *p, int me, const worlds *w) {
    double sum = 0;
    for (int i = 0; i < LEDUC_RANKS; i++) {
        float utility[2];
        int32_t chips[2];
        if (w->weight[i] <= 0) continue;
        p->r->game->returns(p->r, &w->s[i], utility, chips);
        sum += w->weight[i] * chips[me];
    }
    return sum;
}

/* All worlds after one step, which is as likely in each as `share` says. */
static double respond_after(plan *p, int me, const worlds *w, action step, const double *share) {
    worlds next = *w;
    double sum = 0;
    for (int i = 0; i < LEDUC_RANKS; i++) {
        next.weight[i] *= share[i];
        sum += next.weight[i];
        if (next.weight[i] > 0) p->r->game->apply(p->r, &next.s[i], NULL, step);
    }
    return sum > 0 ? respond(p, me, &next) : 0;
}

static double at_chance(plan *p, int me, const worlds *w) {
    double sum = 0;
    for (int rank = LEDUC_JACK; rank <= LEDUC_KING; rank++) {
        double share[LEDUC_RANKS] = {0};
        for (int i = 0; i < LEDUC_RANKS; i++) /* two of the six cards are dealt */
            if (w->weight[i] > 0) share[i] = leduc_left(&w->s[i], rank) / 4.0;
        sum += respond_after(p, me, w, 4 * (action)LEDUC_SLOT_BOARD + (action)rank, share);
    }
    return sum;
}

static double at_decision(plan *p, int me, int actor, const worlds *w, const leduc_state *any) {
    action list[BETS];
    int n = p->r->game->legal(p->r, any, NULL, list);
    double best = -1000;
    double sum = 0;
    for (int k = 0; k < n; k++) {
        double share[LEDUC_RANKS] = {1, 1, 1};
        for (int i = 0; i < LEDUC_RANKS && actor != me; i++)
            if (w->weight[i] > 0) share[i] = strategy(p, &w->s[i], actor)[list[k]];
        double value = respond_after(p, me, w, list[k], share);
        sum += value;
        if (value > best) best = value;
    }
    return actor == me ? best : sum;
}

static double respond(plan *p, int me, const worlds *w) {
    int at = 0;
    while (w->weight[at] <= 0) at++;
    int actor = p->r->game->actor(p->r, &w->s[at]);
    if (actor == ACTOR_NONE) return at_the_end(p, me, w);
    if (actor == ACTOR_CHANCE) return at_chance(p, me, w);
    return at_decision(p, me, actor, w, &w->s[at]);
}

static double best_response(plan *p, int me) {
    double sum = 0;
    for (int own = LEDUC_JACK; own <= LEDUC_KING; own++) {
        worlds w = {0};
        for (int other = LEDUC_JACK; other <= LEDUC_KING; other++) {
            leduc_state *s = &w.s[other - 1];
            p->r->game->start(p->r, s);
            leduc_deal(s, me == 0 ? own : other);
            leduc_deal(s, me == 0 ? other : own);
            w.weight[other - 1] = 2 / 6.0 * (own == other ? 1 : 2) / 5.0;
        }
        sum += respond(p, me, &w);
    }
    return sum;
}

static double answered(plan *p) {
    position *start = one_line_start(&leduc, "");
    TEST_ASSERT(start && search_create(&p->search) == ST_OK);
    p->any = start;
    p->r = position_rules(start);
    double value = best_response(p, 0);
    value = (value + best_response(p, 1)) / 2;
    search_destroy(p->search);
    position_destroy(start);
    mem_free(p->whole);
    mem_free(p);
    return value;
}

static double exploitability(const searcher_kind *kind, const search_options *o, uint64_t visits,
                             int seeds) {
    plan *p = mem_alloc(sizeof *p);
    TEST_ASSERT(p != NULL);
    p->kind = kind;
    p->visits = visits;
    p->seeds = seeds;
    p->options = *o;
    return answered(p);
}

static double exploitability_of(exact e) {
    plan *p = mem_alloc(sizeof *p);
    TEST_ASSERT(p != NULL);
    p->exact = e;
    return answered(p);
}

/* --- tests --- */

static bool asks_how_well(void) {
    return TEST_PACE && MEM_SIZED(true, false);
}

static search_options with(int explore) {
    search_options o = search_default_options();
    o.hash_bytes = 1u << 20;
    o.knobs.value[KNOB_MCTS_EXPLORATION] = explore;
    return o;
}

/* The figure that others have found for uniform play: 4.747222 for both seats together. */
static void test_uniform_play(void) {
    double e = exploitability_of(UNIFORM);
    TEST_CHECK_(fabs(e - 4.747222 / 2) < 1e-5, "%.6f", e);
}

/* More visits, less to win, down to a floor of about 0.44 chips: the others learn to play as if
 * they knew the root's cards. The search in one tree never gets below 1. How well they play is
 * asked at full pace, with tables of full size; elsewhere test_table() lets them all play. */
static void test_more_visits_less_to_win(void) {
    if (!asks_how_well()) return;
    search_options o = with(30);
    double few = exploitability(&ismcts_searcher, &o, 100, SEEDS);
    double more = exploitability(&ismcts_searcher, &o, 1000, SEEDS);
    double max = exploitability(&ismcts_searcher, &o, 10000, SEEDS);
    TEST_CHECK_(few < 1.4 && more < few - 0.2 && max < more - 0.05, "%.3f %.3f %.3f", few, more,
                max);
    TEST_CHECK_(max < 0.6, "%.3f", max);
    double one_tree = exploitability(&mcts_searcher, &o, 1000, SEEDS);
    TEST_CHECK_(one_tree > more + 0.2, "%.3f in one tree", one_tree);
    double deals = exploitability(&pimc_searcher, &o, 1000, SEEDS);
    TEST_CHECK_(deals > max + 0.1 && deals < 1.5, "%.3f in open cards", deals);
}

/* The floor is where an exact search comes to that thinks the same: the other knows the root's
 * card. One that lets the other believe what it may, and still draws no conclusions from what the
 * other did before, is worse. A view does not tell who raised in the first round: the entire game
 * solved over views can be exploited, too. */
static void test_floors(void) {
    if (!asks_how_well()) return;
    double known = exploitability_of(KNOWN);
    double believed = exploitability_of(BELIEVED);
    double whole = exploitability_of(COMPLETE);
    TEST_CHECK_(fabs(known - 0.434) < 0.01, "%.4f", known);
    TEST_CHECK_(fabs(believed - 0.61) < 0.03, "%.4f", believed);
    TEST_CHECK_(fabs(whole - 0.38) < 0.03, "%.4f", whole);
}

typedef struct leduc_row {
    const searcher_kind *kind;
    int explore;
} leduc_row;

static void print_row(const leduc_row *row, const search_options *o) {
    static const uint64_t visits[] = {100, 1000, 10000, 100000};
    printf("%7s %7d ", row->kind->name, row->explore);
    for (int k = 0; k < 4; k++) {
        printf("  %.3f", exploitability(row->kind, o, visits[k], 2 * SEEDS));
        (void)fflush(stdout);
    }
    printf("\n");
}

/* A few visits are better than chance, whatever the knobs; KIBITZ_LEDUC_TABLE=1 also prints how
 * good more of them are. */
static void test_table(void) {
    static const leduc_row rows[] = {{&ismcts_searcher, 90}, {&ismcts_searcher, 50},
                                     {&ismcts_searcher, 30}, {&ismcts_searcher, 20},
                                     {&mcts_searcher, 30},   {&pimc_searcher, 30}};
    bool print = getenv("KIBITZ_LEDUC_TABLE") != NULL;
    double chance = exploitability_of(UNIFORM);
    if (print) printf("\n        explore  100, 1000, 10000, 100000 visits\n");
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const leduc_row *row = &rows[i];
        search_options o = with(row->explore);
        double e = exploitability(row->kind, &o, 60, SEEDS);
        TEST_CHECK_(e > 0 && e < chance * 0.9, "%s %d: %.3f, by chance %.3f", row->kind->name,
                    row->explore, e, chance);
        if (print) print_row(row, &o);
    }
}

TEST_LIST = {{"uniform_play", test_uniform_play},
             {"more_visits_less_to_win", test_more_visits_less_to_win},
             {"floors", test_floors},
             {"table", test_table},
             {NULL, NULL}};
