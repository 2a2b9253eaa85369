#include "engine/game/trail.h"

#include <assert.h>
#include <string.h>

#include "engine/base/memory.h"

bool trail_reserve(trail *t, size_t more) {
    assert(trail_check(t));
    return MEM_GROW(t->hash, t->cap, t->len + more) == ST_OK;
}

bool trail_copy(trail *to, const trail *from, size_t more) {
    assert(to != from && trail_check(to) && trail_check(from));
    to->len = 0;
    if (!trail_reserve(to, from->len + more)) return false;
    if (from->len) memcpy(to->hash, from->hash, from->len * sizeof *from->hash);
    to->len = from->len;
    assert(trail_check(to) && to->cap - to->len >= more);
    return true;
}

void trail_done(trail *t) {
    mem_free(t->hash);
    *t = (trail){0};
}
