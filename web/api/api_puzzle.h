#ifndef WEB_API_API_PUZZLE_H
#define WEB_API_API_PUZZLE_H
/* A puzzle for every day, from puzzles/. */

#include "web/http/web_routes.h"

extern const web_route api_puzzle_routes[];

#endif
