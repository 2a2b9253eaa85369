#ifndef ARENA_RATINGS_H
#define ARENA_RATINGS_H
/* Ratings for any number of engines: Bradley-Terry on scores of pairs, in Elo around a mean of 0, with
 * half the width of the 95 % interval from resampling complete rounds. */

#include <stddef.h>
#include <stdint.h>

#include "arena/blocks.h"
#include "engine/base/status.h"

typedef struct rating {
    double elo, error, score; /* score: share of all that was played */
} rating;

/* Scores and how many there were, pair by pair. */
typedef struct cross_table {
    double won[MATCH_MAX_ENGINES][MATCH_MAX_ENGINES]; /* by row from column */
    double blocks[MATCH_MAX_ENGINES][MATCH_MAX_ENGINES];
} cross_table;

void ratings_enter(cross_table *t, int a, int b, double score); /* one block, score to a: 0..1 */

/* Where the rounds come from that are drawn again and again. */
typedef struct rating_rounds {
    int engines;
    size_t count;
    void (*add)(const void *ctx, size_t round, cross_table *t);
    const void *ctx;
} rating_rounds;

/* From all scores; the errors from the rounds, which are drawn by `seed`. ST_NOMEM. */
status ratings_rate(const cross_table *all, const rating_rounds *rounds, uint64_t seed, rating *out,
                    error *err);

#endif
