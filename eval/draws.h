#ifndef EVAL_DRAWS_H
#define EVAL_DRAWS_H
/* How often a position is won, drawn and lost, from the value that a search expects.
 *
 * With x the logarithm of the odds of that value, a win has the probability s(k x - m) and a loss
 * s(-k x - m), s(z) = 1 / (1 + e^-z); the rest is draws. The margin m = log(1 + e^a) and the scale
 * k = e^b depend on the position: a and b are sums over the features of all players, with terms
 * that weights name (`draw` lines). They are fitted to games that the engine played against itself;
 * weights without such lines know nothing of draws. */

#include "eval/weights.h"

typedef struct draw_odds {
    bool known;
    double margin, scale;
} draw_odds;

draw_odds draws_at(const weights *w, const rules *r, const void *s);

typedef struct outcome_odds {
    double win, draw, loss; /* they add up to 1 */
} outcome_odds;

/* For a player whose expected score is `value`, in 0..1. */
outcome_odds draws_split(const draw_odds *d, double value);

#endif
