/* Guards against a defect of gcc 12.2 at -O3 on aarch64, which the build avoids with
 * -fno-tree-slp-vectorize (cmake/KibitzBuild.cmake): byte popcounts that are stored and then
 * indexed, here for sums of neighbours on a ring, come out wrong. With plain `gcc -O3` the tests
 * four_copied and six_copied fail; at -O2, without SLP vectorisation and under clang they pass. */
#include <acutest.h>

#include <stdint.h>

#define NOINLINE __attribute__((noinline))

/* Loop shapes over `n` bytes: the counts to `counts`, the sums of both neighbours to `sums`. */
#define DEFINE_RING(name, n)                                                                       \
    NOINLINE static void name(const uint8_t *in, unsigned *sums, uint8_t *counts) {                \
        uint8_t x[n];                                                                              \
        memcpy(x, in, sizeof x);                                                                   \
        uint8_t c[n];                                                                              \
        for (int i = 0; i < (n); i++) c[i] = (uint8_t)__builtin_popcountll(x[i]);                  \
        for (int i = 0; i < (n); i++) counts[i] = c[i];                                            \
        for (int i = 0; i < (n); i++)                                                              \
            sums[i] = (uint8_t)(c[(i + 1) % (n)] + c[(i + (n)-1) % (n)]);                          \
    }

DEFINE_RING(ring_of_four, 4)
DEFINE_RING(ring_of_six, 6)
DEFINE_RING(ring_of_eight, 8)
DEFINE_RING(ring_of_sixteen, 16)

/* The same without the copies, from a word's bytes. */
NOINLINE static void word_of_eight(const uint8_t *in, unsigned *sums, uint8_t *counts) {
    uint64_t word;
    memcpy(&word, in, sizeof word);
    for (int i = 0; i < 8; i++) counts[i] = (uint8_t)__builtin_popcountll(word >> 8 * i & 0xff);
    for (int i = 0; i < 8; i++) sums[i] = (unsigned)(counts[(i + 1) % 8] + counts[(i + 7) % 8]);
}

/* Counts without the builtin, one bit at a time. */
static unsigned slow_count(uint8_t x) {
    volatile unsigned n = 0;
    for (int i = 0; i < 8; i++) n += x >> i & 1;
    return n;
}

typedef void (*ring)(const uint8_t *in, unsigned *sums, uint8_t *counts);

static void check_ring(ring f, int n) {
    uint32_t seed = 1;
    for (int round = 0; round < 200; round++) {
        uint8_t in[16];
        uint8_t counts[16];
        unsigned sums[16];
        for (int i = 0; i < 16; i++) {
            seed = seed * 1664525 + 1013904223;
            in[i] = (uint8_t)(seed >> 24);
        }
        f(in, sums, counts);
        for (int i = 0; i < n; i++) {
            unsigned want = slow_count(in[(i + 1) % n]) + slow_count(in[(i + n - 1) % n]);
            TEST_ASSERT_(counts[i] == slow_count(in[i]), "count %d of %d", i, n);
            TEST_ASSERT_(sums[i] == want, "sum %d of %d", i, n);
        }
    }
}

static void test_four_copied(void) {
    check_ring(ring_of_four, 4);
}

static void test_six_copied(void) {
    check_ring(ring_of_six, 6);
}

static void test_more_copied(void) {
    check_ring(ring_of_eight, 8);
    check_ring(ring_of_sixteen, 16);
}

static void test_from_a_word(void) {
    check_ring(word_of_eight, 8);
}

TEST_LIST = {{"four_copied", test_four_copied},
             {"six_copied", test_six_copied},
             {"more_copied", test_more_copied},
             {"from_a_word", test_from_a_word},
             {NULL, NULL}};
