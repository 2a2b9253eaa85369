#include <stdatomic.h>
#include <stdio.h>

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

typedef struct request {
    cli_setup setup;
    perft_options o;
    bool divide, has_depth;
} request;

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

static const arg args[] = {
    ARGS_WORD("N", "how many actions a line has"),
    ARGS_FLAG("--divide", request, divide, "the count below each first action"),
    ARGS_FLAG("--unique", request, o.unique, "different positions at the last ply, too"),
    ARGS_FLAG("--turns", request, o.turns, "count turns instead of actions"),
    ARGS_FLAG("--noend", request, o.noend, "play on after the end of the game, where the game can"),
    ARGS_END};

static const arg_group groups[] = {
    {"Game and position", setup_position_args, NULL, offsetof(request, setup)},
    {"Rules", setup_rules_args, NULL, offsetof(request, setup)},
    {"Counting", args, NULL, 0},
    {0}};

static status take_word(void *to, const char *word, bool *taken, error *err) {
    request *q = to;
    uint64_t depth;
    if (q->has_depth || !text_u64(word, 1000, &depth))
        return setup_take_game(&q->setup, word, taken, err);
    q->o.depth = (unsigned)depth;
    q->has_depth = true;
    return ST_OK;
}

static int run(int argc, char **argv) {
    static atomic_bool stopped; /* outlives the thread that waits for signals */
    static const arg_reader how = {"perft", groups, take_word};
    request q = {.o = {.stop = &stopped}};
    error e;
    setup_init(&q.setup);
    status st = args_read(&how, &q, argc, argv, &e);
    if (st == ST_OK) st = setup_finish(&q.setup, &e);
    if (st == ST_OK && !q.has_depth)
        st = error_set(&e, ST_BAD_SYNTAX, "which depth? kibitz perft connect4 7");
    position *p;
    if (st == ST_OK) st = setup_position(&q.setup, &p, &e);
    if (st != ST_OK) return cli_fail("perft", &e);
    cli_on_interrupt(stop, &stopped);
    int code = count(p, &q.o, q.divide);
    cli_on_interrupt(NULL, NULL);
    position_destroy(p);
    return code;
}

const subcommand cli_perft = {
    "perft",
    run,
    "count the lines of N actions from a position",
    "kibitz perft [GAME] N [OPTIONS]\n",
    groups,
    "Example: kibitz perft connect4 8 --divide\n",
};
