/* The tree search where chance has more outcomes than there are visits: the end of a round of Azul,
 * after which the bag is dealt out. An operation is a node, and a case a search of 10,000 to 160,000
 * of them: the time of an operation stays the same while finding an outcome takes constant time. The shipped
 * search widens chance bit by bit, and has few outcomes to choose from.
 * The signature is the nodes and the visits of the lines. */
#include <string.h>

#include "bench/bench.h"
#include "games/azul/azul.h"
#include "lib/catalogue.h"
#include "search/mcts/mcts.h"

enum { TREE_BYTES = 256 << 20 };

static arena memory;
static search_line lines[SEARCH_MAX_LINES];

static position *end_of_round(void) {
    static const char *const events[] = {
        "!D:YR2W/BYK2/BK3/B2YK/BY2K", "5Y2", "3K4", "1Y1", "CR2", "4B3", "CK4", "CB3", "2K5"};
    params setup = params_default();
    position *p;
    setup.players = 2;
    if (position_start(&p, &azul, &setup, SEAT_ALL, NULL) != ST_OK) return NULL;
    for (size_t i = 0; i < sizeof events / sizeof *events; i++) {
        if (position_play(p, events[i], NULL) == ST_OK) continue;
        position_destroy(p);
        return NULL;
    }
    return p;
}

/* On this thread, which is the one whose time is measured, and with the settings of the game but
 * for widening: 0 lets every visit deal. */
static uint64_t search_nodes(const position *p, uint64_t nodes, int32_t widening) {
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
    job.limits.nodes = nodes;
    job.options.knobs.value[KNOB_MCTS_WIDENING] = widening;
    knobs_resolve(&job.options.knobs, catalogue_registry()->presets, r->game->name, r->players);
    uint64_t sum = 0;
    void *self;
    if (mcts_searcher.create(&self, &job, NULL) == ST_OK) {
        mcts_searcher.work(self, 0);
        mcts_searcher.report(self, &report);
        mcts_searcher.destroy(self);
        sum = report.nodes;
        for (size_t i = 0; i < report.count; i++) sum = sum * 31 + lines[i].visits;
    }
    evaluator_done(&eval);
    return sum;
}

static uint64_t search_end(uint64_t nodes, int32_t widening) {
    position *p = end_of_round();
    uint64_t sum = p ? search_nodes(p, nodes, widening) : 0;
    position_destroy(p);
    return sum;
}

static uint64_t deals(uint64_t ops) {
    return search_end(ops, 0);
}

static uint64_t shipped(uint64_t ops) {
    return search_end(ops, KNOB_AUTO);
}

int main(int argc, char **argv) {
    static const bench_case cases[] = {{"azul/deals-10k", deals, 10000},
                                       {"azul/deals-20k", deals, 20000},
                                       {"azul/deals-40k", deals, 40000},
                                       {"azul/deals-80k", deals, 80000},
                                       {"azul/deals-160k", deals, 160000},
                                       {"azul/shipped-10k", shipped, 10000},
                                       {"azul/shipped-40k", shipped, 40000},
                                       {"azul/shipped-160k", shipped, 160000},
                                       {0}};
    if (!arena_init(&memory, TREE_BYTES)) return 1;
    int code = bench_main(argc, argv, cases);
    arena_done(&memory);
    return code;
}
