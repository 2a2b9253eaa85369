#ifndef ENGINE_NOTATION_SAN_SAN_H
#define ENGINE_NOTATION_SAN_SAN_H
/* Chess notation (SAN) for every game whose tokens are moves from cell to cell: e4, Nf3, exd5, O-O,
 * e8=Q+, R1e2, N@f3. Made of the legal tokens and the board in the position text alone, so it fits
 * chess, its variants and its ancestors, and rules texts of others like them.
 *
 * What is written is the shortest that is clear among the legal moves. `+` is a check; `#` is a
 * move that wins at once, by checkmate or as the game has it. Tokens that are no moves of pieces
 * (pass) stay as they are. Stateless; safe from any thread. */

#include "engine/game/position.h"

/* Whether positions of these rules are played in SAN: two players, moves with a piece each, a
 * start with kings (K) and at least two other kinds. */
bool san_offered(const rules *r);
/* The same with ST_UNSUPPORTED and a sentence, or ST_NOMEM. */
status san_check(const rules *r, error *err);

/* The move that a person wrote, as a token. Also read: the token itself, long algebraic (Ng1-f3),
 * 0-0, pieces as figures, a king that takes its rook or goes two columns for castling, marks (+ # !
 * ? e.p.) whether they are true or not, @f3 for the drop of a pawn, small letters where they are
 * not columns. ST_ILLEGAL_ACTION says why none or more than one move is meant. */
status san_read(const position *p, const char *typed, text *out, error *err);

/* A legal token as SAN. */
status san_write(const position *p, const char *event, text *out, error *err);

/* Several tokens in a row from p, with a space between. Where one cannot be played, ST_OK is not
 * returned and `out` has those before it. */
status san_write_line(const position *p, const char *const *events, size_t n, text *out,
                      error *err);

/* All legal moves, in the order of legal(): visit returns false to stop early. */
typedef bool (*san_visit)(void *ctx, const char *event, const char *san);
status san_list(const position *p, san_visit visit, void *ctx, error *err);

#endif
