#ifndef ARENA_STANDINGS_H
#define ARENA_STANDINGS_H
/* How a match stands: the values of the blocks of each pair of engines, and who misbehaved how
 * often. Games are added in their order; only complete blocks count as evidence. */

#include "arena/match_file.h"
#include "arena/table_tally.h"

typedef struct standings {
    block_plan plan;
    uint64_t games;
    stats_units *pair; /* of each pair, as values to its first engine */
    double *unit;      /* of every block, in order: for the bootstrap */
    size_t blocks, unit_cap;
    uint64_t fault[MATCH_MAX_ENGINES][PLAYER_REPLY_COUNT];
    uint64_t illegal[MATCH_MAX_ENGINES]; /* answers that were no legal action, */
    uint64_t played[MATCH_MAX_ENGINES];  /* and games */
    uint64_t too_long;
    text_answers answers[MATCH_MAX_ENGINES];
    table_tally table; /* instead of pairs, where all engines sit at one table */
    double open[BLOCK_MAX_GAMES][GAME_MAX_PLAYERS]; /* utilities of the block under way */
} standings;

status standings_init(standings *s, const block_plan *plan, error *err);
void standings_done(standings *s);

/* *complete says that a block was finished. */
status standings_add(standings *s, const match_game *g, bool *complete, error *err);

/* Ratings of the engines, from the values of blocks. */
status standings_rate(const standings *s, uint64_t seed, rating *out, error *err);

#endif
