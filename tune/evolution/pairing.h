#ifndef TUNE_EVOLUTION_PAIRING_H
#define TUNE_EVOLUTION_PAIRING_H
/* Sets of numbers tried out in games: many duels of two sides, played on several threads. A duel is
 * one block (arena/blocks.h): one opening and one sequence of chance, every seat taken by both
 * sides. Duels with the same block number share both, so sides that meet the same opponent there
 * are compared without luck. What a duel comes to does not depend on the threads. */

#include "arena/match_file.h"
#include "search/pool.h"
#include "search/searcher.h"
#include "tune/evolution/bot_table.h"

typedef struct duel_table {
    game_list games;
    const search_book *book;
    const game *kind;
    const params *setup;
    const rules *rules;
    unsigned opening_plies, max_plies;
    uint64_t seed;
    pool *threads; /* may be NULL */
} duel_table;

/* One side: an engine, and weights of its own (NULL: the engine's); or a bot, if both sides are. */
typedef struct duel_side {
    const engine_spec *spec;
    const weights *eval;
    bot_side bot;
} duel_side;

typedef struct duel {
    duel_side a, b;
    uint64_t block;
    int seats; /* of bots: side a takes so many, moved round by one from game to game, and what it
                  wins of them is its worth; 0: the usual block */
    double worth; /* of the block to side a: 0..1; filled */
    uint64_t games;
} duel;

/* Plays them all. ST_STOPPED after duels_stop(): nothing of it counts then. */
typedef struct duels duels;
status duels_create(duels **out, const duel_table *t, error *err);
void duels_destroy(duels *t); /* NULL is welcome */
status duels_run(duels *t, duel *list, size_t n, error *err);
void duels_stop(duels *t); /* from any thread */

#endif
