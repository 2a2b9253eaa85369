#include "bench/bench.h"
#include "engine/base/memory.h"
#include "games/project_l/project_l.h"
#include "games/project_l/project_l_features.h"
#include "games/project_l/project_l_order.h"
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
    pl_start(head, &s);
    while (ops) {
        bool action_starts = s.chain == PL_IDLE;
        pl_helped_ply(head, &s, NULL, &g);
        ops -= action_starts;
        if (s.phase != PL_F) continue;
        sum += (uint64_t)(s.score[0] * 7 + s.score[1] * 3 + s.round);
        pl_start(head, &s);
    }
    rules_close(head);
    return sum;
}

/* Positions where a player decides, from games of playouts. */
enum { SAMPLES = 512 };

static int sample(const rules *head, pl_state *out) {
    rng g = {.s = 43};
    int n = 0;
    pl_start(head, &out[0]);
    for (pl_state s = out[0]; n < SAMPLES;) {
        if (s.phase == PL_F) pl_start(head, &s);
        if (pl_actor(head, &s) >= 0) out[n++] = s;
        pl_playout(head, &s, NULL, &g);
    }
    return n;
}

/* An operation is the features of one player. */
static uint64_t measure(uint64_t ops) {
    static pl_state state[SAMPLES];
    rules *head;
    params setup = params_default();
    if (rules_open(&head, &project_l, &setup, NULL) != ST_OK) return 0;
    int n = sample(head, state);
    double sum = 0;
    float raw[128];
    for (uint64_t i = 0; i < ops; i++) {
        pl_measure(head, &state[i / 2 % (uint64_t)n], (int)(i & 1), raw);
        sum += (double)raw[0] + (double)raw[i % 32];
    }
    rules_close(head);
    return (uint64_t)sum;
}

/* An operation is one step's prior, its part of the list's. */
static uint64_t order(uint64_t ops) {
    static pl_state state[SAMPLES];
    static action list[4096];
    static float score[4096];
    rules *head;
    params setup = params_default();
    if (rules_open(&head, &project_l, &setup, NULL) != ST_OK) return 0;
    int n = sample(head, state);
    double sum = 0;
    uint64_t done = 0;
    for (int i = 0; done < ops; i = (i + 1) % n) {
        int count = pl_legal(head, &state[i], NULL, list);
        pl_order(head, &state[i], list, count, score);
        for (int k = 0; k < count; k++) sum += (double)score[k] + 10;
        done += (uint64_t)count;
    }
    rules_close(head);
    return (uint64_t)sum;
}

/* Games of playouts; an operation is one ply, chance included. */
static uint64_t playout(uint64_t ops) {
    rules *head;
    params setup = params_default();
    if (rules_open(&head, &project_l, &setup, NULL) != ST_OK) return 0;
    pl_state s;
    rng g = {.s = 44};
    uint64_t sum = 0;
    pl_start(head, &s);
    for (; ops; ops--) {
        pl_playout(head, &s, NULL, &g);
        if (s.phase != PL_F) continue;
        sum += (uint64_t)(s.score[0] * 7 + s.score[1] * 3 + 1000 + s.round);
        pl_start(head, &s);
    }
    rules_close(head);
    return sum;
}

int main(int argc, char **argv) {
    static const bench_case cases[] = {{"project_l/helped action", helped, 500000},
                                       {"project_l/measure a player", measure, 300000},
                                       {"project_l/order a step", order, 3000000},
                                       {"project_l/playout ply", playout, 100000},
                                       {0}};
    return bench_main(argc, argv, cases);
}
