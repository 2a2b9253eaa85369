#include "tune/data/examples.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "engine/base/memory.h"
#include "engine/base/rng.h"

enum { LANES = 8 };     /* dense rows are padded to this */
#define DENSE_FROM 0.35 /* share of terms that are not 0 from which rows are kept dense */

status examples_init(examples *e, int seats, int terms, bool points) {
    assert(seats >= 1 && seats <= GAME_MAX_PLAYERS && terms >= 0 && terms <= UINT16_MAX);
    *e = (examples){.seats = seats, .terms = terms, .rows = seats == 2 ? 1 : seats, .unit = 1};
    e->active = mem_alloc((size_t)terms * sizeof *e->active);
    e->touched = mem_alloc((size_t)terms * sizeof *e->touched);
    e->power = mem_alloc((size_t)terms * sizeof *e->power);
    if (!e->active || !e->touched || !e->power || MEM_GROW(e->from, e->from_cap, 1) != ST_OK)
        return ST_NOMEM;
    e->from[0] = 0;
    /* One number, so that the pointer tells that there are margins. */
    return points ? MEM_GROW(e->margin, e->margin_cap, 1) : ST_OK;
}

void examples_done(examples *e) {
    mem_free(e->from);
    mem_free(e->term);
    mem_free(e->value);
    mem_free(e->dense);
    mem_free(e->share);
    mem_free(e->margin);
    mem_free(e->active);
    mem_free(e->touched);
    mem_free(e->power);
    *e = (examples){0};
}

/* --- adding --- */

/* Rows follow each other and name terms that there are. */
static FOR_ASSERT bool examples_check(const examples *e) {
    size_t rows = e->count * (size_t)e->rows;
    if (e->rows != (e->seats == 2 ? 1 : e->seats)) return false;
    if (e->dense) return !e->from && e->stride >= e->terms && e->stride % LANES == 0;
    if (e->from[0] != 0 || e->from[rows] != e->used) return false;
    for (size_t i = 0; i < rows; i++)
        if (e->from[i] > e->from[i + 1]) return false;
    for (size_t i = 0; i < e->used; i++)
        if (e->term[i] >= e->terms || e->value[i] == 0) return false;
    return true;
}

static bool grow_for_one(examples *e) {
    size_t rows = (size_t)e->rows;
    size_t max = e->used + rows * (size_t)e->terms;
    size_t next = (e->count + 1) * rows;
    return MEM_GROW(e->term, e->term_cap, max) == ST_OK &&
           MEM_GROW(e->value, e->value_cap, max) == ST_OK &&
           MEM_GROW(e->from, e->from_cap, next + 1) == ST_OK &&
           MEM_GROW(e->share, e->share_cap, next) == ST_OK &&
           (!e->margin || MEM_GROW(e->margin, e->margin_cap, next) == ST_OK);
}

/* With two seats the other one's row, which follows it, is taken off. */
static void add_row(examples *e, const float *row) {
    for (int i = 0; i < e->terms; i++) {
        float v = e->seats == 2 ? row[i] - row[e->terms + i] : row[i];
        if (v == 0) continue;
        e->term[e->used] = (uint16_t)i;
        e->value[e->used++] = v;
        e->active[i] += e->touched[i] != e->count + 1;
        e->touched[i] = e->count + 1;
        e->power[i] += (double)v * (double)v;
    }
}

status examples_add(examples *e, const float *value, const float *share, const float *margin) {
    assert(e->touched && !e->dense && (!e->margin || margin)); /* it is not closed */
    if (!grow_for_one(e)) return ST_NOMEM;
    size_t at = e->count * (size_t)e->rows;
    for (int k = 0; k < e->rows; k++) {
        add_row(e, value + (size_t)k * (size_t)e->terms);
        e->from[at + (size_t)k + 1] = e->used;
        assert(share[k] >= 0 && share[k] <= 1);
        e->share[at + (size_t)k] = share[k];
        if (e->margin) e->margin[at + (size_t)k] = margin[k];
    }
    e->count++;
    return ST_OK;
}

/* --- closing --- */

/* Root of the mean square, so that margins are of the size of 1. */
static void scale_margins(examples *e) {
    size_t n = e->count * (size_t)e->rows;
    double sum = 0;
    for (size_t i = 0; i < n; i++) sum += (double)e->margin[i] * (double)e->margin[i];
    e->unit = n && sum > 0 ? sqrt(sum / (double)n) : 1;
    for (size_t i = 0; i < n; i++) e->margin[i] = (float)((double)e->margin[i] / e->unit);
}

/* Row number `to` of *out becomes row number `row` of *e. */
static void move_row(const examples *e, examples *out, size_t row, size_t to) {
    size_t first = e->from[row];
    size_t n = e->from[row + 1] - first;
    if (out->dense) {
        float *at = out->dense + to * (size_t)out->stride;
        for (size_t i = 0; i < n; i++) at[e->term[first + i]] = e->value[first + i];
    } else {
        memcpy(out->term + out->used, e->term + first, n * sizeof *e->term);
        memcpy(out->value + out->used, e->value + first, n * sizeof *e->value);
        out->used += n;
        out->from[to + 1] = out->used;
    }
    out->share[to] = e->share[row];
    if (e->margin) out->margin[to] = e->margin[row];
}

static bool grow_like(examples *out, const examples *e, bool dense) {
    size_t rows = e->count * (size_t)e->rows;
    out->stride = (e->terms + LANES - 1) / LANES * LANES;
    out->share = mem_alloc((rows + 1) * sizeof *out->share);
    if (e->margin) out->margin = mem_alloc((rows + 1) * sizeof *out->margin);
    if (dense) {
        out->dense = mem_alloc((rows + 1) * (size_t)out->stride * sizeof *out->dense);
    } else {
        out->from = mem_alloc((rows + 1) * sizeof *out->from);
        out->term = mem_alloc((e->used + 1) * sizeof *out->term);
        out->value = mem_alloc((e->used + 1) * sizeof *out->value);
    }
    return out->share && (!e->margin || out->margin) &&
           (dense ? out->dense != NULL : out->from && out->term && out->value);
}

status examples_close(examples *e, uint64_t seed) {
    assert(e->touched && examples_check(e));
    size_t rows = (size_t)e->rows;
    double cells = (double)(e->count * rows) * e->terms;
    examples out = {.seats = e->seats, .terms = e->terms, .rows = e->rows, .count = e->count};
    uint32_t *order = mem_alloc((e->count + 1) * sizeof *order);
    bool ok = order && grow_like(&out, e, (double)e->used > DENSE_FROM * cells);
    if (ok) {
        if (e->margin) scale_margins(e);
        rng g = rng_stream(seed, 0);
        rng_order(&g, order, e->count);
        for (size_t i = 0; i < e->count; i++)
            for (size_t k = 0; k < rows; k++) move_row(e, &out, order[i] * rows + k, i * rows + k);
        out.unit = e->unit;
        double n = (double)(e->count ? e->count * rows : 1);
        for (int i = 0; i < e->terms; i++) e->power[i] = sqrt(e->power[i] / n);
        out.active = e->active;
        out.power = e->power;
        e->active = NULL;
        e->power = NULL;
    }
    mem_free(order);
    if (!ok) {
        examples_done(&out);
        return ST_NOMEM;
    }
    examples_done(e);
    *e = out;
    assert(examples_check(e));
    return ST_OK;
}
