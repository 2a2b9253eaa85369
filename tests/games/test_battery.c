/* The shared battery over everything in the catalogue. A new game gets it by being listed; games
 * with options worth a look add lines to `extra`. */
#include <acutest.h>

#include "engine/base/memory.h"
#include "engine/game/battery.h"
#include "lib/catalogue.h"
#include "tests/support/one_line.h"
#include "tests/support/pace.h"

enum { MIN_PLIES = PACE(300, 60), MAX_PLIES = PACE(400, 160), LOOKS = PACE(24, 4) };

/* The catalogue is dealt to so many tests, which run side by side. */
enum { PARTS = 4 };

static void run(const game *g, const params *p, const char *setup) {
    battery_options o = {.seed = 1, .games = PACE(2, 1), .max_plies = MAX_PLIES, .looks = LOOKS};
    uint64_t plies = 0;
    while (plies < MIN_PLIES) {
        battery_result res;
        error err = {0};
        status st = battery_run(g, p, &o, &res, &err);
        TEST_CHECK_(st == ST_OK && res.plies > 0, "%s %s", g->name, setup);
        TEST_MSG("%s", err.text);
        if (st != ST_OK || res.plies == 0) return;
        plies += res.plies;
        o.seed += o.games;
    }
}

static void run_with(const game *g, int players, bool reference) {
    char buf[60];
    text setup = text_over(buf, sizeof buf);
    text_format(&setup, "players %d%s", players, reference ? " rules reference" : "");
    params p = one_line_setup(g, buf);
    run(g, &p, buf);
}

static void run_part(int part) {
    game_list games = catalogue_games(); /* the library itself stays */
    for (int n = part; games[n]; n++) {
        const game *g = games[n];
        if (n % PARTS != part) continue;
        int players[] = {g->min_players, g->default_players, g->max_players};
        for (int i = 0; i < 3; i++) {
            if (i && players[i] == players[i - 1]) continue;
            run_with(g, players[i], false);
            if (!text_facts_of(g)) run_with(g, players[i], true); /* a text has one set of rules */
        }
        TEST_CHECK_(mem_live() == 0, "%s leaks nothing", g->name);
    }
}

static void test_part_0(void) {
    run_part(0);
}

static void test_part_1(void) {
    run_part(1);
}

static void test_part_2(void) {
    run_part(2);
}

static void test_part_3(void) {
    run_part(3);
}

static void test_options(void) {
    static const struct {
        const char *game, *setup;
    } extra[] = {{"azul", "players 3"},
                 {"azul", "players 2 set wall=g first random"},
                 {"azul", "players 3 set wall=g set noplace=discard"},
                 {"azul", "players 4 set wall=g set fullline=floor set refill=early"},
                 {"azul", "players 2 set profile=original-text set maxrounds=5"},
                 {"azul", "players 3 set profile=original-text set wall=g"},
                 {"azul", "set fullmark=stay set floormark=0 set unmarked=next set fullline=floor"},
                 {"azul", "players 4 set adj=merged set floorpen=0,3,0,3,0,9,99 set clamp=0"},
                 {"pig", "set target=2"},
                 {"pig", "players 8 first 8 set target=2"},
                 {"pig", "set target=20"},
                 {"pig", "players 3 first 2 set target=20"},
                 {"pig", "set target=1000"},
                 {"breakthrough", "set size=5"},
                 {"go", "set size=5"},
                 {"hex", "set size=4 set swap=1"},
                 {"mnk", "set size=4 set target=3"},
                 {"projectl", "players 1 set rounds=5"},
                 {"projectl", "players 2 set reserve=4 set black=5 set white=4"},
                 {"projectl", "players 3 rules reference set shuffle_seats=1"},
                 {"projectl", "players 4 rules reference set reserve=4 set black=5 set white=6"},
                 {"projectl", "players 2 set same_change=1 set pass=1 set ft_return=0"},
                 {"unicorns", "players 3 set shuffle_seats=1"},
                 {"unicorns", "players 6 rules reference set shuffle_seats=1"},
                 {"unicorns", "players 3 set deck=picnic"},
                 {"unicorns", "players 8 rules reference set deck=picnic,base"}};
    for (size_t i = 0; i < sizeof extra / sizeof *extra; i++) {
        const game *g = game_find(catalogue_games(), extra[i].game);
        TEST_ASSERT_(g != NULL, "%s is in the catalogue", extra[i].game);
        params p = one_line_setup(g, extra[i].setup);
        run(g, &p, extra[i].setup);
    }
}

static void test_names(void) {
    game_list games = catalogue_games();
    for (game_list at = games; *at; at++) {
        TEST_CHECK(text_is_name((*at)->name) && (*at)->title && (*at)->syntax);
        TEST_CHECK_(game_find(games, (*at)->name) == *at, "%s is there once", (*at)->name);
        TEST_CHECK((*at)->min_players <= (*at)->default_players);
        TEST_CHECK((*at)->default_players <= (*at)->max_players);
        TEST_CHECK((*at)->max_players <= GAME_MAX_PLAYERS);
    }
    TEST_ASSERT(games[0] != NULL);
    TEST_CHECK(strcmp(games[0]->name, "chess") == 0);
    TEST_CHECK(game_find(games, "kingofthehill") == game_find(games, "koth"));
    TEST_CHECK(game_find(games, "CONNECT4") && !game_find(games, "nothing"));
    TEST_CHECK(strcmp(game_nearest(games, "conect4"), "connect4") == 0);
    TEST_CHECK(!game_nearest(games, "mahjong"));
    TEST_CHECK(catalogue_registry()->searchers[0] != NULL);
}

TEST_LIST = {{"names", test_names},
             {"part_0", test_part_0},
             {"part_1", test_part_1},
             {"part_2", test_part_2},
             {"part_3", test_part_3},
             {"options", test_options},
             {NULL, NULL}};
