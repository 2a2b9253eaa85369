#include "tune/evolution/bot_table.h"

#include <assert.h>

#include "engine/base/memory.h"
#include "engine/game/game_views.h"

struct bot_table {
    const rules *r;
    unsigned max_plies;
    unsigned char *state, *world, *view; /* the game, and what a bot is shown of it */
    action *list;
    chance_buffers chance;
    trail past;
    trail *t; /* NULL where the game does not look at it */
};

static bool take_memory(bot_table *t) {
    const rules *r = t->r;
    t->state = mem_alloc(r->state_size);
    t->world = mem_alloc(r->state_size);
    t->view = mem_alloc(r->view_size ? r->view_size : 1);
    t->list = mem_alloc(r->max_actions * sizeof *t->list);
    bool repeats = r->traits & GAME_REPEATS;
    if (repeats) t->t = &t->past;
    return t->state && t->world && t->view && t->list &&
           chance_buffers_init(&t->chance, r) == ST_OK &&
           (!repeats || trail_reserve(&t->past, t->max_plies));
}

status bot_table_create(bot_table **out, const rules *r, unsigned max_plies) {
    bot_table *t = mem_alloc(sizeof *t);
    *out = NULL;
    if (!t) return ST_NOMEM;
    t->r = r;
    t->max_plies = max_plies;
    if (!take_memory(t)) {
        bot_table_destroy(t);
        return ST_NOMEM;
    }
    *out = t;
    return ST_OK;
}

void bot_table_destroy(bot_table *t) {
    if (!t) return;
    trail_done(&t->past);
    mem_free(t->state);
    mem_free(t->world);
    mem_free(t->view);
    mem_free(t->list);
    chance_buffers_done(&t->chance);
    mem_free(t);
}

static FOR_ASSERT bool is_legal(const bot_table *t, int n, action a) {
    int i = 0;
    while (i < n && t->list[i] != a) i++;
    return i < n;
}

/* What the bot decides by is drawn again, unless it looks at nothing that its seat may not know. */
static action ask(bot_table *t, const bot_side *who, int seat, rng *g) {
    const rules *r = t->r;
    const void *s = t->state;
    if ((r->traits & (GAME_HIDDEN | GAME_FAIR_BOTS)) == GAME_HIDDEN) {
        r->views->observe(r, t->state, seat, t->view);
        r->views->resample(r, t->view, t->world, g);
        s = t->world;
    }
    if (who->number) return who->by->choose(r, s, t->t, who->number, g);
    return who->bot->choose(r, s, t->t, g);
}

void bot_table_play(bot_table *t, const bot_game *g, double *utility) {
    const rules *r = t->r;
    const game *k = r->game;
    rng opening = rng_stream(g->opening, 0);
    rng own = rng_stream(g->seed, 0);
    float share[GAME_MAX_PLAYERS] = {0};
    int32_t points[GAME_MAX_PLAYERS] = {0};
    uint64_t drawn = 0;
    unsigned decided = 0;
    int actor = ACTOR_NONE;
    trail_cut(&t->past, 0);
    k->start(r, t->state);
    for (unsigned i = 0; i < t->max_plies; i++) {
        actor = k->actor(r, t->state);
        if (actor == ACTOR_NONE) break;
        action a;
        if (actor == ACTOR_CHANCE) {
            rng dice = rng_stream(g->dice, drawn++);
            a = game_draw_chance(r, t->state, t->chance, &dice, NULL);
        } else {
            int n = k->legal(r, t->state, t->t, t->list);
            if (n == 1)
                a = t->list[0];
            else if (decided++ < g->opening_plies)
                a = t->list[rng_below(&opening, (uint64_t)n)];
            else
                a = ask(t, &g->seat[actor], actor, &own);
            assert(is_legal(t, n, a));
        }
        k->apply(r, t->state, t->t, a);
    }
    for (int i = 0; i < r->players; i++) share[i] = 1.0F / (float)r->players;
    if (k->actor(r, t->state) == ACTOR_NONE) k->returns(r, t->state, share, points);
    for (int i = 0; i < r->players; i++) utility[i] = (double)share[i];
}
