#ifndef TESTS_SUPPORT_TOY_GAME_H
#define TESTS_SUPPORT_TOY_GAME_H
/* A game for tests of what the real ones do not have: tokens of several steps, other spellings,
 * chance nodes with a single outcome, and repetition.
 *
 * A pawn stands on a ring of six fields. A token is `s` (stay), or one or two moves: `r`, `l`,
 * `rr`, `rl`, `lr`, `ll` (`2r` and `2l` are other spellings). Then a coin falls: `!h` leaves the
 * pawn,
 * `!t` throws it three fields on; on odd fields only `!h` is possible. Whoever brings the pawn to
 * field 5 wins; the third time someone faces the same position it is a draw.
 * Position: `f=0 p=0 at=m left=0 win=-`, at = m(ove), c(oin) or e(nd). */

#include "engine/game/game.h"

extern const game toy_game;

#endif
