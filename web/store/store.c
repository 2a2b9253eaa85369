#define _DEFAULT_SOURCE /* flock */

#include "web/store/store_inside.h"

#include <fcntl.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "engine/base/memory.h"
#include "engine/base/text.h"
#include "engine/base/threads.h"

/* Readers take a connection from the list of those that rest, or open one: there are never more
 * than threads that read at the same time. */
struct store {
    char *path;
    int lock; /* of FILE-lock: one server a file. (A descriptor of the file itself would drop
                 SQLite's own locks when it is closed.) */
    store_writer *writer;
    mtx_t mutex;
    store_link *resting; /* under the mutex */
};

static const char *const sql_of[STORE_STATEMENTS] = {
#define STORE_STATEMENT_SQL(id, sql) [STORE_##id] = (sql),
    STORE_STATEMENT_LIST(STORE_STATEMENT_SQL)
#undef STORE_STATEMENT_SQL
};

store_value store_int(int64_t n) {
    return (store_value){.type = STORE_INT, .number = n};
}
store_value store_text(const char *s) {
    return s ? store_textn(s, strlen(s)) : store_null();
}
store_value store_textn(const char *s, size_t len) {
    return (store_value){.type = STORE_TEXT, .text = s, .len = len};
}
store_value store_null(void) {
    return (store_value){.type = STORE_NULL};
}
store_value store_event(void) {
    return (store_value){.type = STORE_EVENT};
}

status store_fail(error *err, sqlite3 *db, const char *what) {
    return error_set(err, ST_IO, "the store: %s: %s", what,
                     db ? sqlite3_errmsg(db) : "out of memory");
}

/* --- connections --- */

static status exec(sqlite3 *db, const char *sql, error *err) {
    return sqlite3_exec(db, sql, NULL, NULL, NULL) == SQLITE_OK ? ST_OK : store_fail(err, db, sql);
}

status store_link_open(store_link **out, const char *path, error *err) {
    *out = NULL;
    store_link *l = mem_alloc(sizeof *l);
    if (!l) return error_set(err, ST_NOMEM, "no memory for a connection to the store");
    int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX;
    status st = ST_OK;
    if (sqlite3_open_v2(path, &l->db, flags, NULL) != SQLITE_OK) st = store_fail(err, l->db, path);
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
        store_link_close(l);
        return st;
    }
    *out = l;
    return ST_OK;
}

void store_link_close(store_link *l) {
    if (!l) return;
    for (int i = 0; i < STORE_STATEMENTS; i++) sqlite3_finalize(l->stmt[i]);
    sqlite3_close(l->db);
    mem_free(l);
}

sqlite3_stmt *store_link_statement(store_link *l, store_statement st, error *err) {
    if (!l->stmt[st] && sqlite3_prepare_v3(l->db, sql_of[st], -1, SQLITE_PREPARE_PERSISTENT,
                                           &l->stmt[st], NULL) != SQLITE_OK) {
        store_fail(err, l->db, sql_of[st]);
        return NULL;
    }
    sqlite3_clear_bindings(l->stmt[st]);
    return l->stmt[st];
}

void store_bind(sqlite3_stmt *stmt, int at, const store_value *v) {
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
    store_link *l;
    status st = store_link_open(&l, path, err);
    for (int i = 0; st == ST_OK && i < STORE_STATEMENTS; i++)
        if (!store_link_statement(l, (store_statement)i, err)) st = ST_INTERNAL;
    store_link_close(l);
    return st;
}

status store_open(store **out, const char *path, error *err) {
    *out = NULL;
    store *s = mem_alloc(sizeof *s);
    if (!s) return error_set(err, ST_NOMEM, "no memory for the store");
    s->lock = -1;
    mtx_init(&s->mutex, mtx_plain);
    s->path = mem_string(path);
    status st = s->path ? ST_OK : error_set(err, ST_NOMEM, "no memory for the store");
    if (st == ST_OK) st = lock_file(path, &s->lock, err);
    if (st == ST_OK) st = make_file(path, err);
    if (st == ST_OK) st = store_migrate(path, err);
    if (st == ST_OK) st = try_statements(path, err);
    if (st == ST_OK) st = store_writer_start(&s->writer, path, err);
    if (st != ST_OK) {
        store_close(s);
        return st;
    }
    *out = s;
    return ST_OK;
}

void store_close(store *s) {
    if (!s) return;
    store_stop(s);
    while (s->resting) {
        store_link *l = s->resting;
        s->resting = l->next;
        store_link_close(l);
    }
    store_writer_destroy(s->writer);
    if (s->lock >= 0) close(s->lock);
    mtx_destroy(&s->mutex);
    mem_free(s->path);
    mem_free(s);
}

/* --- reading --- */

static status take_link(store *s, store_link **out, error *err) {
    mtx_lock(&s->mutex);
    *out = s->resting;
    if (*out) s->resting = (*out)->next;
    mtx_unlock(&s->mutex);
    return *out ? ST_OK : store_link_open(out, s->path, err);
}

static void give_back(store *s, store_link *l) {
    mtx_lock(&s->mutex);
    l->next = s->resting;
    s->resting = l;
    mtx_unlock(&s->mutex);
}

enum { MAX_COLUMNS = 24 };

static int columns_of(sqlite3_stmt *stmt, store_value *column) {
    int n = sqlite3_column_count(stmt);
    if (n > MAX_COLUMNS) n = MAX_COLUMNS;
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

/* NOLINTNEXTLINE(readability-function-size): what is asked, who gets the rows, what went wrong */
status store_read(store *s, store_statement st, const store_value *arg, int args, store_row row,
                  void *ctx, error *err) {
    store_link *l;
    status got = take_link(s, &l, err);
    if (got != ST_OK) return got;
    sqlite3_stmt *stmt = store_link_statement(l, st, err);
    if (!stmt) {
        give_back(s, l);
        return ST_IO;
    }
    for (int i = 0; i < args; i++) store_bind(stmt, i + 1, &arg[i]);
    int step;
    store_value column[MAX_COLUMNS];
    while ((step = sqlite3_step(stmt)) == SQLITE_ROW) {
        int n = columns_of(stmt, column);
        if (!row(ctx, column, n)) break;
    }
    if (step != SQLITE_ROW && step != SQLITE_DONE) got = store_fail(err, l->db, "read");
    sqlite3_reset(stmt);
    give_back(s, l);
    return got;
}

/* --- writing --- */

status store_commit(store *s, store_batch *b, store_done done, void *ctx, error *err) {
    return store_writer_take(s->writer, b, done, ctx, err);
}

typedef struct waiting {
    mtx_t mutex;
    cnd_t done;
    bool over;
    status st;
} waiting;

static void wake(void *ctx, status st, const int64_t *event, size_t events) {
    (void)event, (void)events;
    waiting *w = ctx;
    mtx_lock(&w->mutex);
    w->over = true;
    w->st = st;
    cnd_signal(&w->done);
    mtx_unlock(&w->mutex);
}

status store_write(store *s, store_batch *b, error *err) {
    waiting w = {.over = false};
    mtx_init(&w.mutex, mtx_plain);
    cnd_init(&w.done);
    status st = store_commit(s, b, wake, &w, err);
    if (st == ST_OK) {
        mtx_lock(&w.mutex);
        while (!w.over) cnd_wait(&w.done, &w.mutex);
        mtx_unlock(&w.mutex);
        st = w.st;
        if (st != ST_OK) error_set(err, st, "the store refused what was to be written");
    }
    cnd_destroy(&w.done);
    mtx_destroy(&w.mutex);
    return st;
}

void store_stop(store *s) {
    if (s->writer) store_writer_stop(s->writer);
}

int64_t store_newest_event(store *s) {
    return store_writer_newest(s->writer);
}

static int64_t bytes_of(const char *path, const char *ending) {
    text name = text_growing();
    text_format(&name, "%s%s", path, ending);
    struct stat facts;
    int64_t n = !name.cut && stat(text_string(&name), &facts) == 0 ? (int64_t)facts.st_size : 0;
    text_done(&name);
    return n;
}

store_facts store_facts_now(store *s) {
    store_facts f = store_writer_facts(s->writer);
    f.bytes = bytes_of(s->path, "") + bytes_of(s->path, "-wal");
    return f;
}
