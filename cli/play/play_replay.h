#ifndef CLI_PLAY_PLAY_REPLAY_H
#define CLI_PLAY_PLAY_REPLAY_H
/* Looking at a game, step by step. The game on the table waits. */

#include "cli/play/play_model.h"

void play_replay(play *p, const char *path);
void play_replay_end(play *p); /* back to the game that waits, if one does */
/* A line while a game is looked at; false if it is none of its steps. */
bool play_replay_line(play *p, const char *line);
void play_replay_prompt(const play *p, text *out);
const char *play_replay_word(size_t i); /* NULL after the last */

#endif
