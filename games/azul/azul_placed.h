#ifndef GAMES_AZUL_AZUL_PLACED_H
#define GAMES_AZUL_AZUL_PLACED_H
/* What follows a step by itself: lines that find their place on the wall, or none. */

#include "games/azul/azul_rules.h"

typedef struct az_placed {
    uint8_t seat, line, column; /* AZ_FLOOR: the line has no column and is given up */
} az_placed;

enum { AZ_MAX_PLACED = AZ_SEATS * AZ_LINES };

/* The placements that a legal step in s leads to, without those that are chosen; how many. */
int az_placed_by(const az_rules *r, const az_state *s, action a, az_placed *out);

#endif
