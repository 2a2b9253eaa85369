/* What every scene promises. */
#include <stdlib.h>
#include <string.h>

#include "engine/base/memory.h"
#include "engine/game/scene_parts.h"

enum { MAX_BYTES = 64 << 10 };

typedef struct name_list {
    char **at;
    size_t count, cap;
} name_list;

static status add_name(name_list *l, const char *name) {
    char *copy = mem_string(name);
    if (!copy || MEM_GROW(l->at, l->cap, l->count + 1) != ST_OK) {
        mem_free(copy);
        return ST_NOMEM;
    }
    l->at[l->count++] = copy;
    return ST_OK;
}

static int by_name(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static void names_done(name_list *l) {
    for (size_t i = 0; i < l->count; i++) mem_free(l->at[i]);
    mem_free(l->at);
}

static bool is_hole(const scene *s, size_t area, const char *name) {
    for (size_t i = 0; i < s->extras; i++)
        if (s->extra[i].area == area && s->extra[i].kind == SCENE_HOLE &&
            strcmp(s->extra[i].a, name) == 0)
            return true;
    return false;
}

/* All cells, and the areas with a flow: where things may lie. */
static status list_places(const scene *s, name_list *out) {
    status st = ST_OK;
    for (size_t i = 0; st == ST_OK && i < s->areas; i++) {
        const struct scene_grid *g = &s->area[i].grid;
        char buf[16];
        if (s->area[i].flow) st = add_name(out, s->area[i].id);
        if (!g->shape) continue;
        for (int c = 0; st == ST_OK && c < g->cols * g->rows; c++) {
            const char *name = scene_grid_name(g, c % g->cols, c / g->cols, buf);
            if (name && !is_hole(s, i, name)) st = add_name(out, name);
        }
    }
    for (size_t i = 0; st == ST_OK && i < s->places; i++) st = add_name(out, s->place[i].c.id);
    return st;
}

static bool listed(const name_list *l, const char *name) {
    return l->count && bsearch(&name, l->at, l->count, sizeof *l->at, by_name) != NULL;
}

static status check_places(const scene *s, const name_list *places, error *err) {
    for (size_t i = 0; i < s->items; i++) {
        const scene_thing *t = &s->item[i].t;
        if (!listed(places, t->at))
            return error_set(err, ST_INTERNAL, "thing %s lies on %s, which is no place", t->id,
                             t->at);
        if (!*t->label) return error_set(err, ST_INTERNAL, "thing %s has no label", t->id);
    }
    for (size_t i = 0; i < s->marks; i++)
        if (s->mark[i].cell && !scene_has(s, s->mark[i].cell))
            return error_set(err, ST_INTERNAL, "mark %s is on %s, which is nowhere",
                             s->mark[i].kind, s->mark[i].cell);
    for (size_t i = 0; i < s->extras; i++) {
        const scene_extra *e = &s->extra[i];
        bool cell = e->kind == SCENE_DOT || e->kind == SCENE_LINE;
        if (cell && (!listed(places, e->a) || (e->kind == SCENE_LINE && !listed(places, e->b))))
            return error_set(err, ST_INTERNAL, "the board has no cell %s", e->a);
    }
    return ST_OK;
}

/* `ids` has the places; areas and things are added. */
static status check_unique(const scene *s, name_list *ids, error *err) {
    status st = ST_OK;
    for (size_t i = 0; st == ST_OK && i < s->areas; i++) {
        if (!*s->area[i].label)
            return error_set(err, ST_INTERNAL, "area %s has no label", s->area[i].id);
        if (!s->area[i].flow) st = add_name(ids, s->area[i].id);
    }
    for (size_t i = 0; st == ST_OK && i < s->items; i++) st = add_name(ids, s->item[i].t.id);
    if (st != ST_OK) return error_set(err, st, "no memory to check the scene");
    if (ids->count) qsort(ids->at, ids->count, sizeof *ids->at, by_name);
    for (size_t i = 1; i < ids->count; i++)
        if (strcmp(ids->at[i - 1], ids->at[i]) == 0)
            return error_set(err, ST_INTERNAL, "two things are called %s", ids->at[i]);
    return ST_OK;
}

status scene_check(const scene *s, error *err) {
    name_list names = {0};
    text line = text_growing();
    status st = list_places(s, &names);
    if (st != ST_OK) (void)error_set(err, st, "no memory to check the scene");
    if (st == ST_OK) {
        if (names.count) qsort(names.at, names.count, sizeof *names.at, by_name);
        st = check_places(s, &names, err);
    }
    if (st == ST_OK) st = check_unique(s, &names, err);
    if (st == ST_OK) st = scene_write(s, &line, err);
    if (st == ST_OK && line.len > MAX_BYTES)
        st = error_set(err, ST_INTERNAL, "the scene has %zu bytes, more than %d", line.len,
                       MAX_BYTES);
    text_done(&line);
    names_done(&names);
    return st;
}
