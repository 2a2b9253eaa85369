#include "eval/evaluate.h"

#include <assert.h>
#include <string.h>

#include "engine/base/memory.h"
#include "engine/base/portable_math.h"
#include "engine/game/game_evaluation.h"
#include "engine/game/game_inputs.h"
#include "eval/net/net_library.h"
#include "eval/net/net_path.h"

/* --- create and destroy --- */

void evaluator_init(evaluator *e, const weights *w, const rules *r) {
    assert(w->count >= 0 && w->count <= EVAL_MAX_FEATURES);
    assert(!w->count || r->evaluation->measure);
    *e = (evaluator){.weights = *w, .rules = r};
    (void)evaluator_choose(w, r, &e->net, NULL);
    e->sums = !e->net || e->net->weights_hash;
    if (!e->sums || !w->count || !r->evaluation->precompute) return;
    e->precomputed = mem_alloc(r->evaluation->precompute(r, w->weight, NULL));
    if (e->precomputed) (void)r->evaluation->precompute(r, w->weight, e->precomputed);
}

void evaluator_done(evaluator *e) {
    mem_free(e->precomputed);
    *e = (evaluator){0};
}

/* Whether these are the weights that a net stands on. */
static status check_weights(const net *n, const weights *w, error *err) {
    if (!n->weights_hash || n->weights_hash == weights_hash(w)) return ST_OK;
    return error_set(err, ST_BAD_VALUE, "the net stands on the weights %016llx, these are %016llx",
                     (unsigned long long)n->weights_hash, (unsigned long long)weights_hash(w));
}

status evaluator_choose(const weights *w, const rules *r, const net **out, error *err) {
    *out = NULL;
    if (w->choice == EVAL_LINEAR) return ST_OK;
    if (w->choice == EVAL_NET && w->net) {
        status st = net_fits(w->net, r, err);
        if (st == ST_OK) st = check_weights(w->net, w, err);
        if (st == ST_OK) *out = w->net;
        return st;
    }
    const net *n = net_library_shipped(r);
    if (n && check_weights(n, w, NULL) == ST_OK) *out = n;
    if (*out || w->choice == EVAL_DEFAULT) return ST_OK;
    return error_set(err, ST_NOT_FOUND, "there is no net for %s with these options and seats",
                     r->game->name);
}

/* --- sums and expected scores --- */

/* By softmax. */
void evaluator_softmax(const double *total, int players, double *win) {
    assert(players >= 1 && players <= GAME_MAX_PLAYERS);
    double max = total[0];
    for (int p = 1; p < players; p++)
        if (total[p] > max) max = total[p];
    double sum = 0;
    for (int p = 0; p < players; p++) sum += win[p] = portable_exp(total[p] - max);
    assert(sum >= 1); /* the largest is exp(0) */
    for (int p = 0; p < players; p++) win[p] /= sum;
}

static void logistic(const double *total, int players, double *win) {
    for (int p = 0; p < players; p++) {
        double both[2] = {total[p], 0};
        double share[2];
        evaluator_softmax(both, 2, share);
        win[p] = share[0];
    }
}

void evaluator_scores(const evaluator *e, const double *total, double *win) {
    const rules *r = e->rules;
    if (e->net && r->traits & GAME_HIDDEN)
        logistic(total, r->players, win);
    else
        evaluator_softmax(total, r->players, win);
}

static double weighted_sum(const weights *w, const float *raw) {
    double total = 0;
    for (int i = 0; i < w->count; i++) total += (double)w->weight[i] * (double)raw[i];
    return total;
}

static void sums_of(const evaluator *e, const void *s, double *total) {
    const rules *r = e->rules;
    if (e->precomputed) {
        assert(e->weights.count > 0);
        r->evaluation->weighted_sum(r, s, e->precomputed, total);
        return;
    }
    float raw[EVAL_MAX_FEATURES];
    for (int p = 0; p < r->players; p++) {
        if (e->weights.count) r->evaluation->measure(r, s, p, raw);
        total[p] = weighted_sum(&e->weights, raw);
    }
}

static void from_odds(const rules *r, const int32_t *odds, double *total) {
    for (int p = 0; p < r->players; p++) total[p] = (double)odds[p] / NET_ODDS;
}

void evaluator_from_odds(const evaluator *e, const void *s, const int32_t *odds, double *total) {
    double sum[GAME_MAX_PLAYERS];
    from_odds(e->rules, odds, total);
    if (!e->sums) return;
    sums_of(e, s, sum);
    for (int p = 0; p < e->rules->players; p++) total[p] += sum[p];
}

void evaluator_totals(const evaluator *e, const void *s, double *total) {
    int32_t odds[GAME_MAX_PLAYERS];
    if (!e->net) {
        sums_of(e, s, total);
        return;
    }
    net_odds(e->net, e->rules, s, odds, NULL);
    evaluator_from_odds(e, s, odds, total);
}

double evaluator_total(const evaluator *e, const void *s, int player) {
    float raw[EVAL_MAX_FEATURES];
    assert(player >= 0 && player < e->rules->players);
    assert(!e->net); /* a net says how players compare, nothing of one alone */
    if (!e->weights.count) return 0;
    e->rules->evaluation->measure(e->rules, s, player, raw);
    return weighted_sum(&e->weights, raw);
}

void evaluator_expected(const evaluator *e, const void *s, double *win) {
    double total[GAME_MAX_PLAYERS] = {0};
    evaluator_totals(e, s, total);
    evaluator_scores(e, total, win);
}

bool evaluate_without(const evaluation *v, state_ref at, void *scratch, int n, text *name,
                      double *total) {
    const rules *r = at.rules;
    int32_t odds[GAME_MAX_PLAYERS];
    assert(v->net);
    memcpy(scratch, at.state, r->state_size);
    if (!r->inputs->without || !r->inputs->without(r, scratch, n, name)) return false;
    net_odds(v->net, r, scratch, odds, NULL);
    from_odds(r, odds, total);
    return true;
}

void evaluate_state(const evaluator *e, const void *s, evaluation *out) {
    const rules *r = e->rules;
    out->net = e->net;
    out->pointed = e->net && e->net->shape.points;
    for (int p = 0; p < r->players; p++) {
        if (e->weights.count) r->evaluation->measure(r, s, p, out->raw[p]);
        out->total[p] = weighted_sum(&e->weights, out->raw[p]);
    }
    if (e->net) {
        int32_t odds[GAME_MAX_PLAYERS];
        net_odds(e->net, r, s, odds, out->points);
        from_odds(r, odds, out->by_net);
        evaluator_from_odds(e, s, odds, out->total);
    }
    evaluator_scores(e, out->total, out->win);
}
