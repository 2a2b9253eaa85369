#ifndef ENGINE_RULES_RUN_BITS_H
#define ENGINE_RULES_RUN_BITS_H
/* Areas of BW words: what a set of cells is while a game is played. */

#include <stdbool.h>
#include <stdint.h>

#ifndef BW
#define BW 1 /* for readers and tools; run_w*.c say which */
#endif

typedef struct bits {
    uint64_t w[BW];
} bits;

/* NOLINTNEXTLINE(bugprone-macro-parentheses): `i` is a name to be declared */
#define BITS_EACH(i) for (int i = 0; i < BW; i++)

static inline bits bits_none(void) {
    bits r;
    BITS_EACH(i) r.w[i] = 0;
    return r;
}
static inline bits bits_and(bits a, bits b) {
    BITS_EACH(i) a.w[i] &= b.w[i];
    return a;
}
static inline bits bits_or(bits a, bits b) {
    BITS_EACH(i) a.w[i] |= b.w[i];
    return a;
}
static inline bits bits_sub(bits a, bits b) {
    BITS_EACH(i) a.w[i] &= ~b.w[i];
    return a;
}
static inline bits bits_xor(bits a, bits b) {
    BITS_EACH(i) a.w[i] ^= b.w[i];
    return a;
}
static inline bool bits_some(bits a) {
    uint64_t any = 0;
    BITS_EACH(i) any |= a.w[i];
    return any != 0;
}
static inline bool bits_same(bits a, bits b) {
    return !bits_some(bits_xor(a, b));
}
static inline int bits_count(bits a) {
    int n = 0;
    BITS_EACH(i) n += __builtin_popcountll(a.w[i]);
    return n;
}
static inline bool bits_has(const bits *a, unsigned cell) {
    return a->w[BW == 1 ? 0 : cell >> 6] >> (cell & 63) & 1;
}
static inline void bits_flip(bits *a, unsigned cell) {
    a->w[BW == 1 ? 0 : cell >> 6] ^= UINT64_C(1) << (cell & 63);
}
static inline void bits_add(bits *a, unsigned cell) {
    a->w[BW == 1 ? 0 : cell >> 6] |= UINT64_C(1) << (cell & 63);
}
static inline bits bits_of(unsigned cell) {
    bits r = bits_none();
    bits_add(&r, cell);
    return r;
}
/* The lowest and the highest cell; the set is not empty. */
static inline unsigned bits_lowest(bits a) {
    unsigned i = 0;
    while (i + 1 < BW && !a.w[i]) i++;
    return i * 64 + (unsigned)__builtin_ctzll(a.w[i]);
}
static inline unsigned bits_highest(bits a) {
    unsigned i = BW - 1;
    while (i > 0 && !a.w[i]) i--;
    return i * 64 + 63 - (unsigned)__builtin_clzll(a.w[i]);
}

/* Each cell of a set, lowest first: BITS_CELLS(a, cell) { ... }. `break` leaves one word only. */
/* NOLINTBEGIN(bugprone-macro-parentheses) */
#define BITS_CELLS(a, cell)                                                                        \
    for (unsigned word_ = 0; word_ < BW; word_++)                                                  \
        for (uint64_t rest_ = (a).w[word_], once_; rest_; rest_ &= rest_ - 1)                      \
            for (unsigned cell = (once_ = 1, word_ * 64 + (unsigned)__builtin_ctzll(rest_));       \
                 once_; once_ = 0)
/* NOLINTEND(bugprone-macro-parentheses) */

/* The k-th set bit of a word, k from 0: counts of bytes, summed up from below, tell the byte that
 * holds it. */
static inline unsigned word_nth(uint64_t x, unsigned k) {
    const uint64_t ones = 0x0101010101010101u;
    const uint64_t tops = 0x8080808080808080u;
    uint64_t sums = x - (x >> 1 & 0x5555555555555555u);
    sums = (sums & 0x3333333333333333u) + (sums >> 2 & 0x3333333333333333u);
    sums = ((sums + (sums >> 4)) & 0x0f0f0f0f0f0f0f0fu) * ones;
    /* A byte is passed when its sum is at most k: its top bit survives the subtraction. */
    uint64_t passed = (((uint64_t)k * ones | tops) - sums) & tops;
    unsigned at = (unsigned)((passed >> 7) * ones >> 56) * 8;
    if (at) k -= (unsigned)(sums >> (at - 8) & 0xff);
    x >>= at;
    while (k--) x &= x - 1;
    return at + (unsigned)__builtin_ctzll(x);
}

/* The k-th cell from below, k from 0. */
static inline unsigned bits_nth(bits a, unsigned k) {
    unsigned i = 0;
    for (; i + 1 < BW; i++) {
        unsigned n = (unsigned)__builtin_popcountll(a.w[i]);
        if (k < n) break;
        k -= n;
    }
    return i * 64 + word_nth(a.w[i], k);
}

/* All cells moved up by n numbers, down for a negative n. */
static inline bits bits_move(bits a, int n) {
    bits r = bits_none();
    if (BW == 1) {
        r.w[0] = n >= 0 ? a.w[0] << (n & 63) : a.w[0] >> (-n & 63);
        return r;
    }
    unsigned m = (unsigned)(n >= 0 ? n : -n);
    unsigned far = m >> 6;
    unsigned near = m & 63;
    for (unsigned i = 0; i < BW; i++) {
        if (n >= 0 && i + far < BW) {
            r.w[i + far] |= a.w[i] << near;
            if (near && i + far + 1 < BW) r.w[i + far + 1] |= a.w[i] >> (64 - near);
        } else if (n < 0 && i >= far) {
            r.w[i - far] |= a.w[i] >> near;
            if (near && i >= far + 1) r.w[i - far - 1] |= a.w[i] << (64 - near);
        }
    }
    return r;
}

/* The same for cells none of which leaves the board: a turn of the word will do. */
static inline bits bits_turn(bits a, int n) {
    if (BW > 1) return bits_move(a, n);
    bits r = bits_none();
    r.w[0] = a.w[0] << (n & 63) | a.w[0] >> (-n & 63);
    return r;
}

#endif
