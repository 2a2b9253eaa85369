#include <acutest.h>

#include "engine/game/battery.h"
#include "games/connect4/connect4.h"
#include "games/leduc/leduc.h"
#include "games/pig/pig.h"
#include "tests/support/one_line.h"
#include "tests/support/toy_game.h"

static status read_as(const position *p, const char *event, token *out, error *err) {
    return token_read(position_ref(p), event, out, err);
}

static void test_codes(void) {
    position *c4 = one_line_start(&connect4, "");
    position *die = one_line_read(&pig, "p=0 turn=0 s=0,0 target=100 roll");
    position *over = one_line_read(&pig, "p=0 turn=0 s=100,0 target=100");
    TEST_ASSERT(c4 && die && over);
    const struct {
        const position *p;
        const char *event;
        status st;
    } cases[] = {{c4, "d", ST_OK},
                 {c4, "@1:d", ST_OK},
                 {c4, "@2:d", ST_WRONG_SEAT},
                 {c4, "@3:d", ST_BAD_SYNTAX},
                 {c4, "@1d", ST_BAD_SYNTAX},
                 {c4, "@12345:d", ST_BAD_SYNTAX},
                 {c4, "h", ST_ILLEGAL_ACTION},
                 {c4, "", ST_ILLEGAL_ACTION},
                 {c4, "!1", ST_ACTION_EXPECTED},
                 {c4, "?x", ST_ILLEGAL_ACTION},
                 {die, "!6", ST_OK},
                 {die, "@0:!6", ST_OK},
                 {die, "@1:!6", ST_WRONG_SEAT},
                 {die, "!7", ST_CHANCE_IMPOSSIBLE},
                 {die, "hold", ST_CHANCE_EXPECTED},
                 {over, "roll", ST_GAME_OVER}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        token tok;
        error err = {0};
        status st = read_as(cases[i].p, cases[i].event, &tok, &err);
        TEST_CHECK_(st == cases[i].st, "'%s' gives %s", cases[i].event, status_name(cases[i].st));
        TEST_MSG("%s: %s", status_name(st), err.text);
        TEST_CHECK(st == ST_OK || err.code == st);
    }
    position_destroy(c4);
    position_destroy(die);
    position_destroy(over);
}

typedef struct list {
    const position *p;
    char at[400];
    text names;
    int most;
} list;

static bool collect(void *ctx, const token *tok) {
    list *l = ctx;
    if (l->names.len) text_char(&l->names, ' ');
    token_write(position_rules(l->p), position_data(l->p), tok, &l->names);
    return --l->most != 0;
}

static void check_walk(const position *p, int most, const char *want) {
    list l = {.p = p, .most = most};
    l.names = text_over(l.at, sizeof l.at);
    TEST_ASSERT(p != NULL);
    TEST_CHECK(token_walk(position_ref(p), collect, &l) == ST_OK);
    TEST_CHECK(strcmp(l.at, want) == 0);
    TEST_MSG("%s, not %s", l.at, want);
}

static void test_walk(void) {
    position *c4 = one_line_start(&connect4, "");
    check_walk(c4, 100, "d c e b f a g");
    check_walk(c4, 3, "d c e");
    position *toy = one_line_start(&toy_game, "");
    check_walk(toy, 100, "s r l rr rl lr ll");
    check_walk(toy, 5, "s r l rr rl");
    position *cards = one_line_start(&leduc, "");
    check_walk(cards, 100, "!p1=J !p1=Q !p1=K");
    position_destroy(c4);
    position_destroy(toy);
    position_destroy(cards);
}

static uint64_t count_of(const position *p) {
    uint64_t n = 99;
    TEST_CHECK(token_count(position_ref(p), &n) == ST_OK);
    return n;
}

static void test_count_with_other_spellings(void) {
    position *c4 = one_line_start(&connect4, "");
    position *toy = one_line_start(&toy_game, "");
    position *over = one_line_read(&pig, "p=0 turn=0 s=100,0 target=100");
    TEST_ASSERT(c4 && toy && over);
    TEST_CHECK(count_of(c4) == 7 && count_of(toy) == 9 && count_of(over) == 0);
    token a;
    token b;
    TEST_CHECK(read_as(toy, "rr", &a, NULL) == ST_OK && read_as(toy, "2r", &b, NULL) == ST_OK);
    TEST_CHECK(token_equal(&a, &b) && a.count == 3);
    TEST_CHECK(read_as(toy, "rl", &b, NULL) == ST_OK && !token_equal(&a, &b));
    TEST_CHECK(read_as(toy, "rrr", &b, NULL) == ST_ILLEGAL_ACTION);
    position_destroy(c4);
    position_destroy(toy);
    position_destroy(over);
}

/* The toy goes through the shared battery, which no real game with its traits does yet. */
static void test_the_toy_keeps_the_contract(void) {
    params p = params_default();
    battery_options o = {.seed = 1, .games = 200, .max_plies = 200};
    battery_result res;
    error err;
    TEST_CHECK(battery_run(&toy_game, &p, &o, &res, &err) == ST_OK);
    TEST_MSG("%s", err.text);
    TEST_CHECK(res.finished == 200 && res.plies > 1000);
    TEST_MSG("%d plies", (int)res.plies);
}

static int tokens_read;

static status counted_from_text(const rules *r, const void *s, const char *tok, action *steps,
                                int *n, error *err) {
    tokens_read++;
    return toy_game.from_text(r, s, tok, steps, n, err);
}

/* Games are played to their ends, and fewer tokens read in them. */
static void test_the_battery_looks_at_fewer(void) {
    game counted = toy_game;
    params p = params_default();
    battery_result all;
    battery_result few;
    error err;
    counted.from_text = counted_from_text;
    battery_options o = {.seed = 1, .games = 10, .max_plies = 200};
    TEST_CHECK(battery_run(&counted, &p, &o, &all, &err) == ST_OK);
    int before = tokens_read;
    o.looks = 1;
    tokens_read = 0;
    TEST_CHECK(battery_run(&counted, &p, &o, &few, &err) == ST_OK);
    TEST_CHECK_(tokens_read > 0 && tokens_read * 2 < before, "%d of %d", tokens_read, before);
    TEST_CHECK(all.finished == 10 && few.finished == 10);
}

TEST_LIST = {{"codes", test_codes},
             {"walk", test_walk},
             {"count_with_other_spellings", test_count_with_other_spellings},
             {"the_toy_keeps_the_contract", test_the_toy_keeps_the_contract},
             {"the_battery_looks_at_fewer", test_the_battery_looks_at_fewer},
             {NULL, NULL}};
