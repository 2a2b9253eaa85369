#ifndef TESTS_UNIT_WEB_STORE_STORE_BATTERY_H
#define TESTS_UNIT_WEB_STORE_STORE_BATTERY_H
/* What every kind of store must hold. A test program includes this once and says where its stores
 * are: battery_begin() makes a place without data, battery_where(name) names one of its stores. */

#include <string.h>

#include "engine/base/text.h"
#include "engine/base/threads.h"
#include "web/store/store.h"

static void battery_begin(void);
static void battery_end(void);
static const char *battery_where(const char *name);

static store *opened(const char *name) {
    store *s = NULL;
    error e = {0};
    TEST_CHECK_(store_open(&s, battery_where(name), &e) == ST_OK, "%s", e.text);
    return s;
}

static bool keep_text(void *ctx, const store_value *column, int count) {
    TEST_CHECK(count >= 1 && column[0].type == STORE_TEXT);
    text_put(ctx, column[0].text);
    text_put(ctx, ";");
    return true;
}

static void expect_meta(store *s, const char *name, const char *value) {
    char buf[64];
    text t = text_over(buf, sizeof buf);
    store_value arg = store_text(name);
    TEST_CHECK(store_read(s, STORE_META_READ, &arg, 1, keep_text, &t, NULL) == ST_OK);
    TEST_CHECK_(strcmp(buf, value) == 0, "%s: %s, expected %s", name, buf, value);
}

static store_batch *meta_batch(const char *name, const char *value) {
    store_batch *b = store_batch_create();
    store_value arg[] = {store_text(name), store_text(value)};
    TEST_CHECK(store_batch_add(b, STORE_META_WRITE, arg, 2) == ST_OK);
    return b;
}

/* What was written is there, also after it was closed and opened. */
static void test_write_read(void) {
    battery_begin();
    store *s = opened("a.db");
    TEST_CHECK(store_write(s, meta_batch("one", "1"), NULL) == ST_OK);
    TEST_CHECK(store_write(s, meta_batch("one", "it's 2"), NULL) == ST_OK);
    expect_meta(s, "one", "it's 2;");
    expect_meta(s, "none", "");
    store_close(s);
    s = opened("a.db");
    expect_meta(s, "one", "it's 2;");
    store_close(s);
    battery_end();
}

/* A batch is carried out entirely or not at all, and does not take its neighbours with it. */
static void test_batches_apart(void) {
    battery_begin();
    store *s = opened("a.db");
    store_value account[] = {store_text("Ann"), store_text("ann"), store_int(2),
                             store_null(),      store_null(),      store_int(5)};
    store_batch *b = store_batch_create();
    TEST_CHECK(store_batch_add(b, STORE_ACCOUNT_ADD, account, 6) == ST_OK);
    TEST_CHECK(store_write(s, b, NULL) == ST_OK);

    b = meta_batch("half", "done");
    TEST_CHECK(store_batch_add(b, STORE_ACCOUNT_ADD, account, 6) == ST_OK);
    store_batch *next = meta_batch("next", "done");
    error e = {0};
    TEST_CHECK(store_commit(s, b, NULL, NULL, NULL) == ST_OK);
    TEST_CHECK(store_write(s, next, &e) == ST_OK);
    expect_meta(s, "half", "");
    expect_meta(s, "next", "done;");

    b = store_batch_create();
    TEST_CHECK(store_batch_add(b, STORE_ACCOUNT_ADD, account, 6) == ST_OK);
    TEST_CHECK(store_write(s, b, &e) == ST_BAD_VALUE);

    b = meta_batch("used", "twice");
    store_value use[] = {store_text("no such"), store_int(0)};
    TEST_CHECK(store_batch_add(b, STORE_INVITATION_USE, use, 2) == ST_OK);
    store_batch_require(b);
    TEST_CHECK(store_write(s, b, &e) == ST_NOT_FOUND);
    expect_meta(s, "used", "");
    store_facts f = store_facts_now(s);
    TEST_CHECK(f.batches == 5 && f.failed == 3 && f.commits <= 5 && f.bytes > 0);
    store_close(s);
    battery_end();
}

typedef struct numbered {
    int64_t last;
    int calls, events, bad;
} numbered;

/* On the writer's thread alone, so nothing needs a lock until the writer was stopped. */
static void in_order(void *ctx, status st, const int64_t *event, size_t events) {
    numbered *n = ctx;
    n->bad += st != ST_OK;
    for (size_t i = 0; i < events; i++, n->events++) {
        n->bad += event[i] <= n->last || event[i] > n->last + 64;
        n->last = event[i];
    }
    n->calls++;
}

typedef struct hand {
    store *s;
    numbered *n;
} hand;

static int hand_in(void *ctx) {
    hand *h = ctx;
    for (int i = 0; i < 50; i++) {
        store_batch *b = store_batch_create();
        store_value arg[] = {store_text("x"), store_event()};
        store_batch_add(b, STORE_META_WRITE, (store_value[]){store_text("y"), store_text("z")}, 2);
        /* values of meta are texts: an event number is no text but becomes one */
        store_batch_add(b, STORE_META_WRITE, arg, 2);
        store_batch_add(b, STORE_META_WRITE, arg, 2);
        if (store_commit(h->s, b, in_order, h->n, NULL) != ST_OK) return 1;
    }
    return 0;
}

/* Events of many threads: done in the order of their numbers, which grow also after a restart. */
static void test_events(void) {
    battery_begin();
    store *s = opened("a.db");
    numbered n = {0};
    hand h = {s, &n};
    thrd_t thread[4];
    for (int i = 0; i < 4; i++) TEST_CHECK(thrd_create(&thread[i], hand_in, &h) == thrd_success);
    for (int i = 0; i < 4; i++) {
        int bad = 1;
        thrd_join(thread[i], &bad);
        TEST_CHECK(bad == 0);
    }
    store_stop(s);
    TEST_CHECK_(n.calls == 200 && n.events == 400 && n.bad == 0, "%d calls, %d events, %d bad",
                n.calls, n.events, n.bad);
    int64_t newest = store_newest_event(s);
    TEST_CHECK(newest == n.last && newest >= 400);
    error e = {0};
    TEST_CHECK(store_write(s, meta_batch("late", "1"), &e) == ST_STOPPED);
    store_close(s);
    s = opened("a.db");
    TEST_CHECK(store_newest_event(s) == newest);
    store_close(s);
    battery_end();
}

/* --- a table with rows --- */

static store_batch *event_batch(const char *room, int row, const char *key, const char *body) {
    store_batch *b = store_batch_create();
    store_value v[] = {store_event(),   store_text(room), store_int(row),
                       store_text(key), store_text("h"),  store_text("act"),
                       store_null(),    store_text(body), store_now()};
    (void)store_batch_add(b, STORE_EVENT_ADD, v,
                          9); /* by any thread: a failure shows when it is committed */
    store_batch_require(b);
    return b;
}

static status add_room(store *s, const char *id) {
    store_batch *b = store_batch_create();
    store_value v[] = {store_text(id),     store_int(1),     store_text("word"),
                       store_text("pig"),  store_null(),     store_int(0),
                       store_text("open"), store_text("{}"), store_int(5)};
    TEST_CHECK(store_batch_add(b, STORE_ROOM_ADD, v, 9) == ST_OK);
    return store_write(s, b, NULL);
}

static bool count_rows(void *ctx, const store_value *column, int count) {
    (void)column, (void)count;
    ++*(int *)ctx;
    return true;
}

static int events_of(store *s, const char *room) {
    int n = 0;
    store_value arg[] = {store_text(room), store_int(0), store_int(INT64_MAX / 2)};
    TEST_CHECK(store_read(s, STORE_EVENTS_READ, arg, 3, count_rows, &n, NULL) == ST_OK);
    return n;
}

/* Each row of a table is written once: who comes second changes nothing at all. */
static void test_rows_once(void) {
    battery_begin();
    store *s = opened("a.db");
    TEST_CHECK(add_room(s, "r1") == ST_OK);
    TEST_CHECK(store_write(s, event_batch("r1", 1, "k1", "{}"), NULL) == ST_OK);
    store_batch *b = event_batch("r1", 1, "k2", "{\"other\":1}");
    store_value arg[] = {store_text("half"), store_text("done")};
    TEST_CHECK(store_batch_add(b, STORE_META_WRITE, arg, 2) == ST_OK);
    TEST_CHECK(store_write(s, b, NULL) == ST_NOT_FOUND);
    expect_meta(s, "half", "");
    TEST_CHECK(store_write(s, event_batch("r1", 2, "k1", "{}"), NULL) == ST_BAD_VALUE);
    TEST_CHECK(store_write(s, event_batch("none", 1, NULL, "{}"), NULL) == ST_BAD_VALUE);
    TEST_CHECK(store_write(s, event_batch("r1", 2, "k2", "{}"), NULL) == ST_OK);
    TEST_CHECK(events_of(s, "r1") == 2);
    store_close(s);
    battery_end();
}

/* So many rows, or nothing: answers that another has added are noticed. */
static void test_rows_counted(void) {
    battery_begin();
    store *s = opened("a.db");
    TEST_CHECK(add_room(s, "r1") == ST_OK);
    for (int seat = 1; seat <= 3; seat++) {
        store_value v[] = {store_text("r1"),
                           store_int(seat),
                           store_null(),
                           store_null(),
                           store_text("x"),
                           store_int(1),
                           store_int(seat == 3 ? 4 : 0)};
        store_batch *b = store_batch_create();
        TEST_CHECK(store_batch_add(b, STORE_ANSWER_ADD, v, 7) == ST_OK);
        store_batch_require(b);
        TEST_CHECK(store_write(s, b, NULL) == (seat == 3 ? ST_NOT_FOUND : ST_OK));
    }
    for (int known = 1; known <= 3; known++) {
        store_value v[] = {store_text("r1"), store_int(known)};
        store_batch *b = store_batch_create();
        TEST_CHECK(store_batch_add(b, STORE_ANSWERS_KNOWN, v, 2) == ST_OK);
        store_batch_require(b);
        TEST_CHECK(store_batch_add(b, STORE_ANSWERS_CLOSE, v, 1) == ST_OK);
        store_batch_require_rows(b, 2);
        TEST_CHECK(store_write(s, b, NULL) == (known == 2 ? ST_OK : ST_NOT_FOUND));
    }
    store_close(s);
    battery_end();
}

/* --- claims --- */

static int64_t claim(store *s, const char *name, const char *holder, int64_t now, int64_t until) {
    store_value v[] = {store_text(name), store_text(holder), store_int(now),
                       store_int(until), store_int(7),       store_text("body")};
    store_call c = {.st = STORE_CLAIM_TAKE, .arg = v, .args = 6};
    int64_t changed = -1;
    TEST_CHECK(store_do(s, &c, &changed, NULL) == ST_OK);
    return changed;
}

static void test_claims(void) {
    battery_begin();
    store *s = opened("a.db");
    TEST_CHECK(claim(s, "seat:1", "a", 100, 200) == 1);
    TEST_CHECK(claim(s, "seat:1", "b", 150, 250) == 0);
    TEST_CHECK(claim(s, "seat:1", "a", 150, 260) == 1);
    TEST_CHECK(claim(s, "seat:1", "b", 261, 300) == 1);
    TEST_CHECK(claim(s, "seat:2", "a", 100, 200) == 1);
    int taken = 0;
    int64_t changed;
    store_value v[] = {store_text("c"), store_int(250), store_int(400), store_int(10)};
    store_call c = {STORE_CLAIMS_ADOPT, v, 4, count_rows, &taken};
    TEST_CHECK(store_do(s, &c, &changed, NULL) == ST_OK && taken == 1);
    TEST_CHECK(store_do(s, &c, &changed, NULL) == ST_OK && taken == 1);
    store_close(s);
    battery_end();
}

/* Five at once, then one each twelve seconds. */
static void test_buckets(void) {
    battery_begin();
    store *s = opened("a.db");
    int granted = 0;
    for (int i = 0; i < 8; i++) {
        store_value v[] = {store_text("ann"), store_int(1000000 + i), store_int(5),
                           store_int(5000)};
        store_call c = {.st = STORE_BUCKET_TAKE, .arg = v, .args = 4};
        int64_t changed = 0;
        TEST_CHECK(store_do(s, &c, &changed, NULL) == ST_OK);
        granted += changed == 1;
    }
    TEST_CHECK_(granted == 5, "%d", granted);
    store_value v[] = {store_text("ann"), store_int(1012100), store_int(5), store_int(5000)};
    store_call c = {.st = STORE_BUCKET_TAKE, .arg = v, .args = 4};
    int64_t changed = 0;
    TEST_CHECK(store_do(s, &c, &changed, NULL) == ST_OK && changed == 1);
    TEST_CHECK(store_do(s, &c, &changed, NULL) == ST_OK && changed == 0);
    store_close(s);
    battery_end();
}

/* --- what is the same in all kinds: order, letters, people who leave --- */

static status add_saved(store *s, const char *id, const char *title) {
    store_value v[] = {store_text(id),   store_int(1),     store_text("chess"), store_text(title),
                       store_text("[]"), store_text(""),   store_text("1-0"),   store_int(3),
                       store_null(),     store_text("e4"), store_int(7)};
    store_batch *b = store_batch_create();
    TEST_CHECK(store_batch_add(b, STORE_SAVED_ADD, v, 11) == ST_OK);
    return store_write(s, b, NULL);
}

static void expect_found(store *s, const char *needle, const char *expected) {
    char buf[64];
    text t = text_over(buf, sizeof buf);
    store_value v[] = {store_int(1), store_null(),       store_null(),  store_null(), store_null(),
                       store_null(), store_text(needle), store_int(10), store_int(0)};
    TEST_CHECK(store_read(s, STORE_SAVED_FIND, v, 9, keep_text, &t, NULL) == ST_OK);
    TEST_CHECK_(strcmp(buf, expected) == 0, "%s: %s, expected %s", needle, buf, expected);
}

static void test_same_words(void) {
    battery_begin();
    store *s = opened("a.db");
    store_value account[] = {store_text("Ann"), store_text("ann"), store_int(2),
                             store_null(),      store_null(),      store_int(5)};
    store_value session[] = {store_text("hash"), store_int(6), store_int(7)};
    store_batch *b = store_batch_create();
    TEST_CHECK(store_batch_add(b, STORE_ACCOUNT_ADD, account, 6) == ST_OK);
    TEST_CHECK(store_batch_add(b, STORE_SESSION_ADD_NEW, session, 3) == ST_OK);
    TEST_CHECK(store_write(s, b, NULL) == ST_OK);
    int found = 0;
    TEST_CHECK(store_read(s, STORE_SESSION_FIND, session, 1, count_rows, &found, NULL) == ST_OK);
    TEST_CHECK(found == 1);
    TEST_CHECK(add_saved(s, "b", "Zug \xc3\x84 100%") == ST_OK);
    TEST_CHECK(add_saved(s, "B", "a game") == ST_OK);
    TEST_CHECK(add_saved(s, "a", "Zug_zwang") == ST_OK);
    expect_found(s, "zug", "a;b;");
    expect_found(s, "G", "B;a;b;");
    expect_found(s, "%", "b;");
    expect_found(s, "\xc3\xa4", ""); /* letters of ASCII alone have two cases */
    TEST_CHECK(add_room(s, "r1") == ST_OK);
    store_value sits[] = {store_text("r1"), store_int(1), store_int(1), store_text("Ann")};
    store_value seat[] = {
        store_event(), store_text("r1"),
        store_int(1),  store_null(),
        store_null(),  store_text("seat"),
        store_int(1),  store_text("{\"k\":\"seat\",\"seat\":0,\"sits\":{\"name\":\"Ann\"}}"),
        store_int(5)};
    store_value gone[] = {store_int(1), store_int(2)};
    b = store_batch_create();
    TEST_CHECK(store_batch_add(b, STORE_SEAT_SET, sits, 4) == ST_OK);
    TEST_CHECK(store_batch_add(b, STORE_EVENT_ADD, seat, 9) == ST_OK);
    TEST_CHECK(store_batch_add(b, STORE_ROOMS_PASS_ON, gone, 2) == ST_OK);
    TEST_CHECK(store_batch_add(b, STORE_SITTINGS_FORGET, gone, 1) == ST_OK);
    TEST_CHECK(store_batch_add(b, STORE_SEATS_FORGET, gone, 1) == ST_OK);
    TEST_CHECK(store_batch_add(b, STORE_TEXTS_SWEEP, NULL, 0) == ST_OK);
    TEST_CHECK(store_write(s, b, NULL) == ST_OK);
    store_close(s);
    battery_end();
}

#define STORE_BATTERY                                                                              \
    {"write_read", test_write_read}, {"batches_apart", test_batches_apart},                        \
        {"events", test_events}, {"rows_once", test_rows_once},                                    \
        {"rows_counted", test_rows_counted}, {"claims", test_claims}, {"buckets", test_buckets}, { \
        "same_words", test_same_words                                                              \
    }

#endif
