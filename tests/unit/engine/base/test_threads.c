#include <acutest.h>

#include "engine/base/clock.h"
#include "engine/base/threads.h"

enum { THREADS = 4, ROUNDS = 2000 };

typedef struct shared {
    mtx_t lock;
    cnd_t changed;
    int count; /* guarded by lock */
    int ready; /* guarded by lock */
} shared;

static int add(void *arg) {
    shared *s = arg;
    for (int i = 0; i < ROUNDS; i++) {
        (void)mtx_lock(&s->lock);
        s->count++;
        (void)mtx_unlock(&s->lock);
        if (i % 100 == 0) thrd_yield();
    }
    return 7;
}

static void test_a_mutex_keeps_others_out(void) {
    shared s = {.count = 0};
    thrd_t thread[THREADS];
    TEST_ASSERT(mtx_init(&s.lock, mtx_plain) == thrd_success);
    for (int i = 0; i < THREADS; i++) TEST_ASSERT(thrd_create(&thread[i], add, &s) == thrd_success);
    for (int i = 0; i < THREADS; i++) {
        int result = 0;
        TEST_CHECK(thrd_join(thread[i], &result) == thrd_success && result == 7);
    }
    TEST_CHECK(s.count == THREADS * ROUNDS);
    mtx_destroy(&s.lock);
}

static int wait_for_it(void *arg) {
    shared *s = arg;
    (void)mtx_lock(&s->lock);
    s->ready++;
    (void)cnd_broadcast(&s->changed);
    while (!s->count) (void)cnd_wait(&s->changed, &s->lock);
    int seen = s->count;
    (void)mtx_unlock(&s->lock);
    return seen;
}

static void test_a_broadcast_wakes_all(void) {
    shared s = {.count = 0};
    thrd_t thread[THREADS];
    TEST_ASSERT(mtx_init(&s.lock, mtx_plain) == thrd_success);
    TEST_ASSERT(cnd_init(&s.changed) == thrd_success);
    for (int i = 0; i < THREADS; i++)
        TEST_ASSERT(thrd_create(&thread[i], wait_for_it, &s) == thrd_success);
    (void)mtx_lock(&s.lock);
    while (s.ready < THREADS) (void)cnd_wait(&s.changed, &s.lock);
    s.count = 3;
    (void)cnd_broadcast(&s.changed);
    (void)mtx_unlock(&s.lock);
    for (int i = 0; i < THREADS; i++) {
        int result = 0;
        TEST_CHECK(thrd_join(thread[i], &result) == thrd_success && result == 3);
    }
    cnd_destroy(&s.changed);
    mtx_destroy(&s.lock);
}

/* No one signals, so a wait ends by its time, or rarely for nothing: hence several. */
static void test_waiting_ends(void) {
    shared s = {.count = 0};
    TEST_ASSERT(mtx_init(&s.lock, mtx_plain) == thrd_success);
    TEST_ASSERT(cnd_init(&s.changed) == thrd_success);
    int64_t start = clock_now_ms();
    (void)mtx_lock(&s.lock);
    for (int i = 0; i < 3; i++) thread_wait_ms(&s.changed, &s.lock, 20);
    (void)mtx_unlock(&s.lock);
    int64_t spent = clock_now_ms() - start;
    TEST_CHECK_(spent >= 19, "three waits of 20 ms took %d ms", (int)spent);
    cnd_destroy(&s.changed);
    mtx_destroy(&s.lock);
}

TEST_LIST = {{"a_mutex_keeps_others_out", test_a_mutex_keeps_others_out},
             {"a_broadcast_wakes_all", test_a_broadcast_wakes_all},
             {"waiting_ends", test_waiting_ends},
             {NULL, NULL}};
