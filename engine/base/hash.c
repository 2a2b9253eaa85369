#include "engine/base/hash.h"

#include <assert.h>
#include <string.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

uint64_t hash_bytes(const void *data, size_t len, uint64_t seed) {
    assert(data || len == 0);
    return XXH64(data, len, seed);
}

uint64_t hash_key(const char *name, uint64_t index) {
    assert(name && *name);
    return XXH64(name, strlen(name), index);
}

void hash_fill(uint64_t *keys, size_t n, const char *name) {
    for (size_t i = 0; i < n; i++) keys[i] = hash_key(name, i);
}
