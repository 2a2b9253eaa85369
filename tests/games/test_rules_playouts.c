#include <acutest.h>

#include <string.h>

#include "engine/base/memory.h"
#include "engine/game/battery.h"
#include "tests/support/table.h"

/* Every rules text through the shared battery, and playouts: in one go they draw what plies drawn
 * one by one would, from the start and from anywhere, to the end or cut off. */

static const char *const books[] = {"amazons", "breakthrough",  "chaturanga",    "chess",
                                    "clobber", "connect4_text", "draughts",      "go",
                                    "gomoku",  "hex",           "international", "mnk",
                                    "morris",  "neutron",       "othello",       "tictactoe"};

static const char *const setups[] = {"", "",           "", "", "", "", "", "set size=5",
                                     "", "set size=5", "", "", "", "", "", ""};

static bool open_book(table *x, size_t i) {
    char path[512];
    (void)snprintf(path, sizeof path, RULEBOOKS "/%s.game", books[i]);
    return table_open_file(x, path, setups[i]);
}

static void test_battery(void) {
    for (size_t i = 0; i < sizeof books / sizeof *books; i++) {
        table x;
        error err = {0};
        battery_result got = {0};
        battery_options o = {.seed = 5, .games = MEM_SIZED(6, 1), .max_plies = 400};
        TEST_ASSERT(open_book(&x, i));
        status st = battery_run(x.r->kind, &x.r->options, &o, &got, &err);
        TEST_CHECK_(st == ST_OK, "%s: %s", books[i], err.text);
        TEST_CHECK_(got.plies > 0, "%s was not played", books[i]);
        table_close(&x);
    }
    TEST_CHECK(mem_live() == 0);
}

/* `most` plies from the position on the table, at once and one by one: the same position. */
static void compare(table *x, const char *name, int most, uint64_t seed) {
    const game *k = x->r->kind;
    trail *t = x->r->traits & GAME_REPEATS ? &x->t : NULL;
    unsigned char *start = mem_alloc(x->r->state_size);
    rng g = rng_stream(seed, 1);
    size_t mark = x->t.len;
    TEST_ASSERT(start && trail_reserve(&x->t, (size_t)most + 2));
    memcpy(start, x->s, x->r->state_size);
    int n = k->play_out(x->r, x->s, t, &g, most);
    bool over = k->actor(x->r, x->s) == ACTOR_NONE;
    char *at_once = mem_string(table_text(x));
    memcpy(x->s, start, x->r->state_size);
    trail_cut(&x->t, mark);
    g = rng_stream(seed, 1);
    int m = 0;
    for (; m < most && k->actor(x->r, x->s) != ACTOR_NONE; m++) k->play_random(x->r, x->s, t, &g);
    TEST_CHECK_(n == m && (over || n == most), "%s: %d plies at once, %d one by one", name, n, m);
    TEST_CHECK_(strcmp(at_once, table_text(x)) == 0, "%s: %s\nbut one by one: %s", name, at_once,
                table_text(x));
    mem_free(at_once);
    mem_free(start);
}

static void test_at_once_as_one_by_one(void) {
    for (size_t i = 0; i < sizeof books / sizeof *books; i++) {
        table x;
        TEST_ASSERT(open_book(&x, i));
        for (uint64_t seed = 0; seed < 10; seed++) {
            table_start(&x);
            trail_cut(&x.t, 0);
            compare(&x, books[i], 1 + (int)seed * 3, seed);
            compare(&x, books[i], 3000, seed + 100);
        }
        table_close(&x);
    }
    TEST_CHECK(mem_live() == 0);
}

TEST_LIST = {
    {"battery", test_battery}, {"at_once_as_one_by_one", test_at_once_as_one_by_one}, {NULL, NULL}};
