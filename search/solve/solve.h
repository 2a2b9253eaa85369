#ifndef SEARCH_SOLVE_SOLVE_H
#define SEARCH_SOLVE_SOLVE_H
/* The exact search: it proves what a position is worth, or says that it could not. */

#include "search/searcher.h"

extern const searcher_kind solve_searcher;

#endif
