#include "search/limits.h"

#include <assert.h>

search_limits limits_none(void) {
    search_limits l = {.movetime_ms = -1};
    for (int i = 0; i < GAME_MAX_PLAYERS; i++) l.clock_ms[i] = -1;
    return l;
}

static bool has_clock(const search_limits *l) {
    for (int i = 0; i < GAME_MAX_PLAYERS; i++)
        if (l->clock_ms[i] >= 0) return true;
    return l->byoyomi_ms > 0;
}

static bool has_fixed(const search_limits *l) {
    return l->nodes || l->visits || l->playouts || l->depth || l->movetime_ms >= 0;
}

bool limits_any(const search_limits *l) {
    return has_fixed(l) || has_clock(l);
}

uint64_t limits_nodes(const search_limits *l) {
    uint64_t min = l->nodes;
    if (l->visits && (!min || l->visits < min)) min = l->visits;
    if (l->playouts && (!min || l->playouts < min)) min = l->playouts;
    return min;
}

uint64_t limits_part(uint64_t total, int i, int n) {
    assert(i >= 0 && i < n);
    if (!total) return 0;
    uint64_t part = total / (uint64_t)n + ((uint64_t)i < total % (uint64_t)n);
    return part ? part : 1;
}

static int64_t at_least(int64_t a, int64_t b) {
    return a > b ? a : b;
}

static int64_t at_most(int64_t a, int64_t b) {
    return a < b ? a : b;
}

/* Whose clock is the seat's: its own, or where it has none the shortest of the others, if nothing
 * else ends the search. -1: no clock. */
static int clock_of(const search_limits *l, int seat) {
    if (l->clock_ms[seat] >= 0 || l->byoyomi_ms > 0) return seat;
    if (has_fixed(l)) return -1;
    int found = -1;
    for (int i = 0; i < GAME_MAX_PLAYERS; i++) {
        if (l->clock_ms[i] < 0) continue;
        if (found < 0 || l->clock_ms[i] < l->clock_ms[found]) found = i;
    }
    return found;
}

/* A share of what is left, and most of what comes back with each move. In sudden death a game is
 * taken to last 25 more decisions: early moves matter most, and the share shrinks with the clock.
 * A hard decision may take four shares. */
static search_budget clock_budget(const search_limits *l, int seat, int64_t overhead) {
    enum { EXPECTED_DECISIONS = 25, MAX_SHARES = 4 };
    int64_t left = l->clock_ms[seat] >= 0 ? l->clock_ms[seat] : 0;
    int64_t moves = l->movestogo ? at_most(l->movestogo, EXPECTED_DECISIONS) : EXPECTED_DECISIONS;
    int64_t share = left / moves + l->inc_ms[seat] * 4 / 5;
    int64_t complete = (left + l->byoyomi_ms) * 4 / 5 - overhead;
    /* With few moves to go the others need their time too. */
    int64_t shares =
        l->movestogo && l->movestogo < 2 * MAX_SHARES ? at_least(1, l->movestogo / 2) : MAX_SHARES;
    search_budget b = {share - overhead, share * shares - overhead};
    /* The period is lost if it is not used, so it is used up once the clock is thin. */
    if (l->byoyomi_ms > 0) {
        b.soft_ms = at_least(b.soft_ms, left / moves + l->byoyomi_ms - overhead);
        b.hard_ms = at_least(b.hard_ms, b.soft_ms);
        if (left < l->byoyomi_ms) b.hard_ms = b.soft_ms;
    }
    b.soft_ms = at_least(1, at_most(b.soft_ms, complete));
    b.hard_ms = at_least(b.soft_ms, at_most(b.hard_ms, complete));
    /* Too short to be watched by another thread, which may come late. */
    enum { BRIEF_MS = 5 };
    if (b.soft_ms < BRIEF_MS) b.hard_ms = b.soft_ms;
    assert(b.soft_ms >= 1 && b.soft_ms <= b.hard_ms);
    return b;
}

int64_t limits_lag(int64_t lag_us, int64_t spent_us, int64_t served_us) {
    int64_t now = at_least(0, spent_us - served_us);
    return at_least(now, lag_us - lag_us / 8);
}

search_budget limits_budget(const search_limits *l, int seat, int64_t overhead_ms) {
    search_budget b = {-1, -1};
    assert(seat >= 0 && seat < GAME_MAX_PLAYERS && overhead_ms >= 0);
    if (l->infinite) return b;
    int whose = clock_of(l, seat);
    if (whose >= 0) b = clock_budget(l, whose, overhead_ms);
    if (l->movetime_ms < 0) return b;
    int64_t max = at_least(1, l->movetime_ms - overhead_ms);
    if (b.hard_ms < 0 || max < b.soft_ms) b.soft_ms = max;
    if (b.hard_ms < 0 || max < b.hard_ms) b.hard_ms = max;
    return b;
}
