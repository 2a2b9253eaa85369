#include <acutest.h>

#include "engine/base/file.h"
#include "engine/base/hash.h"
#include "games/project_l/project_l_puzzles.h"

/* xxh64 of puzzles/project_l/base.txt: the data and its comments, to the byte. */
#define BASE_HASH UINT64_C(0x34c64521bfdcfda6)

static void read_base(pl_set *set) {
    size_t len = 0;
    error err = {0};
    const char *data = pl_base_text(&len);
    status st = pl_set_read(set, data, len, &err);
    TEST_ASSERT_(st == ST_OK, "%s", err.text);
}

static void test_base_sums(void) {
    static const int expected[2][3] = {{32, 158, 29}, {20, 248, 77}};
    pl_set set;
    read_base(&set);
    TEST_CHECK(set.count == 52 && set.whites == 32);
    int sum[2][3] = {{0}};
    for (int i = 0; i < set.count; i++) {
        const pl_puzzle *p = &set.puzzle[i];
        TEST_CHECK(p->colour == (i < 32 ? PL_WHITE : PL_BLACK));
        TEST_CHECK(p->number == (i < 32 ? i + 1 : i - 31));
        sum[p->colour][0]++;
        sum[p->colour][1] += PL_CELLS - __builtin_popcount(p->image);
        sum[p->colour][2] += p->points;
    }
    TEST_CHECK(memcmp(sum, expected, sizeof sum) == 0);
    int a = pl_set_find(&set, "W22", 3);
    int b = pl_set_find(&set, "W23", 3);
    TEST_ASSERT(a == 21 && b == 22);
    for (int i = 0; i < set.count; i++) {
        for (int k = 0; k < i; k++) {
            const pl_puzzle *p = &set.puzzle[i];
            const pl_puzzle *q = &set.puzzle[k];
            bool same = p->image == q->image && p->points == q->points && p->reward == q->reward;
            TEST_CHECK_(same == (i == b && k == a), "puzzles %d and %d", k, i);
        }
    }
}

static void test_base_samples(void) {
    pl_set set;
    read_base(&set);
    const pl_puzzle *w17 = &set.puzzle[pl_set_find(&set, "W17", 3)];
    TEST_CHECK(w17->image == 0x1f867ff && w17->points == 1 && w17->reward == PL_Z);
    const pl_puzzle *b16 = &set.puzzle[pl_set_find(&set, "B16", 3)];
    TEST_CHECK(b16->image == 0x10c73df && b16->points == 3 && b16->reward == PL_Z);
    for (int i = 0; i < set.count; i++) {
        char buf[PL_NAME_SIZE];
        text name = text_over(buf, sizeof buf);
        pl_puzzle_name(&set.puzzle[i], &name);
        TEST_CHECK(pl_set_find(&set, buf, name.len) == i);
    }
    static const char *const strangers[] = {"",    "W",    "W0", "W33", "B21",
                                            "w17", "W017", "17", "W17 "};
    for (size_t i = 0; i < sizeof strangers / sizeof *strangers; i++)
        TEST_CHECK_(pl_set_find(&set, strangers[i], strlen(strangers[i])) < 0, "%s", strangers[i]);
}

static void test_embedded_is_the_file(void) {
    text data;
    error err;
    size_t len = 0;
    const char *base = pl_base_text(&len);
    TEST_ASSERT(file_read(&data, SOURCE_DIR "/puzzles/project_l/base.txt", 1 << 20, &err) == ST_OK);
    TEST_CHECK(len == data.len && base[len] == '\0');
    TEST_CHECK(hash_bytes(base, len, 0) == hash_bytes(data.at, data.len, 0));
    TEST_CHECK_(hash_bytes(base, len, 0) == BASE_HASH, "hash %016llx",
                (unsigned long long)hash_bytes(base, len, 0));
    text_done(&data);
}

#define ROWS  "P #####\nP ##..#\nP ##..#\nP #####\nP #####\n"
#define W12   "I W 12\nR 1 L2\n" ROWS
#define SMALL "P #####\nP #####\nP #####\nP #####\nP ####.\n"

static void test_good_files(void) {
    static const char *const files[] = {
        W12,
        "IW 12\nR1 l2\nP#####\nP##..#\nP  ##..#\nP #####\nP ##### ", /* spaces, no last newline */
        "P #####\nR 1 L2\nP ##..#\nI   W   012\nP ##..#\n# words\nP #####\n\nX\n i\nP #####\n",
        "I W 12\r\nR 01 L2\r\nP #####\r\nP ##..#\r\n\r\nP ##..#\r\nP #####\r\nP #####\r\n"};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        pl_set set;
        error err = {0};
        status st = pl_set_read(&set, files[i], strlen(files[i]), &err);
        TEST_ASSERT_(st == ST_OK, "file %zu: %s", i, err.text);
        const pl_puzzle *p = &set.puzzle[0];
        TEST_CHECK(set.count == 1 && set.whites == 1 && p->number == 12 && p->colour == PL_WHITE);
        TEST_CHECK(p->points == 1 && p->reward == PL_L2 && p->image == 0x1ffce7f);
    }
}

static void test_order_of_puzzles(void) {
    static const char data[] = "I B 7\nR 99 T\n" SMALL "I W 999\nR 0 Z\n" SMALL
                               "I B 2\nR 0 O1\n" SMALL "I W 0\nR 0 I4\n" SMALL;
    pl_set set;
    TEST_ASSERT(pl_set_read(&set, data, strlen(data), NULL) == ST_OK);
    TEST_CHECK(set.count == 4 && set.whites == 2);
    TEST_CHECK(pl_set_find(&set, "W0", 2) == 0 && pl_set_find(&set, "W999", 4) == 1);
    TEST_CHECK(pl_set_find(&set, "B2", 2) == 2 && pl_set_find(&set, "B7", 2) == 3);
    TEST_CHECK(set.puzzle[3].points == 99 && set.puzzle[0].image == 0x0ffffff);
}

static void test_broken_files(void) {
    static const struct {
        const char *data, *starts, *words;
        status st;
    } cases[] = {
        {"", "line 1, column 1: ", "no puzzle", ST_BAD_SYNTAX},
        {"# nothing\n\n", "line 1, column 1: ", "no puzzle", ST_BAD_SYNTAX},
        {"I\n", "line 1, column 2: ", "an I line is", ST_BAD_SYNTAX},
        {"I W\n", "line 1, column 4: ", "an I line is", ST_BAD_SYNTAX},
        {"I W 1 2\n", "line 1, column 7: ", "an I line is", ST_BAD_SYNTAX},
        {"I w 1\n", "line 1, column 3: ", "'w' is no colour", ST_BAD_VALUE},
        {"\nI WB 1\n", "line 2, column 3: ", "'WB' is no colour", ST_BAD_VALUE},
        {"I  W -1\n", "line 1, column 6: ", "'-1' is no puzzle number", ST_BAD_VALUE},
        {"I W 1000\n", "line 1, column 5: ", "0 to 999", ST_BAD_VALUE},
        {"I W 99999999999999999999999\n", "line 1, column 5: ", "'99999999999999999999...'",
         ST_BAD_VALUE},
        {"I W\t1\n", "line 1, column 6: ", "an I line is", ST_BAD_SYNTAX},
        {"I W 1x\n", "line 1, column 5: ", "'1x' is no puzzle number", ST_BAD_VALUE},
        {"R 1\n", "line 1, column 4: ", "an R line is", ST_BAD_SYNTAX},
        {"I W 3\nR 1 L2 3\n", "line 2, column 8: puzzle W3: ", "an R line is", ST_BAD_SYNTAX},
        {"I B 3\nR x L2\n", "line 2, column 3: puzzle B3: ", "'x' is no number of", ST_BAD_VALUE},
        {"R 100 L2\n", "line 1, column 3: ", "0 to 99", ST_BAD_VALUE},
        {"R 1 L4\n", "line 1, column 5: ", "'L4' is no piece", ST_BAD_VALUE},
        {"R 1 L22\n", "line 1, column 5: ", "'L22' is no piece", ST_BAD_VALUE},
        {"P\n", "line 1, column 2: ", "a P line is", ST_BAD_SYNTAX},
        {"P ##### #\n", "line 1, column 9: ", "a P line is", ST_BAD_SYNTAX},
        {"P ####\n", "line 1, column 3: ", "five cells", ST_BAD_VALUE},
        {"P ######\n", "line 1, column 3: ", "five cells", ST_BAD_VALUE},
        {"P ##x##\n", "line 1, column 5: ", "'x' is no cell", ST_BAD_VALUE},
        {"P ##\001##\n", "line 1, column 5: ", "'?' is no cell", ST_BAD_VALUE},
        {"I W 1\nI W 2\n", "line 2, column 1: puzzle W1: ", "second I line", ST_BAD_SYNTAX},
        {"R 1 T\n#\nR 1 T\n", "line 3, column 1: ", "second R line", ST_BAD_SYNTAX},
        {ROWS "P #####\n", "line 6, column 1: ", "a sixth P line", ST_BAD_SYNTAX},
        {"I W 5\n" ROWS "P #####\n", "line 7, column 1: puzzle W5: ", "before the R line",
         ST_BAD_SYNTAX},
        {W12 "\n" W12, "line 9, column 3: puzzle W12: ", "already, at line 1", ST_BAD_VALUE},
        {"R 1 T\n" ROWS "I W 12\n" W12, "line 8, column 3: puzzle W12: ", "already, at line 7",
         ST_BAD_VALUE},
        {"I W 1\nR 1 T\nP #####\nP #####\nP #####\nP #####\nP #####\n",
         "line 7, column 1: puzzle W1: ", "no open cell", ST_BAD_VALUE},
        {W12 "# next\nI W 13\nP #####\n",
         "line 9, column 1: puzzle W13: ", "no R line, 1 of 5 P lines", ST_BAD_SYNTAX},
        {W12 "R 1 T\n", "line 8, column 1: ", "no I line, 0 of 5 P lines", ST_BAD_SYNTAX}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        pl_set set = {.count = -7};
        error err = {0};
        status st = pl_set_read(&set, cases[i].data, strlen(cases[i].data), &err);
        TEST_CASE(cases[i].starts);
        TEST_CHECK_(st == cases[i].st && err.code == st, "case %zu is refused: %s", i, err.text);
        TEST_CHECK_(strncmp(err.text, cases[i].starts, strlen(cases[i].starts)) == 0, "%s",
                    err.text);
        TEST_CHECK_(strstr(err.text, cases[i].words) != NULL, "%s", err.text);
        TEST_CHECK(set.count == -7);
        TEST_CHECK(pl_set_read(&set, cases[i].data, strlen(cases[i].data), NULL) == st);
    }
}

static void test_at_most_64(void) {
    text data = text_growing();
    error err = {0};
    pl_set set;
    for (int i = 0; i < 64; i++)
        text_format(&data, "I %c %d\nR 0 T\n" SMALL, i % 2 ? 'W' : 'B', 900 - i);
    TEST_CHECK(pl_set_read(&set, data.at, data.len, &err) == ST_OK && set.count == 64);
    TEST_CHECK(set.whites == 32 && set.puzzle[0].number == 837 && set.puzzle[63].number == 900);
    text_put(&data, "# more\nP #####\n");
    TEST_CHECK(pl_set_read(&set, data.at, data.len, &err) == ST_BAD_VALUE);
    TEST_CHECK_(strstr(err.text, "line 450, column 1: more than 64") != NULL, "%s", err.text);
    text_done(&data);
}

TEST_LIST = {{"base_sums", test_base_sums},
             {"base_samples", test_base_samples},
             {"embedded_is_the_file", test_embedded_is_the_file},
             {"good_files", test_good_files},
             {"order_of_puzzles", test_order_of_puzzles},
             {"broken_files", test_broken_files},
             {"at_most_64", test_at_most_64},
             {NULL, NULL}};
