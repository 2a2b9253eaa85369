#include "bench/speed.h"

#include <string.h>

#include "bench/latency.h"
#include "bench/reference_work.h"
#include "bench/speed_measure.h"
#include "bench/speed_print.h"
#include "engine/base/memory.h"
#include "engine/base/progress.h"
#include "search/fingerprint.h"

enum {
    ROUNDS = 5,
    QUICK_ROUNDS = 2,
    SIGNATURE_NODES = 50000,
    STARTUPS = 20,
    QUICK_STARTUPS = 5,
    EXIT_NO = 1,
    EXIT_USAGE = 2,
    EXIT_INTERNAL = 70
};

#define ROUND_SECONDS 0.3
#define QUICK_SECONDS 0.04

static const char usage[] =
    "usage: kibitz bench [--quick] [--json] [--rounds N] [--game NAME] [--signature] [--nodes N]\n"
    "       kibitz bench latency [--quick] [--json]\n"
    "  --quick      short rounds, for a first look\n"
    "  --json       one object for machines instead of a table\n"
    "  --rounds N   rounds of each measurement, 1 to 99 (5)\n"
    "  --game NAME  this game alone\n"
    "  --signature  only the signature of what the search finds\n"
    "  --nodes N    nodes of each search of the signature (50000)\n";

typedef struct options {
    bool quick, json, signature, help;
    uint64_t rounds, nodes;
    const char *game;
} options;

/* --- words --- */

static status take_word(options *o, const char *word, const char *value, bool *used, error *err) {
    *used = false;
    if (strcmp(word, "--quick") == 0) {
        o->quick = true;
    } else if (strcmp(word, "--json") == 0) {
        o->json = true;
    } else if (strcmp(word, "--signature") == 0) {
        o->signature = true;
    } else if (strcmp(word, "--help") == 0) {
        o->help = true;
    } else if (strcmp(word, "--game") == 0) {
        *used = true;
        if (!value) return error_set(err, ST_BAD_VALUE, "--game needs the name of a game");
        o->game = value;
    } else if (strcmp(word, "--rounds") == 0) {
        *used = true;
        if (!value || !text_u64(value, SPEED_MAX_ROUNDS, &o->rounds) || !o->rounds)
            return error_set(err, ST_BAD_VALUE, "--rounds needs a number from 1 to %d",
                             SPEED_MAX_ROUNDS);
    } else if (strcmp(word, "--nodes") == 0) {
        *used = true;
        if (!value || !text_u64(value, UINT64_MAX, &o->nodes) || !o->nodes)
            return error_set(err, ST_BAD_VALUE, "--nodes needs a number from 1");
    } else {
        return error_set(err, ST_UNKNOWN_OPTION,
                         "%s is no option of bench; see kibitz bench --help", word);
    }
    return ST_OK;
}

static status read_options(options *o, int argc, char **argv, error *err) {
    *o = (options){.nodes = SIGNATURE_NODES};
    for (int i = 0; i < argc; i++) {
        bool used;
        status st = take_word(o, argv[i], i + 1 < argc ? argv[i + 1] : NULL, &used, err);
        if (st != ST_OK) return st;
        i += used;
    }
    return ST_OK;
}

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

static status measure_speed(speed_sheet *sheet, speed_row *rows, const options *o,
                            const bench_setup *s, const bench_game *games, error *err) {
    double (*reference)(void) = o->quick ? reference_quick_seconds : reference_seconds;
    sheet->before = reference();
    status st = measure_games(sheet, rows, games, s->depths, err);
    sheet->after = reference();
    return st;
}

/* A program that cannot be started leaves the line out; `bench latency` says why. */
static void measure_startup(speed_sheet *sheet, const options *o, const char *program) {
    error why;
    latency_sample s;
    if (!program) return;
    if (latency_startup(program, o->quick ? QUICK_STARTUPS : STARTUPS, &s, &why) != ST_OK) return;
    sheet->startup_median = s.median_ms;
    sheet->startup_max = s.max_ms;
}

static const searcher_kind *choose_searcher(searcher_list list) {
    for (searcher_list k = list; *k; k++)
        if (strcmp((*k)->name, "mcts") == 0) return *k;
    return *list;
}

/* Twice, as a signature that wavers is none. */
static status measure_signature(speed_sheet *sheet, const options *o, game_list games,
                                const search_book *book, error *err) {
    const searcher_kind *kind = choose_searcher(book->searchers);
    fingerprint again;
    if (!kind) return error_set(err, ST_NOT_FOUND, "there is no search to take a signature of");
    search *s;
    if (search_create(&s) != ST_OK) return error_set(err, ST_NOMEM, "no memory for the search");
    fingerprint_setup setup = fingerprint_usual();
    setup.limits.nodes = o->nodes;
    setup.presets = book->presets;
    status st = fingerprint_run(s, games, kind, &setup, &sheet->print, err);
    if (st == ST_OK) st = fingerprint_run(s, games, kind, &setup, &again, err);
    search_destroy(s);
    if (st == ST_OK && (again.nodes != sheet->print.nodes || again.hash != sheet->print.hash))
        st = error_set(err, ST_INTERNAL, "the signature wavers: equal searches, different results");
    return st;
}

static status run(const bench_setup *s, const options *o, const bench_game *games,
                  game_list searched, error *err) {
    speed_plan plan = {.rounds = o->rounds  ? (int)o->rounds
                                 : o->quick ? QUICK_ROUNDS
                                            : ROUNDS,
                       .round_seconds = o->quick ? QUICK_SECONDS : ROUND_SECONDS};
    speed_sheet sheet = {.plan = &plan, .startup_median = -1, .startup_max = -1};
    speed_row *rows = mem_alloc((count_games(games) + 1) * sizeof *rows);
    if (!rows) return error_set(err, ST_NOMEM, "no memory for the bench");
    status st = ST_OK;
    if (!o->signature) {
        st = measure_speed(&sheet, rows, o, s, games, err);
        if (st == ST_OK) measure_startup(&sheet, o, s->program);
    }
    if (st == ST_OK) st = measure_signature(&sheet, o, searched, s->book, err);
    if (st == ST_OK && o->json) speed_print_json(s->out, &sheet);
    if (st == ST_OK && !o->json) speed_print_table(s->out, &sheet);
    mem_free(rows);
    return st;
}

static int complain(const error *err, int code) {
    (void)fprintf(stderr, "kibitz bench: %s\n", err->text);
    return code;
}

int bench_speed(const bench_setup *s, int argc, char **argv) {
    options o;
    error err;
    if (read_options(&o, argc, argv, &err) != ST_OK) return complain(&err, EXIT_USAGE);
    if (o.help) {
        (void)fputs(usage, s->out);
        return 0;
    }
    const game *single[2] = {NULL, NULL};
    bench_game alone[2] = {{0}, {0}};
    const bench_game *games = s->usual;
    game_list searched = s->signature;
    if (o.game) {
        single[0] = game_find(s->games, o.game);
        if (!single[0]) {
            const char *near = game_nearest(s->games, o.game);
            (void)error_set(&err, ST_NOT_FOUND, "there is no game %s%s%s", o.game,
                            near ? "; did you mean " : "", near ? near : "");
            return complain(&err, EXIT_USAGE);
        }
        for (const bench_game *g = s->usual; g->game; g++)
            if (g->game == single[0]) alone[0] = *g;
        alone[0].game = single[0];
        alone[0].rates = false;
        games = alone;
        searched = single;
    }
    status st = run(s, &o, games, searched, &err);
    if (st == ST_OK) return 0;
    return complain(&err, st == ST_INTERNAL ? EXIT_NO : EXIT_INTERNAL);
}
