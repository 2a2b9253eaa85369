#ifndef CLI_PLAY_PLAY_COMMANDS_H
#define CLI_PLAY_PLAY_COMMANDS_H
/* The commands that can be typed at the prompt: one table of them. */

#include "cli/play/play_model.h"

/* Does what a line says if its first word is a command; false if it is none. */
bool play_command(play *p, const char *line);
const char *play_nearest_command(const char *word); /* NULL if none is near */
const char *play_command_name(size_t i);            /* NULL after the last */

#endif
