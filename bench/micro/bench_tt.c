/* Probes and stores of the transposition table, in cache and beyond it, and alpha-beta nodes
 * through all of the search. */
#include <stdio.h>
#include <string.h>

#include "bench/bench.h"
#include "engine/base/hash.h"
#include "engine/base/memory.h"
#include "games/connect4/connect4.h"
#include "search/alphabeta/alphabeta.h"
#include "search/search.h"
#include "search/tt.h"

enum { SMALL = 1 << 16, LARGE = 1 << 26, SEARCH_BYTES = 16 << 20 };

static unsigned char *memory;
static search_line lines[SEARCH_MAX_LINES];

/* A store and two probes an operation; half of the probes find something. */
static uint64_t use(size_t bytes, uint64_t ops) {
    tt t;
    tt_entry got;
    uint64_t sum = 0;
    if (!tt_init(&t, memory, bytes)) return 0;
    for (uint64_t i = 0; i < ops; i++) {
        tt_entry e = {
            .step = i, .score = (int16_t)(i % 1000), .depth = (uint8_t)(i % 20), .bound = TT_EXACT};
        tt_store(&t, hash_mix(i), e);
        if (tt_probe(&t, hash_mix(i / 2), &got)) sum += got.step;
        if (tt_probe(&t, hash_mix(~i), &got)) sum++;
    }
    return sum;
}

static uint64_t small_table(uint64_t ops) {
    return use(SMALL, ops);
}

static uint64_t large_table(uint64_t ops) {
    return use(LARGE, ops);
}

/* `ops` nodes from the start of connect four, on this thread: the harness counts its CPU time. */
static uint64_t nodes(uint64_t ops) {
    params p = params_default();
    position *root;
    if (position_start(&root, &connect4, &p, SEAT_ALL, NULL) != ST_OK) return 0;
    weights own;
    evaluator eval;
    search_control control;
    search_saved saved = {0};
    arena tables = {.base = memory, .size = SEARCH_BYTES};
    weights_init(&own, &connect4);
    evaluator_init(&eval, &own, position_rules(root));
    atomic_init(&control.stop, false);
    atomic_init(&control.deadline_ns, INT64_MAX);
    search_job job = {.root = root,
                      .limits = limits_none(),
                      .options = search_default_options(),
                      .control = &control,
                      .memory = &tables,
                      .eval = &eval,
                      .saved = &saved};
    job.limits.nodes = ops;
    knobs_resolve(&job.options.knobs, NULL, connect4.name, 2);
    void *self;
    uint64_t sum = 0;
    search_report stated = {.lines = lines};
    if (alphabeta_searcher.create(&self, &job, NULL) == ST_OK) {
        alphabeta_searcher.work(self, 0);
        alphabeta_searcher.report(self, &stated);
        sum = hash_bytes(lines[0].pv, strlen(lines[0].pv), stated.nodes);
        alphabeta_searcher.destroy(self);
    }
    evaluator_done(&eval);
    position_destroy(root);
    return sum;
}

int main(int argc, char **argv) {
    static const bench_case cases[] = {{"tt/64k", small_table, 2000000},
                                       {"tt/64M", large_table, 2000000},
                                       {"alphabeta/connect4", nodes, 300000},
                                       {0}};
    memory = mem_alloc(LARGE);
    if (!memory) {
        (void)fprintf(stderr, "no memory for the table\n");
        return 1;
    }
    int code = bench_main(argc, argv, cases);
    mem_free(memory);
    return code;
}
