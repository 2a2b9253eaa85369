#ifndef SEARCH_MCTS_MCTS_CHECK_H
#define SEARCH_MCTS_MCTS_CHECK_H
/* What holds of every tree while no thread grows it. For assertions and tests. */

#include "search/mcts/mcts_index.h"

/* One node with its edges:
 * - it is inside the memory that was handed out, and so are its blocks and the nodes it leads to
 * - it was visited at least as often as its edges together; the rest ended here. An edge was taken
 *   at least as often as its node was visited, where no other edge leads there; in a tree of views
 *   it was legal at least as often as it was taken
 * - lower bounds do not exceed upper ones, and what is proven of the node follows from its children
 * - probabilities of outcomes add up to 1
 * - the index finds the edges by their steps */
bool mcts_node_check(const mcts_tree *t, const mcts_node *n);

/* All nodes that the root leads to, or in a tree of views those that the table finds. Uses the
 * locks of the nodes as marks meanwhile. */
bool mcts_tree_check(const mcts_tree *t);

#endif
