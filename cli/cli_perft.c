#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/setup.h"
#include "engine/base/clock.h"
#include "engine/game/perft.h"

static void print_count(void *ctx, const char *event, uint64_t nodes) {
    (void)ctx;
    (void)printf("%s: %llu\n", event, (unsigned long long)nodes);
}

static void stop(void *flag) {
    atomic_store((atomic_bool *)flag, true);
}

static int count(const position *p, const perft_options *o, bool divide) {
    error e;
    perft_result result;
    int64_t start = clock_cpu_ns();
    status st = perft_run(p, o, divide ? print_count : NULL, NULL, &result, &e);
    if (st != ST_OK) return cli_fail("perft", &e);
    double seconds = (double)(clock_cpu_ns() - start) / 1e9;
    if (divide) (void)printf("\n");
    (void)printf("Nodes searched: %llu\n", (unsigned long long)result.nodes);
    if (o->unique) (void)printf("Unique keys: %llu\n", (unsigned long long)result.unique);
    (void)printf("CPU seconds: %.3f (%.1f M nodes/s)\n", seconds,
                 seconds > 0 ? (double)result.nodes / seconds / 1e6 : 0);
    return EXIT_DONE;
}

static int run(int argc, char **argv) {
    static atomic_bool stopped; /* outlives the thread that waits for signals */
    cli_setup setup;
    perft_options o = {.stop = &stopped};
    bool divide = false;
    bool has_depth = false;
    error e;
    setup_init(&setup);
    for (int i = 1; i < argc;) {
        bool taken;
        uint64_t depth;
        if (strcmp(argv[i], "--turns") == 0 || strcmp(argv[i], "--noend") == 0 ||
            strcmp(argv[i], "--unique") == 0 || strcmp(argv[i], "--divide") == 0) {
            o.turns |= argv[i][2] == 't';
            o.noend |= argv[i][2] == 'n';
            o.unique |= argv[i][2] == 'u';
            divide |= argv[i][2] == 'd';
            i++;
            continue;
        }
        if (!has_depth && text_u64(argv[i], 1000, &depth)) {
            o.depth = (unsigned)depth;
            has_depth = true;
            i++;
            continue;
        }
        if (setup_take(&setup, argc, argv, &i, &taken, &e) != ST_OK) return cli_fail("perft", &e);
        if (!taken) {
            (void)error_set(&e, ST_BAD_SYNTAX, "unknown word %.60s; see kibitz help perft",
                            argv[i]);
            return cli_fail("perft", &e);
        }
    }
    if (!has_depth) {
        (void)error_set(&e, ST_BAD_SYNTAX, "which depth? kibitz perft connect4 7");
        return cli_fail("perft", &e);
    }
    position *p;
    if (setup_position(&setup, &p, &e) != ST_OK) return cli_fail("perft", &e);
    cli_on_interrupt(stop, &stopped);
    int code = count(p, &o, divide);
    cli_on_interrupt(NULL, NULL);
    position_destroy(p);
    return code;
}

const subcommand cli_perft = {
    "perft",
    run,
    "count the lines of N actions from a position",
    "usage: kibitz perft [GAME] N [OPTIONS]\n\n" SETUP_HELP
    "  --divide             the count below each first action\n"
    "  --unique             different positions at the last ply, too\n"
    "  --turns              count turns instead of actions\n"
    "  --noend              play on after the end of the game, where the game can\n\n"
    "Example: kibitz perft connect4 8 --divide\n",
};
