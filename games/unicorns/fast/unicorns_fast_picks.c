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

/* Basics that `seat` may not get because somebody else locks them. */
static un_set locked_basics(const un_fast *w, int seat) {
    un_set sum = 0;
    if (!un_fast_basic_lock(w, seat, UN_BASIC_LOCK_ALL)) return 0;
    for (int p = 0; p < w->r->n; p++) sum |= basics_of(w, p);
    return sum;
}

static un_set swappable(const un_fast *w, const un_fast_effect *e) {
    un_set own = typed(w, e->node, e->owner);
    for (int p = 0; p < w->r->n; p++)
        if (p != e->owner && !un_fast_basic_lock(w, p, UN_BASIC_LOCK_ALL)) return own;
    return own & ~basics_of(w, e->owner);
}

un_set un_fast_options(const un_fast *w, const un_fast_effect *e, int asked) {
    const un_node *n = un_fast_node(w, e);
    switch (n->op) {
    case UN_OP_DESTROY:
        return typed_tables(w, e->node, e->owner) & ~safe_cards(w, e->source) & ~w->claimed;
    case UN_OP_STEAL:
        return typed_tables(w, e->node, e->owner) & ~locked_basics(w, e->owner) & ~w->claimed;
    case UN_OP_STEAL_BACK:
        return typed(w, e->node, e->who) & ~locked_basics(w, e->owner) & ~w->claimed;
    case UN_OP_SAC:
    case UN_OP_SAC_EACH:
        return typed(w, e->node, asked) & ~w->sets->loyal & ~w->claimed;
    case UN_OP_RETURN_EACH:
        return typed(w, e->node, asked) & ~w->claimed;
    case UN_OP_RETURN:
        return typed_tables(w, e->node, -1) & ~w->claimed;
    case UN_OP_SWAP_UNICORN:
        return swappable(w, e);
    default: /* retarget: somewhere else to somebody else */
        if (w->r->n > 2 || n->arg == UN_ARG_ANYONE) return typed_tables(w, e->node, -1);
        return typed(w, e->node, e->owner);
    }
}

unsigned un_fast_seats(const un_fast *w, const un_fast_effect *e) {
    const un_node *n = un_fast_node(w, e);
    unsigned all = un_everybody(w->r);
    unsigned own = 1U << e->owner;
    switch (n->op) {
    case UN_OP_RETARGET:
        all &= ~(1U << w->zone[e->card]);
        return n->arg == UN_ARG_ANYONE ? all : all & ~own;
    case UN_OP_SWAP_UNICORN:
        for (int p = 0; p < w->r->n; p++)
            if (un_fast_in(w, basics_of(w, e->owner), e->card) &&
                un_fast_basic_lock(w, p, UN_BASIC_LOCK_ALL))
                all &= ~(1U << p);
        return all & ~own;
    case UN_OP_PULL:
        return n->arg == UN_ARG_ANYONE ? all : all & ~own;
    case UN_OP_SWAP_HANDS:
        return all & ~own;
    default:
        return all;
    }
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

static bool discard_req(const un_fast *w, const un_node *n, int node, int owner, int source) {
    if (n->arg == UN_ARG_ANYONE) return true;
    if (n->n == UN_ALL) return false;
    un_set cards = w->hand[owner] & w->sets->node[node] & ~un_fast_bit(w, source);
    return un_set_count(cards) >= n->n;
}

/* --- requirements --- */

static bool enough(const un_fast *w, const un_node *n, int node, int owner, int source) {
    if (n->n == UN_ALL) return true;
    un_fast_effect e = un_fast_effect_of(node, source, owner);
    un_set options = un_fast_options(w, &e, owner);
    return n->n == 1 ? options != 0 : un_set_count(options) >= n->n;
}

bool un_fast_req(const un_fast *w, int node, int owner, int source) {
    const un_node *n = &w->r->deck.node[node];
    switch (n->op) {
    case UN_OP_MAY:
    case UN_OP_IF:
        return un_fast_req(w, n->first, owner, source);
    case UN_OP_AND:
        for (int c = n->first; c; c = w->r->deck.node[c].next)
            if (!un_fast_req(w, c, owner, source)) return false;
        return true;
    case UN_OP_ONEOF:
        for (int c = n->first; c; c = w->r->deck.node[c].next)
            if (un_fast_req(w, c, owner, source)) return true;
        return false;
    case UN_OP_DESTROY:
    case UN_OP_SAC:
    case UN_OP_SAC_EACH:
    case UN_OP_RETURN:
    case UN_OP_RETURN_EACH:
    case UN_OP_STEAL:
    case UN_OP_RETARGET:
    case UN_OP_SWAP_UNICORN:
        return enough(w, n, node, owner, source);
    case UN_OP_SAC_SELF:
        return !un_fast_in(w, w->claimed, source);
    case UN_OP_DISCARD:
        return discard_req(w, n, node, owner, source);
    case UN_OP_INSTEAD_DISCARD:
        return w->held[owner] >= n->n;
    default:
        return true;
    }
}

static bool play_req(const un_fast *w, int node, int owner, int source) {
    const un_node *n = &w->r->deck.node[node];
    switch (n->op) {
    case UN_OP_IF:
        return play_req(w, n->first, owner, source);
    case UN_OP_AND:
        for (int c = n->first; c; c = w->r->deck.node[c].next)
            if (!play_req(w, c, owner, source)) return false;
        return true;
    case UN_OP_DISCARD:
        return discard_req(w, n, node, owner, source);
    case UN_OP_RETURN:
        return n->arg != UN_ARG_KICK || enough(w, n, node, owner, source);
    default:
        return true;
    }
}

bool un_fast_seems(const un_fast *w, int node, int owner, int source) {
    const un_node *n = &w->r->deck.node[node];
    if (!n->hidden) return un_fast_req(w, node, owner, source);
    if (n->op == UN_OP_DISCARD) return n->n != UN_ALL && w->held[owner] >= n->n;
    if (n->op == UN_OP_MAY || n->op == UN_OP_IF) return un_fast_seems(w, n->first, owner, source);
    for (int c = n->first; c; c = w->r->deck.node[c].next)
        if (!un_fast_seems(w, c, owner, source)) return false;
    return true;
}

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
