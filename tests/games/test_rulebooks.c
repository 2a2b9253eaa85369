/* The rules texts of games/rulebooks: a few games of each by hand where no published counts tell
 * whether they are right, and the battery over all of them. */
#include <acutest.h>

#include "engine/game/battery.h"
#include "tests/support/books.h"
#include "tests/support/one_line.h"
#include "tests/support/oracle_chess.h"

BOOKS_OF_ALL_TESTS(books_read(RULEBOOKS))

static void check_texts(void) {
    TEST_ASSERT_(texts != NULL, "all texts can be read, without warnings");
}

/* A game under options from a position (NULL: the start); the events played; events that must then
 * be refused, how it stands, and the position's text (NULL: not asked). */
typedef struct story {
    const char *game, *setup, *from, *events, *refused, *result, *text;
} story;

static void check_refused(const story *t, const position *p) {
    char list[256];
    snprintf(list, sizeof list, "%s", t->refused);
    for (char *w = strtok(list, " "); w; w = strtok(NULL, " ")) {
        error err;
        TEST_CHECK_(position_verify(p, w, NULL, &err) != ST_OK, "%s, %s: %s is refused", t->game,
                    t->events, w);
    }
}

static void check_story(const story *t) {
    char buf[512];
    position *p = books_at(texts, t->game, t->setup, t->from);
    TEST_CHECK_(p != NULL, "%s: %s", t->game, t->from ? t->from : "start");
    if (!p) return;
    TEST_CHECK_(one_line_play(p, t->events), "%s, from %s: %s", t->game,
                t->from ? t->from : "start", t->events);
    if (t->refused) check_refused(t, p);
    text result = text_over(buf, sizeof buf);
    books_result(p, &result);
    TEST_CHECK_(strcmp(buf, t->result) == 0, "%s, from %s: %s ends in %s", t->game,
                t->from ? t->from : "start", t->events, t->result);
    TEST_MSG("found %s", buf);
    if (t->text) TEST_CHECK_(one_line_is(p, t->text), "%s: %s", t->game, t->text);
    position_destroy(p);
}

static void check_stories(const story *list, size_t n) {
    check_texts();
    for (size_t i = 0; i < n; i++) check_story(&list[i]);
}
#define CHECK_STORIES(list) check_stories(list, sizeof(list) / sizeof(list)[0])

static void check_legal(const char *name, const char *setup, const char *from, const char *legal) {
    char buf[2048];
    position *p = books_at(texts, name, setup, from);
    TEST_ASSERT(p != NULL);
    text out = text_over(buf, sizeof buf);
    books_legal(p, &out);
    TEST_CHECK_(strcmp(buf, legal) == 0, "%s, %s: %s", name, from ? from : "start", legal);
    TEST_MSG("found %s", buf);
    position_destroy(p);
}

/* --- chaturanga and its children --- */

static void test_chaturanga(void) {
    static const char stuck[] = "k1K5/7R/8/8/8/7p/7P/8 1";
    static const char last[] = "4k3/3p4/8/8/8/8/8/K2R4 0";
    static const story list[] = {
        {"chaturanga", "", stuck, "", NULL, "1 0", NULL},
        {"chaturanga_stalemate", "", stuck, "", NULL, "0 1", NULL},
        {"chaturanga_peace", "", stuck, "", NULL, "0.5 0.5", NULL},
        /* checkmate is one whatever stalemate is */
        {"chaturanga_stalemate", "", "k1K5/R7/R7/8/8/7p/7P/8 1", "", NULL, "1 0", NULL},
        /* the last piece goes; a lone one can be bared back */
        {"chaturanga", "", last, "d1d7", NULL, "1 0", NULL},
        {"chaturanga_bare", "", last, "d1d7", NULL, "-", NULL},
        {"chaturanga_bare", "", last, "d1d7 e8d7", NULL, "0.5 0.5", NULL},
        {"chaturanga_bare", "", last, "d1d7 e8f8", NULL, "1 0", NULL},
        {"chaturanga_bare", "", "4k3/3p4/8/8/8/8/8/K2R3A 0", "d1d7", NULL, "1 0", NULL},
        /* once, and only once, the raja leaps */
        {"chaturanga_leap", "", NULL, "e1d3 e8d6 a2a3 a7a6", "d3e5 d3f4", "-", NULL},
        {"chaturanga", "", NULL, "", "e1d3 e2e4", "-", NULL},
        /* what stood on the file, for both sides */
        {"chaturanga_files", "", "7k/1P5p/8/8/8/8/8/K7 0", "b7b8", NULL, "-",
         "1A5k/7p/8/8/8/8/8/K7 1 turns=1"},
        {"chaturanga_files", "", "7k/4P2p/8/8/8/8/8/K7 0", "e7e8", NULL, "-",
         "4M2k/7p/8/8/8/8/8/K7 1 turns=1"},
        {"chaturanga_files", "", "7k/8/8/8/8/8/p6P/4K3 1", "a2a1", NULL, "-",
         "7k/8/8/8/8/8/7P/r3K3 0 turns=1"},
        {"chaturanga", "", "7k/1P5p/8/8/8/8/8/K7 0", "b7b8", NULL, "-",
         "1M5k/7p/8/8/8/8/8/K7 1 turns=1"},
        /* a lost ratha comes back, and then it is not lost any more */
        {"chaturanga_ransom", "", "7k/7p/8/8/8/8/7P/R2r3K 1", "d1a1", NULL, "-",
         "7k/7p/8/8/8/8/7P/r6K 0 lost=0,0,1,0,0,0,0,0,0,0,0,0 turns=1"},
        {"chaturanga_ransom", "", "7k/1P5p/8/8/8/8/8/K7 0 lost=0,0,1,0,0,0,0,0,0,0,0,0", "b7b8r",
         NULL, "-", "1R5k/7p/8/8/8/8/8/K7 1 turns=1"},
        /* gajas: two squares straight; four legs and a trunk */
        {"chaturanga_straight", "", NULL, "c1c3 c8c6", "c3e5", "-", NULL},
        {"chaturanga_trunk", "", "4k2p/8/8/8/3G4/8/8/4K3 0", "", "d4f6 d4d3 d4c4", "-", NULL},
        {"chaturanga_trunk", "", "4k2p/8/8/8/3G4/8/8/4K3 0", "d4d5", NULL, "-", NULL},
        {"chaturanga_trunk", "", "4k2p/8/8/8/3G4/8/8/4K3 0", "d4e3", NULL, "-", NULL},
        {"chaturanga_crosswise", "", NULL, "d2d3", NULL, "-",
         "ragmkgar/pppppppp/8/8/8/3P4/PPP1PPPP/RAGKMGAR 1 turns=1"},
        {"shatranj", "", "4k3/3p4/8/8/8/8/8/K2R4 w - - 0 1", "d1d7", NULL, "-", NULL},
        {"shatranj", "", "4k3/3p4/8/8/8/8/8/K2R4 w - - 0 1", "d1d7 e8d7", NULL, "0.5 0.5", NULL},
        {"shatranj", "", "4k3/3p4/8/8/8/8/8/K2R4 w - - 0 1", "d1d7 e8f8", NULL, "1 0", NULL},
        {"shatranj", "", "4k3/3p4/8/8/8/8/8/K2R4 w - - 139 1", "d1e1", NULL, "0.5 0.5", NULL},
        {"shatranj", "", "k1K5/7R/8/8/8/7p/7P/8 b - - 0 1", "", NULL, "1 0", NULL},
    };
    CHECK_STORIES(list);
    check_texts();
    /* nothing lost yet: the padati waits */
    check_legal("chaturanga_ransom", "", "7k/1P5p/8/8/8/8/8/K7 0", "a1a2 a1b1 a1b2");
    check_legal("chaturanga_ransom", "", "7k/1P5p/8/8/8/8/8/K7 0 lost=0,0,1,0,2,0,0,0,0,0,0,0",
                "a1a2 a1b1 a1b2 b7b8a b7b8r");
}

/* --- variants of chess --- */

static void test_chess_variants(void) {
    static const story list[] = {
        /* the third check wins, the second does not */
        {"threecheck", "", "4k3/8/8/8/8/8/8/R3K3 w Q - 1+3 0 1", "a1a8", NULL, "1 0", NULL},
        {"3check", "", "4k3/8/8/8/8/8/8/R3K3 w Q - 2+3 0 1", "a1a8", NULL, "-",
         "R3k3/8/8/8/8/8/8/4K3 b - - 1+3 1 1"},
        {"threecheck", "", "4k3/8/8/8/8/8/8/R3K3 w Q - 3+3 0 1", "a1b1", NULL, "-",
         "4k3/8/8/8/8/8/8/1R2K3 b - - 3+3 1 1"},
        {"kingofthehill", "", "8/8/8/8/8/2K5/8/k7 w - - 0 1", "c3d4", NULL, "1 0", NULL},
        {"koth", "", "8/8/8/8/8/2K5/8/k7 w - - 0 1", "c3c4", NULL, "-", NULL},
        /* a text says as much as the moves that lead there; a win does not wait to be played */
        {"chess", "", "8/8/8/8/8/2K5/8/k7 w - - 0 1", "", NULL, "0.5 0.5",
         "8/8/8/8/8/2K5/8/k7 w - - 0 1 over=call,insufficient"},
        {"chess", "", "8/8/8/8/8/2K5/7R/k7 w - - 99 90", "h2g2", NULL, "0.5 0.5",
         "8/8/8/8/8/2K5/6R1/k7 b - - 100 90 over=claim,fifty"},
        {"chess", "", "8/8/8/8/8/2K5/7R/k7 w - - 100 90", "", NULL, "0.5 0.5", NULL},
        {"chess", "", "8/8/8/8/8/2K5/7R/k7 w - - 99 90", "h2g2 a1b1 c3d3", NULL, "0.5 0.5",
         "8/8/8/8/8/3K4/6R1/1k6 b - - 102 91 over=claim,fifty"},
        {"chess", "", "8/8/8/8/8/2K5/7R/k7 w - - 150 90", "", NULL, "0.5 0.5",
         "8/8/8/8/8/2K5/7R/k7 w - - 150 90 over=call,seventyfive"},
        {"koth", "", "8/8/8/3k4/8/2K5/8/8 w - - 0 1", "", NULL, "0 1", NULL},
        {"atomic", "", "7r/8/8/8/8/8/8/K7 b - - 0 1", "", NULL, "1 0", NULL},
        /* mate on the hundredth move is mate */
        {"chess", "", "k7/8/1K6/8/8/8/8/7R w - - 99 90", "h1h8", NULL, "1 0", NULL},
        /* rights go with an exploded rook or king */
        {"atomic", "", "4k2r/8/8/8/8/8/8/K3R3 w k - 0 1", "e1e8", NULL, "1 0",
         "7r/8/8/8/8/8/8/K7 b - - 0 1 over=0"},
        {"atomic", "", "4k2r/6p1/8/8/8/8/P7/K5R1 w k - 0 1", "g1g7", NULL, "-",
         "4k3/8/8/8/8/8/P7/K7 b - - 0 1"},
        /* white arrives: black answers, does not, cannot */
        {"racingkings", "", "8/k6K/8/8/8/8/8/8 w - - 0 1", "h7h8", NULL, "-", NULL},
        {"racingkings", "", "8/k6K/8/8/8/8/8/8 w - - 0 1", "h7h8 a7a8", NULL, "0.5 0.5", NULL},
        {"racingkings", "", "8/k6K/8/8/8/8/8/8 w - - 0 1", "h7h8 a7b6", NULL, "1 0", NULL},
        {"racingkings", "", "8/7K/k7/8/8/8/8/8 w - - 0 1", "h7h8", NULL, "1 0", NULL},
        {"racingkings", "", "8/k6K/8/8/8/8/8/R7 b - - 0 1", "", NULL, "-", NULL},
        {"racingkings", "", "8/k7/7K/8/8/8/8/8 b - - 0 1", "a7a8", NULL, "0 1", NULL},
        {"racingkings", "", "8/8/8/8/8/k6K/8/1R6 w - - 0 1", "", "b1a1", "-", NULL},
        /* the blast takes the king, and castling rights with the rook */
        {"atomic", "", "4k3/4p3/8/8/8/8/8/4R1K1 w - - 0 1", "e1e7", NULL, "1 0", NULL},
        {"atomic", "", "4k3/8/8/8/8/8/4p3/4K3 w - - 0 1", "", "e1e2", "-", NULL},
        {"atomic", "", "4k3/8/8/8/8/8/3pK3/3R4 w - - 0 1", "", "d1d2", "-", NULL},
        {"atomic", "", "b3k3/8/8/8/8/8/6P1/R3K2R b KQ - 0 1", "a8g2", NULL, "-",
         "4k3/8/8/8/8/8/8/R3K3 w Q - 0 2"},
        /* pawns next to a capture stay */
        {"atomic", "", "4k3/8/8/2pnp3/2PpP3/8/8/3RK3 w - - 0 1", "d1d4", NULL, "-",
         "4k3/8/8/2p1p3/2P1P3/8/8/4K3 b - - 0 1"},
        {"crazyhouse", "", "4k3/P7/8/8/8/8/8/4K3[] w - - 0 1", "a7a8q", NULL, "-",
         "Q~3k3/8/8/8/8/8/8/4K3[] b - - 0 1"},
        {"crazyhouse", "", "4k3/8/8/8/8/8/1q6/Q~3K3[] b - - 0 1", "b2a1", NULL, "-",
         "4k3/8/8/8/8/8/8/q3K3[p] w - - 0 2"},
        {"crazyhouse", "", "4k3/8/8/8/8/8/1q6/Q3K3[] b - - 0 1", "b2a1", NULL, "-",
         "4k3/8/8/8/8/8/8/q3K3[q] w - - 0 2"},
        {"crazyhouse", "", "4k3/8/8/8/8/8/8/Q~3K3[] w - - 0 1", "a1a5", NULL, "-",
         "4k3/8/8/Q~7/8/8/8/4K3[] b - - 1 1"},
        {"crazyhouse", "", "4k3/8/8/8/8/8/8/4K3[Pn] w - - 5 1", "P@e4", "P@e5", "-",
         "4k3/8/8/8/4P3/8/8/4K3[n] b - - 0 1"},
        {"crazyhouse", "", "4k3/8/8/8/8/8/8/4K3[Pn] w - - 5 1", "", "P@e8 P@a1 P@a8 N@e4 e4", "-",
         NULL},
        {"crazyhouse", "", "4k3/8/8/pP6/8/8/8/4K3[] w - a6 0 1", "b5a6", NULL, "-",
         "4k3/8/P7/8/8/8/8/4K3[P] b - - 0 1"},
        {"losalamos", "", "2k3/P5/6/6/6/2K3 w - - 0 1", "a5a6n", NULL, "0.5 0.5", NULL},
        {"losalamos", "", "2k3/6/6/6/P5/2K3 w - - 0 1", "", "a2a4", "-", NULL},
        {"losalamos", "", "2k3/P5/6/6/6/2K3 w - - 0 1", "", "a5a6b", "-", NULL},
    };
    CHECK_STORIES(list);
}

/* King takes rook, wherever they stand, and flags in both of their forms. */
static void test_chess960(void) {
    static const story list[] = {
        {"chess960", "", NULL, "g1f3 g8f6 g2g3 g7g6 f1g2 f8g7 e1h1", "e8g8", "-",
         "rnbqk2r/ppppppbp/5np1/8/8/5NP1/PPPPPPBP/RNBQ1RK1 b kq - 3 4"},
        {"chess960", "", "4k3/8/8/8/8/8/8/RK3R2 w FA - 0 1", "b1f1", NULL, "-",
         "4k3/8/8/8/8/8/8/R4RK1 b - - 1 1"},
        {"chess960", "", "4k3/8/8/8/8/8/8/RK3R2 w KQ - 0 1", "b1a1", NULL, "-",
         "4k3/8/8/8/8/8/8/2KR1R2 b - - 1 1"},
        {"chess960", "", "4k3/8/8/8/8/8/8/RK3R2 w KQ - 0 1", "f1f2", "b1a1", "-",
         "4k3/8/8/8/8/8/5R2/RK6 b Q - 1 1"},
        /* an inner rook has no X-FEN letter */
        {"chess960", "", "4k3/8/8/8/8/8/8/1K3R1R w F - 0 1", "h1h2", NULL, "-",
         "4k3/8/8/8/8/8/7R/1K3R2 b K - 1 1"},
        {"chess960", "", "4k3/8/8/8/8/8/8/1K3R1R w F - 0 1", "", "b1h1", "-",
         "4k3/8/8/8/8/8/8/1K3R1R w F - 0 1"},
        /* through check, and with the rook's way barred */
        {"chess960", "", "3rk3/8/8/8/8/8/8/RK3R2 w KQ - 0 1", "", "b1f1", "-", NULL},
        {"chess960", "", "4k3/8/8/8/8/8/8/RK1n1R2 w KQ - 0 1", "", "b1f1 b1a1", "-", NULL},
    };
    CHECK_STORIES(list);
    check_texts();
    const game *g = text_library_game(texts, "chess960");
    error err;
    TEST_CHECK(one_line_refused(g, "4k3/8/8/8/8/8/8/4K3 w Z - 0 1", &err) == ST_BAD_FEN);
    TEST_CHECK(strstr(err.text, "no such flag") != NULL);
}

/* Every start by its number, against the oracle's own way from number to board. */
static void test_starts960(void) {
#if TEST_PACE
    const int step = 13;
#else
    const int step = 239;
#endif
    check_texts();
    for (int i = 0; i < 960; i += step) {
        char setup[32], fen[ORACLE_TEXT], buf[ORACLE_TEXT];
        oracle_chess o;
        oracle_chess_start960(&o, i);
        oracle_chess_write(&o, fen);
        snprintf(setup, sizeof setup, "set start=%d", i);
        position *p = books_at(texts, "chess960", setup, NULL);
        position *q = books_at(texts, "chess960", setup, fen);
        TEST_ASSERT(p != NULL && q != NULL);
        text out = text_over(buf, sizeof buf);
        position_write(p, &out);
        *strchr(buf, ' ') = *strchr(fen, ' ') = '\0';
        TEST_CHECK_(strcmp(buf, fen) == 0, "start %d is %s", i, fen);
        TEST_CHECK_(position_key(p) == position_key(q), "start %d: its FEN is the start", i);
        position_destroy(p);
        position_destroy(q);
    }
}

/* --- draughts, go, and rows --- */

static void test_old_games(void) {
    static const story list[] = {
        {"draughts", "", "7k/8/8/8/8/8/8/K7 0 quiet=79", "a1b2", NULL, "0.5 0.5", NULL},
        {"draughts", "", "7k/8/8/8/8/8/8/K7 0 quiet=78", "a1b2", NULL, "-", NULL},
        {"draughts", "", "7k/8/8/8/8/8/8/K7 0", "a1b2 h8g7 b2a1 g7h8 a1b2 h8g7 b2a1 g7h8", NULL,
         "0.5 0.5", NULL},
        /* crowned: the turn is over, although a king could jump on */
        {"draughts", "", "8/2m1m3/1M6/8/8/8/8/8 0", "b6d8", NULL, "-",
         "3K4/4m3/8/8/8/8/8/8 1 turns=1"},
        /* jumping is forced */
        {"draughts", "", "8/8/8/8/3m4/2M5/8/6M1 0", "", "c3b4 g1h2", "-", NULL},
        {"international", "", "1k8/10/10/10/10/10/10/10/10/K1K7 0 two=9", "c1b2", NULL, "0.5 0.5",
         NULL},
        {"international", "", "1k8/10/10/10/10/10/10/10/10/K1K7 0 two=8", "c1b2", NULL, "-", NULL},
        {"international", "", "1k8/10/10/10/10/10/10/10/10/K1K1K5 0 three=31", "c1b2", NULL,
         "0.5 0.5", NULL},
        {"international", "", "1k8/10/10/10/10/10/10/10/10/K1K1M5 0 three=31", "c1b2", NULL,
         "0.5 0.5", NULL},
        {"international", "", "1k8/10/10/10/10/10/10/10/10/K1K1K1K3 0 three=31 quiet=48", "c1b2",
         NULL, "-", NULL},
        {"international", "", "1k8/10/10/10/10/10/10/10/10/K1K1K1K3 0 quiet=49", "c1b2", NULL,
         "0.5 0.5", NULL},
        /* ko: the stone cannot be taken back at once, but after an exchange elsewhere */
        {"go", "set size=5", "5/5/1Ss2/Ss1s1/1Ss2 0", "c2", "b2", "-", NULL},
        {"go", "set size=5", "5/5/1Ss2/Ss1s1/1Ss2 0", "c2 e5 e4 b2", NULL, "-", NULL},
        {"go", "set size=5", "5/5/5/s4/1s3 0", "", "a1", "-", NULL}, /* suicide */
        {"go", "set size=5", NULL, "c3 pass pass", NULL, "1 0", NULL},
        {"go", "set size=5", NULL, "pass pass", NULL, "0 1", NULL},
        {"go", "set size=5 set komi=0", NULL, "pass pass", NULL, "0.5 0.5", NULL},
        /* 5 x 5: black has ten points, white fifteen less the komi that is not given */
        {"go", "set size=5 set komi=0", "5/5/sssss/SSSSS/5 0", "pass pass", NULL, "0 1", NULL},
        {"go", "set size=5 set komi=5", "sssss/SSSSS/5/5/5 0", "pass pass", NULL, "1 0", NULL},
        {"go", "set size=5 set komi=15", "sssss/SSSSS/5/5/5 0", "pass pass", NULL, "0.5 0.5", NULL},
        {"go", "set size=5 set komi=15.5", "sssss/SSSSS/5/5/5 0", "pass pass", NULL, "0 1", NULL},
        {"gomoku", "set size=6", "6/6/6/6/6/SSSS1S 0", "e1", NULL, "1 0", NULL},
        {"gomoku_standard", "set size=6", "6/6/6/6/6/SSSS1S 0", "e1", NULL, "-", NULL},
        {"gomoku_standard", "set size=6", "6/6/6/6/6/SSSS2 0", "e1", NULL, "1 0", NULL},
        {"hex", "set size=3 set swap=1", NULL, "a2 swap", "swap", "-", "3/3/1s1 0 turns=2"},
        {"hex", "set size=3", NULL, "a2", "swap", "-", NULL},
        {"hex", "set size=3", NULL, "a1 a2 b1 b2 c1 c2", NULL, "0 1", NULL},
        {"hex", "set size=3", NULL, "a1 c1 a2 b1 a3", NULL, "1 0", NULL},
    };
    CHECK_STORIES(list);
}

/* --- the others --- */

static void test_new_games(void) {
    static const story list[] = {
        {"ataxx", "", "7/7/7/3b3/7/1B5/7 0", "c3", NULL, "1 0", NULL},
        {"ataxx", "", "7/7/7/3b3/7/1B5/7 0", "b2c4", NULL, "1 0", NULL},
        {"ataxx", "", "7/7/7/4b2/7/1B5/7 0 quiet=99", "b2b4", "pass", "0.5 0.5", NULL},
        {"ataxx", "", "7/7/7/4b2/7/1B5/7 0 quiet=99", "b3", "b2b5", "-", NULL},
        {"loa", "", "7m/8/8/8/8/3M4/1M6/M6m 0", "d3c3", NULL, "1 0", NULL},
        {"loa", "", "7m/8/8/8/8/3M4/1M6/M6m 0", "", "d3b3 d3f3 h1g1", "-", NULL},
        /* not over an enemy, but onto one; over one's own */
        {"loa", "", "M7/8/8/7m/8/8/8/Mm5m 0", "", "a1c1 a1d1 a1b1", "-", NULL},
        {"loa", "", "M7/8/8/7m/8/8/8/M2m3m 0", "a1d1", NULL, "-", "M7/8/8/7m/8/8/8/3M3m 1 turns=1"},
        {"loa", "", "M4m2/8/8/7m/8/8/8/MM6 0", "a1c1", NULL, "-", NULL},
        {"domineering", "set width=2 set height=2", NULL, "a1", NULL, "1 0", NULL},
        {"domineering", "set width=2 set height=2", NULL, "", "a2 b2", "-", NULL},
        {"domineering", "set width=3 set height=2", NULL, "a1 b1", "c1", "0 1", NULL},
        {"domineering", "set width=3 set height=2", NULL, "b1", NULL, "1 0", NULL},
        {"dots", "set width=1 set height=1", NULL, "b1 a2 c2 b3", NULL, "0 1", NULL},
        {"dots", "set width=2 set height=1", NULL, "b1 a2 b3 c2", "b2 c2", "-",
         "1L03/L0bL02/1L03 1 turns=4"},
        {"dots", "set width=2 set height=1", NULL, "b1 a2 b3 c2 d1 d3 e2", NULL, "0 1", NULL},
        /* one line closes two boxes */
        {"dots", "set width=2 set height=1", NULL, "b1 a2 b3 d1 d3 e2 c2", NULL, "1 0", NULL},
    };
    CHECK_STORIES(list);
}

/* Jumps, walls that are in the way of others, and ways that stay open. */
static void test_quoridor(void) {
    static const char three[] = "9/9/4P34/9/4P24/9/4P14/9/8P4 0 walls=5,5,5,5";
    static const story list[] = {
        /* straight over a pawn, and only straight */
        {"quoridor", "set size=5", NULL, "c1c2 c5c4 c2c3", "c4c3 c4b3 c4d3 c4c1", "-", NULL},
        {"quoridor", "set size=5", NULL, "c1c2 c5c4 c2c3 c4c2", NULL, "-", NULL},
        /* a wall behind it: round it, but not through a wall */
        {"quoridor", "set size=5", NULL, "c1c2 c5c4 c2c3 c2n a4e", "c4c2 c4c3", "-", NULL},
        {"quoridor", "set size=5", NULL, "c1c2 c5c4 c2c3 c2n a4e c4b3", NULL, "-", NULL},
        {"quoridor", "set size=5", NULL, "c1c2 c5c4 c2c3 c2n c3e", "c4d3 c4c2", "-", NULL},
        /* a wall between the two: no jump */
        {"quoridor", "set size=5", NULL, "c1c2 c5c4 c2c3 b3n a1n", "c4c2 c4c3 c4b3", "-", NULL},
        /* the rim behind it */
        {"quoridor", "set size=4", "7/7/7/7/2p4/7/2P4 1 walls=1,1", "", "b2b1", "-", NULL},
        {"quoridor", "set size=4", "7/7/7/7/2p4/7/2P4 1 walls=1,1", "b2c1", NULL, "0 1", NULL},
        /* walls overlap, cross, and close the last way */
        {"quoridor", "set size=3", NULL, "a1n", "b1n a1e b1e", "-",
         "2p2/5/5/W0W0W02/2P2 1 walls=9,10 turns=1"},
        {"quoridor", "set size=3", NULL, "a1n a2e", "b2e c1e a1s a3n b1ne", "-", NULL},
        {"quoridor", "set size=3 set supply=0", NULL, "", "a1n b1e", "-", NULL},
        {"quoridor", "set size=3", NULL, "b1b2 b3b1", NULL, "0 1", NULL},
        {"quoridor", "", NULL, "e1e2 e9e8 e2e1 e8e9 e1e2 e9e8 e2e1 e8e9", NULL, "0.5 0.5", NULL},
        /* a third pawn is behind it */
        {"quoridor4", "set size=5", three, "", "c2c3 c2c4", "-", NULL},
        {"quoridor4", "set size=5", three, "c2b3", NULL, "-", NULL},
    };
    CHECK_STORIES(list);
}

static void test_dice(void) {
    static const story list[] = {
        {"ludo", "players 2", NULL, "!die=6 a1", NULL, "-", "P23 0 hand=2,3 turns=1"},
        {"ludo", "players 2", NULL, "!die=2", NULL, "-", "24 1 hand=3,3 turns=1"},
        {"ludo", "players 2", NULL, "!die=6 a1 !die=3 a1d1 !die=6 m1", NULL, "-",
         "3P8p11 1 hand=2,2 turns=3"},
        {"ludo", "players 2", "P2p20 0 hand=2,2", "!die=3 a1d1", NULL, "-",
         "3P20 1 hand=2,3 turns=1"},
        {"ludo", "players 2", "22P1 0 hand=2,3", "!die=3 w1", NULL, "-",
         "24 1 hand=2,3 home=1,0 turns=1"},
        {"ludo", "players 2", "22P1 0 hand=2,3", "!die=1 w1x1", NULL, "-",
         "23P 1 hand=2,3 turns=1"},
        {"ludo", "players 2", "22P1 0 hand=0,3 home=2,0", "!die=2 w1", NULL, "1 0", NULL},
        /* no one lands on an own piece, not even at the gate */
        {"ludo", "players 2", "P1P21 0 hand=1,3", "!die=2", "a1c1", "-", NULL},
        {"ludo", "players 2", "P23 0 hand=2,3", "!die=6", "a1", "-", NULL},
        {"ludo", "players 3", NULL, "!die=1 !die=1 !die=6 q1", NULL, "-",
         "16P37 2 hand=3,3,2 turns=3"},
        /* each side's padatis go their own way */
        {"chaturaji", "set dice=1", NULL, "!die=5 a2a3 !die=5 b5c5 !die=5 e7e6 !die=5 g4f4", NULL,
         "-", NULL},
        {"chaturaji", "set dice=1", NULL, "!die=5", "a2b2 b5c5 a1c3", "-", NULL},
        /* a throw that no one can use is lost; two dice make two moves */
        {"chaturaji", "set dice=1", NULL, "!die=4 !die=3 a7c6", NULL, "-", NULL},
        {"chaturaji", "", NULL, "!die=3 b1c3 !die=5 a2a3 !die=4 !die=3 a7c6", NULL, "-", NULL},
        /* without a raja one is out, and the pieces go */
        {"chaturaji", "set dice=1", "K25P2K3/8/8/8/8/8/8/G12K13K4 0", "!die=4 a1a8", NULL, "-",
         "G16K3/8/8/8/8/8/8/3K13K4 2 turns=1 out=2"},
        {"chaturaji", "set dice=1", "G16K3/8/8/8/8/8/8/3K13K4 2 out=2", "!die=5 h8h7 !die=5 h1h2",
         NULL, "-", "G17/7K3/8/8/8/8/7K4/3K14 0 quiet=2 turns=2 out=2"},
        {"chaturaji", "set dice=1", "G16K3/8/8/8/8/8/8/3K14 0 out=10", "!die=4 a8h8", NULL,
         "1 0 0 0", NULL},
        {"chaturaji", "set dice=1", "K3P16/8/8/8/8/8/8/3K13K4 0 out=2 quiet=399", "!die=5 d1d2",
         NULL, "0.25 0.25 0.25 0.25", NULL},
        {"chaturaji", "set dice=1", "7K3/1P16/8/8/8/8/8/3K13K4 0 out=2", "!die=5 b7b8", NULL, "-",
         "1N15K3/8/8/8/8/8/8/3K13K4 2 quiet=1 turns=1 out=2"},
    };
    CHECK_STORIES(list);
    check_texts();
    check_legal("chaturaji", "set dice=1", NULL, "!die=2 !die=3 !die=4 !die=5");
}

/* --- dots and boxes, all of it --- */

static void count_results(const rules *r, const void *s, int *out) {
    _Alignas(16) unsigned char copy[512];
    action list[16];
    float utility[2];
    int32_t points[2];
    if (r->game->actor(r, s) == ACTOR_NONE) {
        r->game->returns(r, s, utility, points);
        out[utility[0] > utility[1] ? 0 : utility[0] < utility[1] ? 1 : 2]++;
        return;
    }
    int n = r->game->legal(r, s, NULL, list);
    for (int i = 0; i < n; i++) {
        memcpy(copy, s, r->state_size);
        r->game->apply(r, copy, NULL, list[i]);
        count_results(r, copy, out);
    }
}

/* Two boxes: 5040 orders of seven lines, counted by a program without any of this. */
static void test_all_of_dots(void) {
    check_texts();
    position *p = books_at(texts, "dots", "set width=2 set height=1", NULL);
    int got[3] = {0, 0, 0};
    TEST_ASSERT(p != NULL && position_rules(p)->state_size <= 512);
    count_results(position_rules(p), position_data(p), got);
    TEST_CHECK(got[0] == 720 && got[1] == 3168 && got[2] == 1152);
    TEST_MSG("found %d wins of the first, %d of the second, %d draws", got[0], got[1], got[2]);
    position_destroy(p);
}

/* --- chess of other countries --- */

#define TWO_PLAYERS_HAND_GOLD_PAWN " hand=0,0,0,1,0,0,0,1,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0"

static void test_east(void) {
    static const char around[] = "3k5/R8/9/9/9/9/9/9/9/5K3 w - - 0 1";
    static const char corner[] = "8k/9/6NG1/9/4p4/9/9/9/K8 0" TWO_PLAYERS_HAND_GOLD_PAWN;
    static const story list[] = {
        /* generals that would face each other; no action is a loss */
        {"xiangqi", "", "4k4/9/9/9/9/9/9/9/4R4/4K4 w - - 0 1", "e2e5", NULL, "-", NULL},
        {"xiangqi", "", "4k4/9/9/9/9/9/9/9/4R4/4K4 w - - 0 1", "", "e2d2 e1d2", "-", NULL},
        {"xiangqi", "", "3k5/R8/9/9/9/9/9/9/9/4K4 b - - 0 1", "", NULL, "1 0", NULL},
        /* who gives check for ever loses, who only moves to and fro does not */
        {"xiangqi", "", around, "a9a10 d10d9 a10a9 d9d10 a9a10 d10d9 a10a9 d9d10", NULL, "0 1",
         NULL},
        {"xiangqi", "", around, "a9a8 d10d9 a8a9 d9d10 a9a8 d10d9 a8a9 d9d10", NULL, "0.5 0.5",
         NULL},
        {"xiangqi", "", "3k5/9/9/9/9/9/9/9/R8/4K4 w - - 119 1", "a2a3", NULL, "0.5 0.5", NULL},
        /* janggi: generals that face each other, two passes, points and a half for red */
        {"janggi", "", "9/4k4/9/9/R8/9/9/9/3K5/9 w - - 0 1", "d2e2", "e9e8 e9e10", "-", NULL},
        {"janggi", "", "9/4k4/9/9/R8/9/9/9/3K5/9 w - - 0 1", "d2e2 e9d9", NULL, "-", NULL},
        {"janggi", "", "9/4k4/9/9/R8/9/9/9/3K5/9 w - - 0 1", "d2e2 pass", NULL, "1 0", NULL},
        {"janggi", "", NULL, "pass a7a6 pass pass", NULL, "0 1", NULL},
        {"janggi", "set blue_wings=1 set red_wings=3", NULL, "c1d3", NULL, "-",
         "rbna1anbr/4k4/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C1N3C1/4K4/RB1A1ABNR b - - 1 1"},
        /* makruk's counts: two ruas have till eight, four pieces are there */
        {"makruk", "", "4k3/8/8/8/8/8/r7/R3K2R w - - 0 1",
         "a1a2 e8e7 e1e2 e7e8 e2e1 e8e7 e1e2 e7e8 e2e3", NULL, "-", NULL},
        {"makruk", "", "4k3/8/8/8/8/8/r7/R3K2R w - - 0 1",
         "a1a2 e8e7 e1e2 e7d7 e2e1 d7d6 e1e2 d6e6 e2e1 e6e7", NULL, "0.5 0.5", NULL},
        {"makruk", "", "4k3/8/8/8/8/8/n7/R3K1M1 w - - 127 1", "e1e2", NULL, "0.5 0.5", NULL},
        {"makruk", "", "k7/2S5/1K6/8/8/8/8/8 b - - 0 1", "", NULL, "0.5 0.5", NULL},
        {"makruk", "", "4k3/8/8/P7/8/8/8/4K3 w - - 0 1", "a5a6m", NULL, "-", NULL},
        /* shogi: a pawn may not mate where it is dropped, a gold may; no second pawn on a file */
        {"shogi", "", corner, "", "P@i8 P@b9 N@e4", "-", NULL},
        {"shogi", "", corner, "G@i8", NULL, "1 0", NULL},
        {"shogi", "", corner, "P@h8", NULL, "-", NULL},
        {"shogi", "", "8k/9/9/9/9/9/8P/9/K8 0" TWO_PLAYERS_HAND_GOLD_PAWN, "", "P@i5 P@i9", "-",
         NULL},
        {"shogi", "", "8k/9/9/9/9/9/8P/9/K8 0" TWO_PLAYERS_HAND_GOLD_PAWN, "P@h5", NULL, "-", NULL},
        /* promotion: a choice inside, forced where nothing could move on */
        {"shogi", "", "4k4/P8/8N/9/9/S8/9/9/K8 0", "", "a8a9p i7h9n a4a5u", "-", NULL},
        {"shogi", "", "4k4/P8/8N/9/9/S8/9/9/K8 0", "a8a9", NULL, "-",
         "T3k4/9/8N/9/9/S8/9/9/K8 1 turns=1"},
        /* what was promoted goes to the hand as what it was */
        {"shogi", "", "4k4/9/9/9/9/9/9/t8/K8 0", "a1a2", NULL, "-",
         "4k4/9/9/9/9/9/9/K8/9 1 hand=0,0,0,0,0,0,0,1,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0 "
         "turns=1"},
        /* declaring needs 28 points of the first player */
        {"shogi", "", "K1RRBB3/TTTTTTTT1/9/9/9/9/9/9/8k 0", "declare", NULL, "1 0", NULL},
        {"shogi", "", "K1RRBB3/TTTTTTT2/9/9/9/9/9/9/8k 0", "", "declare", "-", NULL},
        {"shogi", "", "8K/9/9/9/9/9/9/1ttttttt1/1krrbb3 1", "declare", NULL, "0 1", NULL},
        /* the fourth time */
        {"shogi", "", NULL, "e1e2 e9e8 e2e1 e8e9 e1e2 e9e8 e2e1 e8e9 e1e2 e9e8 e2e1 e8e9", NULL,
         "0.5 0.5", NULL},
        {"shogi", "", "4k4/9/9/9/9/9/9/9/R7K 0",
         "a1a9r e9e8 a9a8r e8e9 a8a9r e9e8 a9a8r e8e9 a8a9r e9e8 a9a8r e8e9 a8a9r", NULL, "0 1",
         NULL},
    };
    CHECK_STORIES(list);
}

/* --- everything --- */

static void run_battery(const char *name, const char *setup, unsigned games) {
    const game *g = text_library_game(texts, name);
    TEST_ASSERT_(g != NULL, "%s is there", name);
    params p = one_line_setup(g, setup);
    battery_options o = {.seed = 7, .games = games, .max_plies = 2000, .looks = 4};
    battery_result r = {0};
    error err = {0};
    status st = battery_run(g, &p, &o, &r, &err);
    TEST_CHECK_(st == ST_OK, "%s %s", name, setup);
    TEST_MSG("%s", err.text);
    TEST_CHECK_(r.finished > 0, "%s %s: games come to an end", name, setup);
}

static void test_battery(void) {
#if TEST_PACE
    const unsigned games = 2;
#else
    const unsigned games = 1;
#endif
    check_texts();
#if TEST_PACE /* as they stand test_battery plays them, too: what is asked here is that they end */
    for (int i = 0; i < text_library_count(texts); i++)
        run_battery(text_library_at(texts, i)->name, "", games);
#endif
    static const char *const more[][2] = {
        {"breakthrough", "set size=5"},
        {"chaturaji", "set dice=1"},
        {"chess960", "set start=0"},
        {"chess960", "set start=959"},
        {"domineering", "set width=3 set height=5"},
        {"dots", "set width=1 set height=4"},
        {"go", "set size=5 set komi=0"},
        {"gomoku", "set size=19"},
        {"hex", "set size=5 set swap=1"},
        {"ludo", "players 2"},
        {"ludo", "set seats=3"},
        {"mnk", "set size=3 set target=3"},
    };
    for (size_t i = 0; i < sizeof more / sizeof more[0]; i++)
        run_battery(more[i][0], more[i][1], games);
}

TEST_LIST = {{"chaturanga", test_chaturanga},
             {"chess_variants", test_chess_variants},
             {"chess960", test_chess960},
             {"starts960", test_starts960},
             {"old_games", test_old_games},
             {"new_games", test_new_games},
             {"quoridor", test_quoridor},
             {"dice", test_dice},
             {"east", test_east},
             {"all_of_dots", test_all_of_dots},
             {"battery", test_battery},
             {NULL, NULL}};
