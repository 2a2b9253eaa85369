#include "engine/game/perft.h"

#include <assert.h>
#include <string.h>

#include "engine/base/hash.h"
#include "engine/base/memory.h"
#include "engine/game/game_speed.h"
#include "engine/game/game_terminal.h"

enum { MAX_LEVELS = 2048 }; /* steps in one line, chains and turns included */

/* Room for one step of the line, made when the walk first comes so deep. */
typedef struct level {
    unsigned char *state;
    chance_buffers list; /* or legal steps */
} level;

/* An open-addressed set of hashes; 0 is kept apart. */
typedef struct key_set {
    uint64_t *slots;
    size_t cap, count;
    bool has_zero;
} key_set;

typedef struct counter {
    const rules *r;
    const perft_options *o;
    trail trail;
    trail *t; /* &trail, or NULL where the game does not repeat */
    level levels[MAX_LEVELS];
    key_set seen;
    uint64_t until_check;
    uint64_t *firsts; /* not NULL: only the first tokens are counted */
    status st;
} counter;

static uint64_t fail(counter *c, status st) {
    if (c->st == ST_OK) c->st = st;
    return 0;
}

static level *level_at(counter *c, unsigned n) {
    if (n >= MAX_LEVELS) {
        (void)fail(c, ST_NOMEM);
        return NULL;
    }
    level *l = &c->levels[n];
    if (!l->state) {
        l->state = mem_alloc(c->r->state_size);
        (void)chance_buffers_init(&l->list, c->r);
    }
    if (l->state && l->list.outcome) return l;
    (void)fail(c, ST_NOMEM);
    return NULL;
}

/* Half of the slots are free, so that a search for one ends. */
FOR_ASSERT static bool key_set_check(const key_set *s) {
    return (s->cap & (s->cap - 1)) == 0 && s->count * 2 <= s->cap;
}

static void set_put(key_set *s, uint64_t key) {
    assert(key && s->cap);
    size_t i = hash_mix(key) & (s->cap - 1);
    while (s->slots[i] && s->slots[i] != key) i = (i + 1) & (s->cap - 1);
    s->count += !s->slots[i];
    s->slots[i] = key;
}

static bool set_add(key_set *s, uint64_t key) {
    if (!key) {
        s->has_zero = true;
        return true;
    }
    if ((s->count + 1) * 2 > s->cap) {
        key_set wide = {.cap = s->cap ? s->cap * 2 : 64, .has_zero = s->has_zero};
        wide.slots = mem_alloc(wide.cap * sizeof *wide.slots);
        if (!wide.slots) return false;
        for (size_t i = 0; i < s->cap; i++)
            if (s->slots[i]) set_put(&wide, s->slots[i]);
        mem_free(s->slots);
        *s = wide;
    }
    set_put(s, key);
    assert(key_set_check(s));
    return true;
}

static bool stopped(counter *c) {
    if (c->until_check-- == 0) {
        c->until_check = 1024;
        if (c->o->stop && atomic_load_explicit(c->o->stop, memory_order_relaxed))
            (void)fail(c, ST_STOPPED);
    }
    return c->st != ST_OK;
}

/* What playing a step leaves of the depth: complete tokens count, or with `turns` complete
 * turns. */
static unsigned depth_after(const counter *c, unsigned depth, int mover, const void *next) {
    if (game_inside(c->r, next)) return depth;
    if (!c->o->turns) return depth - 1;
    int actor = c->r->game->actor(c->r, next);
    return actor == mover || actor == ACTOR_CHANCE ? depth : depth - 1;
}

static uint64_t leaf(counter *c, const void *s) {
    if (c->o->unique && !set_add(&c->seen, c->r->game->hash(c->r, s))) return fail(c, ST_NOMEM);
    return 1;
}

/* In how many ways a step is spelled: each is a token of its own. */
static uint64_t spellings(const counter *c, const void *s, action a) {
    uint64_t n = 1;
    char buf[GAME_TOKEN_SIZE];
    text name = text_over(buf, sizeof buf);
    while (c->r->terminal->alias(c->r, s, &a, 1, (int)n - 1, &name)) n++;
    return n;
}

/* mover: who acted last, as chance does not begin a turn. */
static uint64_t count(counter *c, const void *s, unsigned depth, unsigned at, int mover) {
    const game *g = c->r->game;
    if (depth == 0) return leaf(c, s);
    int actor = g->actor(c->r, s);
    if (actor == ACTOR_NONE || stopped(c)) return 0;
    bool chance = actor == ACTOR_CHANCE;
    bool bulk = depth == 1 && c->r->max_steps == 1 && !c->o->turns && !c->o->unique;
    /* A step that ends a token is all of it only where tokens are single steps. */
    bool spelled = c->r->terminal->alias && !chance && c->r->max_steps == 1;
    if (bulk && !chance && c->r->speed->count && !spelled) return c->r->speed->count(c->r, s, c->t);
    uint64_t ways;
    bool last_turn =
        depth == 1 && c->o->turns && !c->o->unique && !chance && c->r->speed->count_turns;
    if (last_turn && c->r->speed->count_turns(c->r, s, c->t, &ways)) return ways;
    level *l = level_at(c, at);
    if (!l) return 0;
    int n = !chance     ? g->legal(c->r, s, c->t, l->list.outcome)
            : g->chance ? g->chance(c->r, s, l->list.outcome, l->list.weight)
                        : 0;
    if (chance && n == 0) return fail(c, ST_UNSUPPORTED);
    if (bulk && !spelled && !(chance && n == 1)) return (uint64_t)n;
    uint64_t sum = 0;
    for (int i = 0; bulk && spelled && i < n; i++) sum += spellings(c, s, l->list.outcome[i]);
    if (bulk && spelled) return sum;
    size_t mark = c->trail.len;
    if (!chance) mover = actor;
    for (int i = 0; i < n && c->st == ST_OK; i++) {
        memcpy(l->state, s, c->r->state_size);
        if (c->t && !trail_reserve(c->t, TRAIL_PUSHES)) return fail(c, ST_NOMEM);
        g->apply(c->r, l->state, c->t, l->list.outcome[i]);
        /* A chance node with one outcome is no event. */
        bool silent = chance && n == 1 && !c->o->turns;
        unsigned rest = silent ? depth : depth_after(c, depth, mover, l->state);
        sum += (spelled ? spellings(c, s, l->list.outcome[i]) : 1) *
               count(c, l->state, rest, at + 1, mover);
        trail_cut(&c->trail, mark);
    }
    return sum;
}

typedef struct division {
    counter *c;
    const void *s;
    perft_each each;
    void *ctx;
    uint64_t sum, number;
    bool count_only; /* the tokens themselves */
} division;

static bool divide_one(void *ctx, const token *tok) {
    division *d = ctx;
    counter *c = d->c;
    uint64_t number = d->number++;
    if (d->count_only || number < c->o->first || (c->o->end && number >= c->o->end)) return true;
    level *l = level_at(c, MAX_LEVELS - 1);
    if (!l || (c->t && !trail_reserve(c->t, TRAIL_PUSHES * (size_t)tok->count))) return false;
    size_t mark = c->trail.len;
    int mover = c->r->game->actor(c->r, d->s);
    memcpy(l->state, d->s, c->r->state_size);
    token_apply(c->r, l->state, c->t, tok);
    uint64_t n = count(c, l->state, depth_after(c, c->o->depth, mover, l->state), 0, mover);
    trail_cut(&c->trail, mark);
    if (c->st != ST_OK) return false;
    d->sum += n;
    char buf[GAME_TOKEN_SIZE];
    text event = text_over(buf, sizeof buf);
    token_write(c->r, d->s, tok, &event);
    if (d->each) d->each(d->ctx, buf, n);
    bool spelled = c->r->terminal->alias && c->r->max_steps == 1 && mover >= 0;
    for (int k = 0; spelled; k++) {
        text_clear(&event);
        if (!c->r->terminal->alias(c->r, d->s, tok->steps, tok->count, k, &event)) break;
        d->sum += n;
        if (d->each) d->each(d->ctx, buf, n);
    }
    return true;
}

static status stated(const counter *c, error *err) {
    switch (c->st) {
    case ST_OK:
        return ST_OK;
    case ST_NOMEM:
        return error_set(err, ST_NOMEM, "no memory for perft at this depth");
    case ST_STOPPED:
        return error_set(err, ST_STOPPED, "perft was stopped");
    default:
        return error_set(err, ST_UNSUPPORTED,
                         "a chance node has too many outcomes to count them all");
    }
}

static status run(counter *c, const position *p, perft_each each, void *ctx, perft_result *out,
                  error *err) {
    const void *s = position_data(p);
    const trail *t = position_trail(p);
    if (t) {
        if (!trail_copy(&c->trail, t, 64)) return error_set(err, ST_NOMEM, "no memory for perft");
        c->t = &c->trail;
    }
    division d = {.c = c, .s = s, .each = each, .ctx = ctx, .count_only = c->firsts != NULL};
    if (c->o->depth == 0) {
        d.sum = leaf(c, s);
    } else {
        status st = token_walk((state_ref){c->r, s, t}, divide_one, &d);
        if (st != ST_OK) (void)fail(c, st);
    }
    if (c->firsts) *c->firsts = d.number;
    *out = (perft_result){d.sum, c->seen.count + c->seen.has_zero};
    return stated(c, err);
}

static void counter_done(counter *c) {
    for (unsigned i = 0; i < MAX_LEVELS; i++) {
        mem_free(c->levels[i].state);
        chance_buffers_done(&c->levels[i].list);
    }
    mem_free(c->seen.slots);
    trail_done(&c->trail);
    mem_free(c);
}

/* The same position under rules that do not end. */
static status without_end(position **out, const position *p, error *err) {
    const rules *r = position_rules(p);
    params options = r->options;
    options.noend = true;
    text line = text_growing();
    position_write(p, &line);
    status st = line.cut ? error_set(err, ST_NOMEM, "no memory for perft")
                         : position_read(out, r->game, &options, SEAT_ALL, text_string(&line), err);
    text_done(&line);
    return st;
}

typedef struct listener {
    perft_each each;
    void *ctx;
    uint64_t *firsts;
} listener;

static status count_below(const position *p, const perft_options *o, listener to, perft_result *out,
                          error *err) {
    *out = (perft_result){0};
    if (position_seat(p) != SEAT_ALL)
        return error_set(err, ST_UNSUPPORTED,
                         "perft needs the complete position, not one seat's view");
    position *root = NULL;
    position *endless = NULL;
    status st = position_clone(&root, p, err);
    if (st == ST_OK)
        position_allow(root, POSITION_OPEN_ENDS); /* the root is counted as it is asked */
    if (st == ST_OK && o->noend) st = without_end(&endless, root, err);
    if (st != ST_OK) {
        position_destroy(root);
        return st;
    }
    p = endless ? endless : root;
    counter *c = mem_alloc(sizeof *c);
    st = ST_NOMEM;
    if (c) {
        c->r = position_rules(p);
        c->o = o;
        c->firsts = to.firsts;
        st = run(c, p, to.each, to.ctx, out, err);
        counter_done(c);
    } else {
        (void)error_set(err, ST_NOMEM, "no memory for perft");
    }
    position_destroy(endless);
    position_destroy(root);
    return st;
}

status perft_run(const position *p, const perft_options *o, perft_each each, void *ctx,
                 perft_result *out, error *err) {
    return count_below(p, o, (listener){.each = each, .ctx = ctx}, out, err);
}

status perft_firsts(const position *p, const perft_options *o, uint64_t *out, error *err) {
    perft_result none;
    assert(o->depth > 0);
    *out = 0;
    return count_below(p, o, (listener){.firsts = out}, &none, err);
}
