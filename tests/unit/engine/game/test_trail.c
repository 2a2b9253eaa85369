#include <acutest.h>

#include "engine/base/memory.h"
#include "engine/game/trail.h"

static void test_push_count_cut(void) {
    trail t = {0};
    trail_push(&t, 1); /* no room: forgotten */
    TEST_CHECK(t.len == 0);
    TEST_ASSERT(trail_reserve(&t, 4));
    for (uint64_t h = 0; h < 4; h++) trail_push(&t, h % 2);
    TEST_CHECK(t.len == 4);
    TEST_CHECK(trail_count(&t, 0, 4) == 2 && trail_count(&t, 1, 2) == 1);
    TEST_CHECK(trail_count(&t, 0, 1) == 0 && trail_count(&t, 1, 100) == 2);
    trail_cut(&t, 9);
    TEST_CHECK(t.len == 4);
    trail_cut(&t, 1);
    TEST_CHECK(t.len == 1 && trail_count(&t, 1, 4) == 0);
    trail_done(&t);
    TEST_CHECK(mem_live() == 0);
}

static void test_copy(void) {
    trail a = {0};
    trail b = {0};
    TEST_ASSERT(trail_reserve(&a, 2) && trail_reserve(&b, 1));
    trail_push(&a, 5);
    trail_push(&a, 6);
    trail_push(&b, 9);
    TEST_ASSERT(trail_copy(&b, &a, 3));
    TEST_CHECK(b.len == 2 && b.hash[0] == 5 && b.hash[1] == 6 && b.cap >= 5);
    mem_fail_at(1);
    TEST_CHECK(!trail_copy(&b, &a, 1000));
    trail_done(&a);
    trail_done(&b);
    TEST_CHECK(mem_live() == 0);
}

TEST_LIST = {{"push_count_cut", test_push_count_cut}, {"copy", test_copy}, {NULL, NULL}};
