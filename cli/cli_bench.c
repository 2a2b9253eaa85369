#include <stdio.h>
#include <string.h>

#include "bench/costs.h"
#include "bench/latency.h"
#include "bench/native.h"
#include "bench/scaling.h"
#include "bench/speed.h"
#include "cli/cli.h"
#include "cli/setup.h"
#include "lib/catalogue.h"
#include "lib/native/native_texts.h"
#include "search/fingerprint.h"

/* The signature alone: lines that are the same for every compiler and machine, one for searches with
 * weights, one for those games that the program has nets for. */
static int print_signature(void) {
    error e;
    fingerprint f;
    fingerprint nets;
    search *s;
    if (search_create(&s) != ST_OK) {
        (void)error_set(&e, ST_NOMEM, "no memory for the search");
        return cli_fail("bench", &e);
    }
    fingerprint_setup defaults = fingerprint_default();
    defaults.presets = catalogue_registry()->presets;
    catalogue_bench b = catalogue_bench_games();
    status st =
        fingerprint_sign(s, b.signature, catalogue_registry()->searchers, &defaults, &f, &e);
    defaults.eval = EVAL_NET;
    if (st == ST_OK)
        st = fingerprint_sign(s, catalogue_games(), catalogue_registry()->searchers, &defaults,
                              &nets, &e);
    search_destroy(s);
    if (st != ST_OK) return cli_fail("bench", &e);
    (void)printf("signature %llu %016llx\n", (unsigned long long)f.nodes,
                 (unsigned long long)f.hash);
    if (nets.positions)
        (void)printf("signature with nets %llu %016llx\n", (unsigned long long)nets.nodes,
                     (unsigned long long)nets.hash);
    return EXIT_DONE;
}

static bool has(game_list list, const game *g) {
    while (*list && *list != g) list++;
    return *list != NULL;
}

/* Perft depths of 50,000 to 5,000,000 leaves from the start, draughts in turns. */
static const bench_depth depths[] = {{"chess", 5},         {"connect4", 7},
                                     {"pig", 15},          {"leduc", 8},
                                     {"projectl", 4},      {"unicorns", 3},
                                     {"amethyst", 7},      {"amethyst12", 7},
                                     {"daisy", 2},         {"lazuli", 8},
                                     {"lilac", 5},         {"obsidian", 5},
                                     {"orchid", 4},        {"peridot", 8},
                                     {"quartz", 9},        {"saffron", 16},
                                     {"tangerine", 4},     {"topaz", 4},
                                     {"violet", 3},        {"amazons", 3},
                                     {"ataxx", 5},         {"atomic", 5},
                                     {"breakthrough", 4},  {"chaturaji", 12},
                                     {"chaturanga", 5},    {"chess2", 5},
                                     {"chess960", 5},      {"clobber", 4},
                                     {"connect4_text", 7}, {"crazyhouse", 5},
                                     {"domineering", 3},   {"dots", 4},
                                     {"draughts", 9},      {"go", 3},
                                     {"gomoku", 2},        {"gomoku_standard", 2},
                                     {"hex", 3},           {"international", 7},
                                     {"koth", 5},          {"loa", 4},
                                     {"losalamos", 6},     {"ludo", 9},
                                     {"mnk", 3},           {"morris", 4},
                                     {"neutron", 7},       {"othello", 9},
                                     {"racingkings", 4},   {"shatranj", 5},
                                     {"threecheck", 5},    {"tictactoe", 8},
                                     {"abalone", 4},       {"backgammon", 6},
                                     {"halma", 3},         {"halma8", 4},
                                     {"makruk", 4},        {"pentago", 4},
                                     {"shogi", 4},         {"surakarta", 4},
                                     {"tablut", 3},        {"xiangqi", 4},
                                     {"yacht", 6},         {NULL, 0}};

/* --- arguments --- */

typedef struct request {
    bench_options speed;
    scaling_options threads;
} request;

static status take_game(void *to, arg_line *line, error *err) {
    request *q = to;
    const char *name = NULL;
    status st = args_value(line, &name, err);
    if (st == ST_OK) st = setup_find_game(name, &q->speed.game, err);
    q->threads.game = q->speed.game;
    return st;
}

static status take_seconds(void *to, arg_line *line, error *err) {
    enum { MAX_SECONDS = 3600 };
    const char *value = NULL;
    double seconds = 0;
    status st = args_value(line, &value, err);
    if (st != ST_OK) return st;
    if (!text_real(value, &seconds) || seconds < 0.001 || seconds > MAX_SECONDS)
        return error_set(err, ST_BAD_VALUE, "--seconds takes a number from 0.001 to %d, not %.40s",
                         MAX_SECONDS, value);
    ((request *)to)->threads.ms = (int64_t)(seconds * 1000);
    return ST_OK;
}

static const arg json_args[] = {
    ARGS_FLAG("--json", request, speed.json, "one object for machines instead of a table"),
    ARGS_END};
static const arg quick_args[] = {
    ARGS_FLAG("--quick", request, speed.quick, "short rounds, for a first look"), ARGS_END};
static const arg game_args[] = {ARGS_CALL("--game", "NAME", take_game, "this game alone"),
                                ARGS_END};
static const arg rounds_args[] = {ARGS_NUMBER("--rounds", "N", request, speed.rounds, 1,
                                              SPEED_MAX_ROUNDS,
                                              "rounds of each measurement (default 5)"),
                                  ARGS_END};
static const arg speed_args[] = {
    ARGS_FLAG("--signature", request, speed.signature,
              "only the signature of what the search finds"),
    ARGS_NUMBER("--nodes", "N", request, speed.nodes, 1, UINT64_MAX,
                "nodes of each search of the signature (default 50000)"),
    ARGS_END};
static const arg threads_args[] = {
    ARGS_WORD("N", "the largest number of threads (default: the processors of the machine)"),
    ARGS_CALL("--seconds", "S", take_seconds, "of one game with one number of threads (default 3)"),
    ARGS_END};

static const arg_group groups[] = {{"Speed, costs, latency and threads", json_args, NULL, 0},
                                   {"Speed, costs and latency", quick_args, NULL, 0},
                                   {"Speed, costs and threads", game_args, NULL, 0},
                                   {"Speed and costs", rounds_args, NULL, 0},
                                   {"Speed", speed_args, NULL, 0},
                                   {"Threads", threads_args, NULL, 0},
                                   {0}};
static const arg_group speed_groups[] = {
    {"All", json_args, NULL, 0},      {"Quick", quick_args, NULL, 0}, {"Game", game_args, NULL, 0},
    {"Rounds", rounds_args, NULL, 0}, {"Speed", speed_args, NULL, 0}, {0}};
static const arg_group costs_groups[] = {{"All", json_args, NULL, 0},
                                         {"Quick", quick_args, NULL, 0},
                                         {"Game", game_args, NULL, 0},
                                         {"Rounds", rounds_args, NULL, 0},
                                         {0}};
static const arg_group latency_groups[] = {
    {"All", json_args, NULL, 0}, {"Quick", quick_args, NULL, 0}, {0}};
static const arg_group threads_groups[] = {{"All", json_args, NULL, 0},
                                           {"Game", game_args, NULL, 0},
                                           {"Threads", threads_args, NULL, 0},
                                           {0}};

static status take_threads(void *to, const char *word, bool *taken, error *err) {
    request *q = to;
    uint64_t n;
    *taken = q->threads.threads == 0;
    if (!*taken) return ST_OK;
    if (!text_u64(word, SCALING_MAX_THREADS, &n) || n == 0)
        return error_set(err, ST_BAD_VALUE, "threads takes a number from 1 to %d, not %.40s",
                         SCALING_MAX_THREADS, word);
    q->threads.threads = (int)n;
    return ST_OK;
}

/* --- measuring --- */

static int measure_speed(request *q) {
    error e;
    catalogue_bench b = catalogue_bench_games();
    bench_game defaults[64] = {{0}};
    size_t n = 0;
    for (game_list g = b.whole; *g; g++) defaults[n++] = (bench_game){*g, false, has(b.turns, *g)};
    for (game_list g = b.rates; *g; g++) defaults[n++] = (bench_game){*g, true, has(b.turns, *g)};
    bench_setup setup = {.defaults = defaults,
                         .depths = depths,
                         .signature = b.signature,
                         .nets = catalogue_games(),
                         .book = catalogue_registry(),
                         .program = cli_program(),
                         .out = stdout};
    status st = speed_run(&setup, &q->speed, &e);
    if (st == ST_OK) return EXIT_DONE;
    (void)cli_fail("bench", &e);
    return st == ST_INTERNAL ? EXIT_NO : EXIT_INTERNAL;
}

static int measure_latency(request *q) {
    error e;
    bool good = false;
    status st = latency_run(cli_program(), q->speed.quick, q->speed.json, stdout, &good, &e);
    if (st != ST_OK) (void)cli_fail("bench latency", &e);
    return st == ST_OK && good ? EXIT_DONE : EXIT_NO;
}

static int measure_threads(request *q) {
    error e;
    catalogue_bench b = catalogue_bench_games();
    scaling_setup setup = {.standard = b.whole, .book = catalogue_registry(), .out = stdout};
    q->threads.json = q->speed.json;
    if (scaling_run(&setup, &q->threads, &e) == ST_OK) return EXIT_DONE;
    (void)cli_fail("bench threads", &e);
    return EXIT_INTERNAL;
}

static int measure_costs(request *q) {
    error e;
    catalogue_bench b = catalogue_bench_games();
    costs_setup setup = {.standard = b.whole, .book = catalogue_registry(), .out = stdout};
    costs_options o = {.game = q->speed.game,
                       .quick = q->speed.quick,
                       .json = q->speed.json,
                       .rounds = q->speed.rounds};
    status st = costs_run(&setup, &o, &e);
    if (st == ST_OK) return EXIT_DONE;
    (void)cli_fail("bench costs", &e);
    return st == ST_INTERNAL ? EXIT_NO : EXIT_INTERNAL;
}

static int measure_native(request *q) {
    error e;
    const game *games[64] = {NULL};
    size_t n = 0;
    for (const rb_native *const *i = native_texts; *i && n < 63; i++)
        games[n++] = game_find(catalogue_games(), (*i)->name);
    native_setup setup = {.games = games,
                          .turns = catalogue_bench_games().turns,
                          .depths = depths,
                          .book = catalogue_registry(),
                          .out = stdout};
    native_options o = {.game = q->speed.game,
                        .quick = q->speed.quick,
                        .json = q->speed.json,
                        .rounds = q->speed.rounds};
    status st = native_run(&setup, &o, &e);
    if (st == ST_OK) return EXIT_DONE;
    (void)cli_fail("bench native", &e);
    return st == ST_INTERNAL ? EXIT_NO : EXIT_INTERNAL;
}

enum { SPEED, LATENCY, THREADS, COSTS, NATIVE_CODE, MEASURES };

static const struct measure {
    const char *word;
    const arg_group *groups;
    int (*run)(request *q);
} measures[MEASURES] = {[SPEED] = {"", speed_groups, measure_speed},
                        [LATENCY] = {"latency", latency_groups, measure_latency},
                        [THREADS] = {"threads", threads_groups, measure_threads},
                        [COSTS] = {"costs", costs_groups, measure_costs},
                        [NATIVE_CODE] = {"native", costs_groups, measure_native}};

static int run(int argc, char **argv) {
    error e;
    request q = {0};
    const char *what = argc > 1 ? argv[1] : "";
    int which = MEASURES - 1;
    while (which > SPEED && strcmp(what, measures[which].word) != 0) which--;
    int skip = which != SPEED;
    arg_reader how = {"bench", measures[which].groups, which == THREADS ? take_threads : NULL};
    if (argc == 2 && strcmp(what, "signature") == 0) return print_signature();
    if (args_read(&how, &q, argc - skip, argv + skip, &e) != ST_OK) return cli_fail("bench", &e);
    return measures[which].run(&q);
}

const subcommand cli_bench = {
    "bench",
    run,
    "measure speed, latency and the functional signature",
    "kibitz bench [OPTIONS]\n"
    "       kibitz bench costs [--quick] [--rounds N] [--game NAME] [--json]\n"
    "       kibitz bench latency [--quick] [--json]\n"
    "       kibitz bench threads [N] [--seconds S] [--game NAME] [--json]\n"
    "       kibitz bench signature\n\n"
    "Playouts, actions, perft nodes and search iterations per CPU second of one core, normalised\n"
    "with a fixed amount of work, thread scaling, and at the end the nodes of fixed searches: the\n"
    "signature that only a change of behaviour changes. Searches have the settings that users "
    "get;\n"
    "`costs` measures what each of them costs. `latency` measures the answers of the protocol,\n"
    "`threads` how many times the work of one thread 2, 4, ... N threads do, per game, and\n"
    "`signature` prints one line for the weights and one for the nets of the program.\n",
    groups,
    "Exit codes: 0 done, 1 a result differed between equal rounds or an answer was too slow, 2\n"
    "invalid arguments.\n\n"
    "Example: kibitz bench --game connect4\n",
};
