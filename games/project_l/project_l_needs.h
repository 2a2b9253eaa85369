#ifndef GAMES_PROJECT_L_PROJECT_L_NEEDS_H
#define GAMES_PROJECT_L_PROJECT_L_NEEDS_H
/* How far a puzzle is from done: quick answers from tables, for evaluations and hints. The exact
 * and slow answers are project_l_solver.h's.
 *
 * Within one puzzle only its own open cells matter. They are numbered, from the last one
 * backwards, and a set of them is 16 bits instead of 25. For every such set a table has the least
 * number of pieces that cover it, whatever they are. A puzzle with more open cells than
 * PL_NEED_CELLS has no table; for it the answers are estimates from the number of cells. */

#include "games/project_l/project_l_puzzles.h"

enum { PL_NEED_CELLS = 16, PL_NEED_FAR = 9 };

typedef struct pl_need_table {
    uint16_t row[5][32];         /* from five cells of a row to their part of a set */
    uint8_t cell[PL_NEED_CELLS]; /* and back */
    const uint8_t *least;        /* by set; NULL: too many cells */
    const uint16_t *spot;        /* the sets of cells that a piece can cover */
    uint16_t first[PL_NEED_CELLS][PL_SHAPES + 1]; /* spots by their first cell and shape */
} pl_need_table;

typedef struct pl_needs {
    pl_need_table of[PL_MAX_PUZZLES];
} pl_needs;

/* One block of memory; NULL when there is none. mem_free() ends it. */
pl_needs *pl_needs_make(const pl_pieces *p, const pl_set *set);

static inline unsigned pl_need_set(const pl_need_table *t, uint32_t open) {
    return (unsigned)(t->row[0][open & 31] | t->row[1][open >> 5 & 31] |
                      t->row[2][open >> 10 & 31] | t->row[3][open >> 15 & 31] |
                      t->row[4][open >> 20 & 31]);
}

static inline uint32_t pl_need_mask(const pl_need_table *t, unsigned set) {
    uint32_t mask = 0;
    for (; set; set &= set - 1) mask |= UINT32_C(1) << t->cell[__builtin_ctz(set)];
    return mask;
}

/* The least number of pieces that cover these cells. */
static inline int pl_need_min(const pl_need_table *t, uint32_t open) {
    if (t->least) return t->least[pl_need_set(t, open)];
    return (__builtin_popcount(open) + PL_LEVELS - 1) / PL_LEVELS;
}

typedef struct pl_need {
    uint8_t least;   /* pieces at the least, of any kind */
    uint8_t ready;   /* pieces at hand that fill it; PL_NEED_FAR: not with a few */
    uint8_t actions; /* about how many actions complete it, getting pieces included */
} pl_need;

/* Pieces at hand, and what follows from them for every puzzle. */
typedef struct pl_hand {
    uint64_t supply;                /* packed as in a state */
    uint8_t best;                   /* the highest level */
    uint8_t ready[PL_NEED_FAR + 1]; /* the most cells that this many pieces at hand have */
    uint8_t reach[PL_NEED_FAR + 1]; /* the most cells covered in this many actions, shapes aside */
} pl_hand;

void pl_hand_of(uint64_t supply, pl_hand *out);

/* Actions that complete a puzzle at the least, shapes aside: a bound in a few nanoseconds. */
static inline int pl_need_bound(const pl_need_table *t, uint32_t open, const pl_hand *hand) {
    int n = pl_need_min(t, open);
    int cells = __builtin_popcount(open);
    while (n < PL_NEED_FAR && hand->reach[n] < cells) n++;
    return n;
}

/* How a puzzle can be completed: sets of cells that cover it, and the shapes of these pieces. No
 * sets where the answer is an estimate. */
typedef struct pl_way {
    pl_need need;
    uint8_t count;
    uint16_t shapes, missing; /* sets; missing: not at hand */
    uint16_t cells[PL_NEED_CELLS];
} pl_way;

/* Ways that take more than `most` actions are not looked for. */
void pl_way_of(const pl_need_table *t, uint32_t open, const pl_hand *hand, int most, pl_way *out);

#endif
