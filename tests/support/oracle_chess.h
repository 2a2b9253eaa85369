#ifndef TESTS_SUPPORT_ORACLE_CHESS_H
#define TESTS_SUPPORT_ORACLE_CHESS_H
/* Chess and Chess960 once more, slow and plain, written from the laws alone: a second opinion for
 * tests and nothing else. It shares no code with the engine, works on a board with a rim instead of
 * bits, and finds out whether a move is legal by making it.
 *
 * Files: oracle_chess.c moves, oracle_chess_text.c reads and writes. A position is flat; copying it
 * clones it. */

#include <stdbool.h>

#include "tests/support/oracle_board.h"

enum { ORACLE_WHITE, ORACLE_BLACK };
enum { ORACLE_KING_SIDE, ORACLE_QUEEN_SIDE }; /* towards h, towards a */

/* Places are cells of a board of 10 x 12 with a rim, so that a step off the board is seen. */
enum { ORACLE_PLACES = 120, ORACLE_NOWHERE = -1 };

typedef struct oracle_chess {
    char at[ORACLE_PLACES]; /* KQRBNP white, kqrbnp black, '.' empty, '#' rim */
    int mover;
    int king[2];    /* places */
    int rook[2][2]; /* of colour and side: the rook that may still castle, or ORACLE_NOWHERE */
    int ep;         /* the place behind a pawn that just made a double step, kept only when an enemy
                       pawn may capture there */
    int clock;      /* half moves since a capture or a pawn's move */
    int number;     /* of the full move, from 1 */
    bool chess960;  /* castling is written king-takes-rook, flags are rook files */
} oracle_chess;

/* Castling is the king's move onto its own rook, whatever it is written as. */
typedef struct oracle_move {
    int from, to;
    char promoted; /* 'q', 'r', 'b', 'n' or 0 */
} oracle_move;

/* --- reading and writing --- */

/* Reads a FEN of six fields; castling flags KQkq, in Chess960 also rook files (HAha). NULL, or what
 * is wrong with it (an ep cell without its pawn is no fault, it is dropped). */
const char *oracle_chess_read(oracle_chess *g, const char *fen, bool chess960);
void oracle_chess_write(const oracle_chess *g, char out[ORACLE_TEXT]);
void oracle_chess_start(oracle_chess *g);
void oracle_chess_start960(oracle_chess *g, int number); /* 0..959; 518 is the default set-up */

int oracle_place(int cell); /* the place of a cell counted from a1 = 0 */
int oracle_place_cell(int place);

/* --- moves --- */

/* The legal moves, in the order they are found; gives how many. */
int oracle_chess_list(const oracle_chess *g, oracle_move out[ORACLE_WORDS]);
void oracle_chess_apply(oracle_chess *g, oracle_move m); /* one of those */
void oracle_chess_word(const oracle_chess *g, oracle_move m, char out[ORACLE_WORD]);

void oracle_chess_moves(const oracle_chess *g, oracle_words *out); /* legal, sorted */
bool oracle_chess_play(oracle_chess *g, const char *word);         /* false: not legal */

bool oracle_chess_attacked(const oracle_chess *g, int place, int by);
bool oracle_chess_takes_ep(const oracle_chess *g);             /* ep is somewhere, and of use */
bool oracle_chess_check(const oracle_chess *g);                /* the side to move is in check */
uint64_t oracle_chess_perft(const oracle_chess *g, int depth); /* without the draw rules */

/* --- endings --- */

/* Whether one repeats the other: board, side, rights and ep; clock and number do not count. */
bool oracle_chess_same(const oracle_chess *a, const oracle_chess *b);

typedef enum oracle_ending {
    ORACLE_GOES_ON,
    ORACLE_CHECKMATE, /* the side to move has lost */
    ORACLE_STALEMATE, /* from here on draws */
    ORACLE_FIFTY,     /* a clock of 100 and a legal move */
    ORACLE_THREEFOLD,
    ORACLE_DEAD /* bare kings, one knight, or bishops of one colour of cells */
} oracle_ending;

enum { ORACLE_PAST = 128 };

/* A game under way: the position and those before it that it might repeat. */
typedef struct oracle_chess_game {
    oracle_chess now;
    oracle_chess past[ORACLE_PAST];
    int pasts;
} oracle_chess_game;

void oracle_chess_begin(oracle_chess_game *game, const oracle_chess *from);
/* How the game stands. Of several reasons the first of the list above is given. */
oracle_ending oracle_chess_ending(const oracle_chess_game *game);
bool oracle_chess_go(oracle_chess_game *game, const char *word); /* false: not legal, or over */

#endif
