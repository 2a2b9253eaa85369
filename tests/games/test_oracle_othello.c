/* The othello of the oracle against published counts, and its end by hand. */
#include <acutest.h>

#include "tests/support/oracle_othello.h"

#if TEST_PACE
enum { DEEPEST = 9 };
#else
enum { DEEPEST = 7 };
#endif

/* Aart Bik's table lets a stuck player pass once before the game is over and so has the games that
 * ended early one ply later; with those added both ways of counting agree. */
static void test_perft(void) {
    static const uint64_t full[] = {1,    4,     12,     56,      244,     1396,
                                    8200, 55092, 390216, 3005288, 24571056};
    static const uint64_t over[] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 228};
    oracle_othello g;
    for (int d = 0; d <= DEEPEST; d++) {
        /* The four first moves are images of each other: of the deepest tree one quarter does. */
        bool quarter = d > 9;
        oracle_othello_start(&g);
        TEST_ASSERT(!quarter || oracle_othello_play(&g, "d3"));
        uint64_t ended = 0, got = oracle_othello_perft(&g, quarter ? d - 1 : d, &ended);
        if (quarter) got *= 4, ended *= 4;
        TEST_CHECK_(got == full[d] && ended == over[d], "perft %d", d);
        TEST_MSG("found %llu and %llu", (unsigned long long)got, (unsigned long long)ended);
    }
}

static void check_moves(const oracle_othello *g, const char *want) {
    oracle_words words;
    char all[ORACLE_WORDS * ORACLE_WORD];
    oracle_othello_moves(g, &words);
    oracle_words_join(&words, all);
    TEST_CHECK_(strcmp(all, want) == 0, "\"%s\"", want);
    TEST_MSG("found %s", all);
}

static void check_text(const oracle_othello *g, const char *want) {
    char out[ORACLE_TEXT];
    oracle_othello_write(g, out);
    TEST_CHECK_(strcmp(out, want) == 0, "%s", want);
    TEST_MSG("found %s", out);
}

static void test_start(void) {
    oracle_othello g;
    oracle_othello_start(&g);
    check_text(&g, "8/8/8/3Dd3/3dD3/8/8/8 0");
    check_moves(&g, "c4 d3 e6 f5");
    TEST_CHECK(!oracle_othello_play(&g, "c3") && !oracle_othello_play(&g, "pass"));
    TEST_CHECK(oracle_othello_play(&g, "d3"));
    check_text(&g, "8/8/8/3Dd3/3DD3/3D4/8/8 1");
    check_moves(&g, "c3 c5 e3");
    TEST_CHECK(oracle_othello_discs(&g, 0) == 4 && oracle_othello_discs(&g, 1) == 1);
}

/* A disc turns runs in all directions, and only those that end in one of its own. */
static void test_turning(void) {
    oracle_othello g;
    TEST_ASSERT(oracle_othello_read(&g, "8/5D2/4d3/1ddd4/1d1dD3/1ddd4/D7/8 0") == NULL);
    TEST_CHECK(oracle_othello_play(&g, "c4"));
    check_text(&g, "8/5D2/4D3/1ddD4/1dDDD3/1Ddd4/D7/8 1");
}

static void test_pass(void) {
    oracle_othello g;
    TEST_ASSERT(oracle_othello_read(&g, "8/8/8/8/8/8/8/Dd6 1") == NULL);
    check_moves(&g, "pass");
    TEST_CHECK(oracle_othello_play(&g, "pass"));
    check_text(&g, "8/8/8/8/8/8/8/Dd6 0");
    check_moves(&g, "c1");
    TEST_CHECK(oracle_othello_play(&g, "c1"));
    check_moves(&g, ""); /* neither can place */
    TEST_CHECK(!oracle_othello_play(&g, "pass"));
    TEST_CHECK(oracle_othello_discs(&g, 0) == 3 && oracle_othello_discs(&g, 1) == 0);
}

static void test_bad_texts(void) {
    static const char *const list[] = {"", "8/8/8/8/8/8/8/8", "8/8/8/8/8/8/8/8 2",
                                       "8/8/8/8/8/8/8/8 01", "8/8/8/8/8/8/8/7M 0"};
    for (size_t i = 0; i < sizeof list / sizeof list[0]; i++) {
        oracle_othello g;
        TEST_CHECK_(oracle_othello_read(&g, list[i]) != NULL, "\"%s\" is refused", list[i]);
    }
}

TEST_LIST = {{"perft", test_perft}, {"start", test_start},         {"turning", test_turning},
             {"pass", test_pass},   {"bad_texts", test_bad_texts}, {NULL, NULL}};
