/* Chess from its text, searched by alpha-beta: the suite of mates, and that what it says of them is
 * complete. */
#include <acutest.h>

#include <stdio.h>

#include "lib/catalogue.h"
#include "search/alphabeta/alphabeta.h"
#include "tests/support/asking.h"
#include "tests/support/pace.h"

enum { LINE = 256, NODES = 100000 };

static int every(void) {
    return PACE(1, 12);
}

typedef struct puzzle {
    char fen[LINE], keys[LINE];
    int moves;
} puzzle;

/* "FEN ; mate in N ; first moves", N of one digit */
static bool read_line(const char *s, puzzle *out) {
    static const char middle[] = " ; mate in ";
    const char *at = strstr(s, middle);
    if (!at || strlen(s) >= LINE) return false;
    (void)snprintf(out->fen, sizeof out->fen, "%.*s", (int)(at - s), s);
    at += strlen(middle);
    out->moves = *at - '0';
    if (strncmp(at + 1, " ; ", 3) != 0) return false;
    (void)snprintf(out->keys, sizeof out->keys, "%.*s", (int)strcspn(at + 4, "\n"), at + 4);
    return true;
}

static int length_of(const char *pv) {
    int n = *pv != '\0';
    for (; *pv; pv++) n += *pv == ' ';
    return n;
}

static bool is_key(const puzzle *z, const char *pv) {
    char first[16];
    (void)snprintf(first, sizeof first, "%.*s", (int)strcspn(pv, " "), pv);
    const char *found = strstr(z->keys, first);
    return found && (found[strlen(first)] == ' ' || !found[strlen(first)]);
}

/* Whether it is solved; a mate that is told is played out and is one. */
static bool solve(const game *g, const puzzle *z) {
    position *p = one_line_read(g, z->fen);
    asking s;
    bool end = false;
    TEST_ASSERT(p && asking_open(&s, &alphabeta_searcher, p));
    s.q.limits.nodes = NODES;
    s.q.options.threads = 1;
    s.q.options.hash_bytes = 16 << 20;
    TEST_ASSERT(asking_run(&s));
    const search_line *best = asking_best(&s);
    bool won = best->proof == PROOF_WIN;
    TEST_CHECK_(asking_plays(p, best, &end), "%s: %s", z->fen, best->pv);
    TEST_CHECK_(!won || (end && length_of(best->pv) % 2 == 1), "%s: all of it: %s", z->fen,
                best->pv);
    bool solved = won && is_key(z, best->pv);
    TEST_CHECK_(!solved || length_of(best->pv) == 2 * z->moves - 1, "%s: in %d: %s", z->fen,
                z->moves, best->pv);
    asking_close(&s);
    position_destroy(p);
    return solved;
}

/* At least nine of ten, of all of them. */
static void test_mates(void) {
    const game *g = game_find(catalogue_games(), "chess");
    FILE *file = fopen(PUZZLE_FILE, "r");
    char s[LINE * 2];
    int all = 0;
    int solved = 0;
    int number = 0;
    TEST_ASSERT(g && file);
    while (fgets(s, sizeof s, file)) {
        puzzle z;
        if (s[0] == '#' || number++ % every()) continue;
        TEST_ASSERT_(read_line(s, &z), "%s", s);
        all++;
        solved += solve(g, &z);
    }
    (void)fclose(file);
    TEST_CHECK_(number == 60 && (!TEST_PACE || solved * 10 >= all * 9), "%d of %d", solved, all);
}

TEST_LIST = {{"mates", test_mates}, {NULL, NULL}};
