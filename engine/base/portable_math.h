#ifndef ENGINE_BASE_PORTABLE_MATH_H
#define ENGINE_BASE_PORTABLE_MATH_H
/* Logarithm and exponential from plain arithmetic: the same bits from every compiler and machine,
 * which libm does not promise. For what decides between actions. */

#include <stdint.h>
#include <string.h>

/* ln x for x >= 1, exact to about 1e-4: enough for a bonus. */
static inline double portable_log(uint32_t x) {
    int e = 31 - __builtin_clz(x);
    double m = (double)x / (double)(UINT64_C(1) << e) - 1; /* 0..1 */
    double l2 = m * (1.4249 + m * (-0.6773 + m * 0.2524));
    return (e + l2) * 0.6931471805599453;
}

/* e^x to seven digits; what is below e^-40 is 0, what is above e^40 is e^40. */
static inline double portable_exp(double x) {
    if (x < -40) return 0;
    if (x > 40) x = 40;
    double t = x * 1.4426950408889634;
    int whole = (int)(t < 0 ? t - 0.5 : t + 0.5);
    double f = (t - whole) * 0.6931471805599453; /* -0.35..0.35 */
    double p = 1 + f / 6;
    for (int i = 5; i > 0; i--) p = 1 + f * p / i;
    uint64_t bits = (uint64_t)(1023 + whole) << 52; /* two to the power of units */
    double power;
    memcpy(&power, &bits, sizeof power);
    return p * power;
}

#endif
