#ifndef CLI_PLAY_PLAY_ANSWER_H
#define CLI_PLAY_PLAY_ANSWER_H
/* Answers to the person at the keyboard, from what that person may know. */

#include "cli/play/play_model.h"

void play_show_legal(play *p, const char *prefix);
void play_show_why(play *p, const char *event);
void play_show_hint(play *p);
void play_show_table(play *p); /* eval */
/* What a thing of the game is or does: a card, a puzzle, a piece. */
void play_explain(play *p, const char *name);

#endif
