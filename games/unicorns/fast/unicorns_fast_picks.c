/* Who and what an effect can be aimed at, as sets: unicorns_picks.c says it card by card. */
#include "games/unicorns/fast/unicorns_fast.h"

/* --- tables --- */

/* The cards on one table of the types that an effect is about. */
static un_set typed(const un_fast *w, int node, int holder) {
    const un_sets *t = w->sets;
    un_set cards = w->table[holder];
    if (!(w->lasting[holder] & UN_PANDAS)) return cards & t->node[node];
    un_set plain = cards & t->node[node] & ~t->unicorns;
    return t->pandas[node] ? plain | (cards & t->unicorns) : plain;
}

bool un_fast_basic_lock(const un_fast *w, int to, unsigned lock) {
    if (!(w->lasting_any & lock)) return false;
    for (int p = 0; p < w->r->n; p++)
        if (p != to && w->lasting[p] & lock) return true;
    return false;
}

/* Basics by their type on a table. */
static un_set basics_of(const un_fast *w, int holder) {
    return w->lasting[holder] & UN_PANDAS ? 0 : w->table[holder] & w->sets->basics;
}

static un_set safe_cards(const un_fast *w, int source) {
    un_set safe = w->sets->sturdy;
    if (w->lasting_any & UN_UNICORNS_SAFE)
        for (int p = 0; p < w->r->n; p++)
            if (w->lasting[p] & UN_UNICORNS_SAFE && !(w->lasting[p] & UN_PANDAS))
                safe |= w->table[p] & w->sets->unicorns;
    if (!un_fast_in(w, w->sets->spells, source)) return safe;
    if (w->lasting_any & UN_SPELL_PROOF) return w->tables;
    return safe | (w->sets->proof & w->reg);
}

/* All tables but one's own, or all. */
static un_set typed_tables(const un_fast *w, int node, int without) {
    un_set sum = 0;
    if (!(w->lasting_any & UN_PANDAS)) {
        un_set cards = without < 0 ? w->tables : w->tables & ~w->table[without];
        return cards & w->sets->node[node];
    }
    for (int p = 0; p < w->r->n; p++)
        if (p != without) sum |= typed(w, node, p);
    return sum;
}

/* Basics that `seat` may not get because another seat locks them. */
static un_set locked_basics(const un_fast *w, int seat) {
    un_set sum = 0;
    if (!un_fast_basic_lock(w, seat, UN_BASIC_LOCK_ALL)) return 0;
    for (int p = 0; p < w->r->n; p++) sum |= basics_of(w, p);
    return sum;
}

/* Cards that `retarget` or `swap_unicorn` can send to no player. */
static un_set stuck_cards(const un_fast *w, const un_fast_effect *e) {
    const un_node *n = un_fast_node(w, e);
    if (n->op == UN_OP_RETARGET) {
        bool other = w->r->n > 2 || n->arg == UN_ARG_ANYONE;
        return other ? 0 : w->tables & ~w->table[e->owner];
    }
    for (int p = 0; p < w->r->n; p++)
        if (p != e->owner && !un_fast_basic_lock(w, p, UN_BASIC_LOCK_ALL)) return 0;
    return basics_of(w, e->owner);
}

/* The cards of its types on the tables that an effect looks at. */
static un_set looked_at(const un_fast *w, const un_fast_effect *e, int tables, int asked) {
    switch (tables) {
    case UN_TABLES_OTHERS:
        return typed_tables(w, e->node, e->owner);
    case UN_TABLES_ASKED:
        return typed(w, e->node, asked);
    case UN_TABLES_AIMED:
        return typed(w, e->node, e->who);
    case UN_TABLES_OWN:
        return typed(w, e->node, e->owner);
    default:
        return typed_tables(w, e->node, -1);
    }
}

un_set un_fast_options(const un_fast *w, const un_fast_effect *e, int asked) {
    const un_fact *op = &un_facts[un_fast_node(w, e)->op];
    un_set cards = looked_at(w, e, op->tables, asked);
    if (op->bars & UN_BAR_CLAIMED) cards &= ~w->claimed;
    if (op->bars & UN_BAR_SAFE) cards &= ~safe_cards(w, e->source);
    if (op->bars & UN_BAR_LOYAL) cards &= ~w->sets->loyal;
    if (op->bars & UN_BAR_LOCKED) cards &= ~locked_basics(w, e->owner);
    if (op->bars & UN_BAR_STUCK) cards &= ~stuck_cards(w, e);
    return cards;
}

/* --- hands and piles --- */

un_set un_fast_wanted(const un_fast *w, const un_fast_effect *e) {
    const un_node *n = un_fast_node(w, e);
    const un_sets *t = w->sets;
    if (n->op == UN_OP_SEARCH && n->word) {
        un_set sum = 0;
        for (int k = 0; k < w->r->deck.kinds; k++)
            if (w->r->deck.kind[k].words >> (n->word - 1) & 1) sum |= t->kind[k];
        return sum;
    }
    if (n->op != UN_OP_BRING) return t->node[e->node];
    un_set out = t->node[e->node] & ~(t->spells | t->instants);
    return un_fast_basic_lock(w, e->owner, UN_BASIC_LOCK_ALL) ? out & ~t->basics : out;
}

/* --- players and requirements --- */

typedef const un_fast host;
typedef un_fast_effect fx;

static fx effect_of(int node, int source, int owner) {
    return un_fast_effect_of(node, source, owner);
}

static bool claimed(host *h, int id) {
    return un_fast_in(h, h->claimed, id);
}

static int hand_size(host *h, int seat) {
    return h->held[seat];
}

static int typed_in_hand(host *h, int seat, int node, int without) {
    return un_set_count(h->hand[seat] & h->sets->node[node] & ~un_fast_bit(h, without));
}

static bool enough(host *h, const fx *e, int n) {
    un_set options = un_fast_options(h, e, e->owner);
    return n == 1 ? options != 0 : un_set_count(options) >= n;
}

static bool may_hold(host *h, int id, int from, int to) {
    return !un_fast_in(h, basics_of(h, from), id) || !un_fast_basic_lock(h, to, UN_BASIC_LOCK_ALL);
}

#include "games/unicorns/rules/unicorns_needs.inc"

unsigned un_fast_seats(const un_fast *w, const un_fast_effect *e) {
    bool on_table = e->card != UN_NO_CARD && w->zone[e->card] < UN_FAST_HAND;
    return seats_from(w, e, e->card, on_table ? w->zone[e->card] : -1);
}

bool un_fast_restricts(int op) {
    return restricts_play(op);
}

bool un_fast_req(const un_fast *w, int node, int owner, int source) {
    return req(w, node, owner, source);
}

bool un_fast_seems(const un_fast *w, int node, int owner, int source) {
    return seems(w, node, owner, source);
}

/* --- playing --- */

static bool has_basic(const un_fast *w, int seat) {
    return basics_of(w, seat) != 0;
}

bool un_fast_playable(const un_fast *w, int id) {
    const un_card *k = &w->r->card[id];
    int p = w->active;
    if (un_fast_in(w, w->sets->plain, id)) return true;
    int type = w->r->type_of[id];
    if (type == UN_INSTANT || type == UN_BABY) return false;
    if (type == UN_BASIC && un_fast_basic_lock(w, p, UN_BASIC_LOCK)) return false;
    if (type == UN_UPGRADE && w->lasting[p] & UN_NO_UPGRADES) return false;
    if (type == UN_SPELL && w->lasting[p] & UN_NO_SPELLS) return false;
    if (k->flags & UN_NEEDS_BASIC && !has_basic(w, p)) return false;
    for (int i = 0; i < k->triggers; i++) {
        const un_trigger *t = &w->r->deck.trigger[k->first_trigger + i];
        if (t->when == UN_WHEN_CAST && !un_fast_req(w, t->node, p, id)) return false;
        if (t->when == UN_WHEN_ENTER && !play_req(w, t->node, p, id)) return false;
    }
    return true;
}
