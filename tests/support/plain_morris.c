#include <string.h>

#include "tests/support/plain_board.h"

/* Topaz, from a table of its sixteen lines: neighbours are neighbours on a line. */

static const int line[16][3] = {{0, 3, 6},    {8, 10, 12},  {16, 17, 18}, {21, 22, 23},
                                {25, 26, 27}, {30, 31, 32}, {36, 38, 40}, {42, 45, 48},
                                {0, 21, 42},  {8, 22, 36},  {16, 23, 30}, {3, 10, 17},
                                {31, 38, 45}, {18, 25, 32}, {12, 26, 40}, {6, 27, 48}};

static void start(plain *b) {
    static const char *const rows[] = {"_  _  _", " _ _ _ ", "  ___  ", "___ ___",
                                       "  ___  ", " _ _ _ ", "_  _  _"};
    plain_fill(b, 7, 7, rows);
    b->hand[0] = b->hand[1] = 9;
}

static char get(const plain *b, int cell) {
    return b->at[cell / 7][cell % 7];
}

static char man(int who) {
    return who ? 'B' : 'A';
}

static int count(const plain *b, char piece) {
    int n = 0;
    for (int i = 0; i < 49; i++) n += get(b, i) == piece;
    return n;
}

static void step(const plain *b, int from, int to, plain_move *out, int *n) {
    if (get(b, from) == man(b->mover) && get(b, to) == '_')
        plain_add(out, n, 0, from / 7, from % 7, to / 7, to % 7);
}

static void both_ways(const plain *b, int x, int y, plain_move *out, int *n) {
    step(b, x, y, out, n);
    step(b, y, x, out, n);
}

static int moves(const plain *b, plain_move *out) {
    int n = 0;
    for (int i = 0; i < 49; i++) {
        if (b->more && get(b, i) == man(1 - b->mover)) plain_add(out, &n, '_', 0, 0, i / 7, i % 7);
        if (!b->more && b->hand[b->mover] && get(b, i) == '_')
            plain_add(out, &n, man(b->mover), 0, 0, i / 7, i % 7);
    }
    if (b->more || b->hand[b->mover]) return n;
    for (int i = 0; i < 16; i++) {
        both_ways(b, line[i][0], line[i][1], out, &n);
        both_ways(b, line[i][1], line[i][2], out, &n);
    }
    if (b->option) {
        both_ways(b, 23, 25, out, &n);
        both_ways(b, 17, 31, out, &n);
    }
    return n;
}

static bool in_mill(const plain *b, int cell) {
    for (int i = 0; i < 16; i++) {
        const int *l = line[i];
        if (l[0] != cell && l[1] != cell && l[2] != cell) continue;
        if (get(b, l[0]) == get(b, l[1]) && get(b, l[1]) == get(b, l[2])) return true;
    }
    return false;
}

static void play(plain *b, const plain_move *m) {
    int who = b->mover;
    if (!m->piece) b->at[m->r0][m->c0] = '_';
    b->at[m->r1][m->c1] = m->piece ? m->piece : man(who);
    if (m->piece == man(who)) b->hand[who]--;
    b->more = m->piece != '_' && in_mill(b, m->r1 * 7 + m->c1) && count(b, man(1 - who));
    if (b->more) return;
    plain_move list[PLAIN_MOVES];
    b->mover = 1 - who;
    bool poor = b->hand[1 - who] + count(b, man(1 - who)) <= 2;
    b->over = poor || !moves(b, list);
    if (b->over) b->winner = who;
}

const plain_game plain_morris = {"topaz", "", false, true, start, moves, play};
const plain_game plain_morris_cross = {"topaz", "set cross_centre=1", true, true, start, moves,
                                       play};
