#include <stdio.h>
#include <string.h>

#include "bench/latency.h"
#include "bench/speed.h"
#include "cli/catalogue.h"
#include "cli/cli.h"
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

static int measure(int argc, char **argv) {
    catalogue_bench b = catalogue_bench_games();
    bench_game usual[64] = {{0}};
    size_t n = 0;
    for (game_list g = b.whole; *g; g++) usual[n++] = (bench_game){*g, false, has(b.turns, *g)};
    for (game_list g = b.rates; *g; g++) usual[n++] = (bench_game){*g, true, has(b.turns, *g)};
    bench_setup setup = {.games = catalogue_games(),
                         .usual = usual,
                         .signature = b.signature,
                         .book = catalogue_book(),
                         .program = cli_program(),
                         .out = stdout};
    return bench_speed(&setup, argc, argv);
}

static int run(int argc, char **argv) {
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
    "       kibitz bench signature\n\n"
    "Playouts, actions, perft nodes and search iterations per CPU second of one core, normalised "
    "with\n"
    "a fixed amount of work, thread scaling, and at the end the nodes of fixed searches: the "
    "signature\n"
    "that only a change of behaviour changes. `latency` measures the answers of the protocol.\n",
};
