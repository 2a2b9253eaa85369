#include <acutest.h>

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/clock.h"
#include "engine/base/threads.h"
#include "tests/support/web_client.h"

static void events(void *world, web_request *q) {
    streams_answer(((web_world *)world)->streams, q);
}

static const web_route routes[] = {{"GET", "/events", events, 0}, {NULL, NULL, NULL, 0}};
static const web_route *const tables[] = {routes, NULL};

static web_client *c;
static web_person ann, bob;

/* Rows whose body begins with "secret" are Ann's alone; "x" is what is said of each. */
static bool tell(void *ctx, const web_person *who, const stored_event *e, text *event, text *data) {
    (void)ctx;
    if (strncmp(e->body, "secret", 6) == 0 && who->id != ann.id) return false;
    text_put(event, e->kind);
    text_format(data, "{\"room\":\"%s\",\"body\":\"%s\"}", e->room, e->body);
    return true;
}

static bool may(void *ctx, const web_person *who, const char *topic) {
    (void)ctx, (void)who;
    return strcmp(topic, "room:closed") != 0;
}

static void begin(void) {
    c = web_client_create(tables);
    ann = web_client_person(c, "ann", PERSON_MEMBER);
    bob = web_client_person(c, "bob", PERSON_MEMBER);
    streams_set_tellers(web_client_world(c)->streams, tell, may, NULL);
}

static void make_room(const char *id) {
    store_value arg[] = {store_text(id),     store_int(ann.id), store_text("invite"),
                         store_text("go"),   store_null(),      store_int(0),
                         store_text("open"), store_text("{}"),  store_int(1)};
    store_batch *b = store_batch_create();
    TEST_CHECK(store_batch_add(b, STORE_ROOM_ADD, arg, 9) == ST_OK);
    TEST_ASSERT(store_write(web_client_world(c)->store, b, NULL) == ST_OK);
}

/* What went wrong on threads other than the test's own. */
static atomic_int bad;

typedef struct said {
    char room[24], body[64];
    int64_t id;
} said;

static void push(void *ctx, stream *s, const web_person *who) {
    const said *r = ctx;
    stored_event e = {r->id, r->room, "act", r->body};
    text event = text_growing(), data = text_growing();
    if (tell(NULL, who, &e, &event, &data))
        stream_push(s, r->id, text_string(&event), text_string(&data), NULL);
    text_done(&event);
    text_done(&data);
}

/* As a room does: after the commit, on the writer's thread. */
static void committed(void *ctx, status st, const int64_t *event, size_t count) {
    said *r = ctx;
    bad += st != ST_OK || count != 1;
    r->id = count ? event[0] : 0;
    char topic[48];
    snprintf(topic, sizeof topic, "room:%s", r->room);
    streams_each(web_client_world(c)->streams, topic, push, r);
}

static store_batch *row_batch(const said *r, int row) {
    store_value arg[] = {store_event(), store_text(r->room), store_int(row),
                         store_null(),  store_null(),        store_text("act"),
                         store_null(),  store_text(r->body), store_int(1)};
    store_batch *b = store_batch_create();
    bad += store_batch_add(b, STORE_EVENT_ADD, arg, 9) != ST_OK;
    return b;
}

static void wait_for(store *s) {
    store_value arg[] = {store_text("x"), store_text("y")};
    store_batch *b = store_batch_create();
    bad += store_batch_add(b, STORE_META_WRITE, arg, 2) != ST_OK;
    bad += store_write(s, b, NULL) != ST_OK; /* all before it are done */
}

static int64_t say(const char *room, int row, const char *body) {
    said r = {.id = 0};
    snprintf(r.room, sizeof r.room, "%s", room);
    snprintf(r.body, sizeof r.body, "%s", body);
    store *s = web_client_world(c)->store;
    TEST_CHECK(store_commit(s, row_batch(&r, row), committed, &r, NULL) == ST_OK);
    wait_for(s);
    TEST_CHECK(bad == 0);
    return r.id;
}

static int times(const char *s, const char *phrase) {
    int n = 0;
    for (const char *at = s; (at = strstr(at, phrase)); at += strlen(phrase)) n++;
    return n;
}

static void expect_heard(stream *s, const char *expected) {
    text t = text_growing();
    web_client_hear(c, s, &t);
    TEST_CHECK_(strcmp(text_string(&t), expected) == 0, "heard\n%s\nexpected\n%s", text_string(&t),
                expected);
    text_done(&t);
}

/* What happens from now on, to those who listen and may. */
static void test_live(void) {
    begin();
    make_room("r1");
    make_room("r2");
    stream *a = web_client_listen(c, &ann, "/api/1/events?rooms=r1,closed&analyses=7");
    stream *b = web_client_listen(c, &bob, "/api/1/events?rooms=r1,r2");
    int64_t one = say("r1", 1, "hello"), two = say("r1", 2, "secret"), three = say("r2", 1, "far");
    TEST_CHECK(one < two && two < three);
    char buf[400];
    snprintf(buf, sizeof buf,
             "id: %lld\nevent: act\ndata: {\"room\":\"r1\",\"body\":\"hello\"}\n\n"
             "id: %lld\nevent: act\ndata: {\"room\":\"r1\",\"body\":\"secret\"}\n\n",
             (long long)one, (long long)two);
    expect_heard(a, buf);
    snprintf(buf, sizeof buf,
             "id: %lld\nevent: act\ndata: {\"room\":\"r1\",\"body\":\"hello\"}\n\n"
             "id: %lld\nevent: act\ndata: {\"room\":\"r2\",\"body\":\"far\"}\n\n",
             (long long)one, (long long)three);
    expect_heard(b, buf);
    expect_heard(b, "");
    TEST_CHECK(streams_count(web_client_world(c)->streams) == 2);
    web_client_leave(c, a);
    web_client_leave(c, b);
    web_client_destroy(c);
}

static stream *listen_after(const web_person *who, const char *rooms, int64_t after) {
    char target[200];
    snprintf(target, sizeof target, "/api/1/events?rooms=%s&after=%lld", rooms, (long long)after);
    return web_client_listen(c, who, target);
}

/* What was missed, in the order of numbers over rooms, none twice, then what happens. */
static void test_missed(void) {
    begin();
    make_room("r1");
    make_room("r2");
    int64_t first = say("r1", 1, "b1");
    for (int i = 2; i <= 60; i++) {
        char body[16];
        snprintf(body, sizeof body, "%s%d", i % 3 == 0 ? "secret" : "b", i);
        say(i % 2 ? "r1" : "r2", i, body);
    }
    stream *a = listen_after(&ann, "r2,r1", first), *b = listen_after(&bob, "r1,r2", first);
    int64_t last = say("r2", 61, "b61");
    text t = text_growing();
    web_client_hear(c, a, &t);
    TEST_CHECK(times(text_string(&t), "event: act") == 60);
    for (int i = 2; i <= 61; i++) {
        char word[24];
        snprintf(word, sizeof word, "%s%d\"", i % 3 == 0 ? "secret" : "b", i);
        TEST_CHECK_(times(text_string(&t), word) == 1, "%s: %d", word,
                    times(text_string(&t), word));
    }
    int64_t before = first;
    for (const char *at = text_string(&t); (at = strstr(at, "id: ")); at++) {
        int64_t id = strtoll(at + 4, NULL, 10);
        TEST_CHECK(id > before);
        before = id;
    }
    TEST_CHECK(before == last);
    text_clear(&t);
    web_client_hear(c, b, &t);
    TEST_CHECK(times(text_string(&t), "event: act") == 40 && !strstr(text_string(&t), "secret"));
    web_client_leave(c, a);
    web_client_leave(c, b);
    a = listen_after(&ann, "r1", last);
    expect_heard(a, "");
    web_client_leave(c, a);
    text_done(&t);
    web_client_destroy(c);
}

/* Numbers that the store does not know, words that are none, too much at once: resync, then on. */
static void test_resync(void) {
    begin();
    make_room("r1");
    int64_t first = say("r1", 1, "b1"), last = 0;
    for (int i = 2; i <= 1003; i++) {
        said r = {.room = "r1", .body = "more"};
        TEST_CHECK(store_commit(web_client_world(c)->store, row_batch(&r, i), NULL, NULL, NULL) ==
                   ST_OK);
    }
    wait_for(web_client_world(c)->store);
    last = store_newest_event(web_client_world(c)->store);
    char resync[100];
    snprintf(resync, sizeof resync, "id: %lld\nevent: resync\ndata: {\"rooms\":[\"r1\"]}\n\n",
             (long long)last);
    stream *s = listen_after(&ann, "r1", last + 1);
    expect_heard(s, resync);
    web_client_leave(c, s);
    s = web_client_listen(c, &ann, "/api/1/events?rooms=r1&after=x");
    expect_heard(s, resync);
    web_client_leave(c, s);
    s = listen_after(&ann, "r1", first);
    text t = text_growing();
    web_client_hear(c, s, &t);
    TEST_CHECK(times(text_string(&t), "event: act") == 1000);
    TEST_CHECK(times(text_string(&t), "event: resync") == 1);
    TEST_CHECK(strcmp(text_string(&t) + t.len - strlen(resync), resync) == 0);
    text_clear(&t);
    int64_t next = say("r1", 2000, "next");
    web_client_hear(c, s, &t);
    TEST_CHECK(times(text_string(&t), "event:") == 1 && next > last);
    text_done(&t);
    web_client_leave(c, s);
    web_client_destroy(c);
}

typedef struct telling {
    int64_t id;
    const char *event, *data, *merge;
} telling;

static void push_one(void *ctx, stream *s, const web_person *who) {
    (void)who;
    const telling *o = ctx;
    stream_push(s, o->id, o->event, o->data, o->merge);
}

static void tell_all(const char *topic, int64_t id, const char *data, const char *merge) {
    telling o = {id, "info", data, merge};
    streams_each(web_client_world(c)->streams, topic, push_one, &o);
}

/* What is not stored and waits is replaced by what is newer. */
static void test_merged(void) {
    begin();
    stream *s = web_client_listen(c, &ann, "/api/1/events?analyses=7,8");
    tell_all("analysis:7", 0, "1", "analysis:7");
    tell_all("analysis:8", 0, "2", "analysis:8");
    tell_all("analysis:7", 0, "3", "analysis:7");
    tell_all("analysis:7", 0, "4", NULL);
    expect_heard(s, "event: info\ndata: 2\n\nevent: info\ndata: 3\n\nevent: info\ndata: 4\n\n");
    /* Not what is half sent. */
    tell_all("analysis:7", 0, "5", "analysis:7");
    char buf[4];
    TEST_CHECK(stream_take(web_client_world(c)->streams, s, buf, 4) == 4);
    tell_all("analysis:7", 0, "6", "analysis:7");
    tell_all("analysis:7", 0, "7", "analysis:7");
    expect_heard(s, "t: info\ndata: 5\n\nevent: info\ndata: 7\n\n");
    web_client_leave(c, s);
    web_client_destroy(c);
}

static int cuts;
static void wake(void *ctx) {
    (*(int *)ctx)++;
}
static void cut(void *ctx) {
    (void)ctx;
    cuts++;
}

/* A reader that takes nothing is cut off; others are not hurt. */
static void test_slow(void) {
    begin();
    stream *slow = web_client_listen(c, &ann, "/api/1/events?analyses=7");
    stream *other = web_client_listen(c, &bob, "/api/1/events?analyses=7");
    int wakes = 0;
    cuts = 0;
    stream_attach(slow, (stream_wire){wake, cut, &wakes});
    static char data[1001];
    memset(data, 'x', sizeof data - 1);
    text t = text_growing();
    for (int i = 0; i < 300; i++) {
        tell_all("analysis:7", 0, data, NULL);
        web_client_hear(c, other, &t);
    }
    TEST_CHECK(times(text_string(&t), "event: info") == 300);
    TEST_CHECK(wakes > 200 && cuts == 1 && stream_is_over(slow) && !stream_is_over(other));
    char buf[10];
    TEST_CHECK(stream_take(web_client_world(c)->streams, slow, buf, sizeof buf) == -1);
    text_done(&t);
    web_client_leave(c, slow);
    web_client_leave(c, other);
    web_client_destroy(c);
}

/* A session's fifth stream ends its oldest; a log-out ends all of a session. */
static void test_many(void) {
    begin();
    stream *s[6];
    for (int i = 0; i < 6; i++) s[i] = web_client_listen(c, i == 5 ? &bob : &ann, "/api/1/events");
    TEST_CHECK(stream_is_over(s[0]));
    for (int i = 1; i < 6; i++) TEST_CHECK(!stream_is_over(s[i]));
    streams_end(web_client_world(c)->streams, ann.id, ann.session, true);
    streams_end(web_client_world(c)->streams, bob.id, ann.session, false);
    for (int i = 1; i < 6; i++) TEST_CHECK(!stream_is_over(s[i]));
    streams_end(web_client_world(c)->streams, ann.id, ann.session, false);
    for (int i = 0; i < 5; i++) TEST_CHECK(stream_is_over(s[i]));
    TEST_CHECK(!stream_is_over(s[5]));
    streams_end(web_client_world(c)->streams, bob.id, 0, true);
    TEST_CHECK(stream_is_over(s[5]));
    for (int i = 0; i < 6; i++) web_client_leave(c, s[i]);
    web_client_destroy(c);
}

/* A comment when nothing was said for long; bye at the end. */
static void test_silence_and_bye(void) {
    begin();
    stream *s = web_client_listen(c, &ann, "/api/1/events");
    streams *all = web_client_world(c)->streams;
    streams_tick(all, clock_now_ms());
    expect_heard(s, "");
    streams_tick(all, clock_now_ms() + 15000);
    expect_heard(s, ": still here\n\n");
    streams_stop(all);
    char buf[100];
    int64_t n = stream_take(all, s, buf, sizeof buf);
    TEST_CHECK(n == 21 && memcmp(buf, "event: bye\ndata: {}\n\n", 21) == 0);
    TEST_CHECK(stream_take(all, s, buf, sizeof buf) == -1);
    web_client_leave(c, s);
    web_client_destroy(c);
}

/* --- rows are committed while streams come and go --- */

static int act_all(void *ctx) {
    const char *room = ctx;
    for (int i = 1; i <= 100; i++) {
        said *r = calloc(1, sizeof *r);
        if (!r) return 1;
        snprintf(r->room, sizeof r->room, "%s", room);
        snprintf(r->body, sizeof r->body, "%s.%d.", room, i);
        store *s = web_client_world(c)->store;
        if (store_commit(s, row_batch(r, i), committed, r, NULL) != ST_OK) return 1;
        wait_for(s);
        free(r);
    }
    return 0;
}

static void test_none_twice(void) {
    begin();
    make_room("r1");
    make_room("r2");
    thrd_t thread[2];
    TEST_CHECK(thrd_create(&thread[0], act_all, (void *)"r1") == thrd_success);
    TEST_CHECK(thrd_create(&thread[1], act_all, (void *)"r2") == thrd_success);
    text t = text_growing();
    int64_t after = 0;
    /* no statement about speed, only an end to a hang */
    int64_t until = clock_now_ns() + INT64_C(600000000000);
    while (times(text_string(&t), "event: act") < 200 && clock_now_ns() < until) {
        stream *s = listen_after(&ann, "r1,r2", after);
        for (int i = 0; i < 5; i++) {
            web_client_hear(c, s, &t);
            thrd_yield();
        }
        web_client_leave(c, s);
        for (const char *at = text_string(&t); (at = strstr(at, "id: ")); at++)
            after = strtoll(at + 4, NULL, 10);
    }
    for (int i = 0; i < 2; i++) {
        int failed = 1;
        thrd_join(thread[i], &failed);
        TEST_CHECK(failed == 0 && bad == 0);
    }
    TEST_CHECK(times(text_string(&t), "event: act") == 200);
    TEST_CHECK(times(text_string(&t), "event: resync") == 0);
    for (int i = 1; i <= 100; i++)
        for (int r = 1; r <= 2; r++) {
            char word[24];
            snprintf(word, sizeof word, "r%d.%d.", r, i);
            TEST_CHECK_(times(text_string(&t), word) == 1, "%s", word);
        }
    text_done(&t);
    web_client_destroy(c);
}

TEST_LIST = {{"live", test_live},
             {"missed", test_missed},
             {"resync", test_resync},
             {"merged", test_merged},
             {"slow", test_slow},
             {"many", test_many},
             {"silence_and_bye", test_silence_and_bye},
             {"none_twice", test_none_twice},
             {NULL, NULL}};
