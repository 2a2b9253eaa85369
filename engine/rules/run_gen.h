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

/* Where the royal piece itself may go, of these. */
static bits king_may_go(const frame *f, const safety *x, bits to) {
    const rb_plan *p = &f->side->plan[f->side->royal.plan];
    bits occupied = f->areas[0][SET_OCCUPIED];
    bits good = bits_none();
    bits_flip(&occupied, x->king);
    BITS_CELLS(to, c) {
        if (!attacked_at(f, p, c, occupied)) bits_add(&good, c);
    }
    return good;
}

/* --- one generator --- */

typedef struct listing {
    action *out;
    int count, cap;
    const safety *x; /* not NULL: what is listed is legal already */
    const rb_gen *g;
    int gen;
} listing;

static bool where_holds(frame *f, const rb_gen *g) {
    return !g->where || run_code(f, g->where);
}

/* Puts one action on the list, once for each kind that can be chosen. */
static void list_action(frame *f, listing *l, unsigned from, unsigned to, unsigned aux) {
    const rb_gen *g = l->g;
    const rulebook *b = f->b;
    rb_action a = {
        .from = (uint16_t)from, .to = (uint16_t)to, .aux = (uint16_t)aux, .gen = (uint8_t)l->gen};
    const uint8_t *kinds = b->kind_list + g->kinds;
    int n = g->kind_count;
    for (int i = 0; i < g->promotions && !n; i++) {
        const rb_promotion *p = &f->side->promotion[g->promotion + i];
        if (!bits_has(area_ptr(f, p->area), to)) continue;
        kinds = b->kind_list + p->kinds;
        n = p->count;
    }
    f->cell[CELL_FROM] = a.from;
    f->cell[CELL_TO] = a.to;
    f->cell[CELL_AUX] = a.aux;
    for (int i = 0; i < n || (n == 0 && i == 0); i++) {
        a.opt = n ? (uint8_t)(kinds[i] + 1) : 0;
        f->opt = a.opt;
        if (!where_holds(f, g)) continue;
        if (l->count < l->cap) l->out[l->count++] = rb_pack(a);
    }
}

static inline void list_targets(frame *f, listing *l, unsigned from, bits to) {
    const rb_gen *g = l->g;
    if (l->x) {
        if (from == l->x->king)
            to = king_may_go(f, l->x, to);
        else
            to = bits_and(to, may_go(f, l->x, from));
    }
    if (!g->where && !g->kind_count && !g->promotions) {
        rb_action a = {.from = (uint16_t)from, .aux = RB_NO_CELL, .gen = (uint8_t)l->gen};
        action base = rb_pack(a);
        BITS_CELLS(to, c) {
            if (l->count < l->cap) l->out[l->count++] = base | (action)c << 16;
        }
        return;
    }
    BITS_CELLS(to, c) list_action(f, l, from, c, RB_NO_CELL);
}

/* All ends of a pattern of single cells, direction by direction. */
static void list_lines(frame *f, listing *l, bits src, bits mask) {
    const rulebook *b = f->b;
    const rb_pattern *p = &f->side->pattern[l->g->arg];
    for (uint64_t dirs = p->dirs; dirs; dirs &= dirs - 1) {
        int d = __builtin_ctzll(dirs);
        bits at = src;
        for (int i = 0; i < p->count; i++)
            at = bits_and(shift_one(f->w, b, at, d), area_at(f, p->element[i].area));
        at = bits_and(at, mask);
        const int16_t *back = b->board.next[b->board.opposite[d]];
        BITS_CELLS(at, to) {
            unsigned from = to;
            unsigned aux = RB_NO_CELL;
            for (int i = p->count - 1; i >= 0; i--) {
                if (i == p->bound) aux = from;
                from = (unsigned)back[from];
            }
            if (l->x) {
                bits one = bits_of(to);
                one = from == l->x->king ? king_may_go(f, l->x, one)
                                         : bits_and(one, may_go(f, l->x, from));
                if (!bits_some(one)) continue;
            }
            list_action(f, l, from, to, aux);
        }
    }
}

static void list_along(frame *f, listing *l, unsigned from, bits mask) {
    matcher m;
    action found[256];
    const rb_pattern *p = &f->side->pattern[l->g->arg];
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
        if (l->x) {
            bits one = bits_of(a.to);
            one = from == l->x->king ? king_may_go(f, l->x, one)
                                     : bits_and(one, may_go(f, l->x, from));
            if (!bits_some(one)) continue;
        }
        list_action(f, l, from, a.to, a.aux);
    }
}

static bits targets_of(frame *f, const rb_gen *g, unsigned from) {
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

static void list_moves(frame *f, listing *l) {
    const rb_gen *g = l->g;
    bits src = bits_and(area_at(f, g->src), f->areas[0][SET_OCCUPIED]);
    bits mask = area_at(f, g->mask);
    if (!bits_some(src)) return;
    if (g->form == FORM_LINE) {
        list_lines(f, l, src, mask);
        return;
    }
    BITS_CELLS(src, from) {
        if (g->form == FORM_ALONG) {
            list_along(f, l, from, mask);
        } else {
            bits to = bits_and(targets_of(f, g, from), mask);
            bits_add(&to, from);
            bits_flip(&to, from); /* a piece goes somewhere else */
            list_targets(f, l, from, to);
        }
    }
}

static void list_chance(const frame *f, listing *l) {
    int32_t low = num_at(f, l->g->low);
    int32_t high = num_at(f, l->g->high);
    if (low < INT16_MIN) low = INT16_MIN;
    if (high > INT16_MAX) high = INT16_MAX;
    if (low <= high && high - low >= RB_OUTCOMES) high = low + RB_OUTCOMES - 1;
    for (int32_t v = low; v <= high && l->count < l->cap; v++) {
        rb_action a = {
            .from = RB_NO_CELL, .to = (uint16_t)v, .aux = RB_NO_CELL, .gen = (uint8_t)l->gen};
        l->out[l->count++] = rb_pack(a);
    }
}

static void list_gen(frame *f, listing *l) {
    const rb_gen *g = l->g;
    if (g->guard && !run_code(f, g->guard)) return;
    if (g->prep) (void)run_code(f, g->prep);
    switch ((rb_gen_kind)g->kind) {
    case GEN_MOVE:
        list_moves(f, l);
        break;
    case GEN_CHANCE:
        list_chance(f, l);
        break;
    case GEN_PLACE:
    case GEN_PICK: {
        bits to = bits_and(area_at(f, g->result), area_at(f, g->mask));
        if (l->x && l->x->checkers)
            to = l->x->checkers > 1 ? bits_none() : bits_and(to, l->x->meet);
        const safety *x = l->x;
        l->x = NULL; /* done above */
        list_targets(f, l, RB_NO_CELL, to);
        l->x = x;
        break;
    }
    default:
        list_action(f, l, RB_NO_CELL, RB_NO_CELL, RB_NO_CELL);
        break;
    }
}

#endif
