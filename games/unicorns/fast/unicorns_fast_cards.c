/* Cards on the move in a fast playout, and who hears of it: unicorns_cards.c over sets. */
#include "games/unicorns/fast/unicorns_fast.h"

/* --- zones --- */

/* Takes a card out of a list without changing the order of the others. */
static int cut(uint8_t *list, int n, int id) {
    int at = n - 1;
    while (list[at] != id) at--;
    memmove(list + at, list + at + 1, (size_t)(n - 1 - at));
    return n - 1;
}

void un_fast_take_out(un_fast *w, int id) {
    un_set bit = un_fast_bit(w, id);
    int zone = w->zone[id];
    if (zone < UN_FAST_HAND) {
        w->table[zone] &= ~bit;
        w->tables &= ~bit;
        w->corns[zone] = (uint8_t)(w->corns[zone] - (w->sets->area[id] == UN_STABLE));
    } else if (zone < UN_FAST_AWAY) {
        w->hand[zone - UN_FAST_HAND] &= ~bit;
        w->held[zone - UN_FAST_HAND]--;
    } else if (w->discarded & bit) {
        w->discarded &= ~bit;
        w->gone = cut(w->discard, w->gone, id);
    } else if (w->nursed & bit) {
        w->nursed &= ~bit;
        w->babies = cut(w->nursery, w->babies, id);
    }
    w->zone[id] = UN_FAST_AWAY;
}

/* What seats know of copies that look alike: the masks hold one another in the order of numbers.
 * One that is named as a target is known to all, and out of it until it goes. */
static void share_masks(un_fast *w, un_set copies, int id, unsigned mask) {
    un_set to = copies | un_fast_bit(w, id);
    for (; copies; copies = un_set_rest(copies), to = un_set_rest(to)) {
        unsigned old = w->note[un_set_first(copies)];
        w->note[un_set_first(to)] = (uint8_t)(old | mask);
        mask &= old;
    }
    w->note[un_set_first(to)] = (uint8_t)mask;
}

void un_fast_to_hand(un_fast *w, int id, int seat, unsigned mask) {
    if (w->claimed) {
        un_fast_drop_aim(w, id);
        w->claimed &= ~un_fast_bit(w, id);
    }
    un_set copies = w->hand[seat] & w->sets->kind[w->r->kind_of[id]] & ~w->claimed;
    mask |= 1U << seat;
    if (copies)
        share_masks(w, copies, id, mask);
    else
        w->note[id] = (uint8_t)mask;
    w->zone[id] = (uint8_t)(UN_FAST_HAND + seat);
    w->hand[seat] |= un_fast_bit(w, id);
    w->held[seat]++;
}

void un_fast_unname(un_fast *w) {
    for (int p = 0; p < w->r->n; p++)
        for (un_set left = w->claimed & w->hand[p]; left; left = un_set_rest(left)) {
            int id = un_set_first(left);
            un_set others = w->hand[p] & w->sets->kind[w->r->kind_of[id]] & ~left;
            share_masks(w, others, id, w->note[id]);
        }
}

void un_fast_slip(un_fast *w, int id, int x, int v) {
    unsigned both = 1U << x | 1U << v;
    if (x == v) return;
    un_fast_take_out(w, id);
    un_fast_to_hand(w, id, x, both);
    for (un_set left = w->hand[v] & ~w->claimed; left; left = un_set_rest(left))
        w->note[un_set_first(left)] &= (uint8_t)both;
}

void un_fast_learn(un_fast *w, int seat, unsigned who) {
    for (un_set left = w->hand[seat]; left; left = un_set_rest(left))
        w->note[un_set_first(left)] |= (uint8_t)who;
}

void un_fast_swap_hands(un_fast *w, int x, int v) {
    un_set cards = w->hand[x];
    uint8_t held = w->held[x];
    un_fast_learn(w, x, 1U << x | 1U << v);
    un_fast_learn(w, v, 1U << x | 1U << v);
    for (un_set left = cards | w->hand[v]; left; left = un_set_rest(left)) {
        int id = un_set_first(left);
        un_fast_drop_aim(w, id);
        w->zone[id] = (uint8_t)(UN_FAST_HAND + (w->zone[id] == UN_FAST_HAND + x ? v : x));
    }
    w->hand[x] = w->hand[v];
    w->held[x] = w->held[v];
    w->hand[v] = cards;
    w->held[v] = held;
}

/* --- registration --- */

static void lasting_of(un_fast *w, int seat) {
    unsigned bits = 0;
    for (un_set left = w->table[seat] & w->reg & w->sets->lasting; left; left = un_set_rest(left))
        bits |= w->r->card[un_set_first(left)].lasting;
    w->lasting[seat] = (uint16_t)bits;
    w->rises = true; /* pandas count for nothing, and may be none now */
    w->lasting_any = 0;
    for (int p = 0; p < w->r->n; p++) w->lasting_any |= w->lasting[p];
}

void un_fast_refresh(un_fast *w) {
    w->rises = true;
    w->lasting_any = 0;
    for (int p = 0; p < w->r->n; p++) {
        unsigned bits = 0;
        un_set left = w->table[p] & w->reg & w->sets->lasting;
        for (; left; left = un_set_rest(left)) bits |= w->r->card[un_set_first(left)].lasting;
        w->lasting[p] = (uint16_t)bits;
        w->lasting_any |= bits;
    }
}

static void queue_enters(un_fast *w, int id, int seat) {
    const un_card *k = &w->r->card[id];
    bool blinded = w->lasting[seat] & UN_BLIND && un_fast_in(w, w->sets->grown, id);
    for (int i = 0; !blinded && i < k->triggers; i++) {
        const un_trigger *t = &w->r->deck.trigger[k->first_trigger + i];
        if (t->when == UN_WHEN_ENTER) un_fast_queue(w, t->node, id, seat);
    }
}

void un_fast_register(un_fast *w, int id) {
    int seat = w->zone[id];
    un_set bit = un_fast_bit(w, id);
    if (seat >= UN_FAST_HAND || w->reg & bit) return;
    if (w->sets->enters & bit) queue_enters(w, id, seat);
    if (!(w->sets->listens & bit) && !w->note[id]) return;
    w->reg |= bit;
    w->heard[id] = w->now++;
    if (!(w->sets->lasting & bit)) return;
    w->lasting[seat] |= w->r->card[id].lasting;
    w->lasting_any |= w->r->card[id].lasting;
}

void un_fast_unregister(un_fast *w, int id) {
    un_set bit = un_fast_bit(w, id);
    w->note[id] = 0;
    w->linked &= ~bit;
    if (!(w->reg & bit)) return;
    w->reg &= ~bit;
    if (w->sets->lasting & bit) lasting_of(w, w->zone[id]);
}

/* --- events --- */

typedef const un_fast host;

static const un_fast *on(host *h) {
    return h;
}

/* A unicorn by its type on its table, and no baby. */
static bool grown(host *h, int id, int seat) {
    return un_fast_in(h, h->sets->grown, id) && !(h->lasting[seat] & UN_PANDAS);
}

static bool is_unicorn(host *h, int id, int seat) {
    return un_fast_in(h, h->sets->unicorns, id) && !(h->lasting[seat] & UN_PANDAS);
}

static bool claimed(host *h, int id) {
    return un_fast_in(h, h->claimed, id);
}

static int holder(host *h, int id) {
    return h->zone[id] < UN_FAST_HAND ? h->zone[id] : -1;
}

static int stable_size(host *h, int seat) {
    return h->corns[seat];
}

static bool is_target(host *h, int id, int effect) {
    return un_fast_in(h, h->fx[effect].aim, id) || h->fx[effect].card == id;
}

static bool hits_ours(host *h, int effect, int seat) {
    return un_fast_ours(h, effect, seat) != 0;
}

#include "games/unicorns/rules/unicorns_triggers.inc"

bool un_fast_mute(const un_fast *w, int id, int effect) {
    return mute(w, id, w->zone[id], effect);
}

bool un_fast_fires(const un_fast *w, int when, int id, int effect) {
    return fires(&(listener){w, id, w->zone[id], UN_NO_CARD, effect}, when);
}

/* The cards of a set in the order in which they were registered. */
static int hearers(const un_fast *w, un_set cards, uint8_t *out) {
    int n = 0;
    for (; cards; cards = un_set_rest(cards)) {
        int id = un_set_first(cards);
        int at = n++;
        for (; at > 0 && w->heard[out[at - 1]] > w->heard[id]; at--) out[at] = out[at - 1];
        out[at] = (uint8_t)id;
    }
    return n;
}

static void hear(un_fast *w, int id, int event, int card, int effect) {
    const un_card *k = &w->r->card[id];
    listener l = {w, id, w->zone[id], card, effect};
    if (!(k->events >> event & 1) || un_fast_mute(w, id, effect)) return;
    for (int j = 0; j < k->triggers; j++) {
        const un_trigger *t = &w->r->deck.trigger[k->first_trigger + j];
        if (un_trigger_words[t->when].events >> event & 1 && fires(&l, t->when))
            un_fast_queue(w, t->node, id, w->zone[id]);
    }
}

/* A return link: the end of a turn, or its holder leaves. */
static void hear_link(un_fast *w, int id, int event, int card, int effect) {
    int note = w->note[id];
    int link = note >> 3;
    bool eot = event == UN_EOT && link == 1;
    bool held = event == UN_PRELEAVE && link > 1 && w->r->deck.linker_id[link - 1] == card;
    if (!(eot || held) || (!w->r->official && un_fast_mute(w, id, effect))) return;
    w->note[id] = 0;
    w->linked &= ~un_fast_bit(w, id);
    un_fast_effect home = un_fast_effect_of(UN_NODE_HOME, id, w->zone[id]);
    home.who = note & 7;
    home.card = (uint8_t)id;
    if (eot)
        un_fast_queue_fx(w, &home);
    else
        un_fast_append(w, &home);
}

void un_fast_deliver(un_fast *w, un_set who, int event, int card, int effect) {
    uint8_t list[UN_SET_SIZE];
    int n = hearers(w, who, list);
    for (int i = 0; i < n; i++) {
        if (event == UN_PRELEAVE && w->note[list[i]]) hear_link(w, list[i], event, card, effect);
        hear(w, list[i], event, card, effect);
    }
}

void un_fast_deliver_bot(un_fast *w, un_set who) {
    uint8_t list[UN_SET_SIZE];
    int n = hearers(w, who, list);
    for (int i = 0; i < n; i++) {
        int node = w->sets->bot_node[list[i]];
        if (!node)
            hear(w, list[i], UN_BOT, UN_NO_CARD, -1);
        else if (!un_fast_mute(w, list[i], -1))
            un_fast_queue(w, node, list[i], w->active);
    }
}

void un_fast_deliver_eot(un_fast *w, un_set who) {
    uint8_t list[UN_SET_SIZE];
    int n = hearers(w, who, list);
    for (int i = 0; i < n; i++) hear_link(w, list[i], UN_EOT, UN_NO_CARD, -1);
}

/* --- onto tables and off them --- */

void un_fast_enter(un_fast *w, int id, int seat, int effect) {
    un_set bit = un_fast_bit(w, id);
    if (w->zone[id] < UN_FAST_HAND)
        un_fast_publish(w, UN_LEFT, id, effect);
    else
        w->note[id] = 0;
    un_fast_take_out(w, id);
    w->zone[id] = (uint8_t)seat;
    w->table[seat] |= bit;
    w->tables |= bit;
    w->corns[seat] = (uint8_t)(w->corns[seat] + (w->sets->area[id] == UN_STABLE));
    w->rises |= w->corns[seat] >= w->near;
    w->came[id] = w->now++;
    un_fast_publish(w, UN_ENTERED, id, effect);
}

void un_fast_leave(un_fast *w, int id, bool nursery, int effect) {
    un_set bit = un_fast_bit(w, id);
    if (w->zone[id] < UN_FAST_HAND) {
        un_fast_publish(w, UN_LEFT, id, effect);
        w->linked &= ~bit;
    }
    w->note[id] = 0;
    un_fast_take_out(w, id);
    if (nursery || w->sets->babies & bit) {
        w->nursery[w->babies++] = (uint8_t)id;
        w->nursed |= bit;
        return;
    }
    w->discard[w->gone++] = (uint8_t)id;
    w->discarded |= bit;
}

void un_fast_baby(un_fast *w, int seat, int effect) {
    if (!w->babies) return;
    int id = w->nursery[w->babies - 1];
    un_fast_enter(w, id, seat, effect);
    un_fast_register(w, id);
}

/* --- order --- */

static uint64_t rank_of(const un_fast *w, int id) {
    int zone = w->zone[id];
    if (zone < UN_FAST_HAND) return ((uint64_t)(3 * zone + w->sets->area[id]) << 32) + w->came[id];
    if (zone < UN_FAST_AWAY) return ((uint64_t)(100 + zone) << 32) + (uint64_t)id;
    const uint8_t *list = un_fast_in(w, w->discarded, id) ? w->discard : w->nursery;
    uint64_t at = 0;
    while (list[at] != id) at++;
    return ((uint64_t)(list == w->discard ? 201 : 200) << 32) + at;
}

int un_fast_order(const un_fast *w, un_set cards, uint8_t *out) {
    int n = 0;
    if (!un_set_rest(cards)) { /* one or none */
        if (cards) out[n++] = (uint8_t)un_set_first(cards);
        return n;
    }
    uint64_t rank[UN_SET_SIZE];
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

int un_fast_place(const un_fast *w, int id) {
    uint64_t own = rank_of(w, id);
    int place = 0;
    for (un_set left = w->tables; left; left = un_set_rest(left))
        place += rank_of(w, un_set_first(left)) < own;
    return place;
}

void un_fast_note_down(un_fast *w, int question, int a, int b) {
    un_fast_log *log = w->log;
    if (log->count < log->room)
        log->at[log->count++] = (action)question << 16 | (action)b << 8 | (action)a;
}

/* --- drawing --- */

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
