#include "search/clean_pages.h"

#include <assert.h>
#include <string.h>

void clean_pages_reset(clean_pages *p) {
    assert(p->base && p->state);
    memset((void *)p->state, CLEAN_PAGE_OLD, clean_pages_count(p->bytes));
}

bool clean_pages_clear(const clean_pages *p, size_t at) {
    assert(at < p->bytes);
    uint8_t state = CLEAN_PAGE_OLD;
    if (!atomic_compare_exchange_strong(&p->state[at / CLEAN_PAGE], &state, CLEAN_PAGE_CLEARING))
        return state == CLEAN_PAGE_READY;
    size_t from = at - at % CLEAN_PAGE;
    size_t left = p->bytes - from;
    memset(p->base + from, 0, left < CLEAN_PAGE ? left : CLEAN_PAGE);
    atomic_store_explicit(&p->state[at / CLEAN_PAGE], CLEAN_PAGE_READY, memory_order_release);
    return true;
}
