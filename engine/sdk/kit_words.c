#include "engine/sdk/kit_state.h"

/* Moves in words. Two forms, matched as an entire:
 *
 *     placement   CHAR sep INT , INT              "X 2,0"     X:2,0
 *     movement    INT , INT sep INT , INT         "6,1 5,0"   6,1:5,0
 *
 * `sep` is white space, or in tokens (which cannot hold any) one colon; white space may stand
 * around the commas. A piece that a token cannot hold is written u and its code point in hex. The
 * reader of these forms is bw_text_read() in boardwalk.h, so that authors have it, too. */

/* --- characters --- */

bool kit_token_holds(uint32_t code) {
    return code > ' ' && code < 0x7f && !strchr("!?#@;", (int)code);
}

/* --- reading --- */

static status illegal(error *err, const char *reason, const char *token, const char *sentence) {
    char clean[41];
    size_t n = 0;
    for (; token[n] && n < sizeof clean - 1; n++)
        clean[n] = (char)(token[n] > ' ' && token[n] < 0x7f ? token[n] : '?');
    clean[n] = '\0';
    status st = error_set(err, ST_ILLEGAL_ACTION, "%s", sentence);
    error_reason(err, reason, "move=%s", clean);
    return st;
}

static bool outside(const kit *k, int r, int c) {
    return r >= k->from->rows || c >= k->from->cols || k->start[r * k->from->cols + c] == BW_NULL;
}

status kit_from_text(const rules *r, const void *s, const char *token, action *steps, int *n,
                     error *err) {
    const kit *k = kit_rules_of(r)->k;
    bw_text m = {0};
    *n = 1;
    if (kit_lot_open(r, s)) return kit_first_read(r, token, steps, err);
    if (!bw_text_read(token, &m))
        return illegal(err, "bad-format", token,
                       "incorrectly formatted: a move is a piece and a place (X 2,0 or X:2,0), or "
                       "two places (6,1 5,0 or 6,1:5,0)");
    if (outside(k, m.r1, m.c1) || (m.is_movement && outside(k, m.r0, m.c0)))
        return illegal(err, "not-on-board", token, "this place is not on the board");
    if (m.is_movement) {
        steps[0] = bw_movement(m.r0, m.c0, m.r1, m.c1);
        return ST_OK;
    }
    for (int i = 0; i < k->pieces; i++) {
        if (k->letter[i] != m.piece) continue;
        steps[0] = bw_placement(k->piece[i], m.r1, m.c1);
        return ST_OK;
    }
    return illegal(err, "unknown-piece", token, "there is no such piece in this game");
}

/* --- writing --- */

static uint32_t letter_of(const kit *k, uint8_t piece) {
    unsigned number = k->number[piece];
    return number > 1 ? k->letter[number - 2] : piece;
}

void kit_put_letter(const kit *k, uint8_t piece, text *out) {
    uint32_t c = letter_of(k, piece);
    if (c < 0x80) {
        text_char(out, (char)c);
        return;
    }
    int more = c < 0x800 ? 1 : c < 0x10000 ? 2 : 3;
    static const uint32_t lead[] = {0, 0xc0, 0xe0, 0xf0};
    text_char(out, (char)(lead[more] | c >> (6 * more)));
    while (more-- > 0) text_char(out, (char)(0x80 | (c >> (6 * more) & 0x3f)));
}

void kit_piece_word(const kit *k, uint8_t piece, text *out) {
    uint32_t code = letter_of(k, piece);
    if (kit_token_holds(code))
        text_char(out, (char)code);
    else
        text_format(out, "u%02x", (unsigned)code);
}

void kit_to_text(const rules *r, const void *s, const action *steps, int n, text *out) {
    bw_move m = (bw_move)steps[0];
    uint8_t piece;
    int r0;
    int c0;
    int r1;
    int c1;
    (void)n;
    if (kit_lot_open(r, s)) {
        kit_first_write(steps[0], out);
        return;
    }
    if (bw_is_placement(m)) {
        bw_place_fields(m, &piece, &r1, &c1);
        kit_piece_word(kit_rules_of(r)->k, piece, out);
    } else {
        bw_move_fields(m, &r0, &c0, &r1, &c1);
        text_format(out, "%d,%d", r0, c0);
    }
    text_format(out, ":%d,%d", r1, c1);
}

void kit_describe(const rules *r, const void *state, const action *steps, int n, text *out) {
    const kit *k = kit_rules_of(r)->k;
    const kit_state *s = state;
    bw_move m = (bw_move)steps[0];
    uint8_t piece;
    int r0;
    int c0;
    int r1;
    int c1;
    (void)n;
    if (kit_lot_open(r, s)) {
        kit_first_describe(steps[0], out);
        return;
    }
    if (bw_is_placement(m)) {
        bw_place_fields(m, &piece, &r1, &c1);
        text_put(out, piece == BW_BLANK ? "remove" : "place ");
        if (piece != BW_BLANK) kit_piece_word(k, piece, out);
        text_format(out, " row %d, column %d", r1, c1);
        return;
    }
    bw_move_fields(m, &r0, &c0, &r1, &c1);
    text_put(out, "move ");
    kit_piece_word(k, kit_board(k, s)[r0 * k->from->cols + c0], out);
    text_format(out, " from row %d, column %d to row %d, column %d", r0, c0, r1, c1);
}

/* --- names --- */

void kit_names(const rules *r, game_name_visit visit, void *ctx) {
    const kit *k = kit_rules_of(r)->k;
    for (int i = 0; i < k->pieces; i++) {
        char word[16];
        char sign[8];
        text said = text_over(word, sizeof word);
        text shown = text_over(sign, sizeof sign);
        if (k->piece[i] == BW_BLANK) continue; /* no piece: it takes one away */
        kit_piece_word(k, k->piece[i], &said);
        kit_put_letter(k, k->piece[i], &shown);
        visit(ctx, &(game_word){GAME_NAME_LETTER, word, sign, k->plain[i]});
    }
    for (const bw_choice *c = k->from->options; c && c->name; c++)
        visit(ctx, &(game_word){.kind = GAME_NAME_ACT, .word = c->name});
}

/* --- why not --- */

static const char *sentence_for(const char *reason) {
    static const char *const known[][2] = {
        {"not-on-board", "this place is not on the board"},
        {"not-your-piece", "this piece is not the player's to place or move"},
        {"occupied", "the cell is not free"},
        {"no-piece", "there is no piece to move"},
        {"same-cell", "a piece cannot move to its own cell"}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strcmp(known[i][0], reason) == 0) return known[i][1];
    return "the rules of this game do not allow it here";
}

status kit_verify(const rules *r, const void *s, const trail *t, const action *steps, int n,
                  error *err) {
    kit_work w;
    (void)t;
    if (kit_lot_open(r, s)) return kit_first_verify(r, steps, n, err);
    kit_work_init(&w, s);
    bw_state h = kit_handle(kit_rules_of(r), s, &w);
    const char *reason = "not-valid";
    if (n == 1 && steps[0] <= UINT32_MAX) {
        bw_move m = (bw_move)steps[0];
        reason = kit_refuses(&h, m);
        if (!reason && kit_rules_of(r)->k->from->validate_move(&h, m)) return ST_OK;
        if (!reason) reason = "not-valid";
    }
    char buf[64];
    text token = text_over(buf, sizeof buf);
    if (n == 1) kit_to_text(r, s, steps, n, &token);
    return illegal(err, reason, buf, sentence_for(reason));
}
