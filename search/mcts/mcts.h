#ifndef SEARCH_MCTS_MCTS_H
#define SEARCH_MCTS_MCTS_H
/* Monte Carlo tree search for any game: UCT with a value per player. See mcts.c. */

#include "search/searcher.h"

extern const searcher_kind mcts_searcher;

/* Bytes of one node with its edge, for benches. */
size_t mcts_node_bytes(int players);

#endif
