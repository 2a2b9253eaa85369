#ifndef GAMES_UNICORNS_FAST_UNICORNS_FAST_H
#define GAMES_UNICORNS_FAST_UNICORNS_FAST_H
/* Fast playouts: random games at full speed. The same rules over another form of the state, in
 * which cards are bits of sets: nothing is listed, shifted or hashed, and the player who is asked
 * answers on the spot. A fast playout starts and ends where a card is about to be played (or
 * dealt); tests replay what it decided by the rules of unicorns_turn.c and compare the states. */

#include "games/unicorns/rules/unicorns_effects.h"
#include "games/unicorns/rules/unicorns_rules.h"
#include "games/unicorns/rules/unicorns_triggers.h"

/* Where a card is: on the table of a seat, in a hand, or elsewhere. */
enum { UN_FAST_HAND = UN_SEATS, UN_FAST_AWAY = 2 * UN_SEATS };

typedef struct un_fast_effect {
    un_set aim; /* its targets */
    uint8_t node, source, owner, who, count, card;
} un_fast_effect;

/* What was decided, for tests. */
typedef struct un_fast_log {
    action *at;
    int count, room;
} un_fast_log;

typedef struct un_fast {
    const un_rules *r;
    const un_sets *sets;
    rng *g;
    un_fast_log *log; /* NULL: no caller reads it */
    int plies;        /* decisions so far */
    un_set table[UN_SEATS], hand[UN_SEATS];
    un_set tables, reg, linked, claimed, discarded, nursed;
    uint16_t lasting[UN_SEATS];
    unsigned lasting_any;
    uint8_t held[UN_SEATS];  /* sizes of hands */
    uint8_t corns[UN_SEATS]; /* cards in stables */
    int piled, gone, babies;
    int cur, next; /* effects at work and waiting */
    int load;      /* how many at work there are in a state */
    un_fast_effect *fx, *waiting;
    int near;       /* fewer cards in a stable cannot win */
    bool will_name; /* one that waits does */
    bool rises;     /* a seat may have won since the last look */
    bool names;     /* an effect of this link names a card without claiming it */
    uint32_t now;   /* counts arrivals and registrations */
    uint8_t dealing, active, skip, plays, played, bonus, extra, ending, ended;
    uint16_t turn;
    uint8_t zone[UN_SET_SIZE], note[UN_SET_SIZE];
    uint8_t pile[UN_SET_SIZE], discard[UN_SET_SIZE], nursery[UN_SET_SIZE];
    uint32_t came[UN_SET_SIZE], heard[UN_SET_SIZE]; /* when a card came to its table, to reg */
    un_fast_effect first[UN_LINK_SIZE + 1], second[UN_LINK_SIZE + 1];
} un_fast;

/* unicorns_fast_state.c: there and back. A state can go where un_fast_starts() says so. */
void un_sets_prepare(un_rules *r);
bool un_fast_starts(const un_rules *r, const un_state *s);
void un_fast_take(un_fast *w, const un_rules *r, const un_state *s, rng *g);
void un_fast_give(const un_fast *w, un_state *s); /* about to play or deal, or over */

/* unicorns_fast_cards.c */
void un_fast_to_hand(un_fast *w, int id, int seat, unsigned mask); /* the card is in no zone */
void un_fast_take_out(un_fast *w, int id);                         /* of whatever zone it is in */
void un_fast_slip(un_fast *w, int id, int x, int v);
void un_fast_learn(un_fast *w, int seat, unsigned who); /* all of a hand */
void un_fast_swap_hands(un_fast *w, int x, int v);
void un_fast_unname(un_fast *w); /* named cards that did not leave their hands after all */
void un_fast_register(un_fast *w, int id);
void un_fast_unregister(un_fast *w, int id);
void un_fast_refresh(un_fast *w); /* lasting effects, from the registered cards */
/* Queues what these cards make of an event, in the order of their registration. */
void un_fast_deliver(un_fast *w, un_set who, int event, int card, int effect);
void un_fast_deliver_bot(un_fast *w, un_set who);
void un_fast_deliver_eot(un_fast *w, un_set who);
void un_fast_enter(un_fast *w, int id, int seat, int effect);
void un_fast_leave(un_fast *w, int id, bool nursery, int effect);
void un_fast_baby(un_fast *w, int seat, int effect);
int un_fast_order(const un_fast *w, un_set cards, uint8_t *out); /* in the order of zones */
bool un_fast_mute(const un_fast *w, int id, int effect);
/* Whether a reaction of a card to an effect fires. */
bool un_fast_fires(const un_fast *w, int when, int id, int effect);
void un_fast_draw(un_fast *w, int seat, int n);
un_set un_fast_some_of(un_fast *w, un_set from, int count, int n);

/* unicorns_fast_picks.c: what may be aimed at, and requirements. */
un_set un_fast_options(const un_fast *w, const un_fast_effect *e, int asked);
bool un_fast_req(const un_fast *w, int node, int owner, int source);
bool un_fast_restricts(int op); /* whether an effect can keep its card from being played */
bool un_fast_seems(const un_fast *w, int node, int owner, int source);
bool un_fast_playable(const un_fast *w, int id); /* by the active player, to the own stable */
unsigned un_fast_seats(const un_fast *w,
                       const un_fast_effect *e); /* players that it can be aimed at */
un_set un_fast_wanted(const un_fast *w, const un_fast_effect *e); /* of hands and piles, by type */
bool un_fast_basic_lock(const un_fast *w, int to, unsigned lock);

/* unicorns_fast_queue.c */
void un_fast_queue(un_fast *w, int node, int source, int owner);
void un_fast_queue_fx(un_fast *w, const un_fast_effect *e);
void un_fast_append(un_fast *w, const un_fast_effect *e);
void un_fast_insert(un_fast *w, int at, const un_fast_effect *e); /* into this link */
un_set un_fast_ours(const un_fast *w, int k, int holder); /* its targets there that are unicorns */

/* unicorns_fast_effects.c: steps 1 and 6 for all effects of a link, and reactions to one */
void un_fast_choose(un_fast *w);
void un_fast_apply(un_fast *w);
void un_fast_react(un_fast *w, int k, int node, int self);

/* unicorns_fast_chain.c */
void un_fast_chain(un_fast *w);
void un_fast_win_check(un_fast *w);

/* unicorns_fast.c: on to the end of the game, or at least to the first card that would be played
 * after `most` decisions. */
void un_fast_run(un_fast *w, int most);
/* From a state where it can start: at most `most` decisions; returns how many. 0 where the
 * state has not changed. */
int un_fast_play_out(const un_rules *r, un_state *s, rng *g, int most);

/* --- the small things --- */

static inline un_set un_fast_bit(const un_fast *w, int id) {
    assert(id >= 0 && id < w->r->cards);
    return w->sets->bit[id];
}

static inline bool un_fast_in(const un_fast *w, un_set s, int id) {
    return (s & w->sets->bit[id]) != 0;
}

static inline const un_node *un_fast_node(const un_fast *w, const un_fast_effect *e) {
    return &w->r->deck.node[e->node];
}

static inline un_fast_effect un_fast_effect_of(int node, int source, int owner) {
    return (un_fast_effect){.node = (uint8_t)node,
                            .source = (uint8_t)source,
                            .owner = (uint8_t)owner,
                            .who = UN_NO_SEAT,
                            .count = 1,
                            .card = UN_NO_CARD};
}

static inline un_set un_fast_targets(const un_fast *w, int k) {
    const un_fast_effect *e = &w->fx[k];
    return e->card == UN_NO_CARD ? e->aim : e->aim | un_fast_bit(w, e->card);
}

/* Whether one more effect can wait or work; the game is over where not. */
static inline bool un_fast_has_space(un_fast *w) {
    if (w->load + w->next < UN_LINK_SIZE) return true;
    w->ended = UN_ENDED_RESOURCE;
    return false;
}

/* A card has entered or left, or is about to leave because of an effect. */
static inline void un_fast_publish(un_fast *w, int event, int card, int effect) {
    un_set who = w->sets->hears[event];
    if (event == UN_PRELEAVE) who |= w->linked;
    if (who & w->reg) un_fast_deliver(w, who & w->reg, event, card, effect);
}

/* The beginning of a turn, and its end, of which no trigger hears, but return links do. */
static inline void un_fast_bot(un_fast *w) {
    un_set own = w->sets->bot_own;
    un_set who = w->reg & ((own & w->table[w->active]) | (w->sets->hears[UN_BOT] & ~own));
    if (who) un_fast_deliver_bot(w, who);
}
static inline void un_fast_eot(un_fast *w) {
    if (w->reg & w->linked) un_fast_deliver_eot(w, w->reg & w->linked);
}

/* Counts a decision; its action is built only where there is a log. */
void un_fast_note_down(un_fast *w, int question, int a, int b);
static inline void un_fast_ply(un_fast *w, int question, int a, int b) {
    w->plies++;
    if (w->log) un_fast_note_down(w, question, a, b);
}
int un_fast_place(const un_fast *w, int id); /* of a card on a table, among all cards */

static inline void un_fast_ply_card(un_fast *w, int question, int id) {
    w->plies++;
    if (w->log) un_fast_note_down(w, question, un_fast_place(w, id), 1);
}

static inline bool un_fast_coin(un_fast *w) {
    return rng_next(w->g) >> 63;
}

/* The copy of a card that leaves a hand: of those that look alike the one known best. */
static inline int un_fast_first_copy(const un_fast *w, int seat, int id) {
    assert(un_fast_in(w, w->hand[seat], id));
    return un_set_first(w->hand[seat] & w->sets->kind[w->r->kind_of[id]]);
}

/* No effect has it for a target any more; a claim stays. */
static inline void un_fast_drop_aim(un_fast *w, int id) {
    un_set bit = un_fast_bit(w, id);
    if (!(w->claimed & bit)) return;
    for (int k = 0; k < w->cur; k++) w->fx[k].aim &= ~bit;
}

static inline void un_fast_aim(un_fast *w, int id, int k) {
    assert(k < w->cur);
    un_fast_drop_aim(w, id);
    w->fx[k].aim |= un_fast_bit(w, id);
    w->claimed |= un_fast_bit(w, id);
}

#endif
