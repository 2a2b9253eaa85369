/* Rules texts of people, the console, the puzzle of the day. */
#include <acutest.h>

#include <string.h>

#include "tests/support/think_desk.h"
#include "web/api/api_analyses.h"
#include "web/api/api_console.h"
#include "web/api/api_games.h"
#include "web/api/api_puzzle.h"
#include "web/api/api_scene.h"
#include "web/api/api_texts.h"

static const web_route *const tables[] = {api_texts_routes,
                                          api_games_routes,
                                          api_scene_routes,
                                          api_analyses_routes,
                                          api_console_routes,
                                          api_puzzle_routes,
                                          NULL};

#define ROWS(size)                                                                                 \
    "game rows \"Rows\" {\n  players X O\n  board rect " size "\n  piece mark\n"                   \
    "  turn place mark on empty else draw\n  end { when run(mine, last) >= 3 win }\n}\n"

static int send_text(desk *d, const web_person *who, const char *method, const char *target,
                     const char *rules_text) {
    text body = text_growing();
    json_writer w = json_writer_on(&body);
    json_open(&w, '{');
    json_key(&w, "text");
    json_string(&w, rules_text);
    json_close(&w, '}');
    int code = web_client_say(d->c, who, method, target, text_string(&body));
    text_done(&body);
    return code;
}

static void test_check(void) {
    desk d = desk_open(tables);
    TEST_CHECK(send_text(&d, &d.ann, "POST", "/api/1/texts/check", ROWS("3 3")) == 200);
    TEST_CHECK(json_is_true(web_client_field(d.c, "ok")) && desk_size(&d, "problems") == 0);
    TEST_CHECK(strcmp(desk_text(&d, "game/title"), "Rows") == 0 && *desk_text(&d, "game/rules"));
    TEST_CHECK(*desk_text(&d, "position") && json_is_object(web_client_field(d.c, "scene")));
    TEST_CHECK(desk_number(&d, "legal") == 9);
    TEST_CHECK(send_text(&d, &d.ann, "POST", "/api/1/texts/check",
                         "game rows \"Rows\" {\n  players X O\n  board rect 3 3\n  piece mark\n"
                         "  turn place mark on emtpy else draw\n}\n") == 200);
    TEST_CHECK(json_is_false(web_client_field(d.c, "ok")) && desk_size(&d, "problems") >= 1);
    TEST_CHECK(desk_number(&d, "problems/0/line") == 5 &&
               desk_number(&d, "problems/0/column") == 22);
    TEST_CHECK(strcmp(desk_text(&d, "problems/0/code"), "E12") == 0 &&
               strcmp(desk_text(&d, "problems/0/severity"), "error") == 0 &&
               strstr(desk_text(&d, "problems/0/sentence"), "empty"));
    TEST_CHECK(json_is_null(web_client_field(d.c, "game")));
    static const char *const bad[] = {"", "nonsense", "game", "game x {", "{\"}", "\x01\x02", NULL};
    for (const char *const *b = bad; *b; b++) {
        TEST_CHECK_(send_text(&d, &d.ann, "POST", "/api/1/texts/check", *b) == 200, "%s", *b);
        TEST_CHECK(json_is_false(web_client_field(d.c, "ok")) && desk_size(&d, "problems") >= 1);
    }
    desk_expect(&d, "/api/1/texts/check", "{}", 422, "bad-value");
    desk_expect(&d, "/api/1/texts/check", "{\"text\":7}", 422, "bad-value");
    desk_expect(&d, "/api/1/texts/check", "{\"text\":\"\",\"name\":\"../x\"}", 422, "bad-value");
    TEST_CHECK(send_text(&d, &d.guest, "POST", "/api/1/texts/check", "") == 403);
    desk_close(&d);
}

/* A rule that never comes to an end is stopped by the budget, and reported. */
static void test_budget(void) {
    desk d = desk_open(tables);
    int code = send_text(&d, &d.ann, "POST", "/api/1/texts/check",
                         "game slow \"Slow\" {\n  players X O\n  board rect 20 20\n  piece mark\n"
                         "  turn place mark on empty where count(reach(any, all, all)) > 0 "
                         "else draw\n}\n");
    TEST_CHECK(code == 200);
    desk_close(&d);
}

static void test_own(void) {
    desk d = desk_open(tables);
    TEST_CHECK(send_text(&d, &d.ann, "PUT", "/api/1/texts/rows", ROWS("3 3")) == 200);
    TEST_CHECK(send_text(&d, &d.bob, "PUT", "/api/1/texts/rows", ROWS("4 4")) == 200);
    desk_expect_get(&d, "/api/1/texts", 200, NULL);
    TEST_CHECK(desk_size(&d, "texts") == 1 && strcmp(desk_text(&d, "texts/0/title"), "Rows") == 0);
    desk_expect_get(&d, "/api/1/texts/rows", 200, NULL);
    TEST_CHECK(strcmp(desk_text(&d, "text"), ROWS("3 3")) == 0);
    /* each has their own */
    desk_expect(&d, "/api/1/scene", "{\"game\":\"me/rows\",\"moves\":[\"b2\"]}", 200, NULL);
    TEST_CHECK(desk_number(&d, "legal") == 8 && strcmp(desk_text(&d, "game"), "me/rows") == 0);
    TEST_CHECK(web_client_say(d.c, &d.bob, "POST", "/api/1/scene", "{\"game\":\"me/rows\"}") ==
               200);
    TEST_CHECK(desk_number(&d, "legal") == 16);
    TEST_CHECK(web_client_say(d.c, &d.guest, "POST", "/api/1/scene", "{\"game\":\"me/rows\"}") ==
               404);
    desk_expect_get(&d, "/api/1/games/me%2Frows", 200, NULL);
    TEST_CHECK(strcmp(desk_text(&d, "name"), "me/rows") == 0);
    desk_expect_get(&d, "/api/1/games/me/rows", 200, NULL);
    desk_expect_get(&d, "/api/1/games", 200, NULL);
    TEST_CHECK(strcmp(desk_text(&d, "texts/0"), "me/rows") == 0);
    /* searched, and asked about, like any game */
    desk_expect(&d, "/api/1/analyses", "{\"game\":\"me/rows\",\"nodes\":200}", 201, NULL);
    desk_expect(&d, "/api/1/console", "{\"game\":\"me/rows\",\"line\":\"legal count\"}", 200, NULL);
    TEST_CHECK(strstr(desk_text(&d, "lines/0"), "count 9"));
    /* a text that is wrong can be stored, but not played */
    TEST_CHECK(send_text(&d, &d.ann, "PUT", "/api/1/texts/rows", "game rows {") == 200);
    desk_expect(&d, "/api/1/scene", "{\"game\":\"me/rows\"}", 422, "bad-syntax");
    TEST_CHECK(send_text(&d, &d.ann, "PUT", "/api/1/texts/..%2Fx", "") == 422);
    TEST_CHECK(send_text(&d, &d.ann, "PUT", "/api/1/texts/a%20b", "") == 422);
    TEST_CHECK(send_text(&d, &d.guest, "PUT", "/api/1/texts/x", "") == 403);
    TEST_CHECK(web_client_say(d.c, &d.ann, "DELETE", "/api/1/texts/rows", NULL) == 200);
    TEST_CHECK(web_client_say(d.c, &d.ann, "DELETE", "/api/1/texts/rows", NULL) == 404);
    desk_expect_get(&d, "/api/1/texts/rows", 404, "not-found");
    TEST_CHECK(web_client_say(d.c, &d.bob, "GET", "/api/1/texts/rows", NULL) == 200);
    desk_close(&d);
}

/* All texts inside the program are right as texts of people, too. */
static void test_examples(void) {
    desk d = desk_open(tables);
    desk_expect_get(&d, "/api/1/texts/examples", 200, NULL);
    json_t *all = json_deep_copy(web_client_field(d.c, ""));
    if (!all) all = json_loads(web_client_answer(d.c), 0, NULL);
    TEST_CHECK(json_array_size(all) > 20);
    for (size_t i = 0; i < json_array_size(all); i++) {
        json_t *one = json_array_get(all, i);
        const char *name = json_string_value(json_object_get(one, "name"));
        if (i % 4) continue;
        int code = send_text(&d, &d.ann, "POST", "/api/1/texts/check",
                             json_string_value(json_object_get(one, "text")));
        TEST_CHECK_(code == 200 && json_is_true(web_client_field(d.c, "ok")), "%s: %.200s", name,
                    web_client_answer(d.c));
    }
    json_decref(all);
    desk_close(&d);
}

/* --- the console --- */

static void console(desk *d, const char *more, const char *line, const char *first) {
    char body[600];
    (void)snprintf(body, sizeof body, "{%s,\"line\":\"%s\"}", more, line);
    desk_expect(d, "/api/1/console", body, 200, NULL);
    TEST_CHECK_(strstr(desk_text(d, "lines/0"), first) != NULL, "%s: %.200s", line,
                web_client_answer(d->c));
}

static void test_console(void) {
    desk d = desk_open(tables);
    const char *chess = "\"game\":\"chess\"";
    console(&d, chess, "status", "status seat 1");
    console(&d, chess, "legal count", "count 20");
    console(&d, chess, "verify e2e4", "verify ok e2e4");
    console(&d, chess, "fen", "fen rnbqkbnr");
    console(&d, chess, "eval", "eval term");
    console(&d, chess, "scene", "scene {");
    console(&d, chess, "pick e2", "pick {");
    console(&d, chess, "state", "state ");
    console(&d, chess, "perft 2", ": 20");
    console(&d, chess, "perft 5", "unsupported");
    console(&d, chess, "d", "r  n  b");
    console(&d, "\"game\":\"azul\",\"players\":3", "chance max 1", "chance count");
    console(&d, "\"game\":\"leduc\",\"moves\":[\"!p1=J\",\"!p2=Q\"]", "view 1", "view 1");
    console(&d, "\"game\":\"leduc\",\"moves\":[\"!p1=J\",\"!p2=Q\"]", "belief deals 5", "belief");
    static const char *const refused[] = {"quit",
                                          "go infinite",
                                          "setoption name LogFile value x",
                                          "load x",
                                          "position startpos",
                                          "bench",
                                          "tune list",
                                          "selfplay games 1",
                                          "uci",
                                          "check x",
                                          "stop",
                                          "",
                                          "legal\\nquit",
                                          "LEGAL",
                                          "legalx",
                                          "debug on",
                                          "analyze id x",
                                          "\\u0000",
                                          NULL};
    for (const char *const *line = refused; *line; line++) {
        char body[200];
        (void)snprintf(body, sizeof body, "{\"game\":\"chess\",\"line\":\"%s\"}", *line);
        int code = desk_post(&d, "/api/1/console", body);
        TEST_CHECK_(code == 422 || code == 400, "%s: %d", *line, code);
    }
    desk_expect(&d, "/api/1/console", "{\"line\":\"legal\"}", 422, "bad-value");
    desk_expect(&d, "/api/1/console", "{\"game\":\"chess\"}", 422, "bad-value");
    desk_expect(&d, "/api/1/console",
                "{\"game\":\"unicorns\",\"options\":{\"deck\":\"/etc/passwd\"},\"line\":\"d\"}",
                422, "unsupported");
    desk_expect(&d, "/api/1/console", "{\"room\":\"x\",\"line\":\"d\"}", 404, "not-found");
    TEST_CHECK(web_client_say(d.c, &d.guest, "POST", "/api/1/console",
                              "{\"game\":\"chess\",\"line\":\"d\"}") == 403);
    desk_close(&d);
}

static status leduc_view(struct rooms *r, const char *id, const web_person *who, int ply,
                         position **out, error *err) {
    position *p;
    params usual = params_default();
    (void)r, (void)who, (void)ply;
    if (strcmp(id, "abc") != 0) return error_set(err, ST_NOT_FOUND, "no such room");
    const game *g = game_find(catalogue_games(), "leduc");
    status st = position_start(&p, g, &usual, SEAT_ALL, err);
    if (st == ST_OK) st = position_play(p, "!p1=J", err);
    if (st == ST_OK) st = position_play(p, "!p2=Q", err);
    if (st == ST_OK) st = position_observe(out, p, 0, err);
    position_destroy(p);
    return st;
}

/* In a room a person sees what they may: hidden hands stay hidden. */
static void test_console_in_a_room(void) {
    desk d = desk_open(tables);
    d.world->room_position = leduc_view;
    console(&d, "\"room\":\"abc\"", "status", "status seat 1");
    console(&d, "\"room\":\"abc\"", "view 2", "leak");
    console(&d, "\"room\":\"abc\"", "scene seat 2", "leak");
    console(&d, "\"room\":\"abc\"", "belief", "belief place p2.hand");
    desk_expect(&d, "/api/1/console", "{\"room\":\"abc\",\"line\":\"state\"}", 403, "leak");
    desk_expect(&d, "/api/1/console", "{\"room\":\"abc\",\"line\":\" fen\"}", 403, "leak");
    desk_expect(&d, "/api/1/console", "{\"room\":\"abc\",\"line\":\"eval seat 1\"}", 403, "leak");
    desk_expect(&d, "/api/1/analyses", "{\"room\":\"abc\",\"nodes\":50}", 201, NULL);
    desk_expect(&d, "/api/1/analyses/belief", "{\"room\":\"abc\",\"seat\":2}", 403, "leak");
    /* a guest may think about their table, where it allows that */
    TEST_CHECK(web_client_say(d.c, &d.guest, "POST", "/api/1/analyses",
                              "{\"room\":\"abc\",\"infinite\":true}") == 201);
    desk_close(&d);
}

/* --- the puzzle --- */

static void test_puzzle(void) {
    desk d = desk_open(tables);
    int games = 0;
    for (int day = 0; day < 130; day++) {
        char target[64];
        (void)snprintf(target, sizeof target, "/api/1/puzzle?day=%d", day);
        desk_expect_get(&d, target, 200, NULL);
        games |= strcmp(desk_text(&d, "game"), "chess") == 0 ? 1 : 2;
        TEST_CHECK(*desk_text(&d, "words") && desk_size(&d, "moves") >= 1);
        char body[4000];
        text t = text_over(body, sizeof body);
        text_format(&t, "{\"position\":\"%s\",", desk_text(&d, "position"));
        text_format(&t, "\"token\":\"%s\"}", desk_text(&d, "moves/0"));
        if (day % 13 == 0) desk_expect(&d, "/api/1/scene/play", body, 200, NULL);
    }
    TEST_CHECK(games == 3);
    desk_expect_get(&d, "/api/1/puzzle", 200, NULL);
    desk_expect_get(&d, "/api/1/puzzle?day=-1", 422, "bad-value");
    desk_close(&d);
}

TEST_LIST = {{"check", test_check},     {"budget", test_budget},
             {"own", test_own},         {"examples", test_examples},
             {"console", test_console}, {"console_in_a_room", test_console_in_a_room},
             {"puzzle", test_puzzle},   {NULL, NULL}};
