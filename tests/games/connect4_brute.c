#include "tests/games/connect4_brute.h"

#include <stdlib.h>

/* Negamax with a window, a table that keeps complete positions, and nothing clever: the middle
 * columns first, and a look whether a player wins at once. */

typedef struct entry {
    uint64_t mine, other;
    int8_t least, most;
    bool used;
} entry;

struct brute {
    size_t count;
    entry at[];
};

brute *brute_create(size_t entries) {
    brute *b = calloc(1, sizeof *b + entries * sizeof b->at[0]);
    if (b) b->count = entries;
    return b;
}

void brute_destroy(brute *b) {
    free(b);
}

/* Rows of eight bits with the eighth always empty: a line cannot wrap. */
static bool four(uint64_t x) {
    static const int step[] = {1, 7, 8, 9};
    for (int i = 0; i < 4; i++) {
        uint64_t two = x & (x >> step[i]);
        if (two & (two >> 2 * step[i])) return true;
    }
    return false;
}

bool brute_drop(brute_board *board, int column) {
    if (board->height[column] == 6) return false;
    uint64_t bit = UINT64_C(1) << (8 * board->height[column]++ + column);
    board->stones[board->count++ % 2] |= bit;
    return true;
}

int brute_winner(const brute_board *board) {
    if (four(board->stones[0])) return 0;
    return four(board->stones[1]) ? 1 : -1;
}

static bool wins_at(const brute_board *board, int column, int side) {
    if (board->height[column] == 6) return false;
    return four(board->stones[side] | UINT64_C(1) << (8 * board->height[column] + column));
}

static entry *entry_of(brute *b, uint64_t mine, uint64_t other) {
    uint64_t x = mine * UINT64_C(0x9e3779b97f4a7c15) ^ other * UINT64_C(0xc2b2ae3d27d4eb4f);
    x ^= x >> 29;
    return &b->at[x * UINT64_C(0xbf58476d1ce4e5b9) % b->count];
}

/* A win counts the more the fewer stones lie at its end: 43 less them; a loss the same below 0. */
enum { FULL = 42, MAX = FULL + 1 };

static int score(brute *b, const brute_board *board, int alpha, int beta) {
    static const int order[] = {3, 2, 4, 1, 5, 0, 6};
    int side = board->count % 2;
    if (board->count == FULL) return 0;
    int forced = -1;
    for (int c = 0; c < 7; c++) {
        if (wins_at(board, c, side)) return MAX - (board->count + 1);
        if (wins_at(board, c, side ^ 1)) forced = c;
    }
    uint64_t mine = board->stones[side];
    uint64_t other = board->stones[side ^ 1];
    entry *e = entry_of(b, mine, other);
    bool same = e->used && e->mine == mine && e->other == other;
    if (same && e->least >= beta) return e->least;
    if (same && e->most <= alpha) return e->most;
    if (same && e->least == e->most) return e->least;
    int best = -MAX;
    int from = alpha;
    for (int i = 0; i < 7 && best < beta; i++) {
        brute_board next = *board;
        if ((forced >= 0 && order[i] != forced) || !brute_drop(&next, order[i])) continue;
        int v = -score(b, &next, -beta, -from);
        if (v > best) best = v;
        if (v > from) from = v;
    }
    e = entry_of(b, mine, other);
    same = e->used && e->mine == mine && e->other == other;
    if (!same) *e = (entry){mine, other, -MAX, MAX, true};
    if (best > alpha) e->least = (int8_t)best;
    if (best < beta) e->most = (int8_t)best;
    return best;
}

int brute_value(brute *b, const brute_board *board) {
    int v = score(b, board, -1, 1);
    return v > 0 ? 1 : v < 0 ? -1 : 0;
}

int brute_distance(brute *b, const brute_board *board) {
    int v = score(b, board, -MAX, MAX);
    return v > 0 ? MAX - v - board->count : v < 0 ? -(MAX + v - board->count) : 0;
}
