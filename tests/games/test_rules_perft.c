/* The counts of tests/data/rules/perft.txt, each as deep as it has no more leaves than a limit.
 * KIBITZ_PERFT_LEAVES=250000000 in the environment raises it, and prints every count. */
#include <acutest.h>

#include <stdio.h>
#include <stdlib.h>

#include "engine/base/memory.h"
#include "engine/game/perft.h"
#include "tests/support/books.h"
#include "tests/support/pace.h"

enum { LINE = 512, FIELDS = 5, FEWEST_LINES = 70 };

static uint64_t most_leaves;
static bool stated;

/* "a | b | c": the fields, spaces around them cut off. */
static bool split(char *s, char *field[FIELDS]) {
    for (int i = 0; i < FIELDS; i++) {
        char *bar = i + 1 < FIELDS ? strstr(s, " | ") : s + strcspn(s, "\n");
        if (!bar) return false;
        *bar = '\0';
        field[i] = s;
        s = bar + 3;
    }
    return true;
}

/* One depth of one line; false when the deeper ones are not worth a look. */
static bool check_depth(const position *p, char *const field[FIELDS], unsigned depth,
                        uint64_t want) {
    perft_options o = {.depth = depth,
                       .turns = strstr(field[3], "turns") != NULL,
                       .noend = strstr(field[3], "noend") != NULL};
    perft_result got = {0};
    error err = {0};
    status st = perft_run(p, &o, NULL, NULL, &got, &err);
    bool good = st == ST_OK && got.nodes == want;
    if (stated)
        printf("%s %s %s depth %u: %llu%s\n", field[0], field[1], field[2], depth,
               (unsigned long long)got.nodes, good ? "" : " WRONG");
    TEST_CHECK_(good, "%s, %s, depth %u: %llu", field[0], field[2], depth,
                (unsigned long long)want);
    TEST_MSG("found %llu %s", (unsigned long long)got.nodes, err.text);
    return good;
}

static void check_line(const text_library *texts, char *const field[FIELDS]) {
    char buf[128];
    text setup = text_over(buf, sizeof buf);
    char *word = strcmp(field[1], "-") == 0 ? NULL : strtok(field[1], " ");
    for (; word; word = strtok(NULL, " ")) text_format(&setup, "set %s ", word);
    const char *from = strcmp(field[2], "-") == 0 ? NULL : field[2];
    position *p = books_at(texts, field[0], text_string(&setup), from);
    TEST_CHECK_(p != NULL, "%s, %s", field[0], field[2]);
    if (!p) return;
    char *s = field[4];
    for (unsigned depth = 1;; depth++) {
        char *end;
        unsigned long long want = strtoull(s, &end, 10);
        if (end == s || want > most_leaves) break;
        if (!check_depth(p, field, depth, want)) break;
        s = end;
    }
    position_destroy(p);
}

static void test_counts(void) {
    const char *leaves = getenv("KIBITZ_PERFT_LEAVES");
    most_leaves = leaves ? strtoull(leaves, NULL, 10) : PACE(300000, 15000);
    stated = leaves != NULL;
    text_library *texts = books_read(RULEBOOKS);
    FILE *file = fopen(PERFT_TABLE, "r");
    TEST_ASSERT(texts && file);
    char line[LINE];
    int lines = 0;
    while (fgets(line, sizeof line, file)) {
        char *field[FIELDS] = {NULL};
        if (line[0] == '#' || line[0] == '\n') continue;
        TEST_ASSERT_(split(line, field), "%s", line);
        check_line(texts, field);
        lines++;
    }
    TEST_CHECK_(lines >= FEWEST_LINES, "%d lines", lines);
    (void)fclose(file);
    text_library_destroy(texts);
}

TEST_LIST = {{"counts", test_counts}, {NULL, NULL}};
