#ifndef TUNE_DATA_EXAMPLES_H
#define TUNE_DATA_EXAMPLES_H
/* What is learned from: positions as values of features, and how their games ended.
 *
 * An example has a row of feature values for each seat. With two seats only the difference of the
 * two rows matters, so there is one row. Rows are kept as lists of terms that are not 0, or dense
 * where most are not: whichever is quicker to go through. Immutable once closed; shared by threads.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/base/status.h"
#include "engine/game/game.h"

enum { EXAMPLES_CHUNK = 1024 }; /* examples that are summed in one go */

typedef struct examples {
    int seats, terms;
    int rows;     /* of an example: 1 with two seats, else one a seat */
    size_t count; /* examples */

    size_t *from; /* sparse: where a row begins, count * rows + 1 of them */
    uint16_t *term;
    float *value;
    size_t used, term_cap, value_cap, from_cap;

    float *dense; /* dense instead: `stride` numbers a row; NULL: sparse */
    int stride;

    float *share;  /* what each row's seat got, 0..1: count * rows */
    float *margin; /* points above the mean of the table (two seats: their difference), in units of
                      `unit`; NULL: none */
    double unit;
    size_t share_cap, margin_cap;
    uint64_t *active; /* of each term: in how many examples it is not 0 */
    size_t *touched;  /* of each term: the last example, from 1, in which it was not 0 */
    double *power;    /* of each term, once closed: root of its mean square */
} examples;

/* The caller ends it with examples_done() in any case. `points`: margins are kept, too. */
status examples_init(examples *e, int seats, int terms, bool points);
void examples_done(examples *e);

/* Adds one: `value` has `terms` numbers for each seat, `share` (and, with points, `margin`: points
 * above the table's mean, with two seats their difference first) one. */
status examples_add(examples *e, const float *value, const float *share, const float *margin);

/* After the last: puts them into an order drawn from the seed, finds the unit of margins, and
 * decides how rows are kept. */
status examples_close(examples *e, uint64_t seed);

static inline size_t examples_chunks(const examples *e) {
    return (e->count + EXAMPLES_CHUNK - 1) / EXAMPLES_CHUNK;
}

#endif
