/* Effects by the rules: the host of unicorns_effects.inc over states, and what answers do. */
#include "games/unicorns/rules/unicorns_effects.h"

#include "games/unicorns/rules/unicorns_cards.h"

typedef const un_host host;
typedef un_effect fx;

static un_state *on(host *h) {
    return h->s;
}

/* --- asking --- */

static bool ask(un_state *s, int question, int seat) {
    assert(!s->ask || s->ask == question);
    assert(question < UN_ASKS && seat < UN_SEATS);
    s->ask = (uint8_t)question;
    s->seat = (uint8_t)seat;
    return false;
}

static bool resumed(host *h) {
    return h->s->resume != UN_RESUME_START;
}

static bool done(host *h) {
    return h->s->resume == UN_RESUME_DONE;
}

static int seat_asked(host *h) {
    return h->s->seat;
}

bool un_draws(const un_rules *r, un_state *s, int seat) {
    if (!s->left) return true;
    if (un_size(s, un_pile(r))) return ask(s, UN_ASK_DRAW, seat);
    s->ending = 1;
    s->left = 0;
    return true;
}

/* Begins the picks or draws of a seat, unless they are under way. */
static void begin(host *h, int seat, int left) {
    un_state *s = h->s;
    if (resumed(h) && s->seat == seat) return;
    s->resume = UN_RESUME_BEGUN;
    s->seat = (uint8_t)seat;
    s->left = (uint8_t)left;
    s->last = UN_NO_CARD;
}

static bool draw(host *h, int seat, int n) {
    begin(h, seat, n);
    return un_draws(h->r, h->s, seat);
}

static bool ask_may(host *h, int k, int then) {
    (void)then;
    return ask(h->s, UN_ASK_MAY, h->s->fx[k].owner);
}

static bool ask_option(host *h, int k, const uint8_t *node, const uint8_t *number, int n) {
    (void)node;
    (void)number;
    (void)n;
    return ask(h->s, UN_ASK_EFFECT, h->s->fx[k].owner);
}

static bool ask_player(host *h, int k, unsigned seats) {
    (void)seats;
    return ask(h->s, UN_ASK_PLAYER, h->s->fx[k].owner);
}

static un_consent ask_consent(host *h, int seat) {
    if (resumed(h)) return h->s->resume == UN_RESUME_DECLINED ? UN_CONSENT_NO : UN_CONSENT_YES;
    (void)ask(h->s, UN_ASK_MAY, seat);
    return UN_CONSENT_OPEN;
}

static bool show(host *h, int seat) {
    return ask(h->s, UN_ASK_SHOW, seat);
}

static bool pull(host *h, int owner, int who) {
    (void)who;
    return ask(h->s, UN_ASK_PULL, owner);
}

static bool take_card(host *h, int k) {
    h->s->last = UN_NO_CARD;
    h->s->left = 1;
    return ask(h->s, UN_ASK_TAKE, h->s->fx[k].owner);
}

/* --- picking --- */

/* Continues picking for s->seat. What lies open is not asked about where there is no choice. */
static bool pick_more(host *h, int k) {
    un_state *s = h->s;
    uint8_t list[UN_MAX_CARDS];
    s->ask = UN_ASK_CARD;
    int n = s->left ? un_picks(h->r, s, list) : 0;
    bool equal =
        n && !un_picks_table(h->r, s) && h->r->kind_of[list[0]] == h->r->kind_of[list[n - 1]];
    if (s->left && n > s->left && !equal) return false;
    s->ask = UN_ASK_NOTHING;
    for (int i = 0; i < n && i < s->left; i++) un_set_aim(h->r, s, list[i], k);
    s->left = 0;
    return true;
}

static bool pick_tables(host *h, int k, int seat, int n) {
    begin(h, seat, n);
    return pick_more(h, k);
}

static bool pick_open(host *h, int k, bool nursery) {
    (void)nursery; /* un_picks() sees it in the node */
    begin(h, h->s->fx[k].owner, un_node_at(h->r, &h->s->fx[k])->n);
    return pick_more(h, k);
}

/* What comes from a hand is asked for even without a choice, or the others could not follow. */
static bool name_cards(host *h, int k, int seat, int max, int question) {
    (void)k;
    int hand = un_hand_size(h->r, h->s, seat);
    begin(h, seat, hand < max ? hand : max);
    return !h->s->left || ask(h->s, question, seat);
}

static bool name_target(host *h, int k) {
    uint8_t list[UN_MAX_CARDS];
    begin(h, h->s->fx[k].owner, 1);
    h->s->ask = UN_ASK_CARD;
    int n = un_picks(h->r, h->s, list);
    if (n > 1) return false;
    h->s->ask = UN_ASK_NOTHING;
    if (n) h->s->fx[k].card = list[0];
    return true;
}

static void begin_search(host *h, int k) {
    h->s->seat = h->s->fx[k].owner;
    h->s->left = 1;
    h->s->last = UN_NO_CARD;
    h->s->ask = UN_ASK_SEARCH;
}

/* It is always answered: the others cannot see whether there is a choice. */
static bool find_in_pile(host *h, int k) {
    begin_search(h, k);
    return false;
}

static bool find_in_discard(host *h, int k) {
    uint8_t list[UN_MAX_CARDS];
    begin_search(h, k);
    int n = un_picks(h->r, h->s, list);
    if (n > 1 && h->r->kind_of[list[0]] != h->r->kind_of[list[n - 1]]) return false;
    if (n) un_picked(h->r, h->s, list[0]);
    h->s->ask = UN_ASK_NOTHING;
    return true;
}

/* --- looking --- */

static bool req(host *h, int node, int owner, int source) {
    return un_req(h->r, h->s, node, owner, source);
}

static bool seems(host *h, int node, int owner, int source) {
    return un_seems(h->r, h->s, node, owner, source);
}

static unsigned seats_for(host *h, const fx *e) {
    return un_seats(h->r, h->s, e);
}

static int crowd(host *h, int seat) {
    return un_crowd(h->r, h->s, seat);
}

static int holder(host *h, int id) {
    return un_holder(h->r, h->s, id);
}

static int hand_size(host *h, int seat) {
    return un_hand_size(h->r, h->s, seat);
}

static int pile_size(host *h) {
    return un_size(h->s, un_pile(h->r));
}

static bool claimed(host *h, int id) {
    return UN_AIM(h->r, h->s)[id] & UN_CLAIMED;
}

static int hits(host *h, int k) {
    return h->s->fx[k].hits;
}

/* The targets of effect k wherever they are, in the order of zones. */
static int targets(host *h, int k, uint8_t *out) {
    const un_state *s = h->s;
    int n = 0;
    int end = s->fx[k].hits ? s->end[un_discard(h->r)] : 0;
    for (int pos = 0; pos < end && n < s->fx[k].hits; pos++)
        if ((UN_AIM(h->r, s)[s->pool[pos]] & ~UN_CLAIMED) == k + 1) out[n++] = s->pool[pos];
    return n;
}

/* --- doing --- */

static fx effect_of(int node, int source, int owner) {
    return un_effect_of(node, source, owner);
}

static void queue(host *h, fx e) {
    un_queue(h->r, h->s, e);
}

static void append(host *h, fx e) {
    un_append(h->s, e);
}

static void insert_child(host *h, int k, int at, int node) {
    un_insert(h->s, at, un_effect_of(node, h->s->fx[k].source, h->s->fx[k].owner));
}

/* A child follows its parent; where further children go is returned. */
static int start_child(host *h, int k, int node) {
    insert_child(h, k, k + 1, node);
    return k + 2;
}

static void aim(host *h, int id, int k) {
    un_set_aim(h->r, h->s, id, k);
}

static void aim_unicorns(host *h, int seat, int k) {
    const un_state *s = h->s;
    for (int pos = un_from(s, un_table(seat, 0)); pos < s->end[un_table(seat, 2)]; pos++)
        if (un_type_bit(h->r, s, s->pool[pos], seat) & UN_SET_UNICORN) aim(h, s->pool[pos], k);
}

static void drop_aim(host *h, int id) {
    un_drop_aim(h->r, h->s, id);
}

static void unclaim(host *h, int id) {
    un_aim(h->r, h->s)[id] = 0;
}

static void leave(host *h, int id, bool nursery, int k) {
    un_leave(h->r, h->s, id, nursery ? un_nursery(h->r) : un_discard(h->r), k);
}

static void leave_to_hand(host *h, int id, int seat, int k) {
    un_leave_to_hand(h->r, h->s, id, seat, k);
}

static void enter(host *h, int id, int seat, int k) {
    un_enter(h->r, h->s, id, seat, k);
}

static void baby(host *h, int seat, int k) {
    un_baby(h->r, h->s, seat, k);
}

static void note_link(host *h, int id, int note) {
    un_touch(h->r, h->s, un_zone_at(h->r, h->s, un_pos(h->r, h->s, id)));
    un_note(h->r, h->s)[id] = (uint8_t)note;
    h->s->linked = 1;
}

static void refresh(host *h) {
    un_refresh(h->r, h->s);
}

static void learn(host *h, int seat, unsigned who) {
    un_learn(h->r, h->s, seat, who);
}

static void swap_hands(host *h, int x, int v) {
    un_swap_hands(h->r, h->s, x, v);
}

/* In the pile a card is no effect's target: there it is like any other. */
static void reshuffle(host *h) {
    un_state *s = h->s;
    int from = un_from(s, un_discard(h->r));
    un_touch(h->r, s, un_discard(h->r));
    for (int pos = from; pos < s->end[un_discard(h->r)]; pos++) {
        drop_aim(h, s->pool[pos]);
        unclaim(h, s->pool[pos]);
    }
    s->end[un_discard(h->r)] = (uint8_t)from;
}

static void save(host *h, int id, int self, int seat);

static bool pick_saved(host *h, int k, int self, int seat) {
    uint8_t list[UN_MAX_CARDS];
    un_state *s = h->s;
    (void)k;
    if (s->resume == UN_RESUME_SAVED) return true;
    s->seat = (uint8_t)seat;
    s->ask = UN_ASK_SAVE;
    int n = un_picks(h->r, s, list);
    s->resume = UN_RESUME_SAVED;
    if (n > 1) return false;
    s->ask = UN_ASK_NOTHING;
    if (n) save(h, list[0], self, seat);
    return true;
}

#include "games/unicorns/rules/unicorns_effects.inc"

const un_op un_ops[UN_OPS] = {
#define EFFECT(code, word, arguments, riders, phrase, kinds, tables, bars, choose, apply)          \
    [UN_OP_##code] = {choose, apply},
#include "games/unicorns/deck/unicorns_ops.inc"
};

bool un_react(const un_rules *r, un_state *s, int node, int self, int seat) {
    return react(&(un_host){r, s}, s->k, node, self, seat);
}

/* --- answers --- */

static bool hand_pick(const un_rules *r, const un_state *s) {
    const un_node *n = un_node_at(r, &s->fx[s->k]);
    return s->ask == UN_ASK_DISCARD || (n->op == UN_OP_BRING && n->arg == UN_ARG_HAND);
}

/* A card of the pile or discard pile comes to the hand openly. */
static void found(const un_rules *r, un_state *s, int id) {
    s->resume = UN_RESUME_DONE;
    if (id == UN_NO_CARD) return;
    un_to_hand(r, s, un_pos(r, s, id), s->fx[s->k].owner, un_all_seats(r));
}

static void picked_one(const un_rules *r, un_state *s, int id) {
    assert(s->left > 0 && !(UN_AIM(r, s)[id] & UN_CLAIMED));
    s->left--;
    s->last = (uint8_t)id;
    if (hand_pick(r, s)) {
        un_touch(r, s, un_hand(r, s->seat));
        un_note(r, s)[id] = un_all_seats(r); /* it was named */
    }
    un_set_aim(r, s, id, s->k);
}

void un_picked(const un_rules *r, un_state *s, int id) {
    int question = s->ask;
    assert(question >= UN_ASK_CARD && question <= UN_ASK_SAVE && s->k < s->cur);
    un_effect *e = &s->fx[s->k];
    s->ask = UN_ASK_NOTHING;
    if (question == UN_ASK_SEARCH) {
        found(r, s, id);
    } else if (question == UN_ASK_SAVE) {
        int self = UN_REG(r, s)[s->t];
        save(&(un_host){r, s}, id, self, un_holder(r, s, self));
    } else if (question == UN_ASK_TAKE) {
        if (id != UN_NO_CARD) un_slip(r, s, un_pos(r, s, id), e->owner, e->who);
        s->resume = UN_RESUME_DONE;
    } else if (id == UN_NO_CARD) {
        s->left = 0;
    } else if (un_ops[un_node_at(r, e)->op].choose == choose_card_and_player) {
        e->card = (uint8_t)id;
    } else {
        s->ask = (uint8_t)question;
        picked_one(r, s, id);
        s->ask = UN_ASK_NOTHING;
    }
}
