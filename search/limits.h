#ifndef SEARCH_LIMITS_H
#define SEARCH_LIMITS_H
/* What a search may spend, and how a clock becomes a budget. */

#include <stdbool.h>
#include <stdint.h>

#include "engine/game/game.h"

/* As `go` gives them; 0 means no such limit, except where noted. */
typedef struct search_limits {
    uint64_t nodes;            /* steps made, in the tree and in playouts */
    uint64_t visits, playouts; /* iterations of a tree search; the lesser counts */
    unsigned depth;            /* tokens of the principal variation */
    int64_t movetime_ms;       /* -1: none */
    int64_t clock_ms[GAME_MAX_PLAYERS], inc_ms[GAME_MAX_PLAYERS]; /* clock -1: none */
    int64_t byoyomi_ms;
    unsigned movestogo;
    bool infinite, ponder;
} search_limits;

search_limits limits_none(void);

/* Whether anything ends the search but a stop. */
bool limits_any(const search_limits *l);

/* The number of steps where visits and playouts count as steps; 0: no limit. */
uint64_t limits_nodes(const search_limits *l);

/* What worker i of n gets of a limit: parts add up to it, but each gets 1 at least; 0: no limit. */
uint64_t limits_part(uint64_t total, int i, int n);

/* How long to think, in ms: normally until soft, longer or shorter as the search goes (see
 * timekeeper.h), never beyond hard. -1: as long as it likes. */
typedef struct search_budget {
    int64_t soft_ms, hard_ms;
} search_budget;

/* When `seat` (from 0) decides. The overhead is what a move loses on its way to the referee. Never
 * more than 80 % of the time left; a movetime or a byo-yomi period is used up: soft is hard, as
 * it is where there is hardly time for anything. A seat without a clock, where others have one and
 * nothing else ends the search, thinks as on the shortest of theirs. */
search_budget limits_budget(const search_limits *l, int seat, int64_t overhead_ms);

/* What a decision on a clock loses on a busy machine, learned from those before: `lag_us` was
 * expected, `spent_us` went by, and for `served_us` of them the search had a processor. It rises at
 * once and falls slowly. It is to be taken for the overhead where it is larger. */
int64_t limits_lag(int64_t lag_us, int64_t spent_us, int64_t served_us);

#endif
