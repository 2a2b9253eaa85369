#include "engine/game/belief.h"

#include <stdlib.h>
#include <string.h>

#include "engine/base/memory.h"
#include "engine/game/scene_parts.h"

/* What a card is called in one word. */
static void put_card(const scene_thing *t, text *out) {
    const char *name = t->kind ? t->kind : t->part ? t->part : t->text ? t->text : t->label;
    for (; *name; name++) text_char(out, *name == ' ' ? '-' : *name);
}

static belief_entry entry_of(const scene_thing *t) {
    belief_entry e = {.deals = 0};
    text place = text_over(e.place, sizeof e.place);
    text card = text_over(e.card, sizeof e.card);
    text_put(&place, t->at);
    put_card(t, &card);
    return e;
}

static bool same(const belief_entry *a, const belief_entry *b) {
    return strcmp(a->place, b->place) == 0 && strcmp(a->card, b->card) == 0;
}

/* How many such cards lie face up there, of the first n things. */
static size_t count_open(const scene *s, const belief_entry *e, size_t n) {
    size_t count = 0;
    for (size_t i = 0; i < n; i++) {
        const scene_thing *t = &s->item[i].t;
        if (t->down || strcmp(t->at, e->place) != 0) continue;
        belief_entry other = entry_of(t);
        count += same(e, &other);
    }
    return count;
}

static status count_entry(belief *b, const belief_entry *e, error *err) {
    size_t i = 0;
    while (i < b->count && !same(&b->at[i], e)) i++;
    if (i == b->count) {
        if (MEM_GROW(b->at, b->cap, b->count + 1) != ST_OK)
            return error_set(err, ST_NOMEM, "no memory for the belief");
        b->at[b->count++] = *e;
    }
    b->at[i].deals++;
    return ST_OK;
}

/* Cards of a world that the seat does not see where they are: each kind once for a place. */
static status count_world(belief *b, const scene *own, const scene *world, error *err) {
    status st = ST_OK;
    for (size_t i = 0; st == ST_OK && i < world->items; i++) {
        const scene_thing *t = &world->item[i].t;
        if (t->down || strcmp(t->sprite, "card") != 0) continue;
        belief_entry e = entry_of(t);
        /* The first of them beyond those that are seen. */
        if (count_open(world, &e, i) == count_open(own, &e, own->items))
            st = count_entry(b, &e, err);
    }
    return st;
}

static status count_deal(belief *b, const position *view, const scene *own, void *state,
                         error *err) {
    position *p = NULL;
    scene *world = NULL;
    status st = position_with_state(&p, view, state, err);
    if (st == ST_OK) st = scene_build(&world, p, SEAT_ALL, err);
    if (st == ST_OK && world->no_memory) st = error_set(err, ST_NOMEM, "no memory for the belief");
    if (st == ST_OK) st = count_world(b, own, world, err);
    scene_destroy(world);
    position_destroy(p);
    return st;
}

/* --- in order --- */

/* Where a place comes in the scene: entries of a place are next to each other. */
static size_t rank_of(const scene *s, const char *place) {
    for (size_t i = 0; i < s->areas; i++)
        if (strcmp(s->area[i].id, place) == 0) return i;
    for (size_t i = 0; i < s->places; i++)
        if (strcmp(s->place[i].c.id, place) == 0) return s->areas + i;
    return s->areas + s->places;
}

static bool before(const scene *s, const belief_entry *a, const belief_entry *b) {
    size_t left = rank_of(s, a->place);
    size_t right = rank_of(s, b->place);
    int order = strcmp(a->place, b->place);
    if (left != right) return left < right;
    if (order) return order < 0;
    if (a->deals != b->deals) return a->deals > b->deals;
    return strcmp(a->card, b->card) < 0;
}

/* By insertion: they are few. */
static void sort_entries(belief *b, const scene *s) {
    for (size_t i = 1; i < b->count; i++) {
        belief_entry e = b->at[i];
        size_t k = i;
        for (; k > 0 && before(s, &e, &b->at[k - 1]); k--) b->at[k] = b->at[k - 1];
        b->at[k] = e;
    }
}

status belief_count(belief *out, const position *view, unsigned deals, uint64_t seed, error *err) {
    const rules *r = position_rules(view);
    *out = (belief){.deals = deals};
    if (!(r->traits & GAME_HIDDEN))
        return error_set(err, ST_UNSUPPORTED, "nothing is hidden in %s", r->game->name);
    if (position_seat(view) == SEAT_ALL)
        return error_set(err, ST_UNSUPPORTED, "a belief is that of one seat");
    if (!deals || deals > BELIEF_MAX_DEALS)
        return error_set(err, ST_BAD_VALUE, "deals are 1 to %d", BELIEF_MAX_DEALS);
    scene *own = NULL;
    void *state = mem_alloc(r->state_size);
    status st = state ? scene_build(&own, view, position_seat(view), err)
                      : error_set(err, ST_NOMEM, "no memory for the belief");
    if (st == ST_OK && own->no_memory) st = error_set(err, ST_NOMEM, "no memory for the belief");
    for (unsigned i = 0; st == ST_OK && i < deals; i++) {
        rng g = rng_stream(seed, i);
        position_world(view, &g, state);
        st = count_deal(out, view, own, state, err);
    }
    if (st == ST_OK) sort_entries(out, own);
    scene_destroy(own);
    mem_free(state);
    return st;
}

void belief_done(belief *b) {
    mem_free(b->at);
    *b = (belief){0};
}
