/* What effects do in a sprint, once all choices of their link are made. */
#include "games/unicorns/unicorns_sprint.h"

/* --- cards --- */

static void away(sprint *w, int k, bool nursery) {
    uint8_t list[UN_SET_ROOM];
    int n = sprint_order(w, w->fx[k].aim, list);
    for (int i = 0; i < n; i++) sprint_leave(w, list[i], nursery, k);
}

static void apply_sac(sprint *w, int k) {
    const sprint_fx *e = &w->fx[k];
    int arg = sprint_node(w, e)->arg;
    bool draws = (arg == UN_ARG_DRAW_HIT && e->aim) || (arg == UN_ARG_DRAW_PICK && e->count);
    int owner = e->owner;
    away(w, k, false);
    if (draws) sprint_draw(w, owner, 1);
}

/* Back to the hand of whoever has it; babies to the nursery. */
static void send_back(sprint *w, int id, int seat, int effect) {
    if (sprint_in(w, w->sets->babies, id)) {
        sprint_leave(w, id, true, effect);
        return;
    }
    sprint_publish(w, UN_LEFT, id, effect);
    w->linked &= ~sprint_bit(w, id);
    sprint_take_out(w, id);
    sprint_to_hand(w, id, seat, un_everybody(w->r));
}

static void apply_return(sprint *w, int k) {
    uint8_t list[UN_SET_ROOM];
    bool kick = sprint_node(w, &w->fx[k])->arg == UN_ARG_KICK;
    int n = sprint_order(w, w->fx[k].aim, list);
    for (int i = 0; i < n; i++) {
        int seat = w->zone[list[i]];
        if (seat >= SPRINT_HAND) continue;
        send_back(w, list[i], seat, k);
        if (kick && !sprint_in(w, w->sets->babies, list[i]))
            sprint_queue(w, UN_NODE_KICKED, w->fx[k].source, seat);
    }
}

static void give_link(sprint *w, const sprint_fx *e, int id, int old) {
    int arg = sprint_node(w, e)->arg;
    const un_kind *k = un_kind_of(w->r, e->source);
    int number = k->linker + e->source - k->first_id;
    int link = arg == UN_ARG_EOT ? 1 : arg == UN_ARG_SEDUCER ? 1 + number : 0;
    if (!link) return;
    w->note[id] = (uint8_t)(8 * link + old);
    w->linked |= sprint_bit(w, id);
}

static void apply_steal(sprint *w, int k) {
    uint8_t list[UN_SET_ROOM];
    int n = sprint_order(w, w->fx[k].aim, list);
    for (int i = 0; i < n; i++) {
        int old = w->zone[list[i]];
        sprint_enter(w, list[i], w->fx[k].owner, k);
        if (old < SPRINT_HAND) give_link(w, &w->fx[k], list[i], old);
    }
}

static void apply_send(sprint *w, int k) {
    const sprint_fx *e = &w->fx[k];
    if (e->card != UN_NO_CARD && e->who != UN_NOBODY && w->zone[e->card] < SPRINT_HAND)
        sprint_enter(w, e->card, e->who, k);
}

static void apply_swap_unicorn(sprint *w, int k) {
    const sprint_fx *e = &w->fx[k];
    if (e->card == UN_NO_CARD || e->who == UN_NOBODY) return;
    sprint_fx back = sprint_effect(UN_NODE_STEAL_BACK, e->source, e->owner);
    back.who = e->who;
    apply_send(w, k);
    sprint_queue_fx(w, &back);
}

static void apply_shrink(sprint *w, int k) {
    const sprint_fx *e = &w->fx[k];
    sprint_fx babies = sprint_effect(UN_NODE_BABIES, e->source, e->owner);
    babies.who = e->who;
    babies.count = e->count;
    away(w, k, false);
    if (babies.count && babies.who != UN_NOBODY) sprint_queue_fx(w, &babies);
}

static void apply_babies(sprint *w, int k) {
    int count = w->fx[k].count;
    for (int i = 0; w->fx[k].who < w->r->n && i < count; i++) sprint_baby(w, w->fx[k].who, k);
}

static void lasting_again(sprint *w) {
    w->lasting_any = 0;
    for (int p = 0; p < w->r->n; p++) {
        unsigned bits = 0;
        un_set left = w->table[p] & w->reg & w->sets->lasting;
        for (; left; left = un_set_rest(left)) bits |= w->r->card[un_set_first(left)].lasting;
        w->lasting[p] = (uint16_t)bits;
        w->lasting_any |= bits;
    }
}

static void apply_walk(sprint *w, int k) {
    int id = w->fx[k].source;
    int holder = w->zone[id];
    bool lazy = sprint_node(w, &w->fx[k])->arg == UN_ARG_LAZY;
    if (holder >= SPRINT_HAND || (lazy && holder == w->active)) return;
    sprint_enter(w, id, w->active, k);
    if (sprint_in(w, w->sets->lasting, id)) lasting_again(w);
}

/* --- hands and pile --- */

static void apply_discard(sprint *w, int k) {
    const un_node *n = sprint_node(w, &w->fx[k]);
    int each = n->n == UN_ALL ? UN_ALL : n->n * w->fx[k].count;
    int one = n->arg == UN_ARG_ME ? w->fx[k].owner : w->fx[k].who;
    int from = n->arg == UN_ARG_EACH ? 0 : one;
    int to = n->arg == UN_ARG_EACH ? w->r->n - 1 : one;
    for (int seat = from; seat <= to && seat < w->r->n; seat++) {
        int left = w->held[seat] < each ? w->held[seat] : each;
        if (left) sprint_name_cards(w, k, seat, left, UN_ASK_DISCARD);
    }
    away(w, k, false);
}

static void search_pile(sprint *w, int k) {
    int owner = w->fx[k].owner;
    un_set want = sprint_wanted(w, &w->fx[k]);
    uint8_t place[UN_SET_ROOM];
    int n = 0;
    if (!w->piled) return;
    sprint_ply(w, UN_ASK_SHOW, 0, 0);
    for (int i = 0; i < w->piled; i++)
        if (sprint_in(w, want, w->pile[i])) place[n++] = (uint8_t)i;
    if (!n) {
        sprint_ply(w, UN_ASK_SEARCH, UN_NO_CARD, 0);
        return;
    }
    int at = place[n > 1 ? (int)rng_below(w->g, (uint64_t)n) : 0];
    int id = w->pile[at];
    w->pile[at] = w->pile[--w->piled];
    sprint_ply(w, UN_ASK_SEARCH, w->r->kind_of[id], 0);
    sprint_to_hand(w, id, owner, un_everybody(w->r));
}

static void search_discard(sprint *w, int k) {
    uint8_t list[UN_SET_ROOM];
    const uint8_t *kind = w->r->kind_of;
    un_set want = sprint_wanted(w, &w->fx[k]);
    if (!sprint_node(w, &w->fx[k])->word) want &= ~w->claimed;
    int n = sprint_sorted(w, want, false, 0, list);
    if (!n) return;
    int at = 0;
    if (kind[list[0]] != kind[list[n - 1]]) {
        at = (int)rng_below(w->g, (uint64_t)n);
        while (at > 0 && kind[list[at - 1]] == kind[list[at]]) at--;
        sprint_ply(w, UN_ASK_SEARCH, kind[list[at]], 0);
    }
    sprint_take_out(w, list[at]);
    sprint_to_hand(w, list[at], w->fx[k].owner, un_everybody(w->r));
}

static void apply_reshuffle(sprint *w) {
    for (int i = 0; i < w->gone; i++) {
        int id = w->discard[i];
        sprint_drop_aim(w, id);
        w->pile[w->piled++] = (uint8_t)id;
    }
    w->claimed &= ~w->discarded;
    w->gone = 0;
    w->discarded = 0;
}

static void apply_pull(sprint *w, int k) {
    const sprint_fx *e = &w->fx[k];
    if (e->who == UN_NOBODY || e->who == e->owner || !w->held[e->who]) return;
    int any = un_set_any(w->hand[e->who], w->held[e->who], w->g);
    int id = sprint_first_copy(w, e->who, any);
    sprint_ply(w, UN_ASK_PULL, w->r->kind_of[id], 0);
    sprint_slip(w, id, e->owner, e->who);
}

static void apply_swap_hands(sprint *w, int k) {
    const sprint_fx *e = &w->fx[k];
    if (e->who == UN_NOBODY) return;
    sprint_ply(w, UN_ASK_SHOW, 0, 0);
    sprint_swap_hands(w, e->owner, e->who);
}

static void apply_hands(sprint *w, int k) {
    const un_node *n = sprint_node(w, &w->fx[k]);
    switch (n->op) {
    case UN_OP_DISCARD:
    case UN_OP_KICKED:
        apply_discard(w, k);
        break;
    case UN_OP_DRAW:
        sprint_draw(w, w->fx[k].owner, (uint8_t)(n->n * w->fx[k].count));
        break;
    case UN_OP_DRAW_EACH:
        for (int p = 0; p < w->r->n; p++) sprint_draw(w, p, n->n);
        break;
    case UN_OP_SEARCH:
        if (n->arg == UN_ARG_PILE)
            search_pile(w, k);
        else
            search_discard(w, k);
        break;
    case UN_OP_RESHUFFLE:
        apply_reshuffle(w);
        break;
    case UN_OP_PULL:
        apply_pull(w, k);
        break;
    case UN_OP_SWAP_HANDS:
        apply_swap_hands(w, k);
        break;
    case UN_OP_BONUS_DRAW:
        w->bonus = (uint8_t)(w->bonus + n->n);
        break;
    case UN_OP_EXTRA_TURN:
        w->extra = 1;
        break;
    case UN_OP_SKIP:
        w->skip = 1;
        break;
    case UN_OP_PLAYS2:
        if (w->plays < 2) w->plays = 2;
        break;
    default:
        break;
    }
}

void sprint_apply(sprint *w, int k) {
    const sprint_fx *e = &w->fx[k];
    switch (sprint_node(w, e)->op) {
    case UN_OP_MAY:
    case UN_OP_AND:
    case UN_OP_ONEOF:
    case UN_OP_FREE:
    case UN_OP_CROWDED:
    case UN_OP_PEEK_TAKE:
        break;
    case UN_OP_IF:
        sprint_queue(w, w->r->deck.node[sprint_node(w, e)->first].next, e->source, e->owner);
        break;
    case UN_OP_SAC:
        apply_sac(w, k);
        break;
    case UN_OP_DESTROY:
    case UN_OP_SAC_EACH:
    case UN_OP_SAC_SELF:
    case UN_OP_SAC_SAVER:
        away(w, k, false);
        break;
    case UN_OP_RETURN:
    case UN_OP_RETURN_EACH:
    case UN_OP_SELF_TO_HAND:
        apply_return(w, k);
        break;
    case UN_OP_SELF_TO_NURSERY:
        away(w, k, true);
        break;
    case UN_OP_STEAL:
    case UN_OP_STEAL_BACK:
    case UN_OP_BRING:
        apply_steal(w, k);
        break;
    case UN_OP_HOME:
        if (e->card != UN_NO_CARD) sprint_drop_aim(w, e->card);
        apply_send(w, k);
        break;
    case UN_OP_RETARGET:
        apply_send(w, k);
        break;
    case UN_OP_SWAP_UNICORN:
        apply_swap_unicorn(w, k);
        break;
    case UN_OP_SHRINK:
        apply_shrink(w, k);
        break;
    case UN_OP_BABIES:
        apply_babies(w, k);
        break;
    case UN_OP_WALK:
        apply_walk(w, k);
        break;
    default:
        apply_hands(w, k);
        break;
    }
}
