#ifndef LIB_GAME_PAGE_H
#define LIB_GAME_PAGE_H
/* Pages about games for people, for every front end: the rules in our own words, what there is to
 * set and to type, and the list of all games. Plain ASCII, lines within 79 columns where words
 * allow it. */

#include "engine/game/game.h"
#include "search/searcher.h"

/* The rules of a game under these options. Games from texts explain themselves
 * (engine/rules/book/rules_page.h), those in C have a page (games/pages); others have what is known
 * of every game. ST_NOMEM. */
status game_page_rules(const rules *r, text *out, error *err);

/* The same without title, comments of the author, board and notation: for who is not to know which game it
 * is. Pages of games on the kit have lines for a disguise (arena/disguise.h). ST_UNSUPPORTED where the game
 * is none of a text or on the kit. */
status game_page_plain(const rules *r, text *out, error *err);

/* One game with its players, options, notation, bots and an example of commands. ST_NOMEM. */
status game_page_card(const rules *r, const search_registry *book, text *out, error *err);

/* A line for each game, grouped by kind. */
void game_page_list(game_list games, text *out);

#endif
