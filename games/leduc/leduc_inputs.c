#include "games/leduc/leduc_inputs.h"

#include "games/leduc/leduc_rules.h"

/* What a player knows: the own card, the card on the board and whether they pair, the chips of both,
 * the bets of this round, the stage and whose turn it is. The other hand is not among it. */

enum {
    HAND = 0,
    BOARD = HAND + LEDUC_RANKS,
    PAIRS = BOARD + LEDUC_RANKS,
    STAGE = PAIRS + LEDUC_RANKS,
    ACTS = STAGE + LEDUC_OVER + 1,
    POT = ACTS + 1, /* one's own chips, then the other's */
    CHIPS = LEDUC_MAX_CHIPS,
    BETS = POT + 2 * CHIPS, /* the first bet, the second, ...: fold, call or raise */
    MAX_BETS = 4,
    INPUTS = BETS + MAX_BETS * LEDUC_RAISE
};

static int count(const rules *r) {
    (void)r;
    return INPUTS;
}

static int list(const rules *r, const void *state, int seat, uint16_t *out) {
    const leduc_state *s = state;
    const leduc_table *t = &s->table;
    uint8_t hand = s->hand[seat];
    int n = 0;
    (void)r;
    if (hand) out[n++] = (uint16_t)(HAND + hand - 1);
    if (t->board) out[n++] = (uint16_t)(BOARD + t->board - 1);
    if (hand && hand == t->board) out[n++] = (uint16_t)(PAIRS + hand - 1);
    out[n++] = (uint16_t)(STAGE + t->stage);
    if (leduc_betting(t) && t->mover == seat) out[n++] = ACTS;
    for (int k = 0; k < 2; k++)
        for (int chips = 1; chips <= t->pot[k ? 1 - seat : seat]; chips++)
            out[n++] = (uint16_t)(POT + k * CHIPS + chips - 1);
    for (int i = 0; i < leduc_bet_count(t); i++)
        out[n++] = (uint16_t)(BETS + i * LEDUC_RAISE + leduc_bet_at(t, i) - 1);
    return n;
}

static void name(const rules *r, int input, text *out) {
    static const char ranks[] = "JQK";
    (void)r;
    if (input < BOARD)
        text_format(out, "own card %c", ranks[input - HAND]);
    else if (input < PAIRS)
        text_format(out, "board %c", ranks[input - BOARD]);
    else if (input < STAGE)
        text_format(out, "pair of %c", ranks[input - PAIRS]);
    else if (input < ACTS)
        text_format(out, "stage %d", input - STAGE);
    else if (input == ACTS)
        text_put(out, "own turn");
    else if (input < BETS)
        text_format(out, "%s chips >= %d", input - POT < CHIPS ? "own" : "other's",
                    (input - POT) % CHIPS + 1);
    else
        text_format(out, "bet %d: %d", (input - BETS) / LEDUC_RAISE + 1,
                    (input - BETS) % LEDUC_RAISE + 1);
}

const game_inputs leduc_inputs = {
    .count = count,
    .max_active = count,
    .list = list,
    .name = name,
};
