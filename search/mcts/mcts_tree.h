#ifndef SEARCH_MCTS_MCTS_TREE_H
#define SEARCH_MCTS_MCTS_TREE_H
/* The memory of an MCTS: nodes, and blocks of edges, in one region of units of eight bytes, named
 * by the number of their first unit.
 *
 * A node is a position. Its edges are the legal steps, in blocks: one block where the list is
 * known at once, a chain of them where it grows (chance that is sampled, hidden cards, long lists
 * opened bit by bit). An edge holds all that choosing among the steps needs, so that a choice reads
 * one stretch of memory; it leads to a node once it has been taken. Values are of player 0 alone
 * where two players' values add up to 1 (`width` 1), else one a player.
 *
 * In a search of several observers (ismcts.c) a node is what one of them knows, found by its hash
 * alone: no edge leads to a node.
 *
 * Visits are counted when they begin, so that those under way keep other threads off without being
 * taken for results (the idea of WU-UCT, Liu et al. 2020). A value that was not brought back yet is
 * VALUE_NONE.
 *
 * Any number of threads grow and read a tree at once without locks: counts and values are relaxed
 * atomics (a value may lose one of two simultaneous updates, which costs a sample), and what is new
 * is filled first and then published with release. Appending to a growing list takes the node's
 * spin lock. Nothing moves or is freed while a search runs. */

#include <assert.h>
#include <stdatomic.h>
#include <stdbool.h>

#include "engine/base/memory.h"
#include "engine/game/game.h"
#include "search/clean_pages.h"

typedef struct mcts_edge {
    action step;
    _Atomic uint32_t raw_link;  /* three numbers whose meaning depends on the node; only the */
    _Atomic uint32_t visits;    /* begun ones */
    _Atomic float raw_value;    /* accessors below touch them (mcts_child to mcts_add_draw), */
    _Atomic uint16_t raw_prior; /* and assert that the node is of the right kind */
    _Atomic uint8_t pruned;     /* proven to be no better than another */
    uint8_t zero;
} mcts_edge;

/* After each edge where GRAVE is on: all playouts below this node in which the step was made. */
typedef struct mcts_amaf {
    _Atomic float mean;
    _Atomic uint32_t visits;
} mcts_amaf;

typedef struct mcts_block {
    _Atomic uint32_t next;
    _Atomic uint16_t count;
    uint16_t cap;
} mcts_block;

enum {
    NODE_COMPLETE = 1, /* the edges are all there are */
    NODE_WEIGHTED = 2  /* chance with a probability on every edge */
};

typedef struct mcts_node {
    _Atomic uint32_t visits;
    _Atomic uint32_t edges; /* first block; 0: none yet; EDGES_COMING: a thread makes it */
    _Atomic uint8_t lock;   /* guards appending */
    _Atomic uint8_t flags;
    int16_t actor;
    _Atomic uint32_t index; /* mcts_index.h; 0: none */
    _Atomic float v[];      /* mean, low, high, implicit: width of each; then the hash */
} mcts_node;

#define VALUE_NONE (-1000.0F)

enum { MCTS_SLOT_PROBES = 4 }; /* slots in which a hash is looked for */
enum { MCTS_UNIT = 8, MCTS_NODE_HEAD = 16, EDGES_COMING = UINT32_MAX };
static_assert(sizeof(mcts_edge) == 24, "three words an edge");
static_assert(sizeof(mcts_block) == 8 && sizeof(mcts_amaf) == 8, "a word each");
static_assert(offsetof(mcts_node, v) == MCTS_NODE_HEAD, "two words before the values");

/* What a tree holds; trees of equal shape can be exchanged. */
typedef struct mcts_shape {
    uint8_t width;
    bool grave, hashed;
    bool by_view; /* nodes are what players know: no edge leads to one */
    uint32_t edge_size, node_units;
} mcts_shape;

mcts_shape mcts_shape_of(int width, bool grave, bool hashed);

typedef struct mcts_tree {
    mcts_shape shape;
    bool shared;         /* several threads: counts need read-modify-write */
    bool downward;       /* chunks are cut from the far end of the free stretch */
    unsigned char *base; /* of `units` units; unit 0 is never used */
    uint32_t units, chunk;
    _Atomic uint64_t stretch; /* the free stretch: first unit << 32 | unit after its last */
    uint32_t root;
    atomic_bool full;
    _Atomic uint32_t *slots; /* positions by hash, where shape.hashed; a power of two of them */
    uint32_t slot_mask;
    clean_pages slot_pages;
} mcts_tree;

/* A thread's own piece of the free stretch. */
typedef struct mcts_chunk {
    uint32_t next, end;
} mcts_chunk;

void mcts_tree_init(mcts_tree *t, mcts_shape shape, void *base, size_t bytes);

/* n units, or 0 when the tree is full. Safe from any thread with a chunk of its own. */
uint32_t mcts_take(mcts_tree *t, mcts_chunk *c, uint32_t n);

/* A new node: no visits, bounds as given. 0 when the tree is full. */
uint32_t mcts_new_node(mcts_tree *t, mcts_chunk *c, int actor, float low, float high);

/* A block for `cap` edges, none in it yet. 0 when the tree is full. */
uint32_t mcts_new_block(mcts_tree *t, mcts_chunk *c, uint32_t cap);

/* Positions by hash. find() gives 0 where there is none. Safe from any thread. */
uint32_t mcts_find(const mcts_tree *t, uint64_t hash);
void mcts_enter(mcts_tree *t, uint64_t hash, uint32_t node);

/* Between searches: makes `root` the root. Where less than half of the memory is left, what is
 * connected to it moves into the free stretch, as far as it goes, and all else is forgotten. */
void mcts_reroot(mcts_tree *t, uint32_t root);

unsigned mcts_full_permille(const mcts_tree *t);

/* --- access --- */

static inline void *mcts_unit(const mcts_tree *t, uint32_t i) {
    assert(i > 0 && i < t->units);
    return t->base + (size_t)i * MCTS_UNIT;
}
static inline mcts_node *mcts_node_at(const mcts_tree *t, uint32_t i) {
    return mcts_unit(t, i);
}
static inline mcts_block *mcts_block_at(const mcts_tree *t, uint32_t i) {
    return i ? mcts_unit(t, i) : NULL;
}
static inline mcts_edge *mcts_edge_at(const mcts_tree *t, mcts_block *b, uint32_t i) {
    assert(i <= b->cap); /* one after the last ends a loop */
    return (mcts_edge *)(void *)((unsigned char *)(b + 1) + (size_t)i * t->shape.edge_size);
}
static inline mcts_amaf *mcts_amaf_of(mcts_edge *e) {
    return (mcts_amaf *)(void *)(e + 1);
}

/* The first block of a node that is ready, or NULL. */
static inline mcts_block *mcts_edges(const mcts_tree *t, const mcts_node *n) {
    uint32_t i = atomic_load_explicit(&n->edges, memory_order_acquire);
    return i == EDGES_COMING ? NULL : mcts_block_at(t, i);
}
static inline mcts_block *mcts_next_block(const mcts_tree *t, const mcts_block *b) {
    return mcts_block_at(t, atomic_load_explicit(&b->next, memory_order_acquire));
}
static inline uint32_t mcts_block_count(const mcts_block *b) {
    return atomic_load_explicit(&b->count, memory_order_acquire);
}
/* One edge of a node after the other, as many as are there when their block is reached. */
typedef struct mcts_edge_iter {
    mcts_edge *edge;
    mcts_edge *end;    /* of the block */
    mcts_block *block; /* NULL: no more */
} mcts_edge_iter;

static inline mcts_edge_iter mcts_edges_of(const mcts_tree *t, mcts_block *b) {
    if (!b) return (mcts_edge_iter){NULL, NULL, NULL};
    return (mcts_edge_iter){mcts_edge_at(t, b, 0), mcts_edge_at(t, b, mcts_block_count(b)), b};
}
static inline mcts_edge *mcts_edge_after(const mcts_tree *t, mcts_edge *e) {
    return (mcts_edge *)(void *)((unsigned char *)e + t->shape.edge_size);
}
/* The next block; none where the loop over this one was left before its end. */
static inline mcts_edge_iter mcts_edges_on(const mcts_tree *t, mcts_edge_iter i) {
    return mcts_edges_of(t, i.edge == i.end ? mcts_next_block(t, i.block) : NULL);
}

/* MCTS_EDGES(t, n, i) { ... i.edge ... } with a name for the iterator. The body is that of the
 * inner loop, which is the tight one; `break` leaves both. */
#define MCTS_EDGES(t, n, i)                                                                        \
    for (mcts_edge_iter i = mcts_edges_of(t, mcts_edges(t, n)); (i).block;                         \
         (i) = mcts_edges_on(t, i))                                                                \
        for (; (i).edge != (i).end; (i).edge = mcts_edge_after(t, (i).edge))

#define RELAXED_LOAD(x)     atomic_load_explicit(x, memory_order_relaxed)
#define RELAXED_STORE(x, y) atomic_store_explicit(x, y, memory_order_relaxed)

enum { V_MEAN, V_LOW, V_HIGH, V_IMPLICIT, V_KINDS };

/* A stored number of one player: as stored, for the width 1 of player 0. */
static inline _Atomic float *mcts_v(const mcts_tree *t, mcts_node *n, int kind, int player) {
    assert(kind >= 0 && kind < V_KINDS && player >= 0 && player < t->shape.width);
    return &n->v[kind * t->shape.width + player];
}

/* The number as `player` sees it; low and high change places for the other of two. */
static inline float mcts_get(const mcts_tree *t, const mcts_node *n, int kind, int player) {
    int w = t->shape.width;
    assert(player >= 0 && player < (w > 1 ? w : 2));
    if (w > 1 || player == 0) return RELAXED_LOAD(&n->v[kind * w + player]);
    if (kind == V_LOW || kind == V_HIGH) kind = V_LOW + V_HIGH - kind;
    return 1 - RELAXED_LOAD(&n->v[kind]);
}

/* Whether the value is known exactly. */
static inline bool mcts_solved(const mcts_tree *t, const mcts_node *n) {
    int w = t->shape.width;
    for (int i = 0; i < w; i++)
        if (RELAXED_LOAD(&n->v[V_LOW * w + i]) != RELAXED_LOAD(&n->v[V_HIGH * w + i])) return false;
    return true;
}

static inline uint64_t *mcts_hash_of(const mcts_tree *t, mcts_node *n) {
    assert(t->shape.hashed);
    return (uint64_t *)(void *)((unsigned char *)n + (size_t)(t->shape.node_units - 1) * MCTS_UNIT);
}

/* Counts `by` more and returns how many there are then; with one thread a load and a store do. */
static inline uint32_t mcts_add(const mcts_tree *t, _Atomic uint32_t *x, int32_t by) {
    uint32_t more = (uint32_t)by;
    if (t->shared) return atomic_fetch_add_explicit(x, more, memory_order_relaxed) + more;
    uint32_t now = RELAXED_LOAD(x) + more;
    RELAXED_STORE(x, now);
    return now;
}

/* --- what an edge holds --- */

/* The number of the node it leads to; 0: it was never taken. */
static inline uint32_t mcts_child_number(const mcts_tree *t, const mcts_edge *e) {
    assert(!t->shape.by_view);
    (void)t;
    return atomic_load_explicit(&e->raw_link, memory_order_acquire);
}
static inline mcts_node *mcts_child(const mcts_tree *t, const mcts_edge *e) {
    uint32_t i = mcts_child_number(t, e);
    return i ? mcts_node_at(t, i) : NULL;
}
/* Lets it lead to node i, unless another thread was first; the number of the one it leads to. */
static inline uint32_t mcts_link(const mcts_tree *t, mcts_edge *e, uint32_t i) {
    uint32_t none = 0;
    assert(!t->shape.by_view && i < t->units);
    if (!t->shared) /* the report may look on */
        atomic_store_explicit(&e->raw_link, i, memory_order_release);
    else if (!atomic_compare_exchange_strong_explicit(&e->raw_link, &none, i, memory_order_release,
                                                      memory_order_acquire))
        i = none;
    return i;
}

/* In a tree of views: how often the step was legal when its player was to choose. */
static inline uint32_t mcts_offers(const mcts_tree *t, const mcts_edge *e) {
    assert(t->shape.by_view);
    (void)t;
    return RELAXED_LOAD(&e->raw_link);
}
static inline void mcts_add_offer(const mcts_tree *t, mcts_edge *e) {
    assert(t->shape.by_view);
    (void)mcts_add(t, &e->raw_link, 1);
}

/* At a decision: the value to who decides, VALUE_NONE where there is none yet. */
static inline float mcts_value(const mcts_node *n, const mcts_edge *e) {
    assert(n->actor >= 0);
    (void)n;
    return RELAXED_LOAD(&e->raw_value);
}
static inline void mcts_set_value(const mcts_node *n, mcts_edge *e, float value) {
    assert(n->actor >= 0);
    (void)n;
    RELAXED_STORE(&e->raw_value, value);
}

/* At a decision: how good the step is thought to be before it is tried, of 65535. */
static inline uint16_t mcts_prior(const mcts_node *n, const mcts_edge *e) {
    assert(n->actor >= 0);
    (void)n;
    return RELAXED_LOAD(&e->raw_prior);
}
static inline void mcts_set_prior(const mcts_node *n, mcts_edge *e, uint16_t prior) {
    assert(n->actor >= 0);
    (void)n;
    RELAXED_STORE(&e->raw_prior, prior);
}

/* At chance that is opened with all outcomes. */
static inline float mcts_probability(const mcts_node *n, const mcts_edge *e) {
    assert(n->actor == ACTOR_CHANCE && RELAXED_LOAD(&n->flags) & NODE_WEIGHTED);
    (void)n;
    return RELAXED_LOAD(&e->raw_value);
}
static inline void mcts_set_probability(const mcts_node *n, mcts_edge *e, float p) {
    assert(n->actor == ACTOR_CHANCE && p >= 0 && p <= 1.001F);
    (void)n;
    RELAXED_STORE(&e->raw_value, p);
}

/* At chance that is sampled: how often the outcome was drawn, where that is counted. */
static inline uint16_t mcts_draws(const mcts_node *n, const mcts_edge *e) {
    assert(n->actor == ACTOR_CHANCE && !(RELAXED_LOAD(&n->flags) & NODE_WEIGHTED));
    (void)n;
    return RELAXED_LOAD(&e->raw_prior);
}
static inline void mcts_add_draw(const mcts_node *n, mcts_edge *e) {
    assert(n->actor == ACTOR_CHANCE && !(RELAXED_LOAD(&n->flags) & NODE_WEIGHTED));
    (void)n;
    (void)atomic_fetch_add_explicit(&e->raw_prior, 1, memory_order_relaxed);
}

#endif
