#ifndef SEARCH_MCTS_TREE_H
#define SEARCH_MCTS_TREE_H
/* The tree of one MCTS lane: nodes of a fixed stride in one arena, named by index.
 *
 * A node is the edge that leads to it as well (its action). Siblings form a list; those made
 * together lie together, so walking the list is walking memory. `width` values follow the head: one
 * per player, or a single one (player 0's) where two players' values add up to 1. A tree belongs to
 * one thread. */

#include <assert.h>

#include "engine/base/memory.h"
#include "engine/game/game.h"

typedef struct mcts_node {
    action step;
    uint32_t visits;
    uint32_t child, next; /* first child and next sibling; 0: none (node 0 is the root) */
    uint16_t draws;       /* at chance with ChanceSamples: how often this outcome was drawn */
    int8_t actor;         /* who acts here; ACTOR_UNSEEN until somebody looks */
    uint8_t zero;
    double mean[]; /* value per player, averaged over the visits */
} mcts_node;

enum { ACTOR_UNSEEN = 127, MCTS_HEAD = 24 };
static_assert(offsetof(mcts_node, mean) == MCTS_HEAD, "three words before the values");

typedef struct mcts_tree {
    unsigned char *base;
    uint32_t stride, count, cap;
    int width;
} mcts_tree;

static inline mcts_node *mcts_at(const mcts_tree *t, uint32_t i) {
    return (mcts_node *)(void *)(t->base + (size_t)i * t->stride);
}

/* A block of n fresh nodes; returns the first index, or 0 when the tree is full. */
static inline uint32_t mcts_take(mcts_tree *t, uint32_t n) {
    if (n > t->cap - t->count) return 0;
    uint32_t first = t->count;
    t->count += n;
    return first;
}

static inline void mcts_clear_node(const mcts_tree *t, mcts_node *n, action step) {
    *n = (mcts_node){.step = step, .actor = ACTOR_UNSEEN};
    for (int i = 0; i < t->width; i++) n->mean[i] = 0;
}

/* The node's average for one player. */
static inline double mcts_value(const mcts_tree *t, const mcts_node *n, int player) {
    if (t->width > 1 || player == 0) return n->mean[player];
    return 1 - n->mean[0];
}

static inline void mcts_update(const mcts_tree *t, mcts_node *n, const double *value) {
    n->visits++;
    double share = 1 / (double)n->visits;
    for (int i = 0; i < t->width; i++) n->mean[i] += (value[i] - n->mean[i]) * share;
}

#endif
