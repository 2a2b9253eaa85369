#ifndef ENGINE_NOTATION_FORMS_GGF_H
#define ENGINE_NOTATION_FORMS_GGF_H
/* Othello, in two forms: GGF, the Generic Game Format of GGS and its archives, and a plain
 * transcript (f5d6c3d3c4...), with or without spaces, numbers and passes.
 *
 * A pass that is forced may be left out in both; the tree has it. Transcripts have no variations
 * and no tags; GGF has tags. */

#include "engine/notation/tree/game_text.h"

/* The next game of a file. ST_NOT_FOUND: there are no more. Errors name line and column; the next
 * call then begins with the game that follows. */
status ggf_next(game_text *s, game_tree **out, error *err);
/* One game a line. */
status ggf_list_next(game_text *s, game_tree **out, error *err);

/* The main line. ST_UNSUPPORTED for other games than othello; in transcripts also where it does not
 * begin with the game's own start. */
status ggf_write(const game_tree *t, text *out, error *err);
status ggf_list_write(const game_tree *t, text *out, error *err);

/* Whether a file begins like this. */
bool ggf_looks(const char *head);
bool ggf_list_looks(const char *head);

#endif
