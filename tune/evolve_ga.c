#include <string.h>

#include "engine/base/memory.h"
#include "tune/evolve_state.h"
#include "tune/rows.h"

/* A genetic algorithm. The sets of a round are the population itself: the first ones are the best
 * of the round before, unchanged, so that nothing good is lost to luck. */

enum { USUAL_POPULATION = 24, CONTESTANTS = 3, MOST_POPULATION = 256 };
#define ELITE_SHARE    0.125
#define MUTATION_SHARE 0.08 /* of the numbers of a child */
#define WIDE_SHARE     0.25 /* of the mutations: anywhere in the range */
#define FIRST_SPREAD   4    /* steps */

static int elite(const evolve *e) {
    int n = (int)(ELITE_SHARE * e->population);
    return n > 0 ? n : 1;
}

static status make(evolve *e) {
    if (e->population <= 0) e->population = USUAL_POPULATION;
    if (e->population < 4) e->population = 4;
    if (e->population > MOST_POPULATION) e->population = MOST_POPULATION;
    size_t n = (size_t)e->population * (size_t)e->n;
    e->room = mem_alloc((n + (size_t)e->population) * sizeof *e->room); /* parents, their worth */
    return e->room ? ST_OK : ST_NOMEM;
}

static double *parent(const evolve *e, int i) {
    return e->room + (size_t)i * (size_t)e->n;
}

static double *worth_of(const evolve *e) {
    return e->room + (size_t)e->population * (size_t)e->n;
}

/* The start and its surroundings; half of the sets anywhere. */
static void first_ask(evolve *e, rng *g) {
    for (int k = 0; k < e->population; k++)
        for (int i = 0; i < e->n; i++) {
            const evolve_param *p = &e->param[i];
            double near = p->start + FIRST_SPREAD * p->step * evolve_normal(g);
            double far = p->min + rng_unit(g) * (p->max - p->min);
            evolve_set(e, k)[i] = k == 0 ? p->start : evolve_clip(e, i, k % 2 ? near : far);
        }
}

static const double *choose(const evolve *e, rng *g) {
    int best = (int)rng_below(g, (uint64_t)e->population);
    for (int i = 1; i < CONTESTANTS; i++) {
        int other = (int)rng_below(g, (uint64_t)e->population);
        if (worth_of(e)[other] > worth_of(e)[best]) best = other;
    }
    return parent(e, best);
}

static void make_child(evolve *e, rng *g, double *out) {
    const double *a = choose(e, g);
    const double *b = choose(e, g);
    double share = rng_unit(g);
    for (int i = 0; i < e->n; i++) {
        const evolve_param *p = &e->param[i];
        double x = share * a[i] + (1 - share) * b[i];
        if (rng_unit(g) < MUTATION_SHARE)
            x = rng_unit(g) < WIDE_SHARE ? p->min + rng_unit(g) * (p->max - p->min)
                                         : x + 2 * p->step * evolve_normal(g);
        out[i] = evolve_clip(e, i, x);
    }
}

static void ask(evolve *e) {
    rng g = evolve_dice(e);
    if (e->round == 0) {
        first_ask(e, &g);
        return;
    }
    /* The parents are in the order of their worth. */
    size_t bytes = (size_t)e->n * sizeof(double);
    for (int k = 0; k < e->population; k++) {
        if (k < elite(e))
            memcpy(evolve_set(e, k), parent(e, k), bytes);
        else
            make_child(e, &g, evolve_set(e, k));
    }
}

static void tell(evolve *e, const double *worth) {
    int order[MOST_POPULATION];
    size_t bytes = (size_t)e->n * sizeof(double);
    evolve_rank(worth, e->population, order);
    for (int k = 0; k < e->population; k++) {
        memcpy(parent(e, k), evolve_set(e, order[k]), bytes);
        worth_of(e)[k] = worth[order[k]];
    }
    memcpy(e->best, parent(e, 0), bytes);
    for (int i = 0; i < e->n; i++) {
        double sum = 0;
        for (int k = 0; k < e->population; k++) sum += parent(e, k)[i];
        e->mean[i] = sum / e->population;
    }
}

/* The mean distance of the population from its mean. */
static double spread(const evolve *e) {
    double sum = 0;
    if (e->round == 0) return FIRST_SPREAD;
    for (int k = 0; k < e->population; k++)
        for (int i = 0; i < e->n; i++) {
            double off = (parent(e, k)[i] - e->mean[i]) / e->param[i].step;
            sum += off < 0 ? -off : off;
        }
    return sum / e->population / e->n;
}

static size_t numbers(const evolve *e) {
    return (size_t)e->population * ((size_t)e->n + 1);
}

static void write_population(const evolve *e, text *out) {
    row_write(out, "population", e->room, numbers(e));
}

static bool read_population(evolve *e, const char **s) {
    return row_read(s, "population", e->room, numbers(e));
}

const evolve_kind evolve_ga = {make, ask, tell, spread, write_population, read_population};
