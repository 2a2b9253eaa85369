#include "search/limits.h"

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

bool limits_any(const search_limits *l) {
    return l->nodes || l->visits || l->playouts || l->depth || l->movetime_ms >= 0 || has_clock(l);
}

static int64_t at_least(int64_t a, int64_t b) {
    return a > b ? a : b;
}

static int64_t at_most(int64_t a, int64_t b) {
    return a < b ? a : b;
}

/* A share of what is left, and most of what comes back with each move. In sudden death a game is
 * taken to last 25 more decisions: early moves matter most, and the share shrinks with the clock.
 */
static int64_t clock_budget(const search_limits *l, int seat, int64_t overhead) {
    enum { EXPECTED_DECISIONS = 25 };
    int64_t left = l->clock_ms[seat] >= 0 ? l->clock_ms[seat] : 0;
    int64_t moves = l->movestogo ? at_most(l->movestogo, EXPECTED_DECISIONS) : EXPECTED_DECISIONS;
    int64_t share = left / moves + l->inc_ms[seat] * 4 / 5;
    /* The period is lost if it is not used, so it is spent whole once the clock is thin. */
    if (l->byoyomi_ms > 0) share = at_least(share, left / moves + l->byoyomi_ms - overhead);
    int64_t whole = left + l->byoyomi_ms;
    return at_least(1, at_most(share - overhead, whole * 4 / 5 - overhead));
}

int64_t limits_budget_ms(const search_limits *l, int seat, int64_t overhead_ms) {
    if (l->infinite) return -1;
    int64_t budget = -1;
    if (l->movetime_ms >= 0) budget = at_least(1, l->movetime_ms - overhead_ms);
    if (l->clock_ms[seat] >= 0 || l->byoyomi_ms > 0) {
        int64_t share = clock_budget(l, seat, overhead_ms);
        budget = budget < 0 ? share : at_most(budget, share);
    }
    return budget;
}
