#include <acutest.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/threads.h"
#include "tests/support/pace.h"
#include "tests/unit/web/rooms/room_answers.h"

#define TWO_SEATS "\"seats\":[{\"kind\":\"person\"},{\"kind\":\"open\"}]"

/* Ann and Bob at a table of chess. */
static void chess(const char *more) {
    char body[300];
    (void)snprintf(body, sizeof body, "{\"game\":\"chess\"," TWO_SEATS "%s}", more);
    ANSWERS(room_desk_make(&d, &d.ann, body), 201);
    TEST_CHECK(strcmp(field("room/state"), "open") == 0);
    char sit[100];
    (void)snprintf(sit, sizeof sit, "{\"kind\":\"me\",\"invite\":\"%s\"}", field("room/invite"));
    ANSWERS(room_desk_post(&d, &d.bob, "/seats/2", "{\"kind\":\"me\",\"invite\":\"wrong\"}"), 403);
    ANSWERS(room_desk_post(&d, &d.bob, "/seats/2", sit), 200);
    TEST_CHECK(strcmp(field("room/state"), "playing") == 0);
}

static void test_play(void) {
    room_desk_open(&d);
    chess("");
    TEST_CHECK(strcmp(field("room/seats/1/name"), "Bob") == 0);
    ANSWERS(room_desk_act(&d, &d.bob, 2, "e7e5"), 422);
    TEST_CHECK(strcmp(field("error/code"), "wrong-seat") == 0);
    ANSWERS(room_desk_act(&d, &d.bob, 1, "e2e4"), 403);
    ANSWERS(room_desk_act(&d, &d.cid, 1, "e2e4"), 403);
    ANSWERS(room_desk_act(&d, &d.ann, 1, "e2e5"), 422);
    TEST_CHECK(strcmp(field("error/code"), "illegal-action") == 0);
    ANSWERS(room_desk_act(&d, &d.ann, 1, "e2e4"), 200);
    TEST_CHECK(strcmp(field("token"), "e2e4") == 0 && number("ply") == 1);
    TEST_CHECK(number("event") > 0 && number("event") == number("room/event"));
    char at[40];
    (void)snprintf(at, sizeof at, "%s", field("at"));
    TEST_CHECK(*at && strcmp(at, field("room/at")) == 0);
    TEST_CHECK(strstr(field("words/0"), "pawn") != NULL);
    ANSWERS(room_desk_get(&d, &d.bob, ""), 200);
    TEST_CHECK(number("room/pick/count") == 20 && number("room/pick_seat") == 2);
    ANSWERS(room_desk_get(&d, &d.bob, "/pick?seat=2&part=e7"), 200);
    TEST_CHECK(number("pick/count") == 2);
    ANSWERS(room_desk_get(&d, &d.bob, "/pick?seat=1"), 403);
    ANSWERS(room_desk_get(&d, &d.bob, "/legal?seat=2"), 200);
    TEST_CHECK(json_array_size(web_client_field(d.c, "legal")) == 20);
    ANSWERS(room_desk_get(&d, &d.cid, "/scene?ply=0"), 200);
    TEST_CHECK(number("scene/ply") == 0);
    ANSWERS(room_desk_get(&d, &d.cid, "/scene?ply=2"), 422);
    ANSWERS(room_desk_get(&d, &d.cid, "/log"), 200);
    ANSWERS(room_desk_get(&d, &d.cid, "/record?format=pgn"), 200);
    TEST_CHECK(strstr(web_client_answer(d.c), "[White \"Ann\"]") != NULL);
    ANSWERS(room_desk_get(&d, &d.cid, "/record?format=sgf"), 422);
    ANSWERS(room_desk_get(&d, &d.cid, "/record"), 200);
    TEST_CHECK(strstr(web_client_answer(d.c), "\ne2e4\n") != NULL);
    room_desk_close(&d);
}

/* A repeated POST is the same act; another body under the same key is refused; what is old is
 * stale. Also after all tables have left memory. */
static void test_keys(void) {
    char body[200];
    char other[200];
    char at[40];
    room_desk_open(&d);
    chess("");
    (void)room_desk_get(&d, &d.ann, "");
    (void)snprintf(at, sizeof at, "%s", field("room/at"));
    (void)snprintf(body, sizeof body,
                   "{\"at\":\"%s\",\"seat\":1,\"token\":\"e2e4\",\"key\":\"abc\"}", at);
    (void)snprintf(other, sizeof other,
                   "{\"at\":\"%s\",\"seat\":1,\"token\":\"d2d4\",\"key\":\"abc\"}", at);
    ANSWERS(room_desk_post(&d, &d.ann, "/act", body), 200);
    int64_t event = number("event");
    for (int i = 0; i < 2; i++) {
        ANSWERS(room_desk_post(&d, &d.ann, "/act", body), 200);
        TEST_CHECK(number("event") == event && number("ply") == 1);
        TEST_CHECK(strcmp(field("token"), "e2e4") == 0);
        ANSWERS(room_desk_post(&d, &d.ann, "/act", other), 422);
        ANSWERS(room_desk_act(&d, &d.bob, 2, i ? "b8c6" : "e7e5"), i ? 422 : 200);
        room_desk_forget(&d);
    }
    (void)snprintf(other, sizeof other,
                   "{\"at\":\"%s\",\"seat\":1,\"token\":\"d2d4\",\"key\":\"new\"}", at);
    ANSWERS(room_desk_post(&d, &d.ann, "/act", other), 409);
    TEST_CHECK(strcmp(field("error/code"), "stale") == 0);
    (void)snprintf(other, sizeof other,
                   "{\"at\":\"%s\",\"seat\":1,\"token\":\"d2d4\",\"key\":\"new\"}", field("at"));
    ANSWERS(room_desk_post(&d, &d.ann, "/act", other), 200);
    ANSWERS(room_desk_post(&d, &d.ann, "/act", "{\"at\":\"x\",\"seat\":1,\"token\":\"e2e4\"}"),
            422);
    ANSWERS(room_desk_post(&d, &d.ann, "/act",
                           "{\"at\":\"x\",\"seat\":1,\"token\":\"a\",\"key\":\"b\",\"extra\":1}"),
            422);
    room_desk_close(&d);
}

/* What streams get: live, and afterwards from the store. */
static void test_events(void) {
    char target[100];
    room_desk_open(&d);
    chess("");
    ANSWERS(room_desk_get(&d, &d.ann, ""), 200);
    int64_t from = number("room/event");
    (void)snprintf(target, sizeof target, "/api/1/events?rooms=%s", d.id);
    struct stream *live = web_client_listen(d.c, &d.bob, target);
    ANSWERS(room_desk_act(&d, &d.ann, 1, "e2e4"), 200);
    int64_t event = number("event");
    char at[40];
    (void)snprintf(at, sizeof at, "\"at\":\"%s\"", field("at"));
    ANSWERS(room_desk_post(&d, &d.bob, "/chat", "{\"text\":\"hm\"}"), 200);
    ANSWERS(room_desk_want(&d, &d.ann, 1, "undo", NULL), 200);
    ANSWERS(room_desk_want(&d, &d.bob, 2, "undo", "yes"), 200);
    text heard = text_growing();
    web_client_hear(d.c, live, &heard);
    char id[40];
    (void)snprintf(id, sizeof id, "id: %lld\n", (long long)event);
    TEST_CHECK(strstr(heard.at, id) != NULL);
    TEST_CHECK(strstr(heard.at, "event: act\n") && strstr(heard.at, at));
    TEST_CHECK(strstr(heard.at, "event: chat\n") && strstr(heard.at, "\"name\":\"Bob\""));
    TEST_CHECK(strstr(heard.at, "event: offer\n") && strstr(heard.at, "event: undo\n"));
    TEST_CHECK(strstr(heard.at, "\"scene\":{") != NULL);
    TEST_MSG("%s", heard.at);
    web_client_leave(d.c, live);
    (void)snprintf(target, sizeof target, "/api/1/events?rooms=%s&after=%lld", d.id,
                   (long long)from);
    text_clear(&heard);
    struct stream *late = web_client_listen(d.c, &d.cid, target);
    web_client_hear(d.c, late, &heard);
    TEST_CHECK(strstr(heard.at, id) && strstr(heard.at, at) && strstr(heard.at, "event: undo\n"));
    TEST_MSG("%s", heard.at);
    web_client_leave(d.c, late);
    text_done(&heard);
    room_desk_close(&d);
}

static void test_seats(void) {
    room_desk_open(&d);
    ANSWERS(room_desk_make(
                &d, &d.ann,
                "{\"game\":\"connect4\",\"look\":\"seats\",\"seats\":"
                "[{\"kind\":\"person\",\"name\":\"A\"},{\"kind\":\"person\",\"name\":\"B\"}]}"),
            201);
    TEST_CHECK(strcmp(field("room/state"), "playing") == 0);
    TEST_CHECK(strcmp(field("room/seats/1/name"), "B") == 0);
    ANSWERS(room_desk_get(&d, &d.bob, ""), 403);
    ANSWERS(room_desk_post(&d, &d.bob, "/chat", "{\"text\":\"x\"}"), 403);
    ANSWERS(room_desk_act(&d, &d.ann, 1, "d"), 200);
    ANSWERS(room_desk_act(&d, &d.ann, 2, "d"), 200);
    ANSWERS(room_desk_post(&d, &d.ann, "/seats/2", NULL), 200); /* stands up */
    TEST_CHECK(strcmp(field("room/state"), "open") == 0);
    ANSWERS(room_desk_act(&d, &d.ann, 1, "d"), 409);
    ANSWERS(room_desk_post(&d, &d.ann, "/seats/2", "{\"kind\":\"me\"}"), 200);
    ANSWERS(room_desk_act(&d, &d.ann, 1, "d"), 200);
    ANSWERS(room_desk_post(&d, &d.ann, "/pause", "{\"on\":true}"), 200);
    ANSWERS(room_desk_act(&d, &d.ann, 2, "d"), 409);
    ANSWERS(room_desk_post(&d, &d.ann, "/pause", "{\"on\":false}"), 200);
    ANSWERS(room_desk_want(&d, &d.ann, 2, "resign", NULL), 200);
    TEST_CHECK(strcmp(field("room/result/reason"), "resigned") == 0);
    ANSWERS(web_client_say(d.c, &d.ann, "GET", "/api/1/rooms?mine", NULL), 200);
    TEST_CHECK(json_array_size(web_client_field(d.c, "rooms")) == 1);
    ANSWERS(room_desk_post(&d, &d.ann, "", NULL), 200); /* closes */
    ANSWERS(web_client_say(d.c, &d.ann, "GET", "/api/1/rooms?mine", NULL), 200);
    TEST_CHECK(json_array_size(web_client_field(d.c, "rooms")) == 0);
    (void)snprintf(d.id, sizeof d.id, "nowhere");
    ANSWERS(room_desk_get(&d, &d.ann, ""), 404);
    room_desk_close(&d);
}

static void test_limits(void) {
    room_desk_open(&d);
    d.world->limits.rooms_each = 2;
    ANSWERS(room_desk_make(&d, &d.ann, "{\"game\":\"pig\"}"), 201);
    ANSWERS(room_desk_make(&d, &d.ann, "{\"game\":\"pig\"}"), 201);
    ANSWERS(room_desk_make(&d, &d.ann, "{\"game\":\"pig\"}"), 429);
    ANSWERS(room_desk_make(&d, &d.bob, "{\"game\":\"pig\"}"), 201);
    ANSWERS(room_desk_make(&d, &d.bob, "{\"game\":\"pigs\"}"), 404);
    ANSWERS(room_desk_make(&d, &d.bob, "{\"game\":\"pig\",\"seats\":[{}]}"), 422);
    ANSWERS(room_desk_make(&d, &d.bob, "{\"game\":\"pig\",\"look\":\"x\"}"), 422);
    ANSWERS(room_desk_make(&d, &d.bob, "{\"game\":\"pig\",\"clock\":{\"main_ms\":-1}}"), 422);
    ANSWERS(room_desk_make(&d, &d.bob, "{\"game\":\"pig\",\"what\":1}"), 422);
    /* Old tables are closed. */
    d.world->limits.room_days = -1;
    rooms_close_old(d.world->rooms);
    d.world->limits.room_days = 30;
    room_desk_close(&d);
}

/* Who leaves: tables that they had alone go, elsewhere nothing has their name or words. */
static void test_leaving(void) {
    room_desk_open(&d);
    ANSWERS(room_desk_make(&d, &d.bob, "{\"game\":\"pig\"}"), 201);
    char alone[32];
    (void)snprintf(alone, sizeof alone, "%s", d.id);
    chess("");
    ANSWERS(room_desk_act(&d, &d.ann, 1, "e2e4"), 200);
    ANSWERS(room_desk_act(&d, &d.bob, 2, "e7e5"), 200);
    ANSWERS(room_desk_post(&d, &d.bob, "/chat", "{\"text\":\"a word of mine\"}"), 200);
    /* The log says who sat down, also when it is read again. */
    for (int i = 0; i < 2; i++) {
        ANSWERS(room_desk_get(&d, &d.ann, "/log"), 200);
        TEST_CHECK(strstr(web_client_answer(d.c), "[\"Ann sits down\"],\"name\":\"Ann\"") != NULL);
        TEST_CHECK(strstr(web_client_answer(d.c), "[\"Bob sits down\"],\"name\":\"Bob\"") != NULL);
        if (!i) room_desk_forget(&d);
    }
    text all = text_growing();
    json_writer w = json_writer_on(&all);
    json_open(&w, '{');
    rooms_export(d.world->rooms, d.bob.id, &w);
    json_close(&w, '}');
    TEST_CHECK(strstr(all.at, alone) && strstr(all.at, d.id) && strstr(all.at, "a word of mine"));
    text_done(&all);
    store_batch *b = store_batch_create();
    TEST_CHECK(rooms_forget(d.world->rooms, d.bob.id, b) == ST_OK);
    TEST_CHECK(store_write(d.world->store, b, NULL) == ST_OK);
    room_desk_forget(&d); /* or a second later by itself */
    ANSWERS(room_desk_get(&d, &d.ann, ""), 200);
    TEST_CHECK(strcmp(field("room/seats/1/name"), "a former player") == 0);
    TEST_CHECK(!strstr(web_client_answer(d.c), "Bob") && number("room/ply") == 2);
    ANSWERS(room_desk_get(&d, &d.ann, "/log"), 200);
    TEST_CHECK(!strstr(web_client_answer(d.c), "a word of mine"));
    TEST_CHECK(!strstr(web_client_answer(d.c), "Bob"));
    TEST_CHECK(strstr(web_client_answer(d.c), "a player sits down") != NULL);
    TEST_CHECK(strstr(web_client_answer(d.c), "Ann sits down") != NULL);
    /* Whose seat it was, an engine or another person may take. */
    ANSWERS(room_desk_post(&d, &d.cid, "/seats/2", "{\"kind\":\"me\"}"), 403);
    ANSWERS(room_desk_post(&d, &d.ann, "/seats/2", "{\"kind\":\"engine\",\"level\":2}"), 200);
    (void)snprintf(d.id, sizeof d.id, "%s", alone);
    ANSWERS(room_desk_get(&d, &d.ann, ""), 404);
    room_desk_close(&d);
}

static void forget_person(const web_person *who) {
    store_batch *b = store_batch_create();
    TEST_CHECK(rooms_forget(d.world->rooms, who->id, b) == ST_OK);
    TEST_CHECK(store_write(d.world->store, b, NULL) == ST_OK);
    room_desk_forget(&d); /* or a second later by itself */
}

/* Who made the table leaves: who has sat there longest can replace them. */
static void test_maker_leaves(void) {
    static const char *const engine = "{\"kind\":\"engine\",\"level\":2}";
    room_desk_open(&d);
    web_person dan = web_client_person(d.c, "Dan", PERSON_MEMBER);
    web_person gus = web_client_person(d.c, "Gus", PERSON_GUEST);
    ANSWERS(
        room_desk_make(&d, &d.ann,
                       "{\"game\":\"azul\",\"look\":\"public\",\"seats\":[{\"kind\":\"person\"},"
                       "{\"kind\":\"open\"},{\"kind\":\"open\"},{\"kind\":\"open\"}]}"),
        201);
    web_client_set_room(d.c, &gus, d.id);
    ANSWERS(room_desk_post(&d, &gus, "/seats/4", "{\"kind\":\"me\"}"), 200);
    ANSWERS(room_desk_post(&d, &d.bob, "/seats/2", "{\"kind\":\"me\"}"), 200);
    ANSWERS(room_desk_post(&d, &d.cid, "/seats/3", "{\"kind\":\"me\"}"), 200);
    /* Bob stands up and sits down again: Cid has sat there longer now. */
    ANSWERS(room_desk_post(&d, &d.bob, "/seats/2", NULL), 200);
    ANSWERS(room_desk_post(&d, &d.bob, "/seats/2", "{\"kind\":\"me\"}"), 200);
    ANSWERS(room_desk_post(&d, &d.cid, "/seats/1", engine), 403);
    forget_person(&d.ann);
    ANSWERS(room_desk_get(&d, &d.bob, ""), 200);
    TEST_CHECK(json_is_false(web_client_field(d.c, "room/maker")));
    ANSWERS(room_desk_post(&d, &d.bob, "/seats/1", engine), 403);
    ANSWERS(room_desk_get(&d, &d.cid, ""), 200);
    TEST_CHECK(json_is_true(web_client_field(d.c, "room/maker")) && *field("room/invite"));
    ANSWERS(room_desk_post(&d, &d.cid, "/seats/1", engine), 200);
    forget_person(&d.cid);
    ANSWERS(room_desk_post(&d, &d.bob, "/seats/3", engine), 200);
    forget_person(&d.bob);
    ANSWERS(room_desk_post(&d, &gus, "/seats/2", engine), 200); /* none but a guest is left */
    forget_person(&gus);
    ANSWERS(room_desk_get(&d, &dan, ""), 404); /* and now nobody's */
    room_desk_close(&d);
}

/* Only those who sit there see it, and who has its link may sit down. */
static void test_links(void) {
    char body[100];
    room_desk_open(&d);
    ANSWERS(room_desk_make(&d, &d.ann, "{\"game\":\"chess\",\"look\":\"seats\"," TWO_SEATS "}"),
            201);
    (void)snprintf(body, sizeof body, "{\"kind\":\"me\",\"invite\":\"%s\"}", field("room/invite"));
    ANSWERS(room_desk_get(&d, &d.bob, ""), 403);
    TEST_CHECK(!rooms_invited(d.world->rooms, d.id, "wrong"));
    ANSWERS(room_desk_post(&d, &d.bob, "/seats/2", "{\"kind\":\"me\"}"), 403);
    ANSWERS(room_desk_post(&d, &d.bob, "/seats/2", body), 200);
    TEST_CHECK(!web_client_field(d.c, "room/invite")); /* the maker's alone */
    ANSWERS(room_desk_get(&d, &d.bob, ""), 200);
    ANSWERS(room_desk_post(&d, &d.cid, "/seats/2", body), 409);
    /* A guest comes to one table alone. */
    web_person guest = web_client_person(d.c, "Guest", PERSON_GUEST);
    ANSWERS(room_desk_get(&d, &guest, ""), 403);
    room_desk_close(&d);
}

/* --- all at once --- */

typedef struct player {
    const web_person *who;
    int seat, good, stale, other;
} player;

/* Events of a listener that reads later wait in a queue: 4 x 40 of about 1,200 bytes fit into it,
 * however often a player's turn comes. */
enum { ACTS_EACH = 40 };

/* Acts again and again, for the seat on turn. */
static int hurry(void *ctx) {
    player *p = ctx;
    char target[100];
    char body[200];
    text got = text_growing();
    for (int i = 0; i < PACE(300, 60) && p->good < ACTS_EACH; i++) {
        (void)snprintf(target, sizeof target, "/api/1/rooms/%s", d.id);
        text_clear(&got);
        (void)web_client_ask(d.c, p->who, "GET", target, NULL, &got);
        const char *at = strstr(text_string(&got), "\"at\":\"");
        if (!at) break;
        (void)snprintf(body, sizeof body,
                       "{\"at\":\"%.22s\",\"seat\":%d,\"token\":\"roll\",\"key\":\"s%d-%d\"}",
                       at + 6, p->seat, p->seat, i);
        (void)snprintf(target, sizeof target, "/api/1/rooms/%s/act", d.id);
        text_clear(&got);
        int code = web_client_ask(d.c, p->who, "POST", target, body, &got);
        p->good += code == 200;
        p->stale += code == 409;
        p->other += code != 200 && code != 409 && code != 422;
    }
    text_done(&got);
    return 0;
}

static void test_all_at_once(void) {
    room_desk_open(&d);
    ANSWERS(room_desk_make(
                &d, &d.ann,
                "{\"game\":\"pig\",\"look\":\"public\",\"options\":{\"target\":1000},"
                "\"seats\":[{\"kind\":\"person\"},{\"kind\":\"open\"},{\"kind\":\"open\"}]}"),
            201);
    ANSWERS(room_desk_post(&d, &d.bob, "/seats/2", "{\"kind\":\"me\"}"), 200);
    ANSWERS(room_desk_post(&d, &d.cid, "/seats/3", "{\"kind\":\"me\"}"), 200);
    player all[] = {
        {&d.ann, 1, 0, 0, 0}, {&d.bob, 2, 0, 0, 0}, {&d.cid, 3, 0, 0, 0}, {&d.ann, 1, 0, 0, 0}};
    thrd_t thread[4];
    char target[100];
    (void)snprintf(target, sizeof target, "/api/1/events?rooms=%s", d.id);
    struct stream *s = web_client_listen(d.c, &d.bob, target);
    for (int i = 0; i < 4; i++)
        TEST_ASSERT(thrd_create(&thread[i], hurry, &all[i]) == thrd_success);
    int good = 0;
    for (int i = 0; i < 4; i++) {
        (void)thrd_join(thread[i], NULL);
        if (i < 3) good += all[i].good;
        TEST_CHECK(all[i].other == 0);
    }
    /* Ann is there twice, with the same keys: each act counts once. */
    ANSWERS(room_desk_get(&d, &d.bob, "/log"), 200);
    int logged = 0;
    for (const char *at = web_client_answer(d.c); (at = strstr(at, "\"token\":\"roll\"")); at++)
        logged++;
    TEST_CHECK(logged >= good && logged <= good + all[3].good && logged > 3);
    TEST_MSG("%d acts, %d in the log", good, logged);
    text heard = text_growing();
    web_client_hear(d.c, s, &heard);
    int64_t last = 0;
    int events = 0;
    for (const char *at = text_string(&heard); (at = strstr(at, "id: ")); at++, events++) {
        int64_t id = strtoll(at + 4, NULL, 10);
        TEST_CHECK(id > last);
        last = id;
    }
    TEST_CHECK(events == logged);
    TEST_MSG("%d events, %d in the log", events, logged);
    text_done(&heard);
    web_client_leave(d.c, s);
    room_desk_close(&d);
}

TEST_LIST = {{"all_at_once", test_all_at_once},
             {"leaving", test_leaving},
             {"maker_leaves", test_maker_leaves},
             {"links", test_links},
             {"play", test_play},
             {"keys", test_keys},
             {"events", test_events},
             {"seats", test_seats},
             {"limits", test_limits},
             {NULL, NULL}};
