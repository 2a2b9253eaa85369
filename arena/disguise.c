#include "arena/disguise.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "engine/base/memory.h"
#include "engine/game/game_terminal.h"
#include "engine/game/scene_parts.h"

/* Words are replaced as a whole, also with an s at the end; cells wherever one begins. A cell is called
 * by its column, counted from the other side, and its row: x4y2. */

enum { MAX_NAMES = 96, NAME_SIZE = 64, CELL_SIZE = 16 };

typedef struct other_name {
    char plain[NAME_SIZE], other[NAME_SIZE];
    char letter, other_letter; /* of a piece; 0: none */
    bool piece;
} other_name;

typedef struct other_cell {
    char plain[CELL_SIZE], other[CELL_SIZE];
} other_cell;

struct disguise {
    other_name name[MAX_NAMES];
    int names;
    other_cell *cell;
    size_t cells, cell_cap;
    int columns;
    rng g;
};

/* --- making names --- */

static bool is_taken(const disguise *d, const char *word) {
    for (int i = 0; i < d->names; i++)
        if (text_same(d->name[i].plain, word) || text_same(d->name[i].other, word)) return true;
    return false;
}

static void make_word(disguise *d, char out[NAME_SIZE]) {
    static const char consonant[] = "bdfglmnprstvz";
    static const char vowel[] = "aeiou";
    do {
        for (int i = 0; i < 6; i++)
            out[i] = i % 2 ? vowel[rng_below(&d->g, 5)] : consonant[rng_below(&d->g, 13)];
        out[6] = '\0';
    } while (is_taken(d, out));
}

static char make_letter(disguise *d) {
    for (;;) {
        char c = (char)('A' + rng_below(&d->g, 26));
        bool used = c == 'X' || c == 'Y'; /* begin the names of cells */
        for (int i = 0; i < d->names; i++)
            used |= d->name[i].letter == c || d->name[i].other_letter == c ||
                    (text_same(d->name[i].plain, (char[]){c, '\0'}));
        if (!used) return c;
    }
}

static void add_name(void *ctx, game_name_kind kind, const char *name, char letter) {
    disguise *d = ctx;
    if (d->names == MAX_NAMES || is_taken(d, name) || strlen(name) >= NAME_SIZE) return;
    other_name *n = &d->name[d->names];
    (void)snprintf(n->plain, sizeof n->plain, "%s", name);
    make_word(d, n->other);
    n->piece = kind == GAME_NAME_PIECE;
    n->letter = letter;
    d->names++;
}

/* The name of the game, and the longer words of its title. */
static void add_titles(disguise *d, const game *g) {
    enum { LONG = 5 };
    add_name(d, GAME_NAME_ACT, g->name, 0);
    for (const char *s = g->title; *s;) {
        char word[NAME_SIZE];
        size_t n = 0;
        while (s[n] && isalpha((unsigned char)s[n])) n++;
        if (n >= LONG && n < sizeof word) {
            (void)snprintf(word, sizeof word, "%.*s", (int)n, s);
            add_name(d, GAME_NAME_ACT, word, 0);
        }
        s += n ? n : 1;
    }
}

static const scene_area *board_of(const scene *s) {
    for (size_t i = 0; i < s->areas; i++)
        if (s->area[i].grid.shape) return &s->area[i];
    return NULL;
}

static status name_cells(disguise *d, const scene *s, error *err) {
    const scene_area *a = board_of(s);
    if (!a)
        return error_set(err, ST_UNSUPPORTED, "a game without a board of cells has no disguise");
    d->columns = a->grid.cols;
    for (int i = 0; i < a->grid.cols * a->grid.rows; i++) {
        char buf[CELL_SIZE];
        int col = i % a->grid.cols;
        int row = i / a->grid.cols;
        const char *name = scene_grid_name(&a->grid, col, row, buf);
        if (!name) continue;
        if (MEM_GROW(d->cell, d->cell_cap, d->cells + 1) != ST_OK)
            return error_set(err, ST_NOMEM, "no memory for a disguise");
        other_cell *c = &d->cell[d->cells++];
        (void)snprintf(c->plain, sizeof c->plain, "%s", name);
        (void)snprintf(c->other, sizeof c->other, "x%dy%d", a->grid.cols - col, a->grid.rows - row);
    }
    return ST_OK;
}

status disguise_create(disguise **out, const rules *r, uint64_t seed, error *err) {
    disguise *d = mem_alloc(sizeof *d);
    position *p = NULL;
    scene *s = NULL;
    *out = NULL;
    if (!d) return error_set(err, ST_NOMEM, "no memory for a disguise");
    d->g = rng_stream(seed, 0);
    status st = r->terminal->names ? ST_OK
                                   : error_set(err, ST_UNSUPPORTED,
                                               "%s has no disguise: only games of rules texts have",
                                               r->game->name);
    if (st == ST_OK) st = position_start(&p, r->game, &r->options, SEAT_ALL, err);
    if (st == ST_OK) st = scene_build(&s, p, SEAT_ALL, err);
    if (st == ST_OK) st = name_cells(d, s, err);
    if (st == ST_OK) {
        r->terminal->names(r, add_name, d);
        add_titles(d, r->game);
        for (int i = 0; i < d->names; i++)
            if (d->name[i].letter) d->name[i].other_letter = make_letter(d);
        *out = d;
    } else {
        disguise_destroy(d);
    }
    scene_destroy(s);
    position_destroy(p);
    return st;
}

void disguise_destroy(disguise *d) {
    if (!d) return;
    mem_free(d->cell);
    mem_free(d);
}

/* --- words --- */

/* The cell that begins here; the longest one. */
static const other_cell *cell_at(const disguise *d, const char *s, bool back) {
    const other_cell *best = NULL;
    size_t longest = 0;
    for (size_t i = 0; i < d->cells; i++) {
        const char *name = back ? d->cell[i].other : d->cell[i].plain;
        size_t n = strlen(name);
        bool digit = n && text_is_digit(name[n - 1]);
        if (n <= longest || strncmp(s, name, n) != 0 || (digit && text_is_digit(s[n]))) continue;
        best = &d->cell[i];
        longest = n;
    }
    return best;
}

/* A word of n letters in other names; false where it is none of those. */
static bool put_name(const disguise *d, const char *word, size_t n, bool back, text *out) {
    for (int i = 0; i < d->names; i++) {
        const char *from = back ? d->name[i].other : d->name[i].plain;
        const char *to = back ? d->name[i].plain : d->name[i].other;
        char buf[NAME_SIZE];
        size_t len = strlen(from);
        bool many = !back && n == len + 1 && tolower((unsigned char)word[n - 1]) == 's';
        if (n != len && !many) continue;
        (void)snprintf(buf, sizeof buf, "%.*s", (int)len, word);
        if (!text_same(buf, from)) continue;
        text_put(out, to);
        if (many) text_char(out, 's');
        return true;
    }
    return false;
}

/* Directions change sides with the board. */
static bool put_side(const char *word, size_t n, text *out) {
    static const char *const sides[][2] = {{"left", "right"}, {"east", "west"}};
    for (int i = 0; i < 4; i++) {
        const char *from = sides[i / 2][i % 2];
        if (strlen(from) != n || strncmp(word, from, n) != 0) continue;
        text_put(out, sides[i / 2][1 - i % 2]);
        return true;
    }
    return false;
}

/* "column c", "columns a to c": as the cells call them. */
static size_t put_column(const disguise *d, const char *s, text *out) {
    size_t n = strcspn(s, " \n") == 6 ? 6 : 7;
    if (strncmp(s, "column", 6) != 0 || (n == 7 && s[6] != 's')) return 0;
    char first = s[n] == ' ' ? s[n + 1] : 0;
    if (first < 'a' || first > 'z' || isalnum((unsigned char)s[n + 2])) return 0;
    text_format(out, "column%s x%d", n == 7 ? "s" : "", d->columns - (first - 'a'));
    n += 2;
    char second = strncmp(s + n, " to ", 4) == 0 ? s[n + 4] : 0;
    if (second < 'a' || second > 'z' || isalnum((unsigned char)s[n + 5])) return n;
    text_format(out, " to x%d", d->columns - (second - 'a'));
    return n + 5;
}

static bool is_word_char(char c) {
    return isalnum((unsigned char)c) || c == '_';
}

static const other_name *letter_of(const disguise *d, char c, bool back) {
    char upper = (char)toupper((unsigned char)c);
    for (int i = 0; i < d->names; i++)
        if (d->name[i].letter && (back ? d->name[i].other_letter : d->name[i].letter) == upper)
            return &d->name[i];
    return NULL;
}

static void put_letter(const other_name *n, char like, bool back, text *out) {
    char c = back ? n->letter : n->other_letter;
    text_char(out, isupper((unsigned char)like) ? c : (char)tolower((unsigned char)c));
}

/* In tokens letters of pieces stand alone or after cells, in other texts they do not. */
static void translate(const disguise *d, const char *s, bool is_token, bool back, text *out) {
    char before = ' ';
    while (*s) {
        const other_cell *c = isalpha((unsigned char)before) ? NULL : cell_at(d, s, back);
        const char *cell = c ? (back ? c->other : c->plain) : "";
        size_t n = strlen(cell);
        if (c && (is_token || !is_word_char(s[n]) || cell_at(d, s + n, back))) {
            text_put(out, back ? c->plain : c->other);
        } else if (!is_token && before == '(' && s[1] == ')' && letter_of(d, *s, back)) {
            n = 1; /* "knight (N)" on a page */
            put_letter(letter_of(d, *s, back), *s, back, out);
        } else if (!back && !is_token && !is_word_char(before) && (n = put_column(d, s, out))) {
            ;
        } else if (is_word_char(*s) && !isalpha((unsigned char)before)) {
            n = 0;
            while (is_word_char(s[n])) n++;
            const other_name *piece = is_token && n == 1 ? letter_of(d, *s, back) : NULL;
            if (piece)
                put_letter(piece, *s, back, out);
            else if (!put_name(d, s, n, back, out) && (is_token || !put_side(s, n, out)))
                text_putn(out, s, n);
        } else {
            n = 1;
            text_char(out, *s);
        }
        before = s[n - 1];
        s += n;
    }
}

void disguise_text(const disguise *d, const char *plain, text *out) {
    translate(d, plain, false, false, out);
}

void disguise_token(const disguise *d, const char *event, text *out) {
    translate(d, event, true, false, out);
}

void disguise_events(const disguise *d, const char *lines, text *out) {
    translate(d, lines, true, false, out);
}

void disguise_plain_token(const disguise *d, const char *said, text *out) {
    translate(d, said, true, true, out);
}

/* --- the table --- */

/* The piece that a label speaks of. */
static const other_name *piece_of(const disguise *d, const scene_thing *t) {
    for (const char *s = t->label ? t->label : ""; *s;) {
        size_t n = 0;
        while (is_word_char(s[n])) n++;
        for (int i = 0; n && i < d->names; i++)
            if (d->name[i].piece && strlen(d->name[i].plain) == n &&
                strncmp(d->name[i].plain, s, n) == 0)
                return &d->name[i];
        s += n ? n : 1;
    }
    return NULL;
}

static void put_piece(const disguise *d, const scene *s, const scene_thing *t, text *out) {
    const other_name *n = piece_of(d, t);
    char c = n && n->other_letter ? n->other_letter : '*';
    if (s->r->players == 2 && t->owner == 1) c = (char)tolower((unsigned char)c);
    text_char(out, c);
    if (t->owner < 0)
        text_char(out, '0');
    else if (s->r->players > 2)
        text_format(out, "%d", t->owner + 1);
    else
        text_char(out, ' ');
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
            char buf[CELL_SIZE];
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

/* Pieces that lie elsewhere, and numbers. */
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
}

/* Which letter is which piece, and whose. */
static void put_legend(const disguise *d, const scene *s, text *out) {
    for (int i = 0; i < d->names; i++)
        if (d->name[i].piece)
            text_format(out, "%c %s  ", d->name[i].other_letter, d->name[i].other);
    text_put(out, s->r->players == 2 ? "(capitals: seat 1, small letters: seat 2)\n"
                                     : "(the number after a letter is the seat)\n");
}

status disguise_board(const disguise *d, const table_text *t, text *out, error *err) {
    scene *s = NULL;
    status st = scene_build(&s, t->seen, SEAT_ALL, err);
    const scene_area *a = st == ST_OK ? board_of(s) : NULL;
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
    disguise_text(l->d, a->words, l->out);
    text_char(l->out, '\n');
    return a->number < l->max;
}

status disguise_legal(const disguise *d, const table_text *t, uint64_t max, text *out, error *err) {
    listing l = {d, max, out};
    return table_text_walk(t, list_one, &l, err);
}

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
    if (!text_same(buf, f->said)) return true;
    text_put(f->event, a->token);
    return false;
}

status disguise_read(const disguise *d, const table_text *t, const char *said, text *event,
                     error *err) {
    finder f = {d, said, event};
    error why;
    status st = table_text_walk(t, find_one, &f, err);
    if (st != ST_OK || event->len) return st;
    /* None of the list: what it would be, and why that is not legal, in other names again. */
    disguise_plain_token(d, said, event);
    st = position_verify(t->seen, text_string(event), NULL, &why);
    if (st == ST_OK) return ST_OK;
    char buf[sizeof why.text];
    text sentence = text_over(buf, sizeof buf);
    disguise_text(d, why.text, &sentence);
    return error_set(err, st, "%s", buf);
}
