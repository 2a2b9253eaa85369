#ifndef CLI_PLAY_PLAY_THOUGHTS_H
#define CLI_PLAY_PLAY_THOUGHTS_H
/* What the engines of a table thought of their actions and what was left on their clocks, for files
 * that have such. They stay when actions are taken back: a thought belongs to what it led to. */

#include "cli/play/play_model.h"
#include "engine/notation/tree/game_tree.h"

/* Of the action that seat has just played; where there is no memory, it is not known. */
void play_thoughts_note(play *p, int seat, const line_score *score, unsigned depth);
void play_thoughts_done(play *p);

/* Adds them to the tree of a game of this table. */
status play_thoughts_add(const play *p, const position *played, game_tree *t, error *err);

#endif
