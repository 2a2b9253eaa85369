#ifndef BENCH_NUMBERS_H
#define BENCH_NUMBERS_H
/* What all benches do with their samples: sort, take the middle, and print for people. */

#include <stddef.h>

double numbers_median(double *v, size_t n);                     /* sorts v; n > 0 */
double numbers_share(const double *sorted, size_t n, double p); /* the smallest that covers p */

/* A rate in four digits with its unit: "1.73 M/s"; "-" where there is none (below 0). */
enum { NUMBERS_SIZE = 24 };
const char *numbers_rate(char out[NUMBERS_SIZE], double per_second);

#endif
