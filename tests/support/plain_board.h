#ifndef TESTS_SUPPORT_PLAIN_BOARD_H
#define TESTS_SUPPORT_PLAIN_BOARD_H
/* The games of the Boardwalk study written a second time, without the kit and as plainly as can
 * be: moves are listed piece by piece from tables, where the kit's games judge a move they are
 * shown. Kings are written K (of A) and Q (of O). */

#include <stdbool.h>

enum { PLAIN_SIDE = 12, PLAIN_MOVES = 1000 };

/* A placement has a piece; a movement has none. */
typedef struct plain_move {
    char piece;
    int r0, c0, r1, c1;
} plain_move;

typedef struct plain {
    int rows, cols;
    char at[PLAIN_SIDE][PLAIN_SIDE]; /* '_' blank, ' ' no cell */
    int mover, winner;               /* winner: -1 no one */
    bool over;
    bool alone;          /* one player */
    bool option;         /* the game's own, where it has one */
    int placed, hand[2]; /* games that begin with placing */
    int reserve[2][8];
    bool more;          /* the mover has to go on: */
    int more_r, more_c; /* with this piece, where it is one */
} plain;

typedef struct plain_game {
    const char *name, *setup; /* of the kit's game, and how it is opened */
    bool option;
    bool endless; /* drawn by length and repetition */
    void (*start)(plain *b);
    int (*moves)(const plain *b, plain_move *out);
    void (*play)(plain *b, const plain_move *m);
} plain_game;

extern const plain_game plain_checkers, plain_checkers8, plain_short_kings, plain_tafl,
    plain_tafl_passive, plain_seega, plain_morris, plain_morris_cross, plain_chess, plain_shogi,
    plain_reversi, plain_amazons, plain_tron, plain_dominoes, plain_pegs, plain_rows;

/* Fills the board from rows, top first. */
void plain_fill(plain *b, int rows, int cols, const char *const *row);
bool plain_inside(const plain *b, int r, int c);
void plain_add(plain_move *out, int *n, char piece, int r0, int c0, int r1, int c1);

#endif
