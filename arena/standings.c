#include "arena/standings.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/memory.h"

/* Every block that is finished is one unit of its pair. */
static FOR_ASSERT bool standings_check(const standings *s) {
    uint64_t units = 0;
    int pairs = blocks_pairs(&s->plan);
    for (int i = 0; i < pairs; i++) units += s->pair[i].units;
    for (int i = 0; i < s->plan.engines; i++)
        if (s->played[i] > s->games) return false;
    if (s->plan.mixed) return units == 0 && s->blocks == 0;
    return units == s->blocks && s->blocks == s->games / (uint64_t)blocks_games(&s->plan);
}

static status no_memory(error *err) {
    return error_set(err, ST_NOMEM, "no memory for the standings");
}

status standings_init(standings *s, const block_plan *plan, error *err) {
    assert(plan->engines <= MATCH_MAX_ENGINES && plan->seats <= GAME_MAX_PLAYERS);
    *s = (standings){.plan = *plan};
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
    *s = (standings){0};
}

static void count_game(standings *s, const block_game *b, const match_game *g) {
    s->games++;
    for (int i = 0; i < s->plan.engines; i++) {
        bool sits = !s->plan.mixed && (i == b->a || i == b->b);
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

status standings_add(standings *s, const match_game *g, bool *complete, error *err) {
    assert(g->offender >= -1 && g->offender < s->plan.seats);
    *complete = false;
    if (g->number != s->games)
        return error_set(err, ST_BAD_VALUE, "found game %llu where %llu is expected",
                         (unsigned long long)g->number + 1, (unsigned long long)s->games + 1);
    block_game b = blocks_game(&s->plan, g->number);
    memcpy(s->open[b.within], g->utility, sizeof g->utility);
    if (!s->plan.mixed && b.within + 1 == blocks_games(&s->plan)) {
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

enum { RESAMPLES = 1000, FIT_ROUNDS = 200 };

/* Sums of units and numbers of blocks, pair by pair. */
typedef struct cross_table {
    double won[MATCH_MAX_ENGINES][MATCH_MAX_ENGINES]; /* by row from column */
    double blocks[MATCH_MAX_ENGINES][MATCH_MAX_ENGINES];
} cross_table;

static void enter(cross_table *t, const block_game *b, double unit) {
    t->won[b->a][b->b] += unit;
    t->won[b->b][b->a] += 1 - unit;
    t->blocks[b->a][b->b]++;
    t->blocks[b->b][b->a]++;
}

/* Hunter's minorisation for Bradley-Terry. Half a block drawn by every pair that met keeps an
 * engine that lost everything at a finite distance. */
static void fit(const cross_table *t, int n, double *elo) {
    double strength[MATCH_MAX_ENGINES];
    for (int i = 0; i < n; i++) strength[i] = 1;
    for (int round = 0; round < FIT_ROUNDS; round++) {
        for (int i = 0; i < n; i++) {
            double won = 0;
            double weight = 0;
            for (int k = 0; k < n; k++) {
                if (k == i || t->blocks[i][k] == 0) continue;
                won += t->won[i][k] + 0.25;
                weight += (t->blocks[i][k] + 0.5) / (strength[i] + strength[k]);
            }
            if (weight > 0) strength[i] = won / weight;
        }
    }
    double mean = 0;
    for (int i = 0; i < n; i++) mean += elo[i] = 400 * log10(strength[i]);
    for (int i = 0; i < n; i++) elo[i] -= mean / n;
}

/* Whole rounds are drawn: the blocks of one round share their chance. */
static void resample(const standings *s, rng *g, cross_table *t) {
    size_t pairs = (size_t)blocks_pairs(&s->plan);
    size_t rounds = s->blocks / pairs;
    uint64_t games = (uint64_t)blocks_games(&s->plan);
    *t = (cross_table){0};
    for (size_t i = 0; i < rounds; i++) {
        size_t from = (size_t)rng_below(g, rounds) * pairs;
        for (size_t k = 0; k < pairs; k++) {
            block_game b = blocks_game(&s->plan, (from + k) * games);
            enter(t, &b, s->unit[from + k]);
        }
    }
}

static int by_value(const void *a, const void *b) {
    double x = *(const double *)a;
    double y = *(const double *)b;
    return (x > y) - (x < y);
}

static status interval(const standings *s, uint64_t seed, rating *out, error *err) {
    int n = s->plan.engines;
    if (s->blocks < (size_t)blocks_pairs(&s->plan)) return ST_OK;
    double *sample = mem_alloc((size_t)n * RESAMPLES * sizeof *sample);
    cross_table *t = mem_alloc(sizeof *t);
    if (!sample || !t) {
        mem_free(sample);
        mem_free(t);
        return no_memory(err);
    }
    rng g = rng_stream(seed, 0xb007);
    for (int i = 0; i < RESAMPLES; i++) {
        double elo[MATCH_MAX_ENGINES];
        resample(s, &g, t);
        fit(t, n, elo);
        for (int k = 0; k < n; k++) sample[k * RESAMPLES + i] = elo[k];
    }
    for (int k = 0; k < n; k++) {
        double *own = sample + (size_t)k * RESAMPLES;
        qsort(own, RESAMPLES, sizeof *own, by_value);
        out[k].error = (own[RESAMPLES * 975 / 1000] - own[RESAMPLES * 25 / 1000]) / 2;
    }
    mem_free(sample);
    mem_free(t);
    return ST_OK;
}

status standings_rate(const standings *s, uint64_t seed, rating *out, error *err) {
    int n = s->plan.engines;
    cross_table t = {0};
    double elo[MATCH_MAX_ENGINES] = {0};
    for (size_t i = 0; i < s->blocks; i++) {
        block_game b = blocks_game(&s->plan, i * (uint64_t)blocks_games(&s->plan));
        enter(&t, &b, s->unit[i]);
    }
    if (s->blocks) fit(&t, n, elo);
    for (int i = 0; i < n; i++) {
        double won = 0;
        double blocks = 0;
        for (int k = 0; k < n; k++) {
            won += t.won[i][k];
            blocks += t.blocks[i][k];
        }
        out[i] = (rating){.elo = elo[i], .score = blocks > 0 ? won / blocks : 0.5};
    }
    return interval(s, seed, out, err);
}
