#ifndef ENGINE_RULES_RUN_GEN_H
#define ENGINE_RULES_RUN_GEN_H
/* Generators: from a state to actions. Where a `require` is about royal pieces, most actions need
 * no trial (run_royal.h). */

#include "engine/rules/run_royal.h"

/* --- what a generator offers --- */

/* Actions are gathered as sets where they can be: all targets of one source, or all ends of a line
 * of steps in one direction. Counting them and drawing one needs no list. */
typedef struct swath {
    bits to;
    uint16_t from; /* RB_NO_CELL: none */
    int16_t dir;   /* -1: none; else the source lies the pattern's length behind the target */
    const uint8_t *kinds; /* to choose from */
    uint8_t kind_count;   /* 0: no kind is chosen */
    uint8_t gen;
    uint16_t count; /* actions in it */
    bool trial;     /* a `require` has to be tried */
} swath;

enum { MOST_SWATHS = 192 };

typedef struct harvest {
    int swaths, loose;
    uint32_t total; /* actions in swaths */
    safety *x;      /* of the generator at hand: not NULL where few trials are needed */
    int gen;
    bool trial;
    const uint8_t *kinds; /* that can be chosen whatever the target */
    uint8_t kind_count;
    bool taking; /* moves that take nothing and change nobody may be left out */
    swath swath[MOST_SWATHS];
    action loose_action[RB_MOST_ACTIONS];
    bool loose_trial[RB_MOST_ACTIONS];
    int picked; /* kinds in: */
    uint8_t picked_kind[(RB_GENS + 1) * RB_KINDS];
} harvest;

static inline void harvest_clear(harvest *v) {
    v->swaths = v->loose = v->picked = 0;
    v->total = 0;
}

static void add_loose(harvest *v, action a) {
    if (v->loose == RB_MOST_ACTIONS) return;
    v->loose_trial[v->loose] = v->trial;
    v->loose_action[v->loose++] = a;
}

/* The source and the bound cell of a line's end. */
static rb_action line_action(const frame *f, const rb_pattern *p, int dir, unsigned to) {
    const int16_t *back = f->b->board.next[f->b->board.opposite[dir]];
    rb_action a = {.to = (uint16_t)to, .aux = RB_NO_CELL};
    unsigned from = to;
    for (int i = p->count - 1; i >= 0; i--) {
        if (i == p->bound) a.aux = (uint16_t)from;
        from = (unsigned)back[from];
    }
    a.from = (uint16_t)from;
    return a;
}

static rb_action swath_action(const frame *f, const swath *w, unsigned to) {
    rb_action a = {.from = w->from, .to = (uint16_t)to, .aux = RB_NO_CELL};
    if (w->dir >= 0) a = line_action(f, &f->side->pattern[f->side->gen[w->gen].arg], w->dir, to);
    a.gen = w->gen;
    return a;
}

static int swath_write(const frame *f, const swath *w, action *out, int cap) {
    int n = 0;
    BITS_CELLS(w->to, to) {
        rb_action a = swath_action(f, w, to);
        for (int i = 0; i < w->kind_count || i == 0; i++) {
            a.opt = w->kind_count ? (uint8_t)(w->kinds[i] + 1) : 0;
            if (n == cap) return n;
            out[n++] = rb_pack(a);
        }
    }
    return n;
}

/* No room for sets any more: single actions. */
static void add_scattered(const frame *f, harvest *v, const swath *w) {
    action list[RB_MOST_ACTIONS];
    int n = swath_write(f, w, list, RB_MOST_ACTIONS);
    charge(f, n);
    for (int i = 0; i < n; i++) add_loose(v, list[i]);
}

/* Targets with the choice of a kind among `many`; 0: no choice. */
static inline void add_swath(const frame *f, harvest *v, bits to, unsigned from, int dir,
                             const uint8_t *kinds, unsigned many) {
    unsigned n = (unsigned)bits_count(to);
    if (!n) return;
    swath spare;
    swath *w = v->swaths < MOST_SWATHS ? &v->swath[v->swaths] : &spare;
    w->to = to;
    w->from = (uint16_t)from;
    w->dir = (int16_t)dir;
    w->kinds = kinds;
    w->kind_count = (uint8_t)many;
    w->gen = (uint8_t)v->gen;
    w->trial = v->trial;
    w->count = (uint16_t)(many ? n * many : n);
    if (w == &spare) {
        add_scattered(f, v, w);
        return;
    }
    v->total += w->count;
    v->swaths++;
}

static bool where_holds(frame *f, const rb_gen *g) {
    return !g->where || run_code(f, g->where);
}

/* What `opt` is: the chosen kind; of a `place` with nothing to choose its only one. */
static inline uint8_t opt_of(const rulebook *b, const rb_gen *g, uint8_t opt) {
    bool only = !opt && g->kind == GEN_PLACE;
    return only ? (uint8_t)(b->kind_list[g->kinds] + 1) : opt;
}

/* One action with conditions of its own, once for each kind that can be chosen. */
static void try_action(frame *f, harvest *v, const rb_gen *g, rb_action a) {
    const rulebook *b = f->b;
    const uint8_t *kinds = v->kinds;
    int n = v->kind_count;
    for (int i = 0; i < g->promotions && !n; i++) {
        const rb_promotion *p = &f->side->promotion[g->promotion + i];
        if (!bits_has(area_ptr(f, p->area), a.to)) continue;
        kinds = b->kind_list + p->kinds;
        n = p->count;
    }
    a.gen = (uint8_t)v->gen;
    f->cell[CELL_FROM] = a.from;
    f->cell[CELL_TO] = a.to;
    f->cell[CELL_AUX] = a.aux;
    for (int i = 0; i < n || i == 0; i++) {
        a.opt = n ? (uint8_t)(kinds[i] + 1) : 0;
        f->opt = opt_of(b, g, a.opt);
        charge(f, g->where_work);
        if (is_spent(f)) {
            blame_if_spent(f, g->place);
            return;
        }
        if (where_holds(f, g)) add_loose(v, rb_pack(a));
    }
}

/* Targets of a source, or the ends of lines in a direction. */
static inline void add_targets(frame *f, harvest *v, const rb_gen *g, bits to, unsigned from,
                               int dir) {
    if (g->where) {
        BITS_CELLS(to, c) {
            rb_action a = {.from = (uint16_t)from, .to = (uint16_t)c, .aux = RB_NO_CELL};
            if (dir >= 0) a = line_action(f, &f->side->pattern[g->arg], dir, c);
            try_action(f, v, g, a);
        }
        return;
    }
    for (int i = 0; i < g->promotions; i++) {
        const rb_promotion *p = &f->side->promotion[g->promotion + i];
        bits here = bits_and(to, area_at(f, p->area));
        add_swath(f, v, here, from, dir, f->b->kind_list + p->kinds, p->count);
        to = bits_sub(to, here);
    }
    add_swath(f, v, to, from, dir, v->kinds, v->kind_count);
}

/* The same for targets that must be tried, in whatever way the others are known. */
static void add_doubtful(frame *f, harvest *v, const rb_gen *g, bits to, unsigned from, int dir) {
    if (!bits_some(to)) return;
    v->trial = true;
    add_targets(f, v, g, to, from, dir);
    v->trial = false;
}

/* Where a move may lead, as far as royal pieces are concerned; in *doubt what has to be tried. */
static inline bits royal_targets(const frame *f, harvest *v, const rb_gen *g, unsigned from,
                                 bits to, bits *doubt) {
    safety *x = v->x;
    *doubt = bits_and(to, x->stake);
    to = bits_sub(to, *doubt);
    to = from == x->king ? king_may_go(f, x, to) : bits_and(to, may_go(f, x, from));
    if (!x->shy || !bits_some(to)) return to;
    if (g->kind_count || g->promotions) { /* as what it hits is another question */
        *doubt = bits_or(*doubt, to);
        return bits_none();
    }
    return keeps_quiet(f, x, from, to);
}

static inline void add_royal(frame *f, harvest *v, const rb_gen *g, bits to, unsigned from,
                             int dir) {
    bits doubt;
    add_targets(f, v, g, royal_targets(f, v, g, from, to, &doubt), from, dir);
    add_doubtful(f, v, g, doubt, from, dir);
}

static bits line_ends(const frame *f, const rb_pattern *p, bits at, int d) {
    for (int i = 0; i < p->count; i++)
        at = bits_and(shift_one(f->w, f->b, at, d), area_at(f, p->element[i].area));
    return at;
}

/* Ends of a pattern of single cells, all sources at once; those that are pinned, and the royal
 * piece, one by one. */
static void gather_lines(frame *f, harvest *v, const rb_gen *g, bits src, bits mask) {
    const rb_pattern *p = &f->side->pattern[g->arg];
    const safety *x = v->x;
    bits alone = bits_none();
    bits most = mask;
    if (x) {
        alone = x->pinned_all;
        bits_add(&alone, x->king);
        alone = x->shy ? src : bits_and(alone, src);
        src = bits_sub(src, alone);
        if (x->checkers) most = x->checkers > 1 ? bits_none() : bits_and(mask, x->meet);
    }
    for (uint64_t dirs = p->dirs; dirs; dirs &= dirs - 1) {
        int d = __builtin_ctzll(dirs);
        bits ends = line_ends(f, p, src, d);
        if (x && bits_some(bits_and(ends, x->stake))) {
            add_doubtful(f, v, g, bits_and(bits_and(ends, mask), x->stake), 0, d);
            ends = bits_sub(ends, x->stake);
        }
        add_targets(f, v, g, bits_and(ends, most), 0, d);
        BITS_CELLS(alone, from) {
            add_royal(f, v, g, bits_and(line_ends(f, p, bits_of(from), d), mask), from, d);
        }
    }
}

static void gather_along(frame *f, harvest *v, const rb_gen *g, unsigned from, bits mask) {
    matcher m;
    action found[256];
    const rb_pattern *p = &f->side->pattern[g->arg];
    m.f = f;
    m.p = p;
    m.out = found;
    m.count = 0;
    m.cap = 256;
    m.like = (rb_action){.from = (uint16_t)from, .aux = RB_NO_CELL};
    for (uint64_t dirs = p->dirs; dirs; dirs &= dirs - 1)
        match_line(&m, from, __builtin_ctzll(dirs));
    for (int i = 0; i < m.count; i++) {
        rb_action a = rb_unpack(found[i]);
        if (!bits_has(&mask, a.to)) continue;
        bits doubt = bits_none();
        if (v->x && !bits_some(royal_targets(f, v, g, from, bits_of(a.to), &doubt)) &&
            !bits_some(doubt))
            continue;
        bool trial = v->trial;
        v->trial |= bits_some(doubt);
        try_action(f, v, g, a);
        v->trial = trial;
    }
}

static inline bits targets_of(frame *f, const rb_gen *g, unsigned from) {
    switch ((rb_form)g->form) {
    case FORM_SET:
        return area_at(f, g->result);
    case FORM_TABLE:
        return f->w->table[(size_t)g->arg * (size_t)f->w->cells + from];
    case FORM_RIDE:
        return walk_from(f, &f->side->walk[g->arg], from);
    default:
        break;
    }
    charge(f, g->target_work);
    f->cell[CELL_FROM] = (uint16_t)from;
    if (!is_spent(f)) (void)run_code(f, g->arg);
    blame_if_spent(f, g->place);
    return area_at(f, g->result);
}

/* Where a move takes what stands there, or becomes another piece. */
static bits taking_targets(const frame *f, const rb_gen *g) {
    bits to = bits_none();
    for (int p = 0; p < f->b->head.players; p++)
        if (p != f->me) to = bits_or(to, f->areas[0][SET_OWN + p]);
    for (int i = 0; i < g->promotions; i++)
        to = bits_or(to, area_at(f, f->side->promotion[g->promotion + i].area));
    return g->kind_count ? f->w->all : to;
}

static void gather_moves(frame *f, harvest *v, const rb_gen *g) {
    bits src = bits_and(area_at(f, g->src), area_at(f, g->src_in));
    if (!g->owned) src = bits_and(src, f->areas[0][SET_OCCUPIED]);
    bits mask = bits_sub(area_at(f, g->mask), area_at(f, g->except));
    if (v->taking && !g->takes) mask = bits_and(mask, taking_targets(f, g));
    if (!bits_some(src) || !bits_some(mask)) return;
    if (g->form == FORM_LINE) {
        gather_lines(f, v, g, src, mask);
        return;
    }
    if (g->form == FORM_ALONG) src = bits_and(src, all_origins(f, &f->side->pattern[g->arg]));
    BITS_CELLS(src, from) {
        if (g->form == FORM_ALONG) {
            gather_along(f, v, g, from, mask);
            continue;
        }
        bits to = bits_and(targets_of(f, g, from), mask);
        to = bits_sub(to, bits_of(from)); /* a piece goes somewhere else */
        if (v->x)
            add_royal(f, v, g, to, from, -1);
        else
            add_targets(f, v, g, to, from, -1);
    }
}

static void gather_chance(const frame *f, harvest *v, const rb_gen *g) {
    int32_t low = num_at(f, g->low);
    int32_t high = num_at(f, g->high);
    if (low < INT16_MIN) low = INT16_MIN;
    if (high > INT16_MAX) high = INT16_MAX;
    if (low <= high && high - low >= RB_OUTCOMES) high = low + RB_OUTCOMES - 1;
    for (int32_t n = low; n <= high && v->loose < RB_MOST_ACTIONS; n++) {
        rb_action a = {
            .from = RB_NO_CELL, .to = (uint16_t)n, .aux = RB_NO_CELL, .gen = (uint8_t)v->gen};
        add_loose(v, rb_pack(a));
    }
}

static inline bits placed_on(frame *f, const rb_gen *g) {
    return bits_sub(bits_and(area_at(f, g->result), area_at(f, g->mask)), area_at(f, g->except));
}

/* A new piece moves nothing away: it gives check itself, or nobody does. */
static void gather_places(frame *f, harvest *v, const rb_gen *g) {
    bits to = placed_on(f, g);
    safety *x = v->x;
    if (x) {
        if (x->checkers) to = x->checkers > 1 ? bits_none() : bits_and(to, x->meet);
        bits doubt = bits_and(to, x->stake);
        if (x->shy) doubt = bits_or(doubt, bits_and(to, all_checks(f, x)));
        to = bits_sub(to, doubt);
        add_doubtful(f, v, g, doubt, RB_NO_CELL, -1);
    }
    add_targets(f, v, g, to, RB_NO_CELL, -1);
}

/* The kinds of which a condition that no target matters to is true. False: none. */
static bool choose_kinds(frame *f, harvest *v, const rb_gen *g) {
    uint8_t *list = v->picked_kind + v->picked;
    int n = 0;
    for (int i = 0; i < g->kind_count || i == 0; i++) {
        f->opt = (uint8_t)(f->b->kind_list[g->kinds + i] + 1);
        if (run_code(f, g->choice)) list[n++] = (uint8_t)(f->opt - 1);
    }
    if (!n) return false;
    if (!g->kind_count) return true; /* nothing is chosen: the only one */
    v->picked += n;
    v->kinds = list;
    v->kind_count = (uint8_t)n;
    return true;
}

static void gather_gen(frame *f, harvest *v, const rb_gen *g) {
    v->kinds = f->b->kind_list + g->kinds;
    v->kind_count = g->kind_count;
    if (g->guard && !run_code(f, g->guard)) return;
    if (g->choice && !choose_kinds(f, v, g)) return;
    if (g->prep) (void)run_code(f, g->prep);
    switch ((rb_gen_kind)g->kind) {
    case GEN_MOVE:
        gather_moves(f, v, g);
        break;
    case GEN_CHANCE:
        gather_chance(f, v, g);
        break;
    case GEN_PLACE:
    case GEN_PICK:
        gather_places(f, v, g);
        break;
    default:
        try_action(f, v, g, (rb_action){.from = RB_NO_CELL, .to = RB_NO_CELL, .aux = RB_NO_CELL});
        break;
    }
}

#endif
