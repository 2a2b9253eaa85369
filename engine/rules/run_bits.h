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
/* The lowest and the highest cell; the set is not empty. Which word it is in nobody can foresee: no
 * branches. */
static inline unsigned bits_lowest(bits a) {
    uint64_t w = a.w[0];
    unsigned at = 0;
    for (unsigned i = 1; i < BW; i++) {
        uint64_t none = 0 - (uint64_t)(w == 0);
        w |= a.w[i] & none;
        at += (unsigned)(none & 64);
    }
    return at + (unsigned)__builtin_ctzll(w);
}
static inline unsigned bits_highest(bits a) {
    uint64_t w = a.w[BW - 1];
    unsigned at = (BW - 1) * 64;
    for (unsigned i = BW - 1; i-- > 0;) {
        uint64_t none = 0 - (uint64_t)(w == 0);
        w |= a.w[i] & none;
        at -= (unsigned)(none & 64);
    }
    return at + 63 - (unsigned)__builtin_clzll(w);
}

/* Each cell of a set, lowest first: BITS_CELLS(a, cell) { ... }. `break` leaves one word only. */
/* NOLINTBEGIN(bugprone-macro-parentheses) */
#define BITS_CELLS(a, cell)                                                                        \
    for (unsigned word_ = 0; word_ < BW; word_++)                                                  \
        for (uint64_t rest_ = (a).w[word_], once_; rest_; rest_ &= rest_ - 1)                      \
            for (unsigned cell = (once_ = 1, word_ * 64 + (unsigned)__builtin_ctzll(rest_));       \
                 once_; once_ = 0)
/* NOLINTEND(bugprone-macro-parentheses) */

/* The k-th set bit of a byte: by 256 * k + byte. */
enum { NTH_BYTES = 8 * 256 };

static inline void nth_fill(uint8_t *nth) {
    for (unsigned x = 0; x < 256; x++) {
        unsigned k = 0;
        for (unsigned i = 0; i < 8; i++)
            if (x >> i & 1) nth[k++ * 256 + x] = (uint8_t)i;
    }
}

#define BITS_ONES UINT64_C(0x0101010101010101)
#define BITS_TOPS UINT64_C(0x8080808080808080)

/* Of sums of numbers from below, a byte each and none above 127: how many are at most k. The top
 * bit of such a byte survives the subtraction. */
static inline unsigned sums_passed(uint64_t sums, unsigned k) {
    uint64_t passed = ((k * BITS_ONES | BITS_TOPS) - sums) & BITS_TOPS;
    return (unsigned)((passed >> 7) * BITS_ONES >> 56);
}

/* The k-th set bit of a word, k from 0: counts of bytes, summed up from below, tell the byte that
 * holds it, and a table the place in it. */
static inline unsigned word_nth(const uint8_t *nth, uint64_t x, unsigned k) {
    uint64_t sums = x - (x >> 1 & 0x5555555555555555u);
    sums = (sums & 0x3333333333333333u) + (sums >> 2 & 0x3333333333333333u);
    sums = ((sums + (sums >> 4)) & 0x0f0f0f0f0f0f0f0fu) * BITS_ONES;
    unsigned at = sums_passed(sums, k) * 8;
    uint64_t left = k - (sums << 8 >> at & 0xff);
    return at + nth[256 * left + (x >> at & 0xff)];
}

/* The k-th cell from below, k from 0. */
static inline unsigned bits_nth(const uint8_t *nth, bits a, unsigned k) {
    unsigned i = 0;
    for (; i + 1 < BW; i++) {
        unsigned n = (unsigned)__builtin_popcountll(a.w[i]);
        if (k < n) break;
        k -= n;
    }
    return i * 64 + word_nth(nth, a.w[i], k);
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

static inline uint64_t word_turn(uint64_t x, unsigned n) {
    return x << (n & 63) | x >> ((0 - n) & 63);
}

/* The same for cells none of which leaves the board: a turn of the word will do. */
static inline bits bits_turn(bits a, int n) {
    if (BW > 1) return bits_move(a, n);
    bits r = bits_none();
    r.w[0] = word_turn(a.w[0], (unsigned)n);
    return r;
}

#endif
