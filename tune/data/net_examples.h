#ifndef TUNE_DATA_NET_EXAMPLES_H
#define TUNE_DATA_NET_EXAMPLES_H
/* What a net is trained with: positions as lists of active inputs (one or two rows, as the net's
 * shape has them), and what the seats got. Immutable once it is filled; shared by threads. */

#include "engine/base/status.h"
#include "eval/net/net.h"

typedef struct net_examples {
    int rows, outs;
    size_t count;
    size_t *from; /* where a row begins in `input`: count * rows + 1 of them */
    uint16_t *input;
    float *target; /* by example * outs + out: 0..1 */
    float *base;   /* likewise, what the net's words are added to; NULL: nothing */
    int numbers;   /* of points, an example; 0: none */
    float *points; /* by example * numbers + number: in the end, in the order of the net */
    size_t from_cap, input_cap, target_cap, base_cap, points_cap;
    const uint16_t *mirror; /* the caller's: lists of the images of all inputs (game_inputs.h), */
    int mirrors, inputs;    /* how many, of how many inputs each */
} net_examples;

/* For nets of this shape, with its points. The caller ends it with net_examples_done() in any case. */
void net_examples_init(net_examples *e, const net_shape *shape);
void net_examples_done(net_examples *e);

/* What is known of an example: what the seats got, and where it applies, the base and the points. */
typedef struct net_answer {
    const float *target;
    const float *base; /* for all examples, or NULL for all */
    const float *points;
} net_answer;

/* Adds one: the inputs of all rows, one after the other, `count` of each row. ST_NOMEM. */
status net_examples_add(net_examples *e, const uint16_t *input, const uint16_t *count,
                        const net_answer *answer);

static inline uint16_t *net_examples_row(const net_examples *e, size_t example, int row,
                                         int *count) {
    const size_t *from = e->from + example * (size_t)e->rows + (size_t)row;
    *count = (int)(from[1] - from[0]);
    return e->input + from[0];
}

#endif
