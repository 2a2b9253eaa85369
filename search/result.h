#ifndef SEARCH_RESULT_H
#define SEARCH_RESULT_H
/* How the end of a game becomes the numbers a search adds up: by the objective asked for. */

#include "search/searcher.h"

typedef struct game_result {
    float utility[GAME_MAX_PLAYERS];
    int32_t points[GAME_MAX_PLAYERS];
    int ranks[GAME_MAX_PLAYERS]; /* only if asked for */
    int sole_first;              /* -1: shared */
} game_result;

/* The end of the game in state s. */
void result_read(game_result *out, const rules *r, const void *s, bool want_ranks);

/* A game that did not end: all players get an equal value. */
void result_even(game_result *out, const rules *r);

/* From a result to values in 0..1. */
typedef struct result_scale {
    objective objective;
    int players, seat;
    double low, span; /* of points, for the objectives that use them */
    double contempt;
    bool adds_up; /* two players' values add up to 1 */
} result_scale;

/* ST_UNSUPPORTED where the game has no points for the objective. */
status result_scale_init(result_scale *out, const search_job *job, error *err);
void result_value(const result_scale *s, const game_result *res, double *value);

#endif
