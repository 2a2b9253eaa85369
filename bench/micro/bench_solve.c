/* The exact search: a question an operation. Connect four from fixed random positions after
 * N plies, for the value alone or also for the distance of the end; pig from its start. The
 * signature is the number of steps made. */
#include <stdio.h>

#include "bench/bench.h"
#include "games/connect4/connect4.h"
#include "games/pig/pig.h"
#include "search/search.h"
#include "search/solve/solve.h"

static arena memory;
static search_line lines[SEARCH_MAX_LINES];

/* On this thread, which is the one whose time is measured. */
static uint64_t solve(const position *p, bool distance) {
    const rules *r = position_rules(p);
    search_control control = {.deadline_ns = INT64_MAX};
    search_saved saved = {0};
    evaluator eval;
    search_report report = {.lines = lines};
    weights own;
    weights_init(&own, r->game);
    evaluator_init(&eval, &own, r);
    search_job job = {.root = p,
                      .seat = r->game->actor(r, position_data(p)),
                      .limits = limits_none(),
                      .options = search_default_options(),
                      .control = &control,
                      .memory = &memory,
                      .eval = &eval,
                      .saved = &saved};
    if (!distance) job.options.knobs.value[KNOB_SOLVE_DISTANCE] = 0;
    knobs_resolve(&job.options.knobs, NULL, r->game->name, r->players);
    void *self;
    bool made = solve_searcher.create(&self, &job, NULL) == ST_OK;
    if (made) {
        solve_searcher.work(self, 0);
        solve_searcher.report(self, &report);
        solve_searcher.destroy(self);
    }
    evaluator_done(&eval);
    return !made || lines[0].proof == PROOF_NONE ? 0 : report.nodes;
}

/* An open position after N random drops; NULL where a player won on the way. */
static position *deal(int plies, rng *g) {
    params setup = params_default();
    position *p;
    if (position_start(&p, &connect4, &setup, SEAT_ALL, NULL) != ST_OK) return NULL;
    const rules *r = position_rules(p);
    for (int i = 0; i < plies; i++) {
        char name[2] = {0};
        do name[0] = (char)('a' + (int)rng_below(g, 7));
        while (position_verify(p, name, NULL, NULL) == ST_ILLEGAL_ACTION);
        if (position_play(p, name, NULL) == ST_OK && r->game->actor(r, position_data(p)) >= 0)
            continue;
        position_destroy(p);
        return NULL;
    }
    return p;
}

static uint64_t connect4_after(int plies, uint64_t ops, bool distance) {
    rng g = rng_stream(42, (uint64_t)plies);
    uint64_t sum = 0;
    while (ops) {
        position *p = deal(plies, &g);
        if (!p) continue;
        sum += solve(p, distance);
        position_destroy(p);
        ops--;
    }
    return sum;
}

static uint64_t after_10(uint64_t ops) {
    return connect4_after(10, ops, false);
}

static uint64_t after_14(uint64_t ops) {
    return connect4_after(14, ops, false);
}

static uint64_t distance_after_14(uint64_t ops) {
    return connect4_after(14, ops, true);
}

static uint64_t pig_to(const char *target, uint64_t ops) {
    params setup = params_default();
    position *p;
    uint64_t sum = 0;
    if (params_set(&setup, &pig, "target", target, NULL) != ST_OK ||
        position_start(&p, &pig, &setup, SEAT_ALL, NULL) != ST_OK)
        return 0;
    while (ops--) sum += solve(p, false);
    position_destroy(p);
    return sum;
}

static uint64_t pig_20(uint64_t ops) {
    return pig_to("20", ops);
}

static uint64_t pig_100(uint64_t ops) {
    return pig_to("100", ops);
}

int main(int argc, char **argv) {
    static const bench_case cases[] = {{"solve/connect4-after-14", after_14, 50},
                                       {"solve/distance-after-14", distance_after_14, 50},
                                       {"solve/connect4-after-10", after_10, 10},
                                       {"solve/pig-20", pig_20, 20},
                                       {"solve/pig-100", pig_100, 1},
                                       {0}};
    if (!arena_init(&memory, (size_t)256 << 20)) {
        (void)fprintf(stderr, "no memory\n");
        return 1;
    }
    int code = bench_main(argc, argv, cases);
    arena_done(&memory);
    return code;
}
