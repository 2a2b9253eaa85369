#include "games/unicorns/rules/unicorns_cards.h"

#include <assert.h>

/* --- zones --- */

static void shift_left(un_state *s, int pos, int from, int to, int at) {
    uint8_t id = s->pool[pos];
    memmove(s->pool + pos, s->pool + pos + 1, (size_t)(at - pos));
    s->pool[at] = id;
    assert(pos <= at && from <= to);
    for (int z = from; z < to; z++) s->end[z]--;
}

static void shift_right(un_state *s, int pos, int from, int to, int at) {
    uint8_t id = s->pool[pos];
    memmove(s->pool + at + 1, s->pool + at, (size_t)(pos - at));
    s->pool[at] = id;
    assert(at <= pos && to <= from);
    for (int z = to; z < from; z++) s->end[z]++;
}

/* Where in its new zone a card goes, counted with the card still in its old place. */
static int landing(const un_rules *r, const un_state *s, int id, int zone) {
    int at = s->end[zone];
    bool hand = zone >= un_hand(r, 0) && zone < un_stack(r);
    int from = un_from(s, zone);
    if (hand)
        while (at > from && r->kind_of[s->pool[at - 1]] > r->kind_of[id]) at--;
    return at;
}

void un_move(const un_rules *r, un_state *s, int pos, int zone) {
    assert(pos >= 0 && pos < r->cards && zone <= un_pile(r));
    int from = un_zone_at(r, s, pos);
    un_touch(r, s, from);
    un_touch(r, s, zone);
    if (from == un_pile(r)) { /* the order of the pile means nothing */
        int first = un_from(s, from);
        uint8_t id = s->pool[pos];
        s->pool[pos] = s->pool[first];
        s->pool[first] = id;
        pos = first;
    }
    int at = landing(r, s, s->pool[pos], zone);
    if (zone > from || (zone == from && at > pos))
        shift_left(s, pos, from, zone, at - 1);
    else
        shift_right(s, pos, from, zone, at);
}

int un_find(const un_rules *r, const un_state *s, int zone, int kind) {
    for (int pos = un_from(s, zone); pos < s->end[zone]; pos++)
        if (r->kind_of[s->pool[pos]] == kind) return pos;
    return -1;
}

/* Whatever is noted of a card is over. */
static void clear_note(const un_rules *r, un_state *s, int id) {
    uint8_t *note = &un_note(r, s)[id];
    if (!*note) return;
    un_touch(r, s, un_zone_at(r, s, un_pos(r, s, id)));
    *note = 0;
}

/* --- hands --- */

void un_to_hand(const un_rules *r, un_state *s, int pos, int seat, unsigned mask) {
    assert(seat >= 0 && seat < r->n);
    int id = s->pool[pos];
    int zone = un_hand(r, seat);
    uint8_t *note = un_note(r, s);
    un_touch(r, s, un_zone_at(r, s, pos));
    un_drop_aim(r, s, id); /* whatever was to happen to it has happened */
    un_aim(r, s)[id] = 0;
    un_move(r, s, pos, zone);
    mask |= 1U << seat;
    for (pos = un_from(s, zone); s->pool[pos] != id; pos++) {
        if (r->kind_of[s->pool[pos]] != r->kind_of[id]) continue;
        unsigned old = note[s->pool[pos]];
        note[s->pool[pos]] = (uint8_t)(old | mask);
        mask &= old;
    }
    note[id] = (uint8_t)mask;
}

void un_learn(const un_rules *r, un_state *s, int seat, unsigned who) {
    int zone = un_hand(r, seat);
    uint8_t *note = un_note(r, s);
    un_touch(r, s, zone);
    for (int pos = un_from(s, zone); pos < s->end[zone]; pos++)
        note[s->pool[pos]] = (uint8_t)(note[s->pool[pos]] | who);
}

/* What was announced as an effect's target stays known. */
static void forget(const un_rules *r, un_state *s, int seat, unsigned keep) {
    int zone = un_hand(r, seat);
    uint8_t *note = un_note(r, s);
    un_touch(r, s, zone);
    for (int pos = un_from(s, zone); pos < s->end[zone]; pos++)
        if (!UN_AIM(r, s)[s->pool[pos]]) note[s->pool[pos]] = (uint8_t)(note[s->pool[pos]] & keep);
}

void un_slip(const un_rules *r, un_state *s, int pos, int x, int v) {
    assert(un_zone_at(r, s, pos) == un_hand(r, v));
    unsigned both = 1U << x | 1U << v;
    if (x == v) return;
    un_to_hand(r, s, pos, x, both);
    forget(r, s, v, both);
}

void un_swap_hands(const un_rules *r, un_state *s, int x, int v) {
    int low = un_hand(r, x < v ? x : v);
    int high = un_hand(r, x < v ? v : x);
    assert(x != v);
    int nl = un_size(s, low);
    int nh = un_size(s, high);
    un_learn(r, s, x, 1U << v | 1U << x);
    un_learn(r, s, v, 1U << v | 1U << x);
    uint8_t entire[UN_MAX_CARDS + 1] = {0};
    int from = un_from(s, low);
    int all = s->end[high] - from;
    memcpy(entire, s->pool + from, (size_t)all);
    int between = all - nl - nh;
    memcpy(s->pool + from, entire + nl + between, (size_t)nh);
    memcpy(s->pool + from + nh, entire + nl, (size_t)between);
    memcpy(s->pool + from + nh + between, entire, (size_t)nl);
    for (int z = low; z < high; z++) s->end[z] = (uint8_t)(s->end[z] + nh - nl);
    for (int i = 0; i < nl; i++) un_drop_aim(r, s, entire[i]);
    for (int i = 0; i < nh; i++) un_drop_aim(r, s, entire[all - 1 - i]);
}

/* --- effects waiting --- */

un_effect un_effect_of(int node, int source, int owner) {
    return (un_effect){.node = (uint8_t)node,
                       .source = (uint8_t)source,
                       .owner = (unsigned)owner & 15,
                       .who = UN_NO_SEAT,
                       .count = 1,
                       .card = UN_NO_CARD};
}

static bool room(un_state *s) {
    if (s->cur + s->next < UN_LINK_SIZE) return true;
    s->ended = UN_ENDED_RESOURCE;
    return false;
}

void un_queue(const un_rules *r, un_state *s, un_effect e) {
    const un_node *n = un_node_at(r, &e);
    bool discard = (n->op == UN_OP_DISCARD || n->op == UN_OP_KICKED) && n->arg == UN_ARG_ME;
    /* Equal discards of one owner are one, done so often. */
    for (int i = s->cur; discard && i < s->cur + s->next; i++) {
        un_effect *o = &s->fx[i];
        if (o->node == e.node && o->source == e.source && o->owner == e.owner && o->count < 100) {
            o->count = (uint8_t)(o->count + e.count);
            return;
        }
    }
    if (room(s)) s->fx[s->cur + s->next++] = e;
}

void un_insert(un_state *s, int at, un_effect e) {
    assert(at >= 0 && at <= s->cur);
    if (!room(s)) return;
    memmove(&s->fx[at + 1], &s->fx[at], (size_t)(s->cur + s->next - at) * sizeof e);
    s->fx[at] = e;
    s->cur++;
}

void un_append(un_state *s, un_effect e) {
    un_insert(s, s->cur, e);
}

void un_set_aim(const un_rules *r, un_state *s, int id, int k) {
    assert(k >= 0 && k < s->cur);
    un_drop_aim(r, s, id);
    un_aim(r, s)[id] = (uint8_t)((k + 1) | UN_CLAIMED);
    s->fx[k].hits++;
}

void un_drop_aim(const un_rules *r, un_state *s, int id) {
    uint8_t *aim = &un_aim(r, s)[id];
    int k = *aim & ~UN_CLAIMED;
    assert(!k || s->fx[k - 1].hits);
    if (k) s->fx[k - 1].hits--;
    *aim &= UN_CLAIMED;
}

/* --- tables --- */

bool un_registered(const un_rules *r, const un_state *s, int id) {
    return memchr(UN_REG(r, s), id, s->listeners) != NULL;
}

static void count_heard(const un_rules *r, un_state *s, int id, int by) {
    unsigned events = r->card[id].events;
    for (int e = 0; events && e < UN_EVENTS; e++)
        if (events >> e & 1) s->heard[e] = (uint8_t)(s->heard[e] + by);
}

static void lasting_of(const un_rules *r, un_state *s, int seat) {
    s->lasting[seat] = 0;
    int end = s->end[un_table(seat, UN_DOWNGRADES)];
    for (int pos = un_from(s, un_table(seat, UN_STABLE)); pos < end; pos++) {
        unsigned bits = r->card[s->pool[pos]].lasting;
        if (bits && un_registered(r, s, s->pool[pos]))
            s->lasting[seat] = (uint16_t)(s->lasting[seat] | bits);
    }
}

void un_refresh(const un_rules *r, un_state *s) {
    memset(s->heard, 0, sizeof s->heard);
    memset(s->lasting, 0, sizeof s->lasting);
    for (int i = 0; i < s->listeners; i++) count_heard(r, s, UN_REG(r, s)[i], 1);
    for (int p = 0; p < r->n; p++) lasting_of(r, s, p);
    s->linked = 0;
    for (int pos = 0; pos < un_tables_end(r, s); pos++)
        s->linked |= UN_NOTE(r, s)[s->pool[pos]] != 0;
}

void un_register(const un_rules *r, un_state *s, int id) {
    int seat = un_holder(r, s, id);
    const un_card *k = &r->card[id];
    if (seat < 0 || un_registered(r, s, id)) return;
    if (k->triggers && !un_blinded(s, seat, k->type_bit))
        for (int i = 0; i < k->triggers; i++) {
            const un_trigger *t = &r->deck.trigger[k->first_trigger + i];
            if (t->when == UN_WHEN_ENTER) un_queue(r, s, un_effect_of(t->node, id, seat));
        }
    if (!k->triggers && !k->lasting && !UN_NOTE(r, s)[id]) return; /* nothing to listen for */
    assert(s->listeners < un_tables_end(r, s));
    un_reg(r, s)[s->listeners++] = (uint8_t)id;
    count_heard(r, s, id, 1);
    s->lasting[seat] = (uint16_t)(s->lasting[seat] | k->lasting);
}

void un_unregister(const un_rules *r, un_state *s, int id) {
    uint8_t *reg = un_reg(r, s);
    uint8_t *at = memchr(reg, id, s->listeners);
    clear_note(r, s, id);
    if (!at) return;
    memmove(at, at + 1, (size_t)(reg + s->listeners - at - 1));
    s->listeners--;
    reg[s->listeners] = 0;
    count_heard(r, s, id, -1);
    int seat = un_holder(r, s, id);
    if (r->card[id].lasting && seat >= 0) lasting_of(r, s, seat);
}

/* A return link hears the end of a turn, or its holder leaving. */
static void hear_link(const un_rules *r, un_state *s, int id, int holder, const un_event *e) {
    int note = UN_NOTE(r, s)[id];
    int link = note >> 3;
    if (!link) return;
    bool eot = e->event == UN_EOT && link == 1;
    bool held = e->event == UN_PRELEAVE && link > 1 && r->deck.linker_id[link - 1] == e->card;
    if (!(eot || held) || (!r->official && un_mute(r, s, id, holder, e))) return;
    clear_note(r, s, id); /* it fires once */
    un_effect home = un_effect_of(UN_NODE_HOME, id, holder);
    home.who = (unsigned)note & 7;
    home.card = (uint8_t)id;
    if (eot)
        un_queue(r, s, home);
    else
        un_append(s, home);
}

/* The triggers of one card. */
static void hear(const un_rules *r, un_state *s, int id, const un_event *e) {
    const un_card *k = &r->card[id];
    int holder = un_holder(r, s, id);
    if (un_mute(r, s, id, holder, e)) return;
    for (int j = 0; j < k->triggers; j++) {
        const un_trigger *t = &r->deck.trigger[k->first_trigger + j];
        if (un_trigger_words[t->when].events >> e->event & 1 &&
            un_fires(r, s, t->when, id, holder, e))
            un_queue(r, s, un_effect_of(t->node, id, holder));
    }
}

void un_publish(const un_rules *r, un_state *s, const un_event *e) {
    assert(e->event >= 0 && e->event < UN_EVENTS && e->effect < s->cur);
    bool links = s->linked && (e->event == UN_EOT || e->event == UN_PRELEAVE);
    if (!s->heard[e->event] && !links) return;
    const uint8_t *reg = UN_REG(r, s);
    unsigned bit = 1U << e->event;
    for (int i = 0; i < s->listeners; i++) {
        int id = reg[i];
        if (links && UN_NOTE(r, s)[id]) hear_link(r, s, id, un_holder(r, s, id), e);
        if (r->card[id].events & bit) hear(r, s, id, e);
    }
}

void un_enter(const un_rules *r, un_state *s, int id, int seat, int effect) {
    int pos = un_pos(r, s, id);
    if (pos < un_tables_end(r, s))
        un_publish(r, s, &(un_event){UN_LEFT, id, effect});
    else
        clear_note(r, s, id);
    assert(seat >= 0 && seat < r->n);
    un_move(r, s, pos, un_table(seat, un_area(r, id)));
    un_publish(r, s, &(un_event){UN_ENTERED, id, effect});
}

/* Babies off the tables are in the nursery, whatever their cards say. */
void un_leave(const un_rules *r, un_state *s, int id, int zone, int effect) {
    int pos = un_pos(r, s, id);
    if (r->type_of[id] == UN_BABY) zone = un_nursery(r);
    assert(zone > un_stack(r) && (zone == un_nursery(r)) == (r->type_of[id] == UN_BABY));
    if (pos < un_tables_end(r, s)) un_publish(r, s, &(un_event){UN_LEFT, id, effect});
    clear_note(r, s, id);
    un_move(r, s, pos, zone);
}

void un_leave_to_hand(const un_rules *r, un_state *s, int id, int seat, int effect) {
    int pos = un_pos(r, s, id);
    if (r->type_of[id] == UN_BABY) {
        un_leave(r, s, id, un_nursery(r), effect);
        return;
    }
    if (pos < un_tables_end(r, s)) un_publish(r, s, &(un_event){UN_LEFT, id, effect});
    un_to_hand(r, s, pos, seat, un_all_seats(r));
}

void un_baby(const un_rules *r, un_state *s, int seat, int effect) {
    int zone = un_nursery(r);
    if (!un_size(s, zone)) return;
    int id = s->pool[s->end[zone] - 1];
    un_enter(r, s, id, seat, effect);
    un_register(r, s, id);
}
