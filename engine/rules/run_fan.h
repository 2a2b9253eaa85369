#ifndef ENGINE_RULES_RUN_FAN_H
#define ENGINE_RULES_RUN_FAN_H
/* Steps and jumps of all pieces at once. Where a tree is nothing but moves along lines of one or
 * two cells, without conditions of their own, it offers a few shifts of whole sets: a *beam* for
 * each generator and direction. Whether there is anything, how much, and one drawn at random need
 * no list. The order is that of the list. */

#include "engine/base/rng.h"
#include "engine/rules/run_code.h"

/* --- making them --- */

/* The generator takes whatever a line of one or two cells leads to. */
static bool is_sweep(const rulebook *b, const rb_side *s, const rb_gen *g) {
    if (g->kind != GEN_MOVE || g->form != FORM_LINE || g->guard || g->where || g->requires ||
        g->promotions || g->kind_count || g->mask != RB_CONST)
        return false;
    const rb_pattern *p = &s->pattern[g->arg];
    if (p->count > FAN_STEPS || (g->except & RB_BASE) != RB_CONST ||
        area_some(b->constant[g->except & RB_INDEX]))
        return false;
    for (uint64_t dirs = p->dirs; dirs; dirs &= dirs - 1)
        if (!b->board.sense[__builtin_ctzll(dirs)]) return false;
    bool fixed = (g->src_in & RB_BASE) != RB_TEMP;
    for (int i = 0; i < p->count; i++) fixed &= (p->element[i].area & RB_BASE) != RB_TEMP;
    const rb_ins *i = &s->code[g->prep];
    bool cell = g->prep && i->op == OP_AREA_CELL && i->d == g->src && i[1].op == OP_RETURN;
    return fixed && (!g->prep || cell);
}

static bits lasting(const rulebook *b, int d, int steps) {
    bits can = bits_none();
    for (int c = 0; c < b->board.cells; c++) {
        int at = c;
        for (int i = 0; i < steps && at >= 0; i++) at = b->board.next[d][at];
        if (at >= 0) bits_add(&can, (unsigned)c);
    }
    return can;
}

static beam make_beam(const rulebook *b, const rb_pattern *p, int gen, int d) {
    beam r = {.can = lasting(b, d, p->count), .steps = p->count, .gen = (uint8_t)gen};
    r.delta = b->board.dy[d] * b->board.width + b->board.dx[d];
    r.bound = (uint8_t)(p->bound < p->count ? p->count - 1 - p->bound : FAN_STEPS);
    for (int i = 0; i < FAN_STEPS; i++) r.area[i] = p->element[i < p->count ? i : 0].area;
    return r;
}

/* What has been made of them; with NULL they are only counted. */
typedef struct fan_maker {
    sweep *sweep;
    beam *beam;
    int sweeps, beams;
    bool ends; /* all since this was last set end the turn */
} fan_maker;

static void add_sweep(const rulebook *b, const rb_side *s, int gen, fan_maker *m) {
    const rb_gen *g = &s->gen[gen];
    const rb_pattern *p = &s->pattern[g->arg];
    sweep w = {.src = g->src,
               .src_in = g->src_in,
               .owned = g->owned,
               .cell = g->prep ? (uint8_t)s->code[g->prep].a : CELL_COUNT,
               .first = (uint16_t)m->beams,
               .count = (uint16_t)__builtin_popcountll(p->dirs)};
    if (m->sweep) m->sweep[m->sweeps] = w;
    for (uint64_t dirs = p->dirs; dirs; dirs &= dirs - 1, m->beams++)
        if (m->beam) m->beam[m->beams] = make_beam(b, p, gen, __builtin_ctzll(dirs));
    m->sweeps++;
    m->ends &= g->succ == RB_END;
}

static bool add_sweeps(const rulebook *b, const rb_side *s, uint16_t node, fan_maker *m) {
    const rb_node *n = &b->node[node];
    if (n->kind == NODE_GEN) {
        if (!is_sweep(b, s, &s->gen[n->gen])) return false;
        add_sweep(b, s, n->gen, m);
        return true;
    }
    if (n->kind != NODE_UNION) return false;
    for (uint16_t i = n->first; i; i = b->node[i].next)
        if (!add_sweeps(b, s, i, m)) return false;
    return true;
}

static fan make_fan(const rulebook *b, const rb_side *s, uint16_t node, fan_maker *m) {
    fan_maker was = *m;
    m->ends = true;
    if (node && add_sweeps(b, s, node, m) && m->beams - was.beams <= FAN_BEAMS &&
        m->beams <= UINT16_MAX)
        return (fan){(uint16_t)was.sweeps, (uint16_t)(m->sweeps - was.sweeps), m->ends};
    *m = was;
    return (fan){.count = 0};
}

/* --- looking --- */

static inline bits sweep_sources(const frame *f, const sweep *w) {
    bits src = area_at(f, w->src_in);
    if (w->cell != CELL_COUNT) {
        bits one = bits_none();
        if (f->cell[w->cell] != RB_NO_CELL) bits_add(&one, f->cell[w->cell]);
        src = bits_and(src, one);
    } else {
        src = bits_and(src, area_at(f, w->src));
    }
    return w->owned ? src : bits_and(src, f->areas[0][SET_OCCUPIED]);
}

/* What is on offer, beam by beam. */
typedef struct spread {
    int count;
    const beam *beam[FAN_BEAMS];
    bits to[FAN_BEAMS];
} spread;

static inline void spread_add(spread *x, const beam *m, bits to) {
    if (!x) return;
    x->beam[x->count] = m;
    x->to[x->count++] = to;
}

/* Adds what one generator offers to x, if that is wanted; all cells that it reaches. */
static inline bits sweep_spread(const frame *f, const sweep *w, bits src, spread *x) {
    const beam *m = &f->w->beams[w->first];
    const beam *end = m + w->count;
    bits first = area_at(f, m->area[0]);
    bits any = bits_none();
    if (m->steps == 1) {
        for (; m < end; m++) {
            bits to = bits_and(bits_turn(bits_and(src, m->can), m->delta), first);
            spread_add(x, m, to);
            any = bits_or(any, to);
        }
        return any;
    }
    bits last = area_at(f, m->area[1]);
    for (; m < end; m++) {
        bits to = bits_and(bits_turn(bits_and(src, m->can), m->delta), first);
        to = bits_and(bits_turn(to, m->delta), last);
        spread_add(x, m, to);
        any = bits_or(any, to);
    }
    return any;
}

/* False where there is nothing. */
static inline bool fan_spread(const frame *f, const fan *n, spread *x) {
    const sweep *w = &f->w->sweeps[n->first];
    bits any = bits_none();
    if (x) x->count = 0;
    for (const sweep *end = w + n->count; w < end; w++) {
        bits src = sweep_sources(f, w);
        if (bits_some(src)) any = bits_or(any, sweep_spread(f, w, src, x));
    }
    return bits_some(any);
}

static bool fan_some(const frame *f, const fan *n) {
    return fan_spread(f, n, NULL);
}

static inline rb_action beam_action(const beam *m, int to) {
    rb_action a = {.from = (uint16_t)(to - m->steps * m->delta),
                   .to = (uint16_t)to,
                   .aux = RB_NO_CELL,
                   .gen = m->gen};
    if (m->bound != FAN_STEPS) a.aux = (uint16_t)(to - m->bound * m->delta);
    return a;
}

static int fan_list(const frame *f, const fan *n, action *out, int cap) {
    spread x;
    int all = 0;
    if (!fan_spread(f, n, &x)) return 0;
    for (int i = 0; i < x.count; i++) BITS_CELLS(x.to[i], to) {
            if (all < cap) out[all++] = rb_pack(beam_action(x.beam[i], (int)to));
        }
    return all;
}

static uint64_t fan_count(const frame *f, const fan *n) {
    spread x;
    uint64_t all = 0;
    if (!fan_spread(f, n, &x)) return 0;
    for (int i = 0; i < x.count; i++) all += (unsigned)bits_count(x.to[i]);
    return all;
}

/* Found without branches that nobody could foresee. */
static __attribute__((noinline)) bool fan_draw(const frame *f, const fan *n, rng *g,
                                               rb_action *out) {
    spread x;
    unsigned upto[FAN_BEAMS];
    unsigned all = 0;
    if (!fan_spread(f, n, &x)) return false;
    for (int i = 0; i < x.count; i++) upto[i] = all += (unsigned)bits_count(x.to[i]);
    unsigned k = (unsigned)rng_below(g, all);
    unsigned at = 0;
    unsigned before = 0;
    for (int i = 0; i + 1 < x.count; i++) {
        bool passed = k >= upto[i];
        at += passed;
        before = passed ? upto[i] : before;
    }
    *out = beam_action(x.beam[at], (int)bits_nth(f->w->nth, x.to[at], k - before));
    return true;
}

#endif
