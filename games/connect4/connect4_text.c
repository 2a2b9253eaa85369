#include "games/connect4/connect4_text.h"

#include <string.h>

#include "games/connect4/connect4_rules.h"

static uint64_t cell_at(int column, int row) {
    return UINT64_C(1) << (column * C4_STRIDE + row);
}

static char stone_at(const c4_state *s, int column, int row) {
    uint64_t cell = cell_at(column, row);
    if (s->stone[0] & cell) return 'X';
    return s->stone[1] & cell ? 'O' : '.';
}

status c4_verify(const rules *r, const void *state, const trail *t, const action *steps, int n,
                 error *err) {
    (void)r;
    (void)t;
    if (n == 1 && steps[0] < C4_COLUMNS && (c4_landing(state) & c4_column((int)steps[0])))
        return ST_OK;
    char column = n == 1 && steps[0] < C4_COLUMNS ? (char)('a' + (int)steps[0]) : '?';
    status st = error_set(err, ST_ILLEGAL_ACTION, "column %c is full", column);
    error_reason(err, "column-full", "column=%c", column);
    return st;
}

void c4_to_text(const rules *r, const void *s, const action *steps, int n, text *out) {
    (void)r;
    (void)s;
    (void)n;
    text_char(out, (char)('a' + (int)steps[0]));
}

status c4_from_text(const rules *r, const void *s, const char *token, action *steps, int *n,
                    error *err) {
    (void)r;
    (void)s;
    if (token[0] >= 'a' && token[0] < 'a' + C4_COLUMNS && !token[1]) {
        steps[0] = (action)(token[0] - 'a');
        *n = 1;
        return ST_OK;
    }
    status st = error_set(err, ST_ILLEGAL_ACTION, "an action is a column, a to g");
    error_reason(err, "bad-column", "column=%.40s", token);
    return st;
}

void c4_describe(const rules *r, const void *state, const action *steps, int n, text *out) {
    (void)r;
    (void)n;
    const c4_state *s = state;
    int row = 0;
    while (stone_at(s, (int)steps[0], row) != '.') row++;
    text_format(out, "drop in column %c, to row %d", (char)('a' + (int)steps[0]), row + 1);
}

void c4_write(const rules *r, const void *state, text *out) {
    (void)r;
    const c4_state *s = state;
    for (int row = C4_ROWS - 1; row >= 0; row--) {
        int empty = 0;
        for (int c = 0; c < C4_COLUMNS; c++) {
            char stone = stone_at(s, c, row);
            if (stone == '.') {
                empty++;
                continue;
            }
            if (empty) text_char(out, (char)('0' + empty));
            empty = 0;
            text_char(out, stone);
        }
        if (empty) text_char(out, (char)('0' + empty));
        if (row) text_char(out, '/');
    }
    text_format(out, " %d", s->mover);
}

/* One row of the board; *at stops after it. */
static status read_row(c4_state *s, const char **at, int row, error *err) {
    int c = 0;
    for (; **at && **at != '/' && **at != ' '; ++*at) {
        char ch = **at;
        if (ch >= '1' && ch <= '7')
            c += ch - '0';
        else if ((ch == 'X' || ch == 'O') && c < C4_COLUMNS)
            s->stone[ch == 'O'] |= cell_at(c++, row);
        else if (ch != 'X' && ch != 'O')
            return error_set(err, ST_BAD_FEN, "row %d: '%c' is not X, O or 1 to 7", row + 1, ch);
        else
            c = C4_COLUMNS + 1;
    }
    if (c == C4_COLUMNS) return ST_OK;
    return error_set(err, ST_BAD_FEN, "row %d: expected 7 cells, found %s", row + 1,
                     c < C4_COLUMNS ? "fewer" : "more");
}

/* Four in a row must have been made by the last stone: some top stone of the player who has them
 * breaks every four when it is taken away. */
static bool four_is_last(const c4_state *s, int player) {
    uint64_t landing = (s->stone[0] | s->stone[1]) + C4_BOTTOM;
    uint64_t tops = landing >> 1 & s->stone[player];
    for (; tops; tops &= tops - 1)
        if (!c4_has_four(s->stone[player] & ~(tops & (0 - tops)))) return true;
    return false;
}

static status resolve(c4_state *s, bool noend, error *err) {
    uint64_t all = s->stone[0] | s->stone[1];
    /* A column without holes plus its bottom bit is a single bit. */
    for (int c = 0; c < C4_COLUMNS; c++) {
        uint64_t column = all >> (c * C4_STRIDE) & 0x3f;
        if (column & (column + 1))
            return error_set(err, ST_BAD_FEN, "column %c: a stone hangs in the air", 'a' + c);
    }
    int x = __builtin_popcountll(s->stone[0]);
    int o = __builtin_popcountll(s->stone[1]);
    if (x != o && x != o + 1)
        return error_set(err, ST_BAD_FEN, "%d X and %d O: X starts, so it has as many or one more",
                         x, o);
    if (s->mover != x - o)
        return error_set(err, ST_BAD_FEN, "seat to move: %d X and %d O mean seat %d", x, o, x - o);
    if (all == C4_BOARD) s->ending = C4_FULL;
    if (noend) return ST_OK;
    if (c4_has_four(s->stone[s->mover]))
        return error_set(err, ST_BAD_FEN, "the player to move has four in a row already");
    if (!c4_has_four(s->stone[s->mover ^ 1])) return ST_OK;
    if (!four_is_last(s, s->mover ^ 1))
        return error_set(err, ST_BAD_FEN, "four in a row was there before the last stone");
    s->ending = C4_FOUR;
    return ST_OK;
}

status c4_read(const rules *r, void *state, const char *line, error *err) {
    c4_state *s = state;
    memset(s, 0, sizeof *s);
    for (int row = C4_ROWS - 1; row >= 0; row--) {
        status st = read_row(s, &line, row, err);
        if (st != ST_OK) return st;
        if (row && *line != '/')
            return error_set(err, ST_BAD_FEN, "expected 6 rows with '/' between them");
        line += row != 0;
    }
    if (line[0] != ' ' || (line[1] != '0' && line[1] != '1') || line[2])
        return error_set(err, ST_BAD_FEN, "after the rows comes the seat to move, 0 or 1");
    s->mover = (uint8_t)(line[1] - '0');
    return resolve(s, r->options.noend, err);
}

void c4_draw(const rules *r, const void *state, int seat, bool colours, text *out) {
    (void)r;
    (void)seat;
    const c4_state *s = state;
    for (int row = C4_ROWS - 1; row >= 0; row--) {
        text_format(out, "%d ", row + 1);
        for (int c = 0; c < C4_COLUMNS; c++) {
            char stone = stone_at(s, c, row);
            if (colours && stone != '.')
                text_format(out, " \033[1;%dm%c\033[0m", stone == 'X' ? 31 : 33, stone);
            else
                text_format(out, " %c", stone);
        }
        text_char(out, '\n');
    }
    text_put(out, "   a b c d e f g\n");
}
