#ifndef BENCH_SCALING_H
#define BENCH_SCALING_H
/* `kibitz bench threads`: how many times the work of one thread several threads do. */

#include <stdio.h>

#include "search/searcher.h"

enum { SCALING_MAX_THREADS = 256 };

typedef struct scaling_setup {
    game_list standard;          /* measured unless the options name one */
    const search_registry *book; /* each game is searched as `auto` would */
    FILE *out;
} scaling_setup;

typedef struct scaling_options {
    int threads;      /* the largest number, at most SCALING_MAX_THREADS; 0: the processors of the
                         machine */
    int64_t ms;       /* of one game with one number of threads; 0: the default, 3000 */
    const game *game; /* this one alone; may be NULL */
    bool json;
} scaling_options;

/* Measures 1, 2, 4, ... threads and the largest number. Each search gets the same time, memory,
 * positions and seed, whatever the number of threads. */
status scaling_run(const scaling_setup *s, const scaling_options *o, error *err);

#endif
