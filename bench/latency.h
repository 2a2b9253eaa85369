#ifndef BENCH_LATENCY_H
#define BENCH_LATENCY_H
/* `kibitz bench latency`: how long a program takes to answer the protocol, through pipes, as a GUI
 * meets it. Wall-clock milliseconds. POSIX. */

#include <stdbool.h>
#include <stdio.h>

#include "engine/base/status.h"

typedef struct latency_sample {
    size_t count;
    double median_ms, p99_ms, max_ms; /* most: 99 % are not slower */
} latency_sample;

/* Process start to `uciok`, `runs` times (at most 1000). ST_IO if there is no answer within 5 s. */
status latency_startup(const char *program, int runs, latency_sample *out, error *err);

/* Measures `program uci` (in fewer runs if `quick`) and prints a table to out, or an object. *good:
 * all is within the limits. ST_IO if there is no answer within 5 s. */
status latency_run(const char *program, bool quick, bool json, FILE *out, bool *good, error *err);

#endif
