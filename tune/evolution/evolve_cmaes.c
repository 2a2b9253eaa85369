#include <assert.h>
#include <math.h>
#include <string.h>

#include "engine/base/memory.h"
#include "tune/data/rows.h"
#include "tune/evolution/evolve_state.h"

/* CMA-ES in units of the parameters' steps: x = start + step * y, and y is what the distribution is
 * about. All constants as in Hansen's tutorial. */

enum { MAX_POPULATION = 256, JACOBI_SWEEPS = 30 };
#define FIRST_SIGMA 3.0

typedef struct cma {
    double *y, *ps, *pc; /* n each: mean and paths */
    double *c, *b, *d;   /* covariance, its axes, their lengths: n n, n n, n */
    double *draw;        /* population times n: y of the sets of this round */
    double *scratch;     /* n n */
    double *sigma;       /* 1 */
} cma;

static cma parts(const evolve *e) {
    size_t n = (size_t)e->n;
    double *at = e->scratch;
    cma c;
    c.y = at;
    c.ps = c.y + n;
    c.pc = c.ps + n;
    c.c = c.pc + n;
    c.sigma = c.c + n * n;
    c.d = c.sigma + 1;
    c.b = c.d + n;
    c.scratch = c.b + n * n;
    c.draw = c.scratch + n * n;
    return c;
}

/* The numbers of a checkpoint: the rest follows from them. */
static size_t kept(const evolve *e) {
    size_t n = (size_t)e->n;
    return 3 * n + n * n + 1;
}

static status make(evolve *e) {
    size_t n = (size_t)e->n;
    if (e->population <= 0) e->population = 4 + (int)(3 * log(e->n > 1 ? e->n : 2));
    if (e->population < 4) e->population = 4;
    if (e->population > MAX_POPULATION) e->population = MAX_POPULATION;
    e->scratch =
        mem_alloc((4 * n + 3 * n * n + 1 + (size_t)e->population * n) * sizeof *e->scratch);
    if (!e->scratch) return ST_NOMEM;
    cma c = parts(e);
    for (size_t i = 0; i < n; i++) c.c[i * n + i] = 1;
    *c.sigma = FIRST_SIGMA;
    return ST_OK;
}

/* --- axes: Jacobi's rotations --- */

static void rotate(double *a, double *v, size_t n, size_t p, size_t q) {
    double apq = a[p * n + q];
    if (fabs(apq) < 1e-300) return;
    double theta = (a[q * n + q] - a[p * n + p]) / (2 * apq);
    double t = (theta < 0 ? -1 : 1) / (fabs(theta) + sqrt(theta * theta + 1));
    double c = 1 / sqrt(t * t + 1);
    double s = t * c;
    for (size_t k = 0; k < n; k++) {
        double x = a[k * n + p];
        double y = a[k * n + q];
        a[k * n + p] = c * x - s * y;
        a[k * n + q] = s * x + c * y;
    }
    for (size_t k = 0; k < n; k++) {
        double x = a[p * n + k];
        double y = a[q * n + k];
        a[p * n + k] = c * x - s * y;
        a[q * n + k] = s * x + c * y;
    }
    for (size_t k = 0; k < n; k++) {
        double x = v[k * n + p];
        double y = v[k * n + q];
        v[k * n + p] = c * x - s * y;
        v[k * n + q] = s * x + c * y;
    }
}

static double off_diagonal(const double *a, size_t n) {
    double sum = 0;
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < i; k++) sum += a[i * n + k] * a[i * n + k];
    return sum;
}

static void find_axes(const evolve *e, const cma *c) {
    size_t n = (size_t)e->n;
    memcpy(c->scratch, c->c, n * n * sizeof(double));
    memset(c->b, 0, n * n * sizeof(double));
    for (size_t i = 0; i < n; i++) c->b[i * n + i] = 1;
    for (int sweep = 0; sweep < JACOBI_SWEEPS && off_diagonal(c->scratch, n) > 1e-22; sweep++)
        for (size_t p = 0; p < n; p++)
            for (size_t q = p + 1; q < n; q++) rotate(c->scratch, c->b, n, p, q);
    for (size_t i = 0; i < n; i++) {
        double length = c->scratch[i * n + i];
        c->d[i] = sqrt(length > 1e-20 ? length : 1e-20);
    }
}

/* --- rounds --- */

static void ask(evolve *e) {
    cma c = parts(e);
    size_t n = (size_t)e->n;
    rng g = evolve_dice(e);
    find_axes(e, &c);
    for (int k = 0; k < e->population; k++) {
        double *y = c.draw + (size_t)k * n;
        memcpy(y, c.y, n * sizeof *y);
        for (size_t i = 0; i < n; i++) {
            double along = *c.sigma * c.d[i] * evolve_normal(&g);
            for (size_t j = 0; j < n; j++) y[j] += along * c.b[j * n + i];
        }
        for (int i = 0; i < e->n; i++)
            evolve_set(e, k)[i] = evolve_clip(e, i, e->param[i].start + e->param[i].step * y[i]);
    }
}

typedef struct gains {
    double weight[MAX_POPULATION];
    int parents;
    double mu, cs, ds, cc, c1, cmu, expected;
} gains;

static gains gains_of(const evolve *e) {
    gains g = {.parents = e->population / 2};
    double n = e->n;
    double sum = 0;
    double squares = 0;
    for (int i = 0; i < g.parents; i++)
        sum += g.weight[i] = log((e->population + 1) / 2.0) - log(i + 1);
    for (int i = 0; i < g.parents; i++) {
        g.weight[i] /= sum;
        squares += g.weight[i] * g.weight[i];
    }
    g.mu = 1 / squares;
    g.cs = (g.mu + 2) / (n + g.mu + 5);
    double wide = sqrt((g.mu - 1) / (n + 1)) - 1;
    g.ds = 1 + 2 * (wide > 0 ? wide : 0) + g.cs;
    g.cc = (4 + g.mu / n) / (n + 4 + 2 * g.mu / n);
    g.c1 = 2 / ((n + 1.3) * (n + 1.3) + g.mu);
    g.cmu = 2 * (g.mu - 2 + 1 / g.mu) / ((n + 2) * (n + 2) + g.mu);
    if (g.cmu > 1 - g.c1) g.cmu = 1 - g.c1;
    g.expected = sqrt(n) * (1 - 1 / (4 * n) + 1 / (21 * n * n));
    return g;
}

/* Moves the mean to the weighted best; `shift` gets the way it went, in sigmas. */
static void move_mean(const evolve *e, const cma *c, const gains *g, const int *order,
                      double *shift) {
    size_t n = (size_t)e->n;
    for (size_t j = 0; j < n; j++) {
        double to = 0;
        for (int i = 0; i < g->parents; i++) to += g->weight[i] * c->draw[(size_t)order[i] * n + j];
        shift[j] = (to - c->y[j]) / *c->sigma;
    }
}

/* The path of sigma, in the frame of the axes; its length. */
static double step_path(const evolve *e, const cma *c, const gains *g, const double *shift) {
    size_t n = (size_t)e->n;
    double by = sqrt(g->cs * (2 - g->cs) * g->mu);
    double length = 0;
    for (size_t j = 0; j < n; j++) c->ps[j] *= 1 - g->cs;
    for (size_t i = 0; i < n; i++) {
        double along = 0;
        for (size_t j = 0; j < n; j++) along += c->b[j * n + i] * shift[j];
        along /= c->d[i];
        for (size_t j = 0; j < n; j++) c->ps[j] += by * along * c->b[j * n + i];
    }
    for (size_t j = 0; j < n; j++) length += c->ps[j] * c->ps[j];
    return sqrt(length);
}

static void adapt(const evolve *e, const cma *c, const gains *g, const int *order,
                  const double *old, bool moving) {
    size_t n = (size_t)e->n;
    double lost = moving ? 0 : g->c1 * g->cc * (2 - g->cc);
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j <= i; j++) {
            double rank = 0;
            for (int k = 0; k < g->parents; k++) {
                const double *y = c->draw + (size_t)order[k] * n;
                rank += g->weight[k] * (y[i] - old[i]) * (y[j] - old[j]);
            }
            double *at = &c->c[i * n + j];
            *at = (1 - g->c1 - g->cmu + lost) * *at + g->c1 * c->pc[i] * c->pc[j] +
                  g->cmu * rank / (*c->sigma * *c->sigma);
            c->c[j * n + i] = *at;
        }
}

static void tell(evolve *e, const double *value) {
    cma c = parts(e);
    gains g = gains_of(e);
    assert(*c.sigma > 0 && g.parents >= 1 && g.mu >= 1);
    size_t n = (size_t)e->n;
    int order[MAX_POPULATION];
    double *shift = c.scratch; /* two rows that the axes do not need any more */
    double *old = c.scratch + (n > 1 ? n : 0);
    double only;
    if (n == 1) old = &only;
    evolve_rank(value, e->population, order);
    move_mean(e, &c, &g, order, shift);
    double length = step_path(e, &c, &g, shift);
    double settled = sqrt(1 - pow(1 - g.cs, 2.0 * (e->round + 1)));
    bool moving = length / settled / g.expected < 1.4 + 2.0 / (e->n + 1);
    double by = moving ? sqrt(g.cc * (2 - g.cc) * g.mu) : 0;
    for (size_t j = 0; j < n; j++) {
        c.pc[j] = (1 - g.cc) * c.pc[j] + by * shift[j];
        old[j] = c.y[j];
        c.y[j] += *c.sigma * shift[j];
    }
    adapt(e, &c, &g, order, old, moving);
    *c.sigma *= exp(g.cs / g.ds * (length / g.expected - 1));
    for (int i = 0; i < e->n; i++)
        e->best[i] = e->mean[i] = evolve_clip(e, i, e->param[i].start + e->param[i].step * c.y[i]);
}

static double spread(const evolve *e) {
    return *parts(e).sigma;
}

static void write_state(const evolve *e, text *out) {
    row_write(out, "cma", e->scratch, kept(e));
}

static bool read_state(evolve *e, const char **s) {
    return row_read(s, "cma", e->scratch, kept(e)) && *parts(e).sigma > 0;
}

const evolve_kind evolve_cmaes = {make, ask, tell, spread, write_state, read_state};
