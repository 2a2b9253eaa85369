#include <acutest.h>

#include "engine/base/memory.h"
#include "engine/base/threads.h"
#include "games/connect4/connect4.h"
#include "search/alphabeta/alphabeta.h"
#include "search/clean_pages.h"
#include "search/mcts/mcts.h"
#include "search/mcts/mcts_tree.h"
#include "search/search.h"
#include "tests/support/one_line.h"

/* Memory of searches: when it is made, who clears it, and that no search does either at length. */

enum { MEGABYTE = 1 << 20, STALE = 0xa5 };

static search_question question(const position *root, const searcher_kind *kind, size_t bytes) {
    search_question q = {.kind = kind, .root = root, .limits = limits_none()};
    q.options = search_usual_options();
    q.options.hash_bytes = bytes;
    q.limits.nodes = 500;
    return q;
}

static void run(search *s, const search_question *q) {
    search_answer a;
    search_prepare(s, false);
    TEST_CHECK(search_run(s, q, NULL, NULL, &a, NULL) == ST_OK);
}

static void check_memory(const search *s, unsigned made, unsigned readied, size_t bytes) {
    search_memory now = search_memory_now(s);
    TEST_CHECK_(now.made == made && now.readied == readied, "made %u, readied %u", now.made,
                now.readied);
    TEST_CHECK_(now.bytes == bytes, "%zu bytes", now.bytes);
}

/* Once for each size, and never by a search that finds it done. */
static void test_ready_once(void) {
    const size_t small = MEM_SIZED((size_t)4 * MEGABYTE, 1 << 16);
    const size_t large = MEM_SIZED((size_t)8 * MEGABYTE, 1 << 16);
    position *p = one_line_start(&connect4, "");
    search *s;
    TEST_ASSERT(search_create(&s) == ST_OK);
    search_question q = question(p, &alphabeta_searcher, (size_t)4 * MEGABYTE);
    check_memory(s, 0, 0, 0);
    TEST_CHECK(search_ready(s, &q.options, NULL) == ST_OK);
    check_memory(s, 1, 1, small);
    TEST_CHECK(search_ready(s, &q.options, NULL) == ST_OK);
    run(s, &q);
    search_forget(s);
    q.options.threads = 2; /* other threads need no other memory */
    TEST_CHECK(search_ready(s, &q.options, NULL) == ST_OK);
    q.kind = &mcts_searcher;
    run(s, &q);
    check_memory(s, 1, 1, small);
    /* A search of another size makes its memory, but does not fill it. */
    q.options.hash_bytes = (size_t)8 * MEGABYTE;
    run(s, &q);
    check_memory(s, 2, 1, large);
    TEST_CHECK(search_ready(s, &q.options, NULL) == ST_OK);
    run(s, &q);
    check_memory(s, 2, 2, large);
    search_destroy(s);
    position_destroy(p);
}

static void test_no_memory(void) {
    search *s;
    search_options o = search_usual_options();
    error err;
    TEST_ASSERT(search_create(&s) == ST_OK);
    for (uint64_t n = 1; n < 4; n++) {
        mem_fail_at(n);
        status st = search_ready(s, &o, &err);
        mem_fail_at(0);
        TEST_CHECK(st == ST_OK || st == ST_NOMEM);
    }
    TEST_CHECK(search_ready(s, &o, &err) == ST_OK);
    search_destroy(s);
    TEST_CHECK(mem_live() == 0);
}

/* --- pages --- */

typedef struct paged {
    unsigned char memory[4 * CLEAN_PAGE + 100];
    _Atomic uint8_t state[5];
    clean_pages pages;
} paged;

static void make_paged(paged *p) {
    memset(p->memory, STALE, sizeof p->memory);
    p->pages = (clean_pages){.base = p->memory, .bytes = sizeof p->memory, .state = p->state};
    TEST_ASSERT(clean_pages_count(p->pages.bytes) == 5 && clean_pages_count(CLEAN_PAGE) == 1);
    clean_pages_reset(&p->pages);
}

static size_t zeros(const unsigned char *from, size_t n) {
    size_t count = 0;
    for (size_t i = 0; i < n; i++) count += from[i] == 0;
    return count;
}

static void test_pages(void) {
    paged *p = mem_alloc(sizeof *p);
    TEST_ASSERT(p != NULL);
    make_paged(p);
    TEST_CHECK(zeros(p->memory, sizeof p->memory) == 0); /* nothing is cleared yet */
    TEST_CHECK(!clean_page_ready(&p->pages, CLEAN_PAGE));
    TEST_CHECK(clean_page_open(&p->pages, CLEAN_PAGE + 7));
    TEST_CHECK(clean_page_ready(&p->pages, CLEAN_PAGE) && !clean_page_ready(&p->pages, 0));
    TEST_CHECK(zeros(p->memory, sizeof p->memory) == CLEAN_PAGE);
    p->memory[CLEAN_PAGE + 7] = 1;
    TEST_CHECK(clean_page_open(&p->pages, CLEAN_PAGE)); /* not a second time */
    TEST_CHECK(p->memory[CLEAN_PAGE + 7] == 1);
    TEST_CHECK(clean_page_open(&p->pages, sizeof p->memory - 1)); /* the last one is short */
    TEST_CHECK(zeros(p->memory, sizeof p->memory) == CLEAN_PAGE + 100 - 1);
    p->state[0] = CLEAN_PAGE_CLEARING; /* by another thread */
    TEST_CHECK(!clean_page_open(&p->pages, 3) && !clean_page_ready(&p->pages, 3));
    mem_free(p);
}

enum { ADDERS = 4, ROUNDS = 200 };

/* Counts what it wrote; a page cleared twice would lose some of it. */
static int write_everywhere(void *arg) {
    paged *p = arg;
    int wrote = 0;
    for (size_t at = 0; at < sizeof p->memory; at += 50) {
        while (!clean_page_open(&p->pages, at)) thrd_yield();
        (void)__atomic_fetch_add(&p->memory[at], 1, __ATOMIC_RELAXED);
        wrote++;
    }
    return wrote;
}

static void test_pages_and_threads(void) {
    paged *p = mem_alloc(sizeof *p);
    TEST_ASSERT(p != NULL);
    for (int round = 0; round < ROUNDS; round++) {
        make_paged(p);
        thrd_t thread[ADDERS];
        for (int i = 0; i < ADDERS; i++)
            TEST_ASSERT(thrd_create(&thread[i], write_everywhere, p) == thrd_success);
        for (int i = 0; i < ADDERS; i++) (void)thrd_join(thread[i], NULL);
        for (size_t at = 0; at < sizeof p->memory; at += 50) TEST_ASSERT(p->memory[at] == ADDERS);
    }
    mem_free(p);
}

/* --- the tables of searches --- */

/* A tree with positions by hash finds nothing in used memory, and does not clear it to know that.
 */
static void test_tree_in_used_memory(void) {
    const size_t bytes = (size_t)4 * MEGABYTE;
    unsigned char *memory = mem_alloc(bytes);
    TEST_ASSERT(memory != NULL);
    memset(memory, STALE, bytes);
    mcts_tree t;
    mcts_tree_init(&t, mcts_shape_of(1, false, true), memory, bytes);
    size_t changed = 0;
    for (size_t i = 0; i < bytes; i++) changed += memory[i] != STALE;
    TEST_CHECK_(changed <= bytes / CLEAN_PAGE, "%zu bytes written", changed);
    for (uint64_t h = 1; h < 100000; h += 7) TEST_ASSERT(mcts_find(&t, h) == 0);
    mcts_chunk c = {0};
    for (uint64_t h = 1; h < 1000; h++) {
        uint32_t node = mcts_new_node(&t, &c, 0, 0, 1);
        TEST_ASSERT(node != 0);
        mcts_enter(&t, h * 1021, node);
        TEST_ASSERT(mcts_find(&t, h * 1021) == node);
        TEST_ASSERT(mcts_find(&t, h * 1021 + 1) == 0);
    }
    mem_free(memory);
}

/* --- large arenas --- */

static void test_large_arena(void) {
    const size_t bytes = (size_t)5 * MEGABYTE + 12345;
    arena a;
    size_t before = mem_live();
    TEST_ASSERT(arena_init(&a, bytes) && a.size == bytes);
    TEST_CHECK(mem_live() == before + bytes && zeros(a.base, bytes) == bytes);
    TEST_CHECK(arena_touchable(&a) <= bytes);
    unsigned char *x = arena_take(&a, 100);
    unsigned char *y = arena_take(&a, bytes - 112);
    TEST_ASSERT(x == a.base && y && y < a.base + bytes);
    x[0] = 1;
    y[bytes - 113] = 2;
    arena_touch(&a, 0, (size_t)2 * MEGABYTE);
    arena_touch(&a, (size_t)2 * MEGABYTE, bytes);
    arena_touch(&a, bytes, bytes);
    TEST_CHECK(x[0] == 1 && y[bytes - 113] == 2 && zeros(a.base, bytes) == bytes - 2);
    arena_done(&a);
    TEST_CHECK(mem_live() == before && a.base == NULL);
    mem_fail_at(1);
    TEST_CHECK(!arena_init(&a, bytes) && arena_take(&a, 8) == NULL);
    mem_fail_at(0);
    TEST_CHECK(!arena_init(&a, SIZE_MAX / 2) && !arena_init(&a, SIZE_MAX));
    arena_done(&a);
    TEST_CHECK(mem_live() == before);
}

TEST_LIST = {{"ready_once", test_ready_once},
             {"no_memory", test_no_memory},
             {"pages", test_pages},
             {"pages_and_threads", test_pages_and_threads},
             {"tree_in_used_memory", test_tree_in_used_memory},
             {"large_arena", test_large_arena},
             {NULL, NULL}};
