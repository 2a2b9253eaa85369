#define _POSIX_C_SOURCE 200809L
#include <acutest.h>

#include <stdlib.h>
#include <unistd.h>

#include "cli/play/play_core.h"
#include "engine/base/file.h"
#include "engine/base/memory.h"
#include "engine/notation/game_file.h"
#include "games/azul/azul.h"
#include "games/connect4/connect4.h"
#include "games/leduc/leduc.h"
#include "games/pig/pig.h"
#include "lib/catalogue.h"
#include "search/skill.h"
#include "tests/support/one_line.h"
#include "tests/support/play_talk.h"
#include "tests/support/polite_toy.h"

/* The play core with a game that has its own screen, words and log; and what every game has of
 * names, logs, files and looking back. */

typedef struct desk {
    text said, log; /* over room of their own: they must not fail where others may */
    char said_buf[1 << 16], log_buf[1 << 14];
    int logs;   /* that were begun, the first aside */
    int refuse; /* the log fails this many times from now on */
    play *table;
    play_config c;
} desk;

static const char file[] = "game.txt"; /* in a folder of its own */
static char folder[32];

static void enter_folder(void) {
    (void)snprintf(folder, sizeof folder, "/tmp/kibitz-table-XXXXXX");
    TEST_ASSERT(mkdtemp(folder) && chdir(folder) == 0);
}

static void leave_folder(void) {
    (void)unlink(file);
    TEST_CHECK(chdir("/") == 0 && rmdir(folder) == 0);
    folder[0] = '\0';
}

static void hear(void *ctx, const char *said) {
    text_put(&((desk *)ctx)->said, said);
}

static status keep_log(void *ctx, size_t keep, const char *more, error *err) {
    desk *d = ctx;
    if (d->refuse) {
        d->refuse--;
        return error_set(err, ST_IO, "the disk is full");
    }
    d->logs += keep == PLAY_LOG_RESTARTED;
    if (keep == PLAY_LOG_RESTARTED) keep = 0;
    TEST_CHECK(keep <= d->log.len);
    text_truncate(&d->log, keep);
    text_put(&d->log, more);
    return ST_OK;
}

static game_list games_here(void) {
    static const game *list[5];
    list[0] = polite_toy();
    list[1] = &connect4;
    list[2] = &pig;
    list[3] = &leduc;
    return list;
}

static void sit(desk *d, position *p, const char *names) {
    error e;
    if (!folder[0]) enter_folder();
    memset(d, 0, sizeof *d);
    d->said = text_over(d->said_buf, sizeof d->said_buf);
    d->log = text_over(d->log_buf, sizeof d->log_buf);
    d->c = (play_config){.games = games_here(),
                         .book = catalogue_registry(),
                         .seat = {"human", "human"},
                         .names = names,
                         .limits = limits_none(),
                         .options = search_default_options(),
                         .level = SKILL_LEVELS,
                         .seed = 3,
                         .files = true,
                         .start = PLAY_SCREEN_CLASSIC,
                         .say = hear,
                         .say_ctx = d,
                         .log = keep_log,
                         .log_ctx = d};
    d->c.limits.nodes = 500;
    d->c.options.hash_bytes = 1 << 18;
    TEST_ASSERT(p != NULL);
    TEST_ASSERT_(play_create(&d->table, &d->c, p, &e) == ST_OK, "%s", e.text);
}

static void leave(desk *d) {
    play_destroy(d->table);
    TEST_CHECK(mem_live() == 0);
    leave_folder();
}

static void tell(desk *d, const char *line) {
    play_talk_tell(d->table, &d->said, line);
}

static void heard(const desk *d, const char *what) {
    play_talk_heard(&d->said, what);
}

static void logged(desk *d, const char *entire) {
    bool same = strcmp(text_string(&d->log), entire) == 0;
    TEST_CHECK_(same, "the log");
    if (!same) TEST_MSG("found\n%s\nexpected\n%s", text_string(&d->log), entire);
}

static void at(desk *d, const char *position_text) {
    char buf[128];
    text now = text_over(buf, sizeof buf);
    position_write(play_position(d->table), &now);
    TEST_CHECK_(strcmp(buf, position_text) == 0, "%s, expected %s", buf, position_text);
}

/* "f=.. at=m" after the coin of the position's own seed would be hard to know: it is announced. */
static void sit_with_coin(desk *d, const char *names) {
    sit(d, one_line_start(polite_toy(), ""), names);
    play_destroy(d->table);
    d->c.dice = true;
    TEST_ASSERT(play_create(&d->table, &d->c, one_line_start(polite_toy(), ""), NULL) == ST_OK);
}

static void test_screen_prompt_and_words(void) {
    desk d;
    sit_with_coin(&d, "Ann,Bob");
    (void)play_talk_until_line(d.table);
    heard(&d, "seat 1 human (Ann), seat 2 human (Bob)");
    heard(&d, "\nAnn: *.....\n");
    TEST_CHECK(strcmp(play_prompt(d.table), "Walk, Ann: ") == 0);
    tell(&d, "go rx");
    heard(&d, "go takes r and l, not rx\n");
    tell(&d, "go rrr");
    heard(&d, "a token is s, or one or two of r and l");
    tell(&d, "xyzzy");
    heard(&d, "a token is s, or one or two of r and l");
    tell(&d, "right");
    at(&d, "f=1 p=1 at=m left=0 win=-");
    heard(&d, "Bob: .*....\n");
    tell(&d, "screen standard");
    heard(&d, "\n.*....\n");
    TEST_CHECK(strcmp(play_prompt(d.table), "Bob> ") == 0);
    tell(&d, "screen own");
    tell(&d, "screen usual"); /* the old name */
    TEST_CHECK(strcmp(play_prompt(d.table), "Bob> ") == 0);
    tell(&d, "rr"); /* the default words are always understood */
    at(&d, "f=3 p=0 at=m left=0 win=-");
    tell(&d, "screen sideways");
    heard(&d, "screen takes classic or standard\n");
    tell(&d, "screen");
    TEST_CHECK(strcmp(play_prompt(d.table), "Walk, Ann: ") == 0);
    tell(&d, "go rr");
    at(&d, "f=5 p=0 at=e left=0 win=0");
    heard(&d, "Ann got there.\n");
    leave(&d);
}

static void test_log_of_its_own(void) {
    static const char start[] = "toy f=0 p=0 at=m left=0 win=- names=Ann,Bob\n";
    desk d;
    sit_with_coin(&d, "Ann,Bob");
    (void)play_talk_until_line(d.table);
    logged(&d, start);
    tell(&d, "plugh");
    tell(&d, "legal"); /* a question is no attempt */
    tell(&d, "/plugh");
    tell(&d, "go rr");
    tell(&d, "t");
    char entire[512];
    (void)snprintf(entire, sizeof entire,
                   "%sAnn walks plugh fail\nAnn walks rr success\n"
                   "coin falls t success\nend Ann\n",
                   start);
    logged(&d, entire);
    /* What is taken back leaves the log, and comes back to it. */
    tell(&d, "undo");
    (void)snprintf(entire, sizeof entire, "%sAnn walks plugh fail\n", start);
    logged(&d, entire);
    tell(&d, "redo");
    (void)snprintf(entire, sizeof entire,
                   "%sAnn walks plugh fail\nAnn walks rr success\n"
                   "coin falls t success\nend Ann\n",
                   start);
    logged(&d, entire);
    tell(&d, "names Cleo");
    TEST_CHECK(text_starts(text_string(&d.log),
                           "toy f=0 p=0 at=m left=0 win=- names=Cleo,Player 2\n"
                           "Cleo walks plugh fail\n"));
    TEST_CHECK(d.logs == 0);
    tell(&d, "new"); /* what was logged stays where it is */
    TEST_CHECK(d.logs == 1);
    logged(&d, "toy f=0 p=0 at=m left=0 win=- names=Cleo,Player 2\n");
    tell(&d, "new"); /* nothing was played: no need for another one */
    TEST_CHECK(d.logs == 1);
    leave(&d);
}

/* A log that cannot be written is said once, the game continues, and save still has the log. */
static void test_broken_log(void) {
    desk d;
    text saved;
    sit_with_coin(&d, NULL);
    d.refuse = 1;
    (void)play_talk_until_line(d.table);
    heard(&d, "the log ends here: the disk is full\n");
    tell(&d, "right");
    TEST_CHECK(!strstr(text_string(&d.said), "the log"));
    TEST_CHECK(d.log.len == 0);
    tell(&d, "save game.txt");
    heard(&d, "saved as");
    TEST_ASSERT(file_read(&saved, file, 4096, NULL) == ST_OK);
    TEST_CHECK(strcmp(text_string(&saved), "f=1 p=1 at=m left=0 win=-\n"
                                           "toy f=0 p=0 at=m left=0 win=- names=Player 1,Player 2\n"
                                           "Player 1 walks r success\n") == 0);
    TEST_MSG("%s", text_string(&saved));
    text_done(&saved);
    leave(&d);
}

static void put_file(const char *body) {
    error e;
    TEST_ASSERT_(file_write(file, body, strlen(body), &e) == ST_OK, "%s", e.text);
}

static void test_loading(void) {
    desk d;
    sit_with_coin(&d, "Ann,Bob");
    put_file("toy f=0 p=0 at=m left=0 win=- names=Cy,Dee\nCy walks r success\nDee walks ll fail\n"
             "Dee walks rr success\nCy wal");
    tell(&d, "load game.txt");
    heard(&d, "the last line of the log is incomplete: left out\n");
    heard(&d, "seat 1 human (Cy), seat 2 human (Dee)");
    at(&d, "f=3 p=0 at=m left=0 win=-");
    /* A saved game whose position is another one is loaded, and said to be odd. */
    put_file("f=4 p=1 at=m left=0 win=-\ntoy f=0 p=0 at=m left=0 win=- names=Cy,Dee\n"
             "Cy walks r success\n");
    tell(&d, "load game.txt");
    heard(&d, "the position given is f=4 p=1 at=m left=0 win=-, but the events lead to f=1 p=1");
    /* A position in one line, and one that is none. */
    put_file("f=4 p=1 at=m left=0 win=-\n");
    tell(&d, "load game.txt");
    at(&d, "f=4 p=1 at=m left=0 win=-");
    put_file("toy f=0 p=0\nCy walks r success\n");
    tell(&d, "load game.txt");
    heard(&d, "line 1: the names are missing");
    at(&d, "f=4 p=1 at=m left=0 win=-");
    tell(&d, "load kibitz-nowhere");
    heard(&d, "kibitz-nowhere");
    tell(&d, "load -");
    heard(&d, "load takes the name of a file");
    put_file("game: connect4\nnames: Xi, Yo\n\nd\nd\n");
    tell(&d, "load game.txt");
    heard(&d, "Connect Four: seat 1 human (Xi), seat 2 human (Yo)");
    TEST_CHECK(strcmp(play_prompt(d.table), "Xi> ") == 0);
    put_file("game: connect4\nnames: Xi,Yo,Zed\n\nd\nd\n");
    tell(&d, "load game.txt");
    heard(&d, "there are 2 seats here, and more names");
    tell(&d, "screen own");
    heard(&d, "connect4 has no screen of its own");
    leave(&d);
}

static void test_replay(void) {
    desk d;
    sit(&d, one_line_start(&pig, "set target=20"), NULL);
    tell(&d, "roll");
    unsigned ply = position_ply(play_position(d.table));
    char prompt[64];
    (void)snprintf(prompt, sizeof prompt, "%s", play_prompt(d.table));
    put_file("game: connect4\nnames: Xi,Yo\nposition: nothing\n\nd\ne\nd\n");
    tell(&d, "replay game.txt");
    heard(&d, "Connect Four, 3 events");
    heard(&d, "the position given is nothing, but the events lead to");
    TEST_CHECK(strcmp(play_prompt(d.table), "replay 0/3> ") == 0);
    tell(&d, "next");
    heard(&d, "Xi plays d (drop in column d, to row 1)\n");
    tell(&d, "");
    heard(&d, "Yo plays e");
    TEST_CHECK(strcmp(play_prompt(d.table), "replay 2/3> ") == 0);
    tell(&d, "d");
    heard(&d, "this game is a replay");
    TEST_CHECK(play_save(d.table, "end.txt", false, NULL) == ST_OK); /* the game that waits */
    text saved;
    TEST_ASSERT(file_read(&saved, "end.txt", 4096, NULL) == ST_OK && unlink("end.txt") == 0);
    TEST_CHECK(text_starts(text_string(&saved), "game: pig\n"));
    TEST_CHECK(!strstr(text_string(&saved), "Xi"));
    text_done(&saved);
    tell(&d, "undo");
    heard(&d, "this game is a replay");
    tell(&d, "why d");
    heard(&d, "d is legal");
    tell(&d, "last");
    TEST_CHECK(strcmp(play_prompt(d.table), "replay 3/3> ") == 0);
    tell(&d, "next");
    heard(&d, "this is the end");
    tell(&d, "back 2");
    TEST_CHECK(strcmp(play_prompt(d.table), "replay 1/3> ") == 0);
    tell(&d, "go 2");
    tell(&d, "go x");
    heard(&d, "go takes a number of events");
    tell(&d, "first");
    tell(&d, "back");
    heard(&d, "this is the start");
    tell(&d, "end");
    TEST_CHECK(position_rules(play_position(d.table))->game == &pig);
    TEST_CHECK(position_ply(play_position(d.table)) == ply);
    TEST_CHECK(strcmp(play_prompt(d.table), prompt) == 0);
    tell(&d, "replay game.txt");
    tell(&d, "next 99");
    tell(&d, "play");
    heard(&d, "seat 1 human (Xi)");
    tell(&d, "e");
    TEST_CHECK(position_ply(play_position(d.table)) == 4);
    leave(&d);
}

/* Backwards is forwards the other way round: every position on the way is the same. */
static void test_replay_both_ways(void) {
    static const char *const keep[] = {"roll", "roll", "hold", "roll", "hold", "roll"};
    desk d;
    sit(&d, one_line_start(&pig, ""), NULL);
    for (size_t i = 0; i < sizeof keep / sizeof *keep; i++) tell(&d, keep[i]);
    unsigned events = position_ply(play_position(d.table));
    uint64_t *keys = mem_alloc((events + 1) * sizeof *keys);
    TEST_ASSERT(keys && events >= 6);
    tell(&d, "save game.txt");
    tell(&d, "replay game.txt");
    TEST_CHECK(!strstr(text_string(&d.said), "told"));
    for (unsigned i = 0; i <= events; i++, tell(&d, "next"))
        keys[i] = position_key(play_position(d.table));
    for (unsigned i = events + 1; i-- > 0; tell(&d, "back")) {
        TEST_CHECK(position_key(play_position(d.table)) == keys[i]);
        TEST_CHECK(position_ply(play_position(d.table)) == i);
    }
    tell(&d, "end");
    TEST_CHECK(position_key(play_position(d.table)) == keys[events]);
    mem_free(keys);
    leave(&d);
}

/* A game without a log of its own is logged as a record: it can be loaded, and says what failed. */
static void test_usual_log(void) {
    desk d;
    sit(&d, one_line_start(&connect4, ""), "Ann,Bob");
    tell(&d, "d");
    tell(&d, "zz");
    tell(&d, "e");
    logged(&d, "game: connect4\nseats: human human\nnames: Ann,Bob\nseed: 3\nplayers: 2\n\n"
               "d\n# Bob tried zz\ne\n");
    put_file(text_string(&d.log));
    tell(&d, "new");
    tell(&d, "load game.txt");
    TEST_CHECK(position_ply(play_position(d.table)) == 2);
    heard(&d, "(Ann)");
    leave(&d);
}

static void test_names(void) {
    desk d;
    error e;
    sit(&d, one_line_start(&connect4, ""), NULL);
    tell(&d, "names Ann,Bob,Cy");
    heard(&d, "there are 2 seats here, and more names");
    tell(&d, "names Ann,ann");
    heard(&d, "two seats are called ann");
    tell(&d, "names Ann the Great , Bob");
    heard(&d, "seat 1 human (Ann the Great), seat 2 human (Bob)");
    tell(&d, "names ,Bob");
    TEST_CHECK(strcmp(play_prompt(d.table), "seat 1> ") == 0);
    tell(&d, "d");
    TEST_CHECK(strcmp(play_prompt(d.table), "Bob> ") == 0);
    tell(&d, "resign");
    heard(&d, "The game is over: Bob resigns, seat 1 wins.\n");
    TEST_CHECK(play_check_name("", &e) == ST_BAD_VALUE);
    TEST_CHECK(play_check_name("a,b", &e) == ST_BAD_VALUE);
    TEST_CHECK(play_check_name("a\nb", &e) == ST_BAD_VALUE);
    TEST_CHECK(play_check_name("Zo\xc3\xab", &e) == ST_OK);
    leave(&d);
}

static void count_one(void *ctx, const char *line) {
    text_format(ctx, "%s;", line);
}

static void completes(desk *d, const char *line, const char *expected) {
    char buf[512];
    text found = text_over(buf, sizeof buf);
    (void)play_talk_until_line(d->table);
    play_complete(d->table, line, 8, count_one, &found);
    TEST_CHECK_(strcmp(buf, expected) == 0, "%s: %s, expected %s", line, buf, expected);
}

/* Of an unfinished game with hidden cards only what the person knew is shown. */
static void test_replay_keeps_secrets(void) {
    desk d;
    sit(&d, one_line_start(&leduc, ""), NULL);
    play_destroy(d.table);
    d.c.seat[1] = "random";
    TEST_ASSERT(play_create(&d.table, &d.c, one_line_start(&leduc, ""), NULL) == ST_OK);
    put_file("game: leduc\n\n!p1=J\n!p2=K\nraise\ncall\n!board=Q\n");
    tell(&d, "replay game.txt");
    tell(&d, "next 9");
    heard(&d, "!p1=J");
    heard(&d, "?p2");
    TEST_CHECK(!strstr(text_string(&d.said), "K"));
    tell(&d, "eval"); /* seat 1 is to act */
    heard(&d, "hand-rank");
    tell(&d, "go 3"); /* seat 2 is: no one here may look into that hand */
    static const char *const questions[] = {"eval", "hint", "legal", "why call", "why xyzzy"};
    for (size_t i = 0; i < sizeof questions / sizeof *questions; i++) {
        tell(&d, questions[i]);
        heard(&d, "it is not your turn there\n");
    }
    completes(&d, "why ", "");
    put_file("game: leduc\n\n!p1=J\n!p2=K\nraise\nfold\n");
    tell(&d, "end");
    tell(&d, "replay game.txt");
    tell(&d, "next 9");
    heard(&d, "!p2=K");
    leave(&d);
}

/* Before the end the log holds what the person saw, and what is saved as well; then everything. */
static void test_log_keeps_secrets(void) {
    desk d;
    position *p = one_line_start(&leduc, "");
    TEST_ASSERT(p && one_line_play(p, "!p1=J !p2=K"));
    sit(&d, p, "Ann,Bob");
    play_destroy(d.table);
    d.c.seat[1] = "bot:tight";
    p = one_line_start(&leduc, "");
    TEST_ASSERT(p && one_line_play(p, "!p1=J !p2=K"));
    TEST_ASSERT(play_create(&d.table, &d.c, p, NULL) == ST_OK);
    tell(&d, "fold"); /* nothing to fold to */
    TEST_CHECK(!strstr(text_string(&d.said), "seed"));
    logged(&d, "game: leduc\nseats: human bot:tight\nnames: Ann,Bob\nplayers: 2\nview: 0\n\n"
               "!p1=J\n?p2\n# Ann tried fold\n");
    tell(&d, "save game.txt");
    text saved;
    TEST_ASSERT(file_read(&saved, file, 1 << 16, NULL) == ST_OK);
    TEST_CHECK(strstr(text_string(&saved), "view: 0\n") && !strstr(text_string(&saved), "K"));
    TEST_CHECK(!strstr(text_string(&saved), "seed"));
    text_done(&saved);
    tell(&d, "call");
    tell(&d, "fold");
    heard(&d, "seed 3\n");
    TEST_CHECK(text_starts(text_string(&d.log),
                           "game: leduc\nseats: human bot:tight\nnames: Ann,Bob\nseed: 3\n"
                           "players: 2\n\n!p1=J\n!p2=K\n# Ann tried fold\ncall\n"));
    TEST_MSG("%s", text_string(&d.log));
    tell(&d, "load game.txt"); /* seat 2 gets another card now, perhaps */
    heard(&d, "what the record does not show was dealt again\n");
    TEST_CHECK(position_seat(play_position(d.table)) == SEAT_ALL && play_actor(d.table) == 0);
    leave(&d);
    /* With two people at one screen only what both have seen. */
    sit(&d, one_line_start(&leduc, ""), NULL);
    tell(&d, "raise");
    TEST_CHECK(strstr(text_string(&d.log), "view: public\n\n?p1\n?p2\nraise\n") != NULL);
    TEST_MSG("%s", text_string(&d.log));
    leave(&d);
}

/* Names stand wherever a seat is meant: on the board, in words, in tables and in the result. */
static void test_names_everywhere(void) {
    desk d;
    position *p = one_line_start(&leduc, "");
    TEST_ASSERT(p && one_line_play(p, "!p1=J !p2=K"));
    sit(&d, p, "Ann,Bartholomew");
    tell(&d, "board");
    heard(&d, "> Ann          J   1 in\n  Bartholomew  ?   1 in\n");
    tell(&d, "raise");
    tell(&d, "eval");
    heard(&d, "Bartholomew\n");
    tell(&d, "call");
    heard(&d, "pass the keyboard to Ann\n");
    tell(&d, "call");
    tell(&d, "call");
    heard(&d, "Bartholomew wins");
    heard(&d, "points: Ann ");
    TEST_CHECK_(!strstr(text_string(&d.said), "seat "), "%s", text_string(&d.said));
    leave(&d);
    sit(&d, one_line_start(&pig, ""), "Ann,Bob");
    tell(&d, "board");
    heard(&d, "> Ann        0  ");
    heard(&d, "turn total 0, Ann to choose\n");
    tell(&d, "roll");
    heard(&d, ": Ann loses 0 and the turn)");
    TEST_CHECK_(!strstr(text_string(&d.said), "seat "), "%s", text_string(&d.said));
    leave(&d);
}

static void test_completion(void) {
    desk d;
    sit(&d, one_line_start(&pig, ""), NULL);
    completes(&d, "ro", "roll;");
    completes(&d, "re", "redo;replay;resign;");
    completes(&d, "/lo", "/load;/log;");
    completes(&d, "why r", "why roll;");
    completes(&d, "legal ", "legal roll;");
    completes(&d, "xyzzy", "");
    completes(&d, "", "help;about;rules;board;legal;why;card;explain;");
    leave(&d);
}

/* A session with files and logs in which the n-th allocation fails, 0 for none: it says that memory
 * is missing, or what it says with all of it. */
static void session_without(uint64_t n, bool *all) {
    static char undisturbed[1 << 16];
    static const char *const lines[] = {
        "names A,B",       "go rr", "plugh", "undo", "redo", "save game.txt", "load game.txt",
        "replay game.txt", "next",  "last",  "back", "play", "new",           "quit"};
    desk d;
    sit(&d, one_line_start(polite_toy(), ""), NULL);
    uint64_t before = mem_count();
    mem_fail_at(n);
    status st = ST_OK;
    play_want want = PLAY_LINE;
    for (size_t i = 0; st == ST_OK && want != PLAY_QUIT && i < sizeof lines / sizeof *lines; i++) {
        st = play_next(d.table, &want, NULL);
        if (st == ST_OK && want == PLAY_LINE) play_line(d.table, lines[i]);
    }
    mem_fail_at(0);
    if (n == 0) (void)snprintf(undisturbed, sizeof undisturbed, "%s", text_string(&d.said));
    bool stated = st == ST_NOMEM || strstr(text_string(&d.said), "memory") != NULL;
    *all = mem_count() - before < n;
    TEST_CHECK_(stated || strcmp(text_string(&d.said), undisturbed) == 0, "allocation %d: %s",
                (int)n, status_name(st));
    TEST_MSG("%s", text_string(&d.said));
    TEST_CHECK(st == ST_OK || (st == ST_NOMEM && n && !*all));
    leave(&d);
}

static void test_no_memory(void) {
    bool all = false;
    uint64_t n = 0;
    for (; n < 5000 && !all; n++) session_without(n, &all);
    TEST_CHECK(all && n > 100);
}

/* A game with words of its own uses them in all it says. */
static void test_own_words_everywhere(void) {
    desk d;
    position *p = one_line_start(&azul, "players 2");
    TEST_ASSERT(p && one_line_play(p, "!D:BY2K/BRKW/BYRK/BYRK/BK3"));
    sit(&d, p, NULL);
    tell(&d, "hint");
    heard(&d, "hint: H");
    heard(&d, " has the value ");
    TEST_CHECK(strstr(text_string(&d.said), "why: H") != NULL);
    tell(&d, "why h3 3 4");
    heard(&d, "H3 3 4 is legal: take 1 red from display 3 to line 4\n");
    tell(&d, "why 3R4");
    heard(&d, "H3 3 4 is legal");
    tell(&d, "why C 1 1");
    heard(&d, "C 1 1 is not legal: ");
    tell(&d, "legal H5 4");
    heard(&d, "  H5 4 3 ");
    completes(&d, "H5 4", "H5 4 1;H5 4 2;H5 4 3;H5 4 4;H5 4 5;H5 4 F;");
    completes(&d, "why H2 5 ",
              "why H2 5 1;why H2 5 2;why H2 5 3;why H2 5 4;why H2 5 5;why H2 5 F;");
    tell(&d, "H5 4 3");
    tell(&d, "moves");
    heard(&d, "   2  seat 1  H5 4 3 (take 3 black from display 5 to line 3");
    tell(&d, "about");
    heard(&d, "Azul, for 2 to 4 players");
    tell(&d, "screen usual");
    tell(&d, "moves");
    heard(&d, "   2  seat 1  5K3 (take 3 black");
    tell(&d, "help");
    heard(&d, "offer");
    leave(&d);
    sit(&d, one_line_start(&pig, ""), NULL);
    tell(&d, "about");
    heard(&d, "Pig, for 2 to 8 players, with chance\n");
    leave(&d);
}

TEST_LIST = {{"own_words_everywhere", test_own_words_everywhere},
             {"screen_prompt_and_words", test_screen_prompt_and_words},
             {"log_of_its_own", test_log_of_its_own},
             {"broken_log", test_broken_log},
             {"loading", test_loading},
             {"replay", test_replay},
             {"replay_both_ways", test_replay_both_ways},
             {"usual_log", test_usual_log},
             {"log_keeps_secrets", test_log_keeps_secrets},
             {"names_everywhere", test_names_everywhere},
             {"names", test_names},
             {"replay_keeps_secrets", test_replay_keeps_secrets},
             {"completion", test_completion},
             {"no_memory", test_no_memory},
             {NULL, NULL}};
