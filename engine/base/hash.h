#ifndef ENGINE_BASE_HASH_H
#define ENGINE_BASE_HASH_H
/* Hashing, all of it by xxHash, so that keys are the same on every machine and in every build. */

#include <stddef.h>
#include <stdint.h>

/* xxh64 of a block; also the fingerprint of files and blobs (seed 0). */
uint64_t hash_bytes(const void *data, size_t len, uint64_t seed);

/* The Zobrist key number `index` of the family `name` ("pig/turn"): a hash of that fixed text,
 * never a number from a generator, so adding a family changes no other. */
uint64_t hash_key(const char *name, uint64_t index);

/* Fills keys[0..n-1] with hash_key(name, 0..n-1). */
void hash_fill(uint64_t *keys, size_t n, const char *name);

/* A bijection of 64-bit words that spreads every input bit (the finaliser of SplitMix64): the hash
 * of a state that fits one word, without collisions. */
static inline uint64_t hash_mix(uint64_t x) {
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
}

#endif
