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
    status st =
        fingerprint_run(s, catalogue_games(), catalogue_book()->searchers[0], &usual, &f, &e);
    search_destroy(s);
    if (st != ST_OK) return cli_fail("bench", &e);
    (void)printf("signature %llu %016llx\n", (unsigned long long)f.nodes,
                 (unsigned long long)f.hash);
    return EXIT_DONE;
}

static int run(int argc, char **argv) {
    if (argc > 1 && strcmp(argv[1], "latency") == 0)
        return bench_latency(cli_program(), stdout, argc - 2, argv + 2);
    if (argc == 2 && strcmp(argv[1], "signature") == 0) return print_signature();
    bench_setup setup = {.games = catalogue_games(),
                         .book = catalogue_book(),
                         .program = cli_program(),
                         .out = stdout};
    return bench_speed(&setup, argc - 1, argv + 1);
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
