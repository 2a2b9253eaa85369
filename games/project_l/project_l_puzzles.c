#include "games/project_l/project_l_puzzles.h"

#include <string.h>

/* Made by cmake/KibitzEmbed.cmake. */
extern const unsigned char pl_base_data[];
extern const size_t pl_base_data_size;

const char *pl_base_text(size_t *len) {
    *len = pl_base_data_size;
    return (const char *)pl_base_data;
}

static char colour_letter(int colour) {
    return colour == PL_WHITE ? 'W' : 'B';
}

void pl_puzzle_name(const pl_puzzle *p, text *out) {
    text_format(out, "%c%u", colour_letter(p->colour), p->number);
}

/* A name is the colour's letter and the number without leading zeros. */
int pl_set_find(const pl_set *s, const char *name, size_t len) {
    int colour = len && name[0] == 'W' ? PL_WHITE : len && name[0] == 'B' ? PL_BLACK : -1;
    int number = 0;
    if (colour < 0 || len < 2 || len > 4 || (name[1] == '0' && len > 2)) return -1;
    for (size_t i = 1; i < len; i++) {
        if (!text_is_digit(name[i])) return -1;
        number = 10 * number + (name[i] - '0');
    }
    for (int i = 0; i < s->count; i++)
        if (s->puzzle[i].number == number && s->puzzle[i].colour == colour) return i;
    return -1;
}

/* --- reading --- */

enum { ROWS = 5, MAX_WORDS = 3 };

typedef struct word {
    const char *at;
    size_t len;
    size_t column;
} word;

/* The file so far: the puzzles that are complete, in their final order, and the one being read. */
typedef struct reader {
    pl_set set;
    unsigned started[PL_MAX_PUZZLES]; /* the I line of each puzzle in the set */
    pl_puzzle now;
    bool has_name, has_reward;
    int rows;
    unsigned first_line, name_line; /* of the puzzle being read */
    unsigned line;
    error *err;
} reader;

/* "line 3, column 5: puzzle W12: ", then the sentence. */
static status fail(const reader *r, status code, unsigned line, size_t column,
                   const char *sentence) {
    char who[24] = "";
    if (r->has_name) {
        text t = text_over(who, sizeof who);
        text_put(&t, "puzzle ");
        pl_puzzle_name(&r->now, &t);
        text_put(&t, ": ");
    }
    return error_set(r->err, code, "line %u, column %zu: %s%s", line, column, who, sentence);
}

/* The same, with the word to blame in front; what cannot be printed is shown as '?'. */
static status fail_word(const reader *r, const word *w, const char *sentence) {
    char buf[160];
    text t = text_over(buf, sizeof buf);
    text_char(&t, '\'');
    for (size_t i = 0; i < w->len && i < 20; i++)
        text_char(&t, w->at[i] >= ' ' && w->at[i] <= '~' ? w->at[i] : '?');
    text_format(&t, "%s' %s", w->len > 20 ? "..." : "", sentence);
    return fail(r, ST_BAD_VALUE, r->line, w->column, buf);
}

/* A number of digits alone; too large ones are refused whatever their length. */
static bool read_number(const word *w, unsigned max, unsigned *out) {
    *out = 0;
    for (size_t i = 0; i < w->len; i++) {
        if (!text_is_digit(w->at[i])) return false;
        *out = *out * 10 + (unsigned)(w->at[i] - '0');
        if (*out > max) return false;
    }
    return w->len > 0;
}

/* The words after the letter; one more than MAX_WORDS - 1 is enough to see that there are too
 * many. */
static int split(word out[MAX_WORDS], const char *line, size_t len) {
    int n = 0;
    for (size_t i = 1; i < len && n < MAX_WORDS;) {
        if (line[i] == ' ') {
            i++;
            continue;
        }
        size_t from = i;
        while (i < len && line[i] != ' ') i++;
        out[n++] = (word){line + from, i - from, from + 1};
    }
    return n;
}

static status read_name(reader *r, const word w[2]) {
    unsigned number = 0;
    if (r->has_name)
        return fail(r, ST_BAD_SYNTAX, r->line, 1,
                    "a second I line before the puzzle is complete (one R, five P)");
    if (w[0].len != 1 || (w[0].at[0] != 'W' && w[0].at[0] != 'B'))
        return fail_word(r, &w[0], "is no colour; it is W or B");
    if (!read_number(&w[1], PL_MAX_NUMBER, &number))
        return fail_word(r, &w[1], "is no puzzle number; they go from 0 to 999");
    r->now.colour = w[0].at[0] == 'W' ? PL_WHITE : PL_BLACK;
    r->now.number = (uint16_t)number;
    r->has_name = true;
    r->name_line = r->line;
    for (int i = 0; i < r->set.count; i++) {
        const pl_puzzle *p = &r->set.puzzle[i];
        if (p->colour != r->now.colour || p->number != r->now.number) continue;
        char buf[80];
        text t = text_over(buf, sizeof buf);
        text_format(&t, "it is in the file already, at line %u", r->started[i]);
        return fail(r, ST_BAD_VALUE, r->line, w[0].column, buf);
    }
    return ST_OK;
}

static status read_reward(reader *r, const word w[2]) {
    unsigned points = 0;
    if (r->has_reward)
        return fail(r, ST_BAD_SYNTAX, r->line, 1,
                    "a second R line before the puzzle is complete (one I, five P)");
    if (!read_number(&w[0], PL_MAX_POINTS, &points))
        return fail_word(r, &w[0], "is no number of points; they go from 0 to 99");
    int shape = w[1].len > 2 ? -1 : pl_shape_find(w[1].at, (int)w[1].len);
    if (shape < 0) return fail_word(r, &w[1], "is no piece; they are O1 O2 I2 I3 I4 L2 L3 Z T");
    r->now.points = (uint8_t)points;
    r->now.reward = (uint8_t)shape;
    r->has_reward = true;
    return ST_OK;
}

static status read_row(reader *r, const word *w) {
    if (r->rows == ROWS)
        return fail(r, ST_BAD_SYNTAX, r->line, 1,
                    r->has_name ? "a sixth P line before the R line"
                                : "a sixth P line before the I line");
    uint32_t cells = 0;
    for (size_t i = 0; i < w->len && i < ROWS; i++) {
        word cell = {w->at + i, 1, w->column + i};
        if (w->at[i] != '#' && w->at[i] != '.')
            return fail_word(r, &cell, "is no cell; '#' is closed, '.' is open");
        if (w->at[i] == '#') cells |= UINT32_C(1) << i;
    }
    if (w->len != ROWS) return fail_word(r, w, "is no row; a row has five cells");
    r->now.image |= cells << (5 * r->rows++);
    return ST_OK;
}

/* Moves a complete puzzle to its place in the set. */
static status finish(reader *r) {
    if (r->now.image == PL_FULL)
        return fail(r, ST_BAD_VALUE, r->line, 1, "the image has no open cell");
    pl_set *s = &r->set;
    int at = s->count++;
    for (; at > 0; at--) {
        const pl_puzzle *p = &s->puzzle[at - 1];
        if (p->colour < r->now.colour || (p->colour == r->now.colour && p->number < r->now.number))
            break;
        s->puzzle[at] = *p;
        r->started[at] = r->started[at - 1];
    }
    s->puzzle[at] = r->now;
    r->started[at] = r->name_line;
    s->whites += r->now.colour == PL_WHITE;
    r->now = (pl_puzzle){0};
    r->has_name = r->has_reward = false;
    r->rows = 0;
    r->first_line = 0;
    return ST_OK;
}

static status read_line(reader *r, const char *line, size_t len) {
    char kind = len > 0 ? line[0] : '#';
    if (kind != 'I' && kind != 'R' && kind != 'P') return ST_OK;
    if (!r->first_line) {
        if (r->set.count == PL_MAX_PUZZLES)
            return fail(r, ST_BAD_VALUE, r->line, 1, "more than 64 puzzles");
        r->first_line = r->line;
    }
    word w[MAX_WORDS] = {{0}};
    int want = kind == 'P' ? 1 : 2;
    int n = split(w, line, len);
    if (n != want) {
        const char *form = kind == 'I'   ? "an I line is a colour and a number: I W 12"
                           : kind == 'R' ? "an R line is points and a piece: R 1 L2"
                                         : "a P line is one row of five cells: P ##..#";
        return fail(r, ST_BAD_SYNTAX, r->line, n > want ? w[want].column : len + 1, form);
    }
    status st = kind == 'I' ? read_name(r, w) : kind == 'R' ? read_reward(r, w) : read_row(r, w);
    if (st != ST_OK) return st;
    return r->has_name && r->has_reward && r->rows == ROWS ? finish(r) : ST_OK;
}

static status read_end(const reader *r) {
    if (r->first_line) {
        char buf[120];
        text t = text_over(buf, sizeof buf);
        text_format(&t, "begun here, but not complete at the end of the file: %s%s%d of 5 P lines",
                    r->has_name ? "" : "no I line, ", r->has_reward ? "" : "no R line, ", r->rows);
        return fail(r, ST_BAD_SYNTAX, r->first_line, 1, buf);
    }
    if (r->set.count == 0)
        return fail(r, ST_BAD_SYNTAX, 1, 1, "no puzzle; one is an I, an R and five P lines");
    return ST_OK;
}

status pl_set_read(pl_set *out, const char *data, size_t len, error *err) {
    reader r = {.err = err};
    for (size_t at = 0; at < len;) {
        const char *line = data + at;
        const char *newline = memchr(line, '\n', len - at);
        size_t size = newline ? (size_t)(newline - line) : len - at;
        at += size + (newline != NULL);
        if (size > 0 && line[size - 1] == '\r') size--;
        r.line++;
        status st = read_line(&r, line, size);
        if (st != ST_OK) return st;
    }
    status st = read_end(&r);
    if (st == ST_OK) *out = r.set;
    return st;
}
