#ifndef SEARCH_SEARCH_REGISTRY_H
#define SEARCH_SEARCH_REGISTRY_H
/* From the name of an algorithm to the search that is asked. */

#include "search/search.h"

/* The search by that name ("auto", "mcts", "bot:greedy", ...) for a game: fills kind, with_net,
 * options.bot and presets of the question. `auto` asks the presets of the book, then the traits: a
 * searcher for hidden games where something is hidden, alphabeta for two players without chance
 * where the game has an evaluation or is given a net, else mcts.
 * ST_NOT_FOUND, or ST_UNSUPPORTED where that search cannot play the game. */
status search_choose(const search_registry *book, const char *algorithm, const rules *r,
                     search_question *out, error *err);

/* The names that it takes for this game, with spaces between. */
void search_write_algorithms(const search_registry *book, const rules *r, text *out);

#endif
