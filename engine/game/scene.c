#include "engine/game/scene.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "engine/base/memory.h"
#include "engine/game/scene_parts.h"

/* --- create and destroy --- */

status scene_create(scene **out, const rules *r, int seat) {
    assert(seat == SEAT_ALL || seat == SEAT_PUBLIC || (seat >= 0 && seat < r->players));
    scene *s = *out = mem_alloc(sizeof *s);
    if (!s) return ST_NOMEM;
    s->r = rules_share(r);
    s->seat = seat;
    happened_init(&s->since, NULL);
    for (int i = 0; i < r->players; i++) {
        s->at_seat[i].name = scene_text(s, "seat %d", i + 1);
        s->at_seat[i].colour = scene_text(s, "p%d", i + 1);
    }
    return ST_OK;
}

void scene_destroy(scene *s) {
    if (!s) return;
    while (s->pages) {
        scene_page *next = s->pages->next;
        mem_free(s->pages);
        s->pages = next;
    }
    mem_free(s->area);
    mem_free(s->place);
    mem_free(s->item);
    mem_free(s->extra);
    mem_free(s->mark);
    mem_free(s->number);
    mem_free(s->entry);
    happened_done(&s->since);
    rules_close((rules *)s->r);
    mem_free(s);
}

/* --- strings --- */

enum { PAGE_SIZE = 4096 };

static char *reserve(scene *s, size_t bytes) {
    if (!s->pages || s->pages->used + bytes > PAGE_SIZE) {
        size_t size = bytes > PAGE_SIZE ? bytes : PAGE_SIZE;
        scene_page *page = mem_alloc(sizeof *page + size);
        if (!page) return NULL;
        page->next = s->pages;
        s->pages = page;
    }
    char *at = s->pages->at + s->pages->used;
    s->pages->used += bytes;
    return at;
}

const char *scene_text(scene *s, const char *fmt, ...) {
    va_list args;
    va_start(args, fmt);
    va_list again;
    va_copy(again, args);
    int n = vsnprintf(NULL, 0, fmt, args);
    char *at = n >= 0 ? reserve(s, (size_t)n + 1) : NULL;
    if (at) (void)vsnprintf(at, (size_t)n + 1, fmt, again);
    va_end(again);
    va_end(args);
    s->no_memory |= !at;
    return at ? at : "";
}

const char **scene_list(scene *s, size_t n) {
    size_t size = n * sizeof(char *);
    scene_page *page = mem_alloc(sizeof *page + size);
    s->no_memory |= !page;
    if (!page) return NULL;
    page->used = size > PAGE_SIZE ? size : PAGE_SIZE; /* full */
    page->next = s->pages;
    s->pages = page;
    return (const char **)(void *)page->at;
}

/* --- what a game adds --- */

/* One more element of a list; sets *to to its number. */
#define ADD(s, list, count, cap, value)                                                            \
    do {                                                                                           \
        if (MEM_GROW((s)->list, (s)->cap, (s)->count + 1) == ST_OK)                                \
            (s)->list[(s)->count++] = (value);                                                     \
        else                                                                                       \
            (s)->no_memory = true;                                                                 \
    } while (0)

void scene_add_area(scene *s, const scene_area *a) {
    assert(a->id && a->label);
    assert((a->grid.shape != NULL) + (a->flow != NULL) + (a->lines != NULL) <= 1);
    assert(a->owner >= SCENE_TABLE && a->owner < s->r->players);
    ADD(s, area, areas, area_cap, *a);
}

void scene_add_cell(scene *s, const scene_cell *c) {
    assert(s->areas > 0 || s->no_memory);
    assert(c->id && c->w > 0 && c->h > 0);
    scene_place p = {s->areas - 1, *c};
    ADD(s, place, places, place_cap, p);
}

void scene_add_thing(scene *s, const scene_thing *t) {
    assert(s->areas > 0 || s->no_memory);
    assert(t->id && t->label && t->sprite && t->at);
    scene_item i = {s->areas - 1, *t};
    ADD(s, item, items, item_cap, i);
}

static void add_extra(scene *s, scene_extra_kind kind, const char *a, const char *b) {
    assert(s->no_memory || (s->areas > 0 && s->area[s->areas - 1].grid.shape));
    scene_extra e = {s->areas - 1, kind, a, b};
    ADD(s, extra, extras, extra_cap, e);
}

void scene_add_hole(scene *s, const char *cell) {
    add_extra(s, SCENE_HOLE, cell, NULL);
}

void scene_add_dot(scene *s, const char *cell) {
    add_extra(s, SCENE_DOT, cell, NULL);
}

void scene_add_line(scene *s, const char *from, const char *to) {
    add_extra(s, SCENE_LINE, from, to);
}

void scene_add_edge(scene *s, const char *side, const char *colour) {
    add_extra(s, SCENE_EDGE, side, colour);
}

void scene_add_mark(scene *s, const char *kind) {
    scene_mark m = {++s->mark_numbers, kind, NULL};
    ADD(s, mark, marks, mark_cap, m);
}

void scene_mark_cell(scene *s, const char *cell) {
    assert(s->marks > 0 || s->no_memory);
    if (!s->marks) return;
    scene_mark *last = &s->mark[s->marks - 1];
    if (!last->cell) {
        last->cell = cell;
        return;
    }
    scene_mark m = {last->number, last->kind, cell};
    ADD(s, mark, marks, mark_cap, m);
}

void scene_add_count(scene *s, int seat, const char *name, int64_t value) {
    assert(seat >= SCENE_TABLE && seat < s->r->players);
    scene_number n = {seat, name, value};
    ADD(s, number, numbers, number_cap, n);
}

void scene_add_words(scene *s, const char *kind, const char *does) {
    for (size_t i = 0; i < s->entries; i++)
        if (strcmp(s->entry[i].kind, kind) == 0) return;
    scene_entry e = {kind, does};
    ADD(s, entry, entries, entry_cap, e);
}

void scene_name_seat(scene *s, int seat, const char *name, const char *colour) {
    assert(seat >= 0 && seat < s->r->players);
    if (name) s->at_seat[seat].name = name;
    if (colour) s->at_seat[seat].colour = colour;
}

void scene_look_seat(scene *s, int seat, const char *look) {
    assert(seat >= 0 && seat < s->r->players);
    s->at_seat[seat].look = look;
}

void scene_set_points(scene *s, int seat, int32_t points) {
    assert(seat >= 0 && seat < s->r->players);
    s->at_seat[seat].has_points = true;
    s->at_seat[seat].points = points;
}

void scene_set_halves(scene *s, int seat, int32_t halves) {
    scene_set_points(s, seat, halves);
    s->at_seat[seat].halves = true;
}

void scene_count_pieces(scene *s, const int *now, const int *first) {
    bool fewer = false;
    for (int i = 0; i < s->r->players; i++) fewer |= now[i] < first[i];
    for (int i = 0; fewer && i < s->r->players; i++) scene_add_count(s, i, "pieces", now[i]);
}

void scene_no_memory(scene *s) {
    s->no_memory = true;
}

void scene_ask(scene *s, const char *question) {
    s->ask = question;
}

/* --- cells by name --- */

const char *scene_grid_name(const struct scene_grid *g, int col, int row, char *buf) {
    assert(col >= 0 && col < g->cols && row >= 0 && row < g->rows);
    if (!g->names) {
        const char *id = g->ids[row * g->cols + col];
        return id && *id ? id : NULL;
    }
    if (strcmp(g->names, "0,0") == 0) {
        text place = text_over(buf, 16);
        text_format(&place, "%d,%d", row, col);
        return buf;
    }
    bool go = strcmp(g->names, "go") == 0;
    int letters = go ? 25 : 26;
    int at = col % letters;
    char letter = (char)('a' + at + (go && at >= 'i' - 'a'));
    /* After z come aa, bb, … */
    text name = text_over(buf, 16);
    text_repeat(&name, letter, col / letters + 1);
    text_format(&name, "%d", g->rows - row);
    return buf;
}

static bool grid_has(const scene *s, size_t area, const char *id) {
    const struct scene_grid *g = &s->area[area].grid;
    char buf[16];
    if (!g->shape) return false;
    for (size_t i = 0; i < s->extras; i++)
        if (s->extra[i].area == area && s->extra[i].kind == SCENE_HOLE &&
            strcmp(s->extra[i].a, id) == 0)
            return false;
    for (int row = 0; row < g->rows; row++)
        for (int col = 0; col < g->cols; col++) {
            const char *name = scene_grid_name(g, col, row, buf);
            if (name && strcmp(name, id) == 0) return true;
        }
    return false;
}

bool scene_has(const scene *s, const char *id) {
    for (size_t i = 0; i < s->areas; i++)
        if (strcmp(s->area[i].id, id) == 0 || grid_has(s, i, id)) return true;
    for (size_t i = 0; i < s->places; i++)
        if (strcmp(s->place[i].c.id, id) == 0) return true;
    for (size_t i = 0; i < s->items; i++)
        if (strcmp(s->item[i].t.id, id) == 0) return true;
    return false;
}
