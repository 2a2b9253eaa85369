#include "games/unicorns/rules/unicorns_triggers.h"

#include "games/unicorns/rules/unicorns_facts.h"

/* --- the host of unicorns_triggers.inc --- */

typedef const struct host {
    const un_rules *r;
    const un_state *s;
} host;

static const un_state *on(host *h) {
    return h->s;
}

static bool is_grown(unsigned type_bit) {
    return type_bit & UN_SET_UNICORN && !(type_bit & 1U << UN_BABY);
}

static bool is_unicorn(host *h, int id, int seat) {
    return un_type_bit(h->r, h->s, id, seat) & UN_SET_UNICORN;
}

static bool grown(host *h, int id, int seat) {
    return is_grown(un_type_bit(h->r, h->s, id, seat));
}

static bool claimed(host *h, int id) {
    return UN_AIM(h->r, h->s)[id] & UN_CLAIMED;
}

static int holder(host *h, int id) {
    return un_holder(h->r, h->s, id);
}

static int stable_size(host *h, int seat) {
    return un_size(h->s, un_table(seat, UN_STABLE));
}

static bool is_target(host *h, int id, int effect) {
    return h->s->fx[effect].card == id || (UN_AIM(h->r, h->s)[id] & ~UN_CLAIMED) == effect + 1;
}

/* Whether the effect has a target that lies with a seat and is a unicorn. */
static bool hits_ours(host *h, int effect, int seat) {
    int end = h->s->end[un_table(seat, UN_DOWNGRADES)];
    for (int pos = un_from(h->s, un_table(seat, UN_STABLE)); pos < end; pos++) {
        int id = UN_CARDS(h->s)[pos];
        if (is_target(h, id, effect) && is_unicorn(h, id, seat)) return true;
    }
    return false;
}

#include "games/unicorns/rules/unicorns_triggers.inc"

bool un_blinded(const un_state *s, int seat, unsigned type_bit) {
    return s->lasting[seat] & UN_BLIND && is_grown(type_bit);
}

bool un_mute(const un_rules *r, const un_state *s, int self, int seat, const un_event *e) {
    return mute(&(host){r, s}, self, seat, e->effect);
}

bool un_fires(const un_rules *r, const un_state *s, int when, int self, int seat,
              const un_event *e) {
    host h = {r, s};
    return fires(&(listener){&h, self, seat, e->card, e->effect}, when);
}

/* What lies in a stable is a unicorn, unless all of them are pandas. */
int un_crowd(const un_rules *r, const un_state *s, int seat) {
    return s->lasting[seat] & UN_PANDAS ? 0 : stable_size(&(host){r, s}, seat);
}
