#ifndef GAMES_AZUL_AZUL_MOVES_H
#define GAMES_AZUL_AZUL_MOVES_H
/* The steps of Azul without the hash, inline: azul_rules.c makes legal actions of them, azul_play.c
 * random ones. All expect that the step is legal. */

#include "games/azul/azul_rules.h"

/* --- the offer --- */

/* Tiles go to the floor as far as there are places, the others to the lid or out of the game. */
static inline void az_to_floor(const az_rules *r, az_state *s, az_seat *p, unsigned colour,
                               unsigned n) {
    assert(az_sum(p->floor) <= AZ_FLOOR_PLACES);
    unsigned places = AZ_FLOOR_PLACES - az_sum(p->floor);
    unsigned stay = n < places ? n : places;
    p->floor += stay * az_tile(colour);
    if (!r->o.destroy_surplus) s->lid += (n - stay) * az_tile(colour);
}

/* Tiles go to a line that takes their colour; the number of those that find no room. */
static inline unsigned az_to_line(const az_rules *r, az_seat *p, unsigned colour, unsigned line,
                                  unsigned n) {
    unsigned held = az_line_count(p, line);
    assert(held <= line && (!held || az_line_colour(p, line) == colour));
    unsigned room = line + 1 - held;
    unsigned put = n < room ? n : room;
    unsigned filled = put == room;
    uint64_t closed = filled && !r->o.full_line_ok;
    uint64_t own = UINT64_C(1) << 8 * colour;
    /* On a line that has tiles already the colour is there and the others are shut out. */
    p->count = (uint16_t)(p->count + (put << 3 * line));
    p->colour = (uint16_t)(p->colour | colour << 3 * line);
    p->full = (uint8_t)(p->full | filled << line);
    p->open &= ~((AZ_ALL_LANES ^ own) << line | closed << (8 * colour + line));
    return n - put;
}

/* The marker is taken with the first tiles from the centre. */
static inline void az_take_marker(const az_rules *r, az_state *s, az_seat *p, unsigned to) {
    bool to_floor = to == AZ_FLOOR || p->full >> to & 1;
    bool place = az_sum(p->floor) < AZ_FLOOR_PLACES;
    if (to_floor && !r->o.floor_takes_marker) return;
    if (!place && r->o.marker_needs_place) return;
    if (place) p->floor += AZ_MARKER;
    s->marker = s->mover;
}

/* The mover takes a colour from a source to a line or the floor; says whether the offer
 * continues. */
static inline bool az_take(const az_rules *r, az_state *s, unsigned source, unsigned colour,
                           unsigned to) {
    assert(s->phase == AZ_OFFER && s->mover < r->head.players);
    az_seat *p = &s->seat[s->mover];
    unsigned n;
    assert(p->open >> (8 * colour + to) & 1);
    if (source == AZ_CENTRE) {
        n = az_of_colour(s->centre, colour);
        s->centre -= n * az_tile(colour);
        s->sources -= UINT64_C(1) << 8 * colour;
        if (az_marker_free(s)) az_take_marker(r, s, p, to);
    } else {
        unsigned kind = s->display[source];
        assert(source < r->displays && kind && kind < AZ_KINDS);
        az_tiles there = r->kinds.tiles[kind];
        n = az_of_colour(there, colour);
        uint64_t before = az_present(s->centre);
        s->centre += there - n * az_tile(colour);
        s->sources += az_present(s->centre) - before - r->kind_lanes[kind];
        s->holders &= ~(AZ_HOLDER_LANES << source);
        s->display[source] = 0;
    }
    assert(n > 0); /* the colour is there */
    bool on_line = to != AZ_FLOOR && !(p->full >> to & 1);
    if (on_line) n = az_to_line(r, p, colour, to, n);
    az_to_floor(r, s, p, colour, n);
    if (!s->sources) return false;
    unsigned next = s->mover + 1u;
    s->mover = (uint8_t)(next == r->head.players ? 0 : next);
    return true;
}

/* --- the tiling --- */

static inline void az_use_up(const az_rules *r, az_state *s, az_tiles t) {
    if (!r->o.destroy_used) s->lid += t;
}

/* A line is empty again and takes what its row lacks. */
static inline void az_clear_line(const az_rules *r, az_seat *p, unsigned line) {
    unsigned lacks = ~az_row_bits(p->row_has, line) & 31;
    p->count = (uint16_t)(p->count & ~(7u << 3 * line));
    p->colour = (uint16_t)(p->colour & ~(7u << 3 * line));
    p->full = (uint8_t)(p->full & ~(1u << line));
    p->open = (p->open & ~(AZ_ALL_LANES << line)) | r->spread[lacks] << line;
}

static inline void az_tile_line(const az_rules *r, az_state *s, az_seat *p, unsigned line,
                                unsigned column) {
    unsigned colour = az_line_colour(p, line);
    assert(az_line_count(p, line) == line + 1);
    assert(!(p->wall >> (AZ_LINES * line + column) & 1) &&
           !(p->row_has >> (AZ_LINES * line + colour) & 1));
    p->score = (int16_t)(p->score + az_gain(r, p->wall, line, column));
    p->wall |= 1u << (AZ_LINES * line + column);
    p->row_has |= 1u << (AZ_LINES * line + colour);
    az_use_up(r, s, line * az_tile(colour));
    az_clear_line(r, p, line);
}

static inline void az_score_floor(const az_rules *r, az_state *s, az_seat *p) {
    if (!p->floor) return;
    int score = p->score - r->fine[az_sum(p->floor)];
    int least = r->o.clamp ? 0 : AZ_MIN_SCORE;
    p->score = (int16_t)(score < least ? least : score);
    az_tiles marker = p->floor >> 8 * AZ_MARKER_BYTE & 1 ? AZ_MARKER : 0;
    az_use_up(r, s, p->floor - marker);
    p->floor = 0;
}

static inline bool az_row_is_full(const az_seat *p) {
    uint32_t w = p->wall;
    w &= w >> 1 & w >> 2;
    return (w & w >> 2 & 0x108421u) != 0;
}

void az_finish(const az_rules *r, az_state *s); /* the game is over: bonuses */

/* All seats are tiled. */
static inline void az_end_round(const az_rules *r, az_state *s) {
    assert(s->starter < r->head.players && !s->centre && !s->sources);
    unsigned next = s->starter + 1u == r->head.players ? 0 : s->starter + 1u;
    if (!az_marker_free(s))
        s->starter = s->marker;
    else if (r->o.unmarked_next)
        s->starter = (uint8_t)next;
    s->marker = AZ_NO_SEAT;
    s->mover = 0;
    bool over = !(s->bag | s->lid) || (r->o.max_rounds && s->round >= r->o.max_rounds);
    for (unsigned i = 0; i < r->head.players; i++) over |= az_row_is_full(&s->seat[i]);
    if (over) {
        az_finish(r, s);
        return;
    }
    s->phase = AZ_DEAL;
    if (s->round < AZ_MAX_ROUND) s->round++;
}

static inline void az_tile_basic(const az_rules *r, az_state *s) {
    for (unsigned i = 0; i < r->head.players; i++) {
        az_seat *p = &s->seat[i];
        while (p->full) {
            unsigned line = az_next_line(p);
            az_tile_line(r, s, p, line, az_column(line, az_line_colour(p, line)));
        }
        az_score_floor(r, s, p);
    }
    az_end_round(r, s);
}

/* Grey: continues to the next choice of the mover or of seats after it, or to the end
 * of the round. */
void az_tile_on(const az_rules *r, az_state *s);

/* Grey: the mover's next full line gets its place. */
void az_place(const az_rules *r, az_state *s, unsigned column);

static inline void az_end_offer(const az_rules *r, az_state *s) {
    if (!r->o.grey) {
        az_tile_basic(r, s);
        return;
    }
    s->mover = 0;
    s->phase = AZ_TILING;
    az_tile_on(r, s);
}

/* --- the deal --- */

/* Puts kinds on the displays; what follows for the bag and the lid is az_deal()'s. */
static inline az_tiles az_lay_out(const az_rules *r, az_state *s, const uint8_t *kinds) {
    az_tiles all = 0;
    uint64_t holders = 0;
    uint64_t sources = 0;
    for (unsigned i = 0; i < r->displays; i++) {
        uint64_t lanes = r->kind_lanes[kinds[i]];
        s->display[i] = kinds[i];
        all += r->kinds.tiles[kinds[i]];
        sources += lanes;
        /* From 8 bits a colour to 12. */
        holders |= ((lanes & 1) | (lanes & 1u << 8) << 4 | (lanes & 1u << 16) << 8 |
                    (lanes & 1u << 24) << 12 | (lanes & UINT64_C(1) << 32) << 16)
                   << i;
    }
    s->holders = holders;
    s->sources = sources;
    return all;
}

static inline void az_deal(const az_rules *r, az_state *s, const uint8_t *kinds) {
    assert(s->phase == AZ_DEAL && s->starter < r->head.players && !s->sources);
    az_supply from = az_supply_of(r, s);
    az_tiles all = az_lay_out(r, s, kinds);
    assert(all && az_within(all, from.first + from.then));
    bool poured = az_sum(all) > az_sum(from.first);
    /* Nothing is poured before a tile is missing. */
    s->lid = poured ? 0 : from.then;
    s->bag = from.first + (poured ? from.then : 0) - all;
    s->phase = AZ_OFFER;
    s->mover = s->starter;
}

#endif
