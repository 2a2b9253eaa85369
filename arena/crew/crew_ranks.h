#ifndef ARENA_CREW_CREW_RANKS_H
#define ARENA_CREW_CREW_RANKS_H
/* Rank 0 of a program that runs several times: it hands out jobs to the others on demand, and takes
 * their results. It alone reads and writes files; what others read comes from it. It never waits
 * inside the link: it asks for messages, and sleeps for a moment when there are none.
 *
 * All calls are for the one thread that uses the link. */

#include <stdatomic.h>

#include "arena/crew/crew.h"
#include "arena/crew/crew_link.h"

typedef struct crew_ranks crew_ranks;

typedef struct crew_ranks_setup {
    crew_link link;
    const char *program; /* what runs here: must be the same everywhere */
    void (*describe)(
        text *out);     /* what ranks must know before any task (crew_worker_setup.prepare) */
    int64_t silence_ms; /* a rank that says nothing for this long is lost; 0: two minutes */
} crew_ranks_setup;

status crew_ranks_create(crew_ranks **out, const crew_ranks_setup *s, error *err);
void crew_ranks_destroy(crew_ranks *r); /* NULL is welcome */

/* From now on crews of this thread are these ranks; NULL: threads again. */
void crew_ranks_use(crew_ranks *r);

/* Sends all ranks home. True when all of them said good-bye within `ms`. */
bool crew_ranks_quit(crew_ranks *r, int64_t ms);

/* --- for crew.c --- */

int crew_ranks_count(const crew_ranks *r); /* that do jobs */
crew_ranks *crew_ranks_own(void);          /* of this thread; NULL: none */
/* The plan is there until crew_ranks_close(). */
status crew_ranks_open(crew_ranks *r, const crew_plan *p, uint32_t *id, error *err);
void crew_ranks_close(crew_ranks *r, uint32_t id);

typedef struct crew_ranks_run {
    const crew_plan *plan;
    uint32_t id;
    uint64_t first, end;
    const atomic_bool *stopping;
} crew_ranks_run;
status crew_ranks_do(crew_ranks *r, const crew_ranks_run *run, error *err);

#endif
