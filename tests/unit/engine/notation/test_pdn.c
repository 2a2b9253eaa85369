#include <acutest.h>

#include "engine/notation/forms/pdn.h"
#include "tests/support/fail_everywhere.h"
#include "tests/support/pace.h"
#include "tests/support/trees.h"

#define ROSTER                                                                                     \
    "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"?\"]\n"           \
    "[Black \"?\"]\n"

static game_tree *read_good(const char *data) {
    return trees_good(pdn_next, data);
}

static void check_written(game_tree *t, const char *want) {
    trees_written(pdn_next, pdn_write, t, want);
}

static void test_squares(void) {
    for (int i = 0; i < 2; i++) {
        const pdn_board *b = pdn_board_of(trees_game(i ? "international" : "draughts"));
        TEST_ASSERT(b != NULL);
        for (int n = 1; n <= b->count; n++) {
            int cell = pdn_cell(b, n);
            TEST_CHECK(cell >= 0 && pdn_square(b, cell) == n);
            TEST_CHECK((cell % b->side + cell / b->side) % 2 == 0); /* dark */
        }
        TEST_CHECK(pdn_cell(b, 0) < 0 && pdn_cell(b, b->count + 1) < 0);
    }
    TEST_CHECK(pdn_board_of(trees_game("chess")) == NULL);
}

static void test_english(void) {
    game_tree *t = read_good("[Event \"x\"]\n[Black \"B\"]\n\n"
                             "1. 11-15 22-18 2. 15x22 25x18 3. 8-11 29-25! 4. 4-8 25-22 1-0");
    TEST_CHECK(t->game == trees_game("draughts") && t->result == 1);
    TEST_CHECK(t->nodes[1].token && strcmp(t->nodes[1].token, "c3d4") == 0);
    TEST_MSG("%s", t->nodes[1].token);
    check_written(t, "[Event \"x\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n"
                     "[White \"?\"]\n[Black \"B\"]\n[Result \"1-0\"]\n"
                     "[GameType \"21,B,8,8,N1,0\"]\n\n"
                     "1. 11-15 22-18 2. 15x22 25x18 3. 8-11 29-25 $1 4. 4-8 25-22 1-0\n");
}

static void test_international(void) {
    game_tree *t = read_good("[GameType \"20\"]\n[Result \"0-2\"]\n\n1. 32-28 19-23 2. 28x19 14x23 "
                             "3. 37-32 0-2");
    TEST_CHECK(t->game == trees_game("international") && t->result == 1);
    trees_line(t, "d4e5 g7f6 e5g7 h8f6 c3d4");
    game_tree_destroy(t);
    t = read_good("1. 32-28 19-23 2. 28x19 14x23 *"); /* no English game begins so */
    TEST_CHECK(t->game == trees_game("international") && t->count == 5);
    game_tree_destroy(t);
}

static void test_fen(void) {
    game_tree *t = read_good("[GameType \"20\"]\n[FEN \"W:W31-50:B1-20\"]\n\n1. 32-28 *");
    TEST_CHECK(t->start == NULL); /* the default start */
    game_tree_destroy(t);
    t = read_good("[GameType \"21\"]\n[FEN \"W:W21,22,K3:B1,2,10-12,K30\"]\n\n1. 22-18 *");
    TEST_ASSERT(t->start != NULL);
    check_written(t, ROSTER "[Result \"*\"]\n[GameType \"21,B,8,8,N1,0\"]\n"
                            "[FEN \"W:WK3,21,22:B1,2,10-12,K30\"]\n\n1... 22-18 *\n");
    trees_refused(pdn_next, "[GameType \"21\"]\n[FEN \"W:W21,99:B1\"]\n",
                  "line 1, column 1: a FEN of draughts is like W:W31-50:B1-20 or B:WK3,21:B5, not "
                  "...99:B1");
    trees_refused(pdn_next, "[GameType \"21\"]\n[FEN \"X\"]\n",
                  "line 1, column 1: a FEN of draughts is like W:W31-50:B1-20 or B:WK3,21:B5, not "
                  "...X");
}

/* Jumps in a row are one move, and tokens each. */
static void test_jumps(void) {
    /* A black man on 1 with white on 6 and 15: 1x10x19. */
    game_tree *t = read_good("[GameType \"21\"]\n[FEN \"B:W6,15,32:B1\"]\n\n1. 1x19 32-27 *");
    TEST_CHECK(t->count == 4);
    check_written(t, ROSTER "[Result \"*\"]\n[GameType \"21,B,8,8,N1,0\"]\n"
                            "[FEN \"B:W6,15,32:B1\"]\n\n1. 1x19 32-27 *\n");
    t = read_good("[GameType \"21\"]\n[FEN \"B:W6,15,32:B1\"]\n\n1. 1x10x19 (1. 1x10x19 32-28) *");
    TEST_CHECK(t->count == 5 && t->nodes[1].first == 2 && t->nodes[2].next == 3);
    check_written(t, NULL);
    /* Two ways round to the same square. */
    trees_refused(pdn_next, "[GameType \"21\"]\n[FEN \"B:W6,7,14,15,32:B2\"]\n\n1. 2x18 *",
                  "line 4, column 4: 2x18: there is more than one way: 2x9x18 or 2x11x18");
    t = read_good("[GameType \"21\"]\n[FEN \"B:W6,7,14,15,32:B2\"]\n\n1. 2x9x18 *");
    check_written(t, ROSTER "[Result \"*\"]\n[GameType \"21,B,8,8,N1,0\"]\n"
                            "[FEN \"B:W6,7,14,15,32:B2\"]\n\n1. 2x9x18 *\n");
}

static void test_errors(void) {
    static const struct {
        const char *data, *sentence;
    } row[] = {
        {"[GameType \"21\"]\n\n1. hello",
         "line 3, column 4: 'hello' is not a move: they are written "
         "like 11-15 or 22x15"},
        {"[GameType \"21\"]\n\n1. 11-40",
         "line 3, column 4: 11-40: the squares of this board are 1 "
         "to 32"},
        {"[GameType \"21\"]\n\n1. 22-18", "line 3, column 4: 22-18: you have no piece on 22"},
        {"[GameType \"21\"]\n\n1. 1-5", "line 3, column 4: 1-5: the piece on 1 cannot move"},
        {"[GameType \"21\"]\n\n1. 11-14", "line 3, column 4: 11-14: the piece cannot go there"},
        {"[GameType \"21\"]\n\n1. 11x15", "line 3, column 4: 11x15: there is nothing to take"},
        {"[GameType \"21\"]\n\n1. 11-15 22-18 2. 8-11",
         "line 3, column 19: 8-11: a capture has to be made, with another piece"},
        {"[GameType \"21\"]\n\n1. 11-15 22-18 2. 15-19",
         "line 3, column 19: 15-19: no such capture, and a capture has to be made"},
        {"[GameType \"25\"]\n\n*",
         "line 1, column 1: GameType 25 is not here: 20 is international, 21 "
         "English draughts"}};
    for (size_t i = 0; i < sizeof row / sizeof *row; i++)
        trees_refused(pdn_next, row[i].data, row[i].sentence);
}

static void test_random_trees(void) {
    for (uint64_t seed = 0; seed < PACE(8, 1); seed++) {
        check_written(trees_random("draughts", 120, seed), NULL);
        check_written(trees_random("international", 120, seed), NULL);
    }
}

static void test_looks(void) {
    TEST_CHECK(pdn_looks("[Event \"x\"]\n[GameType \"20\"]") && pdn_looks("1. 11-15 22-18"));
    TEST_CHECK(!pdn_looks("[Event \"x\"]") && !pdn_looks("1. e4") && !pdn_looks("1. 0-0"));
}

static position *held; /* as long as the process */

static status read_and_write(error *err) {
    text out = text_growing();
    text tokens = text_growing();
    status st = pdn_read_move(held, "1x19", &tokens, err);
    if (st == ST_OK && tokens.cut) st = ST_NOMEM;
    if (st == ST_OK) st = pdn_write_move(held, text_string(&tokens), &out, err);
    if (st == ST_OK) st = pdn_write_fen(held, &out, err);
    if (st == ST_OK && out.cut) st = ST_NOMEM;
    text_done(&out);
    text_done(&tokens);
    return st;
}

static void test_no_memory(void) {
    text line = text_growing();
    params setup = params_default();
    const game *g = trees_game("draughts");
    TEST_ASSERT(pdn_read_fen(g, "B:W6,15,32:B1", &line, NULL) == ST_OK);
    TEST_ASSERT(position_read(&held, g, &setup, SEAT_ALL, text_string(&line), NULL) == ST_OK);
    text_done(&line);
    mem_exempt(mem_live());
    fail_everywhere("a move", read_and_write);
}

TEST_LIST = {{"squares", test_squares},
             {"english", test_english},
             {"international", test_international},
             {"fen", test_fen},
             {"jumps", test_jumps},
             {"errors", test_errors},
             {"random_trees", test_random_trees},
             {"looks", test_looks},
             {"no_memory", test_no_memory},
             {NULL, NULL}};
