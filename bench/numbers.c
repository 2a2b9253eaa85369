#include "bench/numbers.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

static int compare(const void *a, const void *b) {
    double x = *(const double *)a;
    double y = *(const double *)b;
    return (x > y) - (x < y);
}

double numbers_median(double *v, size_t n) {
    assert(n > 0);
    qsort(v, n, sizeof *v, compare);
    return n % 2 ? v[n / 2] : (v[n / 2 - 1] + v[n / 2]) / 2;
}

double numbers_share(const double *sorted, size_t n, double p) {
    assert(n > 0 && p >= 0 && p <= 1);
    size_t i = 0;
    while (i + 1 < n && (double)(i + 1) < p * (double)n) i++;
    return sorted[i];
}

const char *numbers_rate(char out[NUMBERS_SIZE], double per_second) {
    static const char *const units[] = {"", "k", "M", "G"};
    size_t unit = 0;
    if (per_second < 0) return "-";
    for (; per_second >= 999.5 && unit < 3; unit++) per_second /= 1000;
    int digits = per_second >= 99.95 ? 0 : per_second >= 9.995 ? 1 : 2;
    (void)snprintf(out, NUMBERS_SIZE, "%.*f %s/s", digits, per_second, units[unit]);
    return out;
}
