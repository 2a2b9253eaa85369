#ifndef GAMES_AZUL_AZUL_RULES_H
#define GAMES_AZUL_AZUL_RULES_H
/* The rules of Azul: the state, what may be done in it, and what that does.
 *
 * Rows, lines, columns, colours and seats count from 0 here. A round is: the deal (chance), the
 * offer (players in turn take all tiles of one colour from a display or the centre), the tiling.
 * On the basic wall tiling decides nothing, so it is part of the last action of the offer; on the
 * grey wall seats choose columns, one full line after the other.
 *
 * Displays have numbers for the outside and for drawings. Which of two equal displays is which does
 * not matter for play: the hash ignores it, and an action names a display by its kind
 * (azul_tiles.h). An action may carry the number of a display as well, in bits that legal() leaves
 * 0: that is how the spelling of an outside program is kept. */

#include "engine/base/hash.h"
#include "engine/game/game.h"
#include "games/azul/azul_tiles.h"

enum {
    AZ_SEATS = 4,
    AZ_DISPLAYS = 9,
    AZ_LINES = 5, /* and rows and columns */
    AZ_CELLS = AZ_LINES * AZ_LINES,
    AZ_FLOOR = AZ_LINES, /* as a destination */
    AZ_DESTINATIONS = AZ_LINES + 1,
    AZ_FLOOR_PLACES = 7,
    AZ_CENTRE = AZ_DISPLAYS, /* as a source, after the displays */
    AZ_CENTRE_KIND = 127,    /* as a kind of display in an action */
    AZ_NO_SEAT = 7,          /* as a seat: the marker in the centre; no starter yet */
    AZ_MAX_ACTIONS = 300,
    AZ_MAX_ROUND = 9999, /* counted no further */
    AZ_MIN_SCORE = -9999 /* nor lower; reached only where scores may fall below 0 */
};

enum { AZ_DEAL, AZ_OFFER, AZ_TILING, AZ_OVER }; /* phases */

typedef struct az_seat {
    az_tiles floor;      /* with the marker, if it has a place there */
    uint64_t open;       /* byte of a colour: bit r, line r takes it; bit 5, the floor does */
    uint32_t wall;       /* bit 5 * row + column */
    uint32_t row_has;    /* bit 5 * row + colour */
    uint32_t column_has; /* grey: bit 5 * column + colour */
    uint32_t plane[3];   /* grey: bits 0 to 2 of every cell's colour, 1 to 5, or 0 */
    int16_t score;
    uint16_t count;  /* tiles on the lines, 3 bits each */
    uint16_t colour; /* their colours, 3 bits each; 0 where a line is empty */
    uint8_t full;    /* bit r: line r is full */
    uint8_t zero;
} az_seat;

typedef struct az_state {
    uint64_t hash; /* kept up by az_apply(), stale after the quick plies of azul_play.h */
    az_tiles bag, lid, centre;
    uint64_t holders;             /* bit 12 * colour + display: this display has the colour */
    uint64_t sources;             /* byte of a colour: displays that have it, and the centre */
    uint8_t display[AZ_DISPLAYS]; /* kinds */
    uint8_t phase, mover, marker, starter;
    uint8_t zero;
    uint16_t round;
    az_seat seat[AZ_SEATS];
} az_state;

_Static_assert(sizeof(az_seat) == 48 && sizeof(az_state) == 256, "flat, without padding");

#define AZ_HOLDER_LANES UINT64_C(0x001001001001001)

typedef struct az_options {
    bool grey, destroy_used, destroy_surplus, early, clamp, merged, marker_needs_place;
    bool floor_takes_marker, unmarked_next, full_line_ok, noplace_discard, ties_by_rows, to_right;
    bool first_random;
    uint8_t first;
    int max_rounds; /* 0: no limit */
    uint8_t penalty[AZ_FLOOR_PLACES];
} az_options;

typedef struct az_rules {
    rules head;
    az_kinds kinds;
    az_options o;
    uint8_t displays;
    int16_t fine[AZ_FLOOR_PLACES + 1];        /* what this many items on the floor cost */
    uint8_t run[32][AZ_LINES];                /* the unbroken run through a bit of a row of five */
    uint64_t spread[32];                      /* bit k to the byte of colour k */
    uint8_t nth[64][AZ_DESTINATIONS];         /* the n-th bit of a set of destinations */
    uint8_t nth_source[512][AZ_DISPLAYS + 1]; /* of a set of displays; after them the centre */
    uint64_t kind_lanes[AZ_KINDS + 2];        /* az_present() of each kind */
    uint64_t kind_key[AZ_KINDS];
    uint64_t salt[8 + 4 * AZ_SEATS];
} az_rules;

static inline const az_rules *az_of(const rules *r) {
    return (const az_rules *)(const void *)r;
}

/* --- actions --- */

static inline action az_take_action(unsigned kind, unsigned colour, unsigned destination) {
    assert(kind <= AZ_CENTRE_KIND && colour < AZ_COLOURS && destination <= AZ_FLOOR);
    return (action)kind << 6 | colour << 3 | destination;
}

enum { AZ_PLACE_BASE = 1 << 13, AZ_HINT_SHIFT = 16 };

static inline action az_place_action(unsigned line, unsigned column) {
    assert(line < AZ_LINES && column < AZ_LINES);
    return AZ_PLACE_BASE + (line << 3 | column);
}

static inline unsigned az_kind_in(action a) {
    return (unsigned)(a >> 6) & 127;
}

static inline unsigned az_colour_in(action a) {
    return (unsigned)(a >> 3) & 7;
}

static inline unsigned az_destination_in(action a) { /* of a placement: the column */
    return (unsigned)a & 7;
}

/* The display that a spelling named, from 1; 0: any of its kind. */
static inline unsigned az_hint_in(action a) {
    return (unsigned)(a >> AZ_HINT_SHIFT) & 15;
}

/* A deal is nine kinds of 7 bits, the first display lowest. */
static inline unsigned az_dealt(action a, unsigned display) {
    return (unsigned)(a >> 7 * display) & 127;
}

/* --- looking --- */

static inline unsigned az_line_count(const az_seat *p, unsigned line) {
    return p->count >> 3 * line & 7u;
}

static inline unsigned az_line_colour(const az_seat *p, unsigned line) {
    return p->colour >> 3 * line & 7u;
}

/* The column of a colour on the basic wall. */
static inline unsigned az_column(unsigned row, unsigned colour) {
    unsigned c = colour + row;
    return c >= AZ_LINES ? c - AZ_LINES : c;
}

/* A column of the wall as five bits, the first row lowest: the factor moves bit 5i to bit
 * 20 + i. */
static inline unsigned az_column_bits(uint32_t wall, unsigned column) {
    uint64_t picked = (wall >> column) & 0x108421u;
    return (unsigned)(picked * 0x111110u >> 20) & 31;
}

static inline unsigned az_row_bits(uint32_t wall, unsigned row) {
    return wall >> AZ_LINES * row & 31;
}

/* The colour in a cell, or -1. */
int az_cell(const az_rules *r, const az_seat *p, unsigned row, unsigned column);

/* What a tile in this cell scores; the cell may be taken or free. */
static inline int az_gain(const az_rules *r, uint32_t wall, unsigned row, unsigned column) {
    unsigned h = r->run[az_row_bits(wall, row) | 1u << column][column];
    unsigned v = r->run[az_column_bits(wall, column) | 1u << row][row];
    if (r->o.merged) return (int)(h + v) - 1;
    if (h == 1 || v == 1) return (int)(h * v);
    return (int)(h + v);
}

/* Grey: the columns where this line's colour may go, as five bits. */
unsigned az_columns(const az_seat *p, unsigned line);

/* The line whose tile is placed next, grey; the seat has a full one. */
static inline unsigned az_next_line(const az_seat *p) {
    assert(p->full && p->full < 1u << AZ_LINES);
    return (unsigned)__builtin_ctz(p->full);
}

unsigned az_full_rows(const az_seat *p);
int az_bonus(const az_seat *p); /* rows, columns and colours at the end of the game */

static inline bool az_marker_free(const az_state *s) {
    return s->marker == AZ_NO_SEAT;
}

/* The lowest display of a kind; the centre for its own; -1 if there is none. */
int az_source_of(const az_rules *r, const az_state *s, action a);

/* --- playing: the functions of the contract --- */

void az_start(const rules *r, void *s);
int az_actor(const rules *r, const void *s);
int az_legal(const rules *r, const void *s, const trail *t, action *out);
uint64_t az_count(const rules *r, const void *s, const trail *t);
void az_apply(const rules *r, void *s, trail *t, action a);
uint64_t az_rehash(const rules *r, const void *s);
void az_returns(const rules *r, const void *s, float *utility, int32_t *points);
void az_ranks(const rules *r, const void *s, int *out); /* dense */

/* --- for these --- */

/* Fills what follows from the rest of a state: holders, sources, the seats' open and full. */
void az_complete(const az_rules *r, az_state *s);

/* The tiles of the last rows of play: what the next deal is drawn from. With refill=early the lid
 * may be in the bag at once. */
typedef struct az_supply {
    az_tiles first, then; /* the bag, and what is poured in when it is empty */
} az_supply;
az_supply az_supply_of(const az_rules *r, const az_state *s);

#endif
