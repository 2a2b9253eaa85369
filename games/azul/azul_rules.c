#include "games/azul/azul_rules.h"

#include <assert.h>
#include <string.h>

#include "games/azul/azul_moves.h"

/* --- looking --- */

int az_cell(const az_rules *r, const az_seat *p, unsigned row, unsigned column) {
    unsigned at = AZ_LINES * row + column;
    if (!(p->wall >> at & 1)) return -1;
    if (!r->o.grey) return (int)((column + AZ_LINES - row) % AZ_LINES);
    unsigned code = 0;
    for (unsigned i = 0; i < 3; i++) code |= (p->plane[i] >> at & 1) << i;
    return (int)code - 1;
}

unsigned az_columns(const az_seat *p, unsigned line) {
    unsigned colour = az_line_colour(p, line);
    unsigned with = 0; /* columns that hold the colour */
    for (unsigned c = 0; c < AZ_LINES; c++)
        with |= (p->column_has >> (AZ_LINES * c + colour) & 1) << c;
    return ~(az_row_bits(p->wall, line) | with) & 31;
}

unsigned az_full_rows(const az_seat *p) {
    unsigned n = 0;
    for (unsigned i = 0; i < AZ_LINES; i++) n += az_row_bits(p->wall, i) == 31;
    return n;
}

int az_bonus(const az_seat *p) {
    int bonus = 2 * (int)az_full_rows(p);
    for (unsigned i = 0; i < AZ_LINES; i++) {
        bonus += az_column_bits(p->wall, i) == 31 ? 7 : 0;
        bonus += az_column_bits(p->row_has, i) == 31 ? 10 : 0; /* colours stand in columns there */
    }
    return bonus;
}

int az_actor(const rules *r, const void *state) {
    const az_state *s = state;
    (void)r;
    switch (s->phase) {
    case AZ_DEAL:
        return ACTOR_CHANCE;
    case AZ_OVER:
        return ACTOR_NONE;
    default:
        return s->mover;
    }
}

int az_source_of(const az_rules *r, const az_state *s, action a) {
    unsigned kind = az_kind_in(a);
    unsigned hint = az_hint_in(a);
    if (kind == AZ_CENTRE_KIND) return AZ_CENTRE;
    if (hint && hint <= r->displays && s->display[hint - 1] == kind) return (int)hint - 1;
    for (int i = 0; i < r->displays; i++)
        if (s->display[i] == kind) return i;
    return -1;
}

az_supply az_supply_of(const az_rules *r, const az_state *s) {
    if (r->o.early && az_sum(s->bag) < AZ_ON_DISPLAY * (unsigned)r->displays)
        return (az_supply){s->bag + s->lid, 0};
    return (az_supply){s->bag, s->lid};
}

/* --- the hash ---------------------------------------------------------------------------------
 * A sum, so that equal displays may come in any order. What the future does not depend on is left
 * out: the starter once the marker is taken, the round where there is no limit. */

enum { SALT_CENTRE, SALT_BAG, SALT_LID, SALT_TURN, SALT_SEAT };

static uint64_t hash_seat(const az_rules *r, const az_state *s, unsigned i) {
    const az_seat *p = &s->seat[i];
    const uint64_t *salt = &r->salt[SALT_SEAT + 4 * i];
    uint64_t lines = (uint64_t)p->count << 15 | p->colour;
    uint64_t below = p->floor & UINT64_C(0xffffffffffff);
    uint64_t h = hash_mix((lines << 25 | p->wall) + salt[0]) +
                 hash_mix((below << 16 | (uint16_t)p->score) + salt[1]);
    if (!r->o.grey) return h;
    return h + hash_mix(((uint64_t)p->plane[0] << 32 | p->plane[1]) + salt[2]) +
           hash_mix(p->plane[2] + salt[3]);
}

static uint64_t hash_turn(const az_rules *r, const az_state *s) {
    uint64_t starter = az_marker_free(s) ? s->starter : 0;
    uint64_t round = r->o.max_rounds ? s->round : 0;
    uint64_t turn = s->phase | (uint64_t)s->mover << 8 | (uint64_t)s->marker << 16;
    return hash_mix((turn | starter << 24 | round << 32) + r->salt[SALT_TURN]);
}

static uint64_t hash_heaps(const az_rules *r, const az_state *s) {
    return hash_mix(s->centre + r->salt[SALT_CENTRE]) + hash_mix(s->bag + r->salt[SALT_BAG]) +
           hash_mix(s->lid + r->salt[SALT_LID]);
}

uint64_t az_rehash(const rules *head, const void *state) {
    const az_rules *r = az_of(head);
    const az_state *s = state;
    uint64_t h = hash_turn(r, s) + hash_heaps(r, s);
    for (unsigned i = 0; i < r->displays; i++) h += r->kind_key[s->display[i]];
    for (unsigned i = 0; i < r->head.players; i++) h += hash_seat(r, s, i);
    return h;
}

/* --- the tiling on the grey wall --- */

void az_finish(const az_rules *r, az_state *s) {
    assert(s->phase != AZ_OVER); /* bonuses count once */
    s->phase = AZ_OVER;
    for (unsigned i = 0; i < r->head.players; i++)
        s->seat[i].score = (int16_t)(s->seat[i].score + az_bonus(&s->seat[i]));
}

/* A full line without a column. */
static void give_up_line(const az_rules *r, az_state *s, az_seat *p, unsigned line) {
    unsigned colour = az_line_colour(p, line);
    assert(!az_columns(p, line));
    if (r->o.noplace_discard)
        az_use_up(r, s, (line + 1) * az_tile(colour));
    else
        az_to_floor(r, s, p, colour, line + 1);
    az_clear_line(r, p, line);
}

void az_tile_on(const az_rules *r, az_state *s) {
    for (; s->mover < r->head.players; s->mover++) {
        az_seat *p = &s->seat[s->mover];
        for (; p->full; give_up_line(r, s, p, az_next_line(p)))
            if (az_columns(p, az_next_line(p))) return;
        az_score_floor(r, s, p);
    }
    az_end_round(r, s);
}

void az_place(const az_rules *r, az_state *s, unsigned column) {
    az_seat *p = &s->seat[s->mover];
    unsigned line = az_next_line(p);
    unsigned colour = az_line_colour(p, line);
    unsigned at = AZ_LINES * line + column;
    assert(s->phase == AZ_TILING && az_columns(p, line) >> column & 1);
    for (unsigned i = 0; i < 3; i++) p->plane[i] |= ((colour + 1) >> i & 1) << at;
    p->column_has |= 1u << (AZ_LINES * column + colour);
    az_tile_line(r, s, p, line, column);
    az_tile_on(r, s);
}

/* --- the contract's steps --- */

void az_complete(const az_rules *r, az_state *s) {
    uint8_t kinds[AZ_DISPLAYS];
    memcpy(kinds, s->display, sizeof kinds);
    (void)az_lay_out(r, s, kinds);
    s->sources += az_present(s->centre);
    for (unsigned i = 0; i < r->head.players; i++) {
        az_seat *p = &s->seat[i];
        p->full = 0;
        p->open = AZ_ALL_LANES << AZ_FLOOR;
        for (unsigned line = 0; line < AZ_LINES; line++) {
            unsigned held = az_line_count(p, line);
            unsigned lacks = ~az_row_bits(p->row_has, line) & 31;
            if (held) lacks = 1u << az_line_colour(p, line);
            if (held == line + 1) p->full = (uint8_t)(p->full | 1u << line);
            if (held < line + 1 || r->o.full_line_ok) p->open |= r->spread[lacks] << line;
        }
    }
}

/* All tiles somewhere: those on lines, walls and floors, and what no seat has. */
static FOR_ASSERT unsigned tiles_in_play(const az_rules *r, const az_state *s) {
    unsigned n = az_sum(s->bag) + az_sum(s->lid) + az_sum(s->centre);
    for (unsigned i = 0; i < r->displays; i++) n += az_sum(r->kinds.tiles[s->display[i]]);
    for (unsigned i = 0; i < r->head.players; i++) {
        const az_seat *p = &s->seat[i];
        n += az_sum(p->floor) - az_of_colour(p->floor, AZ_MARKER_BYTE);
        n += (unsigned)__builtin_popcount(p->wall);
        for (unsigned line = 0; line < AZ_LINES; line++) n += az_line_count(p, line);
    }
    return n;
}

/* Whether what a state keeps follows from the rest of it, and no tile is lost or made. */
static FOR_ASSERT bool state_check(const az_rules *r, const az_state *s) {
    az_state again = *s;
    unsigned tiles = tiles_in_play(r, s);
    bool destroyed = r->o.destroy_used || r->o.destroy_surplus;
    az_complete(r, &again);
    return memcmp(&again, s, sizeof again) == 0 && tiles <= AZ_EACH * AZ_COLOURS &&
           (destroyed || tiles == AZ_EACH * AZ_COLOURS) && s->phase <= AZ_OVER;
}

void az_start(const rules *head, void *state) {
    const az_rules *r = az_of(head);
    az_state *s = state;
    memset(s, 0, sizeof *s);
    for (unsigned c = 0; c < AZ_COLOURS; c++) s->bag += AZ_EACH * az_tile(c);
    s->phase = AZ_DEAL;
    s->marker = AZ_NO_SEAT;
    s->starter = r->o.first_random ? AZ_NO_SEAT : r->o.first;
    s->round = 1;
    az_complete(r, s);
    s->hash = az_rehash(head, s);
    assert(state_check(r, s));
}

/* The actions on one source, in the order of colours and destinations. */
static int list_source(const az_seat *p, unsigned kind, az_tiles there, action *out) {
    int n = 0;
    for (unsigned c = 0; c < AZ_COLOURS; c++) {
        if (!az_of_colour(there, c)) continue;
        for (unsigned to = 0; to < AZ_DESTINATIONS; to++)
            if (p->open >> (8 * c + to) & 1) out[n++] = az_take_action(kind, c, to);
    }
    return n;
}

/* Different kinds available, in order; equal displays once. */
static unsigned sorted_kinds(const az_rules *r, const az_state *s, uint8_t *out) {
    unsigned n = 0;
    for (unsigned i = 0; i < r->displays; i++) {
        uint8_t kind = s->display[i];
        unsigned at = n;
        if (!kind) continue;
        while (at > 0 && out[at - 1] > kind) at--;
        if (at > 0 && out[at - 1] == kind) continue;
        memmove(out + at + 1, out + at, n - at);
        out[at] = kind;
        n++;
    }
    return n;
}

int az_legal(const rules *head, const void *state, const trail *t, action *out) {
    const az_rules *r = az_of(head);
    const az_state *s = state;
    const az_seat *p = &s->seat[s->mover];
    int n = 0;
    (void)t;
    if (s->phase == AZ_TILING) {
        unsigned line = az_next_line(p);
        for (unsigned set = az_columns(p, line); set; set &= set - 1)
            out[n++] = az_place_action(line, (unsigned)__builtin_ctz(set));
    }
    if (s->phase != AZ_OFFER) return n;
    uint8_t kinds[AZ_DISPLAYS + 1];
    unsigned count = sorted_kinds(r, s, kinds);
    for (unsigned i = 0; i < count; i++)
        n += list_source(p, kinds[i], r->kinds.tiles[kinds[i]], out + n);
    n += list_source(p, AZ_CENTRE_KIND, s->centre, out + n);
    assert(n > 0 && n <= AZ_MAX_ACTIONS);
    return n;
}

uint64_t az_count(const rules *head, const void *state, const trail *t) {
    const az_rules *r = az_of(head);
    const az_state *s = state;
    const az_seat *p = &s->seat[s->mover];
    uint8_t kinds[AZ_DISPLAYS + 1];
    (void)t;
    if (s->phase == AZ_TILING) return (uint64_t)__builtin_popcount(az_columns(p, az_next_line(p)));
    if (s->phase != AZ_OFFER) return 0;
    unsigned count = sorted_kinds(r, s, kinds);
    uint64_t lanes = az_present(s->centre);
    for (unsigned i = 0; i < count; i++) lanes += r->kind_lanes[kinds[i]];
    unsigned n = 0;
    for (unsigned c = 0; c < AZ_COLOURS; c++)
        n += az_of_colour(lanes, c) * (unsigned)__builtin_popcount(az_of_colour(p->open, c));
    return n;
}

/* Within the offer: what a take can change is taken out of the hash and put back in. */
static void apply_take(const az_rules *r, az_state *s, action a) {
    int source = az_source_of(r, s, a);
    unsigned mover = s->mover;
    assert(source >= 0);
    if (source < 0) return; /* not legal: nothing is done */
    uint64_t rest = s->hash - hash_turn(r, s) - hash_heaps(r, s) - hash_seat(r, s, mover);
    if (source != AZ_CENTRE) rest += r->kind_key[0] - r->kind_key[s->display[source]];
    if (az_take(r, s, (unsigned)source, az_colour_in(a), az_destination_in(a))) {
        s->hash = rest + hash_turn(r, s) + hash_heaps(r, s) + hash_seat(r, s, mover);
        assert(state_check(r, s));
        return;
    }
    az_end_offer(r, s);
    s->hash = az_rehash(&r->head, s);
}

static void apply_chance(const az_rules *r, az_state *s, action a) {
    if (s->starter == AZ_NO_SEAT) {
        assert(a < r->head.players);
        s->starter = (uint8_t)a;
        return;
    }
    uint8_t kinds[AZ_DISPLAYS];
    for (unsigned i = 0; i < AZ_DISPLAYS; i++) kinds[i] = (uint8_t)az_dealt(a, i);
    az_deal(r, s, kinds);
}

void az_apply(const rules *head, void *state, trail *t, action a) {
    const az_rules *r = az_of(head);
    az_state *s = state;
    (void)t;
    assert(s->phase != AZ_OVER);
    if (s->phase == AZ_OFFER) {
        apply_take(r, s, a);
        return;
    }
    if (s->phase == AZ_DEAL)
        apply_chance(r, s, a);
    else
        az_place(r, s, az_destination_in(a));
    s->hash = az_rehash(head, s);
    assert(state_check(r, s));
}

/* --- results --- */

static int compare(const az_rules *r, const az_seat *a, const az_seat *b) {
    if (a->score != b->score) return a->score > b->score ? 1 : -1;
    if (!r->o.ties_by_rows) return 0;
    return (int)az_full_rows(a) - (int)az_full_rows(b);
}

/* Dense: one more than the number of different results above. */
void az_ranks(const rules *head, const void *state, int *out) {
    const az_rules *r = az_of(head);
    const az_state *s = state;
    for (int p = 0; p < head->players; p++) {
        out[p] = 1;
        for (int q = 0; q < head->players; q++) {
            bool counts = compare(r, &s->seat[q], &s->seat[p]) > 0;
            for (int k = 0; k < q && counts; k++)
                counts = compare(r, &s->seat[k], &s->seat[q]) != 0;
            out[p] += counts;
        }
    }
}

void az_returns(const rules *r, const void *state, float *utility, int32_t *points) {
    const az_state *s = state;
    int ranks[GAME_MAX_PLAYERS];
    int winners = 0;
    assert(s->phase == AZ_OVER);
    az_ranks(r, s, ranks);
    for (int p = 0; p < r->players; p++) {
        points[p] = s->seat[p].score;
        winners += ranks[p] == 1;
    }
    for (int p = 0; p < r->players; p++) utility[p] = ranks[p] == 1 ? 1.0F / (float)winners : 0;
}
