#include "eval/explain_fit.h"

#include <assert.h>
#include <math.h>
#include <stdbool.h>

#include "engine/base/memory.h"

#define RIDGE 0.1 /* of the mean size of a row: less trust in terms that are similar */

typedef struct fit_work {
    double *x;     /* rows x terms: centred, each term of size 1 */
    double *k;     /* rows x rows: products of rows, then their root */
    double *y, *a; /* centred values; how much of each row */
    double *size;  /* of the terms */
    double *said;  /* what the terms say of each row */
} fit_work;

/* Terms get mean 0 and size 1; those that never change become 0. */
static void centre(fit_work *w, const double *row, int rows, int terms) {
    for (int t = 0; t < terms; t++) {
        double mean = 0;
        double square = 0;
        for (int i = 0; i < rows; i++) mean += row[i * terms + t] / rows;
        for (int i = 0; i < rows; i++) {
            double d = row[i * terms + t] - mean;
            square += d * d / rows;
        }
        w->size[t] = square > 1e-12 ? sqrt(square) : 0;
        for (int i = 0; i < rows; i++)
            w->x[i * terms + t] = w->size[t] > 0 ? (row[i * terms + t] - mean) / w->size[t] : 0;
    }
}

/* The lower root of a matrix (Cholesky), in place; it is positive by the ridge. */
static void take_root(double *k, int n) {
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++) {
            double sum = k[i * n + j];
            for (int m = 0; m < j; m++) sum -= k[i * n + m] * k[j * n + m];
            k[i * n + j] = i == j ? sqrt(sum > 1e-12 ? sum : 1e-12) : sum / k[j * n + j];
        }
}

static void solve(const double *root, const double *y, int n, double *out) {
    for (int i = 0; i < n; i++) {
        double sum = y[i];
        for (int m = 0; m < i; m++) sum -= root[i * n + m] * out[m];
        out[i] = sum / root[i * n + i];
    }
    for (int i = n - 1; i >= 0; i--) {
        double sum = out[i];
        for (int m = i + 1; m < n; m++) sum -= root[m * n + i] * out[m];
        out[i] = sum / root[i * n + i];
    }
}

static void fill_products(fit_work *w, int rows, int terms) {
    double size = 0;
    for (int i = 0; i < rows; i++)
        for (int j = 0; j <= i; j++) {
            double sum = 0;
            for (int t = 0; t < terms; t++) sum += w->x[i * terms + t] * w->x[j * terms + t];
            w->k[i * rows + j] = sum;
            if (i == j) size += sum / rows;
        }
    for (int i = 0; i < rows; i++) w->k[i * rows + i] += RIDGE * (size > 0 ? size : 1);
}

static void finish(const fit_work *w, int rows, int terms, float *weight, double *share) {
    double left = 0;
    double all = 0;
    for (int t = 0; t < terms; t++) {
        double sum = 0;
        for (int i = 0; i < rows; i++) sum += w->x[i * terms + t] * w->a[i];
        for (int i = 0; i < rows; i++) w->said[i] += w->x[i * terms + t] * sum;
        weight[t] = (float)(w->size[t] > 0 ? sum / w->size[t] : 0);
    }
    for (int i = 0; i < rows; i++) {
        left += (w->y[i] - w->said[i]) * (w->y[i] - w->said[i]);
        all += w->y[i] * w->y[i];
    }
    *share = all > 1e-12 && left < all ? 1 - left / all : 0;
}

status explain_fit(const double *row, const double *value, int rows, int terms, float *weight,
                   double *share) {
    assert(rows > 0 && terms > 0);
    size_t n = (size_t)rows;
    fit_work w = {.x = mem_alloc(n * (size_t)terms * sizeof *w.x),
                  .k = mem_alloc(n * n * sizeof *w.k),
                  .y = mem_alloc(n * sizeof *w.y),
                  .a = mem_alloc(n * sizeof *w.a),
                  .size = mem_alloc((size_t)terms * sizeof *w.size),
                  .said = mem_alloc(n * sizeof *w.said)};
    bool ok = w.x && w.k && w.y && w.a && w.size && w.said;
    if (ok) {
        double mean = 0;
        for (int i = 0; i < rows; i++) mean += value[i] / rows;
        for (int i = 0; i < rows; i++) w.y[i] = value[i] - mean;
        centre(&w, row, rows, terms);
        fill_products(&w, rows, terms);
        take_root(w.k, rows);
        solve(w.k, w.y, rows, w.a);
        finish(&w, rows, terms, weight, share);
    }
    mem_free(w.x);
    mem_free(w.k);
    mem_free(w.y);
    mem_free(w.a);
    mem_free(w.size);
    mem_free(w.said);
    return ok ? ST_OK : ST_NOMEM;
}
