#include <acutest.h>

#include "engine/notation/forms/sgf.h"
#include "tests/support/fail_everywhere.h"
#include "tests/support/game_texts.h"
#include "tests/support/pace.h"
#include "tests/support/trees.h"

static game_tree *read_good(const char *data) {
    return trees_good(sgf_next, data);
}

static void check_written(game_tree *t, const char *want) {
    trees_written(sgf_next, sgf_write, t, want);
}

static void test_go(void) {
    game_tree *t = read_good("(;FF[4]GM[1]CA[UTF-8]AP[x:1]SZ[9]KM[6.5]PB[Ann]PW[Ben]RE[B+R]\n"
                             "C[first\nline \\] \\\\ end];B[ee];W[cc]BL[1]WL[299.5]N[a name]"
                             "C[good]TE[1];B[];W[tt])");
    TEST_CHECK(t->game == trees_game("go") && params_halves(&t->setup, "komi", 15) == 13);
    TEST_CHECK(t->result == 0 && strcmp(game_tree_tag(t, "Black"), "Ann") == 0);
    trees_line(t, "e5 c7 pass pass");
    TEST_CHECK(strcmp(t->nodes[0].after, "first\nline ] \\ end") == 0);
    TEST_CHECK(t->nodes[2].clock_ms == 299500 && t->nodes[2].nag[0] == 1);
    TEST_CHECK(strcmp(t->nodes[2].before, "a name") == 0);
    check_written(t, "(;FF[4]CA[UTF-8]GM[1]SZ[9]KM[6.5]PB[Ann]PW[Ben]RE[B+R]C[first\nline \\] \\\\ "
                     "end]\n;B[ee];W[cc]TE[1]WL[299.5]N[a name]C[good];B[];W[])\n");
}

static void test_points(void) {
    game_tree *t = read_good("(;GM[1];B[aa];W[ss];B[dp];W[pd])"); /* SZ[19] */
    trees_line(t, "a19 t1 d4 q16");
    TEST_CHECK(params_int(&t->setup, "size", 9) == 19);
    game_tree_destroy(t);
    t = read_good("(;GM[1]SZ[13:13];B[aa];W[mm])");
    trees_line(t, "a13 n1");
    game_tree_destroy(t);
    t = read_good("(;GM[1]SZ[9];Black[aa];White[bb];B[cc])"); /* as in the first versions */
    trees_line(t, "a9 b8 c7");
    game_tree_destroy(t);
    /* Two of one colour: the other one passed. */
    t = read_good("(;GM[1]SZ[9];B[aa];B[bb];W[cc])");
    trees_line(t, "a9 pass b8 c7");
    check_written(t, NULL);
    t = read_good("(;GM[1]SZ[9]KM[375];B[aa])");
    TEST_CHECK(!params_has(&t->setup, "komi")); /* 7.5, as always */
    game_tree_destroy(t);
}

static void test_set_up(void) {
    game_tree *t = read_good("(;GM[1]SZ[9]HA[2]KM[0.5]AB[cg][gc];W[ee];B[ef])");
    TEST_CHECK(strcmp(t->start, "9/9/6S2/9/9/9/2S6/9/9 1") == 0);
    TEST_MSG("%s", t->start);
    TEST_CHECK(strcmp(game_tree_tag(t, "Handicap"), "2") == 0);
    trees_line(t, "e5 e4");
    check_written(t, "(;FF[4]CA[UTF-8]GM[1]SZ[9]KM[0.5]HA[2]AB[cg][gc]PL[W]\n;W[ee];B[ef])\n");
    t = read_good("(;GM[1]SZ[5]AB[aa:ba]AW[ab:bc];AE[bc]PL[W];W[ee](;B[dd])(;B[de]))");
    TEST_CHECK(strcmp(t->start, "SS3/ss3/s4/5/5 1") == 0);
    TEST_MSG("%s", t->start);
    trees_line(t, "e1 d2");
    TEST_CHECK(t->count == 4);
    check_written(t, NULL);
    t = read_good("(;GM[1]SZ[9];W[aa])"); /* white begins without stones */
    TEST_CHECK(strcmp(t->start, "9/9/9/9/9/9/9/9/9 1") == 0);
    check_written(t, NULL);
}

static void test_variations(void) {
    game_tree *t = read_good("(;GM[1]SZ[9];B[aa](;W[bb];B[cc](;W[dd])(;W[ee]))(;W[ff]LB[aa:1][bb:2]"
                             "TR[cc]C[other]))");
    trees_line(t, "a9 b8 c7 d6");
    TEST_CHECK(t->count == 7 && strcmp(t->nodes[6].extra, "LB[aa:1][bb:2]TR[cc]") == 0);
    TEST_MSG("%s", t->nodes[6].extra);
    check_written(t, "(;FF[4]CA[UTF-8]GM[1]SZ[9]KM[7.5]\n;B[aa]\n(;W[bb];B[cc]\n(;W[dd])\n(;W[ee]))"
                     "\n(;W[ff]LB[aa:1][bb:2]TR[cc]C[other]))\n");
}

static void test_hex(void) {
    game_tree *t = read_good("(;FF[4]GM[11]SZ[11];B[a1];W[k11];B[b10])");
    TEST_CHECK(t->game == trees_game("hex") && !t->setup.count);
    trees_line(t, "a1 k11 b10");
    check_written(t, "(;FF[4]CA[UTF-8]GM[11]SZ[11]\n;B[a1];W[k11];B[b10])\n");
    t = read_good("(;FF[4]GM[11]SZ[13]RE[W+R];W[a10];B[swap];W[g7];B[resign])");
    trees_line(t, "a10 swap g7");
    TEST_CHECK(t->result == 0 && params_int(&t->setup, "swap", 0) == 1);
    game_tree_destroy(t);
    t = read_good("(;GM[11]SZ[5];B[ab];W[ba])");
    trees_line(t, "a2 b1");
    game_tree_destroy(t);
}

static void test_errors(void) {
    static const struct {
        const char *data, *sentence;
    } row[] = {
        {"", "there are no more games"},
        {"nothing (here)", "there are no more games"},
        {"(;B[aa]", "line 1, column 8: expected ')' for the '(' of line 1, column 1, found the end "
                    "of the file"},
        {"(;B[aa", "line 1, column 7: expected ']' for the value of B of line 1, column 4, found "
                   "the end of the file"},
        {"(;B;W[aa])", "line 1, column 4: expected '[' after B, found ';'"},
        {"(;[aa])", "line 1, column 3: expected a property like B[aa], found '['"},
        {"(;GM[1]\n();)", "line 2, column 2: expected ';' after '(', found ')'"},
        {"(;GM[2];B[aa])",
         "line 1, column 2: GM[2]: of SGF, go (1) and hex (11) are read, no other "
         "game"},
        {"(;GM[1]SZ[9:13])", "line 1, column 2: SZ: boards are as wide as they are high, not 9:13"},
        {"(;GM[1]SZ[x])", "line 1, column 2: expected a size in SZ, found x"},
        {"(;GM[1]KM[x])", "line 1, column 2: expected points in KM, found x"},
        {"(;GM[1]KM[-3])", "line 1, column 2: KM: komi is 0 or more, in half points, not -3"},
        {"(;GM[1]SZ[9]\n;B[zz])", "line 2, column 3: expected a point of the board in B, found zz"},
        {"(;GM[1]SZ[9]AB[a])", "line 1, column 15: expected a point of the board in AB, found a"},
        {"(;GM[1]SZ[9];B[aa];W[aa])", "line 1, column 21: that cell is taken"},
        {"(;GM[1]SZ[9];B[aa];AB[bb])",
         "line 1, column 22: AB: stones are set up before the first move only"},
        {"(;GM[11];B[a1];B[a2])", "line 1, column 17: B: it is the other player's turn"},
        {"(;GM[1]SZ[9];B[];W[];B[aa])", "line 1, column 23: the game is over"}};
    for (size_t i = 0; i < sizeof row / sizeof *row; i++)
        trees_refused(sgf_next, row[i].data, row[i].sentence);
}

static void test_collection(void) {
    static const char data[] = "(;GM[1]SZ[9];B[aa])\n(;GM[1]SZ[9];B[zz])\r\n junk (;GM[11];B[a1])";
    game_text s;
    error err = {0};
    game_tree *t = NULL;
    TEST_ASSERT(game_text_init(&s, data, sizeof data - 1, &err) == ST_OK);
    s.games = catalogue_games();
    TEST_CHECK(sgf_next(&s, &t, &err) == ST_OK && t->game == trees_game("go"));
    game_tree_destroy(t);
    TEST_CHECK(sgf_next(&s, &t, &err) == ST_BAD_SYNTAX && !t);
    TEST_CHECK(sgf_next(&s, &t, &err) == ST_OK && t->game == trees_game("hex"));
    game_tree_destroy(t);
    TEST_CHECK(sgf_next(&s, &t, &err) == ST_NOT_FOUND);
    game_text_done(&s);
    TEST_CHECK(mem_live() == 0);
}

static void test_random_trees(void) {
    for (uint64_t seed = 0; seed < PACE(10, 2); seed++) {
        check_written(trees_random("go", 150, seed), NULL);
        check_written(trees_random("hex", 150, seed), NULL);
    }
}

static void test_looks(void) {
    TEST_CHECK(sgf_looks("(;GM[1])") && sgf_looks(" \n( ;FF[4]"));
    TEST_CHECK(!sgf_looks("(;GM[Othello]") && !sgf_looks("[Event \"x\"]") && !sgf_looks(""));
}

static status all_of_it(error *err) {
    static const char data[] = "(;GM[1]SZ[9]PB[x]AB[aa]C[x];W[cc]LB[aa:1](;B[dd]N[n])(;B[ee]))";
    return game_texts_round(data, sgf_next, sgf_write, err);
}

static void test_no_memory(void) {
    (void)catalogue_games();
    mem_exempt(mem_live());
    fail_everywhere("a game", all_of_it);
}

TEST_LIST = {{"go", test_go},
             {"points", test_points},
             {"set_up", test_set_up},
             {"variations", test_variations},
             {"hex", test_hex},
             {"errors", test_errors},
             {"collection", test_collection},
             {"random_trees", test_random_trees},
             {"looks", test_looks},
             {"no_memory", test_no_memory},
             {NULL, NULL}};
