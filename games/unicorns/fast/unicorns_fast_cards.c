/* Cards on the move in a sprint, and who hears of it: unicorns_cards.c over sets. */
#include "games/unicorns/fast/unicorns_fast.h"

enum { CROWD = 5 };

_Static_assert(UN_WHENS == UN_WHEN_OWN_ENTRY + 1, "a new trigger needs a case in fires() here too");

/* --- zones --- */

/* Takes a card out of a list without changing the order of the others. */
static int cut(uint8_t *list, int n, int id) {
    int at = n - 1;
    while (list[at] != id) at--;
    memmove(list + at, list + at + 1, (size_t)(n - 1 - at));
    return n - 1;
}

void sprint_take_out(sprint *w, int id) {
    un_set bit = sprint_bit(w, id);
    int zone = w->zone[id];
    if (zone < SPRINT_HAND) {
        w->table[zone] &= ~bit;
        w->tables &= ~bit;
        w->corns[zone] = (uint8_t)(w->corns[zone] - (w->sets->area[id] == UN_STABLE));
    } else if (zone < SPRINT_AWAY) {
        w->hand[zone - SPRINT_HAND] &= ~bit;
        w->held[zone - SPRINT_HAND]--;
    } else if (w->discarded & bit) {
        w->discarded &= ~bit;
        w->gone = cut(w->discard, w->gone, id);
    } else if (w->nursed & bit) {
        w->nursed &= ~bit;
        w->babies = cut(w->nursery, w->babies, id);
    }
    w->zone[id] = SPRINT_AWAY;
}

/* What seats know of copies that look alike: the masks hold one another in the order of numbers.
 * One that is named as a target is known to all, and out of it until it goes. */
static void share_masks(sprint *w, un_set copies, int id, unsigned mask) {
    un_set to = copies | sprint_bit(w, id);
    for (; copies; copies = un_set_rest(copies), to = un_set_rest(to)) {
        unsigned old = w->note[un_set_first(copies)];
        w->note[un_set_first(to)] = (uint8_t)(old | mask);
        mask &= old;
    }
    w->note[un_set_first(to)] = (uint8_t)mask;
}

void sprint_to_hand(sprint *w, int id, int seat, unsigned mask) {
    if (w->claimed) {
        sprint_drop_aim(w, id);
        w->claimed &= ~sprint_bit(w, id);
    }
    un_set copies = w->hand[seat] & w->sets->kind[w->r->kind_of[id]] & ~w->claimed;
    mask |= 1U << seat;
    if (copies)
        share_masks(w, copies, id, mask);
    else
        w->note[id] = (uint8_t)mask;
    w->zone[id] = (uint8_t)(SPRINT_HAND + seat);
    w->hand[seat] |= sprint_bit(w, id);
    w->held[seat]++;
}

void sprint_unname(sprint *w) {
    for (int p = 0; p < w->r->n; p++)
        for (un_set left = w->claimed & w->hand[p]; left; left = un_set_rest(left)) {
            int id = un_set_first(left);
            un_set others = w->hand[p] & w->sets->kind[w->r->kind_of[id]] & ~left;
            share_masks(w, others, id, w->note[id]);
        }
}

void sprint_slip(sprint *w, int id, int x, int v) {
    unsigned both = 1U << x | 1U << v;
    if (x == v) return;
    sprint_take_out(w, id);
    sprint_to_hand(w, id, x, both);
    for (un_set left = w->hand[v] & ~w->claimed; left; left = un_set_rest(left))
        w->note[un_set_first(left)] &= (uint8_t)both;
}

static void learn(sprint *w, int seat, unsigned who) {
    for (un_set left = w->hand[seat]; left; left = un_set_rest(left))
        w->note[un_set_first(left)] |= (uint8_t)who;
}

void sprint_swap_hands(sprint *w, int x, int v) {
    un_set cards = w->hand[x];
    uint8_t held = w->held[x];
    learn(w, x, 1U << x | 1U << v);
    learn(w, v, 1U << x | 1U << v);
    for (un_set left = cards | w->hand[v]; left; left = un_set_rest(left)) {
        int id = un_set_first(left);
        sprint_drop_aim(w, id);
        w->zone[id] = (uint8_t)(SPRINT_HAND + (w->zone[id] == SPRINT_HAND + x ? v : x));
    }
    w->hand[x] = w->hand[v];
    w->held[x] = w->held[v];
    w->hand[v] = cards;
    w->held[v] = held;
}

/* --- registration --- */

static void lasting_of(sprint *w, int seat) {
    unsigned bits = 0;
    for (un_set left = w->table[seat] & w->reg & w->sets->lasting; left; left = un_set_rest(left))
        bits |= w->r->card[un_set_first(left)].lasting;
    w->lasting[seat] = (uint16_t)bits;
    w->rises = true; /* pandas count for nothing, and may be none now */
    w->lasting_any = 0;
    for (int p = 0; p < w->r->n; p++) w->lasting_any |= w->lasting[p];
}

static void queue_enters(sprint *w, int id, int seat) {
    const un_card *k = &w->r->card[id];
    bool blinded = w->lasting[seat] & UN_BLIND && sprint_in(w, w->sets->grown, id);
    for (int i = 0; !blinded && i < k->triggers; i++) {
        const un_trigger *t = &w->r->deck.trigger[k->first_trigger + i];
        if (t->when == UN_WHEN_ENTER) sprint_queue(w, t->node, id, seat);
    }
}

void sprint_register(sprint *w, int id) {
    int seat = w->zone[id];
    un_set bit = sprint_bit(w, id);
    if (seat >= SPRINT_HAND || w->reg & bit) return;
    if (w->sets->enters & bit) queue_enters(w, id, seat);
    if (!(w->sets->listens & bit) && !w->note[id]) return;
    w->reg |= bit;
    w->heard[id] = w->now++;
    if (!(w->sets->lasting & bit)) return;
    w->lasting[seat] |= w->r->card[id].lasting;
    w->lasting_any |= w->r->card[id].lasting;
}

void sprint_unregister(sprint *w, int id) {
    un_set bit = sprint_bit(w, id);
    w->note[id] = 0;
    w->linked &= ~bit;
    if (!(w->reg & bit)) return;
    w->reg &= ~bit;
    if (w->sets->lasting & bit) lasting_of(w, w->zone[id]);
}

/* --- events --- */

bool sprint_mute(const sprint *w, int id, int effect) {
    int holder = w->zone[id];
    if (!sprint_grown(w, id, holder)) return false;
    if (effect >= 0 && sprint_node(w, &w->fx[effect])->op == UN_OP_SHRINK) return true;
    return w->lasting[holder] & UN_BLIND;
}

/* The cards of a set in the order in which they were registered. */
static int hearers(const sprint *w, un_set cards, uint8_t *out) {
    int n = 0;
    for (; cards; cards = un_set_rest(cards)) {
        int id = un_set_first(cards);
        int at = n++;
        for (; at > 0 && w->heard[out[at - 1]] > w->heard[id]; at--) out[at] = out[at - 1];
        out[at] = (uint8_t)id;
    }
    return n;
}

static bool is_target(const sprint *w, int id, int effect) {
    return sprint_in(w, w->fx[effect].aim, id) || w->fx[effect].card == id;
}

static bool near(const sprint *w, int self, int card) {
    return card != self && w->zone[card] == w->zone[self];
}

static int crowd(const sprint *w, int seat) {
    return un_set_count(w->table[seat] & w->sets->unicorns);
}

static bool fires(const sprint *w, int when, int self, int card, int effect) {
    int holder = w->zone[self];
    unsigned kinds = effect >= 0 ? un_ops[sprint_node(w, &w->fx[effect])->op].kinds : 0;
    bool panda = w->lasting[holder] & UN_PANDAS;
    switch (when) {
    case UN_WHEN_BOT:
        return holder == w->active;
    case UN_WHEN_ANY_BOT:
        return true;
    case UN_WHEN_FOREIGN_BOT:
        return holder != w->active;
    case UN_WHEN_HIT:
        return card == self && kinds & (UN_KIND_DESTROY | UN_KIND_SACRIFICE);
    case UN_WHEN_HIT_EACH:
        return kinds & (UN_KIND_DESTROY | UN_KIND_SACRIFICE) && is_target(w, self, effect);
    case UN_WHEN_NEAR:
        return near(w, self, card);
    case UN_WHEN_NEAR_UNICORN:
        return near(w, self, card) && sprint_in(w, w->sets->unicorns, card) && !panda;
    case UN_WHEN_CROWD:
        return w->zone[card] == holder && !panda && crowd(w, holder) > CROWD;
    case UN_WHEN_CROWD_ANYWHERE:
        return crowd(w, holder) > CROWD;
    default: /* its own entry */
        return card == self;
    }
}

static void hear(sprint *w, int id, int event, int card, int effect) {
    const un_card *k = &w->r->card[id];
    if (!(k->events >> event & 1) || sprint_mute(w, id, effect)) return;
    for (int j = 0; j < k->triggers; j++) {
        const un_trigger *t = &w->r->deck.trigger[k->first_trigger + j];
        if (un_trigger_words[t->when].events >> event & 1 && fires(w, t->when, id, card, effect))
            sprint_queue(w, t->node, id, w->zone[id]);
    }
}

/* A return link: the end of a turn, or its holder leaves. */
static void hear_link(sprint *w, int id, int event, int card, int effect) {
    int note = w->note[id];
    int link = note >> 3;
    bool eot = event == UN_EOT && link == 1;
    bool held = event == UN_PRELEAVE && link > 1 && w->r->deck.linker_id[link - 1] == card;
    if (!(eot || held) || (!w->r->official && sprint_mute(w, id, effect))) return;
    w->note[id] = 0;
    w->linked &= ~sprint_bit(w, id);
    sprint_fx home = sprint_effect(UN_NODE_HOME, id, w->zone[id]);
    home.who = note & 7;
    home.card = (uint8_t)id;
    if (eot)
        sprint_queue_fx(w, &home);
    else
        sprint_append(w, &home);
}

void sprint_tell(sprint *w, un_set who, int event, int card, int effect) {
    uint8_t list[UN_SET_ROOM];
    int n = hearers(w, who, list);
    for (int i = 0; i < n; i++) {
        if (event == UN_PRELEAVE && w->note[list[i]]) hear_link(w, list[i], event, card, effect);
        hear(w, list[i], event, card, effect);
    }
}

void sprint_tell_bot(sprint *w, un_set who) {
    uint8_t list[UN_SET_ROOM];
    int n = hearers(w, who, list);
    for (int i = 0; i < n; i++) {
        int node = w->sets->bot_node[list[i]];
        if (!node)
            hear(w, list[i], UN_BOT, UN_NO_CARD, -1);
        else if (!sprint_mute(w, list[i], -1))
            sprint_queue(w, node, list[i], w->active);
    }
}

void sprint_tell_eot(sprint *w, un_set who) {
    uint8_t list[UN_SET_ROOM];
    int n = hearers(w, who, list);
    for (int i = 0; i < n; i++) hear_link(w, list[i], UN_EOT, UN_NO_CARD, -1);
}

/* --- onto tables and off them --- */

void sprint_enter(sprint *w, int id, int seat, int effect) {
    un_set bit = sprint_bit(w, id);
    if (w->zone[id] < SPRINT_HAND)
        sprint_publish(w, UN_LEFT, id, effect);
    else
        w->note[id] = 0;
    sprint_take_out(w, id);
    w->zone[id] = (uint8_t)seat;
    w->table[seat] |= bit;
    w->tables |= bit;
    w->corns[seat] = (uint8_t)(w->corns[seat] + (w->sets->area[id] == UN_STABLE));
    w->rises |= w->corns[seat] >= w->near;
    w->came[id] = w->now++;
    sprint_publish(w, UN_ENTERED, id, effect);
}

void sprint_leave(sprint *w, int id, bool nursery, int effect) {
    un_set bit = sprint_bit(w, id);
    if (w->zone[id] < SPRINT_HAND) {
        sprint_publish(w, UN_LEFT, id, effect);
        w->linked &= ~bit;
    }
    w->note[id] = 0;
    sprint_take_out(w, id);
    if (nursery || w->sets->babies & bit) {
        w->nursery[w->babies++] = (uint8_t)id;
        w->nursed |= bit;
        return;
    }
    w->discard[w->gone++] = (uint8_t)id;
    w->discarded |= bit;
}

void sprint_baby(sprint *w, int seat, int effect) {
    if (!w->babies) return;
    int id = w->nursery[w->babies - 1];
    sprint_enter(w, id, seat, effect);
    sprint_register(w, id);
}

/* --- order --- */

static uint64_t rank_of(const sprint *w, int id) {
    int zone = w->zone[id];
    if (zone < SPRINT_HAND) return ((uint64_t)(3 * zone + w->sets->area[id]) << 32) + w->came[id];
    if (zone < SPRINT_AWAY) return ((uint64_t)(100 + zone) << 32) + (uint64_t)id;
    const uint8_t *list = sprint_in(w, w->discarded, id) ? w->discard : w->nursery;
    uint64_t at = 0;
    while (list[at] != id) at++;
    return ((uint64_t)(list == w->discard ? 201 : 200) << 32) + at;
}

int sprint_order(const sprint *w, un_set cards, uint8_t *out) {
    int n = 0;
    if (!un_set_rest(cards)) { /* one or none */
        if (cards) out[n++] = (uint8_t)un_set_first(cards);
        return n;
    }
    uint64_t rank[UN_SET_ROOM];
    for (; cards; cards = un_set_rest(cards)) {
        int id = un_set_first(cards);
        uint64_t key = rank_of(w, id);
        int at = n++;
        for (; at > 0 && rank[at - 1] > key; at--) {
            out[at] = out[at - 1];
            rank[at] = rank[at - 1];
        }
        out[at] = (uint8_t)id;
        rank[at] = key;
    }
    return n;
}

/* --- decisions, for tests --- */

int sprint_place(const sprint *w, int id) {
    uint64_t own = rank_of(w, id);
    int place = 0;
    for (un_set left = w->tables; left; left = un_set_rest(left))
        place += rank_of(w, un_set_first(left)) < own;
    return place;
}

void sprint_note_down(sprint *w, int question, int a, int b) {
    sprint_log *log = w->log;
    if (log->count < log->room)
        log->at[log->count++] = (action)question << 16 | (action)b << 8 | (action)a;
}
