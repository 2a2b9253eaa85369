#include "engine/base/rng.h"

#include <time.h>

#include "engine/base/hash.h"

rng rng_stream(uint64_t seed, uint64_t stream) {
    uint64_t words[2] = {seed, stream};
    return (rng){.s = hash_bytes(words, sizeof words, 0x6b6962697465u)};
}

uint64_t rng_entropy(void) {
    struct timespec now;
    (void)timespec_get(&now, TIME_UTC);
    /* The address of a local differs between processes where the system randomises them. */
    uint64_t words[4] = {(uint64_t)now.tv_sec, (uint64_t)now.tv_nsec, (uint64_t)clock(),
                         (uint64_t)(uintptr_t)&now};
    uint64_t seed = hash_bytes(words, sizeof words, 1);
    return seed ? seed : 1;
}

void rng_order(rng *r, uint32_t *out, size_t n) {
    assert(n <= UINT32_MAX);
    for (size_t i = 0; i < n; i++) out[i] = (uint32_t)i;
    for (size_t i = n; i > 1; i--) {
        size_t k = (size_t)rng_below(r, i);
        uint32_t keep = out[i - 1];
        out[i - 1] = out[k];
        out[k] = keep;
    }
}
