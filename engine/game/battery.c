#include "engine/game/battery.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/memory.h"
#include "engine/game/battery_state.h"
#include "engine/game/game_endings.h"
#include "engine/game/game_speed.h"
#include "engine/game/game_terminal.h"
#include "engine/game/game_views.h"

/* --- ends --- */

/* An end that play may go past can be opened and closed again. */
static status check_end_kind(battery *b) {
    const rules *r = b->r;
    const game *g = r->game;
    end_kind end = game_end(r, battery_now(b));
    if ((g->actor(r, battery_now(b)) == ACTOR_NONE) != (end != END_NONE))
        return battery_broken(b, "it is over, and end() does not say so, or the other way round");
    if (end != END_CLAIM && end != END_CALLED) return ST_OK;
    memcpy(b->s1, battery_now(b), r->state_size);
    r->endings->reopen(r, b->s1);
    if (g->hash(r, b->s1) != game_rehash(r, b->s1))
        return battery_broken(b, "the hash of a reopened state is not the one from scratch");
    if (g->actor(r, b->s1) == ACTOR_NONE)
        return game_end(r, b->s1) == END_FINAL ? ST_OK
                                               : battery_broken(b, "reopened, and not open");
    if (game_end(r, b->s1) != end)
        return battery_broken(b, "a reopened state has forgotten its end");
    if (g->legal(r, b->s1, position_trail(b->p), b->list) <= 0)
        return battery_broken(b, "reopened, and nothing is legal");
    r->endings->close(r, b->s1);
    if (memcmp(b->s1, battery_now(b), r->state_size) != 0)
        return battery_broken(b, "a state that is closed again is another one");
    return ST_OK;
}

/* --- one game --- */

static status check_position(battery *b) {
    status st = battery_check_state(b);
    if (st == ST_OK) st = battery_check_text(b);
    if (st == ST_OK) st = check_end_kind(b);
    if (st == ST_OK) st = battery_check_inputs(b);
    int actor = b->r->game->actor(b->r, battery_now(b));
    if (st == ST_OK && actor >= 0) st = battery_check_list(b);
    if (st == ST_OK && actor == ACTOR_CHANCE) st = battery_check_chance(b);
    if (st == ST_OK && actor != ACTOR_NONE) st = battery_check_tokens(b);
    if (st == ST_OK && actor != ACTOR_NONE) st = battery_check_random_ply(b);
    if (b->r->traits & GAME_HIDDEN)
        for (int i = 0; st == ST_OK && i <= b->r->players; i++) st = battery_check_view(b, i);
    return st;
}

/* A bot's choice, step by step; in b->s1. */
static token choose_by_bot(battery *b) {
    const rules *r = b->r;
    const bot *list = r->game->bots;
    uint64_t bots = 0;
    while (list[bots].name) bots++;
    const bot *who = &list[rng_below(&b->g, bots)];
    token tok = {.count = 0};
    memcpy(b->s1, battery_now(b), r->state_size);
    do {
        action a = who->choose(r, b->s1, NULL, &b->g);
        tok.steps[tok.count++] = a;
        r->game->apply(r, b->s1, NULL, a);
    } while (game_inside(r, b->s1) && tok.count < GAME_MAX_STEPS);
    return tok;
}

/* Every other game is played by the bots, which get to places where chance alone does not. */
static token choose(battery *b) {
    const rules *r = b->r;
    bool decision = r->game->actor(r, battery_now(b)) != ACTOR_CHANCE;
    bool by_bots = b->seed % 2 && r->game->bots && !(r->traits & GAME_REPEATS);
    if (decision && by_bots) return choose_by_bot(b);
    if (r->game->actor(r, battery_now(b)) != ACTOR_CHANCE)
        return b->tokens[rng_below(&b->g, b->token_count)];
    token one = {.count = 1};
    one.steps[0] = game_draw_chance(r, battery_now(b), b->chances, &b->g, NULL);
    return one;
}

static status play_one(battery *b, const token *tok) {
    const rules *r = b->r;
    char name[GAME_TOKEN_SIZE];
    text event = text_over(name, sizeof name);
    token_write(r, battery_now(b), tok, &event);
    memcpy(b->pool[b->pool_count < b->pool_max ? b->pool_count++ : rng_below(&b->g, b->pool_max)],
           name, sizeof name);
    text plain = text_growing();
    if (r->terminal->describe)
        r->terminal->describe(r, battery_now(b), tok->steps, tok->count, &plain);
    text_done(&plain);
    status st = battery_advance_views(b, battery_now(b), tok);
    if (st != ST_OK) return st;
    memcpy(b->s1, battery_now(b), r->state_size);
    memcpy(b->s2, battery_now(b), r->state_size);
    error why;
    if (position_play(b->p, name, &why) != ST_OK) return battery_broken(b, why.text);
    if (position_trail(b->p)) return ST_OK;
    token_apply(r, b->s1, NULL, tok);
    token_apply(r, b->s2, NULL, tok);
    if (memcmp(b->s1, b->s2, r->state_size) != 0)
        return battery_broken(b, "clones play differently");
    return battery_advance_silent(b);
}

static status check_end(battery *b) {
    float utility[GAME_MAX_PLAYERS];
    int32_t points[GAME_MAX_PLAYERS];
    int ranks[GAME_MAX_PLAYERS];
    b->r->game->returns(b->r, battery_now(b), utility, points);
    game_ranks(b->r, battery_now(b), ranks);
    float sum = 0;
    bool first = false;
    for (int i = 0; i < b->r->players; i++) {
        if (!(utility[i] >= 0 && utility[i] <= 1))
            return battery_broken(b, "a utility is not in 0..1");
        sum += utility[i];
        first |= ranks[i] == 1;
    }
    bool even = b->r->players > 1 && !(b->r->traits & GAME_UNEVEN);
    if (even && fabsf(sum - 1) > 1e-4F) return battery_broken(b, "utilities do not add up to 1");
    return first ? ST_OK : battery_broken(b, "no seat is ranked first");
}

static status check_undo(battery *b) {
    for (unsigned ply = position_ply(b->p); ply > 0; ply--) {
        error why;
        if (position_undo(b->p, 1, &why) != ST_OK) return battery_broken(b, why.text);
        if (position_key(b->p) != b->keys[ply - 1])
            return battery_broken(b, "undo leads elsewhere");
    }
    return ST_OK;
}

static status one_game(battery *b, unsigned max_plies, battery_result *out) {
    const rules *r = b->r;
    error why;
    if (position_start(&b->p, r->game, &r->options, SEAT_ALL, &why) != ST_OK)
        return battery_broken(b, why.text);
    if (r->traits & GAME_HIDDEN)
        for (int i = 0; i <= r->players; i++) r->views->start(r, battery_viewer(b, i), b->views[i]);
    b->pool_count = 0;
    b->has_before = false;
    r->game->start(r, b->s1);
    status st = battery_advance_silent(b);
    for (unsigned ply = 0; st == ST_OK; ply++) {
        st = check_position(b);
        if (st != ST_OK) return st;
        b->keys[ply] = position_key(b->p);
        if (r->game->actor(r, battery_now(b)) == ACTOR_NONE) {
            out->finished++;
            st = check_end(b);
            break;
        }
        if (ply == max_plies) break;
        token tok = choose(b);
        st = play_one(b, &tok);
        out->plies++;
    }
    return st == ST_OK ? check_undo(b) : st;
}

static bool make_buffers(battery *b, unsigned max_plies) {
    const rules *r = b->r;
    b->s1 = mem_alloc(r->state_size);
    b->s2 = mem_alloc(r->state_size);
    b->v1 = mem_alloc(r->view_size);
    b->again = mem_alloc(r->max_actions * sizeof(action));
    b->tokens = mem_alloc(BATTERY_MAX_TOKENS * sizeof(token));
    b->names = mem_alloc((BATTERY_MAX_TOKENS + 1) * sizeof *b->names);
    b->seen = mem_alloc(BATTERY_SEEN_SLOTS * sizeof *b->seen);
    b->pool = mem_alloc(BATTERY_POOL * sizeof *b->pool);
    b->keys = mem_alloc((max_plies + 1) * sizeof *b->keys);
    bool ok = chance_buffers_init(&b->chances, r) == ST_OK;
    b->list = b->chances.outcome;
    ok = ok && b->s1 && b->s2 && b->v1 && b->again && b->tokens && b->names && b->seen && b->pool &&
         b->keys;
    for (int i = 0; i < BATTERY_VIEWS; i++) ok = (b->views[i] = mem_alloc(r->view_size)) && ok;
    return battery_make_inputs(b) && ok;
}

static void free_buffers(battery *b) {
    void *all[] = {b->s1, b->s2, b->v1, b->again, b->tokens, b->names, b->pool, b->keys, b->seen};
    chance_buffers_done(&b->chances);
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) mem_free(all[i]);
    for (int i = 0; i < BATTERY_VIEWS; i++) mem_free(b->views[i]);
    battery_free_inputs(b);
}

status battery_run(const game *g, const params *p, const battery_options *o, battery_result *out,
                   error *err) {
    *out = (battery_result){0};
    rules *r;
    status st = rules_open(&r, g, p, err);
    if (st != ST_OK) return st;
    battery b = {.r = r, .err = err};
    b.looks = o->looks && o->looks < BATTERY_CLOSE_LOOKS ? o->looks : BATTERY_CLOSE_LOOKS;
    b.pool_max = o->looks && o->looks < BATTERY_POOL ? o->looks : BATTERY_POOL;
    if (!make_buffers(&b, o->max_plies)) st = error_set(err, ST_NOMEM, "no memory for the battery");
    for (unsigned i = 0; st == ST_OK && i < o->games; i++) {
        b.seed = o->seed + i;
        b.g = rng_stream(b.seed, 0);
        st = one_game(&b, o->max_plies, out);
        position_destroy(b.p);
        b.p = NULL;
    }
    free_buffers(&b);
    rules_close(r);
    return st;
}
