#ifndef ENGINE_NOTATION_FORMS_PDN_H
#define ENGINE_NOTATION_FORMS_PDN_H
/* PDN (Portable Draughts Notation) for English draughts (GameType 21, squares 1 to 32) and
 * international draughts (GameType 20, squares 1 to 50): tags, comments and variations as in PGN,
 * moves like 11-15 and 22x15x8, a capture by its ends alone where that is clear, FEN tags like
 * W:W31-50:B1-20. A move of several jumps is several tokens. Squares may also be named as in tokens
 * (a3-b4). */

#include "engine/notation/tree/game_text.h"

/* The next game of a file. ST_NOT_FOUND: there are no more. Errors name line and column; the next
 * call then begins with the game that follows. */
status pdn_next(game_text *s, game_tree **out, error *err);

/* ST_UNSUPPORTED for other games. */
status pdn_write(const game_tree *t, text *out, error *err);

/* Whether a file begins like this: tags as in PGN, but of draughts, or moves between squares. */
bool pdn_looks(const char *head);

/* One turn as a person writes it (22x15x8), as tokens with a space between; and back.
 * ST_ILLEGAL_ACTION says why none or more than one is meant. */
status pdn_read_move(const position *p, const char *word, text *out, error *err);
status pdn_write_move(const position *p, const char *tokens, text *out, error *err);

/* --- squares --- */

/* How a game numbers its squares; NULL: it is no game of PDN. */
typedef struct pdn_board {
    const char *game, *type; /* "draughts", the GameType tag */
    int side, count;         /* cells along an edge, numbered squares */
    bool turned;             /* square 1 is at the foot of our board: the first player is there */
    int white;               /* the seat of white */
} pdn_board;
const pdn_board *pdn_board_of(const game *g);
int pdn_cell(const pdn_board *b, int square); /* a cell of board_text; -1: no such square */
int pdn_square(const pdn_board *b, int cell); /* from 1; 0: it has no number */

/* W:W31-50:B1-20 from a position, and as a position text. */
status pdn_write_fen(const position *p, text *out, error *err);
status pdn_read_fen(const game *g, const char *fen, text *out, error *err);

#endif
