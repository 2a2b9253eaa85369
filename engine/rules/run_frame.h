#ifndef ENGINE_RULES_RUN_FRAME_H
#define ENGINE_RULES_RUN_FRAME_H
/* What code works on: a state, the cells it speaks of, temporaries; and the geometry of the board
 * in the width of the game. */

#include <string.h>

#include "engine/base/hash.h"
#include "engine/base/memory.h"
#include "engine/rules/run.h"
#include "engine/rules/run_bits.h"

enum { FAN_BEAMS = 32, FAN_STEPS = 2 };

/* See run_fan.h. A line of one or two steps in one direction. */
typedef struct beam {
    bits can; /* cells from which so many steps stay on the board */
    int delta;
    uint16_t area[FAN_STEPS]; /* operands: what the cells of the line are in */
    uint8_t steps, gen;
    uint8_t bound; /* steps back from the end to the bound cell; FAN_STEPS: none is bound */
} beam;

/* A generator: its sources, and a beam for each direction. */
typedef struct sweep {
    uint16_t src, src_in; /* operands */
    uint8_t cell;         /* the one source, where it is a cell; CELL_COUNT: src is an area */
    bool owned;
    uint16_t first, count; /* beams */
} sweep;

typedef struct fan {
    uint16_t first, count; /* sweeps; count 0: this tree is no fan */
    bool ends;             /* every action in it ends the turn */
} fan;

/* See run_quick.h. How the only ending of a game of placing pieces is tested. */
typedef enum quick_how { QUICK_NOT, QUICK_WALK, QUICK_SET, QUICK_ROWS, QUICK_WAYS } quick_how;
enum { QUICK_AXES = 4, QUICK_GROWS = 4, QUICK_ROW_COUNT = 128, QUICK_ROW = 32 };

/* A line that is so much longer; by shifts of sets: */
typedef struct quick_grow {
    bits can;
    int delta;
} quick_grow;

/* A cell's place on each axis: which row, and which bit of it. */
typedef struct quick_place {
    uint8_t row[QUICK_AXES], bit[QUICK_AXES];
} quick_place;

typedef struct quick_plan {
    uint8_t how, axes, grows;
    uint8_t by[QUICK_GROWS]; /* a line of the length that wins, from one cell, longer by so many */
    quick_grow grow[QUICK_AXES][QUICK_GROWS]; /* QUICK_SET */
    const quick_place *place;                 /* QUICK_ROWS: by cell */
    const bits *near;                         /* QUICK_WAYS: by cell */
} quick_plan;

typedef struct wide {
    const bits *constant, *table; /* table: by table * cells + cell */
    const bits *ray;              /* by direction * cells + cell: all cells that way */
    bits all, last;               /* last: the cell of the highest number */
    bits can[BOARD_DIRS];         /* cells from which there is a step */
    uint64_t ups, downs;          /* straight directions in which numbers grow, and fall */
    int delta[BOARD_DIRS];
    bool straight[BOARD_DIRS]; /* a step is the same number everywhere */
    int cells;
    const rb_ins *code[GAME_MAX_PLAYERS]; /* as it runs, by side */
    const fan *fans;                      /* by side * nodes + node */
    const sweep *sweeps;
    const beam *beams;
    quick_plan quick;
    uint8_t nth[NTH_BYTES]; /* see word_nth() */
} wide;

/* Which positions of the trail a playout need not look for: how many hashes fell into each slot,
 * 255 standing for more. None means that a position was never there. */
typedef struct sieve {
    uint8_t slot[1024];
} sieve;

static inline uint8_t *sieve_slot(sieve *v, uint64_t hash) {
    return &v->slot[hash % sizeof v->slot];
}
static inline void sieve_add(sieve *v, uint64_t hash) {
    uint8_t *at = sieve_slot(v, hash);
    *at = (uint8_t)(*at + (*at < UINT8_MAX));
}

typedef struct frame {
    const rulebook *b;
    const rb_side *side;
    const wide *w;
    const rb_ins *code; /* of this side */
    const fan *fans;    /* of this side, by node */
    unsigned char *s;
    const trail *t;
    rb_work *work;
    sieve *sieve; /* of a playout: all hashes of the trail are in it; else NULL */
    const bits *areas[3];
    const int32_t *nums[3];
    uint16_t cell[CELL_COUNT];
    uint8_t opt; /* 1 + kind, 0: none */
    uint8_t me;
    uint64_t here;      /* in endings: the position as it is on the trail */
    int8_t coming;      /* in endings: the player to come; else -1 */
    bool done;          /* an effect ended the turn */
    bool taken;         /* a piece has left the board for good */
    bool sealed;        /* the hash holds what the head adds */
    bool hashing;       /* the hash is kept up; a playout of a game that never asks may not */
    bool asking;        /* a `can` is being answered: a further one inside it counts as yes */
    uint16_t automatic; /* the NODE_AUTO that a look found */
    bits temp[RB_TEMPS];
    int32_t num[RB_TEMPS];
} frame;

static inline bits *sets_of(void *s) {
    return (bits *)(void *)((unsigned char *)s + sizeof(rb_head));
}

static inline void frame_on(frame *f, const rulebook *b, void *s, const trail *t, int me,
                            rb_work *work) {
    const rb_head *h = s;
    f->b = b;
    f->side = &b->side[me];
    f->w = b->wide;
    f->code = f->w->code[me];
    f->fans = f->w->fans + (size_t)me * (size_t)b->nodes;
    f->hashing = f->sealed = true;
    f->taken = false;
    f->s = s;
    f->t = t;
    f->work = work;
    f->sieve = NULL;
    f->areas[0] = sets_of(s);
    f->areas[1] = f->w->constant;
    f->areas[2] = f->temp;
    f->nums[0] = rb_vars_of(b, s);
    f->nums[1] = b->number;
    f->nums[2] = f->num;
    f->cell[CELL_FROM] = f->cell[CELL_TO] = f->cell[CELL_AUX] = RB_NO_CELL;
    f->cell[CELL_LAST] = h->last;
    f->cell[CELL_LASTFROM] = h->lastfrom;
    f->opt = 0;
    f->me = (uint8_t)me;
    f->coming = -1;
    f->done = false;
    f->asking = false;
}

/* --- the budget --- */

static inline void charge(const frame *f, int steps) {
    f->work->left -= steps;
}
static inline bool is_spent(const frame *f) {
    return f->work->left < 0;
}
/* Steps that it takes to move an area in some directions: cell by cell where they are not straight.
 */
static inline int shift_work(const rulebook *b, uint64_t dirs) {
    int each = b->board.shape == AST_LINES || b->board.rings ? 1 + b->board.cells / 16 : 1;
    return each * __builtin_popcountll(dirs);
}
/* Called behind what may have spent it; the outermost rule is told of. */
static inline void blame_if_spent(const frame *f, unsigned place) {
    if (is_spent(f)) f->work->place = (uint16_t)place;
}

/* The same state as somebody else sees it. */
static inline void frame_turn(frame *f, int me) {
    f->side = &f->b->side[me];
    f->code = f->w->code[me];
    f->fans = f->w->fans + (size_t)me * (size_t)f->b->nodes;
    f->me = (uint8_t)me;
}

static inline bits area_at(const frame *f, uint16_t at) {
    return f->areas[at >> 14][at & RB_INDEX];
}
static inline const bits *area_ptr(const frame *f, uint16_t at) {
    return &f->areas[at >> 14][at & RB_INDEX];
}
static inline int32_t num_at(const frame *f, uint16_t at) {
    return f->nums[at >> 14][at & RB_INDEX];
}

/* --- geometry --- */

static inline bits shift_one(const wide *w, const rulebook *b, bits a, int d) {
    a = bits_and(a, w->can[d]);
    if (w->straight[d]) return bits_turn(a, w->delta[d]);
    bits r = bits_none();
    BITS_CELLS(a, c) bits_add(&r, (unsigned)b->board.next[d][c]);
    return r;
}

static inline bits shift_all(const wide *w, const rulebook *b, bits a, uint64_t dirs) {
    bits r = bits_none();
    for (; dirs; dirs &= dirs - 1) r = bits_or(r, shift_one(w, b, a, __builtin_ctzll(dirs)));
    return r;
}

/* The first of some cells along a straight direction, up or down; where there is none, the last
 * cell of all that way, behind which no ray goes on. */
static inline unsigned first_along(const wide *w, bool up, bits cells) {
    if (up) return bits_lowest(bits_or(cells, w->last));
    cells.w[0] |= 1;
    return bits_highest(cells);
}

/* Directions that are not straight: step by step. */
static bits ride_around(const rulebook *b, unsigned c, int d, bits occupied) {
    bits r = bits_none();
    for (int to = b->board.next[d][c]; to >= 0 && to != (int)c; to = b->board.next[d][to]) {
        if (bits_has(&r, (unsigned)to)) break; /* round and round */
        bits_add(&r, (unsigned)to);
        if (bits_has(&occupied, (unsigned)to)) break;
    }
    return r;
}

static inline bits ride_straight(const wide *w, unsigned c, int d, bool up, bits occupied) {
    const bits *rays = w->ray + (size_t)d * (size_t)w->cells;
    return bits_xor(rays[c], rays[first_along(w, up, bits_and(rays[c], occupied))]);
}

/* Everything from a cell to the first piece in each direction, that one included. */
static inline bits ride(const wide *w, const rulebook *b, unsigned c, uint64_t dirs,
                        bits occupied) {
    bits r = bits_none();
    for (uint64_t up = dirs & w->ups; up; up &= up - 1)
        r = bits_or(r, ride_straight(w, c, __builtin_ctzll(up), true, occupied));
    for (uint64_t down = dirs & w->downs; down; down &= down - 1)
        r = bits_or(r, ride_straight(w, c, __builtin_ctzll(down), false, occupied));
    for (uint64_t rest = dirs & ~(w->ups | w->downs); rest; rest &= rest - 1)
        r = bits_or(r, ride_around(b, c, __builtin_ctzll(rest), occupied));
    return r;
}

/* What hangs together inside an area with a seed; *rounds: how often it had to grow. */
static inline bits flood_rounds(const wide *w, const rulebook *b, bits seed, bits inside,
                                int *rounds) {
    bits all = bits_and(seed, inside);
    for (*rounds = 1;; ++*rounds) {
        bits more = bits_and(bits_or(all, shift_all(w, b, all, b->board.near)), inside);
        if (bits_same(more, all)) return all;
        all = more;
    }
}

static inline bits flood(const wide *w, const rulebook *b, bits seed, bits inside) {
    int rounds;
    return flood_rounds(w, b, seed, inside, &rounds);
}

/* --- changing the state --- */

static inline uint64_t var_hash(const rulebook *b, int slot, int32_t value) {
    return value ? hash_mix(b->var_key[slot] ^ (uint64_t)(uint32_t)value) : 0;
}

static inline uint64_t area_hash(const rulebook *b, int slot, const bits *a) {
    uint64_t h = 0;
    BITS_EACH(i)
    if (a->w[i]) h ^= hash_mix((b->area_key[slot] + (uint64_t)i * 0x9e3779b97f4a7c15u) ^ a->w[i]);
    return h;
}

/* Everything on the board goes through here. */
static inline void set_cell(const frame *f, unsigned c, unsigned code) {
    const rulebook *b = f->b;
    bits *sets = sets_of(f->s);
    uint8_t *cells = rb_cells_of(b, f->s);
    unsigned old = cells[c];
    bool kinds = b->kinds > 1;
    if (old) {
        bits_flip(&sets[b->own_set[old]], c);
        if (kinds) bits_flip(&sets[b->kind_set[old]], c);
    }
    if (code) {
        bits_flip(&sets[b->own_set[code]], c);
        if (kinds) bits_flip(&sets[b->kind_set[code]], c);
    }
    if (!old != !code) {
        bits_flip(&sets[SET_EMPTY], c);
        bits_flip(&sets[SET_OCCUPIED], c);
    }
    cells[c] = (uint8_t)code;
    if (!f->hashing) return;
    const uint64_t *key = b->key + (size_t)c * (size_t)b->codes;
    rb_head_of(f->s)->hash ^= key[old] ^ key[code];
}

/* What stands on one cell goes to another that is empty, as it is. */
static inline void move_cell(const frame *f, unsigned from, unsigned to) {
    const rulebook *b = f->b;
    bits *sets = sets_of(f->s);
    uint8_t *cells = rb_cells_of(b, f->s);
    unsigned code = cells[from];
    bits both = bits_none();
    bits_flip(&both, from);
    bits_flip(&both, to);
    bits *own = &sets[b->own_set[code]];
    *own = bits_xor(*own, both);
    sets[SET_EMPTY] = bits_xor(sets[SET_EMPTY], both);
    sets[SET_OCCUPIED] = bits_xor(sets[SET_OCCUPIED], both);
    if (b->kinds > 1) {
        bits *kind = &sets[b->kind_set[code]];
        *kind = bits_xor(*kind, both);
    }
    cells[from] = 0;
    cells[to] = (uint8_t)code;
    if (!f->hashing) return;
    const uint64_t *old = b->key + (size_t)from * (size_t)b->codes;
    const uint64_t *new = b->key + (size_t)to *(size_t)b->codes;
    rb_head_of(f->s)->hash ^= old[0] ^ old[code] ^ new[0] ^ new[code];
}

static inline void store_num(const frame *f, int slot, int32_t value) {
    const rulebook *b = f->b;
    int32_t *vars = rb_vars_of(b, f->s);
    if (vars[slot] == value) return;
    if (f->hashing && b->slot_hashed[slot])
        rb_head_of(f->s)->hash ^= var_hash(b, slot, vars[slot]) ^ var_hash(b, slot, value);
    vars[slot] = value;
}

static inline void store_area(const frame *f, int set, bits value) {
    const rulebook *b = f->b;
    bits *sets = sets_of(f->s);
    int slot = set - b->set_var;
    if (bits_same(sets[set], value)) return;
    if (f->hashing && b->area_hashed[slot])
        rb_head_of(f->s)->hash ^= area_hash(b, slot, &sets[set]) ^ area_hash(b, slot, &value);
    sets[set] = value;
}

/* --- what the head adds to the hash --- */

/* What few positions have: somebody set to be next, another phase to come, players out, an end. */
static __attribute__((noinline)) uint64_t odd_hash(const rb_head *h) {
    uint64_t x = 0;
    if (h->next != 0xff) x ^= hash_mix(0x400000 + h->next);
    if (h->fresh_phase != h->phase) x ^= hash_mix(0x500000 + h->fresh_phase);
    if (h->out) x ^= hash_mix(0x600000 + h->out);
    if (h->over) x ^= hash_mix(0x700000 + h->over * 16u + h->winner);
    return x;
}

static inline uint64_t head_hash(const rulebook *b, const rb_head *h) {
    const rb_point *p = &b->point[h->point];
    uint64_t x = b->mover_key[h->mover] ^ b->phase_key[h->phase] ^ b->point_key[h->point];
    if (p->keeps_last) x ^= hash_mix(0x100000 + h->last);
    if (p->keeps_from) x ^= hash_mix(0x200000 + h->lastfrom);
    if (b->turns_limit >= 0)
        x ^= hash_mix(0x300000 + (uint64_t)(h->turns < b->turns_limit ? h->turns : b->turns_limit));
    unsigned odd = (h->next ^ 0xffu) | (unsigned)(h->fresh_phase ^ h->phase) | h->out | h->over;
    return odd ? x ^ odd_hash(h) : x;
}

static inline int following(const rulebook *b, const rb_head *h, int player, int step) {
    int n = b->head.players;
    if (n == 2 && !h->out) return 1 - player;
    for (int k = 0; k < n; k++) {
        player += step;
        player = player < 0 ? n - 1 : player == n ? 0 : player;
        if (!(h->out >> player & 1)) return player;
    }
    return player;
}

#endif
