#ifndef BENCH_REFERENCE_WORK_H
#define BENCH_REFERENCE_WORK_H
/* The yardstick: a fixed amount of integer work, timed just before and after a measurement, so that
 * rates taken on different days and machines can be compared. Published figures were taken where it
 * needs 0.92 s of CPU time:
 *     normalised rate = measured rate per CPU second x (reference seconds / 0.92).
 *
 * It measures the machine and not the compiler, so reference_work.c is compiled by gcc -O2 whatever
 * builds the rest (clang makes it 2.6 times faster). */

#include <stdbool.h>

#define REFERENCE_SECONDS 0.92 /* seconds */

/* Whether gcc compiled it. Where not, rates stay as measured, and benches say so. */
bool reference_valid(void);

/* CPU seconds of all the work; 0 if it was computed wrongly. */
double reference_seconds(void);

/* The same from a twentieth of the work, scaled up: less sure, for quick looks. */
double reference_quick_seconds(void);

/* What to multiply rates with, from the seconds before and after; 1 where they are not valid. */
double reference_factor(double before, double after);

#endif
