#include <string.h>

#include "tests/support/plain_board.h"

/* Amethyst, by rays from each piece. */

static const char *const men[2] = {"AK", "OQ"};

static void start12(plain *b) {
    static const char *const rows[] = {"_O_O_O_O", "O_O_O_O_", "_O_O_O_O", "________",
                                       "________", "A_A_A_A_", "_A_A_A_A", "A_A_A_A_"};
    plain_fill(b, 8, 8, rows);
}

static void start8(plain *b) {
    static const char *const rows[] = {"_O_O_O_O", "O_O_O_O_", "________", "________",
                                       "________", "________", "_A_A_A_A", "A_A_A_A_"};
    plain_fill(b, 8, 8, rows);
}

/* From one piece along one diagonal: first the free cells, then perhaps a capture. */
static void along(const plain *b, int r, int c, int dr, int dc, bool quiet, plain_move *out,
                  int *n) {
    bool king = b->at[r][c] == 'K' || b->at[r][c] == 'Q';
    int up = b->mover == 0 ? -1 : 1;
    if (!king && dr != up) return;
    int x = r + dr;
    int y = c + dc;
    bool slides = b->option; /* how far a king goes that takes nothing */
    for (int steps = 1; plain_inside(b, x, y) && b->at[x][y] == '_'; steps++) {
        if (quiet && (steps == 1 || (king && slides))) plain_add(out, n, 0, r, c, x, y);
        x += dr;
        y += dc;
        if (!king) break;
    }
    int reach = (x - r) * dr;
    if (!plain_inside(b, x, y) || (!king && reach != 1)) return;
    if (!strchr(men[1 - b->mover], b->at[x][y])) return;
    if (plain_inside(b, x + dr, y + dc) && b->at[x + dr][y + dc] == '_')
        plain_add(out, n, 0, r, c, x + dr, y + dc);
}

static void from_piece(const plain *b, int r, int c, bool quiet, plain_move *out, int *n) {
    for (int dr = -1; dr <= 1; dr += 2)
        for (int dc = -1; dc <= 1; dc += 2) along(b, r, c, dr, dc, quiet, out, n);
}

static int moves(const plain *b, plain_move *out) {
    int n = 0;
    if (b->more) {
        from_piece(b, b->more_r, b->more_c, false, out, &n);
        return n;
    }
    for (int r = 0; r < 8; r++)
        for (int c = 0; c < 8; c++)
            if (strchr(men[b->mover], b->at[r][c])) from_piece(b, r, c, true, out, &n);
    return n;
}

static void play(plain *b, const plain_move *m) {
    plain_move list[PLAIN_MOVES];
    int dr = m->r1 > m->r0 ? 1 : -1;
    int dc = m->c1 > m->c0 ? 1 : -1;
    char piece = b->at[m->r0][m->c0];
    bool took = false;
    b->at[m->r0][m->c0] = '_';
    for (int r = m->r0 + dr, c = m->c0 + dc; r != m->r1; r += dr, c += dc) {
        took |= b->at[r][c] != '_'; /* only the last one before the goal can be a piece */
        b->at[r][c] = '_';
    }
    if (piece == 'A' && m->r1 == 0) piece = 'K';
    if (piece == 'O' && m->r1 == 7) piece = 'Q';
    b->at[m->r1][m->c1] = piece;
    int n = 0;
    if (took) from_piece(b, m->r1, m->c1, false, list, &n);
    b->more = n > 0;
    b->more_r = b->more ? m->r1 : 0;
    b->more_c = b->more ? m->c1 : 0;
    if (b->more) return;
    b->mover = 1 - b->mover;
    if (moves(b, list)) return;
    b->over = true;
    b->winner = 1 - b->mover;
}

const plain_game plain_checkers = {"amethyst12", "", true, true, start12, moves, play};
const plain_game plain_checkers8 = {"amethyst", "", true, true, start8, moves, play};
const plain_game plain_short_kings = {"amethyst", "set king_slide=0", false, true, start8, moves,
                                      play};
