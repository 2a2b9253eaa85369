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
    game_list games;           /* those that --game may name */
    const bench_game *usual;   /* measured otherwise, in this order; ended by a NULL game */
    const bench_depth *depths; /* ended by a NULL game; others by their number of leaves */
    game_list signature;       /* searched for the signature */
    const search_book *book;   /* the signature asks `mcts` if it is among them, else the first */
    const char *program;       /* started for the start-up time; NULL: not measured */
    FILE *out;                 /* results; progress and errors go to stderr */
} bench_setup;

/* argv: the words after `bench`, argv[0] being the first of them:
 *     [--quick] [--json] [--rounds N] [--game NAME] [--signature] [--nodes N]
 * Unless --json is given the last two lines are "Nodes searched: <n>" and "Nodes/second: <n>".
 * Exit code: 0 done, 1 a result wavered between equal rounds, 2 bad command line, 70 no memory. */
int bench_speed(const bench_setup *s, int argc, char **argv);

#endif
