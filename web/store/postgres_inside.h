#ifndef WEB_STORE_POSTGRES_INSIDE_H
#define WEB_STORE_POSTGRES_INSIDE_H
/* Shared by the files of the store in a PostgreSQL database, by no others. */

#include "engine/base/text.h"
#include "web/store/postgres_calls.h"
#include "web/store/store_inside.h"

enum { POSTGRES_ANSWER_MS = 8000 }; /* a database that is silent for longer is lost */

/* A connection with its statements, prepared when they are first needed. One thread at a time. */
typedef struct postgres_link {
    PGconn *db;
    bool prepared[STORE_STATEMENTS];
    struct postgres_link *next; /* of those that rest */
} postgres_link;

/* ST_IO where it cannot be reached, ST_NOMEM. */
status postgres_link_open(postgres_link **out, const char *url, error *err);
void postgres_link_close(postgres_link *l); /* NULL is welcome */
/* Whether it can be used no more. */
bool postgres_link_lost(const postgres_link *l);
status postgres_prepare(postgres_link *l, store_statement st, error *err);
/* "the store: WHAT: reason of PostgreSQL" */
status postgres_fail(error *err, const postgres_link *l, const char *what);

/* Sends one prepared statement; `now` and `event` stand for STORE_NOW and STORE_EVENT. */
typedef struct postgres_values {
    const store_value *arg;
    int args;
    int64_t now;
    int64_t event; /* of the first STORE_EVENT; a statement has one at most */
} postgres_values;
bool postgres_send(postgres_link *l, store_statement st, const postgres_values *v);
/* The next result, or NULL where the statement has no more or the connection was lost. Waits for
 * POSTGRES_ANSWER_MS at most, then the connection is lost. */
PGresult *postgres_result(postgres_link *l);
/* The result of a statement that gives one, after which there is nothing more of it; the same. */
PGresult *postgres_only(postgres_link *l);
/* Sends SQL without values and waits for its end. */
status postgres_run(postgres_link *l, const char *sql, error *err);
/* What a failed result is to the caller. */
status postgres_status(const PGresult *r);
/* Rows as values; false of `row` ends it. */
void postgres_rows(const PGresult *r, store_row row, void *ctx);
int64_t postgres_changed(PGresult *r);

/* Brings a database to the form of this version; one process at a time. */
status postgres_migrate(postgres_link *l, error *err);

/* --- the thread that writes, and hears what others have written --- */
typedef struct postgres_writer postgres_writer;
status postgres_writer_start(postgres_writer **out, store *s, const char *url, error *err);
void postgres_writer_stop(postgres_writer *w);    /* after store_line_stop() */
void postgres_writer_destroy(postgres_writer *w); /* after that; NULL is welcome */
bool postgres_writer_lost(const postgres_writer *w);
int64_t postgres_writer_now_ms(const postgres_writer *w);

#endif
