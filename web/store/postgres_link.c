/* Connections to PostgreSQL. All are non-blocking: a database that does not answer, or a network
 * that was cut, is noticed after a while instead of never. */
#define _POSIX_C_SOURCE 200809L
#include <poll.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/clock.h"
#include "engine/base/memory.h"
#include "web/store/postgres_inside.h"
#include "web/store/statements_postgres.h"

/* Where PostgreSQL needs other words; NULL: those of SQLite. */
static const char *const own_sql[STORE_STATEMENTS] = {
#define POSTGRES_STATEMENT_SQL(id, sql) [STORE_##id] = (sql),
    POSTGRES_STATEMENTS(POSTGRES_STATEMENT_SQL)
#undef POSTGRES_STATEMENT_SQL
};

enum { CONNECT_MS = 3000, MAX_ARGS = 16, NAME_SIZE = 16, NUMBER_SIZE = 24 };

status postgres_fail(error *err, const postgres_link *l, const char *what) {
    char said[160];
    const char *message = l && l->db ? postgres_lib->PQerrorMessage(l->db) : "no connection";
    text t = text_over(said, sizeof said);
    text_putn(&t, message, strcspn(message, "\n"));
    return error_set(err, ST_IO, "the store: %.80s: %s", what, said);
}

/* --- open and close --- */

/* What is not heard of for some seconds is over, on both sides: a process that stops in the middle of a
 * transaction must not hold up the others. */
static const char session_settings[] =
    "SET lock_timeout = 6000; SET statement_timeout = 20000; "
    "SET idle_in_transaction_session_timeout = 4000; SET tcp_user_timeout = 5000; "
    "SET tcp_keepalives_idle = 5; SET tcp_keepalives_interval = 2; SET tcp_keepalives_count = 3; "
    "SET client_min_messages = warning; SET standard_conforming_strings = on; "
    "SET TimeZone = 'UTC'";

static void say_nothing(void *ctx, const char *message) {
    (void)ctx, (void)message;
}

/* Waits until it is connected. */
static bool connect_now(PGconn *db) {
    int64_t until = clock_now_ms() + CONNECT_MS;
    PostgresPollingStatusType next = PGRES_POLLING_WRITING;
    while (next == PGRES_POLLING_READING || next == PGRES_POLLING_WRITING) {
        struct pollfd p = {.fd = postgres_lib->PQsocket(db),
                           .events = next == PGRES_POLLING_READING ? POLLIN : POLLOUT};
        int64_t left = until - clock_now_ms();
        if (p.fd < 0 || left <= 0 || poll(&p, 1, (int)left) < 0) return false;
        next = postgres_lib->PQconnectPoll(db);
    }
    return next == PGRES_POLLING_OK;
}

status postgres_link_open(postgres_link **out, const char *url, error *err) {
    *out = NULL;
    if (postgres_calls_load(err) != ST_OK) return ST_UNSUPPORTED;
    postgres_link *l = mem_alloc(sizeof *l);
    if (!l) return error_set(err, ST_NOMEM, "no memory for a connection to the store");
    const char *const keys[] = {"dbname",           "application_name", "client_encoding",
                                "tcp_user_timeout", "keepalives_idle",  NULL};
    const char *const values[] = {url, "kibitz", "UTF8", "5000", "5", NULL};
    l->db = postgres_lib->PQconnectStartParams(keys, values, 1);
    status st = ST_OK;
    if (!l->db) {
        st = error_set(err, ST_NOMEM, "no memory for a connection to the store");
    } else if (postgres_lib->PQstatus(l->db) == CONNECTION_BAD || !connect_now(l->db)) {
        st = postgres_fail(err, l, "connect");
    } else {
        (void)postgres_lib->PQsetNoticeProcessor(l->db, say_nothing, NULL);
        if (postgres_lib->PQserverVersion(l->db) < 120000)
            st = error_set(err, ST_UNSUPPORTED, "the store: PostgreSQL 12 or newer is needed");
        else if (postgres_lib->PQsetnonblocking(l->db, 1) != 0)
            st = postgres_fail(err, l, "connect");
    }
    if (st == ST_OK) st = postgres_run(l, session_settings, err);
    if (st != ST_OK) {
        postgres_link_close(l);
        return st;
    }
    *out = l;
    return ST_OK;
}

void postgres_link_close(postgres_link *l) {
    if (!l) return;
    postgres_lib->PQfinish(l->db);
    mem_free(l);
}

bool postgres_link_lost(const postgres_link *l) {
    return !l || postgres_lib->PQstatus(l->db) != CONNECTION_OK;
}

/* --- results --- */

/* Sends what waits to be sent; with `until` also waits for something to read. False: it is lost. */
static bool exchange(postgres_link *l, bool reads, int64_t until) {
    int unsent = postgres_lib->PQflush(l->db);
    if (unsent < 0) return false;
    if (!unsent && !reads) return true;
    struct pollfd p = {.fd = postgres_lib->PQsocket(l->db),
                       .events = (short)(POLLIN | (unsent ? POLLOUT : 0))};
    int64_t left = until - clock_now_ms();
    if (p.fd < 0 || left <= 0 || poll(&p, 1, (int)left) <= 0) return false;
    return postgres_lib->PQconsumeInput(l->db) == 1;
}

PGresult *postgres_result(postgres_link *l) {
    int64_t until = clock_now_ms() + POSTGRES_ANSWER_MS;
    while (!postgres_link_lost(l) && postgres_lib->PQisBusy(l->db))
        if (!exchange(l, true, until)) {
            postgres_lib->PQfinish(l->db); /* it is silent: what was under way is not known */
            l->db = NULL;
            return NULL;
        }
    return postgres_link_lost(l) ? NULL : postgres_lib->PQgetResult(l->db);
}

PGresult *postgres_only(postgres_link *l) {
    PGresult *r = postgres_result(l);
    while (r) {
        PGresult *more = postgres_result(l);
        if (!more) break;
        postgres_lib->PQclear(more);
    }
    return r;
}

status postgres_status(const PGresult *r) {
    if (!r) return ST_IO;
    ExecStatusType s = postgres_lib->PQresultStatus(r);
    if (s == PGRES_COMMAND_OK || s == PGRES_TUPLES_OK || s == PGRES_PIPELINE_SYNC) return ST_OK;
    const char *code = postgres_lib->PQresultErrorField(r, PG_DIAG_SQLSTATE);
    /* 22: a value that no column takes, as bytes that are no UTF-8; 23: a promise is broken. */
    return code && (strncmp(code, "23", 2) == 0 || strncmp(code, "22", 2) == 0) ? ST_BAD_VALUE
                                                                                : ST_IO;
}

int64_t postgres_changed(PGresult *r) {
    int64_t n = 0;
    const char *said = postgres_lib->PQcmdTuples(r);
    return said && *said && text_i64(said, 0, INT64_MAX, &n) ? n : 0;
}

status postgres_run(postgres_link *l, const char *sql, error *err) {
    if (postgres_link_lost(l) || !postgres_lib->PQsendQuery(l->db, sql))
        return postgres_fail(err, l, sql);
    status st = ST_OK;
    PGresult *r;
    while ((r = postgres_result(l)) != NULL) {
        if (st == ST_OK && (st = postgres_status(r)) != ST_OK) (void)postgres_fail(err, l, sql);
        postgres_lib->PQclear(r);
    }
    if (st == ST_OK && postgres_link_lost(l)) st = postgres_fail(err, l, sql);
    return st;
}

/* --- statements --- */

/* ?1 becomes $1. */
static void put_sql(text *out, const char *sql) {
    for (; *sql; sql++) {
        char c = *sql;
        if (c == '?' && text_is_digit(sql[1])) c = '$';
        text_char(out, c);
    }
}

static void name_of(store_statement st, char out[NAME_SIZE]) {
    text t = text_over(out, NAME_SIZE);
    text_format(&t, "s%d", (int)st);
}

status postgres_prepare(postgres_link *l, store_statement st, error *err) {
    if (l->prepared[st]) return ST_OK;
    char name[NAME_SIZE];
    text sql = text_growing();
    put_sql(&sql, own_sql[st] ? own_sql[st] : store_sql[st]);
    name_of(st, name);
    status got = ST_OK;
    if (sql.cut)
        got = error_set(err, ST_NOMEM, "no memory for a statement");
    else if (postgres_link_lost(l) ||
             !postgres_lib->PQsendPrepare(l->db, name, text_string(&sql), 0, NULL))
        got = postgres_fail(err, l, "prepare");
    if (got == ST_OK) {
        PGresult *r = postgres_only(l);
        got = postgres_status(r);
        if (got != ST_OK) got = postgres_fail(err, l, text_string(&sql));
        postgres_lib->PQclear(r);
    }
    l->prepared[st] = got == ST_OK;
    text_done(&sql);
    return got;
}

bool postgres_send(postgres_link *l, store_statement st, const postgres_values *v) {
    char number[MAX_ARGS][NUMBER_SIZE];
    const char *value[MAX_ARGS];
    char name[NAME_SIZE];
    if (v->args > MAX_ARGS || postgres_link_lost(l)) return false;
    for (int i = 0; i < v->args; i++) {
        const store_value *a = &v->arg[i];
        int64_t n = a->type == STORE_EVENT ? v->event : a->type == STORE_NOW ? v->now : a->number;
        text t = text_over(number[i], NUMBER_SIZE);
        text_format(&t, "%lld", (long long)n);
        value[i] = a->type == STORE_NULL ? NULL : a->type == STORE_TEXT ? a->text : number[i];
    }
    name_of(st, name);
    return postgres_lib->PQsendQueryPrepared(l->db, name, v->args, value, NULL, NULL, 0) == 1;
}

/* --- rows --- */

enum { TYPE_BOOL = 16, TYPE_INT8 = 20, TYPE_INT2 = 21, TYPE_INT4 = 23, TYPE_NUMERIC = 1700 };

static store_value value_at(const PGresult *r, int row, int column) {
    if (postgres_lib->PQgetisnull(r, row, column)) return store_null();
    const char *at = postgres_lib->PQgetvalue(r, row, column);
    int64_t n = 0;
    switch (postgres_lib->PQftype(r, column)) {
    case TYPE_BOOL:
        return store_int(*at == 't');
    case TYPE_INT2:
    case TYPE_INT4:
    case TYPE_INT8:
    case TYPE_NUMERIC:
        (void)text_i64(at, INT64_MIN, INT64_MAX, &n);
        return store_int(n);
    default:
        return store_textn(at, (size_t)postgres_lib->PQgetlength(r, row, column));
    }
}

void postgres_rows(const PGresult *r, store_row row, void *ctx) {
    int columns = postgres_lib->PQnfields(r);
    store_value column[STORE_MAX_COLUMNS];
    if (columns > STORE_MAX_COLUMNS) columns = STORE_MAX_COLUMNS;
    for (int i = 0; i < postgres_lib->PQntuples(r); i++) {
        for (int k = 0; k < columns; k++) column[k] = value_at(r, i, k);
        if (!row(ctx, column, columns)) return;
    }
}
