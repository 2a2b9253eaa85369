/* Several lines: the order in which they are listed, and the values and scores shown with them, say
 * the same, wherever a search was stopped. */
#include <acutest.h>

#include "lib/catalogue.h"
#include "search/score.h"
#include "search/search_registry.h"
#include "tests/support/one_line.h"
#include "tests/support/pace.h"

typedef struct trial {
    search *s;
    position *root;
    search_question q;
    search_answer a;
    char name[160];
} trial;

static int bounds, cut_short; /* how often scores were bounds, and why */

/* A proven end orders lines before their values do. */
static int rank_of(const search_line *l) {
    return l->proof == PROOF_WIN ? 2 : l->proof == PROOF_LOSS ? 0 : 1;
}

/* Without visits: values fall, and a bound says no more than the line before it. */
static void check_values(const trial *t, const search_line *x, const search_line *y) {
    int seat = t->q.seat;
    TEST_CHECK_(y->values[seat] <= x->values[seat], "%s: %.4f (%s), then %.4f (%s)", t->name,
                x->values[seat], x->pv, y->values[seat], y->pv);
    TEST_CHECK_(!x->at_most || y->at_most || y->proof || y->values[seat] < x->values[seat] + 1e-9,
                "%s: a bound before a value", t->name);
}

/* With visits: by proof, then by the rule of the choice, among lines that have enough of them. */
static void check_visits(const trial *t, const search_line *x, const search_line *y) {
    bool by_bound = t->q.options.knobs.value[KNOB_MCTS_LCB] == 1;
    if (rank_of(x) != rank_of(y)) {
        TEST_CHECK_(rank_of(x) > rank_of(y), "%s: %s before %s", t->name, x->pv, y->pv);
        return;
    }
    if (rank_of(x) != 1) {
        bool nearer = !y->plies || (x->plies && x->plies <= y->plies);
        bool farther = !x->plies || (y->plies && x->plies >= y->plies);
        TEST_CHECK_(x->proof == PROOF_WIN ? nearer : farther, "%s: ends in %u, then %u", t->name,
                    x->plies, y->plies);
    } else if (by_bound) {
        TEST_CHECK_(y->lcb <= x->lcb || search_few_visits(&t->a.report, y),
                    "%s: bound %.4f, then %.4f", t->name, x->lcb, y->lcb);
    } else {
        TEST_CHECK_(y->visits <= x->visits, "%s: %d visits, then %d", t->name, (int)x->visits,
                    (int)y->visits);
    }
}

static int height(const line_score *s) {
    return s->mate > 0 ? 1000000 - s->mate : s->mate < 0 ? -1000000 - s->mate : s->cp;
}

static void check_scores(const trial *t) {
    const search_report *r = &t->a.report;
    line_score before = score_of_line(t->root, &r->lines[0], t->q.seat, false);
    TEST_CHECK_(before.bound == SCORE_ITSELF, "%s: the choice is a bound", t->name);
    for (size_t i = 1; i < r->count && (int)i < t->q.options.multipv; i++) {
        line_score s = score_of_next(t->root, &r->lines[i], t->q.seat, false, &before);
        TEST_CHECK_(height(&s) <= height(&before), "%s: score %d, then %d", t->name,
                    height(&before), height(&s));
        before = s;
        bounds += s.bound != SCORE_ITSELF;
        cut_short += r->lines[i].at_most;
    }
}

static void ask(trial *t, uint64_t nodes, int lines) {
    error e;
    t->q.limits = limits_none();
    t->q.limits.nodes = nodes;
    t->q.options.multipv = lines;
    search_prepare(t->s, false);
    search_forget(t->s);
    TEST_ASSERT_(search_run(t->s, &t->q, NULL, NULL, &t->a, &e) == ST_OK, "%s: %s", t->name,
                 e.text);
    const search_report *r = &t->a.report;
    for (size_t i = 1; i < r->count && (int)i < lines; i++) {
        if (r->lines[0].visits)
            check_visits(t, &r->lines[i - 1], &r->lines[i]);
        else
            check_values(t, &r->lines[i - 1], &r->lines[i]);
    }
    check_scores(t);
}

/* False where the search does not play the game. */
static bool begin(trial *t, const char *game_name, const char *events, const char *algorithm) {
    const game *g = game_find(catalogue_games(), game_name);
    params setup = params_default();
    *t = (trial){0};
    TEST_ASSERT_(g != NULL, "%s", game_name);
    (void)snprintf(t->name, sizeof t->name, "%s %s", game_name, algorithm);
    TEST_ASSERT(position_start(&t->root, g, &setup, SEAT_ALL, NULL) == ST_OK);
    position_set_seed(t->root, 3);
    TEST_ASSERT(position_resolve(t->root, NULL) == ST_OK && one_line_play(t->root, events));
    const rules *r = position_rules(t->root);
    t->q.root = t->root;
    t->q.seat = r->game->actor(r, position_data(t->root));
    t->q.options = search_default_options();
    t->q.options.hash_bytes = 1 << 20;
    TEST_ASSERT(search_create(&t->s) == ST_OK);
    return search_choose(catalogue_registry(), algorithm, r, &t->q, NULL) == ST_OK;
}

static void end(trial *t) {
    search_destroy(t->s);
    position_destroy(t->root);
}

static void test_every_stop(void) {
    static const char *const games[] = {"chess",  "connect4", "othello", "hex",      "go",
                                        "gomoku", "azul",     "pig",     "projectl", "draughts"};
    static const char *const algorithms[] = {"alphabeta", "expectimax", "paranoid", "mcts"};
    static const int lines[] = {2, 3, 5, 20};
    trial t;
    for (size_t g = 0; g < sizeof games / sizeof *games; g++) {
        for (size_t a = 0; a < sizeof algorithms / sizeof *algorithms; a++) {
            bool plays = begin(&t, games[g], "", algorithms[a]);
            for (unsigned k = 0; plays && k < PACE(8, 3); k++) {
                t.q.options.knobs.value[KNOB_MCTS_LCB] = (int)(k / 4 % 2);
                ask(&t, 40 + 157 * (uint64_t)k * k, lines[k % 4]);
            }
            end(&t);
        }
    }
    TEST_CHECK_(cut_short > 0 && bounds > cut_short, "%d bounds, %d of depths cut short", bounds,
                cut_short);
}

/* Near the end of a game, where lines are proven. */
static void test_proven_lines(void) {
    static const char *const algorithms[] = {"alphabeta", "mcts", "solve"};
    trial t;
    for (size_t a = 0; a < 3; a++) {
        TEST_ASSERT(begin(&t, "connect4", "d d d d d d c c", algorithms[a]));
        for (uint64_t nodes = 100; nodes < PACE(100000, 10000); nodes *= 3) ask(&t, nodes, 7);
        end(&t);
        TEST_ASSERT(begin(&t, "connect4", "d d c e e b b c f g a a c b e", algorithms[a]));
        for (uint64_t nodes = 100; nodes < PACE(100000, 10000); nodes *= 3) ask(&t, nodes, 7);
        end(&t);
    }
}

/* Stopped between two depths, where a new choice of the unfinished one stood above lines with
 * scores of the one before: cp 2, then 51 51 51; 62, then 87; 10, then 31. */
static void test_known_stops(void) {
    static const struct {
        const char *game;
        uint64_t nodes;
        int lines;
    } cases[] = {{"go", PACE(35000, 3500), 4},
                 {"hex", PACE(200000, 10000), 4},
                 {"chess", PACE(70000, 7000), 5}};
    trial t;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        TEST_ASSERT(begin(&t, cases[i].game, "", "alphabeta"));
        ask(&t, cases[i].nodes, cases[i].lines);
        end(&t);
    }
}

TEST_LIST = {{"every_stop", test_every_stop},
             {"proven_lines", test_proven_lines},
             {"known_stops", test_known_stops},
             {NULL, NULL}};
