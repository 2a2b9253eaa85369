#include "engine/base/memory.h"
#include "engine/game/game_evaluation.h"
#include "eval/weights.h"
#include "lib/api/public_state.h"
#include "search/pool.h"
#include "search/random_game.h"

/* Many at once, for languages in which a call costs. */

enum { SLICE = 64, MAX_THREADS = 256 };

/* Games are cut into slices with dice of their own, whose sums are added in one order, so that
 * threads make no difference. */
typedef struct playouts {
    const position *from;
    const rules *r;
    uint64_t games, seed, slices;
    kibitz_playouts *part; /* of each slice */
    atomic_uint_fast64_t next;
    atomic_bool no_memory;
} playouts;

static void play_one(const playouts *p, random_game *m, rng *dice, kibitz_playouts *sum) {
    const rules *r = p->r;
    float utility[GAME_MAX_PLAYERS];
    int32_t points[GAME_MAX_PLAYERS];
    sum->plies += (uint64_t)random_game_play(m, p->from, dice, RANDOM_GAME_PLIES);
    sum->games++;
    if (r->game->actor(r, m->state) != ACTOR_NONE) return;
    r->game->returns(r, m->state, utility, points);
    for (int i = 0; i < r->players; i++) sum->utility[i] += (double)utility[i];
}

static void work(void *self, int worker) {
    playouts *p = self;
    random_game m;
    (void)worker;
    bool ok = random_game_init(&m, p->from) == ST_OK;
    if (!ok) atomic_store(&p->no_memory, true);
    while (ok) {
        uint64_t slice = atomic_fetch_add(&p->next, 1);
        if (slice >= p->slices) break;
        rng dice = rng_stream(p->seed, slice);
        for (uint64_t i = slice * SLICE; i < (slice + 1) * SLICE && i < p->games; i++)
            play_one(p, &m, &dice, &p->part[slice]);
    }
    random_game_done(&m);
}

kibitz_code kibitz_batch_playouts(const kibitz_position *p, uint64_t games, int threads,
                                  uint64_t seed, kibitz_playouts *out, kibitz_error *err) {
    *out = (kibitz_playouts){0};
    if (!handle_good(p, HANDLE_POSITION, err)) return KIBITZ_BAD_VALUE;
    if (threads < 1 || threads > MAX_THREADS || games > (uint64_t)1 << 32)
        return public_refuse(err, ST_BAD_VALUE, "1 to 256 threads, and at most 2^32 games");
    playouts all = {.from = p->at, .r = position_rules(p->at), .games = games, .seed = seed};
    all.slices = (games + SLICE - 1) / SLICE;
    all.part = mem_alloc((all.slices + 1) * sizeof *all.part);
    pool *workers = NULL;
    bool ok = all.part && (threads == 1 || pool_create(&workers, threads) == ST_OK);
    if (ok && workers) {
        pool_start(workers, work, &all);
        (void)pool_wait(workers, -1);
    } else if (ok) {
        work(&all, 0);
    }
    pool_destroy(workers);
    ok = ok && !atomic_load(&all.no_memory);
    for (uint64_t i = 0; ok && i < all.slices; i++) {
        out->games += all.part[i].games;
        out->plies += all.part[i].plies;
        for (int k = 0; k < KIBITZ_SEATS; k++) out->utility[k] += all.part[i].utility[k];
    }
    mem_free(all.part);
    return ok ? KIBITZ_OK : public_refuse(err, ST_NOMEM, "no memory for the games");
}

size_t kibitz_batch_terms(const kibitz_position *p) {
    weights w;
    if (!handle_good(p, HANDLE_POSITION, NULL)) return 0;
    weights_init(&w, position_rules(p->at)->game);
    return (size_t)w.count;
}

kibitz_code kibitz_batch_features(const kibitz_position *const *p, size_t n, float *out,
                                  size_t room, kibitz_error *err) {
    if (!n) return KIBITZ_OK;
    for (size_t i = 0; i < n; i++)
        if (!handle_good(p[i], HANDLE_POSITION, err)) return KIBITZ_BAD_VALUE;
    const rules *first = position_rules(p[0]->at);
    size_t terms = kibitz_batch_terms(p[0]);
    size_t each = terms * first->players;
    if (!terms) return public_refuse(err, ST_UNSUPPORTED, "this game has no terms");
    if (room / each < n)
        return public_refuse(err, ST_BAD_VALUE, "there is no room for all numbers");
    for (size_t i = 0; i < n; i++) {
        const rules *r = position_rules(p[i]->at);
        if (r->game != first->game || r->players != first->players)
            return public_refuse(err, ST_BAD_VALUE, "the positions are of different games");
        for (int k = 0; k < r->players; k++)
            r->evaluation->measure(r, position_data(p[i]->at), k,
                                   out + i * each + (size_t)k * terms);
    }
    return KIBITZ_OK;
}
