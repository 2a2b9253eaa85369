#include "bench/bench.h"
#include "engine/base/hash.h"

static unsigned char block[1024];

/* Each hash is the next one's seed, so that calls cannot overlap: latency, not throughput. */
static uint64_t bytes(uint64_t ops, size_t len) {
    for (size_t i = 0; i < len; i++) block[i] = (unsigned char)(i * 37);
    uint64_t h = 0;
    while (ops--) h = hash_bytes(block, len, h);
    return h;
}

static uint64_t bytes_24(uint64_t ops) {
    return bytes(ops, 24);
}

static uint64_t bytes_256(uint64_t ops) {
    return bytes(ops, 256);
}

static uint64_t bytes_1024(uint64_t ops) {
    return bytes(ops, 1024);
}

static uint64_t mix(uint64_t ops) {
    uint64_t h = 1;
    while (ops--) h = hash_mix(h);
    return h;
}

static uint64_t key(uint64_t ops) {
    uint64_t sum = 0;
    while (ops--) sum ^= hash_key("bench/key", ops);
    return sum;
}

int main(int argc, char **argv) {
    static const bench_case cases[] = {{"hash/bytes-24", bytes_24, 10000000},
                                       {"hash/bytes-256", bytes_256, 2000000},
                                       {"hash/bytes-1024", bytes_1024, 1000000},
                                       {"hash/mix", mix, 20000000},
                                       {"hash/key", key, 1000000},
                                       {0}};
    return bench_main(argc, argv, cases);
}
