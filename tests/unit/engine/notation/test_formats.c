#include <acutest.h>

#include "engine/notation/forms/formats.h"
#include "engine/notation/forms/ggf.h"
#include "tests/support/fail_everywhere.h"
#include "tests/support/pace.h"
#include "tests/support/trees.h"

#define START "8 ---------------------------O*------*O--------------------------- *"

/* --- othello --- */

static void test_ggf(void) {
    game_tree *t =
        trees_good(ggf_next, "(;GM[Othello]PC[GGS/os]DT[2001.01.01]PB[Ann]PW[Ben]RB[1800]"
                             "TI[15:00]TY[8]RE[+4.000]BO[" START "]B[F5//0.5]W[d6/1.25/12]B[c3];)");
    TEST_CHECK(t->game == trees_game("othello") && t->start == NULL && t->result == 0);
    TEST_CHECK(t->nodes[1].spent_ms == 500 && !t->nodes[1].has_eval);
    TEST_CHECK(t->nodes[2].has_eval && t->nodes[2].eval < 0 && t->nodes[2].spent_ms == 12000);
    trees_line(t, "f5 d6 c3");
    trees_written(ggf_next, ggf_write, t,
                  "(;GM[Othello]PC[GGS/os]DT[2001.01.01]PB[Ann]PW[Ben]RB[1800]TI[15:00]RE[+4.000]"
                  "TY[8]BO[" START "]B[f5//0.5]W[d6/1.25/12]B[c3];)\n");
    /* White cannot answer here, and the pass is not written. */
    t = trees_good(ggf_next, "(;GM[Othello]TY[8]BO[8 *O------ -------- -------- -------- --------\n"
                             "-------- -------- *O------ *]B[c1]B[c8];)");
    trees_line(t, "c1 pass c8");
    game_tree_destroy(t);
}

static void test_transcripts(void) {
    static const char *const same[] = {"f5d6c3d3c4", "F5D6C3D3C4\n", "f5 d6 c3 d3 c4",
                                       "1. f5 d6 2. c3 d3 3. c4", "1.f5,d6,c3,d3,c4"};
    for (size_t i = 0; i < sizeof same / sizeof *same; i++) {
        game_tree *t = trees_good(ggf_list_next, same[i]);
        trees_line(t, "f5 d6 c3 d3 c4");
        trees_written(ggf_list_next, ggf_list_write, t, "f5d6c3d3c4\n");
    }
    for (uint64_t seed = 0; seed < PACE(30, 4); seed++) {
        game_tree *t = NULL;
        position *p = NULL;
        rng random = rng_stream(seed, 5);
        TEST_ASSERT(game_tree_create(&t, trees_game("othello"), NULL) == ST_OK);
        TEST_ASSERT(game_tree_start(&p, t, NULL) == ST_OK);
        int node = 0;
        const rules *r = position_rules(p);
        while (r->game->actor(r, position_data(p)) >= 0) {
            char buf[16];
            text event = text_over(buf, sizeof buf);
            token tok;
            TEST_ASSERT(token_random((state_ref){r, position_data(p), NULL}, &random, &tok) ==
                        ST_OK);
            token_write(r, position_data(p), &tok, &event);
            TEST_ASSERT(game_tree_add(t, node, buf, &node, NULL) == ST_OK);
            TEST_ASSERT(position_play(p, buf, NULL) == ST_OK);
        }
        game_tree_judge(t, p);
        position_destroy(p);
        text out = text_growing();
        TEST_CHECK(ggf_write(t, &out, NULL) == ST_OK);
        game_tree *again = trees_good(ggf_next, text_string(&out));
        TEST_CHECK(again->count == t->count && again->result == t->result);
        game_tree_destroy(again);
        text_done(&out);
        trees_written(ggf_list_next, ggf_list_write, t, NULL);
    }
}

static void test_othello_errors(void) {
    trees_refused(ggf_next, "(;GM[Othello]B[a1];)",
                  "line 1, column 15: a1: the rules do not offer this now");
    trees_refused(ggf_next, "(;GM[Othello]B[i9];)",
                  "line 1, column 15: expected a cell like f5, found 'i9'");
    trees_refused(ggf_next, "(;GM[Othello]W[f5];)",
                  "line 1, column 15: W: it is the other player's turn");
    trees_refused(
        ggf_next, "(;GM[Othello]BO[8 ---];)",
        "line 1, column 2: expected 64 cells (- * O) and the player to move in BO, found ''");
    trees_refused(ggf_next, "(;GM[Othello]BO[10 ---];)",
                  "line 1, column 2: BO: only boards of 8 x 8 are read");
    trees_refused(ggf_next, "(;GM[Othello]TY[10];)",
                  "line 1, column 2: TY[10]: only games of type 8 are read");
    trees_refused(ggf_next, "(;GM[Go];)", "line 1, column 2: expected GM[Othello]");
    trees_refused(ggf_list_next, "f5x6", "line 1, column 3: expected a cell like f5, found 'x6'");
    trees_refused(ggf_list_next, "f5 pass",
                  "line 1, column 4: pass: the rules do not offer this now");
    trees_refused(ggf_list_next, "f5f5", "line 1, column 3: f5: that cell is taken");
    trees_refused(ggf_list_next, " \n", "there are no more games");
}

/* --- the table --- */

static void test_find(void) {
    static const struct {
        const char *path, *head, *name;
    } row[] = {{"a.pgn", NULL, "PGN"},
               {"a.b/c.SGF", "", "SGF"},
               {"x.pdn", "", "PDN"},
               {"x.ggf", "", "GGF"},
               {"x.oth", "", "transcript"},
               {"x.txt", "[Event \"x\"]\n", "PGN"},
               {"x.pgn/y", "(;FF[4]GM[1])", "SGF"},
               {NULL, "[Event \"x\"]\n[GameType \"20\"]\n", "PDN"},
               {NULL, "(;GM[Othello]PC[x]", "GGF"},
               {NULL,
                "\xef\xbb\xbf"
                "1. e4 e5",
                "PGN"},
               {NULL, "1. 11-15", "PDN"},
               {NULL, "f5d6c3d3\n", "transcript"},
               {NULL, "game: chess\n\ne2e4", NULL},
               {NULL, "e2e4 e7e5", NULL},
               {"x", "", NULL},
               {NULL, NULL, NULL}};
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        const format *f = formats_find(row[i].path, row[i].head);
        const char *name = f ? f->name : NULL;
        TEST_CHECK_(name == row[i].name || (name && row[i].name && strcmp(name, row[i].name) == 0),
                    "%d is %s", (int)i, row[i].name ? row[i].name : "none of these");
        TEST_MSG("%s", name ? name : "none");
    }
}

static void test_for_games(void) {
    static const struct {
        const char *game, *name;
    } row[] = {{"chess", "PGN"},
               {"crazyhouse", "PGN"},
               {"shatranj", "PGN"},
               {"go", "SGF"},
               {"hex", "SGF"},
               {"draughts", "PDN"},
               {"international", "PDN"},
               {"othello", "GGF"},
               {"tictactoe", NULL},
               {"azul", NULL},
               {"pig", NULL}};
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        const format *f = formats_for(trees_game(row[i].game), NULL);
        TEST_CHECK_(row[i].name ? f && strcmp(f->name, row[i].name) == 0 : !f, "%s", row[i].game);
    }
    TEST_CHECK(strcmp(formats_for(trees_game("othello"), "x.oth")->name, "transcript") == 0);
}

/* Every format with every game of the catalogue: written and read, or refused with a sentence. */
static void test_everything(void) {
    int pairs = 0;
    for (const format *f = formats_list; f->name; f++) {
        for (game_list g = catalogue_games(); *g; g++) {
            game_tree *t = NULL;
            text out = text_growing();
            error err = {0};
            TEST_ASSERT(game_tree_create(&t, *g, NULL) == ST_OK);
            status st = f->write(t, &out, &err);
            TEST_CHECK_(st == ST_OK || (st == ST_UNSUPPORTED && err.text[0]), "%s: %s", (*g)->name,
                        err.text);
            if (st == ST_OK && f->next != ggf_list_next) {
                game_tree *again = trees_good(f->next, text_string(&out));
                TEST_CHECK_(again->game == *g, "%s is %s", f->name, (*g)->name);
                game_tree_destroy(again);
                pairs++;
            }
            text_done(&out);
            game_tree_destroy(t);
        }
    }
    TEST_CHECK_(pairs >= 24, "%d pairs of format and game", pairs);
    TEST_CHECK(mem_live() == 0);
}

static void test_read_all(void) {
    static const char data[] =
        "[Event \"a\"]\n\n1. e4 *\n\n[Event \"b\"]\n\n1. e5 *\n\n[Event \"c\"]\n\n1. d4 *\n";
    formats_request q = {data, sizeof data - 1, catalogue_games(), NULL, false};
    const format *f = formats_find("x.pgn", NULL);
    game_trees list;
    error err = {0};
    size_t broken = 0;
    TEST_CHECK(formats_read(&list, f, &q, &broken, &err) == ST_ILLEGAL_ACTION);
    TEST_CHECK(list.count == 1 && broken == 1);
    TEST_CHECK(strcmp(err.text, "line 7, column 4: e5: no pawn can go to e5") == 0);
    game_trees_done(&list);
    q.skip_broken = true;
    TEST_CHECK(formats_read(&list, f, &q, &broken, &err) == ST_OK);
    TEST_CHECK(list.count == 2 && broken == 1);
    TEST_CHECK(strcmp(err.text, "line 7, column 4: e5: no pawn can go to e5") == 0);
    text out = text_growing();
    TEST_CHECK(formats_write(f, &list, &out, &err) == ST_OK);
    game_trees again;
    formats_request r = {text_string(&out), out.len, catalogue_games(), NULL, false};
    TEST_CHECK(formats_read(&again, f, &r, NULL, &err) == ST_OK && again.count == 2);
    TEST_CHECK(game_tree_equal(list.at[1], again.at[1]));
    game_trees_done(&again);
    game_trees_done(&list);
    text_done(&out);
    formats_request none = {"", 0, catalogue_games(), NULL, true};
    TEST_CHECK(formats_read(&list, f, &none, NULL, &err) == ST_BAD_SYNTAX);
    TEST_CHECK(strcmp(err.text, "there is no game in the file") == 0);
    game_trees_done(&list);
    formats_request bad = {"1. e5", 5, catalogue_games(), NULL, true};
    TEST_CHECK(formats_read(&list, f, &bad, &broken, &err) == ST_ILLEGAL_ACTION && broken == 1);
    game_trees_done(&list);
    TEST_CHECK(mem_live() == 0);
}

/* A position with its events becomes a tree. */
static void test_from_position(void) {
    position *p = NULL;
    params setup = params_default();
    game_tree *t = NULL;
    TEST_ASSERT(position_start(&p, trees_game("chess"), &setup, SEAT_ALL, NULL) == ST_OK);
    static const char *const moves[] = {"f2f3", "e7e5", "g2g4", "d8h4"};
    for (size_t i = 0; i < 4; i++) TEST_ASSERT(position_play(p, moves[i], NULL) == ST_OK);
    TEST_ASSERT(game_tree_from(&t, p, NULL) == ST_OK);
    TEST_CHECK(t->result == 1 && t->count == 5);
    trees_line(t, "f2f3 e7e5 g2g4 d8h4");
    position_destroy(p);
    game_tree_destroy(t);
    TEST_CHECK(mem_live() == 0);
}

static status all_of_it(error *err) {
    static const char data[] = "(;GM[Othello]PB[x]BO[" START "]B[f5/1/2]W[d6];)";
    formats_request q = {data, sizeof data - 1, catalogue_games(), NULL, false};
    game_trees list;
    text out = text_growing();
    status st = formats_read(&list, formats_find(NULL, data), &q, NULL, err);
    if (st == ST_OK) st = formats_write(formats_find("x.ggf", NULL), &list, &out, err);
    game_trees_done(&list);
    text_done(&out);
    return st;
}

static void test_no_memory(void) {
    (void)catalogue_games();
    mem_exempt(mem_live());
    fail_everywhere("a file", all_of_it);
}

TEST_LIST = {{"ggf", test_ggf},
             {"transcripts", test_transcripts},
             {"othello_errors", test_othello_errors},
             {"find", test_find},
             {"for_games", test_for_games},
             {"everything", test_everything},
             {"read_all", test_read_all},
             {"from_position", test_from_position},
             {"no_memory", test_no_memory},
             {NULL, NULL}};
