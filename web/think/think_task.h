#ifndef WEB_THINK_THINK_TASK_H
#define WEB_THINK_THINK_TASK_H
/* One job of the engine queue: its words read, its actions found, and how it is carried out. The
 * queue says when. */

#include "engine/base/threads.h"
#include "web/think/engine_queue.h"
#include "web/think/outside_seats.h"

typedef enum think_state { TASK_WAITS, TASK_RUNS, TASK_PAUSES, TASK_ENDS } think_state;

typedef struct think_task {
    /* The queue's, under its lock. */
    struct think_task *next;
    uint64_t id;
    struct asker *asker;
    think_state state;
    int64_t since_ms; /* it has its threads since then */
    bool started;

    think_job job; /* its strings are not kept: those that are needed are below */
    int threads;   /* how many it takes */
    search_question ask;
    weights eval;
    token *only;
    const searcher_kind *open; /* of a review */
    char *outside;             /* words for a program of the owner; NULL: a search of ours */

    atomic_bool stop;      /* set before the search or the program is stopped */
    atomic_bool cancelled; /* what was found is not wanted */
    mtx_t lock;            /* guards these two, which are there while it runs */
    search *search;
    outside_seat *seat;
    /* Set by the queue: between two events of a review; whether the turn of an analysis is over. */
    void (*pause)(void *queue, struct think_task *t);
    bool (*yields)(void *queue, struct think_task *t);
    void *queue;
} think_task;

/* Where tasks are made and run. */
typedef struct think_place {
    const search_registry *book;
    game_list games;
    outside_seats *outside;
    int threads, hash_mb;
} think_place;

/* Takes job->root, also on failure. */
status think_task_create(think_task **out, const think_place *where, const think_job *job,
                         error *err);
void think_task_destroy(think_task *t);

/* Carries it out and calls `done`. `s` is NULL where none is needed. */
void think_task_run(think_task *t, const think_place *where, search *s);
/* Calls `done` for one that never ran. */
void think_task_drop(think_task *t);
/* From any thread, also before it runs. */
void think_task_stop(think_task *t);

/* Whether the words make an engine that plays these rules. */
status think_task_check(const think_place *where, const rules *r, const char *engine, error *err);

#endif
