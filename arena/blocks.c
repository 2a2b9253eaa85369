#include "arena/blocks.h"

#include <assert.h>

int blocks_pairs(const block_plan *p) {
    if (p->mixed) return 1;
    assert(p->engines >= 2);
    return p->gauntlet ? p->engines - 1 : p->engines * (p->engines - 1) / 2;
}

int blocks_games(const block_plan *p) {
    if (p->mixed) return 1;
    return p->seats <= 2 ? 2 : 2 * p->seats;
}

/* Pairs in the order (0,1) (0,2) ... (1,2) ...; a gauntlet is the first row of it. */
static void find_pair(const block_plan *p, int number, int *a, int *b) {
    *a = 0;
    while (number >= p->engines - 1 - *a) number -= p->engines - 1 - (*a)++;
    *b = *a + 1 + number;
    assert(*a < *b && *b < p->engines);
}

static block_game mixed_game(const block_plan *p, uint64_t number) {
    assert(p->engines >= 1);
    block_game g = {.block = number, .round = number};
    rng dice = rng_stream(p->seed, number);
    int own = (int)rng_below(&dice, (uint64_t)p->seats);
    for (int i = 0; i < p->seats; i++) {
        bool first = rng_below(&dice, 2) == 0 || i == own;
        int other = (int)rng_below(&dice, (uint64_t)p->engines);
        g.seat[i] = first ? 0 : other;
    }
    return g;
}

block_game blocks_game(const block_plan *p, uint64_t number) {
    assert(p->seats >= 1 && p->seats <= GAME_MAX_PLAYERS);
    if (p->mixed) return mixed_game(p, number);
    uint64_t games = (uint64_t)blocks_games(p);
    uint64_t pairs = (uint64_t)blocks_pairs(p);
    block_game g = {.block = number / games, .within = (int)(number % games)};
    g.round = g.block / pairs;
    g.pair = (int)(g.block % pairs);
    find_pair(p, g.pair, &g.a, &g.b);
    bool first_half = g.within < p->seats;
    int lone = first_half ? g.a : g.b;
    int other = first_half ? g.b : g.a;
    int at = g.within % p->seats;
    /* Two seats: both halves of the general design are the same two games. */
    for (int i = 0; i < p->seats; i++) g.seat[i] = i == at ? lone : other;
    return g;
}

double blocks_unit(const block_plan *p, const double (*utility)[GAME_MAX_PLAYERS]) {
    double a = 0;
    double b = 0;
    int n = p->seats;
    if (n == 2) {
        a = utility[0][0] + utility[1][1];
        b = utility[0][1] + utility[1][0];
    } else {
        for (int i = 0; i < n; i++) a += utility[i][i];
        for (int i = 0; i < n; i++) b += utility[n + i][i];
    }
    double unit = 0.5 + (a / n - b / n) / 2;
    assert(unit > -1e-6 && unit < 1 + 1e-6); /* utilities are within 0..1 */
    return unit;
}
