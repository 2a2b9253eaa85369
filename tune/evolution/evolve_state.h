#ifndef TUNE_EVOLUTION_EVOLVE_STATE_H
#define TUNE_EVOLUTION_EVOLVE_STATE_H
/* The internals of evolve, shared by its methods and by no other file. */

#include "engine/base/rng.h"
#include "tune/evolution/evolve.h"

typedef struct evolve_kind {
    status (*make)(evolve *e); /* decides the population, takes e->scratch; the rest is there */
    void (*ask)(evolve *e);    /* fills the sets of this round */
    void (*tell)(evolve *e, const double *value);
    double (*spread)(const evolve *e);
    void (*write)(const evolve *e, text *out); /* NULL: nothing but mean and best */
    bool (*read)(evolve *e, const char **s);
} evolve_kind;

struct evolve {
    evolve_options o;
    const evolve_kind *kind;
    int n, population;
    unsigned round;
    bool asked; /* the sets are those of this round */
    evolve_param *param;
    double *mean, *best;
    double *set;     /* population times n */
    double *scratch; /* the method's own numbers */
};

extern const evolve_kind evolve_cmaes, evolve_ga;

/* What all methods do. */
double evolve_normal(rng *g);
double evolve_clip(const evolve *e, int i, double x);
rng evolve_dice(const evolve *e); /* of this round */
double *evolve_set(evolve *e, int i);
/* The numbers of n sets by their values, best first; ties by number. */
void evolve_rank(const double *value, int n, int *order);

#endif
