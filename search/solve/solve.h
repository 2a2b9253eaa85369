#ifndef SEARCH_SOLVE_SOLVE_H
#define SEARCH_SOLVE_SOLVE_H
/* The exact search: it proves the value of a position, or says that it could not. */

#include "search/searcher.h"

extern const searcher_kind solve_searcher;

#endif
