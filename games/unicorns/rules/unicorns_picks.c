/* Who and what an effect can be aimed at: requirements, and the lists of choices. */
#include "games/unicorns/rules/unicorns_cards.h"
#include "games/unicorns/rules/unicorns_effects.h"

unsigned un_op_kind(const un_rules *r, const un_effect *e) {
    return un_ops[un_node_at(r, e)->op].kinds;
}

/* --- what may be done to a card --- */

static unsigned lasting_anywhere(const un_rules *r, const un_state *s) {
    unsigned all = 0;
    for (int p = 0; p < r->n; p++) all |= s->lasting[p];
    return all;
}

static bool destroyable(const un_rules *r, const un_state *s, int source, int id, int holder) {
    const un_card *k = &r->card[id];
    if (k->flags & UN_NOT_DESTROYABLE) return false;
    if (s->lasting[holder] & UN_UNICORNS_SAFE && un_type_bit(r, s, id, holder) & UN_SET_UNICORN)
        return false;
    if (r->type_of[source] != UN_SPELL) return true;
    if (lasting_anywhere(r, s) & UN_SPELL_PROOF) return false;
    return !(k->lasting & UN_SPELL_PROOF_SELF) || !un_registered(r, s, id);
}

/* Basics stay out of other stables where somebody has locked them. */
static bool may_hold(const un_rules *r, const un_state *s, unsigned type, int seat) {
    if (!(type & 1U << UN_BASIC)) return true;
    for (int p = 0; p < r->n; p++)
        if (p != seat && s->lasting[p] & UN_BASIC_LOCK_ALL) return false;
    return true;
}

static bool player_fits(const un_rules *r, const un_state *s, const un_effect *e, int id,
                        int holder, int seat) {
    const un_node *n = un_node_at(r, e);
    switch (n->op) {
    case UN_OP_RETARGET:
        return seat != holder && (n->arg == UN_ARG_ANYONE || seat != e->owner);
    case UN_OP_SWAP_UNICORN:
        return seat != e->owner && may_hold(r, s, un_type_bit(r, s, id, holder), seat);
    case UN_OP_PULL:
        return n->arg == UN_ARG_ANYONE || seat != e->owner;
    case UN_OP_SWAP_HANDS:
        return seat != e->owner;
    default:
        return true;
    }
}

bool un_player_ok(const un_rules *r, const un_state *s, const un_effect *e, int seat) {
    int holder = e->card == UN_NO_CARD ? -1 : un_holder(r, s, e->card);
    return player_fits(r, s, e, e->card, holder, seat);
}

static bool has_destination(const un_rules *r, const un_state *s, const un_effect *e, int id,
                            int holder) {
    for (int p = 0; p < r->n; p++)
        if (player_fits(r, s, e, id, holder, p)) return true;
    return false;
}

/* Whether the effect looks at the table of `holder` at all, when `asked` picks. */
static bool looks_at(const un_effect *e, int op, int holder, int asked) {
    switch (op) {
    case UN_OP_DESTROY:
    case UN_OP_STEAL:
        return holder != e->owner;
    case UN_OP_SAC:
    case UN_OP_SAC_EACH:
    case UN_OP_RETURN_EACH:
        return holder == asked;
    case UN_OP_STEAL_BACK:
        return holder == e->who;
    case UN_OP_SWAP_UNICORN:
        return holder == e->owner;
    default:
        return true;
    }
}

/* Whether a card of the right type, which lies with `holder`, may be picked. */
static bool fits(const un_rules *r, const un_state *s, const un_effect *e, int op, int id,
                 int holder) {
    switch (op) {
    case UN_OP_DESTROY:
        return destroyable(r, s, e->source, id, holder);
    case UN_OP_SAC:
    case UN_OP_SAC_EACH:
        return !(r->card[id].flags & UN_NOT_SACRIFICABLE);
    case UN_OP_STEAL:
    case UN_OP_STEAL_BACK:
        return may_hold(r, s, un_type_bit(r, s, id, holder), e->owner);
    case UN_OP_RETARGET:
    case UN_OP_SWAP_UNICORN:
        return has_destination(r, s, e, id, holder);
    default:
        return true;
    }
}

/* The first `most` cards on tables that may be picked, from a place on. */
static int table_picks(const un_rules *r, const un_state *s, const un_effect *e, int asked,
                       int from, int most, uint8_t *out) {
    const un_node *node = un_node_at(r, e);
    int op = node->op;
    unsigned types = op == UN_OP_SWAP_UNICORN ? (unsigned)UN_SET_UNICORN : un_types(r, node);
    bool claims = op != UN_OP_RETARGET && op != UN_OP_SWAP_UNICORN;
    const uint8_t *aim = UN_AIM(r, s);
    int n = 0;
    for (int p = 0; p < r->n; p++) {
        int pos = un_from(s, un_table(p, 0));
        int end = s->end[un_table(p, 2)];
        if (from > pos) pos = from;
        if (pos >= end || !looks_at(e, op, p, asked)) continue;
        for (; pos < end; pos++) {
            uint8_t id = s->pool[pos];
            if (!(un_type_bit(r, s, id, p) & types) || (claims && aim[id] & UN_CLAIMED) ||
                !fits(r, s, e, op, id, p))
                continue;
            out[n++] = id;
            if (n == most) return n;
        }
    }
    return n;
}

/* --- requirements --- */

static int typed_in_hand(const un_rules *r, const un_state *s, int seat, unsigned types,
                         int without) {
    int zone = un_hand(r, seat);
    int n = 0;
    for (int pos = un_from(s, zone); pos < s->end[zone]; pos++)
        n += s->pool[pos] != without && 1U << r->type_of[s->pool[pos]] & types;
    return n;
}

static bool enough(const un_rules *r, const un_state *s, int node, int owner, int source) {
    un_effect e = un_effect_of(node, source, owner);
    uint8_t room[UN_MAX_CARDS];
    const un_node *n = un_node_at(r, &e);
    if (n->n == UN_ALL) return true;
    return table_picks(r, s, &e, owner, 0, n->n, room) >= n->n;
}

static bool discard_req(const un_rules *r, const un_state *s, const un_node *n, int owner,
                        int source) {
    if (n->arg == UN_ARG_ANYONE) return true;
    return n->n != UN_ALL && typed_in_hand(r, s, owner, n->types, source) >= n->n;
}

bool un_req(const un_rules *r, const un_state *s, int node, int owner, int source) {
    const un_node *n = &r->deck.node[node];
    switch (n->op) {
    case UN_OP_MAY:
    case UN_OP_IF:
        return un_req(r, s, n->first, owner, source);
    case UN_OP_AND:
        for (int c = n->first; c; c = r->deck.node[c].next)
            if (!un_req(r, s, c, owner, source)) return false;
        return true;
    case UN_OP_ONEOF:
        for (int c = n->first; c; c = r->deck.node[c].next)
            if (un_req(r, s, c, owner, source)) return true;
        return false;
    case UN_OP_DESTROY:
    case UN_OP_SAC:
    case UN_OP_SAC_EACH:
    case UN_OP_RETURN:
    case UN_OP_RETURN_EACH:
    case UN_OP_STEAL:
    case UN_OP_RETARGET:
    case UN_OP_SWAP_UNICORN:
        return enough(r, s, node, owner, source);
    case UN_OP_SAC_SELF:
        return !(UN_AIM(r, s)[source] & UN_CLAIMED);
    case UN_OP_DISCARD:
        return discard_req(r, s, n, owner, source);
    case UN_OP_INSTEAD_DISCARD:
        return un_hand_size(r, s, owner) >= n->n;
    default:
        return true;
    }
}

bool un_play_req(const un_rules *r, const un_state *s, int node, int owner, int source) {
    const un_node *n = &r->deck.node[node];
    switch (n->op) {
    case UN_OP_IF:
        return un_play_req(r, s, n->first, owner, source);
    case UN_OP_AND:
        for (int c = n->first; c; c = r->deck.node[c].next)
            if (!un_play_req(r, s, c, owner, source)) return false;
        return true;
    case UN_OP_DISCARD:
        return discard_req(r, s, n, owner, source);
    case UN_OP_RETURN:
        return n->arg != UN_ARG_KICK || enough(r, s, node, owner, source);
    default:
        return true;
    }
}

/* As un_req(), but a discard of typed cards is held for possible while the hand is large enough. */
static bool seems(const un_rules *r, const un_state *s, int node, int owner, int source) {
    const un_node *n = &r->deck.node[node];
    if (!n->hidden) return un_req(r, s, node, owner, source);
    if (n->op == UN_OP_DISCARD) return n->n != UN_ALL && un_hand_size(r, s, owner) >= n->n;
    if (n->op == UN_OP_MAY || n->op == UN_OP_IF) return seems(r, s, n->first, owner, source);
    for (int c = n->first; c; c = r->deck.node[c].next)
        if (!seems(r, s, c, owner, source)) return false;
    return true;
}

bool un_may_ask(const un_rules *r, const un_state *s, int node, int owner) {
    return seems(r, s, node, owner, s->fx[s->k].source);
}

/* --- lists --- */

/* Cards of a zone in the order of kinds, from the kind of the last pick on. */
static int zone_picks(const un_rules *r, const un_state *s, int zone, unsigned types,
                      uint8_t *out) {
    int n = 0;
    int least = s->last == UN_NO_CARD ? 0 : r->kind_of[s->last];
    bool sorted = zone >= un_hand(r, 0) && zone < un_stack(r);
    for (int pos = un_from(s, zone); pos < s->end[zone]; pos++) {
        uint8_t id = s->pool[pos];
        if (r->kind_of[id] < least || !(1U << r->type_of[id] & types) ||
            UN_AIM(r, s)[id] & UN_CLAIMED)
            continue;
        int at = n++;
        for (; !sorted && at > 0 && r->kind_of[out[at - 1]] > r->kind_of[id]; at--)
            out[at] = out[at - 1];
        out[at] = id;
    }
    return n;
}

unsigned un_hand_types(const un_rules *r, const un_state *s) {
    const un_effect *e = &s->fx[s->k];
    const un_node *n = un_node_at(r, e);
    if (s->step == UN_IDLE) return UN_SET_ANY;
    if (n->op != UN_OP_BRING) return n->types;
    unsigned types = n->types & (UN_SET_UNICORN | 1U << UN_UPGRADE | 1U << UN_DOWNGRADE);
    return may_hold(r, s, 1U << UN_BASIC, e->owner) ? types : types & ~(1U << UN_BASIC);
}

static int bring_picks(const un_rules *r, const un_state *s, const un_effect *e, uint8_t *out) {
    const un_node *n = un_node_at(r, e);
    int zone = n->arg == UN_ARG_HAND      ? un_hand(r, e->owner)
               : n->arg == UN_ARG_DISCARD ? un_discard(r)
                                          : un_nursery(r);
    return zone_picks(r, s, zone, un_hand_types(r, s), out);
}

static int search_picks(const un_rules *r, const un_state *s, const un_effect *e, uint8_t *out) {
    const un_node *n = un_node_at(r, e);
    int zone = n->arg == UN_ARG_PILE ? un_pile(r) : un_discard(r);
    if (!n->word) return zone_picks(r, s, zone, n->types, out);
    int kept = 0;
    for (int k = 0; k < r->deck.kinds; k++) {
        if (!(r->deck.kind[k].words >> (n->word - 1) & 1)) continue;
        for (int pos = un_from(s, zone); pos < s->end[zone]; pos++)
            if (r->kind_of[s->pool[pos]] == k) out[kept++] = s->pool[pos];
    }
    return kept;
}

static int discard_picks(const un_rules *r, const un_state *s, uint8_t *out) {
    return zone_picks(r, s, un_hand(r, s->seat), un_hand_types(r, s), out);
}

/* The targets of effect k that lie with a seat and are unicorns. */
static int save_picks(const un_rules *r, const un_state *s, uint8_t *out) {
    int n = 0;
    int end = s->end[un_table(s->seat, 2)];
    for (int pos = un_from(s, un_table(s->seat, 0)); pos < end; pos++) {
        int id = s->pool[pos];
        bool target = (UN_AIM(r, s)[id] & ~UN_CLAIMED) == s->k + 1 || s->fx[s->k].card == id;
        if (target && un_type_bit(r, s, id, s->seat) & UN_SET_UNICORN) out[n++] = s->pool[pos];
    }
    return n;
}

bool un_picks_table(const un_rules *r, const un_state *s) {
    if (s->ask == UN_ASK_SAVE) return true;
    return s->ask == UN_ASK_CARD && un_node_at(r, &s->fx[s->k])->op != UN_OP_BRING;
}

int un_picks(const un_rules *r, const un_state *s, uint8_t *out) {
    const un_effect *e = &s->fx[s->k];
    switch (s->ask) {
    case UN_ASK_DISCARD:
        return discard_picks(r, s, out);
    case UN_ASK_SEARCH:
        return search_picks(r, s, e, out);
    case UN_ASK_TAKE:
        return zone_picks(r, s, un_hand(r, e->who), UN_SET_ANY, out);
    case UN_ASK_SAVE:
        return save_picks(r, s, out);
    default:
        break;
    }
    if (un_node_at(r, e)->op == UN_OP_BRING) return bring_picks(r, s, e, out);
    int from = s->last == UN_NO_CARD ? 0 : un_pos(r, s, s->last) + 1;
    return table_picks(r, s, e, s->seat, from, UN_MAX_CARDS, out);
}
