#include <math.h>
#include <string.h>

#include "engine/base/memory.h"
#include "tune/data/rows.h"
#include "tune/evolution/evolve_state.h"

/* A genetic algorithm. The sets of a round are the population itself: the first ones are the best
 * of the round before, unchanged, so that nothing good is lost to luck.
 *
 * Nor must luck look good: of many sets that are tried once, the first is mostly a lucky one. Those
 * who stay are tried again in every round, so they gather their values, against the mean of
 * the round (all play the same deals). How much their rounds differ says how large luck is, and by
 * that a set counts the less the fewer rounds it has been there. */

enum { DEFAULT_POPULATION = 24, CONTESTANTS = 3, MAX_POPULATION = 256 };
#define ELITE_SHARE    0.25
#define MUTATION_SHARE 0.08 /* of the numbers of a child */
#define WIDE_SHARE     0.25 /* of the mutations: anywhere in the range */
#define FIRST_SPREAD   4    /* steps */
#define FADE           0.95 /* of the value of a set, a round later */
#define NOISE_SHARE    0.2  /* of this round in the size of luck */

static int elite(const evolve *e) {
    int n = (int)(ELITE_SHARE * e->population);
    return n > 0 ? n : 1;
}

/* The parents; of each its merit, the sum of its worths and the weight of that; the size of
 * luck. */
static size_t numbers(const evolve *e) {
    return (size_t)e->population * ((size_t)e->n + 3) + 1;
}

static status make(evolve *e) {
    if (e->population <= 0) e->population = DEFAULT_POPULATION;
    if (e->population < 4) e->population = 4;
    if (e->population > MAX_POPULATION) e->population = MAX_POPULATION;
    e->scratch = mem_alloc(numbers(e) * sizeof *e->scratch);
    return e->scratch ? ST_OK : ST_NOMEM;
}

static double *parent(const evolve *e, int i) {
    return e->scratch + (size_t)i * (size_t)e->n;
}

static double *merit_of(const evolve *e) {
    return e->scratch + (size_t)e->population * (size_t)e->n;
}

static double *sum_of(const evolve *e) {
    return merit_of(e) + e->population;
}

static double *weight_of(const evolve *e) {
    return sum_of(e) + e->population;
}

static double *luck_of(const evolve *e) {
    return weight_of(e) + e->population;
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
        if (merit_of(e)[other] > merit_of(e)[best]) best = other;
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
    /* The parents are in the order of their merit. */
    size_t bytes = (size_t)e->n * sizeof(double);
    for (int k = 0; k < e->population; k++) {
        if (k < elite(e))
            memcpy(evolve_set(e, k), parent(e, k), bytes);
        else
            make_child(e, &g, evolve_set(e, k));
    }
}

/* How far the mean that all are compared with has moved. Those who have just come were lucky and
 * fall back for that reason; so the word of the others counts, if there are any. */
static double find_shift(const evolve *e, const double *value, double mean, int stayed) {
    double shift = 0;
    double all = 0;
    for (int k = 0; k < stayed; k++) all += weight_of(e)[k] - 1;
    for (int k = 0; k < stayed; k++) {
        double share = all > 0 ? (weight_of(e)[k] - 1) / all : 1.0 / stayed;
        shift += share * (value[k] - mean - sum_of(e)[k] / weight_of(e)[k]);
    }
    return shift;
}

/* Takes this round's worths into those of the sets that stayed. */
static void gather(evolve *e, const double *value, double mean) {
    double *sum = sum_of(e);
    double *weight = weight_of(e);
    int stayed = e->round ? elite(e) : 0;
    double shift = find_shift(e, value, mean, stayed);
    double luck = 0;
    for (int k = 0; k < stayed; k++) {
        double off = value[k] - mean - sum[k] / weight[k] - shift;
        luck += off * off / (stayed > 1 ? stayed - 1 : 1);
        sum[k] = FADE * (sum[k] + shift * weight[k]) + value[k] - mean;
        weight[k] = FADE * weight[k] + 1;
    }
    for (int k = stayed; k < e->population; k++) {
        sum[k] = value[k] - mean;
        weight[k] = 1;
    }
    if (stayed) *luck_of(e) += (e->round > 1 ? NOISE_SHARE : 1) * (luck - *luck_of(e));
}

/* The value of a set at least, with this many deviations of luck against it. */
static double at_least(const evolve *e, int k, double deviations) {
    double weight = weight_of(e)[k];
    return sum_of(e)[k] / weight - deviations * sqrt(*luck_of(e) / weight);
}

static void tell(evolve *e, const double *value) {
    int order[MAX_POPULATION];
    double merit[MAX_POPULATION];
    double sum[MAX_POPULATION];
    double weight[MAX_POPULATION];
    size_t bytes = (size_t)e->n * sizeof(double);
    double mean = 0;
    int best = 0;
    for (int k = 0; k < e->population; k++) mean += value[k] / e->population;
    gather(e, value, mean);
    for (int k = 0; k < e->population; k++) {
        merit[k] = at_least(e, k, 1);
        sum[k] = sum_of(e)[k];
        weight[k] = weight_of(e)[k];
        if (at_least(e, k, 2) > at_least(e, best, 2)) best = k;
    }
    memcpy(e->best, evolve_set(e, best), bytes);
    evolve_rank(merit, e->population, order);
    for (int k = 0; k < e->population; k++) {
        memcpy(parent(e, k), evolve_set(e, order[k]), bytes);
        merit_of(e)[k] = merit[order[k]];
        sum_of(e)[k] = sum[order[k]];
        weight_of(e)[k] = weight[order[k]];
    }
    for (int i = 0; i < e->n; i++) {
        double total = 0;
        for (int k = 0; k < e->population; k++) total += parent(e, k)[i];
        e->mean[i] = total / e->population;
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

static void write_population(const evolve *e, text *out) {
    row_write(out, "population", e->scratch, numbers(e));
}

static bool read_population(evolve *e, const char **s) {
    return row_read(s, "population", e->scratch, numbers(e));
}

const evolve_kind evolve_ga = {make, ask, tell, spread, write_population, read_population};
