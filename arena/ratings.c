#include "arena/ratings.h"

#include <math.h>
#include <stdlib.h>

#include "engine/base/memory.h"
#include "engine/base/rng.h"

enum { RESAMPLES = 1000, FIT_ROUNDS = 200 };

void ratings_enter(cross_table *t, int a, int b, double score) {
    t->won[a][b] += score;
    t->won[b][a] += 1 - score;
    t->blocks[a][b]++;
    t->blocks[b][a]++;
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

static void resample(const rating_rounds *r, rng *g, cross_table *t) {
    *t = (cross_table){0};
    for (size_t i = 0; i < r->count; i++) r->add(r->ctx, (size_t)rng_below(g, r->count), t);
}

static int by_value(const void *a, const void *b) {
    double x = *(const double *)a;
    double y = *(const double *)b;
    return (x > y) - (x < y);
}

static status interval(const rating_rounds *r, uint64_t seed, rating *out, error *err) {
    int n = r->engines;
    if (!r->count) return ST_OK;
    double *sample = mem_alloc((size_t)n * RESAMPLES * sizeof *sample);
    cross_table *t = mem_alloc(sizeof *t);
    if (!sample || !t) {
        mem_free(sample);
        mem_free(t);
        return error_set(err, ST_NOMEM, "no memory for the ratings");
    }
    rng g = rng_stream(seed, 0xb007);
    for (int i = 0; i < RESAMPLES; i++) {
        double elo[MATCH_MAX_ENGINES];
        resample(r, &g, t);
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

status ratings_rate(const cross_table *all, const rating_rounds *rounds, uint64_t seed, rating *out,
                    error *err) {
    int n = rounds->engines;
    double elo[MATCH_MAX_ENGINES] = {0};
    double any = 0;
    for (int i = 0; i < n; i++)
        for (int k = 0; k < n; k++) any += all->blocks[i][k];
    if (any > 0) fit(all, n, elo);
    for (int i = 0; i < n; i++) {
        double won = 0;
        double blocks = 0;
        for (int k = 0; k < n; k++) {
            won += all->won[i][k];
            blocks += all->blocks[i][k];
        }
        out[i] = (rating){.elo = elo[i], .score = blocks > 0 ? won / blocks : 0.5};
    }
    return interval(rounds, seed, out, err);
}
