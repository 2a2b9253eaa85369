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
            if (taken && k->mode == WALK_RIDE) break;
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

static bits all_origins(const frame *f, const rb_pattern *p) {
    bits r = bits_none();
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

static void match_line(matcher *m, unsigned c, int d) {
    const int16_t *next = m->f->b->board.next[d];
    m->length = 0;
    for (int at = next[c]; at >= 0 && at != (int)c && m->length < m->f->w->cells; at = next[at])
        m->line[m->length++] = (uint16_t)at;
    match_from(m, 0, 0);
}

/* [X+] Y: the cells of X up to the first that is none, if that one is in Y. */
static inline bits flank_one(const frame *f, const rb_pattern *p, unsigned c, int d) {
    const bits *rays = f->w->ray + (size_t)d * (size_t)f->w->cells;
    bits r = rays[c];
    bits stop = bits_sub(r, area_at(f, p->element[0].area));
    if (!bits_some(stop)) return bits_none();
    unsigned end = f->b->board.sense[d] > 0 ? bits_lowest(stop) : bits_highest(stop);
    if (!bits_has(area_ptr(f, p->element[1].area), end)) return bits_none();
    r = bits_xor(r, rays[end]);
    bits_flip(&r, end);
    return r;
}

static bits along_from(const frame *f, const rb_pattern *p, bits origins) {
    matcher m;
    m.f = f;
    m.p = p;
    m.out = NULL;
    m.collected = m.ends = bits_none();
    BITS_CELLS(origins, c) {
        for (uint64_t dirs = p->dirs; dirs; dirs &= dirs - 1) {
            int d = __builtin_ctzll(dirs);
            if (p->flank && f->b->board.sense[d])
                m.collected = bits_or(m.collected, flank_one(f, p, c, d));
            else
                match_line(&m, c, d);
        }
    }
    return p->collects ? m.collected : m.ends;
}

/* --- lines of pieces --- */

static int run_length(const rulebook *b, const bits *a, unsigned c, int d) {
    int n = 0;
    for (int at = b->board.next[d][c]; at >= 0 && at != (int)c && bits_has(a, (unsigned)at);
         at = b->board.next[d][at])
        n++;
    return n;
}

/* The longest line through any of the cells; with `exact`, how many lines are exactly so long. */
static int32_t runs_through(const frame *f, const bits *a, bits cells, int exact) {
    const board *o = &f->b->board;
    int32_t best = 0;
    int32_t many = 0;
    cells = bits_and(cells, *a);
    BITS_CELLS(cells, c) {
        for (int d = 0; d < o->dirs; d += 2) {
            if (o->shape == AST_LINES && o->next[d][c] < 0 && o->next[d + 1][c] < 0) continue;
            int32_t n = 1 + run_length(f->b, a, c, d) + run_length(f->b, a, c, d + 1);
            if (n > best) best = n;
            many += n == exact;
        }
    }
    return exact ? many : best;
}

static bits in_runs(const frame *f, bits a, int32_t k) {
    const board *o = &f->b->board;
    bits all = bits_none();
    if (k <= 1) return a;
    if (k > o->cells) return all;
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
        if (bits_some(bits_and(a, b))) return n;
        bits more = bits_or(a, shift_all(f->w, f->b, a, every));
        if (bits_same(more, a)) return -1;
        a = more;
    }
}

/* --- attacks --- */

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
    frame_on(&g, b, f->s, f->t, f->me);
    BITS_CELLS(who, from) {
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
    BITS_CELLS(cells, c) {
        if (attacked_at(f, p, c, occupied)) bits_add(&all, c);
    }
    return all;
}

static bool attacked_any(const frame *f, const rb_plan *p, bits cells) {
    bits occupied = f->areas[0][SET_OCCUPIED];
    BITS_CELLS(cells, c) {
        if (attacked_at(f, p, c, occupied)) return true;
    }
    return false;
}

#endif
