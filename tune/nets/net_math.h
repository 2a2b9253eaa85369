#ifndef TUNE_NETS_NET_MATH_H
#define TUNE_NETS_NET_MATH_H
/* A net with numbers that can be learned: the same shape as eval/net/net.h, in floating point. What
 * an example says, and which way is down. Sums are made in one order, so that they are the same
 * with every compiler. */

#include "tune/data/net_examples.h"

/* Where the parts of all parameters begin; they follow each other in one array. */
typedef struct net_layout {
    net_shape shape;
    size_t first;       /* by input * width + unit */
    size_t first_bias;  /* by unit */
    size_t second;      /* by unit * hidden + hidden unit; units of both rows */
    size_t second_bias; /* by hidden unit */
    size_t out;         /* by out * hidden + hidden unit */
    size_t out_bias;
    size_t points; /* by number * hidden + hidden unit, in units of NET_POINTS_UNIT */
    size_t points_bias;
    double points_share; /* how much half the square of what they are off counts beside the loss */
    size_t count;
} net_layout;

enum { NET_POINTS_UNIT = 16 }; /* points: about as far as games of one kind are apart */

net_layout net_layout_of(const net_shape *s);

/* The largest weights that integers will hold. */
float net_weight_limit(const net_layout *l, size_t parameter);

/* Some examples: by number, and mirrored as a hash of number and seed says; seed 0: as they are. */
typedef struct net_batch {
    const net_examples *e;
    const uint32_t *example;
    size_t count;
    uint64_t seed;
} net_batch;

/* The sum of their losses; their gradient (NULL: not wanted) is added to `gradient`. Points are learned
 * along with the scores, but are no part of the loss. */
double net_math_sum(const net_layout *l, const float *param, const net_batch *b, float *gradient);

/* What the net says of an example, as expected scores of its outs. */
void net_math_expected(const net_layout *l, const float *param, const net_examples *e,
                       size_t example, double *out);

/* The points that it says of an example, in the order of the net. */
void net_math_points(const net_layout *l, const float *param, const net_examples *e, size_t example,
                     double *out);

/* From what comes out to expected scores: of one out the logistic function, else softmax. */
void net_math_scores(const double *odds, int outs, double *out);
/* Minus the logarithm of the probability of what happened. */
double net_math_loss(const float *target, const double *score, int outs);

/* The largest sum of the first layer over the examples, as a size. */
float net_math_largest(const net_layout *l, const float *param, const net_examples *e);

#endif
