/* Effects in fast playouts: the host of unicorns_effects.inc over sets. Whoever is asked answers at
 * random, on the spot. */
#include "games/unicorns/fast/unicorns_fast.h"

typedef un_fast host;
typedef un_fast_effect fx;

static inline un_fast *on(host *h) {
    return h;
}

/* --- asking --- */

static inline bool resumed(const host *h) {
    (void)h;
    return false;
}

static inline bool done(const host *h) {
    (void)h;
    return false;
}

static inline int seat_asked(const host *h) {
    (void)h;
    return 0;
}

static inline bool draw(host *h, int seat, int n) {
    un_fast_draw(h, seat, n);
    return true;
}

/* A child takes the place of its parent, which has nothing more to do, and chooses in turn; it
 * counts as one more all the same. Where further children go is returned. */
static int start_child(host *h, int k, int node) {
    if (un_fast_has_space(h)) {
        h->load++;
        h->fx[k].node = (uint8_t)node;
    }
    return k + 1;
}

static bool req(const host *h, int node, int owner, int source) {
    return un_fast_req(h, node, owner, source);
}

static bool seems(const host *h, int node, int owner, int source) {
    return un_fast_seems(h, node, owner, source);
}

static bool ask_may(host *h, int k, int then) {
    const fx *e = &h->fx[k];
    bool can = !h->r->deck.node[then].hidden || req(h, then, e->owner, e->source);
    bool yes = can && un_fast_coin(h);
    un_fast_ply(h, UN_ASK_MAY, yes, 0);
    if (yes) (void)start_child(h, k, then);
    return true;
}

static bool ask_option(host *h, int k, const uint8_t *node, const uint8_t *number, int n) {
    uint64_t pick = rng_below(h->g, (uint64_t)n);
    un_fast_ply(h, UN_ASK_EFFECT, number[pick], 0);
    (void)start_child(h, k, node[pick]);
    return true;
}

static bool ask_player(host *h, int k, unsigned seats) {
    for (uint64_t skip = rng_below(h->g, (uint64_t)__builtin_popcount(seats)); skip > 0; skip--)
        seats &= seats - 1;
    h->fx[k].who = (uint8_t)__builtin_ctz(seats);
    un_fast_ply(h, UN_ASK_PLAYER, h->fx[k].who, 0);
    return true;
}

static un_consent ask_consent(host *h, int seat) {
    (void)seat;
    bool yes = un_fast_coin(h);
    un_fast_ply(h, UN_ASK_MAY, yes, 0);
    return yes ? UN_CONSENT_YES : UN_CONSENT_NO;
}

static bool show(host *h, int seat) {
    (void)seat;
    un_fast_ply(h, UN_ASK_SHOW, 0, 0);
    return true;
}

static bool pull(host *h, int owner, int who) {
    int any = un_set_any(h->hand[who], h->held[who], h->g);
    int id = un_fast_first_copy(h, who, any);
    un_fast_ply(h, UN_ASK_PULL, h->r->kind_of[id], 0);
    un_fast_slip(h, id, owner, who);
    return true;
}

static bool take_card(host *h, int k) {
    const fx *e = &h->fx[k];
    un_set cards = h->hand[e->who] & ~h->claimed;
    int count = un_set_count(cards);
    if (!count) {
        un_fast_ply(h, UN_ASK_TAKE, UN_NO_CARD, 0);
        return true;
    }
    int kind = h->r->kind_of[un_set_any(cards, count, h->g)];
    un_fast_ply(h, UN_ASK_TAKE, kind, 0);
    un_fast_slip(h, un_set_first(cards & h->sets->kind[kind]), e->owner, e->who);
    return true;
}

/* --- picking --- */

static void aim_all(host *h, un_set cards, int k) {
    for (; cards; cards = un_set_rest(cards)) un_fast_aim(h, un_set_first(cards), k);
}

/* Several of more: those named in the order of tables until there is no choice left. */
static void aim_some(host *h, int k, un_set options, int count, int n) {
    uint8_t list[UN_SET_SIZE];
    un_set some = un_fast_some_of(h, options, count, n);
    (void)un_fast_order(h, options, list);
    for (int i = 0, from = 0, left = n; left && count - from > left; i++) {
        if (!un_fast_in(h, some, list[i])) continue;
        un_fast_ply_card(h, UN_ASK_CARD, list[i]);
        from = i + 1;
        left--;
    }
    aim_all(h, some, k);
}

static bool pick_tables(host *h, int k, int seat, int n) {
    un_set options = un_fast_options(h, &h->fx[k], seat);
    int count = options ? un_set_count(options) : 0;
    if (count <= n) {
        aim_all(h, options, k);
    } else if (n == 1) {
        int id = un_set_any(options, count, h->g);
        un_fast_ply_card(h, UN_ASK_CARD, id);
        un_fast_aim(h, id, k);
    } else {
        aim_some(h, k, options, count, n);
    }
    return true;
}

/* The cards of a set in a list of the discard pile or nursery, in the order of kinds. */
static int sorted(const host *h, un_set want, bool nursery, int min, uint8_t *out) {
    const uint8_t *list = nursery ? h->nursery : h->discard;
    int all = nursery ? h->babies : h->gone;
    int n = 0;
    for (int i = 0; i < all; i++) {
        int kind = h->r->kind_of[list[i]];
        if (kind < min || !un_fast_in(h, want, list[i])) continue;
        int at = n++;
        for (; at > 0 && h->r->kind_of[out[at - 1]] > kind; at--) out[at] = out[at - 1];
        out[at] = list[i];
    }
    return n;
}

static bool pick_open(host *h, int k, bool nursery) {
    uint8_t list[UN_SET_SIZE];
    const uint8_t *kind = h->r->kind_of;
    int left = h->r->deck.node[h->fx[k].node].n;
    for (int min = 0; left;) {
        int n = sorted(h, un_fast_wanted(h, &h->fx[k]) & ~h->claimed, nursery, min, list);
        if (n <= left || kind[list[0]] == kind[list[n - 1]]) {
            for (int i = 0; i < n && i < left; i++) un_fast_aim(h, list[i], k);
            return true;
        }
        int i = 0;
        while (n - i > left && (int)rng_below(h->g, (uint64_t)(n - i)) >= left) i++;
        while (i > 0 && kind[list[i - 1]] == kind[list[i]]) i--;
        min = kind[list[i]];
        un_fast_ply(h, UN_ASK_CARD, min, 0);
        un_fast_aim(h, list[i], k);
        left--;
    }
    return true;
}

static void name_some(host *h, int k, int seat, int left, int question) {
    un_set want = h->hand[seat] & un_fast_wanted(h, &h->fx[k]) & ~h->claimed;
    int count = un_set_count(want);
    for (un_set some = un_fast_some_of(h, want, count, left); some; some = un_set_rest(some)) {
        int kind = h->r->kind_of[un_set_first(some)];
        int id = un_set_first(h->hand[seat] & h->sets->kind[kind] & ~h->claimed);
        h->note[id] = un_all_seats(h->r);
        un_fast_aim(h, id, k);
        un_fast_ply(h, question, kind, 0);
    }
    if (count < left) un_fast_ply(h, question, UN_NO_CARD, 0);
}

/* A player names cards of the own hand as targets of effect k. */
static inline bool name_cards(host *h, int k, int seat, int max, int question) {
    int left = h->held[seat] < max ? h->held[seat] : max;
    if (left) name_some(h, k, seat, left, question);
    return true;
}

static bool name_target(host *h, int k) {
    fx *e = &h->fx[k];
    un_set options = un_fast_options(h, e, e->owner);
    int count = un_set_count(options);
    if (!count) return true;
    int id = un_set_any(options, count, h->g);
    if (count > 1) un_fast_ply_card(h, UN_ASK_CARD, id);
    e->card = (uint8_t)id;
    h->names = true;
    return true;
}

static bool find_in_pile(host *h, int k) {
    un_set want = un_fast_wanted(h, &h->fx[k]);
    uint8_t place[UN_SET_SIZE];
    int n = 0;
    for (int i = 0; i < h->piled; i++)
        if (un_fast_in(h, want, h->pile[i])) place[n++] = (uint8_t)i;
    if (!n) {
        un_fast_ply(h, UN_ASK_SEARCH, UN_NO_CARD, 0);
        return true;
    }
    int at = place[n > 1 ? (int)rng_below(h->g, (uint64_t)n) : 0];
    int id = h->pile[at];
    h->pile[at] = h->pile[--h->piled];
    un_fast_ply(h, UN_ASK_SEARCH, h->r->kind_of[id], 0);
    un_fast_to_hand(h, id, h->fx[k].owner, un_all_seats(h->r));
    return true;
}

static bool find_in_discard(host *h, int k) {
    uint8_t list[UN_SET_SIZE];
    const uint8_t *kind = h->r->kind_of;
    un_set want = un_fast_wanted(h, &h->fx[k]);
    if (!h->r->deck.node[h->fx[k].node].word) want &= ~h->claimed;
    int n = sorted(h, want, false, 0, list);
    if (!n) return true;
    int at = 0;
    if (kind[list[0]] != kind[list[n - 1]]) {
        at = (int)rng_below(h->g, (uint64_t)n);
        while (at > 0 && kind[list[at - 1]] == kind[list[at]]) at--;
        un_fast_ply(h, UN_ASK_SEARCH, kind[list[at]], 0);
    }
    un_fast_take_out(h, list[at]);
    un_fast_to_hand(h, list[at], h->fx[k].owner, un_all_seats(h->r));
    return true;
}

/* --- looking --- */

static unsigned seats_for(const host *h, const fx *e) {
    return un_fast_seats(h, e);
}

static int crowd(const host *h, int seat) {
    return h->lasting[seat] & UN_PANDAS ? 0 : h->corns[seat];
}

static int holder(const host *h, int id) {
    return h->zone[id] < UN_FAST_HAND ? h->zone[id] : -1;
}

static int hand_size(const host *h, int seat) {
    return h->held[seat];
}

static int pile_size(const host *h) {
    return h->piled;
}

static bool claimed(const host *h, int id) {
    return un_fast_in(h, h->claimed, id);
}

static int hits(const host *h, int k) {
    un_set cards = h->fx[k].aim;
    return un_set_rest(cards) ? un_set_count(cards) : cards != 0; /* mostly one */
}

static int targets(const host *h, int k, uint8_t *out) {
    return un_fast_order(h, h->fx[k].aim, out);
}

/* --- doing --- */

static fx effect_of(int node, int source, int owner) {
    return un_fast_effect_of(node, source, owner);
}

static void queue(host *h, fx e) {
    un_fast_queue_fx(h, &e);
}

static void append(host *h, fx e) {
    un_fast_append(h, &e);
}

static void insert_child(host *h, int k, int at, int node) {
    fx e = un_fast_effect_of(node, h->fx[k].source, h->fx[k].owner);
    un_fast_insert(h, at, &e);
}

static void aim(host *h, int id, int k) {
    un_fast_aim(h, id, k);
}

static void aim_unicorns(host *h, int seat, int k) {
    if (!(h->lasting[seat] & UN_PANDAS)) aim_all(h, h->table[seat] & h->sets->unicorns, k);
}

static void drop_aim(host *h, int id) {
    un_fast_drop_aim(h, id);
}

static void unclaim(host *h, int id) {
    h->claimed &= ~un_fast_bit(h, id);
}

static void leave(host *h, int id, bool nursery, int k) {
    un_fast_leave(h, id, nursery, k);
}

/* Babies go to the nursery. */
static void leave_to_hand(host *h, int id, int seat, int k) {
    if (un_fast_in(h, h->sets->babies, id)) {
        un_fast_leave(h, id, true, k);
        return;
    }
    un_fast_publish(h, UN_LEFT, id, k);
    h->linked &= ~un_fast_bit(h, id);
    un_fast_take_out(h, id);
    un_fast_to_hand(h, id, seat, un_all_seats(h->r));
}

static void enter(host *h, int id, int seat, int k) {
    un_fast_enter(h, id, seat, k);
}

static void baby(host *h, int seat, int k) {
    un_fast_baby(h, seat, k);
}

static void note_link(host *h, int id, int note) {
    h->note[id] = (uint8_t)note;
    h->linked |= un_fast_bit(h, id);
}

static void refresh(host *h) {
    un_fast_refresh(h);
}

static void learn(host *h, int seat, unsigned who) {
    un_fast_learn(h, seat, who);
}

static void swap_hands(host *h, int x, int v) {
    un_fast_swap_hands(h, x, v);
}

static void reshuffle(host *h) {
    for (int i = 0; i < h->gone; i++) {
        int id = h->discard[i];
        un_fast_drop_aim(h, id);
        h->pile[h->piled++] = (uint8_t)id;
    }
    h->claimed &= ~h->discarded;
    h->gone = 0;
    h->discarded = 0;
}

static void save(host *h, int id, int self, int seat);

static bool pick_saved(host *h, int k, int self, int seat) {
    un_set options = un_fast_ours(h, k, seat);
    int count = un_set_count(options);
    if (!count) return true;
    int id = un_set_any(options, count, h->g);
    if (count > 1) un_fast_ply_card(h, UN_ASK_SAVE, id);
    save(h, id, self, seat);
    return true;
}

#include "games/unicorns/rules/unicorns_effects.inc"

/* --- steps 1 to 3 and 6 --- */

static const struct {
    bool (*choose)(host *h, int k), (*apply)(host *h, int k);
} parts[UN_OPS] = {
#define EFFECT(code, word, arguments, riders, phrase, kinds, tables, bars, choose, apply)          \
    [UN_OP_##code] = {choose, apply},
#include "games/unicorns/deck/unicorns_ops.inc"
};

void un_fast_choose(un_fast *w) {
    for (int k = 0; k < w->cur && !w->ended; k++) {
        int node;
        do { /* again where a child has taken its place */
            node = w->fx[k].node;
            int op = w->r->deck.node[node].op;
            if (parts[op].choose) (void)parts[op].choose(w, k);
        } while (node != w->fx[k].node && !w->ended);
    }
}

void un_fast_apply(un_fast *w) {
    for (int k = 0; k < w->cur && !w->ended; k++) {
        int op = w->r->deck.node[w->fx[k].node].op;
        if (parts[op].apply) (void)parts[op].apply(w, k);
    }
}

void un_fast_react(un_fast *w, int k, int node, int self) {
    (void)react(w, k, node, self, w->zone[self]);
}
