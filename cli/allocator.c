#include "cli/allocator.h"

#ifdef KIBITZ_JEMALLOC
#include <stdint.h>
#include <stdlib.h>

#include <jemalloc/jemalloc.h>

static uint64_t given(void) {
    uint64_t bytes = 0;
    size_t size = sizeof bytes;
    return mallctl("thread.allocated", &bytes, &size, NULL, 0) == 0 ? bytes : 0;
}

bool allocator_is_jemalloc(void) {
    enum { BLOCK = 1 << 15 }; /* more than a thread's cache holds: it is counted at once */
    uint64_t before = given();
    void *volatile block = malloc(BLOCK);
    uint64_t after = given();
    free(block);
    return after >= before + BLOCK;
}
#else
bool allocator_is_jemalloc(void) {
    return false;
}
#endif
