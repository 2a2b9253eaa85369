/* Every word of the language that makes an area or measures one, on boards of every shape and
 * width, against sets written out plainly: random positions, random patterns. A text asks many
 * questions at once; each is an act that stores its answer in a variable, or a list of moves. */
#include <acutest.h>

#include <stdio.h>

#include "engine/base/memory.h"
#include "engine/base/rng.h"
#include "engine/rules/machine/run.h"
#include "tests/support/naive_board.h"
#include "tests/support/text_table.h"

#if TEST_PACE
enum { POSITIONS = 60, TEXTS = 4 };
#else
enum { POSITIONS = 12, TEXTS = 2 };
#endif

/* --- the world the questions are about --- */

enum { KINDS = 3, MOST_ASKS = 90 };

typedef struct world {
    const naive_board *b;
    naive_view view;                           /* of the second player */
    int owner[NAIVE_CELLS], kind[NAIVE_CELLS]; /* owner: 0, 1, 2 neutral, -1 empty */
    nset q, p;                                 /* two areas, variables of the text */
    int c, m;                                  /* a cell (-1: none) and a number, too */
    int me;
} world;

enum {
    S_EMPTY,
    S_OCCUPIED,
    S_MINE,
    S_ENEMY,
    S_CELLS,
    S_X,
    S_Y,
    S_Q,
    S_P,
    S_DARK,
    S_EDGE,
    S_WHITE,
    S_NONE,
    S_SETS
};

static const char *const set_word[] = {"empty", "occupied", "mine", "enemy", "cells", "xx",  "yy",
                                       "q",     "p",        "dark", "edge",  "white", "none"};

static nset set_of(const world *w, int which) {
    nset out = {{0}};
    nset edge = naive_edge(w->b);
    nset dark = naive_dark(w->b);
    for (int c = 0; c < w->b->cells; c++) {
        int o = w->owner[c];
        bool in[S_SETS] = {[S_EMPTY] = o < 0,
                           [S_OCCUPIED] = o >= 0,
                           [S_MINE] = o == w->me,
                           [S_ENEMY] = o == 1 - w->me,
                           [S_CELLS] = true,
                           [S_X] = o >= 0 && w->kind[c] == 0,
                           [S_Y] = o >= 0 && w->kind[c] == 1,
                           [S_Q] = w->q.has[c],
                           [S_P] = w->p.has[c],
                           [S_DARK] = dark.has[c],
                           [S_EDGE] = edge.has[c],
                           [S_WHITE] = o == 0};
        out.has[c] = w->b->on[c] && in[which];
    }
    return out;
}

/* --- questions --- */

typedef enum ask_kind {
    ASK_WALK,
    ASK_LEAP,
    ASK_SHIFT,
    ASK_ALONG,
    ASK_GROUP,
    ASK_STARVED,
    ASK_INRUN,
    ASK_TRANSPOSE,
    ASK_MY,
    ASK_MIXED, /* (A | B) - C & D and so on */
    ASK_REST,
    ASK_AREAS, /* up to here the answer is an area; from here a number */
    ASK_COUNT,
    ASK_RUN,
    ASK_RUNS,
    ASK_JOINS,
    ASK_DIST,
    ASK_IN,
    ASK_SAME,
    ASK_ATTACKED,
    ASK_KIND_AT,
    ASK_KINDS
} ask_kind;

typedef struct part {
    int set;
    char repeat;
    bool inside, bound;
} part;

typedef struct ask {
    ask_kind kind;
    bool moves; /* a list of moves from `mine` instead of an act */
    naive_walk walk;
    char dirs[24];
    bool my;
    int max; /* -1: none; -2: the variable m */
    int a, b, c, d, k;
    part part[NAIVE_ELEMENTS];
    int parts;
    bool brackets;
} ask;

static const char *const walk_word[] = {"step", "slide", "ride", "dash", "ray"};

static int any_set(rng *g) {
    return (int)rng_below(g, S_SETS);
}

static void choose_dirs(ask *a, const world *w, rng *g) {
    static const char *const rect[] = {"n",      "s",   "e",    "w",     "ne",   "sw",
                                       "nw",     "se",  "any",  "ortho", "diag", "n ne",
                                       "e w nw", "any", "diag", "any"};
    static const char *const hex[] = {"n", "s", "e", "w", "nw", "se", "any", "n nw", "e w", "any"};
    bool lines = w->b->shape == NAIVE_LINES;
    bool grid = w->b->shape == NAIVE_RECT;
    const char *word = lines ? "any" : grid ? rect[rng_below(g, 16)] : hex[rng_below(g, 10)];
    (void)snprintf(a->dirs, sizeof a->dirs, "%s", word);
    a->my = rng_below(g, 3) == 0;
}

static void choose_pattern(ask *a, rng *g) {
    static const char repeat[] = {0, 0, 0, '*', '+', '?'};
    a->parts = 1 + (int)rng_below(g, rng_below(g, 4) ? 3 : 5);
    a->brackets = rng_below(g, 3) == 0;
    int bound = rng_below(g, 2) ? (int)rng_below(g, (uint64_t)a->parts) : -1;
    int from = (int)rng_below(g, (uint64_t)a->parts);
    int to = from + (int)rng_below(g, (uint64_t)(a->parts - from));
    for (int i = 0; i < a->parts; i++) {
        part *p = &a->part[i];
        p->set = any_set(g) % S_WHITE;
        p->repeat = repeat[rng_below(g, sizeof repeat)];
        p->inside = a->brackets && i >= from && i <= to;
        p->bound = i == bound && !p->repeat && !a->brackets;
    }
}

static ask choose(const world *w, rng *g) {
    ask a = {.max = -1};
    bool grid = w->b->shape != NAIVE_LINES;
    bool square = grid && w->b->width == w->b->height;
    do {
        a.kind = (ask_kind)rng_below(g, ASK_KINDS);
    } while (a.kind == ASK_AREAS || (!grid && a.kind == ASK_LEAP) ||
             (!square && a.kind == ASK_TRANSPOSE));
    a.moves = a.kind <= ASK_ALONG && a.kind != ASK_SHIFT &&
              rng_below(g, 2 + (uint64_t)w->b->cells / 16) < 2; /* a list has its limits */
    a.walk = (naive_walk)rng_below(g, 5);
    choose_dirs(&a, w, g);
    choose_pattern(&a, g);
    if (a.kind == ASK_WALK && rng_below(g, 2)) a.max = (int)rng_below(g, 5) - 2;
    if (a.max == -1 && a.kind == ASK_WALK && rng_below(g, 2)) a.max = 2;
    a.a = any_set(g);
    a.b = any_set(g);
    a.c = any_set(g);
    a.d = (int)rng_below(g, 4);
    a.k = (int)rng_below(g, 5);
    return a;
}

/* --- as text --- */

static void write_dirs(const ask *a, text *out) {
    text_format(out, " %s(%s)", a->my ? "my " : "", a->dirs);
}

static void write_pattern(const ask *a, text *out) {
    bool open = false;
    text_put(out, " (");
    for (int i = 0; i < a->parts; i++) {
        const part *p = &a->part[i];
        if (p->inside && !open) text_put(out, "[");
        if (!p->inside && open) text_put(out, "] ");
        open = p->inside;
        text_format(out, "(%s)", set_word[p->set]);
        if (p->repeat) text_char(out, p->repeat);
        if (p->bound) text_put(out, "@it");
        text_char(out, ' ');
    }
    text_put(out, open ? "])" : ")");
}

static void write_from(const ask *a, text *out) {
    if (!a->moves) text_put(out, " from (q)"); /* a name before a parenthesis would be a call */
}

static void write_line(const ask *a, text *out) {
    if (a->kind == ASK_LEAP) {
        text_format(out, "leap %d %d", a->k, a->d);
        write_from(a, out);
    } else if (a->kind == ASK_ALONG) {
        text_put(out, "along");
        write_dirs(a, out);
        write_from(a, out);
        write_pattern(a, out);
    } else {
        text_put(out, walk_word[a->walk]);
        write_dirs(a, out);
        if (a->max == -2) text_put(out, " max m");
        if (a->max >= 0) text_format(out, " max %d", a->max);
        write_from(a, out);
    }
}

static void write_area(const ask *a, text *out) {
    const char *x = set_word[a->a];
    const char *y = set_word[a->b];
    const char *z = set_word[a->c];
    static const char *const mixed[] = {"(%s | %s) - %s", "%s & %s | %s", "%s - (%s & %s)",
                                        "%s | %s & %s"};
    switch (a->kind) {
    case ASK_SHIFT:
        text_put(out, "shift");
        write_dirs(a, out);
        text_format(out, " %s", x);
        break;
    case ASK_GROUP:
        text_format(out, "group(%s, %s)", x, y);
        break;
    case ASK_STARVED:
        text_format(out, "starved(%s, %s)", x, y);
        break;
    case ASK_INRUN:
        text_format(out, "inrun(%s, %d)", x, a->k);
        break;
    case ASK_TRANSPOSE:
        text_format(out, "transpose(%s)", x);
        break;
    case ASK_MY:
        text_format(out, "my %s", x);
        break;
    case ASK_MIXED: {
        for (const char *s = mixed[a->d]; *s; s++) { /* the three names, one after the other */
            bool name = *s == '%';
            if (name)
                text_put(out, x);
            else
                text_char(out, *s);
            if (!name) continue;
            s++;
            x = y;
            y = z;
        }
        break;
    }
    case ASK_REST:
        text_format(out, "~%s", x);
        break;
    default:
        write_line(a, out);
        break;
    }
}

static void write_number(const ask *a, text *out) {
    const char *x = set_word[a->a];
    const char *y = set_word[a->b];
    const char *z = set_word[a->c];
    switch (a->kind) {
    case ASK_COUNT:
        text_format(out, "n = count %s", x);
        break;
    case ASK_RUN:
        text_format(out, "n = run(%s, %s)", x, y);
        break;
    case ASK_RUNS:
        text_format(out, "n = runs(%s, c, %d)", x, a->k);
        break;
    case ASK_DIST:
        text_format(out, "n = dist(%s, %s)", x, y);
        break;
    case ASK_KIND_AT:
        text_put(out, "n = kind(c)");
        break;
    case ASK_JOINS:
        text_format(out, "if joins(%s, %s, %s) { n = 1 }", x, y, z);
        break;
    case ASK_IN:
        text_format(out, "if %s in %s { n = 1 }", x, y);
        break;
    case ASK_SAME:
        text_format(out, "if %s %s %s { n = 1 }", x, a->d & 1 ? "==" : "!=", y);
        break;
    default:
        text_format(out, "if attacked(%s%s) { n = 1 }", x,
                    a->d == 1   ? ", white"
                    : a->d == 2 ? ", black"
                    : a->d == 3 ? ", next"
                                : "");
        break;
    }
}

/* --- what the pieces hit --- */

enum { HITS = 9 };

static const char *const hits_text[HITS] = {"ride any",
                                            "step any",
                                            "ray any max 2 - edge",
                                            "slide any | step any",
                                            "ride any & dark",
                                            "along any (empty* occupied)",
                                            "ride any - white",
                                            "step my any",
                                            "ride any max 2"};

static nset hit_by(const world *w, int hits, const nset *from) {
    const naive_board *b = w->b;
    uint64_t any = naive_dirs(b, "any");
    nset occupied = set_of(w, S_OCCUPIED);
    nset white = set_of(w, S_WHITE);
    nset dark = naive_dark(b);
    nset edge = naive_edge(b);
    static const naive_walk walk[HITS] = {NAIVE_RIDE,  NAIVE_STEP, NAIVE_RAY,
                                          NAIVE_SLIDE, NAIVE_RIDE, NAIVE_RIDE,
                                          NAIVE_RIDE,  NAIVE_STEP, NAIVE_RIDE};
    nset out = naive_walks(b, walk[hits], any, hits == 2 || hits == 8 ? 2 : -1, from, &occupied);
    nset step = naive_walks(b, NAIVE_STEP, any, -1, from, &occupied);
    for (int c = 0; c < b->cells; c++) {
        if (hits == 2 && edge.has[c]) out.has[c] = false;
        if (hits == 3) out.has[c] |= step.has[c];
        if (hits == 4 && !dark.has[c]) out.has[c] = false;
        if (hits == 5 && !occupied.has[c]) out.has[c] = false;
        if (hits == 6 && white.has[c]) out.has[c] = false;
    }
    return out;
}

static bool attacked(const world *w, const int *hits, const nset *target, int by) {
    for (int c = 0; c < w->b->cells; c++) {
        if (w->owner[c] != by) continue;
        nset one = {{0}};
        one.has[c] = true;
        nset hit = hit_by(w, hits[w->kind[c]], &one);
        for (int k = 0; k < w->b->cells; k++)
            if (hit.has[k] && target->has[k]) return true;
    }
    return false;
}

/* --- the right answers --- */

static uint64_t dirs_of(const world *w, const ask *a) {
    uint64_t dirs = naive_dirs(w->b, a->dirs);
    return a->my && w->me == 1 ? naive_dirs_seen(w->b, w->view, dirs) : dirs;
}

static int max_of(const world *w, const ask *a) {
    int max = a->max == -2 ? (w->m < 0 ? 0 : w->m) : a->max;
    return a->walk == NAIVE_STEP && max > 1 ? 1 : max;
}

static int fill_pattern(const world *w, const ask *a, naive_element *e) {
    for (int i = 0; i < a->parts; i++)
        e[i] = (naive_element){set_of(w, a->part[i].set), a->part[i].repeat, a->part[i].inside,
                               a->part[i].bound};
    return a->parts;
}

static void add_end(void *to, int end, int bound) {
    (void)bound;
    ((nset *)to)->has[end] = true;
}

static nset right_line(const world *w, const ask *a, const nset *from) {
    nset occupied = set_of(w, S_OCCUPIED);
    nset ends = {{0}};
    nset inside = {{0}};
    if (a->kind == ASK_LEAP) return naive_leap(w->b, a->k, a->d, from);
    if (a->kind == ASK_WALK)
        return naive_walks(w->b, a->walk, dirs_of(w, a), max_of(w, a), from, &occupied);
    naive_element e[NAIVE_ELEMENTS];
    int n = fill_pattern(w, a, e);
    for (int c = 0; c < w->b->cells; c++)
        if (from->has[c]) naive_along(w->b, dirs_of(w, a), c, e, n, &inside, add_end, &ends);
    return a->brackets ? inside : ends;
}

static nset right_mixed(const world *w, const ask *a) {
    nset x = set_of(w, a->a);
    nset y = set_of(w, a->b);
    nset z = set_of(w, a->c);
    nset out = {{0}};
    for (int c = 0; c < w->b->cells; c++) {
        bool i = x.has[c];
        bool j = y.has[c];
        bool k = z.has[c];
        bool in[] = {(i || j) && !k, (i && j) || k, i && !(j && k), i || (j && k)};
        out.has[c] = in[a->d];
    }
    return out;
}

static nset right_area(const world *w, const ask *a) {
    const naive_board *b = w->b;
    nset x = set_of(w, a->a);
    nset y = set_of(w, a->b);
    nset all = set_of(w, S_CELLS);
    switch (a->kind) {
    case ASK_SHIFT:
        return naive_shift(b, dirs_of(w, a), &x);
    case ASK_GROUP:
        return naive_group(b, &x, &y);
    case ASK_STARVED:
        return naive_starved(b, &x, &y);
    case ASK_INRUN:
        return naive_inrun(b, &x, a->k);
    case ASK_TRANSPOSE:
        return naive_transposed(b, &x);
    case ASK_MY:
        return w->me == 1 && b->shape != NAIVE_LINES ? naive_seen(b, w->view, &x) : x;
    case ASK_MIXED:
        return right_mixed(w, a);
    case ASK_REST:
        for (int c = 0; c < b->cells; c++) all.has[c] &= !x.has[c];
        return all;
    default:
        return right_line(w, a, &w->q);
    }
}

static int right_number(const world *w, const ask *a, const int *hits) {
    nset x = set_of(w, a->a);
    nset y = set_of(w, a->b);
    nset z = set_of(w, a->c);
    bool same = true;
    bool in = naive_count(&x) > 0;
    for (int c = 0; c < w->b->cells; c++) {
        same &= x.has[c] == y.has[c];
        in &= !x.has[c] || y.has[c];
    }
    switch (a->kind) {
    case ASK_COUNT:
        return naive_count(&x);
    case ASK_RUN:
        return naive_run(w->b, &x, &y);
    case ASK_RUNS:
        return naive_runs(w->b, &x, w->c, a->k);
    case ASK_DIST:
        return naive_dist(w->b, &x, &y);
    case ASK_KIND_AT:
        return w->c >= 0 && w->owner[w->c] >= 0 ? w->kind[w->c] : -1;
    case ASK_JOINS:
        return naive_joins(w->b, &x, &y, &z);
    case ASK_IN:
        return in;
    case ASK_SAME:
        return same == (a->d & 1);
    default:
        return attacked(w, hits, &x, a->d == 1 ? 0 : a->d == 2 ? 1 : 1 - w->me);
    }
}

/* --- texts and positions --- */

typedef struct sheet {
    ask ask[MOST_ASKS];
    int hits[KINDS];
    text body;
} sheet;

static void write_sheet(sheet *s, const world *w, const char *shape, const char *view, rng *g) {
    static const char *const kind[] = {"xx", "yy", "zz"};
    s->body = text_growing();
    text *out = &s->body;
    text_format(out, "game t {\n  players white black\n  board %s\n  %s\n", shape, view);
    for (int k = 0; k < KINDS; k++) {
        s->hits[k] = (int)rng_below(g, HITS);
        text_format(out, "  piece %s { hits %s }\n", kind[k], hits_text[s->hits[k]]);
    }
    text_put(out, "  var q : cells\n  var p : cells\n  var r : cells\n  var c : cell\n"
                  "  var m\n  var n\n  setup { put xx of neutral on none }\n  turn {\n");
    for (int i = 0; i < MOST_ASKS; i++) {
        ask *a = &s->ask[i];
        *a = choose(w, g);
        if (a->moves)
            text_put(out, "    move mine to ");
        else
            text_format(out, "    act \"%d\" { ", i);
        if (a->kind < ASK_AREAS && !a->moves) text_put(out, "r = ");
        if (a->kind < ASK_AREAS) write_area(a, out);
        if (a->kind > ASK_AREAS) write_number(a, out);
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
        w->kind[c] = (int)rng_below(g, KINDS);
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
        write_area(a, &out);
    else
        write_number(a, &out);
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
        nset want = right_area(w, a);
        nset got = {{0}};
        area r = rb_set_in(b, copy, var_named(b, "r")->at);
        AREA_EACH(&r, c) got.has[c] = true;
        if (memcmp(&want, &got, sizeof want) != 0) tell(w, a, &want, &got);
    } else {
        int want = right_number(w, a, s->hits);
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
    nset want = right_line(w, a, &one);
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
        int parts = fill_pattern(w, a, e);
        naive_along(w->b, dirs_of(w, a), from, e, parts, &inside, add_pair, &pairs);
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
    if (n >= (int)x->r->max_actions) return false; /* the list is full: nobody knows of what */
    for (int i = 0; i < MOST_ASKS; i++) {
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

TEST_LIST = {{"rect", test_rect},   {"wide", test_wide},   {"hex", test_hex}, {"wrap", test_wrap},
             {"masks", test_masks}, {"lines", test_lines}, {NULL, NULL}};
