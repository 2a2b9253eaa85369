#include "tune/evolution/evolve.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "engine/base/memory.h"
#include "tune/data/rows.h"
#include "tune/evolution/evolve_state.h"

/* --- spsa --- */

#define SPSA_ALPHA 0.602
#define SPSA_GAMMA 0.101
#define SPSA_RATE  0.002

static double spsa_width(const evolve *e, int i) {
    double end = e->param[i].step;
    return end * pow(e->o.rounds, SPSA_GAMMA) / pow(e->round + 1, SPSA_GAMMA);
}

static double spsa_gain(const evolve *e, int i) {
    double calm = 0.1 * e->o.rounds;
    double end = e->param[i].step;
    double rate = e->o.rate > 0 ? e->o.rate : SPSA_RATE;
    double a = rate * end * end * pow(calm + e->o.rounds, SPSA_ALPHA);
    double c = spsa_width(e, i);
    return a / pow(calm + e->round + 1, SPSA_ALPHA) / (c * c);
}

static double coin(rng *g) {
    return rng_next(g) >> 63 ? 1 : -1;
}

static void spsa_ask(evolve *e) {
    rng g = evolve_dice(e);
    for (int i = 0; i < e->n; i++) {
        double by = spsa_width(e, i) * coin(&g);
        evolve_set(e, 0)[i] = evolve_clip(e, i, e->mean[i] + by);
        evolve_set(e, 1)[i] = evolve_clip(e, i, e->mean[i] - by);
    }
}

static void spsa_tell(evolve *e, const double *value) {
    rng g = evolve_dice(e);
    for (int i = 0; i < e->n; i++) {
        double by = spsa_width(e, i) * coin(&g);
        e->mean[i] = evolve_clip(e, i, e->mean[i] + spsa_gain(e, i) * by * value[0]);
    }
    memcpy(e->best, e->mean, (size_t)e->n * sizeof *e->best);
}

static status spsa_make(evolve *e) {
    e->population = 2;
    return ST_OK;
}

static double spsa_spread(const evolve *e) {
    return spsa_width(e, 0) / e->param[0].step;
}

static const evolve_kind spsa = {spsa_make, spsa_ask, spsa_tell, spsa_spread, NULL, NULL};

/* Numbers stay in their ranges, whatever method moves them. */
static bool is_within(const evolve *e, const double *x) {
    for (int i = 0; i < e->n; i++)
        if (!(x[i] >= e->param[i].min && x[i] <= e->param[i].max)) return false;
    return true;
}

static FOR_ASSERT bool evolve_check(const evolve *e) {
    for (int k = 0; e->asked && k < e->population; k++)
        if (!is_within(e, e->set + (size_t)k * (size_t)e->n)) return false;
    return e->population >= 2 && e->round <= e->o.rounds && is_within(e, e->best);
}

/* --- create and destroy --- */

static const evolve_kind *kind_of(evolve_method m) {
    return m == EVOLVE_SPSA ? &spsa : m == EVOLVE_CMAES ? &evolve_cmaes : &evolve_ga;
}

status evolve_create(evolve **out, const evolve_options *o, const evolve_param *param, int n) {
    assert(n > 0 && o->rounds > 0);
    *out = NULL;
    evolve *e = mem_alloc(sizeof *e);
    if (!e) return ST_NOMEM;
    e->o = *o;
    e->kind = kind_of(o->method);
    e->n = n;
    e->population = o->population;
    e->param = mem_alloc((size_t)n * sizeof *e->param);
    e->mean = mem_alloc((size_t)n * sizeof *e->mean);
    e->best = mem_alloc((size_t)n * sizeof *e->best);
    status st = e->param && e->mean && e->best ? ST_OK : ST_NOMEM;
    if (st == ST_OK) {
        memcpy(e->param, param, (size_t)n * sizeof *e->param);
        for (int i = 0; i < n; i++) e->mean[i] = e->best[i] = param[i].start;
        st = e->kind->make(e);
    }
    if (st == ST_OK) {
        e->set = mem_alloc((size_t)e->population * (size_t)n * sizeof *e->set);
        if (!e->set) st = ST_NOMEM;
    }
    if (st == ST_OK)
        *out = e;
    else
        evolve_destroy(e);
    return st;
}

void evolve_destroy(evolve *e) {
    if (!e) return;
    mem_free(e->param);
    mem_free(e->mean);
    mem_free(e->best);
    mem_free(e->set);
    mem_free(e->scratch);
    mem_free(e);
}

/* --- rounds --- */

int evolve_population(const evolve *e) {
    return e->population;
}

unsigned evolve_round(const evolve *e) {
    return e->round;
}

bool evolve_finished(const evolve *e) {
    return e->round >= e->o.rounds;
}

const double *evolve_ask(evolve *e, int i) {
    if (!e->asked) e->kind->ask(e);
    e->asked = true;
    assert(i < e->population && evolve_check(e));
    return evolve_set(e, i);
}

void evolve_tell(evolve *e, const double *value) {
    (void)evolve_ask(e, 0); /* the sets that were judged are there, also after a checkpoint */
    e->kind->tell(e, value);
    e->asked = false;
    e->round++;
    assert(evolve_check(e));
}

const double *evolve_best(const evolve *e) {
    return e->best;
}

double evolve_spread(const evolve *e) {
    return e->kind->spread(e);
}

/* --- checkpoints --- */

void evolve_write(const evolve *e, text *out) {
    double round = e->round;
    row_write(out, "round", &round, 1);
    row_write(out, "mean", e->mean, (size_t)e->n);
    row_write(out, "best", e->best, (size_t)e->n);
    if (e->kind->write) e->kind->write(e, out);
}

status evolve_read(evolve *e, const char **s, error *err) {
    uint64_t round;
    if (row_read_count(s, "round", e->o.rounds, &round) &&
        row_read(s, "mean", e->mean, (size_t)e->n) && row_read(s, "best", e->best, (size_t)e->n) &&
        is_within(e, e->best)) {
        e->round = (unsigned)round;
        e->asked = false;
        if (!e->kind->read || e->kind->read(e, s)) return ST_OK;
    }
    return error_set(err, ST_BAD_SYNTAX, "the checkpoint is damaged");
}
