#ifndef TESTS_SUPPORT_ONE_LINE_H
#define TESTS_SUPPORT_ONE_LINE_H
/* Short ways for tests to set up positions. They print what went wrong and return NULL or false. */

#include "engine/game/position.h"

game_list one_line_games(void); /* connect4, pig, leduc and the toy */

/* setup: words as in the protocol, "players 3 set target=20"; "" for the default game. */
params one_line_setup(const game *g, const char *setup);
position *one_line_start(const game *g, const char *setup);
position *one_line_seat(const game *g, int seat);
position *one_line_read(const game *g, const char *line);

/* Plays events with spaces between them. */
bool one_line_play(position *p, const char *events);

/* Whether the position's (or view's) text is `line`. */
bool one_line_is(const position *p, const char *line);

/* The status of reading a position text that is wrong, or of playing an event that is; *err is
 * filled. */
status one_line_refused(const game *g, const char *line, error *err);

#endif
