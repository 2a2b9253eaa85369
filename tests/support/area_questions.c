#include "tests/support/area_questions.h"

#include <stdio.h>
#include <string.h>

/* --- the world the questions are about --- */

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

ask ask_choose(const world *w, rng *g) {
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

void ask_write_area(const ask *a, text *out) {
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

void ask_write_number(const ask *a, text *out) {
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
    case ASK_PATH:
        text_format(out, "n = path(%s, %s, %s)", x, y, z);
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

const char *const ask_hits_text[ASK_HITS] = {"ride any",
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
    static const naive_walk walk[ASK_HITS] = {NAIVE_RIDE,  NAIVE_STEP, NAIVE_RAY,
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

uint64_t ask_dirs_of(const world *w, const ask *a) {
    uint64_t dirs = naive_dirs(w->b, a->dirs);
    return a->my && w->me == 1 ? naive_dirs_seen(w->b, w->view, dirs) : dirs;
}

static int max_of(const world *w, const ask *a) {
    int max = a->max == -2 ? (w->m < 0 ? 0 : w->m) : a->max;
    return a->walk == NAIVE_STEP && max > 1 ? 1 : max;
}

int ask_fill_pattern(const world *w, const ask *a, naive_element *e) {
    for (int i = 0; i < a->parts; i++)
        e[i] = (naive_element){set_of(w, a->part[i].set), a->part[i].repeat, a->part[i].inside,
                               a->part[i].bound};
    return a->parts;
}

static void add_end(void *to, int end, int bound) {
    (void)bound;
    ((nset *)to)->has[end] = true;
}

nset ask_right_line(const world *w, const ask *a, const nset *from) {
    nset occupied = set_of(w, S_OCCUPIED);
    nset ends = {{0}};
    nset inside = {{0}};
    if (a->kind == ASK_LEAP) return naive_leap(w->b, a->k, a->d, from);
    if (a->kind == ASK_WALK)
        return naive_walks(w->b, a->walk, ask_dirs_of(w, a), max_of(w, a), from, &occupied);
    naive_element e[NAIVE_ELEMENTS];
    int n = ask_fill_pattern(w, a, e);
    for (int c = 0; c < w->b->cells; c++)
        if (from->has[c]) naive_along(w->b, ask_dirs_of(w, a), c, e, n, &inside, add_end, &ends);
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

nset ask_right_area(const world *w, const ask *a) {
    const naive_board *b = w->b;
    nset x = set_of(w, a->a);
    nset y = set_of(w, a->b);
    nset all = set_of(w, S_CELLS);
    switch (a->kind) {
    case ASK_SHIFT:
        return naive_shift(b, ask_dirs_of(w, a), &x);
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
        return ask_right_line(w, a, &w->q);
    }
}

int ask_right_number(const world *w, const ask *a, const int *hits) {
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
    case ASK_PATH:
        return naive_path(w->b, &x, &y, &z);
    case ASK_IN:
        return in;
    case ASK_SAME:
        return same == (a->d & 1);
    default:
        return attacked(w, hits, &x, a->d == 1 ? 0 : a->d == 2 ? 1 : 1 - w->me);
    }
}
