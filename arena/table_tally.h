#ifndef ARENA_TABLE_TALLY_H
#define ARENA_TABLE_TALLY_H
/* What a mixed table (blocks.h) proves: for each player the share of wins, the points, the rank and a
 * rating. The unit of evidence is a block, in which every player sat everywhere on the same opening
 * and chance: means and errors are over blocks. */

#include "arena/ratings.h"

/* How one game ended, seat by seat. */
typedef struct table_result {
    double utility[GAME_MAX_PLAYERS];
    double rank[GAME_MAX_PLAYERS]; /* from 1; equal ones share their places: 1, 2.5, 2.5, 4 */
    double points[GAME_MAX_PLAYERS];
    bool pointed; /* there are points */
} table_result;

/* Ranks that share places, of dense ones or of any numbers of which lower ones are better. */
void table_ranks(const int *order, int seats, double *out);

typedef struct table_tally {
    block_plan plan;
    double *row; /* of every complete block, in order: see table_tally.c */
    size_t blocks, row_cap;
    double open[MATCH_MAX_ENGINES * (MATCH_MAX_ENGINES + 4)]; /* of the block under way */
} table_tally;

void table_tally_init(table_tally *t, const block_plan *plan);
void table_tally_done(table_tally *t);

/* Adds the next game. *complete says that a block was finished. ST_NOMEM. */
status table_tally_add(table_tally *t, const block_game *b, const table_result *r, bool *complete,
                       error *err);

typedef struct table_mean {
    double mean, error; /* of 95 %; below 0: there are too few blocks to say */
} table_mean;

table_mean table_tally_wins(const table_tally *t, int engine); /* share of the wins, of one seat */

/* One player of the table. */
typedef struct table_row {
    int seats; /* at the table */
    bool pointed;
    table_mean wins, rank, points;
    table_mean elo; /* from who ended before whom in the same game */
} table_row;

status table_tally_rows(const table_tally *t, uint64_t seed, table_row *out, error *err);

#endif
