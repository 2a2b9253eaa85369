#include "bench/bench.h"
#include "engine/base/rng.h"

static uint64_t next(uint64_t ops) {
    rng r = {.s = 42};
    uint64_t sum = 0;
    while (ops--) sum += rng_next(&r);
    return sum;
}

static uint64_t below(uint64_t ops) {
    rng r = {.s = 42};
    uint64_t sum = 0;
    while (ops--) sum += rng_below(&r, 7) ^ sum << 1;
    return sum;
}

/* The worst case of the rejection: nearly half of the draws are drawn again. */
static uint64_t below_wide(uint64_t ops) {
    rng r = {.s = 42};
    uint64_t sum = 0;
    while (ops--) sum += rng_below(&r, (UINT64_C(1) << 63) + 1);
    return sum;
}

static uint64_t unit(uint64_t ops) {
    rng r = {.s = 42};
    uint64_t sum = 0;
    while (ops--) sum += (uint64_t)(rng_unit(&r) * 0x1.0p53);
    return sum;
}

static uint64_t stream(uint64_t ops) {
    uint64_t sum = 0;
    while (ops--) sum += rng_stream(42, ops).s;
    return sum;
}

int main(int argc, char **argv) {
    static const bench_case cases[] = {{"rng/next", next, 50000000},
                                       {"rng/below", below, 50000000},
                                       {"rng/below-wide", below_wide, 10000000},
                                       {"rng/unit", unit, 50000000},
                                       {"rng/stream", stream, 10000000},
                                       {0}};
    return bench_main(argc, argv, cases);
}
