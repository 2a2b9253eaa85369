#ifndef ENGINE_RULES_MACHINE_AREA_H
#define ENGINE_RULES_MACHINE_AREA_H
/* A set of cells of any board, as the compiler handles it. The interpreter has narrower ones. */

#include <assert.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

enum { AREA_CELLS = 512, AREA_WORDS = AREA_CELLS / 64 };

typedef struct area {
    uint64_t w[AREA_WORDS];
} area;

static inline area area_none(void) {
    return (area){{0}};
}
static inline void area_set(area *a, int cell) {
    assert(cell >= 0 && cell < AREA_CELLS);
    a->w[cell >> 6] |= UINT64_C(1) << (cell & 63);
}
static inline bool area_has(const area *a, int cell) {
    assert(cell >= 0 && cell < AREA_CELLS);
    return a->w[cell >> 6] >> (cell & 63) & 1;
}
static inline area area_of(int cell) {
    area a = {{0}};
    area_set(&a, cell);
    return a;
}
static inline area area_or(area a, area b) {
    for (int i = 0; i < AREA_WORDS; i++) a.w[i] |= b.w[i];
    return a;
}
static inline area area_and(area a, area b) {
    for (int i = 0; i < AREA_WORDS; i++) a.w[i] &= b.w[i];
    return a;
}
static inline area area_sub(area a, area b) {
    for (int i = 0; i < AREA_WORDS; i++) a.w[i] &= ~b.w[i];
    return a;
}
static inline bool area_equal(area a, area b) {
    return memcmp(&a, &b, sizeof a) == 0;
}
static inline bool area_some(area a) {
    uint64_t any = 0;
    for (int i = 0; i < AREA_WORDS; i++) any |= a.w[i];
    return any != 0;
}
static inline int area_count(area a) {
    int n = 0;
    for (int i = 0; i < AREA_WORDS; i++) n += __builtin_popcountll(a.w[i]);
    return n;
}
/* The lowest cell that is at least `from`, or -1. */
static inline int area_next(const area *a, int from) {
    assert(from >= 0);
    for (int c = from; c < AREA_CELLS; c = (c | 63) + 1) {
        uint64_t rest = a->w[c >> 6] >> (c & 63);
        if (rest) return c + __builtin_ctzll(rest);
    }
    return -1;
}
/* `cell` is a name to be declared. NOLINTBEGIN(bugprone-macro-parentheses) */
#define AREA_EACH(a, cell)                                                                         \
    for (int cell = area_next(a, 0); cell >= 0; cell = area_next(a, cell + 1))
/* NOLINTEND(bugprone-macro-parentheses) */

#endif
