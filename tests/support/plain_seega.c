#include "tests/support/plain_board.h"

/* Orchid, by rays. */

static const int way[4][2] = {{-1, 0}, {0, -1}, {0, 1}, {1, 0}};

static void start(plain *b) {
    static const char *const rows[] = {"_____", "_____", "_____", "_____", "_____"};
    plain_fill(b, 5, 5, rows);
}

static int place_moves(const plain *b, plain_move *out) {
    int n = 0;
    for (int i = 0; i < 25; i++)
        if (i != 12 && b->at[i / 5][i % 5] == '_')
            plain_add(out, &n, b->mover ? 'B' : 'A', 0, 0, i / 5, i % 5);
    return n;
}

static int moves(const plain *b, plain_move *out) {
    int n = 0;
    if (b->placed < 24) return place_moves(b, out);
    for (int i = 0; i < 25; i++) {
        if (b->at[i / 5][i % 5] != (b->mover ? 'B' : 'A')) continue;
        for (int k = 0; k < 4; k++) {
            int r = i / 5 + way[k][0];
            int c = i % 5 + way[k][1];
            for (; plain_inside(b, r, c) && b->at[r][c] == '_'; r += way[k][0], c += way[k][1])
                plain_add(out, &n, 0, i / 5, i % 5, r, c);
        }
    }
    return n;
}

static bool can(const plain *b, int who) {
    plain other = *b;
    plain_move list[PLAIN_MOVES];
    other.mover = who;
    return moves(&other, list) > 0;
}

static bool has(const plain *b, char piece) {
    for (int i = 0; i < 25; i++)
        if (b->at[i / 5][i % 5] == piece) return true;
    return false;
}

static void capture(plain *b, int r, int c) {
    char own = b->at[r][c];
    for (int k = 0; k < 4; k++) {
        int r1 = r + way[k][0];
        int c1 = c + way[k][1];
        int r2 = r1 + way[k][0];
        int c2 = c1 + way[k][1];
        if (!plain_inside(b, r2, c2) || b->at[r2][c2] != own) continue;
        if (b->at[r1][c1] != own) b->at[r1][c1] = '_';
    }
}

static void play(plain *b, const plain_move *m) {
    if (m->piece) {
        b->at[m->r1][m->c1] = m->piece;
        b->placed++;
        if (b->placed < 24) {
            b->mover = b->placed % 4 >= 2;
            return;
        }
        b->mover = 1; /* so that the first player is the next */
    } else {
        b->at[m->r1][m->c1] = b->at[m->r0][m->c0];
        b->at[m->r0][m->c0] = '_';
        capture(b, m->r1, m->c1);
        if (!has(b, b->mover ? 'A' : 'B')) {
            b->over = true;
            b->winner = b->mover;
            return;
        }
    }
    b->over = !can(b, 0) && !can(b, 1);
    if (!b->over && can(b, 1 - b->mover)) b->mover = 1 - b->mover;
}

const plain_game plain_seega = {"orchid", "", false, true, start, moves, play};
