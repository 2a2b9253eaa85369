#ifndef SEARCH_ALPHABETA_BRS_H
#define SEARCH_ALPHABETA_BRS_H
/* Alpha-beta search for three and more players: one of the others at a time plays against the
 * deciding seat (BRS+). See brs.c. */

#include "search/searcher.h"

extern const searcher_kind brs_searcher;

#endif
