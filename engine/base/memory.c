#define _DEFAULT_SOURCE 1 /* madvise */
#include "engine/base/memory.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#ifdef __linux__
#include <sys/mman.h>
#endif

/* Each block is preceded by its size; 16 bytes keep the alignment of malloc. The counters are the
 * only global state of the base: they are statistics, and the failure switch is for tests. Relaxed
 * order suffices, nothing is published through them. */
enum { HEAD = 16 };

static atomic_size_t live;
static _Atomic uint64_t asked;
static _Atomic uint64_t fail_at; /* the value of `asked` whose request is refused; 0 never */

size_t mem_live(void) {
    return atomic_load_explicit(&live, memory_order_relaxed);
}

void mem_exempt(size_t bytes) {
    atomic_fetch_sub_explicit(&live, bytes, memory_order_relaxed);
}

uint64_t mem_count(void) {
    return atomic_load_explicit(&asked, memory_order_relaxed);
}

void mem_fail_at(uint64_t n) {
    uint64_t when = n ? atomic_load_explicit(&asked, memory_order_relaxed) + n : 0;
    atomic_store_explicit(&fail_at, when, memory_order_relaxed);
}

#ifdef KIBITZ_HOSTILE
int mem_hostile(void) {
    static atomic_int known; /* 0: not yet, 1: no, 2: yes */
    int k = atomic_load_explicit(&known, memory_order_relaxed);
    if (!k) {
        k = getenv("KIBITZ_HOSTILE") ? 2 : 1;
        atomic_store_explicit(&known, k, memory_order_relaxed);
    }
    return k == 2;
}

/* KIBITZ_FAIL_EVERY=n: every n-th request of the whole run is refused. */
static bool hostile_refuses(uint64_t number) {
    const char *every = getenv("KIBITZ_FAIL_EVERY");
    uint64_t n = every ? strtoull(every, NULL, 10) : 0;
    return n && number % n == 0;
}
#endif

static bool refused(void) {
    uint64_t number = atomic_fetch_add_explicit(&asked, 1, memory_order_relaxed) + 1;
#ifdef KIBITZ_HOSTILE
    if (hostile_refuses(number)) return true;
#endif
    return number == atomic_load_explicit(&fail_at, memory_order_relaxed);
}

static size_t size_of(const void *block) {
    size_t size;
    memcpy(&size, (const char *)block - HEAD, sizeof size);
    return size;
}

static void *sized(char *raw, size_t bytes) {
    memcpy(raw, &bytes, sizeof bytes);
    atomic_fetch_add_explicit(&live, bytes, memory_order_relaxed);
    return raw + HEAD;
}

void *mem_alloc(size_t bytes) {
    if (refused() || bytes > SIZE_MAX - HEAD) return NULL;
    char *raw = calloc(1, bytes + HEAD);
    return raw ? sized(raw, bytes) : NULL;
}

void *mem_resize(void *block, size_t bytes) {
    if (!block) return mem_alloc(bytes);
    if (refused() || bytes > SIZE_MAX - HEAD) return NULL;
    size_t old = size_of(block);
    char *raw = realloc((char *)block - HEAD, bytes + HEAD);
    if (!raw) return NULL;
    atomic_fetch_sub_explicit(&live, old, memory_order_relaxed);
    return sized(raw, bytes);
}

void mem_free(void *block) {
    if (!block) return;
    atomic_fetch_sub_explicit(&live, size_of(block), memory_order_relaxed);
    free((char *)block - HEAD);
}

char *mem_string(const char *s) {
    size_t len = strlen(s);
    char *copy = mem_alloc(len + 1);
    if (copy) memcpy(copy, s, len + 1);
    return copy;
}

int mem_grow(void **items, size_t *cap, size_t need, size_t size) {
    if (need <= *cap) return 1;
    size_t room = *cap ? *cap : MEM_SIZED(16, 1);
    while (room < need) room = MEM_SIZED(room * 2, need);
    if (room > SIZE_MAX / size) return 0;
    void *moved = mem_resize(*items, room * size);
    if (!moved) return 0;
    *items = moved;
    *cap = room;
    return 1;
}

/* Searches jump about in their memory: with large pages the processor finds its way without asking.
 * A wish; nothing is lost where it is not granted. */
static void wish_large_pages(void *base, size_t bytes) {
#ifdef MADV_HUGEPAGE
    enum { LARGE = 2 << 20 };
    uintptr_t from = ((uintptr_t)base + LARGE - 1) & ~(uintptr_t)(LARGE - 1);
    uintptr_t to = ((uintptr_t)base + bytes) & ~(uintptr_t)(LARGE - 1);
    /* NOLINTNEXTLINE(performance-no-int-to-ptr): rounded, it is still inside the block */
    if (base && from < to) (void)madvise((void *)from, to - from, MADV_HUGEPAGE);
#else
    (void)base;
    (void)bytes;
#endif
}

int arena_init(arena *a, size_t bytes) {
    *a = (arena){.base = mem_alloc(bytes)};
    wish_large_pages(a->base, bytes);
    if (a->base) a->size = bytes;
    return a->base != NULL;
}

void arena_done(arena *a) {
    mem_free(a->base);
    *a = (arena){0};
}

void *arena_take(arena *a, size_t bytes) {
    size_t left = a->size - a->used;
    if (bytes > left || (bytes = (bytes + 7) & ~(size_t)7) > left) return NULL;
    void *at = a->base + a->used;
    a->used += bytes;
    return at;
}
