#include "bench/costs.h"

#include "bench/numbers.h"
#include "engine/base/progress.h"

enum { ROUNDS = 5, QUICK_ROUNDS = 2 };

#define ROUND_SECONDS 0.3
#define QUICK_SECONDS 0.04

/* The settings that an iteration can be slower or faster for, and their plain values: UCT over
 * random playouts. The others are about what happens before or after the iterations (reuse, the
 * final choice), or about several threads. */
static const struct plain_value {
    knob_id knob;
    int32_t value;
} plain_values[] = {
    {KNOB_MCTS_SOLVER, 0},       {KNOB_MCTS_TRANSPOSITIONS, 0},
    {KNOB_MCTS_PRIORS, 0},       {KNOB_MCTS_CUTOFF, 20000},
    {KNOB_MCTS_IMPLICIT, 0},     {KNOB_MCTS_WIDENING, 0},
    {KNOB_MCTS_GRAVE, 0},        {KNOB_MCTS_BOT, 0},
    {KNOB_MCTS_BATCH, 1},        {KNOB_MCTS_MARGIN, 0},
    {KNOB_MCTS_EXPLORATION, 90}, {KNOB_MCTS_PRIOR_TEMPERATURE, 100},
};
enum { SETTINGS = sizeof plain_values / sizeof *plain_values };

knobs costs_plain(void) {
    knobs k = knobs_auto();
    for (int i = 0; i < SETTINGS; i++) k.value[plain_values[i].knob] = plain_values[i].value;
    return k;
}

knobs costs_shipped(const search_registry *book, const rules *r) {
    knobs k = knobs_auto();
    knobs_resolve(&k, book->presets, r->game->name, r->players);
    return k;
}

typedef struct cost {
    knob_id knob;
    int32_t value;        /* shipped */
    double alone, others; /* plain and this; shipped without this */
} cost;

typedef struct cost_sheet {
    const game *game;
    const char *search;
    double plain, shipped;
    cost cost[SETTINGS];
    int count;
} cost_sheet;

/* --- measuring --- */

static status measure_setting(const speed_plan *plan, cost_sheet *sheet, const knobs *shipped,
                              int setting, error *err) {
    const struct plain_value *p = &plain_values[setting];
    cost *c = &sheet->cost[sheet->count++];
    knobs with = costs_plain();
    knobs without = *shipped;
    *c = (cost){.knob = p->knob, .value = shipped->value[p->knob]};
    with.value[p->knob] = c->value;
    without.value[p->knob] = p->value;
    status st = speed_tree_rate(sheet->game, &with, plan, &c->alone, err);
    return st == ST_OK ? speed_tree_rate(sheet->game, &without, plan, &c->others, err) : st;
}

static status measure(const costs_setup *s, const speed_plan *plan, cost_sheet *sheet, error *err) {
    params none = params_default();
    rules *r;
    status st = rules_open(&r, sheet->game, &none, err);
    if (st != ST_OK) return st;
    const searcher_kind *kind = speed_tree_search(s->book, r);
    knobs plain = costs_plain();
    knobs shipped = costs_shipped(s->book, r);
    rules_close(r);
    sheet->search = kind ? kind->name : "-";
    st = speed_tree_rate(sheet->game, &plain, plan, &sheet->plain, err);
    for (int i = 0; i < SETTINGS && st == ST_OK; i++)
        if (shipped.value[plain_values[i].knob] != plain_values[i].value)
            st = measure_setting(plan, sheet, &shipped, i, err);
    return st == ST_OK ? speed_tree_rate(sheet->game, &shipped, plan, &sheet->shipped, err) : st;
}

/* --- printing --- */

static double ratio(double a, double b) {
    return a > 0 && b > 0 ? a / b : SPEED_NONE;
}

static void print_ratio(FILE *out, double x) {
    if (x < 0)
        (void)fprintf(out, " %7s", "-");
    else
        (void)fprintf(out, " %6.2fx", x);
}

static void print_sheet(FILE *out, const cost_sheet *s) {
    char rate[NUMBERS_SIZE];
    (void)fprintf(out, "%-14s %-28s %10s\n", s->game->name, "plain", numbers_rate(rate, s->plain));
    for (int i = 0; i < s->count; i++) {
        const cost *c = &s->cost[i];
        char name[64];
        (void)snprintf(name, sizeof name, "+ %s=%d", knob_specs[c->knob].name, (int)c->value);
        (void)fprintf(out, "%-14s %-28s %10s", "", name, numbers_rate(rate, c->alone));
        print_ratio(out, ratio(c->alone, s->plain));
        (void)fprintf(out, " %10s", numbers_rate(rate, c->others));
        print_ratio(out, ratio(s->shipped, c->others));
        (void)fputc('\n', out);
    }
    (void)fprintf(out, "%-14s %-28s %10s", "", "shipped", numbers_rate(rate, s->shipped));
    print_ratio(out, ratio(s->shipped, s->plain));
    (void)fputc('\n', out);
    (void)fflush(out);
}

static void json_rate(FILE *out, const char *key, double rate) {
    if (rate < 0)
        (void)fprintf(out, ",\"%s\":null", key);
    else
        (void)fprintf(out, ",\"%s\":%.0f", key, rate);
}

static void print_json(FILE *out, const cost_sheet *s) {
    (void)fprintf(out, "{\"name\":\"%s\",\"search\":\"%s\"", s->game->name, s->search);
    json_rate(out, "plain_per_s", s->plain);
    json_rate(out, "shipped_per_s", s->shipped);
    (void)fputs(",\"settings\":[", out);
    for (int i = 0; i < s->count; i++) {
        const cost *c = &s->cost[i];
        (void)fprintf(out, "%s{\"name\":\"%s\",\"value\":%d", i ? "," : "",
                      knob_specs[c->knob].name, (int)c->value);
        json_rate(out, "alone_per_s", c->alone);
        json_rate(out, "without_per_s", c->others);
        (void)fputc('}', out);
    }
    (void)fputs("]}", out);
}

static void print_head(FILE *out, const speed_plan *plan) {
    (void)fprintf(out,
                  "iterations of the tree search per CPU second, one thread, as measured, median "
                  "of %d\nrounds of %.2f s: plain UCT, one setting added to it, and all settings "
                  "without that one\n(the last column is what it leaves of them)\n\n",
                  plan->rounds, plan->round_seconds);
    (void)fprintf(out, "%-14s %-28s %10s %7s %10s %7s\n", "game", "setting", "alone", "", "without",
                  "");
}

/* --- all games --- */

status costs_run(const costs_setup *s, const costs_options *o, error *err) {
    const game *one[] = {o->game, NULL};
    game_list games = o->game ? one : s->standard;
    speed_plan plan = {.rounds = o->rounds  ? (int)o->rounds
                                 : o->quick ? QUICK_ROUNDS
                                            : ROUNDS,
                       .round_seconds = o->quick ? QUICK_SECONDS : ROUND_SECONDS,
                       .book = s->book};
    progress bar;
    uint64_t count = 0;
    uint64_t done = 0;
    status st = ST_OK;
    for (game_list g = games; *g; g++) count++;
    progress_start(&bar, "bench costs", count);
    if (o->json)
        (void)fputs("{\"games\":[\n ", s->out);
    else
        print_head(s->out, &plan);
    for (game_list g = games; *g && st == ST_OK; g++) {
        cost_sheet sheet = {.game = *g, .plain = SPEED_NONE, .shipped = SPEED_NONE};
        progress_note(&bar, done++, sheet.game->name);
        st = measure(s, &plan, &sheet, err);
        if (st != ST_OK) break;
        if (o->json && g != games) (void)fputs(",\n ", s->out);
        if (o->json)
            print_json(s->out, &sheet);
        else
            print_sheet(s->out, &sheet);
    }
    if (o->json) (void)fputs("]}\n", s->out);
    progress_end(&bar);
    return st;
}
