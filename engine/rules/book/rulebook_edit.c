/* Positions that a person sets up, piece by piece. What cannot be is found when the text that is
 * written of it is read (rulebook_read.c). */
#include <string.h>

#include "engine/rules/book/rulebook_table.h"
#include "engine/rules/book/rulebook_text.h"

enum { PIECE_NAME = 2 * RB_NAME + 2 };

static void name_piece(const program *b, int kind, int owner, text *out) {
    if (owner < b->head.players) text_format(out, "%s ", b->player_name[owner]);
    text_put(out, rb_look_label(b, kind));
}

/* Whether pieces of this kind can belong to this owner at all. */
static bool has_owner(const program *b, int kind, int owner) {
    if (!b->kind[kind].letter) return false; /* a card */
    return owner == b->head.players || area_some(b->kind[kind].stands[owner]);
}

static bool is_called(const program *b, int kind, int owner, const char *what) {
    char buf[PIECE_NAME];
    text name = text_over(buf, sizeof buf);
    name_piece(b, kind, owner, &name);
    if (text_same(buf, what)) return true;
    text_clear(&name);
    if (owner < b->head.players) text_format(&name, "%s ", b->player_name[owner]);
    text_put(&name, b->kind[kind].name);
    return text_same(buf, what);
}

/* By its letter in position texts, or by its owner's and its own name; 0: there is none. */
static unsigned piece_called(const program *b, const char *what) {
    const char *rest = what;
    unsigned code = *what ? rb_piece_code(b, &rest) : 0;
    if (code && !*rest) return code;
    for (int owner = 0; owner <= b->head.players; owner++)
        for (int kind = 0; kind < b->kinds; kind++)
            if (b->kind[kind].letter && is_called(b, kind, owner, what))
                return rb_code(b, (unsigned)kind, (unsigned)owner);
    return 0;
}

static status no_piece(const program *b, const char *what, error *err) {
    char buf[sizeof((error){0}.text)];
    text list = text_over(buf, sizeof buf);
    for (int owner = 0; owner < b->head.players; owner++)
        for (int kind = 0; kind < b->kinds; kind++) {
            if (!has_owner(b, kind, owner)) continue;
            text_put(&list, list.len ? ", " : "");
            name_piece(b, kind, owner, &list);
        }
    return error_set(err, ST_BAD_VALUE, "there is no piece '%.40s': %.160s%s", what, buf,
                     list.len > 160 ? ", ..." : "");
}

/* What belonged to the game that was, and to the turn that had begun. */
static void forget_game(const program *b, void *s) {
    rb_head *h = rb_head_of(s);
    h->over = OVER_NOT;
    h->winner = h->claim = h->out = 0;
    memset(h->score, 0, sizeof h->score);
    h->last = h->lastfrom = RB_NO_CELL;
    h->next = 0xff;
    h->phase = h->next_phase = 0;
    h->point = b->entry[0];
    if (b->rounds)
        h->in_turn = 0;
    else
        h->quiet = UINT8_MAX;
    for (int i = 0; i < b->fields; i++)
        if (b->field[i].kind == FIELD_CELL)
            rb_set_put(b, s, b->var[b->field[i].var].at, area_none());
}

/* A piece that promoted is marked on its cell: another one there is not. */
static void put_code(const program *b, void *s, int cell, unsigned code) {
    rb_cells_of(b, s)[cell] = (uint8_t)code;
    if (b->levels) {
        rb_heights_of(b, s)[cell] = 0;
        memset(rb_pile_of(b, s, (unsigned)cell), 0, (size_t)(b->levels - 1));
    }
    for (int i = 0; i < b->fields; i++) {
        const rb_field *f = &b->field[i];
        if (f->kind != FIELD_BOARD || f->marks == RB_NO_VAR) continue;
        area marks = rb_set_in(b, s, b->var[f->marks].at);

        rb_set_put(b, s, b->var[f->marks].at, area_sub(marks, area_of(cell)));
    }
}

/* Flags such as castling rights stay where the pieces that they are about are still there. */
static void drop_flags(const program *b, void *s) {
    for (int i = 0; i < b->fields; i++) {
        const rb_field *f = &b->field[i];
        if (f->kind != FIELD_FLAGS) continue;
        area meant = area_none();
        for (int k = 0; k < f->flags; k++)
            meant = area_or(meant, b->run->find(b, s, f->flag[k].code, f->flag[k].at));
        area now = rb_set_in(b, s, b->var[f->var].at);
        rb_set_put(b, s, b->var[f->var].at, area_and(now, meant));
    }
}

static int player_called(const program *b, const char *what) {
    uint64_t n;
    if (text_starts(what, "seat ")) what += 5;
    if (text_u64(what, b->head.players, &n)) return (int)n - 1;
    for (int i = 0; i < b->head.players; i++) {
        char letter[2] = {b->player_name[i][0], '\0'};
        if (text_same(b->player_name[i], what) || text_same(letter, what)) return i;
    }
    return -1;
}

static status edit_turn(const program *b, void *s, const char *what, error *err) {
    int player = player_called(b, what);
    if (player < 0) {
        char buf[128];
        text list = text_over(buf, sizeof buf);
        for (int i = 0; i < b->head.players; i++)
            text_format(&list, "%s%s", i ? ", " : "", b->player_name[i]);
        return error_set(err, ST_BAD_VALUE, "no player is called '%.40s': %s", what, buf);
    }
    forget_game(b, s);
    rb_head *h = rb_head_of(s);
    h->mover = (uint8_t)player;
    h->turns = (uint16_t)(h->turns / b->head.players * b->head.players + player);
    return ST_OK;
}

/* "pit: 4", a number of a cell; NULL: it is none. */
static const rb_var *number_called(const program *b, const char *what, int32_t *out) {
    const char *colon = strchr(what, ':');
    size_t len = colon ? (size_t)(colon - what) : 0;
    uint64_t n;
    for (int i = 0; len && i < b->vars; i++) {
        const rb_var *v = &b->var[i];
        if (!v->per_cell || strlen(v->name) != len || strncmp(v->name, what, len) != 0) continue;
        if (!text_u64(colon + 1 + strspn(colon + 1, " "), INT32_MAX, &n)) return NULL;
        *out = (int32_t)n;
        return v;
    }
    return NULL;
}

static void clear_numbers(const program *b, void *s, int cell) {
    for (int i = 0; i < b->vars; i++)
        if (b->var[i].per_cell) rb_vars_of(b, s)[b->var[i].at + cell] = 0;
}

status rb_edit(const rules *r, void *s, const game_edit *e, error *err) {
    const program *b = program_of(r);
    if (e->kind == EDIT_TURN) return edit_turn(b, s, e->what, err);
    int cell = e->kind == EDIT_CLEAR_ALL ? -1 : board_cell(&b->board, e->cell);
    if (cell < 0 && e->kind != EDIT_CLEAR_ALL)
        return error_set(err, ST_BAD_VALUE, "the board has no cell '%.40s'", e->cell);
    int32_t number = 0;
    const rb_var *of = e->kind == EDIT_PUT ? number_called(b, e->what, &number) : NULL;
    unsigned code = e->kind == EDIT_PUT && !of ? piece_called(b, e->what) : 0;
    if (!code && !of && e->kind == EDIT_PUT) return no_piece(b, e->what, err);
    for (int c = 0; c < b->board.cells && !of; c++) {
        if (c != cell && e->kind != EDIT_CLEAR_ALL) continue;
        put_code(b, s, c, code);
        if (e->kind != EDIT_PUT) clear_numbers(b, s, c);
    }
    if (of) rb_vars_of(b, s)[of->at + cell] = number;
    forget_game(b, s);
    b->run->refill(b, s);
    rb_forget_past(b, s);
    drop_flags(b, s);
    return ST_OK;
}
