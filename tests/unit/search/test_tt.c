#include <acutest.h>

#include "engine/base/hash.h"
#include "engine/base/memory.h"
#include "engine/base/rng.h"
#include "engine/base/threads.h"
#include "search/tt.h"

enum { BUF_SIZE = 1 << 16 };

static unsigned char *make(tt *t, size_t bytes) {
    unsigned char *memory = mem_alloc(bytes);
    TEST_ASSERT(memory && tt_init(t, memory, bytes));
    return memory;
}

static void test_what_is_stored_is_found(void) {
    tt t;
    unsigned char *memory = make(&t, BUF_SIZE);
    tt_entry got;
    TEST_CHECK(!tt_probe(&t, 0, &got) && !tt_probe(&t, 5, &got));
    for (uint64_t i = 0; i < 200; i++) {
        tt_entry e = {.step = i * 3,
                      .score = (int16_t)(i * 300 - 30000),
                      .depth = (uint8_t)(i + 50),
                      .bound = (uint8_t)(1 + i % 3)};
        tt_store(&t, hash_mix(i), e);
        TEST_CHECK(tt_probe(&t, hash_mix(i), &got) && got.step == e.step && got.score == e.score &&
                   got.depth == e.depth && got.bound == e.bound);
    }
    TEST_CHECK(tt_full(&t) > 0 && tt_full(&t) < 200);
    mem_free(memory);
}

/* One cluster: every position shares it. */
static void test_other_position_misses(void) {
    tt t;
    tt_entry got;
    unsigned char *memory = make(&t, (size_t)2 * TT_CLUSTER_BYTES);
    TEST_CHECK(t.count == 1);
    tt_store(&t, 1, (tt_entry){.step = 7, .bound = TT_LOWER});
    TEST_CHECK(tt_probe(&t, 1, &got));
    for (uint64_t i = 0; i < 10000; i++) TEST_ASSERT(!tt_probe(&t, hash_mix(i + 9), &got));
    mem_free(memory);
}

static void test_too_small(void) {
    tt t;
    unsigned char buf[TT_CLUSTER_BYTES];
    TEST_CHECK(!tt_init(&t, buf, sizeof buf));
    TEST_CHECK(!tt_init(&t, NULL, 0));
}

/* A new table in used memory knows nothing of the old one. */
static void test_old_memory(void) {
    tt t;
    tt_entry got;
    unsigned char *memory = make(&t, BUF_SIZE);
    for (int life = 0; life < 2; life++) {
        for (uint64_t i = 0; i < 3000; i++)
            tt_store(&t, hash_mix(i), (tt_entry){.step = i, .bound = TT_EXACT});
        TEST_CHECK(tt_full(&t) > 500);
        TEST_ASSERT(tt_init(&t, memory, BUF_SIZE));
        TEST_CHECK(tt_full(&t) == 0);
        for (uint64_t i = 0; i < 3000; i++) TEST_ASSERT(!tt_probe(&t, hash_mix(i), &got));
        tt_store(&t, hash_mix(1), (tt_entry){.step = 1, .bound = TT_EXACT}); /* wipes its block */
        int found = 0;
        for (uint64_t i = 0; i < 3000; i++) found += tt_probe(&t, hash_mix(i), &got);
        TEST_CHECK(found == 1);
    }
    mem_free(memory);
}

/* A known step survives an entry without one; depth survives a shallow bound, but not an exact
 * value. */
static void test_same_position_again(void) {
    tt t;
    tt_entry got;
    unsigned char *memory = make(&t, (size_t)TT_CLUSTER_BYTES * 2);
    tt_store(&t, 1, (tt_entry){.step = 7, .depth = 10, .score = 5, .bound = TT_LOWER});
    tt_store(&t, 1, (tt_entry){.step = ACTION_NONE, .depth = 10, .score = 6, .bound = TT_UPPER});
    TEST_CHECK(tt_probe(&t, 1, &got) && got.step == 7 && got.score == 6);
    tt_store(&t, 1, (tt_entry){.step = 8, .depth = 2, .score = 9, .bound = TT_LOWER});
    TEST_CHECK(tt_probe(&t, 1, &got) && got.depth == 10);
    tt_store(&t, 1, (tt_entry){.step = 8, .depth = 2, .score = 9, .bound = TT_EXACT});
    TEST_CHECK(tt_probe(&t, 1, &got) && got.depth == 2 && got.step == 8);
    mem_free(memory);
}

/* In a full cluster the shallowest gives way, and what is old before it. */
static void test_replacement(void) {
    tt t;
    tt_entry got;
    unsigned char *memory = make(&t, (size_t)TT_CLUSTER_BYTES * 2);
    TEST_ASSERT(t.count == 1);
    for (uint8_t i = 0; i < 3; i++)
        tt_store(&t, hash_mix(i), (tt_entry){.depth = (uint8_t)(10 + i), .bound = TT_EXACT});
    tt_store(&t, hash_mix(9), (tt_entry){.depth = 1, .bound = TT_EXACT});
    TEST_CHECK(!tt_probe(&t, hash_mix(0), &got) && tt_probe(&t, hash_mix(9), &got));
    TEST_CHECK(tt_probe(&t, hash_mix(1), &got) && tt_probe(&t, hash_mix(2), &got));
    TEST_CHECK(tt_full(&t) == 1000);
    for (int i = 0; i < 3; i++) tt_age(&t);
    TEST_CHECK(tt_full(&t) == 0);
    TEST_CHECK(tt_probe(&t, hash_mix(2), &got)); /* old, and still good */
    for (uint64_t i = 20; i < 22; i++)
        tt_store(&t, hash_mix(i), (tt_entry){.depth = 2, .bound = TT_EXACT});
    TEST_CHECK(tt_probe(&t, hash_mix(2), &got) && !tt_probe(&t, hash_mix(1), &got));
    mem_free(memory);
}

/* Threads store entries that check themselves: the fields follow from the hash. Whatever is found
 * must be complete. */
typedef struct writer {
    tt *t;
    uint64_t seed;
    int torn, found;
} writer;

static tt_entry entry_for(uint64_t hash) {
    return (tt_entry){.step = hash * 7,
                      .score = (int16_t)(hash % 30000),
                      .depth = (uint8_t)(hash % 200),
                      .bound = (uint8_t)(1 + hash % 3)};
}

static int write_and_read(void *arg) {
    writer *w = arg;
    rng g = rng_stream(w->seed, 0);
    for (int i = 0; i < 20000; i++) {
        uint64_t hash = hash_mix(rng_below(&g, 300));
        tt_entry got;
        tt_entry want = entry_for(hash);
        tt_store(w->t, hash, want);
        hash = hash_mix(rng_below(&g, 300));
        if (!tt_probe(w->t, hash, &got)) continue;
        want = entry_for(hash);
        w->found++;
        w->torn += got.step != want.step || got.score != want.score || got.depth != want.depth ||
                   got.bound != want.bound;
    }
    return 0;
}

static void test_threads(void) {
    tt t;
    unsigned char *memory = make(&t, (size_t)TT_CLUSTER_BYTES * 8);
    writer w[2] = {{&t, 1, 0, 0}, {&t, 2, 0, 0}};
    thrd_t thread[2];
    for (int i = 0; i < 2; i++)
        TEST_ASSERT(thrd_create(&thread[i], write_and_read, &w[i]) == thrd_success);
    for (int i = 0; i < 2; i++) (void)thrd_join(thread[i], NULL);
    TEST_CHECK(w[0].torn + w[1].torn == 0 && w[0].found > 0);
    mem_free(memory);
}

/* A slot that no store has left is found. */
static void test_check(void) {
    tt t;
    unsigned char *memory = make(&t, BUF_SIZE);
    TEST_CHECK(tt_check(&t));
    for (uint64_t i = 0; i < 500; i++)
        tt_store(&t, hash_mix(i), (tt_entry){.step = i, .bound = TT_LOWER});
    tt_age(&t);
    TEST_CHECK(tt_check(&t));
    uint64_t *cluster = (uint64_t *)(void *)t.at + tt_index(&t, hash_mix(7)) * TT_CLUSTER_BYTES / 8;
    for (int i = 1; i < TT_CLUSTER_BYTES / 8; i += 2) cluster[i] = 1 << 8; /* a depth, no bound */
    TEST_CHECK(!tt_check(&t));
    t.generation = 64;
    TEST_CHECK(!tt_check(&t));
    mem_free(memory);
}

/* Of a large table each generation checks another part: before long all of it. */
static void test_check_of_parts(void) {
    tt t;
    enum { CLUSTERS = 4096 * 3 };
    unsigned char *memory = make(&t, (size_t)TT_CLUSTER_BYTES * CLUSTERS);
    TEST_CHECK(tt_check(&t));
    tt_store(&t, hash_mix(1), (tt_entry){.step = 1, .bound = TT_LOWER}); /* its page is in use */
    uint64_t *cluster = (uint64_t *)(void *)t.at + tt_index(&t, hash_mix(1)) * TT_CLUSTER_BYTES / 8;
    for (int i = 1; i < TT_CLUSTER_BYTES / 8; i += 2) cluster[i] = 1 << 8; /* a depth, no bound */
    int found = 0;
    for (int i = 0; i < 8; i++) {
        found += !tt_check(&t);
        tt_age(&t);
    }
    TEST_CHECK_(found == 2, "%d of 8 find it: each fourth cluster is looked at", found);
    mem_free(memory);
}

TEST_LIST = {{"what_is_stored_is_found", test_what_is_stored_is_found},
             {"other_position_misses", test_other_position_misses},
             {"too_small", test_too_small},
             {"old_memory", test_old_memory},
             {"same_position_again", test_same_position_again},
             {"replacement", test_replacement},
             {"threads", test_threads},
             {"check", test_check},
             {"check_of_parts", test_check_of_parts},
             {NULL, NULL}};
