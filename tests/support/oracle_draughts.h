#ifndef TESTS_SUPPORT_ORACLE_DRAUGHTS_H
#define TESTS_SUPPORT_ORACLE_DRAUGHTS_H
/* English draughts once more, plainly: a second opinion for tests (see oracle_board.h).
 *
 * An action is one step or one jump ("c3d4", "c3e5"); a turn of several jumps is several actions.
 * Black, the first player, has the upper-case letters and moves up the board; dark cells, of which
 * a1 is one, are played on. */

#include <stdbool.h>

#include "tests/support/oracle_board.h"

enum { ORACLE_NO_JUMPER = -1, ORACLE_DRAUGHTS_PAST = 256 };

typedef struct oracle_draughts {
    char cell[ORACLE_CELLS]; /* M K of the first player, m k of the second, '.' */
    int mover;               /* 0 or 1 */
    int jumper;              /* in the middle of a turn: the cell of the piece that must jump on */
    int quiet;               /* actions of kings without a capture, since the last other one */
} oracle_draughts;

void oracle_draughts_start(oracle_draughts *g);
/* "board seat", the seat from 0; a position at the start of a turn. NULL, or what is wrong. */
const char *oracle_draughts_read(oracle_draughts *g, const char *text);
void oracle_draughts_write(const oracle_draughts *g, char out[ORACLE_TEXT]);

void oracle_draughts_moves(const oracle_draughts *g, oracle_words *out); /* sorted */
bool oracle_draughts_play(oracle_draughts *g, const char *word);         /* false: not legal */
/* Sequences of `depth` turns, without the draw rules. */
uint64_t oracle_draughts_perft(const oracle_draughts *g, int depth);

typedef enum oracle_draughts_ending {
    ORACLE_DRAUGHTS_GOES_ON,
    ORACLE_DRAUGHTS_QUIET,  /* a draw: 80 quiet actions */
    ORACLE_DRAUGHTS_REPEAT, /* a draw: the third time */
    ORACLE_DRAUGHTS_STUCK   /* the side to move has lost */
} oracle_draughts_ending;

/* A game under way: the position and those at the ends of turns that it might repeat. */
typedef struct oracle_draughts_game {
    oracle_draughts now;
    oracle_draughts past[ORACLE_DRAUGHTS_PAST];
    int pasts;
} oracle_draughts_game;

void oracle_draughts_begin(oracle_draughts_game *game, const oracle_draughts *from);
/* How the game stands; the first reason of the list. In the middle of a turn it always
 * continues. */
oracle_draughts_ending oracle_draughts_ending_of(const oracle_draughts_game *game);
bool oracle_draughts_go(oracle_draughts_game *game, const char *word); /* false: refused */

#endif
