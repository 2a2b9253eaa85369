/* All data of one store into another, table by table, in one transaction of the second. */
#include <string.h>

#include "engine/base/file.h"
#include "engine/base/text.h"
#include "web/store/store_inside.h"

enum { INSERT_BYTES = 256 << 10 }; /* of one statement, about */

/* In an order in which what is referred to comes first. `id`: the database counts it. What processes
 * share while they run is not copied. */
static const struct {
    const char *table, *columns;
    bool id;
} tables[] = {{"meta", "name, value", false},
              {"accounts", "id, name, folded, kind, password, room, settings, made", true},
              {"sessions", "id, hash, account, made, seen, ends", true},
              {"invitations", "hash, maker, made, ends", false},
              {"kept_texts", "hash, text", false},
              {"rooms", "id, maker, invite, game, hash, look, state, setup, made, touched", false},
              {"seats", "room, seat, account, name, declines", false},
              {"events", "event, room, row, key, asked, kind, account, body, time", false},
              {"answers", "room, seat, open, key, asked, token, time", false},
              {"texts", "account, name, title, text, changed", false},
              {"analyses", "account, key, body, time", false},
              {"reviews",
               "id, account, state, game, source, record, names, judge, origin, body, time", false},
              {"library",
               "id, account, game, title, players, date, result, plies, source, record, added",
               false},
              {"marks", "id, account, game, position, note, saved, ply, time", false},
              {"tokens", "id, hash, account, name, made, ends, used", true},
              {"handles", "hash, token, room, seat, open", false}};

typedef struct copying {
    store *from, *to;
    int at; /* of the tables */
    text sql;
    int64_t rows;
    status st;
    error *err;
} copying;

static void put_value(text *out, const store_value *v) {
    if (v->type == STORE_NULL) {
        text_put(out, "NULL");
    } else if (v->type == STORE_INT) {
        text_format(out, "%lld", (long long)v->number);
    } else {
        text_char(out, '\'');
        for (size_t i = 0; i < v->len; i++) {
            if (v->text[i] == '\'') text_char(out, '\'');
            text_char(out, v->text[i]);
        }
        text_char(out, '\'');
    }
}

static status run(store *s, const char *sql, error *err) {
    return s->kind->script(s, sql, NULL, NULL, err);
}

/* The rows that were gathered. */
static status write_rows(copying *c) {
    if (!c->sql.len) return ST_OK;
    if (strcmp(tables[c->at].table, "meta") == 0)
        text_put(&c->sql, " ON CONFLICT (name) DO UPDATE SET value = excluded.value");
    c->st = c->sql.cut ? error_set(c->err, ST_NOMEM, "no memory for a row")
                       : run(c->to, text_string(&c->sql), c->err);
    text_clear(&c->sql);
    return c->st;
}

static bool take_row(void *ctx, const store_value *column, int count) {
    copying *c = ctx;
    if (c->sql.len)
        text_put(&c->sql, ", (");
    else
        text_format(&c->sql, "INSERT INTO %s (%s) VALUES (", tables[c->at].table,
                    tables[c->at].columns);
    for (int i = 0; i < count; i++) {
        if (i) text_put(&c->sql, ", ");
        put_value(&c->sql, &column[i]);
    }
    text_char(&c->sql, ')');
    c->rows++;
    return c->sql.len < INSERT_BYTES || write_rows(c) == ST_OK;
}

static bool take_number(void *ctx, const store_value *column, int count) {
    if (count && column[0].type == STORE_INT) *(int64_t *)ctx = column[0].number;
    return false;
}

/* Ids are never used again: also those of rows that are gone. */
static status copy_counter(copying *c) {
    const char *table = tables[c->at].table;
    char sql[160];
    int64_t highest = 0;
    text t = text_over(sql, sizeof sql);
    if (c->from->kind->shared)
        text_format(&t, "SELECT last_value FROM %s_id_seq WHERE is_called", table);
    else
        text_format(&t, "SELECT seq FROM sqlite_sequence WHERE name = '%s'", table);
    status st = c->from->kind->script(c->from, sql, take_number, &highest, c->err);
    if (st != ST_OK || !highest) return st;
    t = text_over(sql, sizeof sql);
    if (c->to->kind->shared) {
        text_format(&t, "SELECT setval('%s_id_seq', %lld)", table, (long long)highest);
        return run(c->to, sql, c->err);
    }
    text_format(&t, "DELETE FROM sqlite_sequence WHERE name = '%s'", table);
    st = run(c->to, sql, c->err);
    t = text_over(sql, sizeof sql);
    text_format(&t, "INSERT INTO sqlite_sequence (name, seq) VALUES ('%s', %lld)", table,
                (long long)highest);
    return st == ST_OK ? run(c->to, sql, c->err) : st;
}

static status copy_table(copying *c) {
    char sql[200];
    text t = text_over(sql, sizeof sql);
    text_format(&t, "SELECT %s FROM %s", tables[c->at].columns, tables[c->at].table);
    status st = c->from->kind->script(c->from, sql, take_row, c, c->err);
    if (st == ST_OK) st = c->st;
    if (st == ST_OK) st = write_rows(c);
    return st == ST_OK && tables[c->at].id ? copy_counter(c) : st;
}

static status check_empty(store *s, const char *where, error *err) {
    int64_t n = 0;
    status st = s->kind->script(s,
                                "SELECT (SELECT COUNT(*) FROM accounts) + "
                                "(SELECT COUNT(*) FROM rooms)",
                                take_number, &n, err);
    if (st != ST_OK || n == 0) return st;
    return error_set(err, ST_BAD_VALUE, "%.200s has data already: a copy needs an empty store",
                     store_is_url(where) ? "the database" : where);
}

/* A process that was seen a moment ago still serves it. */
static status check_unused(store *s, error *err) {
    enum { SEEN_MS = 15000 };
    int64_t n = 0;
    store_value since = store_int(store_now_ms(s) - SEEN_MS);
    status st = store_read(s, STORE_PROCESSES_COUNT, &since, 1, take_number, &n, err);
    return st == ST_OK && n
               ? error_set(err, ST_BUSY, "the database is in use by %lld servers", (long long)n)
               : st;
}

static status copy_all(copying *c) {
    status st = run(c->to, "BEGIN", c->err);
    for (int i = 0; st == ST_OK && i < (int)(sizeof tables / sizeof *tables); i++) {
        c->at = i;
        st = copy_table(c);
    }
    if (st == ST_OK) return run(c->to, "COMMIT", c->err);
    (void)run(c->to, "ROLLBACK", NULL);
    return st;
}

status store_copy(const char *from, const char *to, int64_t *copied, error *err) {
    copying c = {.sql = text_growing(), .err = err};
    *copied = 0;
    if (!store_is_url(from) && !file_exists(from))
        return error_set(err, ST_NOT_FOUND, "there is no store %.200s", from);
    status st = store_open(&c.from, from, err);
    if (st == ST_OK) st = store_open(&c.to, to, err);
    if (st == ST_OK) st = check_unused(c.from, err);
    if (st == ST_OK) st = check_unused(c.to, err);
    if (st == ST_OK) st = check_empty(c.to, to, err);
    if (st == ST_OK) st = copy_all(&c);
    if (st == ST_OK) *copied = c.rows;
    text_done(&c.sql);
    store_close(c.to);
    store_close(c.from);
    return st;
}
