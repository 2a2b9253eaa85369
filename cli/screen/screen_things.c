#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "cli/screen/screen_parts.h"

/* --- colours --- */

static canvas_ink ink_named(const char *name) {
    static const char *const names[] = {"white",  "black",  "red",   "blue", "green", "yellow",
                                        "orange", "purple", "brown", "grey", "teal",  "pink"};
    for (size_t i = 0; name && i < sizeof names / sizeof *names; i++)
        if (strcmp(name, names[i]) == 0) return (canvas_ink)(INK_WHITE + i);
    return INK_NONE;
}

/* "p2" is the colour of a seat: what the game says it looks like, or one of our choice. */
static canvas_ink player_ink(const screen *d, unsigned number) {
    static const canvas_ink defaults[] = {INK_BLUE,   INK_ORANGE, INK_GREEN,  INK_PINK,
                                          INK_YELLOW, INK_TEAL,   INK_PURPLE, INK_GREY};
    if (number >= GAME_MAX_PLAYERS) return INK_GREY;
    canvas_ink look = ink_named(d->s->at_seat[number].look);
    return look ? look : defaults[number % (sizeof defaults / sizeof *defaults)];
}

static canvas_ink kind_ink(bool tile, unsigned number) {
    static const canvas_ink tiles[] = {INK_BLUE, INK_YELLOW, INK_RED, INK_BLACK, INK_WHITE};
    static const canvas_ink kinds[] = {INK_YELLOW, INK_GREEN, INK_RED,  INK_ORANGE, INK_BLUE,
                                       INK_PURPLE, INK_TEAL,  INK_PINK, INK_GREY};
    if (tile && number < sizeof tiles / sizeof *tiles) return tiles[number];
    return kinds[number % (sizeof kinds / sizeof *kinds)];
}

static canvas_ink colour_ink(const screen *d, const char *colour, bool tile) {
    if (!colour || colour[1] < '1' || colour[1] > '9' || colour[2]) return INK_NONE;
    unsigned number = (unsigned)(colour[1] - '1');
    return colour[0] == 'p' ? player_ink(d, number) : kind_ink(tile, number);
}

canvas_ink screen_seat_ink(const screen *d, int seat) {
    return colour_ink(d, d->s->at_seat[seat].colour, false);
}

canvas_ink screen_thing_ink(const screen *d, const scene_thing *t) {
    return colour_ink(d, t->colour, strcmp(t->sprite, "tile") == 0);
}

/* --- shapes --- */

static bool is_any_of(const char *word, const char *const *list) {
    for (; *list; list++)
        if (strcmp(word, *list) == 0) return true;
    return false;
}

static bool is_stone(const char *sprite) {
    static const char *const stones[] = {"disc", "stone", "man", NULL};
    return is_any_of(sprite, stones);
}

/* Which of a chess piece's two figures: the one that is filled looks black on paper. */
static bool looks_filled(const screen *d, int owner) {
    if (d->colours) return true;
    const char *look = owner >= 0 ? d->s->at_seat[owner].look : NULL;
    return look ? strcmp(look, "white") != 0 : owner != 0;
}

static const char *chess_glyph(const screen *d, const scene_thing *t) {
    static const char *const kinds[] = {"king", "queen", "rook", "bishop", "knight", "pawn"};
    static const char *const filled[] = {"♚", "♛", "♜", "♝", "♞", "♟"};
    static const char *const hollow[] = {"♔", "♕", "♖", "♗", "♘", "♙"};
    static const char start[] = "chess-";
    if (strncmp(t->sprite, start, sizeof start - 1) != 0) return NULL;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (strcmp(t->sprite + sizeof start - 1, kinds[i]) == 0)
            return looks_filled(d, t->owner) ? filled[i] : hollow[i];
    return NULL;
}

const char *screen_seat_glyph(const screen *d, int seat) {
    static const char *const shapes[] = {"●", "○", "◆", "◇", "▲", "△", "■", "□"};
    if (seat < 0) return "◌";
    canvas_ink ink = screen_seat_ink(d, seat);
    if (d->colours && (ink == INK_WHITE || ink == INK_BLACK)) return "●";
    if (d->s->r->players == 2 && ink == INK_WHITE) return "○";
    if (d->s->r->players == 2 && ink == INK_BLACK) return "●";
    return shapes[(unsigned)seat % (sizeof shapes / sizeof *shapes)];
}

/* A letter: what is written on the thing, else how the word for it begins; of two tiles with the
 * same first letter, black is k. */
static const char *letter_of(const screen *d, const scene_thing *t, char *buf) {
    text out = text_over(buf, 8);
    const char *word = strrchr(t->label, ' ') ? strrchr(t->label, ' ') + 1 : t->label;
    bool tile = strcmp(t->sprite, "tile") == 0;
    if (t->text && *t->text)
        text_put(&out, t->text);
    else
        text_char(&out, tile && strcmp(word, "black") == 0 ? 'k' : *word);
    if (buf[0] >= 'a' && buf[0] <= 'z' && !t->dim && (!t->text || d->colours))
        buf[0] = (char)(buf[0] - 'a' + 'A');
    /* Without colours the second seat's letters are small, as in position texts. */
    if (!d->colours && !tile && t->owner == 1 && !buf[1] && buf[0] >= 'A' && buf[0] <= 'Z')
        buf[0] = (char)(buf[0] - 'A' + 'a');
    return buf;
}

const char *screen_glyph(const screen *d, const scene_thing *t, char *buf) {
    const char *chess = d->s->r->players > 2 && !d->colours ? NULL : chess_glyph(d, t);
    if (chess) return chess;
    if (is_stone(t->sprite)) return screen_seat_glyph(d, t->owner);
    if (strcmp(t->sprite, "king-man") == 0) return looks_filled(d, t->owner) ? "♛" : "♕";
    if (strcmp(t->sprite, "arrow") == 0) return "✕";
    if (strcmp(t->sprite, "wall") == 0) return "█";
    return letter_of(d, t, buf);
}

/* --- a place of a board --- */

const char *screen_mark(const screen *d, const char *cell) {
    static const char *const order[] = {"check", "win", "claim", "danger", "last", "note"};
    for (size_t k = 0; k < sizeof order / sizeof *order; k++)
        for (size_t i = 0; i < d->s->marks; i++)
            if (strcmp(d->s->mark[i].kind, order[k]) == 0 && strcmp(d->s->mark[i].cell, cell) == 0)
                return order[k];
    return NULL;
}

static canvas_ink mark_ground(const char *mark, bool dark) {
    switch (*mark) {
    case 'c':
        return strcmp(mark, "check") == 0 ? INK_CHECK : INK_WIN;
    case 'd':
        return INK_CHECK;
    case 'w':
        return INK_WIN;
    case 'l':
        return dark ? INK_LAST_DARK : INK_LAST;
    default:
        return INK_NOTE;
    }
}

/* Marks that need no colour are put around what is marked. */
static void put_brackets(canvas *c, int middle, int y, const char *mark, canvas_pen pen) {
    const char *left = "[";
    const char *right = "]";
    if (strcmp(mark, "check") == 0 || strcmp(mark, "danger") == 0) left = right = "!";
    if (strcmp(mark, "win") == 0) left = right = "*";
    (void)canvas_put(c, middle - 1, y, pen, left);
    (void)canvas_put(c, middle + 1, y, pen, right);
}

/* Whether a thing has its own ground: bright colours on a board that is not dark, letters, and what
 * is marked. */
static bool is_chip(const screen *d, const scene_thing *t, canvas_ink ink, const screen_place *p) {
    if (!d->colours || !ink) return false;
    if (strcmp(t->sprite, "tile") == 0) return !t->dim;
    if (p->filled) return true;
    if (ink == INK_WHITE || (ink == INK_BLACK && !d->night)) return false;
    return p->width > 1 && (p->mark || !is_stone(t->sprite) || !d->night);
}

/* The figure of a thing in the middle of its place, with a number where it is a pile. */
static void put_figure(const screen *d, canvas *c, const screen_place *p, const scene_thing *t,
                       canvas_pen pen) {
    char buf[16];
    char shown[32];
    const char *glyph = screen_glyph(d, t, buf);
    if (strcmp(t->sprite, "wall") == 0) { /* it fills its place */
        for (int i = 0; i < p->width; i++) (void)canvas_put(c, p->x + i, p->y, pen, glyph);
        return;
    }
    (void)snprintf(shown, sizeof shown, t->count > 1 ? "%s%d" : "%s", glyph, t->count);
    int wide = canvas_width_of(shown);
    while (wide > p->width) { /* without its last letter */
        size_t n = strlen(shown) - 1;
        while (n && ((unsigned char)shown[n] & 0xC0) == 0x80) n--;
        shown[n] = '\0';
        wide--;
    }
    pen.bold = !t->dim;
    (void)canvas_put(c, wide > 2 ? p->x : p->x + (p->width - 1) / 2, p->y, pen, shown);
}

void screen_put_place(const screen *d, canvas *c, const screen_place *p, const scene_thing *t) {
    int middle = p->x + (p->width - 1) / 2;
    canvas_ink ink = t ? screen_thing_ink(d, t) : INK_NONE;
    bool chip = t && is_chip(d, t, ink, p);
    canvas_ink ground = chip ? ink : p->ground;
    bool ringed = p->mark && (chip || !d->colours);
    if (p->mark && !ringed) ground = mark_ground(p->mark, p->dark);
    canvas_pen pen = {.ink = canvas_ink_on(ground), .ground = ground};
    if (p->empty || chip) canvas_fill(c, p->x, p->y, p->width, 1, ground);
    if (p->mark && !ringed && p->width == 1) canvas_fill(c, p->x - 1, p->y, 3, 1, ground);
    if (!t && p->empty)
        (void)canvas_put(c, middle, p->y, (canvas_pen){INK_FAINT, ground, false}, p->empty);
    if (t) {
        if (ink && !chip) pen.ink = ink;
        if (t->dim && ink == INK_BLACK) pen.ink = INK_FAINT; /* on a dark ground */
        if (!ink && strcmp(t->sprite, "wall") == 0) pen.ink = INK_GREY;
        put_figure(d, c, p, t, pen);
    }
    pen.bold = true;
    if (ringed) put_brackets(c, middle, p->y, p->mark, chip ? pen : (canvas_pen){.bold = true});
}

/* --- polyominoes --- */

int screen_mask_cols(const char *mask) {
    return (int)strcspn(mask, "/");
}

int screen_mask_rows(const char *mask) {
    int n = 1;
    for (; *mask; mask++) n += *mask == '/';
    return n;
}

void screen_put_mask(const screen *d, canvas *c, int x, int y, const char *mask,
                     const screen_stamp *stamp) {
    int col = 0;
    for (; *mask; mask++) {
        if (*mask == '/') {
            y++;
            col = 0;
            continue;
        }
        const screen_stamp *how = &stamp[*mask == '1'];
        if (d->colours && how->ground)
            canvas_fill(c, x + 2 * col, y, 2, 1, how->ground);
        else if (!d->colours && how->letters)
            (void)canvas_put(c, x + 2 * col, y, (canvas_pen){0}, how->letters);
        col++;
    }
}

/* --- words --- */

void screen_words(const screen *d, const char *sentence, text *out) {
    static const char seat[] = "seat ";
    for (const char *start = sentence; *sentence;) {
        if (d->how->names && strncmp(sentence, seat, sizeof seat - 1) == 0 &&
            (sentence == start || sentence[-1] == ' ')) {
            char digit = sentence[sizeof seat - 1];
            char after = digit ? sentence[sizeof seat] : '0';
            int k = digit - '1';
            if (k >= 0 && k < d->s->r->players && !(after >= '0' && after <= '9') &&
                d->how->names[k]) {
                text_put(out, d->how->names[k]);
                sentence += sizeof seat;
                continue;
            }
        }
        text_char(out, *sentence++);
    }
}
