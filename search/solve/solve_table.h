#ifndef SEARCH_SOLVE_SOLVE_TABLE_H
#define SEARCH_SOLVE_SOLVE_TABLE_H
/* What a solver has found out about positions, by their 64-bit hash: one word of data each, whose
 * meaning is the method's. Bounded memory, old results give way to new ones; safe from any thread
 * without locks. It begins small and grows as it fills, up to what the arena has, and clears memory
 * at the first touch: a short search neither pays for a large table nor leaves the caches. */

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/base/memory.h"
#include "search/clean_pages.h"

enum { SOLVE_WORK_BITS = 8 }; /* the low bits of a word: how much work it stands for */

typedef struct solve_table {
    _Atomic uint64_t *slot;   /* pairs of words */
    clean_pages pages;        /* of the slots */
    uint64_t capacity;        /* in buckets */
    _Atomic uint64_t buckets; /* in use; changes while others look: see solve_table.c */
    _Atomic uint64_t filled;  /* slots filled since it grew, of a sample of buckets */
    atomic_bool growing;
} solve_table;

/* Takes all that is left of the arena; false where that is not even one page. */
bool solve_table_init(solve_table *t, arena *memory);

void solve_table_prefetch(const solve_table *t, uint64_t hash);

/* The word stored for this hash, or 0 (which is never stored). */
uint64_t solve_table_get(const solve_table *t, uint64_t hash);

/* Replaces what is known of this hash, or else the word of least work nearby. */
void solve_table_put(solve_table *t, uint64_t hash, uint64_t word);

/* Work as it is kept: about two steps a doubling, at most 127. */
static inline uint64_t solve_work(uint64_t nodes) {
    uint64_t e = 63U - (unsigned)__builtin_clzll(nodes | 1);
    return 2 * e + (e ? nodes >> (e - 1) & 1 : 0);
}

/* Whether every word is in the bucket of its hash. While no thread uses the table and after one
 * thread alone has: what several store while the table grows may be in the wrong place. For
 * assertions and tests. */
bool solve_table_check(const solve_table *t);

unsigned solve_table_full(const solve_table *t); /* per mille, from a sample */

#endif
