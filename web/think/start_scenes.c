#include "web/think/start_scenes.h"

#include <stdatomic.h>

#include "engine/base/memory.h"
#include "engine/base/threads.h"
#include "engine/game/scene.h"

struct start_scenes {
    game_list games;
    size_t count;
    mtx_t lock;  /* guards made[] */
    char **made; /* of each game, in the order of the list; NULL: not yet */
    atomic_bool stop;
    thrd_t thread;
    bool runs;
};

static status make_scene(const game *g, text *out, error *err) {
    position *p = NULL;
    scene *s = NULL;
    params usual = params_default();
    status st = position_start(&p, g, &usual, SEAT_ALL, err);
    if (st != ST_OK) return st;
    position_set_seed(p, 1);
    st = position_resolve(p, err);
    bool hidden = position_rules(p)->traits & GAME_HIDDEN;
    if (st == ST_OK) st = scene_build(&s, p, hidden ? SEAT_PUBLIC : SEAT_ALL, err);
    if (st == ST_OK) st = scene_write(s, out, err);
    if (st == ST_OK && out->cut) st = error_set(err, ST_NOMEM, "no memory for the scene");
    scene_destroy(s);
    position_destroy(p);
    return st;
}

/* Its place in the list; `count`: it is not there. */
static size_t place_of(const start_scenes *s, const game *g) {
    size_t i = 0;
    while (i < s->count && s->games[i] != g) i++;
    return i;
}

static bool copy_made(start_scenes *s, size_t i, text *out) {
    (void)mtx_lock(&s->lock);
    bool there = i < s->count && s->made[i];
    if (there) text_put(out, s->made[i]);
    (void)mtx_unlock(&s->lock);
    return there;
}

static void keep(start_scenes *s, size_t i, const char *made) {
    char *copy = i < s->count ? mem_string(made) : NULL;
    (void)mtx_lock(&s->lock);
    if (copy && !s->made[i]) {
        s->made[i] = copy;
        copy = NULL;
    }
    (void)mtx_unlock(&s->lock);
    mem_free(copy);
}

status start_scenes_put(start_scenes *s, const game *g, text *out, error *err) {
    size_t i = place_of(s, g);
    if (copy_made(s, i, out)) return out->cut ? error_set(err, ST_NOMEM, "no memory") : ST_OK;
    text made = text_growing();
    status st = make_scene(g, &made, err);
    if (st == ST_OK) {
        keep(s, i, text_string(&made));
        text_put(out, text_string(&made));
    }
    text_done(&made);
    return st;
}

static int make_all(void *ctx) {
    start_scenes *s = ctx;
    for (size_t i = 0; i < s->count && !atomic_load(&s->stop); i++) {
        text out = text_growing();
        (void)start_scenes_put(s, s->games[i], &out, NULL);
        text_done(&out);
    }
    return 0;
}

status start_scenes_create(start_scenes **out, game_list games) {
    start_scenes *s = mem_alloc(sizeof *s);
    *out = NULL;
    if (!s || mtx_init(&s->lock, mtx_plain) != thrd_success) {
        mem_free(s);
        return ST_NOMEM;
    }
    s->games = games;
    while (games[s->count]) s->count++;
    s->made = mem_alloc((s->count + 1) * sizeof *s->made);
    if (!s->made) {
        start_scenes_destroy(s);
        return ST_NOMEM;
    }
    *out = s;
    return ST_OK;
}

void start_scenes_prepare(start_scenes *s) {
    s->runs = thrd_create(&s->thread, make_all, s) == thrd_success;
}

void start_scenes_destroy(start_scenes *s) {
    if (!s) return;
    atomic_store(&s->stop, true);
    if (s->runs) (void)thrd_join(s->thread, NULL);
    for (size_t i = 0; s->made && i < s->count; i++) mem_free(s->made[i]);
    mem_free((void *)s->made);
    mtx_destroy(&s->lock);
    mem_free(s);
}
