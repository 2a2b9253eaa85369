#include "search/spare.h"

#include <assert.h>
#include <string.h>

#include "engine/base/memory.h"

/* The smallest free block that does, and does not waste more than it holds. */
static spare_block *find(spare_memory *s, size_t bytes) {
    spare_block *best = NULL;
    for (int i = 0; i < s->count; i++) {
        spare_block *b = &s->block[i];
        if (b->taken || b->size < bytes || b->size / 2 > bytes) continue;
        if (!best || b->size < best->size) best = b;
    }
    return best;
}

/* A place for one more: a new one, or that of a block that no search wanted. */
static spare_block *make(spare_memory *s) {
    if (s->count < SPARE_BLOCKS) return &s->block[s->count++];
    for (int i = 0; i < s->count; i++)
        if (!s->block[i].taken) {
            mem_free(s->block[i].at);
            return &s->block[i];
        }
    return NULL;
}

static void *take(spare_memory *s, size_t bytes, bool *is_new) {
    *is_new = false;
    spare_block *b = s && bytes > SPARE_SMALL ? find(s, bytes) : NULL;
    if (b) {
        b->taken = true;
        return b->at;
    }
    *is_new = true;
    void *at = mem_alloc(bytes);
    b = at && s && bytes > SPARE_SMALL ? make(s) : NULL;
    if (b) *b = (spare_block){at, bytes, true};
    return at;
}

void *spare_take(spare_memory *s, size_t bytes) {
    bool is_new;
    return take(s, bytes, &is_new);
}

void *spare_take_zeroed(spare_memory *s, size_t bytes) {
    bool is_new;
    void *at = take(s, bytes, &is_new);
    if (at && !is_new) memset(at, 0, bytes);
    return at;
}

void spare_give(spare_memory *s, void *block) {
    for (int i = 0; s && block && i < s->count; i++)
        if (s->block[i].at == block) {
            assert(s->block[i].taken);
            s->block[i].taken = false;
            return;
        }
    mem_free(block);
}

void spare_done(spare_memory *s) {
    for (int i = 0; i < s->count; i++) {
        assert(!s->block[i].taken);
        mem_free(s->block[i].at);
    }
    *s = (spare_memory){0};
}
