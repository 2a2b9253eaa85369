#include "games/pig/pig.h"

#include <assert.h>
#include <string.h>

#include "engine/base/hash.h"
#include "engine/game/game_endings.h"
#include "engine/game/game_evaluation.h"
#include "engine/game/game_speed.h"
#include "engine/game/game_terminal.h"
#include "games/pig/pig_inputs.h"
#include "games/pig/pig_rules.h"
#include "games/pig/pig_table.h"
#include "games/pig/pig_text.h"

static void fill_keys(pig_rules *r) {
    unsigned totals = pig_totals(r);
    hash_fill(r->player_key, GAME_MAX_PLAYERS, "pig/player");
    r->fall_key = hash_key("pig/fall", 0);
    hash_fill(r->total_key, totals, "pig/turn");
    /* Numbered by the largest target, so that a score has one key under every target. */
    for (unsigned i = 0; i < r->head.players; i++)
        for (unsigned score = 0; score < totals; score++)
            r->total_key[(i + 1) * totals + score] =
                hash_key("pig/score", i * (PIG_TARGET_MAX + PIG_OVERSHOOT + 1) + score);
}

static status pig_open(rules **out, const game *g, const params *p, error *err) {
    size_t target = (size_t)params_int(p, "target", PIG_TARGET);
    size_t players = (size_t)(p->players ? p->players : pig.default_players);
    size_t keys = (players + 1) * (target + PIG_OVERSHOOT + 1);
    pig_rules *r = (void *)rules_alloc(g, p, sizeof *r + keys * sizeof(uint64_t));
    if (!r) return error_set(err, ST_NOMEM, "no memory for the rules of pig");
    r->target = (uint16_t)target;
    r->first = (uint8_t)(p->first > 0 ? p->first : 0);
    r->head.state_size = sizeof(pig_state);
    r->head.max_actions = PIG_FACES;
    fill_keys(r);
    *out = &r->head;
    return ST_OK;
}

static void pig_start(const rules *r, void *state) {
    pig_state *s = state;
    memset(s, 0, sizeof *s);
    s->player = pig_of(r)->first;
    s->hash = pig_rehash(pig_of(r), s);
}

static int pig_actor(const rules *r, const void *state) {
    (void)r;
    const pig_state *s = state;
    if (s->phase == PIG_OVER) return ACTOR_NONE;
    return s->phase == PIG_FALL ? ACTOR_CHANCE : s->player;
}

static int pig_legal(const rules *r, const void *state, const trail *t, action *out) {
    (void)t;
    const pig_state *s = state;
    if (s->phase != PIG_DECIDE) return 0;
    int n = 0;
    if (pig_can_roll(pig_of(r), s)) out[n++] = PIG_ROLL;
    if (pig_can_hold(s)) out[n++] = PIG_HOLD;
    return n;
}

static void pig_apply(const rules *r, void *state, trail *t, action a) {
    (void)t;
    assert(pig_verify(r, state, t, &a, 1, NULL) == ST_OK);
    pig_put(pig_of(r), state, a);
    assert(pig_sound(pig_of(r), state, ST_INTERNAL, NULL) == ST_OK);
}

static void pig_play_random(const rules *r, void *s, trail *t, rng *g) {
    (void)t;
    pig_put_random(pig_of(r), s, g);
}

static action pig_hold_at(const pig_rules *r, const pig_state *s, unsigned enough) {
    return s->turn >= enough || !pig_can_roll(r, s) ? PIG_HOLD : PIG_ROLL;
}

/* A ply of players who hold at twenty, in short games at a quarter of the way: close to the best
 * play, so that playouts are worth more. */
static void pig_playout(const rules *r, void *state, trail *t, rng *g) {
    const pig_rules *p = pig_of(r);
    pig_state *s = state;
    (void)t;
    unsigned quarter = (p->target + 3u) / 4;
    if (s->phase == PIG_FALL)
        pig_step(p, s, 1 + rng_below(g, PIG_FACES));
    else
        pig_step(p, s, pig_hold_at(p, s, quarter < 20 ? quarter : 20));
}

static int pig_chance(const rules *r, const void *s, action *out, float *weight) {
    (void)r;
    (void)s;
    for (unsigned i = 0; i < PIG_FACES; i++) {
        out[i] = i + 1;
        weight[i] = 1.0F / PIG_FACES;
    }
    return PIG_FACES;
}

static uint64_t pig_hash(const rules *r, const void *s) {
    (void)r;
    return ((const pig_state *)s)->hash;
}

static uint64_t pig_rehash_of(const rules *r, const void *s) {
    return pig_rehash(pig_of(r), s);
}

static void pig_returns(const rules *r, const void *state, float *utility, int32_t *points) {
    const pig_state *s = state;
    for (int i = 0; i < r->players; i++) {
        utility[i] = i == s->player ? 1 : 0;
        points[i] = 0;
    }
}

static const char *pig_phase(const rules *r, const void *s) {
    (void)r;
    return ((const pig_state *)s)->phase == PIG_FALL ? "roll" : "play";
}

static const char *pig_ending(const rules *r, const void *s) {
    (void)r;
    (void)s;
    return "target-reached";
}

static status pig_check(const rules *r, const void *s, error *err) {
    return pig_sound(pig_of(r), s, ST_INTERNAL, err);
}

enum { FEATURE_SCORE, FEATURE_TURN_TOTAL, FEATURE_TO_MOVE };

static const feature pig_features[] = {
    {"score", 4.0F, -20, 20, 0.25F},      /* banked, as a share of the target */
    {"turn-total", 2.5F, -20, 20, 0.25F}, /* not banked yet, as a share of the target */
    {"to-move", 0.25F, -5, 5, 0.05F},     /* has the turn */
    {NULL, 0, 0, 0, 0},
};

static void pig_measure(const rules *r, const void *state, int player, float *out) {
    const pig_state *s = state;
    float target = pig_of(r)->target;
    bool mover = s->player == player;
    out[FEATURE_SCORE] = (float)s->score[player] / target;
    out[FEATURE_TURN_TOTAL] = mover ? (float)s->turn / target : 0;
    out[FEATURE_TO_MOVE] = mover ? 1 : 0;
}

/* The common advice: hold at 20, where a roll loses on average what it wins. */
static action choose_hold20(const rules *r, const void *s, const trail *t, rng *g) {
    (void)t;
    (void)g;
    return pig_hold_at(pig_of(r), s, 20);
}

static const param_spec pig_params[] = {
    {"target", PARAM_INT, "100", PIG_TARGET_MIN, PIG_TARGET_MAX, NULL, "the score that wins"},
    {NULL, PARAM_INT, NULL, 0, 0, NULL, NULL},
};

static const game_endings pig_endings = {
    .name = pig_ending,
};

static const game_speed pig_speed = {
    .play_random = pig_play_random,
    .playout_policy = pig_playout,
};

static const game_evaluation pig_evaluation = {
    .measure = pig_measure,
};

static const game_terminal pig_terminal = {
    .describe = pig_describe,
};

const game pig = {
    .name = "pig",
    .title = "Pig",
    .min_players = 2,
    .max_players = GAME_MAX_PLAYERS,
    .default_players = 2,
    .traits = GAME_CHANCE,
    .params = pig_params,
    .syntax =
        (const action_syntax[]){
            {"roll", "roll"}, {"hold", "hold"}, {"chance", "!1..!6"}, {NULL, NULL}},
    .bots = (const bot[]){{"hold20", choose_hold20}, {NULL, NULL}},
    .features = pig_features,
    .endings = &pig_endings,
    .speed = &pig_speed,
    .evaluation = &pig_evaluation,
    .inputs = &pig_inputs,
    .terminal = &pig_terminal,
    .table = &pig_game_table,
    .open = pig_open,
    .start = pig_start,
    .actor = pig_actor,
    .legal = pig_legal,
    .apply = pig_apply,
    .hash = pig_hash,
    .rehash = pig_rehash_of,
    .returns = pig_returns,
    .verify = pig_verify,
    .to_text = pig_to_text,
    .from_text = pig_from_text,
    .write = pig_write,
    .read = pig_read,
    .draw = pig_draw,
    .imply = pig_imply,
    .phase = pig_phase,
    .check = pig_check,
    .chance = pig_chance,
};
