#ifndef TESTS_SUPPORT_MATE_BOARDS_H
#define TESTS_SUPPORT_MATE_BOARDS_H
/* Chess positions by chance, in several mixes of material, for a search for mates. White is to move
 * in all of them; mate_board_turned() gives the same with the colours exchanged. */

#include "engine/base/rng.h"
#include "tests/support/oracle_chess.h"

typedef enum mate_mix {
    MATE_ENDING,  /* a few men */
    MATE_MIDDLE,  /* up to a dozen */
    MATE_CROWDED, /* most of the men, often kings and rooks at home */
    MATE_PLAYED   /* random moves from the start */
} mate_mix;

/* What a position is to offer, besides a mate. */
typedef enum mate_feature {
    MATE_PLAIN,
    MATE_ADVANCED, /* a white pawn about to promote */
    MATE_CASTLING, /* White may castle one day; Black's king is not far */
    MATE_STEPPED   /* a black pawn has just made a double step past a white one */
} mate_feature;

/* False: what came out is no position; try again. MATE_PLAYED has no features but those of chance.
 */
bool mate_board(oracle_chess *g, mate_mix mix, mate_feature feature, rng *r);

oracle_chess mate_board_turned(const oracle_chess *g);

/* The same without the man on this place (not a king); false if that is no position. */
bool mate_board_without(const oracle_chess *g, int place, oracle_chess *out);

#endif
