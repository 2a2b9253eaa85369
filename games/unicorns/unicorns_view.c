#include "games/unicorns/unicorns_view.h"

#include "engine/base/hash.h"
#include "games/unicorns/rules/unicorns_cards.h"
#include "games/unicorns/rules/unicorns_turn.h"

size_t un_view_bytes(const un_rules *r) {
    return (sizeof(un_view) + 4 * (size_t)r->cards + 7) / 8 * 8;
}

/* --- from a state --- */

static bool knows(const un_rules *r, const un_state *s, int player, int id) {
    if (player == UN_EVERYTHING || UN_AIM(r, s)[id]) return true;
    return player < UN_SPECTATOR && UN_NOTE(r, s)[id] >> player & 1;
}

/* The cards in the order of the view: in foreign hands what is known comes first. */
static void order_of(const un_rules *r, const un_state *s, int player, uint8_t *order) {
    memcpy(order, s->pool, (size_t)r->cards);
    for (int p = 0; p < r->n && player != UN_EVERYTHING; p++) {
        int zone = un_hand(r, p);
        int at = un_from(s, zone);
        if (p == player) continue;
        for (int known = 1; known >= 0; known--)
            for (int pos = un_from(s, zone); pos < s->end[zone]; pos++)
                if (knows(r, s, player, s->pool[pos]) == known) order[at++] = s->pool[pos];
    }
}

static void put_cards(const un_rules *r, const un_state *s, const uint8_t *order, un_view *v) {
    int hands = un_tables_end(r, s);
    int stack = un_from(s, un_stack(r));
    int pile = un_from(s, un_pile(r));
    bool all = v->player == UN_EVERYTHING;
    bool seen = s->seat == v->player && un_in_pile(r, s->ask, &s->fx[s->k]);
    for (int i = 0; i < r->cards; i++) {
        int id = order[i];
        bool hand = i >= hands && i < stack;
        bool known = i < pile ? !hand || knows(r, s, v->player, id) : seen && !all;
        v->pool[i] = known ? r->kind_of[id] : UN_NO_CARD;
        v->pool[r->cards + i] = 0;
        if (i < hands) v->pool[r->cards + i] = un_link_note(r, s, UN_NOTE(r, s)[id]);
        if ((hand && all) || (i >= stack && i < s->end[un_stack(r)]))
            v->pool[r->cards + i] = UN_NOTE(r, s)[id];
        v->pool[r->aim_at + i] = i < pile ? UN_AIM(r, s)[id] : 0;
    }
    /* A pile that is looked at has no order either. */
    for (int i = pile; seen && !all && i < r->cards; i++)
        for (int j = i; j > pile && v->pool[j - 1] > v->pool[j]; j--) {
            uint8_t t = v->pool[j];
            v->pool[j] = v->pool[j - 1];
            v->pool[j - 1] = t;
        }
}

static void put_machine(const un_rules *r, const un_state *s, const uint8_t *place, un_view *v) {
    int tables = un_tables_end(r, s);
    for (int i = 0; i < s->cur + s->next; i++) {
        const un_effect *e = &s->fx[i];
        v->fx[i] = *e;
        v->source[i] = r->kind_of[e->source];
        v->fx[i].source = place[e->source] < tables ? place[e->source] : UN_NO_CARD;
        bool there = e->card != UN_NO_CARD && place[e->card] < tables;
        v->fx[i].card = there ? place[e->card] : UN_NO_CARD;
    }
    for (int i = 0; i < s->listeners; i++) v->pool[r->reg_at + i] = place[UN_REG(r, s)[i]];
    v->last = s->last == UN_NO_CARD ? UN_NO_CARD : place[s->last];
}

/* In a round of reactions a seat sees its own part alone. */
static void put_round(const un_state *s, un_view *v) {
    bool own = v->player < UN_SPECTATOR;
    v->open = v->first = 0;
    v->answers = own ? s->answers & UINT32_C(15) << 4 * v->player : 0;
    if (own && s->open >> v->player & 1) {
        v->open = (uint8_t)(1U << v->player);
        v->seat = v->player;
        v->ask = UN_ASK_REACT;
    } else {
        v->seat = 0;
        v->ask = UN_ASK_QUICK;
    }
}

static void put_scalars(const un_rules *r, const un_state *s, un_view *v) {
    v->phase = s->phase;
    v->step = s->step;
    v->ask = s->ask;
    v->active = s->active;
    v->seat = s->seat;
    v->k = s->k;
    v->t = s->t;
    v->u = s->u;
    v->resume = s->resume;
    v->left = s->left;
    v->cur = s->cur;
    v->next = s->next;
    v->skip = s->skip;
    v->plays = s->plays;
    v->played = s->played;
    v->bonus = s->bonus;
    v->extra = s->extra;
    v->ending = s->ending;
    v->ended = s->ended;
    v->to = s->to;
    v->open = s->open;
    v->first = s->first;
    v->listeners = s->listeners;
    v->links = s->links;
    v->turn = s->turn;
    v->answers = s->answers;
    memcpy(v->end, s->end, sizeof v->end);
    (void)r;
}

void un_view_of(const un_rules *r, const un_state *s, int player, un_view *v) {
    uint8_t order[UN_MAX_CARDS + 1];
    uint8_t place[UN_MAX_CARDS + 1];
    memset(v, 0, un_view_bytes(r));
    v->player = (uint8_t)player;
    put_scalars(r, s, v);
    order_of(r, s, player, order);
    for (int i = 0; i < r->cards; i++) place[order[i]] = (uint8_t)i;
    put_cards(r, s, order, v);
    put_machine(r, s, place, v);
    if (player != UN_EVERYTHING && s->phase == UN_PH_REACT) put_round(s, v);
}

/* --- back to a state --- */

static void take_scalars(const un_view *v, un_state *s) {
    s->phase = v->phase;
    s->step = v->step;
    s->ask = v->ask;
    s->active = v->active;
    s->seat = v->seat;
    s->k = v->k;
    s->t = v->t;
    s->u = v->u;
    s->resume = v->resume;
    s->left = v->left;
    s->cur = v->cur;
    s->next = v->next;
    s->skip = v->skip;
    s->plays = v->plays;
    s->played = v->played;
    s->bonus = v->bonus;
    s->extra = v->extra;
    s->ending = v->ending;
    s->ended = v->ended;
    s->to = v->to;
    s->open = v->open;
    s->first = v->first;
    s->listeners = v->listeners;
    s->links = v->links;
    s->turn = v->turn;
    s->answers = v->answers;
}

/* Numbers for the cards whose kinds are known, by place; UN_NO_CARD for the others. Known cards of
 * a hand come first there. Returns false where a kind has not that many copies. */
static bool number_cards(const un_rules *r, const un_view *v, uint8_t *id, bool *used) {
    uint8_t count[UN_MAX_KINDS] = {0};
    for (int i = 0; i < r->cards; i++) {
        int kind = v->pool[i];
        id[i] = UN_NO_CARD;
        if (kind == UN_NO_CARD) continue;
        const un_kind *k = &r->deck.kind[kind];
        if (count[kind] == k->count) return false;
        id[i] = (uint8_t)(k->first_id + count[kind]++);
        used[id[i]] = true;
    }
    return true;
}

/* Lays out the known cards; the others come first in the pile. */
static void lay_out(const un_rules *r, const un_view *v, un_state *s, const uint8_t *id,
                    const bool *used) {
    int at = 0;
    for (int z = 0, pos = 0; z <= un_pile(r); z++) {
        for (int i = 0; z == un_pile(r) && i < r->cards; i++)
            if (!used[i]) s->pool[at++] = (uint8_t)i;
        for (; pos < v->end[z]; pos++) {
            if (id[pos] == UN_NO_CARD) continue;
            s->pool[at++] = id[pos];
            un_note(r, s)[id[pos]] = v->pool[r->cards + pos];
            un_aim(r, s)[id[pos]] = v->pool[r->aim_at + pos];
        }
        s->end[z] = (uint8_t)at;
    }
}

static void know_hands(const un_rules *r, const un_view *v, un_state *s) {
    if (v->player == UN_EVERYTHING) return;
    unsigned own = v->player < UN_SPECTATOR ? 1U << v->player : 0;
    for (int p = 0; p < r->n; p++) {
        int zone = un_hand(r, p);
        for (int pos = un_from(s, zone); pos < s->end[zone]; pos++) {
            bool named = UN_AIM(r, s)[s->pool[pos]];
            unsigned mask = named ? un_all_seats(r) : 1U << p | own;
            un_note(r, s)[s->pool[pos]] = (uint8_t)mask;
        }
    }
}

/* The cards that the view does not name, from the pile; the pile's own, where it is seen, stay
 * there. */
static void deal_hands(const un_rules *r, const un_view *v, un_state *s, rng *g, int named) {
    for (int p = 0; p < r->n; p++) {
        int want = v->end[un_hand(r, p)] - v->end[un_hand(r, p) - 1];
        while (un_hand_size(r, s, p) < want) {
            int free = un_size(s, un_pile(r)) - named;
            int at = free > 1 ? (int)rng_below(g, (uint64_t)free) : 0;
            un_to_hand(r, s, un_from(s, un_pile(r)) + at, p, 0);
        }
    }
}

static int place_of_source(const un_rules *r, const un_view *v, const un_state *s, int i,
                           const uint8_t *id) {
    const un_kind *k = &r->deck.kind[v->source[i]];
    if (v->fx[i].source != UN_NO_CARD) return id[v->fx[i].source];
    int any = k->first_id + k->count - 1;
    for (int c = k->first_id; c < k->first_id + k->count; c++)
        if (un_table_pos(r, s, c) < 0) any = c;
    return any;
}

static void take_machine(const un_rules *r, const un_view *v, un_state *s, const uint8_t *id) {
    for (int i = 0; i < v->cur + v->next; i++) {
        s->fx[i] = v->fx[i];
        s->fx[i].source = (uint8_t)place_of_source(r, v, s, i, id);
        if (v->fx[i].card != UN_NO_CARD) s->fx[i].card = id[v->fx[i].card];
    }
    for (int i = 0; i < v->listeners; i++) un_reg(r, s)[i] = id[v->pool[r->reg_at + i]];
    s->last = v->last == UN_NO_CARD ? UN_NO_CARD : id[v->last];
    un_refresh(r, s);
}

/* Answers that the others may have given: half of the time none. */
static void guess_round(const un_rules *r, const un_view *v, un_state *s, rng *g) {
    unsigned eligible = un_eligible(r, s);
    if (v->ask == UN_ASK_REACT) {
        s->open = (uint8_t)eligible;
        s->first = v->player;
        return;
    }
    for (int p = 0; p < r->n; p++) {
        int zone = un_hand(r, p);
        if (p == v->player || !(eligible >> p & 1)) continue;
        for (int pos = un_from(s, zone); pos < s->end[zone]; pos++) {
            unsigned number = un_kind_of(r, s->pool[pos])->instant;
            if (!number || rng_below(g, 2)) continue;
            s->answers &= ~(UINT32_C(15) << 4 * p);
            s->answers |= (uint32_t)number << 4 * p;
        }
    }
}

static bool develop(const un_rules *r, const un_view *v, un_state *s, rng *g) {
    uint8_t id[UN_MAX_CARDS + 1] = {0};
    bool used[UN_MAX_CARDS + 1] = {0};
    memset(s, 0, r->head.state_size);
    s->stale = 1;
    if (!number_cards(r, v, id, used)) return false;
    take_scalars(v, s);
    lay_out(r, v, s, id, used);
    int named = s->end[un_pile(r)] - un_from(s, un_pile(r));
    for (int i = 0; i < r->cards; i++) named -= !used[i];
    know_hands(r, v, s);
    deal_hands(r, v, s, g, named);
    take_machine(r, v, s, id);
    /* A text may speak of reactions to nothing: that is for un_check(). */
    int stack = un_stack(r);
    bool played = un_size(s, stack) && UN_NOTE(r, s)[s->pool[s->end[stack] - 1]] < r->n;
    if (v->player != UN_EVERYTHING && v->phase == UN_PH_REACT && played) guess_round(r, v, s, g);
    return true;
}

void un_develop(const un_rules *r, const un_view *v, un_state *s, rng *g) {
    (void)develop(r, v, s, g);
    un_seal(r, s);
}

status un_develop_checked(const un_rules *r, const un_view *v, un_state *s, status code,
                          error *err) {
    rng g = {.s = 1};
    error why;
    if (!develop(r, v, s, &g)) return error_set(err, code, "cards: too many copies of a kind");
    if (un_check(&r->head, s, &why) != ST_OK) return error_set(err, code, "%s", why.text);
    action list[UN_MAX_KINDS * UN_SEATS + 1];
    if (!un_asks_sense(r, s) ||
        (un_actor(&r->head, s) >= 0 && un_legal(&r->head, s, NULL, list) == 0))
        return error_set(err, code, "m: nothing that is going on asks this question");
    un_seal(r, s);
    return ST_OK;
}

/* --- the contract --- */

void un_observe(const rules *r, const void *s, int player, void *view) {
    un_view_of(un_of(r), s, player == SEAT_PUBLIC ? UN_SPECTATOR : player, view);
}

void un_resample(const rules *r, const void *view, void *s, rng *g) {
    bool fits = develop(un_of(r), view, s, g); /* without a hash: few deals are asked for it */
    assert(fits && un_check(r, s, NULL) == ST_OK);
    (void)fits;
}

void un_view_start(const rules *r, int player, void *view) {
    un_state_buf all;
    un_start(r, &all.s);
    un_observe(r, &all.s, player, view);
}

uint64_t un_view_hash(const rules *r, const void *view) {
    return hash_bytes(view, un_view_bytes(un_of(r)), 1);
}

int un_view_player(const rules *r, const void *view) {
    (void)r;
    const un_view *v = view;
    return v->player == UN_SPECTATOR ? SEAT_PUBLIC : v->player;
}
