#ifndef ARENA_MPI_MPI_LINK_H
#define ARENA_MPI_MPI_LINK_H
/* The link of a crew over MPI. Only calls of MPI 3 that return at once are used: a rank that waits in
 * a blocking call takes a core for itself. Beginning and end are collective calls, as MPI wants it;
 * all ranks come to the end together, since rank 0 sends them there.
 *
 * All calls are for the thread that began. */

#include "arena/crew/crew_link.h"

enum { MPI_HOST_SIZE = 80 };

/* Takes what is for MPI from the arguments. The link is there until mpi_link_end(). */
status mpi_link_start(int *argc, char ***argv, crew_link *out, error *err);

void mpi_link_host(char out[MPI_HOST_SIZE]); /* the name of this machine */

/* `together`: all ranks come here. Otherwise, or where that takes too long, the process ends here
 * with this code, and what is left of the job with it. */
void mpi_link_end(bool together, int code);

#endif
