#ifndef SEARCH_MCTS_PIMC_H
#define SEARCH_MCTS_PIMC_H
/* Perfect information Monte Carlo: a search in open cards for deal after deal. See pimc.c. */

#include "search/searcher.h"

extern const searcher_kind pimc_searcher;

#endif
