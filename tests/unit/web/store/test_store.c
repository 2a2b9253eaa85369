#include <acutest.h>

#include <sqlite3.h>
#include <string.h>
#include <sys/stat.h>

#include "engine/base/file.h"
#include "engine/base/text.h"
#include "engine/base/threads.h"
#include "tests/support/folder.h"
#include "web/store/store.h"
#include "web/store/store_migrations.h"

static store *opened(const char *name) {
    store *s = NULL;
    error e = {0};
    TEST_CHECK_(store_open(&s, folder_path(name), &e) == ST_OK, "%s", e.text);
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
    folder_make();
    store *s = opened("a.db");
    TEST_CHECK(store_write(s, meta_batch("one", "1"), NULL) == ST_OK);
    TEST_CHECK(store_write(s, meta_batch("one", "2"), NULL) == ST_OK);
    expect_meta(s, "one", "2;");
    expect_meta(s, "none", "");
    store_close(s);
    s = opened("a.db");
    expect_meta(s, "one", "2;");
    struct stat facts;
    TEST_CHECK(stat(folder_path("a.db"), &facts) == 0 && (facts.st_mode & 0777) == 0600);
    store_close(s);
    folder_remove();
}

/* One server a file. */
static void test_one_server(void) {
    folder_make();
    store *s = opened("a.db"), *other = NULL;
    error e = {0};
    TEST_CHECK(store_open(&other, folder_path("a.db"), &e) == ST_BUSY && !other);
    TEST_CHECK(strstr(e.text, "another server") != NULL);
    store_close(s);
    folder_remove();
}

/* A batch is carried out entirely or not at all, and does not take its neighbours with it. */
static void test_batches_apart(void) {
    folder_make();
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
    folder_remove();
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
        /* meta is strict, its values are texts: an event number is no text but becomes one */
        store_batch_add(b, STORE_META_WRITE, arg, 2);
        store_batch_add(b, STORE_META_WRITE, arg, 2);
        if (store_commit(h->s, b, in_order, h->n, NULL) != ST_OK) return 1;
    }
    return 0;
}

/* Events of many threads: done in the order of their numbers, which grow also after a restart. */
static void test_events(void) {
    folder_make();
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
    TEST_CHECK(n.calls == 200 && n.events == 400 && n.bad == 0);
    int64_t newest = store_newest_event(s);
    TEST_CHECK(newest == n.last && newest >= 400);
    error e = {0};
    TEST_CHECK(store_write(s, meta_batch("late", "1"), &e) == ST_STOPPED);
    store_close(s);
    s = opened("a.db");
    TEST_CHECK(store_newest_event(s) == newest);
    store_close(s);
    folder_remove();
}

static void run_sql(const char *name, const char *sql) {
    sqlite3 *db = NULL;
    TEST_CHECK(sqlite3_open(folder_path(name), &db) == SQLITE_OK);
    TEST_CHECK_(sqlite3_exec(db, sql, NULL, NULL, NULL) == SQLITE_OK, "%s", sqlite3_errmsg(db));
    sqlite3_close(db);
}

/* A file of a newer version, one that is none of ours, one that cannot be made. */
static void test_refused(void) {
    folder_make();
    run_sql("newer.db", "PRAGMA user_version=900");
    store *s = NULL;
    error e = {0};
    TEST_CHECK(store_open(&s, folder_path("newer.db"), &e) == ST_UNSUPPORTED && !s);
    TEST_CHECK(strstr(e.text, "newer version") != NULL);
    FILE *f = fopen(folder_path("no.db"), "w");
    TEST_CHECK(f && fputs("this is no database, and long enough to be none", f) >= 0);
    if (f) fclose(f);
    TEST_CHECK(store_open(&s, folder_path("no.db"), &e) == ST_IO && !s);
    TEST_CHECK(store_open(&s, folder_path("no/where.db"), &e) == ST_IO && !s);
    folder_remove();
}

static bool keep_number(void *ctx, int columns, char **value) {
    int64_t *n = ctx;
    return columns == 1 && value[0] && text_i64(value[0], 0, 1000, n);
}

static int number_row(void *ctx, int columns, char **value, char **name) {
    (void)name;
    return keep_number(ctx, columns, value) ? 0 : 1;
}

static int64_t number_of(const char *file, const char *sql) {
    sqlite3 *db = NULL;
    int64_t n = -1;
    TEST_CHECK(sqlite3_open(folder_path(file), &db) == SQLITE_OK);
    TEST_CHECK(sqlite3_exec(db, sql, number_row, &n, NULL) == SQLITE_OK);
    sqlite3_close(db);
    return n;
}

/* A file as the first version had it. */
static void make_first(const char *file) {
    run_sql(file, (const char *)store_migrations[0].at);
    run_sql(file, "INSERT INTO meta VALUES ('kept', 'yes'); PRAGMA user_version=1");
}

/* A file of an earlier version is brought to the form of this one, and keeps what is in it. */
static void test_migrated(void) {
    folder_make();
    make_first("a.db");
    store *s = opened("a.db");
    expect_meta(s, "kept", "yes;");
    store_close(s);
    int64_t newest = 0;
    while (store_migrations[newest].name) newest++;
    TEST_CHECK(newest > 1 && number_of("a.db", "PRAGMA user_version") == newest);
    TEST_CHECK(!file_exists(folder_path("a.db-try")));
    folder_remove();
}

/* A migration that does not fit what is in the file fails on the copy; the file stays as it was. */
static void test_migration_tried(void) {
    folder_make();
    make_first("a.db");
    run_sql("a.db", "CREATE TABLE events (mine TEXT)"); /* a later version has one of that name */
    store *s = NULL;
    error e = {0};
    TEST_CHECK(store_open(&s, folder_path("a.db"), &e) == ST_IO && !s);
    TEST_CHECK_(strstr(e.text, "events") != NULL, "%s", e.text);
    TEST_CHECK(number_of("a.db", "PRAGMA user_version") == 1);
    TEST_CHECK(number_of("a.db", "SELECT COUNT(*) FROM sqlite_schema WHERE name = 'rooms'") == 0);
    TEST_CHECK(number_of("a.db", "SELECT COUNT(*) FROM meta WHERE name = 'kept'") == 1);
    TEST_CHECK(!file_exists(folder_path("a.db-try")));
    folder_remove();
}

static int plan_row(void *ctx, int columns, char **value, char **name) {
    (void)name;
    text_put(ctx, columns > 3 && value[3] ? value[3] : "?");
    text_put(ctx, ";");
    return 0;
}

#define STATEMENT_TEXT(id, sql) [STORE_##id] = "EXPLAIN QUERY PLAN " sql,
static const char *const plans[] = {STORE_STATEMENT_LIST(STATEMENT_TEXT)};

/* Who comes back to a stream costs what was missed, however long the game was. */
static void test_plans(void) {
    folder_make();
    store_close(opened("a.db"));
    sqlite3 *db = NULL;
    text plan = text_growing();
    TEST_CHECK(sqlite3_open(folder_path("a.db"), &db) == SQLITE_OK);
    TEST_CHECK(sqlite3_exec(db, plans[STORE_EVENTS_AFTER], plan_row, &plan, NULL) == SQLITE_OK);
    TEST_CHECK_(strstr(text_string(&plan), "(room=? AND event>?)") &&
                    !strstr(text_string(&plan), "TEMP B-TREE"),
                "%s", text_string(&plan));
    sqlite3_close(db);
    text_done(&plan);
    folder_remove();
}

/* A copy while it is being served. */
static void test_backup(void) {
    folder_make();
    store *s = opened("a.db");
    TEST_CHECK(store_write(s, meta_batch("one", "1"), NULL) == ST_OK);
    error e = {0};
    char to[512];
    snprintf(to, sizeof to, "%s", folder_path("b.db"));
    TEST_CHECK_(store_backup(folder_path("a.db"), to, &e) == ST_OK, "%s", e.text);
    TEST_CHECK(store_backup(folder_path("a.db"), to, &e) == ST_BAD_VALUE);
    TEST_CHECK(store_backup(folder_path("none.db"), to, &e) == ST_NOT_FOUND);
    TEST_CHECK(store_write(s, meta_batch("one", "2"), NULL) == ST_OK);
    store_close(s);
    s = opened("b.db");
    expect_meta(s, "one", "1;");
    store_close(s);
    folder_remove();
}

TEST_LIST = {{"write_read", test_write_read},
             {"one_server", test_one_server},
             {"batches_apart", test_batches_apart},
             {"events", test_events},
             {"refused", test_refused},
             {"migrated", test_migrated},
             {"migration_tried", test_migration_tried},
             {"plans", test_plans},
             {"backup", test_backup},
             {NULL, NULL}};
