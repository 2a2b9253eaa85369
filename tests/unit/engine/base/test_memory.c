#include <acutest.h>

#include <stdint.h>

#include "engine/base/memory.h"

#ifdef __has_feature
#if __has_feature(address_sanitizer)
#include <sanitizer/asan_interface.h>
#define FENCED(at) (!mem_hostile() || __asan_address_is_poisoned(at))
#endif
#endif
#if !defined FENCED || !defined KIBITZ_HOSTILE
#undef FENCED
#define FENCED(at) ((at) != NULL)
#endif

static void test_accounting(void) {
    size_t before = mem_live();
    char *a = mem_alloc(100);
    TEST_ASSERT(a != NULL);
    TEST_CHECK(mem_live() == before + 100 && (uintptr_t)a % 16 == 0);
    for (int i = 0; i < 100; i++) TEST_CHECK(a[i] == 0);
    a[0] = 'k';
    char *b = mem_resize(a, 1000);
    TEST_ASSERT(b != NULL);
    TEST_CHECK(mem_live() == before + 1000 && b[0] == 'k');
    char *c = mem_string("four");
    TEST_ASSERT(c != NULL);
    TEST_CHECK(mem_live() == before + 1005 && strcmp(c, "four") == 0);
    mem_free(b);
    mem_free(c);
    mem_free(NULL);
    TEST_CHECK(mem_live() == before);
}

static void test_the_nth_allocation_fails(void) {
    mem_fail_at(3);
    void *a = mem_alloc(1);
    void *b = mem_alloc(1);
    void *c = mem_alloc(1);
    void *d = mem_alloc(1);
    TEST_CHECK(a && b && !c && d);
    mem_fail_at(1);
    TEST_CHECK(mem_resize(a, 100) == NULL); /* and a is still there */
    mem_fail_at(1);
    mem_fail_at(0);
    void *e = mem_alloc(1);
    TEST_CHECK(e != NULL);
    mem_free(a);
    mem_free(b);
    mem_free(d);
    mem_free(e);
    TEST_CHECK(mem_live() == 0);
}

static void test_absurd_sizes(void) {
    uint64_t asked = mem_count();
    TEST_CHECK(mem_alloc(SIZE_MAX) == NULL && mem_alloc(SIZE_MAX - 8) == NULL);
    TEST_CHECK(mem_count() == asked + 2);
    struct {
        char byte[64];
    } *items = NULL;
    size_t cap = 0;
    TEST_CHECK(MEM_GROW(items, cap, SIZE_MAX / 16) == ST_NOMEM && items == NULL && cap == 0);
}

static void test_grow(void) {
    int *items = NULL;
    size_t cap = 0;
    for (size_t i = 0; i < 4000; i++) { /* past what a hostile build moves at every step */
        TEST_ASSERT(MEM_GROW(items, cap, i + 1) == ST_OK);
        TEST_ASSERT(cap > i);
        TEST_ASSERT(cap <= 1024 || FENCED(items + cap)); /* the sanitizer fences smaller ones */
        items[i] = (int)i;
    }
    for (int i = 0; i < 4000; i++) TEST_CHECK(items[i] == i);
    int *old = items;
    size_t before = cap;
    mem_fail_at(1);
    TEST_CHECK(MEM_GROW(items, cap, cap + 1) == ST_NOMEM && items == old && cap == before);
    mem_free(items);
}

static void test_arena(void) {
    arena a;
    TEST_ASSERT(arena_init(&a, 64));
    char *x = arena_take(&a, 1);
    char *y = arena_take(&a, 9);
    TEST_ASSERT(x && y);
    TEST_CHECK(y == x + 8 && (uintptr_t)y % 8 == 0);
    TEST_CHECK(arena_take(&a, 41) == NULL && arena_take(&a, SIZE_MAX - 3) == NULL);
    TEST_CHECK(arena_take(&a, 40) == x + 24 && arena_take(&a, 1) == NULL);
    arena_reset(&a);
    TEST_CHECK(arena_take(&a, 64) == x);
    arena_done(&a);
    mem_fail_at(1);
    TEST_CHECK(!arena_init(&a, 64) && arena_take(&a, 8) == NULL);
    arena_done(&a);
    TEST_CHECK(mem_live() == 0);
}

TEST_LIST = {{"accounting", test_accounting},
             {"the_nth_allocation_fails", test_the_nth_allocation_fails},
             {"absurd_sizes", test_absurd_sizes},
             {"grow", test_grow},
             {"arena", test_arena},
             {NULL, NULL}};
