#ifndef ENGINE_NOTATION_FORMS_SGF_H
#define ENGINE_NOTATION_FORMS_SGF_H
/* SGF (Smart Game Format, FF[4]; FF[3] and older are read as well) for go (GM[1]) and hex (GM[11]):
 * collections, SZ, KM, HA, stones set up before the first move, moves and passes, variations,
 * comments, names, time left, values, and what else a node says, which is kept as it was written.
 *
 * Points of go are two letters from the upper left. In hex a1 is a1, the first player's edges are
 * those of the numbers; a file in which white begins has the colours the other way round. Two moves
 * in a row by one colour have a pass between them. */

#include "engine/notation/tree/game_text.h"

/* The next game of a file. ST_NOT_FOUND: there are no more. Errors name line and column; the next
 * call then begins with the game that follows. */
status sgf_next(game_text *s, game_tree **out, error *err);

/* ST_UNSUPPORTED for other games than go and hex. */
status sgf_write(const game_tree *t, text *out, error *err);

/* Whether a file begins like this. */
bool sgf_looks(const char *head);

/* --- for both ways --- */

/* Properties of the root and the tags that hold them, in the words of PGN; ended by NULL. */
typedef struct sgf_tag {
    const char *property, *tag;
} sgf_tag;
extern const sgf_tag sgf_tags[];

/* Properties that are NAGs: TE[1] is !. Ended by NULL. */
typedef struct sgf_mark {
    const char *property, *value;
    int nag;
} sgf_mark;
extern const sgf_mark sgf_marks[];

#endif
