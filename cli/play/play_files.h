#ifndef CLI_PLAY_PLAY_FILES_H
#define CLI_PLAY_PLAY_FILES_H
/* Games in files: play_save() of play_core.h, and reading whatever a game is told by. */

#include "cli/play/play_model.h"

/* Reads a file of any kind that tells a game (game_file.h), `line` being its name and perhaps the
 * number of one of its games; says what is odd about it. *names gets
 * a copy of its names or NULL, to be freed. */
status play_read_game(play *p, const char *line, position **out, char **names, uint64_t *seed,
                      error *err);

#endif
