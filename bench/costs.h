#ifndef BENCH_COSTS_H
#define BENCH_COSTS_H
/* `kibitz bench costs`: what each setting of the tree search that a game is shipped with costs, in
 * iterations per CPU second of one thread: plain UCT with random playouts, plain with one setting
 * of the game, all of the game's without that one, and all of them, which is what users get. */

#include <stdio.h>

#include "bench/speed_measure.h"

typedef struct costs_setup {
    game_list standard;          /* measured unless the options name one */
    const search_registry *book; /* whose presets are measured */
    FILE *out;
} costs_setup;

typedef struct costs_options {
    const game *game; /* this one alone; may be NULL */
    bool quick;       /* short rounds, for a first look */
    bool json;        /* keys: README.md */
    uint64_t rounds;  /* of each measurement, at most SPEED_MAX_ROUNDS; 0: the default number */
} costs_options;

status costs_run(const costs_setup *s, const costs_options *o, error *err);

/* The knobs of the plain search, and those of a game as it is shipped. */
knobs costs_plain(void);
knobs costs_shipped(const search_registry *book, const rules *r);

#endif
