#include "eval/explain.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "engine/base/memory.h"
#include "eval/explain_fit.h"

/* Differences that would be printed as 0.00 are none. */
#define MIN_GAIN 0.005

/* The features of every player after an action, averaged over what chance brings next. */
typedef struct outlook {
    double raw[GAME_MAX_PLAYERS][EVAL_MAX_FEATURES];
    double total[GAME_MAX_PLAYERS]; /* what evaluates says, averaged likewise */
    int outcomes;
    bool over;
} outlook;

typedef struct scratch {
    unsigned char *state, *other;
    chance_buffers chance;
    evaluation *now;
    outlook *first, *second;
} scratch;

static bool scratch_init(scratch *b, const rules *r) {
    *b = (scratch){.state = mem_alloc(r->state_size),
                   .other = mem_alloc(r->state_size),
                   .now = mem_alloc(sizeof(evaluation)),
                   .first = mem_alloc(sizeof(outlook)),
                   .second = mem_alloc(sizeof(outlook))};
    bool listed = chance_buffers_init(&b->chance, r) == ST_OK;
    return listed && b->state && b->other && b->now && b->first && b->second;
}

static void scratch_done(scratch *b) {
    mem_free(b->state);
    mem_free(b->other);
    chance_buffers_done(&b->chance);
    mem_free(b->now);
    mem_free(b->first);
    mem_free(b->second);
}

static void add_state(const evaluator *e, const void *s, double p, scratch *b, outlook *to) {
    evaluate_state(e, s, b->now);
    for (int k = 0; k < e->rules->players; k++) {
        for (int i = 0; i < e->weights.count; i++) to->raw[k][i] += p * (double)b->now->raw[k][i];
        to->total[k] += p * b->now->total[k];
    }
}

/* Looks at the state after a token. */
static status look(const evaluator *e, state_ref at, const token *tok, scratch *b, outlook *to) {
    const rules *r = at.rules;
    trail copy = {0};
    if (at.trail && !trail_copy(&copy, at.trail, GAME_MAX_STEPS + 1)) return ST_NOMEM;
    trail *mine = at.trail ? &copy : NULL;
    memcpy(b->state, at.state, r->state_size);
    token_apply(r, b->state, mine, tok);
    bool chance = r->game->actor(r, b->state) == ACTOR_CHANCE && r->game->chance;
    int n = chance ? r->game->chance(r, b->state, b->chance.outcome, b->chance.weight) : 0;
    size_t mark = copy.len;
    for (int i = 0; i < n; i++) {
        memcpy(b->other, b->state, r->state_size);
        r->game->apply(r, b->other, mine, b->chance.outcome[i]);
        trail_cut(&copy, mark);
        add_state(e, b->other, (double)b->chance.weight[i], b, to);
    }
    if (n == 0) add_state(e, b->state, 1, b, to);
    to->outcomes = n;
    to->over = r->game->actor(r, b->state) == ACTOR_NONE;
    trail_done(&copy);
    return ST_OK;
}

static int strongest_rival(const weights *e, const rules *r, const outlook *o, int player) {
    int rival = -1;
    double max = 0;
    for (int p = 0; p < r->players; p++) {
        if (p == player) continue;
        double total = 0;
        for (int i = 0; i < e->count; i++) total += (double)e->weight[i] * o->raw[p][i];
        if (rival >= 0 && total <= max) continue;
        rival = p;
        max = total;
    }
    return rival;
}

/* Keeps the largest, in order; what is equal stays in the order of the features. */
static void keep_term(explanation *x, explain_term t) {
    int at = x->count;
    while (at > 0 && fabs(t.gain) > fabs(x->term[at - 1].gain)) at--;
    if (at == EXPLAIN_TERMS) return;
    int last = x->count < EXPLAIN_TERMS ? x->count++ : EXPLAIN_TERMS - 1;
    assert(at <= last && last < EXPLAIN_TERMS && x->count <= EXPLAIN_TERMS);
    for (int i = last; i > at; i--) x->term[i] = x->term[i - 1];
    x->term[at] = t;
}

/* --- a net --- */

/* Positions after the legal actions: terms of the player less those of the rival, and what the net
 * says. */
typedef struct samples {
    const evaluator *e;
    const explain_pair *pair;
    scratch *b;
    int rival;
    double *row, *value;
    int count;
    status st;
} samples;

static bool take_sample(void *ctx, const token *tok) {
    samples *s = ctx;
    outlook *o = s->b->second;
    int player = s->pair->player;
    memset(o, 0, sizeof *o);
    s->st = look(s->e, s->pair->at, tok, s->b, o);
    if (s->st != ST_OK) return false;
    if (o->over) return true;
    int terms = s->e->weights.count;
    double *row = s->row + (size_t)s->count * (size_t)terms;
    for (int i = 0; i < terms; i++)
        row[i] = o->raw[player][i] - (s->rival >= 0 ? o->raw[s->rival][i] : 0);
    s->value[s->count] = o->total[player] - (s->rival >= 0 ? o->total[s->rival] : 0);
    return ++s->count < EXPLAIN_ACTIONS;
}

/* Weights that stand for the net here, in place of those of the game. */
static status fit_net(const evaluator *e, const explain_pair *pair, scratch *b, weights *fitted,
                      explanation *x) {
    enum { FEW = 4 };
    int terms = fitted->count;
    samples s = {.e = e, .pair = pair, .b = b, .rival = x->rival};
    s.row = mem_alloc((size_t)EXPLAIN_ACTIONS * (size_t)terms * sizeof *s.row);
    s.value = mem_alloc(EXPLAIN_ACTIONS * sizeof *s.value);
    status st = s.row && s.value ? token_walk(pair->at, take_sample, &s) : ST_NOMEM;
    if (st == ST_OK) st = s.st;
    if (st == ST_OK && s.count >= FEW)
        st = explain_fit(s.row, s.value, s.count, terms, fitted->weight, &x->share);
    mem_free(s.row);
    mem_free(s.value);
    return st;
}

static void compare(const weights *e, const scratch *b, int player, explanation *x) {
    const outlook *o = b->first;
    const outlook *u = b->second;
    for (int i = 0; i < e->count; i++) {
        double raw = o->raw[player][i] - u->raw[player][i];
        if (x->rival >= 0) raw -= o->raw[x->rival][i] - u->raw[x->rival][i];
        double weight = (double)e->weight[i];
        explain_term t = {e->game->features[i].name, weight * raw, weight, raw};
        if (fabs(t.gain) >= MIN_GAIN) keep_term(x, t);
    }
}

/* Both actions, and the terms in which they differ. */
static status explain(const evaluator *e, const explain_pair *pair, scratch *b, explanation *out) {
    weights shown = e->weights;
    status st = look(e, pair->at, pair->first, b, b->first);
    if (st != ST_OK) return st;
    out->rival = strongest_rival(&shown, e->rules, b->first, pair->player);
    out->by_net = e->net != NULL;
    if (e->net) st = fit_net(e, pair, b, &shown, out);
    memset(b->second, 0, sizeof *b->second);
    if (st == ST_OK) st = look(e, pair->at, pair->second, b, b->second);
    if (st != ST_OK) return st;
    out->outcomes =
        b->first->outcomes > b->second->outcomes ? b->first->outcomes : b->second->outcomes;
    out->ends[0] = b->first->over;
    out->ends[1] = b->second->over;
    if (!b->first->over && !b->second->over) compare(&shown, b, pair->player, out);
    return ST_OK;
}

status explain_run(const weights *e, const explain_pair *pair, explanation *out, error *err) {
    const rules *r = pair->at.rules;
    assert(pair->player >= 0 && pair->player < r->players);
    assert(pair->first->count > 0 && pair->second->count > 0);
    *out = (explanation){.rival = -1};
    if (!e->count) return ST_OK;
    scratch b;
    evaluator evaluates;
    evaluator_init(&evaluates, e, r);
    status st = scratch_init(&b, r) ? ST_OK : ST_NOMEM;
    if (st == ST_OK) st = explain(&evaluates, pair, &b, out);
    if (st != ST_OK) (void)error_set(err, st, "no memory to compare two actions");
    scratch_done(&b);
    evaluator_done(&evaluates);
    return st;
}

void explain_write(const explanation *x, const char *first, const char *second, text *out) {
    bool end = x->ends[0] || x->ends[1];
    if (strcmp(first, second) == 0) return;
    text_format(out, "%s over %s:", first, second);
    if (!x->count && !end) text_put(out, " equal in every term; what follows makes the difference");
    if (end) text_format(out, " %s ends the game", x->ends[0] ? first : second);
    for (int i = 0; i < x->count; i++) {
        const explain_term *t = &x->term[i];
        text_format(out, "%s %s %+.2f (%+.3g x %.3g)", i ? "," : "", t->name, t->gain, t->raw,
                    t->weight);
    }
    if (x->by_net && x->share > 0 && x->count)
        text_format(out, "; the terms explain %.0f %% of what the net sees in the actions",
                    100 * x->share);
    if (x->outcomes > 1) text_format(out, "; averaged over %d outcomes of chance", x->outcomes);
}
