#ifndef GAMES_PAGES_GAME_PAGES_H
#define GAMES_PAGES_GAME_PAGES_H
/* The rules of games in C as pages for people, NAME_page.txt each. The build makes the table: a new page
 * needs no more than its file. */

#include "engine/base/embedded.h"

extern const embedded_file game_pages[];

#endif
