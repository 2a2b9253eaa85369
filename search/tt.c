#include "search/tt.h"

#include <assert.h>

/* A slot is two words and a half: the step, the small fields under a 32-bit check made of hash and
 * all that is kept, and the evaluation. Two threads writing at once can leave words of different
 * entries; the check then fails and the probe misses, which costs a node rather than a lock.
 * Relaxed order suffices: the second word validates the others. The cluster is chosen by the high
 * bits of the hash, the check stirs all of them. */
typedef struct slot {
    _Atomic uint64_t step, rest;
} slot;

/* What a slot holds. */
typedef struct content {
    uint64_t step;
    uint32_t fields;
    uint16_t eval;
} content;

enum { SLOTS = 3, GENERATIONS = 64, SAMPLE = 250, AGE_WEIGHT = 8, DEEPER = 3, DEEP_ENOUGH = 64 };

struct tt_cluster {
    slot slot[SLOTS];
    _Atomic uint16_t eval[SLOTS];
    uint16_t unused[5];
};
static_assert(sizeof(tt_cluster) == TT_CLUSTER_BYTES, "three entries in a cache line");

static uint32_t check_of(uint64_t hash, const content *c) {
    uint64_t kept = c->step + c->fields + ((uint64_t)c->eval << 32);
    uint64_t x = (hash ^ kept * 0x9e3779b97f4a7c15u) * 0xd6e8feb86659fd93u;
    return (uint32_t)(x >> 32);
}

static uint32_t pack(tt_entry e, uint8_t generation) {
    assert(generation < GENERATIONS); /* six bits */
    return (uint32_t)(uint16_t)e.score << 16 | (uint32_t)e.depth << 8 | (uint32_t)generation << 2 |
           e.bound;
}

static uint8_t bound_of(uint32_t fields) {
    return fields & 3;
}

static uint8_t depth_of(uint32_t fields) {
    return (uint8_t)(fields >> 8);
}

static unsigned age_of(const tt *t, uint32_t fields) {
    return (t->generation - (fields >> 2 & (GENERATIONS - 1))) & (GENERATIONS - 1);
}

bool tt_init(tt *t, void *memory, size_t bytes) {
    uintptr_t start = (uintptr_t)memory;
    size_t skip = (TT_CLUSTER_BYTES - start % TT_CLUSTER_BYTES) % TT_CLUSTER_BYTES;
    *t = (tt){0};
    if (!memory || bytes <= skip) return false;
    size_t size = bytes - skip;
    size_t count = size / TT_CLUSTER_BYTES;
    while (count && count * TT_CLUSTER_BYTES + clean_pages_count(count * TT_CLUSTER_BYTES) > size)
        count--;
    if (!count) return false;
    unsigned char *base = (unsigned char *)memory + skip;
    t->at = (tt_cluster *)(void *)base;
    t->pages.base = base;
    t->pages.bytes = count * TT_CLUSTER_BYTES;
    t->pages.state = (_Atomic uint8_t *)(void *)(base + t->pages.bytes);
    t->count = count;
    clean_pages_reset(&t->pages);
    assert((unsigned char *)t->pages.state + clean_pages_count(t->pages.bytes) <=
           (unsigned char *)memory + bytes);
    assert((uintptr_t)t->at % TT_CLUSTER_BYTES == 0);
    return true;
}

void tt_age(tt *t) {
    t->generation = (uint8_t)((t->generation + 1) % GENERATIONS);
}

/* Whether slot i holds this position; *found is what it holds. */
static bool holds(tt_cluster *c, int i, uint64_t hash, content *found) {
    uint64_t rest = atomic_load_explicit(&c->slot[i].rest, memory_order_relaxed);
    *found = (content){.step = atomic_load_explicit(&c->slot[i].step, memory_order_relaxed),
                       .fields = (uint32_t)rest,
                       .eval = atomic_load_explicit(&c->eval[i], memory_order_relaxed)};
    return bound_of(found->fields) && rest >> 32 == check_of(hash, found);
}

bool tt_probe(const tt *t, uint64_t hash, tt_entry *out) {
    uint64_t at = tt_index(t, hash);
    assert(at < t->count);
    tt_cluster *c = &t->at[at];
    if (!clean_pages_ready(&t->pages, at * TT_CLUSTER_BYTES)) return false;
    for (int i = 0; i < SLOTS; i++) {
        content found;
        if (!holds(c, i, hash, &found)) continue;
        *out = (tt_entry){.step = found.step,
                          .score = (int16_t)(uint16_t)(found.fields >> 16),
                          .eval = (int16_t)found.eval,
                          .depth = depth_of(found.fields),
                          .bound = bound_of(found.fields)};
        return true;
    }
    return false;
}

/* What would be lost. Depth counts up to a point: proven entries must be able to grow old, too. */
static int retention_of(const tt *t, uint32_t fields) {
    if (!bound_of(fields)) return INT16_MIN;
    int depth = depth_of(fields) < DEEP_ENOUGH ? depth_of(fields) : DEEP_ENOUGH;
    return depth - AGE_WEIGHT * (int)age_of(t, fields);
}

static void put(const tt *t, tt_cluster *c, int i, uint64_t hash, tt_entry e) {
    content kept = {e.step, pack(e, t->generation), (uint16_t)e.eval};
    uint64_t rest = (uint64_t)check_of(hash, &kept) << 32 | kept.fields;
    atomic_store_explicit(&c->slot[i].step, kept.step, memory_order_relaxed);
    atomic_store_explicit(&c->slot[i].rest, rest, memory_order_relaxed);
    atomic_store_explicit(&c->eval[i], kept.eval, memory_order_relaxed);
}

void tt_store(const tt *t, uint64_t hash, tt_entry e) {
    assert(e.bound >= TT_UPPER && e.bound <= TT_EXACT);
    uint64_t at = tt_index(t, hash);
    if (!clean_pages_open(&t->pages, at * TT_CLUSTER_BYTES)) return; /* an entry lost, no more */
    tt_cluster *c = &t->at[at];
    int victim = 0;
    int min = INT16_MAX;
    for (int i = 0; i < SLOTS; i++) {
        content found;
        if (holds(c, i, hash, &found)) {
            bool better = depth_of(found.fields) > e.depth + DEEPER && e.bound != TT_EXACT;
            if (better && age_of(t, found.fields) == 0) return;
            if (e.step == ACTION_NONE) e.step = found.step;
            if (e.eval == TT_NO_EVAL) e.eval = (int16_t)found.eval;
            victim = i;
            break;
        }
        int value = retention_of(t, found.fields);
        if (value < min) {
            min = value;
            victim = i;
        }
    }
    put(t, c, victim, hash, e);
}

/* The hash is not kept, so the check over it cannot be made again: the fields must make sense. */
static bool slot_holds(const slot *s) {
    uint32_t fields = (uint32_t)atomic_load_explicit(&s->rest, memory_order_relaxed);
    uint64_t step = atomic_load_explicit(&s->step, memory_order_relaxed);
    if (bound_of(fields)) return true;
    return !fields && !step; /* an empty slot is all zero */
}

bool tt_check(const tt *t) {
    if (!t->at || !t->count || t->generation >= GENERATIONS) return false;
    if (t->pages.bytes != t->count * TT_CLUSTER_BYTES) return false;
    enum { CHECKED = 4096 }; /* searches of a moment have tables of megabytes, too */
    uint64_t step = t->count / CHECKED + 1;
    for (uint64_t i = t->generation % step; i < t->count; i += step)
        for (int k = 0; k < SLOTS && clean_pages_ready(&t->pages, i * TT_CLUSTER_BYTES); k++)
            if (!slot_holds(&t->at[i].slot[k])) return false;
    return true;
}

unsigned tt_full(const tt *t) {
    uint64_t clusters = t->count < SAMPLE ? t->count : SAMPLE;
    unsigned used = 0;
    for (uint64_t i = 0; i < clusters; i++)
        for (int k = 0; k < SLOTS && clean_pages_ready(&t->pages, i * TT_CLUSTER_BYTES); k++) {
            uint32_t fields =
                (uint32_t)atomic_load_explicit(&t->at[i].slot[k].rest, memory_order_relaxed);
            used += bound_of(fields) && age_of(t, fields) == 0;
        }
    return clusters ? (unsigned)((uint64_t)used * 1000 / (clusters * SLOTS)) : 0;
}
