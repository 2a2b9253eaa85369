#ifndef SEARCH_ALPHABETA_ALPHABETA_H
#define SEARCH_ALPHABETA_ALPHABETA_H
/* Alpha-beta search for two players without chance. See alphabeta.c. */

#include "search/searcher.h"

extern const searcher_kind alphabeta_searcher;

#endif
