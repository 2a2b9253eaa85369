#ifndef CLI_ALLOCATOR_H
#define CLI_ALLOCATOR_H
/* Which allocator serves this process. A library can be asked for and still not be the one that
 * malloc reaches: the linker may have dropped it, or another one may have been loaded before it. */

#include <stdbool.h>

/* Whether malloc is jemalloc's, by its own account of what this thread was given. */
bool allocator_is_jemalloc(void);

#endif
