#include <acutest.h>

#include <stdatomic.h>

#include "engine/base/memory.h"
#include "engine/base/threads.h"
#include "search/pool.h"

enum { THREADS = 3 };

typedef struct job {
    atomic_int calls[THREADS];
    atomic_bool go_on;
} job;

static void count_call(void *ctx, int worker) {
    job *j = ctx;
    atomic_fetch_add(&j->calls[worker], 1);
}

static void wait_for_go(void *ctx, int worker) {
    job *j = ctx;
    while (!atomic_load(&j->go_on)) thrd_yield();
    atomic_fetch_add(&j->calls[worker], 1);
}

static void test_every_worker_works_once(void) {
    pool *p;
    job j = {.go_on = false};
    TEST_ASSERT(pool_create(&p, THREADS) == ST_OK);
    TEST_CHECK(pool_threads(p) == THREADS && pool_wait(p, 0));
    for (int round = 1; round <= 200; round++) {
        pool_start(p, count_call, &j);
        TEST_CHECK(pool_wait(p, -1) && pool_wait(p, 0));
        for (int i = 0; i < THREADS; i++) TEST_CHECK(atomic_load(&j.calls[i]) == round);
    }
    pool_destroy(p);
    pool_destroy(NULL);
    TEST_CHECK(mem_live() == 0);
}

static void test_waiting_for_a_while(void) {
    pool *p;
    job j = {.go_on = false};
    TEST_ASSERT(pool_create(&p, THREADS) == ST_OK);
    pool_start(p, wait_for_go, &j);
    TEST_CHECK(!pool_wait(p, 10));
    atomic_store(&j.go_on, true);
    TEST_CHECK(pool_wait(p, -1) && pool_wait(p, 0));
    pool_destroy(p);
}

static void test_destroy_waits(void) {
    pool *p;
    job j = {.go_on = false};
    TEST_ASSERT(pool_create(&p, THREADS) == ST_OK);
    pool_start(p, wait_for_go, &j);
    atomic_store(&j.go_on, true);
    pool_destroy(p);
    for (int i = 0; i < THREADS; i++) TEST_CHECK(atomic_load(&j.calls[i]) == 1);
    mem_fail_at(1);
    TEST_CHECK(pool_create(&p, 1) == ST_NOMEM && !p);
}

TEST_LIST = {{"every_worker_works_once", test_every_worker_works_once},
             {"waiting_for_a_while", test_waiting_for_a_while},
             {"destroy_waits", test_destroy_waits},
             {NULL, NULL}};
