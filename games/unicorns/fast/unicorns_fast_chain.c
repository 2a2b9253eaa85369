/* The resolver of fast playouts: unicorns_chain.c and unicorns_effects.c with the answers given on
 * the spot. */
#include "games/unicorns/fast/unicorns_fast.h"

/* --- steps 2 to 5 --- */

static void one_reacts(un_fast *w, int k, int event, int id) {
    const un_card *c = &w->r->card[id];
    for (int i = 0; i < c->triggers; i++) {
        const un_trigger *t = &w->r->deck.trigger[c->first_trigger + i];
        if (un_trigger_words[t->when].events >> event & 1 && !un_fast_mute(w, id, k) &&
            un_fast_fires(w, t->when, id, k))
            un_fast_react(w, k, t->node, id);
    }
}

/* All cards that want to change targets or places, in the order of registration. */
static void reactions(un_fast *w, int event) {
    un_set all = w->reg & w->sets->hears[event];
    if (!all) return;
    for (int k = 0; k < w->cur && !w->ended; k++) {
        un_set hit = un_fast_targets(w, k);
        un_set who = event == UN_LOCATION ? all & hit : all;
        if (!hit || !who || !un_facts[un_fast_node(w, &w->fx[k])->op].kinds) continue;
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
    uint8_t list[UN_SET_SIZE + 1];
    if (!(w->reg & (w->sets->hears[UN_PRELEAVE] | w->linked))) return;
    for (int k = 0; k < w->cur && !w->ended; k++) {
        int n = cards_of(w, k, list);
        for (int i = 0; i < n; i++) un_fast_publish(w, UN_PRELEAVE, list[i], k);
    }
}

static void unregister_all(un_fast *w) {
    for (int k = 0; k < w->cur; k++)
        for (un_set left = un_fast_targets(w, k) & w->tables; left; left = un_set_rest(left))
            un_fast_unregister(w, un_set_first(left));
}

static void register_all(un_fast *w) {
    uint8_t list[UN_SET_SIZE + 1];
    for (int k = 0; k < w->cur; k++) {
        if (!(un_fast_targets(w, k) & w->tables)) continue;
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
    assert(w->cur == 0 && w->claimed == 0 && w->next <= UN_LINK_SIZE);
    w->cur = w->load = w->next;
    w->next = 0;
    w->names = w->will_name;
    w->will_name = false;
    un_fast_choose(w);
    if (w->claimed || w->names) {
        reactions(w, UN_TARGETING);
        reactions(w, UN_LOCATION);
        pre_leave(w);
        unregister_all(w);
    }
    un_fast_apply(w);
    if (w->claimed || w->names) {
        register_all(w);
        un_fast_unname(w);
    }
    w->claimed = 0;
    w->cur = w->load = 0;
}

void un_fast_chain(un_fast *w) {
    for (int links = 0; w->next && !w->ended;) {
        if (++links > UN_MAX_LINKS) w->ended = UN_ENDED_RESOURCE;
        one_link(w);
    }
    un_fast_win_check(w);
}
