#include "games/project_l/project_l_text.h"

#include <string.h>

const char *const pl_colour_name[2] = {"white", "black"};

void pl_put_name(const pl_rules *r, int index, text *out) {
    pl_puzzle_name(&r->set.puzzle[index], out);
}

void pl_put_cell(int cell, text *out) {
    text_format(out, "%c%d", 'a' + cell % 5, cell / 5 + 1);
}

void pl_put_cells(uint32_t mask, text *out) {
    int first = __builtin_ctz(mask);
    int last = 31 - __builtin_clz(mask);
    bool row = !(mask & ~(0x1fU << 5 * (first / 5)));
    bool column = !(mask & ~(0x108421U << first % 5));
    if (first != last && (row || column)) {
        pl_put_cell(first, out);
        text_char(out, '-');
        pl_put_cell(last, out);
        return;
    }
    for (; mask; mask &= mask - 1) {
        if (__builtin_ctz(mask) != first) text_char(out, ',');
        pl_put_cell(__builtin_ctz(mask), out);
    }
}

void pl_put_mask(uint32_t mask, text *out) {
    uint32_t at_corner = pl_pushed(mask);
    int width = 1;
    while (width < 5 && at_corner & 0x108421U << width) width++;
    for (int row = 0; row < 5 && at_corner >> (5 * row); row++) {
        if (row) text_char(out, '/');
        for (int c = 0; c < width; c++) text_char(out, at_corner >> (5 * row + c) & 1 ? '1' : '0');
    }
}

/* Permutation number `lot` of the seats, from 1, in the order of their texts. */
void pl_put_lot(int players, unsigned lot, text *out) {
    unsigned ways = 1;
    unsigned left = (1u << players) - 1;
    for (int i = 2; i < players; i++) ways *= (unsigned)i;
    text_put(out, "seats=");
    for (int i = players; i > 0; i--) {
        int seat = pl_pick(left, lot / ways);
        lot %= ways;
        if (i > 1) ways /= (unsigned)(i - 1);
        left &= ~(1u << seat);
        text_format(out, i < players ? ",%d" : "%d", seat + 1);
    }
}

static void put_placement(const pl_rules *r, const pl_state *s, unsigned slot, unsigned config,
                          text *out) {
    pl_put_name(r, s->puzzle[s->mover][slot] - 1, out);
    text_format(out, ":%s:%07x", pl_shape_name(r->pieces.shape[config]), r->pieces.mask[config]);
}

/* In slot order, unless the end of the master says in which order puzzles are completed. */
static void put_master(const pl_rules *r, const pl_state *s, const action *steps, int n,
                       text *out) {
    int last = 0; /* rewards may follow the end of the master */
    while (last < n - 1 && pl_kind(steps[last]) != PL_JOINED) last++;
    unsigned order = pl_a(steps[last]);
    bool first = true;
    text_put(out, "master:");
    for (int k = 0; k < PL_SLOTS && order; k++) {
        unsigned slot = order >> (3 * k) & 7;
        for (int i = 0; slot && i < last; i++) {
            if (pl_a(steps[i]) != slot - 1) continue;
            if (!first) text_char(out, '+');
            first = false;
            put_placement(r, s, pl_a(steps[i]), pl_b(steps[i]), out);
        }
    }
    for (int i = 0; i < last; i++) {
        bool done = false;
        for (int k = 0; k < PL_SLOTS; k++) done |= (order >> (3 * k) & 7) == pl_a(steps[i]) + 1;
        if (done) continue;
        if (!first) text_char(out, '+');
        first = false;
        put_placement(r, s, pl_a(steps[i]), pl_b(steps[i]), out);
    }
    if (first) text_char(out, '-');
}

static void put_recycle(const pl_rules *r, const pl_state *s, const action *steps, int n,
                        text *out) {
    text_format(out, "recycle:%s:", pl_colour_name[pl_a(steps[0]) / PL_ROW]);
    for (int i = 0; i < n; i++) {
        if (i) text_char(out, ',');
        pl_put_name(r, s->row[pl_a(steps[i])] - 1, out);
    }
}

void pl_to_text(const rules *head, const void *state, const action *steps, int n, text *out) {
    const pl_rules *r = pl_of(head);
    const pl_state *s = state;
    unsigned a = pl_a(steps[0]);
    switch (pl_kind(steps[0])) {
    case PL_TAKE:
        text_put(out, "take:");
        pl_put_name(r, s->row[a] - 1, out);
        break;
    case PL_TOP:
        text_format(out, "take:top-%s", pl_colour_name[a]);
        break;
    case PL_PUT:
        put_recycle(r, s, steps, n, out);
        break;
    case PL_BASIC:
        text_put(out, "basic");
        if (a != PL_O1) text_format(out, ":%s", pl_shape_name((int)a));
        break;
    case PL_CHANGE:
        text_format(out, "change:%s>%s", pl_shape_name((int)a), pl_shape_name((int)pl_b(steps[0])));
        break;
    case PL_PLACE:
        text_put(out, "place:");
        put_placement(r, s, a, pl_b(steps[0]), out);
        break;
    case PL_JOIN:
    case PL_JOINED:
        put_master(r, s, steps, n, out);
        break;
    case PL_NOTHING:
        text_put(out, "nothing");
        break;
    case PL_ENDFT:
        text_put(out, "endft");
        break;
    case PL_REWARD:
        text_format(out, "reward:%s", pl_shape_name((int)a));
        break;
    case PL_LOT:
        pl_put_lot(head->players, a, out);
        break;
    default:
        pl_put_name(r, (int)a, out);
        break;
    }
}

/* Placements, and what they complete, in words. */
static void describe_placements(const pl_rules *r, const pl_state *s, const action *steps, int n,
                                text *out) {
    bool first = true;
    for (int i = 0; i < n; i++) {
        if (pl_kind(steps[i]) != PL_PLACE && pl_kind(steps[i]) != PL_JOIN) continue;
        unsigned slot = pl_a(steps[i]);
        unsigned config = pl_b(steps[i]);
        text_format(out, "%sput %s on ", first ? "" : ", ", pl_shape_name(r->pieces.shape[config]));
        pl_put_name(r, s->puzzle[s->mover][slot] - 1, out);
        text_put(out, " at ");
        pl_put_cells(r->pieces.mask[config], out);
        if ((s->image[s->mover][slot] | r->pieces.mask[config]) == PL_FULL)
            text_put(out, " and complete it");
        first = false;
    }
}

void pl_describe(const rules *head, const void *state, const action *steps, int n, text *out) {
    const pl_rules *r = pl_of(head);
    const pl_state *s = state;
    unsigned a = pl_a(steps[0]);
    switch (pl_kind(steps[0])) {
    case PL_TAKE: {
        const pl_puzzle *p = &r->set.puzzle[s->row[a] - 1];
        text_put(out, "take puzzle ");
        pl_put_name(r, s->row[a] - 1, out);
        text_format(out, ", %d point%s and %s", p->points, p->points == 1 ? "" : "s",
                    pl_shape_name(p->reward));
        break;
    }
    case PL_TOP:
        text_format(out, "take the top %s puzzle", pl_colour_name[a]);
        break;
    case PL_PUT:
        text_format(out, "recycle the %s row", pl_colour_name[a / PL_ROW]);
        break;
    case PL_BASIC:
        text_format(out, "take a piece %s", pl_shape_name((int)a));
        break;
    case PL_CHANGE:
        text_format(out, "exchange %s for %s", pl_shape_name((int)a),
                    pl_shape_name((int)pl_b(steps[0])));
        break;
    case PL_PLACE:
        describe_placements(r, s, steps, n, out);
        break;
    case PL_JOIN:
        text_put(out, "master: ");
        describe_placements(r, s, steps, n, out);
        break;
    case PL_JOINED:
        text_put(out, "master without a piece");
        break;
    case PL_NOTHING:
        text_put(out, "do nothing");
        break;
    case PL_ENDFT:
        text_put(out, "end the finishing touches");
        break;
    case PL_REWARD:
        text_format(out, "choose %s as reward", pl_shape_name((int)a));
        break;
    case PL_LOT:
        text_put(out, "the seats are drawn");
        break;
    default:
        text_put(out, "puzzle ");
        pl_put_name(r, (int)a, out);
        text_put(out, " is revealed");
        break;
    }
}
