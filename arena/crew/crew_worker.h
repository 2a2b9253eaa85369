#ifndef ARENA_CREW_CREW_WORKER_H
#define ARENA_CREW_CREW_WORKER_H
/* A rank other than 0: does what rank 0 asks for until it is sent home. The calling thread talks to
 * rank 0 and does nothing else; jobs are done by threads of their own, so that an answer never waits
 * for a game. */

#include "arena/crew/crew.h"
#include "arena/crew/crew_link.h"

typedef struct crew_worker_setup {
    crew_link link;
    const char *host; /* of this rank, for errors */
    crew_world world;
    const crew_task *const *tasks; /* ended by NULL */
    /* Before a task is opened: what crew_ranks_setup.describe wrote. May be NULL. */
    status (*prepare)(crew_bytes world, error *err);
    bool shares_files; /* for tests in one process: file_read() stays what it is */
} crew_worker_setup;

/* Until rank 0 says so. ST_OK when it was sent home and its threads have ended; other errors were
 * sent to rank 0 where that was possible. */
status crew_worker_serve(const crew_worker_setup *s, error *err);

#endif
