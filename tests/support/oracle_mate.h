#ifndef TESTS_SUPPORT_ORACLE_MATE_H
#define TESTS_SUPPORT_ORACLE_MATE_H
/* Forced mates by trying everything, with the chess of the oracle. Moves are counted as problems
 * count them: those of the side that mates. The draw rules do not matter in so few moves and are
 * left out (but for stalemate). */

#include "tests/support/oracle_chess.h"

/* Enough for any n asked here. */
enum { ORACLE_MATE_MOST = 4 };

/* The side to move mates in at most n moves, whatever the other does. */
bool oracle_mate_in(const oracle_chess *g, int n);

/* One of these legal moves is the first of such a mate. */
bool oracle_mate_among(const oracle_chess *g, int n, const oracle_move *moves, int count);

/* The first moves after which the mate is forced in at most n; gives how many. */
int oracle_mate_keys(const oracle_chess *g, int n, oracle_move out[ORACLE_WORDS]);

#endif
