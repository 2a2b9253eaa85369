#ifndef SEARCH_ALPHABETA_EXPECTIMAX_H
#define SEARCH_ALPHABETA_EXPECTIMAX_H
/* Alpha-beta search for two players with chance: expectiminimax. See expectimax.c. */

#include "search/searcher.h"

extern const searcher_kind expectimax_searcher;

#endif
