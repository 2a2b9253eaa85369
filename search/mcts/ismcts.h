#ifndef SEARCH_MCTS_ISMCTS_H
#define SEARCH_MCTS_ISMCTS_H
/* Monte Carlo tree search under hidden information, with the view of every player. See ismcts.c. */

#include "search/searcher.h"

extern const searcher_kind ismcts_searcher;

#endif
