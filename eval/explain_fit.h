#ifndef EVAL_EXPLAIN_FIT_H
#define EVAL_EXPLAIN_FIT_H
/* Terms for what a net says: weights that come nearest to its values of some positions. They hold
 * for these positions alone, and explain a share of what it sees. */

#include "engine/base/status.h"

/* `rows` rows of `terms` numbers each, and a value for each row. Fills `weight`, which is 0 for terms
 * that are the same in all rows, and *share: how much of the differences between the values they
 * explain, 0..1. By ridge regression. ST_NOMEM. */
status explain_fit(const double *row, const double *value, int rows, int terms, float *weight,
                   double *share);

#endif
