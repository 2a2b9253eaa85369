#ifndef TUNE_TRIAL_H
#define TUNE_TRIAL_H
/* Sets of numbers tried out in games: many duels of two sides, played on several threads. A duel is
 * one block (arena/blocks.h): one opening and one sequence of chance, every seat taken by both
 * sides. Duels with the same block number share both, so sides that meet the same opponent there
 * are compared without luck. What a duel comes to does not depend on the threads. */

#include "arena/match_file.h"
#include "search/pool.h"
#include "search/searcher.h"

typedef struct trial_table {
    game_list games;
    const search_book *book;
    const game *kind;
    const params *setup;
    const rules *rules;
    unsigned opening_plies, max_plies;
    uint64_t seed;
    pool *threads; /* may be NULL */
} trial_table;

/* One side: an engine, and weights of its own (NULL: the engine's). */
typedef struct trial_side {
    const engine_spec *spec;
    const evaluator *eval;
} trial_side;

typedef struct trial_duel {
    trial_side a, b;
    uint64_t block;
    double worth; /* of the block to side a: 0..1; filled */
    uint64_t games;
} trial_duel;

/* Plays them all. ST_STOPPED after trial_stop(): nothing of it counts then. */
typedef struct trial trial;
status trial_create(trial **out, const trial_table *t, error *err);
void trial_destroy(trial *t); /* NULL is welcome */
status trial_run(trial *t, trial_duel *duel, size_t n, error *err);
void trial_stop(trial *t); /* from any thread */

#endif
