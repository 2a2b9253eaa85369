#ifndef WEB_STORE_STORE_H
#define WEB_STORE_STORE_H
/* The data of the server in one SQLite file. It knows rows, not games: the owner of a subject has
 * its statements in store_statements.h.
 *
 * One thread writes. A caller hands in a batch; the writer takes all that wait into
 * one transaction, each under a savepoint of its own, so that a batch that fails does not take the
 * others with it. After the commit each batch's `done` is called on the writer's thread, in the
 * order of the batches: that is the order in which things have happened. Any thread may read, and
 * sees what was committed. */

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
    STORE_EVENT /* in a batch: the number that this event gets; one more event each time */
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

/* Opens or makes the file (mode 0600) and brings it to this version's form: numbered migrations,
 * tried on a copy first. ST_UNSUPPORTED for a file of a newer version, ST_BUSY where another server
 * has it open, ST_IO, ST_NOMEM. */
status store_open(store **out, const char *path, error *err);
/* Commits what waits, then ends. No batch may be handed in any more. NULL is welcome. */
void store_close(store *s);

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

/* What became of a batch: ST_OK, ST_BAD_VALUE where a row broke a promise (a name that is there
 * already), ST_NOT_FOUND (store_batch_require), ST_IO. `event` are the numbers that its events got, in order. On the writer's
 * thread: short, and never waiting for another batch. */
typedef void (*store_done)(void *ctx, status st, const int64_t *event, size_t events);
/* Takes the batch, whatever happens. `done` may be NULL. ST_STOPPED after store_stop(), ST_NOMEM:
 * then `done` is not called. */
status store_commit(store *s, store_batch *b, store_done done, void *ctx, error *err);
/* The same, and waits: for threads that serve no requests. */
status store_write(store *s, store_batch *b, error *err);
/* No further batches are taken, those that wait are committed; returns when that is done. */
void store_stop(store *s);

int64_t store_newest_event(store *s); /* the highest number there is; 0: none */

/* A copy of the file, also while it is being served, in one step. */
status store_backup(const char *from, const char *to, error *err);

enum { STORE_SIZES = 10 };
typedef struct store_facts {
    uint64_t commits, batches, failed; /* since it was opened */
    uint64_t sizes[STORE_SIZES]; /* commits of at most 1, 2, 4 ... batches; the last: of more */
    int64_t bytes;               /* of the file and its log */
} store_facts;
store_facts store_facts_now(store *s);

#endif
