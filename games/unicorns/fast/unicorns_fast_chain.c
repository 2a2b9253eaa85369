/* The resolver of fast playouts: unicorns_chain.c and unicorns_effects.c with the answers given on
 * the spot. */
#include "games/unicorns/fast/unicorns_fast.h"

enum { CROWD = 5 };

/* --- effects waiting --- */

static bool room(un_fast *w) {
    if (w->load + w->next < UN_LINK_ROOM) return true;
    w->ended = UN_ENDED_ROOM;
    return false;
}

void un_fast_queue_fx(un_fast *w, const un_fast_effect *e) {
    if (e->card != UN_NO_CARD) w->will_name = true;
    if (room(w)) w->waiting[w->next++] = *e;
}

void un_fast_queue(un_fast *w, int node, int source, int owner) {
    const un_node *n = &w->r->deck.node[node];
    bool discard = (n->op == UN_OP_DISCARD || n->op == UN_OP_KICKED) && n->arg == UN_ARG_ME;
    for (int i = 0; discard && i < w->next; i++) {
        un_fast_effect *o = &w->waiting[i];
        if (o->node == node && o->source == source && o->owner == owner && o->count < 100) {
            o->count++;
            return;
        }
    }
    if (room(w)) w->waiting[w->next++] = un_fast_effect_of(node, source, owner);
}

static void insert(un_fast *w, int at, const un_fast_effect *e) {
    if (!room(w)) return;
    for (int i = w->cur; i > at; i--) w->fx[i] = w->fx[i - 1];
    w->fx[at] = *e;
    w->cur++;
    w->load++;
}

void un_fast_append(un_fast *w, const un_fast_effect *e) {
    if (e->card != UN_NO_CARD) w->names = true;
    insert(w, w->cur, e);
}

static void insert_child(un_fast *w, int k, int at, int node) {
    un_fast_effect e = un_fast_effect_of(node, w->fx[k].source, w->fx[k].owner);
    insert(w, at, &e);
}

/* A child that takes the place of an effect which has nothing more to do, and chooses in turn; it
 * counts as one more all the same. */
static bool become(un_fast *w, int k, int node) {
    if (!room(w)) return false;
    w->load++;
    w->fx[k].node = (uint8_t)node;
    return true;
}

/* Nothing comes of it. */
static bool lapse(un_fast *w, int k) {
    w->fx[k].node = 0;
    return false;
}

/* --- drawing and discarding --- */

void un_fast_draw(un_fast *w, int seat, int n) {
    for (; n > 0; n--) {
        if (!w->piled) {
            w->ending = 1;
            return;
        }
        int at = (int)rng_below(w->g, (uint64_t)w->piled);
        int id = w->pile[at];
        w->pile[at] = w->pile[--w->piled];
        un_fast_ply(w, UN_ASK_DRAW, w->r->kind_of[id], 0);
        un_fast_to_hand(w, id, seat, 0);
        if (!w->piled) w->ending = 1;
    }
}

/* So many of a set, each choice as likely. */
un_set un_fast_some_of(un_fast *w, un_set from, int count, int n) {
    un_set out = 0;
    if (n >= count) return from;
    for (; n > 0; n--, count--) {
        int id = un_set_any(from, count, w->g);
        out |= un_fast_bit(w, id);
        from &= ~un_fast_bit(w, id);
    }
    return out;
}

/* A player names cards of the own hand as targets of effect k. */
void un_fast_name_cards(un_fast *w, int k, int seat, int left, int question) {
    un_set want = w->hand[seat] & un_fast_wanted(w, &w->fx[k]) & ~w->claimed;
    int count = un_set_count(want);
    for (un_set some = un_fast_some_of(w, want, count, left); some; some = un_set_rest(some)) {
        int kind = w->r->kind_of[un_set_first(some)];
        int id = un_set_first(w->hand[seat] & w->sets->kind[kind] & ~w->claimed);
        w->note[id] = un_everybody(w->r);
        un_fast_aim(w, id, k);
        un_fast_ply(w, question, kind, 0);
    }
    if (count < left) un_fast_ply(w, question, UN_NO_CARD, 0);
}

/* --- step 1: true where another effect has taken its place --- */

static bool choose_may(un_fast *w, int k) {
    const un_fast_effect *e = &w->fx[k];
    int then = un_fast_node(w, e)->first;
    if (!un_fast_seems(w, then, e->owner, e->source)) return lapse(w, k);
    bool hidden = w->r->deck.node[then].hidden;
    bool can = !hidden || un_fast_req(w, then, e->owner, e->source);
    bool yes = can && un_fast_coin(w);
    un_fast_ply(w, UN_ASK_MAY, yes, 0);
    return yes ? become(w, k, then) : lapse(w, k);
}

static bool choose_oneof(un_fast *w, int k) {
    const un_fast_effect *e = &w->fx[k];
    uint8_t node[UN_MAX_NODES];
    uint8_t number[UN_MAX_NODES];
    int n = 0;
    uint8_t i = 0;
    for (uint8_t c = un_fast_node(w, e)->first; c; c = w->r->deck.node[c].next, i++)
        if (un_fast_req(w, c, e->owner, e->source)) {
            node[n] = c;
            number[n++] = i;
        }
    if (!n) return lapse(w, k);
    int pick = n > 1 ? (int)rng_below(w->g, (uint64_t)n) : 0;
    if (n > 1) un_fast_ply(w, UN_ASK_EFFECT, number[pick], 0);
    return become(w, k, node[pick]);
}

static bool choose_and(un_fast *w, int k) {
    int first = un_fast_node(w, &w->fx[k])->first;
    int at = k + 1;
    for (int c = w->r->deck.node[first].next; c; c = w->r->deck.node[c].next)
        insert_child(w, k, at++, c);
    return become(w, k, first);
}

static bool choose_if(un_fast *w, int k) {
    insert_child(w, k, k + 1, un_fast_node(w, &w->fx[k])->first);
    return false;
}

static bool choose_free(un_fast *w, int k) {
    return become(w, k, un_fast_node(w, &w->fx[k])->first);
}

static bool choose_crowded(un_fast *w, int k) {
    int owner = w->fx[k].owner;
    if (w->lasting[owner] & UN_PANDAS || w->corns[owner] <= CROWD) return lapse(w, k);
    return choose_free(w, k);
}

static void aim_all(un_fast *w, un_set cards, int k) {
    for (; cards; cards = un_set_rest(cards)) un_fast_aim(w, un_set_first(cards), k);
}

/* Several of more: those named in the order of tables until there is no choice left. */
static void aim_some(un_fast *w, int k, un_set options, int count, int n) {
    uint8_t list[UN_SET_ROOM];
    un_set some = un_fast_some_of(w, options, count, n);
    (void)un_fast_order(w, options, list);
    for (int i = 0, from = 0, left = n; left && count - from > left; i++) {
        if (!un_fast_in(w, some, list[i])) continue;
        un_fast_ply_card(w, UN_ASK_CARD, list[i]);
        from = i + 1;
        left--;
    }
    aim_all(w, some, k);
}

static void pick_tables(un_fast *w, int k, int asked) {
    const un_fast_effect *e = &w->fx[k];
    int n = un_fast_node(w, e)->n;
    un_set options = un_fast_options(w, e, asked);
    int count = options ? un_set_count(options) : 0;
    if (count <= n) {
        aim_all(w, options, k);
    } else if (n == 1) {
        int id = un_set_any(options, count, w->g);
        un_fast_ply_card(w, UN_ASK_CARD, id);
        un_fast_aim(w, id, k);
    } else {
        aim_some(w, k, options, count, n);
    }
}

/* The cards of a set in a list of the discard pile or nursery, in the order of kinds. */
int un_fast_sorted(const un_fast *w, un_set want, bool nursery, int least, uint8_t *out) {
    const uint8_t *list = nursery ? w->nursery : w->discard;
    int all = nursery ? w->babies : w->gone;
    int n = 0;
    for (int i = 0; i < all; i++) {
        int kind = w->r->kind_of[list[i]];
        if (kind < least || !un_fast_in(w, want, list[i])) continue;
        int at = n++;
        for (; at > 0 && w->r->kind_of[out[at - 1]] > kind; at--) out[at] = out[at - 1];
        out[at] = list[i];
    }
    return n;
}

static void pick_open(un_fast *w, int k, bool nursery) {
    uint8_t list[UN_SET_ROOM];
    const uint8_t *kind = w->r->kind_of;
    int left = un_fast_node(w, &w->fx[k])->n;
    for (int least = 0; left;) {
        int n = un_fast_sorted(w, un_fast_wanted(w, &w->fx[k]) & ~w->claimed, nursery, least, list);
        if (n <= left || kind[list[0]] == kind[list[n - 1]]) {
            for (int i = 0; i < n && i < left; i++) un_fast_aim(w, list[i], k);
            return;
        }
        int i = 0;
        while (n - i > left && (int)rng_below(w->g, (uint64_t)(n - i)) >= left) i++;
        while (i > 0 && kind[list[i - 1]] == kind[list[i]]) i--;
        least = kind[list[i]];
        un_fast_ply(w, UN_ASK_CARD, least, 0);
        un_fast_aim(w, list[i], k);
        left--;
    }
}

static bool choose_bring(un_fast *w, int k) {
    const un_node *n = un_fast_node(w, &w->fx[k]);
    int owner = w->fx[k].owner;
    if (n->arg != UN_ARG_HAND) {
        pick_open(w, k, n->arg == UN_ARG_NURSERY);
        return false;
    }
    un_fast_name_cards(w, k, owner, w->held[owner] < n->n ? w->held[owner] : n->n, UN_ASK_CARD);
    return false;
}

static bool choose_player(un_fast *w, int k) {
    un_fast_effect *e = &w->fx[k];
    unsigned seats = un_fast_seats(w, e);
    int n = __builtin_popcount(seats);
    if (!n) return false;
    for (int skip = n > 1 ? (int)rng_below(w->g, (uint64_t)n) : 0; skip > 0; skip--)
        seats &= seats - 1;
    e->who = (uint8_t)__builtin_ctz(seats);
    if (n > 1) un_fast_ply(w, UN_ASK_PLAYER, e->who, 0);
    return false;
}

static bool choose_card_and_player(un_fast *w, int k) {
    un_fast_effect *e = &w->fx[k];
    un_set options = un_fast_options(w, e, e->owner);
    int count = un_set_count(options);
    if (!count) return false;
    int id = un_set_any(options, count, w->g);
    if (count > 1) un_fast_ply_card(w, UN_ASK_CARD, id);
    e->card = (uint8_t)id;
    w->names = true;
    (void)choose_player(w, k);
    return false;
}

static bool choose_peek(un_fast *w, int k) {
    (void)choose_player(w, k);
    const un_fast_effect *e = &w->fx[k];
    if (!w->held[e->who]) return false;
    un_fast_ply(w, UN_ASK_SHOW, 0, 0);
    for (un_set left = w->hand[e->who]; left; left = un_set_rest(left))
        w->note[un_set_first(left)] |= (uint8_t)(1U << e->owner);
    un_set cards = w->hand[e->who] & ~w->claimed;
    int count = un_set_count(cards);
    if (!count) {
        un_fast_ply(w, UN_ASK_TAKE, UN_NO_CARD, 0);
        return false;
    }
    int kind = w->r->kind_of[un_set_any(cards, count, w->g)];
    un_fast_ply(w, UN_ASK_TAKE, kind, 0);
    un_fast_slip(w, un_set_first(cards & w->sets->kind[kind]), e->owner, e->who);
    return false;
}

static bool choose_shrink(un_fast *w, int k) {
    (void)choose_player(w, k);
    un_fast_effect *e = &w->fx[k];
    bool pandas = w->lasting[e->who] & UN_PANDAS;
    un_set cards = pandas ? 0 : w->table[e->who] & w->sets->unicorns;
    aim_all(w, cards, k);
    w->fx[k].count = (uint8_t)un_set_count(cards);
    return false;
}

static bool choose_self(un_fast *w, int k) {
    int id = w->fx[k].source;
    if (un_fast_in(w, w->tables & ~w->claimed, id)) un_fast_aim(w, id, k);
    return false;
}

static bool choose_cards(un_fast *w, int k) {
    pick_tables(w, k, w->fx[k].owner);
    w->fx[k].count = w->fx[k].aim != 0;
    return false;
}

static bool choose_each(un_fast *w, int k) {
    for (int p = 0; p < w->r->n; p++) pick_tables(w, k, p);
    return false;
}

static bool choose_discard(un_fast *w, int k) {
    if (un_fast_node(w, &w->fx[k])->arg == UN_ARG_ANYONE) (void)choose_player(w, k);
    return false;
}

static bool (*const choices[UN_OPS])(un_fast *, int) = {
    [UN_OP_MAY] = choose_may,
    [UN_OP_AND] = choose_and,
    [UN_OP_IF] = choose_if,
    [UN_OP_ONEOF] = choose_oneof,
    [UN_OP_FREE] = choose_free,
    [UN_OP_CROWDED] = choose_crowded,
    [UN_OP_DESTROY] = choose_cards,
    [UN_OP_SAC] = choose_cards,
    [UN_OP_SAC_EACH] = choose_each,
    [UN_OP_SAC_SELF] = choose_self,
    [UN_OP_RETURN] = choose_cards,
    [UN_OP_RETURN_EACH] = choose_each,
    [UN_OP_STEAL] = choose_cards,
    [UN_OP_STEAL_BACK] = choose_cards,
    [UN_OP_BRING] = choose_bring,
    [UN_OP_DISCARD] = choose_discard,
    [UN_OP_PULL] = choose_player,
    [UN_OP_SWAP_HANDS] = choose_player,
    [UN_OP_PEEK_TAKE] = choose_peek,
    [UN_OP_RETARGET] = choose_card_and_player,
    [UN_OP_SWAP_UNICORN] = choose_card_and_player,
    [UN_OP_SHRINK] = choose_shrink,
};

bool un_fast_knows(int op) {
    return (choices[op] || !un_ops[op].choose) && (un_fast_applies(op) || !un_ops[op].apply);
}

static void choose(un_fast *w, int k) {
    for (bool again = true; again;) {
        int op = un_fast_node(w, &w->fx[k])->op;
        again = choices[op] && choices[op](w, k);
    }
}

/* --- steps 2 to 5 --- */

static un_set targets(const un_fast *w, int k) {
    const un_fast_effect *e = &w->fx[k];
    return e->card == UN_NO_CARD ? e->aim : e->aim | un_fast_bit(w, e->card);
}

/* The targets that lie with a seat and are unicorns there. */
static un_set ours(const un_fast *w, int k, int holder) {
    if (w->lasting[holder] & UN_PANDAS) return 0;
    return targets(w, k) & w->table[holder] & w->sets->unicorns;
}

static void save(un_fast *w, int k, int self) {
    int holder = w->zone[self];
    un_set options = ours(w, k, holder);
    int count = un_set_count(options);
    if (!count) return;
    int id = un_set_any(options, count, w->g);
    if (count > 1) un_fast_ply_card(w, UN_ASK_SAVE, id);
    un_fast_drop_aim(w, id);
    w->claimed &= ~un_fast_bit(w, id);
    un_fast_effect e = un_fast_effect_of(UN_NODE_SAC_SAVER, self, holder);
    un_fast_append(w, &e);
    un_fast_aim(w, self, w->cur - 1);
}

static void react(un_fast *w, int k, int node, int self) {
    const un_node *n = &w->r->deck.node[node];
    int holder = w->zone[self];
    if (n->op == UN_OP_MAY) {
        if (!un_fast_req(w, n->first, holder, self)) return;
        bool yes = un_fast_coin(w);
        un_fast_ply(w, UN_ASK_MAY, yes, 0);
        if (!yes) return;
        node = n->first;
        n = &w->r->deck.node[node];
    }
    if (n->op == UN_OP_INSTEAD_SAC_SELF) {
        save(w, k, self);
    } else if (n->op == UN_OP_INSTEAD_DISCARD) {
        un_fast_drop_aim(w, self);
        un_fast_effect pay = un_fast_effect_of(UN_NODE_KICKED, self, holder);
        pay.count = n->n;
        un_fast_append(w, &pay);
    } else if (un_fast_node(w, &w->fx[k])->op != n->op) {
        un_fast_drop_aim(w, self);
        if (w->fx[k].card == self) w->fx[k].card = UN_NO_CARD;
        un_fast_effect e = un_fast_effect_of(node, self, holder);
        un_fast_append(w, &e);
        un_fast_aim(w, self, w->cur - 1);
    }
}

static bool reacts(const un_fast *w, int k, int when, int self) {
    unsigned kinds = un_ops[un_fast_node(w, &w->fx[k])->op].kinds;
    bool hit = un_fast_in(w, targets(w, k), self);
    bool away = kinds & (UN_KIND_DESTROY | UN_KIND_SACRIFICE);
    switch (when) {
    case UN_WHEN_IF_SD:
        return away && hit;
    case UN_WHEN_IF_SDR:
        return kinds && hit;
    case UN_WHEN_GUARD:
        return kinds & UN_KIND_DESTROY && !un_fast_in(w, w->claimed, self) &&
               ours(w, k, w->zone[self]);
    case UN_WHEN_DOOMED:
        return kinds & UN_KIND_DESTROY && hit && ours(w, k, w->zone[self]);
    default: /* doomed_sd */
        return away && hit && ours(w, k, w->zone[self]);
    }
}

static void one_reacts(un_fast *w, int k, int event, int id) {
    const un_card *c = &w->r->card[id];
    for (int i = 0; i < c->triggers; i++) {
        const un_trigger *t = &w->r->deck.trigger[c->first_trigger + i];
        if (un_trigger_words[t->when].events >> event & 1 && !un_fast_mute(w, id, k) &&
            reacts(w, k, t->when, id))
            react(w, k, t->node, id);
    }
}

/* Whoever wants to change targets or places, in the order of registration. */
static void reactions(un_fast *w, int event) {
    un_set all = w->reg & w->sets->hears[event];
    if (!all) return;
    for (int k = 0; k < w->cur && !w->ended; k++) {
        un_set hit = targets(w, k);
        un_set who = event == UN_LOCATION ? all & hit : all;
        if (!hit || !who || !un_ops[un_fast_node(w, &w->fx[k])->op].kinds) continue;
        while (who && !w->ended) {
            int id = un_set_first(who);
            for (un_set left = un_set_rest(who); left; left = un_set_rest(left))
                if (w->heard[un_set_first(left)] < w->heard[id]) id = un_set_first(left);
            who &= ~un_fast_bit(w, id);
            one_reacts(w, k, event, id);
        }
    }
}

/* The cards of effect k that lie on tables, in their order, then the one it names. */
static int cards_of(const un_fast *w, int k, uint8_t *out) {
    int n = un_fast_order(w, w->fx[k].aim & w->tables, out);
    if (w->fx[k].card != UN_NO_CARD) out[n++] = w->fx[k].card;
    return n;
}

static void pre_leave(un_fast *w) {
    uint8_t list[UN_SET_ROOM + 1];
    if (!(w->reg & (w->sets->hears[UN_PRELEAVE] | w->linked))) return;
    for (int k = 0; k < w->cur && !w->ended; k++) {
        int n = cards_of(w, k, list);
        for (int i = 0; i < n; i++) un_fast_publish(w, UN_PRELEAVE, list[i], k);
    }
}

static void unregister_all(un_fast *w) {
    for (int k = 0; k < w->cur; k++)
        for (un_set left = targets(w, k) & w->tables; left; left = un_set_rest(left))
            un_fast_unregister(w, un_set_first(left));
}

static void register_all(un_fast *w) {
    uint8_t list[UN_SET_ROOM + 1];
    for (int k = 0; k < w->cur; k++) {
        if (!(targets(w, k) & w->tables)) continue;
        int n = cards_of(w, k, list);
        for (int i = 0; i < n; i++) un_fast_register(w, list[i]);
    }
}

/* --- the chain --- */

static int value_of(const un_fast *w, int seat) {
    if (w->r->official && w->lasting[seat] & UN_PANDAS) return 0;
    un_set cards = w->table[seat] & w->sets->unicorns;
    return un_set_count(cards) + un_set_count(cards & w->sets->doubles);
}

void un_fast_win_check(un_fast *w) {
    if (w->ended || !(w->rises | w->ending)) return;
    if (w->ending) w->ended = UN_ENDED_PILE;
    w->rises = false;
    int near = w->r->to_win - w->r->doubles;
    for (int p = 0; p < w->r->n; p++)
        if (w->corns[p] >= near && value_of(w, p) >= w->r->to_win) w->ended = UN_ENDED_WON;
}

static void one_link(un_fast *w) {
    un_fast_effect *waiting = w->waiting;
    w->waiting = w->fx;
    w->fx = waiting;
    w->cur = w->load = w->next;
    w->next = 0;
    w->names = w->will_name;
    w->will_name = false;
    for (int k = 0; k < w->cur && !w->ended; k++) choose(w, k);
    if (w->claimed || w->names) {
        reactions(w, UN_TARGETING);
        reactions(w, UN_LOCATION);
        pre_leave(w);
        unregister_all(w);
    }
    for (int k = 0; k < w->cur && !w->ended; k++) un_fast_apply(w, k);
    if (w->claimed || w->names) {
        register_all(w);
        un_fast_unname(w);
    }
    w->claimed = 0;
    w->cur = w->load = 0;
}

void un_fast_chain(un_fast *w) {
    for (int links = 0; w->next && !w->ended;) {
        if (++links > UN_MOST_LINKS) w->ended = UN_ENDED_ROOM;
        one_link(w);
    }
    un_fast_win_check(w);
}
