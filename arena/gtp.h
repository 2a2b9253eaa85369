#ifndef ARENA_GTP_H
#define ARENA_GTP_H
/* The Go Text Protocol, version 2, as text: what an answer is, and how points are called. It fits
 * games of two who put stones on the points of a square board: go, and by the same words others
 * (othello, gomoku, hex). Stateless but for gtp_answer, which is its caller's. */

#include "engine/notation/tree/board_text.h"

/* --- answers --- */

enum { GTP_MAX_BODY = 64 * 1024 };

/* One answer while its lines come in: "=7 D4", or "?7 illegal move", more lines, an empty one. */
typedef struct gtp_answer {
    unsigned id;  /* of the command that it belongs to */
    bool open;    /* its first line has been read */
    bool foreign; /* it is the answer to another command */
    bool ok;      /* '=', not '?' */
    text
        body; /* without the mark, lines with '\n' between; what makes it longer than GTP_MAX_BODY is left out */
} gtp_answer;

void gtp_answer_init(gtp_answer *a);
void gtp_answer_done(gtp_answer *a);
void gtp_answer_expect(gtp_answer *a, unsigned id); /* the answer to a command that is sent now */

/* Takes a line without its end; true: it was the last one. What comes before the answer and the
 * answers to other commands are skipped; one without a number is taken as ours. */
bool gtp_answer_line(gtp_answer *a, const char *line);

/* Whether a line of the body is this word: for lists of commands. */
bool gtp_answer_lists(const gtp_answer *a, const char *word);

/* --- points --- */

typedef struct gtp_board {
    board_text cells;
    bool has_i;    /* as programs for hex have it: a column is called I */
    bool at_start; /* stones are on the board when the game begins */
} gtp_board;

/* Of a game at its start. ST_UNSUPPORTED, with the reason, where GTP has no words for the game. */
status gtp_board_of(gtp_board *out, const position *start, error *err);

/* "D4", "pass", from a token of the game and back, case-insensitive; false where there is no such. */
bool gtp_point_write(const gtp_board *b, const char *name, text *out);
bool gtp_point_read(const gtp_board *b, const char *point, text *out);
void gtp_point_name(const gtp_board *b, int cell, text *out);

#endif
