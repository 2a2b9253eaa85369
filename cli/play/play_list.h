#ifndef CLI_PLAY_PLAY_LIST_H
#define CLI_PLAY_PLAY_LIST_H
/* What may follow in an action, as a list for people: rows with words and how many actions begin
 * so, short names in columns, turns of a piece drawn next to each other. */

#include "cli/play/play_walk.h"

void play_list_heading(const play_walk *w, text *out); /* "place W29: which piece?" */
/* That and the list below it. `numbered`: with a number before each. */
status play_list_put(const play_walk *w, bool numbered, text *out, error *err);

#endif
