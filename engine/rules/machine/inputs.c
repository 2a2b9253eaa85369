#include "engine/rules/machine/inputs.h"

#include <assert.h>
#include <string.h>

#include "engine/base/memory.h"
#include "engine/rules/machine/inputs_parts.h"
#include "engine/rules/machine/state.h"

/* --- the numbers of inputs --- */

/* Where a number is looked at: one input a step, active where the number is at least this; below 0,
 * at most. */
static const int16_t steps[] = {1,  2,  3,  4,   6,  8,  12, 16, 24,  32,
                                48, 64, 96, 128, -1, -2, -4, -8, -16, -32};
enum { STEPS = sizeof steps / sizeof *steps };

/* Whose it is, seen from a seat: 0 its own, 1 the next player's, ...; players: neutral. */
static int relative(const program *b, int owner, int seat) {
    int n = b->head.players;
    return owner >= n ? n : (owner - seat + n) % n;
}

/* How a seat may see the board: by the text's view; turned by half, where cells are missing that
 * the view would need (a mirrored board of draughts); or as it is. */
typedef enum seen_by { SEEN_VIEW, SEEN_TURNED, SEEN_SAME } seen_by;

/* The cell of the board that is cell c of the seat's own; board.view has that. */
static int cell_seen(const board *d, int seat, int c, seen_by by) {
    return by == SEEN_VIEW ? d->view[seat][c] : by == SEEN_TURNED ? d->cells - 1 - c : c;
}

/* Whether it takes cells of the board to such cells, each to another. */
static bool sees_all(const board *d, int seat, seen_by by) {
    area seen = area_none();
    for (int c = 0; c < d->cells; c++) {
        int to = area_has(&d->all, c) ? cell_seen(d, seat, c, by) : BOARD_OFF;
        if (to >= 0) area_set(&seen, to);
    }
    return area_equal(seen, d->all);
}

/* Cells as each seat sees them. */
static void number_cells(const program *b, inputs *in) {
    int16_t rank[AREA_CELLS];
    const board *d = &b->board;
    for (int c = 0; c < d->cells; c++) {
        rank[c] = (int16_t)in->cells;
        if (area_has(&d->all, c)) in->cell_name[in->cells++] = (uint16_t)c;
    }
    for (int seat = 0; seat < b->head.players; seat++) {
        uint16_t *place = in->place + (size_t)seat * (size_t)d->cells;
        seen_by by = SEEN_VIEW;
        while (by != SEEN_SAME && !sees_all(d, seat, by)) by++;
        for (int c = 0; c < d->cells; c++)
            if (area_has(&d->all, c)) place[cell_seen(d, seat, c, by)] = (uint16_t)rank[c];
    }
}

/* The number of an element of a variable as a seat sees it: those of players are rotated. */
static int element_seen(const program *b, const rb_var *v, int k, int seat) {
    for (int c = 0; v->per_cell && c < b->board.cells; c++)
        if (b->board.view[seat][c] == k) return c;
    if (!v->per_player) return k;
    int each = v->count / b->head.players;
    return relative(b, k / each, seat) * each + k % each;
}

static void add_variables(const program *b, inputs *in) {
    for (int i = 0; i < b->vars; i++) {
        const rb_var *v = &b->var[i];
        if (v->counter) continue;
        bool number = v->type == VAR_INT;
        int first = number ? in->numbers : in->areas;
        for (int k = 0; k < v->count; k++) {
            int at = first + k;
            for (int seat = 0; seat < b->head.players; seat++) {
                uint16_t seen = (uint16_t)(first + element_seen(b, v, k, seat));
                *(number ? &in->number_seen[seat][at] : &in->area_seen[seat][at]) = seen;
            }
            if (number) {
                in->number_slot[at] = (uint16_t)(v->at + k);
                in->number_var[at] = (uint16_t)i;
            } else {
                in->area_set[at] = (uint16_t)(v->at + k);
                in->area_var[at] = (uint8_t)i;
            }
        }
        *(number ? &in->numbers : &in->areas) += v->count;
    }
}

/* Gives numbers to all parts; returns how many there are. */
static int number_parts(const program *b, inputs *in) {
    int players = b->head.players;
    int owners = players + b->has_neutral;
    int at = owners * b->kinds * in->cells;
    in->active = in->cells;
    in->area_at = at;
    at += in->areas * in->cells;
    in->active += in->areas * in->cells;
    in->number_at = at;
    at += in->numbers * STEPS;
    in->active += in->numbers * STEPS;
    in->phase_at = in->point_at = in->out_at = -1;
    if (b->phases > 1) {
        in->phase_at = at;
        at += b->phases;
        in->active++;
    }
    if (b->points > b->phases) { /* turns of several actions */
        in->point_at = at;
        at += b->points + 1;
        in->active++;
    }
    if (players > 2) {
        in->out_at = at;
        at += players;
        in->active += players;
    }
    return at;
}

status inputs_make(program *b) {
    int players = b->head.players;
    size_t places = (size_t)players * (size_t)b->board.cells;
    inputs *in = mem_alloc(sizeof *in + places * sizeof *in->place);
    if (!in) return ST_NOMEM;
    b->inputs = in;
    in->place = (uint16_t *)(void *)(in + 1);
    number_cells(b, in);
    add_variables(b, in);
    in->count = number_parts(b, in);
    if (in->count > INPUTS_MAX) in->count = 0;
    for (int seat = 0; seat < players && in->count; seat++)
        for (int code = 1; code < b->codes; code++) {
            int owner = (int)rb_code_owner(b, (unsigned)code);
            int kind = (int)rb_code_kind(b, (unsigned)code);
            if (owner == players && !b->has_neutral) continue;
            in->code_at[seat][code] =
                (uint16_t)((relative(b, owner, seat) * b->kinds + kind) * in->cells);
        }
    return ST_OK;
}

/* --- lists --- */

static const uint16_t *places_of(const program *b, int seat) {
    assert(seat >= 0 && seat < b->head.players);
    return b->inputs->place + (size_t)seat * (size_t)b->board.cells;
}

static bool is_at(int32_t x, int step) {
    return input_is_at(steps[step], x);
}

static uint16_t number_input(const inputs *in, int seat, int element, int step) {
    return (uint16_t)(in->number_at + in->number_seen[seat][element] * STEPS + step);
}

static int list_variables(const program *b, const void *s, int seat, uint16_t *out) {
    const inputs *in = b->inputs;
    const uint16_t *place = places_of(b, seat);
    const int32_t *var = rb_vars_in(b, s);
    int n = 0;
    for (int i = 0; i < in->areas; i++) {
        area a = rb_set_in(b, s, in->area_set[i]);
        int first = in->area_at + in->area_seen[seat][i] * in->cells;
        for (int c = area_next(&a, 0); c >= 0; c = area_next(&a, c + 1))
            out[n++] = (uint16_t)(first + place[c]);
    }
    for (int i = 0; i < in->numbers; i++)
        n += game_inputs_put(out + n, number_input(in, seat, i, 0), steps, STEPS,
                             var[in->number_slot[i]]);
    return n;
}

static int list_head(const program *b, const rb_head *h, int seat, uint16_t *out) {
    const inputs *in = b->inputs;
    int n = 0;
    if (in->phase_at >= 0) out[n++] = (uint16_t)(in->phase_at + h->phase);
    if (in->point_at >= 0) out[n++] = (uint16_t)(in->point_at + h->point);
    for (int p = 0; p < b->head.players && in->out_at >= 0; p++)
        if (h->out >> p & 1) out[n++] = (uint16_t)(in->out_at + relative(b, p, seat));
    return n;
}

static int inputs_list(const rules *r, const void *s, int seat, uint16_t *out) {
    const program *b = program_of(r);
    const inputs *in = b->inputs;
    const uint8_t *cell = rb_cells_in(b, s);
    const uint16_t *place = places_of(b, seat);
    int n = 0;
    for (int c = 0; c < b->board.cells; c++)
        if (cell[c]) out[n++] = (uint16_t)(in->code_at[seat][cell[c]] + place[c]);
    n += list_variables(b, s, seat, out + n);
    n += list_head(b, rb_head_in(s), seat, out + n);
    assert(n <= in->active);
    return n;
}

/* --- changes --- */

static void change_cell(input_change *out, const uint16_t *code_at, int place, unsigned before,
                        unsigned after) {
    if (before) out->removed[out->removals++] = (uint16_t)(code_at[before] + place);
    if (after) out->added[out->additions++] = (uint16_t)(code_at[after] + place);
}

/* Eight cells at a time: most of them are as they were. */
static void change_cells(const program *b, const uint8_t *before, const uint8_t *after, int seat,
                         input_change *out) {
    const uint16_t *place = places_of(b, seat);
    const uint16_t *code_at = b->inputs->code_at[seat];
    int cells = b->board.cells;
    for (int c = 0; c < cells; c += 8) {
        int n = cells - c < 8 ? cells - c : 8;
        uint64_t x = 0;
        uint64_t y = 0;
        memcpy(&x, before + c, (size_t)n);
        memcpy(&y, after + c, (size_t)n);
        if (x == y) continue;
        for (int k = c; k < c + n; k++)
            if (before[k] != after[k]) change_cell(out, code_at, place[k], before[k], after[k]);
    }
}

static void change_variables(const program *b, const void *before, const void *after, int seat,
                             input_change *out) {
    const inputs *in = b->inputs;
    const uint16_t *place = places_of(b, seat);
    const int32_t *x = rb_vars_in(b, before);
    const int32_t *y = rb_vars_in(b, after);
    for (int i = 0; i < in->areas; i++) {
        area gone = rb_set_in(b, before, in->area_set[i]);
        area came = rb_set_in(b, after, in->area_set[i]);
        if (area_equal(gone, came)) continue;
        area both = area_and(gone, came);
        int first = in->area_at + in->area_seen[seat][i] * in->cells;
        gone = area_sub(gone, both);
        came = area_sub(came, both);
        for (int c = area_next(&gone, 0); c >= 0; c = area_next(&gone, c + 1))
            out->removed[out->removals++] = (uint16_t)(first + place[c]);
        for (int c = area_next(&came, 0); c >= 0; c = area_next(&came, c + 1))
            out->added[out->additions++] = (uint16_t)(first + place[c]);
    }
    for (int i = 0; i < in->numbers; i++) {
        int32_t was = x[in->number_slot[i]];
        int32_t is = y[in->number_slot[i]];
        for (int k = 0; k < STEPS && was != is; k++) {
            if (is_at(was, k) == is_at(is, k)) continue;
            uint16_t input = number_input(in, seat, i, k);
            if (is_at(is, k))
                out->added[out->additions++] = input;
            else
                out->removed[out->removals++] = input;
        }
    }
}

static bool inputs_change(const rules *r, const void *before, const void *after, int seat,
                          input_change *out) {
    const program *b = program_of(r);
    const inputs *in = b->inputs;
    const rb_head *x = rb_head_in(before);
    const rb_head *y = rb_head_in(after);
    out->removals = out->additions = 0;
    change_cells(b, rb_cells_in(b, before), rb_cells_in(b, after), seat, out);
    change_variables(b, before, after, seat, out);
    bool heads = in->phase_at >= 0 || in->point_at >= 0 || in->out_at >= 0;
    if (heads && (x->phase != y->phase || x->point != y->point || x->out != y->out)) {
        out->removals += list_head(b, x, seat, out->removed + out->removals);
        out->additions += list_head(b, y, seat, out->added + out->additions);
    }
    return true;
}

/* --- names --- */

static void put_owner(const program *b, int of, text *out) {
    if (of == b->head.players)
        text_put(out, "neutral ");
    else if (of == 0)
        text_put(out, "own ");
    else if (b->head.players == 2)
        text_put(out, "enemy ");
    else
        text_format(out, "next %d ", of);
}

static void put_element(const program *b, const rb_var *v, int k, text *out) {
    int each = v->per_player ? v->count / b->head.players : v->count;
    if (v->per_player) put_owner(b, k / each, out);
    text_put(out, v->name);
    if (v->per_piece) text_format(out, " %s", b->kind[k % each].name);
    if (v->per_cell) text_format(out, " %s", b->board.cell_name[k]);
}

static void put_cell(const program *b, int place, text *out) {
    text_format(out, " %s", b->board.cell_name[b->inputs->cell_name[place]]);
}

static void put_number(const program *b, int i, text *out) {
    const inputs *in = b->inputs;
    int step = steps[i % STEPS];
    const rb_var *v = &b->var[in->number_var[i / STEPS]];
    put_element(b, v, in->number_slot[i / STEPS] - v->at, out);
    text_format(out, step > 0 ? " >= %d" : " <= %d", step);
}

static void inputs_name(const rules *r, int i, text *out) {
    const program *b = program_of(r);
    const inputs *in = b->inputs;
    assert(i >= 0 && i < in->count);
    if (in->out_at >= 0 && i >= in->out_at) {
        put_owner(b, i - in->out_at, out);
        text_put(out, "out");
    } else if (in->point_at >= 0 && i >= in->point_at) {
        text_format(out, "point %d", i - in->point_at);
    } else if (in->phase_at >= 0 && i >= in->phase_at) {
        text_format(out, "phase %s", b->phase_name[i - in->phase_at]);
    } else if (i >= in->number_at) {
        put_number(b, i - in->number_at, out);
    } else if (i >= in->area_at) {
        int k = (i - in->area_at) / in->cells;
        const rb_var *v = &b->var[in->area_var[k]];
        put_element(b, v, in->area_set[k] - v->at, out);
        put_cell(b, (i - in->area_at) % in->cells, out);
    } else {
        put_owner(b, i / in->cells / b->kinds, out);
        text_put(out, b->kind[i / in->cells % b->kinds].name);
        put_cell(b, i % in->cells, out);
    }
}

/* The n-th piece on the board. */
static bool inputs_without(const rules *r, void *s, int n, text *name) {
    const program *b = program_of(r);
    uint8_t *cell = rb_cells_of(b, s);
    for (int c = 0; c < b->board.cells; c++) {
        if (!cell[c] || n-- > 0) continue;
        unsigned owner = rb_code_owner(b, cell[c]);
        if (owner < b->head.players) text_format(name, "%s ", b->player_name[owner]);
        text_format(name, "%s %s", b->kind[rb_code_kind(b, cell[c])].name, b->board.cell_name[c]);
        cell[c] = 0;
        return true;
    }
    return false;
}

static int inputs_count(const rules *r) {
    return program_of(r)->inputs->count;
}

static int inputs_max_active(const rules *r) {
    return program_of(r)->inputs->active;
}

const game_inputs inputs_contract = {
    .count = inputs_count,
    .max_active = inputs_max_active,
    .list = inputs_list,
    .change = inputs_change,
    .name = inputs_name,
    .mirrors = inputs_mirrors,
    .without = inputs_without,
};
