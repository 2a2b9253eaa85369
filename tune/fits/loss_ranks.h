#ifndef TUNE_FITS_LOSS_RANKS_H
#define TUNE_FITS_LOSS_RANKS_H
/* Sums over chunks of examples made by ranks: a job is a few chunks, its result the numbers of each
 * of them. */

#include "arena/crew/crew.h"
#include "tune/fits/loss_chunk.h"

typedef struct loss_ranks loss_ranks;

/* The examples must outlive it. */
status loss_ranks_create(loss_ranks **out, const examples *e, int slots, error *err);
void loss_ranks_destroy(loss_ranks *r); /* NULL is welcome */

typedef struct loss_ranks_call {
    loss_call call;
    const uint32_t *chunk; /* numbers of chunks, */
    size_t n;
    double *sum; /* and what each comes to: n times loss_width() */
} loss_ranks_call;
status loss_ranks_sum(loss_ranks *r, const loss_ranks_call *c, error *err);

extern const crew_task loss_task; /* for ranks */

#endif
