#include "arena/crew/crew_queue.h"

#include <assert.h>

#include "engine/base/memory.h"

status crew_queue_init(crew_queue *q, uint64_t first, uint64_t end, uint64_t window) {
    assert(first <= end && window > 0);
    *q = (crew_queue){.next = first, .taken = first, .end = end};
    if (window > end - first) window = end - first;
    q->place = mem_alloc((size_t)(window + 1) * sizeof *q->place);
    if (!q->place) return ST_NOMEM;
    q->window = window;
    return ST_OK;
}

void crew_queue_done(crew_queue *q) {
    for (uint64_t i = 0; q->place && i < q->window; i++)
        if (q->place[i].done) text_done(&q->place[i].result);
    mem_free(q->place);
    q->place = NULL;
}

/* What always holds. */
static FOR_ASSERT bool queue_check(const crew_queue *q) {
    return q->taken <= q->next && q->next <= q->taken + q->window && q->next <= q->end;
}

bool crew_queue_begin(crew_queue *q, uint64_t *number) {
    if (q->next >= q->end || q->next >= q->taken + q->window) return false;
    *number = q->next++;
    assert(queue_check(q));
    return true;
}

bool crew_queue_begun(const crew_queue *q) {
    return q->next >= q->end;
}

static crew_place *place_of(const crew_queue *q, uint64_t number) {
    return &q->place[number % q->window];
}

bool crew_queue_wants(const crew_queue *q, uint64_t number) {
    return number >= q->taken && number < q->next && !place_of(q, number)->done;
}

void crew_queue_put(crew_queue *q, uint64_t number, text *result) {
    assert(crew_queue_wants(q, number));
    *place_of(q, number) = (crew_place){true, *result};
}

bool crew_queue_take(crew_queue *q, uint64_t *number, text *out) {
    if (q->taken >= q->next || !place_of(q, q->taken)->done) return false;
    crew_place *p = place_of(q, q->taken);
    *out = p->result;
    p->done = false;
    *number = q->taken++;
    assert(queue_check(q));
    return true;
}

/* --- ranks --- */

int crew_queue_rank(const crew_rank_load *rank, int ranks, uint64_t left) {
    uint64_t slots = 0;
    int best = -1;
    for (int i = 0; i < ranks; i++) slots += (uint64_t)rank[i].slots;
    int deep = left > 16 * slots ? 4 : left > 4 * slots ? 2 : 1;
    for (int i = 0; i < ranks; i++) {
        if (rank[i].given >= rank[i].slots * deep) continue;
        if (best < 0 || rank[i].given * rank[best].slots < rank[best].given * rank[i].slots)
            best = i;
    }
    return best;
}
