#ifndef CLI_PLAY_PLAY_SETUP_H
#define CLI_PLAY_PLAY_SETUP_H
/* A position that a person sets up: a draft next to the game on the table, changed piece by piece
 * or by a text. It is entered when it can be, else what is wrong is said and both stay. */

#include "cli/play/play_model.h"

void play_setup_start(play *p);
void play_setup_end(play *p); /* without entering it; the game goes on */

/* One line of a person while there is a draft. */
void play_setup_line(play *p, const char *line);

/* Another position comes on the table, by its text. On failure nothing has changed. */
status play_setup_enter(play *p, const char *line, error *err);

#endif
