/* Every word of the language that makes an area or measures one, on boards of every shape and
 * width, against sets written out plainly: random positions, random patterns. A text asks many
 * questions at once; each is an act that stores its answer in a variable, or a list of moves. */
#include <acutest.h>

#include <stdio.h>

#include "engine/base/memory.h"
#include "engine/base/rng.h"
#include "engine/rules/machine/run.h"
#include "tests/support/area_questions.h"
#include "tests/support/text_table.h"

#if TEST_PACE
enum { POSITIONS = 30, TEXTS = 4 };
#else
enum { POSITIONS = 4, TEXTS = 2 };
#endif

/* --- texts and positions --- */

enum { ASK_MAX = 90 };

typedef struct sheet {
    ask ask[ASK_MAX];
    int hits[WORLD_KINDS];
    text body;
} sheet;

static void write_sheet(sheet *s, const world *w, const char *shape, const char *view, rng *g) {
    static const char *const kind[] = {"xx", "yy", "zz"};
    s->body = text_growing();
    text *out = &s->body;
    text_format(out, "game t {\n  players white black\n  board %s\n  %s\n", shape, view);
    for (int k = 0; k < WORLD_KINDS; k++) {
        s->hits[k] = (int)rng_below(g, ASK_HITS);
        text_format(out, "  piece %s { hits %s }\n", kind[k], ask_hits_text[s->hits[k]]);
    }
    text_put(out, "  var q : cells\n  var p : cells\n  var r : cells\n  var c : cell\n"
                  "  var m\n  var n\n  setup { put xx of neutral on none }\n  turn {\n");
    for (int i = 0; i < ASK_MAX; i++) {
        ask *a = &s->ask[i];
        *a = ask_choose(w, g);
        if (a->moves)
            text_put(out, "    move mine to ");
        else
            text_format(out, "    act \"%d\" { ", i);
        if (a->kind < ASK_AREAS && !a->moves) text_put(out, "r = ");
        if (a->kind < ASK_AREAS) ask_write_area(a, out);
        if (a->kind > ASK_AREAS) ask_write_number(a, out);
        text_put(out, a->moves ? "\n" : " }\n");
    }
    text_put(out, "  } else draw\n}\n");
}

static void scatter(nset *a, const naive_board *b, rng *g) {
    uint64_t dense = 1 + rng_below(g, 6);
    for (int c = 0; c < b->cells; c++) a->has[c] = b->on[c] && rng_below(g, 12) < dense;
}

static void random_world(world *w, rng *g) {
    uint64_t dense = 1 + rng_below(g, 9);
    uint64_t wide = 10 + (uint64_t)w->b->cells / 16;
    for (int c = 0; c < w->b->cells; c++) {
        w->owner[c] = -1;
        w->kind[c] = (int)rng_below(g, WORLD_KINDS);
        if (w->b->on[c] && rng_below(g, wide) < dense)
            w->owner[c] = rng_below(g, 8) ? (int)rng_below(g, 2) : 2;
    }
    scatter(&w->q, w->b, g);
    scatter(&w->p, w->b, g);
    w->c = (int)rng_below(g, (uint64_t)w->b->cells);
    if (!w->b->on[w->c]) w->c = -1;
    w->m = (int)rng_below(g, 6) - 1;
    w->me = (int)rng_below(g, 2);
}

static void write_set(const naive_board *b, const char *name, const nset *a, text *out) {
    const char *between = "";
    if (!naive_count(a)) return;
    text_format(out, " %s=", name);
    for (int c = 0; c < b->cells; c++) {
        if (!a->has[c]) continue;
        text_format(out, "%s%s", between, b->name[c]);
        between = "|";
    }
}

/* Runs of empty cells as one number, which is how positions are written. */
static void write_board(const world *w, text *out) {
    const naive_board *b = w->b;
    int gap = 0;
    for (int y = b->height - 1; y >= 0; y--) {
        for (int x = 0; x <= b->width; x++) {
            int c = y * b->width + x;
            bool piece = x < b->width && w->owner[c] >= 0;
            if (!piece && x < b->width) gap++;
            if ((piece || x == b->width) && gap) text_format(out, "%d", gap);
            if (piece || x == b->width) gap = 0;
            if (!piece) continue;
            text_char(out, (char)((w->owner[c] == 1 ? 'x' : 'X') + w->kind[c]));
            if (w->owner[c] == 2) text_char(out, '0');
        }
        if (y) text_char(out, '/');
    }
    text_format(out, " %d", w->me);
    write_set(b, "q", &w->q, out);
    write_set(b, "p", &w->p, out);
    if (w->c >= 0) text_format(out, " c=%s", b->name[w->c]);
    if (w->m) text_format(out, " m=%d", w->m);
}

/* --- comparing --- */

static const rb_var *var_named(const program *b, const char *name) {
    for (int i = 0; i < b->vars; i++)
        if (strcmp(b->var[i].name, name) == 0) return &b->var[i];
    return NULL;
}

static void tell(const world *w, const ask *a, const nset *want, const nset *got) {
    text out = text_growing();
    if (a->kind < ASK_AREAS)
        ask_write_area(a, &out);
    else
        ask_write_number(a, &out);
    text_put(&out, "  in  ");
    write_board(w, &out);
    if (want) write_set(w->b, "expected", want, &out);
    if (got) write_set(w->b, "found", got, &out);
    TEST_CHECK_(false, "%s", text_string(&out));
    text_done(&out);
}

static void check_act(const table *x, const world *w, const sheet *s, int i, action what) {
    const ask *a = &s->ask[i];
    const program *b = program_of(x->r);
    unsigned char *copy = mem_alloc(x->r->state_size);
    TEST_ASSERT(copy != NULL);
    memcpy(copy, x->s, x->r->state_size);
    x->r->game->apply(x->r, copy, NULL, what);
    if (a->kind < ASK_AREAS) {
        nset want = ask_right_area(w, a);
        nset got = {{0}};
        area r = rb_set_in(b, copy, var_named(b, "r")->at);
        AREA_EACH(&r, c) got.has[c] = true;
        if (memcmp(&want, &got, sizeof want) != 0) tell(w, a, &want, &got);
    } else {
        int want = ask_right_number(w, a, s->hits);
        int got = rb_vars_in(b, copy)[var_named(b, "n")->at];
        if (want != got) tell(w, a, NULL, NULL);
        TEST_CHECK_(want == got, "expected %d, found %d", want, got);
    }
    mem_free(copy);
}

typedef struct pair_count {
    int pairs;
    struct {
        int end, bound;
    } at[2048];
} pair_count;

static void add_pair(void *to, int end, int bound) {
    pair_count *p = to;
    for (int i = 0; i < p->pairs; i++)
        if (p->at[i].end == end && p->at[i].bound == bound) return;
    p->at[p->pairs].end = end;
    p->at[p->pairs++].bound = bound;
}

/* Moves of one generator from one cell: the right ends, once each, with the right bound cells. */
static void check_source(const table *x, const world *w, const ask *a, int n, int gen, int from) {
    static pair_count pairs;
    nset one = {{0}};
    nset got = {{0}};
    one.has[from] = true;
    nset want = ask_right_line(w, a, &one);
    want.has[from] = false; /* a piece goes somewhere else */
    int count = 0;
    for (int i = 0; i < n; i++) {
        rb_action m = rb_unpack(x->list[i]);
        if (m.gen != gen || m.from != from) continue;
        got.has[m.to] = true;
        count++;
    }
    if (memcmp(&want, &got, sizeof want) != 0) tell(w, a, &want, &got);
    pairs.pairs = naive_count(&want);
    if (a->kind == ASK_ALONG && !a->brackets) {
        naive_element e[NAIVE_ELEMENTS];
        nset inside = {{0}};
        pairs.pairs = 0;
        int parts = ask_fill_pattern(w, a, e);
        naive_along(w->b, ask_dirs_of(w, a), from, e, parts, &inside, add_pair, &pairs);
    }
    TEST_CHECK_(count == pairs.pairs, "%d moves, expected %d", count, pairs.pairs);
    if (count != pairs.pairs) tell(w, a, NULL, NULL);
}

static bool check_position(table *x, const world *w, const sheet *s) {
    text line = text_growing();
    write_board(w, &line);
    TEST_ASSERT(text_table_read(x, text_string(&line)));
    TEST_CHECK_(text_table_sound(x), "%s", text_string(&line));
    text_done(&line);
    int n = x->r->game->legal(x->r, x->s, NULL, x->list);
    if (n >= (int)x->r->max_actions) return false; /* the list is full: no one knows of what */
    for (int i = 0; i < ASK_MAX; i++) {
        const ask *a = &s->ask[i];
        for (int k = 0; k < n && !a->moves; k++)
            if (rb_unpack(x->list[k]).gen == i) check_act(x, w, s, i, x->list[k]);
        for (int c = 0; c < w->b->cells && a->moves; c++)
            if (w->owner[c] == w->me) check_source(x, w, a, n, i, c);
    }
    return true;
}

static void check_board(const naive_board *b, const char *shape, naive_view v, const char *view) {
    static world w;
    static sheet s;
    rng g = rng_stream(7, (uint64_t)b->cells);
    w = (world){.b = b, .view = v};
    int positions = 1 + POSITIONS * 10 / (10 + b->cells);
    for (int t = 0; t < TEXTS; t++) {
        table x;
        write_sheet(&s, &w, shape, view, &g);
        bool good = text_table_open(&x, text_string(&s.body), "");
        TEST_CHECK_(good, "%s", text_string(&s.body));
        for (int i = 0, tried = 0; i < positions && good; i += check_position(&x, &w, &s)) {
            random_world(&w, &g);
            TEST_ASSERT(tried++ < 10 * positions);
        }
        text_table_close(&x);
        text_done(&s.body);
    }
    TEST_CHECK(mem_live() == 0);
}

static naive_board plain;

static void grid(naive_shape shape, int n, int height, const char *wrap, naive_view v,
                 const char *view) {
    static const char *const word[] = {"rect", "hex"};
    char line[60];
    naive_grid(&plain, shape, n, height, strchr(wrap, 'x'), strchr(wrap, 'y'));
    naive_link(&plain);
    if (shape == NAIVE_HEXAGON)
        (void)snprintf(line, sizeof line, "hexagon %d", n);
    else
        (void)snprintf(line, sizeof line, "%s %d %d%s%s", word[shape], n, height,
                       *wrap ? " wrap " : "", wrap);
    TEST_CASE(line);
    check_board(&plain, line, v, view);
}

static void test_rect(void) {
    grid(NAIVE_RECT, 5, 4, "", NAIVE_MIRROR, "");
    grid(NAIVE_RECT, 8, 8, "", NAIVE_ROTATE, "view black rotate");
    grid(NAIVE_RECT, 1, 6, "", NAIVE_SAME, "view black same");
    grid(NAIVE_RECT, 6, 1, "", NAIVE_MIRROR, "");
    grid(NAIVE_RECT, 1, 1, "", NAIVE_MIRROR, "");
    grid(NAIVE_RECT, 5, 5, "", NAIVE_TRANSPOSE, "view black transpose");
}

static void test_wide(void) {
    grid(NAIVE_RECT, 9, 8, "", NAIVE_MIRROR, ""); /* two words */
    grid(NAIVE_RECT, 13, 12, "", NAIVE_ROTATE, "view black rotate");
    grid(NAIVE_RECT, 19, 19, "", NAIVE_MIRROR, ""); /* eight */
    grid(NAIVE_RECT, 32, 16, "", NAIVE_MIRROR, ""); /* all there are */
}

static void test_hex(void) {
    grid(NAIVE_HEX, 5, 5, "", NAIVE_TRANSPOSE, "");
    grid(NAIVE_HEX, 4, 6, "", NAIVE_ROTATE, "view black rotate");
    grid(NAIVE_HEX, 11, 11, "", NAIVE_TRANSPOSE, "");
    grid(NAIVE_HEXAGON, 3, 0, "", NAIVE_SAME, "");
    grid(NAIVE_HEXAGON, 6, 0, "", NAIVE_ROTATE, "view black rotate");
    grid(NAIVE_HEXAGON, 1, 0, "", NAIVE_SAME, "");
}

static void test_wrap(void) {
    grid(NAIVE_RECT, 5, 4, "x", NAIVE_MIRROR, "");
    grid(NAIVE_RECT, 4, 5, "y", NAIVE_MIRROR, "");
    grid(NAIVE_RECT, 6, 6, "xy", NAIVE_ROTATE, "view black rotate");
    grid(NAIVE_RECT, 6, 4, "xy", NAIVE_MIRROR, "");
    grid(NAIVE_RECT, 2, 3, "xy", NAIVE_SAME, "view black same");
    grid(NAIVE_RECT, 1, 4, "x", NAIVE_SAME, "view black same");
    grid(NAIVE_RECT, 10, 9, "xy", NAIVE_MIRROR, "");
    grid(NAIVE_HEX, 5, 5, "xy", NAIVE_TRANSPOSE, "");
    grid(NAIVE_HEX, 4, 5, "x", NAIVE_ROTATE, "view black rotate");
}

static void test_masks(void) {
    naive_grid(&plain, NAIVE_RECT, 8, 8, false, false);
    for (int c = 0; c < 64; c++) plain.on[c] = (c % 8 + c / 8) % 2 == 0;
    naive_link(&plain);
    check_board(&plain, "rect 8 8 only dark", NAIVE_MIRROR, "");
    naive_grid(&plain, NAIVE_RECT, 7, 7, false, false);
    for (int c = 0; c < 49; c++) {
        bool x = c % 7 >= 2 && c % 7 <= 4;
        bool y = c / 7 >= 2 && c / 7 <= 4;
        plain.on[c] = x || y;
    }
    naive_link(&plain);
    check_board(&plain, "rect 7 7 only rank 3..5 | file c..e", NAIVE_MIRROR, "");
    naive_grid(&plain, NAIVE_RECT, 6, 5, true, false);
    plain.on[2 * 6 + 2] = plain.on[0] = false;
    naive_link(&plain);
    check_board(&plain, "rect 6 5 wrap x without c3 | a1", NAIVE_MIRROR, "");
}

static void edges(int width, int height, const char *more, naive_view v, const char *view) {
    char line[60];
    naive_edges(&plain, width, height, strstr(more, "corners"), strstr(more, "rim"));
    (void)snprintf(line, sizeof line, "rect %d %d edges%s", width, height, more);
    TEST_CASE(line);
    check_board(&plain, line, v, view);
}

static void test_edges(void) {
    edges(3, 3, "", NAIVE_MIRROR, "");
    edges(3, 4, " corners", NAIVE_ROTATE, "view black rotate");
    edges(4, 2, " rim", NAIVE_MIRROR, "");
    edges(4, 4, " corners rim", NAIVE_TRANSPOSE, "view black transpose");
    edges(9, 9, " corners", NAIVE_MIRROR, "");
    edges(1, 1, "", NAIVE_MIRROR, "");
    edges(26, 1, "", NAIVE_MIRROR, "");
    edges(1, 26, " rim", NAIVE_MIRROR, "");
}

static void test_lines(void) {
    naive_lines(&plain, "a1 d1 g1, b2 d2 f2, c3 d3 e3, a4 b4 c4, e4 f4 g4, c5 d5 e5, b6 d6 f6, "
                        "a7 d7 g7, a1 a4 a7, b2 b4 b6, c3 c4 c5, d1 d2 d3, d5 d6 d7, e3 e4 e5, "
                        "f2 f4 f6, g1 g4 g7");
    check_board(&plain,
                "lines (a1 d1 g1) (b2 d2 f2) (c3 d3 e3) (a4 b4 c4) (e4 f4 g4) (c5 d5 e5)"
                " (b6 d6 f6) (a7 d7 g7) (a1 a4 a7) (b2 b4 b6) (c3 c4 c5) (d1 d2 d3) (d5 d6 d7)"
                " (e3 e4 e5) (f2 f4 f6) (g1 g4 g7)",
                NAIVE_SAME, "");
    naive_lines(&plain, "a1 a2 a3 a4 a5 a1, b1 b2 b3 b1, a1 b1, a3 b2 a5, a1 a2");
    check_board(&plain, "lines (a1 a2 a3 a4 a5 a1) (b1 b2 b3 b1) (a1 b1) (a3 b2 a5) (a1 a2)",
                NAIVE_SAME, "");
    naive_lines(&plain, "a1 a2, a3");
    check_board(&plain, "lines (a1 a2) (a3)", NAIVE_SAME, "");
}

TEST_LIST = {{"rect", test_rect},   {"wide", test_wide},   {"hex", test_hex},
             {"wrap", test_wrap},   {"masks", test_masks}, {"edges", test_edges},
             {"lines", test_lines}, {NULL, NULL}};
