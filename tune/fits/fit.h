#ifndef TUNE_FITS_FIT_H
#define TUNE_FITS_FIT_H
/* Fitting weights to examples, one epoch at a time: by gradients (Adam or AdaGrad on batches; what
 * is judged is the mean over an epoch, which trembles less) or by trying a step up and a step down
 * for each weight (texel). All that decides what comes next is in `fit`, and can be written to a
 * checkpoint and read back to the last bit.
 *
 * Steps are measured in units in which every feature has the size 1, so that one rate does for
 * features of any size; over the epochs that were asked for they shrink to nothing, as the square
 * of what is left. */

#include "engine/base/text.h"
#include "tune/fits/loss.h"

typedef enum fit_method { FIT_ADAM, FIT_ADAGRAD, FIT_TEXEL } fit_method;

typedef struct fit_options {
    fit_method method;
    loss_rule loss;
    unsigned epochs;
    unsigned batch; /* examples; rounded up to complete chunks */
    double rate;
    double pull;       /* L2, back to where the weights began, in units of the features' sizes */
    double prior;      /* the same in units of the weights: what is seldom seen moves little */
    unsigned patience; /* epochs without a better validation after which it ends; 0: never */
    uint64_t seed;
} fit_options;

fit_options fit_default(void);

/* What is reported of an epoch. */
typedef struct fit_moment {
    double train, valid;
} fit_moment;

typedef struct fit {
    fit_options o;
    int terms;
    double *now, *start, *low, *high, *best; /* terms + 1: the last is the scale of points */
    double *mean;           /* of the weights over the last epoch: what is judged and reported */
    double *first, *second; /* moments of the gradients; texel: steps */
    bool *held;             /* not to be touched */
    unsigned epoch, best_epoch;
    double best_valid;
    fit_moment *course; /* epoch + 1 of them, from before the first */
    double *path;       /* weights likewise: epoch + 1 times terms */
    size_t course_cap, path_cap;
    double *gradient; /* room */
    uint32_t *order;
    size_t order_cap;
} fit;

/* `list` has the first weights and their ranges; `weight` (may be NULL) replaces the weights. */
status fit_init(fit *f, const fit_options *o, const feature *list, const float *weight, int terms);
void fit_done(fit *f);

/* Before the first epoch: how good the weights are that are there. */
status fit_begin(fit *f, loss_work *train, loss_work *valid);

/* One more epoch. `e` are those of `train`. ST_NOMEM. */
status fit_epoch(fit *f, loss_work *train, loss_work *valid, const examples *e);

/* All epochs done, or no better validation for too long. */
bool fit_finished(const fit *f);

/* The factor on all weights that suits the examples best, by halving an interval; the weights are
 * multiplied by it. Texel's K. */
double fit_scale(fit *f, loss_work *train);

/* To a checkpoint, and back into one that was initialised with the same options and terms; *s moves
 * behind it. */
void fit_write(const fit *f, text *out);
status fit_read(fit *f, const char **s, error *err);

#endif
