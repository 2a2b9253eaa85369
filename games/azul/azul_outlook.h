#ifndef GAMES_AZUL_AZUL_OUTLOOK_H
#define GAMES_AZUL_AZUL_OUTLOOK_H
/* A board as it will be if the offer ended now: full lines tiled, the floor scored. On the grey
 * wall each line goes where it gains most. */

#include "games/azul/azul_rules.h"

typedef struct az_outlook {
    uint32_t wall, row_has, column_has;
    int score;      /* clamped, where scores are */
    int rows[6];    /* how many rows have this many tiles */
    int columns[6]; /* and columns, and colours */
    int colours[6];
    int longest; /* tiles in the fullest row */
} az_outlook;

void az_look(const az_rules *r, const az_seat *p, az_outlook *out);

/* The column where a tile of this colour would go in this row: fixed, or on the grey wall the one
 * that gains most; -1 if there is none. */
int az_best_column(const az_rules *r, const az_outlook *b, unsigned row, unsigned colour);

/* Points of rows, columns and colours that are complete. */
int az_outlook_bonus(const az_outlook *b);

#endif
