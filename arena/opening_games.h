#ifndef ARENA_OPENING_GAMES_H
#define ARENA_OPENING_GAMES_H
/* Openings from files of games (PGN, SGF, PDN, GGF): the main line of each. */

#include "arena/openings.h"
#include "engine/notation/forms/formats.h"

/* The form of a file of openings: by its ending, or by how a file of games begins. NULL: lines of
 * text, as openings.h has them. */
const format *opening_games_form(const char *path, const char *head);

typedef struct opening_games_request {
    const format *form;
    const char *data;
    size_t len;
    game_list games;
    const game *game; /* that all of them must be of */
    unsigned depth;   /* at most this many actions of each; 0: all */
} opening_games_request;

/* One line for each game, for openings_read(). Errors name the game, or line and column. */
status opening_games_lines(const opening_games_request *q, text *out, error *err);

#endif
