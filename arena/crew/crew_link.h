#ifndef ARENA_CREW_CREW_LINK_H
#define ARENA_CREW_CREW_LINK_H
/* Messages between processes, as crews need them: whoever sends or asks never waits. One thread of a
 * process uses its link. arena/mpi/ has one over MPI. */

#include <stdbool.h>

#include "engine/base/text.h"

typedef struct crew_link {
    void *self;
    int rank, size;
    /* Takes the bytes and ends them when they are gone. ST_NOMEM, ST_IO. */
    status (*send)(void *self, int to, text *bytes, error *err);
    /* The next message, which the caller ends; *from is -1 and *bytes empty where there is none yet.
     * An error is final. */
    status (*receive)(void *self, int *from, text *bytes, error *err);
    bool (*idle)(void *self); /* everything that was sent is gone */
} crew_link;

#endif
