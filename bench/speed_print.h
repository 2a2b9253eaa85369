#ifndef BENCH_SPEED_PRINT_H
#define BENCH_SPEED_PRINT_H
/* The results of `kibitz bench`, for people and for machines. */

#include <stdio.h>

#include "bench/speed_measure.h"
#include "search/fingerprint.h"

typedef struct speed_sheet {
    const speed_row *rows;
    size_t count;
    const speed_plan *plan;
    double before, after;               /* reference seconds; 0: not measured */
    double startup_median, startup_max; /* ms; below 0: not measured */
    fingerprint print;
    fingerprint nets; /* of games that the program has a net for */
} speed_sheet;

void speed_print_table(FILE *out, const speed_sheet *s);
void speed_print_json(FILE *out, const speed_sheet *s); /* keys: README.md */

#endif
