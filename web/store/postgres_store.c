/* A store in a PostgreSQL database that any number of processes share. Readers take a connection
 * from those that rest, or open one; there are never more than threads that read at the same time.
 * One that was lost is opened again once, so that a restart of the database costs no answer. */
#include <sodium.h>
#include <stdio.h>
#include <string.h>

#include "engine/base/memory.h"
#include "web/store/postgres_inside.h"

typedef struct postgres_store {
    store base;
    char *url;
    postgres_writer *writer;
    mtx_t mutex;
    postgres_link *resting; /* under the mutex */
} postgres_store;

/* Every statement is valid: a mistake is found at the start, not by the first who needs it. */
static status try_statements(postgres_link *l, error *err) {
    status st = ST_OK;
    for (int i = 0; st == ST_OK && i < STORE_STATEMENTS; i++)
        st = postgres_prepare(l, (store_statement)i, err);
    return st;
}

static void name_process(store *s) {
    text t = text_over(s->process, sizeof s->process);
    text_format(&t, "%08x%08x", randombytes_random(), randombytes_random());
}

static status open_store(store **out, const char *url, error *err) {
    postgres_store *s = mem_alloc(sizeof *s);
    if (!s) return error_set(err, ST_NOMEM, "no memory for the store");
    s->base.kind = &postgres_kind;
    *out = &s->base;
    store_line_init(&s->base.line);
    mtx_init(&s->mutex, mtx_plain);
    name_process(&s->base);
    s->url = mem_string(url);
    status st = s->url ? ST_OK : error_set(err, ST_NOMEM, "no memory for the store");
    if (st == ST_OK) st = postgres_link_open(&s->resting, url, err);
    if (st == ST_OK) st = postgres_migrate(s->resting, err);
    if (st == ST_OK) st = try_statements(s->resting, err);
    return st == ST_OK ? postgres_writer_start(&s->writer, &s->base, url, err) : st;
}

static void stop_store(store *base) {
    postgres_store *s = (postgres_store *)base;
    if (s->writer) postgres_writer_stop(s->writer);
}

static void close_store(store *base) {
    postgres_store *s = (postgres_store *)base;
    while (s->resting) {
        postgres_link *l = s->resting;
        s->resting = l->next;
        postgres_link_close(l);
    }
    postgres_writer_destroy(s->writer);
    mtx_destroy(&s->mutex);
    store_line_done(&base->line);
    mem_free(s->url);
    mem_free(s);
}

/* --- reading --- */

static bool is_lost(const store *base) {
    const postgres_store *s = (const postgres_store *)base;
    return s->writer && postgres_writer_lost(s->writer);
}

static status take_link(postgres_store *s, postgres_link **out, error *err) {
    mtx_lock(&s->mutex);
    *out = s->resting;
    if (*out) s->resting = (*out)->next;
    mtx_unlock(&s->mutex);
    if (*out) return ST_OK;
    status st = postgres_link_open(out, s->url, err);
    /* What is written outside of batches is lost without harm. */
    return st == ST_OK ? postgres_run(*out, "SET synchronous_commit = off", err) : st;
}

static void give_back(postgres_store *s, postgres_link *l) {
    if (postgres_link_lost(l)) {
        postgres_link_close(l);
        return;
    }
    mtx_lock(&s->mutex);
    l->next = s->resting;
    s->resting = l;
    mtx_unlock(&s->mutex);
}

static status read_once(postgres_link *l, const store_call *c, int64_t *changed, error *err) {
    status st = postgres_prepare(l, c->st, err);
    postgres_values v = {.arg = c->arg, .args = c->args};
    if (st != ST_OK) return st;
    if (!postgres_send(l, c->st, &v)) return postgres_fail(err, l, "read");
    PGresult *r = postgres_only(l);
    st = postgres_status(r);
    if (st == ST_OK) {
        *changed = postgres_changed(r);
        if (c->row) postgres_rows(r, c->row, c->ctx);
    } else if (st == ST_BAD_VALUE) {
        st = error_set(err, st, "the store does not take this value");
    } else {
        st = postgres_fail(err, l, "read");
    }
    postgres_lib->PQclear(r);
    return st;
}

static status read_rows(store *base, const store_call *c, int64_t *changed, error *err) {
    postgres_store *s = (postgres_store *)base;
    status st = ST_IO;
    /* No thread that serves waits for a database that is known to be away. */
    if (is_lost(base)) return error_set(err, ST_IO, "the store: the database cannot be reached");
    for (int tries = 0; tries < 2; tries++) {
        postgres_link *l;
        st = take_link(s, &l, err);
        if (st != ST_OK) return st;
        st = read_once(l, c, changed, err);
        bool lost = postgres_link_lost(l);
        give_back(s, l);
        if (!lost) return st;
        /* Those that rest were lost with it. */
        mtx_lock(&s->mutex);
        postgres_link *old = s->resting;
        s->resting = NULL;
        mtx_unlock(&s->mutex);
        while (old) {
            postgres_link *next = old->next;
            postgres_link_close(old);
            old = next;
        }
    }
    return st;
}

/* Row by row: a table may be larger than memory. */
static status run_script(store *base, const char *sql, store_row row, void *ctx, error *err) {
    postgres_store *s = (postgres_store *)base;
    postgres_link *l;
    status st = take_link(s, &l, err);
    if (st != ST_OK) return st;
    if (!postgres_lib->PQsendQuery(l->db, sql) || (row && !postgres_lib->PQsetSingleRowMode(l->db)))
        st = postgres_fail(err, l, sql);
    for (PGresult *r; st != ST_IO && (r = postgres_result(l)) != NULL; postgres_lib->PQclear(r)) {
        bool one = postgres_lib->PQresultStatus(r) == PGRES_SINGLE_TUPLE;
        if (one) postgres_rows(r, row, ctx);
        if (!one && postgres_status(r) != ST_OK) st = postgres_fail(err, l, sql);
    }
    if (st == ST_OK && postgres_link_lost(l)) st = postgres_fail(err, l, sql);
    if (st != ST_OK && !postgres_link_lost(l)) (void)postgres_run(l, "ROLLBACK", NULL);
    give_back(s, l);
    return st;
}

/* --- facts --- */

static int64_t now_ms(const store *base) {
    const postgres_store *s = (const postgres_store *)base;
    return postgres_writer_now_ms(s->writer);
}

static bool keep_number(void *ctx, const store_value *column, int count) {
    if (count) *(int64_t *)ctx = column[0].number;
    return false;
}

static int64_t bytes_now(store *base) {
    int64_t n = 0;
    (void)run_script(base, "SELECT pg_database_size(current_database())", keep_number, &n, NULL);
    return n;
}

const store_kind postgres_kind = {.shared = true,
                                  .open = open_store,
                                  .close = close_store,
                                  .stop = stop_store,
                                  .read = read_rows,
                                  .now_ms = now_ms,
                                  .lost = is_lost,
                                  .bytes = bytes_now,
                                  .script = run_script};
