/* Every line of puzzles/chess/mates.txt, by trying everything; and the search that does so. */
#include <acutest.h>

#include "tests/support/mate_boards.h"
#include "tests/support/oracle_mate.h"
#include "tests/support/pace.h"

enum { SUITE = 60, LINE = 256 };

/* --- the search --- */

static void check_mate(const char *fen, int n, const char *keys) {
    oracle_chess g;
    oracle_move list[ORACLE_WORDS];
    TEST_ASSERT_(oracle_chess_read(&g, fen, false) == NULL, "%s", fen);
    oracle_words words = {.count = 0};
    int count = oracle_mate_keys(&g, n, list);
    for (int i = 0; i < count; i++) {
        char word[ORACLE_WORD];
        oracle_chess_word(&g, list[i], word);
        oracle_words_add(&words, word);
    }
    char found[ORACLE_WORDS * ORACLE_WORD];
    oracle_words_sort(&words);
    oracle_words_join(&words, found);
    TEST_CHECK_(strcmp(found, keys) == 0, "%s: mate in %d by %s", fen, n, keys);
    TEST_MSG("found \"%s\"", found);
    TEST_CHECK_(oracle_mate_in(&g, n) == (count > 0), "%s: in %d or not", fen, n);
    TEST_CHECK_(oracle_mate_in(&g, n + 1) || count == 0, "%s: in %d or fewer", fen, n + 1);
    TEST_CHECK_(oracle_mate_among(&g, n, list, count) == (count > 0), "%s: among", fen);
}

/* Among them Morphy's problem in two moves, and one with a stalemate to avoid. */
static void test_search(void) {
    check_mate("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", 1, "a1a8");
    check_mate("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 1, "");
    check_mate("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 2, "a1a6");
    check_mate("7k/8/6K1/8/8/8/8/R7 w - - 0 1", 1, "a1a8");
    check_mate("8/6pk/6p1/6P1/8/8/8/K6R b - - 0 1", 1, "");
    check_mate("7k/8/5KQ1/8/8/8/8/8 w - - 0 1", 1, "g6g7");
    check_mate("7k/8/8/6KQ/8/8/8/8 b - - 0 1", 3, "");
    check_mate("8/8/8/8/8/1k6/1r6/K7 b - - 0 1", 2, "b2d2 b2e2 b2f2 b2g2 b2h2");
}

/* --- the boards --- */

static void test_boards(void) {
    int made = 0;
    for (int i = 0; i < PACE(400, 100); i++) {
        rng r = rng_stream(7, (uint64_t)i);
        oracle_chess g, again;
        char fen[ORACLE_TEXT];
        if (!mate_board(&g, (mate_mix)(i % 4), (mate_feature)(i / 4 % 4), &r)) continue;
        TEST_CHECK(g.mover == ORACLE_WHITE && g.clock == 0);
        oracle_chess_write(&g, fen);
        TEST_CHECK_(oracle_chess_read(&again, fen, false) == NULL, "%s", fen);
        TEST_CHECK_(oracle_chess_same(&g, &again), "%s", fen);
        oracle_chess other = mate_board_turned(&g);
        again = mate_board_turned(&other);
        TEST_CHECK_(other.mover == ORACLE_BLACK && oracle_chess_same(&g, &again), "%s", fen);
        TEST_CHECK_(oracle_chess_perft(&g, 2) == oracle_chess_perft(&other, 2), "%s", fen);
        made++;
    }
    TEST_CHECK_(made >= PACE(100, 25), "%d boards", made);
}

/* --- the suite --- */

typedef struct line {
    char fen[LINE], keys[LINE];
    int moves;
} line;

/* "FEN ; mate in N ; first moves" */
static bool split_line(const char *s, line *out) {
    const char *middle = strstr(s, " ; mate in ");
    if (!middle || middle[11] < '1' || middle[11] > '9') return false;
    if (strncmp(middle + 12, " ; ", 3) != 0) return false;
    size_t length = (size_t)(middle - s);
    memcpy(out->fen, s, length);
    out->fen[length] = '\0';
    out->moves = middle[11] - '0';
    length = strcspn(middle + 15, "\n");
    memcpy(out->keys, middle + 15, length);
    out->keys[length] = '\0';
    return length > 0;
}

static int read_suite(line *out) {
    FILE *file = fopen(PUZZLE_FILE, "r");
    TEST_ASSERT_(file != NULL, "%s can be read", PUZZLE_FILE);
    char s[LINE];
    int count = 0;
    while (fgets(s, sizeof s, file)) {
        if (s[0] == '#') continue;
        TEST_ASSERT_(count < SUITE && split_line(s, &out[count]), "a good line: %s", s);
        count++;
    }
    (void)fclose(file);
    return count;
}

static line suite[SUITE];

/* Not solved in fewer moves, and by exactly the first moves that the line gives. */
static void test_suite(void) {
    int count = read_suite(suite), of[4] = {0}, black = 0, unique = 0;
    TEST_CHECK(count == SUITE);
    for (int i = 0; i < count; i++) {
        oracle_chess g;
        char fen[ORACLE_TEXT];
        const char *wrong = oracle_chess_read(&g, suite[i].fen, false);
        TEST_ASSERT_(wrong == NULL, "%s: %s", suite[i].fen, wrong ? wrong : "");
        oracle_chess_write(&g, fen);
        TEST_CHECK_(strcmp(fen, suite[i].fen) == 0, "%s", suite[i].fen);
        TEST_ASSERT(suite[i].moves == 2 || suite[i].moves == 3);
        if (i % PACE(2, 10) == 0) {
            TEST_CHECK_(!oracle_mate_in(&g, suite[i].moves - 1), "%s: not in fewer", fen);
            check_mate(suite[i].fen, suite[i].moves, suite[i].keys);
        }
        of[suite[i].moves]++;
        black += g.mover == ORACLE_BLACK;
        unique += strchr(suite[i].keys, ' ') == NULL;
    }
    TEST_CHECK(of[2] == 30 && of[3] == 30 && unique >= 50);
    TEST_CHECK_(black >= 20 && black <= 40, "%d with Black to move", black);
}

/* The men of a line, those of the side to move first. */
static void material_of(const char *fen, char out[LINE]) {
    size_t board = strcspn(fen, " ");
    bool black = fen[board + 1] == 'b';
    for (const char *men = black ? "kqrbnpKQRBNP" : "KQRBNPkqrbnp"; *men; men++)
        for (size_t i = 0; i < board; i++)
            if (fen[i] == *men) *out++ = (char)(black ? *men ^ ('a' ^ 'A') : *men);
    *out = '\0';
}

static void test_variety(void) {
    static char material[SUITE][LINE];
    int count = read_suite(suite), castling = 0, passing = 0, promoting = 0, crowded = 0;
    for (int i = 0; i < count; i++) {
        char board[LINE], side[LINE], flags[LINE], ep[LINE];
        TEST_ASSERT(sscanf(suite[i].fen, "%255s %255s %255s %255s", board, side, flags, ep) == 4);
        castling += flags[0] != '-';
        passing += ep[0] != '-';
        promoting += suite[i].keys[4] == 'q' || suite[i].keys[4] == 'n' || suite[i].keys[4] == 'r';
        material_of(suite[i].fen, material[i]);
        crowded += strlen(material[i]) >= 24;
        for (int k = 0; k < i; k++)
            TEST_CHECK_(strcmp(material[i], material[k]) != 0, "%s is like %s in material",
                        suite[i].fen, suite[k].fen);
    }
    TEST_CHECK_(castling >= 8, "%d with rights to castle", castling);
    TEST_CHECK_(passing >= 4, "%d with en passant", passing);
    TEST_CHECK_(promoting >= 8, "%d with a promotion first", promoting);
    TEST_CHECK_(crowded >= 12, "%d with many men", crowded);
}

TEST_LIST = {{"search", test_search},
             {"boards", test_boards},
             {"suite", test_suite},
             {"variety", test_variety},
             {NULL, NULL}};
