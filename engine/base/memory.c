#define _DEFAULT_SOURCE 1 /* madvise */
#include "engine/base/memory.h"

#include <assert.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifdef __linux__
#include <sys/mman.h>
#endif
#if defined KIBITZ_HOSTILE && defined __has_feature
#if __has_feature(address_sanitizer)
#include <sanitizer/asan_interface.h>
#define HOSTILE_FENCE 1
#endif
#endif

/* Each block is preceded by its size; 16 bytes keep the alignment of malloc. The counters are the
 * only global state of the base: they are statistics, and the failure switch is for tests. Relaxed
 * order suffices, nothing is published through them. */
enum { HEAD = 16 };

static atomic_size_t live;
static _Thread_local size_t here; /* what this thread has added, modulo its size */
static _Atomic uint64_t asked;
static _Atomic uint64_t fail_at; /* the value of `asked` whose request is refused; 0 never */

size_t mem_live(void) {
    return atomic_load_explicit(&live, memory_order_relaxed);
}

size_t mem_here(void) {
    return here;
}

/* Counts `bytes` more; returns what there was before. */
static size_t count_more(size_t bytes) {
    here += bytes;
    return atomic_fetch_add_explicit(&live, bytes, memory_order_relaxed);
}

static size_t count_less(size_t bytes) {
    here -= bytes;
    return atomic_fetch_sub_explicit(&live, bytes, memory_order_relaxed);
}

void mem_exempt(size_t bytes) {
    (void)count_less(bytes);
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

/* KIBITZ_FAIL_EVERY=n: every n-th request of the entire run is refused. */
static bool hostile_refuses(uint64_t number) {
    static atomic_ullong known; /* 1 + n; 0: not yet asked */
    unsigned long long n = atomic_load_explicit(&known, memory_order_relaxed);
    if (!n) {
        const char *every = getenv("KIBITZ_FAIL_EVERY");
        n = 1 + (every ? strtoull(every, NULL, 10) : 0);
        atomic_store_explicit(&known, n, memory_order_relaxed);
    }
    return n > 1 && number % (n - 1) == 0;
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
    (void)count_more(bytes);
    return raw + HEAD;
}

/* Apart from malloc(), as gcc makes a calloc of the two. */
__attribute__((noinline)) static void clear(char *raw, size_t bytes) {
    memset(raw, 0, bytes);
}

/* Zeroed memory. jemalloc's calloc gives the pages of a used block back to the system and takes new
 * ones, at the price of a fault for each; clearing it ourselves is several times quicker. Above the
 * limit new pages, zero as they come, are better. Sanitizers have an allocator of their own, which
 * knows what is zero, and watch each byte that is cleared. */
static char *cleared(size_t bytes) {
#ifdef KIBITZ_SANITIZED
    enum { CLEARED_HERE = 64 << 10 };
#else
    enum { CLEARED_HERE = 4 << 20 };
#endif
    if (bytes > CLEARED_HERE) return calloc(1, bytes);
    char *raw = malloc(bytes);
    if (raw) clear(raw, bytes);
    return raw;
}

void *mem_alloc(size_t bytes) {
    if (refused() || bytes > SIZE_MAX - HEAD) return NULL;
    char *raw = cleared(bytes + HEAD);
    return raw ? sized(raw, bytes) : NULL;
}

void *mem_resize(void *block, size_t bytes) {
    if (!block) return mem_alloc(bytes);
    if (refused() || bytes > SIZE_MAX - HEAD) return NULL;
    size_t old = size_of(block);
    char *raw = realloc((char *)block - HEAD, bytes + HEAD);
    if (!raw) return NULL;
    (void)count_less(old);
    return sized(raw, bytes);
}

void mem_free(void *block) {
    if (!block) return;
    size_t size = size_of(block);
    size_t before = count_less(size);
    assert(before >= size); /* freed once, and by who took it here */
    (void)before;
    free((char *)block - HEAD);
}

char *mem_string(const char *s) {
    assert(s);
    size_t len = strlen(s);
    char *copy = mem_alloc(len + 1);
    if (copy) memcpy(copy, s, len + 1);
    return copy;
}

#ifdef HOSTILE_FENCE
/* A hostile array has room for what was asked for and no more, and moves whenever it grows. Beyond a page most of the
 * time would be spent on moving: such a block has an eighth more than it tells of, fenced off until it is asked for. */
static status grow_fenced(void **at, size_t *cap, size_t need, size_t size) {
    enum { MOVED_ALWAYS = 4096 };
    if (need > SIZE_MAX / 2 / size) return ST_NOMEM;
    size_t bytes = need * size;
    size_t spare = bytes > MOVED_ALWAYS ? bytes / 8 : 0;
    if (!*at || !spare || size_of(*at) < bytes) {
        void *moved = mem_resize(*at, bytes + spare);
        if (!moved) return ST_NOMEM;
        *at = moved;
    } else if (refused()) {
        return ST_NOMEM;
    }
    ASAN_UNPOISON_MEMORY_REGION(*at, bytes);
    ASAN_POISON_MEMORY_REGION((char *)*at + bytes, size_of(*at) - bytes);
    *cap = need;
    return ST_OK;
}
#endif

/* All pointers to objects look the same in memory on our machines, which POSIX promises. */
status mem_grow_at(void *items, size_t *cap, size_t need, size_t size) {
    void *at;
    memcpy(&at, items, sizeof at);
    assert(size > 0 && (at != NULL) == (*cap > 0));
    if (need <= *cap) return ST_OK;
#ifdef HOSTILE_FENCE
    if (mem_hostile()) {
        status got = grow_fenced(&at, cap, need, size);
        if (got == ST_OK) memcpy(items, &at, sizeof at);
        return got;
    }
#endif
    size_t larger = *cap ? *cap : MEM_SIZED(16, 1);
    while (larger < need) larger = MEM_SIZED(larger * 2, need);
    if (larger > SIZE_MAX / size) return ST_NOMEM;
    at = mem_resize(at, larger * size);
    if (!at) return ST_NOMEM;
    memcpy(items, &at, sizeof at);
    *cap = larger;
    return ST_OK;
}

enum { LARGE_PAGE = 2 << 20, SMALL_PAGE = 4096 };

/* Large pages begin at multiples of their size, and so does the arena; the rest is never touched.
 * They are asked for in arena_touch() alone: until then a first write costs the clearing of 4 KiB,
 * not of 2 MiB. */
static void map_pages(arena *a, size_t bytes) {
#ifdef MAP_ANONYMOUS
    if (refused()) return;
    void *at =
        mmap(NULL, bytes + LARGE_PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (at == MAP_FAILED) return;
    (void)count_more(bytes);
    a->mapped = at;
    a->base = (unsigned char *)at + (LARGE_PAGE - (uintptr_t)at % LARGE_PAGE);
#else
    a->base = mem_alloc(bytes);
#endif
}

int arena_init(arena *a, size_t bytes) {
    *a = (arena){0};
    if (bytes >= (size_t)LARGE_PAGE && bytes <= SIZE_MAX - LARGE_PAGE)
        map_pages(a, bytes);
    else
        a->base = mem_alloc(bytes);
    if (a->base) a->size = bytes;
    assert(!a->mapped || (uintptr_t)a->base % LARGE_PAGE == 0);
    assert(arena_check(a));
    return a->base != NULL;
}

void arena_done(arena *a) {
#ifdef MAP_ANONYMOUS
    if (a->mapped) {
        (void)count_less(a->size);
        (void)munmap(a->mapped, a->size + LARGE_PAGE);
    }
#endif
    assert(arena_check(a));
    if (!a->mapped) mem_free(a->base);
    *a = (arena){0};
}

/* What the machine can give without pressing others, less a tenth; all where that is not known. */
static size_t available_bytes(void) {
    static const char key[] = "MemAvailable:";
    char line[128];
    FILE *f = fopen("/proc/meminfo", "re");
    if (!f) return SIZE_MAX;
    unsigned long long kilobytes = 0;
    while (!kilobytes && fgets(line, sizeof line, f))
        if (strncmp(line, key, sizeof key - 1) == 0)
            kilobytes = strtoull(line + sizeof key - 1, NULL, 10);
    (void)fclose(f);
    return kilobytes ? (size_t)(kilobytes / 10 * 9) * 1024 : SIZE_MAX;
}

size_t arena_touchable(const arena *a) {
    size_t able = a->mapped ? available_bytes() : 0;
    return a->size < able ? a->size : able;
}

void arena_touch(const arena *a, size_t from, size_t to) {
    if (!a->mapped || from >= to) return;
    assert(arena_check(a) && to <= a->size);
#ifdef MADV_HUGEPAGE
    /* Searches jump about in their memory: with large pages the processor finds its way without
     * asking. A request; nothing is lost where it is not granted. */
    size_t first = from - from % SMALL_PAGE;
    (void)madvise(a->base + first, to - first, MADV_HUGEPAGE);
#endif
    /* A write is what makes a page; the value is the one that is there. */
    for (size_t at = from; at < to; at += SMALL_PAGE) {
        volatile unsigned char *page = a->base + at;
        *page = *page;
    }
}

void *arena_take(arena *a, size_t bytes) {
    assert(arena_check(a));
    size_t left = a->size - a->used;
    if (bytes > left || (bytes = (bytes + 7) & ~(size_t)7) > left) return NULL;
    void *at = a->base + a->used;
    a->used += bytes;
    assert(arena_check(a) && (uintptr_t)at % 8 == 0);
    return at;
}
