#ifndef TESTS_SUPPORT_MEMORY_LINK_H
#define TESTS_SUPPORT_MEMORY_LINK_H
/* Links between threads of one process, for tests of crews without MPI. */

#include "arena/crew/crew_link.h"

typedef struct memory_net memory_net;

memory_net *memory_net_create(int size); /* NULL: no memory */
void memory_net_destroy(memory_net *n);
crew_link memory_net_link(memory_net *n, int rank);

#endif
