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
