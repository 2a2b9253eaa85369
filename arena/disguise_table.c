#include <ctype.h>
#include <string.h>

#include "arena/disguise_parts.h"
#include "engine/game/scene_parts.h"

/* The table in other names: the board (mirrored), the legal actions, what an answer means. */

const scene_area *disguise_board_of(const scene *s) {
    for (size_t i = 0; i < s->areas; i++)
        if (s->area[i].grid.shape) return &s->area[i];
    return NULL;
}

/* --- the table --- */

/* Words of labels end at spaces, those of names also elsewhere. */
static size_t word_length(const char *s, bool alone) {
    size_t n = 0;
    while (s[n] && (alone ? s[n] != ' ' : isalnum((unsigned char)s[n]) || s[n] == '_')) n++;
    return n;
}

/* The piece that a label speaks of. */
static const disguise_name *piece_of(const disguise *d, const scene_thing *t) {
    for (const char *s = t->label ? t->label : ""; *s;) {
        size_t n = word_length(s, d->lettered);
        for (int i = 0; n && i < d->names; i++) {
            const disguise_name *p = &d->name[i];
            const char *word = p->kind == GAME_NAME_LETTER ? p->sign : p->plain;
            bool piece = p->kind == GAME_NAME_LETTER || p->kind == GAME_NAME_PIECE;
            if (piece && strlen(word) == n && strncmp(word, s, n) == 0) return p;
        }
        s += n ? n : 1;
    }
    return NULL;
}

static void put_piece(const disguise *d, const scene *s, const scene_thing *t, text *out) {
    const disguise_name *n = piece_of(d, t);
    char c = n && n->other_letter ? n->other_letter : '*';
    bool alone = n && n->kind == GAME_NAME_LETTER; /* the letter says whose it is */
    if (!alone && s->r->players == 2 && t->owner == 1) c = (char)tolower((unsigned char)c);
    text_char(out, c);
    if (!alone && t->owner >= 0 && s->r->players > 2)
        text_format(out, "%d", t->owner + 1);
    else
        text_char(out, !alone && t->owner < 0 ? '0' : ' ');
}

static const scene_thing *thing_on(const scene *s, const char *cell) {
    for (size_t i = s->items; i-- > 0;)
        if (s->item[i].t.at && strcmp(s->item[i].t.at, cell) == 0) return &s->item[i].t;
    return NULL;
}

static bool is_hole(const scene *s, const char *cell) {
    for (size_t i = 0; i < s->extras; i++)
        if (s->extra[i].kind == SCENE_HOLE && strcmp(s->extra[i].a, cell) == 0) return true;
    return false;
}

static void put_grid(const disguise *d, const scene *s, const scene_area *a, text *out) {
    bool hex = strcmp(a->grid.shape, "hex") == 0;
    for (int row = 0; row < a->grid.rows; row++) {
        int y = a->grid.rows - row;
        text_format(out, "y%-3d", y);
        if (hex) text_repeat(out, ' ', (a->grid.rows - y) * 3 / 2); /* it leans the other way */
        for (int col = a->grid.cols - 1; col >= 0; col--) {
            char buf[DISGUISE_CELL_SIZE];
            const char *cell = scene_grid_name(&a->grid, col, row, buf);
            const scene_thing *t = cell ? thing_on(s, cell) : NULL;
            text_char(out, ' ');
            if (t)
                put_piece(d, s, t, out);
            else
                text_put(out, cell && !is_hole(s, cell) ? ". " : "  ");
        }
        text_char(out, '\n');
    }
    text_put(out, "    ");
    if (hex) text_repeat(out, ' ', a->grid.rows * 3 / 2);
    for (int col = 1; col <= a->grid.cols; col++) text_format(out, "x%-2d", col);
    text_char(out, '\n');
}

/* Pieces that lie elsewhere, numbers, and notes. */
static void put_others(const disguise *d, const scene *s, const scene_area *board, text *out) {
    for (size_t i = 0; i < s->items; i++) {
        const scene_thing *t = &s->item[i].t;
        const scene_area *a = &s->area[s->item[i].area];
        if (a == board || !piece_of(d, t)) continue;
        disguise_text(d, a->label ? a->label : a->id, out);
        text_put(out, ": ");
        put_piece(d, s, t, out);
        if (t->count) text_format(out, "x%d", t->count);
        text_char(out, '\n');
    }
    for (size_t i = 0; i < s->numbers; i++) {
        disguise_text(d, s->number[i].name, out);
        if (s->number[i].seat >= 0) text_format(out, " of seat %d", s->number[i].seat + 1);
        text_format(out, ": %lld\n", (long long)s->number[i].value);
    }
    for (size_t i = 0; i < s->areas; i++) {
        if (!s->area[i].lines) continue;
        disguise_translate(d, s->area[i].lines, DISGUISE_NOTE, false, out);
        if (out->len && out->at[out->len - 1] != '\n') text_char(out, '\n');
    }
}

/* Which letter is which piece, and whose. Of letters alone the page speaks. */
static void put_legend(const disguise *d, const scene *s, text *out) {
    if (d->lettered) return;
    for (int i = 0; i < d->names; i++)
        if (d->name[i].kind == GAME_NAME_PIECE)
            text_format(out, "%c %s  ", d->name[i].other_letter, d->name[i].other);
    text_put(out, s->r->players == 2 ? "(capitals: seat 1, small letters: seat 2)\n"
                                     : "(the number after a letter is the seat)\n");
}

status disguise_board(const disguise *d, const table_text *t, text *out, error *err) {
    scene *s = NULL;
    status st = scene_build(&s, t->seen, SEAT_ALL, err);
    const scene_area *a = st == ST_OK ? disguise_board_of(s) : NULL;
    if (st == ST_OK && !a) st = error_set(err, ST_UNSUPPORTED, "there is no board to show");
    if (st == ST_OK) {
        put_grid(d, s, a, out);
        put_others(d, s, a, out);
        put_legend(d, s, out);
    }
    scene_destroy(s);
    return st;
}

/* --- actions --- */

typedef struct listing {
    const disguise *d;
    uint64_t max;
    text *out;
} listing;

static bool list_one(void *ctx, const table_action *a) {
    listing *l = ctx;
    text_format(l->out, "%3llu) ", (unsigned long long)a->number);
    disguise_token(l->d, a->token, l->out);
    if (*a->words) text_put(l->out, "  ");
    disguise_translate(l->d, a->words, DISGUISE_LIST, false, l->out);
    text_char(l->out, '\n');
    return a->number < l->max;
}

status disguise_legal(const disguise *d, const table_text *t, uint64_t max, text *out, error *err) {
    listing l = {d, max, out};
    return table_text_walk(t, list_one, &l, err);
}

/* The action that is spelled so; else the first one that is but for capitals. */
typedef struct finder {
    const disguise *d;
    const char *said;
    text *event;
} finder;

static bool find_one(void *ctx, const table_action *a) {
    finder *f = ctx;
    char buf[GAME_TOKEN_SIZE];
    text other = text_over(buf, sizeof buf);
    disguise_token(f->d, a->token, &other);
    bool exact = strcmp(buf, f->said) == 0;
    if (!exact && (f->event->len || !text_same(buf, f->said))) return true;
    text_clear(f->event);
    text_put(f->event, a->token);
    return !exact;
}

/* A cell by its other name (x9y2) that this board does not have. */
static status check_cells(const disguise *d, const char *said, error *err) {
    enum { SHOWN = 20 };
    for (const char *s = said; *s; s++) {
        size_t x = *s == 'x' ? strspn(s + 1, "0123456789") : 0;
        size_t y = x && s[x + 1] == 'y' ? strspn(s + x + 2, "0123456789") : 0;
        if (!y || disguise_cell_at(d, s, true)) continue;
        int n = x + y + 2 < SHOWN ? (int)(x + y + 2) : SHOWN;
        return error_set(err, ST_ILLEGAL_ACTION, "%.*s is not on the board", n, s);
    }
    return ST_OK;
}

/* Why an answer is not legal, in other names. */
static status refuse(const disguise *d, const error *why, error *err) {
    char buf[sizeof why->text];
    text sentence = text_over(buf, sizeof buf);
    if (d->lettered && strcmp(why->reason, "bad-format") == 0)
        return error_set(
            err, why->code,
            "incorrectly formatted: an action is two cells (x2y1:x2y3), or a letter and "
            "a cell with a colon between them");
    disguise_text(d, why->text, &sentence);
    return error_set(err, why->code, "%s", buf);
}

status disguise_read(const disguise *d, const table_text *t, const char *said, text *event,
                     error *err) {
    finder f = {d, said, event};
    error why = {0};
    status st = table_text_walk(t, find_one, &f, err);
    if (st != ST_OK || event->len) return st;
    st = check_cells(d, said, err);
    if (st != ST_OK) return st;
    /* None of the list: what it would be, and why that is not legal. */
    disguise_plain_token(d, said, event);
    st = position_verify(t->seen, text_string(event), NULL, &why);
    return st == ST_OK ? ST_OK : refuse(d, &why, err);
}
