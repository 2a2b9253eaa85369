#include <acutest.h>

#include <string.h>

#include "engine/base/memory.h"
#include "engine/game/battery.h"
#include "engine/game/game_speed.h"
#include "tests/support/pace.h"
#include "tests/support/text_table.h"

/* Every rules text through the shared battery, and playouts: in one go they draw what plies drawn
 * one by one would, from the start and from anywhere, to the end or cut off. Where any empty cell
 * will do, they draw from a list of these, in which the last one takes the place of what is taken. */

static const char *const books[] = {"amazons", "breakthrough",  "chaturanga",    "chess",
                                    "clobber", "connect4_text", "draughts",      "go",
                                    "gomoku",  "hex",           "international", "mnk",
                                    "morris",  "neutron",       "othello",       "tictactoe"};

static const char *const setups[] = {"", "",           "", "", "", "", "", "set size=5",
                                     "", "set size=5", "", "", "", "", "", ""};

static bool open_book(table *x, size_t i) {
    char path[512];
    (void)snprintf(path, sizeof path, RULEBOOKS "/%s.game", books[i]);
    return text_table_open_file(x, path, setups[i]);
}

static bool is_one_of(const char *word, const char *list) {
    const char *at = strstr(list, word);
    return at && (at == list || at[-1] == ' ') && strchr(" ", at[strlen(word)]);
}

static void test_battery(void) {
    for (size_t i = 0; i < sizeof books / sizeof *books; i++) {
        table x;
        error err = {0};
        battery_result got = {0};
        battery_options o = {
            .seed = 5, .games = PACE(3, 1), .max_plies = 400, .looks = PACE(24, 3)};
        TEST_ASSERT(open_book(&x, i));
        status st = battery_run(x.r->game, &x.r->options, &o, &got, &err);
        TEST_CHECK_(st == ST_OK, "%s: %s", books[i], err.text);
        TEST_CHECK_(got.plies > 0, "%s was not played", books[i]);
        text_table_close(&x);
    }
    TEST_CHECK(mem_live() == 0);
}

static int play_one_by_one(table *x, trail *t, rng *g, int max) {
    int n = 0;
    for (; n < max && x->r->game->actor(x->r, x->s) != ACTOR_NONE; n++)
        x->r->speed->play_random(x->r, x->s, t, g);
    return n;
}

/* The same where the actions are to place a piece on any empty cell. */
static int place_one_by_one(table *x, trail *t, rng *g, int max) {
    action *list = mem_alloc(x->r->max_actions * sizeof *list);
    TEST_ASSERT(list);
    bool over = x->r->game->actor(x->r, x->s) == ACTOR_NONE;
    int left = over ? 0 : x->r->game->legal(x->r, x->s, t, list);
    int n = 0;
    for (; n < max && x->r->game->actor(x->r, x->s) != ACTOR_NONE; n++) {
        action *drawn = &list[rng_below(g, (uint64_t)left)];
        x->r->game->apply(x->r, x->s, t, *drawn);
        *drawn = list[--left];
    }
    mem_free(list);
    return n;
}

/* At most `max` plies from the position on the table, at once and one by one: the same position. */
static void compare(table *x, const char *name, bool places, int max, uint64_t seed) {
    const game *k = x->r->game;
    trail *t = x->r->traits & GAME_REPEATS ? &x->t : NULL;
    unsigned char *start = mem_alloc(x->r->state_size);
    rng g = rng_stream(seed, 1);
    size_t mark = x->t.len;
    TEST_ASSERT(start && trail_reserve(&x->t, (size_t)max + 2));
    memcpy(start, x->s, x->r->state_size);
    int n = x->r->speed->play_out(x->r, x->s, t, &g, max);
    bool over = k->actor(x->r, x->s) == ACTOR_NONE;
    char *at_once = mem_string(text_table_text(x));
    memcpy(x->s, start, x->r->state_size);
    trail_cut(&x->t, mark);
    g = rng_stream(seed, 1);
    int m = places ? place_one_by_one(x, t, &g, max) : play_one_by_one(x, t, &g, max);
    TEST_CHECK_(n == m && (over || n == max), "%s: %d plies at once, %d one by one", name, n, m);
    TEST_CHECK_(strcmp(at_once, text_table_text(x)) == 0, "%s: %s\nbut one by one: %s", name,
                at_once, text_table_text(x));
    mem_free(at_once);
    mem_free(start);
}

static void test_at_once_as_one_by_one(void) {
    for (size_t i = 0; i < sizeof books / sizeof *books; i++) {
        table x;
        if (strcmp(books[i], "go") == 0) continue; /* draws from sets: see test_rules_hints.c */
        TEST_ASSERT(open_book(&x, i));
        bool places = is_one_of(books[i], "hex mnk tictactoe");
        for (uint64_t seed = 0; seed < PACE(10, 3); seed++) {
            text_table_start(&x);
            trail_cut(&x.t, 0);
            compare(&x, books[i], places, 1 + (int)seed * 3, seed);
            compare(&x, books[i], false, 1, seed + 50);
            compare(&x, books[i], places, 3000, seed + 100);
        }
        text_table_close(&x);
    }
    TEST_CHECK(mem_live() == 0);
}

/* Every ply of a playout leads where some legal action leads, the end of the game included. */
static void check_plies(table *x, const char *name, uint64_t seed) {
    const game *k = x->r->game;
    rng g = rng_stream(seed, 2);
    action *list = mem_alloc(x->r->max_actions * sizeof *list);
    unsigned char *next = mem_alloc(x->r->state_size);
    unsigned char *before = mem_alloc(x->r->state_size);
    TEST_ASSERT(list && next && before);
    text_table_start(x);
    for (int ply = 0; ply < 400 && k->actor(x->r, x->s) >= 0; ply++) {
        int n = k->legal(x->r, x->s, NULL, list);
        memcpy(before, x->s, x->r->state_size);
        x->r->speed->play_random(x->r, x->s, NULL, &g);
        bool found = false;
        for (int i = 0; i < n && !found; i++) { /* a playout leaves the hash behind: the rest */
            memcpy(next, before, x->r->state_size);
            k->apply(x->r, next, NULL, list[i]);
            found = memcmp(next + 8, (unsigned char *)x->s + 8, x->r->state_size - 8) == 0;
        }
        TEST_CHECK_(found, "%s, ply %d: %s", name, ply, text_table_text(x));
        if (!found) break;
    }
    mem_free(before);
    mem_free(next);
    mem_free(list);
}

/* Games of placing pieces, on boards of all widths; some begin with a line or way that is there. */
static void test_plies_are_actions(void) {
    static const char *const texts[] = {
        "game a \"A\" { players x y board rect 3 3 piece p "
        "turn place p on empty else draw end { when run(mine, last) >= 3 win } }",
        "game b \"B\" { players x y board rect 8 8 piece p setup { put p of x on rank 1 } "
        "turn place p on empty else draw end { when run(mine, last) >= 4 win } }",
        "game c \"C\" { players x y board rect 7 6 piece p turn place p on empty - shift n empty "
        "else draw end { when run(mine, last) >= 4 win } }",
        "game d \"D\" { players x y board rect 11 9 piece p piece q "
        "turn place q on empty else draw end { when run(mine, last) >= 5 win } }",
        "game e \"E\" { players x y board rect 12 12 piece p setup { put p of y on file c } "
        "turn place p on empty else draw end { when run(mine, last) >= 7 win } }",
        "game f \"F\" { players x y board rect 19 19 only cells - (a1|j10|s19) piece p "
        "turn place p on empty else draw end { when run(mine, last) >= 5 win } }",
        "game g \"G\" { players x y board hex 6 6 piece p turn place p on empty else draw "
        "end { when joins(mine, my rank 1, my rank 6) win } }",
        "game h \"H\" { players x y board hex 9 9 piece p setup { put p of x on file e } "
        "turn place p on empty else draw end { when joins(mine, rank 1, rank 9) win } }",
        "game i \"I\" { players x y board rect 10 10 piece p turn place p on empty - b2 else draw "
        "end { when joins(mine, file a, file j) win } }",
        "game j \"J\" { players x y board rect 6 6 wrap x piece p turn place p on empty else draw "
        "end { when run(mine, last) >= 4 win } }",
        "game k \"K\" { players x y board rect 50 2 piece p turn place p on empty else draw "
        "end { when run(mine, last) >= 6 win } }"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        table x;
        TEST_ASSERT_(text_table_open(&x, texts[i], ""), "text %zu", i);
        char name[] = {(char)('a' + i), 0};
        for (uint64_t seed = 0; seed < PACE(6, 2); seed++) {
            check_plies(&x, name, seed);
            text_table_start(&x);
            compare(&x, name, !is_one_of(name, "c i"), 3000, seed);
        }
        text_table_close(&x);
    }
    TEST_CHECK(mem_live() == 0);
}

TEST_LIST = {{"battery", test_battery},
             {"at_once_as_one_by_one", test_at_once_as_one_by_one},
             {"plies_are_actions", test_plies_are_actions},
             {NULL, NULL}};
