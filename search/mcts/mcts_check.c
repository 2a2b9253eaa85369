#include "search/mcts/mcts_check.h"

#include <math.h>

enum { MARKED = 2, DEEPEST = 8192, LOOKED_UP = 64 };

static const double rounding = 1e-4; /* of sums of floats */

/* --- memory --- */

static uint32_t number_of(const mcts_tree *t, const void *p) {
    return (uint32_t)((size_t)((const unsigned char *)p - t->base) / MCTS_UNIT);
}

/* Whether these units belong to the tree and were handed out. */
static bool is_taken(const mcts_tree *t, uint32_t at, uint32_t units) {
    uint64_t stretch = RELAXED_LOAD(&t->stretch);
    uint32_t from = (uint32_t)(stretch >> 32);
    uint32_t to = (uint32_t)stretch;
    if (at == 0 || at >= t->units || units > t->units - at) return false;
    return from == to || at + units <= from || at >= to;
}

static bool blocks_hold(const mcts_tree *t, const mcts_node *n) {
    uint32_t i = RELAXED_LOAD(&n->edges);
    if (i == EDGES_COMING) return false; /* a list that a thread began is finished */
    while (i) {
        if (!is_taken(t, i, 1)) return false;
        const mcts_block *b = mcts_block_at(t, i);
        if (!is_taken(t, i, 1 + b->cap * (t->shape.edge_size / MCTS_UNIT))) return false;
        if (mcts_block_count(b) > b->cap) return false;
        i = RELAXED_LOAD(&b->next);
    }
    return true;
}

/* --- one edge --- */

static bool edge_holds(const mcts_tree *t, const mcts_node *n, const mcts_edge *e) {
    uint32_t visits = RELAXED_LOAD(&e->visits);
    if (e->step == ACTION_NONE) return false;
    if (t->shape.by_view) return mcts_offers(t, e) >= visits;
    uint32_t child = mcts_child_number(t, e);
    if (!child) return true;
    if (!is_taken(t, child, t->shape.node_units) || mcts_node_at(t, child) == n) return false;
    return t->shape.hashed || RELAXED_LOAD(&mcts_node_at(t, child)->visits) <= visits;
}

/* --- the edges of a node together --- */

/* Bounds are those of who decides, or of player 0. */
typedef struct edge_sums {
    uint64_t visits;
    uint32_t count;
    bool linked; /* every edge leads to a node */
    double probability, low, high;
} edge_sums;

static void add_edge(const mcts_tree *t, const mcts_node *n, const mcts_edge *e, edge_sums *s) {
    bool weighted = RELAXED_LOAD(&n->flags) & NODE_WEIGHTED;
    int player = n->actor >= 0 ? n->actor : 0;
    s->visits += RELAXED_LOAD(&e->visits);
    s->count++;
    double p = weighted ? (double)mcts_probability(n, e) : 1;
    s->probability += p;
    const mcts_node *c = t->shape.by_view ? NULL : mcts_child(t, e);
    if (!c) {
        s->linked = false;
        return;
    }
    double low = (double)mcts_get(t, c, V_LOW, player);
    double high = (double)mcts_get(t, c, V_HIGH, player);
    if (weighted) {
        s->low += p * low;
        s->high += p * high;
    } else {
        if (s->count == 1 || low > s->low) s->low = low;
        if (s->count == 1 || high > s->high) s->high = high;
    }
}

/* Bounds of children only ever come closer, so those of the node are no closer than theirs. */
static bool proof_holds(const mcts_tree *t, const mcts_node *n, const edge_sums *s) {
    uint8_t flags = RELAXED_LOAD(&n->flags);
    bool weighted = flags & NODE_WEIGHTED;
    if (!s->linked || !s->count || !(flags & NODE_COMPLETE)) return true;
    if (n->actor < 0 && !weighted) return true;
    int player = n->actor >= 0 ? n->actor : 0;
    return (double)mcts_get(t, n, V_LOW, player) <= s->low + rounding &&
           (double)mcts_get(t, n, V_HIGH, player) >= s->high - rounding;
}

static bool values_hold(const mcts_tree *t, const mcts_node *n) {
    int w = t->shape.width;
    for (int i = 0; i < w; i++) {
        float mean = RELAXED_LOAD(&n->v[V_MEAN * w + i]);
        double low = (double)RELAXED_LOAD(&n->v[V_LOW * w + i]);
        double high = (double)RELAXED_LOAD(&n->v[V_HIGH * w + i]);
        if (!(low <= high + rounding)) return false;
        if (!isfinite(mean) || mean < VALUE_NONE) return false;
    }
    return true;
}

bool mcts_node_check(const mcts_tree *t, const mcts_node *n) {
    edge_sums s = {.linked = true};
    if (!is_taken(t, number_of(t, n), t->shape.node_units)) return false;
    if (n->actor < ACTOR_CHANCE) return false;
    if (!values_hold(t, n) || !blocks_hold(t, n)) return false;
    MCTS_EDGES(t, n, it) {
        if (!edge_holds(t, n, it.edge)) return false;
        bool looks = s.count < LOOKED_UP || RELAXED_LOAD(&n->index);
        if (looks && mcts_find_edge(t, n, it.edge->step) != it.edge) return false;
        add_edge(t, n, it.edge, &s);
    }
    if (s.visits > RELAXED_LOAD(&n->visits)) return false;
    bool weighted = RELAXED_LOAD(&n->flags) & NODE_WEIGHTED;
    if (weighted && fabs(s.probability - 1) > 1e-3) return false;
    return proof_holds(t, n, &s);
}

/* --- all nodes --- */

/* Checks what is not marked yet, and marks it; with `mark` 0 takes the marks back. */
static bool walk(const mcts_tree *t, mcts_node *n, uint8_t mark, int depth) {
    if (RELAXED_LOAD(&n->lock) == mark) return true;
    if (mark && RELAXED_LOAD(&n->lock)) return false; /* a thread appends */
    if (mark && !mcts_node_check(t, n)) return false;
    if (depth >= DEEPEST) return true;
    RELAXED_STORE(&n->lock, mark);
    bool good = true;
    MCTS_EDGES(t, n, it) {
        mcts_node *c = mcts_child(t, it.edge);
        if (c && good) good = walk(t, c, mark, depth + 1);
    }
    return good;
}

/* The node is where its hash says. */
static bool slot_holds(const mcts_tree *t, uint32_t at) {
    uint32_t i = RELAXED_LOAD(&t->slots[at]);
    if (!i) return true;
    if (!is_taken(t, i, t->shape.node_units)) return false;
    uint32_t hash = (uint32_t)*mcts_hash_of(t, mcts_node_at(t, i));
    if (((at - hash) & t->slot_mask) >= MCTS_SLOT_PROBES) return false;
    return !t->shape.by_view || mcts_node_check(t, mcts_node_at(t, i));
}

static bool slots_hold(const mcts_tree *t) {
    for (uint32_t at = 0; t->slots && at <= t->slot_mask; at++) {
        bool ready = clean_pages_ready(&t->slot_pages, (size_t)at * sizeof *t->slots);
        if (ready && !slot_holds(t, at)) return false;
    }
    return true;
}

bool mcts_tree_check(const mcts_tree *t) {
    if (!t->root || !slots_hold(t)) return false;
    mcts_node *root = mcts_node_at(t, t->root);
    if (t->shape.by_view) return mcts_node_check(t, root);
    bool good = walk(t, root, MARKED, 0);
    (void)walk(t, root, 0, 0);
    return good;
}
