/* The draughts of the oracle against published counts, and its endings by hand. */
#include <acutest.h>

#include "tests/support/oracle_draughts.h"

#if TEST_PACE
enum { DEEPEST = 9 };
#else
enum { DEEPEST = 7 };
#endif

/* OEIS A133046: turns, different ways of jumping counted apart. */
static void test_perft(void) {
    static const uint64_t want[] = {1,     7,      49,     302,     1469,    7361,
                                    36768, 179740, 845931, 3963680, 18391564};
    oracle_draughts g;
    oracle_draughts_start(&g);
    for (int d = 0; d <= DEEPEST; d++) {
        uint64_t got = oracle_draughts_perft(&g, d);
        TEST_CHECK_(got == want[d], "perft %d", d);
        TEST_MSG("expected %llu, found %llu", (unsigned long long)want[d], (unsigned long long)got);
    }
}

static oracle_draughts_game game;

static void begin(const char *text) {
    oracle_draughts g;
    const char *wrong = oracle_draughts_read(&g, text);
    TEST_ASSERT_(wrong == NULL, "%s: %s", text, wrong ? wrong : "");
    oracle_draughts_begin(&game, &g);
}

static void check_text(const char *want) {
    char out[ORACLE_TEXT];
    oracle_draughts_write(&game.now, out);
    TEST_CHECK_(strcmp(out, want) == 0, "%s", want);
    TEST_MSG("found %s", out);
}

/* The actions, with spaces between them. */
static void check_moves(const char *want) {
    oracle_words words;
    char all[ORACLE_WORDS * ORACLE_WORD];
    oracle_draughts_moves(&game.now, &words);
    oracle_words_join(&words, all);
    TEST_CHECK_(strcmp(all, want) == 0, "%s", want);
    TEST_MSG("found %s", all);
}

static void play(const char *word) {
    TEST_CHECK_(oracle_draughts_go(&game, word), "%s", word);
}

static void test_start(void) {
    oracle_draughts g;
    oracle_draughts_start(&g);
    oracle_draughts_begin(&game, &g);
    check_text("1m1m1m1m/m1m1m1m1/1m1m1m1m/8/8/M1M1M1M1/1M1M1M1M/M1M1M1M1 0");
    check_moves("a3b4 c3b4 c3d4 e3d4 e3f4 g3f4 g3h4");
    play("c3d4");
    check_moves("b6a5 b6c5 d6c5 d6e5 f6e5 f6g5 h6g5");
    play("b6c5");
    check_moves("d4b6"); /* one must */
    play("d4b6");
    check_moves("a7c5 c7a5");
    TEST_CHECK(game.now.mover == 1 && !oracle_draughts_go(&game, "h6g5"));
}

/* Two jumps are one turn of two actions; only the piece that jumped continues. */
static void test_jumps(void) {
    begin("8/8/8/6m1/3m4/6m1/1m3M1M/M7 0");
    check_moves("a1c3 f2h4 h2f4");
    play("a1c3");
    TEST_CHECK(game.now.mover == 0 && game.now.jumper == oracle_cell("c3"));
    check_moves("c3e5");
    play("c3e5");
    TEST_CHECK(game.now.mover == 1 && game.now.jumper == ORACLE_NO_JUMPER);
    check_text("8/8/8/4M1m1/8/6m1/5M1M/8 1");
}

/* A man that is crowned stops, although a king could go on; a king jumps back as well. */
static void test_crowning(void) {
    begin("8/2m1m3/1M6/8/8/8/8/8 0");
    play("b6d8");
    check_text("3K4/4m3/8/8/8/8/8/8 1");
    begin("3K4/4m3/8/4m3/8/8/8/8 0");
    check_moves("d8f6");
    play("d8f6");
    check_moves("f6d4");
    play("f6d4");
    TEST_CHECK(oracle_draughts_ending_of(&game) == ORACLE_DRAUGHTS_STUCK);
    begin("8/8/8/8/8/8/1m6/8 1");
    check_moves("b2a1 b2c1");
    play("b2a1");
    check_text("8/8/8/8/8/8/8/k7 0");
    begin("8/8/8/8/1M6/8/8/8 0"); /* a man never goes back */
    check_moves("b4a5 b4c5");
}

static void test_stuck(void) {
    begin("8/8/8/2m5/1m6/M7/8/8 0");
    check_moves("");
    TEST_CHECK(oracle_draughts_ending_of(&game) == ORACLE_DRAUGHTS_STUCK);
}

static void test_repetition(void) {
    static const char *const kings[4] = {"a1b2", "h8g7", "b2a1", "g7h8"};
    begin("7k/8/8/8/8/8/8/K7 0");
    for (int i = 0; i < 8; i++) {
        TEST_CHECK(oracle_draughts_ending_of(&game) == ORACLE_DRAUGHTS_GOES_ON);
        play(kings[i % 4]);
    }
    TEST_CHECK(oracle_draughts_ending_of(&game) == ORACLE_DRAUGHTS_REPEAT);
    TEST_CHECK(!oracle_draughts_go(&game, "a1b2"));
}

/* The action of a man and a jump begin the count again; being stuck does not come before a draw. */
static void test_quiet(void) {
    begin("7k/8/8/8/8/M7/8/K7 0");
    game.now.quiet = 78;
    play("a1b2");
    TEST_CHECK(game.now.quiet == 79);
    play("h8g7");
    TEST_CHECK(oracle_draughts_ending_of(&game) == ORACLE_DRAUGHTS_QUIET);
    begin("8/8/8/8/3k4/8/1k6/K7 1");
    game.now.quiet = 79;
    play("d4c3");
    check_moves("");
    TEST_CHECK(oracle_draughts_ending_of(&game) == ORACLE_DRAUGHTS_QUIET);
    begin("7k/8/8/8/8/M7/8/K7 0");
    game.now.quiet = 79;
    play("a3b4");
    TEST_CHECK(game.now.quiet == 0);
    begin("7k/8/8/8/8/2m5/1K6/8 0");
    game.now.quiet = 79;
    play("b2d4");
    TEST_CHECK(game.now.quiet == 0);
    TEST_CHECK(oracle_draughts_ending_of(&game) == ORACLE_DRAUGHTS_GOES_ON);
}

static void test_bad_texts(void) {
    static const char *const list[] = {"",
                                       "8/8/8/8/8/8/8/8",
                                       "8/8/8/8/8/8/8/8 2",
                                       "8/8/8/8/8/8/8/8 0 ",
                                       "8/8/8/8/8/8/8 0",
                                       "8/8/8/8/8/8/8/1M6 0",
                                       "8/8/8/8/8/8/8/Q7 0"};
    for (size_t i = 0; i < sizeof list / sizeof list[0]; i++) {
        oracle_draughts g;
        TEST_CHECK_(oracle_draughts_read(&g, list[i]) != NULL, "\"%s\" is refused", list[i]);
    }
}

TEST_LIST = {
    {"perft", test_perft},       {"start", test_start},         {"jumps", test_jumps},
    {"crowning", test_crowning}, {"stuck", test_stuck},         {"repetition", test_repetition},
    {"quiet", test_quiet},       {"bad_texts", test_bad_texts}, {NULL, NULL}};
