#include "tune/evolution/pairings.h"

#include <assert.h>
#include <stdatomic.h>
#include <string.h>

#include "arena/referee.h"
#include "engine/base/hash.h"
#include "engine/base/memory.h"
#include "engine/base/threads.h"

/* One thread's players: a player for each seat that a side may take. */
typedef struct table_seat {
    player *who[2][GAME_MAX_PLAYERS];
} table_seat;

struct pairings {
    pairing_table t;
    table_seat *seat;  /* one a worker */
    bot_table **table; /* likewise; made when bots play */
    int workers;

    mtx_t lock; /* guards what follows and the players' coming and going */
    pairing *pairing;
    size_t n, next;
    bool stopping;
    status failure;
    error why;
};

status pairings_create(pairings **out, const pairing_table *t, error *err) {
    *out = NULL;
    pairings *made = mem_alloc(sizeof *made);
    if (!made) return error_set(err, ST_NOMEM, "no memory for the games");
    made->t = *t;
    made->workers = t->threads ? pool_threads(t->threads) : 1;
    made->seat = mem_alloc((size_t)made->workers * sizeof *made->seat);
    made->table = mem_alloc((size_t)made->workers * sizeof(bot_table *));
    (void)mtx_init(&made->lock, mtx_plain);
    if (!made->seat || !made->table) {
        pairings_destroy(made);
        return error_set(err, ST_NOMEM, "no memory for the games");
    }
    *out = made;
    return ST_OK;
}

void pairings_destroy(pairings *t) {
    if (!t) return;
    mtx_destroy(&t->lock);
    for (int i = 0; t->table && i < t->workers; i++) bot_table_destroy(t->table[i]);
    mem_free(t->table);
    mem_free(t->seat);
    mem_free(t);
}

/* --- one pairing --- */

static uint64_t seed_for(const pairings *t, const char *what, uint64_t a, uint64_t b) {
    uint64_t parts[4] = {t->t.seed, hash_key(what, 0), a, b};
    return hash_bytes(parts, sizeof parts, 0);
}

static status take_player(pairings *t, table_seat *at, const pairing_side *side, int which,
                          int slot, error *err) {
    assert(which >= 0 && which < 2 && slot >= 0 && slot < GAME_MAX_PLAYERS);
    if (at->who[which][slot]) return ST_OK;
    player_setup setup = {.spec = side->spec,
                          .games = t->t.games,
                          .book = t->t.book,
                          .rules = t->t.rules,
                          .eval = side->eval};
    player *p;
    status st = player_create(&p, &setup, err);
    if (st != ST_OK) return st;
    (void)mtx_lock(&t->lock);
    at->who[which][slot] = p;
    if (t->stopping) player_stop(p);
    (void)mtx_unlock(&t->lock);
    return ST_OK;
}

static void dismiss(pairings *t, table_seat *at) {
    (void)mtx_lock(&t->lock);
    table_seat old = *at;
    memset(at, 0, sizeof *at);
    (void)mtx_unlock(&t->lock);
    for (int i = 0; i < 2; i++)
        for (int k = 0; k < GAME_MAX_PLAYERS; k++) player_destroy(old.who[i][k]);
}

static status play_game(pairings *t, table_seat *at, const pairing *d, const block_game *b,
                        double *utility, error *err) {
    const pairing_side *side[2] = {&d->a, &d->b};
    int used[2] = {0};
    referee_game g = {.game = t->t.kind,
                      .setup = t->t.setup,
                      .max_plies = t->t.max_plies,
                      .opening = {.random = t->t.opening_plies,
                                  .seed = seed_for(t, "opening", d->block, 0),
                                  .dice = seed_for(t, "chance", d->block, 0)}};
    status st = ST_OK;
    for (int i = 0; st == ST_OK && i < t->t.rules->players; i++) {
        int which = b->seat[i];
        int slot = used[which]++;
        st = take_player(t, at, side[which], which, slot, err);
        g.seat[i] =
            (referee_seat){.who = at->who[which][slot],
                           .spec = side[which]->spec,
                           .seed = seed_for(t, "engine", d->block,
                                            (uint64_t)b->within * GAME_MAX_PLAYERS + (uint64_t)i)};
    }
    referee_result res;
    if (st == ST_OK) st = referee_play(&g, &res, err);
    if (st != ST_OK) return st;
    memcpy(utility, res.utility, sizeof res.utility);
    referee_result_done(&res);
    return ST_OK;
}

static status play_pairing(pairings *t, table_seat *at, pairing *d, error *err) {
    block_plan plan = {.engines = 2, .seats = t->t.rules->players};
    double utility[BLOCK_MAX_GAMES][GAME_MAX_PLAYERS];
    int games = blocks_games(&plan);
    status st = ST_OK;
    for (int i = 0; st == ST_OK && i < games; i++) {
        block_game b = blocks_game(&plan, (uint64_t)i);
        st = play_game(t, at, d, &b, utility[i], err);
    }
    dismiss(t, at);
    if (st != ST_OK) return st;
    d->value = blocks_unit(&plan, (const double(*)[GAME_MAX_PLAYERS])utility);
    d->games = (uint64_t)games;
    return ST_OK;
}

/* --- a pairing of bots --- */

static bool of_bots(const pairing *d) {
    return d->a.bot.bot && d->b.bot.bot;
}

static void bot_game_of(const pairings *t, const pairing *d, const block_game *b, double *utility,
                        bot_table *table) {
    bot_game g = {.opening_plies = t->t.opening_plies,
                  .opening = seed_for(t, "opening", d->block, 0),
                  .dice = seed_for(t, "chance", d->block, 0),
                  .seed = seed_for(t, "engine", d->block, (uint64_t)b->within)};
    for (int i = 0; i < t->t.rules->players; i++) g.seat[i] = b->seat[i] ? d->b.bot : d->a.bot;
    bot_table_play(table, &g, utility);
}

/* Side a sits evenly round the table, further on by one from game to game. */
static double play_line_up(const pairings *t, const pairing *d, bot_table *table) {
    int n = t->t.rules->players;
    double won = 0;
    assert(n > 0 && d->seats > 0 && d->seats <= n);
    for (int i = 0; i < n; i++) {
        double utility[GAME_MAX_PLAYERS];
        block_game b = {.within = i};
        for (int k = 0; k < n; k++) b.seat[k] = 1;
        for (int k = 0; k < d->seats; k++) b.seat[(i + k * n / d->seats) % n] = 0;
        bot_game_of(t, d, &b, utility, table);
        for (int k = 0; k < n; k++) won += b.seat[k] ? 0 : utility[k];
    }
    return won / n;
}

static double play_block(const pairings *t, const pairing *d, bot_table *table) {
    block_plan plan = {.engines = 2, .seats = t->t.rules->players};
    double utility[BLOCK_MAX_GAMES][GAME_MAX_PLAYERS];
    for (int i = 0; i < blocks_games(&plan); i++) {
        block_game b = blocks_game(&plan, (uint64_t)i);
        bot_game_of(t, d, &b, utility[i], table);
    }
    return blocks_unit(&plan, (const double(*)[GAME_MAX_PLAYERS])utility);
}

static status play_bots(pairings *t, int worker, pairing *d, error *err) {
    block_plan plan = {.engines = 2, .seats = t->t.rules->players};
    bot_table **table = &t->table[worker];
    if (!*table && bot_table_create(table, t->t.rules, t->t.max_plies) != ST_OK)
        return error_set(err, ST_NOMEM, "no memory for the games");
    d->value = d->seats ? play_line_up(t, d, *table) : play_block(t, d, *table);
    d->games = (uint64_t)(d->seats ? plan.seats : blocks_games(&plan));
    return ST_OK;
}

/* --- threads --- */

static void stop_all(pairings *t) {
    t->stopping = true;
    for (int w = 0; w < t->workers; w++)
        for (int i = 0; i < 2; i++)
            for (int k = 0; k < GAME_MAX_PLAYERS; k++)
                if (t->seat[w].who[i][k]) player_stop(t->seat[w].who[i][k]);
}

static void work(void *ctx, int worker) {
    pairings *t = ctx;
    error err;
    (void)mtx_lock(&t->lock);
    while (!t->stopping && t->next < t->n) {
        pairing *d = &t->pairing[t->next++];
        (void)mtx_unlock(&t->lock);
        status st =
            of_bots(d) ? play_bots(t, worker, d, &err) : play_pairing(t, &t->seat[worker], d, &err);
        (void)mtx_lock(&t->lock);
        if (st != ST_OK && t->failure == ST_OK) {
            t->failure = st;
            t->why = err;
            stop_all(t);
        }
    }
    (void)mtx_unlock(&t->lock);
}

status pairings_run(pairings *t, pairing *list, size_t n, error *err) {
    (void)mtx_lock(&t->lock);
    t->pairing = list;
    t->n = n;
    t->next = 0;
    t->failure = ST_OK;
    bool stopped = t->stopping;
    (void)mtx_unlock(&t->lock);
    if (!stopped && t->t.threads) {
        pool_start(t->t.threads, work, t);
        (void)pool_wait(t->t.threads, -1);
    } else if (!stopped) {
        work(t, 0);
    }
    if (t->stopping && (t->failure == ST_OK || t->failure == ST_STOPPED))
        return error_set(err, ST_STOPPED, "stopped");
    if (t->failure != ST_OK && err) *err = t->why;
    assert(t->failure != ST_OK || t->next == n); /* all were played */
    return t->failure;
}

void pairings_stop(pairings *t) {
    (void)mtx_lock(&t->lock);
    stop_all(t);
    (void)mtx_unlock(&t->lock);
}
