/* What effects do in a fast playout, once all choices of their link are made. */
#include "games/unicorns/fast/unicorns_fast.h"

/* --- cards --- */

static void away(un_fast *w, int k, bool nursery) {
    uint8_t list[UN_SET_ROOM];
    int n = un_fast_order(w, w->fx[k].aim, list);
    for (int i = 0; i < n; i++) un_fast_leave(w, list[i], nursery, k);
}

static void apply_away(un_fast *w, int k) {
    away(w, k, false);
}

static void apply_to_nursery(un_fast *w, int k) {
    away(w, k, true);
}

static void apply_sac(un_fast *w, int k) {
    const un_fast_effect *e = &w->fx[k];
    int arg = un_fast_node(w, e)->arg;
    bool draws = (arg == UN_ARG_DRAW_HIT && e->aim) || (arg == UN_ARG_DRAW_PICK && e->count);
    int owner = e->owner;
    away(w, k, false);
    if (draws) un_fast_draw(w, owner, 1);
}

/* Back to the hand of whoever has it; babies to the nursery. */
static void send_back(un_fast *w, int id, int seat, int effect) {
    if (un_fast_in(w, w->sets->babies, id)) {
        un_fast_leave(w, id, true, effect);
        return;
    }
    un_fast_publish(w, UN_LEFT, id, effect);
    w->linked &= ~un_fast_bit(w, id);
    un_fast_take_out(w, id);
    un_fast_to_hand(w, id, seat, un_everybody(w->r));
}

static void apply_return(un_fast *w, int k) {
    uint8_t list[UN_SET_ROOM];
    bool kick = un_fast_node(w, &w->fx[k])->arg == UN_ARG_KICK;
    int n = un_fast_order(w, w->fx[k].aim, list);
    for (int i = 0; i < n; i++) {
        int seat = w->zone[list[i]];
        if (seat >= UN_FAST_HAND) continue;
        send_back(w, list[i], seat, k);
        if (kick && !un_fast_in(w, w->sets->babies, list[i]))
            un_fast_queue(w, UN_NODE_KICKED, w->fx[k].source, seat);
    }
}

static void give_link(un_fast *w, const un_fast_effect *e, int id, int old) {
    int arg = un_fast_node(w, e)->arg;
    const un_kind *k = un_kind_of(w->r, e->source);
    int number = k->linker + e->source - k->first_id;
    int link = arg == UN_ARG_EOT ? 1 : arg == UN_ARG_SEDUCER ? 1 + number : 0;
    if (!link) return;
    w->note[id] = (uint8_t)(8 * link + old);
    w->linked |= un_fast_bit(w, id);
}

static void apply_steal(un_fast *w, int k) {
    uint8_t list[UN_SET_ROOM];
    int n = un_fast_order(w, w->fx[k].aim, list);
    for (int i = 0; i < n; i++) {
        int old = w->zone[list[i]];
        un_fast_enter(w, list[i], w->fx[k].owner, k);
        if (old < UN_FAST_HAND) give_link(w, &w->fx[k], list[i], old);
    }
}

static void apply_send(un_fast *w, int k) {
    const un_fast_effect *e = &w->fx[k];
    if (e->card != UN_NO_CARD && e->who != UN_NOBODY && w->zone[e->card] < UN_FAST_HAND)
        un_fast_enter(w, e->card, e->who, k);
}

static void apply_home(un_fast *w, int k) {
    if (w->fx[k].card != UN_NO_CARD) un_fast_drop_aim(w, w->fx[k].card);
    apply_send(w, k);
}

static void apply_swap_unicorn(un_fast *w, int k) {
    const un_fast_effect *e = &w->fx[k];
    if (e->card == UN_NO_CARD || e->who == UN_NOBODY) return;
    un_fast_effect back = un_fast_effect_of(UN_NODE_STEAL_BACK, e->source, e->owner);
    back.who = e->who;
    apply_send(w, k);
    un_fast_queue_fx(w, &back);
}

static void apply_shrink(un_fast *w, int k) {
    const un_fast_effect *e = &w->fx[k];
    un_fast_effect babies = un_fast_effect_of(UN_NODE_BABIES, e->source, e->owner);
    babies.who = e->who;
    babies.count = e->count;
    away(w, k, false);
    if (babies.count && babies.who != UN_NOBODY) un_fast_queue_fx(w, &babies);
}

static void apply_babies(un_fast *w, int k) {
    int count = w->fx[k].count;
    for (int i = 0; w->fx[k].who < w->r->n && i < count; i++) un_fast_baby(w, w->fx[k].who, k);
}

static void lasting_again(un_fast *w) {
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

static void apply_walk(un_fast *w, int k) {
    int id = w->fx[k].source;
    int holder = w->zone[id];
    bool lazy = un_fast_node(w, &w->fx[k])->arg == UN_ARG_LAZY;
    if (holder >= UN_FAST_HAND || (lazy && holder == w->active)) return;
    un_fast_enter(w, id, w->active, k);
    if (un_fast_in(w, w->sets->lasting, id)) lasting_again(w);
}

/* --- hands and pile --- */

static void apply_discard(un_fast *w, int k) {
    const un_node *n = un_fast_node(w, &w->fx[k]);
    int each = n->n == UN_ALL ? UN_ALL : n->n * w->fx[k].count;
    int one = n->arg == UN_ARG_ME ? w->fx[k].owner : w->fx[k].who;
    int from = n->arg == UN_ARG_EACH ? 0 : one;
    int to = n->arg == UN_ARG_EACH ? w->r->n - 1 : one;
    for (int seat = from; seat <= to && seat < w->r->n; seat++) {
        int left = w->held[seat] < each ? w->held[seat] : each;
        if (left) un_fast_name_cards(w, k, seat, left, UN_ASK_DISCARD);
    }
    away(w, k, false);
}

static void search_pile(un_fast *w, int k) {
    int owner = w->fx[k].owner;
    un_set want = un_fast_wanted(w, &w->fx[k]);
    uint8_t place[UN_SET_ROOM];
    int n = 0;
    if (!w->piled) return;
    un_fast_ply(w, UN_ASK_SHOW, 0, 0);
    for (int i = 0; i < w->piled; i++)
        if (un_fast_in(w, want, w->pile[i])) place[n++] = (uint8_t)i;
    if (!n) {
        un_fast_ply(w, UN_ASK_SEARCH, UN_NO_CARD, 0);
        return;
    }
    int at = place[n > 1 ? (int)rng_below(w->g, (uint64_t)n) : 0];
    int id = w->pile[at];
    w->pile[at] = w->pile[--w->piled];
    un_fast_ply(w, UN_ASK_SEARCH, w->r->kind_of[id], 0);
    un_fast_to_hand(w, id, owner, un_everybody(w->r));
}

static void search_discard(un_fast *w, int k) {
    uint8_t list[UN_SET_ROOM];
    const uint8_t *kind = w->r->kind_of;
    un_set want = un_fast_wanted(w, &w->fx[k]);
    if (!un_fast_node(w, &w->fx[k])->word) want &= ~w->claimed;
    int n = un_fast_sorted(w, want, false, 0, list);
    if (!n) return;
    int at = 0;
    if (kind[list[0]] != kind[list[n - 1]]) {
        at = (int)rng_below(w->g, (uint64_t)n);
        while (at > 0 && kind[list[at - 1]] == kind[list[at]]) at--;
        un_fast_ply(w, UN_ASK_SEARCH, kind[list[at]], 0);
    }
    un_fast_take_out(w, list[at]);
    un_fast_to_hand(w, list[at], w->fx[k].owner, un_everybody(w->r));
}

static void apply_reshuffle(un_fast *w, int k) {
    (void)k;
    for (int i = 0; i < w->gone; i++) {
        int id = w->discard[i];
        un_fast_drop_aim(w, id);
        w->pile[w->piled++] = (uint8_t)id;
    }
    w->claimed &= ~w->discarded;
    w->gone = 0;
    w->discarded = 0;
}

static void apply_pull(un_fast *w, int k) {
    const un_fast_effect *e = &w->fx[k];
    if (e->who == UN_NOBODY || e->who == e->owner || !w->held[e->who]) return;
    int any = un_set_any(w->hand[e->who], w->held[e->who], w->g);
    int id = un_fast_first_copy(w, e->who, any);
    un_fast_ply(w, UN_ASK_PULL, w->r->kind_of[id], 0);
    un_fast_slip(w, id, e->owner, e->who);
}

static void apply_swap_hands(un_fast *w, int k) {
    const un_fast_effect *e = &w->fx[k];
    if (e->who == UN_NOBODY) return;
    un_fast_ply(w, UN_ASK_SHOW, 0, 0);
    un_fast_swap_hands(w, e->owner, e->who);
}

static void apply_search(un_fast *w, int k) {
    if (un_fast_node(w, &w->fx[k])->arg == UN_ARG_PILE)
        search_pile(w, k);
    else
        search_discard(w, k);
}

static void apply_draw(un_fast *w, int k) {
    const un_fast_effect *e = &w->fx[k];
    un_fast_draw(w, e->owner, (uint8_t)(un_fast_node(w, e)->n * e->count));
}

static void apply_draw_each(un_fast *w, int k) {
    int n = un_fast_node(w, &w->fx[k])->n;
    for (int p = 0; p < w->r->n; p++) un_fast_draw(w, p, n);
}

/* --- the turn --- */

static void apply_bonus(un_fast *w, int k) {
    w->bonus = (uint8_t)(w->bonus + un_fast_node(w, &w->fx[k])->n);
}

static void apply_extra(un_fast *w, int k) {
    (void)k;
    w->extra = 1;
}

static void apply_skip(un_fast *w, int k) {
    (void)k;
    w->skip = 1;
}

static void apply_plays2(un_fast *w, int k) {
    (void)k;
    if (w->plays < 2) w->plays = 2;
}

static void apply_if(un_fast *w, int k) {
    const un_fast_effect *e = &w->fx[k];
    un_fast_queue(w, w->r->deck.node[un_fast_node(w, e)->first].next, e->source, e->owner);
}

static void (*const applies[UN_OPS])(un_fast *, int) = {
    [UN_OP_IF] = apply_if,
    [UN_OP_DESTROY] = apply_away,
    [UN_OP_SAC] = apply_sac,
    [UN_OP_SAC_EACH] = apply_away,
    [UN_OP_SAC_SELF] = apply_away,
    [UN_OP_SAC_SAVER] = apply_away,
    [UN_OP_RETURN] = apply_return,
    [UN_OP_RETURN_EACH] = apply_return,
    [UN_OP_SELF_TO_HAND] = apply_return,
    [UN_OP_SELF_TO_NURSERY] = apply_to_nursery,
    [UN_OP_STEAL] = apply_steal,
    [UN_OP_STEAL_BACK] = apply_steal,
    [UN_OP_BRING] = apply_steal,
    [UN_OP_HOME] = apply_home,
    [UN_OP_RETARGET] = apply_send,
    [UN_OP_SWAP_UNICORN] = apply_swap_unicorn,
    [UN_OP_SHRINK] = apply_shrink,
    [UN_OP_BABIES] = apply_babies,
    [UN_OP_WALK] = apply_walk,
    [UN_OP_DISCARD] = apply_discard,
    [UN_OP_KICKED] = apply_discard,
    [UN_OP_DRAW] = apply_draw,
    [UN_OP_DRAW_EACH] = apply_draw_each,
    [UN_OP_SEARCH] = apply_search,
    [UN_OP_RESHUFFLE] = apply_reshuffle,
    [UN_OP_PULL] = apply_pull,
    [UN_OP_SWAP_HANDS] = apply_swap_hands,
    [UN_OP_BONUS_DRAW] = apply_bonus,
    [UN_OP_EXTRA_TURN] = apply_extra,
    [UN_OP_SKIP] = apply_skip,
    [UN_OP_PLAYS2] = apply_plays2,
};

bool un_fast_applies(int op) {
    return applies[op] != NULL;
}

void un_fast_apply(un_fast *w, int k) {
    int op = un_fast_node(w, &w->fx[k])->op;
    if (applies[op]) applies[op](w, k);
}
