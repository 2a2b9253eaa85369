#ifndef SEARCH_ALPHABETA_PARANOID_H
#define SEARCH_ALPHABETA_PARANOID_H
/* Alpha-beta search for three and more players: all others play against the deciding seat. See
 * paranoid.c. */

#include "search/searcher.h"

extern const searcher_kind paranoid_searcher;

#endif
