#ifndef BENCH_BENCH_H
#define BENCH_BENCH_H
/* The harness of the micro benches: a warm-up, several rounds, the median of their CPU time, and a
 * signature that must be the same in every round.
 *
 * A program lists its cases and ends main() with bench_main(). Options: --json, --quick, and words
 * that choose the cases whose names contain one of them. */

#include <stdint.h>

typedef struct bench_case {
    const char *name; /* "rng/next"; NULL ends the list */
    /* Does `ops` operations and returns a number that depends on all of them: fixed seeds, so it is
     * equal in every round, build and machine. */
    uint64_t (*fn)(uint64_t ops);
    uint64_t ops; /* of one round: about a tenth of a second */
} bench_case;

/* Exit code: 0 done, 1 a signature wavered, 2 bad command line. */
int bench_main(int argc, char **argv, const bench_case *cases);

#endif
