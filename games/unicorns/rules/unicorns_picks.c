/* Who and what an effect can be aimed at: requirements, and the lists of choices. */
#include "games/unicorns/rules/unicorns_cards.h"
#include "games/unicorns/rules/unicorns_effects.h"

typedef const struct host {
    const un_rules *r;
    const un_state *s;
} host;
typedef un_effect fx;

/* --- what may be done to a card --- */

static unsigned lasting_anywhere(const un_rules *r, const un_state *s) {
    unsigned all = 0;
    for (int p = 0; p < r->n; p++) all |= s->lasting[p];
    return all;
}

static bool destroyable(host *h, int source, int id, int holder) {
    const un_card *k = &h->r->card[id];
    unsigned lasting = h->s->lasting[holder];
    if (k->flags & UN_NOT_DESTROYABLE) return false;
    if (lasting & UN_UNICORNS_SAFE && un_type_bit(h->r, h->s, id, holder) & UN_SET_UNICORN)
        return false;
    if (h->r->type_of[source] != UN_SPELL) return true;
    if (lasting_anywhere(h->r, h->s) & UN_SPELL_PROOF) return false;
    return !(k->lasting & UN_SPELL_PROOF_SELF) || !un_registered(h->r, h->s, id);
}

/* Basics stay out of other stables where a player has locked them. */
static bool may_hold_type(host *h, unsigned type, int seat) {
    if (!(type & 1U << UN_BASIC)) return true;
    for (int p = 0; p < h->r->n; p++)
        if (p != seat && h->s->lasting[p] & UN_BASIC_LOCK_ALL) return false;
    return true;
}

static bool may_hold(host *h, int id, int from, int to) {
    return may_hold_type(h, un_type_bit(h->r, h->s, id, from), to);
}

static unsigned seats_from(host *h, const fx *e, int card, int from);

/* Whether a card of the right type, which lies with `holder`, may not be picked. */
static bool barred(host *h, const fx *e, int id, int holder) {
    unsigned bars = un_fact_of(h->r, e)->bars;
    if (bars & UN_BAR_CLAIMED && UN_AIM(h->r, h->s)[id] & UN_CLAIMED) return true;
    if (bars & UN_BAR_SAFE && !destroyable(h, e->source, id, holder)) return true;
    if (bars & UN_BAR_LOYAL && h->r->card[id].flags & UN_NOT_SACRIFICABLE) return true;
    if (bars & UN_BAR_LOCKED && !may_hold(h, id, holder, e->owner)) return true;
    return bars & UN_BAR_STUCK && !seats_from(h, e, id, holder);
}

/* Whether the effect looks at the table of `holder` at all, when `asked` picks. */
static bool looks_at(const fx *e, int tables, int holder, int asked) {
    switch (tables) {
    case UN_TABLES_OTHERS:
        return holder != e->owner;
    case UN_TABLES_ASKED:
        return holder == asked;
    case UN_TABLES_AIMED:
        return holder == e->who;
    case UN_TABLES_OWN:
        return holder == e->owner;
    default:
        return true;
    }
}

/* The cards on tables that may be picked, from a place on; at most `most` of them. */
typedef struct search {
    int asked, from, most;
} search;

static int table_picks(host *h, const fx *e, search w, uint8_t *out) {
    const un_rules *r = h->r;
    const un_state *s = h->s;
    int tables = un_fact_of(r, e)->tables;
    unsigned types = un_types(r, un_node_at(r, e));
    int n = 0;
    for (int p = 0; p < r->n; p++) {
        int pos = un_from(s, un_table(p, 0));
        int end = s->end[un_table(p, 2)];
        if (w.from > pos) pos = w.from;
        if (pos >= end || !looks_at(e, tables, p, w.asked)) continue;
        for (; pos < end; pos++) {
            uint8_t id = s->pool[pos];
            if (!(un_type_bit(r, s, id, p) & types) || barred(h, e, id, p)) continue;
            out[n++] = id;
            if (n == w.most) return n;
        }
    }
    return n;
}

/* --- requirements --- */

static fx effect_of(int node, int source, int owner) {
    return un_effect_of(node, source, owner);
}

static bool claimed(host *h, int id) {
    return UN_AIM(h->r, h->s)[id] & UN_CLAIMED;
}

static int hand_size(host *h, int seat) {
    return un_hand_size(h->r, h->s, seat);
}

static int typed_in_hand(host *h, int seat, int node, int without) {
    const un_state *s = h->s;
    unsigned types = h->r->deck.node[node].types;
    int zone = un_hand(h->r, seat);
    int n = 0;
    for (int pos = un_from(s, zone); pos < s->end[zone]; pos++)
        n += s->pool[pos] != without && 1U << h->r->type_of[s->pool[pos]] & types;
    return n;
}

static bool enough(host *h, const fx *e, int n) {
    uint8_t list[UN_MAX_CARDS];
    return table_picks(h, e, (search){e->owner, 0, n}, list) >= n;
}

#include "games/unicorns/rules/unicorns_needs.inc"

bool un_req(const un_rules *r, const un_state *s, int node, int owner, int source) {
    return req(&(host){r, s}, node, owner, source);
}

bool un_play_req(const un_rules *r, const un_state *s, int node, int owner, int source) {
    return play_req(&(host){r, s}, node, owner, source);
}

bool un_seems(const un_rules *r, const un_state *s, int node, int owner, int source) {
    return seems(&(host){r, s}, node, owner, source);
}

unsigned un_seats(const un_rules *r, const un_state *s, const un_effect *e) {
    int from = e->card == UN_NO_CARD ? -1 : un_holder(r, s, e->card);
    return seats_from(&(host){r, s}, e, e->card, from);
}

/* --- lists --- */

/* Cards of a zone in the order of kinds, from the kind of the last pick on. */
static int zone_picks(const un_rules *r, const un_state *s, int zone, unsigned types,
                      uint8_t *out) {
    int n = 0;
    int min = s->last == UN_NO_CARD ? 0 : r->kind_of[s->last];
    bool sorted = zone >= un_hand(r, 0) && zone < un_stack(r);
    for (int pos = un_from(s, zone); pos < s->end[zone]; pos++) {
        uint8_t id = s->pool[pos];
        if (r->kind_of[id] < min || !(1U << r->type_of[id] & types) ||
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
    return may_hold_type(&(host){r, s}, 1U << UN_BASIC, e->owner) ? types
                                                                  : types & ~(1U << UN_BASIC);
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
    return table_picks(&(host){r, s}, e, (search){s->seat, from, UN_MAX_CARDS}, out);
}
