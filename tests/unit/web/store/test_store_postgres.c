/* The store in PostgreSQL: the battery of every store, and what several processes on one database
 * may rely on. Run by tests/support/with_postgres, which starts a server for it. */
#define _DEFAULT_SOURCE /* usleep */
#include <acutest.h>

#include <libpq-fe.h>
#include <stdlib.h>
#include <unistd.h>

#include "engine/base/clock.h"
#include "tests/support/folder.h"
#include "tests/unit/web/store/store_battery.h"

enum { PATIENCE_MS = 20000 };

static char database[64];

static void run_sql(const char *where, const char *sql) {
    PGconn *db = PQconnectdb(where);
    PGresult *r = PQexec(db, sql);
    ExecStatusType st = PQresultStatus(r);
    TEST_CHECK_(st == PGRES_COMMAND_OK || st == PGRES_TUPLES_OK, "%s", PQerrorMessage(db));
    PQclear(r);
    PQfinish(db);
}

static const char *server(void) {
    const char *url = getenv("KIBITZ_TEST_POSTGRESQL");
    if (url) return url;
    printf("KIBITZ_TEST_POSTGRESQL is not set: run by tests/support/with_postgres\n");
    exit(77);
}

/* A database of its own for each test. */
static void battery_begin(void) {
    char sql[120];
    folder_make();
    snprintf(database, sizeof database, "test_%d", (int)getpid());
    snprintf(sql, sizeof sql, "CREATE DATABASE %s", database);
    run_sql(server(), sql);
}

static void battery_end(void) {
    char sql[120];
    snprintf(sql, sizeof sql, "DROP DATABASE %s WITH (FORCE)", database);
    run_sql(server(), sql);
    folder_remove();
}

/* "postgresql://kibitz@/postgres?host=..." with the other name. */
static const char *battery_where(const char *name) {
    static char url[400];
    const char *host = strchr(server(), '?');
    (void)name;
    snprintf(url, sizeof url, "postgresql://kibitz@/%s%s", database, host ? host : "");
    return url;
}

/* --- two stores on one database --- */

typedef struct heard {
    mtx_t mutex;
    int64_t last;
    int rows, bad, missed;
    char log[4000]; /* what was done and heard, in order */
    text said;
} heard;

static void heard_make(heard *h) {
    mtx_init(&h->mutex, mtx_plain);
    h->said = text_over(h->log, sizeof h->log);
}

static void note(heard *h, int64_t event, const char *body) {
    mtx_lock(&h->mutex);
    h->bad += event <= h->last;
    h->last = event;
    h->rows++;
    text_put(&h->said, body);
    mtx_unlock(&h->mutex);
}

static void on_row(void *ctx, const store_news *n) {
    note(ctx, n->event, n->body);
}

static void on_word(void *ctx, const char *word) {
    heard *h = ctx;
    mtx_lock(&h->mutex);
    text_format(&h->said, "<%s>", word);
    mtx_unlock(&h->mutex);
}

static void on_missed(void *ctx) {
    heard *h = ctx;
    mtx_lock(&h->mutex);
    h->missed++;
    mtx_unlock(&h->mutex);
}

static void on_done(void *ctx, status st, const int64_t *event, size_t events) {
    if (st == ST_OK)
        for (size_t i = 0; i < events; i++) note(ctx, event[i], ".");
}

static void listen_to(store *s, heard *h) {
    store_listener l = {on_row, on_word, on_missed, h};
    store_listen(s, &l);
}

static bool wait_rows(heard *h, int rows) {
    for (int64_t until = clock_now_ms() + PATIENCE_MS; clock_now_ms() < until; usleep(2000)) {
        mtx_lock(&h->mutex);
        bool good = h->rows >= rows;
        mtx_unlock(&h->mutex);
        if (good) return true;
    }
    return false;
}

static bool wait_word(heard *h, const char *word) {
    for (int64_t until = clock_now_ms() + PATIENCE_MS; clock_now_ms() < until; usleep(2000)) {
        mtx_lock(&h->mutex);
        bool good = strstr(h->log, word) != NULL;
        mtx_unlock(&h->mutex);
        if (good) return true;
    }
    return false;
}

typedef struct flood {
    store *s;
    heard *h;
    const char *room;
} flood;

enum { FLOOD = 150 };

static int pour(void *ctx) {
    flood *f = ctx;
    for (int i = 1; i <= FLOOD; i++)
        if (store_commit(f->s, event_batch(f->room, i, NULL, "{}"), on_done, f->h, NULL) != ST_OK)
            return 1;
    return 0;
}

/* Both write at the same time: each does and hears all events, in the order of their numbers. */
static void test_heard_in_order(void) {
    battery_begin();
    store *s[2] = {opened("a"), opened("a")};
    static heard h[2];
    thrd_t thread[2];
    TEST_CHECK(store_is_shared(s[0]) && strcmp(store_process(s[0]), store_process(s[1])) != 0);
    TEST_CHECK(add_room(s[0], "r0") == ST_OK && add_room(s[0], "r1") == ST_OK);
    for (int i = 0; i < 2; i++) {
        heard_make(&h[i]);
        listen_to(s[i], &h[i]);
    }
    flood f[2] = {{s[0], &h[0], "r0"}, {s[1], &h[1], "r1"}};
    for (int i = 0; i < 2; i++) TEST_CHECK(thrd_create(&thread[i], pour, &f[i]) == thrd_success);
    for (int i = 0; i < 2; i++) thrd_join(thread[i], NULL);
    for (int i = 0; i < 2; i++) TEST_CHECK(wait_rows(&h[i], 2 * FLOOD));
    for (int i = 0; i < 2; i++) {
        store_stop(s[i]);
        TEST_CHECK_(h[i].rows == 2 * FLOOD && h[i].bad == 0, "%d rows, %d bad", h[i].rows,
                    h[i].bad);
    }
    TEST_CHECK(store_newest_event(s[0]) == store_newest_event(s[1]));
    TEST_CHECK(h[0].last == h[1].last);
    for (int i = 0; i < 2; i++) store_close(s[i]);
    battery_end();
}

/* The same row from two sides: one of them gets it, and the other hears of it before it learns so. */
static void test_one_is_first(void) {
    battery_begin();
    store *s[2] = {opened("a"), opened("a")};
    static heard h[2];
    TEST_CHECK(add_room(s[0], "r0") == ST_OK);
    for (int i = 0; i < 2; i++) {
        heard_make(&h[i]);
        listen_to(s[i], &h[i]);
    }
    TEST_CHECK(store_write(s[0], event_batch("r0", 1, "a", "[first]"), NULL) == ST_OK);
    TEST_CHECK(store_write(s[1], event_batch("r0", 1, "b", "[second]"), NULL) == ST_NOT_FOUND);
    TEST_CHECK(wait_rows(&h[1], 1) && strcmp(h[1].log, "[first]") == 0);
    TEST_CHECK(events_of(s[1], "r0") == 1);
    store_batch *b = event_batch("r0", 2, "c", "[told]");
    TEST_CHECK(store_batch_tell(b, "room:r0") == ST_OK && store_batch_tell(b, "x") == ST_OK);
    TEST_CHECK(store_write(s[1], b, NULL) == ST_OK);
    TEST_CHECK(wait_word(&h[0], "[told]<room:r0><x>"));
    int64_t apart = store_now_ms(s[0]) - store_now_ms(s[1]);
    TEST_CHECK_(apart < 2000 && apart > -2000, "%lld ms", (long long)apart);
    for (int i = 0; i < 2; i++) store_close(s[i]);
    TEST_CHECK(!strchr(h[1].log, '<'));
    battery_end();
}

/* Its connections are gone at once: what is handed in then fails or is written, and later all goes on
 * by itself; what others wrote meanwhile is heard. */
static void test_lost_and_found(void) {
    battery_begin();
    store *s[2] = {opened("a"), opened("a")};
    static heard h;
    char sql[200];
    TEST_CHECK(add_room(s[0], "r0") == ST_OK);
    heard_make(&h);
    listen_to(s[0], &h);
    int written = 0, row = 1;
    for (int round = 0; round < 3; round++) {
        snprintf(sql, sizeof sql,
                 "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '%s'",
                 database);
        run_sql(server(), sql);
        for (int64_t until = clock_now_ms() + PATIENCE_MS; clock_now_ms() < until; usleep(5000)) {
            status st = store_write(s[1], event_batch("r0", row, NULL, "r"), NULL);
            TEST_CHECK(st == ST_OK || st == ST_IO || st == ST_NOT_FOUND);
            if (st == ST_IO) continue;
            row++; /* where it was written after all, the next try is told so */
            written++;
            break;
        }
        TEST_CHECK(events_of(s[1], "r0") == row - 1);
        TEST_CHECK(wait_rows(&h, written));
    }
    store_write(s[0], meta_batch("late", "1"), NULL);
    for (int64_t until = clock_now_ms() + PATIENCE_MS;
         store_is_lost(s[0]) && clock_now_ms() < until;)
        usleep(5000);
    TEST_CHECK(!store_is_lost(s[0]) && h.bad == 0 && h.missed > 0);
    for (int i = 0; i < 2; i++) store_close(s[i]);
    battery_end();
}

/* --- refused --- */

static void test_refused(void) {
    battery_begin();
    store *s = NULL;
    error e = {0};
    TEST_CHECK(store_open(&s, "postgresql://nobody@/none?host=/no/such/folder", &e) == ST_IO && !s);
    TEST_CHECK_(strstr(e.text, "connect") != NULL, "%s", e.text);
    store_close(opened("a"));
    run_sql(battery_where("a"), "UPDATE kibitz_form SET version = 900");
    TEST_CHECK(store_open(&s, battery_where("a"), &e) == ST_UNSUPPORTED && !s);
    TEST_CHECK(strstr(e.text, "newer version") != NULL);
    run_sql(battery_where("a"), "UPDATE kibitz_form SET version = 1");
    TEST_CHECK(store_open(&s, battery_where("a"), &e) == ST_IO &&
               !s); /* what it would make is there */
    TEST_CHECK_(strstr(e.text, "002_rooms") != NULL, "%s", e.text);
    TEST_CHECK(store_backup(battery_where("a"), "x", &e) == ST_UNSUPPORTED);
    battery_end();
}

/* --- copies --- */

static void write_some(store *s) {
    store_value account[] = {store_text("Ann"), store_text("ann"), store_int(2),
                             store_null(),      store_null(),      store_int(5)};
    store_value folded = store_text("ann");
    for (int i = 0; i < 2; i++) { /* the id of the first is never used again */
        store_batch *b = store_batch_create();
        TEST_CHECK(store_batch_add(b, STORE_ACCOUNT_ADD, account, 6) == ST_OK);
        TEST_CHECK(store_write(s, b, NULL) == ST_OK);
        if (i) break;
        b = store_batch_create();
        store_value one = store_int(1);
        TEST_CHECK(store_batch_add(b, STORE_ACCOUNT_DROP, &one, 1) == ST_OK);
        TEST_CHECK(store_write(s, b, NULL) == ST_OK);
    }
    int found = 0;
    TEST_CHECK(store_read(s, STORE_ACCOUNT_BY_NAME, &folded, 1, count_rows, &found, NULL) == ST_OK);
    TEST_CHECK(found == 1);
    TEST_CHECK(add_room(s, "r1") == ST_OK);
    for (int i = 1; i <= 300; i++) {
        char body[3000];
        memset(body, 'x', sizeof body);
        body[sizeof body - 1] = '\0';
        memcpy(body, "it''s \\ 'x'", 11);
        store_batch *b = event_batch("r1", i, NULL, body);
        if (i == 300)
            TEST_CHECK(store_write(s, b, NULL) == ST_OK);
        else
            TEST_CHECK(store_commit(s, b, NULL, NULL, NULL) == ST_OK);
    }
}

typedef struct sum {
    uint64_t hash;
    int rows;
} sum;

static bool add_row(void *ctx, const store_value *column, int count) {
    sum *a = ctx;
    for (int i = 0; i < count; i++) {
        a->hash = a->hash * 1099511628211U + (uint64_t)column[i].number;
        for (size_t k = 0; k < column[i].len; k++)
            a->hash = (a->hash ^ (unsigned char)column[i].text[k]) * 1099511628211U;
    }
    a->rows++;
    return true;
}

static sum sum_of(const char *where) {
    store *s = NULL;
    error e = {0};
    sum a = {0};
    TEST_CHECK_(store_open(&s, where, &e) == ST_OK, "%s", e.text);
    store_value arg[] = {store_int(0), store_int(INT64_MAX / 2), store_int(100000)};
    store_value ann = store_text("ann");
    if (!s) return a;
    TEST_CHECK(store_read(s, STORE_EVENTS_SINCE, arg, 3, add_row, &a, NULL) == ST_OK);
    TEST_CHECK(store_read(s, STORE_ACCOUNT_BY_NAME, &ann, 1, add_row, &a, NULL) == ST_OK);
    store_close(s);
    return a;
}

/* From a file to a database and back: the same rows, the same newest event, ids go on. */
static void test_copied(void) {
    battery_begin();
    store *s = NULL;
    error e = {0};
    char first[512], second[512];
    int64_t rows = 0;
    snprintf(first, sizeof first, "%s", folder_path("first.db"));
    snprintf(second, sizeof second, "%s", folder_path("second.db"));
    TEST_CHECK(store_copy(first, battery_where("a"), &rows, &e) == ST_NOT_FOUND);
    TEST_CHECK(store_open(&s, first, &e) == ST_OK);
    write_some(s);
    int64_t newest = store_newest_event(s);
    store_close(s);
    sum before = sum_of(first);
    TEST_CHECK(before.rows == 301);
    TEST_CHECK_(store_copy(first, battery_where("a"), &rows, &e) == ST_OK, "%s", e.text);
    TEST_CHECK_(rows >= 303, "%lld", (long long)rows);
    TEST_CHECK(store_copy(first, battery_where("a"), &rows, &e) == ST_BAD_VALUE);
    TEST_CHECK_(store_copy(battery_where("a"), second, &rows, &e) == ST_OK, "%s", e.text);
    sum there = sum_of(battery_where("a")), back = sum_of(second);
    TEST_CHECK(there.hash == before.hash && back.hash == before.hash && back.rows == 301);
    const char *places[] = {battery_where("a"), second};
    for (int i = 0; i < 2; i++) {
        TEST_CHECK(store_open(&s, places[i], &e) == ST_OK && store_newest_event(s) == newest);
        store_value account[] = {store_text("Bob"), store_text("bob"), store_int(2),
                                 store_null(),      store_null(),      store_int(5)};
        store_batch *b = store_batch_create();
        store_value bob = store_text("bob");
        TEST_CHECK(store_batch_add(b, STORE_ACCOUNT_ADD, account, 6) == ST_OK);
        TEST_CHECK(store_write(s, b, NULL) == ST_OK);
        sum a = {0};
        TEST_CHECK(store_read(s, STORE_ACCOUNT_BY_NAME, &bob, 1, add_row, &a, NULL) == ST_OK);
        TEST_CHECK(a.rows == 1);
        store_close(s);
    }
    battery_end();
}

TEST_LIST = {STORE_BATTERY,
             {"heard_in_order", test_heard_in_order},
             {"one_is_first", test_one_is_first},
             {"lost_and_found", test_lost_and_found},
             {"refused", test_refused},
             {"copied", test_copied},
             {NULL, NULL}};
