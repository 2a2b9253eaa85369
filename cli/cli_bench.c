#include <stdio.h>
#include <string.h>

#include "bench/latency.h"
#include "bench/scaling.h"
#include "bench/speed.h"
#include "cli/cli.h"
#include "lib/catalogue.h"
#include "search/fingerprint.h"

/* The signature alone: a line that is the same for every compiler and machine. */
static int print_signature(void) {
    error e;
    fingerprint f;
    search *s;
    if (search_create(&s) != ST_OK) {
        (void)error_set(&e, ST_NOMEM, "no memory for the search");
        return cli_fail("bench", &e);
    }
    fingerprint_setup usual = fingerprint_usual();
    usual.presets = catalogue_book()->presets;
    catalogue_bench b = catalogue_bench_games();
    status st = fingerprint_run(s, b.signature, catalogue_book()->searchers[0], &usual, &f, &e);
    search_destroy(s);
    if (st != ST_OK) return cli_fail("bench", &e);
    (void)printf("signature %llu %016llx\n", (unsigned long long)f.nodes,
                 (unsigned long long)f.hash);
    return EXIT_DONE;
}

static bool has(game_list list, const game *g) {
    while (*list && *list != g) list++;
    return *list != NULL;
}

/* Perft depths of 50,000 to 5,000,000 leaves from the start, draughts in turns. */
static const bench_depth depths[] = {
    {"chess", 5},       {"connect4", 7},      {"pig", 15},
    {"leduc", 8},       {"projectl", 4},      {"unicorns", 3},
    {"amethyst", 7},    {"amethyst12", 7},    {"daisy", 2},
    {"lazuli", 8},      {"lilac", 5},         {"obsidian", 5},
    {"orchid", 4},      {"peridot", 8},       {"quartz", 9},
    {"saffron", 16},    {"tangerine", 4},     {"topaz", 4},
    {"violet", 3},      {"amazons", 3},       {"ataxx", 5},
    {"atomic", 5},      {"breakthrough", 4},  {"chaturaji", 12},
    {"chaturanga", 5},  {"chess2", 5},        {"chess960", 5},
    {"clobber", 4},     {"connect4_text", 7}, {"crazyhouse", 5},
    {"domineering", 3}, {"dots", 4},          {"draughts", 9},
    {"go", 3},          {"gomoku", 2},        {"gomoku_standard", 2},
    {"hex", 3},         {"international", 7}, {"koth", 5},
    {"loa", 4},         {"losalamos", 6},     {"ludo", 9},
    {"mnk", 3},         {"morris", 4},        {"neutron", 7},
    {"othello", 9},     {"racingkings", 4},   {"shatranj", 5},
    {"threecheck", 5},  {"tictactoe", 8},     {NULL, 0}};

static int measure(int argc, char **argv) {
    catalogue_bench b = catalogue_bench_games();
    bench_game usual[64] = {{0}};
    size_t n = 0;
    for (game_list g = b.whole; *g; g++) usual[n++] = (bench_game){*g, false, has(b.turns, *g)};
    for (game_list g = b.rates; *g; g++) usual[n++] = (bench_game){*g, true, has(b.turns, *g)};
    bench_setup setup = {.games = catalogue_games(),
                         .usual = usual,
                         .depths = depths,
                         .signature = b.signature,
                         .book = catalogue_book(),
                         .program = cli_program(),
                         .out = stdout};
    return bench_speed(&setup, argc, argv);
}

static int measure_threads(int argc, char **argv) {
    scaling_setup setup = {.games = catalogue_games(),
                           .standard = catalogue_bench_games().whole,
                           .book = catalogue_book(),
                           .out = stdout};
    return bench_scaling(&setup, argc, argv);
}

static int run(int argc, char **argv) {
    if (argc > 1 && strcmp(argv[1], "threads") == 0) return measure_threads(argc - 2, argv + 2);
    if (argc > 1 && strcmp(argv[1], "latency") == 0)
        return bench_latency(cli_program(), stdout, argc - 2, argv + 2);
    if (argc == 2 && strcmp(argv[1], "signature") == 0) return print_signature();
    return measure(argc - 1, argv + 1);
}

const subcommand cli_bench = {
    "bench",
    run,
    "measure speed, latency and the functional signature",
    "usage: kibitz bench [--quick] [--json] [--rounds N] [--game NAME] [--signature] [--nodes N]\n"
    "       kibitz bench latency [--quick] [--json]\n"
    "       kibitz bench threads [N] [--seconds S] [--game NAME] [--json]\n"
    "       kibitz bench signature\n\n"
    "Playouts, actions, perft nodes and search iterations per CPU second of one core, normalised "
    "with\n"
    "a fixed amount of work, thread scaling, and at the end the nodes of fixed searches: the "
    "signature\n"
    "that only a change of behaviour changes. `latency` measures the answers of the protocol,\n"
    "`threads` how many times the work of one thread 2, 4, ... N threads do, per game.\n",
};
