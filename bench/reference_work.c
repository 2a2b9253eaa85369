#include "bench/reference_work.h"

#include <stdint.h>

#include "engine/base/clock.h"

enum { TABLE = 4096, STEPS = 200000000, QUICK = 20 };

/* What the work adds up to; anything else means it was not done. */
#define CHECK_ALL   UINT64_C(3178152722855926217)
#define CHECK_QUICK UINT64_C(724656022738659747)

static uint32_t table[TABLE];

static uint64_t step(uint64_t x) {
    x ^= x << 13;
    x ^= x >> 7;
    return x ^ (x << 17);
}

/* A chain of shifts and a multiplication, a load from a table that fits the first cache, and a
 * branch that nothing can predict: what a search is made of. */
static double run(uint64_t steps, uint64_t check) {
    uint64_t x = 88172645463325252U;
    uint64_t sum = 0;
    for (int i = 0; i < TABLE; i++) {
        x = step(x);
        table[i] = (uint32_t)x;
    }
    int64_t start = clock_thread_cpu_ns();
    for (uint64_t i = 0; i < steps; i++) {
        x = step(x);
        sum += table[x & (TABLE - 1)];
        if (sum & 64)
            sum ^= x >> 3;
        else
            sum += (x * 0x9E3779B97F4A7C15U) >> 40;
    }
    double seconds = (double)(clock_thread_cpu_ns() - start) / 1e9;
    return sum == check ? seconds : 0;
}

bool reference_valid(void) {
#if defined(__GNUC__) && !defined(__clang__) && defined(__OPTIMIZE__)
    return true;
#else
    return false;
#endif
}

double reference_seconds(void) {
    return run(STEPS, CHECK_ALL);
}

double reference_quick_seconds(void) {
    return run(STEPS / QUICK, CHECK_QUICK) * QUICK;
}

double reference_factor(double before, double after) {
    if (!reference_valid() || before <= 0 || after <= 0) return 1;
    return (before + after) / 2 / REFERENCE_SECONDS;
}
