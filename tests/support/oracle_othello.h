#ifndef TESTS_SUPPORT_ORACLE_OTHELLO_H
#define TESTS_SUPPORT_ORACLE_OTHELLO_H
/* Othello once more, plainly: a second opinion for tests (see oracle_board.h).
 *
 * An action is a cell ("d3"), or "pass" when the side to move cannot place and the other can; when
 * neither can, the game is over at once. Black is the first player and has the upper-case letter.
 */

#include <stdbool.h>

#include "tests/support/oracle_board.h"

typedef struct oracle_othello {
    char cell[ORACLE_CELLS]; /* D of the first player, d of the second, '.' */
    int mover;               /* 0 or 1 */
} oracle_othello;

void oracle_othello_start(oracle_othello *g);
/* "board seat", the seat from 0. NULL, or what is wrong. */
const char *oracle_othello_read(oracle_othello *g, const char *text);
void oracle_othello_write(const oracle_othello *g, char out[ORACLE_TEXT]);

void oracle_othello_moves(const oracle_othello *g, oracle_words *out); /* sorted; none: over */
bool oracle_othello_play(oracle_othello *g, const char *word);         /* false: not legal */
int oracle_othello_discs(const oracle_othello *g, int player); /* who has more wins in the end */

/* Sequences of `depth` actions; *ended, if any, grows by the games that were over earlier. */
uint64_t oracle_othello_perft(const oracle_othello *g, int depth, uint64_t *ended);

#endif
