#include "bench/scaling.h"

#include "bench/numbers.h"
#include "engine/base/clock.h"
#include "engine/base/progress.h"
#include "engine/base/text.h"
#include "engine/base/threads.h"
#include "search/fingerprint.h"
#include "search/search_registry.h"

enum { MAX_STEPS = 16, DEFAULT_MS = 3000, POSITIONS = 3 };
enum { HASH_BYTES = 256 << 20, IN_BATCHES = 2 };

/* The start, and where chance or the end of a round is near. */
static const unsigned events_before[POSITIONS] = {0, 8, 16};

typedef struct scaling {
    const scaling_setup *setup;
    int threads[MAX_STEPS]; /* 1 first */
    int steps;
    int64_t ms; /* of one game with one number of threads */
    bool json;
} scaling;

/* What one number of threads did in a game. */
typedef struct scaling_cell {
    uint64_t nodes, visits; /* visits: 0 where the search has none */
    double wall, cpu;       /* seconds */
} scaling_cell;

typedef struct scaling_row {
    const game *game;
    const char *algorithm;
    scaling_cell cell[MAX_STEPS];
} scaling_row;

/* --- measuring --- */

/* With the i-th number of threads. A tree search makes its iterations in batches with any of them, so
 * that the ratio says what more threads bring and nothing else. */
static status search_once(const scaling *x, search *s, const position *p, int i, scaling_row *row,
                          error *err) {
    scaling_cell *cell = &row->cell[i];
    position *root;
    int seat;
    status st = fingerprint_root(&root, &seat, p, err);
    if (st != ST_OK) return st == ST_GAME_OVER ? ST_OK : st;
    search_question q = {.root = root,
                         .seat = seat,
                         .limits = limits_none(),
                         .options = fingerprint_options(x->threads[i], HASH_BYTES)};
    q.options.knobs.value[KNOB_MCTS_BATCH] = IN_BATCHES;
    q.limits.movetime_ms = x->ms / POSITIONS > 0 ? x->ms / POSITIONS : 1;
    st = search_choose(x->setup->book, "auto", position_rules(root), &q, err);
    if (st == ST_OK) st = search_ready(s, &q.options, err);
    if (st == ST_OK) {
        search_answer a;
        search_forget(s);
        search_prepare(s, false);
        int64_t wall = clock_now_ns();
        int64_t cpu = clock_cpu_ns();
        st = search_run(s, &q, NULL, NULL, &a, err);
        cell->cpu += (double)(clock_cpu_ns() - cpu) / 1e9;
        cell->wall += (double)(clock_now_ns() - wall) / 1e9;
        if (st == ST_OK) {
            cell->nodes += a.report.nodes;
            cell->visits += a.report.visits;
        }
        row->algorithm = q.kind->name;
    }
    position_destroy(root);
    return st;
}

/* Numbers of threads in turns, so that a disturbance meets all of them. */
static status measure(const scaling *x, search *s, scaling_row *row, error *err) {
    status st = ST_OK;
    for (int k = 0; k < POSITIONS && st == ST_OK; k++) {
        position *p;
        st = fingerprint_position(&p, row->game, events_before[k], err);
        if (st != ST_OK) break;
        for (int i = 0; i < x->steps && st == ST_OK; i++) st = search_once(x, s, p, i, row, err);
        position_destroy(p);
    }
    return st;
}

/* --- printing --- */

/* Visits where there are any: a batch of them walks down the top of the tree once, so that nodes
 * would not compare equal amounts of work. */
static double amount(const scaling_row *row, int i) {
    const scaling_cell *c = &row->cell[i];
    return (double)(row->cell[0].visits ? c->visits : c->nodes);
}

static double wall_ratio(const scaling_row *row, int i) {
    const scaling_cell *one = &row->cell[0];
    const scaling_cell *c = &row->cell[i];
    if (amount(row, 0) <= 0 || c->wall <= 0) return 0;
    return (amount(row, i) / c->wall) / (amount(row, 0) / one->wall);
}

/* As if each thread had had a processor to itself. */
static double own_ratio(const scaling *x, const scaling_row *row, int i) {
    const scaling_cell *one = &row->cell[0];
    const scaling_cell *c = &row->cell[i];
    if (amount(row, 0) <= 0 || c->cpu <= 0) return 0;
    return x->threads[i] * (amount(row, i) / c->cpu) / (amount(row, 0) / one->cpu);
}

static void print_head(const scaling *x) {
    FILE *out = x->setup->out;
    (void)fprintf(out,
                  "visits of a search of %.1f s (nodes where it has no visits) against those of "
                  "one thread:\nby the clock, and if each thread had a processor to itself (here "
                  "are %d)\n\n",
                  (double)x->ms / 1000, thread_processors());
    (void)fprintf(out, "%-16s %-10s %12s", "game", "search", "1 thread");
    for (int i = 1; i < x->steps; i++) (void)fprintf(out, " %5d threads", x->threads[i]);
    (void)fputc('\n', out);
}

static void print_row(const scaling *x, const scaling_row *row) {
    FILE *out = x->setup->out;
    char rate[NUMBERS_SIZE];
    const scaling_cell *one = &row->cell[0];
    (void)fprintf(out, "%-16s %-10s %12s", row->game->name, row->algorithm ? row->algorithm : "-",
                  numbers_rate(rate, one->wall > 0 ? amount(row, 0) / one->wall : -1));
    for (int i = 1; i < x->steps; i++)
        (void)fprintf(out, " %5.2f x %5.2f", wall_ratio(row, i), own_ratio(x, row, i));
    (void)fputc('\n', out);
    (void)fflush(out);
}

static void print_json(const scaling *x, const scaling_row *row, bool first) {
    FILE *out = x->setup->out;
    (void)fprintf(out, "%s{\"name\":\"%s\",\"search\":\"%s\",\"threads\":[", first ? "" : ",\n ",
                  row->game->name, row->algorithm ? row->algorithm : "");
    for (int i = 0; i < x->steps; i++)
        (void)fprintf(out,
                      "%s{\"threads\":%d,\"nodes\":%llu,\"visits\":%llu,\"seconds\":%.3f,\"cpu_"
                      "seconds\":%.3f,"
                      "\"ratio\":%.3f,\"own_ratio\":%.3f}",
                      i ? "," : "", x->threads[i], (unsigned long long)row->cell[i].nodes,
                      (unsigned long long)row->cell[i].visits, row->cell[i].wall, row->cell[i].cpu,
                      wall_ratio(row, i), own_ratio(x, row, i));
    (void)fputs("]}", out);
}

/* --- all games --- */

static void plan_steps(scaling *x, int max) {
    x->steps = 0;
    for (int n = 1; n < max && x->steps < MAX_STEPS - 1; n *= 2) x->threads[x->steps++] = n;
    x->threads[x->steps++] = max;
}

static status measure_all(const scaling *x, game_list games, search *s, error *err) {
    progress bar;
    uint64_t count = 0;
    uint64_t done = 0;
    status st = ST_OK;
    for (game_list g = games; *g; g++) count++;
    progress_start(&bar, "bench threads", count);
    if (!x->json) print_head(x);
    if (x->json) (void)fputs("{\"games\":[\n ", x->setup->out);
    for (game_list g = games; *g && st == ST_OK; g++) {
        scaling_row row = {.game = *g};
        progress_note(&bar, done++, row.game->name);
        st = measure(x, s, &row, err);
        if (st == ST_OK && x->json) print_json(x, &row, g == games);
        if (st == ST_OK && !x->json) print_row(x, &row);
    }
    if (x->json) (void)fprintf(x->setup->out, "],\n \"processors\":%d}\n", thread_processors());
    progress_end(&bar);
    return st;
}

status scaling_run(const scaling_setup *setup, const scaling_options *o, error *err) {
    scaling x = {.setup = setup, .ms = o->ms ? o->ms : DEFAULT_MS, .json = o->json};
    int max = o->threads ? o->threads : thread_processors();
    const game *one[] = {o->game, NULL};
    search *s;
    plan_steps(&x, max < SCALING_MAX_THREADS ? max : SCALING_MAX_THREADS);
    if (search_create(&s) != ST_OK) return error_set(err, ST_NOMEM, "no memory for the search");
    status st = measure_all(&x, o->game ? one : setup->standard, s, err);
    search_destroy(s);
    return st;
}
