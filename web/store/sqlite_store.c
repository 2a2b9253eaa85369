#define _DEFAULT_SOURCE /* flock */

#include "web/store/sqlite_inside.h"

#include <fcntl.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "engine/base/memory.h"
#include "engine/base/text.h"
#include "engine/base/threads.h"

/* Readers take a connection from the list of those that rest, or open one: there are never more
 * than threads that read at the same time. */
typedef struct sqlite_store {
    store base;
    char *path;
    int lock; /* of FILE-lock: one server a file. (A descriptor of the file itself would drop
                 SQLite's own locks when it is closed.) */
    sqlite_writer *writer;
    mtx_t mutex;
    sqlite_link *resting; /* under the mutex */
} sqlite_store;

status sqlite_fail(error *err, sqlite3 *db, const char *what) {
    return error_set(err, ST_IO, "the store: %s: %s", what,
                     db ? sqlite3_errmsg(db) : "out of memory");
}

/* --- connections --- */

static status exec(sqlite3 *db, const char *sql, error *err) {
    return sqlite3_exec(db, sql, NULL, NULL, NULL) == SQLITE_OK ? ST_OK : sqlite_fail(err, db, sql);
}

status sqlite_link_open(sqlite_link **out, const char *path, error *err) {
    *out = NULL;
    sqlite_link *l = mem_alloc(sizeof *l);
    if (!l) return error_set(err, ST_NOMEM, "no memory for a connection to the store");
    int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX;
    status st = ST_OK;
    if (sqlite3_open_v2(path, &l->db, flags, NULL) != SQLITE_OK) st = sqlite_fail(err, l->db, path);
    if (st == ST_OK) {
        sqlite3_busy_timeout(l->db, 5000);
        sqlite3_extended_result_codes(l->db, 1);
        st = exec(l->db,
                  "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON;"
                  "PRAGMA wal_autocheckpoint=0; PRAGMA trusted_schema=OFF; PRAGMA cache_size=-1024;"
                  /* A connection that has read nothing checkpoints nothing. */
                  "SELECT COUNT(*) FROM sqlite_schema;",
                  err);
    }
    if (st != ST_OK) {
        sqlite_link_close(l);
        return st;
    }
    *out = l;
    return ST_OK;
}

void sqlite_link_close(sqlite_link *l) {
    if (!l) return;
    for (int i = 0; i < STORE_STATEMENTS; i++) sqlite3_finalize(l->stmt[i]);
    sqlite3_close(l->db);
    mem_free(l);
}

sqlite3_stmt *sqlite_link_statement(sqlite_link *l, store_statement st, error *err) {
    if (!l->stmt[st] && sqlite3_prepare_v3(l->db, store_sql[st], -1, SQLITE_PREPARE_PERSISTENT,
                                           &l->stmt[st], NULL) != SQLITE_OK) {
        sqlite_fail(err, l->db, store_sql[st]);
        return NULL;
    }
    sqlite3_clear_bindings(l->stmt[st]);
    return l->stmt[st];
}

void sqlite_bind(sqlite3_stmt *stmt, int at, const store_value *v) {
    if (v->type == STORE_NULL)
        sqlite3_bind_null(stmt, at);
    else if (v->type == STORE_TEXT)
        sqlite3_bind_text(stmt, at, v->text, (int)v->len, SQLITE_STATIC);
    else
        sqlite3_bind_int64(stmt, at, v->number);
}

/* --- create and destroy --- */

static status lock_file(const char *path, int *out, error *err) {
    text name = text_growing();
    text_format(&name, "%s-lock", path);
    if (name.cut) {
        text_done(&name);
        return error_set(err, ST_NOMEM, "no memory for a name");
    }
    int fd = open(text_string(&name), O_CREAT | O_RDWR | O_CLOEXEC, 0600);
    status st = ST_OK;
    if (fd < 0)
        st = error_set(err, ST_IO, "the store: %s cannot be made", text_string(&name));
    else if (flock(fd, LOCK_EX | LOCK_NB) != 0)
        st = error_set(err, ST_BUSY, "%s is in use by another server", path);
    text_done(&name);
    if (st != ST_OK && fd >= 0) close(fd);
    if (st == ST_OK) *out = fd;
    return st;
}

/* Only its owner reads it; SQLite gives its log the same mode. */
static status make_file(const char *path, error *err) {
    int fd = open(path, O_CREAT | O_RDWR | O_CLOEXEC, 0600);
    if (fd < 0) return error_set(err, ST_IO, "the store: %s cannot be opened or made", path);
    close(fd);
    return ST_OK;
}

/* Every statement is valid: a mistake is found at the start, not by the first who needs it. */
static status try_statements(const char *path, error *err) {
    sqlite_link *l;
    status st = sqlite_link_open(&l, path, err);
    for (int i = 0; st == ST_OK && i < STORE_STATEMENTS; i++)
        if (!sqlite_link_statement(l, (store_statement)i, err)) st = ST_INTERNAL;
    sqlite_link_close(l);
    return st;
}

static status open_store(store **out, const char *path, error *err) {
    sqlite_store *s = mem_alloc(sizeof *s);
    if (!s) return error_set(err, ST_NOMEM, "no memory for the store");
    s->base.kind = &sqlite_kind;
    *out = &s->base;
    s->lock = -1;
    store_line_init(&s->base.line);
    mtx_init(&s->mutex, mtx_plain);
    s->path = mem_string(path);
    status st = s->path ? ST_OK : error_set(err, ST_NOMEM, "no memory for the store");
    if (st == ST_OK) st = lock_file(path, &s->lock, err);
    if (st == ST_OK) st = make_file(path, err);
    if (st == ST_OK) st = sqlite_migrate(path, err);
    if (st == ST_OK) st = try_statements(path, err);
    return st == ST_OK ? sqlite_writer_start(&s->writer, &s->base, path, err) : st;
}

static void stop_store(store *base) {
    sqlite_store *s = (sqlite_store *)base;
    if (s->writer) sqlite_writer_stop(s->writer);
}

static void close_store(store *base) {
    sqlite_store *s = (sqlite_store *)base;
    while (s->resting) {
        sqlite_link *l = s->resting;
        s->resting = l->next;
        sqlite_link_close(l);
    }
    sqlite_writer_destroy(s->writer);
    if (s->lock >= 0) close(s->lock);
    mtx_destroy(&s->mutex);
    store_line_done(&base->line);
    mem_free(s->path);
    mem_free(s);
}

/* --- reading --- */

static status take_link(sqlite_store *s, sqlite_link **out, error *err) {
    mtx_lock(&s->mutex);
    *out = s->resting;
    if (*out) s->resting = (*out)->next;
    mtx_unlock(&s->mutex);
    return *out ? ST_OK : sqlite_link_open(out, s->path, err);
}

static void give_back(sqlite_store *s, sqlite_link *l) {
    mtx_lock(&s->mutex);
    l->next = s->resting;
    s->resting = l;
    mtx_unlock(&s->mutex);
}

static int columns_of(sqlite3_stmt *stmt, store_value *column) {
    int n = sqlite3_column_count(stmt);
    if (n > STORE_MAX_COLUMNS) n = STORE_MAX_COLUMNS;
    for (int i = 0; i < n; i++) {
        int type = sqlite3_column_type(stmt, i);
        if (type == SQLITE_NULL) {
            column[i] = store_null();
        } else if (type == SQLITE_INTEGER) {
            column[i] = store_int(sqlite3_column_int64(stmt, i));
        } else {
            const char *at = (const char *)sqlite3_column_text(stmt, i);
            column[i] = at ? store_textn(at, (size_t)sqlite3_column_bytes(stmt, i)) : store_null();
        }
    }
    return n;
}

/* Gives the rows; the link is given back by the caller. */
static status give_rows(sqlite_link *l, sqlite3_stmt *stmt, store_row row, void *ctx, error *err) {
    int step;
    store_value column[STORE_MAX_COLUMNS];
    while ((step = sqlite3_step(stmt)) == SQLITE_ROW) {
        int n = columns_of(stmt, column);
        if (row && !row(ctx, column, n)) break;
    }
    return step == SQLITE_ROW || step == SQLITE_DONE ? ST_OK : sqlite_fail(err, l->db, "read");
}

static status read_rows(store *base, const store_call *c, int64_t *changed, error *err) {
    sqlite_store *s = (sqlite_store *)base;
    sqlite_link *l;
    status got = take_link(s, &l, err);
    if (got != ST_OK) return got;
    sqlite3_stmt *stmt = sqlite_link_statement(l, c->st, err);
    if (stmt) {
        for (int i = 0; i < c->args; i++) sqlite_bind(stmt, i + 1, &c->arg[i]);
        got = give_rows(l, stmt, c->row, c->ctx, err);
        sqlite3_reset(stmt);
        *changed = sqlite3_changes(l->db);
    } else {
        got = ST_IO;
    }
    give_back(s, l);
    return got;
}

static status run_script(store *base, const char *sql, store_row row, void *ctx, error *err) {
    sqlite_store *s = (sqlite_store *)base;
    sqlite_link *l;
    status got = take_link(s, &l, err);
    if (got != ST_OK) return got;
    sqlite3_stmt *stmt = NULL;
    if (sqlite3_prepare_v2(l->db, sql, -1, &stmt, NULL) != SQLITE_OK)
        got = sqlite_fail(err, l->db, sql);
    else
        got = give_rows(l, stmt, row, ctx, err);
    sqlite3_finalize(stmt);
    give_back(s, l);
    return got;
}

int64_t sqlite_now_ms(const store *s) {
    (void)s;
    struct timespec t;
    clock_gettime(CLOCK_REALTIME, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

static int64_t bytes_of(const char *path, const char *ending) {
    text name = text_growing();
    text_format(&name, "%s%s", path, ending);
    struct stat facts;
    int64_t n = !name.cut && stat(text_string(&name), &facts) == 0 ? (int64_t)facts.st_size : 0;
    text_done(&name);
    return n;
}

static int64_t bytes_now(store *base) {
    const sqlite_store *s = (sqlite_store *)base;
    return bytes_of(s->path, "") + bytes_of(s->path, "-wal");
}

const store_kind sqlite_kind = {.open = open_store,
                                .close = close_store,
                                .stop = stop_store,
                                .read = read_rows,
                                .now_ms = sqlite_now_ms,
                                .bytes = bytes_now,
                                .backup = sqlite_backup,
                                .script = run_script};
