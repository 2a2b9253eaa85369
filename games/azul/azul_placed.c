#include "games/azul/azul_placed.h"

#include <assert.h>

#include "games/azul/azul_moves.h"

/* Basic: every full line, seat by seat. */
static int place_all(const az_rules *r, const az_state *s, az_placed *out) {
    int n = 0;
    for (unsigned i = 0; i < r->head.players; i++)
        for (unsigned set = s->seat[i].full; set; set &= set - 1) {
            unsigned line = (unsigned)__builtin_ctz(set);
            unsigned column = az_column(line, az_line_colour(&s->seat[i], line));
            out[n++] = (az_placed){(uint8_t)i, (uint8_t)line, (uint8_t)column};
        }
    return n;
}

/* Grey: lines without a column, up to the first one that has some. */
static int give_up(const az_rules *r, az_state *s, unsigned first, az_placed *out) {
    int n = 0;
    for (unsigned i = first; i < r->head.players; i++) {
        az_seat *p = &s->seat[i];
        while (p->full) {
            unsigned line = az_next_line(p);
            if (az_columns(p, line)) return n;
            out[n++] = (az_placed){(uint8_t)i, (uint8_t)line, AZ_FLOOR};
            az_clear_line(r, p, line);
        }
    }
    return n;
}

int az_placed_by(const az_rules *r, const az_state *s, action a, az_placed *out) {
    az_state t = *s;
    if (s->phase == AZ_TILING) {
        az_seat *p = &t.seat[s->mover];
        unsigned line = az_next_line(p);
        unsigned column = az_destination_in(a);
        p->column_has |= 1u << (AZ_LINES * column + az_line_colour(p, line));
        az_tile_line(r, &t, p, line, column);
        return give_up(r, &t, s->mover, out);
    }
    if (s->phase != AZ_OFFER) return 0;
    int source = az_source_of(r, s, a);
    if (source < 0 || az_take(r, &t, (unsigned)source, az_colour_in(a), az_destination_in(a)))
        return 0;
    int n = r->o.grey ? give_up(r, &t, 0, out) : place_all(r, &t, out);
    assert(n <= AZ_MAX_PLACED);
    return n;
}
