#include "cli/screen/canvas.h"

#include <assert.h>
#include <string.h>

#include "engine/base/memory.h"

enum { MAX_ROWS = 2000 };

/* A colour of the 256 that most terminals have, and the nearest of the sixteen that all have. Those
 * of boards are neither light nor dark, so that white and black can both be seen on them, whatever
 * the terminal's own ground is. */
static const struct tone {
    uint8_t many, few;
    bool dark; /* white is read on it */
} tones[INK_COUNT] = {
    [INK_WHITE] = {231, 15, false},     [INK_BLACK] = {16, 0, true},
    [INK_RED] = {160, 1, true},         [INK_BLUE] = {32, 12, false},
    [INK_GREEN] = {34, 2, false},       [INK_YELLOW] = {220, 11, false},
    [INK_ORANGE] = {208, 3, false},     [INK_PURPLE] = {134, 5, false},
    [INK_BROWN] = {94, 3, true},        [INK_GREY] = {247, 7, false},
    [INK_TEAL] = {37, 6, false},        [INK_PINK] = {212, 13, false},
    [INK_LIGHT] = {137, 6, false},      [INK_DARK] = {94, 2, true},
    [INK_FELT] = {65, 2, true},         [INK_FELT_OTHER] = {29, 2, true},
    [INK_NIGHT] = {236, 0, true},       [INK_NIGHT_OTHER] = {238, 0, true},
    [INK_NIGHT_THIRD] = {240, 0, true}, [INK_LINE] = {58, 0, true},
    [INK_FAINT] = {245, 8, false},      [INK_PAPER] = {252, 7, false},
    [INK_LAST] = {67, 5, true},         [INK_LAST_DARK] = {61, 5, true},
    [INK_CHECK] = {160, 1, true},       [INK_WIN] = {28, 3, true},
    [INK_NOTE] = {133, 5, true},
};

canvas canvas_of(int columns) {
    assert(columns > 0);
    return (canvas){.columns = columns};
}

void canvas_done(canvas *c) {
    mem_free(c->at);
    *c = (canvas){0};
}

/* NULL where there is none. */
static canvas_cell *cell_at(canvas *c, int x, int y) {
    if (x < 0 || y < 0 || y >= MAX_ROWS) return NULL;
    if (x >= c->columns) {
        c->wide = true;
        return NULL;
    }
    if (y >= c->rows) {
        size_t from = (size_t)c->rows * (size_t)c->columns;
        size_t to = ((size_t)y + 1) * (size_t)c->columns;
        if (c->no_memory || MEM_GROW(c->at, c->cap, to) != ST_OK) {
            c->no_memory = true;
            return NULL;
        }
        memset(c->at + from, 0, (to - from) * sizeof *c->at);
        c->rows = y + 1;
    }
    if (x >= c->used) c->used = x + 1;
    return &c->at[(size_t)y * (size_t)c->columns + (size_t)x];
}

/* --- letters --- */

/* Bytes of the letter that a text begins with: 1 where it is none. */
static size_t letter_len(const char *s) {
    unsigned char c = (unsigned char)*s;
    size_t n = c >= 0xF0 ? 4 : c >= 0xE0 ? 3 : c >= 0xC0 ? 2 : 1;
    for (size_t i = 1; i < n; i++)
        if (((unsigned char)s[i] & 0xC0) != 0x80) return 1;
    return n;
}

int canvas_width_of(const char *line) {
    int n = 0;
    for (; *line; line += letter_len(line)) n++;
    return n;
}

int canvas_put(canvas *c, int x, int y, canvas_pen pen, const char *line) {
    int n = 0;
    for (; *line; n++) {
        size_t len = letter_len(line);
        canvas_cell *at = cell_at(c, x + n, y);
        if (at) {
            unsigned char first = (unsigned char)*line;
            bool shown = len > 1 || (first >= ' ' && first < 127);
            memset(at->glyph, 0, sizeof at->glyph);
            memcpy(at->glyph, shown ? line : "?", shown ? len : 1);
            at->ink = (uint8_t)pen.ink;
            at->bold = pen.bold;
            at->lines = 0;
            if (pen.ground) at->ground = (uint8_t)pen.ground;
        }
        line += len;
    }
    return n;
}

void canvas_put_wrapped(canvas *c, int x, int y, canvas_pen pen, const char *line) {
    int at = x;
    while (*line) {
        char word[64];
        size_t n = strcspn(line, " ");
        if (n >= sizeof word) n = sizeof word - 1;
        memcpy(word, line, n);
        word[n] = '\0';
        if (at > x && at + canvas_width_of(word) > c->columns) {
            at = x;
            y++;
        }
        at += canvas_put(c, at, y, pen, word);
        line += n;
        if (*line == ' ' && at < c->columns) at += canvas_put(c, at, y, pen, " ");
        line += strspn(line, " ");
    }
}

void canvas_fill(canvas *c, int x, int y, int width, int height, canvas_ink ground) {
    for (int row = 0; row < height; row++)
        for (int col = 0; col < width; col++) {
            canvas_cell *at = cell_at(c, x + col, y + row);
            if (at) *at = (canvas_cell){.ground = (uint8_t)ground};
        }
}

/* --- lines --- */

void canvas_line(canvas *c, int x, int y, unsigned directions, canvas_ink ink) {
    static const char *const joint[] = {" ", "╵", "╷", "│", "╴", "┘", "┐", "┤",
                                        "╶", "└", "┌", "├", "─", "┴", "┬", "┼"};
    canvas_cell *at = cell_at(c, x, y);
    if (!at) return;
    assert(directions < sizeof joint / sizeof *joint);
    at->lines |= (uint8_t)directions;
    memset(at->glyph, 0, sizeof at->glyph);
    memcpy(at->glyph, joint[at->lines], strlen(joint[at->lines]));
    at->ink = (uint8_t)ink;
}

void canvas_frame(canvas *c, int x, int y, int width, int height, canvas_ink ink) {
    canvas_pen pen = {.ink = ink};
    int right = x + width - 1;
    int bottom = y + height - 1;
    for (int i = x + 1; i < right; i++) {
        (void)canvas_put(c, i, y, pen, "─");
        (void)canvas_put(c, i, bottom, pen, "─");
    }
    for (int i = y + 1; i < bottom; i++) {
        (void)canvas_put(c, x, i, pen, "│");
        (void)canvas_put(c, right, i, pen, "│");
    }
    (void)canvas_put(c, x, y, pen, "╭");
    (void)canvas_put(c, right, y, pen, "╮");
    (void)canvas_put(c, x, bottom, pen, "╰");
    (void)canvas_put(c, right, bottom, pen, "╯");
}

void canvas_copy(canvas *to, int x, int y, const canvas *from) {
    for (int row = 0; row < from->rows; row++)
        for (int col = 0; col < from->used; col++) {
            const canvas_cell *old = &from->at[(size_t)row * (size_t)from->columns + (size_t)col];
            if (!old->glyph[0] && !old->ground) continue;
            canvas_cell *at = cell_at(to, x + col, y + row);
            if (at) *at = *old;
        }
    to->wide |= from->wide;
    to->no_memory |= from->no_memory;
}

/* --- out --- */

canvas_ink canvas_ink_on(canvas_ink ground) {
    if (!ground) return INK_NONE;
    return tones[ground].dark ? INK_WHITE : INK_BLACK;
}

static bool is_empty(const canvas_cell *c, canvas_depth depth) {
    return (!c->glyph[0] || strcmp(c->glyph, " ") == 0) && (!c->ground || depth == CANVAS_MONO);
}

static void put_colour(text *out, bool ground, canvas_ink ink, canvas_depth depth) {
    if (!ink) return;
    if (depth == CANVAS_256)
        text_format(out, ";%d;5;%d", ground ? 48 : 38, tones[ink].many);
    else
        text_format(out, ";%d",
                    (ground ? 40 : 30) + tones[ink].few % 8 + (tones[ink].few >= 8 ? 60 : 0));
}

/* Whether `next` can be written with the pen of `now`: a space has no ink. */
static bool same_pen(const canvas_cell *now, const canvas_cell *next) {
    if (now->ground != next->ground) return false;
    bool blank = !next->glyph[0] || strcmp(next->glyph, " ") == 0;
    return blank || (now->ink == next->ink && now->bold == next->bold);
}

void canvas_write(const canvas *c, canvas_depth depth, text *out) {
    static const canvas_cell plain;
    for (int y = 0; y < c->rows; y++) {
        const canvas_cell *row = &c->at[(size_t)y * (size_t)c->columns];
        const canvas_cell *now = &plain;
        int n = c->used;
        while (n && is_empty(&row[n - 1], depth)) n--;
        for (int x = 0; x < n; x++) {
            const canvas_cell *at = &row[x];
            if (depth != CANVAS_MONO && !same_pen(now, at)) {
                text_put(out, "\033[0");
                if (at->bold) text_put(out, ";1");
                put_colour(out, false, (canvas_ink)at->ink, depth);
                put_colour(out, true, (canvas_ink)at->ground, depth);
                text_char(out, 'm');
                now = at;
            }
            text_put(out, at->glyph[0] ? at->glyph : " ");
        }
        if (now != &plain) text_put(out, "\033[0m");
        text_char(out, '\n');
    }
    out->cut |= c->no_memory;
}
