#ifndef WEB_THINK_START_SCENES_H
#define WEB_THINK_START_SCENES_H
/* The scenes in which the games of the catalogue start, made once: opening a game from a text takes
 * some milliseconds, and the first page shows all of them. A thread of its own can make them in
 * advance. All calls are safe from any thread. */

#include "engine/game/game.h"

typedef struct start_scenes start_scenes;

/* `games` stays as long. */
status start_scenes_create(start_scenes **out, game_list games);
void start_scenes_destroy(start_scenes *s); /* NULL is welcome */

/* Makes all of them in advance, once; where there is no thread for it they are made when asked for. */
void start_scenes_prepare(start_scenes *s);

/* The start as everyone sees it, as JSON; chance that comes first has decided, the same way each
 * time. A game of another list is not kept. */
status start_scenes_put(start_scenes *s, const game *g, text *out, error *err);

#endif
