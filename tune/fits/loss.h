#ifndef TUNE_FITS_LOSS_H
#define TUNE_FITS_LOSS_H
/* How far weights are from what happened, and which way is down.
 *
 * The evaluation of seat k is q_k = sum of weight x feature, its share p_k = exp q_k / sum exp q_m
 * (as eval/evaluate has it; with two seats the logistic function of the difference). Losses of an
 * example in which the seats got u_k:
 *
 *   ce       - sum u_k ln p_k        cross entropy; with more than two seats "softmax" is the same
 *   mse      sum (u_k - p_k)^2       over the rows of an example
 *
 * and for games with points, weighted by `points`: the mean over the seats of (m_k - a (q_k - mean
 * q))^2, where m_k are points above the table's mean. The best `a` for given weights is the
 * quotient of sum m_k (q_k - mean q) and sum (q_k - mean q)^2, so it is not learned but followed.
 *
 * Sums are made over chunks of examples, each by one thread, and joined in one order: the result is
 * the same for any number of threads or ranks. */

#include "search/pool.h"
#include "tune/data/examples.h"

typedef enum loss_kind { LOSS_CE, LOSS_MSE } loss_kind;

typedef struct loss_rule {
    loss_kind kind;
    double points; /* weight of the points' loss; 0: none */
} loss_rule;

typedef struct loss_work loss_work; /* buffers and threads */

/* The pool is the caller's; NULL: the caller's thread works. */
status loss_work_create(loss_work **out, const examples *e, pool *threads);
void loss_work_destroy(loss_work *w); /* NULL is welcome */

/* From now on ranks make the sums (arena/crew): each gets the chunks it is asked for once and keeps
 * them. Where that fails all further sums are 0, and loss_work_failure() tells why; w may be NULL. */
status loss_work_use_ranks(loss_work *w, int slots, error *err);
status loss_work_failure(const loss_work *w, error *err);

/* The sum of the losses over the chunks named (`n` numbers of chunks), and in `gradient` (terms + 2
 * numbers; NULL: not wanted) the sum of the gradients and, after it, the two sums that `a` is the
 * quotient of. `weight` has terms + 1 numbers, the last is `a`. */
double loss_sum(loss_work *w, const loss_rule *rule, const double *weight, const uint32_t *chunk,
                size_t n, double *gradient);

/* The mean over all examples; 0 where there are none. */
double loss_mean(loss_work *w, const loss_rule *rule, const double *weight);

const uint32_t *loss_every(const loss_work *w); /* the numbers of all chunks */

/* What the weights expect: the share of the seat of a row. */
void loss_expected(const examples *e, const double *weight, size_t example, double *out);

#endif
