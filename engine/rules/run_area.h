#ifndef ENGINE_RULES_RUN_AREA_H
#define ENGINE_RULES_RUN_AREA_H
/* The larger operations on areas: walks, patterns, lines, attacks. */

#include "engine/rules/run_frame.h"

static int32_t run_code(frame *f, uint16_t code);

/* --- walks --- */

static bits walk_limited(const frame *f, const rb_walk *k, unsigned c, bits occupied) {
    const board *o = &f->b->board;
    int32_t most = k->limited ? num_at(f, k->max) : o->cells;
    bits all = bits_none();
    for (uint64_t dirs = k->dirs; dirs; dirs &= dirs - 1) {
        int d = __builtin_ctzll(dirs);
        int at = (int)c;
        int end = -1;
        for (int32_t i = 0; i < most && i < o->cells; i++) {
            at = o->next[d][at];
            if (at < 0 || at == (int)c) break;
            bool taken = bits_has(&occupied, (unsigned)at);
            if (taken && (k->mode == WALK_SLIDE || k->mode == WALK_DASH)) break;
            if (k->mode != WALK_DASH) bits_add(&all, (unsigned)at);
            end = at;
            if ((taken && k->mode == WALK_RIDE) || k->mode == WALK_STEP) break;
        }
        if (k->mode == WALK_DASH && end >= 0) bits_add(&all, (unsigned)end);
    }
    return all;
}

static inline bits walk_from(const frame *f, const rb_walk *k, unsigned c) {
    bits occupied = f->areas[0][SET_OCCUPIED];
    if (k->limited || k->mode == WALK_DASH || k->mode == WALK_RAY)
        return walk_limited(f, k, c, occupied);
    bits r = ride(f->w, f->b, c, k->dirs, occupied);
    return k->mode == WALK_SLIDE ? bits_sub(r, occupied) : r;
}

/* --- patterns --- */

/* Cells from which the rest of a pattern, from element i on, matches in direction d: worked out
 * backwards for all cells at once. */
static bits pattern_origins(const frame *f, const rb_pattern *p, int d) {
    const rulebook *b = f->b;
    int back = b->board.opposite[d];
    bits match = f->w->all;
    for (int i = p->count - 1; i >= 0; i--) {
        bits x = area_at(f, p->element[i].area);
        bits once = shift_one(f->w, b, bits_and(x, match), back);
        char repeat = p->element[i].repeat;
        if (repeat == '*' || repeat == '+') {
            bits grown = repeat == '*' ? bits_or(once, match) : once;
            for (;;) {
                bits more = bits_or(grown, shift_one(f->w, b, bits_and(x, grown), back));
                if (bits_same(more, grown)) break;
                grown = more;
            }
            once = grown;
        } else if (repeat == '?') {
            once = bits_or(once, match);
        }
        match = once;
    }
    return match;
}

/* The same for X+ Y on a board of one word and lines of at most `most` cells of X. Runs of X that
 * end at Y are grown to twice their length each time: `whole` are cells with so many of X behind
 * them. Where a step does not lead onto the board nothing of X is left, so that words may be
 * turned. */
static inline uint64_t flank_origins(const frame *f, uint64_t x, uint64_t y, int d, int most) {
    uint64_t landing = f->w->can[d].w[0];
    unsigned by = (unsigned)-f->w->delta[d] & 63;
    uint64_t whole = x & landing;
    uint64_t grown = word_turn(y, by) & whole;
    for (int length = 1; length < most; length *= 2) {
        grown |= word_turn(grown, by * (unsigned)length) & whole;
        whole &= word_turn(whole, by * (unsigned)length);
    }
    return word_turn(grown, by) & landing;
}

static bits all_origins(const frame *f, const rb_pattern *p) {
    bits r = bits_none();
    if (BW == 1 && p->flank && f->b->board.sense[0]) {
        const board *o = &f->b->board;
        uint64_t x = area_at(f, p->element[0].area).w[0];
        uint64_t y = area_at(f, p->element[1].area).w[0];
        int most = (o->width > o->height ? o->width : o->height) - 2;
        for (uint64_t dirs = p->dirs; dirs; dirs &= dirs - 1)
            r.w[0] |= flank_origins(f, x, y, __builtin_ctzll(dirs), most);
        return r;
    }
    for (uint64_t dirs = p->dirs; dirs; dirs &= dirs - 1)
        r = bits_or(r, pattern_origins(f, p, __builtin_ctzll(dirs)));
    return r;
}

/* One direction from one cell. The line is laid out, and all ways of matching are tried. */
typedef struct matcher {
    const frame *f;
    const rb_pattern *p;
    const int16_t *next;
    int length;
    uint16_t line[AREA_CELLS];
    uint8_t way[AREA_CELLS]; /* which element took each cell */
    bits collected, ends;
    action *out; /* FORM_ALONG: actions, ends with their bound cells */
    int count, cap;
    rb_action like;
} matcher;

static void match_found(matcher *m, int len) {
    if (!len) return;
    unsigned end = m->line[len - 1];
    if (m->out) {
        rb_action a = m->like;
        a.to = (uint16_t)end;
        for (int i = 0; i < len; i++)
            if (m->way[i] == m->p->bound) a.aux = m->line[i];
        action packed = rb_pack(a);
        for (int i = 0; i < m->count; i++)
            if (m->out[i] == packed) return;
        if (m->count < m->cap) m->out[m->count++] = packed;
        return;
    }
    bits_add(&m->ends, end);
    for (int i = 0; i < len; i++)
        if (m->p->element[m->way[i]].inside) bits_add(&m->collected, m->line[i]);
}

static void match_from(matcher *m, int element, int at) {
    if (element == m->p->count) {
        match_found(m, at);
        return;
    }
    const rb_element *e = &m->p->element[element];
    const bits *x = area_ptr(m->f, e->area);
    int least = e->repeat == '*' || e->repeat == '?' ? 0 : 1;
    int most = e->repeat == '*' || e->repeat == '+' ? m->length : 1;
    for (int n = 0;; n++) {
        if (n >= least) match_from(m, element + 1, at + n);
        if (n >= most || at + n >= m->length || !bits_has(x, m->line[at + n])) return;
        m->way[at + n] = (uint8_t)element;
    }
}

/* The same for patterns with several repeated elements on long lines, where trying all ways would
 * take for ever. There: the first e elements can end before cell i of the line. Good: the others,
 * from e on, match from there. One line of such a table follows from the one before it. */
typedef struct match_table {
    bool there[RB_ELEMENTS + 1][AREA_CELLS + 2], good[RB_ELEMENTS + 1][AREA_CELLS + 2];
} match_table;

static bool takes(const matcher *m, int element, int i) {
    return i >= 0 && i < m->length &&
           bits_has(area_ptr(m->f, m->p->element[element].area), m->line[i]);
}

static void match_forward(const matcher *m, int first, match_table *t) {
    for (int e = first; e < m->p->count; e++) {
        char repeat = m->p->element[e].repeat;
        for (int i = 0; i <= m->length; i++) {
            bool more = (repeat == '*' || repeat == '+') && i && t->there[e + 1][i - 1];
            bool one = repeat != '*' && i && t->there[e][i - 1];
            bool none = (repeat == '*' || repeat == '?') && t->there[e][i];
            t->there[e + 1][i] = none || ((one || more) && takes(m, e, i - 1));
        }
    }
}

static void match_backward(const matcher *m, match_table *t) {
    for (int e = m->p->count - 1; e >= 0; e--) {
        char repeat = m->p->element[e].repeat;
        for (int i = m->length; i >= 0; i--) {
            bool last = i == m->length;
            bool more = (repeat == '*' || repeat == '+') && !last && t->good[e][i + 1];
            bool one = repeat != '*' && !last && t->good[e + 1][i + 1];
            bool none = (repeat == '*' || repeat == '?') && t->good[e + 1][i];
            t->good[e][i] = none || ((one || more) && takes(m, e, i));
        }
    }
}

/* Cells that element e takes in some match. */
static void match_collect(matcher *m, int e, const match_table *t) {
    char repeat = m->p->element[e].repeat;
    bool many = repeat == '*' || repeat == '+';
    bool since[AREA_CELLS + 1]; /* it may have begun at this cell or before */
    for (int i = 0; i < m->length; i++)
        since[i] = takes(m, e, i) && (t->there[e][i] || (many && i && since[i - 1]));
    bool until = false; /* it may end with this cell or behind it */
    for (int i = m->length - 1; i >= 0; i--) {
        until = takes(m, e, i) && (t->good[e + 1][i + 1] || (many && until));
        if (since[i] && until) bits_add(&m->collected, m->line[i]);
    }
}

static void match_ends(matcher *m, const match_table *t, uint16_t aux) {
    for (int i = 1; i <= m->length; i++) {
        if (!t->there[m->p->count][i]) continue;
        bits_add(&m->ends, m->line[i - 1]);
        if (!m->out || m->count == m->cap) continue;
        rb_action a = m->like;
        a.to = m->line[i - 1];
        a.aux = aux;
        action packed = rb_pack(a);
        int k = 0;
        while (k < m->count && m->out[k] != packed) k++;
        m->out[k] = packed;
        m->count += k == m->count;
    }
}

static void match_table_line(matcher *m) {
    match_table t;
    int count = m->p->count;
    for (int i = 0; i <= m->length; i++) t.there[0][i] = i == 0;
    for (int i = 0; i <= m->length; i++) t.good[count][i] = true;
    match_forward(m, 0, &t);
    if (m->p->bound == RB_ELEMENTS || !m->out) match_ends(m, &t, RB_NO_CELL);
    if (m->p->collects) match_backward(m, &t);
    for (int e = 0; e < count; e++)
        if (m->p->element[e].inside) match_collect(m, e, &t);
    if (m->p->bound == RB_ELEMENTS || !m->out) return;
    int b = m->p->bound;
    for (int i = 0; i < m->length; i++) { /* for each cell that can be bound: what is behind it */
        if (!t.there[b][i] || !takes(m, b, i)) continue;
        for (int k = 0; k <= m->length; k++) t.there[b + 1][k] = k == i + 1;
        match_forward(m, b + 1, &t);
        match_ends(m, &t, m->line[i]);
    }
}

static bool is_tangled(const matcher *m) {
    int repeats = 0;
    for (int e = 0; e < m->p->count; e++)
        repeats += m->p->element[e].repeat == '*' || m->p->element[e].repeat == '+';
    return repeats > 2 || (repeats == 2 && m->length > 24);
}

static void match_line(matcher *m, unsigned c, int d) {
    const int16_t *next = m->f->b->board.next[d];
    m->length = 0;
    for (int at = next[c]; at >= 0 && at != (int)c && m->length < m->f->w->cells; at = next[at])
        m->line[m->length++] = (uint16_t)at;
    bool tangled = !m->p->fixed && is_tangled(m);
    charge(m->f, tangled ? m->length * m->p->count * (m->out ? m->length : 1) : m->length + 1);
    if (is_spent(m->f)) return;
    if (tangled)
        match_table_line(m);
    else
        match_from(m, 0, 0);
}

/* [X+] Y: the cells of X up to the first that is none, if that one is in Y. */
static inline bits flank_one(const wide *w, bits x, bits y, unsigned c, int d, bool up) {
    const bits *rays = w->ray + (size_t)d * (size_t)w->cells;
    bits stop = bits_sub(rays[c], x);
    bits good = bits_and(stop, y);
    unsigned end = first_along(w, up, stop);
    uint64_t keep = 0 - (uint64_t)bits_has(&good, end);
    bits r = bits_sub(bits_xor(rays[c], rays[end]), bits_of(end));
    BITS_EACH(i) r.w[i] &= keep;
    return r;
}

static inline bits flanks(const frame *f, const rb_pattern *p, unsigned c) {
    const wide *w = f->w;
    bits x = area_at(f, p->element[0].area);
    bits y = area_at(f, p->element[1].area);
    bits r = bits_none();
    for (uint64_t up = p->dirs & w->ups; up; up &= up - 1)
        r = bits_or(r, flank_one(w, x, y, c, __builtin_ctzll(up), true));
    for (uint64_t down = p->dirs & w->downs; down; down &= down - 1)
        r = bits_or(r, flank_one(w, x, y, c, __builtin_ctzll(down), false));
    return r;
}

/* What patterns in these directions collect, or where they end. */
static __attribute__((noinline)) bits along_lines(const frame *f, const rb_pattern *p,
                                                  uint64_t dirs, bits origins) {
    matcher m;
    m.f = f;
    m.p = p;
    m.out = NULL;
    m.collected = m.ends = bits_none();
    BITS_CELLS(origins, c) {
        for (uint64_t rest = dirs; rest; rest &= rest - 1) match_line(&m, c, __builtin_ctzll(rest));
    }
    return p->collects ? m.collected : m.ends;
}

static bits along_from(const frame *f, const rb_pattern *p, bits origins) {
    if (!p->flank) return along_lines(f, p, p->dirs, origins);
    bits r = bits_none();
    BITS_CELLS(origins, c) r = bits_or(r, flanks(f, p, c));
    uint64_t around = p->dirs & ~(f->w->ups | f->w->downs);
    return around ? bits_or(r, along_lines(f, p, around, origins)) : r;
}

/* --- lines of pieces --- */

static int run_length(const rulebook *b, const bits *a, unsigned c, int d) {
    int n = 0;
    for (int at = b->board.next[d][c]; at >= 0 && at != (int)c && bits_has(a, (unsigned)at);
         at = b->board.next[d][at])
        n++;
    return n;
}

/* How long the line of a through c is, on the axis of d. A full ring is counted once. */
static int axis_length(const rulebook *b, const bits *a, unsigned c, int d) {
    int n = run_length(b, a, c, d);
    if (b->board.rings) {
        int at = (int)c;
        for (int i = 0; i <= n && at >= 0; i++) at = b->board.next[d][at];
        if (at == (int)c) return 1 + n;
    }
    return 1 + n + run_length(b, a, c, d + 1);
}

/* The longest line through any of the cells; with `exact`, how many lines are exactly so long. */
static int32_t runs_through(const frame *f, const bits *a, bits cells, int exact) {
    const board *o = &f->b->board;
    int32_t best = 0;
    int32_t many = 0;
    cells = bits_and(cells, *a);
    if (bits_some(cells)) best = 1; /* also where no line leads through */
    charge(f, bits_count(cells) * o->dirs);
    BITS_CELLS(cells, c) {
        for (int d = 0; d < o->dirs; d += 2) {
            if (o->shape == AST_LINES && o->next[d][c] < 0 && o->next[d + 1][c] < 0) continue;
            int32_t n = axis_length(f->b, a, c, d);
            if (n > best) best = n;
            many += n == exact;
        }
    }
    return exact ? many : best;
}

/* Whether a line of k or more goes through the cell. */
static bool run_reaches(const frame *f, const bits *a, unsigned c, int k) {
    const board *o = &f->b->board;
    if (!bits_has(a, c)) return false;
    for (int d = 0; d < o->dirs; d += 2) {
        const int16_t *up = o->next[d];
        const int16_t *down = o->next[d + 1];
        int n = 1;
        for (int at = up[c]; at >= 0 && n < k && bits_has(a, (unsigned)at); at = up[at]) n++;
        for (int at = down[c]; at >= 0 && n < k && bits_has(a, (unsigned)at); at = down[at]) n++;
        if (n >= k) return true;
    }
    return k <= 1;
}

static bits in_runs(const frame *f, bits a, int32_t k) {
    const board *o = &f->b->board;
    bits all = bits_none();
    if (k <= 1) return a;
    if (k > o->cells) return all;
    if (o->rings) {
        BITS_CELLS(a, c) {
            if (runs_through(f, &a, bits_of(c), 0) >= k) bits_add(&all, c);
        }
        return all;
    }
    charge(f, o->dirs * k);
    for (int d = 0; d < o->dirs; d += 2) {
        bits start = a; /* cells with k of them in direction d, this one included */
        for (int32_t i = 1; i < k && bits_some(start); i++)
            start = bits_and(a, shift_one(f->w, f->b, start, o->opposite[d]));
        bits line = start;
        for (int32_t i = 0; i < k; i++) {
            all = bits_or(all, line);
            line = shift_one(f->w, f->b, line, d);
        }
    }
    return all;
}

static int32_t distance(const frame *f, bits a, bits b) {
    uint64_t every = f->b->board.dirs == 64 ? UINT64_MAX : (UINT64_C(1) << f->b->board.dirs) - 1;
    if (!bits_some(a) || !bits_some(b)) return -1;
    for (int32_t n = 0;; n++) {
        charge(f, shift_work(f->b, every));
        if (bits_some(bits_and(a, b))) return n;
        bits more = bits_or(a, shift_all(f->w, f->b, a, every));
        if (bits_same(more, a)) return -1;
        a = more;
    }
}

/* --- attacks --- */

enum { HIT_WORK = 32 }; /* steps: one piece's hits by code */

/* Whether a piece of this hit reaches the cell, with these cells taken. */
static bool hit_reaches(const frame *f, const rb_hit *h, unsigned c, bits occupied) {
    const rulebook *b = f->b;
    bits who = f->areas[0][SET_OWN + h->player];
    if (b->kinds > 1) who = bits_and(who, f->areas[0][b->set_kind + h->kind]);
    if (!bits_some(who)) return false;
    if (h->form == HIT_TABLE)
        return bits_some(bits_and(who, f->w->table[(size_t)h->table * (size_t)f->w->cells + c]));
    if (h->form == HIT_RIDE) {
        if (h->mask != RB_CONST && !bits_has(area_ptr(f, h->mask), c)) return false;
        return bits_some(bits_and(who, ride(f->w, b, c, h->dirs, occupied)));
    }
    frame g;
    frame_on(&g, b, f->s, f->t, f->me, f->work);
    BITS_CELLS(who, from) {
        charge(f, HIT_WORK);
        if (is_spent(f)) return false;
        g.cell[CELL_FROM] = (uint16_t)from;
        (void)run_code(&g, h->code);
        if (bits_has(area_ptr(&g, h->result), c)) return true;
    }
    return false;
}

static bool attacked_at(const frame *f, const rb_plan *p, unsigned c, bits occupied) {
    for (int i = 0; i < p->count; i++)
        if (hit_reaches(f, &f->side->hit[p->first + i], c, occupied)) return true;
    return false;
}

static bits threatened(const frame *f, const rb_plan *p, bits cells) {
    bits occupied = f->areas[0][SET_OCCUPIED];
    bits all = bits_none();
    charge(f, bits_count(cells) * p->count);
    BITS_CELLS(cells, c) {
        if (attacked_at(f, p, c, occupied)) bits_add(&all, c);
    }
    return all;
}

static bool attacked_any(const frame *f, const rb_plan *p, bits cells) {
    bits occupied = f->areas[0][SET_OCCUPIED];
    BITS_CELLS(cells, c) {
        charge(f, p->count);
        if (attacked_at(f, p, c, occupied)) return true;
    }
    return false;
}

#endif
