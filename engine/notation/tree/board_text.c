#include "engine/notation/tree/board_text.h"

#include <string.h>

#include "engine/base/text.h"

bool board_text_skips_i(const game *g) {
    return g->traits & GAME_SKIPS_I;
}

board_text board_text_empty(const game *g, int width, int height) {
    board_text b = {.width = width, .height = height, .skips_i = board_text_skips_i(g)};
    memset(b.cell, '.', sizeof b.cell);
    return b;
}

/* One row, from *s on. Its cells are put at `cell`; returns how many, -1 where it is none. */
static int read_row(const char **s, char *cell) {
    int n = 0;
    while (**s && **s != '/' && **s != ' ' && **s != '[') {
        int gap = 0;
        char c = **s;
        if (text_is_digit(c)) {
            for (; text_is_digit(**s) && gap <= BOARD_TEXT_MAX_SIDE; (*s)++)
                gap = 10 * gap + (**s - '0');
        } else if (text_is_alpha(c)) {
            if (n >= BOARD_TEXT_MAX_SIDE) return -1;
            cell[n++] = c;
            (*s)++;
            if (**s == '~') (*s)++; /* a promoted piece */
        } else {
            return -1;
        }
        if (n + gap > BOARD_TEXT_MAX_SIDE) return -1;
        n += gap;
    }
    return n;
}

bool board_text_read(const game *g, const char *line, board_text *out) {
    char row[BOARD_TEXT_MAX_SIDE][BOARD_TEXT_MAX_SIDE];
    int height = 0;
    int width = 0;
    memset(row, '.', sizeof row);
    for (bool more = true; more; height++) {
        if (height == BOARD_TEXT_MAX_SIDE) return false;
        int n = read_row(&line, row[height]);
        if (n <= 0 || (height && n != width)) return false;
        width = n;
        more = *line == '/';
        if (more) line++;
    }
    if (*line && *line != ' ' && *line != '[') return false;
    *out = board_text_empty(g, width, height);
    for (int y = 0; y < height; y++)
        memcpy(out->cell + (size_t)y * (size_t)width, row[height - 1 - y], (size_t)width);
    return height > 1;
}

status board_text_of(const position *p, board_text *out, error *err) {
    const game *g = position_rules(p)->game;
    text line = text_growing();
    position_write(p, &line);
    status st = ST_OK;
    if (line.cut)
        st = error_set(err, ST_NOMEM, "no memory for a position");
    else if (!board_text_read(g, text_string(&line), out))
        st = error_set(err, ST_UNSUPPORTED, "positions of %s have no board", g->name);
    text_done(&line);
    return st;
}

void board_text_write(const board_text *b, text *out) {
    for (int y = b->height - 1; y >= 0; y--) {
        int gap = 0;
        for (int x = 0; x < b->width; x++) {
            char c = b->cell[y * b->width + x];
            if (c == '.') {
                gap++;
                continue;
            }
            if (gap) text_format(out, "%d", gap);
            gap = 0;
            text_char(out, c);
        }
        if (gap) text_format(out, "%d", gap);
        if (y) text_char(out, '/');
    }
}

int board_text_column(const board_text *b, char letter) {
    if (letter < 'a' || letter > 'z' || (b->skips_i && letter == 'i')) return -1;
    int x = letter - 'a' - (b->skips_i && letter > 'i');
    return x < b->width ? x : -1;
}

int board_text_cell(const board_text *b, const char *word, size_t *len) {
    int x = board_text_column(b, word[0]);
    if (x < 0) return -1;
    int row = 0;
    size_t n = 1;
    for (; text_is_digit(word[n]) && n < 4; n++) row = 10 * row + (word[n] - '0');
    if (row < 1 || row > b->height || word[1] == '0') return -1;
    if (len) *len = n;
    return (row - 1) * b->width + x;
}

void board_text_name(const board_text *b, int cell, text *out) {
    int x = cell % b->width;
    text_format(out, "%c%d", 'a' + x + (b->skips_i && x >= 'i' - 'a'), cell / b->width + 1);
}

int board_text_owner(char piece) {
    if (piece >= 'A' && piece <= 'Z') return 0;
    return piece >= 'a' && piece <= 'z' ? 1 : -1;
}

int board_text_count(const board_text *b, int player) {
    int n = 0;
    for (int i = 0; i < b->width * b->height; i++) n += board_text_owner(b->cell[i]) == player;
    return n;
}
