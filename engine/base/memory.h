#ifndef ENGINE_BASE_MEMORY_H
#define ENGINE_BASE_MEMORY_H
/* The one door to the heap. Everything Kibitz allocates comes through here, so that memory can be
 * counted and so that a test can say "the n-th allocation fails" and see what happens.
 * All calls are safe from any thread. Out of memory is a NULL, which callers turn into ST_NOMEM. */

#include <stddef.h>
#include <stdint.h>

#include "engine/base/status.h"

void *mem_alloc(size_t bytes); /* zeroed, aligned for any type; NULL when there is none */
/* as realloc; new bytes are not cleared; NULL keeps the old */
void *mem_resize(void *block, size_t bytes);
void mem_free(void *block);      /* NULL is welcome */
char *mem_string(const char *s); /* a copy owned by the caller */

size_t mem_live(void);         /* bytes handed out and not yet returned */
size_t mem_here(void);         /* what this thread took less what it returned, modulo 2^64 */
void mem_exempt(size_t bytes); /* these live as long as the process: count them no more */
uint64_t mem_count(void);      /* allocations asked for since the start */
/* the n-th allocation from now fails, once; 0 calls it off. For tests. */
void mem_fail_at(uint64_t n);

/* With KIBITZ_HOSTILE in the environment every table of a build for it starts tiny, so that growth,
 * overflow and refusal are exercised. */
#ifdef KIBITZ_HOSTILE
int mem_hostile(void);
#define MEM_SIZED(standard, hostile) (mem_hostile() ? (hostile) : (standard))
#else
#define MEM_SIZED(standard, hostile) (standard)
#endif

/* Makes a typed pointer hold at least `need` elements; `cap` is what it holds now. Both are lvalues.
 * ST_OK, or ST_NOMEM and nothing changed:
 * `if (MEM_GROW(l->at, l->cap, l->count + 1) != ST_OK) return ...` */
#define MEM_GROW(items, cap, need)                                                                 \
    mem_grow_at(&(items), &(cap), (need), sizeof *(items)) /* NOLINT(bugprone-sizeof-expression) */
status mem_grow_at(void *items, size_t *cap, size_t need, size_t size); /* items: T ** */

/* An arena: one block made before the clock starts, handed out front to back, emptied in one step.
 * Not shared between threads.
 *
 * A large one comes from the system page by page: making it takes no time whatever its size, and a
 * page costs its time when it is first written to. arena_touch() spends that time beforehand. */
typedef struct arena {
    unsigned char *base;
    size_t size, used;
    void *mapped; /* what the system gave; NULL: it is on the heap */
} arena;

/* 0: no memory, *a is empty and may be used (it gives NULL) */
int arena_init(arena *a, size_t bytes);
void arena_done(arena *a);

/* Makes the system provide the pages of a part of the arena, large ones where it has them. What
 * the arena holds stays as it is, and several threads may touch different parts at once. */
void arena_touch(const arena *a, size_t from, size_t to);
/* How much may be touched: what the system has to spare. 0 on the heap, which has its pages. */
size_t arena_touchable(const arena *a);
void *arena_take(arena *a, size_t bytes); /* 8-byte aligned, not cleared; NULL when full */
static inline void arena_reset(arena *a) {
    a->used = 0;
}
/* What always holds; for assertions. */
static inline int arena_check(const arena *a) {
    return a->used <= a->size && a->used % 8 == 0 && (a->base || !a->size) &&
           (a->base || !a->mapped);
}

#endif
