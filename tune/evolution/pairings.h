#ifndef TUNE_EVOLUTION_PAIRINGS_H
#define TUNE_EVOLUTION_PAIRINGS_H
/* Sets of numbers tried out in games: many pairings of two sides, played on several threads or ranks
 * (arena/crew). A  * pairing is one block (arena/blocks.h): one opening and one sequence of chance, every seat taken
 * by both sides. Pairings with the same block number share both, so sides that meet the same
 * opponent there are compared without luck. What a pairing comes to does not depend on the
 * threads. */

#include "arena/crew/crew.h"
#include "arena/match_file.h"
#include "search/searcher.h"
#include "tune/evolution/bot_table.h"

typedef struct pairing_table {
    game_list games;
    const search_registry *book;
    const game *kind;
    const params *setup;
    const rules *rules;
    unsigned opening_plies, max_plies;
    uint64_t seed;
    int slots; /* threads, here or of each rank */
} pairing_table;

/* One side: an engine, and weights of its own (NULL: the engine's); or a bot, if both sides are. */
typedef struct pairing_side {
    const engine_spec *spec;
    const weights *eval;
    bot_side bot;
} pairing_side;

typedef struct pairing {
    pairing_side a, b;
    uint64_t block;
    int seats; /* of bots: side a takes this many, moved round by one from game to game, and what it
                  wins of them is its value; 0: the default block */
    double value; /* of the block to side a: 0..1; filled */
    uint64_t games;
} pairing;

/* Plays them all. ST_STOPPED after pairings_stop(): nothing of it counts then. */
typedef struct pairings pairings;
status pairings_create(pairings **out, const pairing_table *t, error *err);
void pairings_destroy(pairings *t); /* NULL is welcome */
status pairings_run(pairings *t, pairing *list, size_t n, error *err);
void pairings_stop(pairings *t); /* from any thread */

extern const crew_task pairings_task; /* for ranks */

#endif
