/* Any store: its kind is a table of functions. */
#include "web/store/store.h"

#include <sodium.h>
#include <string.h>

#include "engine/base/memory.h"
#include "engine/base/text.h"
#include "web/store/store_inside.h"
#include "web/store/store_migrations.h"

const char *const store_sql[STORE_STATEMENTS] = {
#define STORE_STATEMENT_SQL(id, sql) [STORE_##id] = (sql),
    STORE_STATEMENT_LIST(STORE_STATEMENT_SQL)
#undef STORE_STATEMENT_SQL
};

int64_t store_newest_version(void) {
    int64_t n = 0;
    while (store_migrations[n].name) n++;
    return n;
}

bool store_is_url(const char *where) {
    return text_starts(where, "postgresql://") || text_starts(where, "postgres://");
}

static const store_kind *kind_of(const char *where, error *err) {
    if (!store_is_url(where)) return &sqlite_kind;
#ifdef KIBITZ_POSTGRESQL
    (void)err;
    return &postgres_kind;
#else
    (void)error_set(
        err, ST_UNSUPPORTED,
        "PostgreSQL was left out of this build: install libpq-dev, and build again with "
        "-DWITH_POSTGRESQL=ON");
    return NULL;
#endif
}

status store_open(store **out, const char *where, error *err) {
    *out = NULL;
    if (sodium_init() < 0) return error_set(err, ST_INTERNAL, "libsodium does not start");
    const store_kind *kind = kind_of(where, err);
    if (!kind) return ST_UNSUPPORTED;
    status st = kind->open(out, where, err);
    if (st == ST_OK) return st;
    store_close(*out);
    *out = NULL;
    return st;
}

void store_close(store *s) {
    if (!s) return;
    store_stop(s);
    s->kind->close(s);
}

void store_stop(store *s) {
    store_line_stop(&s->line);
    s->kind->stop(s);
}

bool store_is_shared(const store *s) {
    return s->kind->shared;
}

bool store_is_lost(const store *s) {
    return s->kind->lost && s->kind->lost(s);
}

int64_t store_now_ms(const store *s) {
    return s->kind->now_ms(s);
}

int64_t store_commit_ms(const store *s) {
    return s->commit_ms;
}

void store_listen(store *s, const store_listener *l) {
    mtx_lock(&s->line.mutex);
    s->listener = *l;
    mtx_unlock(&s->line.mutex);
}

const char *store_process(const store *s) {
    return s->process;
}

int64_t store_newest_event(store *s) {
    return atomic_load(&s->newest);
}

/* NOLINTNEXTLINE(readability-function-size): what is asked, who gets the rows, what went wrong */
status store_read(store *s, store_statement st, const store_value *arg, int args, store_row row,
                  void *ctx, error *err) {
    store_call c = {st, arg, args, row, ctx};
    int64_t changed;
    return s->kind->read(s, &c, &changed, err);
}

status store_do(store *s, const store_call *c, int64_t *changed, error *err) {
    return s->kind->read(s, c, changed, err);
}

store_facts store_facts_now(store *s) {
    mtx_lock(&s->line.mutex);
    store_facts f = s->line.facts;
    mtx_unlock(&s->line.mutex);
    f.bytes = s->kind->bytes(s);
    return f;
}

status store_backup(const char *from, const char *to, error *err) {
    const store_kind *kind = kind_of(from, err);
    if (!kind) return ST_UNSUPPORTED;
    if (kind->backup && !store_is_url(to)) return kind->backup(from, to, err);
    return error_set(err, ST_UNSUPPORTED,
                     "a backup is a copy of a file; for a database there are pg_dump and "
                     "--copy-store");
}

/* --- writing --- */

status store_commit(store *s, store_batch *b, store_done done, void *ctx, error *err) {
    if (!b || b->st != ST_OK) {
        store_batch_destroy(b);
        return error_set(err, ST_NOMEM, "no memory for what was to be written");
    }
    b->done = done;
    b->ctx = ctx;
    if (store_line_push(&s->line, b) == ST_OK) return ST_OK;
    store_batch_destroy(b);
    return error_set(err, ST_STOPPED, "the server stops");
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
