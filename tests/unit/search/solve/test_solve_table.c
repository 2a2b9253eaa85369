#include <acutest.h>

#include "engine/base/hash.h"
#include "search/solve/solve_table.h"

static bool make(solve_table *t, arena *a, size_t bytes) {
    if (!arena_init(a, bytes)) return false;
    memset(a->base, 0xa5, bytes); /* what an earlier search left */
    return solve_table_init(t, a);
}

static void test_finds_what_was_put(void) {
    arena a;
    solve_table t;
    TEST_ASSERT(make(&t, &a, 1 << 20));
    TEST_CHECK(solve_table_get(&t, 77) == 0 && solve_table_full(&t) == 0);
    solve_table_put(&t, 77, 0x1234);
    TEST_CHECK(solve_table_get(&t, 77) == 0x1234);
    solve_table_put(&t, 77, 0x1299);
    TEST_CHECK(solve_table_get(&t, 77) == 0x1299);
    TEST_CHECK(solve_table_get(&t, 78) == 0 && solve_table_get(&t, 77 ^ UINT64_C(1) << 63) == 0);
    arena_done(&a);
}

/* Everything is kept while it grows, as long as there is room. */
static void test_grows(void) {
    enum { ENTRIES = 60000 };
    arena a;
    solve_table t;
    TEST_ASSERT(make(&t, &a, (size_t)8 << 20));
    uint64_t first = t.buckets;
    for (uint64_t i = 1; i <= ENTRIES; i++) solve_table_put(&t, hash_mix(i), i << 8 | 5);
    TEST_CHECK_(t.buckets > first, "it has grown");
    int lost = 0;
    for (uint64_t i = 1; i <= ENTRIES; i++) {
        uint64_t word = solve_table_get(&t, hash_mix(i));
        TEST_CHECK(word == 0 || word == (i << 8 | 5));
        lost += word == 0;
    }
    TEST_CHECK_(lost < ENTRIES / 10, "%d of %d are lost", lost, ENTRIES); /* full buckets */
    TEST_CHECK(solve_table_check(&t));
    t.slot[0] = 0x500; /* in the first bucket, of a hash that belongs to the last */
    t.slot[1] = UINT64_MAX;
    TEST_CHECK(!solve_table_check(&t));
    arena_done(&a);
}

/* A full table keeps what took most work. */
static void test_keeps_the_expensive(void) {
    enum { ENTRIES = 20000 };
    arena a;
    solve_table t;
    TEST_ASSERT(make(&t, &a, 1 << 16));
    for (uint64_t i = 1; i <= 100; i++) solve_table_put(&t, hash_mix(i), i << 8 | 90);
    for (uint64_t i = 101; i <= ENTRIES; i++) solve_table_put(&t, hash_mix(i), i << 8 | 1);
    int kept = 0;
    for (uint64_t i = 1; i <= 100; i++) kept += solve_table_get(&t, hash_mix(i)) != 0;
    TEST_CHECK_(kept > 95, "%d of 100 are kept", kept);
    TEST_CHECK_(solve_table_full(&t) > 950, "%u", solve_table_full(&t));
    arena_done(&a);
}

static void test_no_room(void) {
    arena a;
    solve_table t;
    TEST_CHECK(!make(&t, &a, 1000));
    arena_done(&a);
}

static void test_work_grows(void) {
    uint64_t last = 0;
    for (uint64_t n = 1; n < UINT64_C(1) << 62; n *= 2) {
        TEST_CHECK(solve_work(n) >= last && solve_work(n + n / 2) >= solve_work(n));
        last = solve_work(n);
    }
    TEST_CHECK(solve_work(0) == 0 && solve_work(UINT64_MAX) < 1U << SOLVE_WORK_BITS);
}

TEST_LIST = {{"finds_what_was_put", test_finds_what_was_put},
             {"grows", test_grows},
             {"keeps_the_expensive", test_keeps_the_expensive},
             {"no_room", test_no_room},
             {"work_grows", test_work_grows},
             {NULL, NULL}};
