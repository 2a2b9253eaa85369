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
    X(MCTS_PRIORS, "MctsPriors", 0, 1, "priors from the order hints of the game")                  \
    X(MCTS_PRIOR_TEMPERATURE, "MctsPriorHeat", 100, 1000, "how even the priors are, percent")      \
    X(MCTS_CUTOFF, "MctsCutoff", 20000, 20000, "steps of a playout before it is evaluated")        \
    X(MCTS_IMPLICIT, "MctsImplicit", 0, 100, "share of implicit minimax in a value, percent")      \
    X(MCTS_SOLVER, "MctsSolver", 1, 1, "keep bounds on values and prove results")                  \
    X(MCTS_MARGIN, "MctsMargin", 0, 50, "share of the margin in points in a value, percent")       \
    X(MCTS_TRANSPOSITIONS, "MctsTranspositions", 0, 1, "share the nodes of equal positions")       \
    X(MCTS_REUSE, "MctsReuse", 0, 1, "keep the tree between moves")                                \
    X(MCTS_GRAVE, "MctsGrave", 0, 100000, "visits a node needs before it lends its playouts")      \
    X(MCTS_LCB, "MctsLcb", 0, 1, "final choice by lower confidence bound")                         \
    X(MCTS_WIDENING, "MctsWidening", 0, 1000,                                                      \
      "chance outcomes per square root of visits, percent")                                        \
    X(MCTS_SPLIT, "MctsSplit", 0, 1, "a tree for every thread instead of one for all")             \
    X(MCTS_BATCH, "MctsBatch", 1, 2,                                                               \
      "iterations in batches: 0 never, 1 where threads share a tree, 2 always")                    \
    X(MCTS_SOFTEN, "MctsSoften", 0, 1, "evaluations are flatter where the game seems decided")     \
    X(MCTS_BOT, "MctsBot", 0, 8, "which of the game's bots makes the steps of playouts; 0 none")   \
    X(PIMC_VISITS, "PimcVisits", 200, 100000000, "visits of the search in each deal")              \
    X(AB_ASPIRATION, "AbAspiration", 1, 1, "narrow windows around the last value")                 \
    X(AB_HISTORY, "AbHistory", 1, 1, "order by killers, history and continuations")                \
    X(AB_LMR, "AbLmr", 1, 1, "search late actions less deep")                                      \
    X(AB_NULL, "AbNull", 1, 1, "null move, where the game can skip a turn")                        \
    X(AB_FUTILITY, "AbFutility", 1, 1, "give up hopeless actions near the leaves")                 \
    X(AB_LATE, "AbLate", 1, 1, "leave out late actions near the leaves, where pieces take")        \
    X(AB_SINGULAR, "AbSingular", 1, 1, "look deeper at an action that stands out")                 \
    X(AB_EXTEND, "AbExtend", 1, 1, "look deeper where a threat has to be answered")                \
    X(AB_QUIESCENCE, "AbQuiescence", 1, 1, "follow noisy actions beyond the depth")                \
    X(AB_STAR, "AbStar", 2, 2, "pruning at chance: 0 none, 1 Star1, 2 Star2")                      \
    X(AB_TABLE, "AbTable", 1, 1, "use the transposition table")                                    \
    X(AB_PVS, "AbPvs", 1, 1, "later actions only have to show that they are no better")            \
    X(AB_OUTCOMES, "AbOutcomes", 16, 1000, "chance outcomes drawn where there are more; 0: all")   \
    X(SOLVE_METHOD, "SolveMethod", 0, 4, "0 by traits, 1 alphabeta, 2 df-pn, 3 max^n, 4 graph")    \
    X(SOLVE_DISTANCE, "SolveDistance", 8, 1000000,                                                 \
      "nodes for the distance of a proven end, times those of the proof; 0 none")                  \
    KNOB_MARGINS(X)

/* Margins of the search between two players (search/alphabeta/versus.h), in parts of AB_ODDS where
 * nothing else is said. They are tuned, not chosen by people: `uci` does not list them. */
#define KNOB_MARGINS(X)                                                                            \
    X(AB_ASPIRE, "AbAspire", 150, 10000, "half of the window around the last score")               \
    X(AB_REVERSE, "AbReverse", 600, 10000, "for each token: an evaluation so far above is enough") \
    X(AB_RAZOR, "AbRazor", 2500, 20000, "for each token: only noisy actions help so far below")    \
    X(AB_NULL_STEP, "AbNullStep", 1500, 20000, "above the window: a null move a token shorter")    \
    X(AB_SINGULAR_GAP, "AbSingularGap", 25, 1000, "for each token: how far an action stands out")  \
    X(AB_FUTILE_BASE, "AbFutileBase", 1000, 20000, "what a quiet action may bring at once")        \
    X(AB_FUTILE, "AbFutile", 900, 20000, "and for each token that is left")                        \
    X(AB_CAREFUL_BASE, "AbCarefulBase", 400, 20000, "both where captures cannot be counted")       \
    X(AB_CAREFUL, "AbCareful", 830, 20000, "and for each token there")                             \
    X(AB_LOSS_QUIET, "AbLossQuiet", 250, 20000, "what a quiet action may lose, by tokens squared") \
    X(AB_LOSS_NOISY, "AbLossNoisy", 1000, 20000, "what a noisy action may lose, for each token")   \
    X(AB_POOR, "AbPoor", 4000, 50000, "record of an action that is left out, for each token")      \
    X(AB_RECORD, "AbRecord", 10000, 100000, "record that is worth a token of depth")               \
    X(AB_GAIN, "AbGain", 400, 3000, "of what a quiet action gained its record learns, percent")    \
    X(AB_DELTA, "AbDelta", 2000, 20000, "what a noisy action may bring beyond what it takes")      \
    X(AB_LATE_BASE, "AbLateBase", 3, 100, "actions that are tried at depth 0")                     \
    X(AB_LATE_HOPE, "AbLateHope", 12, 100, "the same where the evaluation is above the window")    \
    X(AB_LMR_BASE, "AbLmrBase", 42, 1000, "reduction of late actions, percent of a token")         \
    X(AB_LMR_SLOPE, "AbLmrSlope", 44, 1000, "and for each product of two logarithms, percent")

typedef enum knob_id {
#define KNOB_ENUM(id, name, usual, max, what) KNOB_##id,
    KNOB_LIST(KNOB_ENUM)
#undef KNOB_ENUM
        KNOB_COUNT,
    KNOB_FIRST_MARGIN = KNOB_AB_ASPIRE
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
