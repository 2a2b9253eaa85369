#ifndef WEB_STORE_STORE_INSIDE_H
#define WEB_STORE_STORE_INSIDE_H
/* What the implementations of a store share; for files of this folder alone. */

#include <stdatomic.h>

#include "engine/base/threads.h"
#include "web/store/store.h"

/* --- an implementation is a table of functions --- */
typedef struct store_kind {
    bool shared;
    status (*open)(store **out, const char *where, error *err);
    void (*close)(store *s); /* also one that is half open; after `stop` */
    void (*stop)(store *s);
    status (*read)(store *s, const store_call *c, int64_t *changed, error *err);
    int64_t (*now_ms)(const store *s);
    bool (*lost)(const store *s);
    int64_t (*bytes)(store *s);
    status (*backup)(const char *from, const char *to, error *err); /* NULL: none */
    /* One SQL statement without values, for copies: any rows go to `row`. */
    status (*script)(store *s, const char *sql, store_row row, void *ctx, error *err);
} store_kind;

extern const store_kind sqlite_kind;
extern const store_kind postgres_kind; /* only with KIBITZ_POSTGRESQL */

/* --- batches --- */
typedef struct store_order {
    store_statement st;
    int first, args; /* of the batch's values */
    int64_t rows;    /* so many must change; -1: any number, but one at least; -2: as it comes */
} store_order;

struct store_batch {
    store_order *orders;
    size_t count, cap;
    store_value *values; /* their texts are ours */
    size_t value_count, value_cap;
    int64_t *events; /* numbers that were given */
    size_t event_count, event_cap;
    char *words; /* for other processes, each with a space before it; NULL: none */

    store_done done;
    void *ctx;
    status st;
    struct store_batch *next;
};

enum { STORE_ROWS_SOME = -1, STORE_ROWS_ANY = -2 };
enum { STORE_EVENT_STEP = 64, STORE_MAX_COLUMNS = 24 };
/* The number grows by 1 to STORE_EVENT_STEP. */
int64_t store_next_event(int64_t last);
/* Whether so many changed rows are what the order asks for. */
bool store_order_met(const store_order *o, int64_t changed);

/* --- the batches that wait for the thread that writes --- */
typedef struct store_line {
    mtx_t mutex;
    cnd_t work;                 /* something waits, or it stops */
    store_batch *first, **last; /* under the mutex, as all below */
    bool stopping;
    store_facts facts;
    void (*wake)(void *ctx); /* called after something came; NULL: none */
    void *wake_ctx;
} store_line;

void store_line_init(store_line *l);
void store_line_done(store_line *l);
status store_line_push(store_line *l, store_batch *b);
/* All that wait, up to a limit. NULL: it stops, or (not `wait`) nothing is there. */
store_batch *store_line_take(store_line *l, bool wait);
void store_line_stop(store_line *l); /* takes no more; wakes who waits */
bool store_line_stopping(store_line *l);
/* Counts them, calls `done` of each and ends them. */
void store_line_finish(store_line *l, store_batch *first);

/* --- the beginning of every store --- */
struct store {
    const store_kind *kind;
    store_line line;
    atomic_llong newest; /* the highest number that was done or heard of */
    int64_t commit_ms;   /* of the transaction whose `done` are being called */
    store_listener listener;
    char process[32];
};

/* The text of a statement, as SQLite knows it. */
extern const char *const store_sql[STORE_STATEMENTS];
int64_t store_newest_version(void); /* how many migrations there are */

#endif
