#include "search/solve/solve_table.h"

#include <assert.h>

/* A slot is two words: the data, and the hash xored with the data. Two threads that write at once
 * can leave words of different entries; their xor is then no hash that is ever asked for (Hyatt and
 * Mann 2002), which costs a node rather than a lock. So relaxed order serves for slots. A bucket of
 * four slots is one cache line.
 *
 * The bucket of a hash is hash * buckets / 2^64, so growing by a factor moves every entry upward,
 * and one pass from the top does it in place. Other threads continue meanwhile, with the old number
 * of buckets or the new one: what they miss or store in the wrong place costs a node, no more. */

enum { WAYS = 4, WORDS = 2 * WAYS, BUCKET_BYTES = WORDS * 8 };
enum { GROW_BITS = 2, FIRST_BUCKETS = 4096, FEW_BUCKETS = 64, SAMPLE = 16 };

bool solve_table_init(solve_table *t, arena *memory) {
    size_t left = memory->size - memory->used;
    uint64_t pages = left > 128 ? (left - 128) / (CLEAN_PAGE + 1) : 0;
    if (!pages) return false;
    unsigned char *page = arena_take(memory, pages);
    unsigned char *base = arena_take(memory, pages * CLEAN_PAGE + 64);
    if (!page || !base) return false;
    /* NOLINTNEXTLINE(performance-no-int-to-ptr): cache lines begin at multiples of 64 */
    t->slot = (_Atomic uint64_t *)(void *)(((uintptr_t)base + 63) & ~(uintptr_t)63);
    t->pages = (clean_pages){.base = (unsigned char *)(void *)t->slot,
                             .bytes = pages * CLEAN_PAGE,
                             .state = (_Atomic uint8_t *)page};
    clean_pages_reset(&t->pages);
    t->capacity = pages * (CLEAN_PAGE / BUCKET_BYTES);
    uint64_t first = t->capacity;
    while (first >> GROW_BITS >= MEM_SIZED(FIRST_BUCKETS, FEW_BUCKETS)) first >>= GROW_BITS;
    assert(first > 0 && (uintptr_t)t->slot % 64 == 0);
    assert(t->pages.base + t->pages.bytes <= memory->base + memory->size);
    atomic_store(&t->buckets, first);
    atomic_store(&t->filled, 0);
    atomic_store(&t->growing, false);
    return true;
}

static uint64_t bucket_of(const solve_table *t, uint64_t hash) {
    uint64_t buckets = atomic_load_explicit(&t->buckets, memory_order_relaxed);
    return (uint64_t)((unsigned __int128)hash * buckets >> 64);
}

void solve_table_prefetch(const solve_table *t, uint64_t hash) {
    __builtin_prefetch((const void *)(t->slot + bucket_of(t, hash) * WORDS));
}

static bool page_ready(const solve_table *t, uint64_t bucket) {
    return clean_pages_ready(&t->pages, bucket * BUCKET_BYTES);
}

uint64_t solve_table_get(const solve_table *t, uint64_t hash) {
    uint64_t bucket = bucket_of(t, hash);
    assert(bucket < t->capacity);
    if (!page_ready(t, bucket)) return 0;
    const _Atomic uint64_t *word = t->slot + bucket * WORDS;
    for (int i = 0; i < WORDS; i += 2) {
        uint64_t data = atomic_load_explicit(&word[i], memory_order_relaxed);
        uint64_t check = atomic_load_explicit(&word[i + 1], memory_order_relaxed);
        if (data && (check ^ data) == hash) return data;
    }
    return 0;
}

/* The slot for a hash in its bucket: its own, an empty one, or the one of least work. */
static int slot_for(const _Atomic uint64_t *at, uint64_t hash, bool *empty) {
    int chosen = 0;
    uint64_t min = UINT64_MAX;
    *empty = false;
    for (int i = 0; i < WORDS; i += 2) {
        uint64_t data = atomic_load_explicit(&at[i], memory_order_relaxed);
        uint64_t check = atomic_load_explicit(&at[i + 1], memory_order_relaxed);
        if (data && (check ^ data) == hash) {
            *empty = false;
            return i;
        }
        uint64_t work = data ? 1 + (data & ((1U << SOLVE_WORK_BITS) - 1)) : 0;
        if (work >= min) continue;
        min = work;
        chosen = i;
        *empty = !data;
    }
    return chosen;
}

/* Stores without a thought of growing; true where a slot was empty. */
static bool store(solve_table *t, uint64_t bucket, uint64_t hash, uint64_t word) {
    if (!clean_pages_open(&t->pages, bucket * BUCKET_BYTES)) return false;
    _Atomic uint64_t *at = t->slot + bucket * WORDS;
    bool empty;
    int i = slot_for(at, hash, &empty);
    atomic_store_explicit(&at[i], word, memory_order_relaxed);
    atomic_store_explicit(&at[i + 1], word ^ hash, memory_order_relaxed);
    return empty;
}

static void move_bucket(solve_table *t, uint64_t bucket) {
    if (!page_ready(t, bucket)) return;
    _Atomic uint64_t *at = t->slot + bucket * WORDS;
    for (int i = 0; i < WORDS; i += 2) {
        uint64_t data = atomic_load_explicit(&at[i], memory_order_relaxed);
        uint64_t check = atomic_load_explicit(&at[i + 1], memory_order_relaxed);
        uint64_t to = bucket_of(t, check ^ data);
        if (!data || to == bucket) continue;
        atomic_store_explicit(&at[i], 0, memory_order_relaxed);
        (void)store(t, to, check ^ data, data);
    }
}

static void grow(solve_table *t) {
    if (atomic_exchange(&t->growing, true)) return; /* another thread is at it */
    uint64_t old = atomic_load(&t->buckets);
    uint64_t more = t->capacity;
    while (more >> GROW_BITS > old) more >>= GROW_BITS;
    if (more > old) {
        atomic_store(&t->buckets, more);
        for (uint64_t b = old; b-- > 0;) move_bucket(t, b);
        atomic_store(&t->filled, 0);
    }
    atomic_store(&t->growing, false);
}

void solve_table_put(solve_table *t, uint64_t hash, uint64_t word) {
    assert(word != 0);
    uint64_t bucket = bucket_of(t, hash);
    if (!store(t, bucket, hash, word) || bucket % SAMPLE) return;
    uint64_t filled = atomic_fetch_add_explicit(&t->filled, 1, memory_order_relaxed);
    uint64_t buckets = atomic_load_explicit(&t->buckets, memory_order_relaxed);
    /* Half full by the sample. */
    if (filled > buckets / SAMPLE * (WAYS / 2) && buckets < t->capacity) grow(t);
}

static bool bucket_holds(const solve_table *t, uint64_t bucket) {
    const _Atomic uint64_t *at = t->slot + bucket * WORDS;
    for (int i = 0; i < WORDS; i += 2) {
        uint64_t data = atomic_load_explicit(&at[i], memory_order_relaxed);
        uint64_t check = atomic_load_explicit(&at[i + 1], memory_order_relaxed);
        if (data && bucket_of(t, check ^ data) != bucket) return false;
    }
    return true;
}

bool solve_table_check(const solve_table *t) {
    uint64_t buckets = atomic_load(&t->buckets);
    if (!t->slot || !buckets || buckets > t->capacity || atomic_load(&t->growing)) return false;
    for (uint64_t b = 0; b < t->capacity; b++)
        if (page_ready(t, b) && !bucket_holds(t, b)) return false;
    return true;
}

unsigned solve_table_full(const solve_table *t) {
    uint64_t used = 0;
    uint64_t seen = 0;
    uint64_t step = t->capacity > 1000 ? t->capacity / 1000 : 1;
    for (uint64_t b = 0; b < t->capacity; b += step) {
        for (int i = 0; i < WORDS; i += 2, seen++)
            used += page_ready(t, b) &&
                    atomic_load_explicit(&t->slot[b * WORDS + (uint64_t)i], memory_order_relaxed);
    }
    return seen ? (unsigned)(used * 1000 / seen) : 0;
}
