/* Programs of others in the seats of `kibitz play`. */
#define _POSIX_C_SOURCE 200809L
#include <acutest.h>

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "engine/base/memory.h"
#include "lib/catalogue.h"
#include "search/skill.h"
#include "tests/support/one_line.h"
#include "tests/support/play_talk.h"

static void hear(void *ctx, const char *said) {
    text_put(ctx, said);
}

static play_config config(text *out, const char *program) {
    (void)signal(SIGPIPE, SIG_IGN);
    play_config c = {.games = catalogue_games(),
                     .book = catalogue_registry(),
                     .seat = {"human", program},
                     .limits = limits_none(),
                     .options = search_default_options(),
                     .level = SKILL_LEVELS,
                     .illegal = ILLEGAL_ASK,
                     .patience_ms = 600000,
                     .files = true,
                     .seed = 3,
                     .say = hear,
                     .say_ctx = out};
    c.limits.nodes = 20;
    c.options.hash_bytes = 1 << 20;
    return c;
}

static play *sit_down(const play_config *c, const char *name, const char *setup) {
    play *table = NULL;
    error e;
    position *p = one_line_start(game_find(catalogue_games(), name), setup);
    TEST_ASSERT(p != NULL);
    TEST_ASSERT_(play_create(&table, c, p, &e) == ST_OK, "%s", e.text);
    return table;
}

static int count(const char *in, const char *what) {
    int n = 0;
    for (const char *at = in; (at = strstr(at, what)); at += strlen(what)) n++;
    return n;
}

#define OURS "cmd='" PROGRAM " uci' proto=mgi Hash=1"

/* A program plays, follows what is taken back, and its log can be read. */
static void test_a_program_plays(void) {
    text said = text_growing();
    play_config c = config(&said, "name=mine " OURS);
    play *table = sit_down(&c, "connect4", "");
    play_talk_tell(table, &said, "d");
    play_talk_heard(&said, "seat 2 plays ");
    TEST_CHECK(position_ply(play_position(table)) == 2);
    play_talk_tell(table, &said, "undo");
    play_talk_tell(table, &said, "c");
    TEST_CHECK(position_ply(play_position(table)) == 2);
    play_talk_tell(table, &said, "log 2 1000");
    play_talk_heard(&said, "> position startpos players 2 moves d\n");
    play_talk_heard(&said, "> position startpos players 2 moves c\n");
    play_talk_heard(&said, "> go nodes 20");
    TEST_CHECK(count(text_string(&said), "> newgame") == 2); /* what was taken back is another */
    play_talk_tell(table, &said, "b");
    play_talk_tell(table, &said, "log");
    TEST_CHECK(count(text_string(&said), "\n") <= 20 + 1);
    play_talk_tell(table, &said, "log 2 1000");
    TEST_CHECK(count(text_string(&said), "> newgame") == 2);
    play_talk_tell(table, &said, "log 2 3");
    TEST_CHECK(count(text_string(&said), " < bestmove ") == 1);
    play_talk_tell(table, &said, "log 1");
    play_talk_heard(&said, "no program with a log sits there");
    play_talk_tell(table, &said, "log 9");
    play_talk_heard(&said, "log takes a seat from 1 to 2");
    play_talk_tell(table, &said, "new");
    play_talk_heard(&said, "seat 2 mine");
    play_destroy(table);
    text_done(&said);
    TEST_CHECK(mem_live() == 0);
}

/* Seats are changed, another game comes to the table, people's settings are not the program's. */
static void test_other_seats_and_games(void) {
    text said = text_growing();
    play_config c = config(&said, "name=mine " OURS);
    c.engine_settings = " 'MctsExploration=70'";
    play *table = sit_down(&c, "connect4", "");
    play_talk_tell(table, &said, "swap");
    play_talk_heard(&said, "seat 1 plays ");
    play_talk_tell(table, &said, "log 1 1000");
    play_talk_heard(&said, "> position startpos players 2\n");
    TEST_CHECK(!strstr(text_string(&said), "MctsExploration value"));
    play_talk_tell(table, &said, "fen 7/7/7/7/7/X6 1");
    play_talk_tell(table, &said, "b");
    play_talk_tell(table, &said, "log 1 1000");
    play_talk_heard(&said, "> position fen 7/7/7/7/7/X6 1 moves b\n");
    play_destroy(table);
    text_done(&said);
    TEST_CHECK(mem_live() == 0);
}

static void play_bad(const char *how, illegal_policy policy, const char *game_name, text *said) {
    char spec[300];
    (void)snprintf(spec, sizeof spec, "name=bad cmd='" BAD_ENGINE " %s' proto=mgi", how);
    play_config c = config(said, spec);
    c.illegal = policy;
    play *table = sit_down(&c, game_name, "");
    play_talk_tell(table, said, strcmp(game_name, "go") == 0 ? "a1" : "d");
    play_destroy(table);
}

static void test_illegal_answers(void) {
    text said = text_growing();
    play_bad("illegal", ILLEGAL_ASK, "connect4", &said);
    TEST_CHECK(count(text_string(&said), "is asked again") == 10);
    play_talk_heard(&said, "seat 2 (bad) answers z9, which is no legal action: ");
    play_talk_heard(&said, "(10 of 10)");
    play_talk_heard(&said, "The game is over: seat 2 forfeits, seat 1 wins.");
    play_talk_heard(&said, "seat 2 (bad) gave 11 illegal answers");
    play_bad("second", ILLEGAL_ASK, "connect4", &said);
    play_talk_heard(&said, "is asked again (1 of 10)");
    play_talk_heard(&said, "seat 2 plays d");
    play_bad("illegal", ILLEGAL_FORFEIT, "connect4", &said);
    play_talk_heard(&said, "The game is over: seat 2 forfeits");
    play_bad("illegal", ILLEGAL_SKIP, "connect4", &said);
    play_talk_heard(&said, "no legal action gives up the turn here");
    play_bad("illegal", ILLEGAL_SKIP, "go", &said);
    play_talk_heard(&said, "seat 2 plays pass");
    play_bad("illegal", ILLEGAL_RANDOM, "connect4", &said);
    play_talk_heard(&said, "plays a random action instead");
    play_talk_heard(&said, "seat 2 plays ");
    text_done(&said);
}

/* A program that ends is started again; one that always ends, or says nothing, forfeits. */
static void test_crashes_and_hangs(void) {
    text said = text_growing();
    char how[100];
    char path[] = "/tmp/kibitz-asked-XXXXXX";
    int file = mkstemp(path);
    TEST_ASSERT(file >= 0 && close(file) == 0 && unlink(path) == 0);
    (void)snprintf(how, sizeof how, "crash-once %s", path);
    play_bad(how, ILLEGAL_ASK, "connect4", &said);
    play_talk_heard(&said, "seat 2 (bad) ended without an answer, and is started again (1 of 3)");
    play_talk_heard(&said, "seat 2 plays d");
    (void)unlink(path);
    play_bad("crash", ILLEGAL_RANDOM, "connect4", &said);
    play_talk_heard(&said, "ended without an answer (3 of 3)");
    play_talk_heard(&said, "The game is over: seat 2 forfeits, seat 1 wins.");
    /* It never answers, however long one waits. */
    play_config c = config(&said, "cmd='" BAD_ENGINE " hang' movetime=1");
    c.patience_ms = 100;
    play *table = sit_down(&c, "connect4", "");
    play_talk_tell(table, &said, "d");
    play_talk_heard(&said, "does not answer in time, and is started again (2 of 3)");
    play_talk_heard(&said, "forfeits");
    play_talk_tell(table, &said, "undo");
    TEST_CHECK(position_ply(play_position(table)) == 1 || play_actor(table) == ACTOR_NONE);
    play_destroy(table);
    text_done(&said);
    TEST_CHECK(mem_live() == 0);
}

/* What a program wrote on standard error is in its log, also one with a name. */
static void test_standard_error(void) {
    text said = text_growing();
    char spec[300];
    char path[] = "/tmp/kibitz-log-XXXXXX";
    char asked[64];
    int file = mkstemp(path);
    TEST_ASSERT(file >= 0 && close(file) == 0);
    (void)snprintf(asked, sizeof asked, "%s.asked", path);
    (void)snprintf(spec, sizeof spec, "cmd='" BAD_ENGINE " crash-once %s' log=%s", asked, path);
    play_config c = config(&said, spec);
    play *table = sit_down(&c, "connect4", "");
    play_talk_tell(table, &said, "d");
    play_talk_tell(table, &said, "log 2 50");
    play_talk_heard(&said, "\nthis is how I end\n");
    play_talk_heard(&said, " ! crash\n");
    play_destroy(table);
    TEST_CHECK(access(path, F_OK) == 0);
    (void)unlink(path);
    (void)unlink(asked);
    text_done(&said);
    TEST_CHECK(mem_live() == 0);
}

/* A log would tell the program's cards, and so would its answers. */
static void test_hidden_hands_stay_hidden(void) {
    text said = text_growing();
    play_config c = config(&said, "name=mine " OURS);
    play *table = sit_down(&c, "leduc", "");
    play_talk_tell(table, &said, "log");
    play_talk_heard(&said, "it is shown when the game is over");
    play_talk_tell(table, &said, "call");
    TEST_CHECK(!strstr(text_string(&said), "view 2"));
    play_talk_tell(table, &said, "resign");
    play_talk_tell(table, &said, "log 2 100");
    play_talk_heard(&said, "> position view 2 startpos");
    play_destroy(table);
    c = config(&said, "name=bad cmd='" BAD_ENGINE " illegal'");
    c.illegal = ILLEGAL_FORFEIT;
    table = sit_down(&c, "leduc", "");
    play_talk_tell(table, &said, "call");
    play_talk_heard(&said, "answers with what is no legal action");
    TEST_CHECK(!strstr(text_string(&said), "z9"));
    play_destroy(table);
    text_done(&said);
    TEST_CHECK(mem_live() == 0);
}

/* What cannot be used is refused before the game. */
static void test_refused(void) {
    static const struct {
        const char *words;
        status want;
        const char *says;
    } cases[] = {{"cmd=/nonexistent/program", ST_IO, "program"},
                 {"cmd=/bin/false", ST_IO, "ended before it said uciok"},
                 {"cmd='" BAD_ENGINE " crash' Colour=red", ST_BAD_VALUE, "no option Colour"},
                 {"cmd='" BAD_ENGINE " crash' log=/nonexistent/log", ST_IO, "log /nonexistent/log"},
                 {"mcts log=x", ST_BAD_VALUE, "log= is for programs"},
                 {"cmd=", ST_BAD_VALUE, "cmd takes a path"}};
    text said = text_growing();
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        play *table = NULL;
        error err = {0};
        play_config c = config(&said, cases[i].words);
        TEST_CASE(cases[i].words);
        position *p = one_line_start(game_find(catalogue_games(), "connect4"), "");
        status st = play_create(&table, &c, p, &err);
        TEST_CHECK_(st == cases[i].want && !table, "%d: %s", (int)st, err.text);
        TEST_CHECK_(strstr(err.text, cases[i].says), "%s", err.text);
    }
    text_done(&said);
    TEST_CHECK(mem_live() == 0);
}

TEST_LIST = {{"a_program_plays", test_a_program_plays},
             {"other_seats_and_games", test_other_seats_and_games},
             {"illegal_answers", test_illegal_answers},
             {"crashes_and_hangs", test_crashes_and_hangs},
             {"standard_error", test_standard_error},
             {"hidden_hands_stay_hidden", test_hidden_hands_stay_hidden},
             {"refused", test_refused},
             {NULL, NULL}};
