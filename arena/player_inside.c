#include <stdatomic.h>
#include <string.h>

#include "arena/engine_search.h"
#include "arena/player.h"
#include "engine/base/memory.h"
#include "search/search_registry.h"

/* A search of this process. It keeps its tree or table from move to move of one game and forgets it
 * between games, so that a game does not depend on which thread played what before it. */

enum { DEFAULT_MOVETIME = 100 };

typedef struct inside {
    player base;
    const engine_spec *spec;
    const search_registry *book;
    search *search;
    search_question ask; /* what is the same for all decisions */
    weights eval;
    rng seeds;
    uint64_t own_seed; /* the option Seed */
    atomic_bool stopped;
} inside;

static void inside_new_game(player *p, const position *start, int seat, uint64_t seed) {
    inside *i = (inside *)p;
    (void)start;
    (void)seat;
    i->seeds = rng_stream(seed, i->own_seed);
    search_forget(i->search);
}

static void set_limits(inside *i, const player_turn *t) {
    search_limits *l = &i->ask.limits;
    *l = i->spec->limits;
    for (int k = 0; k < GAME_MAX_PLAYERS; k++) {
        l->clock_ms[k] = t->clock_ms[k];
        l->inc_ms[k] = t->inc_ms[k];
    }
    l->movestogo = t->movestogo;
    if (!limits_any(&i->spec->limits) && !i->spec->clocked) l->movetime_ms = DEFAULT_MOVETIME;
}

static status write_answer(const position *root, const token *tok, text *answer) {
    const rules *r = position_rules(root);
    void *world = mem_alloc(r->state_size);
    if (!world) return ST_NOMEM;
    rng g = {.s = 1};
    position_world(root, &g, world);
    token_write(r, world, tok, answer);
    mem_free(world);
    return ST_OK;
}

static player_reply inside_decide(player *p, const player_turn *t, text *answer) {
    inside *i = (inside *)p;
    const rules *r = position_rules(t->now);
    position *view = NULL;
    search_answer found;
    error e;
    /* Stopping sets the flag first and then stops the search; so either we see the flag here or the
     * search sees the stop. */
    search_prepare(i->search, false);
    if (atomic_load(&i->stopped)) return PLAYER_REPLY_STOPPED;
    set_limits(i, t);
    i->ask.seat = t->seat;
    i->ask.options.seed = rng_next(&i->seeds);
    status st = search_choose(i->book, engine_spec_algorithm(i->spec), r, &i->ask, &e);
    if (st == ST_OK && r->traits & GAME_HIDDEN) st = position_observe(&view, t->now, t->seat, &e);
    i->ask.root = view ? view : t->now;
    if (st == ST_OK) st = search_run(i->search, &i->ask, NULL, NULL, &found, &e);
    /* No line at all leaves the answer empty, which the referee calls illegal. */
    p->valued = st == ST_OK && found.report.count > 0 && found.report.nodes > 0;
    if (p->valued) memcpy(p->value, found.report.lines[found.best].values, sizeof p->value);
    p->scored = p->valued && t->scored;
    p->depth = p->valued ? found.report.depth : 0;
    if (p->scored)
        p->score = score_of_line(i->ask.root, &found.report.lines[found.best], t->seat, false);
    if (st == ST_OK && found.report.count > 0)
        st = write_answer(i->ask.root, &found.report.lines[found.best].first, answer);
    position_destroy(view);
    if (atomic_load(&i->stopped)) return PLAYER_REPLY_STOPPED;
    return st == ST_OK ? PLAYER_REPLY_MOVE : PLAYER_REPLY_CRASH;
}

static void inside_stop(player *p) {
    inside *i = (inside *)p;
    atomic_store(&i->stopped, true);
    search_stop(i->search);
}

static void inside_destroy(player *p) {
    inside *i = (inside *)p;
    search_destroy(i->search);
    mem_free(i);
}

static const player_kind inside_kind = {.new_game = inside_new_game,
                                        .decide = inside_decide,
                                        .stop = inside_stop,
                                        .destroy = inside_destroy};

/* --- options --- */

static status take_words(inside *i, const player_setup *setup, error *err) {
    engine_context c = {.game = setup->rules->game,
                        .games = setup->games,
                        .book = setup->book,
                        .weights = setup->eval,
                        .where = "in a match"};
    engine_search *how = mem_alloc(sizeof *how);
    if (!how) return error_set(err, ST_NOMEM, "no memory for an engine");
    status st = engine_search_read(how, setup->spec, &c, err);
    if (st == ST_OK) st = engine_search_choose(how, setup->spec, &c, setup->rules, err);
    if (st == ST_OK) {
        i->ask = how->ask;
        i->eval = how->eval;
        i->ask.eval = &i->eval;
        i->own_seed = how->seed;
    }
    mem_free(how);
    return st;
}

status player_create_inside(player **out, const player_setup *setup, error *err) {
    *out = NULL;
    inside *i = mem_alloc(sizeof *i);
    if (!i) return error_set(err, ST_NOMEM, "no memory for an engine");
    i->base.kind = &inside_kind;
    i->spec = setup->spec;
    i->book = setup->book;
    status st = take_words(i, setup, err);
    if (st == ST_OK && search_create(&i->search) != ST_OK)
        st = error_set(err, ST_NOMEM, "no memory for an engine");
    /* Where time counts, memory is made before the clock runs. */
    bool timed = setup->spec->clocked || setup->spec->limits.movetime_ms >= 0;
    if (st == ST_OK && timed && !i->ask.kind->instant)
        st = search_ready(i->search, &i->ask.options, err);
    if (st == ST_OK) {
        *out = &i->base;
        return ST_OK;
    }
    search_destroy(i->search);
    mem_free(i);
    return st;
}
