#include <stdatomic.h>
#include <stdio.h>

#include "cli/cli.h"
#include "cli/crew_tasks.h"
#include "cli/setup.h"
#include "engine/base/clock.h"
#include "engine/base/memory.h"
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

static int report(const perft_options *o, const perft_result *result, bool divide, int64_t cpu_ns) {
    double seconds = (double)cpu_ns / 1e9;
    if (divide) (void)printf("\n");
    (void)printf("Nodes searched: %llu\n", (unsigned long long)result->nodes);
    if (o->unique) (void)printf("Unique keys: %llu\n", (unsigned long long)result->unique);
    (void)printf("CPU seconds: %.3f (%.1f M nodes/s)\n", seconds,
                 seconds > 0 ? (double)result->nodes / seconds / 1e6 : 0);
    return EXIT_DONE;
}

static int count(const position *p, const perft_options *o, bool divide) {
    error e;
    perft_result result;
    int64_t start = clock_cpu_ns();
    cli_on_interrupt(stop, (void *)o->stop);
    status st = perft_run(p, o, divide ? print_count : NULL, NULL, &result, &e);
    cli_on_interrupt(NULL, NULL);
    if (st != ST_OK) return cli_fail("perft", &e);
    return report(o, &result, divide, clock_cpu_ns() - start);
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

static const arg_reader how = {"perft", groups, take_word};

static status read_arguments(request *q, int argc, char **argv, position **p, error *err) {
    setup_init(&q->setup);
    *p = NULL;
    status st = args_read(&how, q, argc, argv, err);
    if (st == ST_OK) st = setup_finish(&q->setup, err);
    if (st == ST_OK && !q->has_depth)
        st = error_set(err, ST_BAD_SYNTAX, "which depth? kibitz perft connect4 7");
    return st == ST_OK ? setup_position(&q->setup, p, err) : st;
}

/* --- by ranks: a job is one first action --- */

typedef struct rank_perft {
    request q;
    position *p;
    atomic_bool stopped;
    char *copy; /* the arguments */
    char *argv[CREW_MAX_WORDS];
} rank_perft;

static void close_rank(void *ctx) {
    rank_perft *r = ctx;
    position_destroy(r->p);
    mem_free(r->copy);
    mem_free(r);
}

static status open_rank(void **ctx, const crew_opening *o, error *err) {
    int argc = 0;
    rank_perft *r = mem_alloc(sizeof *r);
    if (!r) return error_set(err, ST_NOMEM, "no memory for perft");
    atomic_init(&r->stopped, false);
    crew_reader in = crew_read(o->setup);
    uint64_t hash = crew_get_u64(&in);
    crew_bytes rest = {in.at, in.left};
    status st = crew_tasks_get_words(rest, &r->copy, r->argv, &argc, err);
    if (st == ST_OK) st = read_arguments(&r->q, argc, r->argv, &r->p, err);
    if (st == ST_OK && position_rules(r->p)->text_hash != hash)
        st = error_set(err, ST_IO, "its rules of %.40s are not those of rank 0",
                       position_rules(r->p)->game->name);
    if (st == ST_OK)
        *ctx = r;
    else
        close_rank(r);
    return st;
}

/* A name and a count for each way to write the action. */
static void put_count(void *ctx, const char *event, uint64_t nodes) {
    crew_put_string(ctx, event);
    crew_put_u64(ctx, nodes);
}

static status count_for_rank_0(void *ctx, const crew_job *job, text *result, error *err) {
    rank_perft *r = ctx;
    perft_options o = r->q.o;
    perft_result found;
    int64_t start = clock_thread_cpu_ns();
    text counts = text_growing();
    o.stop = &r->stopped;
    o.first = job->number;
    o.end = job->number + 1;
    status st = perft_run(r->p, &o, put_count, &counts, &found, err);
    crew_put_u64(result, found.nodes);
    crew_put_u64(result, (uint64_t)(clock_thread_cpu_ns() - start));
    crew_put_bytes(result, text_string(&counts), counts.len);
    result->cut |= counts.cut;
    text_done(&counts);
    return st;
}

static void stop_rank(void *ctx) {
    atomic_store(&((rank_perft *)ctx)->stopped, true);
}

const crew_task cli_perft_task = {"perft", open_rank, count_for_rank_0, stop_rank, close_rank};

/* What rank 0 keeps. */
typedef struct division {
    const position *p;
    bool shown;
    perft_result result;
    uint64_t cpu_ns;
    int argc;
    char **argv;
} division;

static void describe(void *ctx, text *out) {
    const division *d = ctx;
    crew_put_u64(out, position_rules(d->p)->text_hash);
    crew_tasks_put_words(d->argc, d->argv, out);
}

static status take_count(void *ctx, uint64_t number, crew_bytes result, bool *enough, error *err) {
    division *d = ctx;
    crew_reader in = crew_read(result);
    (void)number;
    *enough = false;
    d->result.nodes += crew_get_u64(&in);
    d->cpu_ns += crew_get_u64(&in);
    crew_reader counts = crew_read(crew_get_bytes(&in));
    while (counts.left && !counts.bad) {
        char buf[GAME_TOKEN_SIZE];
        text event = text_over(buf, sizeof buf);
        crew_get_string(&counts, &event);
        uint64_t nodes = crew_get_u64(&counts);
        if (d->shown && !counts.bad) print_count(NULL, buf, nodes);
    }
    if (crew_read_all(&in) && !counts.bad) return ST_OK;
    return error_set(err, ST_INTERNAL, "a count makes no sense");
}

static void stop_crew(void *c) {
    crew_stop(c);
}

static int count_by_ranks(division *d, const perft_options *o) {
    error e;
    crew *c = NULL;
    uint64_t firsts = 0;
    crew_plan plan = {
        .task = &cli_perft_task, .slots = 1, .ctx = d, .take = take_count, .describe = describe};
    status st = perft_firsts(d->p, o, &firsts, &e);
    if (st == ST_OK) st = crew_create(&c, &plan, &e);
    if (st == ST_OK) {
        cli_on_interrupt(stop_crew, c);
        st = crew_run(c, 0, firsts, &e);
        cli_on_interrupt(NULL, NULL);
    }
    crew_destroy(c);
    if (st != ST_OK) return cli_fail("perft", &e);
    return report(o, &d->result, d->shown, (int64_t)d->cpu_ns);
}

/* --- the command --- */

static int run(int argc, char **argv) {
    static atomic_bool stopped; /* outlives the thread that waits for signals */
    request q = {.o = {.stop = &stopped}};
    position *p;
    error e;
    status st = read_arguments(&q, argc, argv, &p, &e);
    if (st != ST_OK) return cli_fail("perft", &e);
    /* Different positions are counted in one place. */
    bool split = crew_uses_ranks() && q.o.depth > 1 && !q.o.unique;
    division d = {.p = p, .shown = q.divide, .argc = argc, .argv = argv};
    int code = split ? count_by_ranks(&d, &q.o) : count(p, &q.o, q.divide);
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
