#include "engine/game/game_inputs.h"
#include "engine/sdk/kit_state.h"

/* What a net sees of a game on the kit: a piece on a cell, as one player sees it. The kit knows
 * neither whose a piece is nor which side a player sits at, so every player has inputs of its own.
 * What is in the extras is not seen. */

static int count(const rules *r) {
    const kit *k = kit_rules_of(r)->k;
    int n = r->players * k->pieces * k->live_count;
    return n <= INPUTS_MAX ? n : 0;
}

static int max_active(const rules *r) {
    return kit_rules_of(r)->k->live_count;
}

/* The input of what is on the n-th cell of the board; -1: it is empty. */
static int input_at(const kit *k, const uint8_t *cell, int seat, int n) {
    int piece = k->number[cell[k->live_cell[n]]] - 2;
    return piece < 0 ? -1 : (seat * k->pieces + piece) * k->live_count + n;
}

static int list(const rules *r, const void *s, int seat, uint16_t *out) {
    const kit *k = kit_rules_of(r)->k;
    const uint8_t *cell = kit_board(k, s);
    int n = 0;
    for (int i = 0; i < k->live_count; i++) {
        int input = input_at(k, cell, seat, i);
        if (input >= 0) out[n++] = (uint16_t)input;
    }
    return n;
}

static bool change(const rules *r, const void *before, const void *after, int seat,
                   input_change *out) {
    const kit *k = kit_rules_of(r)->k;
    const uint8_t *x = kit_board(k, before);
    const uint8_t *y = kit_board(k, after);
    out->removals = out->additions = 0;
    for (int i = 0; i < k->live_count; i++) {
        if (x[k->live_cell[i]] == y[k->live_cell[i]]) continue;
        int gone = input_at(k, x, seat, i);
        int came = input_at(k, y, seat, i);
        if (gone >= 0) out->removed[out->removals++] = (uint16_t)gone;
        if (came >= 0) out->added[out->additions++] = (uint16_t)came;
    }
    return true;
}

static void name(const rules *r, int input, text *out) {
    const kit *k = kit_rules_of(r)->k;
    int cell = k->live_cell[input % k->live_count];
    int piece = input / k->live_count % k->pieces;
    text_format(out, "player %d sees ", input / k->live_count / k->pieces + 1);
    kit_piece_word(k, k->piece[piece], out);
    text_format(out, " (%d) %d,%d", piece, cell / k->from->cols, cell % k->from->cols);
}

static bool without(const rules *r, void *s, int n, text *named) {
    const kit *k = kit_rules_of(r)->k;
    uint8_t *cell = kit_board(k, s);
    for (int i = 0; i < k->live_count; i++) {
        int at = k->live_cell[i];
        if (input_at(k, cell, 0, i) < 0 || n-- > 0) continue;
        kit_piece_word(k, cell[at], named);
        text_format(named, " %d,%d", at / k->from->cols, at % k->from->cols);
        cell[at] = BW_BLANK;
        return true;
    }
    return false;
}

/* The mirror images that the author names, INPUTS_MAX_MIRRORS at most. */
static int mirrors(const rules *r, uint16_t *out) {
    const kit *k = kit_rules_of(r)->k;
    int all = count(r);
    int n = 0;
    uint16_t place[BW_CELLS];
    for (int i = 0; i < k->live_count; i++) place[k->live_cell[i]] = (uint16_t)i;
    for (; n < k->images && n < INPUTS_MAX_MIRRORS; n++) {
        const uint16_t *image = k->image + (size_t)n * (size_t)k->cells;
        for (int i = 0; i < all; i++) {
            int at = i % k->live_count;
            out[n * all + i] = (uint16_t)(i - at + place[image[k->live_cell[at]]]);
        }
    }
    return n;
}

const game_inputs kit_game_inputs = {
    .count = count,
    .max_active = max_active,
    .list = list,
    .change = change,
    .mirrors = mirrors,
    .without = without,
    .name = name,
};
