#include "eval/draws.h"

#include <assert.h>
#include <math.h>

#include "engine/game/game_evaluation.h"

draw_odds draws_at(const weights *w, const rules *r, const void *s) {
    if (!w->draws || r->players != 2) return (draw_odds){0};
    double a = (double)w->margin[EVAL_DRAW_BASE];
    double b = (double)w->scale[EVAL_DRAW_BASE];
    for (int p = 0; p < r->players; p++) {
        float raw[EVAL_MAX_FEATURES];
        r->evaluation->measure(r, s, p, raw);
        for (int i = 0; i < w->count; i++) {
            a += (double)w->margin[i] * (double)raw[i];
            b += (double)w->scale[i] * (double)raw[i];
        }
    }
    /* A margin of many is as good as all draws. */
    double margin = a > 30 ? a : log1p(exp(a));
    return (draw_odds){true, margin, exp(fmin(b, 30))};
}

static double logistic(double z) {
    return 1 / (1 + exp(-z));
}

outcome_odds draws_split(const draw_odds *d, double value) {
    assert(value == value); /* a number */
    if (!d->known) return (outcome_odds){value, 0, 1 - value};
    if (value <= 0) return (outcome_odds){0, 0, 1};
    if (value >= 1) return (outcome_odds){1, 0, 0};
    double x = d->scale * log(value / (1 - value));
    assert(d->scale > 0 && d->margin >= 0);
    outcome_odds o = {.win = logistic(x - d->margin), .loss = logistic(-x - d->margin)};
    o.draw = fmax(0, 1 - o.win - o.loss);
    assert(o.win >= 0 && o.loss >= 0 && o.draw <= 1);
    return o;
}
