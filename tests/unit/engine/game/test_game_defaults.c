/* What the contract does for a game that leaves verify, from_text, draw, rehash and close out: from
 * the legal list, from the outcomes of chance, at the end, and without memory. */
#include <acutest.h>

#include <string.h>

#include "engine/base/hash.h"
#include "engine/base/memory.h"
#include "engine/game/game.h"
#include "engine/game/tokens.h"

/* --- a game of ten functions: players take 1 or 2 of a heap, a coin gives one back or none --- */

typedef struct heap_state {
    uint32_t left;
    uint8_t mover, coin;
    uint8_t zero[2];
} heap_state;

_Static_assert(sizeof(heap_state) == 8, "flat, without padding");

enum { TAKE = 100, COIN = 200, HEAP = 5, MAX_LIST = 2 };

static status open_heap(rules **out, const game *g, const params *p, error *err) {
    *out = rules_alloc(g, p, sizeof(rules));
    if (!*out) return error_set(err, ST_NOMEM, "no memory for the rules of %s", g->name);
    (*out)->state_size = sizeof(heap_state);
    (*out)->max_actions = MAX_LIST;
    return ST_OK;
}

static void start_heap(const rules *r, void *s) {
    (void)r;
    *(heap_state *)s = (heap_state){.left = HEAP};
}

static int actor_heap(const rules *r, const void *state) {
    const heap_state *s = state;
    (void)r;
    return s->coin ? ACTOR_CHANCE : s->left ? s->mover : ACTOR_NONE;
}

static int legal_heap(const rules *r, const void *state, const trail *t, action *out) {
    const heap_state *s = state;
    int n = 0;
    (void)r;
    (void)t;
    for (action k = 1; k <= MAX_LIST && k <= s->left; k++) out[n++] = TAKE + k;
    return n;
}

static int chance_heap(const rules *r, const void *s, action *out, float *weight) {
    (void)r;
    (void)s;
    for (int i = 0; i < 2; i++) {
        out[i] = COIN + (action)i;
        weight[i] = 0.5F;
    }
    return 2;
}

static void apply_heap(const rules *r, void *state, trail *t, action a) {
    heap_state *s = state;
    (void)r;
    (void)t;
    if (s->coin) {
        s->left += (uint32_t)(a - COIN);
        s->coin = 0;
        return;
    }
    s->left -= (uint32_t)(a - TAKE);
    s->mover = !s->mover;
    s->coin = s->left == HEAP - 1;
}

static uint64_t hash_heap(const rules *r, const void *s) {
    (void)r;
    return hash_bytes(s, sizeof(heap_state), 0);
}

static void returns_heap(const rules *r, const void *state, float *utility, int32_t *points) {
    const heap_state *s = state;
    (void)r;
    for (int i = 0; i < 2; i++) {
        utility[i] = i != s->mover ? 1 : 0;
        points[i] = 0;
    }
}

static void name_step(const rules *r, const void *s, const action *steps, int n, text *out) {
    (void)r;
    (void)s;
    (void)n;
    if (steps[0] >= COIN)
        text_put(out, steps[0] > COIN ? "back" : "none");
    else
        text_format(out, "take%d", (int)(steps[0] - TAKE));
}

static void write_heap(const rules *r, const void *state, text *out) {
    const heap_state *s = state;
    (void)r;
    text_format(out, "%d %d %d", (int)s->left, s->mover, s->coin);
}

static status read_heap(const rules *r, void *s, const char *line, error *err) {
    (void)r;
    (void)s;
    return error_set(err, ST_BAD_FEN, "not read here: %.40s", line);
}

static const game heap = {
    .name = "heap",
    .title = "Heap",
    .min_players = 2,
    .max_players = 2,
    .default_players = 2,
    .traits = GAME_CHANCE,
    .open = open_heap,
    .start = start_heap,
    .actor = actor_heap,
    .legal = legal_heap,
    .apply = apply_heap,
    .hash = hash_heap,
    .returns = returns_heap,
    .to_text = name_step,
    .write = write_heap,
    .read = read_heap,
    .chance = chance_heap,
};

static rules *open_rules(void) {
    rules *r = NULL;
    error err;
    params p = params_default();
    TEST_ASSERT_(rules_open(&r, &heap, &p, &err) == ST_OK, "%s", err.text);
    return r;
}

/* --- what the defaults say --- */

static const heap_state playing = {.left = 1}, at_coin = {.left = 4, .coin = 1}, over = {.left = 0};

static void test_verify(void) {
    rules *r = open_rules();
    const struct {
        const heap_state *s;
        action step;
        int n;
        status st;
        const char *reason;
    } cases[] = {{&playing, TAKE + 1, 1, ST_OK, ""},
                 {&playing, TAKE + 2, 1, ST_ILLEGAL_ACTION, "not-legal"},
                 {&playing, COIN, 1, ST_ILLEGAL_ACTION, "not-legal"},
                 {&playing, ACTION_NONE, 1, ST_ILLEGAL_ACTION, "not-legal"},
                 {&playing, TAKE + 1, 2, ST_ILLEGAL_ACTION, "not-legal"},
                 {&at_coin, COIN + 1, 1, ST_OK, ""},
                 {&at_coin, COIN + 2, 1, ST_CHANCE_IMPOSSIBLE, "bad-outcome"},
                 {&at_coin, TAKE + 1, 1, ST_CHANCE_IMPOSSIBLE, "bad-outcome"},
                 {&over, TAKE + 1, 1, ST_ILLEGAL_ACTION, "game-over"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        error err = {0};
        action steps[2] = {cases[i].step, cases[i].step};
        status st = game_verify(r, cases[i].s, NULL, steps, cases[i].n, &err);
        TEST_CHECK_(st == cases[i].st, "case %d: %s", (int)i, status_name(st));
        TEST_CHECK_(strcmp(err.reason, cases[i].reason) == 0, "case %d: %s", (int)i, err.reason);
        TEST_CHECK(st == ST_OK || (err.code == st && err.text[0]));
        TEST_CHECK(game_verify(r, cases[i].s, NULL, steps, cases[i].n, NULL) == st);
    }
    rules_close(r);
    TEST_CHECK(mem_live() == 0);
}

static void test_from_text(void) {
    rules *r = open_rules();
    const struct {
        const heap_state *s;
        const char *token;
        status st;
        action step;
    } cases[] = {
        {&playing, "take1", ST_OK, TAKE + 1},     {&playing, "take2", ST_ILLEGAL_ACTION, 0},
        {&playing, "take", ST_ILLEGAL_ACTION, 0}, {&playing, "", ST_ILLEGAL_ACTION, 0},
        {&playing, "back", ST_ILLEGAL_ACTION, 0}, {&at_coin, "none", ST_OK, COIN},
        {&at_coin, "back", ST_OK, COIN + 1},      {&at_coin, "take1", ST_CHANCE_IMPOSSIBLE, 0},
        {&over, "take1", ST_ILLEGAL_ACTION, 0}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        error err = {0};
        action steps[GAME_MAX_STEPS] = {0};
        int n = -1;
        status st = game_from_text(r, cases[i].s, cases[i].token, steps, &n, &err);
        TEST_CHECK_(st == cases[i].st, "%s: %s", cases[i].token, status_name(st));
        TEST_CHECK_(n == (st == ST_OK) && steps[0] == cases[i].step, "%s: %d", cases[i].token, n);
        TEST_CHECK_(st == ST_OK || strcmp(err.reason, "bad-action") == 0, "%s", err.reason);
    }
    rules_close(r);
    TEST_CHECK(mem_live() == 0);
}

/* Through tokens, as the protocol asks. */
static void test_tokens(void) {
    rules *r = open_rules();
    const struct {
        const heap_state *s;
        const char *event;
        status st;
    } cases[] = {{&playing, "take1", ST_OK},
                 {&playing, "take2", ST_ILLEGAL_ACTION},
                 {&playing, "!none", ST_ACTION_EXPECTED},
                 {&at_coin, "!back", ST_OK},
                 {&at_coin, "!take1", ST_CHANCE_IMPOSSIBLE},
                 {&at_coin, "take1", ST_CHANCE_EXPECTED},
                 {&over, "take1", ST_GAME_OVER}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        token tok;
        error err;
        status st = token_read((state_ref){r, cases[i].s, NULL}, cases[i].event, &tok, &err);
        TEST_CHECK_(st == cases[i].st, "%s: %s", cases[i].event, status_name(st));
    }
    rules_close(r);
}

static void test_no_memory(void) {
    rules *r = open_rules();
    action step = TAKE + 1;
    action steps[GAME_MAX_STEPS];
    int n = -1;
    error err = {0};
    mem_fail_at(1);
    TEST_CHECK(game_verify(r, &playing, NULL, &step, 1, &err) == ST_NOMEM);
    TEST_CHECK_(err.code == ST_NOMEM && err.text[0], "it says so: %s", err.text);
    err = (error){0};
    mem_fail_at(1);
    TEST_CHECK(game_from_text(r, &playing, "take1", steps, &n, &err) == ST_NOMEM && n == 0);
    TEST_CHECK_(err.code == ST_NOMEM && err.text[0], "it says so: %s", err.text);
    mem_fail_at(1);
    TEST_CHECK(game_from_text(r, &at_coin, "none", steps, &n, NULL) == ST_NOMEM);
    mem_fail_at(0);
    TEST_CHECK(game_verify(r, &playing, NULL, &step, 1, NULL) == ST_OK);
    rules_close(r); /* the default of close */
    TEST_CHECK(mem_live() == 0);
}

static void test_draw_and_rehash(void) {
    rules *r = open_rules();
    for (int colours = 0; colours < 2; colours++) {
        char buf[40];
        text out = text_over(buf, sizeof buf);
        game_draw(r, &at_coin, SEAT_ALL, colours, &out);
        TEST_CHECK_(strcmp(buf, "4 0 1\n") == 0, "%s", buf);
    }
    TEST_CHECK(game_rehash(r, &playing) == hash_heap(r, &playing));
    TEST_CHECK(game_rehash(r, &playing) != game_rehash(r, &over));
    TEST_CHECK(game_kind(r, &at_coin) == KIND_CHANCE && game_kind(r, &playing) == KIND_ACTION);
    TEST_CHECK(!game_inside(r, &playing));
    rules_close(r);
}

TEST_LIST = {{"verify", test_verify},
             {"from_text", test_from_text},
             {"tokens", test_tokens},
             {"no_memory", test_no_memory},
             {"draw_and_rehash", test_draw_and_rehash},
             {NULL, NULL}};
