#include "arena/table_tally.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "engine/base/memory.h"

/* A row has for each engine the sums over its seats and the games of a block: utility, rank, points and
 * games with points; then a square of scores, the sum over all pairs of seats of who ended before
 * whom (a tie counts half). What a pair of engines has at most is the same in every block. */
enum { UTILITY, RANK, POINTS, POINTED, SUMS };

static size_t row_size(const block_plan *p) {
    return (size_t)p->engines * (size_t)(p->engines + SUMS);
}

static int seats_of(const block_plan *p, int engine) {
    int n = 0;
    for (int i = 0; i < p->seats; i++) n += p->lineup[i] == engine;
    return n;
}

static double sum_of(const double *row, int engine, int what) {
    return row[engine * SUMS + what];
}

static size_t pair_at(const block_plan *p, int a, int b) {
    return (size_t)p->engines * SUMS + (size_t)a * (size_t)p->engines + (size_t)b;
}

void table_ranks(const int *order, int seats, double *out) {
    for (int i = 0; i < seats; i++) {
        out[i] = 1;
        for (int k = 0; k < seats; k++) {
            if (order[k] < order[i]) out[i] += 1;
            if (order[k] == order[i] && k != i) out[i] += 0.5;
        }
    }
}

void table_tally_init(table_tally *t, const block_plan *plan) {
    static_assert(sizeof t->open / sizeof *t->open >=
                      (size_t)MATCH_MAX_ENGINES * (MATCH_MAX_ENGINES + SUMS),
                  "a row fits");
    *t = (table_tally){.plan = *plan};
}

void table_tally_done(table_tally *t) {
    mem_free(t->row);
    t->row = NULL;
    t->blocks = t->row_cap = 0;
}

static void add_game(table_tally *t, const block_game *b, const table_result *r) {
    const block_plan *p = &t->plan;
    for (int i = 0; i < p->seats; i++) {
        double *own = &t->open[(size_t)b->seat[i] * SUMS];
        own[UTILITY] += r->utility[i];
        own[RANK] += r->rank[i];
        if (r->pointed) {
            own[POINTS] += r->points[i];
            own[POINTED] += 1;
        }
        for (int k = 0; k < p->seats; k++) {
            if (b->seat[k] == b->seat[i]) continue;
            double score = r->rank[i] < r->rank[k] ? 1 : r->rank[i] > r->rank[k] ? 0 : 0.5;
            t->open[pair_at(p, b->seat[i], b->seat[k])] += score;
        }
    }
}

status table_tally_add(table_tally *t, const block_game *b, const table_result *r, bool *complete,
                       error *err) {
    size_t size = row_size(&t->plan);
    *complete = b->within + 1 == blocks_games(&t->plan);
    if (*complete && MEM_GROW(t->row, t->row_cap, (t->blocks + 1) * size) != ST_OK)
        return error_set(err, ST_NOMEM, "no memory for the standings");
    if (b->within == 0) memset(t->open, 0, sizeof t->open);
    add_game(t, b, r);
    if (*complete) memcpy(t->row + t->blocks++ * size, t->open, size * sizeof *t->row);
    return ST_OK;
}

/* --- rows --- */

/* Of a sum of a block to its mean. */
static double block_mean(const table_tally *t, size_t block, int engine, int what) {
    const block_plan *p = &t->plan;
    const double *row = t->row + block * row_size(p);
    double n = what == POINTS ? sum_of(row, engine, POINTED)
                              : (double)seats_of(p, engine) * blocks_games(p);
    return n > 0 ? sum_of(row, engine, what) / n : NAN;
}

/* The mean over blocks, without those that have none, and its error. */
static table_mean mean_of(const table_tally *t, int engine, int what) {
    double mean = 0;
    double squares = 0;
    double n = 0;
    for (size_t i = 0; i < t->blocks; i++) {
        double x = block_mean(t, i, engine, what);
        if (isnan(x)) continue;
        n += 1;
        double step = x - mean;
        mean += step / n; /* Welford's running mean */
        squares += step * (x - mean);
    }
    table_mean m = {.mean = mean, .error = -1};
    if (n > 1) m.error = 1.96 * sqrt(squares / (n - 1) / n);
    return m;
}

table_mean table_tally_wins(const table_tally *t, int engine) {
    return mean_of(t, engine, UTILITY);
}

/* A block gives every pair one score, as a block of a match does. */
static void add_block(const void *ctx, size_t block, cross_table *out) {
    const table_tally *t = ctx;
    const block_plan *p = &t->plan;
    const double *row = t->row + block * row_size(p);
    for (int a = 0; a < p->engines; a++)
        for (int b = a + 1; b < p->engines; b++) {
            double max = (double)seats_of(p, a) * seats_of(p, b) * blocks_games(p);
            if (max > 0) ratings_enter(out, a, b, row[pair_at(p, a, b)] / max);
        }
}

status table_tally_rows(const table_tally *t, uint64_t seed, table_row *out, error *err) {
    int n = t->plan.engines;
    rating r[MATCH_MAX_ENGINES];
    cross_table all = {0};
    rating_rounds rounds = {.engines = n, .count = t->blocks, .add = add_block, .ctx = t};
    for (size_t i = 0; i < t->blocks; i++) add_block(t, i, &all);
    status st = ratings_rate(&all, &rounds, seed, r, err);
    if (st != ST_OK) return st;
    for (int i = 0; i < n; i++) {
        out[i] = (table_row){.seats = seats_of(&t->plan, i),
                             .wins = mean_of(t, i, UTILITY),
                             .rank = mean_of(t, i, RANK),
                             .points = mean_of(t, i, POINTS),
                             .elo = {r[i].elo, t->blocks > 1 ? r[i].error : -1}};
        for (size_t k = 0; k < t->blocks; k++)
            out[i].pointed |= sum_of(t->row + k * row_size(&t->plan), i, POINTED) > 0;
    }
    return ST_OK;
}
