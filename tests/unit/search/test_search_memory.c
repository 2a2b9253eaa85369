#include <acutest.h>

#include "engine/base/memory.h"
#include "engine/base/threads.h"
#include "games/connect4/connect4.h"
#include "search/alphabeta/alphabeta.h"
#include "search/clean_pages.h"
#include "search/mcts/mcts.h"
#include "search/mcts/mcts_index.h"
#include "search/search.h"
#include "tests/support/one_line.h"

/* Memory of searches: when it is made, who clears it, and that no search does either at length. */

enum { MEGABYTE = 1 << 20, STALE = 0xa5 };

static search_question question(const position *root, const searcher_kind *kind, size_t bytes) {
    search_question q = {.kind = kind, .root = root, .limits = limits_none()};
    q.options = search_default_options();
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
    search_options o = search_default_options();
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
    TEST_CHECK(!clean_pages_ready(&p->pages, CLEAN_PAGE));
    TEST_CHECK(clean_pages_open(&p->pages, CLEAN_PAGE + 7));
    TEST_CHECK(clean_pages_ready(&p->pages, CLEAN_PAGE) && !clean_pages_ready(&p->pages, 0));
    TEST_CHECK(zeros(p->memory, sizeof p->memory) == CLEAN_PAGE);
    p->memory[CLEAN_PAGE + 7] = 1;
    TEST_CHECK(clean_pages_open(&p->pages, CLEAN_PAGE)); /* not a second time */
    TEST_CHECK(p->memory[CLEAN_PAGE + 7] == 1);
    TEST_CHECK(clean_pages_open(&p->pages, sizeof p->memory - 1)); /* the last one is short */
    TEST_CHECK(zeros(p->memory, sizeof p->memory) == CLEAN_PAGE + 100 - 1);
    p->state[0] = CLEAN_PAGE_CLEARING; /* by another thread */
    TEST_CHECK(!clean_pages_open(&p->pages, 3) && !clean_pages_ready(&p->pages, 3));
    mem_free(p);
}

enum { ADDERS = 4, ROUNDS = 200 };

/* Counts what it wrote; a page cleared twice would lose some of it. */
static int write_everywhere(void *arg) {
    paged *p = arg;
    int wrote = 0;
    for (size_t at = 0; at < sizeof p->memory; at += 50) {
        while (!clean_pages_open(&p->pages, at)) thrd_yield();
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

/* --- long lists of edges --- */

typedef struct edge_list {
    arena memory;
    mcts_tree t;
    mcts_chunk c;
    mcts_node *n;
    atomic_uint made;
} edge_list;

static void make_list(edge_list *l, size_t bytes, bool grave) {
    *l = (edge_list){.n = NULL};
    TEST_ASSERT(arena_init(&l->memory, bytes));
    mcts_tree_init(&l->t, mcts_shape_of(1, grave, false), l->memory.base, bytes);
    uint32_t node = mcts_new_node(&l->t, &l->c, ACTOR_CHANCE, 0, 1);
    TEST_ASSERT(node != 0);
    l->n = mcts_node_at(&l->t, node);
    atomic_store(&l->n->lock, 1); /* as a search that adds edges holds it */
}

/* Appends an edge as the search does, in blocks of `cap`; false when the tree is full. */
static bool append(edge_list *l, uint32_t cap, action step) {
    mcts_tree *t = &l->t;
    uint32_t have;
    mcts_block *last = mcts_last_block(t, l->n, &have);
    TEST_ASSERT_(have == atomic_load(&l->made), "%u edges", have);
    if (!last || mcts_block_count(last) == last->cap) {
        uint32_t block = mcts_new_block(t, &l->c, cap);
        if (!block) return false;
        atomic_store_explicit(last ? &last->next : &l->n->edges, block, memory_order_release);
        last = mcts_block_at(t, block);
    }
    uint32_t at = mcts_block_count(last);
    mcts_edge *e = mcts_edge_at(t, last, at);
    e->step = step;
    atomic_store_explicit(&last->count, (uint16_t)(at + 1), memory_order_release);
    mcts_index_edge(t, &l->c, l->n, last, e, have + 1);
    atomic_store(&l->made, have + 1);
    return true;
}

/* The k-th step of a deal; two in three look much like the one before. */
static action deal(uint32_t k) {
    return UINT64_C(0x9e3779b97f4a7c15) * (k / 3 + 1) + k % 3;
}

/* Every edge is found, and no other one. */
static void find_all(const edge_list *l) {
    uint32_t made = atomic_load(&l->made);
    for (uint32_t k = 0; k < made + 20; k++) {
        const mcts_edge *e = mcts_find_edge(&l->t, l->n, deal(k));
        TEST_ASSERT_(k < made ? e && e->step == deal(k) : !e, "%u of %u", k, made);
    }
}

/* With an index and without, also where the tree is full before `wanted` edges are made. */
static void check_edges(size_t bytes, uint32_t wanted, bool grave) {
    edge_list l;
    uint32_t made = 0;
    make_list(&l, bytes, grave);
    while (made < wanted && append(&l, 10, deal(made))) {
        made++;
        TEST_CHECK((RELAXED_LOAD(&l.n->index) != 0) == (made >= 32) || RELAXED_LOAD(&l.t.full));
        if (made % 97 == 0 || made <= 70) find_all(&l);
    }
    find_all(&l);
    TEST_CHECK_(made > 60, "%u edges", made);
    arena_done(&l.memory);
}

static void test_long_lists(void) {
    check_edges(MEGABYTE, 3000, false);
    check_edges(MEGABYTE, 3000, true);
    check_edges(16 << 10, 3000, false); /* the tree is full before that */
}

/* An index that cannot become larger is filled, and then dropped. */
static void test_index_without_memory(void) {
    edge_list l;
    uint32_t made = 0;
    make_list(&l, 16 << 10, false);
    while (made < 32) TEST_ASSERT(append(&l, 300, deal(made++)));
    TEST_CHECK(RELAXED_LOAD(&l.n->index) != 0);
    while (mcts_take(&l.t, &l.c, 1)) {
    }
    for (bool dropped = false; made < 300;) {
        TEST_ASSERT(append(&l, 300, deal(made++)));
        dropped = dropped || !RELAXED_LOAD(&l.n->index);
        TEST_CHECK_(dropped == (made >= 128), "%u edges", made);
        find_all(&l);
    }
    TEST_CHECK(!append(&l, 300, deal(made)));
    arena_done(&l.memory);
}

/* Finding an outcome takes as long among many as among few: what a search of 10,000 to 160,000
 * nodes asks for together grows as their number does. */
static void test_probes(void) {
    const uint32_t few = MEM_SIZED(10000, 1000);
    double first = 0;
    for (uint32_t wanted = few; wanted <= 16 * few; wanted *= 2) {
        edge_list l;
        uint64_t probes = 0;
        uint32_t max = 0;
        make_list(&l, (size_t)32 * MEGABYTE, false);
        for (uint32_t k = 0; k < wanted; k++) {
            /* As a visit does: looked for before and under the lock, then found. */
            uint32_t before = mcts_find_probes(&l.t, l.n, deal(k));
            TEST_ASSERT(append(&l, 256, deal(k)));
            uint32_t after = mcts_find_probes(&l.t, l.n, deal(k));
            probes += 2 * (uint64_t)before + after;
            if (before > max) max = before;
        }
        double each = (double)probes / wanted;
        if (wanted == few) first = each;
        TEST_CHECK_(each < 8 && each < 1.5 * first,
                    "%u outcomes: %.2f probes each, %.2f of the first", wanted, each, first);
        TEST_CHECK_(max < 64, "%u probes", max);
        arena_done(&l.memory);
    }
}

enum { FINDERS = 3, MANY_EDGES = 3000 };

/* What has been appended is found at once, however the index grows meanwhile. */
static int find_often(void *arg) {
    const edge_list *l = arg;
    int missed = 0;
    for (uint32_t made = 0; made < MANY_EDGES;) {
        made = atomic_load(&l->made);
        for (uint32_t k = made < 40 ? 0 : made - 40; k < made; k++) {
            const mcts_edge *e = mcts_find_edge(&l->t, l->n, deal(k));
            missed += !e || e->step != deal(k);
        }
        missed += mcts_find_edge(&l->t, l->n, deal(MANY_EDGES + made)) != NULL;
    }
    return missed;
}

static void test_long_lists_and_threads(void) {
    edge_list l;
    thrd_t thread[FINDERS];
    make_list(&l, MEGABYTE, false);
    for (int i = 0; i < FINDERS; i++)
        TEST_ASSERT(thrd_create(&thread[i], find_often, &l) == thrd_success);
    for (uint32_t k = 0; k < MANY_EDGES; k++) TEST_ASSERT(append(&l, 100, deal(k)));
    for (int i = 0; i < FINDERS; i++) {
        int missed;
        (void)thrd_join(thread[i], &missed);
        TEST_CHECK_(missed == 0, "%d missed", missed);
    }
    arena_done(&l.memory);
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
             {"long_lists", test_long_lists},
             {"index_without_memory", test_index_without_memory},
             {"probes", test_probes},
             {"long_lists_and_threads", test_long_lists_and_threads},
             {"large_arena", test_large_arena},
             {NULL, NULL}};
