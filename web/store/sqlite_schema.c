/* The form of the file: numbered migrations, and copies of it. */

#define _POSIX_C_SOURCE 200809L

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "engine/base/text.h"
#include "web/store/sqlite_inside.h"
#include "web/store/store_migrations.h"

static bool keep_number(void *ctx, int columns, char **value) {
    int64_t *n = ctx;
    return columns > 0 && value[0] && text_i64(value[0], 0, 1000000, n);
}

static int number_row(void *ctx, int columns, char **value, char **name) {
    (void)name;
    return keep_number(ctx, columns, value) ? 0 : 1;
}

static status version_of(sqlite3 *db, int64_t *out, error *err) {
    *out = -1;
    int rc = sqlite3_exec(db, "PRAGMA user_version", number_row, out, NULL);
    return rc == SQLITE_OK && *out >= 0 ? ST_OK : sqlite_fail(err, db, "its version");
}

static int any_row(void *ctx, int columns, char **value, char **name) {
    (void)name;
    bool *bad = ctx;
    if (columns > 0 && value[0] && strcmp(value[0], "ok") == 0) return 0;
    *bad = true;
    return 0;
}

/* All that are missing, in one transaction. The n-th file is version n. */
static status apply(sqlite3 *db, int64_t from, error *err) {
    if (sqlite3_exec(db, "PRAGMA foreign_keys=OFF; BEGIN IMMEDIATE", NULL, NULL, NULL) != SQLITE_OK)
        return sqlite_fail(err, db, "begin");
    for (int64_t i = from; store_migrations[i].name; i++) {
        if (sqlite3_exec(db, (const char *)store_migrations[i].at, NULL, NULL, NULL) == SQLITE_OK)
            continue;
        sqlite_fail(err, db, store_migrations[i].name);
        sqlite3_exec(db, "ROLLBACK", NULL, NULL, NULL);
        return ST_IO;
    }
    char last[96];
    snprintf(last, sizeof last, "PRAGMA user_version=%lld; COMMIT",
             (long long)store_newest_version());
    if (sqlite3_exec(db, last, NULL, NULL, NULL) != SQLITE_OK) {
        sqlite_fail(err, db, "commit");
        sqlite3_exec(db, "ROLLBACK", NULL, NULL, NULL);
        return ST_IO;
    }
    return ST_OK;
}

static status whole(sqlite3 *db, error *err) {
    bool bad = false;
    const char *sql = "PRAGMA integrity_check(1); PRAGMA foreign_key_check";
    if (sqlite3_exec(db, sql, any_row, &bad, NULL) != SQLITE_OK) return sqlite_fail(err, db, sql);
    return bad ? error_set(err, ST_IO, "the store: what a migration leaves is not consistent")
               : ST_OK;
}

/* Everything of one database into another, in one step: in small ones it never ends while a batch
 * writes. */
static status copy_all(sqlite3 *from, sqlite3 *to, error *err) {
    sqlite3_backup *b = sqlite3_backup_init(to, "main", from, "main");
    if (!b) return sqlite_fail(err, to, "copy");
    int rc = sqlite3_backup_step(b, -1);
    sqlite3_backup_finish(b);
    return rc == SQLITE_DONE ? ST_OK : sqlite_fail(err, to, "copy");
}

static status try_on_copy(sqlite3 *db, const char *path, int64_t from, error *err) {
    text name = text_growing();
    text_format(&name, "%s-try", path);
    sqlite3 *copy = NULL;
    status st = name.cut ? error_set(err, ST_NOMEM, "no memory for a name") : ST_OK;
    if (st == ST_OK) {
        unlink(text_string(&name));
        int fd = open(text_string(&name), O_CREAT | O_RDWR | O_CLOEXEC, 0600);
        if (fd < 0)
            st = error_set(err, ST_IO, "the store: %s cannot be made", text_string(&name));
        else
            close(fd);
    }
    if (st == ST_OK && sqlite3_open(text_string(&name), &copy) != SQLITE_OK)
        st = sqlite_fail(err, copy, "a copy");
    if (st == ST_OK) st = copy_all(db, copy, err);
    if (st == ST_OK) sqlite3_exec(copy, "PRAGMA synchronous=OFF", NULL, NULL, NULL);
    if (st == ST_OK) st = apply(copy, from, err);
    if (st == ST_OK) st = whole(copy, err);
    sqlite3_close(copy);
    if (!name.cut) unlink(text_string(&name));
    text_done(&name);
    return st;
}

status sqlite_migrate(const char *path, error *err) {
    sqlite3 *db = NULL;
    if (sqlite3_open(path, &db) != SQLITE_OK) {
        status st = sqlite_fail(err, db, path);
        sqlite3_close(db);
        return st;
    }
    int64_t version, newest = store_newest_version();
    status st = version_of(db, &version, err);
    if (st == ST_OK && version > newest)
        st = error_set(err, ST_UNSUPPORTED,
                       "%s was written by a newer version of Kibitz (form %lld, this one knows "
                       "%lld)",
                       path, (long long)version, (long long)newest);
    if (st == ST_OK && version < newest) {
        if (version > 0) st = try_on_copy(db, path, version, err);
        if (st == ST_OK) st = apply(db, version, err);
        if (st == ST_OK) st = whole(db, err);
    }
    sqlite3_close(db);
    return st;
}

/* --- backup --- */

static status sync_file(const char *path, error *err) {
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    bool good = fd >= 0 && fsync(fd) == 0;
    if (fd >= 0) close(fd);
    return good ? ST_OK : error_set(err, ST_IO, "%s cannot be synced", path);
}

static status copy_to(const char *from, const char *to, error *err) {
    sqlite3 *source = NULL, *target = NULL;
    status st = ST_OK;
    if (sqlite3_open_v2(from, &source, SQLITE_OPEN_READWRITE, NULL) != SQLITE_OK)
        st = error_set(err, ST_NOT_FOUND, "%s cannot be read as a store", from);
    int fd = st == ST_OK ? open(to, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0600) : -1;
    if (fd >= 0) close(fd);
    if (st == ST_OK && fd < 0) st = error_set(err, ST_IO, "%s cannot be made", to);
    if (st == ST_OK && sqlite3_open(to, &target) != SQLITE_OK) st = sqlite_fail(err, target, to);
    if (st == ST_OK) {
        sqlite3_busy_timeout(source, 5000);
        st = copy_all(source, target, err);
    }
    /* One file, no log next to it. */
    if (st == ST_OK &&
        sqlite3_exec(target, "PRAGMA journal_mode=DELETE", NULL, NULL, NULL) != SQLITE_OK)
        st = sqlite_fail(err, target, to);
    sqlite3_close(source);
    sqlite3_close(target);
    return st == ST_OK ? sync_file(to, err) : st;
}

status sqlite_backup(const char *from, const char *to, error *err) {
    text next = text_growing();
    text_format(&next, "%s-new", to);
    status st = ST_OK;
    if (next.cut)
        st = error_set(err, ST_NOMEM, "no memory for a name");
    else if (access(from, F_OK) != 0)
        st = error_set(err, ST_NOT_FOUND, "there is no store %s", from);
    else if (access(to, F_OK) == 0)
        st = error_set(err, ST_BAD_VALUE, "%s is there already: a backup replaces no file", to);
    if (st == ST_OK) {
        unlink(text_string(&next));
        st = copy_to(from, text_string(&next), err);
        if (st == ST_OK && rename(text_string(&next), to) != 0)
            st = error_set(err, ST_IO, "%s cannot be written", to);
        if (st != ST_OK) unlink(text_string(&next));
    }
    text_done(&next);
    return st;
}
