#include <acutest.h>

#include <string.h>

#include "engine/notation/forms/pgn.h"
#include "engine/notation/san/opening_names.h"
#include "tests/support/fail_everywhere.h"
#include "tests/support/trees.h"

static opening_names *built_in(void) {
    opening_names *o = NULL;
    error err = {0};
    TEST_ASSERT_(opening_names_create(&o, catalogue_games(), &err) == ST_OK, "%s", err.text);
    return o;
}

/* Every line is played, no position has two names, and no name is there twice. */
static void test_all_lines(void) {
    opening_names *o = built_in();
    size_t n = opening_names_count(o);
    TEST_CHECK_(n >= 300, "%d lines", (int)n);
    for (size_t i = 0; i < n; i++) {
        opening_name a = opening_names_entry(o, i);
        TEST_CHECK(a.ply > 0 && strlen(a.eco) == 3);
        TEST_CHECK_(i == 0 || strcmp(opening_names_entry(o, i - 1).eco, a.eco) <= 0,
                    "%s is in the order of the codes", a.name);
        for (size_t k = 0; k < i; k++)
            TEST_CHECK_(strcmp(a.name, opening_names_entry(o, k).name) != 0, "%s is there twice",
                        a.name);
    }
    opening_names_destroy(o);
    TEST_CHECK(mem_live() == 0);
}

static void test_games(void) {
    static const struct {
        const char *moves, *eco, *name;
        unsigned ply;
    } row[] = {{"1. e4", "B00", "King's Pawn Opening", 1},
               {"1. e4 c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 a6 6. h3 e5", "B90",
                "Sicilian Defence: Najdorf Variation", 10},
               {"1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6", "C77",
                "Ruy Lopez: Morphy Defence, with Nf6", 8},
               /* another order of moves */
               {"1. c4 Nf6 2. Nc3 e6 3. d4 Bb4 4. a4", "E20", "Nimzo-Indian Defence", 6},
               {"1. Nf3 d5 2. d4 Nf6 3. Bf4 e6", "D02", "London System", 5},
               {"1. d4 d5 2. e4 e6", "C00", "French Defence: Normal Variation", 4}};
    opening_names *o = built_in();
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        game_tree *t = trees_good(pgn_next, row[i].moves);
        opening_name got = {"", "", 0};
        bool found = false;
        TEST_CHECK(opening_names_of_tree(o, t, &got, &found, NULL) == ST_OK && found);
        TEST_CHECK_(strcmp(got.eco, row[i].eco) == 0 && strcmp(got.name, row[i].name) == 0 &&
                        got.ply == row[i].ply,
                    "%s is %s", row[i].moves, row[i].name);
        TEST_MSG("%s %s %u", got.eco, got.name, got.ply);
        game_tree_destroy(t);
    }
    game_tree *t = trees_good(pgn_next, "*");
    opening_name got;
    bool found = true;
    TEST_CHECK(opening_names_of_tree(o, t, &got, &found, NULL) == ST_OK && !found);
    game_tree_destroy(t);
    t = trees_good(pgn_next, "[Variant \"Atomic\"]\n\n1. e4 *");
    TEST_CHECK(opening_names_of_tree(o, t, &got, &found, NULL) == ST_OK && !found);
    game_tree_destroy(t);
    opening_names_destroy(o);
    TEST_CHECK(mem_live() == 0);
}

static void test_errors(void) {
    static const struct {
        const char *data, *sentence;
    } row[] = {{"# x\nA00 | x", "line 2: expected ECO | name | moves"},
               {"X00 | x | e4", "line 1: expected a code like B20, found 'X00'"},
               {"A00 | | e4", "line 1: expected a name"},
               {"A00 | x | ", "line 1: expected moves"},
               {"A00 | x | e5", "line 1: e5: no pawn can go to e5"},
               {"A00 | x | e4 e5 Nf3\nA00 | y | Nf3 e5 e4", "x and y are one position"}};
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        opening_names *o = NULL;
        error err = {0};
        status st =
            opening_names_read(&o, trees_game("chess"), row[i].data, strlen(row[i].data), &err);
        TEST_CHECK_(st != ST_OK && !o && strcmp(err.text, row[i].sentence) == 0, "%s",
                    row[i].sentence);
        TEST_MSG("%s", err.text);
    }
    TEST_CHECK(mem_live() == 0);
}

static status all_of_it(error *err) {
    static const char data[] = "B00 | a | e4\nC20 | b | e4 e5\nA40 | c | d4\n";
    opening_names *o = NULL;
    status st =
        opening_names_read(&o, game_find(catalogue_games(), "chess"), data, sizeof data - 1, err);
    opening_names_destroy(o);
    return st;
}

static void test_no_memory(void) {
    (void)catalogue_games();
    mem_exempt(mem_live());
    fail_everywhere("the names", all_of_it);
}

TEST_LIST = {{"all_lines", test_all_lines},
             {"games", test_games},
             {"errors", test_errors},
             {"no_memory", test_no_memory},
             {NULL, NULL}};
