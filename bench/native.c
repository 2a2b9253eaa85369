#include "bench/native.h"

#include <string.h>

#include "bench/numbers.h"
#include "bench/reference_work.h"
#include "engine/base/progress.h"
#include "engine/rules/machine/native_write.h"

enum { ROUNDS = 5, QUICK_ROUNDS = 3, KINDS = 3 };

#define ROUND_SECONDS 0.3
#define QUICK_SECONDS 0.06

static const struct kind {
    const char *name, *key;
    status (*measure)(speed_row *row, const speed_plan *plan, error *err);
} kinds[KINDS] = {{"playouts", "playouts", speed_playouts},
                  {"perft", "perft", speed_perft},
                  {"alphabeta", "alphabeta", speed_alphabeta}};

typedef struct rates {
    double interpreted, native, ratio; /* medians; of ratios as well */
} rates;

static double rate_of(const speed_row *row, int kind) {
    return kind == 0 ? row->playouts : kind == 1 ? row->perft : row->alphabeta;
}

static status measure_once(const speed_row *like, const speed_plan *plan, int kind, bool native,
                           double *rate, error *err) {
    speed_row row = *like;
    native_use(native);
    status st = kinds[kind].measure(&row, plan, err);
    native_use(true);
    *rate = rate_of(&row, kind);
    return st;
}

static status measure(const speed_row *like, const speed_plan *plan, int count, int kind,
                      rates *out, error *err) {
    double slow[SPEED_MAX_ROUNDS] = {0};
    double fast[SPEED_MAX_ROUNDS] = {0};
    double ratio[SPEED_MAX_ROUNDS] = {0};
    status st = ST_OK;
    for (int i = 0; i < count && st == ST_OK; i++) {
        st = measure_once(like, plan, kind, false, &slow[i], err);
        if (st == ST_OK) st = measure_once(like, plan, kind, true, &fast[i], err);
        ratio[i] = slow[i] > 0 ? fast[i] / slow[i] : SPEED_NONE;
    }
    if (st != ST_OK) return st;
    *out = (rates){numbers_median(slow, (size_t)count), numbers_median(fast, (size_t)count),
                   numbers_median(ratio, (size_t)count)};
    return ST_OK;
}

static speed_row row_of(const native_setup *s, const game *g) {
    speed_row row = {.game = g};
    for (game_list t = s->turns; *t; t++) row.turns |= *t == g;
    for (const bench_depth *d = s->depths; d->game; d++)
        if (strcmp(d->game, g->name) == 0) row.perft_depth = d->depth;
    return row;
}

static void print_row(const native_setup *s, const native_options *o, const game *g, const rates *r,
                      double factor) {
    if (o->json)
        (void)fprintf(s->out, "{\"name\":\"%s\"", g->name);
    else
        (void)fprintf(s->out, "%-16s", g->name);
    for (int i = 0; i < KINDS; i++) {
        char slow[NUMBERS_SIZE];
        char fast[NUMBERS_SIZE];
        if (o->json)
            (void)fprintf(s->out,
                          ",\"%s\":{\"interpreted_per_s\":%.0f,\"native_per_s\":%.0f,"
                          "\"ratio\":%.3f}",
                          kinds[i].key, r[i].interpreted * factor, r[i].native * factor,
                          r[i].ratio);
        else
            (void)fprintf(s->out, " %10s %10s %5.2fx",
                          numbers_rate(slow, r[i].interpreted * factor),
                          numbers_rate(fast, r[i].native * factor), r[i].ratio);
    }
    (void)fputs(o->json ? "}" : "\n", s->out);
    (void)fflush(s->out);
}

static status measure_game(const native_setup *s, const native_options *o, const game *g,
                           error *err) {
    int count = o->rounds ? (int)o->rounds : o->quick ? QUICK_ROUNDS : ROUNDS;
    speed_plan plan = {
        .rounds = 1, .round_seconds = o->quick ? QUICK_SECONDS : ROUND_SECONDS, .book = s->book};
    speed_row like = row_of(s, g);
    rates r[KINDS] = {{0}};
    double before = o->quick ? reference_quick_seconds() : reference_seconds();
    status st = ST_OK;
    for (int i = 0; i < KINDS && st == ST_OK; i++) st = measure(&like, &plan, count, i, &r[i], err);
    double after = o->quick ? reference_quick_seconds() : reference_seconds();
    if (st == ST_OK) print_row(s, o, g, r, reference_factor(before, after));
    return st;
}

status native_run(const native_setup *s, const native_options *o, error *err) {
    const game *one[] = {o->game, NULL};
    game_list games = o->game ? one : s->games;
    status st = ST_OK;
    if (o->json)
        (void)fputs("{\"games\":[\n ", s->out);
    else
        (void)fprintf(s->out, "%-16s %28s %28s %28s\n", "game", "playouts", "perft", "alphabeta");
    for (game_list g = games; *g && st == ST_OK; g++) {
        if (o->json && g != games) (void)fputs(",\n ", s->out);
        st = measure_game(s, o, *g, err);
    }
    if (o->json) (void)fputs("]}\n", s->out);
    return st;
}
