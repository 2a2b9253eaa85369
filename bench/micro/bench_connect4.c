/* One call of each function that a search makes, through the contract's pointers. */
#include <stdio.h>

#include "bench/bench.h"
#include "engine/base/hash.h"
#include "engine/game/game_speed.h"
#include "games/connect4/connect4.h"

enum { SAMPLES = 256, STATE_WORDS = 4 };

typedef struct buf {
    uint64_t words[STATE_WORDS];
} buf;

static const rules *opened;
static buf samples[SAMPLES]; /* open positions of random games */

static bool prepare(rules **out) {
    error why;
    params p = params_default();
    if (rules_open(out, &connect4, &p, &why) != ST_OK || (*out)->state_size > sizeof(buf)) {
        (void)fprintf(stderr, "connect4 does not open\n");
        return false;
    }
    opened = *out;
    rng g = {.s = 42};
    buf s = {0};
    connect4.start(opened, &s);
    for (int i = 0; i < SAMPLES; i++) {
        samples[i] = s;
        connect4.speed->play_random(opened, &s, NULL, &g);
        if (connect4.actor(opened, &s) < 0) connect4.start(opened, &s);
    }
    return true;
}

static uint64_t legal(uint64_t ops) {
    const game *g = opened->game;
    uint64_t sum = 0;
    action list[16];
    while (ops--) {
        int n = g->legal(opened, &samples[ops % SAMPLES], NULL, list);
        sum += (uint64_t)n + list[n - 1];
    }
    return sum;
}

/* The clone is part of it: no caller applies without one. */
static uint64_t apply(uint64_t ops) {
    const game *g = opened->game;
    uint64_t sum = 0;
    action first[SAMPLES];
    for (int i = 0; i < SAMPLES; i++) {
        action list[16];
        (void)g->legal(opened, &samples[i], NULL, list);
        first[i] = list[0];
    }
    while (ops--) {
        buf s = samples[ops % SAMPLES];
        g->apply(opened, &s, NULL, first[ops % SAMPLES]);
        sum += s.words[0] ^ s.words[1];
    }
    return sum;
}

static uint64_t play_random(uint64_t ops) {
    const game *k = opened->game;
    rng g = {.s = 42};
    buf s;
    k->start(opened, &s);
    uint64_t sum = 0;
    while (ops--) {
        opened->speed->play_random(opened, &s, NULL, &g);
        if (k->actor(opened, &s) >= 0) continue;
        sum += s.words[0];
        k->start(opened, &s);
    }
    return sum;
}

static uint64_t hash(uint64_t ops) {
    const game *g = opened->game;
    uint64_t sum = 0;
    while (ops--) sum += g->hash(opened, &samples[ops % SAMPLES]);
    return sum;
}

int main(int argc, char **argv) {
    static const bench_case cases[] = {{"connect4/legal", legal, 10000000},
                                       {"connect4/clone-apply", apply, 10000000},
                                       {"connect4/play-random", play_random, 10000000},
                                       {"connect4/hash", hash, 20000000},
                                       {0}};
    rules *r;
    if (!prepare(&r)) return 1;
    int code = bench_main(argc, argv, cases);
    rules_close(r);
    return code;
}
