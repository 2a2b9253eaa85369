#include <acutest.h>

#include <string.h>

#include "engine/base/memory.h"
#include "engine/game/game_speed.h"
#include "tests/support/text_table.h"

/* Steps and jumps of all pieces at once: every text is played twice, as it is and with a condition
 * that always holds, which makes each action be looked at by itself. Lists, counts and playouts are
 * the same. */

static const char *const texts[] = {
    /* steps, and jumps with a bound cell, to the edges of a full word */
    "game a \"A\" { players x y board rect 8 8 piece p "
    "setup { put p of x on rank 1..3 put p of y on rank 6..8 } "
    "turn { move mine to step any & empty %s  move mine to along diag (enemy@o empty) %s "
    "{ remove o } } else lose }",
    /* a board with holes; jumps over whatever is there onto whatever is there */
    "game b \"B\" { players x y board rect 7 7 only dark piece p piece q "
    "setup { put p of x on rank 1..2 put q of x on rank 3 put p of y on rank 6..7 } "
    "turn { move mine & p to step my (ne nw) & empty %s "
    "move mine & q to along my (sw se) (cells@o cells) %s { if o in enemy { remove o } } } "
    "else lose }",
    /* two words, a chain */
    "game c \"C\" { players x y board rect 10 10 piece p "
    "setup { put p of x on rank 1..4 put p of y on rank 7..10 } "
    "turn move mine to along any (enemy@o empty) %s { remove o } "
    "then repeat move last to along any (enemy@o empty) %s { remove o } "
    "else move mine to step my (n ne nw) & empty else draw }",
    /* four words; hexagons; whoever's pieces */
    "game d \"D\" { players x y board hex 12 12 piece p "
    "setup { put p of x on rank 1 put p of y on rank 12 } "
    "turn { move occupied to step (n s) & empty %s  move mine to along (e w) (empty empty) %s } "
    "else draw end { when turns >= 60 draw } }",
    /* eight words */
    "game e \"E\" { players x y board rect 19 19 piece p "
    "setup { put p of x on rank 1..2 put p of y on rank 18..19 } "
    "turn { move mine to step my (n ne nw) & empty %s  move mine to step my (ne nw) & enemy %s } "
    "else lose end { when some mine & my rank 19 win } }",
    /* many step_lines with many actions */
    "game f \"F\" { players x y board rect 16 8 piece p "
    "setup { put p of x on dark & rank 1..5 put p of y on rank 8 } "
    "turn { move mine to step ortho & empty %s  move mine to along any (empty empty) %s "
    "move mine to along ortho (cells empty) { } } else lose end { when turns >= 40 draw } }",
};

static bool open_text(table *x, const char *form, const char *extra) {
    char body[1024];
    char *out = body;
    for (const char *c = form; *c; c++) {
        if (c[0] == '%' && c[1] == 's') {
            out += snprintf(out, 64, "%s", extra);
            c++;
        } else {
            *out++ = *c;
        }
    }
    *out = 0;
    return text_table_open(x, body, "");
}

/* Whether both offer the same in the same order. */
static void compare_lists(const table *x, const table *y, size_t number) {
    const game *g = x->r->game;
    action *a = mem_alloc(x->r->max_actions * sizeof *a);
    action *b = mem_alloc(y->r->max_actions * sizeof *b);
    TEST_ASSERT(a && b);
    int n = g->legal(x->r, x->s, NULL, a);
    int m = g->legal(y->r, y->s, NULL, b);
    TEST_CHECK_(n == m && memcmp(a, b, (size_t)n * sizeof *a) == 0, "text %zu: %d and %d", number,
                n, m);
    TEST_CHECK_(x->r->speed->count(x->r, x->s, NULL) == (uint64_t)n, "text %zu: the count", number);
    mem_free(a);
    mem_free(b);
}

static void follow(table *x, table *y, size_t number, uint64_t seed) {
    rng g = rng_stream(seed, 1);
    rng h = rng_stream(seed, 1);
    text_table_start(x);
    text_table_start(y);
    for (int ply = 0; ply < 60 && text_table_actor(x) >= 0; ply++) {
        compare_lists(x, y, number);
        x->r->speed->play_random(x->r, x->s, NULL, &g);
        y->r->speed->play_random(y->r, y->s, NULL, &h);
        char *at = mem_string(text_table_text(x));
        bool same = strcmp(at, text_table_text(y)) == 0;
        TEST_CHECK_(same, "text %zu, ply %d: %s\nbut: %s", number, ply, at, text_table_text(y));
        mem_free(at);
        if (!same) return;
    }
    TEST_CHECK(text_table_actor(x) == text_table_actor(y));
}

static void test_as_one_by_one(void) {
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        table x;
        table y;
        TEST_ASSERT_(open_text(&x, texts[i], ""), "text %zu", i);
        TEST_ASSERT_(open_text(&y, texts[i], "where turns >= 0"), "text %zu", i);
        for (uint64_t seed = 0; seed < 12; seed++) follow(&x, &y, i, seed);
        text_table_close(&x);
        text_table_close(&y);
    }
    TEST_CHECK(mem_live() == 0);
}

TEST_LIST = {{"as_one_by_one", test_as_one_by_one}, {NULL, NULL}};
