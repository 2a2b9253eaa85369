#include "engine/rules/book/rulebook_layout.h"

#include <string.h>

enum { RING_MAX = 24 }; /* points that stand in a ring */

/* "b12", "ab3": letters across, numbers up. */
static bool name_places(const char *name, rb_xy *out) {
    size_t letters = strspn(name, "abcdefghijklmnopqrstuvwxyz");
    size_t digits = strspn(name + letters, "0123456789");
    if (!letters || letters > 2 || !digits || digits > 2 || name[letters + digits]) return false;
    if (name[letters] == '0') return false; /* a1 and a01 are two cells */
    int x = name[0] - 'a' + 1;
    if (letters == 2) x = x * 26 + name[1] - 'a' + 1;
    int y = name[letters] - '0';
    if (digits == 2) y = y * 10 + name[letters + 1] - '0';
    if (x > BOARD_SIDE) return false;
    *out = (rb_xy){x - 1, y - 1};
    return true;
}

static bool lay_by_names(const board *o, rb_layout *out) {
    out->columns = out->rows = 0;
    for (int c = 0; c < o->cells; c++) {
        rb_xy *at = &out->at[c];
        if (!name_places(o->cell_name[c], at)) return false;
        if (at->x >= out->columns) out->columns = at->x + 1;
        if (at->y >= out->rows) out->rows = at->y + 1;
    }
    return true;
}

/* The k-th place around a square, from the middle of its upper side on, clockwise. */
static rb_xy on_ring(int side, int k) {
    int last = side - 1;
    k = (k + last / 2) % (4 * last);
    if (k < last) return (rb_xy){k, last};
    if (k < 2 * last) return (rb_xy){last, 2 * last - k};
    if (k < 3 * last) return (rb_xy){3 * last - k, 0};
    return (rb_xy){0, k - 3 * last};
}

/* Few points stand around a ring in the order in which the lines name them, many in rows. */
static void lay_in_order(const board *o, rb_layout *out) {
    int n = o->cells;
    int side = 3;
    if (n <= RING_MAX) {
        while (4 * (side - 1) < n) side++;
        for (int c = 0; c < n; c++) out->at[c] = on_ring(side, c * 4 * (side - 1) / n);
        out->columns = out->rows = side;
        return;
    }
    while (side * side < n) side++;
    out->columns = side;
    out->rows = (n + side - 1) / side;
    for (int c = 0; c < n; c++) out->at[c] = (rb_xy){c % side, out->rows - 1 - c / side};
}

bool rb_lay_out(const board *o, rb_layout *out) {
    bool named = lay_by_names(o, out);
    if (!named) lay_in_order(o, out);
    return named;
}

int rb_layout_cell(const board *o, const rb_layout *l, int x, int y) {
    for (int c = 0; c < o->cells; c++)
        if (l->at[c].x == x && l->at[c].y == y && area_has(&o->all, c)) return c;
    return BOARD_OFF;
}
