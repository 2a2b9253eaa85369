#include "bench/bench.h"
#include "engine/base/memory.h"
#include "games/project_l/project_l.h"
#include "games/project_l/project_l_policy.h"

/* Games of two `helped` players with 12 black puzzles. An operation is one game-level action: draws
 * and choices of rewards are part of it, and so are the steps of a master or a recycle. */
static uint64_t helped(uint64_t ops) {
    rules *head;
    params setup = params_default();
    if (rules_open(&head, &project_l, &setup, NULL) != ST_OK) return 0;
    pl_state s;
    rng g = {.s = 42};
    uint64_t sum = 0;
    const pl_rules *r = (const pl_rules *)(void *)head;
    pl_start(r, &s);
    while (ops) {
        bool action_starts = s.chain == PL_IDLE;
        pl_helped_ply(r, &s, &g);
        ops -= action_starts;
        if (s.phase != PL_F) continue;
        sum += (uint64_t)(s.score[0] * 7 + s.score[1] * 3 + s.round);
        pl_start(r, &s);
    }
    rules_close(head);
    return sum;
}

int main(int argc, char **argv) {
    static const bench_case cases[] = {{"project_l/helped action", helped, 500000}, {0}};
    return bench_main(argc, argv, cases);
}
