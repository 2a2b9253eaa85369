#ifndef WEB_STORE_SQLITE_INSIDE_H
#define WEB_STORE_SQLITE_INSIDE_H
/* Shared by the files of the store in one SQLite file, by no others. */

#include <sqlite3.h>

#include "engine/base/status.h"
#include "web/store/store_inside.h"

/* A connection with its statements, prepared when they are first needed. One thread at a time. */
typedef struct sqlite_link {
    sqlite3 *db;
    sqlite3_stmt *stmt[STORE_STATEMENTS];
    struct sqlite_link *next; /* of those that wait for work */
} sqlite_link;

status sqlite_link_open(sqlite_link **out, const char *path, error *err);
void sqlite_link_close(sqlite_link *l); /* NULL is welcome */
/* The statement, prepared and without values; NULL: *err says why. */
sqlite3_stmt *sqlite_link_statement(sqlite_link *l, store_statement st, error *err);
void sqlite_bind(sqlite3_stmt *stmt, int at, const store_value *v);

/* "the store: WHAT: reason of SQLite" */
status sqlite_fail(error *err, sqlite3 *db, const char *what);

/* Brings a file to the form of this version. */
status sqlite_migrate(const char *path, error *err);
status sqlite_backup(const char *from, const char *to, error *err);

/* --- the thread that writes, and the one that checkpoints --- */
typedef struct sqlite_writer sqlite_writer;
/* `s` is the store whose line it takes from. */
status sqlite_writer_start(sqlite_writer **out, store *s, const char *path, error *err);
/* Commits what waits and ends both threads; after store_line_stop(). */
void sqlite_writer_stop(sqlite_writer *w);
void sqlite_writer_destroy(sqlite_writer *w); /* after sqlite_writer_stop(); NULL is welcome */

int64_t sqlite_now_ms(const store *s);

#endif
