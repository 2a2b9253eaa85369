#ifndef CLI_PLAY_PLAY_INPUT_H
#define CLI_PLAY_PLAY_INPUT_H
/* What a person typed goes where it belongs: a step of a replay, an action, an outcome, a
 * command. */

#include "cli/play/play_model.h"

/* A line without spaces around it and without control characters. */
void play_input(play *p, const char *line);

#endif
