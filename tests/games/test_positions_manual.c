/* docs/positions.md: its positions are read and written back, and its events lead from one to the
 * next. */
#include <acutest.h>
#include <string.h>

#include "engine/base/file.h"
#include "engine/base/memory.h"
#include "lib/catalogue.h"
#include "tests/support/one_line.h"

enum { LIMIT = 1 << 20, MAX_GAMES = 8 };

static bool starts(const char *line, const char *word) {
    return strncmp(line, word, strlen(word)) == 0;
}

/* One line of a block. */
static void run_line(const game *g, const char *line, position **p) {
    bool ok = true;
    if (starts(line, "play ")) {
        ok = *p && one_line_play(*p, line + 5);
    } else if (*p) {
        ok = one_line_is(*p, line);
        position *again = one_line_read(g, line);
        ok = ok && again && one_line_is(again, line);
        position_destroy(again);
    } else {
        *p = one_line_read(g, line);
        ok = *p && one_line_is(*p, line);
    }
    TEST_CHECK_(ok, "%s: %.60s", g->name, line);
}

static void test_examples(void) {
    static const char *const wanted[] = {"azul", "projectl", "unicorns", "leduc", "pig"};
    text data;
    error e = {0};
    const game *g = NULL;
    position *p = NULL;
    unsigned seen = 0;
    int lines = 0;
    TEST_ASSERT_(file_read(&data, DOCS "/positions.md", LIMIT, &e) == ST_OK, "%s", e.text);
    for (char *line = data.at; line && *line;) {
        char *end = strchr(line, '\n');
        if (end) *end = '\0';
        if (starts(line, "```position ")) {
            g = game_find(catalogue_games(), line + 12);
            TEST_ASSERT_(g != NULL, "%s", line);
            for (unsigned i = 0; i < 5; i++)
                seen |= (strcmp(g->name, wanted[i]) == 0 ? 1U : 0U) << i;
        } else if (starts(line, "```")) {
            position_destroy(p);
            p = NULL;
            g = NULL;
        } else if (g) {
            run_line(g, line, &p);
            lines++;
        }
        line = end ? end + 1 : NULL;
    }
    TEST_CHECK(seen == 31 && lines >= 15);
    text_done(&data);
    TEST_CHECK(mem_live() == 0);
}

TEST_LIST = {{"examples", test_examples}, {NULL, NULL}};
