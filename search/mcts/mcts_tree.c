#include "search/mcts/mcts_tree.h"

#include <string.h>

enum { DEFAULT_CHUNK = 1 << 13 }; /* units: 64 KiB */

static uint32_t units_for(size_t bytes) {
    return (uint32_t)((bytes + MCTS_UNIT - 1) / MCTS_UNIT);
}

mcts_shape mcts_shape_of(int width, bool grave, bool hashed) {
    assert(width >= 1 && width <= GAME_MAX_PLAYERS);
    mcts_shape s = {.width = (uint8_t)width, .grave = grave, .hashed = hashed};
    s.edge_size = (uint32_t)(sizeof(mcts_edge) + (grave ? sizeof(mcts_amaf) : 0));
    s.node_units = units_for(MCTS_NODE_HEAD + (size_t)V_KINDS * (size_t)width * sizeof(float));
    if (hashed) s.node_units++;
    return s;
}

static uint64_t stretch_of(uint32_t from, uint32_t to) {
    return (uint64_t)from << 32 | to;
}

void mcts_tree_init(mcts_tree *t, mcts_shape shape, void *base, size_t bytes) {
    *t = (mcts_tree){.shape = shape, .base = base};
    if (shape.hashed) { /* a sixteenth for the table of positions, in front */
        size_t slots = 1;
        while (slots * 2 * sizeof(uint32_t) <= bytes / 16) slots *= 2;
        t->slots = base;
        t->slot_mask = (uint32_t)(slots - 1);
        size_t table = slots * sizeof(uint32_t);
        t->slot_pages = (clean_pages){.base = base,
                                      .bytes = table,
                                      .state = (_Atomic uint8_t *)((unsigned char *)base + table)};
        clean_pages_reset(&t->slot_pages);
        size_t used = table + clean_pages_count(table);
        used = (used + MCTS_UNIT - 1) / MCTS_UNIT * MCTS_UNIT;
        t->base += used;
        bytes -= used;
    }
    assert((uintptr_t)t->base % MCTS_UNIT == 0);
    size_t units = bytes / MCTS_UNIT;
    t->units = units > UINT32_MAX - 1 ? UINT32_MAX - 1 : (uint32_t)units;
    t->chunk = t->units / 64 < DEFAULT_CHUNK ? t->units / 64 : DEFAULT_CHUNK;
    atomic_store(&t->stretch, stretch_of(1, t->units));
}

/* Cuts n units off the free stretch; 0 when it has fewer. */
static uint32_t cut(mcts_tree *t, uint32_t n) {
    uint64_t old = RELAXED_LOAD(&t->stretch);
    for (;;) {
        uint32_t from = (uint32_t)(old >> 32);
        uint32_t to = (uint32_t)old;
        if (to - from < n) return 0;
        uint64_t rest = t->downward ? stretch_of(from, to - n) : stretch_of(from + n, to);
        if (atomic_compare_exchange_weak_explicit(&t->stretch, &old, rest, memory_order_relaxed,
                                                  memory_order_relaxed))
            return t->downward ? to - n : from;
    }
}

uint32_t mcts_take(mcts_tree *t, mcts_chunk *c, uint32_t n) {
    assert(n > 0 && c->next <= c->end);
    if (c->end - c->next < n) {
        uint32_t want = n > t->chunk ? n : t->chunk;
        uint32_t at = cut(t, want);
        if (!at && want > n) at = cut(t, want = n);
        if (!at) {
            RELAXED_STORE(&t->full, true);
            return 0;
        }
        /* A piece right after the last one continues it; else what is left there is given up. */
        if (at != c->end) c->next = at;
        c->end = at + want;
    }
    c->next += n;
    assert(c->next <= c->end && c->end <= t->units);
    return c->next - n;
}

uint32_t mcts_new_node(mcts_tree *t, mcts_chunk *c, int actor, float low, float high) {
    assert(actor >= ACTOR_CHANCE && actor < GAME_MAX_PLAYERS && low <= high);
    uint32_t i = mcts_take(t, c, t->shape.node_units);
    if (!i) return 0;
    mcts_node *n = mcts_node_at(t, i);
    memset(n, 0, (size_t)t->shape.node_units * MCTS_UNIT);
    n->actor = (int16_t)actor;
    for (int p = 0; p < t->shape.width; p++) {
        RELAXED_STORE(mcts_v(t, n, V_MEAN, p), VALUE_NONE);
        RELAXED_STORE(mcts_v(t, n, V_LOW, p), low);
        RELAXED_STORE(mcts_v(t, n, V_HIGH, p), high);
    }
    return i;
}

uint32_t mcts_new_block(mcts_tree *t, mcts_chunk *c, uint32_t cap) {
    assert(cap > 0 && cap <= UINT16_MAX);
    uint32_t i = mcts_take(t, c, 1 + cap * (t->shape.edge_size / MCTS_UNIT));
    if (!i) return 0;
    mcts_block *b = mcts_unit(t, i);
    memset(b, 0, sizeof *b + (size_t)cap * t->shape.edge_size);
    b->cap = (uint16_t)cap;
    return i;
}

/* --- positions by hash --- */

uint32_t mcts_find(const mcts_tree *t, uint64_t hash) {
    for (uint32_t k = 0; k < MCTS_SLOT_PROBES; k++) {
        uint32_t at = ((uint32_t)hash + k) & t->slot_mask;
        if (!clean_pages_ready(&t->slot_pages, (size_t)at * sizeof *t->slots)) return 0;
        uint32_t i = atomic_load_explicit(&t->slots[at], memory_order_acquire);
        if (!i) return 0;
        if (*mcts_hash_of(t, mcts_node_at(t, i)) == hash) return i;
    }
    return 0;
}

/* A full bucket gives up its first: that position is then met as a new one, as is one that comes
 * while another thread clears its page. */
void mcts_enter(mcts_tree *t, uint64_t hash, uint32_t node) {
    *mcts_hash_of(t, mcts_node_at(t, node)) = hash;
    for (uint32_t k = 0; k < MCTS_SLOT_PROBES; k++) {
        uint32_t none = 0;
        uint32_t at = ((uint32_t)hash + k) & t->slot_mask;
        if (!clean_pages_open(&t->slot_pages, (size_t)at * sizeof *t->slots)) return;
        if (atomic_compare_exchange_strong_explicit(&t->slots[at], &none, node,
                                                    memory_order_release, memory_order_relaxed))
            return;
    }
    atomic_store_explicit(&t->slots[(uint32_t)hash & t->slot_mask], node, memory_order_release);
}

/* --- moving what is saved --- */

/* The old region and the new one are the same memory; only what is allocated differs. `t` cuts
 * from what was the free stretch. */
typedef struct mover {
    mcts_tree *t;
    mcts_chunk chunk;
    int depth;
} mover;

enum { DEEPEST = 4096 };

static uint32_t move_node(mover *m, uint32_t from);

static void move_edge(mover *m, mcts_edge *to, mcts_edge *from) {
    const mcts_tree *t = m->t;
    memcpy(to, from, t->shape.edge_size);
    uint32_t child = mcts_child_number(t, from);
    RELAXED_STORE(&to->raw_link, 0);
    if (child) (void)mcts_link(t, to, move_node(m, child));
}

/* All blocks of a list become one, and another where it is too long for that. */
static uint32_t move_edges(mover *m, mcts_node *n) {
    mcts_tree *t = m->t;
    uint32_t total = 0;
    MCTS_EDGES(t, n, it) {
        total++;
    }
    uint32_t first = 0;
    mcts_block *last = NULL;
    uint32_t space = 0;
    uint32_t done = 0;
    MCTS_EDGES(t, n, it) {
        mcts_edge *e = it.edge;
        if (!space) {
            uint32_t left = total - done;
            uint32_t cap = left < UINT16_MAX ? left : UINT16_MAX;
            uint32_t b = mcts_new_block(t, &m->chunk, cap);
            if (!b) return 0;
            if (last)
                RELAXED_STORE(&last->next, b);
            else
                first = b;
            last = mcts_block_at(t, b);
            space = cap;
        }
        uint32_t at = RELAXED_LOAD(&last->count);
        move_edge(m, mcts_edge_at(t, last, at), e);
        RELAXED_STORE(&last->count, (uint16_t)(at + 1));
        space--;
        done++;
    }
    return first;
}

static uint32_t move_node(mover *m, uint32_t from) {
    mcts_tree *t = m->t;
    mcts_node *old = mcts_node_at(t, from);
    uint64_t hash = t->shape.hashed ? *mcts_hash_of(t, old) : 0;
    uint32_t there = t->shape.hashed ? mcts_find(t, hash) : 0;
    if (there) return there;
    uint32_t i = m->depth < DEEPEST ? mcts_take(t, &m->chunk, t->shape.node_units) : 0;
    if (!i) return 0;
    mcts_node *n = mcts_node_at(t, i);
    memcpy(n, old, (size_t)t->shape.node_units * MCTS_UNIT);
    RELAXED_STORE(&n->edges, 0);
    RELAXED_STORE(&n->index, 0);
    if (t->shape.hashed) mcts_enter(t, hash, i);
    m->depth++;
    uint32_t edges = mcts_edges(t, old) ? move_edges(m, old) : 0;
    m->depth--;
    RELAXED_STORE(&n->edges, edges);
    if (!edges) RELAXED_STORE(&n->flags, 0);
    return i;
}

void mcts_reroot(mcts_tree *t, uint32_t root) {
    assert(root > 0 && root < t->units && !t->shape.by_view);
    uint64_t free_now = RELAXED_LOAD(&t->stretch);
    uint32_t from = (uint32_t)(free_now >> 32);
    uint32_t to = (uint32_t)free_now;
    RELAXED_STORE(&t->full, false);
    t->root = root;
    if (to - from >= t->units / 2) return;
    if (t->slots) clean_pages_reset(&t->slot_pages);
    /* From the far end of the stretch inward, so that afterwards the rest is one stretch again. */
    t->downward = !t->downward;
    mover m = {.t = t};
    uint32_t moved = move_node(&m, root);
    uint64_t left = RELAXED_LOAD(&t->stretch);
    uint32_t inner = t->downward ? (uint32_t)left : (uint32_t)(left >> 32);
    RELAXED_STORE(&t->stretch, t->downward ? stretch_of(1, inner) : stretch_of(inner, t->units));
    RELAXED_STORE(&t->full, false);
    assert((uint32_t)(RELAXED_LOAD(&t->stretch) >> 32) <= (uint32_t)RELAXED_LOAD(&t->stretch));
    t->root = moved; /* 0: there was no memory at all */
}

unsigned mcts_full_permille(const mcts_tree *t) {
    if (RELAXED_LOAD(&t->full)) return 1000;
    uint64_t stretch = RELAXED_LOAD(&t->stretch);
    uint32_t free_units = (uint32_t)stretch - (uint32_t)(stretch >> 32);
    return (unsigned)((uint64_t)(t->units - free_units) * 1000 / t->units);
}
