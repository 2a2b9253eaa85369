#ifndef SEARCH_MCTS_MCTS_INDEX_H
#define SEARCH_MCTS_MCTS_INDEX_H
/* The edges of a node by their step, where there are many and more come with every visit: the
 * outcomes of a deal. Without it each visit looks through all of them, and threads that append
 * wait for each other meanwhile. The index is in the tree's memory, with two to four slots an
 * edge. Short lists have none, and a tree without memory for a larger one drops it: they are
 * looked through. */

#include "search/mcts/mcts_tree.h"

/* The edge of this step, or NULL. Safe from any thread. */
mcts_edge *mcts_find_edge(const mcts_tree *t, const mcts_node *n, action step);

/* How many edges or slots finding this step looks at, for tests. */
uint32_t mcts_find_probes(const mcts_tree *t, const mcts_node *n, action step);

/* Under the node's lock: the last block of the list or NULL, and how many edges there are. */
mcts_block *mcts_last_block(const mcts_tree *t, const mcts_node *n, uint32_t *edges);

/* Under the node's lock: `e` was appended to the block `last`, and there are `count` edges now. */
void mcts_index_edge(mcts_tree *t, mcts_chunk *c, mcts_node *n, mcts_block *last,
                     const mcts_edge *e, uint32_t count);

/* Whether the node is a chance node with so many outcomes that they have an index. */
static inline bool mcts_many_outcomes(const mcts_node *n) {
    return n->actor == ACTOR_CHANCE && RELAXED_LOAD(&n->index);
}

#endif
