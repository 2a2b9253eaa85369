#include "tune/data/net_examples.h"

#include <assert.h>
#include <string.h>

#include "engine/base/memory.h"

void net_examples_init(net_examples *e, const net_shape *shape) {
    assert(shape->rows >= 1 && shape->rows <= 2);
    assert(shape->outs >= 1 && shape->outs <= GAME_MAX_PLAYERS);
    *e = (net_examples){.rows = shape->rows, .outs = shape->outs, .numbers = shape->points};
}

void net_examples_done(net_examples *e) {
    mem_free(e->from);
    mem_free(e->input);
    mem_free(e->target);
    mem_free(e->base);
    mem_free(e->points);
    *e = (net_examples){0};
}

status net_examples_add(net_examples *e, const uint16_t *input, const uint16_t *count,
                        const net_answer *answer) {
    size_t rows = (size_t)e->rows;
    size_t outs = (size_t)e->outs;
    size_t numbers = (size_t)e->numbers;
    size_t used = e->count ? e->from[e->count * rows] : 0;
    size_t more = 0;
    for (size_t i = 0; i < rows; i++) more += count[i];
    if (MEM_GROW(e->from, e->from_cap, (e->count + 1) * rows + 1) != ST_OK ||
        MEM_GROW(e->input, e->input_cap, used + more + 1) != ST_OK ||
        MEM_GROW(e->target, e->target_cap, (e->count + 1) * outs) != ST_OK ||
        (answer->base && MEM_GROW(e->base, e->base_cap, (e->count + 1) * outs) != ST_OK) ||
        (numbers && MEM_GROW(e->points, e->points_cap, (e->count + 1) * numbers) != ST_OK))
        return ST_NOMEM;
    if (more) memcpy(e->input + used, input, more * sizeof *input);
    memcpy(e->target + e->count * outs, answer->target, outs * sizeof(float));
    if (answer->base) memcpy(e->base + e->count * outs, answer->base, outs * sizeof(float));
    if (numbers) memcpy(e->points + e->count * numbers, answer->points, numbers * sizeof(float));
    size_t *from = e->from + e->count * rows;
    from[0] = used;
    for (size_t i = 0; i < rows; i++) from[i + 1] = from[i] + count[i];
    e->count++;
    return ST_OK;
}
