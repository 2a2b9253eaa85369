/* Positions that a person sets up, piece by piece. What cannot be is found when the text that is
 * written of it is read (kit_position.c). */
#include "engine/game/edit.h"
#include "engine/game/game_table.h"
#include "engine/sdk/kit_state.h"

/* "2,3": row and column; -1 where the board has no such cell. */
static int cell_called(const kit *k, const char *name) {
    char buf[16];
    text copy = text_over(buf, sizeof buf);
    uint64_t row;
    uint64_t col;
    text_put(&copy, name);
    char *comma = strchr(buf, ',');
    if (!comma || copy.cut) return -1;
    *comma = '\0';
    if (!text_u64(buf, (uint64_t)k->from->rows - 1, &row) ||
        !text_u64(comma + 1, (uint64_t)k->from->cols - 1, &col))
        return -1;
    int cell = (int)row * k->from->cols + (int)col;
    return k->start[cell] == BW_NULL ? -1 : cell;
}

/* A piece by its letter, with or without the word: "A", "piece A", "piece A of seat 1". */
static int piece_called(const kit *k, const char *what) {
    if (text_starts(what, "piece ")) what += 6;
    size_t n = strcspn(what, " ");
    for (int i = 0; i < k->pieces; i++) {
        char buf[8];
        text letter = text_over(buf, sizeof buf);
        kit_put_letter(k, k->piece[i], &letter);
        bool same = letter.len == n && memcmp(buf, what, n) == 0;
        bool plain = n == 1 && (k->plain[i] == *what || k->piece[i] == (unsigned char)*what);
        if (same || plain) return k->piece[i];
    }
    return -1;
}

static status no_piece(const kit *k, const char *what, error *err) {
    char buf[160];
    text list = text_over(buf, sizeof buf);
    for (int i = 0; i < k->pieces; i++) {
        text_put(&list, i ? " " : "");
        kit_put_letter(k, k->piece[i], &list);
    }
    return error_set(err, ST_BAD_VALUE, "there is no piece '%.40s': %s", what, buf);
}

status kit_edit(const rules *head, void *state, const game_edit *e, error *err) {
    const kit_rules *r = kit_rules_of(head);
    const kit *k = r->k;
    kit_state *s = state;
    int piece = BW_BLANK;
    int cell = -1;
    unsigned player = s->player;
    if (e->kind == EDIT_PUT || e->kind == EDIT_CLEAR) {
        cell = cell_called(k, e->cell);
        if (cell < 0)
            return error_set(err, ST_BAD_VALUE,
                             "the board has no cell '%.40s': they are row,column, from 0", e->cell);
    }
    if (e->kind == EDIT_PUT && (piece = piece_called(k, e->what)) < 0)
        return no_piece(k, e->what, err);
    if (e->kind == EDIT_TURN) {
        status st = edit_seat(head, e->what, &player, err);
        if (st != ST_OK) return st;
    }
    for (int c = 0; c < k->cells; c++)
        if (c == cell || (e->kind == EDIT_CLEAR_ALL && k->start[c] != BW_NULL))
            kit_board(k, s)[c] = (uint8_t)piece;
    s->player = (uint8_t)player;
    s->lot = 0;
    s->ending = KIT_OPEN;
    s->winner = BW_NOBODY;
    s->fault = FAULT_NONE;
    return ST_OK;
}
