#include "games/unicorns/rules/unicorns_triggers.h"

#include "games/unicorns/rules/unicorns_effects.h"

/* --- silence --- */

bool un_blinded(const un_state *s, int holder, unsigned type_bit) {
    return s->lasting[holder] & UN_BLIND && type_bit & UN_SET_UNICORN &&
           !(type_bit & 1U << UN_BABY);
}

bool un_mute(const un_rules *r, const un_state *s, int self, int holder, const un_event *e) {
    unsigned type = un_type_bit(r, s, self, holder);
    bool grown = type & UN_SET_UNICORN && !(type & 1U << UN_BABY);
    if (grown && e->effect >= 0 && un_node_at(r, &s->fx[e->effect])->op == UN_OP_SHRINK)
        return true;
    return un_blinded(s, holder, type);
}

/* --- predicates --- */

typedef struct listener {
    const un_rules *r;
    const un_state *s;
    int self, holder;
    const un_event *e;
} listener;

static bool is_target(const listener *l, int id) {
    const un_effect *fx = &l->s->fx[l->e->effect];
    int aim = UN_AIM(l->r, l->s)[id] & ~UN_CLAIMED;
    return fx->card == id || aim == l->e->effect + 1;
}

static bool kind_is(const listener *l, unsigned kinds) {
    return un_op_kind(l->r, &l->s->fx[l->e->effect]) & kinds;
}

/* Whether the effect has a target that lies with the listener's holder and is a unicorn. */
static bool hits_ours(const listener *l) {
    for (int a = 0, zone = un_table(l->holder, 0); a < 3; a++, zone++)
        for (int pos = un_from(l->s, zone); pos < l->s->end[zone]; pos++) {
            int id = UN_CARDS(l->s)[pos];
            if (is_target(l, id) && un_type_bit(l->r, l->s, id, l->holder) & UN_SET_UNICORN)
                return true;
        }
    return false;
}

static bool own_bot(const listener *l) {
    return l->holder == l->s->active;
}

static bool foreign_bot(const listener *l) {
    return l->holder != l->s->active;
}

static bool always(const listener *l) {
    (void)l;
    return true;
}

static bool if_sd(const listener *l) {
    return kind_is(l, UN_KIND_DESTROY | UN_KIND_SACRIFICE) && is_target(l, l->self);
}

static bool if_sdr(const listener *l) {
    return kind_is(l, UN_KIND_DESTROY | UN_KIND_SACRIFICE | UN_KIND_RETURN) &&
           is_target(l, l->self);
}

static bool guard(const listener *l) {
    return kind_is(l, UN_KIND_DESTROY) && !(UN_AIM(l->r, l->s)[l->self] & UN_CLAIMED) &&
           hits_ours(l);
}

static bool doomed(const listener *l) {
    return kind_is(l, UN_KIND_DESTROY) && is_target(l, l->self) && hits_ours(l);
}

static bool doomed_sd(const listener *l) {
    return kind_is(l, UN_KIND_DESTROY | UN_KIND_SACRIFICE) && is_target(l, l->self) && hits_ours(l);
}

static bool hit(const listener *l) {
    return l->e->card == l->self && kind_is(l, UN_KIND_DESTROY | UN_KIND_SACRIFICE);
}

static bool near(const listener *l) {
    return l->e->card != l->self && un_holder(l->r, l->s, l->e->card) == l->holder;
}

static bool near_unicorn(const listener *l) {
    return near(l) && un_type_bit(l->r, l->s, l->e->card, l->holder) & UN_SET_UNICORN;
}

static bool crowd(const listener *l) {
    return un_holder(l->r, l->s, l->e->card) == l->holder &&
           un_crowd(l->r, l->s, l->holder, false) > UN_CROWD;
}

static bool crowd_anywhere(const listener *l) {
    return un_crowd(l->r, l->s, l->holder, true) > UN_CROWD;
}

static bool own_entry(const listener *l) {
    return l->e->card == l->self;
}

static bool (*const fires[UN_WHENS])(const listener *) = {
    [UN_WHEN_BOT] = own_bot,
    [UN_WHEN_ANY_BOT] = always,
    [UN_WHEN_FOREIGN_BOT] = foreign_bot,
    [UN_WHEN_IF_SD] = if_sd,
    [UN_WHEN_IF_SDR] = if_sdr,
    [UN_WHEN_GUARD] = guard,
    [UN_WHEN_DOOMED] = doomed,
    [UN_WHEN_DOOMED_SD] = doomed_sd,
    [UN_WHEN_HIT] = hit,
    [UN_WHEN_HIT_EACH] = if_sd,
    [UN_WHEN_NEAR] = near,
    [UN_WHEN_NEAR_UNICORN] = near_unicorn,
    [UN_WHEN_CROWD] = crowd,
    [UN_WHEN_CROWD_ANYWHERE] = crowd_anywhere,
    [UN_WHEN_OWN_ENTRY] = own_entry,
};

bool un_fires(const un_rules *r, const un_state *s, int when, int self, int holder,
              const un_event *e) {
    listener l = {r, s, self, holder, e};
    return fires[when](&l);
}

int un_crowd(const un_rules *r, const un_state *s, int seat, bool plain) {
    int zone = un_table(seat, UN_STABLE);
    if (plain || !(s->lasting[seat] & UN_PANDAS)) return un_size(s, zone);
    (void)r;
    return 0; /* whoever stands in a stable is a unicorn, unless all are pandas */
}
