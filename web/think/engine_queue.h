#ifndef WEB_THINK_ENGINE_QUEUE_H
#define WEB_THINK_ENGINE_QUEUE_H
/* Long thinking for many: engine seats, analyses and reviews take turns on a bounded number of
 * threads, fairly by who asked (an account, or a room for its engine seats). A job is one search or
 * one review; engine seats come before analyses, analyses before reviews.
 *
 * Among jobs of a kind the one goes first whose asker has used the least. Where there are two
 * threads or more, one is kept free for engine seats. An analysis that has had its turn ends with
 * what it has found when others wait; a review steps aside between two events and continues later.
 *
 * All calls are safe from any thread. The caller sees to it that SIGPIPE is ignored. */

#include "arena/engine_spec.h"
#include "engine/game/position.h"
#include "search/review.h"

typedef struct engine_queue engine_queue;

typedef struct engine_queue_setup {
    const search_registry *book;
    game_list games;
    const char *const *engines; /* "NAME=CMD" of the owner, ended by NULL; may be NULL. CMD is a
                                   program with its arguments, or words of engine_spec.h with cmd= */
    int threads;                /* of all jobs together */
    int hash_mb;                /* of each */
    int turn_ms;                /* after which an analysis makes way for others; 0: 10 s */
} engine_queue_setup;

typedef enum think_kind { THINK_SEAT, THINK_ANALYSIS, THINK_REVIEW } think_kind;

typedef struct think_job {
    think_kind kind;
    uint64_t asker;     /* for fairness */
    position *root;     /* taken over: of a hidden game the view of `seat`, or everything, of which
                           a search is given that view; of a review the entire game */
    int seat;           /* who decides, from 0 */
    const char *engine; /* words of engine_spec.h ("mcts level=4 movetime=500", "bot:greedy",
                           "engine:NAME movetime=500" for one of the owner's); copied; NULL: auto */
    search_limits limits;    /* win over those in the words; none at all: a second for a seat */
    int threads;             /* of the search; 0: one, or as the words have it */
    uint64_t seed;           /* 0: a seat's choices differ from game to game */
    int lines;               /* 0: one */
    const char *const *only; /* tokens, ended by NULL; copied; NULL: all */
    const char *const *without;
    int report_every_ms; /* 0: no reports on the way */
    /* On a thread of the queue, never after engine_queue_cancel() has returned. Each may be NULL. */
    void (*report)(void *ctx, const search_report *r);
    void (*reviewed)(void *ctx, const review *r, const review_event *last); /* THINK_REVIEW */
    /* The end of it, once for every job that was added. err NULL: it went well. Otherwise token is
     * NULL (ST_STOPPED: before there was anything, or cancelled). `last` is the search's last
     * report (NULL from an engine of the owner), `whole` that of a review, also of one that was
     * stopped (whole->stopped). A token of an engine of the owner was verified. */
    void (*done)(void *ctx, const char *token, const search_report *last, const review *whole,
                 const error *err);
    void *ctx;
} think_job;

status engine_queue_create(engine_queue **out, const engine_queue_setup *setup, error *err);
void engine_queue_destroy(engine_queue *q); /* cancels all; NULL is welcome */

/* Takes job->root, also on failure. ST_BUSY where too many wait, ST_BAD_VALUE for an engine that
 * does not play this, ST_UNSUPPORTED for words that name a file or a program. *id is never 0; the
 * job may have ended when this returns. */
status engine_queue_add(engine_queue *q, const think_job *job, uint64_t *id, error *err);
/* Stops a job, or drops one that waits; `done` was called when this returns, perhaps by this
 * thread. Not from inside `report`, `reviewed` and `done`, nor with a lock that they take. */
void engine_queue_cancel(engine_queue *q, uint64_t id);
/* The search ends with what it has found; `done` follows. From anywhere. */
void engine_queue_stop(engine_queue *q, uint64_t id);
int engine_queue_length(engine_queue *q); /* waiting */

/* Whether an engine (words as above) can play these rules. */
status engine_queue_check(engine_queue *q, const rules *r, const char *engine, error *err);

#endif
