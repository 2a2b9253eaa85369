#include <acutest.h>

#include "engine/base/clock.h"

static uint64_t burn(uint64_t n) {
    uint64_t x = n;
    while (n--) x = x * 6364136223846793005u + 1;
    return x;
}

static void test_clocks_go_forward(void) {
    int64_t wall = clock_now_ns();
    int64_t cpu = clock_cpu_ns();
    int64_t own = clock_thread_cpu_ns();
    uint64_t x = 0;
    for (int i = 0; i < 1000 && clock_thread_cpu_ns() < own + 2000000; i++) x += burn(100000);
    TEST_CHECK(x != 0);
    TEST_CHECK(clock_now_ns() > wall && clock_cpu_ns() > cpu && clock_thread_cpu_ns() > own);
    TEST_CHECK(clock_now_ms() >= wall / 1000000);
    /* Work of one thread takes at least as long on the wall as on the processor. */
    TEST_CHECK(clock_now_ns() - wall + 1000000 >= clock_thread_cpu_ns() - own);
}

static void test_stamp(void) {
    char stamp[32];
    clock_stamp(stamp);
    TEST_CHECK(strlen(stamp) == strlen("2026-01-31 12:00:00.123"));
    TEST_CHECK(stamp[4] == '-' && stamp[10] == ' ' && stamp[13] == ':' && stamp[19] == '.');
    TEST_MSG("%s", stamp);
}

TEST_LIST = {{"clocks_go_forward", test_clocks_go_forward}, {"stamp", test_stamp}, {NULL, NULL}};
