/* The thread that writes.
 *
 * It takes all batches that wait into one transaction. Each has a savepoint of its own; one that
 * breaks a promise is rolled back alone. The highest number of an event is a row of `meta` and part
 * of the same transaction, so that numbers grow also when the newest events have been deleted.
 *
 * Checkpoints: another thread does passive ones, which wait for no reader. Where readers keep those
 * from getting through and the log grows over a limit, the writer itself does one between two
 * transactions. */

#include <sodium.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/memory.h"
#include "engine/base/text.h"
#include "engine/base/threads.h"
#include "web/store/store_inside.h"

enum {
    MAX_TOGETHER = 1024, /* batches of one transaction */
    EVENT_STEP = 64,     /* the number grows by 1 to this */
    CHECKPOINT_MS = 2000,
    LOG_MAX_BYTES = 64 << 20, /* then the writer does a checkpoint itself */
    PAGE_BYTES = 4096
};

/* --- batches --- */

typedef struct order {
    store_statement st;
    int first, args; /* of the batch's values */
    bool must_change;
} order;

struct store_batch {
    order *orders;
    size_t count, cap;
    store_value *values; /* their texts are ours */
    size_t value_count, value_cap;
    int64_t *events; /* numbers that were given */
    size_t event_count, event_cap;

    store_done done;
    void *ctx;
    status st;
    struct store_batch *next;
};

store_batch *store_batch_create(void) {
    return mem_alloc(sizeof(store_batch));
}

void store_batch_destroy(store_batch *b) {
    if (!b) return;
    for (size_t i = 0; i < b->value_count; i++)
        if (b->values[i].type == STORE_TEXT) mem_free((void *)b->values[i].text);
    mem_free(b->values);
    mem_free(b->orders);
    mem_free(b->events);
    mem_free(b);
}

static status add_value(store_batch *b, const store_value *v) {
    store_value *into = &b->values[b->value_count];
    *into = *v;
    if (v->type == STORE_TEXT) {
        char *copy = mem_alloc(v->len + 1);
        if (!copy) return ST_NOMEM;
        memcpy(copy, v->text, v->len);
        into->text = copy;
    }
    b->value_count++;
    return ST_OK;
}

status store_batch_add(store_batch *b, store_statement st, const store_value *arg, int args) {
    if (!b) return ST_NOMEM;
    if (MEM_GROW(b->orders, b->cap, b->count + 1) != ST_OK ||
        MEM_GROW(b->values, b->value_cap, b->value_count + (size_t)args) != ST_OK)
        return b->st = ST_NOMEM;
    order o = {.st = st, .first = (int)b->value_count, .args = args};
    for (int i = 0; i < args; i++)
        if (add_value(b, &arg[i]) != ST_OK) return b->st = ST_NOMEM;
    b->orders[b->count++] = o;
    return ST_OK;
}

void store_batch_require(store_batch *b) {
    if (b && b->count) b->orders[b->count - 1].must_change = true;
}

/* --- the threads --- */

struct store_writer {
    store_link *link;     /* the writer's alone */
    store_link *sweeper;  /* of the thread that checkpoints */
    int64_t event;        /* the writer's: the highest number given */
    atomic_llong newest;  /* the highest that was committed */
    atomic_int log_pages; /* of the log after the last commit */

    mtx_t mutex;
    cnd_t work, pause;          /* work: something waits; pause: ends the sweeper's sleep */
    store_batch *first, **last; /* under the mutex, as all below */
    bool stopping, running, sweeping;
    store_facts facts;
    thrd_t thread, sweeps;
};

static int64_t next_event(store_writer *w) {
    return w->event += 1 + (int64_t)randombytes_uniform(EVENT_STEP);
}

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

static status run_order(store_writer *w, store_batch *b, const order *o) {
    sqlite3_stmt *stmt = store_link_statement(w->link, o->st, NULL);
    if (!stmt) return ST_IO;
    for (int i = 0; i < o->args; i++) {
        store_value v = b->values[o->first + i];
        if (v.type == STORE_EVENT) {
            if (MEM_GROW(b->events, b->event_cap, b->event_count + 1) != ST_OK) return ST_NOMEM;
            v.number = b->events[b->event_count++] = next_event(w);
        }
        store_bind(stmt, i + 1, &v);
    }
    int rc;
    while ((rc = sqlite3_step(stmt)) == SQLITE_ROW) {
    }
    bool none = rc == SQLITE_DONE && o->must_change && sqlite3_changes(w->link->db) == 0;
    sqlite3_reset(stmt);
    sqlite3_clear_bindings(stmt);
    return none ? ST_NOT_FOUND : of_sqlite(rc);
}

static bool exec(store_writer *w, const char *sql) {
    return sqlite3_exec(w->link->db, sql, NULL, NULL, NULL) == SQLITE_OK;
}

/* False: the transaction is gone, and with it everything in it. */
static bool run_batch(store_writer *w, store_batch *b) {
    if (!exec(w, "SAVEPOINT batch")) return false;
    for (size_t i = 0; b->st == ST_OK && i < b->count; i++) b->st = run_order(w, b, &b->orders[i]);
    if (sqlite3_get_autocommit(w->link->db)) return false; /* a full disk rolls back by itself */
    if (b->st != ST_OK) {
        b->event_count = 0;
        if (!exec(w, "ROLLBACK TO batch")) return false;
    }
    return exec(w, "RELEASE batch");
}

static bool keep_event(store_writer *w) {
    char digits[24];
    text t = text_over(digits, sizeof digits);
    text_format(&t, "%lld", (long long)w->event);
    sqlite3_stmt *stmt = store_link_statement(w->link, STORE_META_WRITE, NULL);
    if (!stmt) return false;
    store_value name = store_text("event"), value = store_text(digits);
    store_bind(stmt, 1, &name);
    store_bind(stmt, 2, &value);
    int rc = sqlite3_step(stmt);
    sqlite3_reset(stmt);
    sqlite3_clear_bindings(stmt);
    return rc == SQLITE_DONE;
}

/* All of them in one transaction. */
static void run_all(store_writer *w, store_batch *first) {
    int64_t before = w->event;
    bool good = exec(w, "BEGIN IMMEDIATE");
    for (store_batch *b = first; good && b; b = b->next) good = run_batch(w, b);
    if (good && w->event != before) good = keep_event(w);
    if (good) good = exec(w, "COMMIT");
    if (good) {
        for (store_batch *b = first; b; b = b->next)
            if (b->event_count) atomic_store(&w->newest, b->events[b->event_count - 1]);
        return;
    }
    if (!sqlite3_get_autocommit(w->link->db)) exec(w, "ROLLBACK");
    for (store_batch *b = first; b; b = b->next) {
        b->event_count = 0;
        if (b->st == ST_OK) b->st = ST_IO;
    }
}

static void count_facts(store_writer *w, const store_batch *first) {
    uint64_t n = 0, failed = 0;
    for (; first; first = first->next) n++, failed += first->st != ST_OK;
    int size = 0;
    while (size < STORE_SIZES - 1 && n > (uint64_t)1 << size) size++;
    mtx_lock(&w->mutex);
    w->facts.commits++;
    w->facts.batches += n;
    w->facts.failed += failed;
    w->facts.sizes[size]++;
    mtx_unlock(&w->mutex);
}

/* Up to MAX_TOGETHER that wait; NULL: it is over. */
static store_batch *take_waiting(store_writer *w) {
    mtx_lock(&w->mutex);
    while (!w->first && !w->stopping) cnd_wait(&w->work, &w->mutex);
    store_batch *first = w->first, **end = &w->first;
    for (int n = 0; *end && n < MAX_TOGETHER; n++) end = &(*end)->next;
    w->first = *end;
    if (!w->first) w->last = &w->first;
    if (first) *end = NULL;
    mtx_unlock(&w->mutex);
    return first;
}

static int write_all(void *ctx) {
    store_writer *w = ctx;
    for (store_batch *first; (first = take_waiting(w)) != NULL;) {
        run_all(w, first);
        count_facts(w, first);
        while (first) {
            store_batch *b = first;
            first = b->next;
            if (b->done) b->done(b->ctx, b->st, b->events, b->event_count);
            store_batch_destroy(b);
        }
        if (atomic_load(&w->log_pages) > LOG_MAX_BYTES / PAGE_BYTES)
            sqlite3_wal_checkpoint_v2(w->link->db, NULL, SQLITE_CHECKPOINT_TRUNCATE, NULL, NULL);
    }
    return 0;
}

static int sweep(void *ctx) {
    store_writer *w = ctx;
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
    store_writer *w = ctx;
    atomic_store(&w->log_pages, pages);
    return SQLITE_OK;
}

static status read_event(store_writer *w, error *err) {
    sqlite3_stmt *stmt = store_link_statement(w->link, STORE_META_READ, err);
    if (!stmt) return ST_IO;
    store_value name = store_text("event");
    store_bind(stmt, 1, &name);
    status st = ST_OK;
    int rc = sqlite3_step(stmt);
    if (rc == SQLITE_ROW) {
        const char *digits = (const char *)sqlite3_column_text(stmt, 0);
        if (!digits || !text_i64(digits, 0, INT64_MAX / 2, &w->event))
            st = error_set(err, ST_IO, "the store: its newest event is no number");
    } else if (rc != SQLITE_DONE) {
        st = store_fail(err, w->link->db, "read");
    }
    sqlite3_reset(stmt);
    atomic_store(&w->newest, w->event);
    return st;
}

status store_writer_start(store_writer **out, const char *path, error *err) {
    *out = NULL;
    if (sodium_init() < 0) return error_set(err, ST_INTERNAL, "libsodium does not start");
    store_writer *w = mem_alloc(sizeof *w);
    if (!w) return error_set(err, ST_NOMEM, "no memory for the store");
    w->last = &w->first;
    mtx_init(&w->mutex, mtx_plain);
    cnd_init(&w->work);
    cnd_init(&w->pause);
    status st = store_link_open(&w->link, path, err);
    if (st == ST_OK) st = store_link_open(&w->sweeper, path, err);
    if (st == ST_OK) {
        sqlite3_busy_timeout(w->sweeper->db, 0);
        sqlite3_wal_hook(w->link->db, note_log, w);
        st = read_event(w, err);
    }
    if (st == ST_OK) w->running = thrd_create(&w->thread, write_all, w) == thrd_success;
    if (w->running) w->sweeping = thrd_create(&w->sweeps, sweep, w) == thrd_success;
    if (st == ST_OK && !w->sweeping) st = error_set(err, ST_NOMEM, "no thread for the store");
    if (st != ST_OK) {
        store_writer_stop(w);
        store_writer_destroy(w);
        return st;
    }
    *out = w;
    return ST_OK;
}

void store_writer_stop(store_writer *w) {
    mtx_lock(&w->mutex);
    w->stopping = true;
    cnd_broadcast(&w->work);
    cnd_broadcast(&w->pause);
    bool running = w->running, sweeping = w->sweeping;
    w->running = w->sweeping = false;
    mtx_unlock(&w->mutex);
    if (running) thrd_join(w->thread, NULL);
    if (sweeping) thrd_join(w->sweeps, NULL);
}

void store_writer_destroy(store_writer *w) {
    if (!w) return;
    store_link_close(w->sweeper);
    store_link_close(w->link);
    cnd_destroy(&w->pause);
    cnd_destroy(&w->work);
    mtx_destroy(&w->mutex);
    mem_free(w);
}

status store_writer_take(store_writer *w, store_batch *b, store_done done, void *ctx, error *err) {
    if (!b || b->st != ST_OK) {
        store_batch_destroy(b);
        return error_set(err, ST_NOMEM, "no memory for what was to be written");
    }
    b->done = done;
    b->ctx = ctx;
    mtx_lock(&w->mutex);
    bool taken = !w->stopping;
    if (taken) {
        *w->last = b;
        w->last = &b->next;
        cnd_signal(&w->work);
    }
    mtx_unlock(&w->mutex);
    if (taken) return ST_OK;
    store_batch_destroy(b);
    return error_set(err, ST_STOPPED, "the server stops");
}

int64_t store_writer_newest(store_writer *w) {
    return atomic_load(&w->newest);
}

store_facts store_writer_facts(store_writer *w) {
    mtx_lock(&w->mutex);
    store_facts f = w->facts;
    mtx_unlock(&w->mutex);
    return f;
}
