#ifndef ARENA_CREW_CREW_LINK_H
#define ARENA_CREW_CREW_LINK_H
/* Messages between processes, as crews need them: whoever sends or asks never waits. One thread of a
 * process uses its link. arena/mpi/ has one over MPI. */

#include <stdbool.h>
#include <stdint.h>

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

/* How long to sleep where no message is there: short naps when one has just come, then longer ones. To
 * ask costs some microseconds, which are a player's. */
enum { CREW_NAP_SHORT_NS = 20000, CREW_NAP_LONG_NS = 1000000 };

static inline int64_t crew_longer_nap_ns(int64_t nap_ns) {
    return nap_ns * 2 < CREW_NAP_LONG_NS ? nap_ns * 2 : CREW_NAP_LONG_NS;
}

#endif
