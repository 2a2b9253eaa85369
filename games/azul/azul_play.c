#include "games/azul/azul_play.h"

#include <assert.h>
#include <string.h>

#include "games/azul/azul_moves.h"

/* --- the deal ---------------------------------------------------------------------------------
 * Tiles are found by sums: byte k of `upto` is the number of tiles of the colours 0 to k, so tile
 * number `pick` has the first colour whose sum is larger. No sum is above 100, so bytes do not
 * disturb each other. */

static inline uint64_t sums(az_tiles t) {
    return ((t & AZ_TILE_LANES) * AZ_ALL_LANES) & AZ_TILE_LANES;
}

static inline unsigned colour_at(uint64_t upto, uint64_t pick) {
    uint64_t high = AZ_ALL_LANES << 7;
    uint64_t beyond = (pick * AZ_ALL_LANES + high - upto) & high;
    return (unsigned)((beyond >> 7) * AZ_ALL_LANES >> 32) & 7;
}

void az_draw_deal(const az_rules *r, const az_state *s, rng *g, uint8_t *kinds) {
    assert(s->phase == AZ_DEAL && (s->bag | s->lid));
    az_supply from = az_supply_of(r, s);
    uint64_t upto = sums(from.first);
    uint64_t left = az_sum(from.first);
    memset(kinds, 0, AZ_DISPLAYS);
    for (unsigned i = 0; i < r->displays; i++) {
        /* One word for four draws: each takes the high half of a product and leaves the low half
         * to the next, which tells the colours' odds to within 2^-36. */
        uint64_t word = rng_next(g);
        unsigned kind = 0;
        for (unsigned t = 0; t < AZ_ON_DISPLAY; t++) {
            if (!left) {
                upto = sums(from.then);
                left = az_sum(from.then);
                from.then = 0;
            }
            if (!left) break;
            unsigned __int128 product = (unsigned __int128)word * left--;
            unsigned colour = colour_at(upto, (uint64_t)(product >> 64));
            assert(colour < AZ_COLOURS);
            word = (uint64_t)product;
            upto -= (AZ_ALL_LANES << 8 * colour) & AZ_TILE_LANES;
            kind = r->kinds.more[kind][colour];
        }
        kinds[i] = (uint8_t)kind;
    }
}

action az_sample(const rules *r, const void *state, rng *g) {
    const az_state *s = state;
    assert(az_actor(r, s) == ACTOR_CHANCE);
    if (s->starter == AZ_NO_SEAT) return rng_below(g, r->players);
    uint8_t kinds[AZ_DISPLAYS];
    action a = 0;
    az_draw_deal(az_of(r), s, g, kinds);
    for (unsigned i = 0; i < AZ_DISPLAYS; i++) a |= (action)kinds[i] << 7 * i;
    return a;
}

/* --- random plies --- */

/* How many bits each byte has. */
static inline uint64_t count_bits(uint64_t x) {
    x -= x >> 1 & UINT64_C(0x5555555555555555);
    x = (x & UINT64_C(0x3333333333333333)) + (x >> 2 & UINT64_C(0x3333333333333333));
    return (x + (x >> 4)) & UINT64_C(0x0f0f0f0f0f0f0f0f);
}

static inline unsigned bit_at(unsigned set, unsigned n) {
    while (n--) set &= set - 1;
    return (unsigned)__builtin_ctz(set);
}

typedef struct choice {
    unsigned source, colour, to;
} choice;

/* A colour is as likely as it has sources times destinations; then both are drawn uniformly. No
 * branch here could be predicted, so there is none. */
static inline choice choose_take(const az_rules *r, const az_state *s, rng *g) {
    const az_seat *p = &s->seat[s->mover];
    uint64_t ways = count_bits(p->open);
    unsigned upto[AZ_COLOURS + 1]; /* actions with the colours before */
    upto[0] = 0;
    for (unsigned c = 0; c < AZ_COLOURS; c++)
        upto[c + 1] = upto[c] + az_of_colour(s->sources, c) * az_of_colour(ways, c);
    assert(upto[AZ_COLOURS] > 0);
    unsigned pick = (unsigned)rng_below(g, upto[AZ_COLOURS]);
    unsigned c = 0;
    for (unsigned i = 1; i < AZ_COLOURS; i++) c += pick >= upto[i];
    pick -= upto[c];
    unsigned destinations = az_of_colour(ways, c);
    unsigned which = pick / destinations;
    unsigned holders = (unsigned)(s->holders >> 12 * c) & 0x1ff;
    unsigned to = r->nth[az_of_colour(p->open, c)][pick - which * destinations];
    return (choice){r->nth_source[holders][which], c, to};
}

static inline unsigned choose_column(const az_state *s, rng *g) {
    const az_seat *p = &s->seat[s->mover];
    unsigned set = az_columns(p, az_next_line(p));
    return bit_at(set, (unsigned)rng_below(g, (uint64_t)__builtin_popcount(set)));
}

static inline void random_ply(const az_rules *r, az_state *s, rng *g) {
    assert(s->phase != AZ_OVER);
    if (s->phase == AZ_OFFER) {
        choice x = choose_take(r, s, g);
        if (!az_take(r, s, x.source, x.colour, x.to)) az_end_offer(r, s);
    } else if (s->phase == AZ_TILING) {
        az_place(r, s, choose_column(s, g));
    } else if (s->starter == AZ_NO_SEAT) {
        s->starter = (uint8_t)rng_below(g, r->head.players);
    } else {
        uint8_t kinds[AZ_DISPLAYS];
        az_draw_deal(r, s, g, kinds);
        az_deal(r, s, kinds);
    }
}

void az_play_random(const rules *r, void *s, trail *t, rng *g) {
    (void)t;
    random_ply(az_of(r), s, g);
}

int az_play_out(const rules *head, void *state, trail *t, rng *g, int max) {
    const az_rules *r = az_of(head);
    az_state *s = state;
    int n = 0;
    (void)t;
    while (n < max && s->phase != AZ_OVER) {
        bool on = s->phase == AZ_OFFER;
        if (!on) random_ply(r, s, g);
        n += !on;
        while (on && n < max) {
            choice x = choose_take(r, s, g);
            on = az_take(r, s, x.source, x.colour, x.to);
            if (!on) az_end_offer(r, s);
            n++;
        }
    }
    return n;
}

action az_choose_random(const rules *r, const void *state, const trail *t, rng *g) {
    const az_state *s = state;
    (void)t;
    assert(az_actor(r, s) >= 0);
    if (s->phase == AZ_TILING)
        return az_place_action(az_next_line(&s->seat[s->mover]), choose_column(s, g));
    choice x = choose_take(az_of(r), s, g);
    unsigned kind = x.source == AZ_CENTRE ? AZ_CENTRE_KIND : s->display[x.source];
    return az_take_action(kind, x.colour, x.to);
}
