#ifndef ENGINE_RULES_RUN_ROYAL_H
#define ENGINE_RULES_RUN_ROYAL_H
/* Royal pieces. Where a `require` forbids that they are hit, checks and pins are found first, and
 * with them what each piece may do: most actions need no trial (compile_royal.c says which
 * conditions that is about). */

#include "engine/rules/run_code.h"

/* --- the mover's own --- */

typedef struct safety {
    bool known;   /* there is exactly one royal piece: what follows is true */
    bool excused; /* it may be hit */
    bool has_haven;
    bool shy;      /* that of the other player must not be hit */
    unsigned king; /* the mover's */
    bits stake;    /* targets at which nothing is known */
    bits haven;    /* where it may be hit */
    int checkers;
    bits meet; /* with one checker: where it can be taken or stopped */
    int pins;
    uint16_t pinned[BOARD_DIRS];
    bits line[BOARD_DIRS]; /* where a pinned piece may go */
    bits pinned_all;
    /* where shy: */
    unsigned quarry;
    int veils; /* pieces of the mover's between a rider of theirs and the quarry */
    uint16_t veil[BOARD_DIRS];
    bits veil_line[BOARD_DIRS]; /* where they may go */
    bits veils_all;
    uint32_t kinds_known;  /* of: */
    bits checks[RB_KINDS]; /* where a piece of the kind would hit the quarry */
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

/* Who checks, and who is pinned. */
static void find_checks(const frame *f, safety *x) {
    const rulebook *b = f->b;
    const rb_watch *r = &f->side->sparing.own;
    const rb_plan *p = &f->side->plan[r->plan];
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
    const rb_watch *r = &f->side->sparing.own;
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
    if (x->excused) return to;
    bits safe = x->has_haven ? bits_and(to, x->haven) : bits_none();
    to = bits_sub(to, safe);
    int n = bits_count(to);
    if (!n) return safe;
    bits_flip(&occupied, x->king);
    if (n <= FEW) {
        BITS_CELLS(to, c) if (!royal_hit(f, c, occupied)) bits_add(&safe, c);
        return safe;
    }
    const rb_plan *p = &f->side->plan[f->side->sparing.own.plan];
    return bits_or(safe, bits_sub(to, danger_of(f, p, occupied)));
}

/* --- that of the other player, where it must not be hit --- */

static bool is_mine(const frame *f, unsigned code) {
    return (code - 1) % (f->b->head.players + 1u) == f->me;
}

/* Looks out from it along one direction. False: a rider of the mover hits it already. */
static bool look_back(const frame *f, safety *x, int d, uint32_t riders) {
    const rulebook *b = f->b;
    const uint8_t *cells = rb_cells_in(b, f->s);
    const bits *rays = f->w->ray + (size_t)d * (size_t)f->w->cells;
    bits on = bits_and(rays[x->quarry], f->areas[0][SET_OCCUPIED]);
    bool up = b->board.sense[d] > 0;
    if (!bits_some(on)) return true;
    unsigned first = up ? bits_lowest(on) : bits_highest(on);
    if (!is_mine(f, cells[first])) return true;
    if (riders >> kind_of_code(b, cells[first]) & 1) return false;
    on = bits_and(on, rays[first]);
    if (!bits_some(on)) return true;
    unsigned second = up ? bits_lowest(on) : bits_highest(on);
    if (!is_mine(f, cells[second]) || !(riders >> kind_of_code(b, cells[second]) & 1)) return true;
    x->veil[x->veils] = (uint16_t)first;
    x->veil_line[x->veils++] = bits_xor(rays[x->quarry], rays[second]);
    bits_add(&x->veils_all, first);
    return true;
}

/* False: it is hit already, or there are several of them. */
static bool find_quarry(const frame *f, safety *x) {
    const rulebook *b = f->b;
    const rb_watch *r = &f->side->sparing.other;
    const rb_plan *p = &f->side->plan[r->plan];
    bits it = f->areas[0][SET_OWN + r->player];
    if (b->kinds > 1) it = bits_and(it, f->areas[0][b->set_kind + r->kind]);
    if (!bits_some(it)) return true;
    if (bits_count(it) != 1) return false;
    x->shy = true;
    x->quarry = bits_lowest(it);
    x->veils = 0;
    x->veils_all = bits_none();
    x->kinds_known = 0;
    for (int i = 0; i < p->count; i++) {
        const rb_hit *h = &f->side->hit[p->first + i];
        if (h->form == HIT_TABLE && hit_reaches(f, h, x->quarry, bits_none())) return false;
    }
    for (int d = 0; d < b->board.dirs; d++)
        if (r->riders[d] && !look_back(f, x, d, r->riders[d])) return false;
    return true;
}

/* Where a piece of a kind would hit it. That the piece leaves its cell changes nothing: if it rode
 * along a line through there, it would hit it now. */
static bits checks_of(const frame *f, const safety *x, unsigned kind) {
    const rb_plan *p = &f->side->plan[f->side->sparing.other.plan];
    bits all = bits_none();
    for (int i = 0; i < p->count; i++) {
        const rb_hit *h = &f->side->hit[p->first + i];
        if (h->kind != kind) continue;
        all = bits_or(all, h->form == HIT_TABLE
                               ? f->w->table[(size_t)h->table * (size_t)f->w->cells + x->quarry]
                               : ride(f->w, f->b, x->quarry, h->dirs, f->areas[0][SET_OCCUPIED]));
    }
    return all;
}

static bits all_checks(const frame *f, const safety *x) {
    bits all = bits_none();
    for (int k = 0; k < f->b->kinds; k++) all = bits_or(all, checks_of(f, x, (unsigned)k));
    return all;
}

/* Of these, the targets at which a piece that stays what it is neither gives check nor uncovers
 * one. */
static bits keeps_quiet(const frame *f, safety *x, unsigned from, bits to) {
    unsigned kind = kind_of_code(f->b, rb_cells_in(f->b, f->s)[from]);
    if (!(x->kinds_known >> kind & 1)) {
        x->checks[kind] = checks_of(f, x, kind);
        x->kinds_known |= UINT32_C(1) << kind;
    }
    to = bits_sub(to, x->checks[kind]);
    if (!bits_has(&x->veils_all, from)) return to;
    for (int i = 0; i < x->veils; i++)
        if (x->veil[i] == from) to = bits_and(to, x->veil_line[i]);
    return to;
}

/* --- both --- */

/* What is not about the mover's royal piece alone. False: there is nothing to be known. */
static bool find_more(frame *f, safety *x) {
    const rb_sparing *r = &f->side->sparing;
    if (r->holds && !run_code(f, r->holds)) return false;
    x->excused = r->own.excuse && run_code(f, r->own.excuse);
    if (r->haven) {
        (void)run_code(f, r->haven);
        x->has_haven = true;
        x->haven = area_at(f, r->haven_at);
    }
    for (int i = 0; i < r->stakes; i++) {
        bits at = f->areas[0][SET_OWN + r->stake[i].owner];
        if (r->stake[i].kind != RB_ANY_KIND && f->b->kinds > 1)
            at = bits_and(at, f->areas[0][f->b->set_kind + r->stake[i].kind]);
        x->stake = bits_or(x->stake, at);
    }
    if (!r->other.here || (r->other.excuse && run_code(f, r->other.excuse))) return true;
    return find_quarry(f, x);
}

static void find_safety(frame *f, safety *x) {
    const rb_sparing *r = &f->side->sparing;
    bits own = f->areas[0][SET_OWN + f->me];
    x->known = false;
    if (f->b->kinds > 1) own = bits_and(own, f->areas[0][f->b->set_kind + r->own.kind]);
    if (bits_count(own) != 1) return;
    x->king = bits_lowest(own);
    x->checkers = x->pins = 0;
    x->pinned_all = bits_none();
    x->excused = x->has_haven = x->shy = false;
    x->stake = own;
    if (!r->plain && !find_more(f, x)) return;
    x->known = true;
    if (x->excused || (x->has_haven && bits_has(&x->haven, x->king))) return;
    find_checks(f, x);
}

#endif
