#include <acutest.h>

#include <math.h>
#include <string.h>

#include "eval/net/net.h"
#include "lib/catalogue.h"
#include "search/search_registry.h"
#include "tests/support/one_line.h"
#include "tests/support/pace.h"

/* Every search on every game it can play, for a moment, with one thread and with two: it answers
 * with something legal. The sanitizers look on. */

/* Threads race in searches, not in rules: every other game shows it, and those with hidden hands. */
#ifdef TEST_THREADS
enum { GAMES_STEP = 2, IN_TEN = 8 };
#else
enum { GAMES_STEP = 1, IN_TEN = 9 }; /* positions that are not over */
#endif

static const char *const names[] = {"auto",     "random", "mcts",  "alphabeta", "expectimax",
                                    "paranoid", "brs",    "solve", "ismcts",    "pimc"};

/* A few moves into the game, so that there is something to find. */
static position *somewhere(const game *g, int players, uint64_t seed) {
    params setup = params_default();
    error err = {0};
    position *p = NULL;
    rng dice = rng_stream(seed, 1);
    setup.players = players;
    TEST_ASSERT_(position_start(&p, g, &setup, SEAT_ALL, &err) == ST_OK, "%s", err.text);
    const rules *r = position_rules(p);
    for (int i = 0; i < 40; i++) {
        int actor = r->game->actor(r, position_data(p));
        if (actor == ACTOR_NONE || (actor >= 0 && i >= 6)) break;
        token tok;
        char word[GAME_TOKEN_SIZE];
        text event = text_over(word, sizeof word);
        const trail *t = position_trail(p);
        tok.count = 1;
        if (actor == ACTOR_CHANCE && r->traits & GAME_SAMPLED)
            tok.steps[0] = r->game->sample(r, position_data(p), &dice);
        else if (token_random((state_ref){r, position_data(p), t}, &dice, &tok) != ST_OK)
            break;
        token_write(r, position_data(p), &tok, &event);
        TEST_ASSERT_(position_play(p, word, &err) == ST_OK, "%s: %s", g->name, err.text);
    }
    return p;
}

/* False where this search is not for this game. */
static bool ask(search *s, const position *p, const char *name, int threads) {
    const rules *r = position_rules(p);
    error err = {0};
    search_answer a;
    search_question q = {.root = p,
                         .seat = r->game->actor(r, position_data(p)),
                         .limits = limits_none(),
                         .options = search_default_options()};
    if (q.seat < 0 || search_choose(catalogue_registry(), name, r, &q, &err) != ST_OK) return false;
    q.limits.nodes = PACE(1000, 100);
    q.limits.depth = 3;
    q.options.threads = threads;
    q.options.hash_bytes = 1u << 20;
    q.options.multipv = 2;
    search_prepare(s, false);
    status st = search_run(s, &q, NULL, NULL, &a, &err);
    TEST_CHECK_(st == ST_OK, "%s", err.text);
    TEST_CHECK_(a.report.count > 0, "%s: %s finds nothing", r->game->name, name);
    if (st != ST_OK || a.report.count == 0) return true;
    const token *best = &a.report.lines[a.best].first;
    status legal =
        game_verify(r, position_data(p), position_trail(p), best->steps, best->count, &err);
    TEST_CHECK_(legal == ST_OK, "%s: %s: %s", r->game->name, name, err.text);
    return true;
}

static void test_every_search_on_every_game(void) {
    enum { NAMES = sizeof names / sizeof *names };
    search *s;
    int asked[NAMES] = {0};
    int positions = 0;
    TEST_ASSERT(search_create(&s) == ST_OK);
    for (game_list g = catalogue_games(); *g; g++) {
        if ((g - catalogue_games()) % GAMES_STEP && !((*g)->traits & GAME_HIDDEN)) continue;
        for (int players = (*g)->min_players; players <= (*g)->max_players; players += 2) {
            position *p = somewhere(*g, players, (uint64_t)players);
            for (size_t i = 0; i < NAMES; i++)
                for (int threads = PACE_THREADS; threads <= 2; threads++)
                    asked[i] += ask(s, p, names[i], threads);
            positions += 3 - PACE_THREADS;
            position_destroy(p);
        }
    }
    search_destroy(s);
    TEST_CHECK_(asked[0] > positions * IN_TEN / 10, "auto in %d of %d", asked[0], positions);
    for (size_t i = 0; i < NAMES; i++) TEST_CHECK_(asked[i] > 0, "%s plays something", names[i]);
}

/* Whether all lines of a search say even; a random game never is. */
static bool all_even(search *s, const search_question *q) {
    search_answer a;
    bool even = true;
    search_prepare(s, false);
    TEST_ASSERT(search_run(s, q, NULL, NULL, &a, NULL) == ST_OK && a.report.count > 1);
    for (size_t i = 0; i < a.report.count; i++)
        even = even && fabs(a.report.lines[i].values[0] - 0.5) < 1e-9;
    return even;
}

/* A game without weights is played out, until it is given a net: one of nothing but zeros says that
 * everything is even. */
static void test_a_net_instead_of_playouts(void) {
    search *s;
    net *zeros;
    weights by_net;
    error err;
    const game *g = game_find(catalogue_games(), "quartz");
    TEST_ASSERT(g && !g->features);
    position *p = somewhere(g, 2, 1);
    const rules *r = position_rules(p);
    net_shape shape = net_shape_for(r, NET_WIDTH_STEP, NET_HIDDEN_STEP);
    TEST_ASSERT(net_create(&zeros, r, &shape, &err) == ST_OK);
    TEST_ASSERT(search_create(&s) == ST_OK);
    weights_init(&by_net, g);
    by_net.choice = EVAL_NET;
    by_net.net = zeros;
    search_question q = {.root = p,
                         .seat = r->game->actor(r, position_data(p)),
                         .limits = limits_none(),
                         .options = search_default_options()};
    q.limits.nodes = 200;
    q.options.multipv = 4;
    TEST_ASSERT(search_choose(catalogue_registry(), "auto", r, &q, &err) == ST_OK);
    TEST_CHECK(text_same(search_kind(&q, r)->name, "mcts"));
    TEST_CHECK(!all_even(s, &q));
    q.eval = &by_net;
    TEST_CHECK(text_same(search_kind(&q, r)->name, "alphabeta"));
    TEST_CHECK(all_even(s, &q));
    TEST_ASSERT(search_choose(catalogue_registry(), "mcts", r, &q, &err) == ST_OK);
    TEST_CHECK(text_same(search_kind(&q, r)->name, "mcts")); /* as asked for, but by the net */
    TEST_CHECK(all_even(s, &q));
    search_destroy(s);
    net_destroy(zeros);
    position_destroy(p);
}

TEST_LIST = {{"every_search_on_every_game", test_every_search_on_every_game},
             {"a_net_instead_of_playouts", test_a_net_instead_of_playouts},
             {NULL, NULL}};
