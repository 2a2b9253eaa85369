/* From a position to a scene: the game's hook, and what is the same for every game. */
#include <assert.h>
#include <limits.h>
#include <string.h>

#include "engine/base/memory.h"
#include "engine/game/game_endings.h"
#include "engine/game/game_table.h"
#include "engine/game/game_views.h"
#include "engine/game/scene_parts.h"

#define LAST_SEEN UINT_MAX /* instead of a ply */

static status no_memory(error *err) {
    return error_set(err, ST_NOMEM, "no memory for the scene");
}

/* --- the hook, or what draw() prints --- */

static void by_drawing(scene *s, const rules *r, const void *state) {
    text board = text_growing();
    game_draw(r, state, s->seat, false, &board);
    s->no_memory |= board.cut;
    int rows = 0;
    int cols = 1;
    for (const char *c = text_string(&board); *c; rows++) {
        int n = (int)strcspn(c, "\n");
        if (n > cols) cols = n;
        c += n + (c[n] == '\n');
    }
    scene_add_area(s, &(scene_area){.id = "board",
                                    .label = "board",
                                    .owner = SCENE_TABLE,
                                    .box = {0, 0, (float)cols / 2, (float)rows},
                                    .lines = scene_text(s, "%s", text_string(&board))});
    text_done(&board);
}

/* What the seat of *s sees of a state: of a hidden game through a view. */
static void fill(scene *s, const rules *r, const void *state, void *view) {
    if (!r->table->scene) {
        by_drawing(s, r, state);
        return;
    }
    const void *seen = state;
    if (r->traits & GAME_HIDDEN) {
        r->views->observe(r, state, s->seat, view);
        seen = view;
    }
    r->table->scene(r, seen, s->seat, s);
}

/* --- everything of a hidden game --- */

static void drop_area(scene *s, size_t area) {
    size_t n = 0;
    for (size_t i = 0; i < s->items; i++)
        if (s->item[i].area != area) s->item[n++] = s->item[i];
    s->items = n;
    n = 0;
    for (size_t i = 0; i < s->places; i++)
        if (s->place[i].area != area) s->place[n++] = s->place[i];
    s->places = n;
}

/* Strings of `from` as strings of `to`, which outlives it. */
static const char *adopt(scene *to, const char *from) {
    return from ? scene_text(to, "%s", from) : NULL;
}

static void adopt_item(scene *to, size_t area, const scene_thing *t) {
    scene_thing copy = *t;
    copy.id = adopt(to, t->id);
    copy.label = adopt(to, t->label);
    copy.sprite = adopt(to, t->sprite);
    copy.at = adopt(to, t->at);
    copy.colour = adopt(to, t->colour);
    copy.part = adopt(to, t->part);
    copy.kind = adopt(to, t->kind);
    copy.text = adopt(to, t->text);
    copy.mask = adopt(to, t->mask);
    copy.tags = adopt(to, t->tags);
    if (MEM_GROW(to->item, to->item_cap, to->items + 1) != ST_OK)
        to->no_memory = true;
    else
        to->item[to->items++] = (scene_item){area, copy};
}

static void adopt_place(scene *to, size_t area, const scene_cell *c) {
    scene_cell copy = *c;
    copy.id = adopt(to, c->id);
    copy.label = adopt(to, c->label);
    copy.shape = adopt(to, c->shape);
    if (MEM_GROW(to->place, to->place_cap, to->places + 1) != ST_OK)
        to->no_memory = true;
    else
        to->place[to->places++] = (scene_place){area, copy};
}

/* The areas that belong to the seat of `own` take the place of those that the public sees. */
static void take_own(scene *all, const scene *own) {
    for (size_t i = 0; i < own->areas; i++) {
        const scene_area *a = &own->area[i];
        if (a->owner != own->seat) continue;
        size_t at = 0;
        while (at < all->areas && strcmp(all->area[at].id, a->id) != 0) at++;
        if (at < all->areas) {
            drop_area(all, at);
        } else {
            scene_area copy = *a;
            copy.id = adopt(all, a->id);
            copy.label = adopt(all, a->label);
            copy.flow = adopt(all, a->flow);
            copy.lines = adopt(all, a->lines);
            assert(!a->grid.shape); /* boards are public */
            scene_add_area(all, &copy);
        }
        for (size_t k = 0; k < own->places; k++)
            if (own->place[k].area == i) adopt_place(all, at, &own->place[k].c);
        for (size_t k = 0; k < own->items; k++)
            if (own->item[k].area == i) adopt_item(all, at, &own->item[k].t);
    }
    for (size_t i = 0; i < own->entries; i++)
        scene_add_words(all, adopt(all, own->entry[i].kind), adopt(all, own->entry[i].words));
    all->no_memory |= own->no_memory;
}

static status fill_all(scene *s, const rules *r, const void *state, void *view) {
    s->seat = SEAT_PUBLIC;
    fill(s, r, state, view);
    for (int k = 0; k < r->players && r->table->scene; k++) {
        scene *own;
        if (scene_create(&own, r, k) != ST_OK) return ST_NOMEM;
        fill(own, r, state, view);
        take_own(s, own);
        scene_destroy(own);
    }
    s->seat = SEAT_ALL;
    return ST_OK;
}

/* --- who acts, and how it ended --- */

static void fill_result(scene *s, const rules *r, const void *state, bool known) {
    s->over = game_is_over(r, state);
    if (game_end(r, state) == END_CLAIM) s->claim = scene_text(s, "draw");
    if (!s->over) return;
    s->reason = game_ending(r, state);
    if (!known) return;
    float utility[GAME_MAX_PLAYERS];
    r->game->returns(r, state, utility, s->points);
    game_ranks(r, state, s->rank);
    s->ranked = true;
}

/* The final points count, whatever the hook made of the state. */
static void fill_points(scene *s, const rules *r) {
    if (!s->ranked || !(r->traits & GAME_POINTS)) return;
    for (int i = 0; i < r->players; i++) scene_set_points(s, i, s->points[i]);
}

/* A world that fits what the seat of *s sees, the same for equal views: so nothing else can be told. */
static void forget_rest(const scene *s, const rules *r, void *state, void *view) {
    rng g = {.s = 1};
    if (s->over || s->seat == SEAT_ALL || !(r->traits & GAME_HIDDEN)) return;
    r->views->observe(r, state, s->seat, view);
    r->views->resample(r, view, state, &g);
}

static void fill_now(scene *s, const rules *r, const void *state) {
    int actor = r->game->actor(r, state);
    s->kind = game_kind(r, state);
    if (s->over) {
        s->ask = scene_text(s, "the game is over: %s", s->reason);
        return;
    }
    if (s->kind == KIND_REACTION && s->seat != SEAT_ALL && actor != s->seat) {
        s->ask = scene_text(s, "others may answer"); /* who is asked is theirs to know */
        return;
    }
    if (actor >= 0) s->actors = 1u << actor;
    if (s->ask) return;
    s->ask = actor == ACTOR_CHANCE ? scene_text(s, "chance decides")
                                   : scene_text(s, "%s to %s", s->at_seat[actor].name,
                                                s->kind == KIND_REACTION ? "answer" : "move");
}

/* Cells between which something moved are marked as the last event. */
static void mark_last(scene *s) {
    bool begun = false;
    for (size_t i = 0; i < s->since.count; i++) {
        const char *ends[] = {happened_from(&s->since, i), happened_to(&s->since, i)};
        for (int k = 0; k < 2; k++) {
            if (!ends[k] || !scene_has(s, ends[k])) continue;
            if (!begun) scene_add_mark(s, "last");
            begun = true;
            scene_mark_cell(s, scene_text(s, "%s", ends[k]));
        }
    }
}

/* What happened from event number `from` on; LAST_SEEN: the last event that this seat saw something
 * of, as how many others followed is not its to know. */
static status fill_since(scene *s, const position *p, unsigned from, error *err) {
    unsigned ply = position_ply(p);
    char *names[GAME_MAX_PLAYERS];
    for (int i = 0; i < s->r->players; i++) names[i] = (char *)s->at_seat[i].name;
    s->since.names = names;
    status st = ST_OK;
    if (from == LAST_SEEN)
        while (st == ST_OK && !s->since.count && ply-- > position_first_ply(p))
            st = happened_at_ply(p, ply, s->seat, &s->since, err);
    else
        for (; st == ST_OK && from < ply; from++)
            st = happened_at_ply(p, from, s->seat, &s->since, err);
    s->since.names = NULL; /* they end here */
    if (st == ST_OK) mark_last(s);
    return st;
}

status scene_build_since(scene **out, const position *p, int seat, unsigned ply, error *err) {
    const rules *r = position_rules(p);
    int knows = position_seat(p);
    *out = NULL;
    if (knows != SEAT_ALL && seat != knows && seat != SEAT_PUBLIC)
        return error_set(err, ST_LEAK, "this position only knows what one seat knows");
    scene *s = NULL;
    rng g = {.s = 1};
    size_t aligned = (r->state_size + 15u) & ~(size_t)15; /* as callers of a game promise */
    unsigned char *state = mem_alloc(aligned + r->view_size);
    status st = state ? scene_create(&s, r, seat) : ST_NOMEM;
    if (st != ST_OK) {
        mem_free(state);
        return no_memory(err);
    }
    position_world(p, &g, state);
    /* A seat need not know who has won: a showdown that it never saw. */
    bool known = seat == SEAT_ALL || !(r->traits & GAME_HIDDEN) || r->views->open_end;
    fill_result(s, r, state, known);
    forget_rest(s, r, state, state + aligned);
    if (seat == SEAT_ALL && r->traits & GAME_HIDDEN)
        st = fill_all(s, r, state, state + aligned);
    else
        fill(s, r, state, state + aligned);
    fill_points(s, r);
    s->ply = knows == SEAT_ALL && seat != SEAT_ALL ? position_seen(p, seat) : position_ply(p);
    fill_now(s, r, state);
    if (st == ST_OK && (knows == SEAT_ALL || knows == seat)) st = fill_since(s, p, ply, err);
    mem_free(state);
    if (st == ST_OK && s->no_memory) st = no_memory(err);
    if (st != ST_OK)
        scene_destroy(s);
    else
        *out = s;
    return st;
}

status scene_build(scene **out, const position *p, int seat, error *err) {
    return scene_build_since(out, p, seat, LAST_SEEN, err);
}
