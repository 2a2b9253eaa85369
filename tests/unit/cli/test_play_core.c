#include <acutest.h>

#include "cli/play/play_core.h"
#include "engine/base/file.h"
#include "engine/base/memory.h"
#include "games/connect4/connect4.h"
#include "games/leduc/leduc.h"
#include "games/pig/pig.h"
#include "lib/catalogue.h"
#include "search/skill.h"
#include "tests/support/one_line.h"
#include "tests/support/pace.h"
#include "tests/support/play_talk.h"
#include "tests/support/toy_game.h"

/* The play core without a terminal: lines in, text out. */

static void hear(void *ctx, const char *said) {
    text_put(ctx, said);
}

static play_config config(text *out, const char *one, const char *two) {
    play_config c = {.games = catalogue_games(),
                     .book = catalogue_registry(),
                     .seat = {one, two},
                     .limits = limits_none(),
                     .options = search_default_options(),
                     .level = SKILL_LEVELS,
                     .seed = 3,
                     .say = hear,
                     .say_ctx = out};
    c.limits.nodes = 2000;
    c.options.hash_bytes = 1 << 20;
    return c;
}

static play *sit_down(const play_config *c, position *p) {
    play *table = NULL;
    error e;
    TEST_ASSERT(p != NULL);
    TEST_ASSERT_(play_create(&table, c, p, &e) == ST_OK, "%s", e.text);
    return table;
}

static void tell(play *table, const char *line) {
    (void)play_talk_until_line(table);
    play_line(table, line);
}

static bool heard(text *out, const char *what) {
    bool found = strstr(text_string(out), what) != NULL;
    TEST_CHECK_(found, "\"%s\" was said", what);
    if (!found) TEST_MSG("%s", text_string(out));
    text_clear(out);
    return found;
}

static void test_hint_and_why(void) {
    text out = text_growing();
    play_config c = config(&out, "human", "auto");
    position *p = one_line_start(&connect4, "");
    TEST_ASSERT(p && one_line_play(p, "d a d a d a"));
    play *table = sit_down(&c, p);
    tell(table, "hint");
    TEST_CHECK(strstr(text_string(&out), "why: d rather than ") != NULL);
    (void)heard(&out, "hint: d: seat 1 100.0 %, seat 2 0.0 % (mate in 1)\n");
    tell(table, "why d");
    (void)heard(&out, "d is legal: drop in column d");
    tell(table, "eval");
    (void)heard(&out, "expected score");
    tell(table, "d");
    TEST_CHECK(play_talk_until_line(table) == PLAY_LINE && play_actor(table) == ACTOR_NONE);
    (void)heard(&out, "seat 1 wins.\n");
    TEST_CHECK(strcmp(play_prompt(table), "over> ") == 0);
    play_destroy(table);
    text_done(&out);
}

/* A game in which staying is called "undo". */
static void undo_to_text(const rules *r, const void *s, const action *steps, int n, text *out) {
    char buf[GAME_TOKEN_SIZE];
    text plain = text_over(buf, sizeof buf);
    toy_game.to_text(r, s, steps, n, &plain);
    text_put(out, strcmp(buf, "s") == 0 ? "undo" : buf);
}

static status undo_from_text(const rules *r, const void *s, const char *word, action *steps, int *n,
                             error *why) {
    return toy_game.from_text(r, s, strcmp(word, "undo") == 0 ? "s" : word, steps, n, why);
}

static void test_an_action_wins_over_a_command(void) {
    text out = text_growing();
    play_config c = config(&out, "human", "human");
    game odd = toy_game;
    odd.to_text = undo_to_text;
    odd.from_text = undo_from_text;
    position *p = one_line_start(&toy_game, "");
    TEST_ASSERT(p != NULL);
    ((rules *)position_rules(p))->game = &odd;
    play *table = sit_down(&c, p);
    tell(table, "undo");
    TEST_CHECK(position_ply(play_position(table)) >= 1);
    TEST_CHECK(strcmp(position_event(play_position(table), 0), "undo") == 0);
    tell(table, "/undo");
    TEST_CHECK(position_ply(play_position(table)) == 0);
    play_destroy(table);
    text_done(&out);
}

/* Nothing that seat 1 can ask tells the card of seat 2 before the end. */
static void test_hidden_cards_stay_hidden(void) {
    static const char *const questions[] = {"board", "legal",     "moves",    "hint",
                                            "eval",  "why raise", "why fold", "help"};
    text first = text_growing();
    text second = text_growing();
    text *const out[2] = {&first, &second};
    for (int i = 0; i < 2; i++) {
        play_config c = config(out[i], "human", "auto");
        position *p = one_line_start(&leduc, "");
        TEST_ASSERT(p && one_line_play(p, i ? "!p1=J !p2=Q" : "!p1=J !p2=K"));
        play *table = sit_down(&c, p);
        for (size_t k = 0; k < sizeof questions / sizeof *questions; k++) tell(table, questions[k]);
        play_destroy(table);
    }
    TEST_CHECK(strcmp(text_string(&first), text_string(&second)) == 0);
    TEST_CHECK(strstr(text_string(&first), "hint: ") && strstr(text_string(&first), "?p2"));
    text_done(&first);
    text_done(&second);
}

/* Whether a card is drawn or named: the letter alone is in escape sequences, too. */
static bool shows(const text *out, char card) {
    char drawn[] = {' ', ' ', card, ' ', '\0'};
    char named[] = {'=', card, '\0'};
    return strstr(text_string(out), drawn) || strstr(text_string(out), named);
}

/* On a screen the keyboard is handed over with an empty line in between, and the screen wiped. */
static void test_handing_over(void) {
    text out = text_growing();
    play_config c = config(&out, "human", "human");
    c.screen = true;
    position *p = one_line_start(&leduc, "");
    TEST_ASSERT(p && one_line_play(p, "!p1=J !p2=K"));
    play *table = sit_down(&c, p);
    TEST_CHECK(play_talk_until_line(table) == PLAY_ENTER);
    TEST_CHECK(!shows(&out, 'J') && !shows(&out, 'K'));
    (void)heard(&out, "pass the keyboard to seat 1, who presses enter\n");
    play_line(table, "raise"); /* whatever is typed here is no action */
    TEST_CHECK(play_talk_until_line(table) == PLAY_LINE && position_ply(play_position(table)) == 2);
    TEST_CHECK(strstr(text_string(&out), "\033[2J") && !shows(&out, 'K'));
    (void)heard(&out, "> seat 1  J");
    play_line(table, "raise");
    TEST_CHECK(play_talk_until_line(table) == PLAY_ENTER);
    TEST_CHECK(!shows(&out, 'J') && !shows(&out, 'K'));
    text_clear(&out);
    play_line(table, "");
    TEST_CHECK(play_talk_until_line(table) == PLAY_LINE);
    TEST_CHECK(!shows(&out, 'J'));
    (void)heard(&out, "> seat 2  K");
    play_line(table, "fold");
    (void)play_talk_until_line(table);
    play_line(table, "quit");
    TEST_CHECK(play_talk_until_line(table) == PLAY_QUIT);
    play_destroy(table);
    text_done(&out);
}

/* Dice fall as those of a position with the same seed, also after taking back. */
static void test_dice_of_a_seed(void) {
    text out = text_growing();
    play_config c = config(&out, "human", "human");
    play *table = sit_down(&c, one_line_start(&pig, ""));
    position *p = one_line_start(&pig, "");
    position_set_seed(p, c.seed);
    TEST_ASSERT(position_play(p, "roll", NULL) == ST_OK && position_resolve(p, NULL) == ST_OK);
    for (int i = 0; i < 2; i++) {
        tell(table, "roll");
        (void)play_talk_until_line(table);
        TEST_CHECK(position_key(play_position(table)) == position_key(p));
        play_line(table, "undo");
        TEST_CHECK(position_ply(play_position(table)) == 0);
    }
    tell(table, "new"); /* other dice */
    tell(table, "roll");
    (void)play_talk_until_line(table);
    text_clear(&out);
    play_line(table, "save x");
    (void)heard(&out, "save is not allowed here");
    position_destroy(p);
    play_destroy(table);
    text_done(&out);
}

static void test_seats(void) {
    text out = text_growing();
    error e;
    play *table = NULL;
    play_config c = config(&out, "human", "nobody");
    TEST_CHECK(play_create(&table, &c, one_line_start(&connect4, ""), &e) == ST_BAD_VALUE &&
               !table);
    c = config(&out, "bot:tight", "random"); /* connect four has no such bot */
    TEST_CHECK(play_create(&table, &c, one_line_start(&connect4, ""), &e) == ST_BAD_VALUE &&
               !table);
    c = config(&out, "random", "auto");
    table = sit_down(&c, one_line_start(&connect4, ""));
    TEST_CHECK(!play_has_human(table));
    TEST_CHECK(play_talk_until_line(table) == PLAY_LINE && play_actor(table) == ACTOR_NONE);
    text_clear(&out);
    play_line(table, "undo");
    (void)heard(&out, "there is no such decision to take back");
    play_line(table, "swap");
    (void)heard(&out, "no person sits at this table");
    TEST_CHECK(play_think(table, &e) == ST_INTERNAL);
    play_destroy(table);
    text_done(&out);
}

/* A complete session with the n-th allocation failing, 0 for none: it may stop short and says that
 * memory is missing, or it says what it says with all of it; it leaves nothing behind. */
static void session_without(uint64_t n, bool *all) {
    static char undisturbed[1 << 14];
    static const char *const lines[] = {"legal", "why call", "eval", "hint", "moves", "raise",
                                        "undo",  "call",     "swap", "new",  "call",  "quit"};
    char buf[1 << 14];
    text out = text_over(buf, sizeof buf);
    uint64_t before = mem_count();
    params setup = params_default();
    position *p = NULL;
    play *table = NULL;
    play_config c = config(&out, "human", "auto");
    c.limits.nodes = 0;
    c.limits.visits = 4;
    c.options.hash_bytes = 1 << 16;
    mem_fail_at(n);
    status st = position_start(&p, &leduc, &setup, SEAT_ALL, NULL);
    if (st == ST_OK) st = play_create(&table, &c, p, NULL);
    for (size_t i = 0; st == ST_OK && i < sizeof lines / sizeof *lines;) {
        play_want want = PLAY_QUIT;
        st = play_next(table, &want, NULL);
        if (st == ST_OK && want == PLAY_THINK) st = play_think(table, NULL);
        if (st == ST_OK && want == PLAY_LINE) play_line(table, lines[i++]);
    }
    mem_fail_at(0);
    play_destroy(table);
    if (n == 0) (void)snprintf(undisturbed, sizeof undisturbed, "%s", text_string(&out));
    bool stated = st == ST_NOMEM || strstr(text_string(&out), "memory") ||
                  strstr(text_string(&out), "no threads");
    *all = mem_count() - before < n;
    TEST_CHECK_(stated || strcmp(text_string(&out), undisturbed) == 0, "allocation %d: %s", (int)n,
                status_name(st));
    TEST_MSG("%s", text_string(&out));
    TEST_CHECK(st == ST_OK || (st == ST_NOMEM && n && !*all));
    TEST_ASSERT_(mem_live() == 0, "failing at allocation %d leaves nothing behind", (int)n);
}

static void test_no_memory(void) {
    (void)catalogue_games(); /* made once, and not at the expense of what is tested */
    bool all = false;
    uint64_t n = 0;
    for (; n < 5000 && !all; n += n < 60 ? 1 : PACE(1, 7)) session_without(n, &all);
    TEST_CHECK(all && n > 100);
}

TEST_LIST = {{"hint_and_why", test_hint_and_why},
             {"an_action_wins_over_a_command", test_an_action_wins_over_a_command},
             {"hidden_cards_stay_hidden", test_hidden_cards_stay_hidden},
             {"handing_over", test_handing_over},
             {"dice_of_a_seed", test_dice_of_a_seed},
             {"seats", test_seats},
             {"no_memory", test_no_memory},
             {NULL, NULL}};
