/* The catalogue, and positions outside of tables. */
#include <acutest.h>

#include <string.h>

#include "tests/support/think_desk.h"
#include "web/api/api_games.h"
#include "web/api/api_scene.h"

static const web_route *const tables[] = {api_games_routes, api_scene_routes, NULL};

/* --- games --- */

static void test_catalogue(void) {
    desk d = desk_open(tables);
    TEST_CHECK(web_client_say(d.c, &d.ann, "GET", "/api/1/games", NULL) == 200);
    TEST_CHECK(strcmp(desk_text(&d, "games/0/name"), "chess") == 0);
    json_t *games = web_client_field(d.c, "games");
    size_t n = json_array_size(games);
    TEST_CHECK(n > 50 && !json_object_get(json_array_get(games, 0), "scene"));
    bool azul = false;
    for (size_t i = 0; i < n; i++) {
        json_t *g = json_array_get(games, i);
        const char *kind = json_string_value(json_object_get(g, "kind"));
        TEST_CHECK(kind && strstr("board cards tiles puzzle dice kit", kind));
        if (strcmp(json_string_value(json_object_get(g, "name")), "azul") == 0)
            azul = strcmp(kind, "tiles") == 0;
    }
    TEST_CHECK(azul);
    TEST_CHECK(web_client_say(d.c, &d.ann, "GET", "/api/1/games?scenes=1", NULL) == 200);
    for (size_t i = 0; i < n; i++) {
        json_t *g = json_array_get(web_client_field(d.c, "games"), i);
        TEST_CHECK(json_is_object(json_object_get(g, "scene")));
    }
    TEST_CHECK(web_client_say(d.c, NULL, "GET", "/api/1/games", NULL) == 401);
    desk_close(&d);
}

static void test_one_game(void) {
    desk d = desk_open(tables);
    static const char *const engines[] = {"fish=./fish", NULL};
    d.world->engines = engines;
    TEST_CHECK(web_client_say(d.c, &d.ann, "GET", "/api/1/games/azul", NULL) == 200);
    TEST_CHECK(desk_number(&d, "players/0") == 2 && desk_number(&d, "players/1") == 4);
    TEST_CHECK(json_array_size(web_client_field(d.c, "options")) > 5);
    TEST_CHECK(json_array_size(web_client_field(d.c, "levels")) == 10);
    TEST_CHECK(strcmp(desk_text(&d, "engines/0"), "fish") == 0);
    TEST_CHECK(strstr(desk_text(&d, "rules"), "Azul") && *desk_text(&d, "levels/0/words"));
    TEST_CHECK(strcmp(desk_text(&d, "searches/0"), "auto") == 0);
    TEST_CHECK(json_is_object(web_client_field(d.c, "scene")));
    TEST_CHECK(web_client_say(d.c, &d.ann, "GET", "/api/1/games/chess", NULL) == 200);
    TEST_CHECK(strcmp(desk_text(&d, "notation/0"), "san") == 0);
    TEST_CHECK(json_is_true(web_client_field(d.c, "edit")));
    /* every game of the catalogue has a page */
    for (game_list g = game_library_games(d.world->library); *g; g++) {
        char target[120];
        text t = text_over(target, sizeof target);
        text_format(&t, "/api/1/games/%s", (*g)->name);
        TEST_CHECK_(web_client_say(d.c, &d.ann, "GET", target, NULL) == 200, "%s", (*g)->name);
    }
    TEST_CHECK(desk_get(&d, "/api/1/games/ches") == 404);
    TEST_CHECK(strstr(desk_text(&d, "error/sentence"), "chess"));
    TEST_CHECK(web_client_say(d.c, &d.ann, "GET", "/api/1/games/me%2Fnothing", NULL) == 404);
    TEST_CHECK(web_client_say(d.c, &d.ann, "GET", "/api/1/games/me/nothing", NULL) == 404);
    TEST_CHECK(web_client_say(d.c, &d.ann, "GET", "/api/1/games/..%2f..%2fetc", NULL) == 404);
    desk_close(&d);
}

/* --- positions --- */

static void test_scene(void) {
    desk d = desk_open(tables);
    desk_expect(&d, "/api/1/scene", "{\"game\":\"chess\",\"moves\":[\"e4\",\"e7e5\"]}", 200, NULL);
    TEST_CHECK(desk_number(&d, "legal") == 29 && desk_number(&d, "actor") == 1);
    TEST_CHECK(strstr(desk_text(&d, "fen"), "4p3/4P3"));
    char body[4000];
    (void)snprintf(body, sizeof body, "{\"position\":\"%s\",\"parts\":[\"g1\"]}",
                   desk_text(&d, "position"));
    desk_expect(&d, "/api/1/scene/pick", body, 200, NULL);
    TEST_CHECK(desk_number(&d, "pick/count") == 3);
    desk_expect(&d, "/api/1/scene", "{\"game\":\"chess\"}", 200, NULL);
    (void)snprintf(body, sizeof body, "{\"position\":\"%s\",\"parts\":[\"g1\",\"f3\"]}",
                   desk_text(&d, "position"));
    desk_expect(&d, "/api/1/scene/play", body, 200, NULL);
    TEST_CHECK(strstr(desk_text(&d, "fen"), "5N2") && desk_number(&d, "actor") == 2);
    TEST_CHECK(strstr(desk_text(&d, "scene/since/0/words"), "knight"));
    (void)snprintf(body, sizeof body, "{\"position\":\"%s\",\"token\":\"Nf6\"}",
                   desk_text(&d, "position"));
    desk_expect(&d, "/api/1/scene/play", body, 200, NULL);
    desk_close(&d);
}

static void test_setups(void) {
    desk d = desk_open(tables);
    desk_expect(&d, "/api/1/scene", "{\"game\":\"pig\",\"players\":3,\"options\":{\"target\":20}}",
                200, NULL);
    TEST_CHECK(strstr(desk_text(&d, "fen"), "target=20"));
    desk_expect(&d, "/api/1/scene", "{\"game\":\"go\",\"options\":{\"size\":9,\"komi\":5.5}}", 200,
                NULL);
    desk_expect(&d, "/api/1/scene", "{\"game\":\"azul\",\"players\":3,\"roll\":true}", 200, NULL);
    TEST_CHECK(desk_number(&d, "actor") > 0);
    desk_expect(&d, "/api/1/scene", "{\"game\":\"azul\",\"players\":3}", 200, NULL);
    TEST_CHECK(desk_number(&d, "actor") == 0); /* dice are typed in */
    desk_expect(&d, "/api/1/scene", "{\"game\":\"leduc\",\"roll\":true,\"seat\":1}", 200, NULL);
    TEST_CHECK(strstr(web_client_answer(d.c), "face down"));
    TEST_CHECK(strstr(desk_text(&d, "fen"), ",?"));
    desk_expect(&d, "/api/1/scene", "{\"game\":\"leduc\",\"roll\":true,\"seat\":\"all\"}", 200,
                NULL);
    TEST_CHECK(!strstr(desk_text(&d, "fen"), "?"));
    /* a view stays a view: nothing else can be asked of it */
    desk_expect(&d, "/api/1/scene", "{\"game\":\"leduc\",\"roll\":true,\"seat\":2}", 200, NULL);
    char body[2000];
    (void)snprintf(body, sizeof body, "{\"position\":\"%s\",\"seat\":1}",
                   desk_text(&d, "position"));
    desk_expect(&d, "/api/1/scene", body, 403, "leak");
    desk_close(&d);
}

static void test_bad_positions(void) {
    desk d = desk_open(tables);
    static const struct {
        const char *body;
        int code;
        const char *error_code;
    } cases[] = {
        {"{}", 422, "bad-value"},
        {"{\"game\":\"nothing\"}", 404, "not-found"},
        {"{\"game\":7}", 422, "bad-value"},
        {"{\"game\":\"chess\",\"fen\":\"8/8/8/8/8/8/8/8 w - - 0 1\"}", 422, "bad-fen"},
        {"{\"game\":\"chess\",\"moves\":[\"e2e5\"]}", 422, "illegal-action"},
        {"{\"game\":\"chess\",\"moves\":[7]}", 422, "bad-value"},
        {"{\"game\":\"chess\",\"moves\":\"e4\"}", 422, "bad-value"},
        {"{\"game\":\"chess\",\"options\":{\"nothing\":1}}", 422, NULL},
        {"{\"game\":\"chess\",\"players\":3}", 422, "bad-value"},
        {"{\"game\":\"chess\",\"players\":99}", 422, "bad-value"},
        {"{\"game\":\"chess\",\"seat\":3}", 422, "bad-value"},
        {"{\"game\":\"chess\",\"what\":3}", 422, "bad-value"},
        {"{\"position\":\"AAAA\"}", 422, "bad-state"},
        {"{\"position\":\"../../etc/passwd\"}", 422, "bad-state"},
        {"{\"game\":\"unicorns\",\"options\":{\"deck\":\"/etc/passwd\"}}", 422, "unsupported"},
        {"{\"game\":\"unicorns\",\"options\":{\"weights\":\"x.txt\"}}", 422, "unsupported"},
        {"{\"game\":\"projectl\",\"options\":{\"file\":\"/etc/passwd\"}}", 422, "unsupported"},
        {"{\"game\":\"me/nothing\"}", 404, "not-found"},
        {"{\"game\":\"me/../x\"}", 404, "not-found"},
        {"{\"text\":\"game x\\nnonsense\"}", 422, "bad-syntax"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        desk_expect(&d, "/api/1/scene", cases[i].body, cases[i].code, cases[i].error_code);
    desk_expect(&d, "/api/1/scene/pick", "{\"game\":\"chess\",\"parts\":[\"a1\"]}", 422,
                "illegal-action");
    desk_expect(&d, "/api/1/scene/play", "{\"game\":\"chess\",\"parts\":[\"e2\"]}", 422,
                "illegal-action");
    desk_expect(&d, "/api/1/scene/play", "{\"game\":\"chess\"}", 422, "bad-value");
    desk_expect(&d, "/api/1/scene/play", "{\"game\":\"chess\",\"token\":\"e2e5\"}", 422,
                "illegal-action");
    desk_close(&d);
}

/* More tokens than a position may have, in a body that is not too long. */
static void test_too_many_moves(void) {
    desk d = desk_open(tables);
    d.world->limits.token_bytes = 100;
    text body = text_growing();
    text_put(&body, "{\"game\":\"chess\",\"moves\":[\"g1f3\"");
    for (int i = 0; i < 30; i++)
        text_put(&body, i % 4 == 0   ? ",\"g8f6\""
                        : i % 4 == 1 ? ",\"f3g1\""
                        : i % 4 == 2 ? ",\"f6g8\""
                                     : ",\"g1f3\"");
    text_put(&body, "]}");
    desk_expect(&d, "/api/1/scene", text_string(&body), 422, "bad-value");
    text_done(&body);
    desk_close(&d);
}

/* --- editing --- */

static void test_edit(void) {
    desk d = desk_open(tables);
    desk_expect(&d, "/api/1/scene/edit",
                "{\"game\":\"chess\",\"edits\":[{\"kind\":\"clear\",\"cell\":\"e2\"},"
                "{\"kind\":\"put\",\"cell\":\"e4\",\"what\":\"white pawn\"},"
                "{\"kind\":\"turn\",\"what\":\"black\"}]}",
                200, NULL);
    TEST_CHECK(json_is_null(web_client_field(d.c, "problem")) && *desk_text(&d, "position"));
    TEST_CHECK(strstr(desk_text(&d, "fen"), "4P3/8/PPPP1PPP") && desk_number(&d, "actor") == 2);
    desk_expect(&d, "/api/1/scene/edit",
                "{\"game\":\"chess\",\"edits\":[{\"kind\":\"clear-all\"}]}", 200, NULL);
    TEST_CHECK(strcmp(desk_text(&d, "problem/code"), "bad-fen") == 0);
    TEST_CHECK(json_is_object(web_client_field(d.c, "scene")) && *desk_text(&d, "fen"));
    static const char *const bad[] = {
        "{\"game\":\"chess\",\"edits\":[{\"kind\":\"put\",\"cell\":\"z9\",\"what\":\"P\"}]}",
        "{\"game\":\"chess\",\"edits\":[{\"kind\":\"put\",\"cell\":\"e4\",\"what\":\"dragon\"}]}",
        "{\"game\":\"chess\",\"edits\":[{\"kind\":\"put\",\"cell\":\"e4\"}]}",
        "{\"game\":\"chess\",\"edits\":[{\"kind\":\"paint\"}]}",
        "{\"game\":\"chess\",\"edits\":[7]}",
        "{\"game\":\"unicorns\",\"edits\":[{\"kind\":\"clear\",\"cell\":\"pile\"}]}"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) { /* people try things: no error */
        desk_expect(&d, "/api/1/scene/edit", bad[i], 200, NULL);
        TEST_CHECK_(*desk_text(&d, "problem/sentence"), "%s", bad[i]);
        TEST_CHECK(*desk_text(&d, "position") && *desk_text(&d, "fen"));
    }
    TEST_CHECK(json_is_true(web_client_field(d.c, "can_edit")));
    desk_close(&d);
}

/* --- texts in the request --- */

#define ROWS                                                                                       \
    "game rows \"Rows\" {\n  players X O\n  board rect 3 3\n  piece mark\n"                        \
    "  turn place mark on empty else draw\n  end { when run(mine, last) >= 3 win }\n}\n"

static void put_body(text *out, const char *rules_text, const char *more) {
    json_writer w = json_writer_on(out);
    json_open(&w, '{');
    json_key(&w, "text");
    json_string(&w, rules_text);
    json_close(&w, '}');
    text_truncate(out, out->len - 1);
    text_format(out, "%s}", more);
}

/* Each request has its own text: the same name may mean another game in the next. */
static void test_text(void) {
    desk d = desk_open(tables);
    text body = text_growing();
    put_body(&body, ROWS, "");
    desk_expect(&d, "/api/1/scene", text_string(&body), 200, NULL);
    TEST_CHECK(desk_number(&d, "legal") == 9);
    char more[2000];
    (void)snprintf(more, sizeof more, ",\"position\":\"%s\",\"token\":\"b2\"",
                   desk_text(&d, "position"));
    text_clear(&body);
    put_body(&body, ROWS, more);
    desk_expect(&d, "/api/1/scene/play", text_string(&body), 200, NULL);
    TEST_CHECK(desk_number(&d, "legal") == 8 && desk_number(&d, "actor") == 2);
    text_clear(&body);
    put_body(&body, "game drop from tictactoe \"Drop\" {\n  board rect 4 4\n}\n", "");
    desk_expect(&d, "/api/1/scene", text_string(&body), 200, NULL);
    TEST_CHECK(desk_number(&d, "legal") == 16);
    text_clear(&body);
    put_body(&body, "game chess from tictactoe \"Not chess\" {\n  board rect 4 4\n}\n", "");
    desk_expect(&d, "/api/1/scene", text_string(&body), 200, NULL);
    desk_expect(&d, "/api/1/scene", "{\"game\":\"chess\"}", 200, NULL);
    TEST_CHECK(desk_number(&d, "legal") == 20);
    text_done(&body);
    desk_close(&d);
}

static void test_text_too_long(void) {
    desk d = desk_open(tables);
    text body = text_growing();
    text longer = text_growing();
    text_repeat(&longer, '#', 70000);
    put_body(&body, text_string(&longer), "");
    desk_expect(&d, "/api/1/scene", text_string(&body), 422, "bad-value");
    text_done(&longer);
    text_done(&body);
    desk_close(&d);
}

TEST_LIST = {{"catalogue", test_catalogue},
             {"one_game", test_one_game},
             {"scene", test_scene},
             {"setups", test_setups},
             {"bad_positions", test_bad_positions},
             {"too_many_moves", test_too_many_moves},
             {"edit", test_edit},
             {"text", test_text},
             {"text_too_long", test_text_too_long},
             {NULL, NULL}};
