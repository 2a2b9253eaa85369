#include "search/random_game.h"

#include <assert.h>
#include <string.h>

#include "engine/base/memory.h"
#include "engine/game/game_speed.h"

status random_game_init(random_game *m, const position *from) {
    const rules *r = position_rules(from);
    const trail *t = position_trail(from);
    *m = (random_game){.rules = r,
                       .state = mem_alloc(r->state_size),
                       .list = mem_alloc(r->max_actions * sizeof(action))};
    bool ok = m->state && m->list && chance_buffers_init(&m->chance, r) == ST_OK;
    return ok && (!t || trail_copy(&m->trail, t, RANDOM_GAME_PLIES)) ? ST_OK : ST_NOMEM;
}

void random_game_done(random_game *m) {
    mem_free(m->state);
    mem_free(m->list);
    chance_buffers_done(&m->chance);
    trail_done(&m->trail);
}

/* One ply of a game without a quicker way. */
static void play_ply(random_game *m, trail *t, rng *dice) {
    const rules *r = m->rules;
    const game *g = r->game;
    if (g->actor(r, m->state) == ACTOR_CHANCE) {
        g->apply(r, m->state, t, game_draw_chance(r, m->state, m->chance, dice, NULL));
        return;
    }
    int count = g->legal(r, m->state, t, m->list);
    g->apply(r, m->state, t, m->list[rng_below(dice, (uint64_t)count)]);
}

int random_game_play(random_game *m, const position *from, rng *dice, int plies) {
    const rules *r = m->rules;
    const trail *start = position_trail(from);
    trail *t = start ? &m->trail : NULL;
    int n = 0;
    assert(position_rules(from) == r && plies <= RANDOM_GAME_PLIES);
    memcpy(m->state, position_data(from), r->state_size);
    if (t) trail_cut(t, start->len);
    if (r->speed->play_out) return r->speed->play_out(r, m->state, t, dice, plies);
    for (; n < plies && r->game->actor(r, m->state) != ACTOR_NONE; n++)
        if (r->speed->play_random)
            r->speed->play_random(r, m->state, t, dice);
        else
            play_ply(m, t, dice);
    return n;
}

/* Whether the game in the room is over and somebody has more than another. */
static bool has_winner(const random_game *m) {
    const rules *r = m->rules;
    float utility[GAME_MAX_PLAYERS];
    int32_t points[GAME_MAX_PLAYERS];
    if (r->game->actor(r, m->state) != ACTOR_NONE) return false;
    r->game->returns(r, m->state, utility, points);
    for (int i = 1; i < r->players; i++)
        if (utility[i] != utility[0]) return true;
    return false;
}

bool random_games_decide(const position *from) {
    enum { GAMES = 8, ENOUGH = 2, LONG = 2000 };
    random_game m;
    rng dice = rng_stream(1, 0);
    int decided = 0;
    bool ok = random_game_init(&m, from) == ST_OK;
    for (int i = 0; ok && i < GAMES && decided < ENOUGH; i++) {
        (void)random_game_play(&m, from, &dice, LONG);
        decided += has_winner(&m);
    }
    random_game_done(&m);
    return decided >= ENOUGH;
}
