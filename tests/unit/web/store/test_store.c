#include <acutest.h>

#include <sqlite3.h>
#include <string.h>
#include <sys/stat.h>

#include "engine/base/file.h"
#include "engine/base/text.h"
#include "engine/base/threads.h"
#include "tests/support/folder.h"
#include "tests/unit/web/store/store_battery.h"
#include "web/store/store_migrations.h"

static void battery_begin(void) {
    folder_make();
}
static void battery_end(void) {
    folder_remove();
}
static const char *battery_where(const char *name) {
    return folder_path(name);
}

/* Only its owner reads the file. */
static void test_mode(void) {
    folder_make();
    store_close(opened("a.db"));
    struct stat facts;
    TEST_CHECK(stat(folder_path("a.db"), &facts) == 0 && (facts.st_mode & 0777) == 0600);
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

TEST_LIST = {STORE_BATTERY,
             {"mode", test_mode},
             {"one_server", test_one_server},
             {"refused", test_refused},
             {"migrated", test_migrated},
             {"migration_tried", test_migration_tried},
             {"plans", test_plans},
             {"backup", test_backup},
             {NULL, NULL}};
