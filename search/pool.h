#ifndef SEARCH_POOL_H
#define SEARCH_POOL_H
/* A pool of worker threads that wait for work. One owner starts work and waits for its end. */

#include <stdbool.h>

#include "engine/base/status.h"

typedef struct pool pool;

/* Makes `threads` workers; ST_NOMEM leaves *out NULL. The caller ends it with pool_destroy(). */
status pool_create(pool **out, int threads);
void pool_destroy(pool *p); /* waits for running work; NULL is welcome */
int pool_threads(const pool *p);

/* Calls work(ctx, i) on every worker i; returns at once. Not while earlier work runs. */
void pool_start(pool *p, void (*work)(void *ctx, int worker), void *ctx);

/* Waits at most `ms` (negative: for ever) for all workers to finish; true when they have. */
bool pool_wait(pool *p, int ms);

#endif
