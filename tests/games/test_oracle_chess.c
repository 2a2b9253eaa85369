/* The chess of the oracle against published counts, and its endings and texts by hand. */
#include <acutest.h>

#include "tests/support/oracle_chess.h"

/* Counts up to the most that a build does in a second or two. */
#if TEST_PACE
static const uint64_t most_leaves = 5000000;
#else
static const uint64_t most_leaves = 300000;
#endif

typedef struct counts {
    const char *fen;
    uint64_t at[6]; /* depth 1 and on; 0 ends */
} counts;

static void check_counts(const counts *c, size_t n, bool chess960) {
    for (size_t i = 0; i < n; i++) {
        oracle_chess g;
        const char *wrong = oracle_chess_read(&g, c[i].fen, chess960);
        TEST_ASSERT_(wrong == NULL, "%s: %s", c[i].fen, wrong ? wrong : "");
        for (int d = 0; d < 6 && c[i].at[d] > 0 && c[i].at[d] <= most_leaves; d++) {
            uint64_t got = oracle_chess_perft(&g, d + 1);
            TEST_CHECK_(got == c[i].at[d], "%s: perft %d", c[i].fen, d + 1);
            TEST_MSG("expected %llu, found %llu", (unsigned long long)c[i].at[d],
                     (unsigned long long)got);
        }
    }
}

/* The start and the five positions of the chess programming wiki that all programs use. */
static void test_perft(void) {
    static const counts list[] = {
        {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
         {20, 400, 8902, 197281, 4865609, 119060324}},
        {"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
         {48, 2039, 97862, 4085603, 193690690}},
        {"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", {14, 191, 2812, 43238, 674624, 11030083}},
        {"r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
         {6, 264, 9467, 422333, 15833292}},
        {"r2q1rk1/pP1p2pp/Q4n2/bbp1p3/Np6/1B3NBn/pPPP1PPP/R3K2R b KQ - 0 1",
         {6, 264, 9467, 422333, 15833292}},
        {"rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
         {44, 1486, 62379, 2103487, 89941194}},
        {"r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
         {46, 2079, 89890, 3894594, 164075551}},
    };
    check_counts(list, sizeof list / sizeof list[0], false);
}

/* From the chess programming wiki's "Chess960 Perft Results" (also in python-chess,
 * examples/perft/chess960.perft, and in Ethereal, src/perft/fischer.epd). */
static void test_perft960(void) {
    static const counts list[] = {
        {"bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
         {21, 528, 12189, 326672, 8146062, 227689589}},
        {"b1q1rrkb/pppppppp/3nn3/8/P7/1PPP4/4PPPP/BQNNRKRB w GE - 1 9",
         {20, 479, 10471, 273318, 6417013, 177654692}},
        {"qn1rbbkr/ppp2p1p/1n1pp1p1/8/3P4/P6P/1PP1PPPK/QNNRBB1R w hd - 2 9",
         {28, 811, 23175, 679699, 19836606, 594527992}},
        {"qnr1bkrb/pppp2pp/3np3/5p2/8/P2P2P1/NPP1PP1P/QN1RBKRB w GDg - 3 9",
         {33, 823, 26895, 713420, 23114629, 646390782}},
        {"bnqnrbkr/1pp2pp1/p7/3pP2p/4P1P1/8/PPPP3P/BNQNRBKR w HEhe d6 0 9",
         {31, 984, 28677, 962591, 29032175, 1008880643}},
        {"nnrkbbqr/1p2pppp/p2p4/2p5/8/1N2P1P1/PPPP1P1P/1NKRBBQR w hc - 0 9",
         {26, 672, 18136, 477801, 13342771, 363074681}},
        {"nbnrkrbq/2ppp2p/p4p2/1P4p1/4PP2/8/1PPP2PP/NBNRKRBQ w FDfd - 0 9",
         {31, 826, 26137, 732175, 23555139, 686250413}},
    };
    check_counts(list, sizeof list / sizeof list[0], true);
}

/* Bare boards, where castling is a large part of the count: the X-FEN positions that many engines
 * (Stockfish's forks, scalachess) test with, and those of toanth/motors
 * (gears/src/games/chess/perft_tests.rs), which Lynx and others took over. */
static void test_perft960_castling(void) {
    static const counts list[] = {
        {"r1k1r2q/p1ppp1pp/8/8/8/8/P1PPP1PP/R1K1R2Q w KQkq - 0 1",
         {23, 522, 12333, 285754, 7096972, 172843489}},
        {"r1k2r1q/p1ppp1pp/8/8/8/8/P1PPP1PP/R1K2R1Q w KQkq - 0 1",
         {28, 738, 20218, 541480, 15194841, 418430598}},
        {"8/8/8/4B2b/6nN/8/5P2/2R1K2k w Q - 0 1", {34, 318, 9002, 118388, 3223406, 44554839}},
        {"2r5/8/8/8/8/8/6PP/k2KR3 w K - 0 1", {17, 242, 3931, 57700, 985298, 14751778}},
        {"4r3/3k4/8/8/8/8/6PP/qR1K1R2 w KQ - 0 1", {19, 628, 12858, 405636, 8992652, 281330710}},
        {"2r1kr2/8/8/8/8/8/8/1R2K1R1 w GBfc - 0 1", {22, 501, 11459, 264663, 6236222, 149271720}},
        {"rkr5/8/8/8/8/8/8/5RKR w HFca - 0 1", {22, 442, 10217}},
        {"5rkr/8/8/8/8/8/8/RKR5 w CAhf - 0 1", {22, 442, 10206}},
        {"2r3kr/8/8/8/8/8/8/RK2R3 w Qk - 0 1", {21, 447, 9933, 226424, 5338161}},
        {"rk3r2/8/8/5r2/6R1/8/8/R3K1R1 w AGaf - 0 1", {31, 841, 23877, 711547, 20894205}},
        {"8/2k5/8/8/8/8/8/RR1K1R1R w KB - 0 1", {38, 174, 7530, 35038, 1620380, 7173240}},
        {"rrkrn1r1/2P2P2/8/p3pP2/8/8/4R2p/1RR1KR1R w KCdq e6 90 99",
         {53, 1349, 63522, 1754940, 80364051}},
    };
    check_counts(list, sizeof list / sizeof list[0], true);
}

static void check_start960(int number, const char *fen) {
    oracle_chess g;
    char out[ORACLE_TEXT];
    oracle_chess_start960(&g, number);
    oracle_chess_write(&g, out);
    TEST_CHECK_(strcmp(out, fen) == 0, "%d: %s", number, fen);
    TEST_MSG("found %s", out);
}

/* The standard set-up is the standard game, but for the way castling is written. */
static void test_usual960(void) {
    oracle_chess usual, g;
    oracle_chess_start(&usual);
    oracle_chess_start960(&g, 518);
    TEST_CHECK(oracle_chess_same(&usual, &g));
    TEST_CHECK(oracle_chess_perft(&g, 3) == 8902);
}

/* All are different, and the king is always between the rooks. */
static void test_starts960(void) {
    check_start960(0, "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 0 1");
    check_start960(518, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1");
    check_start960(959, "rkrnnqbb/pppppppp/8/8/8/8/PPPPPPPP/RKRNNQBB w CAca - 0 1");
    static char seen[960][ORACLE_TEXT];
    for (int i = 0; i < 960; i++) {
        oracle_chess g;
        oracle_chess_start960(&g, i);
        oracle_chess_write(&g, seen[i]);
        TEST_CHECK(g.rook[0][ORACLE_QUEEN_SIDE] < g.king[0] && g.king[0] < g.rook[0][0]);
        oracle_chess again;
        TEST_CHECK(oracle_chess_read(&again, seen[i], true) == NULL);
        TEST_CHECK(oracle_chess_same(&g, &again));
        for (int k = 0; k < i; k++) TEST_CHECK(strcmp(seen[i], seen[k]) != 0);
    }
}

static void test_bad_fens(void) {
    static const char *const list[] = {
        "",
        "8/8/8/8/8/8/8/8 w - - 0 1",
        "k7/8/8/8/8/8/8/KK6 w - - 0 1",
        "k7/8/8/8/8/8/8/K8 w - - 0 1",
        "k7/8/8/8/8/8/K7 w - - 0 1",
        "k7/8/8/8/8/8/8/8/K7 w - - 0 1",
        "k7/8/8/8/8/8/8/K5X1 w - - 0 1",
        "k7/8/8/8/8/8/8/K6P w - - 0 1",
        "k7/8/8/8/8/8/8/K7 x - - 0 1",
        "k7/8/8/8/8/8/8/K7 w K - 0 1",
        "4k3/8/8/8/8/8/8/4K1R1 w K - 0 1",
        "4k3/8/8/8/8/8/8/4K2R w KK - 0 1",
        "4k3/8/8/8/8/8/8/4K2R w H - 0 1",
        "k7/8/8/8/8/8/8/K7 w - e9 0 1",
        "k7/8/8/8/8/8/8/K7 w - e3 0 1",
        "k7/8/8/8/8/8/8/K7 w - - x 1",
        "k7/8/8/8/8/8/8/K7 w - - 0 0",
        "k7/8/8/8/8/8/8/K7 w - - -1 1",
        "k7/8/8/8/8/8/8/K7 w - - 0",
        "k7/8/8/8/8/8/8/K7 w - - 0 1 ",
        "kK6/8/8/8/8/8/8/8 w - - 0 1",
    };
    for (size_t i = 0; i < sizeof list / sizeof list[0]; i++) {
        oracle_chess g;
        TEST_CHECK_(oracle_chess_read(&g, list[i], false) != NULL, "\"%s\" is refused", list[i]);
    }
}

/* Plays words from a FEN (NULL: the start) and compares the FEN after each of the game. */
static void check_line(const char *from, const char *words, const char *to, bool chess960) {
    oracle_chess g;
    char word[ORACLE_WORD], out[ORACLE_TEXT];
    oracle_chess_start(&g);
    if (from) TEST_ASSERT(oracle_chess_read(&g, from, chess960) == NULL);
    while (*words) {
        size_t n = strcspn(words, " ");
        memcpy(word, words, n);
        word[n] = '\0';
        words += n + (words[n] == ' ');
        TEST_ASSERT_(oracle_chess_play(&g, word), "%s is legal", word);
    }
    oracle_chess_write(&g, out);
    TEST_CHECK_(strcmp(out, to) == 0, "%s", to);
    TEST_MSG("found %s", out);
    oracle_chess again;
    TEST_CHECK(oracle_chess_read(&again, out, chess960) == NULL);
    TEST_CHECK(oracle_chess_same(&g, &again));
    TEST_CHECK(again.clock == g.clock && again.number == g.number);
}

static void test_lines(void) {
    /* an en passant cell only where a pawn is next to it */
    check_line(NULL, "e2e4", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1", false);
    check_line(NULL, "e2e4 a7a6 e4e5 d7d5",
               "rnbqkbnr/1pp1pppp/p7/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 3", false);
    check_line(NULL, "e2e4 a7a6 e4e5 d7d5 e5d6",
               "rnbqkbnr/1pp1pppp/p2P4/8/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 3", false);
    /* the pawn next to it may be pinned: then no one can use the cell, and it is not kept */
    check_line("4k3/8/8/8/4p3/8/3P4/4R1K1 w - - 0 1", "d2d4", "4k3/8/8/8/3Pp3/8/8/4R1K1 b - - 0 1",
               false);
    check_line("5k2/8/8/8/4p3/8/3P4/4R1K1 w - - 0 1", "d2d4", "5k2/8/8/8/3Pp3/8/8/4R1K1 b - d3 0 1",
               false);
    check_line("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 3 7", "e1g1 e8c8",
               "2kr3r/8/8/8/8/8/8/R4RK1 w - - 5 8", false);
    check_line("r3k2r/8/8/8/8/8/8/R3K2R w HAha - 3 7", "e1h1 e8a8",
               "2kr3r/8/8/8/8/8/8/R4RK1 w - - 5 8", true);
    check_line("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "a1a8", "R3k2r/8/8/8/8/8/8/4K2R b Kk - 0 1",
               false);
    check_line("8/P6k/8/8/8/8/8/K7 w - - 5 1", "a7a8n", "N7/7k/8/8/8/8/8/K7 b - - 0 1", false);
    /* king and rook change places; the king does not move at all */
    check_line("4k3/8/8/8/8/8/8/5KR1 w G - 0 1", "f1g1", "4k3/8/8/8/8/8/8/5RK1 b - - 1 1", true);
    check_line("4k3/8/8/8/8/8/8/1RK5 w B - 0 1", "c1b1", "4k3/8/8/8/8/8/8/2KR4 b - - 1 1", true);
}

static void check_legal(const char *fen, bool chess960, const char *word, bool legal) {
    oracle_chess g;
    oracle_words words;
    TEST_ASSERT(oracle_chess_read(&g, fen, chess960) == NULL);
    oracle_chess_moves(&g, &words);
    TEST_CHECK_(oracle_words_have(&words, word) == legal, "%s in %s", word, fen);
}

/* En passant that uncovers a rook along the rank, and a castling rook that was a shield. */
static void test_legal(void) {
    check_legal("8/8/8/K2pP2r/8/8/8/7k w - d6 0 1", false, "e5d6", false);
    check_legal("8/8/8/K2pP3/7r/8/8/7k w - d6 0 1", false, "e5d6", true);
    check_legal("7k/8/8/8/8/8/8/rRK5 w B - 0 1", true, "c1b1", false);
    check_legal("7k/8/8/8/8/r7/8/1RK5 w B - 0 1", true, "c1b1", true);
    check_legal("1r5k/8/8/8/8/8/8/R3K3 w Q - 0 1", false, "e1c1", true); /* b1 may be attacked */
    check_legal("3r3k/8/8/8/8/8/8/R3K3 w Q - 0 1", false, "e1c1", false);
    check_legal("7k/8/8/8/8/8/8/R3K3 w - - 0 1", false, "e1c1", false);
    oracle_chess g;
    oracle_words words;
    oracle_chess_start(&g);
    oracle_chess_moves(&g, &words);
    TEST_CHECK(words.count == 20 && strcmp(words.at[0], "a2a3") == 0);
    for (int i = 1; i < words.count; i++) TEST_CHECK(strcmp(words.at[i - 1], words.at[i]) < 0);
}

static oracle_chess_game game;

static void check_ending(const char *fen, oracle_ending want) {
    oracle_chess g;
    TEST_ASSERT(oracle_chess_read(&g, fen, false) == NULL);
    oracle_chess_begin(&game, &g);
    oracle_ending got = oracle_chess_ending(&game);
    TEST_CHECK_(got == want, "%s: %d", fen, (int)want);
    TEST_MSG("found %d", (int)got);
}

static void test_endings(void) {
    check_ending("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3", ORACLE_CHECKMATE);
    check_ending("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", ORACLE_STALEMATE);
    check_ending("7k/6Q1/6K1/8/8/8/8/8 b - - 100 90", ORACLE_CHECKMATE);
    check_ending("7k/8/6K1/8/8/8/8/Q7 b - - 100 90", ORACLE_FIFTY);
    check_ending("7k/8/6K1/8/8/8/8/Q7 b - - 99 90", ORACLE_GOES_ON);
    check_ending("7k/8/8/8/8/8/8/K7 w - - 0 1", ORACLE_DEAD);
    check_ending("7k/8/8/8/8/8/8/K5N1 w - - 0 1", ORACLE_DEAD);
    check_ending("6nk/8/8/8/8/8/8/K5N1 w - - 0 1", ORACLE_GOES_ON);
    check_ending("7k/8/8/8/8/8/8/KB6 w - - 0 1", ORACLE_DEAD);
    check_ending("2b4k/8/8/8/8/8/8/KB1B4 w - - 0 1", ORACLE_DEAD); /* all on light cells */
    check_ending("1b5k/8/8/8/8/8/8/KB6 w - - 0 1", ORACLE_GOES_ON);
    check_ending("7k/8/8/8/8/8/8/KBN5 w - - 0 1", ORACLE_GOES_ON);
    check_ending("7k/7p/8/8/8/8/8/K7 w - - 0 1", ORACLE_GOES_ON);
}

/* Plays words n times; the game must go on before each. */
static void repeat(const char *const words[4], int n) {
    for (int i = 0; i < n; i++) {
        TEST_CHECK(oracle_chess_ending(&game) == ORACLE_GOES_ON);
        TEST_CHECK(oracle_chess_go(&game, words[i % 4]));
    }
}

static void test_threefold(void) {
    static const char *const knights[4] = {"g1f3", "g8f6", "f3g1", "f6g8"};
    oracle_chess g;
    oracle_chess_start(&g);
    oracle_chess_begin(&game, &g);
    repeat(knights, 8);
    TEST_CHECK(oracle_chess_ending(&game) == ORACLE_THREEFOLD);
    TEST_CHECK(!oracle_chess_go(&game, "e2e4"));
    /* with the first move of a rook a right is lost: that position never comes back */
    static const char *const rooks[4] = {"h1g1", "h8g8", "g1h1", "g8h8"};
    TEST_ASSERT(oracle_chess_read(&g, "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", false) == NULL);
    oracle_chess_begin(&game, &g);
    repeat(rooks, 9);
    TEST_CHECK(oracle_chess_ending(&game) == ORACLE_GOES_ON);
    TEST_CHECK(oracle_chess_go(&game, "h8g8"));
    TEST_CHECK(oracle_chess_ending(&game) == ORACLE_THREEFOLD);
    /* a chance to capture en passant makes the position another one */
    static const char *const kings[4] = {"e8d8", "e1d1", "d8e8", "d1e1"};
    TEST_ASSERT(oracle_chess_read(&g, "4k3/8/8/8/3Pp3/8/8/4K3 b - d3 0 1", false) == NULL);
    oracle_chess_begin(&game, &g);
    repeat(kings, 9);
    TEST_CHECK(oracle_chess_ending(&game) == ORACLE_THREEFOLD);
}

static void test_fifty(void) {
    static const char *const rooks[4] = {"h1g1", "h8g8", "g1h1", "g8h8"};
    oracle_chess g;
    TEST_ASSERT(oracle_chess_read(&g, "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 94 60", false) == NULL);
    oracle_chess_begin(&game, &g);
    repeat(rooks, 6);
    TEST_CHECK(oracle_chess_ending(&game) == ORACLE_FIFTY);
}

TEST_LIST = {{"perft", test_perft},
             {"perft960", test_perft960},
             {"perft960_castling", test_perft960_castling},
             {"usual960", test_usual960},
             {"starts960", test_starts960},
             {"bad_fens", test_bad_fens},
             {"lines", test_lines},
             {"legal", test_legal},
             {"endings", test_endings},
             {"threefold", test_threefold},
             {"fifty", test_fifty},
             {NULL, NULL}};
