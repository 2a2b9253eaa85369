/* What holds in every state, and which questions make sense. */
#include "engine/base/text.h"
#include "games/unicorns/rules/unicorns_cards.h"
#include "games/unicorns/rules/unicorns_effects.h"
#include "games/unicorns/rules/unicorns_turn.h"
#include "games/unicorns/unicorns_view.h"

static status bad(error *err, const char *what) {
    return error_set(err, ST_INTERNAL, "%s", what);
}

/* --- the cards --- */

static bool right_area(const un_rules *r, int id, int area) {
    static const unsigned types[] = {UN_SET_UNICORN, 1U << UN_UPGRADE, 1U << UN_DOWNGRADE};
    return types[area] >> r->type_of[id] & 1;
}

static status check_zones(const un_rules *r, const un_state *s, error *err) {
    bool seen[UN_MAX_CARDS + 1] = {0};
    for (int z = 1; z <= un_pile(r); z++)
        if (s->end[z] < s->end[z - 1]) return bad(err, "cards: zones overlap");
    if (s->end[un_pile(r)] != r->cards) return bad(err, "cards: some are missing");
    for (int i = 0; i < r->cards; i++) {
        if (s->pool[i] >= r->cards || seen[s->pool[i]])
            return bad(err, "cards: one is twice there");
        seen[s->pool[i]] = true;
    }
    for (int z = 0; z <= un_pile(r); z++)
        for (int pos = un_from(s, z); pos < s->end[z]; pos++) {
            int type = r->type_of[s->pool[pos]];
            if (z < 3 * r->n && !right_area(r, s->pool[pos], z % 3))
                return bad(err, "cards: a card lies in the wrong area of a table");
            bool nursery = z == un_nursery(r);
            if (z >= 3 * r->n && (type == UN_BABY) != nursery)
                return bad(err, "cards: babies are in the nursery or in a stable, and alone there");
        }
    return ST_OK;
}

/* Sorted by kinds, the holder knows all, and the masks of copies hold one another. */
static status check_hands(const un_rules *r, const un_state *s, error *err) {
    for (int p = 0; p < r->n; p++) {
        int zone = un_hand(r, p);
        for (int pos = un_from(s, zone); pos < s->end[zone]; pos++) {
            int id = s->pool[pos];
            unsigned mask = UN_NOTE(r, s)[id];
            if (!(mask >> p & 1) || mask & ~(unsigned)un_all_seats(r))
                return bad(err,
                           "hands: the holder knows the cards, and no seats that are not there");
            if (pos == un_from(s, zone)) continue;
            int before = s->pool[pos - 1];
            if (r->kind_of[before] > r->kind_of[id]) return bad(err, "hands: they are sorted");
            if (r->kind_of[before] == r->kind_of[id] && mask & ~(unsigned)UN_NOTE(r, s)[before])
                return bad(err, "hands: of copies the first is known best");
        }
    }
    return ST_OK;
}

static status check_tables(const un_rules *r, const un_state *s, error *err) {
    bool seen[UN_MAX_CARDS + 1] = {0};
    if (s->listeners > un_tables_end(r, s)) return bad(err, "reg: too many");
    for (int i = 0; i < s->listeners; i++) {
        int id = UN_REG(r, s)[i];
        if (id >= r->cards || seen[id] || un_table_pos(r, s, id) < 0)
            return bad(err, "reg: cards on tables, each once");
        seen[id] = true;
    }
    for (int pos = 0; pos < un_tables_end(r, s); pos++) {
        int note = UN_NOTE(r, s)[s->pool[pos]];
        int link = note >> 3;
        if ((note & 7) >= r->n || link - 1 > r->deck.linkers || (!link && note))
            return bad(err, "tables: no such return link");
    }
    int stack = un_stack(r);
    for (int pos = un_from(s, stack); pos < s->end[stack]; pos++)
        if (UN_NOTE(r, s)[s->pool[pos]] >= r->n) return bad(err, "stack: played by no seat");
    return ST_OK;
}

/* --- the machine --- */

static status check_effects(const un_rules *r, const un_state *s, error *err) {
    int hits[UN_LINK_SIZE + 128] = {0};
    if (s->cur + s->next > UN_LINK_SIZE) return bad(err, "fx: too many effects");
    for (int i = 0; i < r->cards; i++) hits[UN_AIM(r, s)[i] & ~UN_CLAIMED]++;
    for (int i = 0; i < UN_LINK_SIZE; i++) {
        const un_effect *e = &s->fx[i];
        bool there = i < s->cur + s->next;
        if (hits[i + 1] && i >= s->cur) return bad(err, "aims: no such effect");
        if (!there) continue;
        if (!e->node || e->node >= r->deck.nodes || e->source >= r->cards || e->owner >= r->n ||
            (e->who >= r->n && e->who != UN_NO_SEAT) || e->hits != hits[i + 1] ||
            (e->card != UN_NO_CARD && e->card >= r->cards))
            return bad(err, "fx: no such effect");
    }
    return ST_OK;
}

static status check_turn(const un_rules *r, const un_state *s, error *err) {
    bool chain =
        s->phase == UN_PH_BOT_CHAIN || s->phase == UN_PH_PLAY_CHAIN || s->phase == UN_PH_EOT_CHAIN;
    if (s->phase >= UN_PHASES || s->step >= UN_STEPS || s->ask >= UN_ASKS || s->active >= r->n ||
        s->seat >= r->n || s->to >= r->n || s->first >= r->n || s->ended > UN_ENDED_RESOURCE ||
        !s->turn || s->open & ~(unsigned)un_all_seats(r))
        return bad(err, "m: a number is out of range");
    if (s->skip > 1 || s->extra > 1 || s->ending > 1 || s->resume >= UN_RESUMES ||
        s->links > UN_MAX_LINKS)
        return bad(err, "m: a number is out of range");
    if ((s->open || s->answers || s->first) && s->phase != UN_PH_REACT)
        return bad(err, "m: no seat reacts now");
    if ((s->phase == UN_PH_OVER) != (s->ended != 0) ||
        (s->ask == UN_ASK_NOTHING) != (s->ended != 0))
        return bad(err, "m: over, or a seat is asked");
    if (s->phase != UN_PH_OVER && chain != (s->step != UN_IDLE))
        return bad(err, "m: effects are at work in a chain alone");
    if (s->step != UN_IDLE && s->k >= s->cur && !s->ended)
        return bad(err, "m: no effect is at work");
    bool stacked = un_size(s, un_stack(r)) > 0;
    if (stacked != (s->phase == UN_PH_REACT) && !s->ended)
        return bad(err, "stack: there are cards on it while players react");
    for (int p = 0; p < UN_SEATS; p++)
        if (un_answer(s, p) > r->deck.instants) return bad(err, "m: no such instant");
    return ST_OK;
}

status un_check(const rules *head, const void *state, error *err) {
    const un_rules *r = un_of(head);
    const un_state *s = state;
    status st = check_zones(r, s, err);
    if (st == ST_OK) st = check_hands(r, s, err);
    if (st == ST_OK) st = check_tables(r, s, err);
    if (st == ST_OK) st = check_effects(r, s, err);
    return st == ST_OK ? check_turn(r, s, err) : st;
}

/* --- questions --- */

/* What it names it does not claim. */
static bool names_card(int op) {
    return un_facts[op].bars & UN_BAR_STUCK;
}

static bool picks_cards(int op) {
    return op == UN_OP_BRING || (un_facts[op].tables && !names_card(op));
}

static bool picks_player(const un_rules *r, const un_effect *e) {
    const un_node *n = un_node_at(r, e);
    if (names_card(n->op)) return e->card != UN_NO_CARD;
    return n->op == UN_OP_PULL || n->op == UN_OP_SWAP_HANDS || n->op == UN_OP_SHRINK ||
           n->op == UN_OP_PEEK_TAKE || (n->op == UN_OP_DISCARD && n->arg == UN_ARG_ANYONE);
}

static bool sense_in_choose(const un_rules *r, const un_state *s, const un_effect *e, int op) {
    bool each = op == UN_OP_SAC_EACH || op == UN_OP_RETURN_EACH;
    if (!each && s->seat != e->owner) return false;
    switch (s->ask) {
    case UN_ASK_MAY:
        return op == UN_OP_MAY && !s->resume;
    case UN_ASK_EFFECT:
        return op == UN_OP_ONEOF && !s->resume;
    case UN_ASK_PLAYER:
        return picks_player(r, e) && e->who == UN_NO_SEAT;
    case UN_ASK_CARD:
        return s->left && s->resume == UN_RESUME_BEGUN && (picks_cards(op) || names_card(op));
    case UN_ASK_SHOW:
        return op == UN_OP_PEEK_TAKE && e->who != UN_NO_SEAT && !s->resume;
    case UN_ASK_TAKE:
        return op == UN_OP_PEEK_TAKE && e->who != UN_NO_SEAT && s->resume == UN_RESUME_BEGUN &&
               s->left == 1 && un_hand_size(r, s, e->who);
    default:
        return false;
    }
}

static bool sense_in_react(const un_rules *r, const un_state *s) {
    if (s->t >= s->listeners) return false;
    int self = UN_REG(r, s)[s->t];
    const un_kind *k = un_kind_of(r, self);
    if (s->u >= k->triggers || un_holder(r, s, self) != s->seat) return false;
    const un_trigger *t = &r->deck.trigger[k->first_trigger + s->u];
    int event = s->step == UN_RETARGET ? UN_TARGETING : UN_LOCATION;
    if (!(un_trigger_words[t->when].events >> event & 1)) return false;
    const un_node *n = &r->deck.node[t->node];
    if (s->ask == UN_ASK_MAY) return n->op == UN_OP_MAY && !s->resume;
    uint8_t list[UN_MAX_CARDS];
    if (s->ask != UN_ASK_SAVE || s->resume != UN_RESUME_SAVED || !un_picks(r, s, list))
        return false;
    if (n->op == UN_OP_MAY) n = &r->deck.node[n->first];
    return n->op == UN_OP_INSTEAD_SAC_SELF;
}

static bool sense_in_apply(const un_rules *r, const un_state *s, const un_effect *e, int op) {
    int arg = un_node_at(r, e)->arg;
    bool other = e->who != UN_NO_SEAT && e->who != e->owner;
    switch (s->ask) {
    case UN_ASK_DRAW:
        return s->left && s->resume == UN_RESUME_BEGUN && un_size(s, un_pile(r)) &&
               (op == UN_OP_DRAW || op == UN_OP_DRAW_EACH || op == UN_OP_SAC);
    case UN_ASK_DISCARD:
        return s->left && s->resume == UN_RESUME_BEGUN && s->left <= un_hand_size(r, s, s->seat) &&
               (op == UN_OP_DISCARD || op == UN_OP_KICKED);
    case UN_ASK_SHOW:
        return !s->resume && s->seat == e->owner &&
               ((op == UN_OP_SWAP_HANDS && other) || (op == UN_OP_SEARCH && arg == UN_ARG_PILE));
    case UN_ASK_SEARCH:
        return op == UN_OP_SEARCH && s->left == 1 && s->seat == e->owner;
    case UN_ASK_PULL:
        return op == UN_OP_PULL && other && !s->resume && un_hand_size(r, s, e->who) &&
               s->seat == e->owner;
    default:
        return false;
    }
}

static bool sense_in_chain(const un_rules *r, const un_state *s) {
    const un_effect *e = &s->fx[s->k];
    int op = un_node_at(r, e)->op;
    if (s->step == UN_CHOOSE) return sense_in_choose(r, s, e, op);
    if (s->step == UN_RETARGET || s->step == UN_RELOCATE) return sense_in_react(r, s);
    return s->step == UN_APPLY && sense_in_apply(r, s, e, op);
}

static bool answers_held(const un_rules *r, const un_state *s) {
    for (int p = 0; p < UN_SEATS; p++) {
        int number = un_answer(s, p);
        if (number && (p >= r->n || s->open >> p & 1 ||
                       un_find(r, s, un_hand(r, p), r->deck.instant_kind[number]) < 0))
            return false;
    }
    return true;
}

bool un_asks_sense(const un_rules *r, const un_state *s) {
    int pile = un_size(s, un_pile(r));
    bool own = s->seat == s->active;
    switch (s->phase) {
    case UN_PH_SEATS:
        return s->ask == UN_ASK_SEATS;
    case UN_PH_DEAL:
    case UN_PH_DRAW:
    case UN_PH_PASS:
        return s->ask == UN_ASK_DRAW && own && s->left && pile;
    case UN_PH_PLAY:
        return s->ask == UN_ASK_PLAY && own;
    case UN_PH_REACT:
        if (!answers_held(r, s)) return false;
        if (s->ask == UN_ASK_REACT) return s->open >> s->seat & 1 && un_hand_size(r, s, s->seat);
        return s->ask == UN_ASK_QUICK && !s->open;
    case UN_PH_LIMIT:
        return s->ask == UN_ASK_DISCARD && own && s->left && s->left <= un_hand_size(r, s, s->seat);
    case UN_PH_OVER:
        return s->ended != 0;
    default:
        return sense_in_chain(r, s);
    }
}
