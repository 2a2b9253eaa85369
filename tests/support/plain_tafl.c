#include <stdlib.h>

#include "tests/support/plain_board.h"

/* Lilac, with captures as triples of cells on a line. */

static void start(plain *b) {
    static const char *const rows[] = {"__VVV__", "___V___", "V_AAA_V", "VVAKAVV",
                                       "V_AAA_V", "___V___", "__VVV__"};
    plain_fill(b, 7, 7, rows);
}

static int owner(char piece) {
    if (piece == 'V') return 0;
    return piece == 'A' || piece == 'K' ? 1 : -1;
}

static int moves(const plain *b, plain_move *out) {
    int n = 0;
    for (int r = 0; r < 7; r++)
        for (int c = 0; c < 7; c++) {
            if (owner(b->at[r][c]) != b->mover) continue;
            for (int x = r - 1; x <= r + 1; x++)
                for (int y = c - 1; y <= c + 1; y++) {
                    if (abs(x - r) + abs(y - c) != 1 || !plain_inside(b, x, y)) continue;
                    bool throne = x == 3 && y == 3 && b->at[r][c] != 'K';
                    if (b->at[x][y] == '_' && !throne) plain_add(out, &n, 0, r, c, x, y);
                }
        }
    return n;
}

/* Every line of three whose ends belong to `by`: what is between is marked, if it is an enemy and
 * `only` (if any) is one of the three in the asked role. */
static void mark(const plain *b, int by, int r, int c, bool as_end, bool taken[7][7]) {
    for (int x = 0; x < 7; x++)
        for (int y = 0; y < 7; y++)
            for (int d = 0; d < 2; d++) {
                int dr = d == 0;
                int dc = d == 1;
                if (!plain_inside(b, x + 2 * dr, y + 2 * dc)) continue;
                bool ends = owner(b->at[x][y]) == by && owner(b->at[x + 2 * dr][y + 2 * dc]) == by;
                bool foe = owner(b->at[x + dr][y + dc]) == 1 - by;
                bool at_end = (x == r && y == c) || (x + 2 * dr == r && y + 2 * dc == c);
                bool between = x + dr == r && y + dc == c;
                if (ends && foe && (as_end ? at_end : between)) taken[x + dr][y + dc] = true;
            }
}

static void clear(plain *b, bool taken[7][7]) {
    for (int r = 0; r < 7; r++)
        for (int c = 0; c < 7; c++)
            if (taken[r][c]) b->at[r][c] = '_';
}

static void judge(plain *b) {
    plain_move list[PLAIN_MOVES];
    b->winner = 0; /* unless there is a king */
    for (int r = 0; r < 7; r++)
        for (int c = 0; c < 7; c++)
            if (b->at[r][c] == 'K') b->winner = r % 6 == 0 || c % 6 == 0 ? 1 : -1;
    b->over = b->winner >= 0;
    if (b->over) return;
    b->mover = 1 - b->mover;
    b->over = moves(b, list) == 0;
    if (b->over) b->winner = 1 - b->mover;
}

static void play(plain *b, const plain_move *m) {
    bool active[7][7] = {{false}};
    bool passive[7][7] = {{false}};
    b->at[m->r1][m->c1] = b->at[m->r0][m->c0];
    b->at[m->r0][m->c0] = '_';
    mark(b, b->mover, m->r1, m->c1, true, active);
    clear(b, active);
    if (b->option) mark(b, 1 - b->mover, m->r1, m->c1, false, passive);
    clear(b, passive);
    judge(b);
}

const plain_game plain_tafl = {"lilac", "", false, true, start, moves, play};
const plain_game plain_tafl_passive = {"lilac", "set passive_capture=1", true, true, start, moves,
                                       play};
