#ifndef GAMES_UNICORNS_FAST_UNICORNS_FAST_H
#define GAMES_UNICORNS_FAST_UNICORNS_FAST_H
/* Sprints: random games at full speed. The same rules over another form of the state, in which
 * cards are bits of sets: nothing is listed, shifted or hashed, and whoever is asked answers on the
 * spot. A sprint starts and ends where a card is about to be played (or dealt); tests replay what
 * it decided by the rules of unicorns_turn.c and compare the states. */

#include "games/unicorns/rules/unicorns_effects.h"
#include "games/unicorns/rules/unicorns_rules.h"
#include "games/unicorns/rules/unicorns_triggers.h"

/* Where a card is: on the table of a seat, in a hand, or elsewhere. */
enum { SPRINT_HAND = UN_SEATS, SPRINT_AWAY = 2 * UN_SEATS };

typedef struct sprint_fx {
    un_set aim; /* its targets */
    uint8_t node, source, owner, who, count, card;
} sprint_fx;

/* What was decided, for tests. */
typedef struct sprint_log {
    action *at;
    int count, room;
} sprint_log;

typedef struct sprint {
    const un_rules *r;
    const un_sets *sets;
    rng *g;
    sprint_log *log; /* NULL: nobody wants to know */
    int plies;       /* decisions so far */
    un_set table[UN_SEATS], hand[UN_SEATS];
    un_set tables, reg, linked, claimed, discarded, nursed;
    uint16_t lasting[UN_SEATS];
    unsigned lasting_any;
    uint8_t held[UN_SEATS];  /* sizes of hands */
    uint8_t corns[UN_SEATS]; /* cards in stables */
    int piled, gone, babies;
    int cur, next; /* effects at work and waiting */
    int load;      /* how many at work there are in a state */
    sprint_fx *fx, *waiting;
    int near;       /* fewer cards in a stable cannot win */
    bool will_name; /* one that waits does */
    bool rises;     /* somebody may have won since the last look */
    bool names;     /* an effect of this link names a card without claiming it */
    uint32_t now;   /* counts arrivals and registrations */
    uint8_t dealing, active, skip, plays, played, bonus, extra, ending, ended;
    uint16_t turn;
    uint8_t zone[UN_SET_ROOM], note[UN_SET_ROOM];
    uint8_t pile[UN_SET_ROOM], discard[UN_SET_ROOM], nursery[UN_SET_ROOM];
    uint32_t came[UN_SET_ROOM], heard[UN_SET_ROOM]; /* when a card came to its table, to reg */
    sprint_fx first[UN_LINK_ROOM + 1], second[UN_LINK_ROOM + 1];
} sprint;

/* unicorns_fast_state.c: there and back. A state can go where sprint_starts() says so. */
void un_sets_prepare(un_rules *r);
bool sprint_starts(const un_rules *r, const un_state *s);
void sprint_take(sprint *w, const un_rules *r, const un_state *s, rng *g);
void sprint_give(const sprint *w, un_state *s); /* about to play or deal, or over */

/* unicorns_fast_cards.c */
void sprint_to_hand(sprint *w, int id, int seat, unsigned mask); /* the card is in no zone */
void sprint_take_out(sprint *w, int id);                         /* of whatever zone it is in */
void sprint_slip(sprint *w, int id, int x, int v);
void sprint_swap_hands(sprint *w, int x, int v);
void sprint_unname(sprint *w); /* named cards that did not leave their hands after all */
void sprint_register(sprint *w, int id);
void sprint_unregister(sprint *w, int id);
/* Queues what these cards make of an event, in the order of their registration. */
void sprint_tell(sprint *w, un_set who, int event, int card, int effect);
void sprint_tell_bot(sprint *w, un_set who);
void sprint_tell_eot(sprint *w, un_set who);
void sprint_enter(sprint *w, int id, int seat, int effect);
void sprint_leave(sprint *w, int id, bool nursery, int effect);
void sprint_baby(sprint *w, int seat, int effect);
int sprint_order(const sprint *w, un_set cards, uint8_t *out); /* in the order of zones */
bool sprint_mute(const sprint *w, int id, int effect);

/* unicorns_fast_picks.c: what may be aimed at, and requirements. */
un_set sprint_options(const sprint *w, const sprint_fx *e, int asked);
bool sprint_req(const sprint *w, int node, int owner, int source);
bool sprint_seems(const sprint *w, int node, int owner, int source);
bool sprint_playable(const sprint *w, int id); /* by the active player, to the own stable */
unsigned sprint_seats(const sprint *w, const sprint_fx *e); /* players that it can be aimed at */
un_set sprint_wanted(const sprint *w, const sprint_fx *e);  /* of hands and piles, by type */
bool sprint_basic_lock(const sprint *w, int to, unsigned lock);

/* unicorns_fast_chain.c */
void sprint_queue(sprint *w, int node, int source, int owner);
void sprint_queue_fx(sprint *w, const sprint_fx *e);
void sprint_append(sprint *w, const sprint_fx *e);
void sprint_chain(sprint *w);
bool sprint_knows(int op); /* a word of decks; those with others are played without sprints */
void sprint_win_check(sprint *w);
void sprint_draw(sprint *w, int seat, int n);
un_set sprint_some_of(sprint *w, un_set from, int count, int n);
void sprint_name_cards(sprint *w, int k, int seat, int left, int question);
int sprint_sorted(const sprint *w, un_set want, bool nursery, int least, uint8_t *out);

/* unicorns_fast_apply.c: step 6 */
void sprint_apply(sprint *w, int k);
bool sprint_applies(int op);

/* unicorns_fast.c: on to the end of the game, or at least to the first card that would be played
 * after `most` decisions. */
void sprint_run(sprint *w, int most);
/* From a state where a sprint starts: at most so many decisions, how many it says. 0 where the
 * state has not changed. */
int sprint_play_out(const un_rules *r, un_state *s, rng *g, int most);

/* --- the small things --- */

static inline un_set sprint_bit(const sprint *w, int id) {
    return w->sets->bit[id];
}

static inline bool sprint_in(const sprint *w, un_set s, int id) {
    return (s & w->sets->bit[id]) != 0;
}

static inline const un_node *sprint_node(const sprint *w, const sprint_fx *e) {
    return &w->r->deck.node[e->node];
}

static inline sprint_fx sprint_effect(int node, int source, int owner) {
    return (sprint_fx){.node = (uint8_t)node,
                       .source = (uint8_t)source,
                       .owner = (uint8_t)owner,
                       .who = UN_NOBODY,
                       .count = 1,
                       .card = UN_NO_CARD};
}

/* A card has entered or left, or is about to leave because of an effect. */
static inline void sprint_publish(sprint *w, int event, int card, int effect) {
    un_set who = w->sets->hears[event];
    if (event == UN_PRELEAVE) who |= w->linked;
    if (who & w->reg) sprint_tell(w, who & w->reg, event, card, effect);
}

/* The beginning of a turn, and its end, of which no trigger hears, but return links do. */
static inline void sprint_bot(sprint *w) {
    un_set own = w->sets->bot_own;
    un_set who = w->reg & ((own & w->table[w->active]) | (w->sets->hears[UN_BOT] & ~own));
    if (who) sprint_tell_bot(w, who);
}
static inline void sprint_eot(sprint *w) {
    if (w->reg & w->linked) sprint_tell_eot(w, w->reg & w->linked);
}

/* Counts a decision; its action is asked for only where somebody wants it. */
void sprint_note_down(sprint *w, int question, int a, int b);
static inline void sprint_ply(sprint *w, int question, int a, int b) {
    w->plies++;
    if (w->log) sprint_note_down(w, question, a, b);
}
int sprint_place(const sprint *w, int id); /* of a card on a table, among all cards */

static inline void sprint_ply_card(sprint *w, int question, int id) {
    w->plies++;
    if (w->log) sprint_note_down(w, question, sprint_place(w, id), 1);
}

static inline bool sprint_coin(sprint *w) {
    return rng_next(w->g) >> 63;
}

/* The copy of a card that leaves a hand: of those that look alike the one known best. */
static inline int sprint_first_copy(const sprint *w, int seat, int id) {
    return un_set_first(w->hand[seat] & w->sets->kind[w->r->kind_of[id]]);
}

/* Nobody has it for a target any more; a claim stays. */
static inline void sprint_drop_aim(sprint *w, int id) {
    un_set bit = sprint_bit(w, id);
    if (!(w->claimed & bit)) return;
    for (int k = 0; k < w->cur; k++) w->fx[k].aim &= ~bit;
}

static inline void sprint_aim(sprint *w, int id, int k) {
    sprint_drop_aim(w, id);
    w->fx[k].aim |= sprint_bit(w, id);
    w->claimed |= sprint_bit(w, id);
}

/* A unicorn by its type on its table, and no baby. */
static inline bool sprint_grown(const sprint *w, int id, int holder) {
    return sprint_in(w, w->sets->grown, id) && !(w->lasting[holder] & UN_PANDAS);
}

#endif
