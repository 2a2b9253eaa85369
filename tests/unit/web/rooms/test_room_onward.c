/* What can be done with a game apart from its table: a page to keep, and playing on from a ply. */
#include <acutest.h>
#include <stdio.h>
#include <string.h>

#include "tests/unit/web/rooms/room_answers.h"

static void sit(const web_person *who, int seat) {
    char path[40];
    (void)snprintf(path, sizeof path, "/seats/%d", seat);
    ANSWERS(room_desk_post(&d, who, path, "{\"kind\":\"me\"}"), 200);
}

/* Ann and Bob at a table that all may look at. */
static void table_of(const char *more) {
    char body[900];
    (void)snprintf(body, sizeof body,
                   "{%s,\"look\":\"public\",\"seats\":[{\"kind\":\"open\"},{\"kind\":\"open\"}]}",
                   more);
    ANSWERS(room_desk_make(&d, &d.ann, body), 201);
    sit(&d.ann, 1);
    sit(&d.bob, 2);
}

static void play(const char *const *said) {
    for (int i = 0; said[i]; i++)
        ANSWERS(room_desk_act(&d, i % 2 ? &d.bob : &d.ann, i % 2 + 1, said[i]), 200);
}

static const char *const fools_mate[] = {"f2f3", "e7e5", "g2g4", "d8h4", NULL};

/* --- the page --- */

static void review_it(const web_person *who) {
    char body[100];
    char target[60];
    (void)snprintf(body, sizeof body, "{\"room\":\"%s\",\"nodes\":20}", d.id);
    ANSWERS(web_client_say(d.c, who, "POST", "/api/1/reviews", body), 201);
    (void)snprintf(target, sizeof target, "/api/1/reviews/%s", field("review"));
    do {
        ANSWERS(web_client_say(d.c, who, "GET", target, NULL), 200);
    } while (strcmp(field("state"), "running") == 0);
    TEST_CHECK(strcmp(field("state"), "done") == 0);
}

static void test_page(void) {
    room_desk_open_thinking(&d);
    table_of("\"game\":\"chess\",\"undo\":\"ask\"");
    ANSWERS(room_desk_get(&d, &d.ann, "/record?format=page"), 422);
    TEST_CHECK(has("when the game is over"));
    ANSWERS(room_desk_get(&d, &d.ann, "/record?format=jpeg"), 422);
    TEST_CHECK(has("page"));
    play(fools_mate);
    ANSWERS(room_desk_get(&d, &d.cid, "/record?format=page"), 200);
    TEST_CHECK(has("<!doctype html") && has("Ann") && has("Bob") &&
               has("\"judge\":\"not reviewed\""));
    TEST_CHECK(has("\"judged\":0") && has("Qh4#"));
    review_it(&d.ann);
    ANSWERS(room_desk_get(&d, &d.ann, "/record?format=page"), 200);
    TEST_CHECK(has("\"judge\":\"auto, 20 nodes a decision\"") || has("20 nodes a decision"));
    TEST_CHECK(has("\"judged\":4") && !has("not reviewed"));
    ANSWERS(room_desk_get(&d, &d.bob, "/record?format=page"), 200); /* that is Ann's */
    TEST_CHECK(has("not reviewed"));
    /* A game that has become another one since has no review. */
    ANSWERS(room_desk_want(&d, &d.bob, 2, "undo", NULL), 200);
    ANSWERS(room_desk_want(&d, &d.ann, 1, "undo", "yes"), 200);
    ANSWERS(room_desk_act(&d, &d.bob, 2, "a7a6"), 200);
    ANSWERS(room_desk_want(&d, &d.ann, 1, "resign", NULL), 200);
    ANSWERS(room_desk_get(&d, &d.ann, "/record?format=page"), 200);
    TEST_CHECK(has("not reviewed") && !has("Qh4#"));
    room_desk_close(&d);
}

static void test_page_hidden(void) {
    room_desk_open_thinking(&d);
    table_of("\"game\":\"leduc\"");
    ANSWERS(room_desk_get(&d, &d.ann, "/record?format=page"), 422);
    ANSWERS(room_desk_get(&d, &d.ann, "/record?format=page&seat=2"), 403);
    ANSWERS(room_desk_want(&d, &d.ann, 1, "resign", NULL), 200);
    ANSWERS(room_desk_get(&d, &d.bob, "/record?format=page"), 200);
    TEST_CHECK(has("<!doctype html"));
    room_desk_close(&d);
}

/* --- playing on --- */

#define ALONE ",\"seats\":[{\"kind\":\"person\"},{\"kind\":\"person\"}]"

static int play_on(const web_person *who, const char *from, const char *more) {
    char body[300];
    (void)snprintf(body, sizeof body, "{\"room\":\"%s\"%s}", from, more);
    return room_desk_make(&d, who, body);
}

static bool can(const web_person *who, const char *what) {
    ANSWERS(room_desk_get(&d, who, ""), 200);
    json_t *list = web_client_field(d.c, "room/can");
    for (size_t i = 0; i < json_array_size(list); i++)
        if (strcmp(json_string_value(json_array_get(list, i)), what) == 0) return true;
    return false;
}

static void test_play_on(void) {
    char from[32];
    room_desk_open_thinking(&d);
    table_of("\"game\":\"chess\"");
    (void)snprintf(from, sizeof from, "%s", d.id);
    play((const char *const[]){"f2f3", "e7e5", NULL});
    /* Who plays may not while it is played; who looks may. */
    TEST_CHECK(!can(&d.ann, "play_on") && can(&d.cid, "play_on"));
    ANSWERS(play_on(&d.ann, from, ",\"ply\":1" ALONE), 403);
    ANSWERS(room_desk_get(&d, &d.ann, "/position?ply=1"), 403);
    ANSWERS(room_desk_get(&d, &d.cid, "/position?ply=1"), 200);
    TEST_CHECK(strstr(field("fen"), " b ") && *field("position"));
    play((const char *const[]){"g2g4", "d8h4", NULL});
    TEST_CHECK(can(&d.ann, "play_on"));
    ANSWERS(play_on(&d.ann, from, ALONE), 422); /* it is over there */
    ANSWERS(play_on(&d.ann, from, ",\"ply\":9" ALONE), 422);
    ANSWERS(play_on(&d.ann, from, ",\"ply\":-1" ALONE), 422);
    ANSWERS(play_on(&d.ann, from, ",\"ply\":2,\"game\":\"go\"" ALONE), 422);
    ANSWERS(play_on(&d.ann, "nosuchtable1", ",\"ply\":2" ALONE), 404);
    ANSWERS(room_desk_make(&d, &d.ann, "{\"game\":\"chess\",\"ply\":2}"), 422);
    ANSWERS(play_on(&d.ann, from, ",\"ply\":3" ALONE), 201);
    TEST_CHECK(json_integer_value(web_client_field(d.c, "room/ply")) == 3);
    ANSWERS(room_desk_act(&d, &d.ann, 2, "h7h5"), 200); /* instead of mate */
    room_desk_forget(&d);
    ANSWERS(room_desk_act(&d, &d.ann, 1, "a2a3"), 200);
    ANSWERS(room_desk_get(&d, &d.ann, "/record?format=pgn"), 200);
    TEST_CHECK(has("1. f3 e5 2. g4 h5 3. a3"));
    room_desk_close(&d);
}

/* Games of others' texts go on with the text they began with. */
static void test_play_on_text(void) {
    static const char *const rules_text =
        "{\"text\":\"game row \\\"Row\\\" {\\n players X O\\n board rect 4 4\\n piece mark\\n turn "
        "place mark on empty else draw\\n end { when run(mine, last) >= 4 win }\\n}\\n\"}";
    char from[32];
    room_desk_open_thinking(&d);
    int code = web_client_say(d.c, &d.ann, "PUT", "/api/1/texts/row", rules_text);
    TEST_CHECK_(code == 200 || code == 201, "%d %s", code, web_client_answer(d.c));
    table_of("\"game\":\"me/row\"");
    (void)snprintf(from, sizeof from, "%s", d.id);
    play((const char *const[]){"a1", "b1", "a2", NULL});
    ANSWERS(web_client_say(d.c, &d.ann, "DELETE", "/api/1/texts/row", NULL), 200);
    ANSWERS(play_on(&d.cid, from, ",\"ply\":2" ALONE), 201);
    ANSWERS(room_desk_act(&d, &d.cid, 1, "d4"), 200);
    room_desk_forget(&d);
    ANSWERS(room_desk_act(&d, &d.cid, 2, "c3"), 200);
    room_desk_close(&d);
}

static void test_play_on_hidden(void) {
    char from[32];
    room_desk_open_thinking(&d);
    table_of("\"game\":\"unicorns\",\"open_analysis\":true");
    (void)snprintf(from, sizeof from, "%s", d.id);
    TEST_CHECK(!can(&d.ann, "play_on") && !can(&d.cid, "play_on"));
    ANSWERS(play_on(&d.ann, from, ALONE), 403); /* its own hand is not the position */
    ANSWERS(play_on(&d.cid, from, ALONE), 403);
    ANSWERS(room_desk_get(&d, &d.cid, "/position"), 403);
    ANSWERS(room_desk_get(&d, &d.ann, "/position"), 200);
    TEST_CHECK(json_integer_value(web_client_field(d.c, "scene/seat")) == 1);
    ANSWERS(room_desk_want(&d, &d.ann, 1, "resign", NULL), 200);
    TEST_CHECK(can(&d.cid, "play_on"));
    ANSWERS(play_on(&d.cid, from, ALONE), 201);
    room_desk_forget(&d);
    ANSWERS(room_desk_get(&d, &d.cid, ""), 200);
    room_desk_close(&d);
}

TEST_LIST = {{"page", test_page},
             {"page_hidden", test_page_hidden},
             {"play_on", test_play_on},
             {"play_on_text", test_play_on_text},
             {"play_on_hidden", test_play_on_hidden},
             {NULL, NULL}};
