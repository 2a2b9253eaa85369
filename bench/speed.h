#ifndef BENCH_SPEED_H
#define BENCH_SPEED_H
/* `kibitz bench`: how fast every game is played, counted and searched, and the signature of what
 * the search finds. */

#include <stdio.h>

#include "search/searcher.h"

typedef struct bench_game {
    const game *game;
    bool rates; /* only playouts and perft */
    bool turns; /* perft counts turns: they have several actions */
} bench_game;

/* How deep the positions of a game are counted: fixed, so that the same is measured each time. */
typedef struct bench_depth {
    const char *game;
    unsigned depth;
} bench_depth;

typedef struct bench_setup {
    const bench_game *defaults;  /* measured otherwise, in this order; ended by a NULL game */
    const bench_depth *depths;   /* ended by a NULL game; others by their number of leaves */
    game_list signature;         /* searched for the signature */
    game_list nets;              /* those of them with a net: for the signature with nets */
    const search_registry *book; /* the signature asks `mcts` if it is among them, else the first */
    const char *program;         /* started for the start-up time; NULL: not measured */
    FILE *out;                   /* results; progress and errors go to stderr */
} bench_setup;

typedef struct bench_options {
    bool quick;       /* short rounds, for a first look */
    bool json;        /* one object for machines instead of a table */
    bool signature;   /* only the signature of what the search finds */
    uint64_t rounds;  /* of each measurement, at most SPEED_MAX_ROUNDS; 0: the default number */
    uint64_t nodes;   /* of each search of the signature; 0: the default number */
    const game *game; /* this one alone; NULL: those of the setup */
} bench_options;

/* Unless json is set the last two lines are "Nodes searched: <n>" and "Nodes/second: <n>".
 * ST_INTERNAL: a result wavered between equal rounds; ST_NOMEM. */
status speed_run(const bench_setup *s, const bench_options *o, error *err);

#endif
