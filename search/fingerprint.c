#include "search/fingerprint.h"

#include <string.h>

#include "engine/base/clock.h"
#include "engine/base/hash.h"
#include "eval/net/net_library.h"

enum { SEED = 1, LINES = 3, HASH_BYTES = 16 << 20, WALK_SEED = 8, DEFAULT_NODES = 50000 };

fingerprint_setup fingerprint_default(void) {
    fingerprint_setup u = {limits_none(), 1, HASH_BYTES, SEED, NULL, NULL, EVAL_LINEAR};
    u.limits.nodes = DEFAULT_NODES;
    return u;
}

static const unsigned events_before[] = {0, 8, 16};

search_options fingerprint_options(int threads, size_t hash_bytes) {
    search_options o = search_default_options();
    o.threads = threads;
    o.hash_bytes = hash_bytes;
    o.multipv = LINES;
    o.seed = SEED;
    return o;
}

/* --- positions --- */

static status play_one(position *p, rng *g, error *err) {
    const rules *r = position_rules(p);
    const void *s = position_data(p);
    token one;
    status st = token_random((state_ref){r, s, position_trail(p)}, g, &one);
    if (st != ST_OK) return error_set(err, st, "%s: no random event", r->game->name);
    char buf[GAME_TOKEN_SIZE];
    text event = text_over(buf, sizeof buf);
    token_write(r, s, &one, &event);
    st = position_play(p, buf, err);
    return st == ST_OK ? position_resolve(p, err) : st;
}

static int actor_of(const position *p) {
    const rules *r = position_rules(p);
    return r->game->actor(r, position_data(p));
}

status fingerprint_position(position **out, const game *g, unsigned events, error *err) {
    params usual = params_default();
    status st = position_start(out, g, &usual, SEAT_ALL, err);
    if (st != ST_OK) return st;
    position_set_seed(*out, SEED);
    st = position_resolve(*out, err);
    rng walk = rng_stream(SEED, WALK_SEED);
    unsigned start = position_ply(*out);
    while (st == ST_OK && actor_of(*out) >= 0 && position_ply(*out) - start < events)
        st = play_one(*out, &walk, err);
    if (st == ST_OK) return ST_OK;
    position_destroy(*out);
    *out = NULL;
    return st;
}

status fingerprint_root(position **root, int *seat, const position *p, error *err) {
    *root = NULL;
    *seat = actor_of(p);
    if (*seat < 0) return error_set(err, ST_GAME_OVER, "no seat is to act here");
    if (position_rules(p)->traits & GAME_HIDDEN) return position_observe(root, p, *seat, err);
    return position_clone(root, p, err);
}

/* --- searches --- */

static void take_down(fingerprint *f, const char *game_name, const search_report *r) {
    f->nodes += r->nodes;
    f->positions++;
    f->hash = hash_bytes(game_name, strlen(game_name), f->hash);
    for (size_t i = 0; i < r->count; i++) {
        const search_line *line = &r->lines[i];
        f->hash = hash_bytes(line->pv, strlen(line->pv), f->hash);
        f->hash = hash_mix(f->hash ^ line->visits);
    }
}

static status search_one(search *s, const searcher_kind *kind, const position *p,
                         const fingerprint_setup *u, fingerprint *f, error *err) {
    position *root;
    int seat;
    status st = fingerprint_root(&root, &seat, p, err);
    if (st == ST_GAME_OVER) return ST_OK;
    if (st != ST_OK) return st;
    weights w;
    weights_init(&w, position_rules(p)->game);
    w.choice = u->eval;
    search_question q = {.kind = kind,
                         .eval = &w,
                         .root = root,
                         .seat = seat,
                         .limits = u->limits,
                         .presets = u->presets,
                         .options = fingerprint_options(u->threads, u->hash_bytes)};
    q.options.seed = u->seed;
    if (u->book) st = search_choose(u->book, "auto", position_rules(root), &q, err);
    search_answer a;
    search_forget(s); /* each search stands alone */
    (void)search_ready(s, &q.options, NULL);
    search_restart_clock(s); /* a movetime is that of one position */
    int64_t start = clock_cpu_ns();
    int64_t begun = clock_now_ns();
    if (st == ST_OK) st = search_run(s, &q, NULL, NULL, &a, err);
    f->seconds += (double)(clock_cpu_ns() - start) / 1e9;
    f->wall += (double)(clock_now_ns() - begun) / 1e9;
    if (st == ST_OK) take_down(f, position_rules(p)->game->name, &a.report);
    position_destroy(root);
    return st;
}

static status search_game(search *s, const searcher_kind *kind, const game *g,
                          const fingerprint_setup *u, fingerprint *f, error *err) {
    for (size_t i = 0; i < sizeof events_before / sizeof *events_before; i++) {
        position *p;
        status st = fingerprint_position(&p, g, events_before[i], err);
        if (st != ST_OK) return st;
        bool asked = u->book || kind->accepts(position_rules(p));
        if (u->eval == EVAL_NET) asked = asked && net_library_shipped(position_rules(p));
        if (asked) st = search_one(s, kind, p, u, f, err);
        position_destroy(p);
        if (st != ST_OK) return st;
    }
    return ST_OK;
}

static status add_run(search *s, game_list games, const searcher_kind *kind,
                      const fingerprint_setup *setup, fingerprint *out, error *err) {
    status st = ST_OK;
    for (game_list g = games; *g && st == ST_OK; g++)
        st = search_game(s, kind, *g, setup, out, err);
    return st;
}

status fingerprint_run(search *s, game_list games, const searcher_kind *kind,
                       const fingerprint_setup *setup, fingerprint *out, error *err) {
    *out = (fingerprint){0};
    return add_run(s, games, kind, setup, out, err);
}

status fingerprint_sign(search *s, game_list games, searcher_list kinds,
                        const fingerprint_setup *setup, fingerprint *out, error *err) {
    enum { FEWER = 5 }; /* a node of alpha-beta takes more time */
    static const char *const names[] = {"mcts", "alphabeta"};
    fingerprint_setup u = *setup;
    status st = ST_OK;
    *out = (fingerprint){0};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        for (searcher_list k = kinds; *k && st == ST_OK; k++)
            if (strcmp((*k)->name, names[i]) == 0) st = add_run(s, games, *k, &u, out, err);
        u.limits.nodes /= FEWER;
    }
    return st;
}
