#ifndef TUNE_EVOLUTION_EVOLVE_H
#define TUNE_EVOLUTION_EVOLVE_H
/* Finding numbers by trying them: methods that need no gradient, only a caller who says how good a
 * set of numbers is, with noise. All three go in rounds: ask() names the sets to try, the caller
 * finds their values, tell() takes it. Everything random of a round is drawn from the seed and the
 * round's number, so a run can be interrupted between rounds and continues as if it had not been.
 *
 *   spsa    simultaneous perturbation (Spall 1992): two sets a round, on both sides of the present
 *           one, as one pairing. With the gain sequences that the public chess testing sites use.
 *   cmaes   covariance matrix adaptation (Hansen and Ostermeier 2001; the numbers of Hansen's
 * tutorial, arXiv 1604.00772). ga      a genetic algorithm: tournament selection, arithmetic
 * crossover, uniform mutation, the best survive.
 *
 * Numbers stay in their ranges: what is asked for is clipped. */

#include <stdbool.h>
#include <stdint.h>

#include "engine/base/status.h"
#include "engine/base/text.h"

typedef struct evolve_param {
    double start, min, max;
    double step; /* a change of this size can be felt: spsa's c at the end, the others' first spread
                  */
} evolve_param;

typedef enum evolve_method { EVOLVE_SPSA, EVOLVE_CMAES, EVOLVE_GA } evolve_method;

typedef struct evolve_options {
    evolve_method method;
    unsigned rounds; /* planned: spsa's gains depend on it */
    int population;  /* 0: the default; spsa has two */
    double rate;     /* spsa: r at the end (0.002); 0: default */
    uint64_t seed;
} evolve_options;

typedef struct evolve evolve;

status evolve_create(evolve **out, const evolve_options *o, const evolve_param *param, int n);
void evolve_destroy(evolve *e); /* NULL is welcome */

int evolve_population(const evolve *e); /* sets a round; spsa: 2 */
unsigned evolve_round(const evolve *e); /* rounds told so far */
bool evolve_finished(const evolve *e);

/* Set number i of this round: n numbers. The same until tell(). */
const double *evolve_ask(evolve *e, int i);

/* How good each set was, more is better. spsa: value[0] is how much better the first did than the
 * second, in games won more than lost, value[1] is not looked at. */
void evolve_tell(evolve *e, const double *value);

/* What the method would answer now: the present point, the mean, or the best set. */
const double *evolve_best(const evolve *e);
double evolve_spread(const evolve *e); /* how far it still looks around, in steps */

void evolve_write(const evolve *e, text *out);
status evolve_read(evolve *e, const char **s, error *err);

#endif
