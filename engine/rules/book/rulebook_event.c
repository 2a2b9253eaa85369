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

/* What the others, and often the player as well, see only now: "/S7+H9" for each place that is
 * opened. */
static void put_opened(const program *b, const void *s, action step, text *out) {
    rb_opened o;
    b->run->opened(b, s, step, &o);
    for (int i = 0; i < o.count; i++) {
        text_char(out, '/');
        rb_put_cards(b, o.at[i].cards, out);
    }
}

static void put_seen(const rules *r, const void *s, const action *steps, int n, int player,
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

void rb_seen_text(const rules *r, const void *s, const action *steps, int n, int player,
                  text *out) {
    const program *b = program_of(r);
    put_seen(r, s, steps, n, player, out);
    if (player != SEAT_ALL && rb_unpack(steps[0]).gen < b->gens) put_opened(b, s, steps[0], out);
}

/* --- worlds in which an event is possible --- */

typedef struct event_at {
    const rules *r;
    const program *b;
    const void *view;
    const char *event;
    const char *base; /* the event without what it opens */
    bool bare;        /* compare no more than that */
    int viewer;
    void *s; /* the world */
    rng g;
    error *err;
} event_at;

static bool seen_as(const event_at *x, const void *s, action step) {
    char buf[GAME_TOKEN_SIZE];
    text seen = text_over(buf, sizeof buf);
    put_seen(x->r, s, &step, 1, x->viewer, &seen);
    if (!x->bare) put_opened(x->b, s, step, &seen);
    return text_same(buf, x->bare ? x->base : x->event);
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
        if (!text_same(buf, x->base)) continue;
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
        bool named = text_same(x->base + 1, b->names + g->name);
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

/* A world that fits x->view, and what happens there. */
static status deal_event(event_at *x, action *out) {
    const rules *r = x->r;
    action *list = mem_alloc(r->max_actions * sizeof *list);
    if (!list) return error_set(x->err, ST_NOMEM, "no memory to read an event");
    status st;
    if (r->game->actor(r, x->s) == ACTOR_CHANCE)
        st = deal_chance(x, list, x->b->run->legal(x->b, x->s, NULL, list), out);
    else
        st = deal_action(x, list, out);
    mem_free(list);
    return st;
}

/* --- cards that an event opens --- */

/* "S7+H9*2", or "-"; false: it is not. *end is after it. */
static bool read_opened(const program *b, const char *at, int32_t *cards, const char **end) {
    memset(cards, 0, (size_t)b->kinds * sizeof *cards);
    *end = at + strcspn(at, "/");
    if (*end == at + 1 && *at == '-') return true;
    while (at < *end) {
        size_t len = strcspn(at, "+*/");
        size_t times = strcspn(at, "+/");
        int32_t n = 1;
        int kind = 0;
        while (kind < b->kinds &&
               (strlen(b->kind[kind].name) != len || strncmp(b->kind[kind].name, at, len) != 0))
            kind++;
        if (kind == b->kinds) return false;
        if (at[len] == '*')
            for (n = 0, len++; len < times && text_is_digit(at[len]) && n < 100; len++)
                n = 10 * n + (at[len] - '0');
        if (len != times || n < 1) return false;
        cards[kind] += n;
        at += len;
        if (*at == '+' && ++at == *end) return false;
    }
    return true;
}

/* The cards of a place of the view become those; false: they cannot be. */
static bool fix_place(const program *b, void *view, int which, int holder, const int32_t *cards) {
    const rb_var *a = cards_area(b, which);
    int32_t *vars = rb_vars_of(b, rb_view_state(view));
    int32_t *pool = rb_view_pool(b, view);
    int32_t all = 0;
    for (int k = 0; k < b->kinds; k++) {
        int32_t *there = &vars[cards_slot(b, a, holder, k)];
        int32_t more = cards[k] - *there;
        if (more < 0 || more > pool[k]) return false;
        pool[k] -= more;
        *there = cards[k];
        all += cards[k];
    }
    return all == pool[b->kinds + rb_view_place(b, which, holder)];
}

/* Tries the view in which what is opened was there before, but for a card of this kind (-1: none) that
 * comes there by the action. */
static bool try_opened(event_at *x, void *view, const rb_opened *before, const rb_opened *o,
                       int card, action *out) {
    const program *b = x->b;
    for (int i = 0; i < o->count; i++) {
        int32_t cards[RB_KINDS];
        int32_t count = 0;
        memcpy(cards, o->at[i].cards, sizeof cards);
        for (int k = 0; k < b->kinds; k++) count += cards[k];
        bool comes = count > before->at[i].cards[0];
        if (comes && (card < 0 || --cards[card] < 0)) return false;
        if (!fix_place(b, view, o->at[i].area, o->at[i].holder, cards)) return false;
    }
    x->view = view;
    return rb_view_deal_world(b, view, x->s, &x->g, NULL) && deal_event(x, out) == ST_OK;
}

static status deal_opened(event_at *x, const char *opened, action *out) {
    const program *b = x->b;
    const void *view = x->view;
    rb_opened o;
    rb_opened before;
    x->bare = true;
    status st = deal_event(x, out);
    if (st != ST_OK) return st;
    b->run->opened(b, x->s, *out, &o);
    for (int i = 0; i < o.count; i++) { /* how many cards there were: in cards[0] */
        const rb_var *a = cards_area(b, o.at[i].area);
        before.at[i].cards[0] = cards_count(b, rb_vars_in(b, x->s), a, o.at[i].holder);
        if (*opened != '/' || !read_opened(b, opened + 1, o.at[i].cards, &opened))
            return impossible(x, "bad-outcome", "other cards are shown here");
    }
    if (*opened || !o.count) return impossible(x, "bad-outcome", "other cards are shown here");
    x->bare = false;
    void *copy = mem_alloc(x->r->view_size);
    if (!copy) return error_set(x->err, ST_NOMEM, "no memory to read an event");
    bool found = false;
    for (int card = -1; card < b->kinds && !found; card++) {
        memcpy(copy, view, x->r->view_size);
        found = try_opened(x, copy, &before, &o, card, out);
    }
    mem_free(copy);
    x->view = view;
    return found ? ST_OK : impossible(x, "no-such-outcome", "these cards cannot be there");
}

status rb_view_deal(const rules *r, const void *view, const char *event, void *s, struct token *out,
                    error *err) {
    const rb_view *v = view;
    char base[GAME_TOKEN_SIZE];
    size_t len = strcspn(event, "/");
    event_at x = {.r = r,
                  .b = program_of(r),
                  .view = view,
                  .event = event,
                  .base = base,
                  .viewer = v->seat == CARDS_PUBLIC ? SEAT_PUBLIC : v->seat,
                  .s = s,
                  .g = {.s = 1},
                  .err = err};
    if (len >= sizeof base) return error_set(err, ST_BAD_SYNTAX, "the event is too long");
    memcpy(base, event, len);
    base[len] = '\0';
    rb_resample(r, view, s, &x.g);
    int actor = r->game->actor(r, s);
    bool hidden = event[0] == '?';
    if (actor == ACTOR_NONE) return error_set(err, ST_GAME_OVER, "the game is over");
    if (actor == ACTOR_CHANCE && event[0] != '!' && !hidden)
        return error_set(err, ST_CHANCE_EXPECTED, "chance decides here: announce an outcome");
    if (actor >= 0 && event[0] == '!')
        return error_set(err, ST_ACTION_EXPECTED, "seat %d has to move", actor + 1);
    out->count = 1;
    return event[len] ? deal_opened(&x, event + len, &out->steps[0])
                      : deal_event(&x, &out->steps[0]);
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
