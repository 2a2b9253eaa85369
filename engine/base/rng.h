#ifndef ENGINE_BASE_RNG_H
#define ENGINE_BASE_RNG_H
/* A small seeded generator. There is no global one: each search, each thread and each test owns its
 * own, so one seed gives one result.
 *
 * The step is Wang Yi's wyrand (public domain): a Weyl sequence whose terms are folded through one
 * 64x64 -> 128 bit product. One word of state, one multiplication, passes the usual batteries. */

#include <assert.h>
#include <stddef.h>
#include <stdint.h>

typedef struct rng {
    uint64_t s;
} rng;

/* A generator for stream `stream` of `seed`: thread i takes stream i, so that threads draw
 * different numbers and each draws the same ones every time. */
rng rng_stream(uint64_t seed, uint64_t stream);

/* A seed that cannot be repeated, from the clock and the address space. Never 0. */
uint64_t rng_entropy(void);

static inline uint64_t rng_next(rng *r) {
    r->s += 0xa0761d6478bd642fu;
    unsigned __int128 p = (unsigned __int128)r->s * (r->s ^ 0xe7037ed1a0b428dbu);
    return (uint64_t)(p >> 64) ^ (uint64_t)p;
}

/* An unbiased number in 0..n-1, n > 0: the high half of a product, rejecting the few low halves
 * that would favour small results (Lemire 2019). The test is almost never taken further. */
static inline uint64_t rng_below(rng *r, uint64_t n) {
    assert(n > 0);
    unsigned __int128 p = (unsigned __int128)rng_next(r) * n;
    if ((uint64_t)p < n) {
        uint64_t reject = (0 - n) % n;
        while ((uint64_t)p < reject) p = (unsigned __int128)rng_next(r) * n;
    }
    return (uint64_t)(p >> 64);
}

/* The numbers 0..n-1 in an order that is drawn (Fisher and Yates). */
void rng_order(rng *r, uint32_t *out, size_t n);

/* A real in [0, 1), 53 bits. */
static inline double rng_unit(rng *r) {
    return (double)(rng_next(r) >> 11) * 0x1.0p-53;
}

#endif
