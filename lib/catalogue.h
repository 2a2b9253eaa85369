#ifndef LIB_CATALOGUE_H
#define LIB_CATALOGUE_H
/* The only place that names every game and every search. */

#include "lib/game_library.h"
#include "search/searcher.h"

/* A library with every game of ours, for those who want one to themselves. As
 * game_library_create(). */
status catalogue_create(game_library **out, error *err);

/* The program's own, made when it is first asked for and there until the process ends; NULL when
 * there is no memory for it (now). Any thread may ask. */
game_library *catalogue_library(void);

/* Its games; without memory for it those written in C. */
game_list catalogue_games(void);
const search_registry *catalogue_registry(void);

/* What benches look at: games to be measured, and those whose searches make the signature. Lists
 * ended by NULL; names that are not there are left out. */
typedef struct catalogue_bench {
    const game *whole[16];     /* measured in every way */
    const game *rates[32];     /* random playouts and perft */
    const game *turns[16];     /* those of them whose perft counts turns */
    const game *signature[16]; /* searched */
} catalogue_bench;
catalogue_bench catalogue_bench_games(void);

#endif
