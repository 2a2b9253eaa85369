#ifndef WEB_ROOMS_ROOMS_INSIDE_H
#define WEB_ROOMS_ROOMS_INSIDE_H
/* The internals of the rooms, shared by rooms*.c.
 *
 * Locks. `all->mutex` guards the list of tables and the jobs that wait for the worker; then
 * `e->mutex` what changes of a table. Both are held for moments only, and nothing else is called
 * with them: neither the store, nor streams, nor the engine queue, nor a request. What a table is
 * (`e->now`) is never changed in place, so a thread with a share of it reads without a lock. */

#include "engine/base/threads.h"
#include "web/rooms/rooms_job.h"
#include "web/think/engine_queue.h"

enum {
    ROOMS_CHAINS = 1024,
    ROOMS_IDLE_MS = 10 * 60 * 1000,  /* then a table leaves memory */
    ROOMS_CLEAN_MS = 60 * 60 * 1000, /* how often old tables and sessions are looked for */
    ROOMS_SEEN_MS = 5000,            /* how often it is looked who is there */
    ROOMS_AWAY_MS = 20000,
    ROOMS_MAX_FAILURES = 3, /* of an engine in a row, then it is asked no more */
    ROOMS_FORGET_MS = 1000  /* after which a change of people has been written */
};

/* An engine's thinking for a seat. */
typedef struct room_thought {
    uint64_t job;   /* of the queue; 0: not known */
    unsigned given; /* at which it began */
    bool runs, ready;
    bool claimed; /* in a shared store: no other process thinks for this seat */
    char token[GAME_TOKEN_SIZE];
    int64_t retry_ms; /* not before; 0: at once */
    int failures;     /* so far, for the present question */
    double value;     /* what the seat expects, by its last search; below 0: not known */
} room_thought;

typedef struct room_shown {
    int64_t session;
    int seat;
} room_shown;

typedef struct room_seen {
    int64_t account, ms;
} room_seen;

struct room_entry {
    room_entry *next; /* of its chain */
    rooms *all;
    char id[ROOM_ID_SIZE];
    atomic_int users;
    atomic_llong deadline; /* monotonic ms: when the worker has to look; INT64_MAX: never */

    atomic_llong leave_ms; /* when it has to be read again; INT64_MAX: never */

    mtx_t mutex; /* guards all below */
    room *now;
    bool gone; /* not in the list any more */
    int64_t event;
    bool busy; /* a change is being carried out */
    rooms_job *first, **last;
    int64_t asked_ms; /* when the present question was asked */
    int64_t clock_ms; /* since when the clock runs; -1: it rests */
    int64_t used_ms;  /* what had been used before that */
    int64_t touched_ms;
    room_thought thought[GAME_MAX_PLAYERS];
    room_shown *shown;
    size_t showns, shown_cap;
    room_seen *seen;
    size_t seens, seen_cap;
    int64_t seen_ms; /* when that was looked at */
};

/* A table that is being read from the store: what is heard of it meanwhile is not in it. */
typedef struct rooms_reading {
    const char *id;
    bool again;
    struct rooms_reading *next;
} rooms_reading;

struct rooms {
    web_world *world;
    uint64_t (*random)(void *ctx);
    void *random_ctx;
    int engine_delay_ms;
    void (*changed)(void *ctx); /* NULL: no one waits */
    void *changed_ctx;
    atomic_int busy; /* tables with a change under way */
    mtx_t mutex;     /* guards all below */
    cnd_t wake;
    room_entry *chain[ROOMS_CHAINS];
    int open;
    rooms_reading *readings;
    rooms_job *first, **last; /* for the worker */
    room_entry **kicked;      /* to be looked at */
    size_t kicks, kick_cap;
    int64_t next_ms;  /* the earliest deadline */
    int64_t clean_ms; /* when that was last looked for */
    int clean_every_ms;
    bool stop;
    thrd_t worker;
    bool has_worker;
};

/* --- rooms.c --- */
/* The table, read from the store where it is not in memory; rooms_let_go() ends its use. */
status rooms_find(rooms *all, const char *id, room_entry **out, error *err);
room_entry *rooms_take(room_entry *e); /* one more use */
void rooms_let_go(room_entry *e);
/* A table from the store, or a new one. */
typedef struct rooms_loaded {
    room *table;
    int64_t event;   /* the number of its last row */
    int64_t changed; /* when that was last asked which is asked now: ms since 1970; 0: now */
} rooms_loaded;
/* Puts it into memory; takes the table. NULL without memory. */
room_entry *rooms_enter(rooms *all, const rooms_loaded *l);
/* One in memory; NULL: it is not. Under all->mutex. */
room_entry *rooms_find_loaded(rooms *all, const char *id);
/* Another question is asked since that moment (monotonic ms); under e->mutex. */
void rooms_ask_again(room_entry *e, int64_t since_ms);
/* A time of the store as monotonic ms. */
int64_t rooms_local_ms(const rooms *all, int64_t store_ms);
/* What is true at the moment; under e->mutex. */
room_present rooms_present(const room_entry *e, int64_t now_ms);
room_viewer rooms_viewer(const room_entry *e, const room *r, const web_person *who);
bool rooms_person_may(const room *r, const web_person *who); /* look at it at all */
int64_t rooms_elapsed(const room_entry *e, int64_t now_ms);

/* --- rooms_load.c --- */
/* As far as events have been heard of here (store_newest_event()). */
status rooms_load(rooms *all, const char *id, rooms_loaded *out, error *err);
/* Whether a row asks something else than the table did before. */
bool rooms_row_asks(const room *before, const room *after, const room_row *row);

/* --- rooms_shared.c: other processes at the same tables; on the writer's thread --- */
/* Reads a table again whose change was mixed with one that has no event. */
void rooms_read_again(rooms *all, room_entry *e);
/* Whether this process is the one that thinks for a seat. */
bool rooms_claim_seat(rooms *all, room_entry *e, int seat);
void rooms_release_seat(rooms *all, room_entry *e, int seat);

/* --- rooms_publish.c --- */

/* A change that is being written down. */
typedef struct rooms_commit {
    room_entry *entry;
    rooms_job *job; /* NULL for a new table */
    room *base;     /* what it was copied from */
    room *copy;
    size_t first_row, first_kept;
    size_t rows; /* to be told, from first_row; 0: all */
    text answer; /* with places for the number of the event */
    web_request *q;
    text told[ROOM_VIEWS]; /* the last move as each view is given it; empty: not needed */
    const room_row *moved; /* that move */
    bool done_with;
} rooms_commit;

/* The data of an event, as that person is given it. */
void rooms_event_data(const room *r, const room_row *row, const room_viewer *v,
                      const room_present *now, text *out);
status rooms_prepare_events(rooms_commit *c, error *err);
void rooms_publish(rooms *all, rooms_commit *c);
/* What the clocks show, and which run: not stored. */
void rooms_publish_clocks(rooms *all, room_entry *e);
/* An event that has no number yet, and putting it where that was written. */
#define ROOMS_NO_EVENT INT64_C(7777777777777777777)
void rooms_set_event(text *answer, int64_t event);

/* --- rooms_change.c --- */
void rooms_process(rooms *all, rooms_job *j); /* the entry is busy for it */
void rooms_refuse(rooms *all, rooms_job *j);  /* the same for one that comes too late */
/* What the store gave to new rows; inside `done`. */
void rooms_number_rows(const rooms *all, room *r, size_t first, const int64_t *event,
                       size_t events);
/* Adds the rows of a change to a batch. */
status rooms_batch_rows(store_batch *b, const room *r, size_t first_row, size_t first_kept);

/* --- rooms_worker.c --- */
status rooms_worker_start(rooms *all, error *err);
void rooms_worker_stop(rooms *all);
void rooms_worker_push(rooms *all, rooms_job *j);
void rooms_kick(rooms *all, room_entry *e);     /* have the worker look at it */
void rooms_plan(room_entry *e, int64_t now_ms); /* its deadline; under e->mutex */

/* --- rooms_engines.c --- */
void rooms_think(rooms *all, room_entry *e);
int64_t rooms_engine_deadline(const room_entry *e);  /* under e->mutex */
void rooms_stop_thinking(rooms *all, room_entry *e); /* waits until it has stopped */
/* Jobs of the server itself; what has moved on meanwhile drops them. */
void rooms_submit_own(rooms *all, room_entry *e, rooms_job *j, unsigned given);

#endif
