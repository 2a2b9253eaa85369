#include "games/unicorns/rules/unicorns_effects.h"

#include "games/unicorns/rules/unicorns_cards.h"

/* --- asking --- */

static bool ask(un_state *s, int question, int seat) {
    s->ask = (uint8_t)question;
    s->seat = (uint8_t)seat;
    return false;
}

bool un_draws(const un_rules *r, un_state *s, int seat) {
    if (!s->left) return true;
    if (un_size(s, un_pile(r))) return ask(s, UN_ASK_DRAW, seat);
    s->ending = 1;
    s->left = 0;
    return true;
}

/* Inserts a child right behind effect k. */
static void insert_child(const un_rules *r, un_state *s, int k, int at, int node) {
    (void)r;
    un_insert(s, at, un_effect_of(node, s->fx[k].source, s->fx[k].owner));
}

/* --- combinators --- */

static bool choose_may(const un_rules *r, un_state *s, int k) {
    const un_effect *e = &s->fx[k];
    if (s->resume || !un_may_ask(r, s, un_node_at(r, e)->first, e->owner)) return true;
    return ask(s, UN_ASK_MAY, e->owner);
}

static bool choose_and(const un_rules *r, un_state *s, int k) {
    int at = k + 1;
    for (int c = un_node_at(r, &s->fx[k])->first; c; c = r->deck.node[c].next)
        insert_child(r, s, k, at++, c);
    return true;
}

static bool choose_first(const un_rules *r, un_state *s, int k) {
    insert_child(r, s, k, k + 1, un_node_at(r, &s->fx[k])->first);
    return true;
}

static bool choose_crowded(const un_rules *r, un_state *s, int k) {
    enum { CROWD = 5 };
    return un_crowd(r, s, s->fx[k].owner, false) <= CROWD || choose_first(r, s, k);
}

static bool apply_if(const un_rules *r, un_state *s, int k) {
    const un_effect *e = &s->fx[k];
    int then = r->deck.node[un_node_at(r, e)->first].next;
    un_queue(r, s, un_effect_of(then, e->source, e->owner));
    return true;
}

static bool choose_oneof(const un_rules *r, un_state *s, int k) {
    const un_effect *e = &s->fx[k];
    int only = 0;
    int n = 0;
    if (s->resume) return true;
    for (int c = un_node_at(r, e)->first; c; c = r->deck.node[c].next)
        if (un_req(r, s, c, e->owner, e->source)) {
            only = c;
            n++;
        }
    if (n > 1) return ask(s, UN_ASK_EFFECT, e->owner);
    if (n) insert_child(r, s, k, k + 1, only);
    return true;
}

/* --- picking cards in step 1 --- */

/* Goes on picking for s->seat. What lies open is not asked about where there is no choice; what
 * comes from a hand always is, or the others could not follow. */
static bool pick_more(const un_rules *r, un_state *s, int k, bool hidden) {
    uint8_t list[UN_MAX_CARDS];
    s->ask = UN_ASK_CARD;
    int n = s->left ? un_picks(r, s, list) : 0;
    bool alike = n && !un_picks_table(r, s) && r->kind_of[list[0]] == r->kind_of[list[n - 1]];
    bool forced = !hidden && (n <= s->left || alike);
    if (s->left && !forced) return false;
    s->ask = UN_ASK_NOTHING;
    for (int i = 0; i < n && i < s->left; i++) un_set_aim(r, s, list[i], k);
    s->left = 0;
    return true;
}

static void begin_picks(un_state *s, int seat, int left) {
    s->seat = (uint8_t)seat;
    s->left = (uint8_t)left;
    s->last = UN_NO_CARD;
}

static bool choose_cards(const un_rules *r, un_state *s, int k) {
    un_effect *e = &s->fx[k];
    const un_node *n = un_node_at(r, e);
    bool hidden = n->op == UN_OP_BRING && n->arg == UN_ARG_HAND;
    if (!s->resume) {
        int hand = un_hand_size(r, s, e->owner);
        begin_picks(s, e->owner, hidden && hand < n->n ? hand : n->n);
        s->resume = UN_RESUME_BEGUN;
    }
    if (!pick_more(r, s, k, hidden)) return false;
    e->count = e->hits;
    return true;
}

static bool choose_each(const un_rules *r, un_state *s, int k) {
    if (!s->resume) {
        begin_picks(s, 0, un_node_at(r, &s->fx[k])->n);
        s->resume = UN_RESUME_BEGUN;
    }
    while (s->seat < r->n) {
        if (!pick_more(r, s, k, false)) return false;
        begin_picks(s, s->seat + 1, un_node_at(r, &s->fx[k])->n);
    }
    s->seat = 0;
    s->left = 0;
    return true;
}

static bool choose_self(const un_rules *r, un_state *s, int k) {
    int id = s->fx[k].source;
    if (un_table_pos(r, s, id) >= 0 && !(UN_AIM(r, s)[id] & UN_CLAIMED)) un_set_aim(r, s, id, k);
    return true;
}

/* One card without claiming it, then a player. */
static bool choose_player(const un_rules *r, un_state *s, int k) {
    un_effect *e = &s->fx[k];
    int only = UN_NOBODY;
    int n = 0;
    if (e->who != UN_NOBODY) return true;
    for (int p = 0; p < r->n; p++)
        if (un_player_ok(r, s, e, p)) {
            only = p;
            n++;
        }
    if (n > 1) return ask(s, UN_ASK_PLAYER, e->owner);
    e->who = (unsigned)only & 15;
    return true;
}

static bool choose_card_and_player(const un_rules *r, un_state *s, int k) {
    un_effect *e = &s->fx[k];
    if (!s->resume) {
        uint8_t list[UN_MAX_CARDS];
        begin_picks(s, e->owner, 1);
        s->ask = UN_ASK_CARD;
        int n = un_picks(r, s, list);
        s->resume = UN_RESUME_BEGUN;
        if (n > 1) return false;
        s->ask = UN_ASK_NOTHING;
        if (n) e->card = list[0];
    }
    return e->card == UN_NO_CARD || choose_player(r, s, k);
}

static bool choose_discard(const un_rules *r, un_state *s, int k) {
    return un_node_at(r, &s->fx[k])->arg != UN_ARG_ANYONE || choose_player(r, s, k);
}

static bool choose_shrink(const un_rules *r, un_state *s, int k) {
    if (!choose_player(r, s, k)) return false;
    un_effect *e = &s->fx[k];
    int q = e->who;
    for (int pos = un_from(s, un_table(q, 0)); pos < s->end[un_table(q, 2)]; pos++)
        if (un_type_bit(r, s, s->pool[pos], q) & UN_SET_UNICORN) un_set_aim(r, s, s->pool[pos], k);
    e->count = e->hits;
    return true;
}

/* The look, then the card. It changes hands at once: nothing could come between, and as a waiting
 * effect it would have to be kept from the others. */
static bool choose_peek(const un_rules *r, un_state *s, int k) {
    if (!choose_player(r, s, k)) return false;
    const un_effect *e = &s->fx[k];
    if (!un_hand_size(r, s, e->who) || s->resume == UN_RESUME_DONE) return true;
    if (!s->resume) return ask(s, UN_ASK_SHOW, e->owner);
    s->last = UN_NO_CARD;
    s->left = 1;
    return ask(s, UN_ASK_TAKE, e->owner);
}

/* --- moving targets --- */

/* The targets of effect k wherever they are, in the order of zones. */
static int targets_of(const un_rules *r, const un_state *s, int k, uint8_t *out) {
    int n = 0;
    int end = s->fx[k].hits ? s->end[un_discard(r)] : 0;
    for (int pos = 0; pos < end && n < s->fx[k].hits; pos++)
        if ((UN_AIM(r, s)[s->pool[pos]] & ~UN_CLAIMED) == k + 1) out[n++] = s->pool[pos];
    return n;
}

static bool apply_away(const un_rules *r, un_state *s, int k) {
    uint8_t list[UN_MAX_CARDS];
    int n = targets_of(r, s, k, list);
    for (int i = 0; i < n; i++) un_leave(r, s, list[i], un_discard(r), k);
    return true;
}

/* The draw of a sacrifice: for a card that went, or for one that was picked. */
static bool apply_sac(const un_rules *r, un_state *s, int k) {
    const un_effect *e = &s->fx[k];
    int arg = un_node_at(r, e)->arg;
    if (!s->resume) {
        bool draws = (arg == UN_ARG_DRAW_HIT && e->hits) || (arg == UN_ARG_DRAW_PICK && e->count);
        apply_away(r, s, k);
        s->left = draws;
        s->resume = UN_RESUME_BEGUN;
    }
    return un_draws(r, s, e->owner);
}

static bool apply_return(const un_rules *r, un_state *s, int k) {
    uint8_t list[UN_MAX_CARDS];
    int n = targets_of(r, s, k, list);
    bool kick = un_node_at(r, &s->fx[k])->arg == UN_ARG_KICK;
    for (int i = 0; i < n; i++) {
        int seat = un_holder(r, s, list[i]);
        if (seat < 0) continue;
        un_leave_to_hand(r, s, list[i], seat, k);
        if (kick && r->type_of[list[i]] != UN_BABY)
            un_queue(r, s, un_effect_of(UN_NODE_KICKED, s->fx[k].source, seat));
    }
    return true;
}

static void give_link(const un_rules *r, un_state *s, const un_effect *e, int id, int old) {
    int arg = un_node_at(r, e)->arg;
    const un_kind *k = un_kind_of(r, e->source);
    int number = k->linker + e->source - k->first_id;
    int link = arg == UN_ARG_EOT ? 1 : arg == UN_ARG_SEDUCER ? 1 + number : 0;
    if (!link) return;
    un_touch(r, s, un_zone_at(r, s, un_pos(r, s, id)));
    un_note(r, s)[id] = (uint8_t)(8 * link + old);
    s->linked = 1;
}

static bool apply_steal(const un_rules *r, un_state *s, int k) {
    uint8_t list[UN_MAX_CARDS];
    int n = targets_of(r, s, k, list);
    for (int i = 0; i < n; i++) {
        int old = un_holder(r, s, list[i]);
        un_enter(r, s, list[i], s->fx[k].owner, k);
        if (old >= 0) give_link(r, s, &s->fx[k], list[i], old);
    }
    return true;
}

/* Moves the card an effect names to its player's table. */
static bool apply_send(const un_rules *r, un_state *s, int k) {
    const un_effect *e = &s->fx[k];
    if (e->card != UN_NO_CARD && e->who != UN_NOBODY && un_table_pos(r, s, e->card) >= 0)
        un_enter(r, s, e->card, e->who, k);
    return true;
}

/* A card goes home from wherever else this link has taken it, and registers there alone. */
static bool apply_home(const un_rules *r, un_state *s, int k) {
    if (s->fx[k].card != UN_NO_CARD) un_drop_aim(r, s, s->fx[k].card);
    return apply_send(r, s, k);
}

static bool apply_swap_unicorn(const un_rules *r, un_state *s, int k) {
    un_effect *e = &s->fx[k];
    if (e->card == UN_NO_CARD || e->who == UN_NOBODY) return true;
    apply_send(r, s, k);
    un_effect back = un_effect_of(UN_NODE_STEAL_BACK, e->source, e->owner);
    back.who = e->who & 15U;
    un_queue(r, s, back);
    return true;
}

static bool apply_shrink(const un_rules *r, un_state *s, int k) {
    const un_effect *e = &s->fx[k];
    apply_away(r, s, k);
    un_effect babies = un_effect_of(UN_NODE_BABIES, e->source, e->owner);
    babies.who = e->who & 15U;
    babies.count = e->count;
    if (e->count && e->who != UN_NOBODY) un_queue(r, s, babies);
    return true;
}

static bool apply_babies(const un_rules *r, un_state *s, int k) {
    int q = s->fx[k].who;
    for (int i = 0; q < r->n && i < s->fx[k].count; i++) un_baby(r, s, q, k);
    return true;
}

static bool apply_walk(const un_rules *r, un_state *s, int k) {
    const un_effect *e = &s->fx[k];
    int holder = un_holder(r, s, e->source);
    bool lazy = un_node_at(r, e)->arg == UN_ARG_LAZY;
    if (holder < 0 || (lazy && holder == s->active)) return true;
    un_enter(r, s, e->source, s->active, k);
    if (un_kind_of(r, e->source)->lasting) un_refresh(r, s);
    return true;
}

static bool apply_to_hand(const un_rules *r, un_state *s, int k) {
    return apply_return(r, s, k);
}

static bool apply_to_nursery(const un_rules *r, un_state *s, int k) {
    uint8_t list[UN_MAX_CARDS];
    int n = targets_of(r, s, k, list);
    for (int i = 0; i < n; i++) un_leave(r, s, list[i], un_nursery(r), k);
    return true;
}

/* --- hands and pile --- */

static bool discards(const un_rules *r, const un_state *s, const un_effect *e, int seat) {
    (void)s;
    int arg = un_node_at(r, e)->arg;
    return arg == UN_ARG_EACH || seat == (arg == UN_ARG_ME ? e->owner : e->who);
}

/* Each player picks, then everything moves. */
static bool apply_discard(const un_rules *r, un_state *s, int k) {
    const un_effect *e = &s->fx[k];
    const un_node *n = un_node_at(r, e);
    int each = n->n == UN_ALL ? UN_ALL : n->n * e->count;
    if (!s->resume) begin_picks(s, 0, 0);
    for (int seat = s->seat; seat < r->n; seat++) {
        if (!s->resume || seat != s->seat) {
            int hand = discards(r, s, e, seat) ? un_hand_size(r, s, seat) : 0;
            begin_picks(s, seat, hand < each ? hand : each);
        }
        s->resume = UN_RESUME_BEGUN;
        if (s->left) return ask(s, UN_ASK_DISCARD, seat);
    }
    return apply_away(r, s, k);
}

static bool apply_draw(const un_rules *r, un_state *s, int k) {
    const un_effect *e = &s->fx[k];
    if (!s->resume) s->left = (uint8_t)(un_node_at(r, e)->n * e->count);
    s->resume = UN_RESUME_BEGUN;
    return un_draws(r, s, e->owner);
}

static bool apply_draw_each(const un_rules *r, un_state *s, int k) {
    int n = un_node_at(r, &s->fx[k])->n;
    if (!s->resume) s->left = (uint8_t)n;
    for (int seat = s->resume ? s->seat : 0; seat < r->n; seat++) {
        if (s->resume && seat != s->seat) s->left = (uint8_t)n;
        s->resume = UN_RESUME_BEGUN;
        s->seat = (uint8_t)seat;
        if (!un_draws(r, s, seat)) return false;
    }
    return true;
}

static bool apply_search(const un_rules *r, un_state *s, int k) {
    const un_effect *e = &s->fx[k];
    bool pile = un_node_at(r, e)->arg == UN_ARG_PILE;
    uint8_t list[UN_MAX_CARDS];
    if (s->resume == UN_RESUME_DONE || (pile && !un_size(s, un_pile(r)))) return true;
    if (pile && !s->resume) return ask(s, UN_ASK_SHOW, e->owner);
    begin_picks(s, e->owner, 1);
    s->ask = UN_ASK_SEARCH;
    int n = un_picks(r, s, list);
    /* A search of the pile is always answered: the others cannot see whether there is a choice. */
    if (pile || (n > 1 && r->kind_of[list[0]] != r->kind_of[list[n - 1]])) return false;
    if (n) un_picked(r, s, list[0]);
    s->ask = UN_ASK_NOTHING;
    return true;
}

static bool apply_reshuffle(const un_rules *r, un_state *s, int k) {
    (void)k;
    int from = un_from(s, un_discard(r));
    un_touch(r, s, un_discard(r));
    /* In the pile a card is nobody's target: there it is like any other. */
    for (int pos = from; pos < s->end[un_discard(r)]; pos++) {
        un_drop_aim(r, s, s->pool[pos]);
        un_aim(r, s)[s->pool[pos]] = 0;
    }
    s->end[un_discard(r)] = (uint8_t)from;
    return true;
}

static bool apply_pull(const un_rules *r, un_state *s, int k) {
    const un_effect *e = &s->fx[k];
    if (s->resume || e->who == UN_NOBODY || e->who == e->owner || !un_hand_size(r, s, e->who))
        return true;
    return ask(s, UN_ASK_PULL, e->owner);
}

static bool apply_swap_hands(const un_rules *r, un_state *s, int k) {
    (void)r;
    const un_effect *e = &s->fx[k];
    if (s->resume || e->who == UN_NOBODY) return true;
    return ask(s, UN_ASK_SHOW, e->owner);
}

/* --- the turn --- */

static bool apply_bonus(const un_rules *r, un_state *s, int k) {
    s->bonus = (uint8_t)(s->bonus + un_node_at(r, &s->fx[k])->n);
    return true;
}

static bool apply_extra(const un_rules *r, un_state *s, int k) {
    (void)r;
    (void)k;
    s->extra = 1;
    return true;
}

static bool apply_skip(const un_rules *r, un_state *s, int k) {
    (void)r;
    (void)k;
    s->skip = 1;
    return true;
}

static bool apply_plays2(const un_rules *r, un_state *s, int k) {
    (void)r;
    (void)k;
    if (s->plays < 2) s->plays = 2;
    return true;
}

/* --- answers --- */

static bool hand_pick(const un_rules *r, const un_state *s) {
    const un_node *n = un_node_at(r, &s->fx[s->k]);
    return s->ask == UN_ASK_DISCARD || (n->op == UN_OP_BRING && n->arg == UN_ARG_HAND);
}

/* A card of the pile or discard pile comes to the hand before all eyes. */
static void found(const un_rules *r, un_state *s, int id) {
    s->resume = UN_RESUME_DONE;
    if (id == UN_NO_CARD) return;
    un_to_hand(r, s, un_pos(r, s, id), s->fx[s->k].owner, un_everybody(r));
}

static void picked_one(const un_rules *r, un_state *s, int id) {
    s->left--;
    s->last = (uint8_t)id;
    if (hand_pick(r, s)) {
        un_touch(r, s, un_hand(r, s->seat));
        un_note(r, s)[id] = un_everybody(r); /* it was named */
    }
    un_set_aim(r, s, id, s->k);
}

static void saved(const un_rules *r, un_state *s, int id) {
    int self = UN_REG(r, s)[s->t];
    int holder = un_holder(r, s, self);
    un_drop_aim(r, s, id);
    un_aim(r, s)[id] = 0;
    un_append(s, un_effect_of(UN_NODE_SAC_SAVER, self, holder));
    un_set_aim(r, s, self, s->cur - 1);
}

void un_picked(const un_rules *r, un_state *s, int id) {
    int question = s->ask;
    un_effect *e = &s->fx[s->k];
    s->ask = UN_ASK_NOTHING;
    if (question == UN_ASK_SEARCH) {
        found(r, s, id);
    } else if (question == UN_ASK_SAVE) {
        saved(r, s, id);
    } else if (question == UN_ASK_TAKE) {
        if (id != UN_NO_CARD) un_slip(r, s, un_pos(r, s, id), e->owner, e->who);
        s->resume = UN_RESUME_DONE;
    } else if (id == UN_NO_CARD) {
        s->left = 0;
    } else if (un_ops[un_node_at(r, e)->op].choose == choose_card_and_player) {
        e->card = (uint8_t)id;
    } else {
        s->ask = (uint8_t)question;
        picked_one(r, s, id);
        s->ask = UN_ASK_NOTHING;
    }
}

/* --- reactions: steps 2 and 3 --- */

static bool react_move(const un_rules *r, un_state *s, int node, int self, int holder) {
    if (un_node_at(r, &s->fx[s->k])->op == r->deck.node[node].op) return true;
    un_drop_aim(r, s, self);
    if (s->fx[s->k].card == self) s->fx[s->k].card = UN_NO_CARD;
    un_append(s, un_effect_of(node, self, holder));
    un_set_aim(r, s, self, s->cur - 1);
    return true;
}

static bool react_save(const un_rules *r, un_state *s, int holder) {
    uint8_t list[UN_MAX_CARDS];
    if (s->resume == UN_RESUME_SAVED) return true;
    s->seat = (uint8_t)holder;
    s->ask = UN_ASK_SAVE;
    int n = un_picks(r, s, list);
    s->resume = UN_RESUME_SAVED;
    if (n > 1) return false;
    s->ask = UN_ASK_NOTHING;
    if (n) saved(r, s, list[0]);
    return true;
}

bool un_react(const un_rules *r, un_state *s, int node, int self, int holder) {
    const un_node *n = &r->deck.node[node];
    if (n->op == UN_OP_MAY) {
        if (!s->resume && !un_req(r, s, n->first, holder, self)) return true;
        if (!s->resume) return ask(s, UN_ASK_MAY, holder);
        if (s->resume == UN_RESUME_DECLINED) return true;
        node = n->first;
        n = &r->deck.node[node];
    }
    if (n->op == UN_OP_INSTEAD_SAC_SELF) return react_save(r, s, holder);
    if (n->op != UN_OP_INSTEAD_DISCARD) return react_move(r, s, node, self, holder);
    un_drop_aim(r, s, self);
    un_effect pay = un_effect_of(UN_NODE_KICKED, self, holder);
    pay.count = n->n;
    un_append(s, pay);
    return true;
}

const un_op un_ops[UN_OPS] = {
    [UN_OP_MAY] = {0, choose_may, NULL},
    [UN_OP_AND] = {0, choose_and, NULL},
    [UN_OP_IF] = {0, choose_first, apply_if},
    [UN_OP_ONEOF] = {0, choose_oneof, NULL},
    [UN_OP_FREE] = {0, choose_first, NULL},
    [UN_OP_CROWDED] = {0, choose_crowded, NULL},
    [UN_OP_DESTROY] = {UN_KIND_DESTROY, choose_cards, apply_away},
    [UN_OP_SAC] = {UN_KIND_SACRIFICE, choose_cards, apply_sac},
    [UN_OP_SAC_EACH] = {UN_KIND_SACRIFICE, choose_each, apply_away},
    [UN_OP_SAC_SELF] = {UN_KIND_SACRIFICE, choose_self, apply_away},
    [UN_OP_RETURN] = {UN_KIND_RETURN, choose_cards, apply_return},
    [UN_OP_RETURN_EACH] = {UN_KIND_RETURN, choose_each, apply_return},
    [UN_OP_STEAL] = {0, choose_cards, apply_steal},
    [UN_OP_BRING] = {0, choose_cards, apply_steal},
    [UN_OP_DISCARD] = {0, choose_discard, apply_discard},
    [UN_OP_DRAW] = {0, NULL, apply_draw},
    [UN_OP_DRAW_EACH] = {0, NULL, apply_draw_each},
    [UN_OP_BONUS_DRAW] = {0, NULL, apply_bonus},
    [UN_OP_SEARCH] = {0, NULL, apply_search},
    [UN_OP_SHUFFLE] = {0, NULL, NULL},
    [UN_OP_RESHUFFLE] = {0, NULL, apply_reshuffle},
    [UN_OP_PULL] = {0, choose_player, apply_pull},
    [UN_OP_PEEK_TAKE] = {0, choose_peek, NULL},
    [UN_OP_SWAP_HANDS] = {0, choose_player, apply_swap_hands},
    [UN_OP_RETARGET] = {0, choose_card_and_player, apply_send},
    [UN_OP_SWAP_UNICORN] = {0, choose_card_and_player, apply_swap_unicorn},
    [UN_OP_SHRINK] = {UN_KIND_DESTROY, choose_shrink, apply_shrink},
    [UN_OP_WALK] = {0, NULL, apply_walk},
    [UN_OP_EXTRA_TURN] = {0, NULL, apply_extra},
    [UN_OP_SKIP] = {0, NULL, apply_skip},
    [UN_OP_PLAYS2] = {0, NULL, apply_plays2},
    [UN_OP_SELF_TO_HAND] = {UN_KIND_RETURN, NULL, apply_to_hand},
    [UN_OP_SELF_TO_NURSERY] = {UN_KIND_RETURN, NULL, apply_to_nursery},
    [UN_OP_BABIES] = {0, NULL, apply_babies},
    [UN_OP_STEAL_BACK] = {0, choose_cards, apply_steal},
    [UN_OP_KICKED] = {0, NULL, apply_discard},
    [UN_OP_SAC_SAVER] = {UN_KIND_SACRIFICE, NULL, apply_away},
    [UN_OP_HOME] = {0, NULL, apply_home},
};
