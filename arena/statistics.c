#include "arena/statistics.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "engine/base/memory.h"
#include "engine/base/text.h"

#define LN_10 2.302585092994045684

/* A result is printed with six digits; values this close are one. */
#define SAME_VALUE 1e-5
/* A value that was possible and did not occur counts as this much of a unit. */
#define UNSEEN 1e-3

/* --- the histogram --- */

/* Values ascend within 0..1, and all units are in one of them. */
static FOR_ASSERT bool stats_units_check(const stats_units *u) {
    uint64_t units = 0;
    for (size_t i = 0; i < u->count; i++) {
        units += u->bin[i].count;
        if (i && u->bin[i - 1].value >= u->bin[i].value) return false;
    }
    if (!u->count || u->bin[0].value < -SAME_VALUE) return false;
    return u->bin[u->count - 1].value <= 1 + SAME_VALUE && units == u->units && u->games > 0;
}

static bool insert(stats_units *u, size_t at, double value) {
    if (MEM_GROW(u->bin, u->cap, u->count + 1) != ST_OK) return false;
    memmove(u->bin + at + 1, u->bin + at, (u->count - at) * sizeof *u->bin);
    assert(at <= u->count);
    u->bin[at] = (unit_bin){value, 0};
    u->count++;
    return true;
}

status stats_units_init(stats_units *u, int games_in_a_unit) {
    *u = (stats_units){.games = games_in_a_unit};
    int step = games_in_a_unit == 1 ? 2 : 1;
    for (int i = 0; i <= 4; i += step)
        if (!insert(u, u->count, i / 4.0)) {
            stats_units_done(u);
            return ST_NOMEM;
        }
    assert(stats_units_check(u));
    return ST_OK;
}

void stats_units_done(stats_units *u) {
    mem_free(u->bin);
    *u = (stats_units){0};
}

status stats_units_add(stats_units *u, double value, uint64_t times) {
    size_t i = 0;
    while (i < u->count && u->bin[i].value < value - SAME_VALUE) i++;
    bool known = i < u->count && u->bin[i].value <= value + SAME_VALUE;
    if (!known && !insert(u, i, value)) return ST_NOMEM;
    u->bin[i].count += times;
    u->units += times;
    assert(stats_units_check(u));
    return ST_OK;
}

bool stats_units_pairs(const stats_units *u) {
    return u->count == 5;
}

double stats_units_score(const stats_units *u) {
    double sum = 0;
    for (size_t i = 0; i < u->count; i++) sum += u->bin[i].value * (double)u->bin[i].count;
    return sum * u->games;
}

/* --- moments --- */

typedef struct moments {
    double units, mean, variance;
} moments;

static double count_of(const unit_bin *b) {
    return b->count ? (double)b->count : UNSEEN;
}

static moments moments_of(const stats_units *u) {
    moments m = {0};
    for (size_t i = 0; i < u->count; i++) m.units += count_of(&u->bin[i]);
    for (size_t i = 0; i < u->count; i++)
        m.mean += count_of(&u->bin[i]) / m.units * u->bin[i].value;
    for (size_t i = 0; i < u->count; i++) {
        double d = u->bin[i].value - m.mean;
        m.variance += count_of(&u->bin[i]) / m.units * d * d;
    }
    return m;
}

double stats_elo(double score) {
    assert(score > 0 && score < 1);
    return 400 * log10(score / (1 - score));
}

double stats_score(double elo) {
    return 1 / (1 + pow(10, -elo / 400));
}

static double elo_within(double score, double margin) {
    if (score < margin) score = margin;
    if (score > 1 - margin) score = 1 - margin;
    return stats_elo(score);
}

estimate stats_estimate(const stats_units *u) {
    estimate e = {.mean = 0.5, .los = 0.5};
    if (u->units == 0) return e;
    moments m = moments_of(u);
    double margin = 0.25 / ((double)u->units * u->games);
    /* Where everything ended equally nothing is seen of the spread: half a unit either way is
     * taken. */
    double se = fmax(sqrt(m.variance / m.units), 0.5 / m.units);
    double sigma = sqrt(m.variance * u->games); /* of one game */
    e.mean = m.mean;
    e.elo = elo_within(m.mean, margin);
    e.elo_error =
        (elo_within(m.mean + 1.96 * se, margin) - elo_within(m.mean - 1.96 * se, margin)) / 2;
    e.nelo = (m.mean - 0.5) / sigma * 800 / LN_10;
    e.nelo_error = 1.96 / sqrt(m.units * u->games) * 800 / LN_10;
    e.los = (1 + erf((m.mean - 0.5) / (se * sqrt(2)))) / 2;
    assert(e.los >= 0 && e.los <= 1 && e.elo_error >= 0 && e.nelo_error >= 0);
    return e;
}

/* --- likelihoods --- */

/* The law nearest to the one observed (p) under which phi has mean 0 is p / (1 + x phi); this finds
 * x. The sum falls from +inf to -inf between the two poles, so halving finds its root; it needs
 * values of phi on both sides of 0. */
static double solve(const double *p, const double *phi, size_t n) {
    double min = 0;
    double max = 0;
    for (size_t i = 0; i < n; i++) {
        if (phi[i] < min) min = phi[i];
        if (phi[i] > max) max = phi[i];
    }
    if (min >= 0 || max <= 0) return 0;
    double low = -1 / max;
    double high = -1 / min;
    for (int round = 0; round < 200; round++) {
        double x = (low + high) / 2;
        if (x == low || x == high) break; /* as near as a double gets */
        double sum = 0;
        for (size_t i = 0; i < n; i++) sum += p[i] * phi[i] / (1 + x * phi[i]);
        if (sum > 0)
            low = x;
        else
            high = x;
    }
    return (low + high) / 2;
}

/* The most likely law whose mean is s. */
static void law_of_mean(const double *p, const double *a, size_t n, double s, double *law,
                        double *phi) {
    for (size_t i = 0; i < n; i++) phi[i] = a[i] - s;
    double x = solve(p, phi, n);
    for (size_t i = 0; i < n; i++) law[i] = p[i] / (1 + x * phi[i]);
}

/* The most likely law with (mean - 1/2) / sigma = t: the condition is bent straight at the law
 * found so far, and again until it stays. */
static void law_of_t(const double *p, const double *a, size_t n, double t, double *law,
                     double *phi) {
    for (size_t i = 0; i < n; i++) law[i] = 1 / (double)n;
    for (int round = 0; round < 100; round++) {
        double mean = 0;
        double variance = 0;
        for (size_t i = 0; i < n; i++) mean += law[i] * a[i];
        for (size_t i = 0; i < n; i++) variance += law[i] * (a[i] - mean) * (a[i] - mean);
        double sigma = sqrt(variance);
        for (size_t i = 0; i < n; i++) {
            double z = (mean - a[i]) / sigma;
            phi[i] = a[i] - 0.5 - t * sigma * (1 + z * z) / 2;
        }
        double x = solve(p, phi, n);
        double change = 0;
        for (size_t i = 0; i < n; i++) {
            double now = p[i] / (1 + x * phi[i]);
            change = fmax(change, fabs(now - law[i]));
            law[i] = now;
        }
        if (change < 1e-9) break;
    }
}

/* Normalised Elo to (mean - 1/2) / sigma of a unit. */
static double t_of(const stats_units *u, double nelo) {
    return nelo * LN_10 / 800 * sqrt(u->games);
}

double stats_llr(const stats_units *u, sprt_model model, double elo0, double elo1) {
    size_t n = u->count;
    double *scratch = u->units ? mem_alloc(5 * n * sizeof *scratch) : NULL;
    if (!scratch) return 0; /* nothing is known, or there is no memory to know it */
    double *p = scratch;
    double *a = scratch + n;
    double *law0 = scratch + 2 * n;
    double *law1 = scratch + 3 * n;
    double *phi = scratch + 4 * n;
    moments m = moments_of(u);
    for (size_t i = 0; i < n; i++) {
        p[i] = count_of(&u->bin[i]) / m.units;
        a[i] = u->bin[i].value;
    }
    if (model == SPRT_LOGISTIC) {
        law_of_mean(p, a, n, stats_score(elo0), law0, phi);
        law_of_mean(p, a, n, stats_score(elo1), law1, phi);
    } else {
        law_of_t(p, a, n, t_of(u, elo0), law0, phi);
        law_of_t(p, a, n, t_of(u, elo1), law1, phi);
    }
    double sum = 0;
    for (size_t i = 0; i < n; i++) sum += p[i] * log(law1[i] / law0[i]);
    mem_free(scratch);
    return m.units * sum;
}

/* --- the sequential test --- */

sprt stats_sprt_default(void) {
    return (sprt){.elo0 = 0, .elo1 = 5, .alpha = 0.05, .beta = 0.05, .model = SPRT_NORMALIZED};
}

static status read_model(sprt *s, const char *word, error *err) {
    if (text_same(word, "normalized") || text_same(word, "normalised"))
        s->model = SPRT_NORMALIZED;
    else if (text_same(word, "logistic"))
        s->model = SPRT_LOGISTIC;
    else
        return error_set(err, ST_BAD_VALUE, "sprt: model is normalized or logistic, not %.40s",
                         word);
    return ST_OK;
}

static status read_word(sprt *s, const char *word, error *err) {
    static const char *const names[] = {"elo0=", "elo1=", "alpha=", "beta="};
    double *const fields[] = {&s->elo0, &s->elo1, &s->alpha, &s->beta};
    if (text_starts(word, "model=")) return read_model(s, word + 6, err);
    for (int i = 0; i < 4; i++) {
        if (!text_starts(word, names[i])) continue;
        if (text_real(word + strlen(names[i]), fields[i])) return ST_OK;
        return error_set(err, ST_BAD_VALUE, "sprt: %.40s needs a number", word);
    }
    return error_set(err, ST_BAD_SYNTAX,
                     "sprt: %.40s is none of elo0=, elo1=, alpha=, beta= and model=", word);
}

static status check_sprt(const sprt *s, error *err) {
    if (!(fabs(s->elo0) <= 1000 && fabs(s->elo1) <= 1000 && s->elo0 < s->elo1))
        return error_set(err, ST_BAD_VALUE, "sprt: elo0 must be below elo1, both within 1000");
    if (!(s->alpha > 0 && s->alpha < 0.5 && s->beta > 0 && s->beta < 0.5))
        return error_set(err, ST_BAD_VALUE, "sprt: alpha and beta lie between 0 and 0.5");
    return ST_OK;
}

status stats_sprt_read(sprt *s, const char *list, error *err) {
    char *copy = mem_string(list);
    if (!copy) return error_set(err, ST_NOMEM, "no memory for the test");
    for (char *c = copy; *c; c++)
        if (*c == ',') *c = ' ';
    sprt read = *s;
    words w = {0};
    status st = words_split(&w, copy, err);
    for (size_t i = 0; st == ST_OK && i < w.count; i++) st = read_word(&read, w.at[i], err);
    if (st == ST_OK) st = check_sprt(&read, err);
    if (st == ST_OK) *s = read;
    words_done(&w);
    mem_free(copy);
    return st;
}

double stats_sprt_lower(const sprt *s) {
    assert(check_sprt(s, NULL) == ST_OK);
    return log(s->beta / (1 - s->alpha));
}

double stats_sprt_upper(const sprt *s) {
    return log((1 - s->beta) / s->alpha);
}

sprt_verdict stats_sprt_verdict(const sprt *s, const stats_units *u, double *llr) {
    assert(stats_sprt_lower(s) < 0 && stats_sprt_upper(s) > 0);
    *llr = stats_llr(u, s->model, s->elo0, s->elo1);
    if (*llr >= stats_sprt_upper(s)) return SPRT_H1;
    return *llr <= stats_sprt_lower(s) ? SPRT_H0 : SPRT_GOES_ON;
}
