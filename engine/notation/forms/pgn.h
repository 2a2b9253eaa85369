#ifndef ENGINE_NOTATION_FORMS_PGN_H
#define ENGINE_NOTATION_FORMS_PGN_H
/* PGN (Portable Game Notation, S. J. Edwards 1994), for every game that has SAN: tag pairs, moves
 * in any style of numbers, comments, NAGs, variations as a tree, [%clk], [%emt] and [%eval], SetUp
 * and FEN, Variant in the spellings of lichess and others, null moves, games without a result. */

#include "engine/notation/tree/game_text.h"

/* The next game of a file. ST_NOT_FOUND: there are no more. Errors name line and column, and what
 * was expected; the next call then begins with the game that follows. */
status pgn_next(game_text *s, game_tree **out, error *err);

/* A game in the export format: the seven tags first, lines of less than 80 columns. The caller puts
 * an empty line between two. ST_UNSUPPORTED where the game has no SAN. */
status pgn_write(const game_tree *t, text *out, error *err);

/* Whether a file begins like this. */
bool pgn_looks(const char *head);

/* The game of a Variant tag: the games' names and titles, and what others call them, case, spaces
 * and hyphens aside. NULL: it is not here. */
const game *pgn_variant(game_list games, const char *name);
/* What to write there; NULL: nothing, it is chess. */
const char *pgn_variant_name(const game *g);

#endif
