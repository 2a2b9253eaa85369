#ifndef SEARCH_ALPHABETA_PARANOID_H
#define SEARCH_ALPHABETA_PARANOID_H
/* Alpha-beta searches for three and more players. See paranoid.c. */

#include "search/searcher.h"

extern const searcher_kind paranoid_searcher; /* all others play against the deciding seat */
extern const searcher_kind brs_searcher;      /* one of them at a time does: BRS+ */

#endif
