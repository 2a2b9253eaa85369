#ifndef WEB_STORE_STORE_H
#define WEB_STORE_STORE_H
/* The data of the server: one SQLite file of this process alone, or a PostgreSQL database that any
 * number of processes share. It knows rows, not games: the owner of a subject has its statements in
 * store_statements.h.
 *
 * One thread writes. A caller hands in a batch; the writer takes all that wait into one
 * transaction, and a batch that fails does not take the others with it. After the commit each
 * batch's `done` is called on the writer's thread, in the order of the batches: that is the order in
 * which things have happened. Any thread may read, and sees what was committed.
 *
 * In a shared store the transactions of all processes come one after the other, too: each begins
 * with the row that counts the events. What others have written is heard (store_listen) on the
 * writer's thread, in the order of the numbers of events, between the `done` of what this process
 * wrote: every process sees the same things in the same order. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/base/status.h"
#include "web/store/store_statements.h"

typedef struct store store;
typedef struct store_batch store_batch;

typedef enum store_type {
    STORE_NULL,
    STORE_INT,
    STORE_TEXT,
    STORE_EVENT, /* in a batch: the number that this event gets; one more event each time */
    STORE_NOW    /* in a batch: when the transaction began, by the clock of the store */
} store_type;

typedef struct store_value {
    store_type type;
    int64_t number;
    const char *text; /* ends in NUL */
    size_t len;
} store_value;

store_value store_int(int64_t n);
store_value store_text(const char *s); /* NULL becomes STORE_NULL */
store_value store_textn(const char *s, size_t len);
store_value store_null(void);
store_value store_event(void);
store_value store_now(void);

/* Opens what is there or makes it, and brings it to this version's form by numbered migrations.
 * `where` is the path of a file (made with mode 0600; migrations are tried on a copy first), or
 * "postgresql://...". ST_UNSUPPORTED for data of a newer version and for PostgreSQL where this build
 * is without it, ST_BUSY where another server has the file open, ST_IO, ST_NOMEM. */
status store_open(store **out, const char *where, error *err);
/* Commits what waits, then ends. No batch may be handed in any more. NULL is welcome. */
void store_close(store *s);

bool store_is_url(const char *where);    /* a database, not the path of a file */
bool store_is_shared(const store *s);    /* other processes may write, too */
bool store_is_lost(const store *s);      /* the database cannot be reached at the moment */
int64_t store_now_ms(const store *s);    /* ms since 1970, by the clock of the store */
int64_t store_commit_ms(const store *s); /* inside `done`: STORE_NOW of that transaction */

/* Reads with one statement: `row` gets each row until it returns false. The values live during the
 * call. Any thread. */
typedef bool (*store_row)(void *ctx, const store_value *column, int count);
status store_read(store *s, store_statement st, const store_value *arg, int args, store_row row,
                  void *ctx, error *err);

/* A list of statements to be carried out together. NULL without memory; adding to NULL is
 * ST_NOMEM. Values are copied. */
store_batch *store_batch_create(void);
void store_batch_destroy(store_batch *b); /* one that was not handed in; NULL is welcome */
status store_batch_add(store_batch *b, store_statement st, const store_value *arg, int args);
/* The statement added last must change a row, else the entire batch fails with ST_NOT_FOUND: what
 * may happen once (an invitation is used) is decided by the writer. */
void store_batch_require(store_batch *b);
/* The same: exactly so many rows. */
void store_batch_require_rows(store_batch *b, int64_t rows);
/* A word without spaces for all other processes, once the batch is committed. */
status store_batch_tell(store_batch *b, const char *word);

/* What became of a batch: ST_OK, ST_BAD_VALUE where a row broke a promise (a name that is there
 * already), ST_NOT_FOUND (store_batch_require), ST_IO. `event` are the numbers that its events got,
 * in order. On the writer's thread: short, and never waiting for another batch. After ST_IO of a
 * shared store the batch may have been committed all the same: then it is heard of later, as if
 * another process had written it. */
typedef void (*store_done)(void *ctx, status st, const int64_t *event, size_t events);
/* Takes the batch, whatever happens. One without statements and words is done when all is heard of
 * that others had written before it came. `done` may be NULL. ST_STOPPED after store_stop(), ST_NOMEM:
 * then `done` is not called. */
status store_commit(store *s, store_batch *b, store_done done, void *ctx, error *err);
/* The same, and waits: for threads that serve no requests. */
status store_write(store *s, store_batch *b, error *err);
/* No further batches are taken, those that wait are committed; returns when that is done. */
void store_stop(store *s);

/* The highest number of an event that was done or heard of in this process; 0: none. */
int64_t store_newest_event(store *s);

/* --- what other processes write --- */

/* A row of `events`. */
typedef struct store_news {
    int64_t event, account, time; /* account 0: none */
    int row;
    const char *room, *key, *asked, *kind, *body; /* key and asked may be NULL */
} store_news;

/* All on the writer's thread. `missed`: the database was lost for a while, so that words of others
 * may have gone unheard (rows have not). */
typedef struct store_listener {
    void (*row)(void *ctx, const store_news *n);
    void (*word)(void *ctx, const char *word);
    void (*missed)(void *ctx);
    void *ctx;
} store_listener;
/* Once, before anything is served. Of no use to a store that is not shared. */
void store_listen(store *s, const store_listener *l);

/* --- work that one process does for all --- */

/* One statement at once, outside of the line of batches, on the caller's thread: for what is lost
 * without harm when the machine fails. *changed: how many rows. With `row` the rows it returns. */
typedef struct store_call {
    store_statement st;
    const store_value *arg;
    int args;
    store_row row; /* NULL: none is read */
    void *ctx;
} store_call;
status store_do(store *s, const store_call *c, int64_t *changed, error *err);
/* What this process is called by others; a word. */
const char *store_process(const store *s);

/* --- copies --- */

/* A copy of the file, also while it is being served, in one step. */
status store_backup(const char *from, const char *to, error *err);
/* All data of one store into another that is empty: files and databases, in any direction. No
 * server may have either of them. Counted rows go to `copied`. */
status store_copy(const char *from, const char *to, int64_t *copied, error *err);

enum { STORE_SIZES = 10 };
typedef struct store_facts {
    uint64_t commits, batches, failed; /* since it was opened */
    uint64_t sizes[STORE_SIZES]; /* commits of at most 1, 2, 4 ... batches; the last: of more */
    int64_t bytes;               /* of the file and its log, or of the database */
} store_facts;
store_facts store_facts_now(store *s);

#endif
