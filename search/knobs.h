#ifndef SEARCH_KNOBS_H
#define SEARCH_KNOBS_H
/* The knobs of the searches: one number a technique, by which it is switched off, on, or set.
 * They are options of the protocol and of a match, so each can be proven to gain or left off. Every
 * knob starts at KNOB_AUTO: the value that matches found best for the game at hand (a preset), or
 * else the default of this list. */

#include <stdint.h>

#include "engine/base/status.h"

enum { KNOB_AUTO = -1 };

/* X(id, name, usual, max, what it does); the smallest value is 0 and means off where that makes
 * sense. */
#define KNOB_LIST(X)                                                                               \
    X(MCTS_EXPLORATION, "MctsExploration", 90, 1000, "weight of exploration, percent")             \
    X(MCTS_PRIORS, "MctsPriors", 0, 3, "0 none, 1 order hints, 2 evaluation, 3 also as value")     \
    X(MCTS_PRIOR_TEMPERATURE, "MctsPriorHeat", 100, 1000, "how even the priors are, percent")      \
    X(MCTS_CUTOFF, "MctsCutoff", 20000, 20000, "steps of a playout before it is evaluated")        \
    X(MCTS_EVAL_CACHE, "MctsEvalCache", 0, 1, "remember evaluations that are expensive")           \
    X(MCTS_IMPLICIT, "MctsImplicit", 0, 100, "share of implicit minimax in a value, percent")      \
    X(MCTS_SOLVER, "MctsSolver", 1, 1, "keep bounds on values and prove results")                  \
    X(MCTS_TRANSPOSITIONS, "MctsTranspositions", 0, 1, "share the nodes of equal positions")       \
    X(MCTS_REUSE, "MctsReuse", 0, 1, "keep the tree between moves")                                \
    X(MCTS_MAST, "MctsMast", 0, 100, "share of playout steps by average success, percent")         \
    X(MCTS_GRAVE, "MctsGrave", 0, 100000, "visits a node needs before it lends its playouts")      \
    X(MCTS_LCB, "MctsLcb", 0, 1, "final choice by lower confidence bound")                         \
    X(MCTS_WIDENING, "MctsWidening", 0, 1000,                                                      \
      "chance outcomes per square root of visits, percent")                                        \
    X(MCTS_SPLIT, "MctsSplit", 0, 1, "a tree for every thread instead of one for all")             \
    X(MCTS_BATCH, "MctsBatch", 1, 2,                                                               \
      "iterations in batches: 0 never, 1 where threads share a tree, 2 always")                    \
    X(MCTS_FPU, "MctsFpu", 0, 100, "how much less an unvisited action counts, percent of a win")   \
    X(MCTS_BOT, "MctsBot", 0, 8, "which of the game's bots makes the steps of playouts; 0 none")   \
    X(MCTS_BOT_SHARE, "MctsBotShare", 100, 100, "share of others' playout steps by it, percent")   \
    X(PIMC_VISITS, "PimcVisits", 200, 100000000, "visits of the search in each deal")              \
    X(AB_ASPIRATION, "AbAspiration", 1, 1, "narrow windows around the last value")                 \
    X(AB_HISTORY, "AbHistory", 1, 1, "order by killers, history and continuations")                \
    X(AB_LMR, "AbLmr", 1, 1, "search late actions less deep")                                      \
    X(AB_NULL, "AbNull", 1, 1, "null move, where the game can skip a turn")                        \
    X(AB_FUTILITY, "AbFutility", 1, 1, "give up hopeless actions near the leaves")                 \
    X(AB_EXTEND, "AbExtend", 1, 1, "look deeper where a threat has to be answered")                \
    X(AB_QUIESCENCE, "AbQuiescence", 1, 1, "follow noisy actions beyond the depth")                \
    X(AB_STAR, "AbStar", 2, 2, "pruning at chance: 0 none, 1 Star1, 2 Star2")                      \
    X(AB_TABLE, "AbTable", 1, 1, "use the transposition table")                                    \
    X(AB_PVS, "AbPvs", 1, 1, "later actions only have to show that they are no better")            \
    X(AB_OUTCOMES, "AbOutcomes", 16, 1000, "chance outcomes drawn where there are more; 0: all")   \
    X(SOLVE_METHOD, "SolveMethod", 0, 4, "0 by traits, 1 alphabeta, 2 df-pn, 3 max^n, 4 graph")    \
    X(SOLVE_DISTANCE, "SolveDistance", 8, 1000000,                                                 \
      "nodes for the distance of a proven end, times those of the proof; 0 none")

typedef enum knob_id {
#define KNOB_ENUM(id, name, usual, max, what) KNOB_##id,
    KNOB_LIST(KNOB_ENUM)
#undef KNOB_ENUM
        KNOB_COUNT
} knob_id;

typedef struct knob_spec {
    const char *name;
    int32_t usual, max;
    const char *what;
} knob_spec;

extern const knob_spec knob_specs[KNOB_COUNT];

/* By name or alias, case-insensitive; KNOB_COUNT if there is none. */
knob_id knob_find(const char *name);
const char *knob_alias(knob_id k); /* a second name that is accepted; NULL if there is none */

typedef struct knobs {
    int32_t value[KNOB_COUNT];
} knobs;

knobs knobs_auto(void); /* all KNOB_AUTO */

/* What matches have found: for a game with this many players, a knob's value, with `algorithm` the
 * search that `auto` takes, or with `level` the Elo of that level (search/skill.h). */
typedef struct search_preset {
    const char *game;
    uint8_t from_players, to_players;
    uint8_t level;         /* with 1 and more: `value` is its Elo */
    const char *algorithm; /* NULL: the row is about a level or a knob */
    knob_id knob;
    int32_t value;
} search_preset;

/* Replaces every KNOB_AUTO by the presets (ended by a NULL game; may be NULL), later rows winning,
 * or by the default value. */
void knobs_resolve(knobs *k, const search_preset *presets, const char *game, int players);

#endif
