/* Sets of a deck, and states on their way into a fast playout and out of it. */
#include "games/unicorns/fast/unicorns_fast.h"
#include "games/unicorns/rules/unicorns_cards.h"
#include "games/unicorns/rules/unicorns_turn.h"

/* --- what is known of a deck beforehand --- */

/* Whether a card can be played at all times by any seat. */
static bool is_plain(const un_rules *r, const un_kind *k) {
    bool quiet = k->type == UN_MAGICAL || k->type == UN_DOWNGRADE || k->type == UN_SPELL;
    if (!quiet || k->flags & UN_NEEDS_BASIC) return false;
    for (int i = 0; i < k->triggers; i++) {
        const un_trigger *t = &r->deck.trigger[k->first_trigger + i];
        if (t->when == UN_WHEN_CAST) return false;
        if (t->when == UN_WHEN_ENTER && un_fast_restricts(r->deck.node[t->node].op)) return false;
    }
    return k->type != UN_SPELL;
}

/* Its effect at the beginning of a turn, where it has just one. */
static int bot_node(const un_rules *r, const un_kind *k) {
    int node = 0;
    for (int i = 0; i < k->triggers; i++) {
        const un_trigger *t = &r->deck.trigger[k->first_trigger + i];
        if (t->when == UN_WHEN_BOT) node = node ? UN_MAX_NODES : t->node;
    }
    return node == UN_MAX_NODES ? 0 : node;
}

/* Its triggers at the beginning of a turn are for the holder's own turn alone. */
static bool own_turn_only(const un_rules *r, const un_kind *k) {
    for (int i = 0; i < k->triggers; i++) {
        int when = r->deck.trigger[k->first_trigger + i].when;
        if (when == UN_WHEN_ANY_BOT || when == UN_WHEN_FOREIGN_BOT) return false;
    }
    return k->events >> UN_BOT & 1;
}

static void put_card(un_rules *r, int id) {
    un_sets *t = &r->sets;
    const un_kind *k = un_kind_of(r, id);
    un_set bit = (un_set)1 << id;
    unsigned type = 1U << k->type;
    t->bit[id] = bit;
    t->kind[r->kind_of[id]] |= bit;
    t->area[id] = (uint8_t)un_area(r, id);
    t->areas[t->area[id]] |= bit;
    if (type & UN_SET_UNICORN) t->unicorns |= bit;
    if (k->type == UN_BASIC) t->basics |= bit;
    if (k->type == UN_BABY) t->babies |= bit;
    if (k->type == UN_INSTANT) t->instants |= bit;
    if (k->type == UN_SPELL) t->spells |= bit;
    for (int e = 0; e < UN_EVENTS; e++)
        if (k->events >> e & 1) t->hears[e] |= bit;
    if (own_turn_only(r, k)) {
        t->bot_own |= bit;
        t->bot_node[id] = (uint8_t)bot_node(r, k);
    }
    for (int i = 0; i < k->triggers; i++)
        if (r->deck.trigger[k->first_trigger + i].when == UN_WHEN_ENTER) t->enters |= bit;
    if (k->triggers || k->lasting) t->listens |= bit;
    if (k->lasting) t->lasting |= bit;
    if (k->lasting & UN_SPELL_PROOF_SELF) t->proof |= bit;
    if (k->flags & UN_NOT_DESTROYABLE) t->sturdy |= bit;
    if (k->flags & UN_NOT_SACRIFICABLE) t->loyal |= bit;
    if (k->flags & UN_DOUBLE && type & UN_SET_UNICORN) t->doubles |= bit;
    if (is_plain(r, k)) t->plain |= bit;
}

void un_sets_prepare(un_rules *r) {
    un_sets *t = &r->sets;
    memset(t, 0, sizeof *t);
    if (r->cards > UN_SET_SIZE) return;
    for (int id = 0; id < r->cards; id++) put_card(r, id);
    t->grown = t->unicorns & ~t->babies;
    for (int n = 0; n < r->deck.nodes; n++) {
        unsigned types = un_types(r, &r->deck.node[n]);
        for (int id = 0; id < r->cards; id++)
            if (r->card[id].type_bit & types) t->node[n] |= t->bit[id];
        t->pandas[n] = (types & UN_SET_PANDA) != 0;
    }
    t->usable = true;
}

/* --- in --- */

bool un_fast_starts(const un_rules *r, const un_state *s) {
    bool calm = !s->cur && !s->next; /* babies may have effects that wait for the first turn */
    return r->sets.usable && calm &&
           (s->ask == UN_ASK_PLAY || (s->ask == UN_ASK_DRAW && s->phase == UN_PH_DEAL));
}

static void take_tables(un_fast *w, const un_state *s) {
    for (int p = 0; p < w->r->n; p++) {
        for (int pos = un_from(s, un_table(p, 0)); pos < s->end[un_table(p, 2)]; pos++) {
            int id = s->pool[pos];
            w->zone[id] = (uint8_t)p;
            w->came[id] = w->now++;
            w->table[p] |= un_fast_bit(w, id);
            w->note[id] = UN_NOTE(w->r, s)[id];
            if (w->note[id]) w->linked |= un_fast_bit(w, id);
        }
        w->tables |= w->table[p];
        w->corns[p] = (uint8_t)un_size(s, un_table(p, UN_STABLE));
        w->lasting[p] = s->lasting[p];
        w->lasting_any |= s->lasting[p];
    }
    for (int i = 0; i < s->listeners; i++) {
        int id = UN_REG(w->r, s)[i];
        w->reg |= un_fast_bit(w, id);
        w->heard[id] = w->now++;
    }
}

/* Of copies that look alike the first is known best: in a state by its place, here by number. */
static void take_hand(un_fast *w, const un_state *s, int seat) {
    int zone = un_hand(w->r, seat);
    int end = s->end[zone];
    for (int pos = un_from(s, zone), last = 0; pos < end; pos = last) {
        int kind = w->r->kind_of[s->pool[pos]];
        un_set copies = 0;
        for (last = pos; last < end && w->r->kind_of[s->pool[last]] == kind; last++)
            copies |= un_fast_bit(w, s->pool[last]);
        w->hand[seat] |= copies;
        for (int i = pos; i < last; i++, copies = un_set_rest(copies)) {
            int id = un_set_first(copies);
            w->note[id] = UN_NOTE(w->r, s)[s->pool[i]];
            w->zone[id] = (uint8_t)(UN_FAST_HAND + seat);
        }
    }
    w->held[seat] = (uint8_t)un_size(s, zone);
}

static int take_list(const un_state *s, int zone, uint8_t *out) {
    int n = un_size(s, zone);
    memcpy(out, s->pool + un_from(s, zone), (size_t)n);
    return n;
}

void un_fast_take(un_fast *w, const un_rules *r, const un_state *s, rng *g) {
    memset(w, 0, offsetof(un_fast, zone));
    memset(w->zone, UN_FAST_AWAY, sizeof w->zone);
    memset(w->note, 0, sizeof w->note);
    w->r = r;
    w->sets = &r->sets;
    w->g = g;
    w->near = r->to_win - r->doubles;
    w->rises = true;
    w->fx = w->first;
    w->waiting = w->second;
    take_tables(w, s);
    for (int p = 0; p < r->n; p++) take_hand(w, s, p);
    w->piled = take_list(s, un_pile(r), w->pile);
    w->gone = take_list(s, un_discard(r), w->discard);
    w->babies = take_list(s, un_nursery(r), w->nursery);
    for (int i = 0; i < w->gone; i++) w->discarded |= un_fast_bit(w, w->discard[i]);
    for (int i = 0; i < w->babies; i++) w->nursed |= un_fast_bit(w, w->nursery[i]);
    w->dealing = s->phase == UN_PH_DEAL;
    w->active = s->active;
    w->skip = s->skip;
    w->plays = s->plays;
    w->played = s->played;
    w->bonus = s->bonus;
    w->extra = s->extra;
    w->ending = s->ending;
    w->turn = s->turn;
}

/* --- and out --- */

static int give_sorted(un_set cards, const uint32_t *when, uint8_t *out) {
    int n = 0;
    for (; cards; cards = un_set_rest(cards)) {
        int id = un_set_first(cards);
        int at = n++;
        for (; at > 0 && when[out[at - 1]] > when[id]; at--) out[at] = out[at - 1];
        out[at] = (uint8_t)id;
    }
    return n;
}

static void give_zones(const un_fast *w, un_state *s) {
    const un_rules *r = w->r;
    int at = 0;
    for (int z = 0; z < 3 * r->n; z++) {
        at += give_sorted(w->table[z / 3] & w->sets->areas[z % 3], w->came, s->pool + at);
        s->end[z] = (uint8_t)at;
    }
    for (int p = 0; p < r->n; p++) {
        for (un_set left = w->hand[p]; left; left = un_set_rest(left))
            s->pool[at++] = (uint8_t)un_set_first(left);
        s->end[un_hand(r, p)] = (uint8_t)at;
    }
    s->end[un_stack(r)] = (uint8_t)at;
    memcpy(s->pool + at, w->nursery, (size_t)w->babies);
    s->end[un_nursery(r)] = (uint8_t)(at += w->babies);
    memcpy(s->pool + at, w->discard, (size_t)w->gone);
    s->end[un_discard(r)] = (uint8_t)(at += w->gone);
    memcpy(s->pool + at, w->pile, (size_t)w->piled);
    s->end[un_pile(r)] = (uint8_t)(at + w->piled);
}

static void give_notes(const un_fast *w, un_state *s) {
    const un_rules *r = w->r;
    memcpy(un_note(r, s), w->note, (size_t)r->cards);
    s->listeners = (uint8_t)give_sorted(w->reg, w->heard, un_reg(r, s));
    for (int i = 0; i < s->listeners; i++)
        for (unsigned e = r->card[UN_REG(r, s)[i]].events; e; e &= e - 1)
            s->heard[__builtin_ctz(e)]++;
    for (int p = 0; p < r->n; p++) s->lasting[p] = w->lasting[p];
    s->linked = w->linked != 0;
}

void un_fast_give(const un_fast *w, un_state *s) {
    memset(s, 0, w->r->head.state_size);
    give_zones(w, s);
    give_notes(w, s);
    s->stale = 1;
    s->last = UN_NO_CARD;
    s->active = w->active;
    s->skip = w->skip;
    s->plays = w->plays;
    s->played = w->played;
    s->bonus = w->bonus;
    s->extra = w->extra;
    s->ending = w->ending;
    s->ended = w->ended;
    s->turn = w->turn;
    s->phase = w->ended ? UN_PH_OVER : UN_PH_PLAY;
    s->ask = w->ended ? UN_ASK_NOTHING : UN_ASK_PLAY;
    s->seat = w->ended ? 0 : w->active;
}
