#include <acutest.h>

#include "engine/notation/forms/pgn.h"
#include "tests/support/fail_everywhere.h"
#include "tests/support/game_texts.h"
#include "tests/support/pace.h"
#include "tests/support/trees.h"

#define ROSTER                                                                                     \
    "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"?\"]\n"           \
    "[Black \"?\"]\n"

static game_tree *read_good(const char *data) {
    return trees_good(pgn_next, data);
}

static void check_written(game_tree *t, const char *want) {
    trees_written(pgn_next, pgn_write, t, want);
}

static void test_export(void) {
    game_tree *t = read_good("[White \"Ann\"]\n[Event \"The \\\"best\\\" \\\\ of all\"]\n"
                             "[Annotator \"Z\"]\n[ECO \"C20\"]\n[Result \"1-0\"]\n\n"
                             "1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6?? 4. Qxf7# 1-0\n");
    TEST_CHECK(t->result == 0 && t->start == NULL && t->game == trees_game("chess"));
    TEST_CHECK(strcmp(game_tree_tag(t, "Event"), "The \"best\" \\ of all") == 0);
    trees_line(t, "e2e4 e7e5 d1h5 b8c6 f1c4 g8f6 h5f7");
    check_written(t, "[Event \"The \\\"best\\\" \\\\ of all\"]\n[Site \"?\"]\n"
                     "[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"Ann\"]\n[Black \"?\"]\n"
                     "[Result \"1-0\"]\n[Annotator \"Z\"]\n[ECO \"C20\"]\n\n"
                     "1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 $4 4. Qxf7# 1-0\n");
    TEST_CHECK(mem_live() == 0);
}

static void test_styles(void) {
    static const char *const same[] = {"1. e4 e5 2. Nf3 *",
                                       "1.e4 e5 2.Nf3 *",
                                       "1 e4 e5 2 Nf3 *",
                                       "e4 e5 Nf3",
                                       "1. e4 1... e5 2. Nf3",
                                       "1. e4 1. ... e5 2. Nf3 *",
                                       "1.e4\r\n1...e5\r\n2.Nf3\r\n",
                                       "1. e2e4 e7-e5 2. Ng1-f3 *",
                                       "\xef\xbb\xbf[Event \"?\"]\n\n1. e4 e5 2. Nf3 *",
                                       "% hidden\n1. e4 e5\n%%%\n2. Nf3 *",
                                       "; said before all\n\n1. e4 e5 2. Nf3 *",
                                       "1.e4 e5\r2.Nf3",
                                       "1. e4 e5 N 2. Nf3 = *"};
    for (size_t i = 0; i < sizeof same / sizeof *same; i++) {
        game_tree *t = read_good(same[i]);
        trees_line(t, "e2e4 e7e5 g1f3");
        TEST_CHECK(t->result == GAME_TREE_UNKNOWN);
        game_tree_destroy(t);
    }
    game_tree *t = read_good("1. d4 -- 2. c4 Z0 1/2-1/2");
    trees_line(t, "d2d4 0000 c2c4 0000");
    TEST_CHECK(t->result == GAME_TREE_DRAW);
    check_written(t, ROSTER "[Result \"1/2-1/2\"]\n\n1. d4 -- 2. c4 -- 1/2-1/2\n");
}

static void test_remarks(void) {
    game_tree *t = read_good(
        "{ Before\n all } 1. {my favourite} e4! {[%clk 0:10:00] good} $14 e5 ; rest of line\n"
        "2. Nf3 {[%eval 0.35,22] [%clk 0:09:58.5]} {more} 2... Nc6 {[%eval #-3] [%emt 0:00:04] "
        "[%csl Ga4]} 3. Bb5!? a6 ?! *");
    const game_node *n = t->nodes;
    TEST_CHECK(strcmp(n[0].after, "Before all") == 0);
    TEST_CHECK(strcmp(n[1].before, "my favourite") == 0 && strcmp(n[1].after, "good") == 0);
    TEST_CHECK(n[1].clock_ms == 600000 && n[1].nags == 2 && n[1].nag[0] == 1 && n[1].nag[1] == 14);
    TEST_CHECK(strcmp(n[2].after, "rest of line") == 0);
    TEST_CHECK(n[3].has_eval && n[3].eval_depth == 22 && n[3].eval > 0.34 && n[3].eval < 0.36);
    TEST_CHECK(n[3].clock_ms == 598500 && strcmp(n[3].after, "more") == 0);
    TEST_CHECK(n[4].eval_mate == -3 && n[4].spent_ms == 4000);
    TEST_CHECK(strcmp(n[4].after, "[%csl Ga4]") == 0);
    TEST_CHECK(n[5].nag[0] == 5 && n[6].nag[0] == 6);
    TEST_CHECK(n[3].line == 3 && n[3].column == 4);
    check_written(
        t,
        ROSTER "[Result \"*\"]\n\n"
               "{Before all} 1. {my favourite} e4 $1 $14 {[%clk 0:10:00] good} 1... e5 {rest of\n"
               "line} 2. Nf3 {[%eval 0.35,22] [%clk 0:09:58.5] more} 2... Nc6 {[%eval #-3]\n"
               "[%emt 0:00:04] [%csl Ga4]} 3. Bb5 $5 a6 $6 *\n");
    t = read_good("1. e4 ; a } b\ne5 *"); /* braces cannot hold it */
    check_written(t, ROSTER "[Result \"*\"]\n\n1. e4 ; a } b\n1... e5 *\n");
    t = read_good("1. e4 {\xe9t\xe9} e5 {\xdf} *"); /* Latin-1 */
    TEST_CHECK(strcmp(t->nodes[1].after, "\xc3\xa9t\xc3\xa9") == 0);
    check_written(t, NULL);
}

static void test_variations(void) {
    game_tree *t = read_good("1. e4 (1. d4 d5 (1... Nf6 2. c4 {English?}) 2. c4) (1. c4) 1... e5 "
                             "2. Nf3 Nc6 (2... d6) (2... Nf6 3. Nxe5 (3. d4)) 3. Bb5 *");
    trees_line(t, "e2e4 e7e5 g1f3 b8c6 f1b5");
    TEST_CHECK(t->count == 16);
    int d4 = t->nodes[t->nodes[0].first].next;
    TEST_CHECK(strcmp(t->nodes[d4].token, "d2d4") == 0);
    TEST_CHECK(strcmp(t->nodes[t->nodes[t->nodes[d4].first].next].token, "g8f6") == 0);
    position *p = NULL;
    TEST_CHECK(game_tree_position(&p, t, game_tree_last(t, d4), NULL) == ST_OK);
    TEST_CHECK(position_ply(p) == 3);
    position_destroy(p);
    check_written(t, ROSTER
                  "[Result \"*\"]\n\n"
                  "1. e4 (1. d4 d5 (1... Nf6 2. c4 {English?}) 2. c4) (1. c4) 1... e5 2. Nf3 Nc6\n"
                  "(2... d6) (2... Nf6 3. Nxe5 (3. d4)) 3. Bb5 *\n");
    /* A result at the end of a variation ends nothing. */
    t = read_good("1. e4 (1. d4 *) 1... e5 0-1");
    trees_line(t, "e2e4 e7e5");
    TEST_CHECK(t->result == 1);
    game_tree_destroy(t);
}

static void test_starts_and_variants(void) {
    game_tree *t = read_good("[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 0 17\"]\n\n"
                             "17... Kd7 18. e4 *");
    TEST_CHECK(strcmp(t->start, "4k3/8/8/8/8/8/4P3/4K3 b - - 0 17") == 0);
    check_written(t, ROSTER "[Result \"*\"]\n[SetUp \"1\"]\n"
                            "[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 0 17\"]\n\n17... Kd7 18. e4 *\n");
    t = read_good("[FEN \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\"]\n\n1. e4 *");
    TEST_CHECK(t->start == NULL);
    game_tree_destroy(t);
    static const struct {
        const char *variant, *game;
    } row[] = {{"Standard", "chess"},
               {"From Position", "chess"},
               {"Chess960", "chess960"},
               {"fischerandom", "chess960"},
               {"Crazyhouse", "crazyhouse"},
               {"Atomic", "atomic"},
               {"King of the Hill", "koth"},
               {"Three-check", "threecheck"},
               {"3check", "threecheck"},
               {"Racing Kings", "racingkings"},
               {"Los Alamos chess", "losalamos"},
               {"shatranj", "shatranj"},
               {"chaturanga_bare", "chaturanga_bare"}};
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        char data[80];
        (void)snprintf(data, sizeof data, "[Variant \"%s\"]\n\n*", row[i].variant);
        t = read_good(data);
        TEST_CHECK_(t->game == trees_game(row[i].game), "%s is %s", row[i].variant, row[i].game);
        check_written(t, NULL);
    }
    t = read_good("[Variant \"Crazyhouse\"]\n\n1. e4 d5 2. exd5 Qxd5 3. Nc3 @e5 *");
    check_written(t, ROSTER "[Result \"*\"]\n[Variant \"Crazyhouse\"]\n\n"
                            "1. e4 d5 2. exd5 Qxd5 3. Nc3 P@e5 *\n");
    t = read_good("[Variant \"Chess960\"]\n[FEN \"bqnbrkrn/pppppppp/8/8/8/8/PPPPPPPP/BQNBRKRN w "
                  "GEge - 0 1\"]\n\n1. f4 f5 2. Nf2?? *");
    trees_line(t, "f2f4 f7f5 h1f2");
    check_written(t, NULL);
    /* A start by its number is written as the position it is. */
    TEST_ASSERT(game_tree_create(&t, trees_game("chess960"), NULL) == ST_OK);
    TEST_ASSERT(params_set(&t->setup, t->game, "start", "0", NULL) == ST_OK);
    text out = text_growing();
    TEST_CHECK(pgn_write(t, &out, NULL) == ST_OK);
    TEST_CHECK(strstr(text_string(&out), "[FEN \"bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w") !=
               NULL);
    text_done(&out);
    game_tree_destroy(t);
    TEST_CHECK(mem_live() == 0);
}

static void test_errors(void) {
    static const struct {
        const char *data, *sentence;
    } row[] = {
        {"[Event \"x]\n",
         "line 1, column 11: expected '\"' at the end of the value of Event, found "
         "the end of the line"},
        {"[Event x]", "line 1, column 8: expected the value of Event in quotes, found 'x'"},
        {"[Event \"x\"\n1. e4",
         "line 2, column 1: expected ']' after the value of Event, found '1'"},
        {"[\"x\"]", "line 1, column 2: expected the name of a tag, found '\"'"},
        {"1. e4 {never closed",
         "line 1, column 20: expected '}' for the comment of line 1, column 7, "
         "found the end of the file"},
        {"1. e4 (1. d4",
         "line 1, column 13: expected ')' for the '(' of line 1, column 7, found the "
         "end of the file"},
        {"1. e4 (1. d4\n[Event \"x\"]",
         "line 2, column 1: expected ')' for the '(' of line 1, column "
         "7, found '['"},
        {"1. e4 )", "line 1, column 7: expected a move, found ')' without its '('"},
        {"1. e4 () e5", "line 1, column 8: expected a move in the variation, found ')'"},
        {"(1. e4)", "line 1, column 1: expected a move before a variation, found '('"},
        {"1. e4 ((1. d4)) e5", "line 1, column 8: expected a move before a variation, found '('"},
        {"1. e4 $ e5", "line 1, column 8: expected a number after $, found ' '"},
        {"1. e4 } e5", "line 1, column 7: expected a move, found '}'"},
        {"1. e4\ne5 2. Nd2", "line 2, column 7: Nd2: a piece of yours is on d2"},
        {"1. e4 e5 2. Ke3", "line 1, column 13: Ke3: no king can go to e3"},
        {"1. Hello",
         "line 1, column 4: 'Hello' is not a move: they are written like Nf3, exd5, O-O "
         "or g1f3"},
        {"[Variant \"Antichess\"]\n\n1. e3", "line 1, column 1: the Variant Antichess is not here"},
        {"[Variant \"Go\"]\n\n1. e3", "line 1, column 1: Go is not written in chess notation"},
        {"[FEN \"8/8 w - - 0 1\"]\n\n1. e3", NULL},
        {"1. f3 e5 2. g4 Qh4# 3. a3", "line 1, column 24: the game is over"},
        {"", "there are no more games"},
        {" \n % nothing\n", NULL}};
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        if (row[i].sentence) {
            trees_refused(pgn_next, row[i].data, row[i].sentence);
            continue;
        }
        error err;
        TEST_CHECK(!trees_read(pgn_next, row[i].data, &err) && err.text[0]);
        TEST_CHECK(mem_live() == 0);
    }
    error err;
    TEST_CHECK(!trees_read_bytes(pgn_next, "1. e4\0 e5", 9, &err) && err.text[0]);
}

/* Several games, one of them broken, some without an end or an empty line. */
static void test_several(void) {
    static const char data[] =
        "[Event \"a\"]\n\n1. e4 e5 1-0\n\n[Event \"b\"]\n[Round \"2\"]\n\n"
        "1. d4 d5 2. Qd9\n2... e5\n\n[Event \"c\"]\n1. c4\n[Event \"d\"]\n\n"
        "1. Nf3 * 1. g3 *\n[Event bad]\n[Round \"9\"]\n\n1. e4\n\n[Event \"e\"]";
    static const char *const want[] = {"a", NULL, "c", "d", "", NULL, "e"};
    game_text s;
    error err = {0};
    TEST_ASSERT(game_text_init(&s, data, sizeof data - 1, &err) == ST_OK);
    s.games = catalogue_games();
    for (size_t i = 0; i < sizeof want / sizeof *want; i++) {
        game_tree *t = NULL;
        status st = pgn_next(&s, &t, &err);
        TEST_CHECK_((st == ST_OK) == (want[i] != NULL), "game %d: %s", (int)i, err.text);
        if (!t || !want[i]) {
            game_tree_destroy(t);
            continue;
        }
        const char *event = game_tree_tag(t, "Event");
        TEST_CHECK_(strcmp(event ? event : "", want[i]) == 0, "game %d is %s", (int)i, want[i]);
        game_tree_destroy(t);
    }
    game_tree *t = NULL;
    TEST_CHECK(pgn_next(&s, &t, &err) == ST_NOT_FOUND && !t);
    game_text_done(&s);
    TEST_CHECK(mem_live() == 0);
}

static void test_random_trees(void) {
    static const char *const games[] = {
        "chess",     "chess960", "crazyhouse", "atomic", "koth",   "racingkings", "threecheck",
        "losalamos", "shatranj", "chaturanga", "janggi", "makruk", "shogi",       "xiangqi"};
    for (size_t i = 0; i < sizeof games / sizeof *games; i += PACE(1, 2))
        for (uint64_t seed = 0; seed < PACE(2, 1); seed++) {
            TEST_CASE(games[i]);
            check_written(trees_random(games[i], PACE(80, 30), seed), NULL);
        }
}

/* No line of an export is longer than 79 columns. */
static void test_columns(void) {
    game_tree *t = trees_random("chess", PACE(200, 60), 7);
    text out = text_growing();
    TEST_CHECK(pgn_write(t, &out, NULL) == ST_OK);
    for (const char *s = text_string(&out); *s;) {
        size_t n = strcspn(s, "\n");
        TEST_CHECK_(n < 80, "%d columns: %.*s", (int)n, (int)n, s);
        s += n + (s[n] == '\n');
    }
    text_done(&out);
    game_tree_destroy(t);
}

static void test_looks(void) {
    TEST_CHECK(pgn_looks("[Event \"x\"]") && pgn_looks("\n 1. e4 e5") && pgn_looks("1.e4"));
    TEST_CHECK(!pgn_looks("(;GM[1])") && !pgn_looks("game: chess") && !pgn_looks("e2e4 e7e5") &&
               !pgn_looks("") && !pgn_looks("12 13"));
}

static status all_of_it(error *err) {
    static const char data[] = "[Event \"x\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n"
                               "1. {a} e4 {b} (1. e3 Kd7) 1... Kd8 *";
    return game_texts_round(data, pgn_next, pgn_write, err);
}

static void test_no_memory(void) {
    (void)catalogue_games();
    mem_exempt(mem_live());
    fail_everywhere("a game", all_of_it);
}

TEST_LIST = {{"export", test_export},
             {"styles", test_styles},
             {"remarks", test_remarks},
             {"variations", test_variations},
             {"starts_and_variants", test_starts_and_variants},
             {"errors", test_errors},
             {"several", test_several},
             {"random_trees", test_random_trees},
             {"columns", test_columns},
             {"looks", test_looks},
             {"no_memory", test_no_memory},
             {NULL, NULL}};
