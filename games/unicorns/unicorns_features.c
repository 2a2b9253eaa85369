#include "games/unicorns/unicorns_features.h"

#include "games/unicorns/rules/unicorns_chain.h"
#include "games/unicorns/rules/unicorns_turn.h"
#include "games/unicorns/unicorns_worth.h"

/* Two seats fight each other, more race against the leader, so all terms have weights of their own
 * with three seats and more (many-x). */
enum {
    UNICORNS,   /* value of the stable, as a share of what wins */
    LEAD,       /* value above (below) the best other stable, as a share of what wins */
    NEXT,       /* one unicorn short of winning, or less */
    NEAR,       /* two unicorns short, or less */
    STRIKE,     /* the same as next with a unicorn in hand, times how near the own turn is */
    HAND,       /* cards in hand */
    INSTANTS,   /* Neighs that this player holds and may use */
    READY,      /* unicorns in the own hand */
    CARDS,      /* how good the hand is: each card by its tier, from 0 to 1 */
    UPGRADES,   /* in front of this player */
    TOOLS,      /* how good these are, by their tiers */
    DOWNGRADES, /* in front of this player */
    MAGICAL,    /* unicorns with an effect in the stable */
    TALENT,     /* how good these are, by their tiers */
    BABIES,     /* in the stable */
    BARRED,     /* may not react */
    HEARD,      /* cards of this player cannot be neighed */
    SAFE,       /* unicorns that cannot be destroyed */
    PANDAS,     /* unicorns that are none */
    BLIND,      /* unicorns without their effects */
    TURN,       /* whose turn it is */
    WAIT,       /* how far away the own turn is, as a share of a round */
    TERMS
};

enum { MANY = TERMS, FEATURES = 2 * TERMS }; /* a block for two seats, and one for more */

#define BOTH(term, name, two, many, step)                                                          \
    [term] = {name, two, -8, 8, step}, [MANY + (term)] = {"many-" name, many, -8, 8, step}

const feature un_features[] = {
    BOTH(UNICORNS, "unicorns", 0.35F, 1.5F, 0.1F),
    BOTH(LEAD, "lead", 1.42F, 2.0F, 0.1F),
    BOTH(NEXT, "next", 0.32F, 0.4F, 0.1F),
    BOTH(NEAR, "near", 0.21F, 0, 0.1F),
    BOTH(STRIKE, "strike", 0.49F, 0, 0.1F),
    BOTH(HAND, "hand", 0.15F, 0.05F, 0.01F),
    BOTH(INSTANTS, "instants", 0.14F, 0.15F, 0.01F),
    BOTH(READY, "ready", 0.05F, 0.08F, 0.01F),
    BOTH(CARDS, "cards", -0.11F, 0, 0.01F),
    BOTH(UPGRADES, "upgrades", 0.22F, 0.12F, 0.01F),
    BOTH(TOOLS, "tools", 0.20F, 0, 0.01F),
    BOTH(DOWNGRADES, "downgrades", -0.36F, -0.25F, 0.01F),
    BOTH(MAGICAL, "magical", -0.10F, 0.05F, 0.01F),
    BOTH(TALENT, "talent", 0.30F, 0, 0.01F),
    BOTH(BABIES, "babies", 0.07F, 0, 0.01F),
    BOTH(BARRED, "barred", 0.09F, 0, 0.01F),
    BOTH(HEARD, "heard", -0.19F, 0, 0.01F),
    BOTH(SAFE, "safe", -0.12F, 0, 0.01F),
    BOTH(PANDAS, "pandas", 0.26F, 0, 0.01F),
    BOTH(BLIND, "blind", 0.04F, 0, 0.01F),
    BOTH(TURN, "turn", 0.17F, 0.2F, 0.01F),
    BOTH(WAIT, "wait", 0.06F, 0, 0.01F),
    [FEATURES] = {NULL, 0, 0, 0, 0},
};

/* Cards of a zone: how many of each type, and how good they are together. */
typedef struct tally {
    int of[UN_PANDA + 1];
    int good; /* tiers above the worst */
} tally;

static tally count(const un_rules *r, const un_state *s, int zone) {
    tally t = {{0}, 0};
    for (int pos = un_from(s, zone); pos < s->end[zone]; pos++) {
        int id = s->pool[pos];
        t.of[r->type_of[id]]++;
        t.good += UN_TIERS - un_kind_of(r, id)->tier;
    }
    return t;
}

static void measure_value(const un_rules *r, const un_state *s, int player, float *out) {
    int own = un_value(r, s, player);
    int best = 0;
    for (int p = 0; p < r->n; p++) {
        int value = p == player ? 0 : un_value(r, s, p);
        if (value > best) best = value;
    }
    out[UNICORNS] = (float)own / (float)r->to_win;
    out[LEAD] = (float)(own - best) / (float)r->to_win;
    out[NEXT] = own + 1 >= r->to_win ? 1 : 0;
    out[NEAR] = own + 2 >= r->to_win ? 1 : 0;
}

static void measure_table(const un_rules *r, const un_state *s, int player, float *out) {
    unsigned lasting = s->lasting[player];
    tally stable = count(r, s, un_table(player, UN_STABLE));
    tally upgrades = count(r, s, un_table(player, UN_UPGRADES));
    int unicorns = un_size(s, un_table(player, UN_STABLE));
    out[UPGRADES] = (float)un_size(s, un_table(player, UN_UPGRADES));
    out[TOOLS] = (float)upgrades.good / UN_TIERS;
    out[DOWNGRADES] = (float)un_size(s, un_table(player, UN_DOWNGRADES));
    out[MAGICAL] = (float)stable.of[UN_MAGICAL];
    out[TALENT] = (float)stable.good / UN_TIERS;
    out[BABIES] = (float)stable.of[UN_BABY];
    out[BARRED] = lasting & UN_NO_INSTANTS ? 1.0F : 0;
    out[HEARD] = lasting & UN_NO_NEIGH ? 1.0F : 0;
    out[SAFE] = lasting & UN_UNICORNS_SAFE ? (float)unicorns : 0;
    out[PANDAS] = lasting & UN_PANDAS ? (float)unicorns : 0;
    out[BLIND] = lasting & UN_BLIND ? (float)stable.of[UN_MAGICAL] : 0;
}

void un_measure(const rules *head, const void *state, int player, float *out) {
    const un_rules *r = un_of(head);
    const un_state *s = state;
    float *own = out + (r->n > 2 ? MANY : 0);
    memset(out, 0, FEATURES * sizeof *out);
    measure_value(r, s, player, own);
    measure_table(r, s, player, own);
    tally hand = count(r, s, un_hand(r, player));
    int ready = hand.of[UN_BABY] + hand.of[UN_BASIC] + hand.of[UN_MAGICAL];
    float wait = (float)((player - s->active + r->n) % r->n) / (float)r->n;
    own[HAND] = (float)un_size(s, un_hand(r, player));
    own[INSTANTS] = own[BARRED] > 0 ? 0 : (float)hand.of[UN_INSTANT];
    own[READY] = (float)ready;
    own[CARDS] = (float)hand.good / UN_TIERS;
    own[TURN] = s->active == player ? 1 : 0;
    own[WAIT] = wait;
    own[STRIKE] = ready ? own[NEXT] * (1 - wait) : 0;
}
