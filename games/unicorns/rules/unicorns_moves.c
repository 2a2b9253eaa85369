/* What is asked, what may be answered, and what an answer does. */
#include "games/unicorns/rules/unicorns_cards.h"
#include "games/unicorns/rules/unicorns_effects.h"
#include "games/unicorns/rules/unicorns_turn.h"

/* --- questions and answers --- */

int un_actor(const rules *r, const void *state) {
    const un_state *s = state;
    (void)r;
    if (!s->ask) return ACTOR_NONE;
    return s->ask >= UN_ASK_SEATS ? ACTOR_CHANCE : s->seat;
}

/* A list of cards becomes one of actions: on tables by place, else one a kind. Of several cards
 * still to pick enough must come after. */
static int pick_list(const un_rules *r, const un_state *s, action *out) {
    uint8_t list[UN_MAX_CARDS];
    int all = un_picks(r, s, list);
    bool table = un_picks_table(r, s);
    int n = 0;
    int left = s->ask == UN_ASK_SAVE ? 1 : s->left;
    for (int i = 0; i < all && (all - i >= left || n == 0); i++) {
        int kind = r->kind_of[list[i]];
        if (!table && i > 0 && kind == r->kind_of[list[i - 1]]) continue;
        int place = table ? un_pos(r, s, list[i]) : kind;
        out[n++] = un_make(s->ask, place, table);
    }
    if (!n) out[n++] = un_make(s->ask, UN_NO_CARD, 0);
    assert(n <= (int)r->head.max_actions);
    return n;
}

static int react_list(const un_rules *r, const un_state *s, action *out) {
    int zone = un_hand(r, s->seat);
    int n = 0;
    out[n++] = un_make(UN_ASK_REACT, UN_NO_CARD, 0);
    int seen = -1;
    for (int pos = un_from(s, zone); pos < s->end[zone]; pos++) {
        int kind = r->kind_of[s->pool[pos]];
        if (r->deck.kind[kind].instant && kind != seen) out[n++] = un_make(UN_ASK_REACT, kind, 0);
        seen = kind;
    }
    return n;
}

/* Of a `may` in step 1 its effect; in steps 2 and 3 the reaction could be done or is not asked. */
static bool may_yes(const un_rules *r, const un_state *s) {
    const un_effect *e = &s->fx[s->k];
    return s->step != UN_CHOOSE || un_req(r, s, un_node_at(r, e)->first, e->owner, e->source);
}

static int few_list(const un_rules *r, const un_state *s, action *out) {
    const un_effect *e = &s->fx[s->k];
    int n = 0;
    if (s->ask == UN_ASK_MAY) {
        if (may_yes(r, s)) out[n++] = un_make(UN_ASK_MAY, 1, 0);
        out[n++] = un_make(UN_ASK_MAY, 0, 0);
    } else if (s->ask == UN_ASK_EFFECT) {
        int i = 0;
        for (int c = un_node_at(r, e)->first; c; c = r->deck.node[c].next, i++)
            if (un_req(r, s, c, e->owner, e->source)) out[n++] = un_make(UN_ASK_EFFECT, i, 0);
    } else {
        unsigned seats = un_seats(r, s, e);
        for (int p = 0; p < r->n; p++)
            if (seats >> p & 1) out[n++] = un_make(UN_ASK_PLAYER, p, 0);
    }
    return n;
}

int un_legal(const rules *head, const void *state, const trail *t, action *out) {
    const un_rules *r = un_of(head);
    const un_state *s = state;
    (void)t;
    switch (s->ask) {
    case UN_ASK_PLAY:
        return un_play_list(r, s, out);
    case UN_ASK_REACT:
        return react_list(r, s, out);
    case UN_ASK_MAY:
    case UN_ASK_EFFECT:
    case UN_ASK_PLAYER:
        return few_list(r, s, out);
    case UN_ASK_CARD:
    case UN_ASK_DISCARD:
    case UN_ASK_SEARCH:
    case UN_ASK_TAKE:
    case UN_ASK_SAVE:
        return pick_list(r, s, out);
    default:
        return 0;
    }
}

/* --- chance --- */

static int kinds_list(const un_rules *r, const un_state *s, int zone, action *out, float *weight) {
    uint8_t count[UN_MAX_KINDS] = {0};
    int n = 0;
    for (int pos = un_from(s, zone); pos < s->end[zone]; pos++) count[r->kind_of[s->pool[pos]]]++;
    for (int k = 0; k < r->deck.kinds; k++) {
        if (!count[k]) continue;
        out[n] = un_make(s->ask, k, 0);
        weight[n++] = (float)count[k] / (float)un_size(s, zone);
    }
    return n;
}

static int quick_list(const un_rules *r, const un_state *s, action *out, float *weight) {
    int n = 0;
    for (int p = 0; p < r->n; p++)
        if (un_answer(s, p)) out[n++] = un_make(UN_ASK_QUICK, p, 0);
    if (!n) out[n++] = un_make(UN_ASK_QUICK, UN_NO_CARD, 0);
    for (int i = 0; i < n; i++) weight[i] = 1.0F / (float)n;
    return n;
}

enum { LISTED_SEATS = 4 }; /* more seats have too many orders to list */

static int seats_list(const un_rules *r, action *out, float *weight) {
    int lots = 1;
    if (r->n > LISTED_SEATS) return 0;
    for (int i = 2; i <= r->n; i++) lots *= i;
    for (int i = 0; i < lots; i++) {
        out[i] = un_make(UN_ASK_SEATS, i, 0);
        weight[i] = 1.0F / (float)lots;
    }
    return lots;
}

int un_chance(const rules *head, const void *state, action *out, float *weight) {
    const un_rules *r = un_of(head);
    const un_state *s = state;
    switch (s->ask) {
    case UN_ASK_SEATS:
        return seats_list(r, out, weight);
    case UN_ASK_DRAW:
        return kinds_list(r, s, un_pile(r), out, weight);
    case UN_ASK_PULL:
        return kinds_list(r, s, un_hand(r, s->fx[s->k].who), out, weight);
    case UN_ASK_QUICK:
        return quick_list(r, s, out, weight);
    case UN_ASK_SHOW:
        out[0] = un_make(UN_ASK_SHOW, 0, 0);
        weight[0] = 1;
        return 1;
    default:
        return 0;
    }
}

action un_sample(const rules *head, const void *state, rng *g) {
    const un_rules *r = un_of(head);
    const un_state *s = state;
    int zone = s->ask == UN_ASK_DRAW ? un_pile(r) : un_hand(r, s->fx[s->k].who);
    uint64_t at = 0;
    if (s->ask == UN_ASK_SHOW) return un_make(UN_ASK_SHOW, 0, 0);
    if (s->ask == UN_ASK_SEATS) {
        uint64_t lots = 1;
        for (unsigned i = 2; i <= (unsigned)r->n; i++) lots *= i;
        at = rng_below(g, lots);
        return un_make(UN_ASK_SEATS, (int)(at & 255), (int)(at >> 8));
    }
    if (s->ask == UN_ASK_QUICK) {
        action list[UN_SEATS + 1];
        float weight[UN_SEATS + 1];
        int n = quick_list(r, s, list, weight);
        return list[n > 1 ? rng_below(g, (uint64_t)n) : 0];
    }
    assert(un_size(s, zone) > 0);
    at = rng_below(g, (uint64_t)un_size(s, zone));
    return un_make(s->ask, r->kind_of[s->pool[un_from(s, zone) + (int)at]], 0);
}

/* --- applying --- */

static void play(const un_rules *r, un_state *s, int kind, int to) {
    s->ask = UN_ASK_NOTHING;
    if (kind == UN_NO_CARD) {
        s->left = s->played == 0;
        s->phase = UN_PH_PASS;
        return;
    }
    int pos = un_find(r, s, un_hand(r, s->active), kind);
    assert(pos >= 0 && to < r->n);
    int id = s->pool[pos];
    un_move(r, s, pos, un_stack(r));
    un_note(r, s)[id] = s->active;
    s->to = (uint8_t)to;
    s->phase = UN_PH_REACT;
}

static void draw_at(const un_rules *r, un_state *s, int pos) {
    assert(s->left > 0 && pos >= un_from(s, un_pile(r)));
    s->ask = UN_ASK_NOTHING;
    s->left--;
    un_to_hand(r, s, pos, s->seat, 0);
    if (!un_size(s, un_pile(r))) s->ending = 1;
}

static void decide_may(const un_rules *r, un_state *s, bool yes) {
    s->ask = UN_ASK_NOTHING;
    if (s->step != UN_CHOOSE) {
        s->resume = yes ? UN_RESUME_ACCEPTED : UN_RESUME_DECLINED;
        return;
    }
    s->resume = UN_RESUME_BEGUN;
    const un_effect *e = &s->fx[s->k];
    if (yes) un_insert(s, s->k + 1, un_effect_of(un_node_at(r, e)->first, e->source, e->owner));
}

static void decide_effect(const un_rules *r, un_state *s, int i) {
    const un_effect *e = &s->fx[s->k];
    int c = un_node_at(r, e)->first;
    while (i-- > 0) c = r->deck.node[c].next;
    assert(c);
    s->ask = UN_ASK_NOTHING;
    s->resume = UN_RESUME_BEGUN;
    un_insert(s, s->k + 1, un_effect_of(c, e->source, e->owner));
}

static void pull(const un_rules *r, un_state *s, int kind) {
    const un_effect *e = &s->fx[s->k];
    s->ask = UN_ASK_NOTHING;
    s->resume = UN_RESUME_BEGUN;
    un_slip(r, s, un_find(r, s, un_hand(r, e->who), kind), e->owner, e->who);
}

/* The first card of a kind in the list, or the one at a place. */
static int pick_of(const un_rules *r, const un_state *s, action a) {
    uint8_t list[UN_MAX_CARDS];
    if (un_b(a)) return s->pool[un_a(a)];
    if (un_a(a) == UN_NO_CARD) return UN_NO_CARD;
    int n = un_picks(r, s, list);
    for (int i = 0; i < n; i++)
        if (r->kind_of[list[i]] == un_a(a)) return list[i];
    return UN_NO_CARD;
}

static void keep_limit(const un_rules *r, un_state *s, int id) {
    s->left--;
    s->last = (uint8_t)id;
    /* In a deal from another seat's view the rest of the hand may come before what was picked. */
    if (id == UN_NO_CARD) s->left = 0;
    if (id != UN_NO_CARD) un_leave(r, s, id, un_discard(r), -1);
    if (s->left) return;
    s->ask = UN_ASK_NOTHING;
    s->last = UN_NO_CARD;
}

static void answer(const un_rules *r, un_state *s, action a) {
    assert(s->ask && un_question(a) == s->ask);
    switch (s->ask) {
    case UN_ASK_PLAY:
        play(r, s, un_a(a), un_b(a));
        break;
    case UN_ASK_REACT:
        s->ask = UN_ASK_NOTHING;
        un_answered(r, s, un_a(a));
        break;
    case UN_ASK_MAY:
        decide_may(r, s, un_a(a));
        break;
    case UN_ASK_EFFECT:
        decide_effect(r, s, un_a(a));
        break;
    case UN_ASK_PLAYER:
        s->ask = UN_ASK_NOTHING;
        s->fx[s->k].who = (unsigned)un_a(a) & 15;
        break;
    case UN_ASK_SEATS:
        s->ask = UN_ASK_NOTHING;
        s->phase = UN_PH_DEAL;
        break;
    case UN_ASK_DRAW:
        draw_at(r, s, un_find(r, s, un_pile(r), un_a(a)));
        break;
    case UN_ASK_QUICK:
        s->ask = UN_ASK_NOTHING;
        un_quickest(r, s, un_a(a));
        break;
    case UN_ASK_PULL:
        pull(r, s, un_a(a));
        break;
    case UN_ASK_SHOW:
        s->ask = UN_ASK_NOTHING;
        s->resume = UN_RESUME_BEGUN;
        break;
    default:
        if (s->phase == UN_PH_LIMIT)
            keep_limit(r, s, pick_of(r, s, a));
        else
            un_picked(r, s, pick_of(r, s, a));
        break;
    }
}

void un_answer_raw(const un_rules *r, un_state *s, action a) {
    s->stale = 1;
    answer(r, s, a);
}

void un_apply_raw(const un_rules *r, un_state *s, action a) {
    un_answer_raw(r, s, a);
    un_advance(r, s);
}

void un_roll_raw(const un_rules *r, un_state *s, rng *g) {
    if (s->ask != UN_ASK_DRAW) {
        un_apply_raw(r, s, un_sample(&r->head, s, g));
        return;
    }
    int size = un_size(s, un_pile(r));
    s->stale = 1;
    draw_at(r, s, un_from(s, un_pile(r)) + (int)rng_below(g, (uint64_t)size));
    un_advance(r, s);
}

void un_apply(const rules *head, void *state, trail *t, action a) {
    const un_rules *r = un_of(head);
    un_state *s = state;
    (void)t;
    answer(r, s, a);
    un_advance(r, s);
    if (!s->stale) un_seal(r, s); /* what is played on without a hash stays so */
}
