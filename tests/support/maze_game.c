#include "tests/support/maze_game.h"
#include "engine/game/game_evaluation.h"
#include "engine/game/game_hints.h"

#include <assert.h>
#include <string.h>

#include "engine/base/hash.h"

enum { DOORS = 4, OUTCOME = 8, CHAIN = 2 };
enum { WALK, FALL, END };

typedef struct maze_state {
    uint16_t room;
    uint8_t mover, at, left, chain, again, zero;
} maze_state;

typedef struct maze_rules {
    rules head;
    uint64_t seed;
    uint8_t length;
    uint16_t rooms;
    bool chance, chains, repeats;
} maze_rules;

static const maze_rules *of(const rules *r) {
    return (const void *)r;
}

/* The maze: a number for every question about a room and a door. */
static uint64_t ask(const rules *r, const maze_state *s, uint64_t what, uint64_t door) {
    uint64_t place = (uint64_t)s->room << 32 | (uint64_t)s->mover << 16 | what << 8 | door;
    return hash_mix(hash_mix(of(r)->seed + 1) ^ place) >> 8;
}

static status maze_open(rules **out, const game *g, const params *p, error *err) {
    maze_rules *r = (void *)rules_alloc(g, p, sizeof *r);
    if (!r) return error_set(err, ST_NOMEM, "no memory for the maze");
    r->seed = (uint64_t)params_int(p, "seed", 1);
    r->length = (uint8_t)params_int(p, "length", 8);
    r->rooms = (uint16_t)params_int(p, "rooms", 20);
    r->chance = params_int(p, "chance", 0) != 0;
    r->chains = params_int(p, "chains", 1) != 0;
    r->repeats = params_int(p, "repeats", 0) != 0;
    r->head.traits = (r->chance ? GAME_CHANCE : 0U) | (r->repeats ? GAME_REPEATS : 0U);
    r->head.state_size = sizeof(maze_state);
    r->head.max_actions = DOORS;
    r->head.max_steps = r->chains ? CHAIN + 1 : 1;
    *out = &r->head;
    return ST_OK;
}

static void maze_start(const rules *r, void *state) {
    maze_state *s = state;
    memset(s, 0, sizeof *s);
    s->left = of(r)->length;
}

static int maze_actor(const rules *r, const void *state) {
    const maze_state *s = state;
    (void)r;
    return s->at == END ? ACTOR_NONE : s->at == FALL ? ACTOR_CHANCE : s->mover;
}

static int doors(const rules *r, const maze_state *s) {
    return 1 + (int)(ask(r, s, 1, 0) % DOORS);
}

static int maze_legal(const rules *r, const void *state, const trail *t, action *out) {
    const maze_state *s = state;
    (void)t;
    int n = s->at == WALK ? doors(r, s) : 0;
    for (int i = 0; i < n; i++) out[i] = (action)i;
    return n;
}

static unsigned falls_to(const rules *r, const maze_state *s) {
    return 1 + (unsigned)(ask(r, s, 2, 0) % 4);
}

static int maze_chance(const rules *r, const void *state, action *out, float *weight) {
    const maze_state *s = state;
    int n = (int)falls_to(r, s);
    float sum = 0;
    for (int i = 0; i < n; i++) {
        out[i] = OUTCOME + (action)i;
        weight[i] = (float)(1 + ask(r, s, 3, (uint64_t)i) % 5);
        sum += weight[i];
    }
    for (int i = 0; i < n; i++) weight[i] /= sum;
    return n;
}

static uint64_t maze_hash(const rules *r, const void *state) {
    uint64_t word;
    (void)r;
    memcpy(&word, state, sizeof word);
    return hash_mix(word);
}

static void hand_over(const rules *r, maze_state *s) {
    s->mover = (uint8_t)((s->mover + 1) % r->players);
}

static void resolve(const rules *r, maze_state *s, trail *t) {
    if (s->chain) return;
    s->at = WALK;
    bool last = !of(r)->repeats && s->left == 0;
    if (last || ask(r, s, 4, 0) % 12 == 0) s->at = END;
    uint64_t key = maze_hash(r, s);
    if (s->at == WALK && t && trail_count(t, key, t->len)) {
        s->at = END;
        s->again = 1;
    }
    if (t) trail_push(t, key);
}

static void maze_apply(const rules *r, void *state, trail *t, action a) {
    maze_state *s = state;
    uint64_t next = ask(r, s, 5, a);
    assert(s->at == FALL ? a >= OUTCOME : s->at == WALK && (int)a < doors(r, s));
    uint64_t turn = ask(r, s, 6, a) % 4;
    bool falls = s->at == WALK && of(r)->chance && ask(r, s, 7, a) % 3 == 0;
    bool on = s->at == WALK && of(r)->chains && ask(r, s, 8, a) % 4 == 0 && s->chain < CHAIN;
    bool walked = s->at == WALK;
    s->room = (uint16_t)(next % of(r)->rooms);
    s->chain = on ? (uint8_t)(s->chain + 1) : 0;
    if (on) return;
    if (walked && !of(r)->repeats) s->left--;
    if (walked && turn) hand_over(r, s);
    s->at = FALL;
    if (!falls) resolve(r, s, t);
}

static void maze_returns(const rules *r, const void *state, float *utility, int32_t *points) {
    const maze_state *s = state;
    int kind = s->again ? 3 : (int)(ask(r, s, 9, 0) % 6);
    int winner = (int)(ask(r, s, 10, 0) % r->players);
    for (int i = 0; i < r->players; i++) {
        points[i] = 0;
        float rest = (float)(r->players - 1);
        utility[i] = kind == 3   ? 1.0F / (float)r->players
                     : kind == 4 ? (i == winner ? 0.75F : 0.25F / rest)
                                 : (float)(i == winner);
    }
}

/* The chain ends where the last step is made, not before and not after. */
static status maze_verify(const rules *r, const void *state, const trail *t, const action *steps,
                          int n, error *why) {
    maze_state s = *(const maze_state *)state;
    (void)t;
    bool fall = s.at == FALL;
    bool ok = n > 0 && s.at != END;
    if (ok && fall) ok = n == 1 && steps[0] >= OUTCOME && steps[0] < OUTCOME + falls_to(r, &s);
    for (int i = 0; ok && !fall && i < n; i++) {
        ok = s.at == WALK && steps[i] < (action)doors(r, &s) && (i == 0 || s.chain);
        if (ok) maze_apply(r, &s, NULL, steps[i]);
    }
    if (ok && s.chain == 0) return ST_OK;
    return error_set(why, ST_ILLEGAL_ACTION, "there is no such door");
}

static void maze_to_text(const rules *r, const void *s, const action *steps, int n, text *out) {
    (void)r;
    (void)s;
    for (int i = 0; i < n; i++) text_char(out, (char)('0' + (int)steps[i]));
}

static status maze_from_text(const rules *r, const void *s, const char *token, action *steps,
                             int *n, error *why) {
    (void)r;
    (void)s;
    for (*n = 0; token[*n] >= '0' && token[*n] <= '9' && *n < CHAIN + 1; ++*n)
        steps[*n] = (action)(token[*n] - '0');
    if (*n && !token[*n]) return ST_OK;
    return error_set(why, ST_ILLEGAL_ACTION, "a token is a few digits");
}

static void maze_write(const rules *r, const void *state, text *out) {
    const maze_state *s = state;
    (void)r;
    text_format(out, "room=%d mover=%d at=%d left=%d chain=%d", s->room, s->mover, s->at, s->left,
                s->chain);
}

static bool maze_inside(const rules *r, const void *state) {
    (void)r;
    return ((const maze_state *)state)->chain != 0;
}

static bool maze_noisy(const rules *r, const void *state, action a) {
    return ask(r, state, 11, a) % 4 == 0;
}

static void maze_order(const rules *r, const void *state, const action *list, int n, float *score) {
    for (int i = 0; i < n; i++) score[i] = (float)(ask(r, state, 12, list[i]) % 64) / 16;
}

static bool maze_skip(const rules *r, void *state) {
    maze_state *s = state;
    if (s->chain || s->at != WALK || of(r)->repeats) return false;
    hand_over(r, s);
    return true;
}

static void maze_measure(const rules *r, const void *state, int player, float *out) {
    out[0] = (float)(ask(r, state, 13, (uint64_t)player) % 1000) / 500 - 1;
}

static const param_spec maze_params[] = {
    {"seed", PARAM_INT, "1", 0, 1000000, NULL, "which maze"},
    {"length", PARAM_INT, "8", 1, 60, NULL, "tokens before it ends"},
    {"rooms", PARAM_INT, "20", 1, 1000, NULL, "rooms"},
    {"chance", PARAM_INT, "0", 0, 1, NULL, "walkers may fall"},
    {"chains", PARAM_INT, "1", 0, 1, NULL, "tokens may have several steps"},
    {"repeats", PARAM_INT, "0", 0, 1, NULL, "a room seen before is a draw"},
    {NULL, PARAM_INT, NULL, 0, 0, NULL, NULL},
};

static const game_hints maze_hints = {
    .noisy = maze_noisy,
    .order = maze_order,
    .skip = maze_skip,
};

static const game_evaluation maze_evaluation = {
    .measure = maze_measure,
};

const game maze_game = {
    .name = "maze",
    .title = "A maze drawn by a number",
    .min_players = 2,
    .max_players = 4,
    .default_players = 2,
    .params = maze_params,
    .syntax = (const action_syntax[]){{"walk", "0..3"}, {NULL, NULL}},
    .features = (const feature[]){{"mood", 1.0F, -5, 5, 0.1F}, {NULL, 0, 0, 0, 0}},
    .hints = &maze_hints,
    .evaluation = &maze_evaluation,
    .open = maze_open,
    .start = maze_start,
    .actor = maze_actor,
    .legal = maze_legal,
    .apply = maze_apply,
    .hash = maze_hash,
    .rehash = maze_hash,
    .returns = maze_returns,
    .verify = maze_verify,
    .to_text = maze_to_text,
    .from_text = maze_from_text,
    .write = maze_write,
    .inside = maze_inside,
    .chance = maze_chance,
};
