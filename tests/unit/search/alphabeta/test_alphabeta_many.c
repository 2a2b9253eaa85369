/* Paranoid and BRS+ with three and four players; and every search of the family on every game of
 * the catalogue that it accepts. */
#include <acutest.h>

#include <math.h>

#include "engine/base/clock.h"
#include "games/connect4/connect4.h"
#include "games/pig/pig.h"
#include "games/project_l/project_l.h"
#include "lib/catalogue.h"
#include "search/alphabeta/alphabeta.h"
#include "search/alphabeta/brs.h"
#include "search/alphabeta/expectimax.h"
#include "search/alphabeta/paranoid.h"
#include "search/fingerprint.h"
#include "search/mcts/mcts.h"
#include "tests/support/asking.h"
#include "tests/support/pace.h"

static const searcher_kind *const many[] = {&paranoid_searcher, &brs_searcher};
static const searcher_kind *const family[] = {&alphabeta_searcher, &expectimax_searcher,
                                              &paranoid_searcher, &brs_searcher};
enum { FAMILY = 4 };

static void check_values(const asking *s, int players) {
    for (size_t i = 0; i < s->a.report.count; i++) {
        double sum = 0;
        for (int k = 0; k < players; k++) {
            double v = s->a.report.lines[i].values[k];
            TEST_CHECK(v >= 0 && v <= 1);
            sum += v;
        }
        TEST_CHECK_(fabs(sum - 1) < 1e-9, "values add up to %.6f", sum);
    }
}

static void test_obvious_wins(void) {
    static const struct {
        const char *line, *best;
        int seat;
    } cases[] = {{"p=2 turn=15 s=0,0,90,40 target=100", "hold", 2},
                 {"p=0 turn=6 s=95,99,99 target=100", "hold", 0}};
    for (size_t c = 0; c < 2; c++)
        for (size_t i = 0; i < 2; i++) {
            position *p = one_line_read(&pig, cases[c].line);
            asking s;
            TEST_ASSERT(asking_open(&s, many[i], p));
            s.q.limits.depth = 5;
            TEST_ASSERT(asking_run(&s));
            TEST_CHECK(asking_begins(asking_best(&s), cases[c].best));
            TEST_CHECK(asking_best(&s)->values[cases[c].seat] == 1);
            /* BRS+ holds the others back, so it proves nothing. */
            TEST_CHECK(asking_best(&s)->proof == (i ? PROOF_NONE : PROOF_WIN));
            check_values(&s, position_rules(p)->players);
            asking_close(&s);
            position_destroy(p);
        }
}

/* Three behind: rolling is the only chance left when the others win next time. */
static void test_nothing_to_lose(void) {
    for (size_t i = 0; i < 2; i++) {
        position *p = one_line_read(&pig, "p=0 turn=2 s=90,99,99 target=100");
        asking s;
        TEST_ASSERT(asking_open(&s, many[i], p));
        s.q.limits.depth = 5;
        TEST_ASSERT(asking_run(&s));
        TEST_CHECK(asking_begins(asking_best(&s), "roll"));
        TEST_MSG("%s: %s", many[i]->name, asking_best(&s)->pv);
        asking_close(&s);
        position_destroy(p);
    }
}

static void test_project_l(void) {
    for (int players = 3; players <= 4; players++)
        for (size_t i = 0; i < 2; i++) {
            position *p = one_line_start(&project_l, players == 3 ? "players 3" : "players 4");
            asking s;
            bool end;
            position_set_seed(p, 3);
            TEST_ASSERT(position_resolve(p, NULL) == ST_OK);
            TEST_ASSERT(asking_open(&s, many[i], p));
            s.q.limits.nodes = PACE(4000, 1000);
            s.q.options.multipv = 2;
            TEST_ASSERT(asking_run(&s));
            TEST_CHECK(asking_plays(p, asking_best(&s), &end));
            check_values(&s, players);
            asking_close(&s);
            position_destroy(p);
        }
}

/* The signature of each search: the same twice, and every game that it accepts answers. For sanitizers
 * once, and every third game. */
static void test_whole_catalogue(void) {
    enum { MOST_GAMES = 256 };
    const game *games[MOST_GAMES + 1] = {NULL};
    search *s;
    error err = {0};
    size_t count = 0;
    for (game_list g = catalogue_games(); *g; g++, count++)
        if (count < MOST_GAMES && count % PACE(1, 3) == 0) games[count / PACE(1, 3)] = *g;
    TEST_ASSERT(count <= MOST_GAMES);
    TEST_ASSERT(search_create(&s) == ST_OK);
    for (size_t i = 0; i < FAMILY; i++) {
        fingerprint_setup u = fingerprint_default();
        enum { TIMES = PACE(2, 1) };
        fingerprint f[TIMES];
        u.limits.nodes = PACE(1500, 60);
        u.hash_bytes = 1 << 20;
        for (int k = 0; k < TIMES; k++) {
            search_prepare(s, false);
            status st = fingerprint_run(s, games, family[i], &u, &f[k], &err);
            TEST_CHECK_(st == ST_OK, "%s: %s", family[i]->name, err.text);
        }
        TEST_CHECK_(f[0].nodes == f[TIMES - 1].nodes && f[0].hash == f[TIMES - 1].hash, "%s wavers",
                    family[i]->name);
        if (TEST_PACE && i < 2) TEST_CHECK(f[0].positions > 0);
    }
    search_destroy(s);
}

/* A movetime is that of each position, and a stop ends them all. */
static void test_time_of_each_position(void) {
    enum { MOVE_MS = 30 };
    static const game *const one[] = {&connect4, NULL};
    fingerprint_setup u = fingerprint_default();
    fingerprint f;
    search *s;
    error err = {0};
    TEST_ASSERT(search_create(&s) == ST_OK);
    u.hash_bytes = 1 << 20;
    u.limits = limits_none();
    u.limits.movetime_ms = MOVE_MS;
    search_prepare(s, false);
    int64_t begun = clock_now_ns();
    TEST_CHECK_(fingerprint_run(s, one, &mcts_searcher, &u, &f, &err) == ST_OK, "%s", err.text);
    int64_t took = (clock_now_ns() - begun) / 1000000;
    TEST_CHECK_(f.positions == 3 && took >= INT64_C(3) * MOVE_MS, "%u positions in %lld ms",
                f.positions, (long long)took);
    search_prepare(s, false);
    search_stop(s);
    u.limits.movetime_ms = 3600000;
    TEST_CHECK(fingerprint_run(s, one, &mcts_searcher, &u, &f, &err) == ST_OK);
    search_destroy(s);
}

/* Three and four players in every game that has them, with two threads. */
static void test_more_seats(void) {
    for (game_list g = catalogue_games(); *g; g++)
        for (int players = 3; players <= (*g)->max_players && players <= 4; players++)
            for (size_t i = 0; i < 2 && players >= (*g)->min_players; i++) {
                params setup = params_default();
                position *p;
                setup.players = players;
                TEST_ASSERT(position_start(&p, *g, &setup, SEAT_ALL, NULL) == ST_OK);
                position_set_seed(p, 1);
                TEST_ASSERT(position_resolve(p, NULL) == ST_OK);
                asking s;
                if (many[i]->accepts(position_rules(p))) {
                    TEST_ASSERT(asking_open(&s, many[i], p));
                    s.q.limits.nodes = PACE(2000, 200);
                    s.q.options.threads = 2;
                    TEST_CHECK(asking_run(&s));
                    asking_close(&s);
                }
                position_destroy(p);
            }
}

/* Hidden cards, chance, the number of seats: who plays what. */
static void test_accepts(void) {
    for (game_list g = catalogue_games(); *g; g++) {
        params setup = params_default();
        rules *r;
        TEST_ASSERT(rules_open(&r, *g, &setup, NULL) == ST_OK);
        bool open = !(r->traits & GAME_HIDDEN);
        bool chance = r->traits & GAME_CHANCE;
        bool duel = r->players == 2;
        TEST_CHECK(alphabeta_searcher.accepts(r) == (open && duel && !chance));
        TEST_CHECK(expectimax_searcher.accepts(r) == (open && duel && chance));
        TEST_CHECK(paranoid_searcher.accepts(r) == (open && r->players > 2));
        rules_close(r);
    }
}

TEST_LIST = {{"obvious_wins", test_obvious_wins},
             {"nothing_to_lose", test_nothing_to_lose},
             {"project_l", test_project_l},
             {"whole_catalogue", test_whole_catalogue},
             {"time_of_each_position", test_time_of_each_position},
             {"more_seats", test_more_seats},
             {"accepts", test_accepts},
             {NULL, NULL}};
