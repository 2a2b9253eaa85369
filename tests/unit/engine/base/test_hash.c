#include <acutest.h>

#include "engine/base/hash.h"

/* xxh64's published value of nothing with seed 0, and what our keys are today: position keys and
 * blobs depend on them. */
static void test_golden(void) {
    TEST_CHECK(hash_bytes("", 0, 0) == UINT64_C(0xef46db3751d8e999));
    TEST_CHECK(hash_key("pig/turn", 0) == UINT64_C(0xc556facdd292247e));
    TEST_MSG("0x%016llx", (unsigned long long)hash_key("pig/turn", 0));
    TEST_CHECK(hash_mix(1) == UINT64_C(0x5692161d100b05e5));
    TEST_MSG("0x%016llx", (unsigned long long)hash_mix(1));
}

static void test_families(void) {
    uint64_t keys[20];
    hash_fill(keys, 20, "test/family");
    for (size_t i = 0; i < 20; i++) {
        TEST_CHECK(keys[i] == hash_key("test/family", i));
        TEST_CHECK(keys[i] != hash_key("test/other", i));
        for (size_t j = 0; j < i; j++) TEST_CHECK(keys[i] != keys[j]);
    }
}

/* The inverse of x ^ x >> shift. */
static uint64_t unshift(uint64_t x, int shift) {
    uint64_t y = x;
    for (int i = 0; i < 64 / shift; i++) y = x ^ y >> shift;
    return y;
}

/* The inverse of an odd factor, by Newton's method. */
static uint64_t invert(uint64_t odd) {
    uint64_t x = odd;
    for (int i = 0; i < 6; i++) x *= 2 - odd * x;
    return x;
}

static uint64_t unmix(uint64_t x) {
    x = unshift(x, 31) * invert(0x94d049bb133111ebu);
    x = unshift(x, 27) * invert(0xbf58476d1ce4e5b9u);
    return unshift(x, 30);
}

static void test_mix_is_a_bijection(void) {
    for (uint64_t i = 0; i < 64; i++) {
        uint64_t one = UINT64_C(1) << i;
        TEST_CHECK_(unmix(hash_mix(one)) == one, "bit %d", (int)i);
        TEST_CHECK(unmix(hash_mix(~one)) == ~one && unmix(hash_mix(i * 977)) == i * 977);
    }
}

TEST_LIST = {{"golden", test_golden},
             {"families", test_families},
             {"mix_is_a_bijection", test_mix_is_a_bijection},
             {NULL, NULL}};
