#ifndef ENGINE_BASE_CLOCK_H
#define ENGINE_BASE_CLOCK_H
/* Clocks. No algorithm reads one for its result; searches read them to know when to stop. */

#include <stdint.h>

int64_t clock_now_ns(void);        /* monotonic; only differences mean anything */
int64_t clock_cpu_ns(void);        /* CPU time of the entire process */
int64_t clock_thread_cpu_ns(void); /* CPU time of the calling thread */

static inline int64_t clock_now_ms(void) {
    return clock_now_ns() / 1000000;
}

/* Local date and time as "2026-01-31 12:00:00.123" for logs; `out` has room for 32 bytes. */
void clock_stamp(char out[32]);

#endif
