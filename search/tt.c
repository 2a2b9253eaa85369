#include "search/tt.h"

#include <assert.h>
#include <string.h>

/* A slot is two words: the step, and the small fields under a 32-bit check made of hash, step and
 * fields. Two threads writing at once can leave words of different entries; the check then fails
 * and the probe misses, which costs a node rather than a lock. Relaxed order suffices: the second
 * word validates the first. The cluster is chosen by the high bits of the hash, the check stirs all
 * of them. */
typedef struct slot {
    _Atomic uint64_t step, rest;
} slot;

enum { SLOTS = 4, GENERATIONS = 64, SAMPLE = 250, AGE_WEIGHT = 8, DEEPER = 3, DEEP_ENOUGH = 64 };
enum { BLOCK = 64 }; /* clusters that are wiped together: a page */

struct tt_cluster {
    slot slot[SLOTS];
};
static_assert(sizeof(tt_cluster) == TT_CLUSTER_BYTES, "four entries in a cache line");

static uint32_t check_of(uint64_t hash, uint64_t step, uint32_t fields) {
    uint64_t x = (hash ^ (step + fields) * 0x9e3779b97f4a7c15u) * 0xd6e8feb86659fd93u;
    return (uint32_t)(x >> 32);
}

static uint32_t pack(tt_entry e, uint8_t generation) {
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
    size_t room = bytes - skip;
    size_t count = room / TT_CLUSTER_BYTES;
    while (count && count * TT_CLUSTER_BYTES + (count + BLOCK - 1) / BLOCK > room) count--;
    if (!count) return false;
    unsigned char *base = (unsigned char *)memory + skip;
    t->at = (tt_cluster *)(void *)base;
    t->clean = (_Atomic uint8_t *)(void *)(base + count * TT_CLUSTER_BYTES);
    t->count = count;
    memset((void *)t->clean, 0, (count + BLOCK - 1) / BLOCK);
    return true;
}

/* Whether a block has been wiped. Acquire: who sees the flag sees no entry of an earlier table. */
static bool is_clean(const tt *t, uint64_t cluster) {
    return atomic_load_explicit(&t->clean[cluster / BLOCK], memory_order_acquire);
}

/* Two threads may wipe the same block, and one of them an entry of the other: a miss, no more. */
static void wipe(const tt *t, uint64_t cluster) {
    uint64_t first = cluster - cluster % BLOCK;
    uint64_t end = first + BLOCK < t->count ? first + BLOCK : t->count;
    for (uint64_t i = first; i < end; i++)
        for (int k = 0; k < SLOTS; k++) {
            atomic_store_explicit(&t->at[i].slot[k].step, 0, memory_order_relaxed);
            atomic_store_explicit(&t->at[i].slot[k].rest, 0, memory_order_relaxed);
        }
    atomic_store_explicit(&t->clean[cluster / BLOCK], 1, memory_order_release);
}

void tt_age(tt *t) {
    t->generation = (uint8_t)((t->generation + 1) % GENERATIONS);
}

/* Whether the slot holds this position; *fields and *step are what it holds. */
static bool holds(slot *s, uint64_t hash, uint32_t *fields, uint64_t *step) {
    *step = atomic_load_explicit(&s->step, memory_order_relaxed);
    uint64_t rest = atomic_load_explicit(&s->rest, memory_order_relaxed);
    *fields = (uint32_t)rest;
    return bound_of(*fields) && rest >> 32 == check_of(hash, *step, *fields);
}

bool tt_probe(const tt *t, uint64_t hash, tt_entry *out) {
    uint64_t at = tt_index(t, hash);
    tt_cluster *c = &t->at[at];
    if (!is_clean(t, at)) return false;
    for (int i = 0; i < SLOTS; i++) {
        uint32_t fields;
        uint64_t step;
        if (!holds(&c->slot[i], hash, &fields, &step)) continue;
        *out =
            (tt_entry){step, (int16_t)(uint16_t)(fields >> 16), depth_of(fields), bound_of(fields)};
        return true;
    }
    return false;
}

/* What would be lost. Depth counts up to a point: proven entries must be able to grow old, too. */
static int worth_of(const tt *t, uint32_t fields) {
    if (!bound_of(fields)) return INT16_MIN;
    int depth = depth_of(fields) < DEEP_ENOUGH ? depth_of(fields) : DEEP_ENOUGH;
    return depth - AGE_WEIGHT * (int)age_of(t, fields);
}

static void put(const tt *t, slot *s, uint64_t hash, tt_entry e) {
    uint32_t fields = pack(e, t->generation);
    uint64_t rest = (uint64_t)check_of(hash, e.step, fields) << 32 | fields;
    atomic_store_explicit(&s->step, e.step, memory_order_relaxed);
    atomic_store_explicit(&s->rest, rest, memory_order_relaxed);
}

void tt_store(const tt *t, uint64_t hash, tt_entry e) {
    assert(e.bound != 0);
    uint64_t at = tt_index(t, hash);
    if (!is_clean(t, at)) wipe(t, at);
    tt_cluster *c = &t->at[at];
    slot *victim = &c->slot[0];
    int least = INT16_MAX;
    for (int i = 0; i < SLOTS; i++) {
        uint32_t fields;
        uint64_t step;
        if (holds(&c->slot[i], hash, &fields, &step)) {
            bool better = depth_of(fields) > e.depth + DEEPER && e.bound != TT_EXACT;
            if (better && age_of(t, fields) == 0) return;
            if (e.step == ACTION_NONE) e.step = step;
            victim = &c->slot[i];
            break;
        }
        int worth = worth_of(t, fields);
        if (worth < least) {
            least = worth;
            victim = &c->slot[i];
        }
    }
    put(t, victim, hash, e);
}

unsigned tt_full(const tt *t) {
    uint64_t clusters = t->count < SAMPLE ? t->count : SAMPLE;
    unsigned used = 0;
    for (uint64_t i = 0; i < clusters; i++)
        for (int k = 0; k < SLOTS && is_clean(t, i); k++) {
            uint32_t fields =
                (uint32_t)atomic_load_explicit(&t->at[i].slot[k].rest, memory_order_relaxed);
            used += bound_of(fields) && age_of(t, fields) == 0;
        }
    return clusters ? (unsigned)((uint64_t)used * 1000 / (clusters * SLOTS)) : 0;
}
