#include "bench/bench.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "bench/numbers.h"
#include "bench/reference_work.h"
#include "engine/base/clock.h"

enum { ROUNDS = 9, QUICK_ROUNDS = 3, QUICK_PART = 10 };

typedef struct options {
    bool json, quick;
    int argc;
    char **argv;
} options;

typedef struct outcome {
    double ns; /* an operation, the median of the rounds */
    uint64_t ops, signature;
    bool steady;
} outcome;

static outcome run_case(const bench_case *c, bool quick) {
    int rounds = quick ? QUICK_ROUNDS : ROUNDS;
    double ns[ROUNDS];
    uint64_t ops = quick ? c->ops / QUICK_PART + 1 : c->ops;
    outcome out = {.ops = ops, .signature = c->fn(ops), .steady = true}; /* the warm-up */
    for (int i = 0; i < rounds; i++) {
        int64_t start = clock_thread_cpu_ns();
        out.steady &= c->fn(ops) == out.signature;
        ns[i] = (double)(clock_thread_cpu_ns() - start) / (double)ops;
    }
    out.ns = numbers_median(ns, (size_t)rounds);
    return out;
}

static bool chosen(const options *o, const char *name) {
    bool any = false;
    for (int i = 1; i < o->argc; i++) {
        if (o->argv[i][0] == '-') continue;
        any = true;
        if (strstr(name, o->argv[i])) return true;
    }
    return !any;
}

static void print_case(const options *o, const bench_case *c, const outcome *out, bool first) {
    if (o->json) {
        (void)printf("%s\n  {\"name\":\"%s\",\"ops\":%llu,\"ns\":%.4f,\"signature\":\"%016llx\","
                     "\"steady\":%s}",
                     first ? "" : ",", c->name, (unsigned long long)out->ops, out->ns,
                     (unsigned long long)out->signature, out->steady ? "true" : "false");
        return;
    }
    char buf[NUMBERS_SIZE];
    (void)printf("%-26s %10.2f ns %12s  %016llx%s\n", c->name, out->ns,
                 numbers_rate(buf, 1e9 / out->ns), (unsigned long long)out->signature,
                 out->steady ? "" : "  WAVERS");
    (void)fflush(stdout);
}

static bool read_options(options *o, int argc, char **argv) {
    *o = (options){.argc = argc, .argv = argv};
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--json") == 0)
            o->json = true;
        else if (strcmp(argv[i], "--quick") == 0)
            o->quick = true;
        else if (argv[i][0] == '-')
            return false;
    }
    return true;
}

static void print_end(const options *o, double before, double after) {
    double factor = reference_factor(before, after);
    double mean = (before + after) / 2;
    if (o->json)
        (void)printf("],\n \"reference_seconds\":%.4f,\"factor\":%.4f}\n",
                     reference_valid() ? mean : 0, factor);
    else if (reference_valid())
        (void)printf("As measured; reference work %.3f s: multiply rates by %.3f to compare.\n",
                     mean, factor);
    else
        (void)printf("As measured; not normalised: gcc did not build the reference work.\n");
}

int bench_main(int argc, char **argv, const bench_case *cases) {
    options o;
    if (!read_options(&o, argc, argv)) {
        (void)fprintf(stderr, "usage: %s [--json] [--quick] [name...]\n", argv[0]);
        return 2;
    }
    double (*reference)(void) = o.quick ? reference_quick_seconds : reference_seconds;
    double before = reference();
    bool steady = true;
    bool first = true;
    if (o.json) (void)printf("{\"cases\":[");
    for (const bench_case *c = cases; c->name; c++) {
        if (!chosen(&o, c->name)) continue;
        outcome out = run_case(c, o.quick);
        print_case(&o, c, &out, first);
        steady &= out.steady;
        first = false;
    }
    print_end(&o, before, reference());
    return steady ? 0 : 1;
}
