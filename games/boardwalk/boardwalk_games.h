#ifndef GAMES_BOARDWALK_BOARDWALK_GAMES_H
#define GAMES_BOARDWALK_BOARDWALK_GAMES_H
/* The twelve games of the Boardwalk study, on the kit (engine/sdk/boardwalk.h). */

#include "engine/sdk/boardwalk.h"

extern const bw_game bw_amethyst, bw_amethyst12, bw_daisy, bw_lazuli, bw_lilac, bw_obsidian,
    bw_orchid, bw_peridot, bw_quartz, bw_saffron, bw_tangerine, bw_topaz, bw_violet;

extern const bw_game *const boardwalk_games[]; /* all of them, ended by NULL */

/* The mirror images of a board of n by n cells: 1 to 7, and -1 after them. The first three leave
 * rows rows and columns columns. */
static inline int boardwalk_image(int k, int cell, int n) {
    int r = cell / n;
    int c = cell % n;
    if (k > 7) return -1;
    if (k & 4) {
        int t = r;
        r = c;
        c = t;
    }
    if (k & 2) r = n - 1 - r;
    if (k & 1) c = n - 1 - c;
    return r * n + c;
}

#endif
