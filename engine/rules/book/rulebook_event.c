/* Events of a rules text with hidden cards as one seat sees them, and views that are advanced by
 * them: a world is dealt in which the event is possible, the event is played there, and looked at. What
 * comes of it is the same in all such worlds, as the compiler has made sure. */
#include <string.h>

#include "engine/base/memory.h"
#include "engine/game/tokens.h"
#include "engine/rules/book/rulebook_text.h"
#include "engine/rules/book/rulebook_view.h"
#include "engine/rules/machine/run.h"

typedef struct world_state {
    _Alignas(16) unsigned char at[RB_MAX_STATE];
} world_state;

static const rb_gen *gen_of(const program *b, const void *s, action step) {
    return &b->side[rb_head_in(s)->mover].gen[rb_unpack(step).gen];
}

/* --- what is seen --- */

bool rb_sees(const rules *r, const void *s, action step, int player) {
    const program *b = program_of(r);
    if (!b->secrets || player == SEAT_ALL || rb_unpack(step).gen >= b->gens) return true;
    const rb_gen *g = gen_of(b, s, step);
    bool drawn = g->kind == GEN_CHANCE && g->var == RB_NO_VAR;
    if (!drawn && !g->veiled) return true;
    if (player == SEAT_PUBLIC) return false;
    if (!drawn && player == rb_head_in(s)->mover) return true;
    return b->run->seers(b, s, step) >> player & 1;
}

/* "give:?:ben": parts that are hidden are left open. */
static void put_veiled(const program *b, const void *s, action step, text *out) {
    rb_action a = rb_unpack(step);
    const rb_gen *g = gen_of(b, s, step);
    text_put(out, b->names + g->name);
    for (int k = 0; k < g->parts; k++) {
        const rb_part *p = rb_part_of(b, rb_head_in(s), g, k);
        text_char(out, ':');
        if (p->secret)
            text_char(out, '?');
        else
            rb_put_part(b, p, a, out);
    }
}

void rb_seen_text(const rules *r, const void *s, const action *steps, int n, int player,
                  text *out) {
    const program *b = program_of(r);
    const rb_gen *g = gen_of(b, s, steps[0]);
    bool chance = g->kind == GEN_CHANCE;
    if (rb_sees(r, s, steps[0], player)) {
        if (chance) text_char(out, '!');
        rb_to_text(r, s, steps, n, out);
        return;
    }
    text_char(out, '?');
    if (chance)
        text_put(out, b->names + g->name);
    else
        put_veiled(b, s, steps[0], out);
}

/* --- worlds in which an event is possible --- */

typedef struct event_at {
    const rules *r;
    const program *b;
    const void *view;
    const char *event;
    int viewer;
    void *s; /* the world */
    rng g;
    error *err;
} event_at;

static bool seen_as(const event_at *x, const void *s, action step) {
    char buf[GAME_TOKEN_SIZE];
    text seen = text_over(buf, sizeof buf);
    rb_seen_text(x->r, s, &step, 1, x->viewer, &seen);
    return text_same(buf, x->event);
}

static status impossible(const event_at *x, const char *reason, const char *sentence) {
    status st = error_set(x->err, ST_CHANCE_IMPOSSIBLE, "%s: '%.40s'", sentence, x->event);
    error_reason(x->err, reason, "%s", "");
    return st;
}

/* A card of this name out of the deck. */
static status deal_drawn(event_at *x, action like, action *out) {
    const program *b = x->b;
    const rb_gen *g = gen_of(b, x->s, like);
    rb_action a = rb_unpack(like);
    rb_forced forced = {.player = -1, .area = b->deck};
    for (int k = 0; k < b->kinds; k++) {
        char buf[GAME_TOKEN_SIZE];
        text name = text_over(buf, sizeof buf);
        text_format(&name, "!%s=%s", b->names + g->name, b->kind[k].name);
        if (!text_same(buf, x->event)) continue;
        forced.kind = k;
        a.to = (uint16_t)k;
        *out = rb_pack(a);
        if (g->var == RB_NO_VAR && !rb_sees(x->r, x->s, like, x->viewer)) {
            status st = error_set(x->err, ST_LEAK, "this seat cannot see that card; use ?%s",
                                  b->names + g->name);
            error_reason(x->err, "hidden-card", "%s", "");
            return st;
        }
        if (rb_view_deal_world(b, x->view, x->s, &x->g, &forced)) return ST_OK;
        return impossible(x, "no-such-outcome", "this card cannot be in the deck");
    }
    return impossible(x, "bad-outcome", "no such outcome here");
}

static status deal_chance(event_at *x, const action *list, int n, action *out) {
    const program *b = x->b;
    const rb_gen *g = n ? gen_of(b, x->s, list[0]) : NULL;
    if (!n) return impossible(x, "no-such-outcome", "there is nothing to draw");
    if (x->event[0] == '?') {
        *out = list[0];
        if (seen_as(x, x->s, list[0])) return ST_OK;
        bool named = text_same(x->event + 1, b->names + g->name);
        return impossible(x, named ? "card-needed" : "bad-outcome",
                          named ? "this seat sees what is drawn: announce it with !"
                                : "no such outcome here");
    }
    if (g->held) return deal_drawn(x, list[0], out);
    for (int i = 0; i < n; i++) {
        *out = list[i];
        if (seen_as(x, x->s, list[i])) return ST_OK;
    }
    return impossible(x, "no-such-outcome", "no such outcome here");
}

/* --- actions --- */

static bool is_legal(const event_at *x, action step) {
    return x->b->run->allowed(x->b, x->s, NULL, step);
}

/* What the others will know the player not to have, once this action is made. */
static void expect_voids(const event_at *x, const void *s, action step, rb_forced *forced) {
    const program *b = x->b;
    world_state after;
    memcpy(after.at, s, b->head.state_size);
    b->run->apply(b, after.at, NULL, step);
    for (int i = 0; i < b->secrets; i++) {
        const rb_var *a = cards_area(b, i);
        if (a->per_player)
            forced->voids[i] = rb_vars_in(b, after.at)[cards_void_slot(a, forced->player)];
    }
}

/* A world in which another seat can make this action. */
static bool deal_for(event_at *x, action step) {
    enum { TRIES = 200 };
    const program *b = x->b;
    const rb_gen *g = gen_of(b, x->s, step);
    rb_action a = rb_unpack(step);
    rb_forced forced = {.player = rb_head_in(x->s)->mover, .kind = -1};
    if (g->held) {
        const rb_part *p = rb_part_of(b, rb_head_in(x->s), g, g->held_part);
        forced.area = g->held - 1;
        forced.kind = b->kind_list[p->kinds + a.aux / p->stride % p->count];
    }
    if (!rb_view_deal_world(b, x->view, x->s, &x->g, &forced)) return false;
    if (is_legal(x, step)) return true;
    expect_voids(x, x->s, step, &forced);
    for (int i = 0; i < TRIES; i++) {
        if (!rb_view_deal_world(b, x->view, x->s, &x->g, &forced)) return false;
        if (is_legal(x, step)) return true;
    }
    return false;
}

/* Actions of a generator that are read so, legal here or not. */
static bool try_gen(event_at *x, int gen, action *out) {
    const program *b = x->b;
    const rb_gen *g = &b->side[rb_head_in(x->s)->mover].gen[gen];
    rb_action a = {.from = RB_NO_CELL, .to = RB_NO_CELL, .aux = RB_NO_CELL, .gen = (uint8_t)gen};
    if (g->kind != GEN_PASS && g->kind != GEN_SKIP && g->kind != GEN_ACT) return false;
    if (g->veiled) return false;
    for (int i = 0; i < g->choices || i == 0; i++) {
        if (g->choices) a.aux = (uint16_t)i;
        *out = rb_pack(a);
        if (seen_as(x, x->s, *out) && deal_for(x, *out)) return true;
    }
    return false;
}

static bool try_tree(event_at *x, uint16_t node, action *out) {
    const rb_node *n = &x->b->node[node];
    if (n->kind == NODE_GEN) return try_gen(x, n->gen, out);
    for (uint16_t i = n->first; i; i = x->b->node[i].next)
        if (try_tree(x, i, out)) return true;
    return false;
}

/* Among what is legal in some world: cells, and cards that are not seen. */
static bool try_worlds(event_at *x, action *list, action *out) {
    enum { TRIES = 200 };
    const program *b = x->b;
    for (int t = 0; t < TRIES; t++) {
        int n = b->run->legal(b, x->s, NULL, list);
        for (int i = 0; i < n; i++) {
            *out = list[i];
            if (seen_as(x, x->s, list[i])) return true;
        }
        if (!rb_view_deal_world(b, x->view, x->s, &x->g, NULL)) return false;
    }
    return false;
}

static status deal_action(event_at *x, action *list, action *out) {
    const program *b = x->b;
    int mover = rb_head_in(x->s)->mover;
    int n;
    if (mover == x->viewer) {
        n = b->run->legal(b, x->s, NULL, list);
        for (int i = 0; i < n; i++) {
            *out = list[i];
            if (seen_as(x, x->s, list[i])) return ST_OK;
        }
    } else if ((x->event[0] != '?' && try_tree(x, b->point[rb_head_in(x->s)->point].node, out)) ||
               try_worlds(x, list, out)) {
        return ST_OK;
    }
    action step = ACTION_NONE;
    if (x->event[0] != '?') {
        status st = rb_from_text(x->r, x->s, x->event, &step, &n, x->err);
        if (st != ST_OK) return st;
    }
    status st = error_set(x->err, ST_ILLEGAL_ACTION, "the rules do not offer this now");
    error_reason(x->err, "not-offered", "%s", "");
    return st;
}

status rb_view_deal(const rules *r, const void *view, const char *event, void *s, struct token *out,
                    error *err) {
    const rb_view *v = view;
    event_at x = {.r = r,
                  .b = program_of(r),
                  .view = view,
                  .event = event,
                  .viewer = v->seat == CARDS_PUBLIC ? SEAT_PUBLIC : v->seat,
                  .s = s,
                  .g = {.s = 1},
                  .err = err};
    rb_resample(r, view, s, &x.g);
    int actor = r->game->actor(r, s);
    bool hidden = event[0] == '?';
    if (actor == ACTOR_NONE) return error_set(err, ST_GAME_OVER, "the game is over");
    if (actor == ACTOR_CHANCE && event[0] != '!' && !hidden)
        return error_set(err, ST_CHANCE_EXPECTED, "chance decides here: announce an outcome");
    if (actor >= 0 && event[0] == '!')
        return error_set(err, ST_ACTION_EXPECTED, "seat %d has to move", actor + 1);
    action *list = mem_alloc(r->max_actions * sizeof *list);
    if (!list) return error_set(err, ST_NOMEM, "no memory to read an event");
    out->count = 1;
    status st;
    if (actor == ACTOR_CHANCE)
        st = deal_chance(&x, list, x.b->run->legal(x.b, s, NULL, list), &out->steps[0]);
    else
        st = deal_action(&x, list, &out->steps[0]);
    mem_free(list);
    return st;
}

status rb_view_apply(const rules *r, void *view, const char *event, error *err) {
    world_state world;
    token tok;
    const rb_view *v = view;
    int player = v->seat == CARDS_PUBLIC ? SEAT_PUBLIC : v->seat;
    status st = rb_view_deal(r, view, event, world.at, &tok, err);
    if (st != ST_OK) return st;
    r->game->apply(r, world.at, NULL, tok.steps[0]);
    rb_observe(r, world.at, player, view);
    return ST_OK;
}
