#ifndef SEARCH_CLEAN_PAGES_H
#define SEARCH_CLEAN_PAGES_H
/* A table in memory that an earlier search has used, cleared page by page at the first write: a
 * search neither waits for all of a large table nor pays for pages that it never touches. A page
 * that is not ready reads as zeros: ask before reading.
 *
 * The memory is the caller's. clean_pages_reset() belongs between searches; the others are safe
 * from any thread. */

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { CLEAN_PAGE = 4096 };

typedef struct clean_pages {
    unsigned char *base;
    size_t bytes;
    _Atomic uint8_t *state; /* one a page */
} clean_pages;

/* Bytes of `state` for a table of `bytes`. */
static inline size_t clean_pages_count(size_t bytes) {
    return bytes / CLEAN_PAGE + (bytes % CLEAN_PAGE != 0);
}

/* All pages are zeros from now on. Takes a step a page, not a byte. */
void clean_pages_reset(clean_pages *p);

enum { CLEAN_PAGE_OLD, CLEAN_PAGE_CLEARING, CLEAN_PAGE_READY };

/* Whether the page of this byte has been cleared. Acquire pairs with the release of the thread that
 * cleared it: what is seen there is no older than that. */
static inline bool clean_pages_ready(const clean_pages *p, size_t at) {
    return atomic_load_explicit(&p->state[at / CLEAN_PAGE], memory_order_acquire) ==
           CLEAN_PAGE_READY;
}

/* Clears the page if it is not ready; false while another thread is at it. */
bool clean_pages_clear(const clean_pages *p, size_t at);

static inline bool clean_pages_open(const clean_pages *p, size_t at) {
    return clean_pages_ready(p, at) || clean_pages_clear(p, at);
}

#endif
