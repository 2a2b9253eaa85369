#ifndef BENCH_NATIVE_H
#define BENCH_NATIVE_H
/* `kibitz bench native`: how much faster games of rules texts are by the C generated from them than
 * interpreted. Both are measured in turns in one run: playouts, perft and nodes of alphabeta. */

#include <stdio.h>

#include "bench/speed.h"
#include "bench/speed_measure.h"

typedef struct native_setup {
    game_list games;           /* those with generated code */
    game_list turns;           /* of these, those whose perft counts turns */
    const bench_depth *depths; /* of perft */
    const search_registry *book;
    FILE *out;
} native_setup;

typedef struct native_options {
    const game *game; /* this one alone; may be NULL */
    bool quick, json;
    uint64_t rounds;
} native_options;

status native_run(const native_setup *s, const native_options *o, error *err);

#endif
