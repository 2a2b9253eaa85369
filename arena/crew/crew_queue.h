#ifndef ARENA_CREW_CREW_QUEUE_H
#define ARENA_CREW_CREW_QUEUE_H
/* Jobs in their order: they begin in it, end in any, and their results are taken in it. None begins
 * further ahead than there are places for results to wait. And which rank gets the next job. One
 * thread at a time. */

#include <stdbool.h>
#include <stdint.h>

#include "engine/base/text.h"

typedef struct crew_place {
    bool done;
    text result;
} crew_place;

typedef struct crew_queue {
    uint64_t next, taken, end; /* numbers of jobs */
    uint64_t window;
    crew_place *place;
} crew_queue;

/* Jobs first..end-1; the caller ends it with crew_queue_done() in any case. ST_NOMEM. */
status crew_queue_init(crew_queue *q, uint64_t first, uint64_t end, uint64_t window);
void crew_queue_done(crew_queue *q);

bool crew_queue_begin(crew_queue *q, uint64_t *number); /* false: none may begin now */
bool crew_queue_begun(const crew_queue *q);             /* all have begun */
/* Whether a result of this number is waited for. */
bool crew_queue_wants(const crew_queue *q, uint64_t number);
/* Keeps a result, and ends it later. */
void crew_queue_put(crew_queue *q, uint64_t number, text *result);
/* The next result in order; the caller ends *out. */
bool crew_queue_take(crew_queue *q, uint64_t *number, text *out);

/* --- ranks --- */

typedef struct crew_rank_load {
    int slots; /* jobs that it does at a time; 0: it does none */
    int given; /* jobs that it has */
} crew_rank_load;

/* The rank that gets the next job, when `left` have not begun: the one with the fewest for each
 * of its slots. A rank gets as many as it has slots and, while there is plenty to do, some more, so that
 * it never waits for the next: where its threads use all cores, the one that talks has to wait for its
 * turn, some milliseconds for each message. -1: all have enough. */
int crew_queue_rank(const crew_rank_load *rank, int ranks, uint64_t left);

#endif
