#include "search/mcts/mcts_index.h"

#include <string.h>

#include "engine/base/hash.h"

enum { INDEX_FROM = 32 }; /* edges from which looking through them takes too long */

/* A slot names the unit at which an edge begins; 0 is empty. Slots are only ever filled, by the
 * thread that holds the node's lock; release and acquire, so that a thread that finds an edge finds
 * its step. `used` and `last` belong to the holder of the lock. */
typedef struct mcts_index {
    uint32_t mask, used;
    uint32_t last; /* block */
    uint32_t zero;
    _Atomic uint32_t slot[];
} mcts_index;

enum { HEAD_UNITS = sizeof(mcts_index) / MCTS_UNIT };
static_assert(sizeof(mcts_index) % MCTS_UNIT == 0, "the slots begin at a unit");

static uint32_t unit_of(const mcts_tree *t, const void *p) {
    return (uint32_t)((size_t)((const unsigned char *)p - t->base) / MCTS_UNIT);
}

static mcts_index *index_of(const mcts_tree *t, const mcts_node *n) {
    uint32_t at = atomic_load_explicit(&n->index, memory_order_acquire);
    return at ? mcts_unit(t, at) : NULL;
}

static inline mcts_edge *look_through(const mcts_tree *t, const mcts_node *n, action step,
                                      uint32_t *probes) {
    MCTS_EDGES(t, n, it) {
        ++*probes;
        if (it.edge->step == step) return it.edge;
    }
    return NULL;
}

/* The count costs nothing where the caller drops it. */
static inline mcts_edge *find(const mcts_tree *t, const mcts_node *n, action step,
                              uint32_t *probes) {
    const mcts_index *x = index_of(t, n);
    if (!x) return look_through(t, n, step, probes);
    for (uint32_t i = (uint32_t)hash_mix(step);; i++) { /* one slot at least is empty */
        uint32_t at = atomic_load_explicit(&x->slot[i & x->mask], memory_order_acquire);
        ++*probes;
        if (!at) return NULL;
        mcts_edge *e = mcts_unit(t, at);
        if (e->step == step) return e;
    }
}

mcts_edge *mcts_find_edge(const mcts_tree *t, const mcts_node *n, action step) {
    uint32_t dropped = 0;
    return find(t, n, step, &dropped);
}

uint32_t mcts_find_probes(const mcts_tree *t, const mcts_node *n, action step) {
    uint32_t probes = 0;
    (void)find(t, n, step, &probes);
    return probes;
}

mcts_block *mcts_last_block(const mcts_tree *t, const mcts_node *n, uint32_t *edges) {
    const mcts_index *x = index_of(t, n);
    if (x) {
        *edges = x->used;
        return mcts_block_at(t, x->last);
    }
    mcts_block *last = NULL;
    *edges = 0;
    for (mcts_block *b = mcts_edges(t, n); b; b = mcts_next_block(t, b)) {
        *edges += mcts_block_count(b);
        last = b;
    }
    return last;
}

static void put(const mcts_tree *t, mcts_index *x, const mcts_edge *e) {
    uint32_t i = (uint32_t)hash_mix(e->step);
    assert(x->used < x->mask); /* one slot stays empty */
    while (RELAXED_LOAD(&x->slot[i & x->mask])) i++;
    atomic_store_explicit(&x->slot[i & x->mask], unit_of(t, e), memory_order_release);
    x->used++;
}

/* An index of all edges in place of a smaller one, whose memory is given up: half of what this one
 * takes. False where the tree is full. */
static bool make_larger(mcts_tree *t, mcts_chunk *c, mcts_node *n, mcts_block *last,
                        uint32_t count) {
    uint32_t slots = INDEX_FROM;
    if (count > UINT32_MAX / 16) return false;
    while (slots < 4 * count) slots *= 2;
    uint32_t units = HEAD_UNITS + slots / 2;
    uint32_t at = mcts_take(t, c, units);
    if (!at) return false;
    mcts_index *x = mcts_unit(t, at);
    memset(x, 0, (size_t)units * MCTS_UNIT);
    x->mask = slots - 1;
    x->last = unit_of(t, last);
    MCTS_EDGES(t, n, it) {
        put(t, x, it.edge);
    }
    assert(x->used == count);
    atomic_store_explicit(&n->index, at, memory_order_release);
    return true;
}

void mcts_index_edge(mcts_tree *t, mcts_chunk *c, mcts_node *n, mcts_block *last,
                     const mcts_edge *e, uint32_t count) {
    assert(RELAXED_LOAD(&n->lock) && e->step != ACTION_NONE);
    mcts_index *x = index_of(t, n);
    if (!x && count < INDEX_FROM) return;
    bool roomy = x && 2 * x->used < x->mask;
    if (!roomy && make_larger(t, c, n, last, count)) return;
    if (x && x->used < x->mask) {
        put(t, x, e);
        x->last = unit_of(t, last);
    } else {
        atomic_store_explicit(&n->index, 0, memory_order_release);
    }
}
