#ifndef EVAL_EXPLAIN_H
#define EVAL_EXPLAIN_H
/* Why one action rather than another: the terms of the evaluation in which the positions after
 * them differ most, for the player who decides against the strongest opponent. */

#include "engine/game/tokens.h"
#include "eval/evaluate.h"

enum { EXPLAIN_TERMS = 3, EXPLAIN_ACTIONS = 64 };

/* One term: gain = weight x raw, and raw = what it is more for the player after the first action
 * than after the second, less the same for the opponent. */
typedef struct explain_term {
    const char *name;
    double gain, weight, raw;
} explain_term;

typedef struct explanation {
    int rival;    /* the opponent: the highest total after the first action; -1 if there is none */
    int outcomes; /* where chance follows an action: the most outcomes averaged over; 0: none */
    bool ends[2]; /* the first, the second action ends the game: then there are no terms */
    bool by_net; /* a net evaluates: the weights are those that come nearest to its values of the */
    double share; /* legal actions, and explain this share of what it sees in them, 0..1 */
    int count;    /* 0 where the game names no features or nothing differs */
    explain_term term[EXPLAIN_TERMS]; /* largest difference first */
} explanation;

/* What is compared: two actions of `player` in a state. */
typedef struct explain_pair {
    state_ref at;
    int player;
    const token *first, *second;
} explain_pair;

/* Compares the two actions. Where a net evaluates, the terms are fitted to what it says of the
 * positions after the legal actions (at most EXPLAIN_ACTIONS of them). Where chance acts right after an action and its outcomes can be listed,
 * the terms are averaged over them; else the state right after the action counts. ST_NOMEM. */
status explain_run(const weights *e, const explain_pair *pair, explanation *out, error *err);

/* "d over c: points +0.10 (+1 x 0.1), tempo -0.02 (-2 x 0.01)" or "d over c: d ends the game",
 * without a line end; nothing about an action and itself. */
void explain_write(const explanation *x, const char *first, const char *second, text *out);

#endif
