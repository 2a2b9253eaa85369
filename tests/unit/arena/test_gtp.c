/* The Go Text Protocol: answers and points as text, and matches with a program that speaks it, well or
 * not. */
#define _POSIX_C_SOURCE 200809L
#include <acutest.h>

#include <signal.h>
#include <stdio.h>
#include <unistd.h>

#include "arena/gtp.h"
#include "arena/match.h"
#include "engine/base/file.h"
#include "engine/base/memory.h"
#include "lib/catalogue.h"
#include "tests/support/emulated.h"
#include "tests/support/one_line.h"
#include "tests/support/pace.h"
#include "tests/support/trial.h"

/* --- text --- */

static void test_answers(void) {
    static const struct {
        const char *lines; /* with '/' between; the last one ends the answer */
        bool ok;
        const char *body;
    } cases[] = {{"=7 D4/", true, "D4"},
                 {"= D4/", true, "D4"},
                 {"=7/", true, ""},
                 {"=7\tD4 \001/ ", true, "D4"},
                 {"?7 illegal move/", false, "illegal move"},
                 {"? no/", false, "no"},
                 {"=7 a/b/c/", true, "a\nb\nc"},
                 {"hello//# x/=7 D4/", true, "D4"},
                 {"=6 C3/more//=7 D4/", true, "D4"},
                 {"=99999999999999999999 C3//?7 x/", false, "x"},
                 {"=7=8/", true, "=8"}};
    gtp_answer a;
    gtp_answer_init(&a);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        TEST_CASE(cases[i].lines);
        bool last = false;
        gtp_answer_expect(&a, 7);
        for (const char *at = cases[i].lines;; at++) {
            char line[80];
            size_t n = strcspn(at, "/");
            TEST_CHECK(!last);
            (void)snprintf(line, sizeof line, "%.*s", (int)n, at);
            last = gtp_answer_line(&a, line);
            at += n;
            if (!*at) break;
        }
        TEST_CHECK(last && a.ok == cases[i].ok);
        TEST_CHECK_(strcmp(text_string(&a.body), cases[i].body) == 0, "%s", text_string(&a.body));
    }
    gtp_answer_expect(&a, 7);
    (void)gtp_answer_line(&a, "=7 play");
    for (int i = 0; i < 20000; i++) TEST_CHECK(!gtp_answer_line(&a, "genmove"));
    TEST_CHECK(gtp_answer_line(&a, "") && a.body.len <= GTP_MAX_BODY);
    TEST_CHECK(gtp_answer_lists(&a, "play") && gtp_answer_lists(&a, "genmove"));
    TEST_CHECK(!gtp_answer_lists(&a, "gen") && !gtp_answer_lists(&a, "lay"));
    gtp_answer_done(&a);
    TEST_CHECK(mem_live() == 0);
}

static position *start_of(const char *name, const char *setup) {
    const game *g = game_find(catalogue_games(), name);
    error err = {0};
    position *p = NULL;
    params options = one_line_setup(g, setup);
    TEST_ASSERT_(position_start(&p, g, &options, SEAT_ALL, &err) == ST_OK, "%s", err.text);
    return p;
}

static void check_point(const gtp_board *b, const char *name, const char *point) {
    char one[64];
    char two[64];
    text to = text_over(one, sizeof one);
    text back = text_over(two, sizeof two);
    TEST_CHECK_(gtp_point_write(b, name, &to) && strcmp(one, point) == 0, "%s: %s", name, one);
    TEST_CHECK_(gtp_point_read(b, point, &back) && strcmp(two, name) == 0, "%s: %s", point, two);
}

/* Our go has no column i either; our gomoku has one; programs for hex have it as well. */
static void test_points(void) {
    static const struct {
        const char *game, *setup, *token, *point;
    } cases[] = {{"go", "", "j9", "J9"},       {"go", "", "h1", "H1"},
                 {"go", "", "pass", "pass"},   {"go", "set size=19", "t19", "T19"},
                 {"gomoku", "", "i9", "J9"},   {"gomoku", "", "o15", "P15"},
                 {"hex", "", "i9", "I9"},      {"hex", "set swap=1", "swap", "swap-pieces"},
                 {"othello", "", "c4", "C4"},  {"othello", "", "pass", "pass"},
                 {"tictactoe", "", "b2", "B2"}};
    static const char *const wrong[] = {"",    "I5",  "A0",    "A10", "K1", "A",    "5",   "A1x",
                                        "A-1", "A 1", "D4 E5", "j",   "@1", "swap", "A01x"};
    gtp_board b;
    error err = {0};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        position *p = start_of(cases[i].game, cases[i].setup);
        TEST_CHECK_(gtp_board_of(&b, p, &err) == ST_OK, "%s", err.text);
        check_point(&b, cases[i].token, cases[i].point);
        position_destroy(p);
    }
    position *p = start_of("go", "");
    TEST_CHECK(gtp_board_of(&b, p, &err) == ST_OK && !b.at_start);
    position_destroy(p);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        char buf[64];
        text out = text_over(buf, sizeof buf);
        TEST_CHECK_(!gtp_point_read(&b, wrong[i], &out), "%s is %s", wrong[i], buf);
    }
    char buf[64];
    text out = text_over(buf, sizeof buf);
    TEST_CHECK(gtp_point_read(&b, "d4", &out) && gtp_point_read(&b, "Pass", &out));
    TEST_CHECK(!gtp_point_write(&b, "i5", &out) && !gtp_point_write(&b, "a1b2", &out));
}

static void test_games_that_fit(void) {
    static const char *const none[] = {"chess",   "pig",      "leduc",    "ataxx",
                                       "amazons", "projectl", "connect4", "draughts"};
    gtp_board b;
    for (size_t i = 0; i < sizeof none / sizeof *none; i++) {
        error err = {0};
        position *p = start_of(none[i], "");
        TEST_CHECK_(gtp_board_of(&b, p, &err) == ST_UNSUPPORTED && strstr(err.text, none[i]),
                    "%s: %s", none[i], err.text);
        position_destroy(p);
    }
    error err = {0};
    position *p = start_of("othello", "");
    TEST_CHECK(gtp_board_of(&b, p, &err) == ST_OK && b.at_start && b.cells.width == 8);
    position_destroy(p);
    TEST_CHECK(mem_live() == 0);
}

/* --- matches --- */

static trial trial_on(const char *name, const char *setup, const char *mode, const char *settings,
                      uint64_t games) {
    char spec[300];
    (void)signal(SIGPIPE, SIG_IGN);
    (void)snprintf(spec, sizeof spec, "name=gtp cmd='" GTP_ENGINE " %s' protocol=GTP %s", mode,
                   settings);
    return trial_of(catalogue_registry(), name, setup, spec, "name=in random", games);
}

static uint64_t faults(const standings *s, int engine) {
    uint64_t n = 0;
    for (int d = PLAYER_REPLY_CRASH; d < PLAYER_REPLY_COUNT; d++) n += s->fault[engine][d];
    return n;
}

typedef struct played {
    text games; /* without the header, which names the program */
    text log;
} played;

static void played_done(played *p) {
    text_done(&p->games);
    text_done(&p->log);
}

/* Plays a match that must have no fault. */
static played play(trial *t) {
    char path[64];
    char log[80];
    error err = {0};
    TEST_ASSERT(trial_file(path));
    TEST_ASSERT_(trial_run(t, path, 2, &err) == ST_OK, "%s", err.text);
    const standings *s = match_standings(t->match);
    TEST_CHECK(s->games == t->settings.games && faults(s, 0) == 0 && faults(s, 1) == 0);
    trial_done(t);
    played out = {.games = text_growing()};
    text data = trial_content(path);
    const char *first = strstr(text_string(&data), "match-game: 1\n");
    TEST_ASSERT(first);
    text_put(&out.games, first);
    text_done(&data);
    (void)snprintf(log, sizeof log, "%s.1.log", path);
    out.log = trial_content(log);
    (void)unlink(path);
    (void)unlink(log);
    return out;
}

static bool says(const played *p, const char *what) {
    return strstr(text_string(&p->log), what) != NULL;
}

/* With and without numbers, with much that is no answer: the same games. */
static void test_ways_to_answer(void) {
    static const char *const modes[] = {"right", "noids", "chatter"};
    played p[3];
    for (int i = 0; i < 3; i++) {
        trial t = trial_on("gomoku", "set size=9", modes[i], "StyleOf-Play=wild", PACE(8, 4));
        t.settings.opening_plies = 3;
        p[i] = play(&t);
        TEST_CHECK_(i == 0 || strcmp(p[0].games.at, p[i].games.at) == 0, "%s", modes[i]);
    }
    TEST_CHECK(says(&p[0], " boardsize 9\n") && says(&p[0], " style_of-play wild\n"));
    TEST_CHECK(says(&p[0], " play black ") && says(&p[0], " play white "));
    TEST_CHECK(says(&p[0], " genmove black\n") && says(&p[0], " genmove white\n"));
    TEST_CHECK(says(&p[0], " set_random_seed ") && says(&p[0], "< =") && says(&p[0], "J9"));
    TEST_CHECK(!says(&p[0], "komi ") && !says(&p[0], "> 1 time_") && !says(&p[0], "< ?"));
    for (int i = 0; i < 3; i++) played_done(&p[i]);
    TEST_CHECK(mem_live() == 0);
}

/* What a game of go is told: its size, its komi, and the time where there is any to tell. */
static void test_go_and_time(void) {
    static const struct {
        const char *words, *settings, *left;
    } cases[] = {
        {"", NULL, NULL},
        {"movetime=900000", " time_settings 0 900 1\n", NULL},
        {"tc=3600+5", " time_settings 3600 5 1\n", " time_left black 3600 0\n"},
        {"tc=40/7200", " time_settings 0 7200 40\n", " time_left white 7200 40\n"},
        {"tc=1800 byoyomi=30500", " time_settings 1800 30 1\n", " time_left black 1800 0\n"},
        {"byoyomi=900000", " time_settings 0 900 1\n", " time_left white 900 1\n"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        TEST_CASE(cases[i].words);
        trial t = trial_on("go", "set size=7 set komi=6.5", "passes", cases[i].words, 2);
        t.settings.max_plies = 40;
        played p = play(&t);
        TEST_CHECK(says(&p, " boardsize 7\n") && says(&p, " komi 6.5\n"));
        TEST_CHECK(says(&p, " clear_board\n") && says(&p, "PASS"));
        TEST_CHECK(cases[i].settings ? says(&p, cases[i].settings) : !says(&p, " time_settings 0"));
        TEST_CHECK(cases[i].left ? says(&p, cases[i].left) : !says(&p, " time_left black"));
        played_done(&p);
    }
    TEST_CHECK(mem_live() == 0);
}

/* A program without a word for the pass, as some for othello: who can only pass is not asked. */
static void test_forced_passes(void) {
    trial t = trial_on("othello", "", "othello", "", PACE(12, 6));
    t.settings.opening_plies = 4;
    played p = play(&t);
    TEST_CHECK(says(&p, " set_game Othello\n"));
    TEST_CHECK(strstr(text_string(&p.games), "\npass"));
    TEST_CHECK(says(&p, " pass\n") && says(&p, "syntax error") && !says(&p, "illegal move"));
    played_done(&p);
}

/* It is no fault, and a match continued knows it. */
static void test_resignation(void) {
    char path[64];
    error err = {0};
    TEST_ASSERT(trial_file(path));
    for (int again = 0; again < 2; again++) {
        trial t = trial_on("gomoku", "set size=7", "resigns", "", 4);
        TEST_CHECK_(trial_run(&t, path, 1, &err) == ST_OK, "%s", err.text);
        const standings *s = match_standings(t.match);
        TEST_ASSERT(s != NULL);
        TEST_CHECK(s->games == 4 && faults(s, 0) == 0 && faults(s, 1) == 0);
        TEST_CHECK(s->fault[0][PLAYER_REPLY_RESIGN] == 4 && s->pair[0].bin[0].count == 2);
        trial_done(&t);
    }
    text data = trial_content(path);
    TEST_CHECK(strstr(text_string(&data), "\nended: resign 0\n") != NULL);
    TEST_CHECK(strstr(text_string(&data), "\nended: resign 1\nresult: 1 0\n") != NULL);
    text_done(&data);
    (void)unlink(path);
    char log[80];
    (void)snprintf(log, sizeof log, "%s.1.log", path);
    (void)unlink(log);
    TEST_CHECK(mem_live() == 0);
}

/* A game that begins with stones on the board. */
static void test_starts(void) {
    static const char line[] = "fen 7/7/2s4/7/3S3/7/S5s 1\n";
    char path[64];
    error err = {0};
    TEST_ASSERT(trial_file(path));
    TEST_ASSERT(file_write(path, line, strlen(line), &err) == ST_OK);
    trial t = trial_on("gomoku", "set size=7", "right", "", 2);
    (void)snprintf(t.settings.openings, MATCH_PATH, "%s", path);
    played p = play(&t);
    TEST_CHECK(says(&p, " play black D3\n") && says(&p, " play white C5\n"));
    TEST_CHECK(says(&p, " play black A1\n") && says(&p, " play white G1\n"));
    TEST_CHECK(!says(&p, "< ?"));
    played_done(&p);
    (void)unlink(path);
}

static void test_misbehaviour(void) {
    static const struct {
        const char *how;
        player_reply reply;
    } cases[] = {{"crash", PLAYER_REPLY_CRASH},      {"mute", PLAYER_REPLY_ILLEGAL},
                 {"two", PLAYER_REPLY_ILLEGAL},      {"nowhere", PLAYER_REPLY_ILLEGAL},
                 {"letter-i", PLAYER_REPLY_ILLEGAL}, {"word", PLAYER_REPLY_ILLEGAL},
                 {"zero", PLAYER_REPLY_ILLEGAL},     {"far", PLAYER_REPLY_ILLEGAL},
                 {"bytes", PLAYER_REPLY_ILLEGAL},    {"error", PLAYER_REPLY_ILLEGAL},
                 {"flood", PLAYER_REPLY_ILLEGAL},    {"refuses", PLAYER_REPLY_ILLEGAL},
                 {"passes", PLAYER_REPLY_ILLEGAL},   {"hang", PLAYER_REPLY_HANG},
                 {"deaf", PLAYER_REPLY_HANG}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        error err = {0};
        TEST_CASE(cases[i].how);
        bool waits = cases[i].reply == PLAYER_REPLY_HANG;
        trial t = trial_on("gomoku", "set size=9", cases[i].how, "", 2);
        t.settings.opening_plies = 1;
        if (waits) t.settings.patience_ms = 2000; /* but it must start in this time */
        TEST_CHECK_(trial_run(&t, NULL, 2, &err) == ST_OK, "%s", err.text);
        const standings *s = match_standings(t.match);
        TEST_ASSERT(s != NULL);
        TEST_CHECK(s->games == 2 && s->fault[0][cases[i].reply] == 2 && faults(s, 1) == 0);
        TEST_CHECK(s->pair[0].bin[0].count == 1); /* it lost everything */
        trial_done(&t);
    }
    TEST_CHECK(mem_live() == 0);
}

/* A program that has an answer on its board which was not taken is told the game again: it would call
 * a stone that is played there later an illegal move. */
static void test_illegal_answers(void) {
    static const char *const modes[] = {"ghost", "passes", "nowhere"};
    for (size_t i = 0; i < sizeof modes / sizeof *modes; i++) {
        error err = {0};
        char path[64];
        char log[80];
        TEST_CASE(modes[i]);
        TEST_ASSERT(trial_file(path));
        trial t = trial_on("gomoku", "set size=7", modes[i], "", 2);
        t.settings.opening_plies = 2;
        t.settings.illegal = ILLEGAL_RANDOM;
        TEST_CHECK_(trial_run(&t, path, 1, &err) == ST_OK, "%s", err.text);
        const standings *s = match_standings(t.match);
        TEST_CHECK(s->games == 2 && s->illegal[0] > 0 && faults(s, 0) == 0 && faults(s, 1) == 0);
        trial_done(&t);
        (void)snprintf(log, sizeof log, "%s.1.log", path);
        text said = trial_content(log);
        TEST_CHECK(strstr(text_string(&said), "genmove"));
        TEST_CHECK(!strstr(text_string(&said), "illegal move"));
        text_done(&said);
        (void)unlink(log);
        (void)unlink(path);
    }
    TEST_CHECK(mem_live() == 0);
}

static void test_programs_that_cannot_play(void) {
    const struct {
        const char *game, *setup, *mode, *words;
        status want;
        const char *says;
    } cases[] = {
        {"gomoku", "", "old", "", ST_BAD_VALUE, "GTP 1, not 2"},
        {"gomoku", "", "small", "", ST_BAD_VALUE, "`boardsize 15` with: unacceptable size"},
        {"gomoku", "set size=7", "right", "Colour=red", ST_BAD_VALUE, "no command Colour"},
        {"gomoku", "set size=7", "right", "style_of-play=calm", ST_BAD_VALUE, "no such style"},
        {"gomoku", "set size=8", "othello", "", ST_BAD_VALUE, "not gomoku"},
        {"gomoku", "set size=7", "silent", "", ST_IO, "does not answer `protocol_version`"},
        {"chess", "", "right", "", ST_UNSUPPORTED, "not for chess"},
        {"gomoku", "", "right", "cmd=/bin/false", ST_IO, "ended before it answered"},
        {"gomoku", "", "right", "cmd=/nonexistent/program", ST_IO,
         emulated() ? "ended before it answered" : "cannot be started"},
        {"gomoku", "set size=7", "right", "log=/nonexistent/folder/log", ST_IO, "log"},
        {"gomoku", "set size=7", "right", "proto=uci", ST_IO, "proto=gtp"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        error err = {0};
        trial t = trial_on(cases[i].game, cases[i].setup, cases[i].mode, cases[i].words, 2);
        TEST_CASE(cases[i].says);
        if (strcmp(cases[i].mode, "silent") == 0) t.settings.patience_ms = 300;
        TEST_CHECK(trial_run(&t, NULL, 1, &err) == cases[i].want);
        TEST_CHECK_(strstr(err.text, cases[i].says), "%s", err.text);
        trial_done(&t);
    }
    TEST_CHECK(mem_live() == 0);
}

/* Where the command says so, nothing else needs to. */
static void test_told_apart(void) {
    static const struct {
        const char *words;
        engine_proto proto;
    } cases[] = {{"cmd='gnugo --mode gtp'", PROTO_GTP},
                 {"cmd='games/gnugo --mode=gtp --level 1'", PROTO_GTP},
                 {"cmd=gtp-rhino", PROTO_GTP},
                 {"cmd='./katago gtp -model x'", PROTO_GTP},
                 {"cmd=bin/my-gtp", PROTO_GTP},
                 {"cmd='leelaz --gtp'", PROTO_GTP},
                 {"cmd='gnugo --mode gtp' proto=uci", PROTO_UCI},
                 {"proto=uci cmd='gnugo --mode gtp'", PROTO_UCI},
                 {"protocol=gtp cmd=pachi", PROTO_GTP},
                 {"cmd=pachi", PROTO_UCI},
                 {"cmd=gtp/engine", PROTO_UCI},
                 {"cmd='./engine --log gtp-log'", PROTO_UCI},
                 {"cmd=./gtpx", PROTO_UCI},
                 {"mcts", PROTO_UCI},
                 {"text='ask gtp'", PROTO_TEXT}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        engine_spec e;
        engine_spec again;
        error err = {0};
        TEST_CASE(cases[i].words);
        TEST_ASSERT_(engine_spec_read(&e, cases[i].words, &err) == ST_OK, "%s", err.text);
        TEST_CHECK(e.proto == cases[i].proto);
        text line = text_growing();
        engine_spec_write(&e, &line);
        TEST_ASSERT(engine_spec_read(&again, text_string(&line), &err) == ST_OK);
        TEST_CHECK(again.proto == e.proto);
        text_done(&line);
        engine_spec_done(&e);
        engine_spec_done(&again);
    }
    static const char *const limits[] = {"nodes=9", "visits=9", "playouts=9", "depth=9"};
    for (int i = 0; i < 4; i++) {
        char line[80];
        engine_spec e;
        error err = {0};
        (void)snprintf(line, sizeof line, "%s cmd=gtp-x", limits[i]);
        TEST_CHECK(engine_spec_read(&e, line, &err) == ST_BAD_VALUE && strstr(err.text, "GTP"));
    }
    TEST_CHECK(mem_live() == 0);
}

TEST_LIST = {{"answers", test_answers},
             {"points", test_points},
             {"games_that_fit", test_games_that_fit},
             {"ways_to_answer", test_ways_to_answer},
             {"go_and_time", test_go_and_time},
             {"forced_passes", test_forced_passes},
             {"resignation", test_resignation},
             {"starts", test_starts},
             {"misbehaviour", test_misbehaviour},
             {"illegal_answers", test_illegal_answers},
             {"programs_that_cannot_play", test_programs_that_cannot_play},
             {"told_apart", test_told_apart},
             {NULL, NULL}};
