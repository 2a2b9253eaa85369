#include "web/page_scenes.h"

#include <assert.h>
#include <string.h>

#include "engine/base/hash.h"
#include "engine/base/memory.h"
#include "engine/game/scene.h"

typedef struct piece {
    size_t at, len; /* in `pieces` */
    uint64_t hash;
} piece;

struct page_scenes {
    text pieces; /* all of them, one after the other */
    piece *piece;
    size_t count, cap;
    uint32_t *slot; /* from a hash to a piece, plus 1; 0 is free; at most half full */
    size_t slots;
    uint32_t *number; /* of the pieces of all scenes, one after the other */
    size_t numbers, number_cap;
    size_t *end; /* of each scene in `number` */
    size_t scenes, scene_cap;
};

enum { FIRST_SLOTS = 1024 };

status page_scenes_create(page_scenes **out) {
    page_scenes *l = mem_alloc(sizeof *l);
    *out = l;
    if (!l) return ST_NOMEM;
    l->pieces = text_growing();
    return ST_OK;
}

void page_scenes_destroy(page_scenes *l) {
    if (!l) return;
    text_done(&l->pieces);
    mem_free(l->piece);
    mem_free(l->slot);
    mem_free(l->number);
    mem_free(l->end);
    mem_free(l);
}

/* The slot of a piece, or the free one where it belongs. */
static uint32_t *find(const page_scenes *l, const char *s, size_t len, uint64_t hash) {
    for (size_t i = hash & (l->slots - 1);; i = (i + 1) & (l->slots - 1)) {
        uint32_t *slot = &l->slot[i];
        if (!*slot) return slot;
        const piece *p = &l->piece[*slot - 1];
        if (p->hash == hash && p->len == len && memcmp(l->pieces.at + p->at, s, len) == 0)
            return slot;
    }
}

static status grow_slots(page_scenes *l) {
    size_t slots = l->slots ? 2 * l->slots : FIRST_SLOTS;
    uint32_t *slot = mem_alloc(slots * sizeof *slot);
    if (!slot) return ST_NOMEM;
    for (size_t i = 0; i < l->count; i++) {
        size_t at = l->piece[i].hash & (slots - 1);
        while (slot[at]) at = (at + 1) & (slots - 1);
        slot[at] = (uint32_t)i + 1;
    }
    mem_free(l->slot);
    l->slot = slot;
    l->slots = slots;
    return ST_OK;
}

static status add_piece(page_scenes *l, const char *s, size_t len) {
    if (2 * (l->count + 1) > l->slots && grow_slots(l) != ST_OK) return ST_NOMEM;
    if (MEM_GROW(l->piece, l->cap, l->count + 1) != ST_OK) return ST_NOMEM;
    if (MEM_GROW(l->number, l->number_cap, l->numbers + 1) != ST_OK) return ST_NOMEM;
    uint64_t hash = hash_bytes(s, len, 0);
    uint32_t *slot = find(l, s, len, hash);
    if (!*slot) {
        size_t at = l->pieces.len;
        text_putn(&l->pieces, s, len);
        if (l->pieces.cut) return ST_NOMEM;
        l->piece[l->count++] = (piece){at, len, hash};
        *slot = (uint32_t)l->count;
    }
    l->number[l->numbers++] = *slot - 1;
    return ST_OK;
}

/* How long the next piece is: to the end of an object or list, and the comma after it. */
static size_t piece_length(const char *s, size_t len) {
    for (size_t i = 0; i + 1 < len; i++)
        if ((s[i] == '}' || s[i] == ']') && s[i + 1] == ',') return i + 2;
    return len;
}

static status add_text(page_scenes *l, const text *scene_line) {
    status st = MEM_GROW(l->end, l->scene_cap, l->scenes + 1);
    for (size_t at = 0; st == ST_OK && at < scene_line->len;) {
        size_t n = piece_length(scene_line->at + at, scene_line->len - at);
        st = add_piece(l, scene_line->at + at, n);
        at += n;
    }
    if (st == ST_OK) l->end[l->scenes++] = l->numbers;
    return st;
}

status page_scenes_add(page_scenes *l, const position *p, size_t *number, error *err) {
    scene *s = NULL;
    text line = text_growing();
    status st = scene_build(&s, p, SEAT_ALL, err);
    if (st == ST_OK) st = scene_write(s, &line, err);
    *number = l->scenes;
    if (st == ST_OK && add_text(l, &line) != ST_OK)
        st = error_set(err, ST_NOMEM, "no memory for the scenes");
    text_done(&line);
    scene_destroy(s);
    return st;
}

void page_scenes_write(const page_scenes *l, size_t number, json_writer *w) {
    assert(number < l->scenes);
    json_open(w, '[');
    for (size_t i = number ? l->end[number - 1] : 0; i < l->end[number]; i++)
        json_int(w, l->number[i]);
    json_close(w, ']');
}

void page_scenes_write_pieces(const page_scenes *l, json_writer *w) {
    json_open(w, '[');
    for (size_t i = 0; i < l->count; i++)
        json_asciin(w, l->pieces.at + l->piece[i].at, l->piece[i].len);
    json_close(w, ']');
}
