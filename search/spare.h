#ifndef SEARCH_SPARE_H
#define SEARCH_SPARE_H
/* Memory that one search leaves for the next: a search of a few thousand nodes would take longer to
 * get its blocks from the system, and to have them cleared, than to use them. One driver owns it,
 * and one thread takes and gives back: who searches on several threads has one for each. */

#include <stdbool.h>
#include <stddef.h>

enum { SPARE_BLOCKS = 64, SPARE_SMALL = 1 << 12 }; /* smaller blocks are not kept */

typedef struct spare_block {
    void *at;
    size_t size;
    bool taken;
} spare_block;

typedef struct spare_memory {
    spare_block block[SPARE_BLOCKS];
    int count;
} spare_memory;

/* A block with whatever an earlier search left in it; ended with spare_give(). NULL: no memory.
 * Without a spare (NULL) it comes from the heap. */
void *spare_take(spare_memory *s, size_t bytes);
void *spare_take_zeroed(spare_memory *s, size_t bytes);
void spare_give(spare_memory *s, void *block); /* NULL is welcome */
void spare_done(spare_memory *s);              /* all blocks have been given back */

#endif
