#ifndef EVAL_EVALUATE_H
#define EVAL_EVALUATE_H
/* The evaluation: a weighted sum of the features a game names, per player, or what a net says
 * (eval/net/net.h), or both together; and from such sums an expected score by softmax. */

#include "eval/net/net.h"
#include "eval/weights.h"

/* Everything about one position, for people and tuners: what was measured, and what becomes of it.
 */
typedef struct evaluation {
    float raw[GAME_MAX_PLAYERS][EVAL_MAX_FEATURES];
    double total[GAME_MAX_PLAYERS];  /* sum of weight x raw, what a net says, or both added */
    double win[GAME_MAX_PLAYERS];    /* expected score: see evaluator_scores() */
    const net *net;                  /* that evaluated; NULL: the weights did */
    double by_net[GAME_MAX_PLAYERS]; /* what the net alone says */
    bool pointed;                    /* it says points, too: */
    double points[GAME_MAX_PLAYERS]; /* expected in the end */
} evaluation;

/* What the net of *v would say without the n-th thing that all players see (game_inputs.h), which
 * *name gets; the weights it stands on are left out. `scratch` holds a state. False: there are
 * fewer, or the game does not say. */
bool evaluate_without(const evaluation *v, state_ref at, void *scratch, int n, text *name,
                      double *total);

/* Weights made ready for many evaluations under one game's rules: the numbers of the game's quick
 * way are computed beforehand where it has one. It owns those; there is no copying. Reading is safe
 * from any thread. */
typedef struct evaluator {
    weights weights;
    const rules *rules;
    void *precomputed; /* NULL: features are measured one by one */
    const net *net;    /* evaluates; NULL: the weights do */
    bool sums;         /* the weights do, alone or under a net */
} evaluator;

/* Whether it says anything at all. */
static inline bool evaluator_speaks(const evaluator *e) {
    return e->weights.count > 0 || e->net;
}

/* Which net these weights mean under these rules; NULL: none, so that the weights evaluate. A net
 * that was asked for and does not fit: ST_BAD_VALUE, with both values. */
status evaluator_choose(const weights *w, const rules *r, const net **out, error *err);

/* The rules must outlive it; end it with evaluator_done(). Without memory it is slower, no more. */
void evaluator_init(evaluator *e, const weights *w, const rules *r);
void evaluator_done(evaluator *e);

/* The weighted sums of all players, the quick way where there is one. */
void evaluator_totals(const evaluator *e, const void *s, double *total);

/* One player's, measured. */
double evaluator_total(const evaluator *e, const void *s, int player);

/* From what its net says of a state (net_path_odds) to such sums. */
void evaluator_from_odds(const evaluator *e, const void *s, const int32_t *odds, double *total);

/* From sums to expected scores. */
void evaluator_softmax(const double *total, int players, double *win);

/* The same for what this evaluator makes: where hands are hidden a net says of each seat what that
 * seat can know, so that the scores are independent and need not add up to 1. */
void evaluator_scores(const evaluator *e, const double *total, double *win);

/* Everything about a position; of a net there are no terms, but they are measured all the same. */
void evaluate_state(const evaluator *e, const void *s, evaluation *out);

/* Only the expected scores, for searches: the same numbers on every machine and compiler. */
void evaluator_expected(const evaluator *e, const void *s, double *win);

#endif
