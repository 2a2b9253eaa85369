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

/* How long to think, in ms: usually until soft, longer or shorter as the search goes (see
 * timekeeper.h), never beyond hard. -1: as long as it likes. */
typedef struct search_budget {
    int64_t soft_ms, hard_ms;
} search_budget;

/* When `seat` (from 0) decides. The overhead is what a move loses on its way to the referee. Never
 * more than 80 % of the time left; a movetime or a byo-yomi period is used whole: soft is hard. */
search_budget limits_budget(const search_limits *l, int seat, int64_t overhead_ms);

#endif
