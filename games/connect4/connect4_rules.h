#ifndef GAMES_CONNECT4_CONNECT4_RULES_H
#define GAMES_CONNECT4_CONNECT4_RULES_H
/* Connect four on bitboards, inline so that a hot loop can see through it.
 *
 * Seven bits a column: six cells from the bottom and one that stays empty, so that lines cannot
 * wrap around. Adding a stone to a column is adding the column's bottom bit to
 * the occupied cells. */

#include <stdbool.h>
#include <stdint.h>

#include "engine/base/hash.h"
#include "engine/base/rng.h"

enum { C4_COLUMNS = 7, C4_ROWS = 6, C4_STRIDE = 7 };

/* The occupied cells are stone[0] | stone[1]; everything else follows from them and is kept for
 * speed. */
typedef struct c4_state {
    uint64_t stone[2];
    uint8_t mover;  /* who is to drop; the loser, once a player has four */
    uint8_t ending; /* C4_OPEN while it is on */
    uint8_t zero[6];
} c4_state;

_Static_assert(sizeof(c4_state) == 24, "flat, without padding");

enum { C4_OPEN, C4_FOUR, C4_FULL };

#define C4_BOTTOM UINT64_C(0x0040810204081) /* bit 0 of each column */
#define C4_BOARD  (C4_BOTTOM * 0x3f)        /* the 42 cells */

static inline bool c4_has_four(uint64_t x) {
    uint64_t up = x & x >> 1;
    uint64_t flat = x & x >> C4_STRIDE;
    uint64_t rise = x & x >> (C4_STRIDE + 1);
    uint64_t fall = x & x >> (C4_STRIDE - 1);
    return ((up & up >> 2) | (flat & flat >> 2 * C4_STRIDE) | (rise & rise >> 2 * (C4_STRIDE + 1)) |
            (fall & fall >> 2 * (C4_STRIDE - 1))) != 0;
}

/* The cells a stone can fall to, at most one a column. */
static inline uint64_t c4_landing(const c4_state *s) {
    return ((s->stone[0] | s->stone[1]) + C4_BOTTOM) & C4_BOARD;
}

static inline uint64_t c4_column(int c) {
    return UINT64_C(0x3f) << (c * C4_STRIDE);
}

static inline void c4_put(c4_state *s, uint64_t cell) {
    uint64_t own = s->stone[s->mover] |= cell;
    s->mover ^= 1;
    if (c4_has_four(own))
        s->ending = C4_FOUR;
    else if ((own | s->stone[s->mover]) == C4_BOARD)
        s->ending = C4_FULL;
}

/* A uniform column by rejection: columns fill up late, so the first draw nearly always serves. */
static inline void c4_put_random(c4_state *s, rng *g) {
    uint64_t landing = c4_landing(s);
    uint64_t cell;
    do cell = landing & c4_column((int)rng_below(g, C4_COLUMNS));
    while (!cell);
    c4_put(s, cell);
}

/* In each column first player's stones + occupied cells + 1 is a number below 128 that tells height
 * and stones apart, and hash_mix is a bijection: two positions never share a hash, and there is
 * nothing to keep up during a playout. */
static inline uint64_t c4_hash(const c4_state *s) {
    return hash_mix(s->stone[0] + (s->stone[0] | s->stone[1]) + C4_BOTTOM);
}

/* The columns from right to left, for boards and for keys made of columns. */
static inline uint64_t c4_mirror(uint64_t x) {
    const uint64_t one = UINT64_C(0x7f);
    uint64_t out = x & one << 3 * C4_STRIDE;
    for (int c = 0; c < 3; c++) {
        out |= (x >> c * C4_STRIDE & one) << (6 - c) * C4_STRIDE;
        out |= (x >> (6 - c) * C4_STRIDE & one) << c * C4_STRIDE;
    }
    return out;
}

/* Cells that would complete a four of x, empty or not. */
static inline uint64_t c4_completing(uint64_t x) {
    uint64_t cells = 0;
    for (int d = 1; d <= C4_STRIDE + 1; d += d == 1 ? C4_STRIDE - 2 : 1) {
        uint64_t pair = x & x >> d;
        uint64_t triple = pair & x >> 2 * d;
        cells |= triple << 3 * d | triple >> d;
        cells |= (pair & x >> 3 * d) << 2 * d; /* XX_X */
        cells |= (x & pair >> 2 * d) << d;     /* X_XX */
    }
    return cells & C4_BOARD;
}

#endif
