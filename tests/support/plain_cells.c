#include <string.h>

#include "tests/support/plain_board.h"

/* The small ones: quartz, violet, saffron, tangerine, lazuli and peridot. */

static const int way[8][2] = {{-1, 0}, {0, -1}, {0, 1}, {1, 0}, {-1, -1}, {-1, 1}, {1, -1}, {1, 1}};

static void fill_blank(plain *b, int side) {
    static const char *const rows[] = {"__________", "__________", "__________", "__________",
                                       "__________", "__________", "__________", "__________",
                                       "__________", "__________"};
    plain_fill(b, side, side, rows);
}

static void end(plain *b, int winner) {
    b->over = true;
    b->winner = winner;
}

/* --- quartz --- */

static void start_reversi(plain *b) {
    fill_blank(b, 8);
    b->at[3][3] = b->at[4][4] = 'A';
    b->at[3][4] = b->at[4][3] = 'V';
}

/* Turns what a piece on r,c would turn, and tells how many; only counts if told so. */
static int turn(plain *b, int r, int c, bool really) {
    char own = b->mover ? 'V' : 'A';
    char foe = b->mover ? 'A' : 'V';
    int total = 0;
    for (int k = 0; k < 8; k++) {
        int n = 1;
        while (plain_inside(b, r + n * way[k][0], c + n * way[k][1]) &&
               b->at[r + n * way[k][0]][c + n * way[k][1]] == foe)
            n++;
        if (!plain_inside(b, r + n * way[k][0], c + n * way[k][1])) continue;
        if (b->at[r + n * way[k][0]][c + n * way[k][1]] != own) continue;
        total += n - 1;
        for (int i = 1; really && i < n; i++) b->at[r + i * way[k][0]][c + i * way[k][1]] = own;
    }
    return total;
}

static int moves_reversi(const plain *b, plain_move *out) {
    plain copy = *b;
    int n = 0;
    for (int i = 0; i < 64; i++)
        if (b->at[i / 8][i % 8] == '_' && turn(&copy, i / 8, i % 8, false))
            plain_add(out, &n, b->mover ? 'V' : 'A', 0, 0, i / 8, i % 8);
    return n;
}

static void play_reversi(plain *b, const plain_move *m) {
    plain_move list[PLAIN_MOVES];
    (void)turn(b, m->r1, m->c1, true);
    b->at[m->r1][m->c1] = m->piece;
    b->mover = 1 - b->mover;
    if (moves_reversi(b, list)) return;
    b->mover = 1 - b->mover;
    if (moves_reversi(b, list)) return;
    int lead = 0;
    for (int i = 0; i < 64; i++)
        lead += (b->at[i / 8][i % 8] == 'A') - (b->at[i / 8][i % 8] == 'V');
    end(b, lead > 0 ? 0 : lead < 0 ? 1 : -1);
}

const plain_game plain_reversi = {"quartz",      "",          false, false, start_reversi,
                                  moves_reversi, play_reversi};

/* --- violet --- */

static void start_amazons(plain *b) {
    fill_blank(b, 10);
    b->at[0][3] = b->at[0][6] = b->at[3][0] = b->at[3][9] = 'V';
    b->at[6][0] = b->at[6][9] = b->at[9][3] = b->at[9][6] = 'A';
}

static void rays(const plain *b, char piece, int r, int c, plain_move *out, int *n) {
    for (int k = 0; k < 8; k++)
        for (int x = r + way[k][0], y = c + way[k][1]; plain_inside(b, x, y) && b->at[x][y] == '_';
             x += way[k][0], y += way[k][1])
            plain_add(out, n, piece, piece ? 0 : r, piece ? 0 : c, x, y);
}

static int moves_amazons(const plain *b, plain_move *out) {
    int n = 0;
    if (b->more) rays(b, 'X', b->more_r, b->more_c, out, &n);
    for (int i = 0; i < 100 && !b->more; i++)
        if (b->at[i / 10][i % 10] == (b->mover ? 'V' : 'A')) rays(b, 0, i / 10, i % 10, out, &n);
    return n;
}

static void play_amazons(plain *b, const plain_move *m) {
    plain_move list[PLAIN_MOVES];
    b->more = !m->piece;
    b->at[m->r1][m->c1] = m->piece ? m->piece : b->at[m->r0][m->c0];
    b->more_r = b->more ? m->r1 : 0;
    b->more_c = b->more ? m->c1 : 0;
    if (b->more) {
        b->at[m->r0][m->c0] = '_';
        return;
    }
    b->mover = 1 - b->mover;
    if (!moves_amazons(b, list)) end(b, 1 - b->mover);
}

const plain_game plain_amazons = {"violet",      "",          false, false, start_amazons,
                                  moves_amazons, play_amazons};

/* --- saffron --- */

static void start_tron(plain *b) {
    fill_blank(b, 8);
    b->at[3][3] = 'A';
    b->at[4][4] = 'B';
}

static int moves_tron(const plain *b, plain_move *out) {
    int n = 0;
    for (int i = 0; i < 64; i++)
        for (int k = 0; k < 4 && b->at[i / 8][i % 8] == (b->mover ? 'B' : 'A'); k++) {
            int r = i / 8 + way[k][0];
            int c = i % 8 + way[k][1];
            if (plain_inside(b, r, c) && !strchr("AB", b->at[r][c]))
                plain_add(out, &n, 0, i / 8, i % 8, r, c);
        }
    return n;
}

static void play_tron(plain *b, const plain_move *m) {
    bool crash = b->at[m->r1][m->c1] != '_';
    b->at[m->r1][m->c1] = b->mover ? 'B' : 'A';
    b->at[m->r0][m->c0] = b->mover ? 'b' : 'a';
    b->mover = 1 - b->mover;
    if (crash) end(b, b->mover);
}

const plain_game plain_tron = {"saffron", "", false, false, start_tron, moves_tron, play_tron};

/* --- tangerine --- */

static void start_dominoes(plain *b) {
    fill_blank(b, 6);
}

static int moves_dominoes(const plain *b, plain_move *out) {
    int n = 0;
    for (int r = 0; r < 6; r++)
        for (int c = 0; c < 6; c++) {
            if (b->at[r][c] != '_') continue;
            if (b->mover == 0 && c < 5 && b->at[r][c + 1] == '_')
                plain_add(out, &n, 'H', 0, 0, r, c);
            if (b->mover == 1 && r > 0 && b->at[r - 1][c] == '_')
                plain_add(out, &n, 'V', 0, 0, r, c);
        }
    return n;
}

static void play_dominoes(plain *b, const plain_move *m) {
    plain_move list[PLAIN_MOVES];
    b->at[m->r1][m->c1] = m->piece;
    b->at[m->r1 - b->mover][m->c1 + 1 - b->mover] = m->piece;
    b->mover = 1 - b->mover;
    if (!moves_dominoes(b, list)) end(b, 1 - b->mover);
}

const plain_game plain_dominoes = {"tangerine",    "",           false, false, start_dominoes,
                                   moves_dominoes, play_dominoes};

/* --- lazuli --- */

static void start_pegs(plain *b) {
    static const char *const rows[] = {"  XXX  ", "  XXX  ", "XXXXXXX", "XXX_XXX",
                                       "XXXXXXX", "  XXX  ", "  XXX  "};
    plain_fill(b, 7, 7, rows);
    b->alone = true;
}

static int moves_pegs(const plain *b, plain_move *out) {
    int n = 0;
    for (int i = 0; i < 49; i++)
        for (int k = 0; k < 4; k++) {
            int r = i / 7 + 2 * way[k][0];
            int c = i % 7 + 2 * way[k][1];
            if (plain_inside(b, r, c) && b->at[i / 7][i % 7] == 'X' && b->at[r][c] == '_' &&
                b->at[i / 7 + way[k][0]][i % 7 + way[k][1]] == 'X')
                plain_add(out, &n, 0, i / 7, i % 7, r, c);
        }
    return n;
}

static void play_pegs(plain *b, const plain_move *m) {
    plain_move list[PLAIN_MOVES];
    int left = 0;
    b->at[m->r0][m->c0] = b->at[(m->r0 + m->r1) / 2][(m->c0 + m->c1) / 2] = '_';
    b->at[m->r1][m->c1] = 'X';
    for (int i = 0; i < 49; i++) left += b->at[i / 7][i % 7] == 'X';
    if (!moves_pegs(b, list)) end(b, left == 1 && b->at[3][3] == 'X' ? 0 : -1);
}

const plain_game plain_pegs = {"lazuli", "", false, false, start_pegs, moves_pegs, play_pegs};

/* --- peridot --- */

static void start_rows(plain *b) {
    fill_blank(b, 3);
}

static int moves_rows(const plain *b, plain_move *out) {
    int n = 0;
    for (int i = 0; i < 9; i++)
        if (b->at[i / 3][i % 3] == '_')
            plain_add(out, &n, b->mover ? 'V' : 'A', 0, 0, i / 3, i % 3);
    return n;
}

static void play_rows(plain *b, const plain_move *m) {
    static const int line[8][3] = {{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6},
                                   {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6}};
    plain_move list[PLAIN_MOVES];
    b->at[m->r1][m->c1] = m->piece;
    for (int i = 0; i < 8; i++) {
        int own = 0;
        for (int k = 0; k < 3; k++) own += b->at[line[i][k] / 3][line[i][k] % 3] == m->piece;
        if (own == 3) end(b, b->mover);
    }
    b->mover = 1 - b->mover;
    if (!b->over && !moves_rows(b, list)) end(b, -1);
}

const plain_game plain_rows = {"peridot", "", false, false, start_rows, moves_rows, play_rows};
