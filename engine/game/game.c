#include "engine/game/game.h"

#include <assert.h>
#include <string.h>

#include "engine/base/hash.h"
#include "engine/base/memory.h"

rules *rules_alloc(const game *g, const params *p, size_t bytes) {
    assert(bytes >= sizeof(rules));
    rules *r = mem_alloc(bytes);
    if (!r) return NULL;
    r->game = g;
    r->traits = g->traits;
    r->players = (uint8_t)(p->players ? p->players : g->usual_players);
    r->max_steps = 1;
    atomic_init(&r->users, 1);
    r->options = *p;
    r->options.players = r->players;
    return r;
}

void rules_note_file(rules *r, const char *option, const char *data, size_t len) {
    int i = 0;
    while (i < r->files && strcmp(r->file[i].option, option) != 0) i++;
    if (i == RULES_FILES) return;
    if (i == r->files) {
        text name = text_over(r->file[i].option, PARAMS_NAME);
        text_put(&name, option);
        r->files++;
    }
    r->file[i].hash = hash_bytes(data, len, r->file[i].hash);
}

void rules_free(rules *r) {
    mem_free(r);
}

/* What open() promises. */
FOR_ASSERT static bool rules_hold(const rules *r) {
    const game *g = r->game;
    bool hidden = (r->traits & GAME_HIDDEN) != 0;
    return r->players >= g->min_players && r->players <= g->max_players &&
           r->players <= GAME_MAX_PLAYERS && r->state_size > 0 && r->max_actions > 0 &&
           r->max_steps >= 1 && r->max_steps <= GAME_MAX_STEPS && hidden == (r->view_size > 0) &&
           (!hidden || (g->observe && g->resample && g->view_apply && g->seen_text)) &&
           (!(r->traits & GAME_CHANCE) || g->chance || g->sample) && (!g->features || g->measure);
}

status rules_open(rules **out, const game *g, const params *p, error *err) {
    *out = NULL;
    status st = params_check(p, g, err);
    if (st == ST_OK) st = g->open(out, g, p, err);
    assert((st == ST_OK) == (*out != NULL));
    assert(st != ST_OK || rules_hold(*out));
    return st;
}

/* The count is the one thing that changes in rules; whoever shares holds them already, so relaxed
 * order will do for the increment, and the last decrement must see all uses before it. */
rules *rules_share(const rules *r) {
    rules *shared = (rules *)r;
    int users = atomic_fetch_add_explicit(&shared->users, 1, memory_order_relaxed);
    assert(users > 0); /* who shares holds them */
    (void)users;
    return shared;
}

void rules_close(rules *r) {
    if (r && atomic_fetch_sub_explicit(&r->users, 1, memory_order_acq_rel) == 1) r->game->close(r);
}

const game *game_keep(const game *g) {
    if (g && g->keep) g->keep(g, true);
    return g;
}

void game_let_go(const game *g) {
    if (g && g->keep) g->keep(g, false);
}

node_kind game_kind(const rules *r, const void *s) {
    if (r->game->kind) return r->game->kind(r, s);
    return r->game->actor(r, s) == ACTOR_CHANCE ? KIND_CHANCE : KIND_ACTION;
}

end_kind game_end(const rules *r, const void *s) {
    if (r->game->end) return r->game->end(r, s);
    return r->game->actor(r, s) == ACTOR_NONE ? END_FINAL : END_NONE;
}

bool game_is_over(const rules *r, const void *s) {
    return r->game->actor(r, s) == ACTOR_NONE || game_end(r, s) == END_CALLED;
}

const char *game_ending(const rules *r, const void *s) {
    return r->game->ending ? r->game->ending(r, s) : "end";
}

const char *game_kind_name(node_kind k) {
    static const char *const names[] = {"action", "chance", "reward", "reaction"};
    assert((size_t)k < sizeof names / sizeof *names);
    return names[k];
}

bool game_inside(const rules *r, const void *s) {
    return r->game->inside && r->game->inside(r, s);
}

void game_ranks(const rules *r, const void *s, int *out) {
    if (r->game->ranks) {
        r->game->ranks(r, s, out);
        return;
    }
    float utility[GAME_MAX_PLAYERS];
    int32_t points[GAME_MAX_PLAYERS];
    r->game->returns(r, s, utility, points);
    /* Dense ranks: one more than the number of different utilities above. */
    for (int i = 0; i < r->players; i++) {
        out[i] = 1;
        for (int j = 0; j < r->players; j++) {
            bool counted = utility[j] <= utility[i];
            for (int k = 0; k < j; k++) counted |= utility[k] == utility[j];
            out[i] += !counted;
        }
        assert(out[i] >= 1 && out[i] <= r->players);
    }
}

action game_draw_chance(const rules *r, const void *s, chance_room room, rng *g, float *prob) {
    const game *k = r->game;
    assert(k->actor(r, s) == ACTOR_CHANCE);
    if (prob) *prob = 0;
    int n = k->chance ? k->chance(r, s, room.outcome, room.weight) : 0;
    assert(n >= 0 && (uint32_t)n <= r->max_actions);
    assert(n > 0 || k->sample);
    if (n == 0) return k->sample(r, s, g);
    double at = rng_unit(g);
    int i = 0;
    /* The last outcome takes what rounding leaves over. */
    for (; i < n - 1 && at >= (double)room.weight[i]; i++) at -= (double)room.weight[i];
    if (prob) *prob = room.weight[i];
    return room.outcome[i];
}

const bot_numbers *game_numbers(const game *g, const char *name) {
    for (const bot_numbers *n = g->numbers; n && n->bot; n++)
        if (text_same(n->bot, name)) return n;
    return NULL;
}

const game *game_find(game_list games, const char *name) {
    for (game_list g = games; *g; g++)
        if (text_same((*g)->name, name)) return *g;
    for (game_list g = games; *g; g++)
        if ((*g)->variant && text_same((*g)->variant, name)) return *g;
    return NULL;
}

const char *game_nearest(game_list games, const char *name) {
    const char *best = NULL;
    int least = 3;
    for (; *games; games++) {
        int d = text_distance((*games)->name, name);
        if (d < least) {
            least = d;
            best = (*games)->name;
        }
    }
    return best;
}
