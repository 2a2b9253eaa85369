#include "engine/game/game.h"

#include <assert.h>
#include <string.h>

#include "engine/base/hash.h"
#include "engine/base/memory.h"
#include "engine/base/threads.h"
#include "engine/game/game_endings.h"
#include "engine/game/game_evaluation.h"
#include "engine/game/game_hints.h"
#include "engine/game/game_inputs.h"
#include "engine/game/game_speed.h"
#include "engine/game/game_table.h"
#include "engine/game/game_terminal.h"
#include "engine/game/game_views.h"

/* Of a game that leaves a table out. */
static const game_views no_views;
static const game_hints no_hints;
static const game_speed no_speed;
static const game_inputs no_inputs;
static const game_evaluation no_evaluation;
static const game_endings no_endings;
static const game_terminal no_terminal;
static const game_table no_table;

rules *rules_alloc(const game *g, const params *p, size_t bytes) {
    assert(bytes >= sizeof(rules));
    rules *r = mem_alloc(bytes);
    if (!r) return NULL;
    r->game = g;
    r->views = g->views ? g->views : &no_views;
    r->hints = g->hints ? g->hints : &no_hints;
    r->speed = g->speed ? g->speed : &no_speed;
    r->inputs = g->inputs ? g->inputs : &no_inputs;
    r->evaluation = g->evaluation ? g->evaluation : &no_evaluation;
    r->endings = g->endings ? g->endings : &no_endings;
    r->terminal = g->terminal ? g->terminal : &no_terminal;
    r->table = g->table ? g->table : &no_table;
    r->traits = g->traits;
    assert(p->players >= 0 && p->players <= GAME_MAX_PLAYERS);
    r->players = (uint8_t)(p->players ? p->players : g->default_players);
    r->max_steps = 1;
    atomic_init(&r->users, 1);
    r->options = *p;
    r->options.players = r->players;
    return r;
}

void rules_note_file(rules *r, const char *option, const char *data, size_t len) {
    int i = 0;
    while (i < r->files && strcmp(r->file[i].option, option) != 0) i++;
    assert(r->files <= RULES_MAX_FILES && strlen(option) < PARAMS_NAME);
    if (i == RULES_MAX_FILES) return;
    if (i == r->files) {
        text name = text_over(r->file[i].option, PARAMS_NAME);
        text_put(&name, option);
        r->files++;
    }
    r->file[i].hash = hash_bytes(data, len, r->file[i].hash);
}

void rules_free(rules *r) {
    assert(!r || atomic_load(&r->users) <= 1); /* the last one */
    mem_free(r);
}

/* What open() promises. */
FOR_ASSERT static bool rules_hold(const rules *r) {
    const game *g = r->game;
    const game_views *v = r->views;
    bool hidden = (r->traits & GAME_HIDDEN) != 0;
    bool views = v->observe && v->resample && v->start && v->apply && v->seen_text && v->hash &&
                 v->player && v->write && v->read;
    const game_endings *e = r->endings;
    /* The defaults find every token, and show no seat too much. */
    bool listed = !g->inside && (g->chance || !g->sample) && !(r->traits & GAME_REPEATS);
    return r->players >= g->min_players && r->players <= g->max_players &&
           r->players <= GAME_MAX_PLAYERS && r->state_size > 0 && r->max_actions > 0 &&
           r->max_steps >= 1 && r->max_steps <= GAME_MAX_STEPS && hidden == (r->view_size > 0) &&
           (!hidden || views) && (!(r->traits & GAME_CHANCE) || g->chance || g->sample) &&
           (!g->features || r->evaluation->measure) && !e->end == !e->reopen &&
           !e->end == !e->close && (listed || (g->verify && g->from_text)) && (!hidden || g->draw);
}

/* --- rules that are open ---
 * Rules never change, and making them takes milliseconds where a text is compiled or tables are filled: who opens what
 * someone holds gets the same. The list keeps nothing alive. Its lock is held for a walk over some pointers. */

static rules *open_rules;
static atomic_flag open_lock = ATOMIC_FLAG_INIT;

static void lock_open(void) {
    while (atomic_flag_test_and_set_explicit(&open_lock, memory_order_acquire)) thrd_yield();
}

static void unlock_open(void) {
    atomic_flag_clear_explicit(&open_lock, memory_order_release);
}

/* One more user, unless the last one has just let go. */
static bool join(rules *r) {
    int users = atomic_load_explicit(&r->users, memory_order_relaxed);
    while (users > 0)
        if (atomic_compare_exchange_weak_explicit(&r->users, &users, users + 1,
                                                  memory_order_relaxed, memory_order_relaxed))
            return true;
    return false;
}

/* Files may have changed since they were read: rules with some are made each time. */
static rules *find_open(const game *g, const params *p) {
    params wanted = *p;
    if (!wanted.players) wanted.players = g->default_players;
    lock_open();
    rules *r = open_rules;
    while (r && (r->game != g || r->files || !params_equal(&r->options, &wanted) || !join(r)))
        r = r->next_open;
    unlock_open();
    return r;
}

static void note_open(rules *r) {
    lock_open();
    r->next_open = open_rules;
    open_rules = r;
    unlock_open();
}

static void forget_open(const rules *r) {
    lock_open();
    rules **at = &open_rules;
    while (*at && *at != r) at = &(*at)->next_open;
    if (*at) *at = r->next_open;
    unlock_open();
}

status rules_open(rules **out, const game *g, const params *p, error *err) {
    *out = NULL;
    status st = params_check(p, g, err);
    if (st != ST_OK) return st;
    *out = find_open(g, p);
    if (*out) return ST_OK;
    st = g->open(out, g, p, err);
    assert((st == ST_OK) == (*out != NULL));
    assert(st != ST_OK || rules_hold(*out));
    if (st == ST_OK) note_open(*out);
    return st;
}

/* The count is the one thing that changes in rules for who holds them; who shares holds them already, so relaxed
 * order will do for the increment, and the last decrement must see all uses before it. */
rules *rules_share(const rules *r) {
    rules *shared = (rules *)r;
    int users = atomic_fetch_add_explicit(&shared->users, 1, memory_order_relaxed);
    assert(users > 0); /* who shares holds them */
    (void)users;
    return shared;
}

void rules_close(rules *r) {
    if (!r || atomic_fetch_sub_explicit(&r->users, 1, memory_order_acq_rel) != 1) return;
    forget_open(r);
    (r->game->close ? r->game->close : rules_free)(r);
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

const char *game_kind_name(node_kind k) {
    static const char *const names[] = {"action", "chance", "reward", "reaction"};
    assert((size_t)k < sizeof names / sizeof *names);
    return names[k];
}

bool game_inside(const rules *r, const void *s) {
    return r->game->inside && r->game->inside(r, s);
}

status chance_buffers_init(chance_buffers *b, const rules *r) {
    assert(r->max_actions > 0);
    b->outcome = mem_alloc(r->max_actions * (sizeof(action) + sizeof(float)));
    b->weight = b->outcome ? (float *)(b->outcome + r->max_actions) : NULL;
    return b->outcome ? ST_OK : ST_NOMEM;
}

void chance_buffers_done(chance_buffers *b) {
    mem_free(b->outcome);
    *b = (chance_buffers){0};
}

action game_draw_chance(const rules *r, const void *s, chance_buffers b, rng *g, float *prob) {
    const game *from = r->game;
    assert(from->actor(r, s) == ACTOR_CHANCE);
    if (prob) *prob = 0;
    int n = from->chance ? from->chance(r, s, b.outcome, b.weight) : 0;
    assert(n >= 0 && (uint32_t)n <= r->max_actions);
    assert(n > 0 || from->sample);
    if (n == 0) return from->sample(r, s, g);
    double at = rng_unit(g);
    int i = 0;
    /* The last outcome takes what rounding leaves over. */
    for (; i < n - 1 && at >= (double)b.weight[i]; i++) at -= (double)b.weight[i];
    assert(b.weight[i] > 0 && b.outcome[i] != ACTION_NONE);
    if (prob) *prob = b.weight[i];
    return b.outcome[i];
}

uint64_t game_rehash(const rules *r, const void *s) {
    return (r->game->rehash ? r->game->rehash : r->game->hash)(r, s);
}

/* What the actor may do: the legal steps, or the outcomes of chance, *n of them. With ST_OK the
 * caller ends *out. */
static status list_steps(state_ref x, chance_buffers *out, int *n, error *err) {
    const rules *r = x.rules;
    int actor = r->game->actor(r, x.state);
    *n = 0;
    if (chance_buffers_init(out, r) != ST_OK)
        return error_set(err, ST_NOMEM, "no memory for the actions of %s", r->game->name);
    assert(actor != ACTOR_CHANCE || r->game->chance); /* outcomes that can be listed */
    if (actor == ACTOR_CHANCE)
        *n = r->game->chance(r, x.state, out->outcome, out->weight);
    else if (actor != ACTOR_NONE)
        *n = r->game->legal(r, x.state, x.trail, out->outcome);
    assert(*n >= 0 && (uint32_t)*n <= r->max_actions);
    return ST_OK;
}

static status not_listed(const rules *r, const void *s, error *err) {
    int actor = r->game->actor(r, s);
    bool chance = actor == ACTOR_CHANCE;
    const char *sentence = chance                ? "chance cannot bring that"
                           : actor == ACTOR_NONE ? "the game is over"
                                                 : "that is not legal here";
    status st = error_set(err, chance ? ST_CHANCE_IMPOSSIBLE : ST_ILLEGAL_ACTION, "%s", sentence);
    error_reason(err,
                 chance                ? "bad-outcome"
                 : actor == ACTOR_NONE ? "game-over"
                                       : "not-legal",
                 "%s", "");
    return st;
}

status game_verify(const rules *r, const void *s, const trail *t, const action *steps, int n,
                   error *err) {
    assert(steps && n >= 1 && n <= GAME_MAX_STEPS);
    if (r->game->verify) return r->game->verify(r, s, t, steps, n, err);
    chance_buffers list;
    int count;
    status st = list_steps((state_ref){r, s, t}, &list, &count, err);
    if (st != ST_OK) return st;
    bool found = false;
    for (int i = 0; i < count; i++) found |= n == 1 && list.outcome[i] == steps[0];
    chance_buffers_done(&list);
    return found ? ST_OK : not_listed(r, s, err);
}

status game_from_text(const rules *r, const void *s, const char *token, action *steps, int *n,
                      error *err) {
    if (r->game->from_text) return r->game->from_text(r, s, token, steps, n, err);
    chance_buffers list;
    int count;
    status st = list_steps((state_ref){r, s, NULL}, &list, &count, err);
    *n = 0;
    if (st != ST_OK) return st;
    bool found = false;
    for (int i = 0; i < count && !found; i++) {
        char buf[GAME_TOKEN_SIZE];
        text name = text_over(buf, sizeof buf);
        r->game->to_text(r, s, &list.outcome[i], 1, &name);
        assert(!name.cut);
        found = strcmp(buf, token) == 0;
        if (found) steps[0] = list.outcome[i];
    }
    chance_buffers_done(&list);
    *n = found;
    if (found) return ST_OK;
    st = not_listed(r, s, err);
    error_reason(err, "bad-action", "token=%.40s", token);
    return st;
}

void game_draw(const rules *r, const void *s, int seat, bool colours, text *out) {
    if (r->game->draw) {
        r->game->draw(r, s, seat, colours, out);
        return;
    }
    r->game->write(r, s, out);
    text_put(out, "\n");
}

const bot_params *game_bot_params(const game *g, const char *name) {
    for (const bot_params *n = g->bot_params; n && n->bot; n++)
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
    int min = 3;
    for (; *games; games++) {
        int d = text_distance((*games)->name, name);
        if (d < min) {
            min = d;
            best = (*games)->name;
        }
    }
    return best;
}
