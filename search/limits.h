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

/* How long to think, in ms, when `seat` (from 0) decides; -1: as long as it likes. The overhead is
 * what a move loses on its way to the referee. Never more than 80 % of the time left. */
int64_t limits_budget_ms(const search_limits *l, int seat, int64_t overhead_ms);

#endif
