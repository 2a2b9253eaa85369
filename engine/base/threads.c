#include "engine/base/threads.h"

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#ifndef KIBITZ_TINYCTHREAD
#include <sched.h>

/* pthreads wants a function that returns a pointer; C11's returns an int. */
typedef struct launch {
    thrd_start_t run;
    void *arg;
} launch;

static void *trampoline(void *p) {
    launch l = *(launch *)p;
    free(p);
    intptr_t result = l.run(l.arg);
    return (void *)result; /* NOLINT(performance-no-int-to-ptr): an int in disguise */
}

int thrd_create(thrd_t *thread, thrd_start_t run, void *arg) {
    launch *l = malloc(sizeof *l);
    if (!l) return thrd_nomem;
    *l = (launch){run, arg};
    int failed = pthread_create(thread, NULL, trampoline, l);
    if (!failed) return thrd_success;
    free(l);
    return failed == EAGAIN ? thrd_nomem : thrd_error;
}

static int stated(int failed) {
    return failed ? thrd_error : thrd_success;
}

int thrd_join(thrd_t thread, int *result) {
    void *p = NULL;
    int failed = pthread_join(thread, &p);
    if (!failed && result) *result = (int)(intptr_t)p;
    return stated(failed);
}

void thrd_yield(void) {
    (void)sched_yield();
}

int mtx_init(mtx_t *m, int type) {
    return type == mtx_plain ? stated(pthread_mutex_init(m, NULL)) : thrd_error;
}

void mtx_destroy(mtx_t *m) {
    (void)pthread_mutex_destroy(m);
}

int mtx_lock(mtx_t *m) {
    return stated(pthread_mutex_lock(m));
}

int mtx_unlock(mtx_t *m) {
    return stated(pthread_mutex_unlock(m));
}

int cnd_init(cnd_t *c) {
    return stated(pthread_cond_init(c, NULL));
}

void cnd_destroy(cnd_t *c) {
    (void)pthread_cond_destroy(c);
}

int cnd_signal(cnd_t *c) {
    return stated(pthread_cond_signal(c));
}

int cnd_broadcast(cnd_t *c) {
    return stated(pthread_cond_broadcast(c));
}

int cnd_wait(cnd_t *c, mtx_t *m) {
    return stated(pthread_cond_wait(c, m));
}

int cnd_timedwait(cnd_t *c, mtx_t *m, const struct timespec *until) {
    int failed = pthread_cond_timedwait(c, m, until);
    return failed == ETIMEDOUT ? thrd_timedout : stated(failed);
}
#endif

int thread_processors(void) {
    long online = sysconf(_SC_NPROCESSORS_ONLN);
    return online < 1 ? 1 : online > 1024 ? 1024 : (int)online;
}

void thread_wait_ms(cnd_t *c, mtx_t *m, int ms) {
    struct timespec until;
    (void)timespec_get(&until, TIME_UTC);
    until.tv_sec += ms / 1000;
    until.tv_nsec += (long)(ms % 1000) * 1000000;
    if (until.tv_nsec >= 1000000000) {
        until.tv_nsec -= 1000000000;
        until.tv_sec++;
    }
    (void)cnd_timedwait(c, m, &until);
}
