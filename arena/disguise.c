#include "arena/disguise.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "arena/disguise_parts.h"
#include "engine/base/memory.h"
#include "engine/game/scene_parts.h"

/* Making a disguise: other names for what the game names, and for what its page says of it. */

static bool is_taken(const disguise *d, const char *word) {
    for (int i = 0; i < d->names; i++)
        if (text_same(d->name[i].plain, word) || text_same(d->name[i].other, word)) return true;
    return false;
}

static void make_word(disguise *d, char out[DISGUISE_NAME_SIZE]) {
    static const char consonant[] = "bdfglmnprstvz";
    static const char vowel[] = "aeiou";
    do {
        for (int i = 0; i < 6; i++)
            out[i] = i % 2 ? vowel[rng_below(&d->g, 5)] : consonant[rng_below(&d->g, 13)];
        out[6] = '\0';
    } while (is_taken(d, out));
}

/* --- letters --- */

/* Whether a letter (upper case) is another one's new letter, or itself the letter of a piece. */
static bool letter_is_new(const disguise *d, char c) {
    for (int i = 0; i < d->names; i++)
        if (toupper((unsigned char)d->name[i].other_letter) == c) return true;
    return false;
}

static bool letter_is_old(const disguise *d, char c) {
    for (int i = 0; i < d->names; i++)
        if (toupper((unsigned char)d->name[i].letter) == c ||
            text_same(d->name[i].plain, (char[]){c, '\0'}))
            return true;
    return false;
}

/* A letter that no piece has had or has; where these run out, another one's old letter. 0: none. X and Y
 * begin the names of cells. */
static char make_letter(disguise *d, const disguise_name *n) {
    for (int again = 0; again < 2; again++) {
        char free[26];
        uint64_t count = 0;
        for (int i = 0; i < 26; i++) {
            char c = (char)('A' + i);
            bool own =
                text_same(n->plain, (char[]){c, '\0'}) || toupper((unsigned char)n->letter) == c;
            if (c == 'X' || c == 'Y' || letter_is_new(d, c) || own) continue;
            if (again || !letter_is_old(d, c)) free[count++] = c;
        }
        if (count) return free[rng_below(&d->g, count)];
    }
    return 0;
}

/* The same letter in the other case, where that is a piece as well and has its new letter: a stays the
 * small A. */
static char twin_letter(const disguise *d, const disguise_name *n) {
    if (n->kind != GAME_NAME_LETTER || n->plain[1] || !isalpha((unsigned char)n->plain[0]))
        return 0;
    for (int i = 0; i < d->names; i++)
        if (&d->name[i] != n && d->name[i].kind == GAME_NAME_LETTER && d->name[i].other_letter &&
            text_same(d->name[i].plain, n->plain))
            return (char)toupper((unsigned char)d->name[i].other_letter);
    return 0;
}

static status name_letters(disguise *d, const game *g, error *err) {
    for (int i = 0; i < d->names; i++) {
        disguise_name *n = &d->name[i];
        if (!n->letter) continue;
        char c = twin_letter(d, n);
        if (!c) c = make_letter(d, n);
        if (!c)
            return error_set(
                err, ST_UNSUPPORTED,
                "%s has no disguise: it has more kinds of pieces than there are letters", g->name);
        bool small =
            n->kind == GAME_NAME_LETTER && islower((unsigned char)n->plain[0]) && !n->plain[1];
        n->other_letter = small ? (char)tolower((unsigned char)c) : c;
        if (n->kind == GAME_NAME_LETTER)
            (void)snprintf(n->other, sizeof n->other, "%c", n->other_letter);
    }
    return ST_OK;
}

/* --- names --- */

static disguise_name *new_name(disguise *d, game_name_kind kind, const char *word) {
    d->full |= d->names == DISGUISE_MAX_NAMES;
    if (d->full || strlen(word) >= DISGUISE_NAME_SIZE) return NULL;
    disguise_name *n = &d->name[d->names];
    *n = (disguise_name){.kind = kind};
    (void)snprintf(n->plain, sizeof n->plain, "%s", word);
    return n;
}

static void add_name(void *ctx, const game_word *from) {
    disguise *d = ctx;
    bool alone = from->kind == GAME_NAME_LETTER;
    if (!alone && is_taken(d, from->word)) return;
    disguise_name *n = new_name(d, from->kind, from->word);
    if (!n) return;
    if (alone)
        (void)snprintf(n->sign, sizeof n->sign, "%s", from->sign);
    else
        make_word(d, n->other);
    n->letter = from->letter;
    d->lettered |= alone;
    d->names++;
}

static void add_word(disguise *d, const char *s, size_t n) {
    char word[DISGUISE_NAME_SIZE];
    if (n >= sizeof word) return;
    (void)snprintf(word, sizeof word, "%.*s", (int)n, s);
    add_name(d, &(game_word){.kind = GAME_NAME_ACT, .word = word});
}

static size_t word_length(const char *s) {
    size_t n = 0;
    while (isalpha((unsigned char)s[n])) n++;
    return n;
}

/* The longer words of a title, up to the end of its line. */
static void add_title(disguise *d, const char *s) {
    enum { LONG = 5 };
    while (*s && *s != '\n') {
        size_t n = word_length(s);
        if (n >= LONG) add_word(d, s, n);
        s += n ? n : 1;
    }
}

/* "man (men), king.": a word in parentheses is the plural of the one before it. */
static void add_words(disguise *d, const char *s) {
    while (*s && *s != '\n') {
        size_t n = word_length(s);
        char before = s[-1];
        int single = d->names - 1;
        if (n) add_word(d, s, n);
        if (n && before == '(' && single >= 0 && d->names == single + 2) {
            size_t len = strlen(d->name[single].other);
            memcpy(d->name[single + 1].other, d->name[single].other, len);
            memcpy(d->name[single + 1].other + len, "s", 2);
        }
        s += n ? n : 1;
    }
}

/* --- the page --- */

static const char *line_with(const char *page, const char *label) {
    for (const char *s = page; s; s = strchr(s, '\n')) {
        if (*s == '\n') s++;
        if (strncmp(s, label, strlen(label)) == 0) return s + strlen(label);
    }
    return NULL;
}

static const char also_called[] = "Also called: ";
static const char own_words[] = "Words of the game: ";

/* What the page says of its names comes before what the game itself does: the title is for games without
 * such lines. */
static void name_words(disguise *d, const rules *r, const char *page) {
    const char *known = line_with(page, also_called);
    const char *own = line_with(page, own_words);
    if (own) add_words(d, own);
    add_name(d, &(game_word){.kind = GAME_NAME_ACT, .word = r->game->name});
    add_title(d, known ? known : r->game->title);
}

static void keep_page(disguise *d, const char *page) {
    text kept = text_growing();
    for (const char *s = page; *s;) {
        size_t n = strcspn(s, "\n");
        n += s[n] == '\n';
        bool twice = *s == '\n' && kept.len > 1 && memcmp(kept.at + kept.len - 2, "\n\n", 2) == 0;
        if (strncmp(s, also_called, sizeof also_called - 1) != 0 && !twice) text_putn(&kept, s, n);
        s += n;
    }
    disguise_text(d, text_string(&kept), &d->page);
    d->page.cut |= kept.cut;
    text_done(&kept);
}

void disguise_page(const disguise *d, text *out) {
    text_put(out, text_string(&d->page));
    text_put(out,
             "\nA cell is called by its column, from the left, and its row, from below: x2y3. ");
    text_put(out, d->lettered
                      ? "A piece moves by both cells (x2y1:x2y3); a piece that is put on the "
                        "board is its letter and the cell, with a colon between them.\n"
                      : "A piece moves by both cells (x2y1x2y3); a piece that is put on the "
                        "board is the cell alone, with its letter and @ before it where "
                        "there are several kinds.\n");
}

/* --- cells --- */

static status name_cells(disguise *d, const scene *s, error *err) {
    const scene_area *a = disguise_board_of(s);
    if (!a)
        return error_set(err, ST_UNSUPPORTED, "a game without a board of cells has no disguise");
    d->columns = a->grid.cols;
    d->rows = a->grid.rows;
    d->numbered = a->grid.names && strcmp(a->grid.names, "0,0") == 0;
    for (int i = 0; i < a->grid.cols * a->grid.rows; i++) {
        char buf[DISGUISE_CELL_SIZE];
        int col = i % a->grid.cols;
        int row = i / a->grid.cols;
        const char *name = scene_grid_name(&a->grid, col, row, buf);
        if (!name) continue;
        if (MEM_GROW(d->cell, d->cell_cap, d->cells + 1) != ST_OK)
            return error_set(err, ST_NOMEM, "no memory for a disguise");
        disguise_cell *c = &d->cell[d->cells++];
        (void)snprintf(c->plain, sizeof c->plain, "%s", name);
        (void)snprintf(c->other, sizeof c->other, "x%dy%d", a->grid.cols - col, a->grid.rows - row);
        d->begins[0][(unsigned char)c->plain[0]] = true;
        d->begins[1][(unsigned char)c->other[0]] = true;
    }
    return ST_OK;
}

static status look_at_board(disguise *d, const rules *r, error *err) {
    position *p = NULL;
    scene *s = NULL;
    status st = position_start(&p, r->game, &r->options, SEAT_ALL, err);
    if (st == ST_OK) st = scene_build(&s, p, SEAT_ALL, err);
    if (st == ST_OK) st = name_cells(d, s, err);
    scene_destroy(s);
    position_destroy(p);
    return st;
}

/* --- create and destroy --- */

static status name_all(disguise *d, const rules *r, const char *page, error *err) {
    r->terminal->names(r, add_name, d);
    name_words(d, r, page);
    if (d->full)
        return error_set(err, ST_UNSUPPORTED, "%s has no disguise: it has more than %d names",
                         r->game->name, DISGUISE_MAX_NAMES);
    status st = name_letters(d, r->game, err);
    if (st != ST_OK) return st;
    keep_page(d, page);
    return d->page.cut ? error_set(err, ST_NOMEM, "no memory for a disguise") : ST_OK;
}

status disguise_create(disguise **out, const rules *r, table_text_page page, uint64_t seed,
                       error *err) {
    disguise *d = mem_alloc(sizeof *d);
    *out = NULL;
    if (!d) return error_set(err, ST_NOMEM, "no memory for a disguise");
    d->g = rng_stream(seed, 0);
    d->page = text_growing();
    text plain = text_growing();
    status st = r->terminal->names
                    ? look_at_board(d, r, err)
                    : error_set(err, ST_UNSUPPORTED,
                                "%s has no disguise: only games of rules texts and on the kit have",
                                r->game->name);
    if (st == ST_OK && page) st = page(r, &plain, err);
    if (st == ST_OK) st = name_all(d, r, text_string(&plain), err);
    text_done(&plain);
    if (st == ST_OK)
        *out = d;
    else
        disguise_destroy(d);
    return st;
}

void disguise_destroy(disguise *d) {
    if (!d) return;
    text_done(&d->page);
    mem_free(d->cell);
    mem_free(d);
}
