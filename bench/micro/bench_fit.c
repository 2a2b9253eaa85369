/* Positions a second of a pass of the tuner: the loss and its gradient over all examples, for a
 * game with a hundred features, most of them 0 or most of them not, with two seats and with four.
 */
#include <stdio.h>

#include "bench/bench.h"
#include "engine/base/rng.h"
#include "tune/fits/loss.h"

enum { TERMS = 100, COUNT = 65536 };

typedef struct table {
    int seats;
    double dense; /* share of features that are not 0 */
    examples e;
    loss_work *w;
} table;

static table tables[] = {{2, 0.2, {0}, NULL}, {2, 1, {0}, NULL}, {4, 0.2, {0}, NULL}};

static status lay(table *t) {
    rng g = rng_stream(1, 0);
    status st = examples_init(&t->e, t->seats, TERMS, false);
    for (int i = 0; st == ST_OK && i < COUNT; i++) {
        float value[GAME_MAX_PLAYERS * TERMS] = {0};
        float share[GAME_MAX_PLAYERS] = {0};
        share[rng_below(&g, (uint64_t)t->seats)] = 1;
        /* Features of two seats differ in half of the cases that only one has. */
        for (int k = 0; k < TERMS * t->seats; k++)
            if (rng_unit(&g) < (t->seats == 2 ? t->dense / 2 : t->dense))
                value[k] = (float)rng_unit(&g);
        st = examples_add(&t->e, value, share, NULL);
    }
    if (st == ST_OK) st = examples_close(&t->e, 1);
    return st == ST_OK ? loss_work_create(&t->w, &t->e, NULL) : st;
}

static uint64_t pass(table *t, uint64_t ops) {
    static const loss_rule rule = {LOSS_CE, 0};
    double weight[TERMS + 1];
    double gradient[TERMS + 2];
    double sum = 0;
    for (int i = 0; i <= TERMS; i++) weight[i] = 0.01 * (i % 7 - 3);
    for (uint64_t done = 0; done < ops; done += COUNT)
        sum += loss_sum(t->w, &rule, weight, loss_every(t->w), examples_chunks(&t->e), gradient);
    return (uint64_t)(sum + gradient[0]);
}

static uint64_t sparse_two(uint64_t ops) {
    return pass(&tables[0], ops);
}

static uint64_t dense_two(uint64_t ops) {
    return pass(&tables[1], ops);
}

static uint64_t sparse_four(uint64_t ops) {
    return pass(&tables[2], ops);
}

int main(int argc, char **argv) {
    static const bench_case cases[] = {{"fit/sparse", sparse_two, 16LL * COUNT},
                                       {"fit/dense", dense_two, 16LL * COUNT},
                                       {"fit/four-seats", sparse_four, 8LL * COUNT},
                                       {0}};
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++)
        if (lay(&tables[i]) != ST_OK) {
            (void)fputs("no memory\n", stderr);
            return 1;
        }
    return bench_main(argc, argv, cases);
}
