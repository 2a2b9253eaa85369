#define _POSIX_C_SOURCE 200809L
#include "web/think/think_ids.h"

#include <sodium.h>
#include <time.h>

void think_new_id(char out[THINK_ID_SIZE]) {
    static const char letters[] = "abcdefghijkmnpqrstuvwxyz23456789"; /* 32 of them */
    unsigned char byte[THINK_ID_SIZE - 1];
    randombytes_buf(byte, sizeof byte);
    for (size_t i = 0; i < sizeof byte; i++) out[i] = letters[byte[i] % 32];
    out[THINK_ID_SIZE - 1] = '\0';
}

int64_t think_now_ms(void) {
    struct timespec now;
    (void)clock_gettime(CLOCK_REALTIME, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}
