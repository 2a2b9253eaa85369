/* Tables with hidden hands, reactions, engines and clocks, through the routes. */
#include <acutest.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

#include "engine/base/clock.h"
#include "engine/base/memory.h"
#include "engine/base/threads.h"
#include "engine/game/game_views.h"
#include "engine/notation/blob.h"
#include "lib/catalogue.h"
#include "tests/support/pace.h"
#include "tests/support/worlds.h"
#include "tests/unit/web/rooms/room_answers.h"

static void sit(const web_person *who, int seat) {
    char path[40];
    (void)snprintf(path, sizeof path, "/seats/%d", seat);
    ANSWERS(room_desk_post(&d, who, path, "{\"kind\":\"me\"}"), 200);
}

#define OPEN_SEATS "\"seats\":[{\"kind\":\"open\"},{\"kind\":\"open\"}],\"look\":\"public\""

/* Ann and Bob with hidden hands; Cid only looks. */
static void unicorns(const char *more) {
    char body[300];
    (void)snprintf(body, sizeof body, "{\"game\":\"unicorns\"," OPEN_SEATS "%s}", more);
    ANSWERS(room_desk_make(&d, &d.cid, body), 201);
    sit(&d.ann, 1);
    sit(&d.bob, 2);
    TEST_CHECK(strcmp(field("room/state"), "playing") == 0);
}

/* The same for three: Cid has the third hand. */
static void unicorns3(void) {
    ANSWERS(
        room_desk_make(&d, &d.cid,
                       "{\"game\":\"unicorns\",\"look\":\"public\",\"seats\":[{\"kind\":\"open\"},"
                       "{\"kind\":\"open\"},{\"kind\":\"person\"}]}"),
        201);
    sit(&d.ann, 1);
    sit(&d.bob, 2);
}

static void test_views(void) {
    room_desk_open(&d);
    unicorns("");
    ANSWERS(room_desk_get(&d, &d.ann, ""), 200);
    TEST_CHECK(number("room/view") == 1);
    ANSWERS(room_desk_get(&d, &d.cid, ""), 200);
    TEST_CHECK(strcmp(field("room/view"), "public") == 0);
    ANSWERS(room_desk_get(&d, &d.ann, "/scene?seat=2"), 403);
    ANSWERS(room_desk_get(&d, &d.ann, "/scene?seat=all"), 403);
    ANSWERS(room_desk_get(&d, &d.ann, "/scene?seat=public"), 200);
    ANSWERS(room_desk_get(&d, &d.ann, "/scene?seat=1"), 200);
    ANSWERS(room_desk_get(&d, &d.cid, "/scene?seat=1"), 403);
    ANSWERS(room_desk_get(&d, &d.cid, "/log?seat=2"), 403);
    ANSWERS(room_desk_get(&d, &d.cid, "/record?seat=all"), 403);
    ANSWERS(room_desk_get(&d, &d.bob, "/pick?seat=1"), 403);
    ANSWERS(room_desk_get(&d, &d.bob, "/legal?seat=1"), 403);
    ANSWERS(room_desk_get(&d, &d.cid, "/legal?seat=1"), 403);
    ANSWERS(room_desk_get(&d, &d.bob, "/record"), 200);
    TEST_CHECK(strstr(web_client_answer(d.c), "view: 1\n") != NULL);
    position *p;
    error e;
    TEST_CHECK(rooms_position(d.world->rooms, d.id, &d.ann, -1, &p, &e) == ST_LEAK);
    TEST_CHECK(rooms_position(d.world->rooms, d.id, &d.cid, -1, &p, &e) == ST_LEAK);
    /* Who has seen a hand cannot take another seat. */
    ANSWERS(room_desk_post(&d, &d.bob, "/seats/2", NULL), 200);
    ANSWERS(room_desk_post(&d, &d.ann, "/seats/2", "{\"kind\":\"me\"}"), 403);
    sit(&d.bob, 2);
    room_desk_close(&d);
}

static void test_one_device(void) {
    room_desk_open(&d);
    ANSWERS(room_desk_make(&d, &d.ann, "{\"game\":\"leduc\"}"), 201);
    TEST_CHECK(strcmp(field("room/view"), "public") == 0);
    TEST_CHECK(json_is_null(web_client_field(d.c, "room/pick")));
    ANSWERS(room_desk_get(&d, &d.ann, "/pick?seat=1"), 403);
    ANSWERS(room_desk_post(&d, &d.bob, "/seats/1/show", "{}"), 403);
    ANSWERS(room_desk_post(&d, &d.ann, "/seats/1/show", "{}"), 200);
    TEST_CHECK(number("room/view") == 1 && number("room/pick_seat") == 1);
    ANSWERS(room_desk_get(&d, &d.ann, "/scene?seat=2"), 403);
    ANSWERS(room_desk_act(&d, &d.ann, 1, "call"), 200);
    ANSWERS(room_desk_post(&d, &d.ann, "/seats/1/hide", "{}"), 200);
    TEST_CHECK(strcmp(field("room/view"), "public") == 0);
    ANSWERS(room_desk_post(&d, &d.ann, "/seats/2/show", "{}"), 200);
    TEST_CHECK(number("room/view") == 2);
    room_desk_close(&d);
}

static const web_person *const people[] = {&d.ann, &d.bob, &d.cid};

/* Plays what the person on turn may do first, until a reaction is open. */
static bool until_reaction(void) {
    for (int i = 0; i < 60; i++) {
        for (int k = 0; k < 3; k++) {
            char said[600];
            char path[40];
            (void)room_desk_get(&d, people[k], "");
            if (json_is_object(web_client_field(d.c, "room/react"))) return true;
            if (strcmp(field("room/state"), "playing") != 0) return false;
            if (!json_is_object(web_client_field(d.c, "room/pick"))) continue;
            (void)snprintf(path, sizeof path, "/legal?seat=%d", k + 1);
            ANSWERS(room_desk_get(&d, people[k], path), 200);
            (void)snprintf(said, sizeof said, "%s", field("legal/0/token"));
            ANSWERS(room_desk_act(&d, people[k], k + 1, said), 200);
            break;
        }
    }
    return false;
}

/* What a person sees but for the time that is left; mem_free() ends it. */
static char *without_time(const web_person *who) {
    ANSWERS(room_desk_get(&d, who, ""), 200);
    char *all = mem_string(web_client_answer(d.c));
    char *at = strstr(all, "\"until_ms\":");
    TEST_ASSERT(at != NULL);
    for (at += 11; *at && *at != ','; at++) *at = '0';
    return all;
}

/* Answers are kept, unseen, also over a restart, and come out together. */
static void test_reactions(void) {
    room_desk_open(&d);
    unicorns3();
    web_person dan = web_client_person(d.c, "Dan", PERSON_MEMBER);
    TEST_ASSERT(until_reaction());
    size_t asked = json_array_size(web_client_field(d.c, "room/react/asked"));
    TEST_ASSERT(asked >= 2);
    int first = (int)number("room/react/asked/0") - 1;
    int64_t ply = number("room/ply");
    int outside =
        3 - (int)(number("room/react/asked/0") - 1) - (int)(number("room/react/asked/1") - 1);
    if (asked == 2) ANSWERS(room_desk_act(&d, people[outside], outside + 1, "none"), 422);
    char target[100];
    (void)snprintf(target, sizeof target, "/api/1/events?rooms=%s", d.id);
    struct stream *s = web_client_listen(d.c, &dan, target);
    text heard = text_growing();
    char *before[3];
    char *after[3];
    for (int k = 0; k < 3; k++) before[k] = without_time(people[k]);
    ANSWERS(room_desk_act(&d, people[first], first + 1, "none"), 200);
    TEST_CHECK(json_is_true(web_client_field(d.c, "room/react/answered")));
    ANSWERS(room_desk_act(&d, people[first], first + 1, "none"), 409); /* once */
    web_client_hear(d.c, s, &heard);
    TEST_CHECK(!strstr(text_string(&heard), "event: "));
    for (int k = 0; k < 3; k++) {
        after[k] = without_time(people[k]);
        TEST_CHECK((strcmp(before[k], after[k]) == 0) == (k != first));
        mem_free(before[k]);
        mem_free(after[k]);
    }
    room_desk_forget(&d);
    ANSWERS(room_desk_get(&d, people[first], ""), 200);
    TEST_CHECK(json_is_true(web_client_field(d.c, "room/react/answered")));
    for (int k = 0; k < 3; k++)
        if (k != first && (asked == 3 || k != outside))
            ANSWERS(room_desk_act(&d, people[k], k + 1, "none"), 200);
    ANSWERS(room_desk_get(&d, &dan, ""), 200);
    TEST_CHECK(number("room/ply") > ply);
    web_client_leave(d.c, s);
    s = web_client_listen(d.c, &dan, target);
    web_client_leave(d.c, s);
    text_done(&heard);
    room_desk_close(&d);
}

static void rest(int ms) {
    mtx_t m;
    cnd_t c;
    mtx_init(&m, mtx_plain);
    cnd_init(&c);
    mtx_lock(&m);
    thread_wait_ms(&c, &m, ms);
    mtx_unlock(&m);
    cnd_destroy(&c);
    mtx_destroy(&m);
}

/* Asks again until a field is as wished for; a minute is enough on any machine. */
static bool comes(const web_person *who, const char *path, const char *wanted) {
    int64_t until = clock_now_ms() + 60000;
    while (clock_now_ms() < until) {
        (void)room_desk_get(&d, who, "");
        if (strcmp(field(path), wanted) == 0) return true;
        rest(10);
    }
    return false;
}

static bool comes_ply(const web_person *who, int64_t ply) {
    int64_t until = clock_now_ms() + 60000;
    while (clock_now_ms() < until) {
        (void)room_desk_get(&d, who, "");
        if (number("room/ply") >= ply) return true;
        rest(10);
    }
    return false;
}

/* Who declines until their turn is asked no more: a window of two minutes closes without an answer. */
static void test_decline(void) {
    room_desk_open(&d);
    unicorns(",\"react_ms\":120000");
    ANSWERS(room_desk_post(&d, &d.ann, "/decline", "{\"seat\":2}"), 403);
    TEST_ASSERT(until_reaction());
    ANSWERS(room_desk_get(&d, &d.cid, ""), 200);
    int64_t ply = number("room/ply");
    size_t asked = json_array_size(web_client_field(d.c, "room/react/asked"));
    int seats[2] = {(int)number("room/react/asked/0"), (int)number("room/react/asked/1")};
    TEST_ASSERT(asked >= 1 && asked <= 2);
    for (size_t i = 0; i < asked; i++) {
        char body[60];
        (void)snprintf(body, sizeof body, "{\"seat\":%d,\"on\":true}", seats[i]);
        ANSWERS(room_desk_post(&d, people[seats[i] - 1], "/decline", body), 200);
    }
    TEST_CHECK(comes_ply(&d.cid, ply + 1));
    room_desk_close(&d);
}

/* Who does not answer in time has declined. */
static void test_window(void) {
    room_desk_open(&d);
    unicorns(",\"react_ms\":100");
    TEST_ASSERT(until_reaction());
    ANSWERS(room_desk_get(&d, &d.cid, ""), 200);
    TEST_CHECK(comes_ply(&d.cid, number("room/ply") + 1));
    room_desk_close(&d);
}

static void test_clock(void) {
    room_desk_open(&d);
    ANSWERS(room_desk_make(&d, &d.ann, "{\"game\":\"chess\",\"clock\":{\"move_ms\":60}}"), 201);
    TEST_CHECK(number("room/seats/0/clock_ms") == 60);
    TEST_CHECK(comes(&d.ann, "room/result/reason", "time"));
    TEST_CHECK(number("room/result/ranks/0") == 2);
    ANSWERS(room_desk_act(&d, &d.ann, 1, "e2e4"), 422);
    room_desk_close(&d);
}

/* One after the other runs out of time; an engine moves for who is out. */
static void test_clock_of_three(void) {
    room_desk_open_engines(&d, 20);
    ANSWERS(
        room_desk_make(&d, &d.ann, "{\"game\":\"azul\",\"players\":3,\"clock\":{\"move_ms\":60}}"),
        201);
    TEST_CHECK(comes(&d.ann, "room/result/reason", "time"));
    TEST_CHECK(number("room/result/ranks/0") == 3 && number("room/result/ranks/1") == 2 &&
               number("room/result/ranks/2") == 1);
    TEST_CHECK(number("room/ply") >= 1 && number("room/seats/0/clock_ms") == 0);
    TEST_CHECK(json_is_true(web_client_field(d.c, "room/seats/1/out")));
    room_desk_close(&d);
}

static atomic_int cleanings;

static status count_cleaning(struct people *p, error *err) {
    (void)p, (void)err;
    atomic_fetch_add(&cleanings, 1);
    return ST_OK;
}

/* What is over is looked for while the server runs, again and again. */
static void test_cleaning(void) {
    room_desk_open(&d);
    d.world->people_drop_old = count_cleaning;
    rooms_set_clean_time(d.world->rooms, 1);
    int64_t until = clock_now_ms() + 60000;
    while (atomic_load(&cleanings) < 3 && clock_now_ms() < until) rest(1);
    TEST_CHECK(atomic_load(&cleanings) >= 3);
    room_desk_close(&d);
}

static void test_engines(void) {
    room_desk_open_engines(&d, 20);
    ANSWERS(
        room_desk_make(&d, &d.ann,
                       "{\"game\":\"connect4\",\"undo\":\"free\",\"seats\":[{\"kind\":\"person\"},"
                       "{\"kind\":\"engine\",\"engine\":\"mcts playouts=20\"}]}"),
        201);
    ANSWERS(room_desk_act(&d, &d.ann, 1, "d"), 200);
    TEST_CHECK(comes_ply(&d.ann, 2));
    ANSWERS(room_desk_want(&d, &d.ann, 1, "undo", NULL), 200); /* engines always agree */
    TEST_CHECK(number("room/ply") == 0);
    ANSWERS(room_desk_act(&d, &d.ann, 1, "c"), 200);
    TEST_CHECK(comes_ply(&d.ann, 2));
    ANSWERS(room_desk_want(&d, &d.ann, 1, "draw", NULL), 200);
    ANSWERS(
        room_desk_make(&d, &d.ann,
                       "{\"game\":\"pig\",\"seats\":[{\"kind\":\"person\"},{\"kind\":\"engine\","
                       "\"engine\":\"nothing\"}]}"),
        422);
    /* Engines alone, with hidden hands and reactions. */
    ANSWERS(room_desk_make(&d, &d.ann,
                           "{\"game\":\"unicorns\",\"players\":3,\"react_ms\":1000,\"seats\":["
                           "{\"kind\":\"engine\",\"engine\":\"bot:rule\"},"
                           "{\"kind\":\"engine\",\"engine\":\"bot:random\"},"
                           "{\"kind\":\"engine\",\"engine\":\"bot:random\"}]}"),
            201);
    TEST_MSG("%s", web_client_answer(d.c));
    int64_t ply = number("room/ply");
    TEST_CHECK(comes_ply(&d.ann, ply + 6));
    room_desk_close(&d);
}

/* Until the stream has said it; all that it said is in `heard`. */
static bool comes_event(struct stream *s, text *heard, const char *what) {
    int64_t until = clock_now_ms() + 60000;
    while (clock_now_ms() < until) {
        web_client_hear(d.c, s, heard);
        if (strstr(text_string(heard), what)) return true;
        rest(10);
    }
    return false;
}

#define PERSON_AND_ENGINE                                                                          \
    ",\"look\":\"public\",\"seats\":[{\"kind\":\"person\"},{\"kind\":\"engine\","                  \
    "\"engine\":\"mcts playouts=200\"}]"

/* A table of a person and an engine, and what one who looks on hears of its first action. */
static void hear_engine(const char *more, const char *first, text *heard) {
    char body[300];
    char target[80];
    (void)snprintf(body, sizeof body, "{%s" PERSON_AND_ENGINE "}", more);
    ANSWERS(room_desk_make(&d, &d.ann, body), 201);
    int64_t ply = number("room/ply");
    (void)snprintf(target, sizeof target, "/api/1/events?rooms=%s", d.id);
    struct stream *s = web_client_listen(d.c, &d.bob, target);
    ANSWERS(room_desk_act(&d, &d.ann, 1, first), 200);
    TEST_CHECK(comes_ply(&d.ann, ply + 2));
    TEST_CHECK(comes_event(s, heard, "\"seat\":2,\"token\""));
    web_client_leave(d.c, s);
}

/* What an engine expects is told where the table says so, and never with hidden hands. */
static void test_engine_values(void) {
    text heard = text_growing();
    room_desk_open_engines(&d, 20);
    hear_engine("\"game\":\"connect4\"", "d", &heard);
    TEST_CHECK(!json_is_true(web_client_field(d.c, "room/engine_values")));
    TEST_CHECK(!strstr(text_string(&heard), "event: info"));
    text_clear(&heard);
    hear_engine("\"game\":\"connect4\",\"engine_values\":true", "d", &heard);
    const char *info = strstr(text_string(&heard), "event: info");
    TEST_ASSERT(info != NULL);
    TEST_CHECK(strstr(info, "\"seat\":2,\"ply\":1,\"lines\":[{\"rank\":1,") != NULL);
    TEST_CHECK(strstr(info, "\"values\":[") && strstr(info, "\"done\":true"));
    ANSWERS(room_desk_get(&d, &d.bob, ""), 200);
    TEST_CHECK(json_is_true(web_client_field(d.c, "room/engine_values")));
    room_desk_forget(&d); /* it is written down */
    ANSWERS(room_desk_get(&d, &d.bob, ""), 200);
    TEST_CHECK(json_is_true(web_client_field(d.c, "room/engine_values")));
    text_clear(&heard);
    hear_engine("\"game\":\"leduc\",\"engine_values\":true", "call", &heard);
    TEST_CHECK(!strstr(text_string(&heard), "event: info"));
    /* Others sat down on these terms. */
    ANSWERS(
        room_desk_make(&d, &d.ann,
                       "{\"game\":\"chess\",\"look\":\"public\",\"seats\":[{\"kind\":\"person\"},"
                       "{\"kind\":\"open\"}]}"),
        201);
    sit(&d.bob, 2);
    char target[60];
    (void)snprintf(target, sizeof target, "/api/1/rooms/%s", d.id);
    ANSWERS(web_client_say(d.c, &d.ann, "PATCH", target, "{\"engine_values\":true}"), 403);
    room_desk_close(&d);
    text_done(&heard);
}

static bool comes_away(const web_person *who, bool away) {
    int64_t until = clock_now_ms() + 60000;
    while (clock_now_ms() < until) {
        (void)room_desk_get(&d, who, "");
        if (json_is_true(web_client_field(d.c, "room/seats/1/away")) == away) return true;
        rest(10);
    }
    return false;
}

static int count_in_log(const web_person *who, const char *phrase) {
    int n = 0;
    ANSWERS(room_desk_get(&d, who, "/log"), 200);
    for (const char *at = web_client_answer(d.c); (at = strstr(at, phrase)); at++) n++;
    return n;
}

/* An engine that always fails is away in the end, until it is replaced. */
static void test_broken_engine(void) {
    room_desk_open_engines(&d, 20);
    const char *broken = "{\"kind\":\"engine\",\"engine\":\"engine:broken\"}";
    char body[200];
    (void)snprintf(
        body, sizeof body,
        "{\"game\":\"connect4\",\"look\":\"public\",\"seats\":[{\"kind\":\"person\"},%s]}", broken);
    ANSWERS(room_desk_make(&d, &d.ann, body), 201);
    char target[80];
    (void)snprintf(target, sizeof target, "/api/1/events?rooms=%s", d.id);
    struct stream *s = web_client_listen(d.c, &d.bob, target);
    ANSWERS(room_desk_act(&d, &d.ann, 1, "d"), 200);
    TEST_CHECK(comes_away(&d.ann, true));
    TEST_CHECK(strcmp(field("room/state"), "playing") == 0 && number("room/ply") == 1);
    TEST_CHECK(count_in_log(&d.ann, "the engine does not answer") == 1);
    text heard = text_growing();
    web_client_hear(d.c, s, &heard);
    const char *event = strstr(text_string(&heard), "event: seat");
    TEST_CHECK(event && strstr(event, "\"away\":true"));
    text_done(&heard);
    web_client_leave(d.c, s);
    /* It stays so: also when the table is read again, and then it is not asked. */
    room_desk_forget(&d);
    TEST_CHECK(comes_away(&d.ann, true));
    rest(50);
    TEST_CHECK(count_in_log(&d.ann, "the engine does not answer") == 1);
    /* The maker has it try again, or puts another one there. */
    ANSWERS(room_desk_post(&d, &d.bob, "/seats/2", broken), 403);
    ANSWERS(room_desk_post(&d, &d.ann, "/seats/2", broken), 200);
    TEST_CHECK(!json_is_true(web_client_field(d.c, "room/seats/1/away")));
    TEST_CHECK(comes_away(&d.ann, true));
    TEST_CHECK(count_in_log(&d.ann, "the engine does not answer") == 2);
    ANSWERS(room_desk_post(&d, &d.ann, "/seats/2",
                           "{\"kind\":\"engine\",\"engine\":\"mcts playouts=20\"}"),
            200);
    TEST_CHECK(comes_ply(&d.ann, 2));
    TEST_CHECK(!json_is_true(web_client_field(d.c, "room/seats/1/away")));
    room_desk_close(&d);
}

TEST_LIST = {{"views", test_views},
             {"one_device", test_one_device},
             {"reactions", test_reactions},
             {"decline", test_decline},
             {"window", test_window},
             {"clock", test_clock},
             {"clock_of_three", test_clock_of_three},
             {"engines", test_engines},
             {"engine_values", test_engine_values},
             {"cleaning", test_cleaning},
             {"broken_engine", test_broken_engine},
             {NULL, NULL}};
