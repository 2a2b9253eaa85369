#ifndef TUNE_NETS_NET_FIT_H
#define TUNE_NETS_NET_FIT_H
/* Training a net, one epoch at a time, by Adam on batches. A batch is cut into slices whose
 * gradients are summed in one order: the result is the same for any number of threads. All that
 * decides what comes next can be written to a checkpoint and read back to the last bit. */

#include "search/pool.h"
#include "tune/fits/fit.h"
#include "tune/nets/net_math.h"

typedef struct net_fit_options {
    unsigned epochs;
    unsigned batch;    /* examples */
    double rate;       /* of the first step; it falls to nothing over the epochs */
    double decay;      /* of the weights, a step: the rate times this */
    double points;     /* net_layout's points_share, where the net says points */
    unsigned patience; /* epochs without a better validation after which it ends; 0: never */
    uint64_t seed;
} net_fit_options;

net_fit_options net_fit_default(void);

typedef struct net_fit {
    net_fit_options o;
    net_layout layout;
    float *now, *first, *second; /* the parameters, and moments of their gradients */
    float *best;                 /* parameters of the best epoch */
    unsigned epoch, best_epoch;
    uint64_t steps;
    double best_valid;
    fit_moment *course; /* epoch + 1 of them, from before the first */
    size_t course_cap;
    float *gradient; /* of each slice, layout.count numbers */
    uint32_t *order;
    size_t order_cap;
    pool *threads;
} net_fit;

/* What it is trained and validated with; without examples to validate with, those to train with. */
typedef struct net_fit_data {
    const net_examples *train, *valid;
} net_fit_data;

/* Random first weights, drawn from the seed. The pool is the caller's; NULL: the caller's thread
 * works. ST_NOMEM. The caller ends it with net_fit_done() in any case. */
status net_fit_init(net_fit *f, const net_fit_options *o, const net_shape *shape, pool *threads,
                    const net_fit_data *d);
void net_fit_done(net_fit *f);

status net_fit_epoch(net_fit *f, const net_fit_data *d); /* one more; ST_NOMEM */
bool net_fit_finished(const net_fit *f);

/* The mean loss of these parameters over all examples. ST_NOMEM: *out is 0. */
status net_fit_loss(net_fit *f, const float *param, const net_examples *e, double *out);

/* The best parameters as integers, in a net of this shape; and the mean loss of a net. */
void net_fit_quantise(const net_fit *f, const net_fit_data *d, net *out);
double net_fit_integer_loss(const net *n, const net_examples *e);
/* How far the points that a net says are off: the root of the mean square. */
double net_fit_points_error(const net *n, const net_examples *e);

void net_fit_write(const net_fit *f, text *out);
status net_fit_read(net_fit *f, const char **s, error *err);

#endif
