/* The thread that writes.
 *
 * It takes all batches that wait into one transaction. Each has a savepoint of its own; one that
 * breaks a promise is rolled back alone. The highest number of an event is a row of `meta` and part
 * of the same transaction, so that numbers grow also when the newest events have been deleted.
 *
 * Checkpoints: another thread does passive ones, which wait for no reader. Where readers keep those
 * from getting through and the log grows over a limit, the writer itself does one between two
 * transactions. */

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/memory.h"
#include "engine/base/text.h"
#include "engine/base/threads.h"
#include "web/store/sqlite_inside.h"

enum {
    CHECKPOINT_MS = 2000,
    LOG_MAX_BYTES = 64 << 20, /* then the writer does a checkpoint itself */
    PAGE_BYTES = 4096
};

struct sqlite_writer {
    store *store;         /* whose line it takes from */
    sqlite_link *link;    /* the writer's alone */
    sqlite_link *sweeper; /* of the thread that checkpoints */
    int64_t event;        /* the writer's: the highest number given */
    int64_t now_ms;       /* of this transaction */
    atomic_int log_pages; /* of the log after the last commit */

    mtx_t mutex;
    cnd_t pause; /* ends the sweeper's sleep */
    bool stopping, running, sweeping;
    thrd_t thread, sweeps;
};

static status of_sqlite(int code) {
    switch (code & 0xff) {
    case SQLITE_DONE:
    case SQLITE_ROW:
    case SQLITE_OK:
        return ST_OK;
    case SQLITE_CONSTRAINT:
        return ST_BAD_VALUE;
    case SQLITE_NOMEM:
        return ST_NOMEM;
    default:
        return ST_IO;
    }
}

static status run_order(sqlite_writer *w, store_batch *b, const store_order *o) {
    sqlite3_stmt *stmt = sqlite_link_statement(w->link, o->st, NULL);
    if (!stmt) return ST_IO;
    for (int i = 0; i < o->args; i++) {
        store_value v = b->values[o->first + i];
        if (v.type == STORE_EVENT) {
            if (MEM_GROW(b->events, b->event_cap, b->event_count + 1) != ST_OK) return ST_NOMEM;
            v.number = w->event = store_next_event(w->event);
            b->events[b->event_count++] = w->event;
        }
        if (v.type == STORE_NOW) v.number = w->now_ms;
        sqlite_bind(stmt, i + 1, &v);
    }
    int rc;
    while ((rc = sqlite3_step(stmt)) == SQLITE_ROW) {
    }
    bool unmet = rc == SQLITE_DONE && !store_order_met(o, sqlite3_changes(w->link->db));
    sqlite3_reset(stmt);
    sqlite3_clear_bindings(stmt);
    return unmet ? ST_NOT_FOUND : of_sqlite(rc);
}

static bool exec(sqlite_writer *w, const char *sql) {
    return sqlite3_exec(w->link->db, sql, NULL, NULL, NULL) == SQLITE_OK;
}

/* False: the transaction is gone, and with it everything in it. */
static bool run_batch(sqlite_writer *w, store_batch *b) {
    if (!exec(w, "SAVEPOINT batch")) return false;
    for (size_t i = 0; b->st == ST_OK && i < b->count; i++) b->st = run_order(w, b, &b->orders[i]);
    if (sqlite3_get_autocommit(w->link->db)) return false; /* a full disk rolls back by itself */
    if (b->st != ST_OK) {
        b->event_count = 0;
        if (!exec(w, "ROLLBACK TO batch")) return false;
    }
    return exec(w, "RELEASE batch");
}

static bool keep_event(sqlite_writer *w) {
    char digits[24];
    text t = text_over(digits, sizeof digits);
    text_format(&t, "%lld", (long long)w->event);
    sqlite3_stmt *stmt = sqlite_link_statement(w->link, STORE_META_WRITE, NULL);
    if (!stmt) return false;
    store_value name = store_text("event"), value = store_text(digits);
    sqlite_bind(stmt, 1, &name);
    sqlite_bind(stmt, 2, &value);
    int rc = sqlite3_step(stmt);
    sqlite3_reset(stmt);
    sqlite3_clear_bindings(stmt);
    return rc == SQLITE_DONE;
}

/* All of them in one transaction. */
static void run_all(sqlite_writer *w, store_batch *first) {
    int64_t before = w->event;
    w->now_ms = w->store->commit_ms = sqlite_now_ms(w->store);
    bool good = exec(w, "BEGIN IMMEDIATE");
    for (store_batch *b = first; good && b; b = b->next) good = run_batch(w, b);
    if (good && w->event != before) good = keep_event(w);
    if (good) good = exec(w, "COMMIT");
    if (good) {
        for (store_batch *b = first; b; b = b->next)
            if (b->event_count) atomic_store(&w->store->newest, b->events[b->event_count - 1]);
        return;
    }
    if (!sqlite3_get_autocommit(w->link->db)) exec(w, "ROLLBACK");
    for (store_batch *b = first; b; b = b->next) {
        b->event_count = 0;
        if (b->st == ST_OK) b->st = ST_IO;
    }
}

static int write_all(void *ctx) {
    sqlite_writer *w = ctx;
    for (store_batch *first; (first = store_line_take(&w->store->line, true)) != NULL;) {
        run_all(w, first);
        store_line_finish(&w->store->line, first);
        if (atomic_load(&w->log_pages) > LOG_MAX_BYTES / PAGE_BYTES)
            sqlite3_wal_checkpoint_v2(w->link->db, NULL, SQLITE_CHECKPOINT_TRUNCATE, NULL, NULL);
    }
    return 0;
}

static int sweep(void *ctx) {
    sqlite_writer *w = ctx;
    mtx_lock(&w->mutex);
    while (!w->stopping) {
        thread_wait_ms(&w->pause, &w->mutex, CHECKPOINT_MS);
        if (w->stopping) break;
        mtx_unlock(&w->mutex);
        sqlite3_wal_checkpoint_v2(w->sweeper->db, NULL, SQLITE_CHECKPOINT_PASSIVE, NULL, NULL);
        mtx_lock(&w->mutex);
    }
    mtx_unlock(&w->mutex);
    return 0;
}

static int note_log(void *ctx, sqlite3 *db, const char *name, int pages) {
    (void)db, (void)name;
    sqlite_writer *w = ctx;
    atomic_store(&w->log_pages, pages);
    return SQLITE_OK;
}

static status read_event(sqlite_writer *w, error *err) {
    sqlite3_stmt *stmt = sqlite_link_statement(w->link, STORE_META_READ, err);
    if (!stmt) return ST_IO;
    store_value name = store_text("event");
    sqlite_bind(stmt, 1, &name);
    status st = ST_OK;
    int rc = sqlite3_step(stmt);
    if (rc == SQLITE_ROW) {
        const char *digits = (const char *)sqlite3_column_text(stmt, 0);
        if (!digits || !text_i64(digits, 0, INT64_MAX / 2, &w->event))
            st = error_set(err, ST_IO, "the store: its newest event is no number");
    } else if (rc != SQLITE_DONE) {
        st = sqlite_fail(err, w->link->db, "read");
    }
    sqlite3_reset(stmt);
    atomic_store(&w->store->newest, w->event);
    return st;
}

status sqlite_writer_start(sqlite_writer **out, store *s, const char *path, error *err) {
    *out = NULL;
    sqlite_writer *w = mem_alloc(sizeof *w);
    if (!w) return error_set(err, ST_NOMEM, "no memory for the store");
    w->store = s;
    mtx_init(&w->mutex, mtx_plain);
    cnd_init(&w->pause);
    status st = sqlite_link_open(&w->link, path, err);
    if (st == ST_OK) st = sqlite_link_open(&w->sweeper, path, err);
    if (st == ST_OK) {
        sqlite3_busy_timeout(w->sweeper->db, 0);
        sqlite3_wal_hook(w->link->db, note_log, w);
        st = read_event(w, err);
    }
    if (st == ST_OK) w->running = thrd_create(&w->thread, write_all, w) == thrd_success;
    if (w->running) w->sweeping = thrd_create(&w->sweeps, sweep, w) == thrd_success;
    if (st == ST_OK && !w->sweeping) st = error_set(err, ST_NOMEM, "no thread for the store");
    if (st != ST_OK) {
        store_line_stop(&s->line);
        sqlite_writer_stop(w);
        sqlite_writer_destroy(w);
        return st;
    }
    *out = w;
    return ST_OK;
}

void sqlite_writer_stop(sqlite_writer *w) {
    mtx_lock(&w->mutex);
    w->stopping = true;
    cnd_broadcast(&w->pause);
    bool running = w->running, sweeping = w->sweeping;
    w->running = w->sweeping = false;
    mtx_unlock(&w->mutex);
    if (running) thrd_join(w->thread, NULL);
    if (sweeping) thrd_join(w->sweeps, NULL);
}

void sqlite_writer_destroy(sqlite_writer *w) {
    if (!w) return;
    sqlite_link_close(w->sweeper);
    sqlite_link_close(w->link);
    cnd_destroy(&w->pause);
    mtx_destroy(&w->mutex);
    mem_free(w);
}
