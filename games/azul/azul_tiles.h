#ifndef GAMES_AZUL_AZUL_TILES_H
#define GAMES_AZUL_AZUL_TILES_H
/* Tiles as numbers.
 *
 * A heap of tiles is one word with a byte a colour, in the order blue, yellow, red, black, white,
 * and the number of all of them in the highest byte: heaps are added and taken away in one step.
 * Byte 5 is the marker's on a floor and 0 elsewhere.
 *
 * What a display can hold, at most four tiles, is one of 126 kinds, numbered so that kind 0 is
 * empty. A display is named by its kind wherever it must not matter which of equal displays is
 * meant. */

#include <assert.h>
#include <stdbool.h>
#include <stdint.h>

enum {
    AZ_COLOURS = 5,
    AZ_ON_DISPLAY = 4, /* tiles */
    AZ_KINDS = 126,
    AZ_MARKER_BYTE = 5,
    AZ_SUM_BYTE = 7,
    AZ_EACH = 20 /* tiles of a colour */
};

typedef uint64_t az_tiles;

#define AZ_ALL_LANES  UINT64_C(0x0101010101) /* a 1 in the byte of every colour */
#define AZ_TILE_LANES UINT64_C(0xffffffffff)
#define AZ_MARKER     (UINT64_C(1) << 8 * AZ_MARKER_BYTE | UINT64_C(1) << 8 * AZ_SUM_BYTE)

/* One tile of a colour. */
static inline az_tiles az_tile(unsigned colour) {
    assert(colour < AZ_COLOURS);
    return UINT64_C(1) << 8 * colour | UINT64_C(1) << 8 * AZ_SUM_BYTE;
}

static inline unsigned az_of_colour(az_tiles t, unsigned colour) {
    return (unsigned)(t >> 8 * colour) & 255;
}

static inline unsigned az_sum(az_tiles t) {
    return (unsigned)(t >> 8 * AZ_SUM_BYTE);
}

/* A 1 in the byte of every colour that is there. No colour has more than 127 tiles, so nothing
 * carries. */
static inline uint64_t az_present(az_tiles t) {
    return (((t & AZ_TILE_LANES) + 0x7f * AZ_ALL_LANES) >> 7) & AZ_ALL_LANES;
}

/* Whether all of a is in b. */
static inline bool az_within(az_tiles a, az_tiles b) {
    uint64_t high = AZ_ALL_LANES << 7;
    return (((b & AZ_TILE_LANES) + high - (a & AZ_TILE_LANES)) & high) == high;
}

typedef struct az_kinds {
    az_tiles tiles[AZ_KINDS + 2];       /* of each kind; the last two hold nothing */
    uint8_t more[AZ_KINDS][AZ_COLOURS]; /* the kind with one tile more; 0 beyond four tiles */
} az_kinds;

void az_kinds_init(az_kinds *k);

/* The kind of a heap; -1 for more than four tiles. */
int az_kind_of(const az_kinds *k, az_tiles t);

extern const char az_letter[AZ_COLOURS + 1]; /* "BYRKW" */
int az_colour_of(char letter);               /* -1 if it is none */

#endif
