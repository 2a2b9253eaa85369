#include "engine/game/belief.h"

#include <stdlib.h>
#include <string.h>

#include "engine/base/memory.h"
#include "engine/game/scene_parts.h"

static status no_memory(error *err) {
    return error_set(err, ST_NOMEM, "no memory for the deals");
}

static belief_card *find(const belief *b, const char *place, const char *card) {
    for (size_t i = 0; i < b->count; i++)
        if (strcmp(b->at[i].card, card) == 0 && strcmp(b->at[i].place, place) == 0)
            return &b->at[i];
    return NULL;
}

static status add(belief *b, const char *place, const char *card, error *err) {
    if (MEM_GROW(b->at, b->cap, b->count + 1) != ST_OK) return no_memory(err);
    belief_card c = {mem_string(place), mem_string(card), 1};
    if (!c.place || !c.card) {
        mem_free(c.place);
        mem_free(c.card);
        return no_memory(err);
    }
    b->at[b->count++] = c;
    return ST_OK;
}

static bool is_card(const scene_thing *t) {
    return t->sprite && strcmp(t->sprite, "card") == 0 && t->label && *t->label;
}

static const char *place_of(const scene *s, size_t area) {
    const scene_area *a = &s->area[area];
    return a->label && *a->label ? a->label : a->id;
}

/* Whether the first `n` cards of a scene have that one in that place already: a deal counts once. */
static bool earlier(const scene *s, size_t n, const char *place, const char *card) {
    for (size_t i = 0; i < n; i++)
        if (is_card(&s->item[i].t) && strcmp(s->item[i].t.label, card) == 0 &&
            strcmp(place_of(s, s->item[i].area), place) == 0)
            return true;
    return false;
}

static status count_scene(belief *b, const scene *s, error *err) {
    status st = ST_OK;
    for (size_t i = 0; st == ST_OK && i < s->items; i++) {
        const scene_thing *t = &s->item[i].t;
        const char *place = place_of(s, s->item[i].area);
        if (!is_card(t) || earlier(s, i, place, t->label)) continue;
        belief_card *c = find(b, place, t->label);
        if (c)
            c->deals++;
        else
            st = add(b, place, t->label, err);
    }
    return st;
}

static status count_deal(belief *b, const position *view, rng *g, void *world, error *err) {
    position *deal = NULL;
    scene *s = NULL;
    position_world(view, g, world);
    status st = position_with_state(&deal, view, world, err);
    if (st == ST_OK) st = scene_build(&s, deal, SEAT_ALL, err);
    if (st == ST_OK) st = count_scene(b, s, err);
    scene_destroy(s);
    position_destroy(deal);
    return st;
}

/* Leaves out what the viewer sees. */
static status leave_known(belief *b, const position *view, error *err) {
    scene *s = NULL;
    status st = scene_build(&s, view, position_seat(view), err);
    size_t kept = 0;
    for (size_t i = 0; st == ST_OK && i < b->count; i++) {
        belief_card c = b->at[i];
        if (c.deals == b->deals && earlier(s, s->items, c.place, c.card)) {
            mem_free(c.place);
            mem_free(c.card);
        } else {
            b->at[kept++] = c;
        }
    }
    if (st == ST_OK) b->count = kept;
    scene_destroy(s);
    return st;
}

static int by_place(const void *a, const void *b) {
    const belief_card *x = a;
    const belief_card *y = b;
    int order = strcmp(x->place, y->place);
    if (order == 0 && x->deals != y->deals) order = x->deals > y->deals ? -1 : 1;
    return order ? order : strcmp(x->card, y->card);
}

status belief_count(belief *out, const belief_question *q, error *err) {
    const rules *r = position_rules(q->view);
    rng g = rng_stream(q->seed, 0);
    *out = (belief){0};
    if (!(r->traits & GAME_HIDDEN) || position_seat(q->view) == SEAT_ALL)
        return error_set(err, ST_UNSUPPORTED, "nothing is hidden here");
    void *world = mem_alloc(r->state_size);
    status st = world ? ST_OK : no_memory(err);
    for (; st == ST_OK && out->deals < q->deals; out->deals++) {
        if (q->stop && atomic_load(q->stop))
            st = error_set(err, ST_STOPPED, "it was stopped");
        else
            st = count_deal(out, q->view, &g, world, err);
    }
    mem_free(world);
    if (st == ST_OK) st = leave_known(out, q->view, err);
    if (st == ST_OK && out->count) qsort(out->at, out->count, sizeof *out->at, by_place);
    return st;
}

void belief_done(belief *b) {
    for (size_t i = 0; i < b->count; i++) {
        mem_free(b->at[i].place);
        mem_free(b->at[i].card);
    }
    mem_free(b->at);
    *b = (belief){0};
}
