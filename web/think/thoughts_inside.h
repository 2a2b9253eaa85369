#ifndef WEB_THINK_THOUGHTS_INSIDE_H
#define WEB_THINK_THOUGHTS_INSIDE_H
/* The internals of thoughts, shared by thoughts.c (the list, analyses) and thoughts_review.c. */

#include "engine/base/threads.h"
#include "web/http/web_json.h"
#include "web/think/engine_queue.h"
#include "web/think/start_scenes.h"
#include "web/think/thoughts.h"

enum { THOUGHTS_KEY_SIZE = 17 };

/* One analysis or review. Fields under the lock of `thoughts` are marked; the others are set
 * before its job begins and stay, or belong to the thread of the queue that works on it. */
typedef struct thought {
    struct thought *next; /* lock */
    thoughts *all;
    char id[THINK_ID_SIZE];
    char topic[THINK_ID_SIZE + 12];
    int64_t account;
    bool is_review;
    uint64_t job;  /* lock; 0: not yet */
    bool ended;    /* lock: nothing more will be said */
    bool finished; /* lock: the queue has let go of it */
    text said;     /* lock: an analysis' newest update; a review's events so far, with commas */
    size_t done, total; /* lock */

    position *root; /* of an analysis what it is about; of a review the game, at the last event */
    int seat, lines;
    bool why;
    char key[THOUGHTS_KEY_SIZE]; /* of an analysis, for the store */
    json_t *names;               /* of a review: a list */
    json_t *claim; /* in a shared store: what another process needs to continue; NULL: not shared */
    int64_t claim_ms; /* when listeners elsewhere were last told; the thread of the queue's */
} thought;

struct thoughts {
    web_world *world;
    mtx_t lock;
    thought *list; /* the newest first */
    start_scenes *starts;
    bool stopping;
};

static inline status thoughts_no_memory(error *err) {
    return error_set(err, ST_NOMEM, "no memory to think");
}
status thoughts_not_found(const char *what, error *err);

/* A new one, not in the list yet; NULL without memory. */
thought *thoughts_new(thoughts *t, const web_person *who, bool is_review);
void thoughts_drop(thought *x); /* one that is not in the list; NULL is welcome */
/* With the lock: a person's own; NULL: there is none. */
thought *thoughts_find(const thoughts *t, int64_t account, const char *id, bool is_review);
/* Puts it into the list and its job into the queue, whose callbacks may come at once. Takes job->root.
 * Where it fails thoughts_unlink() ends it. */
status thoughts_begin(thoughts *t, thought *x, think_job *job, error *err);
void thoughts_unlink(thoughts *t, thought *x);
/* Stops one that runs, with what it has found. */
status thoughts_end(thoughts *t, const web_person *who, const char *id, bool is_review, error *err);
/* The queue lets go of it: another thread may end it from here on. */
void thoughts_finish(thought *x);
/* --- thoughts_shared.c: the same at all processes; nothing where there is one --- */
bool thoughts_shared(const thoughts *t);
/* It is this process's to think about; where a person has too many, the oldest ends. */
void thoughts_claim(thought *x);
void thoughts_unclaim(const thought *x);
/* What it says, for listeners elsewhere; `last` or once in a while. */
void thoughts_spread(thought *x, const char *event, const char *data, bool last);
/* Of a person's own at another process: what it said last, or an end to it. */
status thoughts_said_elsewhere(thoughts *t, int64_t account, const char *topic, text *out);
bool thoughts_stop_elsewhere(thoughts *t, int64_t account, const char *topic);
/* thoughts_review.c: a review that is in the store already, from its first event. Takes the game, and
 * ends x on failure. */
status thoughts_review_again(thoughts *t, thought *x, const review_order *order);
/* The question of an analysis as JSON. */
json_t *thoughts_order_json(const analysis_order *o);
/* thoughts.c: a new one begins with that question. Takes its root, and ends x on failure. */
status thoughts_begin_order(thoughts *t, thought *x, const analysis_order *order);
/* Whether its end is not to be told: the server stops, and another process continues. */
bool thoughts_leaves(thought *x);

/* To all streams of its person that listen; merge as in stream_push(). */
void thoughts_publish(const thought *x, const char *event, const char *data, const char *merge);

#endif
