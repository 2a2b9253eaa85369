#ifndef BENCH_SCALING_H
#define BENCH_SCALING_H
/* `kibitz bench threads`: how many times the work of one thread several threads do. */

#include <stdio.h>

#include "search/searcher.h"

typedef struct scaling_setup {
    game_list games;         /* those that --game may name */
    game_list standard;      /* measured otherwise */
    const search_book *book; /* each game is searched as `auto` would */
    FILE *out;
} scaling_setup;

/* argv: the arguments after `bench threads`: [N] [--seconds S] [--game NAME] [--json]. N (default:
 * the processors of the machine) is the largest number; 1, 2, 4, ... and N are measured. Each
 * search gets the same time, memory, positions and seed, whatever the number of threads. Exit code:
 * 0 done, 2 bad command line, 70 no memory. */
int bench_scaling(const scaling_setup *s, int argc, char **argv);

#endif
