#ifndef ARENA_STATISTICS_H
#define ARENA_STATISTICS_H
/* What a match proves. The unit of evidence is a block of games (a pair with swapped seats, or 2N
 * games for N seats), a value from 0 to 1 for the first engine; what happened is a histogram
 * of these numbers. Blocks are independent of each other, games within one are not: so errors come
 * from blocks, while "normalised" figures are scaled to one game by sqrt(games in a block).
 *
 * The sequential test follows Wald, with the generalised likelihood ratio over all laws on the
 * observed values (Van den Bergh's formulation, as the large testing sites use it). */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/base/status.h"

typedef struct unit_bin {
    double value; /* 0..1 */
    uint64_t count;
} unit_bin;

typedef struct stats_units {
    unit_bin *bin; /* by value; 0, 1/4, 1/2, 3/4 and 1 are always there */
    size_t count, cap;
    uint64_t units;
    int games; /* in one unit */
} stats_units;

status stats_units_init(stats_units *u, int games_in_a_unit);
void stats_units_done(stats_units *u);
/* Counts one unit `times` times; values closer than the printed digits of a result are the same. */
status stats_units_add(stats_units *u, double value, uint64_t times);
bool stats_units_pairs(const stats_units *u);   /* nothing but the five values of a pair occurred */
double stats_units_score(const stats_units *u); /* of the first engine, in games */

typedef struct estimate {
    double mean;           /* of a unit */
    double elo, elo_error; /* 95 % */
    double nelo, nelo_error;
    double los; /* likelihood of superiority */
} estimate;

/* Needs at least one unit; all fields 0 (and los 1/2) without. A score of nothing or everything is
 * reported as a quarter of a game away from it, so that every number is finite. */
estimate stats_estimate(const stats_units *u);

double stats_elo(double score); /* of a score in (0, 1) */
double stats_score(double elo); /* and back */
typedef enum sprt_model { SPRT_NORMALIZED, SPRT_LOGISTIC } sprt_model;

/* How many times likelier what happened is under elo1 than under elo0, as a logarithm. */
double stats_llr(const stats_units *u, sprt_model model, double elo0, double elo1);

typedef struct sprt {
    double elo0, elo1, alpha, beta;
    sprt_model model;
} sprt;

typedef enum sprt_verdict { SPRT_GOES_ON, SPRT_H0, SPRT_H1 } sprt_verdict;

sprt stats_sprt_default(void); /* 0 against 5 normalised Elo at 5 % each way */
/* "elo0=0,elo1=5,alpha=0.05,beta=0.05,model=normalized": any of them, spaces or commas between; *s
 * keeps what is not named. */
status stats_sprt_read(sprt *s, const char *words, error *err);
double stats_sprt_lower(const sprt *s); /* accept H0 at or below */
double stats_sprt_upper(const sprt *s); /* accept H1 at or above */
sprt_verdict stats_sprt_verdict(const sprt *s, const stats_units *u, double *llr);

#endif
