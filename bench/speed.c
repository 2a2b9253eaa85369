#include "bench/speed.h"

#include <string.h>

#include "bench/latency.h"
#include "bench/reference_work.h"
#include "bench/speed_measure.h"
#include "bench/speed_print.h"
#include "engine/base/memory.h"
#include "engine/base/progress.h"
#include "search/fingerprint.h"

enum { ROUNDS = 5, QUICK_ROUNDS = 2, SIGNATURE_NODES = 50000, STARTUPS = 20, QUICK_STARTUPS = 5 };

#define ROUND_SECONDS 0.3
#define QUICK_SECONDS 0.04

/* --- measuring --- */

typedef struct stage {
    const char *name;
    status (*run)(speed_row *row, const speed_plan *plan, error *err);
} stage;

static const stage stages[] = {{"playouts", speed_playouts},
                               {"perft", speed_perft},
                               {"mcts", speed_mcts},
                               {"alphabeta", speed_alphabeta},
                               {"2 threads", speed_threads}};
enum { STAGES = sizeof stages / sizeof *stages, RATES = 2 /* the first of them */ };

static size_t count_games(const bench_game *games) {
    size_t n = 0;
    while (games[n].game) n++;
    return n;
}

static unsigned depth_of(const bench_depth *depths, const game *g) {
    while (depths && depths->game && strcmp(depths->game, g->name) != 0) depths++;
    return depths ? depths->depth : 0;
}

static status measure_games(speed_sheet *sheet, speed_row *rows, const bench_game *games,
                            const bench_depth *depths, error *err) {
    progress bar;
    size_t total = count_games(games);
    progress_start(&bar, "bench", total * STAGES);
    status st = ST_OK;
    for (size_t i = 0; i < total && st == ST_OK; i++) {
        rows[i] = (speed_row){.game = games[i].game,
                              .turns = games[i].turns,
                              .perft_depth = depth_of(depths, games[i].game),
                              .mcts = SPEED_NONE,
                              .alphabeta = SPEED_NONE,
                              .threads2 = SPEED_NONE,
                              .threads2_cpu = SPEED_NONE};
        for (size_t k = 0; k < (games[i].rates ? RATES : STAGES) && st == ST_OK; k++) {
            char note[80];
            (void)snprintf(note, sizeof note, "%s %s", games[i].game->name, stages[k].name);
            progress_note(&bar, i * STAGES + k, note);
            st = stages[k].run(&rows[i], sheet->plan, err);
        }
    }
    progress_end(&bar);
    sheet->rows = rows;
    sheet->count = total;
    return st;
}

static status measure_speed(speed_sheet *sheet, speed_row *rows, const bench_options *o,
                            const bench_setup *s, const bench_game *games, error *err) {
    double (*reference)(void) = o->quick ? reference_quick_seconds : reference_seconds;
    sheet->before = reference();
    status st = measure_games(sheet, rows, games, s->depths, err);
    sheet->after = reference();
    return st;
}

/* A program that cannot be started leaves the line out; `bench latency` says why. */
static void measure_startup(speed_sheet *sheet, const bench_options *o, const char *program) {
    error why;
    latency_sample s;
    if (!program) return;
    if (latency_startup(program, o->quick ? QUICK_STARTUPS : STARTUPS, &s, &why) != ST_OK) return;
    sheet->startup_median = s.median_ms;
    sheet->startup_max = s.max_ms;
}

/* Twice, as a signature that wavers is none. */
static status measure_signature(speed_sheet *sheet, const bench_options *o, game_list games,
                                const bench_setup *with, error *err) {
    const search_registry *book = with->book;
    fingerprint again;
    search *s;
    if (search_create(&s) != ST_OK) return error_set(err, ST_NOMEM, "no memory for the search");
    fingerprint_setup setup = fingerprint_default();
    setup.limits.nodes = o->nodes ? o->nodes : SIGNATURE_NODES;
    setup.presets = book->presets;
    status st = fingerprint_sign(s, games, book->searchers, &setup, &sheet->print, err);
    if (st == ST_OK) st = fingerprint_sign(s, games, book->searchers, &setup, &again, err);
    setup.eval = EVAL_NET;
    if (st == ST_OK && with->nets)
        st = fingerprint_sign(s, o->game ? games : with->nets, book->searchers, &setup,
                              &sheet->nets, err);
    search_destroy(s);
    if (st == ST_OK && (again.nodes != sheet->print.nodes || again.hash != sheet->print.hash))
        st = error_set(err, ST_INTERNAL, "the signature wavers: equal searches, different results");
    return st;
}

static status run(const bench_setup *s, const bench_options *o, const bench_game *games,
                  game_list searched, error *err) {
    speed_plan plan = {.rounds = o->rounds  ? (int)o->rounds
                                 : o->quick ? QUICK_ROUNDS
                                            : ROUNDS,
                       .round_seconds = o->quick ? QUICK_SECONDS : ROUND_SECONDS,
                       .book = s->book};
    speed_sheet sheet = {.plan = &plan, .startup_median = -1, .startup_max = -1};
    speed_row *rows = mem_alloc((count_games(games) + 1) * sizeof *rows);
    if (!rows) return error_set(err, ST_NOMEM, "no memory for the bench");
    status st = ST_OK;
    if (!o->signature) {
        st = measure_speed(&sheet, rows, o, s, games, err);
        if (st == ST_OK) measure_startup(&sheet, o, s->program);
    }
    if (st == ST_OK) st = measure_signature(&sheet, o, searched, s, err);
    if (st == ST_OK && o->json) speed_print_json(s->out, &sheet);
    if (st == ST_OK && !o->json) speed_print_table(s->out, &sheet);
    mem_free(rows);
    return st;
}

status speed_run(const bench_setup *s, const bench_options *o, error *err) {
    const game *single[2] = {o->game, NULL};
    bench_game alone[2] = {{.game = o->game}, {0}};
    if (!o->game) return run(s, o, s->defaults, s->signature, err);
    for (const bench_game *g = s->defaults; g->game; g++)
        if (g->game == o->game) alone[0] = *g;
    alone[0].rates = false;
    return run(s, o, alone, single, err);
}
