#include "tests/support/toy_game.h"
#include "engine/game/game_terminal.h"

#include <assert.h>
#include <string.h>

#include "engine/base/hash.h"

enum { FIELDS = 6, GOAL = 5, JUMP = 3 };
enum { STAY = 1, ONE, TWO, RIGHT, LEFT, HEADS, TAILS };
enum { MOVE, COIN, END };
enum { NOBODY = 2 };

typedef struct toy_state {
    uint8_t field, player, at, left, winner; /* left: moves that the token still needs */
    uint8_t zero[3];
} toy_state;

static status toy_open(rules **out, const game *g, const params *p, error *err) {
    rules *r = rules_alloc(g, p, sizeof *r);
    if (!r) return error_set(err, ST_NOMEM, "no memory for the rules of toy");
    r->state_size = sizeof(toy_state);
    r->max_actions = 3;
    r->max_steps = 3;
    *out = r;
    return ST_OK;
}

static void toy_start(const rules *r, void *state) {
    toy_state *s = state;
    memset(s, 0, sizeof *s);
    s->player = (uint8_t)(r->options.first > 0);
    s->winner = NOBODY;
}

static int toy_actor(const rules *r, const void *state) {
    const toy_state *s = state;
    (void)r;
    if (s->at == END) return ACTOR_NONE;
    return s->at == COIN ? ACTOR_CHANCE : s->player;
}

static int toy_legal(const rules *r, const void *state, const trail *t, action *out) {
    const toy_state *s = state;
    (void)r;
    (void)t;
    if (s->at != MOVE) return 0;
    action first = s->left ? RIGHT : STAY;
    int count = s->left ? 2 : 3;
    for (int i = 0; i < count; i++) out[i] = first + (action)i;
    return count;
}

static int toy_chance(const rules *r, const void *state, action *out, float *weight) {
    const toy_state *s = state;
    (void)r;
    out[0] = HEADS;
    out[1] = TAILS;
    weight[0] = s->field % 2 ? 1.0F : 0.5F;
    weight[1] = 0.5F;
    return s->field % 2 ? 1 : 2;
}

static uint64_t toy_hash(const rules *r, const void *state) {
    const toy_state *s = state;
    (void)r;
    uint32_t low = (uint32_t)s->field | (uint32_t)s->player << 8 | (uint32_t)s->at << 16;
    return hash_mix((uint64_t)low | (uint64_t)s->left << 32 | (uint64_t)s->winner << 40);
}

static void resolve(const rules *r, toy_state *s, trail *t) {
    if (s->field == GOAL) {
        s->winner = s->player;
        s->at = END;
        return;
    }
    s->player ^= 1;
    s->at = MOVE;
    uint64_t key = toy_hash(r, s);
    if (t && trail_count(t, key, t->len) >= 2) s->at = END;
    if (t) trail_push(t, key);
}

static void toy_apply(const rules *r, void *state, trail *t, action a) {
    toy_state *s = state;
    if (s->at == COIN) {
        assert(a == HEADS || (a == TAILS && s->field % 2 == 0));
        if (a == TAILS) s->field = (uint8_t)((s->field + JUMP) % FIELDS);
        resolve(r, s, t);
        return;
    }
    assert(s->at == MOVE && (s->left ? a == RIGHT || a == LEFT : a >= STAY && a <= TWO));
    if (s->left) {
        s->field = (uint8_t)((s->field + (a == RIGHT ? 1 : FIELDS - 1)) % FIELDS);
        s->left--;
    } else {
        s->left = (uint8_t)(a - STAY);
    }
    if (s->left == 0) s->at = COIN;
}

static void toy_returns(const rules *r, const void *state, float *utility, int32_t *points) {
    const toy_state *s = state;
    (void)r;
    for (int i = 0; i < 2; i++) {
        utility[i] = s->winner == NOBODY ? 0.5F : (float)(s->winner == i);
        points[i] = 0;
    }
}

static status toy_verify(const rules *r, const void *state, const trail *t, const action *steps,
                         int n, error *why) {
    const toy_state *s = state;
    (void)r;
    (void)t;
    bool ok = false;
    if (s->at == COIN) {
        ok = n == 1 && (steps[0] == HEADS || (steps[0] == TAILS && s->field % 2 == 0));
    } else if (s->at == MOVE && !s->left && n >= 1 && steps[0] >= STAY && steps[0] <= TWO) {
        ok = n == (int)(steps[0] - STAY) + 1;
        for (int i = 1; i < n && ok; i++) ok = steps[i] == RIGHT || steps[i] == LEFT;
    }
    if (ok) return ST_OK;
    status st = error_set(why, ST_ILLEGAL_ACTION, "the pawn cannot do that here");
    error_reason(why, "bad-move", "field=%d", s->field);
    return st;
}

static void toy_to_text(const rules *r, const void *s, const action *steps, int n, text *out) {
    (void)r;
    (void)s;
    if (steps[0] == STAY || steps[0] >= HEADS)
        text_char(out, steps[0] == STAY ? 's' : steps[0] == HEADS ? 'h' : 't');
    for (int i = 1; i < n; i++) text_char(out, steps[i] == RIGHT ? 'r' : 'l');
}

static bool toy_alias(const rules *r, const void *s, const action *steps, int n, int k, text *out) {
    (void)r;
    (void)s;
    if (k > 0 || n != 3 || steps[1] != steps[2]) return false;
    text_put(out, steps[1] == RIGHT ? "2r" : "2l");
    return true;
}

static status toy_from_text(const rules *r, const void *s, const char *token, action *steps, int *n,
                            error *why) {
    (void)r;
    (void)s;
    static const char *const single[] = {"s", "h", "t"};
    static const action code[] = {STAY, HEADS, TAILS};
    *n = 1;
    for (int i = 0; i < 3; i++) {
        steps[0] = code[i];
        if (strcmp(token, single[i]) == 0) return ST_OK;
    }
    const char *moves = token;
    if (strcmp(token, "2r") == 0) moves = "rr";
    if (strcmp(token, "2l") == 0) moves = "ll";
    size_t len = strlen(moves);
    if (len < 1 || len > 2 || strspn(moves, "rl") != len) {
        status st = error_set(why, ST_ILLEGAL_ACTION, "a token is s, or one or two of r and l");
        error_reason(why, "bad-token", "token=%.40s", token);
        return st;
    }
    steps[0] = STAY + len;
    for (size_t i = 0; i < len; i++) steps[i + 1] = moves[i] == 'r' ? RIGHT : LEFT;
    *n = (int)len + 1;
    return ST_OK;
}

static void toy_write(const rules *r, const void *state, text *out) {
    const toy_state *s = state;
    (void)r;
    text_format(out, "f=%d p=%d at=%c left=%d win=%c", s->field, s->player, "mce"[s->at], s -> left,
                "01-"[s->winner]);
}

static bool pick(const char *from, char c, uint8_t *out) {
    const char *at = c ? strchr(from, c) : NULL;
    if (at) *out = (uint8_t)(at - from);
    return at != NULL;
}

/* All fields are one character wide. */
static status toy_read(const rules *r, void *state, const char *line, error *err) {
    (void)r;
    toy_state *s = state;
    memset(s, 0, sizeof *s);
    char again[40];
    text back = text_over(again, sizeof again);
    bool ok = strlen(line) == 25 && pick("012345", line[2], &s->field) &&
              pick("01", line[6], &s->player) && pick("mce", line[11], &s->at) &&
              pick("012", line[18], &s->left) && pick("01-", line[24], &s->winner);
    if (ok) toy_write(r, s, &back);
    bool won = s->winner != NOBODY;
    ok = ok && strcmp(again, line) == 0 && (!s->left || s->at == MOVE) &&
         won == (s->at == END && s->field == GOAL) && (!won || s->winner == s->player) &&
         (s->field != GOAL || s->at != MOVE || s->left);
    return ok ? ST_OK : error_set(err, ST_BAD_FEN, "expected f=0 p=0 at=m left=0 win=-");
}

static void toy_draw(const rules *r, const void *state, int seat, bool colours, text *out) {
    (void)r;
    (void)seat;
    (void)colours;
    for (int i = 0; i < FIELDS; i++)
        text_char(out, i == ((const toy_state *)state)->field ? '*' : '.');
    text_char(out, '\n');
}

static bool toy_inside(const rules *r, const void *state) {
    (void)r;
    return ((const toy_state *)state)->left != 0;
}

static const game_terminal toy_terminal = {
    .alias = toy_alias,
};

const game toy_game = {
    .name = "toy",
    .title = "A pawn on a ring",
    .min_players = 2,
    .max_players = 2,
    .default_players = 2,
    .traits = GAME_CHANCE | GAME_REPEATS,
    .syntax = (const action_syntax[]){{"walk", "s r l rr rl lr ll"}, {NULL, NULL}},
    .terminal = &toy_terminal,
    .open = toy_open,
    .start = toy_start,
    .actor = toy_actor,
    .legal = toy_legal,
    .apply = toy_apply,
    .hash = toy_hash,
    .rehash = toy_hash,
    .returns = toy_returns,
    .verify = toy_verify,
    .to_text = toy_to_text,
    .from_text = toy_from_text,
    .write = toy_write,
    .read = toy_read,
    .draw = toy_draw,
    .inside = toy_inside,
    .chance = toy_chance,
};
