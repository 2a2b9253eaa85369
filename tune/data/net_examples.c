#include "tune/data/net_examples.h"

#include <assert.h>
#include <string.h>

#include "engine/base/memory.h"

void net_examples_init(net_examples *e, int rows, int outs) {
    assert(rows >= 1 && rows <= 2 && outs >= 1 && outs <= GAME_MAX_PLAYERS);
    *e = (net_examples){.rows = rows, .outs = outs};
}

void net_examples_done(net_examples *e) {
    mem_free(e->from);
    mem_free(e->input);
    mem_free(e->target);
    mem_free(e->base);
    *e = (net_examples){0};
}

status net_examples_add(net_examples *e, const uint16_t *input, const uint16_t *count,
                        const float *target, const float *base) {
    size_t rows = (size_t)e->rows;
    size_t outs = (size_t)e->outs;
    size_t used = e->count ? e->from[e->count * rows] : 0;
    size_t more = 0;
    for (size_t i = 0; i < rows; i++) more += count[i];
    if (MEM_GROW(e->from, e->from_cap, (e->count + 1) * rows + 1) != ST_OK ||
        MEM_GROW(e->input, e->input_cap, used + more + 1) != ST_OK ||
        MEM_GROW(e->target, e->target_cap, (e->count + 1) * outs) != ST_OK ||
        (base && MEM_GROW(e->base, e->base_cap, (e->count + 1) * outs) != ST_OK))
        return ST_NOMEM;
    if (more) memcpy(e->input + used, input, more * sizeof *input);
    memcpy(e->target + e->count * outs, target, outs * sizeof *target);
    if (base) memcpy(e->base + e->count * outs, base, outs * sizeof *base);
    size_t *from = e->from + e->count * rows;
    from[0] = used;
    for (size_t i = 0; i < rows; i++) from[i + 1] = from[i] + count[i];
    e->count++;
    return ST_OK;
}
