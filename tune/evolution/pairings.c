#include "tune/evolution/pairings.h"

#include <assert.h>
#include <string.h>

#include "arena/referee.h"
#include "engine/base/hash.h"
#include "engine/base/memory.h"
#include "engine/base/threads.h"
#include "eval/net/net_library.h"
#include "tune/evolution/pairing_packet.h"

/* One thread's players: a player for each seat that a side may take. */
typedef struct table_seat {
    player *who[2][GAME_MAX_PLAYERS];
} table_seat;

typedef struct named_net {
    const struct net *net; /* NULL: none */
    uint64_t hash;
} named_net;

struct pairings {
    pairing_table t;
    table_seat *seat;  /* one a slot */
    bot_table **table; /* likewise; made when bots play */
    crew *crew;        /* NULL on a rank */
    pairing *pairing;  /* of the run under way */
    named_net nets[2]; /* that ranks may ask for */

    mtx_t lock; /* guards what follows and the players' coming and going */
    bool stopping;
};

static status create_crew(pairings *t, error *err);

/* Without a crew. */
static status make(pairings **out, const pairing_table *t, error *err) {
    assert(t->slots > 0);
    pairings *made = mem_alloc(sizeof *made);
    *out = made;
    if (!made) return error_set(err, ST_NOMEM, "no memory for the games");
    made->t = *t;
    made->seat = mem_alloc((size_t)t->slots * sizeof *made->seat);
    made->table = mem_alloc((size_t)t->slots * sizeof(bot_table *));
    (void)mtx_init(&made->lock, mtx_plain);
    return made->seat && made->table ? ST_OK : error_set(err, ST_NOMEM, "no memory for the games");
}

status pairings_create(pairings **out, const pairing_table *t, error *err) {
    pairings *made;
    *out = NULL;
    status st = make(&made, t, err);
    if (st == ST_OK) st = create_crew(made, err);
    if (st == ST_OK)
        *out = made;
    else
        pairings_destroy(made);
    return st;
}

void pairings_destroy(pairings *t) {
    if (!t) return;
    crew_destroy(t->crew);
    mtx_destroy(&t->lock);
    for (int i = 0; t->table && i < t->t.slots; i++) bot_table_destroy(t->table[i]);
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

static status play_bots(pairings *t, int slot, pairing *d, error *err) {
    block_plan plan = {.engines = 2, .seats = t->t.rules->players};
    bot_table **table = &t->table[slot];
    if (!*table && bot_table_create(table, t->t.rules, t->t.max_plies) != ST_OK)
        return error_set(err, ST_NOMEM, "no memory for the games");
    d->value = d->seats ? play_line_up(t, d, *table) : play_block(t, d, *table);
    d->games = (uint64_t)(d->seats ? plan.seats : blocks_games(&plan));
    return ST_OK;
}

/* --- the crew --- */

static void stop_players(void *ctx) {
    pairings *t = ctx;
    (void)mtx_lock(&t->lock);
    t->stopping = true;
    for (int w = 0; w < t->t.slots; w++)
        for (int i = 0; i < 2; i++)
            for (int k = 0; k < GAME_MAX_PLAYERS; k++)
                if (t->seat[w].who[i][k]) player_stop(t->seat[w].who[i][k]);
    (void)mtx_unlock(&t->lock);
}

/* A result is the value and the number of games. */
static status play(pairings *t, int slot, pairing *d, text *result, error *err) {
    status st = of_bots(d) ? play_bots(t, slot, d, err) : play_pairing(t, &t->seat[slot], d, err);
    crew_put_real(result, d->value);
    crew_put_u64(result, d->games);
    return st;
}

static status play_here(void *ctx, const crew_job *job, text *result, error *err) {
    pairings *t = ctx;
    return play(t, job->slot, &t->pairing[job->number], result, err);
}

static status take_value(void *ctx, uint64_t number, crew_bytes result, bool *enough, error *err) {
    pairing *d = &((pairings *)ctx)->pairing[number];
    crew_reader in = crew_read(result);
    d->value = crew_get_real(&in);
    d->games = crew_get_upto(&in, BLOCK_MAX_GAMES);
    *enough = false;
    if (crew_read_all(&in) && d->value >= 0 && d->value <= 1) return ST_OK;
    return error_set(err, ST_INTERNAL, "the value of a pairing makes no sense");
}

static void describe(void *ctx, text *out) {
    const pairing_table *t = &((pairings *)ctx)->t;
    text setup = text_growing();
    params_write(&t->rules->options, &setup);
    crew_put_string(out, t->kind->name);
    crew_put_string(out, text_string(&setup));
    out->cut |= setup.cut;
    text_done(&setup);
    crew_put_u64(out, t->opening_plies);
    crew_put_u64(out, t->max_plies);
    crew_put_u64(out, t->seed);
    crew_put_u64(out, t->rules->text_hash);
}

/* The hash of a side's net; 0: it has none. */
static uint64_t hash_of_net(pairings *t, const weights *w, bool *cut) {
    const struct net *n = w ? w->net : NULL;
    int k = 0;
    if (!n) return 0;
    while (k < 1 && t->nets[k].net && t->nets[k].net != n) k++;
    if (t->nets[k].net == n) return t->nets[k].hash;
    t->nets[k].net = n;
    if (pairing_net_hash(n, &t->nets[k].hash) != ST_OK) *cut = true;
    return t->nets[k].hash;
}

static void describe_job(void *ctx, uint64_t number, text *job) {
    pairings *t = ctx;
    const pairing *d = &t->pairing[number];
    bool bots = of_bots(d);
    bool cut = false;
    uint64_t nets[2] = {bots ? 0 : hash_of_net(t, d->a.eval, &cut),
                        bots ? 0 : hash_of_net(t, d->b.eval, &cut)};
    pairing_put(d, nets, job);
    job->cut |= cut;
}

static status fetch_net(void *ctx, uint64_t hash, text *out, error *err) {
    const pairings *t = ctx;
    for (int k = 0; k < 2; k++) {
        if (!t->nets[k].net || t->nets[k].hash != hash) continue;
        net_write(t->nets[k].net, out);
        return out->cut ? error_set(err, ST_NOMEM, "no memory for a net") : ST_OK;
    }
    return error_set(err, ST_NOT_FOUND, "no pairing has such a net");
}

static status create_crew(pairings *t, error *err) {
    crew_plan plan = {.task = &pairings_task,
                      .slots = t->t.slots,
                      .ctx = t,
                      .work = play_here,
                      .stop = stop_players,
                      .take = take_value,
                      .describe = describe,
                      .describe_job = describe_job,
                      .fetch = fetch_net};
    return crew_create(&t->crew, &plan, err);
}

status pairings_run(pairings *t, pairing *list, size_t n, error *err) {
    t->pairing = list;
    memset(t->nets, 0, sizeof t->nets); /* they may have changed */
    return crew_run(t->crew, 0, n, err);
}

void pairings_stop(pairings *t) {
    crew_stop(t->crew);
}

/* --- ranks --- */

/* What a rank plays with: rules of its own, and nets that rank 0 sent. */
typedef struct rank_pairings {
    params setup;
    rules *rules;
    pairings *own;
    pairing_parts *parts; /* one a slot */
    const crew_source *source;
    mtx_t lock; /* guards the nets */
    named_net nets[8];
    int next_net;
} rank_pairings;

static void close_rank(void *ctx) {
    rank_pairings *r = ctx;
    pairings_destroy(r->own);
    rules_close(r->rules);
    mem_free(r->parts);
    mtx_destroy(&r->lock);
    mem_free(r);
}

static status read_setup(rank_pairings *r, pairing_table *t, const crew_opening *o, error *err) {
    crew_reader in = crew_read(o->setup);
    text name = text_growing();
    text setup = text_growing();
    words list = {0};
    size_t used = 0;
    crew_get_string(&in, &name);
    crew_get_string(&in, &setup);
    t->opening_plies = (unsigned)crew_get_upto(&in, UINT32_MAX);
    t->max_plies = (unsigned)crew_get_upto(&in, UINT32_MAX);
    t->seed = crew_get_u64(&in);
    uint64_t hash = crew_get_u64(&in);
    t->kind = game_find(t->games, text_string(&name));
    status st = ST_OK;
    if (!crew_read_all(&in) || !t->kind)
        st = error_set(err, ST_INTERNAL, "it has no game %.40s", text_string(&name));
    r->setup = params_default();
    if (st == ST_OK && setup.at) st = words_split(&list, setup.at, err);
    if (st == ST_OK) st = params_read(&r->setup, t->kind, list.at, list.count, &used, err);
    if (st == ST_OK && used != list.count)
        st = error_set(err, ST_INTERNAL, "the options of the game make no sense");
    if (st == ST_OK) st = rules_open(&r->rules, t->kind, &r->setup, err);
    if (st == ST_OK && r->rules->text_hash != hash)
        st = error_set(err, ST_IO, "its rules of %.40s are not those of rank 0", t->kind->name);
    words_done(&list);
    text_done(&name);
    text_done(&setup);
    return st;
}

static status open_rank(void **ctx, const crew_opening *o, error *err) {
    rank_pairings *r = mem_alloc(sizeof *r);
    if (!r) return error_set(err, ST_NOMEM, "no memory for the games");
    (void)mtx_init(&r->lock, mtx_plain);
    r->source = o->source;
    pairing_table t = {.games = o->world->games(), .book = o->world->book, .slots = o->slots};
    status st = read_setup(r, &t, o, err);
    t.setup = &r->setup;
    t.rules = r->rules;
    r->parts = mem_alloc((size_t)o->slots * sizeof *r->parts);
    if (st == ST_OK && !r->parts) st = error_set(err, ST_NOMEM, "no memory for the games");
    if (st == ST_OK) st = make(&r->own, &t, err);
    if (st == ST_OK)
        *ctx = r;
    else
        close_rank(r);
    return st;
}

/* Each net is fetched once and stays. */
static status find_net(rank_pairings *r, uint64_t hash, const struct net **out, error *err) {
    enum { NETS = sizeof r->nets / sizeof *r->nets };
    status st = ST_OK;
    *out = NULL;
    (void)mtx_lock(&r->lock);
    for (int i = 0; i < NETS; i++)
        if (r->nets[i].net && r->nets[i].hash == hash) *out = r->nets[i].net;
    if (!*out) {
        text data = text_growing();
        st = r->source->fetch(r->source, hash, &data, err);
        if (st == ST_OK) st = net_library_read(out, text_string(&data), data.len, err);
        if (st == ST_OK) r->nets[r->next_net++ % NETS] = (named_net){*out, hash};
        text_done(&data);
    }
    (void)mtx_unlock(&r->lock);
    return st;
}

static status work_for_rank_0(void *ctx, const crew_job *job, text *result, error *err) {
    rank_pairings *r = ctx;
    pairing_parts *parts = &r->parts[job->slot];
    pairing d;
    status st = pairing_get(&d, parts, r->own->t.kind, job->bytes, err);
    if (st == ST_OK && d.seats >= r->rules->players)
        st = error_set(err, ST_INTERNAL, "a pairing that was sent makes no sense");
    for (int i = 0; st == ST_OK && i < 2; i++)
        if (parts->net_hash[i]) st = find_net(r, parts->net_hash[i], &parts->eval[i].net, err);
    if (st == ST_OK) st = play(r->own, job->slot, &d, result, err);
    pairing_parts_done(parts);
    return st;
}

static void stop_rank(void *ctx) {
    stop_players(((rank_pairings *)ctx)->own);
}

const crew_task pairings_task = {"pairings", open_rank, work_for_rank_0, stop_rank, close_rank};
