#ifndef ENGINE_RULES_RUN_QUICK_H
#define ENGINE_RULES_RUN_QUICK_H
/* Playouts of games of placing one piece at a time, where nothing else ever happens: most of what a
 * turn could hold need not be looked at. A line is found by shifts of the player's set on boards of
 * one word, and in words that hold a row each on larger ones; a way by a forest of what hangs
 * together (union-find). All three tell of any line or way, so they are of use only from positions
 * without one; from others each line is walked, and ways are left to the rules. */

#include "engine/rules/run_look.h"

/* Where one can place: words, and how many cells there are up to the end of each. */
typedef struct room_left {
    bits to;
    unsigned upto[BW];
} room_left;

static inline void count_room(frame *f, const rb_gen *g, room_left *r) {
    if (g->prep) (void)run_code(f, g->prep);
    r->to = placed_on(f, g);
    unsigned all = 0;
    BITS_EACH(i) r->upto[i] = all += (unsigned)__builtin_popcountll(r->to.w[i]);
}

static inline unsigned take_room(const wide *w, room_left *r, rng *g) {
    unsigned k = (unsigned)rng_below(g, r->upto[BW - 1]);
    unsigned word = 0;
    unsigned before = 0;
    for (int i = 0; i + 1 < BW; i++) { /* without branches: nobody could foresee them */
        bool passed = k >= r->upto[i];
        word += passed;
        before = passed ? r->upto[i] : before;
    }
    unsigned at = word_nth(w->nth, r->to.w[word], k - before);
    r->to.w[word] ^= UINT64_C(1) << at;
    for (unsigned i = 0; i < BW; i++) r->upto[i] -= i >= word;
    return word * 64 + at;
}

/* --- whether a new piece wins --- */

/* What a playout keeps beside the state. */
typedef union quick_memory {
    uint32_t row[2][QUICK_ROW_COUNT];
    struct {
        uint16_t up[AREA_CELLS]; /* towards the root of the group; roots lead to themselves */
        uint8_t
            ends[AREA_CELLS]; /* of roots: 1 for one area that is to be joined, 2 for the other */
    } way;
} quick_memory;

static inline bool set_wins(const quick_plan *q, bits mine) {
    bits any = bits_none();
    for (int a = 0; a < q->axes; a++) {
        bits line = mine;
        for (int i = 0; i < q->grows; i++) {
            const quick_grow *x = &q->grow[a][i];
            line = bits_and(line, bits_turn(bits_and(line, x->can), x->delta));
        }
        any = bits_or(any, line);
    }
    return bits_some(any);
}

static inline bool row_wins(const quick_plan *q, uint32_t *row, unsigned at) {
    const quick_place *p = &q->place[at];
    uint32_t any = 0;
    for (int a = 0; a < q->axes; a++) {
        uint32_t line = row[p->row[a]] |= UINT32_C(1) << p->bit[a];
        for (int i = 0; i < q->grows; i++) line &= line >> q->by[i];
        any |= line;
    }
    return any != 0;
}

static inline unsigned way_root(uint16_t *up, unsigned c) {
    while (up[c] != c) c = up[c] = up[up[c]];
    return c;
}

static inline bool way_wins(const frame *f, quick_memory *m, const rb_quick *q, bits mine,
                            unsigned at) {
    uint16_t *up = m->way.up;
    bits near = bits_and(f->w->quick.near[at], mine);
    unsigned root = at;
    unsigned ends = bits_has(area_ptr(f, q->from), at) + 2u * bits_has(area_ptr(f, q->to), at);
    up[at] = (uint16_t)at;
    BITS_CELLS(near, c) {
        unsigned other = way_root(up, c);
        if (root == at) {
            up[at] = (uint16_t)other;
            ends |= m->way.ends[other];
            root = other;
        } else if (other != root) {
            up[other] = (uint16_t)root;
            ends |= m->way.ends[other];
        }
    }
    m->way.ends[root] = (uint8_t)ends;
    return ends == 3;
}

static inline bool quick_wins(const frame *f, quick_how how, quick_memory *m, int me, bits mine,
                              unsigned at) {
    const rb_quick *q = &f->b->side[me].quick;
    if (how == QUICK_SET) return set_wins(&f->w->quick, mine);
    if (how == QUICK_ROWS) return row_wins(&f->w->quick, m->row[me], at);
    if (how == QUICK_WAYS) return way_wins(f, m, q, mine, at);
    return run_reaches(f, &mine, at, q->run);
}

enum { QUICK_PAYS = 8 }; /* plies: for fewer, the memory is not worth filling */

/* The memory for a position, and how to go on from there: it may have a line or way already. */
static quick_how quick_remember(const frame *f, int most, quick_memory *m) {
    quick_how how = (quick_how)f->w->quick.how;
    if (most < QUICK_PAYS && how == QUICK_ROWS) return QUICK_WALK;
    if (most < QUICK_PAYS && how == QUICK_WAYS) return QUICK_NOT;
    if (how == QUICK_ROWS) memset(m->row, 0, sizeof m->row);
    for (int me = 0; me < 2; me++) {
        bits all = f->areas[0][SET_OWN + me];
        bits mine = bits_none();
        if (how == QUICK_SET && set_wins(&f->w->quick, all)) return QUICK_WALK;
        if (how != QUICK_ROWS && how != QUICK_WAYS) continue;
        BITS_CELLS(all, c) {
            bits_add(&mine, c);
            if (quick_wins(f, how, m, me, mine, c))
                return how == QUICK_WAYS ? QUICK_NOT : QUICK_WALK;
        }
    }
    return how;
}

/* --- plies --- */

/* Plies until the game is over, or `most` of them, or something unusual comes; returns how many.
 * Inlined with constants for `how` and for `plain`: any empty cell will do. */
static inline __attribute__((always_inline)) int place_on(look *k, rng *g, int most, quick_how how,
                                                          bool plain, quick_memory *m) {
    frame *f = &k->f;
    const rulebook *b = f->b;
    rb_head *h = rb_head_of(f->s);
    bits *sets = sets_of(f->s);
    uint8_t *cells = rb_cells_of(b, f->s);
    int me = f->me;
    int n = 0;
    bool won = false;
    room_left room;
    if (most > b->max_turns - 1 - h->turns) most = b->max_turns - 1 - h->turns;
    count_room(f, &f->side->gen[b->quick_gen], &room);
    while (n < most && !won && room.upto[BW - 1]) {
        unsigned at = take_room(f->w, &room, g);
        const rb_side *side = &b->side[me];
        bits_flip(&sets[SET_OWN + me], at);
        if (b->kinds > 1) bits_flip(&sets[b->kind_set[side->quick.code]], at);
        cells[at] = side->quick.code;
        won = quick_wins(f, how, m, me, sets[SET_OWN + me], at) && !b->no_end;
        n++;
        me = 1 - me;
        if (plain) continue;
        bits_flip(&sets[SET_EMPTY], at);
        bits_flip(&sets[SET_OCCUPIED], at);
        frame_turn(f, me);
        count_room(f, &f->side->gen[b->quick_gen], &room);
    }
    if (plain) {
        sets[SET_EMPTY] = room.to;
        sets[SET_OCCUPIED] = bits_sub(f->w->all, room.to);
    }
    frame_turn(f, me);
    h->mover = (uint8_t)me;
    h->turns = (uint16_t)(h->turns + n);
    if (won) {
        h->over = OVER_WIN;
        h->winner = (uint8_t)(1 - me);
    }
    return n;
}

static int quick_plies(look *k, rng *g, int most) {
    quick_memory m;
    const frame *f = &k->f;
    bool plain = true;
    for (int p = 0; p < 2; p++) {
        const rb_gen *gen = &f->b->side[p].gen[f->b->quick_gen];
        plain &= !gen->prep && gen->result == SET_EMPTY && gen->mask == RB_CONST &&
                 !bits_some(area_at(f, gen->except));
    }
    switch (quick_remember(f, most, &m)) {
    case QUICK_SET:
        return plain ? place_on(k, g, most, QUICK_SET, true, &m)
                     : place_on(k, g, most, QUICK_SET, false, &m);
    case QUICK_ROWS:
        return place_on(k, g, most, QUICK_ROWS, plain, &m);
    case QUICK_WAYS:
        return place_on(k, g, most, QUICK_WAYS, plain, &m);
    case QUICK_WALK:
        return place_on(k, g, most, QUICK_WALK, plain, &m);
    case QUICK_NOT:
        break;
    }
    return 0;
}

#endif
