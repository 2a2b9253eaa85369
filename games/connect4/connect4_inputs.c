#include "games/connect4/connect4_inputs.h"

#include "games/connect4/connect4_rules.h"

/* A stone of one's own, or of the other player, in each cell: the bits of the board. */

enum { CELLS = C4_COLUMNS * C4_ROWS, INPUTS = 2 * CELLS };

static int count(const rules *r) {
    (void)r;
    return INPUTS;
}

static int max_active(const rules *r) {
    (void)r;
    return CELLS;
}

static int put(uint64_t stones, int first, uint16_t *out) {
    int n = 0;
    for (; stones; stones &= stones - 1) {
        int bit = __builtin_ctzll(stones);
        out[n++] = (uint16_t)(first + bit / C4_STRIDE * C4_ROWS + bit % C4_STRIDE);
    }
    return n;
}

static int list(const rules *r, const void *state, int seat, uint16_t *out) {
    const c4_state *s = state;
    (void)r;
    int n = put(s->stone[seat], 0, out);
    return n + put(s->stone[1 - seat], CELLS, out + n);
}

static bool change(const rules *r, const void *before, const void *after, int seat,
                   input_change *out) {
    const c4_state *x = before;
    const c4_state *y = after;
    (void)r;
    out->removals = out->additions = 0;
    for (int k = 0; k < 2; k++) {
        int owner = k ? 1 - seat : seat;
        uint64_t gone = x->stone[owner] & ~y->stone[owner];
        uint64_t came = y->stone[owner] & ~x->stone[owner];
        out->removals += put(gone, k * CELLS, out->removed + out->removals);
        out->additions += put(came, k * CELLS, out->added + out->additions);
    }
    return true;
}

/* Left and right. */
static int mirrors(const rules *r, uint16_t *out) {
    (void)r;
    for (int i = 0; i < INPUTS; i++) {
        int column = i % CELLS / C4_ROWS;
        out[i] = (uint16_t)(i + (C4_COLUMNS - 1 - 2 * column) * C4_ROWS);
    }
    return 1;
}

static bool without(const rules *r, void *state, int n, text *named) {
    c4_state *s = state;
    uint64_t all = s->stone[0] | s->stone[1];
    (void)r;
    for (; all && n > 0; n--) all &= all - 1;
    if (!all) return false;
    int bit = __builtin_ctzll(all);
    int owner = s->stone[1] >> bit & 1 ? 1 : 0;
    text_format(named, "player %d %c%d", owner + 1, 'a' + bit / C4_STRIDE, bit % C4_STRIDE + 1);
    s->stone[owner] &= ~(UINT64_C(1) << bit);
    return true;
}

static void name(const rules *r, int input, text *out) {
    (void)r;
    text_format(out, "%s %c%d", input < CELLS ? "own" : "enemy", 'a' + input % CELLS / C4_ROWS,
                input % C4_ROWS + 1);
}

const game_inputs c4_inputs = {
    .count = count,
    .max_active = max_active,
    .list = list,
    .change = change,
    .mirrors = mirrors,
    .without = without,
    .name = name,
};
