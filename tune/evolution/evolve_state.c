#include "tune/evolution/evolve_state.h"

#include <assert.h>
#include <math.h>

double evolve_normal(rng *g) {
    double x;
    double s;
    do { /* Marsaglia's polar method */
        x = 2 * rng_unit(g) - 1;
        double y = 2 * rng_unit(g) - 1;
        s = x * x + y * y;
    } while (s >= 1 || s == 0);
    return x * sqrt(-2 * log(s) / s);
}

double evolve_clip(const evolve *e, int i, double x) {
    const evolve_param *p = &e->param[i];
    assert(i >= 0 && i < e->n && p->min <= p->max);
    return x < p->min ? p->min : x > p->max ? p->max : x;
}

rng evolve_dice(const evolve *e) {
    return rng_stream(e->o.seed, e->round + 1);
}

double *evolve_set(evolve *e, int i) {
    assert(i >= 0 && i < e->population);
    return e->set + (size_t)i * (size_t)e->n;
}

void evolve_rank(const double *value, int n, int *order) {
    for (int i = 0; i < n; i++) {
        int k = i;
        for (; k > 0 && value[order[k - 1]] < value[i]; k--) order[k] = order[k - 1];
        order[k] = i;
    }
}
