#include "engine/game/game_inputs.h"
#include "engine/sdk/kit_state.h"

/* What a net sees of a game on the kit: a piece on a cell, as one player sees it. The kit knows
 * neither whose a piece is nor which side a player sits at, so every player has inputs of its own:
 * first those of the board, then what the author lists of the extras. */

static int of_board(const kit *k) {
    return k->from->players * k->pieces * k->live_count;
}

static int of_extras(const kit *k) {
    return k->from->abi > 1 ? k->from->input_count : 0;
}

static int count(const rules *r) {
    const kit *k = kit_rules_of(r)->k;
    int n = of_board(k) + k->from->players * of_extras(k);
    return n <= INPUTS_MAX ? n : 0;
}

static int max_active(const rules *r) {
    const kit *k = kit_rules_of(r)->k;
    return k->live_count + of_extras(k);
}

/* The input of what is on the n-th cell of the board; -1: it is empty. */
static int input_at(const kit *k, const uint8_t *cell, int seat, int n) {
    int piece = k->number[cell[k->live_cell[n]]] - 2;
    return piece < 0 ? -1 : (seat * k->pieces + piece) * k->live_count + n;
}

/* What the author lists; numbers that are none, or come twice, are passed over. */
static void mark_extras(const rules *r, const void *s, int seat, bool *on, int room) {
    uint16_t own[BW_INPUTS];
    kit_work w;
    kit_work_init(&w, s);
    bw_state h = kit_handle(kit_rules_of(r), s, &w);
    for (int i = 0; i < room; i++) on[i] = false;
    int n = kit_rules_of(r)->k->from->inputs(&h, seat, own, room);
    for (int i = 0; i < n && i < room; i++)
        if (own[i] < room) on[own[i]] = true;
}

static int list(const rules *r, const void *s, int seat, uint16_t *out) {
    const kit *k = kit_rules_of(r)->k;
    const uint8_t *cell = kit_board(k, s);
    bool on[BW_INPUTS];
    int n = 0;
    for (int i = 0; i < k->live_count; i++) {
        int input = input_at(k, cell, seat, i);
        if (input >= 0) out[n++] = (uint16_t)input;
    }
    int extras = of_extras(k);
    if (extras) mark_extras(r, s, seat, on, extras);
    for (int i = 0; i < extras; i++)
        if (on[i]) out[n++] = (uint16_t)(of_board(k) + seat * extras + i);
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
    int extras = of_extras(k);
    if (!extras) return true;
    bool was[BW_INPUTS];
    bool is[BW_INPUTS];
    mark_extras(r, before, seat, was, extras);
    mark_extras(r, after, seat, is, extras);
    for (int i = 0; i < extras; i++) {
        uint16_t input = (uint16_t)(of_board(k) + seat * extras + i);
        if (was[i] && !is[i]) out->removed[out->removals++] = input;
        if (is[i] && !was[i]) out->added[out->additions++] = input;
    }
    return true;
}

static void name(const rules *r, int input, text *out) {
    const kit *k = kit_rules_of(r)->k;
    int own = input - of_board(k);
    int extras = of_extras(k);
    if (own >= 0 && extras > 0) {
        text_format(out, "player %d sees extra %d", own / extras + 1, own % extras);
        return;
    }
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

/* The mirror images that the author names, INPUTS_MAX_MIRRORS at most; extras name no places. */
static int mirrors(const rules *r, uint16_t *out) {
    const kit *k = kit_rules_of(r)->k;
    int all = count(r);
    int n = 0;
    uint16_t place[BW_CELLS];
    for (int i = 0; i < k->live_count; i++) place[k->live_cell[i]] = (uint16_t)i;
    for (; n < k->images && n < INPUTS_MAX_MIRRORS; n++) {
        const uint16_t *image = k->image + (size_t)n * (size_t)k->cells;
        for (int i = of_board(k); i < all; i++) out[n * all + i] = (uint16_t)i;
        for (int i = 0; i < of_board(k); i++) {
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
