#include "games/azul/azul_policy.h"

#include <assert.h>

#include "games/azul/azul_moves.h"
#include "games/azul/azul_outlook.h"
#include "games/azul/azul_play.h"

/* A take is worth what it changes until the end of the round: the tile it brings to the wall, or
 * the part of one, less what falls on the floor. */

enum { CANDIDATES = 12 }; /* random actions that a ply of a playout chooses from */

/* What a tile in this cell is worth beyond its points, for the columns and colours it helps. */
static float promise(const az_outlook *b, unsigned row, unsigned column, unsigned colour) {
    static const float of_column[6] = {0, 0.2F, 0.5F, 1.2F, 2.5F, 7};
    static const float of_colour[6] = {0, 0.1F, 0.4F, 1.2F, 3, 10};
    static const float of_row[6] = {0, 0.1F, 0.2F, 0.3F, 0.5F, 2};
    unsigned in_column = az_column_bits(b->wall, column);
    unsigned in_colour = az_column_bits(b->row_has, colour);
    unsigned in_row = az_row_bits(b->wall, row);
    int x = __builtin_popcount(in_column) + 1;
    int y = __builtin_popcount(in_colour) + 1;
    int z = __builtin_popcount(in_row) + 1;
    return of_column[x] + of_colour[y] + of_row[z];
}

/* Tiles on the line for nothing, as long as it is not full. */
static float line_value(const az_rules *r, const az_outlook *b, unsigned line, unsigned colour,
                        unsigned held, unsigned n) {
    unsigned room = line + 1 - held;
    int column = az_best_column(r, b, line, colour);
    if (column < 0) return -(float)n;
    float entire = (float)az_gain(r, b->wall, line, (unsigned)column) +
                   promise(b, line, (unsigned)column, colour);
    if (n >= room) return entire + 0.2F * (float)(line + 1);
    float missing = (float)(room - n) / (float)(line + 1);
    return entire * (0.6F - 0.6F * missing) * ((float)n / (float)room) - 0.3F * missing;
}

/* How many tiles of a colour there are, and whether the marker comes with them. */
typedef struct taken {
    unsigned tiles, floor; /* floor: items there already, with the marker */
} taken;

static taken look_at(const az_rules *r, const az_state *s, unsigned kind, unsigned colour) {
    const az_seat *p = &s->seat[s->mover];
    taken t = {.floor = az_sum(p->floor)};
    bool centre = kind == AZ_CENTRE_KIND;
    t.tiles = az_of_colour(centre ? s->centre : r->kinds.tiles[kind], colour);
    if (centre && az_marker_free(s) && t.floor < AZ_FLOOR_PLACES) t.floor++;
    return t;
}

static float take_value(const az_rules *r, const az_state *s, const az_outlook *b, unsigned kind,
                        unsigned colour, unsigned to) {
    const az_seat *p = &s->seat[s->mover];
    taken t = look_at(r, s, kind, colour);
    unsigned surplus = t.tiles;
    float value = t.floor > az_sum(p->floor) ? 0.8F : 0; /* to start the next round */
    if (to != AZ_FLOOR && !(p->full >> to & 1)) {
        unsigned held = az_line_count(p, to);
        unsigned room = to + 1 - held;
        value += line_value(r, b, to, colour, held, t.tiles);
        surplus = t.tiles > room ? t.tiles - room : 0;
    }
    unsigned items = t.floor + surplus;
    if (items > AZ_FLOOR_PLACES) items = AZ_FLOOR_PLACES;
    return value - (float)(r->fine[items] - r->fine[az_sum(p->floor)]);
}

static float place_value(const az_rules *r, const az_outlook *b, unsigned line, unsigned column,
                         unsigned colour) {
    return (float)az_gain(r, b->wall, line, column) + promise(b, line, column, colour);
}

/* The board before the seat's full lines are tiled, for choices of columns; with
 * them, for takes. */
static void look(const az_rules *r, const az_state *s, az_outlook *b) {
    az_seat p = s->seat[s->mover];
    if (s->phase == AZ_TILING) p.full = 0;
    az_look(r, &p, b);
}

static float value_of(const az_rules *r, const az_state *s, const az_outlook *b, action a) {
    const az_seat *p = &s->seat[s->mover];
    if (s->phase == AZ_OFFER)
        return take_value(r, s, b, az_kind_in(a), az_colour_in(a), az_destination_in(a));
    unsigned line = az_next_line(p);
    return place_value(r, b, line, az_destination_in(a), az_line_colour(p, line));
}

void az_order(const rules *head, const void *state, const action *list, int n, float *score) {
    const az_rules *r = az_of(head);
    const az_state *s = state;
    az_outlook b;
    look(r, s, &b);
    for (int i = 0; i < n; i++) score[i] = 0.5F * value_of(r, s, &b, list[i]);
}

void az_playout(const rules *head, void *state, trail *t, rng *g) {
    const az_rules *r = az_of(head);
    az_state *s = state;
    if (s->phase == AZ_DEAL) {
        az_play_random(head, s, t, g);
        return;
    }
    az_outlook b;
    action best = ACTION_NONE;
    float max = 0;
    look(r, s, &b);
    for (int i = 0; i < CANDIDATES; i++) {
        action a = az_choose_random(head, s, t, g);
        float value = value_of(r, s, &b, a);
        if (best != ACTION_NONE && value <= max) continue;
        best = a;
        max = value;
    }
    if (s->phase == AZ_TILING) {
        az_place(r, s, az_destination_in(best));
        return;
    }
    assert(best != ACTION_NONE && az_source_of(r, s, best) >= 0);
    unsigned source = (unsigned)az_source_of(r, s, best);
    if (!az_take(r, s, source, az_colour_in(best), az_destination_in(best))) az_end_offer(r, s);
}

/* --- bots --- */

static action choose_greedy(const rules *head, const void *state, const trail *t, rng *g) {
    const az_rules *r = az_of(head);
    const az_state *s = state;
    action list[AZ_MAX_ACTIONS];
    az_outlook b;
    int n = az_legal(head, s, t, list);
    int best = 0;
    float max = 0;
    assert(n > 0);
    (void)g;
    look(r, s, &b);
    for (int i = 0; i < n; i++) {
        float value = value_of(r, s, &b, list[i]);
        if (i && value <= max) continue;
        best = i;
        max = value;
    }
    return list[best];
}

const bot az_bots[] = {{"random", az_choose_random}, {"greedy", choose_greedy}, {NULL, NULL}};
