#ifndef CLI_CATALOGUE_H
#define CLI_CATALOGUE_H
/* The only place that names every game and every search. */

#include "engine/game/game.h"
#include "search/searcher.h"

game_list catalogue_games(void);
const search_book *catalogue_book(void);

#endif
