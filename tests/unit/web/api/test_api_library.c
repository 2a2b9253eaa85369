/* Saved games: import, find, show, export; marks; match files. */
#include <acutest.h>

#include <string.h>
#include <unistd.h>

#include "engine/game/game_terminal.h"
#include "tests/support/think_desk.h"
#include "tests/support/trial.h"
#include "web/api/api_library.h"
#include "web/api/api_reviews.h"
#include "web/api/api_scene.h"
#include "web/api/api_texts.h"
#include "web/think/think_export.h"

static const web_route *const tables[] = {api_library_routes, api_reviews_routes, api_scene_routes,
                                          api_texts_routes, NULL};

/* POST /library {"text":…}, and more fields. */
static int import(desk *d, const char *data, const char *more) {
    text body = text_growing();
    json_writer w = json_writer_on(&body);
    json_open(&w, '{');
    json_key(&w, "text");
    json_string(&w, data);
    json_close(&w, '}');
    text_truncate(&body, body.len - 1);
    text_format(&body, "%s}", more);
    int code = desk_post(d, "/api/1/library", text_string(&body));
    text_done(&body);
    return code;
}

static void target_of(desk *d, char target[96], const char *rest) {
    (void)snprintf(target, 96, "/api/1/library/%s%s", desk_text(d, "added/0"), rest);
}

static const char *const pgn =
    "[Event \"Club\"]\n[Date \"2025.03.04\"]\n[White \"Ann\"]\n[Black \"Bob\"]\n[Result "
    "\"0-1\"]\n\n"
    "1. f3 {weak} e5 2. g4? (2. e4 Nf6) Qh4# 0-1\n\n"
    "[Event \"Other\"]\n[White \"Cid\"]\n[Black \"Dan\"]\n[Result \"1/2-1/2\"]\n\n1. e4 1/2-1/2\n\n"
    "[Event \"Broken\"]\n\n1. Qh9 *\n";

static void test_pgn(void) {
    desk d = desk_open(tables);
    char target[96];
    TEST_CHECK(import(&d, pgn, "") == 201);
    TEST_MSG("%s", web_client_answer(d.c));
    TEST_CHECK(desk_size(&d, "added") == 2 && desk_number(&d, "broken") == 1 &&
               desk_size(&d, "problems") == 1);
    target_of(&d, target, "");
    desk_expect_get(&d, target, 200, NULL);
    TEST_CHECK(desk_size(&d, "tokens") == 4 && strcmp(desk_text(&d, "words/3"), "Qh4#") == 0);
    TEST_CHECK(strcmp(desk_text(&d, "game/players/0"), "Ann") == 0 &&
               strcmp(desk_text(&d, "game/date"), "2025-03-04") == 0 &&
               strcmp(desk_text(&d, "game/result"), "2") == 0);
    TEST_CHECK(desk_size(&d, "variations") == 1 && desk_number(&d, "variations/0/ply") == 3 &&
               strcmp(desk_text(&d, "variations/0/words/1"), "Nf6") == 0);
    TEST_CHECK(strcmp(desk_text(&d, "comments/0/comment"), "weak") == 0);
    TEST_CHECK(strcmp(desk_text(&d, "formats/1"), "pgn") == 0 && *desk_text(&d, "start"));
    char place[120];
    (void)snprintf(place, sizeof place, "%s/scene?ply=2", target);
    desk_expect_get(&d, place, 200, NULL);
    TEST_CHECK(desk_number(&d, "ply") == 2 && strstr(desk_text(&d, "fen"), "4p3"));
    (void)snprintf(place, sizeof place, "%s?format=pgn", target);
    desk_expect_get(&d, place, 200, NULL);
    TEST_CHECK(strstr(web_client_answer(d.c), "[White \"Ann\"]") &&
               strstr(web_client_answer(d.c), "Qh4#"));
    (void)snprintf(place, sizeof place, "%s?format=record", target);
    desk_expect_get(&d, place, 200, NULL);
    TEST_CHECK(strstr(web_client_answer(d.c), "game: chess"));
    (void)snprintf(place, sizeof place, "%s?format=sgf", target);
    desk_expect_get(&d, place, 422, "unsupported");
    (void)snprintf(place, sizeof place, "%s?format=../x", target);
    desk_expect_get(&d, place, 422, "bad-value");
    TEST_CHECK(web_client_say(d.c, &d.bob, "GET", target, NULL) == 404);
    TEST_CHECK(web_client_say(d.c, &d.bob, "DELETE", target, NULL) == 404);
    TEST_CHECK(web_client_say(d.c, &d.ann, "DELETE", target, NULL) == 200);
    TEST_CHECK(web_client_say(d.c, &d.ann, "DELETE", target, NULL) == 404);
    desk_expect_get(&d, target, 404, "not-found");
    desk_close(&d);
}

static void test_find(void) {
    desk d = desk_open(tables);
    TEST_CHECK(import(&d, pgn, "") == 201);
    TEST_CHECK(import(&d, "game: connect4\nnames: Ann,Eve\n\nd\nd\nc\n", "") == 201);
    static const struct {
        const char *query;
        int64_t all;
    } cases[] = {{"", 3},
                 {"?game=chess", 2},
                 {"?player=ann", 2},
                 {"?player=ann&game=chess", 1},
                 {"?from=2025-01-01&to=2025-12-31", 1},
                 {"?from=2026-01-01", 0},
                 {"?result=draw", 1},
                 {"?result=2", 1},
                 {"?q=EVE", 1},
                 {"?q=%25", 0},
                 {"?q=%27%20OR%201%3D1", 0},
                 {"?page=2", 0}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char target[120];
        (void)snprintf(target, sizeof target, "/api/1/library%s", cases[i].query);
        desk_expect_get(&d, target, 200, NULL);
        TEST_CHECK_((int64_t)desk_size(&d, "games") == cases[i].all, "%s: %.200s", target,
                    web_client_answer(d.c));
    }
    TEST_CHECK(web_client_say(d.c, &d.bob, "GET", "/api/1/library", NULL) == 200);
    TEST_CHECK(desk_size(&d, "games") == 0);
    desk_expect_get(&d, "/api/1/library?page=0", 422, "bad-value");
    TEST_CHECK(web_client_say(d.c, &d.guest, "GET", "/api/1/library", NULL) == 403);
    desk_close(&d);
}

/* Forms of others, lists of moves, logs. */
static void test_forms(void) {
    desk d = desk_open(tables);
    static const struct {
        const char *data, *more, *game;
        int64_t plies;
    } cases[] = {
        {"(;GM[1]FF[4]SZ[9];B[ee];W[gc])", "", "go", 2},
        {"[Event \"x\"]\n[GameType \"20\"]\n\n1. 32-28 19-23 *\n", "", "international", 2},
        {"(;GM[Othello]PB[a]PW[b]BO[8 "
         "---------------------------O*------*O---------------------------"
         " *]B[d3]W[c3];)",
         "", "othello", 2},
        {"game: pig\n\nroll\n!4\nhold\n", "", "pig", 3},
        {"d d c", ",\"game\":\"connect4\"", "connect4", 3},
        {"1. e4 e5 2. Nf3", ",\"game\":\"chess\"", "chess", 3},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char target[96];
        int code = import(&d, cases[i].data, cases[i].more);
        TEST_CHECK_(code == 201, "%s: %d %.300s", cases[i].game, code, web_client_answer(d.c));
        if (code != 201) continue;
        target_of(&d, target, "");
        desk_expect_get(&d, target, 200, NULL);
        TEST_CHECK_(strcmp(desk_text(&d, "game/game"), cases[i].game) == 0 &&
                        desk_number(&d, "game/plies") == cases[i].plies,
                    "%s: %.200s", cases[i].game, web_client_answer(d.c));
    }
    TEST_CHECK(import(&d, "(;GM[1]FF[4]SZ[9];B[ee])", ",\"format\":\"pgn\"") == 422);
    TEST_CHECK(import(&d, "(;GM[1]FF[4]SZ[9];B[ee])", ",\"format\":\"sgf\"") == 201);
    desk_close(&d);
}

#define EMPTY_SEAT "0:-/-/-/-/-:...../...../...../...../.....:-"

/* A position of Azul in its own notation, and the log of a game as its authors have it. */
static void test_azul(void) {
    desk d = desk_open(tables);
    char target[96];
    static char ann[] = "Ann";
    static char bob[] = "Bob";
    char *const names[] = {ann, bob};
    const char *azn =
        "2b 1o 0 c 0 B2YW/R2K2/Y3K/BRKW/W4 - B17Y16R17K16W14 - " EMPTY_SEAT " " EMPTY_SEAT;
    TEST_CHECK(import(&d, azn, ",\"format\":\"azn\"") == 201);
    target_of(&d, target, "/scene");
    desk_expect_get(&d, target, 200, NULL);
    TEST_CHECK(strcmp(desk_text(&d, "fen"), azn) == 0);
    const game *g = game_find(catalogue_games(), "azul");
    position *p = NULL;
    params usual = params_default();
    error e = {0};
    TEST_ASSERT(position_read(&p, g, &usual, SEAT_ALL, azn, &e) == ST_OK);
    const rules *r = position_rules(p);
    text log = text_growing();
    r->terminal->log_head(r, position_data(p), names, &log);
    r->terminal->log_attempt(r, position_data(p), names, "3Y4", true, &log);
    TEST_CHECK(import(&d, text_string(&log), "") == 201);
    TEST_MSG("%s: %.200s", text_string(&log), web_client_answer(d.c));
    target_of(&d, target, "");
    desk_expect_get(&d, target, 200, NULL);
    TEST_CHECK(strcmp(desk_text(&d, "tokens/0"), "3Y4") == 0 &&
               strcmp(desk_text(&d, "game/players/1"), "Bob") == 0);
    text_done(&log);
    position_destroy(p);
    desk_close(&d);
}

static void test_bad_imports(void) {
    desk d = desk_open(tables);
    static const struct {
        const char *data, *more, *error_code;
    } cases[] = {
        {"", "", NULL},
        {"nonsense", "", NULL},
        {"game: chess\n\ne2e5\n", "", "illegal-action"},
        {"game: nothing\n\nx\n", "", "not-found"},
        {"game: projectl\nset: file=/etc/passwd\n\nx\n", "", "unsupported"},
        {"game: unicorns\nset: deck=/etc/passwd\n\nx\n", "", "unsupported"},
        {"game: unicorns\nset: weights=../x\n\nx\n", "", "unsupported"},
        {"game: unicorns\nstart: deck=/etc/passwd\n\nx\n", "", NULL},
        {"game: leduc\nview: 0\n\n!p1=J\n?p2\n", "", "unsupported"},
        {"d d c", ",\"game\":\"me/nothing\"", "not-found"},
        {"d d c", ",\"room\":\"x\"", "bad-value"},
        {"d d c", ",\"what\":1", "bad-value"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        int code = import(&d, cases[i].data, cases[i].more);
        TEST_CHECK_(code == 422 || code == 404, "%s: %d %.200s", cases[i].data, code,
                    web_client_answer(d.c));
        TEST_CHECK_(!cases[i].error_code ||
                        strcmp(desk_text(&d, "error/code"), cases[i].error_code) == 0,
                    "%s: %.200s", cases[i].data, web_client_answer(d.c));
    }
    desk_expect_get(&d, "/api/1/library", 200, NULL);
    TEST_CHECK(desk_size(&d, "games") == 0);
    desk_expect(&d, "/api/1/library", "{}", 422, "bad-value");
    desk_expect(&d, "/api/1/library", "{\"room\":\"x\"}", 404, "not-found");
    desk_close(&d);
}

/* A game of one's own text keeps that text, whatever becomes of it. */
static void test_own_text(void) {
    desk d = desk_open(tables);
    char target[96];
    const char *rows =
        "{\"text\":\"game rows \\\"Rows\\\" {\\n  players X O\\n  board rect 3 3\\n  "
        "piece mark\\n  turn place mark on empty else draw\\n  end { when run(mine, "
        "last) >= 3 win }\\n}\\n\"}";
    TEST_CHECK(web_client_say(d.c, &d.ann, "PUT", "/api/1/texts/rows", rows) == 200);
    TEST_CHECK(import(&d, "b2 a1 c3", ",\"game\":\"me/rows\"") == 201);
    target_of(&d, target, "");
    TEST_CHECK(web_client_say(d.c, &d.ann, "DELETE", "/api/1/texts/rows", NULL) == 200);
    desk_expect_get(&d, target, 200, NULL);
    TEST_CHECK(desk_size(&d, "tokens") == 3 && json_is_true(web_client_field(d.c, "game/own")));
    TEST_CHECK(strstr(desk_text(&d, "game/text"), "board rect 3 3"));
    char body[120];
    (void)snprintf(body, sizeof body, "{\"library\":\"%s\",\"nodes\":100}",
                   strrchr(target, '/') + 1);
    desk_expect(&d, "/api/1/reviews", body, 201, NULL);
    desk_close(&d);
}

static status finished(struct rooms *r, const char *id, const web_person *who, int ply,
                       position **out, error *err) {
    params usual = params_default();
    const game *g = game_find(catalogue_games(), strcmp(id, "hidden") == 0 ? "leduc" : "connect4");
    (void)r, (void)who, (void)ply;
    if (strcmp(id, "hidden") == 0) return position_start(out, g, &usual, 0, err);
    status st = position_start(out, g, &usual, SEAT_ALL, err);
    for (const char *c = "aabbccd"; st == ST_OK && *c; c++)
        st = position_play(*out, (const char[]){*c, '\0'}, err);
    return st;
}

static void test_room(void) {
    desk d = desk_open(tables);
    char target[96];
    d.world->room_position = finished;
    desk_expect(&d, "/api/1/library", "{\"room\":\"abc\"}", 201, NULL);
    target_of(&d, target, "");
    desk_expect_get(&d, target, 200, NULL);
    TEST_CHECK(desk_size(&d, "tokens") == 7 && strcmp(desk_text(&d, "game/result"), "1") == 0 &&
               strlen(desk_text(&d, "game/date")) == 10);
    desk_expect(&d, "/api/1/library", "{\"room\":\"hidden\"}", 403, "leak");
    desk_expect(&d, "/api/1/reviews", "{\"room\":\"hidden\"}", 403, "leak");
    desk_expect(&d, "/api/1/reviews", "{\"room\":\"abc\",\"nodes\":100}", 201, NULL);
    desk_close(&d);
}

static void test_marks(void) {
    desk d = desk_open(tables);
    char body[4000];
    desk_expect(&d, "/api/1/scene", "{\"game\":\"chess\",\"moves\":[\"e4\"]}", 200, NULL);
    (void)snprintf(body, sizeof body, "{\"position\":\"%s\",\"note\":\"look here\"}",
                   desk_text(&d, "position"));
    desk_expect(&d, "/api/1/library/marks", body, 201, NULL);
    char target[96];
    (void)snprintf(target, sizeof target, "/api/1/library/marks/%s", desk_text(&d, "id"));
    desk_expect_get(&d, "/api/1/library/marks", 200, NULL);
    TEST_CHECK(desk_size(&d, "marks") == 1 &&
               strcmp(desk_text(&d, "marks/0/note"), "look here") == 0);
    TEST_CHECK(strcmp(desk_text(&d, "marks/0/game"), "chess") == 0);
    TEST_CHECK(web_client_say(d.c, &d.bob, "GET", "/api/1/library/marks", NULL) == 200);
    TEST_CHECK(desk_size(&d, "marks") == 0);
    TEST_CHECK(web_client_say(d.c, &d.bob, "DELETE", target, NULL) == 404);
    TEST_CHECK(web_client_say(d.c, &d.ann, "DELETE", target, NULL) == 200);
    desk_expect(&d, "/api/1/library/marks", "{\"position\":\"nonsense\"}", 422, "bad-state");
    desk_expect(&d, "/api/1/library/marks", "{}", 422, "bad-value");
    desk_close(&d);
}

/* All that a person has, and nothing of others. */
static void test_export(void) {
    desk d = desk_open(tables);
    TEST_CHECK(import(&d, pgn, "") == 201);
    TEST_CHECK(web_client_say(d.c, &d.bob, "PUT", "/api/1/texts/x", "{\"text\":\"of Bob\"}") ==
               200);
    TEST_CHECK(web_client_say(d.c, &d.ann, "PUT", "/api/1/texts/y", "{\"text\":\"of Ann\"}") ==
               200);
    text out = text_growing();
    json_writer w = json_writer_on(&out);
    json_open(&w, '{');
    think_export(d.world, d.ann.id, &w);
    json_close(&w, '}');
    json_t *all = json_loads(text_string(&out), 0, NULL);
    TEST_CHECK(all && json_array_size(json_object_get(all, "library")) == 2);
    TEST_CHECK(json_array_size(json_object_get(all, "texts")) == 1);
    TEST_CHECK(strstr(text_string(&out), "of Ann") && !strstr(text_string(&out), "of Bob"));
    json_decref(all);
    text_done(&out);
    desk_close(&d);
}

/* --- matches --- */

static int send_match(desk *d, const char *data) {
    text body = text_growing();
    json_writer w = json_writer_on(&body);
    json_open(&w, '{');
    json_key(&w, "text");
    json_string(&w, data);
    json_close(&w, '}');
    int code = desk_post(d, "/api/1/library/matches", text_string(&body));
    text_done(&body);
    return code;
}

static void test_match(void) {
    char path[64];
    error e = {0};
    TEST_ASSERT(trial_file(path));
    trial t = trial_of(catalogue_registry(), "connect4", "players 2", "name=new visits=30",
                       "name=old random", 8);
    TEST_ASSERT_(trial_run(&t, path, 1, &e) == ST_OK, "%s", e.text);
    trial_done(&t);
    text data = trial_content(path);
    (void)unlink(path);
    desk d = desk_open(tables);
    TEST_CHECK(send_match(&d, text_string(&data)) == 200);
    TEST_MSG("%.300s", web_client_answer(d.c));
    TEST_CHECK(desk_number(&d, "games") == 8 && desk_size(&d, "engines") == 2);
    TEST_CHECK(strcmp(desk_text(&d, "engines/0/name"), "new") == 0 &&
               desk_number(&d, "engines/0/wins") > 4);
    TEST_CHECK(desk_size(&d, "pairs") == 2 && desk_size(&d, "graph/series/0/values") == 8);
    TEST_CHECK(strstr(desk_text(&d, "report"), "new") && desk_number(&d, "problems") == 0);
    /* cut off in the middle of a game, and with a byte changed */
    text_truncate(&data, data.len - 40);
    TEST_CHECK(send_match(&d, text_string(&data)) == 200);
    TEST_CHECK(desk_number(&d, "games") == 7 && desk_number(&d, "problems") == 1);
    TEST_CHECK(send_match(&d, "") == 422);
    TEST_CHECK(send_match(&d, "match: 1\ngame: chess\n") == 422);
    text_done(&data);
    desk_close(&d);
}

TEST_LIST = {{"pgn", test_pgn},
             {"find", test_find},
             {"forms", test_forms},
             {"azul", test_azul},
             {"bad_imports", test_bad_imports},
             {"own_text", test_own_text},
             {"room", test_room},
             {"marks", test_marks},
             {"export", test_export},
             {"match", test_match},
             {NULL, NULL}};
