#ifndef TESTS_SUPPORT_SCENE_H
#define TESTS_SUPPORT_SCENE_H
/* Short ways for tests to set up positions. They print what went wrong and return NULL or false. */

#include "engine/game/position.h"

game_list scene_games(void); /* connect4, pig, leduc and the toy */

/* setup: words as in the protocol, "players 3 set target=20"; "" for the usual game. */
params scene_setup(const game *g, const char *setup);
position *scene_start(const game *g, const char *setup);
position *scene_seat(const game *g, int seat);
position *scene_read(const game *g, const char *line);

/* Plays events with blanks between them. */
bool scene_play(position *p, const char *events);

/* Whether the position's (or view's) text is `line`. */
bool scene_is(const position *p, const char *line);

/* The status of reading a position text that is wrong, or of playing an event that is; *err is
 * filled. */
status scene_refused(const game *g, const char *line, error *err);

#endif
