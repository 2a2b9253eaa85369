#ifndef TUNE_FITS_LOSS_CHUNK_H
#define TUNE_FITS_LOSS_CHUNK_H
/* The loss and the gradient of one chunk of examples, summed in the order of the examples: one thread
 * does it, on whatever machine, and every machine makes the same numbers. */

#include "tune/fits/loss.h"

enum { LOSS_SLOTS = 8 }; /* rows are summed in this many slots */

typedef struct loss_call {
    loss_rule rule;
    double scale;        /* `a` */
    const float *weight; /* terms + LOSS_SLOTS, the last of them 0 */
    bool want_gradient;
} loss_call;

/* How many numbers a chunk comes to: the loss, the gradient, and the two sums of `a`. */
static inline size_t loss_width(int terms) {
    return (size_t)terms + 3;
}

/* The chunk that begins with this example; `slope` is for terms + LOSS_SLOTS numbers of no value to
 * the caller. */
void loss_chunk(const examples *e, const loss_call *c, size_t first, float *slope, double *out);

#endif
