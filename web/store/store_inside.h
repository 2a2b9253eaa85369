#ifndef WEB_STORE_STORE_INSIDE_H
#define WEB_STORE_STORE_INSIDE_H
/* Shared by the files of the store, by no others. */

#include <sqlite3.h>

#include "engine/base/status.h"
#include "web/store/store.h"

/* A connection with its statements, prepared when they are first needed. One thread at a time. */
typedef struct store_link {
    sqlite3 *db;
    sqlite3_stmt *stmt[STORE_STATEMENTS];
    struct store_link *next; /* of those that wait for work */
} store_link;

status store_link_open(store_link **out, const char *path, error *err);
void store_link_close(store_link *l); /* NULL is welcome */
/* The statement, prepared and without values; NULL: *err says why. */
sqlite3_stmt *store_link_statement(store_link *l, store_statement st, error *err);
void store_bind(sqlite3_stmt *stmt, int at, const store_value *v);

/* "the store: WHAT: reason of SQLite" */
status store_fail(error *err, sqlite3 *db, const char *what);

/* Brings a file to the form of this version. */
status store_migrate(const char *path, error *err);

/* --- the thread that writes, and the one that checkpoints --- */
typedef struct store_writer store_writer;
status store_writer_start(store_writer **out, const char *path, error *err);
/* Commits what waits and ends both threads; nothing is taken any more. */
void store_writer_stop(store_writer *w);
void store_writer_destroy(store_writer *w); /* after store_writer_stop(); NULL is welcome */
status store_writer_take(store_writer *w, store_batch *b, store_done done, void *ctx, error *err);
int64_t store_writer_newest(store_writer *w);
store_facts store_writer_facts(store_writer *w);

#endif
