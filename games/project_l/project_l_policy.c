#include "games/project_l/project_l_policy.h"

#include "games/project_l/project_l_greedy.h"
#include "games/project_l/project_l_order.h"

/* In playouts the solver looks at puzzles with at most so many open cells: more are hardly worth
 * it. */
enum { QUICK_TOUCH = 8 };

static uint32_t open_cells(const pl_state *s, int slot) {
    return s->puzzle[s->mover][slot] ? ~s->image[s->mover][slot] & PL_FULL : 0;
}

action pl_completing(const pl_rules *r, const pl_state *s) {
    for (int slot = 0; slot < PL_SLOTS; slot++) {
        /* An empty slot looks like a puzzle with 25 open cells: more than any piece has. */
        uint32_t open = ~s->image[s->mover][slot] & PL_FULL;
        uint32_t more = open; /* less its four first cells */
        for (int i = 0; i < PL_LEVELS; i++) more &= more - 1;
        if (more || !open) continue;
        int config = pl_config_at(&r->pieces, open);
        if (config >= 0 && pl_count(s->supply[s->mover], r->pieces.shape[config]))
            return pl_make(PL_PLACE, (unsigned)slot, (unsigned)config);
    }
    return ACTION_NONE;
}

/* The number of bits, in plain arithmetic: unlike the instruction, compilers do it for many at
 * once. */
static inline uint32_t ones(uint32_t x) {
    x = (x & 0x55555555) + (x >> 1 & 0x55555555);
    x = (x & 0x33333333) + (x >> 2 & 0x33333333);
    x = (x & 0x0f0f0f0f) + (x >> 4 & 0x0f0f0f0f);
    x += x >> 8;
    return (x + (x >> 16)) & 63;
}

/* A placement weighted by level, on the slots from `first` on; ACTION_NONE if nothing fits. All
 * orientations of a puzzle are looked at in one sweep that compilers turn into vector code. */
static action weighted_placement(const pl_rules *r, const pl_state *s, int first, rng *g) {
    static const uint32_t level_weight[PL_ORIENTATIONS] = {
        1,    1000, 10,   10,   100,  100,  1000, 1000, 100,  100,  100,  100,  1000, 1000,
        1000, 1000, 1000, 1000, 1000, 1000, 1000, 1000, 1000, 1000, 1000, 1000, 1000, 1000};
    const pl_pieces *p = &r->pieces;
    uint32_t weight[PL_ORIENTATIONS]; /* 0: no such piece */
    uint32_t at[PL_SLOTS][PL_ORIENTATIONS];
    uint32_t part[PL_SLOTS][PL_ORIENTATIONS];
    uint32_t share[PL_SLOTS] = {0};
    uint32_t sum = 0;
    uint32_t own = pl_present(s->supply[s->mover]);
    for (int i = 0; i < PL_ORIENTATIONS; i++)
        weight[i] = level_weight[i] * (own >> p->orientation_shape[i] & 1);
    for (int slot = first; slot < PL_SLOTS; slot++) {
        uint32_t open = open_cells(s, slot);
        if (!open) continue;
        pl_fit_all(p, open, at[slot]);
        uint32_t total = 0;
        for (int i = 0; i < PL_ORIENTATIONS; i++) {
            uint32_t w = weight[i] * ones(at[slot][i]);
            part[slot][i] = w;
            total += w;
        }
        share[slot] = total;
        sum += total;
    }
    if (!sum) return ACTION_NONE;
    uint32_t pick = (uint32_t)rng_below(g, sum);
    int slot = first;
    for (; pick >= share[slot]; slot++) pick -= share[slot];
    for (int i = 0;; i++) {
        uint32_t set = at[slot][i];
        if (pick >= part[slot][i]) {
            pick -= part[slot][i];
            continue;
        }
        for (pick /= weight[i]; pick > 0; pick--) set &= set - 1;
        return pl_make(PL_PLACE, (unsigned)slot, p->config[i][__builtin_ctz(set)]);
    }
}

/* An exchange, each as likely. */
static action any_change(const pl_rules *r, const pl_state *s, rng *g) {
    unsigned options[PL_SHAPES];
    unsigned sum = 0;
    unsigned own = pl_present(s->supply[s->mover]);
    unsigned there = pl_present(s->reserve);
    for (unsigned set = own; set; set &= set - 1) {
        int shape = __builtin_ctz(set);
        options[shape] = pl_change_options(r, there, shape);
        sum += (unsigned)__builtin_popcount(options[shape]);
    }
    if (!sum) return ACTION_NONE;
    unsigned pick = (unsigned)rng_below(g, sum);
    for (;; own &= own - 1) {
        int shape = __builtin_ctz(own);
        unsigned n = (unsigned)__builtin_popcount(options[shape]);
        if (pick >= n) {
            pick -= n;
            continue;
        }
        unsigned set = options[shape];
        for (; pick > 0; pick--) set &= set - 1;
        return pl_make(PL_CHANGE, (unsigned)shape, (unsigned)__builtin_ctz(set));
    }
}

static action any_basic(const pl_rules *r, const pl_state *s, rng *g) {
    unsigned set = pl_basic_options(r, s);
    if (!set) return ACTION_NONE;
    if (set & (set - 1))
        for (uint64_t k = rng_below(g, (uint64_t)__builtin_popcount(set)); k > 0; k--)
            set &= set - 1;
    return pl_make(PL_BASIC, (unsigned)__builtin_ctz(set), 0);
}

static action as_joint(action place) {
    return place == ACTION_NONE ? place : pl_make(PL_JOIN, pl_a(place), pl_b(place));
}

static action any(const action *list, int n, rng *g) {
    return n ? list[rng_below(g, (uint64_t)n)] : ACTION_NONE;
}

enum {
    WANT_TAKE,
    WANT_RECYCLE,
    WANT_BASIC,
    WANT_CHANGE,
    WANT_PLACE,
    WANT_MASTER,
    WANT_PASS,
    WISHES
};

/* An action of a kind; ACTION_NONE where there is none. */
static action try_kind(const pl_rules *r, const pl_state *s, int kind, rng *g) {
    action list[16];
    switch (kind) {
    case WANT_TAKE:
        return any(list, pl_list_takes(s, list), g);
    case WANT_RECYCLE:
        return any(list, pl_list_puts(s, list), g);
    case WANT_BASIC:
        return any_basic(r, s, g);
    case WANT_CHANGE:
        return any_change(r, s, g);
    case WANT_PLACE:
        return weighted_placement(r, s, 0, g);
    case WANT_MASTER:
        return as_joint(weighted_placement(r, s, 0, g));
    default:
        return pl_make(PL_NOTHING, 0, 0);
    }
}

static action helped_action(const pl_rules *r, const pl_state *s, rng *g) {
    action a = pl_completing(r, s);
    if (a != ACTION_NONE && rng_next(g) >> 63) return a;
    static const uint64_t often[PL_SLOTS + 1] = {10000, 3000, 900, 270, 81}; /* of 10000: 0.3^k */
    int held = 0;
    for (int i = 0; i < PL_SLOTS; i++) held += s->puzzle[s->mover][i] != 0;
    bool may_take = rng_below(g, 10000) < often[held];
    bool may_master = !(s->flags & PL_MASTER_USED);
    unsigned weight[WISHES] = {may_take ? 3 : 0, 1, 2, 3, 4, may_master ? 2 : 0, r->pass ? 1 : 0};
    unsigned sum = 10 + weight[WANT_TAKE] + weight[WANT_MASTER] + weight[WANT_PASS];
    /* A kind that turns out to be impossible is left out, and another one drawn. */
    while (sum) {
        unsigned pick = (unsigned)rng_below(g, sum);
        int kind = 0;
        for (; pick >= weight[kind]; kind++) pick -= weight[kind];
        a = try_kind(r, s, kind, g);
        if (a != ACTION_NONE) return a;
        bool placing = kind == WANT_PLACE || kind == WANT_MASTER;
        for (int i = placing ? WANT_PLACE : kind; i <= (placing ? WANT_MASTER : kind); i++) {
            sum -= weight[i];
            weight[i] = 0;
        }
    }
    action list[4096];
    return any(list, pl_legal(&r->head, s, NULL, list), g);
}

action pl_helped(const rules *head, const void *state, const trail *t, rng *g) {
    const pl_rules *r = pl_of(head);
    const pl_state *s = state;
    action list[16];
    if (s->rewards) return any(list, pl_legal(head, s, t, list), g);
    if (s->chain == PL_RECYCLE) return any(list, pl_list_puts(s, list), g);
    if (s->chain == PL_MASTER) {
        int next = PL_SLOTS;
        while (next > 0 && !s->placed[next - 1]) next--;
        action more = rng_next(g) >> 63 ? as_joint(weighted_placement(r, s, next, g)) : ACTION_NONE;
        return more != ACTION_NONE ? more : pl_make(PL_JOINED, 0, 0);
    }
    if (s->phase == PL_FT) {
        action a = pl_completing(r, s);
        return a != ACTION_NONE ? a : pl_make(PL_ENDFT, 0, 0);
    }
    return helped_action(r, s, g);
}

void pl_helped_ply(const rules *head, void *state, trail *t, rng *g) {
    const pl_rules *r = pl_of(head);
    pl_state *s = state;
    if (pl_actor(head, s) != ACTOR_CHANCE) {
        pl_move(r, s, pl_helped(head, s, t, g));
        return;
    }
    if (s->chain == PL_SEATING) { /* the seats are alike: any lot will do */
        pl_move(r, s, pl_make(PL_LOT, 0, 0));
        return;
    }
    uint64_t set = pl_draw_candidates(r, s);
    int puzzle = pl_pick(set, (unsigned)rng_below(g, (uint64_t)__builtin_popcountll(set)));
    pl_move(r, s, pl_make(PL_DRAW, (unsigned)puzzle, 0));
}

void pl_playout(const rules *head, void *state, trail *t, rng *g) {
    const pl_rules *r = pl_of(head);
    pl_state *s = state;
    if (s->phase == PL_FT) {
        pl_move(r, s, pl_best_touch(r, s, QUICK_TOUCH));
        return;
    }
    bool decides = pl_actor(head, s) >= 0 && !s->rewards && s->chain != PL_RECYCLE;
    action a = decides ? pl_order_draw(r, s, g) : ACTION_NONE;
    if (a != ACTION_NONE)
        pl_move(r, s, a);
    else
        pl_helped_ply(head, s, t, g);
}

/* --- bots --- */

static action choose_random(const rules *r, const void *s, const trail *t, rng *g) {
    action list[4096];
    return any(list, pl_legal(r, s, t, list), g);
}

const bot pl_bots[] = {
    {"random", choose_random}, {"helped", pl_helped}, {"greedy", pl_greedy}, {NULL, NULL}};
