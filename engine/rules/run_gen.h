#ifndef ENGINE_RULES_RUN_GEN_H
#define ENGINE_RULES_RUN_GEN_H
/* Generators: from a state to actions. Where a `require` protects a royal piece, checks and pins
 * are found first, and most actions need no trial. */

#include "engine/rules/run_code.h"

/* --- the royal piece --- */

typedef struct safety {
    bool known; /* there is exactly one royal piece: what follows is true */
    unsigned king;
    int checkers;
    bits meet; /* with one checker: where it can be taken or stopped */
    int pins;
    uint16_t pinned[BOARD_DIRS];
    bits line[BOARD_DIRS]; /* where a pinned piece may go */
    bits pinned_all;
} safety;

static unsigned kind_of_code(const rulebook *b, unsigned code) {
    return (code - 1) / (b->head.players + 1u);
}

static bool is_enemy(const frame *f, unsigned code) {
    unsigned owner = (code - 1) % (f->b->head.players + 1u);
    return owner != f->me && owner < f->b->head.players;
}

/* Looks out from the royal piece along one direction for riders, near ones and those behind one
 * piece of ours. */
static void look_out(const frame *f, safety *x, int d, uint32_t riders) {
    const rulebook *b = f->b;
    const uint8_t *cells = rb_cells_in(b, f->s);
    bits occupied = f->areas[0][SET_OCCUPIED];
    const bits *rays = f->w->ray + (size_t)d * (size_t)f->w->cells;
    bits on = bits_and(rays[x->king], occupied);
    bool up = b->board.sense[d] > 0;
    if (!bits_some(on)) return;
    unsigned first = up ? bits_lowest(on) : bits_highest(on);
    unsigned code = cells[first];
    if (is_enemy(f, code)) {
        if (!(riders >> kind_of_code(b, code) & 1)) return;
        x->checkers++;
        x->meet = bits_xor(rays[x->king], rays[first]);
        return;
    }
    if ((code - 1) % (b->head.players + 1u) != f->me) return;
    on = bits_and(on, rays[first]);
    if (!bits_some(on)) return;
    unsigned second = up ? bits_lowest(on) : bits_highest(on);
    code = cells[second];
    if (!is_enemy(f, code) || !(riders >> kind_of_code(b, code) & 1)) return;
    x->pinned[x->pins] = (uint16_t)first;
    x->line[x->pins++] = bits_xor(rays[x->king], rays[second]);
    bits_add(&x->pinned_all, first);
}

static void find_safety(const frame *f, safety *x) {
    const rulebook *b = f->b;
    const rb_royal *r = &f->side->royal;
    const rb_plan *p = &f->side->plan[r->plan];
    x->known = false;
    bits own = f->areas[0][SET_OWN + f->me];
    if (b->kinds > 1) own = bits_and(own, f->areas[0][b->set_kind + r->kind]);
    if (bits_count(own) != 1) return;
    x->known = true;
    x->king = bits_lowest(own);
    x->checkers = x->pins = 0;
    x->pinned_all = bits_none();
    for (int d = 0; d < b->board.dirs; d++)
        if (r->riders[d]) look_out(f, x, d, r->riders[d]);
    for (int i = 0; i < p->count; i++) {
        const rb_hit *h = &f->side->hit[p->first + i];
        if (h->form != HIT_TABLE) continue;
        bits who = bits_and(f->areas[0][SET_OWN + h->player],
                            f->w->table[(size_t)h->table * (size_t)f->w->cells + x->king]);
        if (b->kinds > 1) who = bits_and(who, f->areas[0][b->set_kind + h->kind]);
        int n = bits_count(who);
        x->checkers += n;
        if (n) x->meet = who;
    }
}

/* Where a piece that is not the royal one may go from a cell. */
static inline bits may_go(const frame *f, const safety *x, unsigned from) {
    bits all = f->w->all;
    if (x->checkers) {
        if (x->checkers > 1) return bits_none();
        all = x->meet;
    }
    if (!bits_has(&x->pinned_all, from)) return all;
    for (int i = 0; i < x->pins; i++)
        if (x->pinned[i] == from) all = bits_and(all, x->line[i]);
    return all;
}

/* All cells that the enemies of a plan hit, with these cells taken. */
static bits danger_of(const frame *f, const rb_plan *p, bits occupied) {
    const rulebook *b = f->b;
    bits all = bits_none();
    for (int i = 0; i < p->count; i++) {
        const rb_hit *h = &f->side->hit[p->first + i];
        bits who = f->areas[0][SET_OWN + h->player];
        if (b->kinds > 1) who = bits_and(who, f->areas[0][b->set_kind + h->kind]);
        BITS_CELLS(who, c) {
            all = bits_or(all, h->form == HIT_TABLE
                                   ? f->w->table[(size_t)h->forward * (size_t)f->w->cells + c]
                                   : ride(f->w, b, c, h->forward_dirs, occupied));
        }
    }
    return all;
}

/* Whether an enemy hits the cell, with these taken: for royal pieces that are known. */
static bool royal_hit(const frame *f, unsigned c, bits occupied) {
    const rulebook *b = f->b;
    const rb_royal *r = &f->side->royal;
    const rb_plan *p = &f->side->plan[r->plan];
    const uint8_t *cells = rb_cells_in(b, f->s);
    for (int i = 0; i < p->count; i++) {
        const rb_hit *h = &f->side->hit[p->first + i];
        if (h->form != HIT_TABLE) continue;
        bits who = bits_and(f->areas[0][SET_OWN + h->player],
                            f->w->table[(size_t)h->table * (size_t)f->w->cells + c]);
        if (b->kinds > 1) who = bits_and(who, f->areas[0][b->set_kind + h->kind]);
        if (bits_some(bits_and(who, occupied))) return true;
    }
    for (int d = 0; d < b->board.dirs; d++) {
        if (!r->riders[d]) continue;
        bits on = bits_and(f->w->ray[(size_t)d * (size_t)f->w->cells + c], occupied);
        if (!bits_some(on)) continue;
        unsigned first = b->board.sense[d] > 0 ? bits_lowest(on) : bits_highest(on);
        unsigned code = cells[first];
        if (code && is_enemy(f, code) && r->riders[d] >> kind_of_code(b, code) & 1) return true;
    }
    return false;
}

enum { FEW = 3 }; /* cells that are looked at one by one: beyond, all that enemies hit is found */

/* Where the royal piece itself may go, of these. */
static bits king_may_go(const frame *f, const safety *x, bits to) {
    bits occupied = f->areas[0][SET_OCCUPIED];
    int n = bits_count(to);
    if (!n) return to;
    bits_flip(&occupied, x->king);
    if (n <= FEW) {
        bits safe = bits_none();
        BITS_CELLS(to, c) if (!royal_hit(f, c, occupied)) bits_add(&safe, c);
        return safe;
    }
    return bits_sub(to, danger_of(f, &f->side->plan[f->side->royal.plan], occupied));
}

/* --- what a generator offers --- */

/* Actions are gathered as sets where they can be: all targets of one source, or all ends of a line
 * of steps in one direction. Counting them and drawing one needs no list. */
typedef struct swath {
    bits to;
    uint16_t from;      /* RB_NO_CELL: none */
    int16_t dir;        /* -1: none; else the source lies the pattern's length behind the target */
    uint16_t kinds;     /* first of them in kind_list */
    uint8_t kind_count; /* 0: no kind is chosen */
    uint8_t gen;
    uint16_t count; /* actions in it */
    bool trial;     /* a `require` has to be tried */
} swath;

enum { MOST_SWATHS = 192 };

typedef struct harvest {
    int swaths, loose;
    uint32_t total;  /* actions in swaths */
    const safety *x; /* of the generator at hand: not NULL where no trial is needed */
    int gen;
    bool trial;
    bool taking; /* moves that take nothing and change nobody may be left out */
    swath swath[MOST_SWATHS];
    action loose_action[RB_MOST_ACTIONS];
    bool loose_trial[RB_MOST_ACTIONS];
} harvest;

static inline void harvest_clear(harvest *v) {
    v->swaths = v->loose = 0;
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
    const uint8_t *kinds = f->b->kind_list + w->kinds;
    int n = 0;
    BITS_CELLS(w->to, to) {
        rb_action a = swath_action(f, w, to);
        for (int i = 0; i < w->kind_count || i == 0; i++) {
            a.opt = w->kind_count ? (uint8_t)(kinds[i] + 1) : 0;
            if (n < cap) out[n++] = rb_pack(a);
        }
    }
    return n;
}

/* No room for sets any more: single actions. */
static void add_scattered(const frame *f, harvest *v, const swath *w) {
    action list[RB_MOST_ACTIONS];
    int n = swath_write(f, w, list, RB_MOST_ACTIONS);
    for (int i = 0; i < n; i++) add_loose(v, list[i]);
}

/* Targets with the choice of a kind among `many`, from `kinds` on in kind_list; 0: no choice. */
static inline void add_swath(const frame *f, harvest *v, bits to, unsigned from, int dir,
                             unsigned kinds, unsigned many) {
    unsigned n = (unsigned)bits_count(to);
    if (!n) return;
    swath spare;
    swath *w = v->swaths < MOST_SWATHS ? &v->swath[v->swaths] : &spare;
    w->to = to;
    w->from = (uint16_t)from;
    w->dir = (int16_t)dir;
    w->kinds = (uint16_t)kinds;
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
    const uint8_t *kinds = b->kind_list + g->kinds;
    int n = g->kind_count;
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
        add_swath(f, v, here, from, dir, p->kinds, p->count);
        to = bits_sub(to, here);
    }
    add_swath(f, v, to, from, dir, g->kinds, g->kind_count);
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
    if (x) {
        alone = x->pinned_all;
        bits_add(&alone, x->king);
        alone = bits_and(alone, src);
        src = bits_sub(src, alone);
    }
    bits most = mask;
    if (x && x->checkers) most = x->checkers > 1 ? bits_none() : bits_and(mask, x->meet);
    for (uint64_t dirs = p->dirs; dirs; dirs &= dirs - 1) {
        int d = __builtin_ctzll(dirs);
        add_targets(f, v, g, bits_and(line_ends(f, p, src, d), most), 0, d);
        BITS_CELLS(alone, from) {
            bits to = bits_and(line_ends(f, p, bits_of(from), d), mask);
            to = from == x->king ? king_may_go(f, x, to) : bits_and(to, may_go(f, x, from));
            add_targets(f, v, g, to, 0, d);
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
        if (v->x) {
            bits one = bits_of(a.to);
            one = from == v->x->king ? king_may_go(f, v->x, one)
                                     : bits_and(one, may_go(f, v->x, from));
            if (!bits_some(one)) continue;
        }
        try_action(f, v, g, a);
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
    f->cell[CELL_FROM] = (uint16_t)from;
    (void)run_code(f, g->arg);
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
            to =
                from == v->x->king ? king_may_go(f, v->x, to) : bits_and(to, may_go(f, v->x, from));
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

static void gather_gen(frame *f, harvest *v, const rb_gen *g) {
    if (g->guard && !run_code(f, g->guard)) return;
    if (g->prep) (void)run_code(f, g->prep);
    switch ((rb_gen_kind)g->kind) {
    case GEN_MOVE:
        gather_moves(f, v, g);
        break;
    case GEN_CHANCE:
        gather_chance(f, v, g);
        break;
    case GEN_PLACE:
    case GEN_PICK: {
        bits to = placed_on(f, g);
        if (v->x && v->x->checkers)
            to = v->x->checkers > 1 ? bits_none() : bits_and(to, v->x->meet);
        add_targets(f, v, g, to, RB_NO_CELL, -1);
        break;
    }
    default:
        try_action(f, v, g, (rb_action){.from = RB_NO_CELL, .to = RB_NO_CELL, .aux = RB_NO_CELL});
        break;
    }
}

#endif
