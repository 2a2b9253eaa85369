#include "games/unicorns/unicorns_features.h"

#include "games/unicorns/unicorns_chain.h"
#include "games/unicorns/unicorns_turn.h"

enum {
    UNICORNS,   /* value of the stable, as a share of what wins */
    LEAD,       /* value above (below) the best other stable, as a share of what wins */
    NEXT,       /* one unicorn short of winning, or less */
    HAND,       /* cards in hand */
    INSTANTS,   /* Neighs that this player holds and may use */
    READY,      /* unicorns in the own hand */
    UPGRADES,   /* in front of this player */
    DOWNGRADES, /* the same */
    MAGICAL,    /* unicorns with an effect in the stable */
    BARRED,     /* may not react */
    TURN,       /* whose turn it is */
    WAIT,       /* how far away the own turn is, as a share of a round */
    FEATURES
};

/* Set by hand. Weights found by matches with two seats (upgrades 0.8, downgrades -0.9, magical 0.4,
 * ready 0) are better there and much worse with six; weights fitted to who wins games of the bot
 * `rule` foretell that better and play worse. */
const feature un_features[] = {
    [UNICORNS] = {"unicorns", 1.50F, -8, 8, 0.1F},
    [LEAD] = {"lead", 2.00F, -8, 8, 0.1F},
    [NEXT] = {"next", 0.40F, -8, 8, 0.1F},
    [HAND] = {"hand", 0.05F, -8, 8, 0.01F},
    [INSTANTS] = {"instants", 0.15F, -8, 8, 0.01F},
    [READY] = {"ready", 0.08F, -8, 8, 0.01F},
    [UPGRADES] = {"upgrades", 0.12F, -8, 8, 0.01F},
    [DOWNGRADES] = {"downgrades", -0.25F, -8, 8, 0.01F},
    [MAGICAL] = {"magical", 0.05F, -8, 8, 0.01F},
    [BARRED] = {"barred", 0.00F, -8, 8, 0.01F},
    [TURN] = {"turn", 0.20F, -8, 8, 0.01F},
    [WAIT] = {"wait", 0.00F, -8, 8, 0.01F},
    [FEATURES] = {NULL, 0, 0, 0, 0},
};

static int count_type(const un_rules *r, const un_state *s, int zone, unsigned types) {
    int n = 0;
    for (int pos = un_from(s, zone); pos < s->end[zone]; pos++)
        n += (types >> r->type_of[s->pool[pos]] & 1) != 0;
    return n;
}

void un_measure(const rules *head, const void *state, int player, float *out) {
    const un_rules *r = un_of(head);
    const un_state *s = state;
    int own = un_value(r, s, player);
    int best = 0;
    for (int p = 0; p < r->n; p++) {
        int value = un_value(r, s, p);
        if (p != player && value > best) best = value;
    }
    int hand = un_hand(r, player);
    bool barred = s->lasting[player] & UN_NO_INSTANTS;
    out[UNICORNS] = (float)own / (float)r->to_win;
    out[LEAD] = (float)(own - best) / (float)r->to_win;
    out[NEXT] = own + 1 >= r->to_win ? 1 : 0;
    out[HAND] = (float)un_size(s, hand);
    out[INSTANTS] = barred ? 0 : (float)count_type(r, s, hand, 1U << UN_INSTANT);
    out[READY] = (float)count_type(r, s, hand, UN_SET_UNICORN);
    out[UPGRADES] = (float)un_size(s, un_table(player, UN_UPGRADES));
    out[DOWNGRADES] = (float)un_size(s, un_table(player, UN_DOWNGRADES));
    out[MAGICAL] = (float)count_type(r, s, un_table(player, UN_STABLE), 1U << UN_MAGICAL);
    out[BARRED] = barred ? 1 : 0;
    out[TURN] = s->active == player ? 1 : 0;
    out[WAIT] = (float)((player - s->active + r->n) % r->n) / (float)r->n;
}
