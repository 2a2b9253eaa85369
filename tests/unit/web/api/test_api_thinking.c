/* Analyses, beliefs and reviews through their routes, with the events that tell of them. */
#include <acutest.h>

#include <string.h>

#include "tests/support/think_desk.h"
#include "web/api/api_analyses.h"
#include "web/api/api_reviews.h"
#include "web/api/api_scene.h"

/* GET /events as the server has it. */
static void events(void *world, web_request *q) {
    streams_answer(((web_world *)world)->streams, q);
}
static const web_route event_routes[] = {{"GET", "/events", events, 0}, {NULL, NULL, NULL, 0}};

static const web_route *const tables[] = {api_analyses_routes, api_reviews_routes, api_scene_routes,
                                          event_routes, NULL};

static void begin(desk *d, const char *body, char id[THINK_ID_SIZE]) {
    desk_expect(d, "/api/1/analyses", body, 201, NULL);
    (void)snprintf(id, THINK_ID_SIZE, "%s", desk_text(d, "analysis"));
    TEST_CHECK(strlen(id) == 12);
}

/* Asks until it is done. */
static void wait_done(desk *d, const char *id) {
    char target[64];
    (void)snprintf(target, sizeof target, "/api/1/analyses/%s", id);
    do {
        TEST_ASSERT(desk_get(d, target) == 200);
    } while (!json_is_true(web_client_field(d->c, "done")));
}

static void test_lines(void) {
    desk d = desk_open(tables);
    char id[THINK_ID_SIZE];
    begin(&d,
          "{\"game\":\"chess\",\"moves\":[\"e4\",\"e5\",\"Qh5\",\"Nc6\",\"Bc4\",\"Nf6\"],"
          "\"depth\":3,\"lines\":4,\"why\":true}",
          id);
    wait_done(&d, id);
    TEST_CHECK(desk_size(&d, "lines") == 4);
    TEST_CHECK(strcmp(desk_text(&d, "lines/0/token"), "h5f7") == 0);
    TEST_CHECK(strcmp(desk_text(&d, "lines/0/words"), "Qxf7#") == 0);
    TEST_CHECK(strcmp(desk_text(&d, "lines/0/arrow/0"), "h5") == 0 &&
               strcmp(desk_text(&d, "lines/0/arrow/1"), "f7") == 0);
    TEST_CHECK(desk_number(&d, "lines/0/mate") == 1 && desk_number(&d, "lines/0/rank") == 1);
    TEST_CHECK(desk_size(&d, "lines/0/values") == 2 && desk_size(&d, "lines/1/pv") >= 1);
    TEST_CHECK(desk_size(&d, "lines/1/pv") == desk_size(&d, "lines/1/pv_words"));
    TEST_CHECK(desk_number(&d, "seat") == 1 && *desk_text(&d, "why"));
    /* the same question finds what was stored */
    do {
        desk_expect(&d, "/api/1/analyses",
                    "{\"game\":\"chess\",\"moves\":[\"e4\",\"e5\",\"Qh5\",\"Nc6\",\"Bc4\","
                    "\"Nf6\"],\"depth\":3,\"lines\":4,\"why\":true}",
                    201, NULL);
    } while (!json_is_object(web_client_field(d.c, "stored")));
    TEST_CHECK(strcmp(desk_text(&d, "stored/lines/0/token"), "h5f7") == 0);
    desk_close(&d);
}

static void test_choices(void) {
    desk d = desk_open(tables);
    char id[THINK_ID_SIZE];
    begin(&d, "{\"game\":\"connect4\",\"nodes\":500,\"lines\":7,\"only\":[\"a\",\"b\"]}", id);
    wait_done(&d, id);
    TEST_CHECK(desk_size(&d, "lines") == 2);
    begin(&d, "{\"game\":\"connect4\",\"nodes\":500,\"lines\":7,\"exclude\":[\"a\",\"b\"]}", id);
    wait_done(&d, id);
    TEST_CHECK(desk_size(&d, "lines") == 5);
    desk_close(&d);
}

/* Every game: what it finds has words, and places that the scene has. */
static void test_games(void) {
    desk d = desk_open(tables);
    static const char *const names[] = {"azul", "projectl", "unicorns", "leduc", "pig", "hex"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char id[THINK_ID_SIZE];
        char body[20000];
        (void)snprintf(body, sizeof body, "{\"game\":\"%s\",\"roll\":true}", names[i]);
        desk_expect(&d, "/api/1/scene", body, 200, NULL);
        (void)snprintf(body, sizeof body, "{\"position\":\"%s\",\"nodes\":300}",
                       desk_text(&d, "position"));
        begin(&d, body, id);
        wait_done(&d, id);
        TEST_CHECK_(desk_size(&d, "lines") >= 1 && *desk_text(&d, "lines/0/words"), "%s", names[i]);
    }
    desk_close(&d);
}

static void test_bad_questions(void) {
    desk d = desk_open(tables);
    static const struct {
        const char *body;
        int code;
        const char *error_code;
    } cases[] = {
        {"{}", 422, "bad-value"},
        {"{\"game\":\"chess\",\"lines\":0}", 422, "bad-value"},
        {"{\"game\":\"chess\",\"lines\":1000}", 422, "bad-value"},
        {"{\"game\":\"chess\",\"time_ms\":-1}", 422, "bad-value"},
        {"{\"game\":\"chess\",\"only\":[\"e2e5\"]}", 422, "illegal-action"},
        {"{\"game\":\"chess\",\"only\":[7]}", 422, "bad-value"},
        {"{\"game\":\"chess\",\"engine\":\"nothing\"}", 422, "bad-value"},
        {"{\"game\":\"chess\",\"engine\":\"EvalFile=/etc/passwd\"}", 422, "unsupported"},
        {"{\"game\":\"chess\",\"engine\":\"cmd=ls\"}", 422, "unsupported"},
        {"{\"game\":\"chess\",\"engine\":\"engine:fish\"}", 422, "unsupported"},
        {"{\"game\":\"azul\"}", 422, "chance-expected"},
        {"{\"game\":\"connect4\",\"moves\":[\"a\",\"b\",\"a\",\"b\",\"a\",\"b\",\"a\"]}", 422,
         "game-over"},
        {"{\"room\":\"abc\"}", 404, "not-found"},
        {"{\"game\":\"chess\",\"nonsense\":1}", 422, "bad-value"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        desk_expect(&d, "/api/1/analyses", cases[i].body, cases[i].code, cases[i].error_code);
    TEST_CHECK(web_client_say(d.c, &d.guest, "POST", "/api/1/analyses", "{\"game\":\"chess\"}") ==
               403);
    TEST_CHECK(web_client_say(d.c, NULL, "POST", "/api/1/analyses", "{\"game\":\"chess\"}") == 401);
    desk_expect_get(&d, "/api/1/analyses/abcdefghijkm", 404, "not-found");
    desk_close(&d);
}

/* Another person's analysis is not there. */
static void test_privacy(void) {
    desk d = desk_open(tables);
    char id[THINK_ID_SIZE];
    char target[64];
    begin(&d, "{\"game\":\"othello\",\"infinite\":true}", id);
    (void)snprintf(target, sizeof target, "/api/1/analyses/%s", id);
    TEST_CHECK(web_client_say(d.c, &d.bob, "GET", target, NULL) == 404);
    TEST_CHECK(web_client_say(d.c, &d.bob, "DELETE", target, NULL) == 404);
    char topic[64];
    (void)snprintf(topic, sizeof topic, "analysis:%s", id);
    TEST_CHECK(thoughts_may(d.world->thoughts, &d.ann, topic));
    TEST_CHECK(!thoughts_may(d.world->thoughts, &d.bob, topic));
    TEST_CHECK(!thoughts_may(d.world->thoughts, &d.ann, "analysis:"));
    TEST_CHECK(!thoughts_may(d.world->thoughts, &d.ann, "room:x"));
    TEST_CHECK(web_client_say(d.c, &d.ann, "DELETE", target, NULL) == 200);
    wait_done(&d, id);
    desk_close(&d);
}

/* Updates come as events, the last with `done`; a third analysis ends the first. */
static void test_events(void) {
    desk d = desk_open(tables);
    char id[3][THINK_ID_SIZE];
    char target[96];
    begin(&d, "{\"game\":\"othello\",\"infinite\":true}", id[0]);
    (void)snprintf(target, sizeof target, "/api/1/events?analyses=%s", id[0]);
    struct stream *s = web_client_listen(d.c, &d.ann, target);
    TEST_ASSERT(s);
    text heard = text_growing();
    while (!strstr(text_string(&heard), "event: info")) web_client_hear(d.c, s, &heard);
    begin(&d, "{\"game\":\"othello\",\"infinite\":true,\"lines\":2}", id[1]);
    begin(&d, "{\"game\":\"othello\",\"infinite\":true,\"lines\":1}", id[2]);
    while (!strstr(text_string(&heard), "\"done\":true")) web_client_hear(d.c, s, &heard);
    TEST_CHECK(strstr(text_string(&heard), id[0]) && !strstr(text_string(&heard), "id:"));
    text_done(&heard);
    web_client_leave(d.c, s);
    desk_close(&d);
}

static void test_belief(void) {
    desk d = desk_open(tables);
    char body[4000];
    desk_expect(&d, "/api/1/scene", "{\"game\":\"leduc\",\"moves\":[\"!p1=J\",\"!p2=Q\"]}", 200,
                NULL);
    (void)snprintf(body, sizeof body, "{\"position\":\"%s\",\"seat\":1}",
                   desk_text(&d, "position"));
    desk_expect(&d, "/api/1/analyses/belief", body, 200, NULL);
    TEST_CHECK(desk_size(&d, "belief") == 3 && desk_number(&d, "deals") == 1000);
    TEST_CHECK(strcmp(desk_text(&d, "belief/0/place"), "p2.hand") == 0);
    text once = text_growing();
    text_put(&once, web_client_answer(d.c));
    desk_expect(&d, "/api/1/scene", "{\"game\":\"leduc\",\"moves\":[\"!p1=J\",\"!p2=K\"]}", 200,
                NULL);
    (void)snprintf(body, sizeof body, "{\"position\":\"%s\",\"seat\":1}",
                   desk_text(&d, "position"));
    desk_expect(&d, "/api/1/analyses/belief", body, 200, NULL);
    TEST_CHECK(strcmp(text_string(&once), web_client_answer(d.c)) == 0); /* it cannot tell */
    text_done(&once);
    desk_expect(&d, "/api/1/analyses/belief", "{\"game\":\"chess\",\"seat\":1}", 422,
                "unsupported");
    desk_expect(&d, "/api/1/analyses/belief", "{\"game\":\"leduc\",\"seat\":3}", 422, "bad-value");
    desk_expect(&d, "/api/1/analyses/belief", "{\"game\":\"leduc\"}", 422, "unsupported");
    desk_close(&d);
}

/* --- reviews --- */

static void review_target(char target[96], const char *id, const char *rest) {
    (void)snprintf(target, 96, "/api/1/reviews/%s%s", id, rest);
}

static void wait_review(desk *d, const char *id) {
    char target[96];
    review_target(target, id, "");
    do {
        TEST_ASSERT(desk_get(d, target) == 200);
    } while (strcmp(desk_text(d, "state"), "running") == 0);
}

static const char *pgn = "[Event \\\"Club\\\"]\\n[White \\\"Ann\\\"]\\n[Black \\\"Bob\\\"]\\n\\n"
                         "1. f3 e5 2. g4 Qh4# 0-1\\n";

static void test_review(void) {
    desk d = desk_open(tables);
    char id[THINK_ID_SIZE];
    char target[96];
    char body[600];
    (void)snprintf(body, sizeof body, "{\"record\":\"%s\",\"nodes\":2000}", pgn);
    desk_expect(&d, "/api/1/reviews", body, 201, NULL);
    (void)snprintf(id, sizeof id, "%s", desk_text(&d, "review"));
    (void)snprintf(target, sizeof target, "/api/1/events?reviews=%s", id);
    struct stream *s = web_client_listen(d.c, &d.ann, target);
    wait_review(&d, id);
    TEST_CHECK(strcmp(desk_text(&d, "state"), "done") == 0 && desk_size(&d, "events") == 4);
    TEST_CHECK(strcmp(desk_text(&d, "names/0"), "Ann") == 0 && desk_number(&d, "scenes") == 5);
    TEST_CHECK(strcmp(desk_text(&d, "events/2/token"), "g2g4") == 0);
    TEST_CHECK(strcmp(desk_text(&d, "events/2/words"), "g4") == 0);
    TEST_CHECK(strcmp(desk_text(&d, "events/2/mark"), "??") == 0 &&
               *desk_text(&d, "events/2/better_words"));
    TEST_CHECK(desk_size(&d, "seats") == 2 && desk_number(&d, "seats/0/decisions") == 2);
    if (s) {
        text heard = text_growing();
        while (!strstr(text_string(&heard), "\"state\":\"done\"") && !stream_is_over(s))
            web_client_hear(d.c, s, &heard);
        TEST_CHECK(strstr(text_string(&heard), "event: review") != NULL);
        text_done(&heard);
        web_client_leave(d.c, s);
    }
    review_target(target, id, "/scene?ply=1");
    desk_expect_get(&d, target, 200, NULL);
    TEST_CHECK(desk_number(&d, "ply") == 1 && strstr(desk_text(&d, "fen"), "5P2"));
    review_target(target, id, "/position?ply=99");
    desk_expect_get(&d, target, 200, NULL);
    TEST_CHECK(desk_number(&d, "ply") == 4 && *desk_text(&d, "position"));
    review_target(target, id, "/scene?ply=x");
    desk_expect_get(&d, target, 422, "bad-value");
    review_target(target, id, "/page");
    desk_expect_get(&d, target, 200, NULL);
    TEST_CHECK(strstr(web_client_answer(d.c), "<!doctype html>") &&
               strstr(web_client_answer(d.c), "Ann"));
    TEST_CHECK(web_client_say(d.c, &d.bob, "GET", target, NULL) == 404);
    review_target(target, id, "");
    TEST_CHECK(web_client_say(d.c, &d.bob, "DELETE", target, NULL) == 404);
    desk_expect_get(&d, "/api/1/reviews", 200, NULL);
    TEST_CHECK(desk_size(&d, "reviews") == 1);
    TEST_CHECK(web_client_say(d.c, &d.ann, "DELETE", target, NULL) == 200);
    desk_expect_get(&d, target, 404, "not-found");
    desk_close(&d);
}

/* One that is stopped keeps what it has found. */
static void test_review_stopped(void) {
    desk d = desk_open(tables);
    char id[THINK_ID_SIZE];
    char target[96];
    desk_expect(&d, "/api/1/reviews",
                "{\"record\":\"game: othello\\n\\nd3\\nc3\\nc4\\ne3\\n\",\"time_ms\":60000}", 201,
                NULL);
    (void)snprintf(id, sizeof id, "%s", desk_text(&d, "review"));
    review_target(target, id, "");
    desk_expect_get(&d, target, 200, NULL);
    TEST_CHECK(strcmp(desk_text(&d, "state"), "running") == 0);
    review_target(target, id, "/page");
    desk_expect_get(&d, target, 409, "busy");
    review_target(target, id, "");
    TEST_CHECK(web_client_say(d.c, &d.ann, "DELETE", target, NULL) == 200);
    wait_review(&d, id);
    desk_close(&d);
}

static void test_bad_reviews(void) {
    desk d = desk_open(tables);
    static const struct {
        const char *body;
        int code;
        const char *error_code;
    } cases[] = {
        {"{}", 422, "bad-value"},
        {"{\"record\":\"\"}", 422, NULL},
        {"{\"record\":\"game: chess\\n\\ne2e5\\n\"}", 422, "illegal-action"},
        {"{\"record\":\"game: nothing\\n\\ne2e5\\n\"}", 404, "not-found"},
        {"{\"record\":\"game: chess\\n\\n\"}", 422, "bad-value"},
        {"{\"record\":\"game: projectl\\nset: file=/etc/passwd\\n\\nx\\n\"}", 422, "unsupported"},
        {"{\"record\":\"game: unicorns\\nset: deck=/etc/passwd\\n\\nx\\n\"}", 422, "unsupported"},
        {"{\"record\":\"game: chess\\n\\ne2e4\\n\",\"engine\":\"random\"}", 201, NULL},
        {"{\"record\":\"game: chess\\n\\ne2e4\\n\",\"engine\":\"engine:fish\"}", 422,
         "unsupported"},
        {"{\"library\":\"abcdefghijkm\"}", 404, "not-found"},
        {"{\"room\":\"abcdefghijkm\"}", 404, "not-found"},
        {"{\"room\":\"a\",\"library\":\"b\"}", 422, "bad-value"},
        {"{\"record\":\"game: chess\\n\\ne2e4\\n\",\"time_ms\":0}", 422, "bad-value"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        desk_expect(&d, "/api/1/reviews", cases[i].body, cases[i].code, cases[i].error_code);
    TEST_CHECK(web_client_say(d.c, &d.guest, "POST", "/api/1/reviews", "{}") == 403);
    desk_close(&d);
}

TEST_LIST = {{"lines", test_lines},
             {"choices", test_choices},
             {"games", test_games},
             {"bad_questions", test_bad_questions},
             {"privacy", test_privacy},
             {"events", test_events},
             {"belief", test_belief},
             {"review", test_review},
             {"review_stopped", test_review_stopped},
             {"bad_reviews", test_bad_reviews},
             {NULL, NULL}};
