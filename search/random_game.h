#ifndef SEARCH_RANDOM_GAME_H
#define SEARCH_RANDOM_GAME_H
/* Games in which everything is chosen at random, from a position on. */

#include "engine/base/rng.h"
#include "engine/game/position.h"

/* What one thread plays them with. */
typedef struct random_game {
    const rules *rules;
    unsigned char *state; /* where the game is */
    action *list;
    chance_buffers chance;
    trail trail;
} random_game;

enum { RANDOM_GAME_PLIES = 100000 }; /* at most */

/* Room for games from `from`, all of which is known. ST_NOMEM; the caller ends it with
 * random_game_done() in any case. */
status random_game_init(random_game *m, const position *from);
void random_game_done(random_game *m);

/* Plays from there to the end, or `plies` (steps of players and of chance); returns how many. */
int random_game_play(random_game *m, const position *from, rng *dice, int plies);

/* Whether random games from here tell who is better: some of a few have a winner. False also where
 * there is no memory to try. */
bool random_games_decide(const position *from);

#endif
