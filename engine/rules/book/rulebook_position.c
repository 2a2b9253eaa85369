#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/memory.h"
#include "engine/rules/book/rulebook_text.h"
#include "engine/rules/book/rulebook_view.h"
#include "engine/rules/book/text_library.h"
#include "engine/rules/machine/run.h"

/* Positions as text. The board comes first, rows from the top; then who moves, then whatever
 * differs from the usual: the place in the turn, variables, the latest action. A game with a `fen`
 * has its customary fields first, and the rest after them only where they do not state it. */

/* --- the board --- */

static void write_piece(const program *b, unsigned code, text *out) {
    unsigned owner = rb_code_owner(b, code);
    char c = b->kind[rb_code_kind(b, code)].letter;
    bool lower = owner == 1 && b->head.players == 2;
    text_char(out, (char)(lower ? tolower((unsigned char)c) : c));
    if (b->head.players > 2 || owner == b->head.players)
        text_format(out, "%u", owner == b->head.players ? 0 : owner + 1);
}

void rb_write_stack(const program *b, const void *s, unsigned cell, text *out) {
    unsigned height = b->levels ? rb_heights_in(b, s)[cell] : 0;
    if (height) text_char(out, '(');
    for (unsigned i = 0; i < height; i++) write_piece(b, rb_pile_in(b, s, cell)[i], out);
    write_piece(b, rb_cells_in(b, s)[cell], out);
    if (height) text_char(out, ')');
}

static void write_board(const program *b, const void *s, area marks, text *out) {
    const board *o = &b->board;
    const uint8_t *cells = rb_cells_in(b, s);
    int gap = 0;
    for (int y = o->height - 1; y >= 0; y--) {
        for (int x = 0; x < o->width; x++) {
            unsigned code = cells[y * o->width + x];
            if (!code) {
                gap++;
                continue;
            }
            if (gap) text_format(out, "%d", gap);
            gap = 0;
            rb_write_stack(b, s, (unsigned)(y * o->width + x), out);
            if (area_has(&marks, y * o->width + x)) text_char(out, '~');
        }
        if (gap) text_format(out, "%d", gap);
        gap = 0;
        if (y) text_char(out, '/');
    }
}

/* --- values --- */

static void write_area(const program *b, area a, text *out) {
    const char *between = "";
    if (!area_some(a)) text_char(out, '-');
    AREA_EACH(&a, c) {
        text_format(out, "%s%s", between, b->board.cell_name[c]);
        between = "|";
    }
}

static void write_cell(const program *b, const char *name, uint16_t cell, text *out) {
    if (cell != RB_NO_CELL) text_format(out, " %s=%s", name, b->board.cell_name[cell]);
}

static bool var_is_default(const program *b, const void *s, const rb_var *v) {
    if (v->past && v->of != RB_NO_SET) {
        for (int i = 0; i < v->count; i++)
            if (!area_equal(rb_set_in(b, s, v->at + i), rb_set_in(b, s, v->of))) return false;
        return true;
    }
    for (int i = 0; i < v->count; i++) {
        if (v->type == VAR_INT) {
            if (rb_vars_in(b, s)[v->at + i] != (v->card ? -1 : 0)) return false;
        } else if (area_some(rb_set_in(b, s, v->at + i))) {
            return false;
        }
    }
    return true;
}

bool rb_name_is_taken(const char *name) {
    return strcmp(name, "over") == 0 || strcmp(name, "out") == 0;
}

static void write_var(const program *b, const void *s, const rb_var *v, text *out) {
    text_format(out, " %s%s=", rb_name_is_taken(v->name) ? "." : "", v->name);
    bool first = true;
    for (int i = 0; i < v->count; i++) {
        if (v->per_cell && !area_has(&b->board.all, i)) continue;
        if (!first) text_char(out, ',');
        first = false;
        int32_t value = v->type == VAR_INT ? rb_vars_in(b, s)[v->at + i] : 0;
        if (v->card && value >= -1 && value < b->kinds)
            text_put(out, value < 0 ? "-" : b->kind[value].name);
        else if (v->type == VAR_INT)
            text_format(out, "%d", value);
        else
            write_area(b, rb_set_in(b, s, v->at + i), out);
    }
}

/* The cells of the flags that are set. */
static area flags_in(const program *b, const void *s, const rb_field *f, area set) {
    area all = area_none();
    for (int i = 0; i < f->flags; i++) {
        area cells = b->run->find(b, s, f->flag[i].code, f->flag[i].at);
        if (!area_some(area_sub(cells, set))) all = area_or(all, cells);
    }
    return all;
}

static bool field_states(const rb_field *f, int var) {
    if (f->kind == FIELD_MOVER || f->kind >= FIELD_FULLMOVE) return false;
    return f->var == var || (f->kind == FIELD_BOARD && f->marks == var);
}

static bool has_field(const program *b, int var) {
    for (int i = 0; i < b->fields; i++)
        if (field_states(&b->field[i], var)) return true;
    return false;
}

/* Whether the fields of the FEN say all there is to a variable. */
static bool in_fen(const program *b, const void *s, int var) {
    const rb_var *v = &b->var[var];
    for (int i = 0; i < b->fields; i++) {
        const rb_field *f = &b->field[i];
        if (!field_states(f, var)) continue;
        if (f->kind == FIELD_BOARD) return true;
        for (int k = 0; f->kind == FIELD_NUMBER && k < v->count; k++)
            if (rb_vars_in(b, s)[v->at + k] < 0) return false;
        if (f->kind != FIELD_FLAGS) return true;
        area set = rb_set_in(b, s, v->at);
        return area_equal(flags_in(b, s, f, set), set);
    }
    return false;
}

static void write_over(const program *b, const rb_head *h, text *out) {
    if (h->over == OVER_WIN) text_format(out, " over=%u", h->winner);
    const rb_claim *claim = h->claim ? &b->claim[h->claim - 1] : NULL;
    if (h->over == OVER_DRAW && claim)
        text_format(out, " over=%s,%s", claim->called ? "call" : "claim", claim->name);
    else if (h->over == OVER_DRAW)
        text_put(out, " over=draw");
    if (h->over == OVER_WORK) text_format(out, " over=work.%u", rb_work_place(h));
    if (h->over != OVER_SCORE) return;
    text_put(out, " over=score");
    for (int i = 0; i < b->head.players; i++) text_format(out, ",%u", h->score[i]);
}

/* Hidden cards; view: NULL, or what s is the state of. */
static void write_places(const program *b, const void *s, const void *view, text *out) {
    int32_t some = 0;
    for (int i = 0; i < b->secrets; i++)
        if (!rb_cards_empty(b, s, view, i)) rb_write_cards(b, s, view, i, out);
    if (!view) return;
    for (int k = 0; k < b->kinds; k++) some |= rb_view_pool_in(b, view)[k];
    if (!some) return;
    text_put(out, " unseen=");
    rb_put_cards(b, rb_view_pool_in(b, view), out);
}

static void write_rest(const program *b, const void *s, const void *view, text *out) {
    const rb_head *h = rb_head_in(s);
    if (h->phase || h->point != b->entry[h->phase]) {
        const char *phase = b->phase_name[h->phase];
        text_format(out, " %s.%d", *phase ? phase : "turn", h->point);
    }
    for (int i = 0; i < b->vars; i++)
        if (!b->var[i].secret && !in_fen(b, s, i) &&
            (has_field(b, i) || !var_is_default(b, s, &b->var[i])))
            write_var(b, s, &b->var[i], out);
    if (b->secrets) write_places(b, s, view, out);
    write_cell(b, "last", h->last, out);
    write_cell(b, "lastfrom", h->lastfrom, out);
    bool full = false;
    for (int i = 0; i < b->fields; i++) full |= b->field[i].kind == FIELD_FULLMOVE;
    /* The number of the move and who moves give the turns, unless a player moved twice. */
    if (full ? h->turns % 2 != h->mover % 2 : h->turns) text_format(out, " turns=%u", h->turns);
    if (h->next != 0xff) text_format(out, " next=%u", h->next);
    if (h->next_phase != h->phase) text_format(out, " then=%u", h->next_phase);
    if (h->out) text_format(out, " out=%u", h->out);
    if (b->rounds && h->in_turn) text_format(out, " repeat=%u", h->in_turn);
    write_over(b, h, out);
}

/* --- FEN fields --- */

/* A flag is written when all its cells are set and one of them has not been stated yet; so a second
 * way of telling the same is read but not written. */
static void write_flags(const program *b, const void *s, const rb_field *f, text *out) {
    size_t before = out->len;
    area set = rb_set_in(b, s, b->var[f->var].at);
    area stated = area_none();
    for (int i = 0; i < f->flags; i++) {
        area cells = b->run->find(b, s, f->flag[i].code, f->flag[i].at);
        if (area_some(area_sub(cells, set)) || !area_some(area_sub(cells, stated))) continue;
        text_char(out, f->flag[i].letter);
        stated = area_or(stated, cells);
    }
    if (out->len == before) text_char(out, '-');
}

static void write_hand(const program *b, const void *s, const rb_field *f, text *out) {
    const int32_t *number = rb_vars_in(b, s) + b->var[f->var].at;
    text_char(out, '[');
    for (unsigned player = 0; player < b->head.players; player++)
        for (int k = 0; k < b->kinds; k++, number++)
            for (int32_t n = 0; n < *number && !out->cut; n++)
                write_piece(b, rb_code(b, (unsigned)k, player), out);
    text_char(out, ']');
}

static void write_numbers(const program *b, const void *s, const rb_var *v, text *out) {
    for (int i = 0; i < v->count; i++)
        text_format(out, "%s%d", i ? "+" : "",
                    rb_vars_in(b, s)[v->at + i] < 0 ? 0 : rb_vars_in(b, s)[v->at + i]);
}

static void write_field(const program *b, const void *s, const rb_field *f, text *out) {
    const rb_head *h = rb_head_in(s);
    const rb_var *v = &b->var[f->var == RB_NO_VAR ? 0 : f->var];
    bool marked = f->kind == FIELD_BOARD && f->marks != RB_NO_VAR;
    switch ((rb_field_kind)f->kind) {
    case FIELD_BOARD:
        write_board(b, s, marked ? rb_set_in(b, s, b->var[f->marks].at) : area_none(), out);
        if (f->var != RB_NO_VAR) write_hand(b, s, f, out);
        break;
    case FIELD_MOVER:
        text_char(out, h->mover ? 'b' : 'w');
        break;
    case FIELD_FLAGS:
        write_flags(b, s, f, out);
        break;
    case FIELD_CELL:
        write_area(b, rb_set_in(b, s, v->at), out);
        break;
    case FIELD_NUMBER:
        write_numbers(b, s, v, out);
        break;
    case FIELD_FULLMOVE:
        text_format(out, "%d", h->turns / 2 + 1);
        break;
    case FIELD_BLANK:
        text_char(out, '-');
        break;
    }
}

void rb_write(const rules *r, const void *s, text *out) {
    rb_write_seen(r, s, NULL, out);
}

void rb_write_seen(const rules *r, const void *s, const void *view, text *out) {
    const program *b = program_of(r);
    if (!b->fields) {
        write_board(b, s, area_none(), out);
        text_format(out, " %u", rb_head_in(s)->mover);
    }
    for (int i = 0; i < b->fields; i++) {
        if (i) text_char(out, ' ');
        write_field(b, s, &b->field[i], out);
    }
    write_rest(b, s, view, out);
}
