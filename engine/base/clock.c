#define _POSIX_C_SOURCE 200809L
#include "engine/base/clock.h"

#include <stdio.h>
#include <time.h>

static int64_t read_ns(clockid_t id) {
    struct timespec t = {0};
    (void)clock_gettime(id, &t);
    return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

int64_t clock_now_ns(void) {
    return read_ns(CLOCK_MONOTONIC);
}

int64_t clock_cpu_ns(void) {
    return read_ns(CLOCK_PROCESS_CPUTIME_ID);
}

int64_t clock_thread_cpu_ns(void) {
    return read_ns(CLOCK_THREAD_CPUTIME_ID);
}

void clock_stamp(char out[32]) {
    struct timespec now = {0};
    struct tm day = {0};
    (void)clock_gettime(CLOCK_REALTIME, &now);
    (void)localtime_r(&now.tv_sec, &day);
    char date[24];
    (void)strftime(date, sizeof date, "%Y-%m-%d %H:%M:%S", &day);
    (void)snprintf(out, 32, "%s.%03d", date, (int)(now.tv_nsec / 1000000 % 1000));
}
