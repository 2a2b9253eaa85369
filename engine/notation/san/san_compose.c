/* How one move is written, apart from marks of check. */
#include "engine/notation/san/san_moves.h"

/* What of the cell it comes from has to be told: 1 the column, 2 the row, 3 both. Of two that could
 * go there the column tells them apart, or else the row. */
static int tell_apart(const san_moves *m, const san_move *move) {
    int width = m->board.width;
    bool others = false;
    bool column = false;
    bool row = false;
    for (size_t i = 0; i < m->count; i++) {
        const san_move *k = &m->at[i];
        if (k->piece != move->piece || k->to != move->to || k->from == move->from || k->from < 0 ||
            k->castles)
            continue;
        others = true;
        column |= k->from % width == move->from % width;
        row |= k->from / width == move->from / width;
    }
    if (!others) return 0;
    if (!column) return 1;
    return row ? 3 : 2;
}

void san_compose(const san_moves *m, const san_move *move, const san_effect *effect, text *out) {
    char name[16];
    text from = text_over(name, sizeof name);
    if (move->castles && san_moves_castling(m, move->castles) == move) {
        text_put(out, move->castles > 0 ? "O-O" : "O-O-O");
        return;
    }
    if (move->to < 0 || move->castles) { /* no move of a piece, or no castling as it is known */
        text_put(out, san_moves_token(m, move));
        return;
    }
    bool pawn = move->piece == 'P';
    if (move->from < 0) {
        text_format(out, "%c@", move->piece);
    } else {
        int apart = tell_apart(m, move);
        if (pawn && effect->takes) apart |= 1;
        board_text_name(&m->board, move->from, &from);
        if (!pawn) text_char(out, move->piece);
        if (apart & 1) text_char(out, name[0]);
        if (apart & 2) text_put(out, name + 1);
        if (effect->takes) text_char(out, 'x');
    }
    board_text_name(&m->board, move->to, out);
    if (effect->becomes) text_format(out, "=%c", effect->becomes);
}
