#include <string.h>

#include "engine/notation/forms/pdn.h"
#include "engine/notation/tree/board_text.h"

static const pdn_board boards[] = {
    {"draughts", "21,B,8,8,N1,0", 8, 32, true, 1},
    {"international", "20,W,10,10,N2,0", 10, 50, false, 0},
};

const pdn_board *pdn_board_of(const game *g) {
    for (size_t i = 0; g && i < sizeof boards / sizeof *boards; i++)
        if (strcmp(boards[i].game, g->name) == 0) return &boards[i];
    return NULL;
}

/* White sees square 1 at the upper left, on the second cell of its row; in every other row the
 * first cell has a number. Where the first player is black, that is our board turned round. */
int pdn_cell(const pdn_board *b, int square) {
    if (square < 1 || square > b->count) return -1;
    int row = (square - 1) / (b->side / 2);
    int x = 2 * ((square - 1) % (b->side / 2)) + (row % 2 == 0);
    int y = b->side - 1 - row;
    int cell = y * b->side + x;
    return b->turned ? b->side * b->side - 1 - cell : cell;
}

int pdn_square(const pdn_board *b, int cell) {
    for (int i = 1; i <= b->count; i++)
        if (pdn_cell(b, i) == cell) return i;
    return 0;
}

/* --- FEN tags --- */

static status bad_fen(error *err, const char *at) {
    return error_set(err, ST_BAD_FEN,
                     "a FEN of draughts is like W:W31-50:B1-20 or B:WK3,21:B5, not ...%.40s",
                     *at ? at : "(its end)");
}

static int read_number(const char **s) {
    int n = 0;
    for (; text_is_digit(**s) && n < 1000; (*s)++) n = 10 * n + (**s - '0');
    return n;
}

/* "31-50", "K3": pieces of one colour from s on. */
static status read_pieces(const pdn_board *d, board_text *b, const char **s, int seat, error *err) {
    while (**s && **s != ':' && **s != '.') {
        const char *at = *s;
        bool king = **s == 'K';
        if (king) (*s)++;
        int from = read_number(s);
        int to = from;
        if (**s == '-') {
            (*s)++;
            to = read_number(s);
        }
        if (pdn_cell(d, from) < 0 || pdn_cell(d, to) < 0 || to < from) return bad_fen(err, at);
        for (int i = from; i <= to; i++) {
            char piece = (char)(king ? 'K' : 'M');
            int cell = pdn_cell(d, i);
            if (cell >= 0 && cell < BOARD_TEXT_MAX_SIDE * BOARD_TEXT_MAX_SIDE)
                b->cell[cell] = (char)(seat ? piece - 'A' + 'a' : piece);
        }
        if (**s == ',') (*s)++;
    }
    return ST_OK;
}

status pdn_read_fen(const game *g, const char *fen, text *out, error *err) {
    const pdn_board *d = pdn_board_of(g);
    const char *s = fen;
    board_text b = board_text_empty(g, d->side, d->side);
    if (*s != 'W' && *s != 'B') return bad_fen(err, s);
    int mover = *s++ == 'W' ? d->white : 1 - d->white;
    while (*s == ':') {
        s++;
        if (*s != 'W' && *s != 'B') return bad_fen(err, s);
        int seat = *s++ == 'W' ? d->white : 1 - d->white;
        status st = read_pieces(d, &b, &s, seat, err);
        if (st != ST_OK) return st;
    }
    if (*s == '.') s++;
    if (*s) return bad_fen(err, s);
    board_text_write(&b, out);
    text_format(out, " %d", mover);
    return out->cut ? error_set(err, ST_NOMEM, "no memory for the position") : ST_OK;
}

static char piece_on(const pdn_board *d, const board_text *b, int square) {
    return square <= d->count ? b->cell[pdn_cell(d, square)] : '.';
}

/* Three men in a row and more as a range. */
static void put_pieces(const pdn_board *d, const board_text *b, int seat, text *out) {
    const char man = seat ? 'm' : 'M';
    const char king = seat ? 'k' : 'K';
    const char *between = "";
    for (int i = 1; i <= d->count; i++) {
        char c = piece_on(d, b, i);
        if (c != man && c != king) continue;
        int last = i;
        while (c == man && piece_on(d, b, last + 1) == man) last++;
        text_format(out, "%s%s%d", between, c == king ? "K" : "", i);
        between = ",";
        if (last < i + 2) continue;
        text_format(out, "-%d", last);
        i = last;
    }
}

status pdn_write_fen(const position *p, text *out, error *err) {
    const rules *r = position_rules(p);
    const pdn_board *d = pdn_board_of(r->game);
    board_text b;
    status st = board_text_of(p, &b, err);
    if (st != ST_OK) return st;
    int actor = r->game->actor(r, position_data(p));
    text_format(out, "%c:W", (actor < 0 ? 0 : actor) == d->white ? 'W' : 'B');
    put_pieces(d, &b, d->white, out);
    text_put(out, ":B");
    put_pieces(d, &b, 1 - d->white, out);
    return ST_OK;
}
