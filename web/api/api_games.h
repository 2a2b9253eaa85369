#ifndef WEB_API_API_GAMES_H
#define WEB_API_API_GAMES_H
/* The catalogue, and what there is to know of one game: options, who can play it, its rules. */

#include "web/api/asked.h"
#include "web/http/web_routes.h"

extern const web_route api_games_routes[];

/* The object of one game, as GET /games/NAME answers it, for other routes. */
status api_games_put(json_writer *w, const web_world *world, const asked_game *g, error *err);

#endif
