#include "arena/standings.h"

#include <assert.h>
#include <string.h>

#include "engine/base/memory.h"

/* Every block that is finished is one unit of its pair. */
static FOR_ASSERT bool standings_check(const standings *s) {
    uint64_t units = 0;
    int pairs = blocks_pairs(&s->plan);
    for (int i = 0; i < pairs; i++) units += s->pair[i].units;
    for (int i = 0; i < s->plan.engines; i++)
        if (s->played[i] > s->games) return false;
    if (s->plan.mixed || s->plan.table) return units == 0 && s->blocks == 0;
    return units == s->blocks && s->blocks == s->games / (uint64_t)blocks_games(&s->plan);
}

static status no_memory(error *err) {
    return error_set(err, ST_NOMEM, "no memory for the standings");
}

status standings_init(standings *s, const block_plan *plan, error *err) {
    assert(plan->engines <= MATCH_MAX_ENGINES && plan->seats <= GAME_MAX_PLAYERS);
    *s = (standings){.plan = *plan};
    table_tally_init(&s->table, plan);
    int pairs = blocks_pairs(plan);
    s->pair = mem_alloc((size_t)pairs * sizeof *s->pair);
    bool ok = s->pair != NULL;
    for (int i = 0; ok && i < pairs; i++)
        ok = stats_units_init(&s->pair[i], blocks_games(plan)) == ST_OK;
    if (ok) return ST_OK;
    standings_done(s);
    return no_memory(err);
}

void standings_done(standings *s) {
    for (int i = 0; s->pair && i < blocks_pairs(&s->plan); i++) stats_units_done(&s->pair[i]);
    mem_free(s->pair);
    mem_free(s->unit);
    table_tally_done(&s->table);
    *s = (standings){0};
}

static void count_game(standings *s, const block_game *b, const match_game *g) {
    s->games++;
    for (int i = 0; i < s->plan.engines; i++) {
        bool sits = !s->plan.mixed && !s->plan.table && (i == b->a || i == b->b);
        for (int k = 0; k < s->plan.seats; k++) sits |= b->seat[k] == i;
        s->played[i] += sits;
    }
    s->too_long += g->too_long;
    for (int k = 0; k < s->plan.seats; k++) {
        text_answers_add(&s->answers[b->seat[k]], &g->answers[k]);
        s->illegal[b->seat[k]] += g->illegal[k];
    }
    if (g->offender >= 0) s->fault[b->seat[g->offender]][g->reply]++;
}

static status add_to_table(standings *s, const block_game *b, const match_game *g, bool *complete,
                           error *err) {
    table_result r = {.pointed = g->pointed};
    memcpy(r.utility, g->utility, sizeof r.utility);
    memcpy(r.points, g->points, sizeof r.points);
    table_ranks(g->rank, s->plan.seats, r.rank);
    return table_tally_add(&s->table, b, &r, complete, err);
}

status standings_add(standings *s, const match_game *g, bool *complete, error *err) {
    assert(g->offender >= -1 && g->offender < s->plan.seats);
    *complete = false;
    if (g->number != s->games)
        return error_set(err, ST_BAD_VALUE, "found game %llu where %llu is expected",
                         (unsigned long long)g->number + 1, (unsigned long long)s->games + 1);
    block_game b = blocks_game(&s->plan, g->number);
    bool pairs = !s->plan.mixed && !s->plan.table;
    if (s->plan.table) {
        status st = add_to_table(s, &b, g, complete, err);
        if (st != ST_OK) return st;
    }
    if (pairs) memcpy(s->open[b.within], g->utility, sizeof g->utility);
    if (pairs && b.within + 1 == blocks_games(&s->plan)) {
        double unit = blocks_unit(&s->plan, (const double(*)[GAME_MAX_PLAYERS])s->open);
        if (MEM_GROW(s->unit, s->unit_cap, s->blocks + 1) != ST_OK) return no_memory(err);
        if (stats_units_add(&s->pair[b.pair], unit, 1) != ST_OK) return no_memory(err);
        s->unit[s->blocks++] = unit;
        *complete = true;
    }
    count_game(s, &b, g);
    assert(standings_check(s));
    return ST_OK;
}

/* --- ratings --- */

static void add_blocks(const standings *s, size_t from, size_t count, cross_table *t) {
    uint64_t games = (uint64_t)blocks_games(&s->plan);
    for (size_t i = from; i < from + count; i++) {
        block_game b = blocks_game(&s->plan, i * games);
        ratings_enter(t, b.a, b.b, s->unit[i]);
    }
}

/* Whole rounds are drawn: the blocks of one round share their chance. */
static void add_round(const void *ctx, size_t round, cross_table *t) {
    const standings *s = ctx;
    size_t pairs = (size_t)blocks_pairs(&s->plan);
    add_blocks(s, round * pairs, pairs, t);
}

status standings_rate(const standings *s, uint64_t seed, rating *out, error *err) {
    cross_table all = {0};
    rating_rounds rounds = {.engines = s->plan.engines,
                            .count = s->blocks / (size_t)blocks_pairs(&s->plan),
                            .add = add_round,
                            .ctx = s};
    add_blocks(s, 0, s->blocks, &all);
    return ratings_rate(&all, &rounds, seed, out, err);
}
