#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/memory.h"
#include "engine/rules/book/rulebook_text.h"
#include "engine/rules/book/rulebook_view.h"
#include "engine/rules/book/text_library.h"
#include "engine/rules/machine/run.h"

/* Positions read back from text (rulebook_position.c says how they are written). Everything is
 * checked, also what no game could come to. */

/* --- the board --- */

/* Where what is in hand begins: after a bracket, or as one more row. */
static bool at_hand(const board *o, const char *s, int x, int y) {
    return *s == '[' || (*s == '/' && y == 0 && x == o->width);
}

/* One piece, or a stack in parentheses: those under the top go to the pile. */
static status read_stack(const program *b, const char **s, void *state, int at, error *err) {
    uint8_t *cell = rb_cells_of(b, state) + at;
    bool stack = b->levels && **s == '(';
    int row = b->board.height - at / b->board.width;
    int levels = 0;
    if (stack) ++*s;
    do {
        char letter = **s;
        unsigned code = rb_piece_code(b, s);
        if (!code)
            return error_set(err, ST_BAD_FEN, "board row %d: no piece '%c'", row,
                             isprint((unsigned char)letter) ? letter : '?');
        if (++levels > (b->levels ? b->levels : 1))
            return error_set(err, ST_BAD_FEN, "board row %d: a stack has at most %d pieces", row,
                             b->levels);
        if (levels > 1) {
            rb_pile_of(b, state, (unsigned)at)[levels - 2] = *cell;
            rb_heights_of(b, state)[at] = (uint8_t)(levels - 1);
        }
        *cell = (uint8_t)code;
    } while (stack && **s != ')');
    if (stack) ++*s;
    return ST_OK;
}

/* Fills cells and marks; with `hand`, *hand is where the pieces in hand begin (NULL: nowhere). */
static status read_board(const program *b, const char *s, void *state, area *marks,
                         const char **hand, error *err) {
    const board *o = &b->board;
    int x = 0;
    int y = o->height - 1;
    *marks = area_none();
    if (hand) *hand = NULL;
    while (*s) {
        if (hand && at_hand(o, s, x, y)) {
            *hand = s + 1;
            break;
        }
        if (*s == '/') {
            if (x != o->width || y == 0)
                return error_set(err, ST_BAD_FEN, "board row %d: expected %d cells, found %d",
                                 o->height - y, o->width, x);
            y--;
            x = 0;
            s++;
        } else if (isdigit((unsigned char)*s)) {
            int n = 0;
            while (isdigit((unsigned char)*s) && n < 1000) n = n * 10 + *s++ - '0';
            x += n;
        } else {
            int at = y * o->width + x;
            char letter = *s;
            const char *piece = s;
            bool stack = b->levels && letter == '(';
            if (!stack && !rb_piece_code(b, &piece))
                return error_set(err, ST_BAD_FEN, "board row %d: no piece '%c'", o->height - y,
                                 isprint((unsigned char)letter) ? letter : '?');
            if (x >= o->width || !area_has(&o->all, at))
                return error_set(err, ST_BAD_FEN, "board row %d: no cell for '%c'", o->height - y,
                                 letter);
            status st = read_stack(b, &s, state, at, err);
            if (st != ST_OK) return st;
            if (hand && *s == '~' && s++) area_set(marks, at);
            x++;
        }
        if (x > o->width)
            return error_set(err, ST_BAD_FEN, "board row %d: expected %d cells, found %d",
                             o->height - y, o->width, x);
    }
    if (y != 0 || x != o->width)
        return error_set(err, ST_BAD_FEN,
                         "the board ends in row %d, cell %d; expected %d rows of %d", o->height - y,
                         x, o->height, o->width);
    return ST_OK;
}

/* --- values --- */

static bool read_area(const program *b, const char *s, area *out) {
    *out = area_none();
    if (strcmp(s, "-") == 0) return true;
    while (*s) {
        char name[BOARD_NAME] = "";
        size_t len = strcspn(s, "|");
        if (!len || len >= sizeof name) return false;
        memcpy(name, s, len);
        int c = board_cell(&b->board, name);
        if (c < 0) return false;
        area_set(out, c);
        s += len;
        if (*s == '|' && !*++s) return false;
    }
    return true;
}

/* --- fields and words --- */

typedef struct reader {
    const program *b;
    void *s;
    void *view; /* NULL, or what s is the state of */
    error *err;
    bool over;                          /* the text says so */
    char note[sizeof((error){0}.note)]; /* what was read otherwise than it is written */
} reader;

static status bad_word(const reader *d, const char *word, const char *why) {
    (void)error_set(d->err, ST_BAD_FEN, "'%.60s': %s", word, why);
    error_arg(d->err, word);
    return ST_BAD_FEN;
}

/* The author's words about flags that nothing on the board is meant by. */
static void note_dropped(reader *d, const rb_field *f, const char *letters) {
    text out = text_over(d->note, sizeof d->note);
    for (const char *c = f->dropped; *c; c++)
        if (*c == '*')
            text_put(&out, letters);
        else
            text_char(&out, *c);
}

static status read_flags(reader *d, const rb_field *f, const char *word) {
    area all = area_none();
    char dropped[RB_FLAGS + 1] = "";
    for (const char *c = strcmp(word, "-") == 0 ? "" : word; *c; c++) {
        int i = 0;
        while (i < f->flags && f->flag[i].letter != *c) i++;
        if (i == f->flags) return bad_word(d, word, "no such flag");
        area cells = d->b->run->find(d->b, d->s, f->flag[i].code, f->flag[i].at);
        if (!area_some(cells) && !strchr(dropped, *c)) dropped[strlen(dropped)] = *c;
        all = area_or(all, cells);
    }
    if (*dropped) note_dropped(d, f, dropped);
    rb_set_put(d->b, d->s, d->b->var[f->var].at, all);
    return ST_OK;
}

static status read_number(const reader *d, const char *word, int64_t low, int64_t high,
                          int64_t *out) {
    return text_i64(word, low, high, out) ? ST_OK : bad_word(d, word, "not a number in range");
}

static status read_mover(const reader *d, const char *word) {
    rb_head *h = rb_head_of(d->s);
    int64_t n;
    if (d->b->fields) {
        if (strcmp(word, "w") != 0 && strcmp(word, "b") != 0)
            return bad_word(d, word, "expected w or b: who moves");
        h->mover = word[0] == 'b';
        return ST_OK;
    }
    status st = read_number(d, word, 0, d->b->head.players - 1, &n);
    if (st == ST_OK) h->mover = (uint8_t)n;
    return st;
}

/* Letters up to the end, or to the bracket that closes it. */
static status read_hand(const reader *d, const rb_field *f, const char *hand) {
    const program *b = d->b;
    int32_t *number = rb_vars_of(b, d->s) + b->var[f->var].at;
    bool bracket = hand[-1] == '[';
    while (*hand && !(bracket && *hand == ']')) {
        const char *at = hand;
        unsigned code = rb_piece_code(b, &hand);
        unsigned owner = code ? rb_code_owner(b, code) : 0;
        if (!code || owner >= b->head.players) return bad_word(d, at, "no such piece for a hand");
        number[owner * (unsigned)b->kinds + rb_code_kind(b, code)]++;
    }
    if (bracket && (hand[0] != ']' || hand[1])) return bad_word(d, "hand", "it ends with ]");
    return ST_OK;
}

static status read_board_field(const reader *d, const rb_field *f, const char *word) {
    const program *b = d->b;
    const char *hand = NULL;
    bool handed = f->var != RB_NO_VAR;
    area marks;
    status st = read_board(b, word, d->s, &marks, handed ? &hand : NULL, d->err);
    if (st != ST_OK) return st;
    b->run->refill(b, d->s); /* flags may ask for pieces */
    if (f->marks != RB_NO_VAR) rb_set_put(b, d->s, b->var[f->marks].at, marks);
    return hand ? read_hand(d, f, hand) : ST_OK;
}

static status read_numbers(const reader *d, const rb_var *v, const char *word) {
    for (int i = 0; i < v->count; i++) {
        char part[32] = "";
        size_t len = strcspn(word, "+");
        int64_t n;
        if (len >= sizeof part) return bad_word(d, word, "not a number in range");
        memcpy(part, word, len);
        status st = read_number(d, part, 0, INT32_MAX, &n);
        if (st != ST_OK) return st;
        rb_vars_of(d->b, d->s)[v->at + i] = (int32_t)n;
        word += len;
        if (i + 1 < v->count && *word++ != '+') return bad_word(d, v->name, "too few numbers");
    }
    return *word ? bad_word(d, v->name, "too many numbers") : ST_OK;
}

static status read_field(reader *d, const rb_field *f, const char *word) {
    const rb_var *v = &d->b->var[f->var == RB_NO_VAR ? 0 : f->var];
    rb_head *h = rb_head_of(d->s);
    int64_t n;
    status st = ST_OK;
    switch ((rb_field_kind)f->kind) {
    case FIELD_BOARD:
        return read_board_field(d, f, word);
    case FIELD_MOVER:
        return read_mover(d, word);
    case FIELD_FLAGS:
        return read_flags(d, f, word);
    case FIELD_CELL: {
        area a;
        if (!read_area(d->b, word, &a) || area_count(a) > 1)
            return bad_word(d, word, "expected a cell or -");
        rb_set_put(d->b, d->s, v->at, a);
        return ST_OK;
    }
    case FIELD_NUMBER:
        return read_numbers(d, v, word);
    case FIELD_FULLMOVE:
        st = read_number(d, word, 0, 30000, &n);
        if (st == ST_OK) h->turns = (uint16_t)((n ? n - 1 : 0) * 2 + h->mover);
        return st;
    case FIELD_BLANK:
        return strcmp(word, "-") == 0 ? ST_OK : bad_word(d, word, "expected -");
    }
    return st;
}

static status read_claim(const reader *d, const char *value, bool called, const char *name) {
    const program *b = d->b;
    rb_head *h = rb_head_of(d->s);
    for (int i = 0; i < b->claims; i++) {
        if (b->claim[i].called != called || strcmp(b->claim[i].name, name) != 0) continue;
        h->over = OVER_DRAW;
        h->claim = (uint8_t)(i + 1);
        return ST_OK;
    }
    return bad_word(d, value, "the rules have no such claim");
}

static status read_over(reader *d, const char *value) {
    rb_head *h = rb_head_of(d->s);
    int players = d->b->head.players;
    d->over = true;
    if (strcmp(value, "draw") == 0) {
        h->over = OVER_DRAW;
        return ST_OK;
    }
    if (strncmp(value, "work.", 5) == 0) {
        int64_t place;
        status st = read_number(d, value + 5, 0, d->b->places ? d->b->places - 1 : 0, &place);
        if (st != ST_OK) return st;
        h->over = OVER_WORK;
        h->score[0] = (uint8_t)place;
        h->score[1] = (uint8_t)(place >> 8);
        return ST_OK;
    }
    if (strncmp(value, "claim,", 6) == 0) return read_claim(d, value, false, value + 6);
    if (strncmp(value, "call,", 5) == 0) return read_claim(d, value, true, value + 5);
    if (strncmp(value, "score,", 6) == 0) {
        const char *at = value + 5;
        h->over = OVER_SCORE;
        for (int i = 0; i < players; i++) {
            if (*at != ',' || !isdigit((unsigned char)at[1]))
                return bad_word(d, value, "a score for each player");
            char *end;
            long n = strtol(at + 1, &end, 10);
            at = end;
            if (n > 2L * (players - 1)) return bad_word(d, value, "no such score");
            h->score[i] = (uint8_t)n;
        }
        return *at ? bad_word(d, value, "a score for each player") : ST_OK;
    }
    int64_t n;
    status st = read_number(d, value, 0, players - 1, &n);
    h->over = OVER_WIN;
    if (st == ST_OK) h->winner = (uint8_t)n;
    return st;
}

static int last_cell(const board *o) {
    int last = 0;
    AREA_EACH(&o->all, c) last = c;
    return last;
}

/* The kind of this name, -1 for none; RB_KINDS: it is a number. */
static int card_called(const program *b, const char *name) {
    if (strcmp(name, "-") == 0) return -1;
    for (int k = 0; k < b->kinds; k++)
        if (strcmp(b->kind[k].name, name) == 0) return k;
    return RB_KINDS;
}

static status read_var(const reader *d, const rb_var *v, const char *value) {
    const program *b = d->b;
    int last = v->per_cell ? last_cell(&b->board) : v->count - 1;
    for (int i = 0; i <= last; i++) {
        char part[4096];
        if (v->per_cell && !area_has(&b->board.all, i)) continue;
        size_t len = strcspn(value, ",");
        if (len >= sizeof part) return bad_word(d, v->name, "too long");
        memcpy(part, value, len);
        part[len] = '\0';
        int kind = v->card ? card_called(b, part) : RB_KINDS;
        if (kind < RB_KINDS) {
            rb_vars_of(b, d->s)[v->at + i] = kind;
        } else if (v->type == VAR_INT) {
            int64_t n;
            status st = read_number(d, part, INT32_MIN, INT32_MAX, &n);
            if (st != ST_OK) return st;
            rb_vars_of(b, d->s)[v->at + i] = (int32_t)n;
        } else {
            area a;
            if (!read_area(b, part, &a)) return bad_word(d, part, "expected cells as a1|b2, or -");
            if (v->type == VAR_CELL && area_count(a) > 1)
                return bad_word(d, part, "expected one cell");
            rb_set_put(b, d->s, v->at + i, a);
        }
        value += len;
        if (i < last && *value++ != ',') return bad_word(d, v->name, "too few values");
    }
    return *value ? bad_word(d, v->name, "too many values") : ST_OK;
}

static status read_cell_word(const reader *d, const char *value, uint16_t *out) {
    int c = board_cell(&d->b->board, value);
    if (c < 0) return bad_word(d, value, "no such cell");
    *out = (uint16_t)c;
    return ST_OK;
}

/* name=value, or phase.point */
static status read_word(reader *d, char *word) {
    const program *b = d->b;
    rb_head *h = rb_head_of(d->s);
    int64_t n;
    char *eq = strchr(word, '=');
    if (!eq) {
        char *dot = strchr(word, '.');
        if (!dot) return bad_word(d, word, "expected name=value");
        *dot = '\0';
        int phase = 0;
        while (phase < b->phases &&
               strcmp(word, *b->phase_name[phase] ? b->phase_name[phase] : "turn") != 0)
            phase++;
        if (phase == b->phases) return bad_word(d, word, "no such phase");
        status st = read_number(d, dot + 1, 1, b->points, &n);
        if (st != ST_OK) return st;
        h->phase = h->next_phase = (uint8_t)phase;
        h->point = (uint8_t)n;
        return ST_OK;
    }
    *eq = '\0';
    const char *value = eq + 1;
    bool dotted = word[0] == '.';
    word += dotted;
    if (rb_is_cards_word(b, word)) {
        const char *why;
        return rb_read_cards(b, d->s, d->view, word, value, &why) ? ST_OK : bad_word(d, word, why);
    }
    for (int i = 0; i < b->vars && (dotted || !rb_name_is_taken(word)); i++)
        if (strcmp(b->var[i].name, word) == 0) return read_var(d, &b->var[i], value);
    if (dotted) return bad_word(d, word, "no such variable");
    if (strcmp(word, "over") == 0) return read_over(d, value);
    if (strcmp(word, "last") == 0) return read_cell_word(d, value, &h->last);
    if (strcmp(word, "lastfrom") == 0) return read_cell_word(d, value, &h->lastfrom);
    int64_t high = strcmp(word, "turns") == 0                 ? UINT16_MAX
                   : strcmp(word, "next") == 0                ? b->head.players - 1
                   : strcmp(word, "then") == 0                ? b->phases - 1
                   : strcmp(word, "out") == 0                 ? (1 << b->head.players) - 1
                   : b->rounds && strcmp(word, "repeat") == 0 ? RB_TURN_ACTIONS
                                                              : -1;
    if (high < 0) return bad_word(d, word, "no such name");
    status st = read_number(d, value, 0, high, &n);
    if (st != ST_OK) return st;
    if (word[0] == 'o') h->out = (uint8_t)n;
    if (word[0] == 'r') h->in_turn = (uint8_t)n;
    if (word[0] == 'n') h->next = (uint8_t)n;
    if (strcmp(word, "turns") == 0) h->turns = (uint16_t)n;
    if (strcmp(word, "then") == 0) h->next_phase = (uint8_t)n;
    return ST_OK;
}

/* Numbers of all players, `3+3`. */
static bool is_row(const program *b, const rb_field *f) {
    return f->kind == FIELD_NUMBER && b->var[f->var].count > 1;
}

/* `+0+1` after all fields: how much less it is than at the start. */
static status read_used(const reader *d, const rb_var *v, const char *word) {
    void *start = mem_alloc(d->b->head.state_size);
    if (!start) return error_set(d->err, ST_NOMEM, "no memory to read a position");
    status st = read_numbers(d, v, word + 1);
    d->b->run->start(d->b, start);
    int32_t *number = rb_vars_of(d->b, d->s) + v->at;
    for (int i = 0; i < v->count && st == ST_OK; i++) {
        int32_t first = rb_vars_in(d->b, start)[v->at + i];
        if (number[i] > first) st = bad_word(d, word, "more than there is at the start");
        number[i] = first - number[i];
    }
    mem_free(start);
    return st;
}

/* Numbers of all players may be missing from their place, as from texts for a game without them:
 * they are those of the start, or follow the others by how much less they are. */
static status read_fields(reader *d, char **word, size_t count, size_t *used) {
    const program *b = d->b;
    const rb_field *left = NULL;
    size_t i = 0;
    status st = ST_OK;
    for (int k = 0; k < b->fields && i < count && st == ST_OK; k++) {
        const rb_field *f = &b->field[k];
        bool here = !is_row(b, f) || left || k + 1 == b->fields || strchr(word[i], '+');
        if (!here) left = f;
        if (here) st = read_field(d, f, word[i++]);
    }
    for (int k = 0; k < b->fields && st == ST_OK && !left && i < (size_t)b->fields; k++)
        if (is_row(b, &b->field[k]) && (size_t)k >= i) left = &b->field[k];
    bool behind = left && i < count && word[i][0] == '+';
    if (st == ST_OK && left) st = read_used(d, &b->var[left->var], behind ? word[i] : "+0+0");
    *used = i + behind;
    return st;
}

static status read_words(reader *d, char **word, size_t count) {
    const program *b = d->b;
    size_t i = 0;
    status st = ST_OK;
    if (b->fields) {
        st = read_fields(d, word, count, &i);
        if (st == ST_OK && i < 2)
            return error_set(d->err, ST_BAD_FEN, "expected at least a board and who moves");
    } else {
        if (count < 2) return error_set(d->err, ST_BAD_FEN, "expected a board and who moves");
        area marks;
        st = read_board(b, word[0], d->s, &marks, NULL, d->err);
        if (st == ST_OK) st = read_mover(d, word[1]);
        i = 2;
    }
    rb_head *h = rb_head_of(d->s);
    h->point = b->entry[0];
    b->run->refill(b, d->s);
    rb_forget_past(b, d->s); /* unless the words that follow say otherwise */
    for (; i < count && st == ST_OK; i++) st = read_word(d, word[i]);
    if (st == ST_OK && !h->over && h->out >> h->mover & 1)
        return bad_word(d, "out", "who moves is still in the game");
    return st;
}

/* --- positions that cannot be --- */

static int royals_of(const program *b, const void *s, int player) {
    const uint8_t *cells = rb_cells_in(b, s);
    unsigned code = rb_code(b, b->side[player].royal.kind, (unsigned)player);
    int n = 0;
    for (int c = 0; c < b->board.cells; c++) n += cells[c] == code;
    return n;
}

static status check_royal_count(const program *b, const void *s, error *err) {
    void *start = mem_alloc(b->head.state_size);
    if (!start) return error_set(err, ST_NOMEM, "no memory to read a position");
    b->run->start(b, start);
    status st = ST_OK;
    for (int p = 0; p < b->head.players && st == ST_OK; p++) {
        int want = royals_of(b, start, p);
        int have = royals_of(b, s, p);
        if (have != want)
            st = error_set(err, ST_BAD_FEN, "%s has %d of the piece %s; there must be %d",
                           b->player_name[p], have, b->kind[b->side[p].royal.kind].name, want);
    }
    mem_free(start);
    return st;
}

static status check_royal_safe(const program *b, const void *s, error *err) {
    const uint8_t *cells = rb_cells_in(b, s);
    int mover = rb_head_in(s)->mover;
    action *list = mem_alloc(b->head.max_actions * sizeof *list);
    if (!list) return error_set(err, ST_NOMEM, "no memory to read a position");
    status st = ST_OK;
    int n = b->run->legal(b, s, NULL, list);
    for (int i = 0; i < n && st == ST_OK; i++) {
        rb_action a = rb_unpack(list[i]);
        unsigned code = a.to != RB_NO_CELL && a.from != RB_NO_CELL ? cells[a.to] : 0;
        if (!code) continue;
        int owner = (int)rb_code_owner(b, code);
        bool royal = owner < b->head.players && owner != mover &&
                     b->side[owner].royal.kind == rb_code_kind(b, code);
        if (royal)
            st = error_set(err, ST_BAD_FEN, "%s is to move and could take the %s on %s",
                           b->player_name[mover], b->kind[b->side[owner].royal.kind].name,
                           b->board.cell_name[a.to]);
    }
    mem_free(list);
    return st;
}

/* Where front ends send positions: the royal pieces of the start are there, and none of them can be
 * taken at once, as the rules would have forbidden the turn before. */
static status check_royals(const program *b, const void *s, error *err) {
    if (!(b->head.traits & GAME_UCI)) return ST_OK;
    for (int p = 0; p < b->head.players; p++)
        if (!b->side[p].royal.known) return ST_OK;
    status st = check_royal_count(b, s, err);
    if (st != ST_OK || !rb_head_in(s)->claim) return st == ST_OK ? check_royal_safe(b, s, err) : st;
    void *open = mem_alloc(b->head.state_size);
    if (!open) return error_set(err, ST_NOMEM, "no memory to read a position");
    memcpy(open, s, b->head.state_size);
    b->run->reopen(b, open);
    st = check_royal_safe(b, open, err);
    mem_free(open);
    return st;
}

/* Pieces where their kind never is, or none at all. */
static status check_places(const program *b, const void *s, error *err) {
    const uint8_t *cells = rb_cells_in(b, s);
    bool some = false;
    for (int c = 0; c < b->board.cells; c++) {
        if (!cells[c]) continue;
        some = true;
        const rb_kind *kind = &b->kind[rb_code_kind(b, cells[c])];
        unsigned owner = rb_code_owner(b, cells[c]);
        if (owner < b->head.players && !area_has(&kind->stands[owner], c))
            return error_set(err, ST_BAD_FEN, "a %s of %s cannot be on %s", kind->name,
                             b->player_name[owner], b->board.cell_name[c]);
    }
    if (some || !(b->head.traits & GAME_UCI)) return ST_OK;
    return error_set(err, ST_BAD_FEN, "there are no pieces on the board");
}

static status read_line(reader *d, const char *line) {
    const program *b = d->b;
    text copy = text_growing();
    words w = {0};
    rb_head *h = d->s;
    text_put(&copy, line);
    if (copy.cut) return error_set(d->err, ST_NOMEM, "no memory to read a position");
    status st = copy.len ? words_split(&w, copy.at, d->err) : ST_OK;
    memset(d->s, 0, b->head.state_size);
    for (int i = 0; i < b->vars; i++)
        for (int k = 0; b->var[i].card && k < b->var[i].count; k++)
            rb_vars_of(b, d->s)[b->var[i].at + k] = -1;
    h->last = h->lastfrom = RB_NO_CELL;
    h->next = 0xff;
    if (!b->rounds) h->quiet = UINT8_MAX; /* not known: the entire trail may have been like this */
    if (st == ST_OK) st = read_words(d, w.at, w.count);
    words_done(&w);
    text_done(&copy);
    return st == ST_OK ? check_places(b, d->s, d->err) : st;
}

status rb_read_parts(const rules *r, void *s, void *view, const char *line, error *err) {
    reader d = {.b = program_of(r), .s = s, .view = view, .err = err};
    return read_line(&d, line);
}

status rb_read(const rules *r, void *s, const char *line, error *err) {
    const program *b = program_of(r);
    reader d = {.b = b, .s = s, .err = err};
    rb_head *h = s;
    const char *why;
    status st = read_line(&d, line);
    if (st == ST_OK && b->secrets && !rb_check_cards(b, s, &why))
        return error_set(err, ST_BAD_FEN, "%s", why);
    /* What is over by a win may lack a king. */
    bool won = st == ST_OK && b->run->rebuild(b, s) && !h->claim;
    if (st == ST_OK && !won && !d.over) st = check_royals(b, s, err);
    if (st == ST_OK) error_note(err, d.note);
    return st;
}
