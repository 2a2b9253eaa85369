#include "engine/game/tokens.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/memory.h"
#include "engine/game/game_terminal.h"

bool token_equal(const token *a, const token *b) {
    assert(a->count >= 0 && a->count <= GAME_MAX_STEPS);
    assert(b->count >= 0 && b->count <= GAME_MAX_STEPS);
    return a->count == b->count &&
           memcmp(a->steps, b->steps, (size_t)a->count * sizeof a->steps[0]) == 0;
}

status token_seat(const rules *r, int actor, const char *event, const char **rest, error *err) {
    assert(actor >= ACTOR_CHANCE && actor < r->players);
    *rest = event;
    if (event[0] != '@') return ST_OK;
    const char *colon = strchr(event, ':');
    char digits[4] = {0};
    uint64_t seat = 0;
    if (colon && colon - event - 1 < (int)sizeof digits)
        memcpy(digits, event + 1, (size_t)(colon - event - 1));
    if (!colon || !text_u64(digits, r->players, &seat))
        return error_set(err, ST_BAD_SYNTAX, "expected @seat:action with a seat from 1 to %d",
                         r->players);
    int asked = actor == ACTOR_CHANCE ? 0 : actor + 1;
    if ((int)seat != asked)
        return error_set(err, ST_WRONG_SEAT, "seat %d is to act, not seat %d", asked, (int)seat);
    *rest = colon + 1;
    return ST_OK;
}

/* The first outcome of a chance node, as an example of what may be announced. */
static void example_outcome(const rules *r, const void *s, text *out) {
    token one = {.count = 1};
    rng g = {.s = 1};
    chance_buffers b;
    if (chance_buffers_init(&b, r) != ST_OK) return;
    one.steps[0] = game_draw_chance(r, s, b, &g, NULL);
    text_put(out, ", such as ");
    token_write(r, s, &one, out);
    chance_buffers_done(&b);
}

status token_chance_expected(const rules *r, const void *s, error *err) {
    char buf[GAME_TOKEN_SIZE];
    text such = text_over(buf, sizeof buf);
    example_outcome(r, s, &such);
    return error_set(err, ST_CHANCE_EXPECTED, "chance decides here: announce an outcome%.60s",
                     text_string(&such));
}

/* Whether the kind of the event fits the node. */
static status fits_node(const rules *r, const void *s, int actor, const char *event, error *err) {
    if (actor == ACTOR_NONE) return error_set(err, ST_GAME_OVER, "the game is over");
    if (event[0] == '?')
        return error_set(err, ST_ILLEGAL_ACTION, "hidden events (?) are for a seat's view");
    if (event[0] == '!' && actor != ACTOR_CHANCE)
        return error_set(err, ST_ACTION_EXPECTED, "seat %d has to move", actor + 1);
    if (event[0] != '!' && actor == ACTOR_CHANCE) return token_chance_expected(r, s, err);
    return ST_OK;
}

status token_read_exact(state_ref x, const char *event, token *out, error *err) {
    const rules *r = x.rules;
    const void *s = x.state;
    int actor = r->game->actor(r, s);
    const char *rest;
    status st = actor == ACTOR_NONE ? ST_OK : token_seat(r, actor, event, &rest, err);
    if (actor == ACTOR_NONE) rest = event;
    if (st == ST_OK) st = fits_node(r, s, actor, rest, err);
    if (st != ST_OK) return st;
    out->count = 0;
    bool chance = rest[0] == '!';
    st = game_from_text(r, s, rest + chance, out->steps, &out->count, err);
    assert(st != ST_OK || (out->count >= 1 && out->count <= GAME_MAX_STEPS));
    if (st == ST_OK) st = game_verify(r, s, x.trail, out->steps, out->count, err);
    if (st == ST_ILLEGAL_ACTION && chance) {
        st = ST_CHANCE_IMPOSSIBLE;
        if (err) err->code = st;
    }
    return st;
}

status token_read(state_ref x, const char *event, token *out, error *err) {
    const rules *r = x.rules;
    const void *s = x.state;
    status st = token_read_exact(x, event, out, err);
    /* Only games whose tokens are one step have it, so the state before is enough. */
    for (int i = 0; st == ST_OK && r->terminal->canonical && i < out->count; i++)
        out->steps[i] = r->terminal->canonical(r, s, out->steps[i]);
    return st;
}

void token_write(const rules *r, const void *s, const token *tok, text *out) {
    assert(tok->count >= 1 && tok->count <= GAME_MAX_STEPS);
    int actor = r->game->actor(r, s);
    if (actor == ACTOR_CHANCE)
        text_char(out, '!');
    else if (game_kind(r, s) == KIND_REACTION)
        text_format(out, "@%d:", actor + 1);
    r->game->to_text(r, s, tok->steps, tok->count, out);
}

void token_apply(const rules *r, void *s, trail *t, const token *tok) {
    assert(tok->count >= 1 && tok->count <= GAME_MAX_STEPS);
    for (int i = 0; i < tok->count; i++) r->game->apply(r, s, t, tok->steps[i]);
}

/* A depth-first walk through the steps of a token, one state and one list a level. */
typedef struct walk {
    const rules *r;
    unsigned char *states;
    action *lists;
    size_t stride;
    trail trail;
    token_visit visit;
    void *ctx;
    token path;
} walk;

static bool walk_from(walk *w, const void *s, trail *t) {
    const game *g = w->r->game;
    int depth = w->path.count;
    action *list = w->lists + (size_t)depth * w->r->max_actions;
    assert(depth < w->r->max_steps);
    int n = g->legal(w->r, s, t, list);
    assert(n > 0 && (uint32_t)n <= w->r->max_actions); /* a settled state has a step to offer */
    for (int i = 0; i < n; i++) {
        assert(list[i] != ACTION_NONE);
        w->path.steps[depth] = list[i];
        w->path.count = depth + 1;
        bool entire = w->r->max_steps == 1;
        bool on = true;
        if (!entire) {
            void *next = w->states + (size_t)depth * w->stride;
            size_t mark = t ? t->len : 0;
            memcpy(next, s, w->r->state_size);
            g->apply(w->r, next, t, list[i]);
            entire = !game_inside(w->r, next);
            if (!entire) on = walk_from(w, next, t);
            if (t) trail_cut(t, mark);
        }
        if (entire) on = w->visit(w->ctx, &w->path);
        w->path.count = depth;
        if (!on) return false;
    }
    return true;
}

static status walk_chance(const rules *r, const void *s, token_visit visit, void *ctx) {
    if (!r->game->chance) return ST_UNSUPPORTED;
    chance_buffers b;
    if (chance_buffers_init(&b, r) != ST_OK) return ST_NOMEM;
    int n = r->game->chance(r, s, b.outcome, b.weight);
    assert(n >= 0 && (uint32_t)n <= r->max_actions);
    for (int i = 0; i < n; i++) {
        token one = {.steps = {b.outcome[i]}, .count = 1};
        if (!visit(ctx, &one)) break;
    }
    chance_buffers_done(&b);
    return n ? ST_OK : ST_UNSUPPORTED;
}

status token_walk(state_ref x, token_visit visit, void *ctx) {
    const rules *r = x.rules;
    const void *s = x.state;
    int actor = r->game->actor(r, s);
    if (actor == ACTOR_NONE) return ST_OK;
    if (actor == ACTOR_CHANCE) return walk_chance(r, s, visit, ctx);
    walk w = {.r = r, .visit = visit, .ctx = ctx};
    w.stride = (r->state_size + 15u) & ~(size_t)15;
    w.states = mem_alloc(w.stride * r->max_steps);
    w.lists = mem_alloc((size_t)r->max_actions * r->max_steps * sizeof(action));
    status st = w.states && w.lists ? ST_OK : ST_NOMEM;
    trail copy = {0};
    if (st == ST_OK && x.trail && !trail_copy(&copy, x.trail, (size_t)TRAIL_PUSHES * r->max_steps))
        st = ST_NOMEM;
    if (st == ST_OK) (void)walk_from(&w, s, x.trail ? &copy : NULL);
    trail_done(&copy);
    mem_free(w.states);
    mem_free(w.lists);
    return st;
}

/* --- spellings --- */

typedef struct spelling {
    uint32_t rank;
    token tok;
    char name[GAME_TOKEN_SIZE];
} spelling;

typedef struct speller {
    const rules *r;
    const void *s;
    token_spelling visit;
    void *ctx;
    spelling *rows; /* kept to be sorted, where the game has an order of its own */
    size_t count, cap;
    status st;
} speller;

static bool keep_row(speller *x, const token *tok, const char *name) {
    if (MEM_GROW(x->rows, x->cap, x->count + 1) != ST_OK) {
        x->st = ST_NOMEM;
        return false;
    }
    spelling *row = &x->rows[x->count++];
    row->rank = x->r->terminal->alias_rank(x->r, name);
    row->tok = *tok;
    memcpy(row->name, name, strlen(name) + 1);
    return true;
}

static bool meet(speller *x, const token *tok, const char *name) {
    bool sorted = x->r->terminal->alias_rank && x->r->game->actor(x->r, x->s) != ACTOR_CHANCE;
    return sorted ? keep_row(x, tok, name) : x->visit(x->ctx, tok, name);
}

static bool spell_one(void *ctx, const token *tok) {
    speller *x = ctx;
    char buf[GAME_TOKEN_SIZE];
    text name = text_over(buf, sizeof buf);
    token_write(x->r, x->s, tok, &name);
    assert(!name.cut && name.len > 0);
    assert(text_is_plain(buf)); /* one word of a line */
    bool on = meet(x, tok, buf);
    for (int i = 0; on && x->r->terminal->alias; i++) {
        token exact = *tok;
        text_clear(&name);
        if (!x->r->terminal->alias(x->r, x->s, tok->steps, tok->count, i, &name)) break;
        if (x->r->terminal->canonical)
            (void)game_from_text(x->r, x->s, buf, exact.steps, &exact.count, NULL);
        on = meet(x, &exact, buf);
    }
    return on;
}

static int by_rank(const void *a, const void *b) {
    uint32_t i = ((const spelling *)a)->rank;
    uint32_t k = ((const spelling *)b)->rank;
    return (i > k) - (i < k);
}

status token_spell(state_ref x, token_spelling visit, void *ctx) {
    const rules *r = x.rules;
    const void *s = x.state;
    speller all = {.r = r, .s = s, .visit = visit, .ctx = ctx};
    status st = token_walk(x, spell_one, &all);
    if (st == ST_OK) st = all.st;
    if (all.count) qsort(all.rows, all.count, sizeof *all.rows, by_rank);
    for (size_t i = 0; st == ST_OK && i < all.count; i++)
        if (!visit(ctx, &all.rows[i].tok, all.rows[i].name)) break;
    mem_free(all.rows);
    return st;
}

/* --- drawing and counting --- */

typedef struct lottery {
    rng *g;
    uint64_t seen;
    token *winner;
} lottery;

/* Reservoir sampling: the n-th token replaces the winner with probability 1/n. */
static bool draw_lot(void *ctx, const token *tok) {
    lottery *l = ctx;
    if (rng_below(l->g, ++l->seen) == 0) *l->winner = *tok;
    return true;
}

status token_random(state_ref x, rng *g, token *out) {
    lottery l = {.g = g, .winner = out};
    return token_walk(x, draw_lot, &l);
}

typedef struct counting {
    const rules *r;
    const void *s;
    uint64_t count;
} counting;

static bool count_one(void *ctx, const token *tok) {
    counting *c = ctx;
    c->count++;
    if (!c->r->terminal->alias) return true;
    char buf[GAME_TOKEN_SIZE];
    for (int k = 0;; k++) {
        text other = text_over(buf, sizeof buf);
        if (!c->r->terminal->alias(c->r, c->s, tok->steps, tok->count, k, &other)) return true;
        c->count++;
    }
}

bool token_declines(const char *word) {
    static const char *const all[] = {"no", "pass", "none", "skip"};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (text_same(word, all[i])) return true;
    return false;
}

status token_count(state_ref x, uint64_t *out) {
    const rules *r = x.rules;
    const void *s = x.state;
    counting c = {.r = r, .s = s};
    status st = token_walk(x, count_one, &c);
    *out = c.count;
    return st == ST_UNSUPPORTED ? ST_OK : st;
}
