#include <acutest.h>

#include "engine/notation/game_file.h"
#include "engine/notation/record_tree.h"
#include "tests/support/fail_everywhere.h"
#include "tests/support/pace.h"
#include "tests/support/trees.h"

static status read_tree(const char *body, game_tree **out, error *err) {
    record r;
    *out = NULL;
    *err = (error){0};
    status st = record_read(&r, body, strlen(body), err);
    if (st == ST_OK) st = record_tree(out, &r, catalogue_games(), trees_game("chess"), err);
    record_done(&r);
    return st;
}

/* What is written is read to an equal game, and written the same. */
static void check_again(const game_tree *t, const char *want) {
    error err;
    game_tree *again;
    text out = text_growing();
    text twice = text_growing();
    TEST_ASSERT(record_write_tree(t, &out, &err) == ST_OK);
    TEST_CHECK_(!want || strcmp(text_string(&out), want) == 0, "what is written");
    TEST_MSG("%s", text_string(&out));
    TEST_ASSERT_(read_tree(text_string(&out), &again, &err) == ST_OK, "%s", err.text);
    TEST_CHECK(record_write_tree(again, &twice, &err) == ST_OK);
    /* A header names how many play, also where a tree does not. */
    again->setup.players = t->setup.players;
    TEST_CHECK_(game_tree_equal(t, again), "read again");
    TEST_CHECK_(strcmp(text_string(&out), text_string(&twice)) == 0, "%s", text_string(&twice));
    game_tree_destroy(again);
    text_done(&out);
    text_done(&twice);
}

#define HEAD "game: chess\nplayers: 2\nhash: ff3ccfdbf2b30275\n"

static void test_variations(void) {
    static const char body[] =
        HEAD "names: Ann,Ben\nEvent: Casual\n\n"
             "e2e4 ; $1 [%eval 0.35] [%clk 0:01:00] best by test\n"
             "e7e5\n(\nc7c5 ; sharper\ng1f3\n(\nb1c3\n)\n(\nc2c3\n)\nd7d6\n)\n"
             "(\ne7e6\n)\ng1f3\n";
    game_tree *t;
    error err;
    TEST_ASSERT_(read_tree(body, &t, &err) == ST_OK, "%s", err.text);
    trees_line(t, "e2e4 e7e5 g1f3");
    TEST_CHECK(t->count == 10 && t->nodes[1].nag[0] == 1 && t->nodes[1].clock_ms == 60000);
    TEST_CHECK(t->nodes[1].has_eval && strcmp(t->nodes[1].after, "best by test") == 0);
    int c5 = game_tree_child(t, 1, "c7c5");
    TEST_ASSERT(c5 != GAME_TREE_NONE);
    TEST_CHECK(game_tree_child(t, c5, "b1c3") != GAME_TREE_NONE);
    TEST_CHECK(game_tree_depth(t, game_tree_last(t, c5)) == 4);
    TEST_CHECK(strcmp(game_tree_tag(t, "White"), "Ann") == 0);
    check_again(t, body);
    game_tree_destroy(t);
    TEST_CHECK(mem_live() == 0);
}

/* Those who do not ask for variations get the main line. */
static void test_main_line(void) {
    static const char body[] = "e4\n(\nd4\nd5\n)\ne5\n";
    record r;
    position *p = NULL;
    error err;
    TEST_ASSERT(record_read(&r, body, sizeof body - 1, &err) == ST_OK);
    TEST_CHECK(r.event_count == 2 && r.branch_count == 2 && r.branches[0].after == -1);
    TEST_CHECK(record_replay(&p, &r, catalogue_games(), trees_game("chess"), UINT32_MAX, &err) ==
               ST_OK);
    TEST_CHECK(p && position_ply(p) == 2);
    position_destroy(p);
    record_done(&r);
}

static void test_random_trees(void) {
    static const char *const names[] = {"chess", "go", "pig", "othello", "connect4"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        for (uint64_t seed = 0; seed < PACE(12, 2); seed++) {
            game_tree *t = trees_random(names[i], 30, seed);
            check_again(t, NULL);
            game_tree_destroy(t);
        }
    TEST_CHECK(mem_live() == 0);
}

static void test_bad_input(void) {
    static const char *const bad[][2] = {
        {"e4\n)\n", "line 2: ) without a ( before it"},
        {"(\ne4\n)\n", "line 1: expected an event before ("},
        {"e4\n(\n)\n", "line 3: expected an event before )"},
        {"e4\n(\n(\nd4\n)\n)\n", "line 3: expected an event before ("},
        {"e4\n\n(\nd4\n", "line 3: this ( is not closed"},
        {"e4\n(\ne5\n)\n", "line 3: e5: "},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        game_tree *t;
        error err;
        TEST_CHECK(read_tree(bad[i][0], &t, &err) != ST_OK && !t);
        TEST_CHECK_(text_starts(err.text, bad[i][1]), "%s: %s", bad[i][1], err.text);
    }
    text deep = text_growing();
    game_tree *t;
    error err;
    text_put(&deep, "e4\n");
    for (int i = 0; i <= GAME_TREE_MAX_DEPTH; i++) text_put(&deep, "(\nd4\n");
    TEST_CHECK(read_tree(text_string(&deep), &t, &err) == ST_BAD_SYNTAX);
    TEST_CHECK_(strstr(err.text, "more than 200 variations"), "%s", err.text);
    text_done(&deep);
    TEST_CHECK(mem_live() == 0);
}

/* --- files of others, as files --- */

static const char two[] =
    "[White \"Ann\"]\n[Black \"Ben\"]\n\n1. f3 e5 (1... d5) 2. g4 Qh4# 0-1\n\n"
    "[White \"Cy\"]\n[Black \"Dee\"]\n\n1. e4 {x} -- 2. d4 1-0\n";

static status parse(game_file *f, const char *body, const char *name, error *err) {
    text data = text_growing();
    text_put(&data, body);
    status st = game_file_parse(f, &data, catalogue_games(), trees_game(name), NULL, err);
    text_done(&data);
    return st;
}

static void test_files(void) {
    game_file f;
    error err = {0};
    position *p = NULL;
    game_tree *t;
    TEST_ASSERT_(parse(&f, two, "projectl", &err) == ST_OK, "%s", err.text);
    TEST_CHECK(game_file_count(&f) == 2 && f.form && strcmp(f.form->name, "PGN") == 0);
    TEST_CHECK(strcmp(record_get(&f.rec, "names"), "Ann,Ben") == 0);
    TEST_CHECK(game_file_tree(&t, &f, catalogue_games(), NULL, &err) == ST_OK && t->count == 6);
    TEST_CHECK(game_file_position(&p, &f, catalogue_games(), NULL, &err) == ST_OK);
    TEST_CHECK(p && position_ply(p) == 4 && game_file_check(&f, p, &err) == ST_OK);
    position_destroy(p);
    TEST_CHECK(game_file_choose(&f, 2, &err) == ST_OK);
    TEST_CHECK(strcmp(record_get(&f.rec, "names"), "Cy,Dee") == 0);
    TEST_CHECK(game_file_position(&p, &f, catalogue_games(), NULL, &err) == ST_OK);
    TEST_CHECK(p && position_ply(p) == 3); /* with the null move */
    position_destroy(p);
    TEST_CHECK(game_file_choose(&f, 3, &err) == ST_BAD_VALUE);
    TEST_CHECK(strcmp(err.text, "there is no game 3: the file has 2") == 0);
    game_file_done(&f);
    /* One that is broken is left out, and said. */
    TEST_ASSERT(parse(&f, "1. e4 e9 *\n\n[White \"x\"]\n\n1. d4 *\n", "chess", &err) == ST_OK);
    TEST_CHECK(f.broken == 1 && game_file_count(&f) == 1 && text_starts(f.why.text, "line 1, "));
    game_file_done(&f);
    TEST_CHECK(parse(&f, "[White \"x\"]\n\n1. d4 e5 2. Ke3 *\n", "chess", &err) != ST_OK);
    TEST_CHECK_(text_starts(err.text, "line 3, column 13: Ke3: "), "%s", err.text);
    game_file_done(&f);
    TEST_CHECK(mem_live() == 0);
}

/* A list that the named game can play is not taken for a transcript of another. */
static void test_lists(void) {
    static const char *const of[][3] = {{"gomoku", NULL, "f5 d6 c3\n"},
                                        {"othello", NULL, "f5 d6 c3\n"},
                                        {"othello", "transcript", "f5d6c3d3c4\n"},
                                        {"chess", "PGN", "1. e4 e5\n"}};
    for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
        game_file f;
        error err = {0};
        TEST_CHECK_(parse(&f, of[i][2], of[i][0], &err) == ST_OK, "%s", err.text);
        TEST_CHECK_(of[i][1] ? f.form && strcmp(f.form->name, of[i][1]) == 0 : !f.form, "%s",
                    of[i][0]);
        game_file_done(&f);
    }
}

/* Records of before `coordinates: 2` have a column i and komi in half points. */
static void test_old_go(void) {
    static const char old[] = "game: go\nplayers: 2\nset: komi=13\nset: size=13\n"
                              "hash: 4fb9c2401fdaf5ba\n\ni9\npass\nh1\nm13\n";
    static const char now[] = "game: go\nplayers: 2\nset: komi=6.5\nset: size=13\n"
                              "hash: 4fb9c2401fdaf5ba\ncoordinates: 2\n\nj9\npass\nh1\nn13\n";
    const char *const both[] = {old, now};
    for (int i = 0; i < 2; i++) {
        record r;
        error err = {0};
        position *p = NULL;
        game_tree *t = NULL;
        text out = text_growing();
        TEST_ASSERT(record_read(&r, both[i], strlen(both[i]), &err) == ST_OK);
        status st = record_replay(&p, &r, catalogue_games(), NULL, UINT32_MAX, &err);
        TEST_ASSERT_(st == ST_OK, "%s", err.text);
        record_write(p, &out);
        TEST_CHECK_(strcmp(text_string(&out), now) == 0, "written as it is now");
        TEST_MSG("%s", text_string(&out));
        TEST_ASSERT(record_tree(&t, &r, catalogue_games(), NULL, &err) == ST_OK);
        trees_line(t, "j9 pass h1 n13");
        game_tree_destroy(t);
        position_destroy(p);
        record_done(&r);
        text_done(&out);
    }
    record r;
    error err = {0};
    position *p = NULL;
    static const char later[] = "game: go\ncoordinates: 3\n\nj9\n";
    TEST_ASSERT(record_read(&r, later, sizeof later - 1, &err) == ST_OK);
    TEST_CHECK(record_replay(&p, &r, catalogue_games(), NULL, UINT32_MAX, &err) == ST_UNSUPPORTED);
    TEST_CHECK_(strcmp(err.text, "coordinates: expected 1 or 2, found 3") == 0, "%s", err.text);
    record_done(&r);
    /* Where nothing changed nothing is said. */
    text out = text_growing();
    params setup = params_default();
    TEST_ASSERT(position_start(&p, trees_game("hex"), &setup, SEAT_ALL, &err) == ST_OK);
    record_write(p, &out);
    TEST_CHECK(!strstr(text_string(&out), "coordinates"));
    position_destroy(p);
    text_done(&out);
    TEST_CHECK(mem_live() == 0);
}

static status there_and_back(error *err) {
    static const char body[] = "game: connect4\nnames: A,B\nEvent: x\n\nd ; $1 y\n(\ne\nf\n)\nd\n";
    record r;
    game_tree *t = NULL;
    text out = text_growing();
    status st = record_read(&r, body, sizeof body - 1, err);
    if (st == ST_OK) st = record_tree(&t, &r, catalogue_games(), NULL, err);
    if (st == ST_OK) st = record_write_tree(t, &out, err);
    game_tree_destroy(t);
    record_done(&r);
    text_done(&out);
    return st;
}

static void test_no_memory(void) {
    (void)trees_game("connect4"); /* the library is there */
    fail_everywhere("there and back", there_and_back);
}

TEST_LIST = {{"variations", test_variations},
             {"main_line", test_main_line},
             {"random_trees", test_random_trees},
             {"bad_input", test_bad_input},
             {"files", test_files},
             {"lists", test_lists},
             {"old_go", test_old_go},
             {"no_memory", test_no_memory},
             {NULL, NULL}};
