#ifndef ENGINE_BASE_THREADS_H
#define ENGINE_BASE_THREADS_H
/* Threads, mutexes and condition variables under the C11 names.
 *
 * Where tinycthread is found it is used; otherwise this header and threads.c stand in for the part
 * of its interface that Kibitz uses, which is exactly what is declared below. (glibc's own
 * <threads.h> is not used: the thread sanitizer crashes on it.) Flags shared between threads are
 * C11 atomics. */

#ifdef KIBITZ_TINYCTHREAD
#include <tinycthread.h>
#else

#include <pthread.h>
#include <time.h>

typedef pthread_t thrd_t;
typedef pthread_mutex_t mtx_t;
typedef pthread_cond_t cnd_t;
typedef int (*thrd_start_t)(void *arg);

enum { thrd_error, thrd_success, thrd_timedout, thrd_busy, thrd_nomem }; /* NOLINT: C11's names */
enum { mtx_plain = 1 };                                                  /* NOLINT: C11's name */

int thrd_create(thrd_t *thread, thrd_start_t run, void *arg);
int thrd_join(thrd_t thread, int *result);
void thrd_yield(void);

int mtx_init(mtx_t *m, int type);
void mtx_destroy(mtx_t *m);
int mtx_lock(mtx_t *m);
int mtx_unlock(mtx_t *m);

int cnd_init(cnd_t *c);
void cnd_destroy(cnd_t *c);
int cnd_signal(cnd_t *c);
int cnd_broadcast(cnd_t *c);
int cnd_wait(cnd_t *c, mtx_t *m);
int cnd_timedwait(cnd_t *c, mtx_t *m, const struct timespec *until); /* until: TIME_UTC */

#endif

/* How many threads the machine can run at once; at least 1. */
int thread_processors(void);

/* Waits on c for at most `ms` milliseconds; spurious wake-ups are possible, so test and loop. */
void thread_wait_ms(cnd_t *c, mtx_t *m, int ms);

#endif
