#include "arena/blocks.h"

#include <assert.h>

int blocks_pairs(const block_plan *p) {
    if (p->mixed || p->table) return 1;
    assert(p->engines >= 2);
    return p->gauntlet ? p->engines - 1 : p->engines * (p->engines - 1) / 2;
}

/* --- tables --- */

/* How many of the line-up play an engine. */
static void count_lineup(const block_plan *p, int *count) {
    for (int i = 0; i < p->engines; i++) count[i] = 0;
    for (int i = 0; i < p->seats; i++) count[p->lineup[i]]++;
}

/* Orders of n players of which some are equal: n! / (a! b! ...), never more than 8!. */
static int count_orders(const int *count, int engines) {
    int n = 0;
    int orders = 1;
    for (int i = 0; i < engines; i++)
        for (int k = 1; k <= count[i]; k++) orders = orders * ++n / k;
    return orders;
}

int blocks_seatings(const block_plan *p, int limit) {
    int count[MATCH_MAX_ENGINES];
    count_lineup(p, count);
    int orders = count_orders(count, p->engines);
    return orders < limit + 1 ? orders : limit + 1;
}

/* Order number k of all, in the order of their engines. */
static void find_order(const block_plan *p, int k, int *seat) {
    int count[MATCH_MAX_ENGINES];
    count_lineup(p, count);
    for (int i = 0; i < p->seats; i++) {
        int engine = 0;
        for (;; engine++) {
            assert(engine < p->engines);
            if (!count[engine]) continue;
            count[engine]--;
            int orders = count_orders(count, p->engines);
            if (k < orders) break;
            k -= orders;
            count[engine]++;
        }
        seat[i] = engine;
    }
}

/* The line-up in the order of two rounds, reversed in the second. */
static void draw_order(const block_plan *p, uint64_t round, int *out) {
    rng dice = rng_stream(p->seed, round / 2);
    uint32_t order[GAME_MAX_PLAYERS];
    rng_order(&dice, order, (size_t)p->seats);
    for (int i = 0; i < p->seats; i++) out[i] = p->lineup[order[round % 2 ? p->seats - 1 - i : i]];
}

static block_game table_game(const block_plan *p, uint64_t number) {
    uint64_t games = (uint64_t)blocks_games(p);
    int order[GAME_MAX_PLAYERS] = {0};
    block_game g = {.block = number / games, .round = number / games, .a = -1, .b = -1};
    g.within = (int)(number % games);
    if (p->seating == BLOCK_ALL) {
        find_order(p, g.within, g.seat);
        return g;
    }
    draw_order(p, g.round, order);
    for (int i = 0; i < p->seats; i++) g.seat[i] = order[(i + g.within) % p->seats];
    return g;
}

int blocks_games(const block_plan *p) {
    if (p->mixed) return 1;
    if (p->table)
        return p->seating == BLOCK_ALL ? blocks_seatings(p, BLOCK_MAX_SEATINGS) : p->seats;
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
    if (p->table) return table_game(p, number);
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
