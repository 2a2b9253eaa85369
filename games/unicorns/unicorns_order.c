/* First guesses of how good an answer is, for searches: logarithms of odds, from what the player
 * who is asked can see. Cards are judged by their tiers, players by how near they
 * are to winning. */
#include "games/unicorns/rules/unicorns_chain.h"
#include "games/unicorns/rules/unicorns_effects.h"
#include "games/unicorns/rules/unicorns_turn.h"
#include "games/unicorns/unicorns_features.h"

enum { TIERS = 7 };

typedef struct assessment {
    const un_rules *r;
    const un_state *s;
    int self;
    float lead[UN_SEATS]; /* unicorns, as a share of what wins */
} assessment;

/* From 0, the worst card, to 1. */
static float value(const assessment *j, int kind) {
    return (float)(TIERS - j->r->deck.kind[kind].tier) / (float)TIERS;
}

static bool is_unicorn(const assessment *j, int kind) {
    return 1U << j->r->deck.kind[kind].type & UN_SET_UNICORN;
}

/* Whether one more unicorn wins for a seat. */
static bool wins(const assessment *j, int seat, int kind) {
    int more = j->r->deck.kind[kind].flags & UN_DOUBLE ? 2 : 1;
    return is_unicorn(j, kind) && un_value(j->r, j->s, seat) + more >= j->r->to_win &&
           !(j->s->lasting[seat] & UN_PANDAS);
}

/* A card that lies with a seat: good for that seat above 0. */
static float table_value(const assessment *j, int kind) {
    int type = j->r->deck.kind[kind].type;
    if (type == UN_DOWNGRADE) return -1 - value(j, kind);
    if (type == UN_UPGRADE) return 0.8F + value(j, kind);
    return 1 + value(j, kind);
}

/* What comes of a card that goes to a seat. */
static float gift(const assessment *j, int kind, int to) {
    float good = table_value(j, kind);
    if (wins(j, to, kind)) good += 4;
    return to == j->self ? good : -good * (0.5F + j->lead[to]);
}

/* What comes of a card that leaves a seat. */
static float loss(const assessment *j, int kind, int holder) {
    float good = table_value(j, kind);
    return holder == j->self ? -good : good * (0.5F + j->lead[holder]);
}

static float play_score(const assessment *j, action a) {
    int kind = un_a(a);
    if (kind == UN_NO_CARD) return -1;
    if (j->r->deck.kind[kind].type == UN_SPELL) return 0.2F + value(j, kind);
    return gift(j, kind, un_b(a));
}

static float react_score(const assessment *j, action a) {
    const un_state *s = j->s;
    int stack = un_stack(j->r);
    int base = s->pool[un_from(s, stack)];
    int kind = j->r->kind_of[base];
    int by = UN_NOTE(j->r, s)[base];
    bool comes = un_size(s, stack) % 2 == 1; /* as things stand the card resolves */
    if (un_a(a) == UN_NO_CARD) return 0;
    bool spell = j->r->deck.kind[kind].type == UN_SPELL;
    float good = spell ? 0.2F + value(j, kind) : gift(j, kind, s->to);
    if (spell && by != j->self) good = -good;
    return -0.8F + (comes ? -good : good); /* an instant is worth keeping */
}

static float card_score(const assessment *j, action a, int op) {
    int kind = un_b(a) ? j->r->kind_of[j->s->pool[un_a(a)]] : un_a(a);
    if (kind == UN_NO_CARD) return 0;
    if (!un_b(a)) return value(j, kind);
    int holder = un_holder_at(j->s, un_a(a));
    switch (op) {
    case UN_OP_STEAL:
    case UN_OP_STEAL_BACK:
        return loss(j, kind, holder) + table_value(j, kind);
    case UN_OP_RETARGET:
        return loss(j, kind, holder) +
               (table_value(j, kind) > 0 && holder != j->self ? 1.0F : 0.0F);
    default:
        return loss(j, kind, holder);
    }
}

static float player_score(const assessment *j, int seat, int op) {
    const un_effect *e = &j->s->fx[j->s->k];
    bool own = seat == j->self;
    float hand = 0.15F * (float)un_hand_size(j->r, j->s, seat);
    switch (op) {
    case UN_OP_RETARGET:
    case UN_OP_SWAP_UNICORN:
        return e->card == UN_NO_CARD ? 0 : gift(j, j->r->kind_of[e->card], seat);
    case UN_OP_SHRINK: /* babies for grown unicorns: as many, but plain */
        return own ? -1 : j->lead[seat];
    case UN_OP_SWAP_HANDS:
        return hand;
    default: /* to discard, or to be robbed */
        return own ? -2 : hand + j->lead[seat];
    }
}

static float score(const assessment *j, action a) {
    const un_state *s = j->s;
    int op = s->step == UN_IDLE ? UN_OP_DISCARD : un_node_at(j->r, &s->fx[s->k])->op;
    int kind = un_a(a);
    switch (s->ask) {
    case UN_ASK_PLAY:
        return play_score(j, a);
    case UN_ASK_REACT:
        return react_score(j, a);
    case UN_ASK_MAY:
        return un_a(a) ? 0.7F : 0;
    case UN_ASK_PLAYER:
        return player_score(j, un_a(a), op);
    case UN_ASK_DISCARD:
        return kind == UN_NO_CARD ? 0 : -1.5F * value(j, kind) - (is_unicorn(j, kind) ? 0.5F : 0);
    case UN_ASK_SEARCH:
    case UN_ASK_TAKE:
        return kind == UN_NO_CARD ? 0 : 2 * value(j, kind);
    case UN_ASK_SAVE:
        return -loss(j, j->r->kind_of[s->pool[un_a(a)]], s->seat);
    case UN_ASK_CARD:
        return card_score(j, a, op);
    default:
        return 0;
    }
}

void un_order(const rules *head, const void *state, const action *list, int n, float *out) {
    const un_rules *r = un_of(head);
    const un_state *s = state;
    assessment j = {.r = r, .s = s, .self = s->seat};
    for (int p = 0; p < r->n; p++) j.lead[p] = (float)un_value(r, s, p) / (float)r->to_win;
    for (int i = 0; i < n; i++) out[i] = score(&j, list[i]);
}
