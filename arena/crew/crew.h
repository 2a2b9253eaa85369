#ifndef ARENA_CREW_CREW_H
#define ARENA_CREW_CREW_H
/* A crew does numbered jobs: games of a match, blocks of positions, games to review. Who asks for
 * them does not know who does them: threads of this process, or the ranks of a program that runs on
 * several machines (crew_ranks.h), each with as many threads.
 *
 * Jobs may end in any order, but their results are taken in that of their numbers, never two at
 * once, so that what is made of them does not depend on who did them, nor on how many did. */

#include <stdbool.h>

#include "arena/crew/crew_packet.h"
#include "engine/game/table_text.h"
#include "search/searcher.h"

typedef struct crew crew;

typedef struct crew_job {
    int slot; /* which thread of the process, from 0 */
    uint64_t number;
    crew_bytes bytes; /* what describe_job wrote; of a job in the own process nothing */
} crew_job;

/* Does one job, on any thread; ST_STOPPED where it was stopped. */
typedef status (*crew_work)(void *ctx, const crew_job *job, text *result, error *err);

/* --- tasks: what ranks can be asked for --- */

/* What the program of a rank has. */
typedef struct crew_world {
    game_list (*games)(void);
    const search_registry *book;
    table_text_page page, plain_page;
    const char *program; /* "kibitz 0.2.0 commit" */
} crew_world;

/* Where a task gets more of its data: part `number` of them, as the plan's fetch wrote it. */
typedef struct crew_source {
    void *self;
    uint32_t crew;
    status (*fetch)(const struct crew_source *s, uint64_t number, text *out, error *err);
} crew_source;

typedef struct crew_opening {
    crew_bytes setup; /* what the plan's describe wrote */
    const crew_world *world;
    int slots;
    const crew_source *source; /* until close() */
} crew_opening;

typedef struct crew_task {
    const char *name;
    status (*open)(void **ctx, const crew_opening *o, error *err);
    crew_work work;
    void (*stop)(void *ctx); /* from any thread: ends all work under way; may be NULL */
    void (*close)(void *ctx);
} crew_task;

/* --- asking --- */

typedef struct crew_plan {
    const crew_task *task;   /* NULL: threads of this process in any case */
    int slots;               /* threads of this process, or of each rank */
    void *ctx;               /* of all that follows */
    crew_work work;          /* by threads of this process */
    void (*stop)(void *ctx); /* from any thread: ends that work; may be NULL */
    /* Takes the next result; *enough ends the run. Finished for good when it returns ST_OK. */
    status (*take)(void *ctx, uint64_t number, crew_bytes result, bool *enough, error *err);
    /* For ranks: the setup of the task, and what a job is, where its number does not say it all (may
     * be NULL); a part of the data that is fetched (may be NULL). */
    void (*describe)(void *ctx, text *setup);
    void (*describe_job)(void *ctx, uint64_t number, text *job);
    status (*fetch)(void *ctx, uint64_t number, text *out, error *err);
} crew_plan;

/* With ranks all of them open the task: what is wrong on one of them is an error that names it. */
status crew_create(crew **out, const crew_plan *p, error *err);
void crew_destroy(crew *c); /* not while it runs; NULL is welcome */

/* Does the jobs first..end-1. ST_STOPPED after crew_stop(), or what a job or `take` returned. ST_OK
 * where all are taken, or enough. */
status crew_run(crew *c, uint64_t first, uint64_t end, error *err);

/* From any thread but in `take`: ends the run under way and all later ones. */
void crew_stop(crew *c);

int crew_size(const crew *c); /* jobs that are done at a time, by all together */

/* Whether crews of this thread are ranks: see crew_ranks.h. */
bool crew_uses_ranks(void);

#endif
