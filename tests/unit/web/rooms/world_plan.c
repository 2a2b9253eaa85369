#include "tests/unit/web/rooms/world_plan.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/memory.h"

enum { TRIES = 8, DICE_TRIES = 400, MAX_LISTED = 64 };

#define MUST(what)                                                                                 \
    do {                                                                                           \
        if (!(what)) {                                                                             \
            (void)fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #what);                       \
            abort();                                                                               \
        }                                                                                          \
    } while (0)

/* --- what the viewer has seen --- */

static void hear(void *ctx, unsigned ply, const char *event) {
    (void)ply;
    text_put(ctx, event);
    text_char(ctx, '\n');
}

/* All events so far as the viewer saw them; text_done() ends it. */
static text seen(const position *p, int viewer) {
    text out = text_growing();
    MUST(position_report(p, viewer, hear, &out, NULL) == ST_OK && !out.cut);
    return out;
}

static bool same_view(const position *a, const position *b, int viewer) {
    position *one = NULL;
    position *two = NULL;
    MUST(position_observe(&one, a, viewer, NULL) == ST_OK);
    MUST(position_observe(&two, b, viewer, NULL) == ST_OK);
    bool same = memcmp(position_data(one), position_data(two), position_rules(a)->view_size) == 0;
    position_destroy(one);
    position_destroy(two);
    return same;
}

/* --- chance, as a table rolls --- */

static int actor_of(const position *p) {
    const rules *r = position_rules(p);
    return r->game->actor(r, position_data(p));
}

static void roll_one(position *p, uint64_t seed) {
    const rules *r = position_rules(p);
    chance_buffers b;
    char buf[GAME_TOKEN_SIZE];
    text event = text_over(buf, sizeof buf);
    token tok = {.count = 1};
    rng g = {.s = seed};
    unsigned ply = position_ply(p);
    MUST(chance_buffers_init(&b, r) == ST_OK);
    tok.steps[0] = game_draw_chance(r, position_data(p), b, &g, NULL);
    token_write(r, position_data(p), &tok, &event);
    while (position_ply(p) == ply) MUST(position_play(p, buf, NULL) == ST_OK);
    chance_buffers_done(&b);
}

static bool roll_all(position *p, plan_side *s, rng *g) {
    for (s->rolls = 0; actor_of(p) == ACTOR_CHANCE; s->rolls++) {
        if (s->rolls == PLAN_MAX_DICE) return false;
        s->dice[s->rolls] = rng_next(g);
        roll_one(p, s->dice[s->rolls]);
    }
    return true;
}

static bool begins_with(const text *all, const text *part) {
    return part->len <= all->len && memcmp(text_string(all), text_string(part), part->len) == 0;
}

/* One outcome after which the viewer has still seen the beginning of `wanted`. */
static bool roll_like(position **p, plan_side *s, const text *wanted, int viewer, rng *g) {
    for (int i = 0; i < DICE_TRIES; i++) {
        position *next;
        uint64_t seed = rng_next(g);
        MUST(position_clone(&next, *p, NULL) == ST_OK);
        roll_one(next, seed);
        text heard = seen(next, viewer);
        bool fits = begins_with(wanted, &heard);
        text_done(&heard);
        if (fits) {
            s->dice[s->rolls++] = seed;
            position_destroy(*p);
            *p = next;
            return true;
        }
        position_destroy(next);
    }
    return false;
}

static bool roll_all_like(position **p, plan_side *s, const position *one, int viewer, rng *g) {
    text wanted = seen(one, viewer);
    bool fits = true;
    for (s->rolls = 0; fits && actor_of(*p) == ACTOR_CHANCE;)
        fits = s->rolls < PLAN_MAX_DICE && roll_like(p, s, &wanted, viewer, g);
    text heard = seen(*p, viewer);
    fits = fits && heard.len == wanted.len && begins_with(&wanted, &heard) &&
           same_view(one, *p, viewer);
    text_done(&heard);
    text_done(&wanted);
    return fits;
}

/* --- decisions --- */

typedef struct tokens {
    token at[MAX_LISTED];
    int count;
} tokens;

static bool keep(void *ctx, const token *tok) {
    tokens *t = ctx;
    if (t->count < MAX_LISTED) t->at[t->count++] = *tok;
    return true;
}

static bool is_reaction(const position *p) {
    return actor_of(p) >= 0 && game_kind(position_rules(p), position_data(p)) == KIND_REACTION;
}

/* One of the legal tokens, of those that the other world has as well where there are such; of
 * answers mostly the last: instants come after "none". */
static void choose(const position *p, const position *other, rng *g, char out[GAME_TOKEN_SIZE]) {
    tokens t = {.count = 0};
    MUST(token_walk(position_ref(p), keep, &t) == ST_OK && t.count > 0);
    for (int i = 0; i < 30; i++) {
        text said = text_over(out, GAME_TOKEN_SIZE);
        int k = (int)rng_below(g, (uint64_t)t.count);
        if (is_reaction(p) && rng_below(g, 2)) k = t.count - 1;
        token_write(position_rules(p), position_data(p), &t.at[k], &said);
        if (!other || actor_of(other) != actor_of(p) ||
            position_verify(other, out, NULL, NULL) == ST_OK)
            return;
    }
}

unsigned world_plan_asked(const position *p) {
    if (!is_reaction(p)) return 0;
    unsigned asked = 1U << actor_of(p);
    for (int i = 0; i < position_rules(p)->players; i++) {
        position *view;
        rng g = {.s = 1};
        const rules *r = position_rules(p);
        void *world = mem_alloc(r->state_size);
        MUST(world && position_observe(&view, p, i, NULL) == ST_OK);
        position_world(view, &g, world);
        if (game_kind(r, world) == KIND_REACTION && r->game->actor(r, world) == i) asked |= 1U << i;
        position_destroy(view);
        mem_free(world);
    }
    return asked;
}

/* What a decision is to be like: all NULL for any. */
typedef struct likeness {
    const position *other;  /* choose what can be said there, too */
    const plan_side *first; /* what the viewer says, as in that world */
    bool all;               /* and what the others say */
} likeness;

/* The seat that decides, or all that are asked together. */
static bool decide(position *p, plan_side *s, const likeness *as, int viewer, rng *g) {
    unsigned left = is_reaction(p) ? world_plan_asked(p) : 0;
    memset(s->said, 0, sizeof s->said);
    do {
        int seat = actor_of(p);
        if (as->first && (seat == viewer || as->all))
            memcpy(s->said[seat], as->first->said[seat], sizeof s->said[seat]);
        else
            choose(p, as->other, g, s->said[seat]);
        if (position_play(p, s->said[seat], NULL) != ST_OK) return false;
        left &= ~(1U << seat);
    } while (is_reaction(p) && left >> actor_of(p) & 1);
    return true;
}

/* The second world does what looks the same. */
static bool follow(position **p, plan_side *s, const plan_side *first, const position *one,
                   const world_plan *w, rng *g) {
    for (int i = 0; i < TRIES; i++) {
        position *next;
        likeness as = {.first = first, .all = i % 2 == 1};
        MUST(position_clone(&next, *p, NULL) == ST_OK);
        if (decide(next, s, &as, w->viewer, g) && roll_all_like(&next, s, one, w->viewer, g)) {
            position_destroy(*p);
            *p = next;
            return true;
        }
        position_destroy(next);
    }
    return false;
}

/* --- the plan --- */

static bool is_over(const position *p) {
    return actor_of(p) == ACTOR_NONE;
}

static bool plan_one(world_plan *w, position **now, plan_step *s, rng *g) {
    position *next;
    likeness as = {.other = now[1]};
    MUST(position_clone(&next, now[0], NULL) == ST_OK);
    s->reaction = is_reaction(next);
    bool good = is_reaction(now[1]) == s->reaction &&
                decide(next, &s->side[0], &as, w->viewer, g) && roll_all(next, &s->side[0], g) &&
                !is_over(next) && follow(&now[1], &s->side[1], &s->side[0], next, w, g) &&
                !is_over(now[1]);
    position_destroy(now[0]);
    now[0] = next;
    return good;
}

static bool plan_start(world_plan *w, position **now, plan_step *s, rng *g) {
    for (int i = 0; i < 2; i++) {
        params setup = params_default();
        setup.players = w->players;
        if (w->from[i])
            MUST(position_clone(&now[i], w->from[i], NULL) == ST_OK);
        else
            MUST(position_start(&now[i], w->game, &setup, SEAT_ALL, NULL) == ST_OK);
    }
    return roll_all(now[0], &s->side[0], g) &&
           roll_all_like(&now[1], &s->side[1], now[0], w->viewer, g) && !is_over(now[0]) &&
           !is_over(now[1]);
}

static void count_step(world_plan *w, position *const *now, const plan_step *s) {
    const rules *r = position_rules(now[0]);
    w->reactions += s->reaction;
    w->apart += memcmp(s->side[0].said, s->side[1].said, sizeof s->side[0].said) != 0;
    w->differ += r->game->hash(r, position_data(now[0])) !=
                 position_rules(now[1])->game->hash(position_rules(now[1]), position_data(now[1]));
}

void world_plan_make(world_plan *w, uint64_t seed, int max) {
    rng g = rng_stream(seed, (uint64_t)w->players);
    position *now[2] = {NULL, NULL};
    w->step = mem_alloc(PLAN_MAX_STEPS * sizeof *w->step);
    MUST(w->step && max <= PLAN_MAX_STEPS);
    bool good = plan_start(w, now, w->step, &g);
    while (good && w->steps < max) {
        count_step(w, now, &w->step[w->steps++]);
        good = w->steps < max && plan_one(w, now, &w->step[w->steps], &g);
    }
    position_destroy(now[0]);
    position_destroy(now[1]);
}

void world_plan_done(world_plan *w) {
    position_destroy(w->from[0]);
    position_destroy(w->from[1]);
    mem_free(w->step);
}
