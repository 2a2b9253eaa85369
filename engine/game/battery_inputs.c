#include <string.h>

#include "engine/base/memory.h"
#include "engine/game/battery_state.h"
#include "engine/game/game_inputs.h"
#include "engine/game/game_views.h"

/* What a net sees of a position: different inputs, as many as were promised, the same for equal
 * positions; and what changes from one position to the next is the difference of their lists. */

bool battery_make_inputs(battery *b) {
    const rules *r = b->r;
    b->inputs = r->inputs->count ? r->inputs->count(r) : 0;
    if (!b->inputs) return true;
    size_t max = (size_t)r->inputs->max_active(r) + 1;
    b->before = mem_alloc(r->state_size);
    b->active = mem_alloc((size_t)b->inputs);
    b->input = mem_alloc(max * sizeof *b->input);
    b->removed = mem_alloc(max * sizeof *b->input);
    b->added = mem_alloc(max * sizeof *b->input);
    return b->before && b->active && b->input && b->removed && b->added;
}

void battery_free_inputs(battery *b) {
    mem_free(b->before);
    mem_free(b->active);
    mem_free(b->input);
    mem_free(b->removed);
    mem_free(b->added);
}

/* Marks the inputs of a state; false where they are not what was promised. */
static bool mark(battery *b, const void *s, int seat) {
    const rules *r = b->r;
    int n = r->inputs->list(r, s, seat, b->input);
    memset(b->active, 0, (size_t)b->inputs);
    if (n < 0 || n > r->inputs->max_active(r)) return false;
    for (int i = 0; i < n; i++) {
        if (b->input[i] >= b->inputs || b->active[b->input[i]]) return false;
        b->active[b->input[i]] = 1;
    }
    return true;
}

/* Applies the change to what is marked; false where it does not fit. */
static bool follow(battery *b, const input_change *c) {
    for (int i = 0; i < c->removals; i++) {
        if (c->removed[i] >= b->inputs || !b->active[c->removed[i]]) return false;
        b->active[c->removed[i]] = 0;
    }
    for (int i = 0; i < c->additions; i++) {
        if (c->added[i] >= b->inputs || b->active[c->added[i]]) return false;
        b->active[c->added[i]] = 1;
    }
    return true;
}

static status check_change(battery *b, int seat) {
    const rules *r = b->r;
    input_change c = {.removed = b->removed, .added = b->added};
    if (!r->inputs->change(r, b->before, battery_now(b), seat, &c)) return ST_OK;
    if (!mark(b, b->before, seat) || !follow(b, &c))
        return battery_broken(b, "the change of inputs does not fit those that were active");
    int n = r->inputs->list(r, battery_now(b), seat, b->input);
    int active = 0;
    for (int i = 0; i < b->inputs; i++) active += b->active[i];
    for (int i = 0; i < n; i++) active -= b->active[b->input[i]] ? 1 : -b->inputs;
    return active == 0 ? ST_OK
                       : battery_broken(b, "inputs after a change are not those of the position");
}

/* What a seat may not know makes no difference: another deal that fits its view looks the same. */
static status check_hidden(battery *b, int seat) {
    const rules *r = b->r;
    rng g = rng_stream(b->seed, (uint64_t)seat);
    r->views->observe(r, battery_now(b), seat, b->v1);
    r->views->resample(r, b->v1, b->s2, &g);
    if (!mark(b, battery_now(b), seat)) return battery_broken(b, "inputs are listed twice");
    int n = r->inputs->list(r, b->s2, seat, b->input);
    int active = 0;
    for (int i = 0; i < b->inputs; i++) active += b->active[i];
    for (int i = 0; i < n; i++) active -= b->active[b->input[i]] ? 1 : -b->inputs;
    return active == 0 ? ST_OK : battery_broken(b, "inputs depend on what the seat may not know");
}

status battery_check_inputs(battery *b) {
    const rules *r = b->r;
    status st = ST_OK;
    if (!b->inputs) return ST_OK;
    for (int seat = 0; st == ST_OK && seat < r->players; seat++) {
        if (!mark(b, battery_now(b), seat))
            st = battery_broken(b, "inputs are listed twice, or are none that there are");
        if (st == ST_OK && b->has_before && r->inputs->change) st = check_change(b, seat);
        if (st == ST_OK && r->traits & GAME_HIDDEN) st = check_hidden(b, seat);
    }
    memcpy(b->before, battery_now(b), r->state_size);
    b->has_before = true;
    return st;
}
