#define _POSIX_C_SOURCE 200809L
#include <acutest.h>

#include <limits.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "engine/base/file.h"
#include "engine/base/memory.h"
#include "engine/notation/record.h"
#include "games/connect4/connect4.h"
#include "games/leduc/leduc.h"
#include "games/pig/pig.h"
#include "games/project_l/project_l.h"
#include "tests/support/folder.h"
#include "tests/support/one_line.h"
#include "tests/support/toy_game.h"

/* Reads and replays; the game of lists without a header is connect4. */
static status replay(const char *body, unsigned plies, position **out, error *err) {
    record r;
    *out = NULL;
    *err = (error){0};
    status st = record_read(&r, body, strlen(body), err);
    if (st == ST_OK) st = record_replay(out, &r, one_line_games(), &connect4, plies, err);
    record_done(&r);
    return st;
}

static void check_round_trip(position *p, const char *want) {
    text out = text_growing();
    TEST_ASSERT(p != NULL);
    record_write(p, &out);
    TEST_CHECK(strcmp(text_string(&out), want) == 0);
    TEST_MSG("%s", text_string(&out));
    position *q;
    error err;
    TEST_CHECK(replay(text_string(&out), UINT_MAX, &q, &err) == ST_OK);
    TEST_MSG("%s", err.text);
    TEST_ASSERT(q != NULL);
    TEST_CHECK(position_key(p) == position_key(q) && position_ply(p) == position_ply(q));
    position_destroy(p);
    position_destroy(q);
    text_done(&out);
    TEST_CHECK(mem_live() == 0);
}

static void test_round_trips(void) {
    position *p = one_line_start(&connect4, "");
    TEST_CHECK(p && one_line_play(p, "a b a b a b a"));
    check_round_trip(p, "game: connect4\nplayers: 2\nresult: 1 0\n\na\nb\na\nb\na\nb\na\n");
    p = one_line_start(&pig, "players 3 first 2 rules reference set target=20");
    TEST_CHECK(p && one_line_play(p, "roll !6 hold"));
    check_round_trip(p, "game: pig\nplayers: 3\nrules: reference\nfirst: 1\nset: target=20\n\n"
                        "roll\n!6\nhold\n");
    p = one_line_read(&pig, "p=1 turn=0 s=12,30 target=50");
    TEST_CHECK(p && one_line_play(p, "roll !1"));
    check_round_trip(p, "game: pig\nplayers: 2\nset: target=50\n"
                        "start: p=1 turn=0 s=12,30 target=50\n\nroll\n!1\n");
    p = one_line_start(&toy_game, ""); /* silent outcomes are not written */
    TEST_CHECK(p && one_line_play(p, "r r !h 2r"));
    check_round_trip(p, "game: toy\nplayers: 2\n\nr\nr\n!h\nrr\n");
}

/* What one seat saw, and nothing else: it leads to that seat's view. */
static void test_what_one_seat_saw(void) {
    static const char seen[] = "game: leduc\nplayers: 2\nview: 1\n\n?p1\n!p2=K\nraise\n";
    position *p = one_line_start(&leduc, "");
    position *view = NULL;
    position *again = NULL;
    text out = text_growing();
    record r;
    error err = {0};
    TEST_ASSERT(p && one_line_play(p, "!p1=J !p2=K raise"));
    TEST_CHECK(record_write_seen(p, 1, &out, &err) == ST_OK);
    TEST_CHECK_(strcmp(text_string(&out), seen) == 0, "%s", text_string(&out));
    TEST_ASSERT(record_read(&r, seen, strlen(seen), &err) == ST_OK);
    TEST_CHECK(record_replay(&again, &r, one_line_games(), NULL, UINT_MAX, &err) == ST_UNSUPPORTED);
    TEST_CHECK(!again);
    TEST_CHECK(record_replay_view(&again, &r, one_line_games(), NULL, &err) == ST_OK);
    TEST_ASSERT(again && position_observe(&view, p, 1, NULL) == ST_OK);
    TEST_CHECK(position_key(view) == position_key(again) && position_ply(again) == 3);
    record_done(&r);
    text_clear(&out);
    TEST_CHECK(record_write_seen(p, SEAT_PUBLIC, &out, &err) == ST_OK);
    TEST_CHECK_(strstr(text_string(&out), "view: public\n\n?p1\n?p2\nraise\n") != NULL, "%s",
                text_string(&out));
    position_destroy(p);
    position_destroy(view);
    position_destroy(again);
    /* From another start: what the seat knew there. */
    p = one_line_read(&leduc, "p=0 hands=Q,K board=- pot=1,1 bets=-");
    TEST_ASSERT(p && one_line_play(p, "call"));
    text_clear(&out);
    TEST_CHECK(record_write_seen(p, 0, &out, &err) == ST_OK);
    TEST_CHECK_(strstr(text_string(&out), "start: p=0 hands=Q,? ") != NULL, "%s",
                text_string(&out));
    position_destroy(p);
    text_done(&out);
    static const char *const bad[] = {"game: leduc\nview: 9\n\n?p1\n", "game: leduc\nview: x\n\n",
                                      "game: connect4\nview: 0\n\na\n",
                                      "game: leduc\nview: 1\n\n!p1=J\n"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        TEST_ASSERT(record_read(&r, bad[i], strlen(bad[i]), &err) == ST_OK);
        TEST_CHECK_(record_replay_view(&again, &r, one_line_games(), NULL, &err) != ST_OK && !again,
                    "%s", bad[i]);
        record_done(&r);
    }
    TEST_CHECK(mem_live() == 0);
}

/* --- files that a record names --- */

static const game *const with_files[] = {&project_l, NULL};

/* A game of Project L with its puzzles from a file, to its first action; as a record. */
static void write_with_file(const char *file, text *out) {
    char setup[300];
    (void)snprintf(setup, sizeof setup, "players 1 set file=%s", file);
    position *p = one_line_start(&project_l, setup);
    TEST_ASSERT(p != NULL);
    position_set_seed(p, 1);
    TEST_ASSERT(position_resolve(p, NULL) == ST_OK && one_line_play(p, "basic"));
    record_write(p, out);
    position_destroy(p);
}

static status read_from(const char *body, const char *folder, bool force, error *err) {
    record r;
    position *p = NULL;
    status st = record_read(&r, body, strlen(body), err);
    r.folder = mem_string(folder);
    r.force = force;
    if (st == ST_OK) st = record_replay(&p, &r, with_files, NULL, UINT_MAX, err);
    position_destroy(p);
    record_done(&r);
    return st;
}

static void put(const char *path, const text *data, const char *more) {
    text all = text_growing();
    text_putn(&all, text_string(data), data->len);
    text_put(&all, more);
    TEST_ASSERT(file_write(path, text_string(&all), all.len, NULL) == ST_OK);
    text_done(&all);
}

static void make_dir(const char *path) {
    TEST_ASSERT(mkdir(path, 0700) == 0);
}

/* The file lies next to the record, or somewhere else, or has changed. */
static void test_files_of_a_record(void) {
    text puzzles;
    text body = text_growing();
    error err = {0};
    folder_make();
    TEST_ASSERT(file_read(&puzzles, SOURCE_DIR "/puzzles/project_l/base.txt", 1 << 20, NULL) ==
                ST_OK);
    char here[200];
    char there[200];
    char file[240];
    (void)snprintf(here, sizeof here, "%s", folder_path("here"));
    (void)snprintf(there, sizeof there, "%s", folder_path("there"));
    make_dir(here);
    make_dir(there);
    (void)snprintf(file, sizeof file, "%s/my.txt", here);
    put(file, &puzzles, "");
    write_with_file(file, &body);
    TEST_CHECK_(strstr(text_string(&body), "\nfile-hash: ") != NULL, "%s", text_string(&body));
    TEST_CHECK_(read_from(text_string(&body), here, false, &err) == ST_OK, "%s", err.text);
    TEST_CHECK(read_from(text_string(&body), there, false, &err) == ST_NOT_FOUND);
    TEST_CHECK_(strstr(err.text, "needs my.txt") && strstr(err.text, "--force"), "%s", err.text);
    TEST_CHECK(read_from(text_string(&body), there, true, &err) == ST_OK);
    (void)snprintf(file, sizeof file, "%s/my.txt", there);
    put(file, &puzzles, ""); /* the same bytes do */
    TEST_CHECK_(read_from(text_string(&body), there, false, &err) == ST_OK, "%s", err.text);
    put(file, &puzzles, "# changed\n");
    TEST_CHECK(read_from(text_string(&body), there, false, &err) == ST_BAD_STATE);
    TEST_CHECK_(strstr(err.text, "the file file") && strstr(err.text, "--force"), "%s", err.text);
    TEST_CHECK(read_from(text_string(&body), there, true, &err) == ST_OK);
    (void)unlink(file);
    (void)snprintf(file, sizeof file, "%s/my.txt", here);
    (void)unlink(file);
    (void)rmdir(here);
    (void)rmdir(there);
    text_done(&body);
    text_done(&puzzles);
    folder_remove();
    TEST_CHECK(mem_live() == 0);
}

/* A position text names the file as well: it is found in the same way. */
static void test_files_in_a_start(void) {
    error err = {0};
    text out = text_growing();
    record r = {.folder = mem_string("/nowhere")};
    TEST_CHECK(record_local_text(&r, &project_l, "a file=/x/y.txt b", &out, &err) == ST_NOT_FOUND);
    r.force = true;
    text_clear(&out);
    TEST_CHECK(record_local_text(&r, &project_l, "a file=/x/y.txt  b=1", &out, &err) == ST_OK);
    TEST_CHECK_(strcmp(text_string(&out), "a file=/x/y.txt  b=1") == 0, "%s", text_string(&out));
    record_done(&r);
    text_done(&out);
    TEST_CHECK(mem_live() == 0);
}

static void test_remarks_and_comments(void) {
    static const char body[] = "# a comment\n\ngame: pig\r\nname:\nplayers: 2\n\n"
                               "roll ; {\"value\": 0.5}\n# more\n!4\t\n\nhold\n";
    record r;
    error err;
    TEST_ASSERT(record_read(&r, body, strlen(body), &err) == ST_OK);
    TEST_ASSERT(r.event_count == 3);
    TEST_CHECK(strcmp(r.events[0].remark, "{\"value\": 0.5}") == 0 && !r.events[1].remark);
    TEST_CHECK(r.events[2].line == 11 && strcmp(r.events[1].token, "!4") == 0);
    TEST_CHECK(strcmp(record_get(&r, "game"), "pig") == 0 && !record_get(&r, "start"));
    TEST_CHECK(strcmp(record_get(&r, "name"), "") == 0);
    record_done(&r);
}

static void test_plain_lists(void) {
    position *p;
    error err;
    TEST_CHECK(replay("d d e\n  c ; why not\nd\n", UINT_MAX, &p, &err) == ST_OK);
    TEST_ASSERT(p != NULL);
    TEST_CHECK(position_ply(p) == 5 && one_line_is(p, "7/7/7/3X3/3O3/2OXX2 1"));
    position_destroy(p);
    TEST_CHECK(replay("d d e", 2, &p, &err) == ST_OK); /* a prefix */
    TEST_ASSERT(p != NULL);
    TEST_CHECK(position_ply(p) == 2);
    position_destroy(p);
    TEST_CHECK(replay("", UINT_MAX, &p, &err) == ST_OK);
    position_destroy(p);
}

static void test_bad_input(void) {
    static const struct {
        const char *body, *words;
        status st;
    } cases[] = {
        {"game: pig\nroll\n", "line 2", ST_BAD_SYNTAX},
        {"game: pig\ngame: pig\n\n", "line 2", ST_BAD_SYNTAX},
        {"game: pig\n1x: y\n\n", "line 2", ST_BAD_SYNTAX},
        {"game: pig\n\nroll\n!4\nhold\nhold\n", "line 6", ST_ILLEGAL_ACTION},
        {"game: pig\n\nroll\nroll\n", "line 4", ST_CHANCE_EXPECTED},
        {"game: gip\n\nroll\n", "gip", ST_NOT_FOUND},
        {"game: pig\nplayers: 9\n\nroll\n", "players", ST_BAD_VALUE},
        {"game: pig\nfirst: -1\n\nroll\n", "first", ST_BAD_VALUE},
        {"game: pig\nset: target\n\n", "set", ST_BAD_SYNTAX},
        {"game: pig\nset: goal=3\n\n", "goal", ST_UNKNOWN_OPTION},
        {"game: pig\nstart: p=0\n\n", "turn", ST_BAD_FEN},
        {"d d\x01\n", "line 1", ST_BAD_SYNTAX},
        {"d d\nd d d d d\n", "line 2", ST_ILLEGAL_ACTION},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        position *p;
        error err;
        status st = replay(cases[i].body, UINT_MAX, &p, &err);
        TEST_CHECK_(st == cases[i].st && !p, "record %zu gives %s", i, status_name(cases[i].st));
        TEST_MSG("%s: %s", status_name(st), err.text);
        TEST_CHECK_(strstr(err.text, cases[i].words) != NULL, "record %zu: '%s' in: %s", i,
                    cases[i].words, err.text);
    }
    record r;
    error err;
    TEST_CHECK(record_read(&r, "d\0d", 3, &err) == ST_BAD_SYNTAX);
    record_done(&r);
    TEST_CHECK(mem_live() == 0);
}

TEST_LIST = {{"round_trips", test_round_trips},
             {"what_one_seat_saw", test_what_one_seat_saw},
             {"files_of_a_record", test_files_of_a_record},
             {"files_in_a_start", test_files_in_a_start},
             {"remarks_and_comments", test_remarks_and_comments},
             {"plain_lists", test_plain_lists},
             {"bad_input", test_bad_input},
             {NULL, NULL}};
