#ifndef SEARCH_BASELINE_H
#define SEARCH_BASELINE_H
/* Searches that do not search: a uniform choice, and the policies a game brings along. They say
 * nothing about values: all players get an equal value. */

#include "search/searcher.h"

extern const searcher_kind baseline_random_searcher;
extern const searcher_kind baseline_bot_searcher; /* plays options.bot */

/* The game's bot of this name, or NULL. */
const bot *baseline_find_bot(const game *g, const char *name);

#endif
