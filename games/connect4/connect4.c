#include "games/connect4/connect4.h"

#include <assert.h>
#include <string.h>

#include "engine/game/game_endings.h"
#include "engine/game/game_evaluation.h"
#include "engine/game/game_hints.h"
#include "engine/game/game_speed.h"
#include "engine/game/game_terminal.h"
#include "games/connect4/connect4_features.h"
#include "games/connect4/connect4_inputs.h"
#include "games/connect4/connect4_rules.h"
#include "games/connect4/connect4_table.h"
#include "games/connect4/connect4_text.h"

static status c4_open(rules **out, const game *g, const params *p, error *err) {
    if (p->first > 0)
        return error_set(err, ST_UNSUPPORTED, "in connect4 X starts, and X is seat 1");
    rules *r = rules_alloc(g, p, sizeof *r);
    if (!r) return error_set(err, ST_NOMEM, "no memory for the rules of connect4");
    r->state_size = sizeof(c4_state);
    r->max_actions = C4_COLUMNS;
    *out = r;
    return ST_OK;
}

static void c4_start(const rules *r, void *s) {
    (void)r;
    memset(s, 0, sizeof(c4_state));
}

static int c4_actor(const rules *r, const void *state) {
    (void)r;
    const c4_state *s = state;
    return s->ending == C4_OPEN ? s->mover : ACTOR_NONE;
}

/* The centre first: it is the better half of the alphabet to try. */
static int c4_legal(const rules *r, const void *state, const trail *t, action *out) {
    static const uint8_t order[C4_COLUMNS] = {3, 2, 4, 1, 5, 0, 6};
    (void)r;
    (void)t;
    uint64_t landing = c4_landing(state);
    int n = 0;
    for (int i = 0; i < C4_COLUMNS; i++) {
        out[n] = order[i];
        n += (landing & c4_column(order[i])) != 0;
    }
    return n;
}

static void c4_apply(const rules *r, void *state, trail *t, action a) {
    (void)t;
    c4_state *s = state;
    uint64_t cell = c4_landing(s) & c4_column((int)a);
    assert(cell && s->ending == C4_OPEN);
    c4_put(s, cell);
    if (r->options.noend && s->ending == C4_FOUR)
        s->ending = (s->stone[0] | s->stone[1]) == C4_BOARD ? C4_FULL : C4_OPEN;
    assert(!(s->stone[0] & s->stone[1]) && !((s->stone[0] | s->stone[1]) & ~C4_BOARD));
}

static void c4_play_random(const rules *r, void *s, trail *t, rng *g) {
    (void)r;
    (void)t;
    c4_put_random(s, g);
}

static uint64_t c4_hash_of(const rules *r, const void *s) {
    (void)r;
    return c4_hash(s);
}

/* From scratch, another way: the columns' numbers from the cells, one by one. */
static uint64_t c4_rehash(const rules *r, const void *state) {
    (void)r;
    const c4_state *s = state;
    uint64_t key = 0;
    for (int c = 0; c < C4_COLUMNS; c++) {
        uint64_t column = 1;
        for (int row = 0; row < C4_ROWS; row++) {
            uint64_t bit = UINT64_C(1) << (c * C4_STRIDE + row);
            if (s->stone[0] & bit) column += 2u << row;
            if (s->stone[1] & bit) column += 1u << row;
        }
        key |= column << (c * C4_STRIDE);
    }
    return hash_mix(key);
}

static void c4_returns(const rules *r, const void *state, float *utility, int32_t *points) {
    (void)r;
    const c4_state *s = state;
    utility[0] = utility[1] = 0.5F;
    points[0] = points[1] = 0;
    if (s->ending != C4_FOUR) return;
    utility[s->mover] = 0;
    utility[s->mover ^ 1] = 1;
}

static const char *c4_ending(const rules *r, const void *state) {
    (void)r;
    return ((const c4_state *)state)->ending == C4_FOUR ? "four-in-a-row" : "board-full";
}

static status c4_check(const rules *r, const void *state, error *err) {
    (void)r;
    const c4_state *s = state;
    if (s->stone[0] & s->stone[1]) return error_set(err, ST_INTERNAL, "two stones in one cell");
    if ((s->stone[0] | s->stone[1]) & ~C4_BOARD)
        return error_set(err, ST_INTERNAL, "a stone above the board");
    int ply = __builtin_popcountll(s->stone[0] | s->stone[1]);
    if (__builtin_popcountll(s->stone[0]) != (ply + 1) / 2 || s->mover != (ply & 1))
        return error_set(err, ST_INTERNAL, "stones and mover do not fit");
    return ST_OK;
}

/* --- for exact searches --- */

/* What best play gives where one side has four in a row on the table. */
static int decided(int winner, float *utility) {
    utility[winner] = 1;
    utility[winner ^ 1] = 0;
    return 0;
}

/* Columns by the number of cells that would then complete a four, the middle first among equals. */
static int by_threats(const c4_state *s, uint64_t cells, action *out) {
    static const uint8_t order[C4_COLUMNS] = {3, 2, 4, 1, 5, 0, 6};
    uint64_t own = s->stone[s->mover];
    uint64_t empty = ~(own | s->stone[s->mover ^ 1]);
    int score[C4_COLUMNS];
    int n = 0;
    for (int i = 0; i < C4_COLUMNS; i++) {
        uint64_t cell = cells & c4_column(order[i]);
        if (!cell) continue;
        int threats = __builtin_popcountll(c4_completing(own | cell) & empty);
        int at = n++;
        for (; at > 0 && score[at - 1] < threats; at--) {
            score[at] = score[at - 1];
            out[at] = out[at - 1];
        }
        score[at] = threats;
        out[at] = order[i];
    }
    return n;
}

/* A four in one is taken; one of the opponent's is stopped, two are not; and no stone goes below a
 * cell where the opponent then has four. */
static int c4_promising(const rules *r, const void *state, action *out, float *utility) {
    const c4_state *s = state;
    utility[0] = utility[1] = 1;
    if (r->options.noend) return c4_legal(r, state, NULL, out);
    uint64_t landing = c4_landing(s);
    if (c4_completing(s->stone[s->mover]) & landing) return decided(s->mover, utility);
    uint64_t fatal = c4_completing(s->stone[s->mover ^ 1]);
    uint64_t forced = fatal & landing;
    if (forced & (forced - 1)) return decided(s->mover ^ 1, utility);
    uint64_t cells = (forced ? forced : landing) & ~(fatal >> 1);
    if (!cells) return decided(s->mover ^ 1, utility);
    uint64_t empty = C4_BOARD & ~(s->stone[0] | s->stone[1]);
    for (int i = 0; i < 2; i++) utility[i] = c4_has_four(s->stone[i] | empty) ? 1 : 0.5F;
    return by_threats(s, cells, out);
}

static uint64_t c4_class_hash(const rules *r, const void *state) {
    (void)r;
    const c4_state *s = state;
    uint64_t key = s->stone[0] + (s->stone[0] | s->stone[1]) + C4_BOTTOM;
    uint64_t mirror = c4_mirror(key);
    return hash_mix(key < mirror ? key : mirror);
}

static const game_endings c4_endings = {
    .name = c4_ending,
};

static const game_hints c4_hints = {
    .promising = c4_promising,
    .class_hash = c4_class_hash,
    .noisy = c4_noisy,
    .order = c4_order,
};

static const game_speed c4_speed = {
    .play_random = c4_play_random,
};

static const game_evaluation c4_evaluation = {
    .measure = c4_measure,
};

static const game_terminal c4_terminal = {
    .describe = c4_describe,
};

const game connect4 = {
    .name = "connect4",
    .title = "Connect Four",
    .min_players = 2,
    .max_players = 2,
    .default_players = 2,
    .traits = GAME_NOEND,
    .syntax = (const action_syntax[]){{"drop", "a..g"}, {NULL, NULL}},
    .features = c4_features,
    .endings = &c4_endings,
    .hints = &c4_hints,
    .speed = &c4_speed,
    .evaluation = &c4_evaluation,
    .inputs = &c4_inputs,
    .terminal = &c4_terminal,
    .table = &c4_game_table,
    .open = c4_open,
    .start = c4_start,
    .actor = c4_actor,
    .legal = c4_legal,
    .apply = c4_apply,
    .hash = c4_hash_of,
    .rehash = c4_rehash,
    .returns = c4_returns,
    .verify = c4_verify,
    .to_text = c4_to_text,
    .from_text = c4_from_text,
    .write = c4_write,
    .read = c4_read,
    .draw = c4_draw,
    .check = c4_check,
};
