#ifndef ENGINE_NOTATION_SAN_SAN_MOVES_H
#define ENGINE_NOTATION_SAN_SAN_MOVES_H
/* The legal tokens of a position as moves of pieces: what san.c reads and writes by. Internal to
 * the SAN files. */

#include "engine/notation/tree/board_text.h"

typedef struct san_move {
    size_t at;    /* of its token in `words` */
    int from, to; /* cells; from -1: a drop; to -1: neither a move nor a drop (pass) */
    char piece;   /* its letter, upper case */
    char becomes; /* the letter at the end of the token, upper case; 0: none */
    int castles;  /* 1: to the higher columns, -1: to the lower ones, 0: no */
} san_move;

typedef struct san_moves {
    position *open; /* the position, play going on past claims; without its history */
    board_text board;
    int actor;
    text words;
    san_move *at;
    size_t count, cap;
} san_moves;

/* Lists them. The caller ends *out with san_moves_done() in any case. ST_UNSUPPORTED where the
 * position has no board; ST_GAME_OVER. */
status san_moves_list(san_moves *out, const position *p, error *err);
void san_moves_done(san_moves *m);
const char *san_moves_token(const san_moves *m, const san_move *move);

/* What a move does. */
typedef struct san_effect {
    bool takes, check, wins;
    char becomes; /* another piece than it was, upper case; 0: no */
} san_effect;
status san_moves_try(const san_moves *m, const san_move *move, san_effect *out, error *err);

/* Whether the player to act is in check. */
bool san_moves_in_check(const position *p);

/* The one castling move to that side; NULL where there is none, or more than one. */
const san_move *san_moves_castling(const san_moves *m, int side);

/* Whether a cell has a piece of the player to act, of that kind (upper case; 0: any). */
bool san_moves_own(const san_moves *m, int cell, char piece);

/* --- reading a word --- */

/* What a person wrote, taken apart. Cells, columns and rows are -1 where they are not told. */
typedef struct san_word {
    char piece;       /* upper case; P where none is written */
    bool drop, takes; /* N@f3; an x was written */
    int column, row;  /* where it comes from */
    int to;
    char becomes;
    int castles;
    bool lower; /* the first letter is a column, or a piece written small */
} san_word;

/* How the move is written without marks of check; *effect as san_moves_try() has it. */
void san_compose(const san_moves *m, const san_move *move, const san_effect *effect, text *out);

/* Fills *err with why no move, or more than one, is meant. Returns its code. */
status san_explain_none(const san_moves *m, const san_word *w, const char *typed, error *err);
status san_explain_many(const san_moves *m, const san_move *const *found, size_t n,
                        const char *typed, error *err);
/* "knight" */
void san_explain_piece(const san_moves *m, char piece, text *out);

#endif
