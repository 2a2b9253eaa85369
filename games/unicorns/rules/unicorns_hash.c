/* The hash of a state: of places and kinds, never of cards' numbers. A sum of mixed words, one a
 * card, listener and effect. The cards' part is kept zone by zone: what an answer touches is taken
 * out before and put back after it. The pile is what the other zones leave. */
#include "games/unicorns/rules/unicorns_hash.h"

#include "engine/base/hash.h"

enum { PART_CARD = 1, PART_LISTENER, PART_EFFECT, PART_TURN, PART_AIM };

static uint64_t word(unsigned part, unsigned a, unsigned b, unsigned c, unsigned d) {
    uint64_t low = (uint64_t)d << 32 | c << 16 | b << 8 | a;
    return hash_mix(low ^ (uint64_t)part << 60);
}

/* The number of a link, told by places: copies that look alike count in the order of tables. */
uint8_t un_link_place(const un_rules *r, const un_state *s, int note) {
    int link = note >> 3;
    assert(link > 1);
    int id = r->deck.linker_id[link - 1];
    const un_kind *k = un_kind_of(r, id);
    int rank = 0;
    if (un_table_pos(r, s, id) < 0)
        rank = k->count - 1;
    else
        for (int pos = 0; s->pool[pos] != id; pos++)
            rank += r->kind_of[s->pool[pos]] == r->kind_of[id];
    return (uint8_t)(8 * (1 + k->linker + rank) + (note & 7));
}

/* Cards of a zone: kind, zone, place in it, what is noted. */
static uint64_t zone_hash(const un_rules *r, const un_state *s, int zone) {
    uint64_t sum = 0;
    int from = un_from(s, zone);
    bool noted = zone <= un_stack(r);
    const uint8_t *note = UN_NOTE(r, s);
    for (int pos = from; pos < s->end[zone]; pos++) {
        int id = s->pool[pos];
        unsigned said = noted ? note[id] : 0U;
        if (zone < 3 * r->n && said) said = un_link_note(r, s, (int)said);
        sum += word(PART_CARD, r->kind_of[id], (unsigned)zone, (unsigned)(pos - from), said);
    }
    return sum;
}

/* Places on tables; others are UN_NO_CARD. */
static void places(const un_rules *r, const un_state *s, uint8_t *place) {
    memset(place, UN_NO_CARD, (size_t)r->cards);
    for (int pos = 0; pos < un_tables_end(r, s); pos++) place[s->pool[pos]] = (uint8_t)pos;
}

/* What is aimed at cards; nothing is while no effect is at work. */
static uint64_t aims_hash(const un_rules *r, const un_state *s) {
    uint64_t sum = 0;
    const uint8_t *aim = UN_AIM(r, s);
    for (int pos = 0; s->step && pos < s->end[un_discard(r)]; pos++)
        if (aim[s->pool[pos]]) sum += word(PART_AIM, (unsigned)pos, aim[s->pool[pos]], 0, 0);
    return sum;
}

static uint64_t machine_hash(const un_rules *r, const un_state *s) {
    uint8_t place[UN_MAX_CARDS + 1];
    uint64_t sum = aims_hash(r, s);
    places(r, s, place);
    place[UN_NO_CARD] = UN_NO_CARD;
    const uint8_t *reg = UN_REG(r, s);
    for (int i = 0; i < s->listeners; i++)
        sum += word(PART_LISTENER, (unsigned)i, place[reg[i]], 0, 0);
    for (int i = 0; i < s->cur + s->next; i++) {
        const un_effect *e = &s->fx[i];
        unsigned who = (unsigned)e->owner << 4 | e->who;
        sum +=
            word(PART_EFFECT, (unsigned)i, e->node, (unsigned)place[e->source] << 8 | who,
                 (unsigned)r->kind_of[e->source] << 16 | (unsigned)place[e->card] << 8 | e->count);
    }
    return sum;
}

/* The rest, in words of eight bytes; from `phase` on the fields are bytes. */
static uint64_t turn_hash(const un_rules *r, const un_state *s) {
    unsigned last = UN_NO_CARD;
    if (s->last != UN_NO_CARD) last = (unsigned)un_pos(r, s, s->last);
    uint64_t a = word(PART_TURN, s->phase, s->step,
                      (unsigned)s->ask << 8 | (unsigned)s->active << 4 | s->seat,
                      (unsigned)s->k << 16 | (unsigned)s->t << 8 | s->u);
    uint64_t b = word(PART_TURN, s->resume, s->left, last,
                      (unsigned)s->cur << 16 | (unsigned)s->next << 8 | s->bonus);
    uint64_t c = word(PART_TURN, s->to, s->open,
                      (unsigned)s->first << 8 | (unsigned)s->ended << 4 | s->ending,
                      (unsigned)s->skip << 16 | (unsigned)s->plays << 8 | s->played);
    return hash_mix(
        a + 3 * b + 5 * c +
        7 * hash_mix(s->answers + ((uint64_t)s->turn << 32) + ((uint64_t)s->extra << 48)));
}

static uint64_t all_zones(const un_rules *r, const un_state *s) {
    uint64_t sum = 0;
    for (int z = 0; z < un_pile(r); z++) sum += zone_hash(r, s, z);
    return sum;
}

static uint64_t rest_hash(const un_rules *r, const un_state *s) {
    return turn_hash(r, s) + machine_hash(r, s);
}

uint64_t un_rehash(const rules *head, const void *s) {
    const un_rules *r = un_of(head);
    return all_zones(r, s) + rest_hash(r, s);
}

uint64_t un_hash(const rules *r, const void *state) {
    const un_state *s = state;
    return s->stale ? un_rehash(r, s) : s->hash;
}

void un_touch_now(const un_rules *r, un_state *s, int zone) {
    assert(!s->stale && !(s->touched >> zone & 1));
    if (zone == un_pile(r)) return;
    s->zones -= zone_hash(r, s, zone);
    s->touched |= UINT64_C(1) << zone;
}

void un_seal(const un_rules *r, un_state *s) {
    assert(s->stale || !(s->touched >> un_pile(r)));
    /* Links to one of several like cards are told by where all of these lie. */
    if (s->stale || (s->linked && r->deck.linkers > 1))
        s->zones = all_zones(r, s);
    else
        for (uint64_t z = s->touched; z; z &= z - 1)
            s->zones += zone_hash(r, s, __builtin_ctzll(z));
    s->touched = 0;
    s->stale = 0;
    s->hash = s->zones + rest_hash(r, s);
    assert(s->zones == all_zones(r, s)); /* what was touched is all that changed */
}
