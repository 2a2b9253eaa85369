#ifndef WEB_THINK_THOUGHTS_H
#define WEB_THINK_THOUGHTS_H
/* Analyses and reviews that people have asked for: what runs, what was found, who hears of it.
 * Updates go to the streams under the topics "analysis:ID" and "review:ID"; the last word on a
 * position and complete reviews are stored. All calls are safe from any thread; none is for the
 * threads of the engine queue. */

#include "engine/base/json.h"
#include "engine/game/position.h"
#include "search/limits.h"
#include "web/think/think_ids.h"
#include "web/web_world.h"

typedef struct thoughts thoughts;

enum { THOUGHTS_EACH = 2 };

status thoughts_create(thoughts **out, web_world *world, error *err);
/* What the first page will ask for is made in advance; once. */
void thoughts_prepare(thoughts *t);
/* Stops all; before the engine queue, the streams and the store end. */
void thoughts_stop(thoughts *t);
void thoughts_destroy(thoughts *t); /* after thoughts_stop(); NULL is welcome */

/* Whether a person may listen to "analysis:ID" or "review:ID"; for streams_set_tellers(). */
bool thoughts_may(thoughts *t, const web_person *who, const char *topic);

/* The scene in which a game starts, as JSON (start_scenes.h). */
status thoughts_start_scene(thoughts *t, const game *g, text *out, error *err);

/* --- analyses --- */

typedef struct analysis_order {
    position *root; /* taken over; of a hidden game the view of the seat to act */
    int seat;       /* who decides, from 0 */
    const char *engine;
    search_limits limits;
    int lines, threads;
    const char *const *only; /* tokens, ended by NULL; NULL: all */
    const char *const *without;
    bool why;
} analysis_order;

/* Begins an analysis; a person's oldest one ends where they have THOUGHTS_EACH already. `stored`
 * gets what was found the last time the same was asked, as JSON, or stays empty. */
status thoughts_analyse(thoughts *t, const web_person *who, const analysis_order *order,
                        char id[THINK_ID_SIZE], text *stored, error *err);
/* The newest of what it has said, as JSON. ST_NOT_FOUND, also for those of others. */
status thoughts_analysis(thoughts *t, const web_person *who, const char *id, text *out, error *err);
/* Ends it with what it has found. */
status thoughts_end_analysis(thoughts *t, const web_person *who, const char *id, error *err);

/* --- reviews --- */

typedef struct review_order {
    position *game;     /* taken over: everything is known of it */
    const char *engine; /* words of engine_spec.h; NULL: auto */
    search_limits limits;
    const char *name;   /* what people call the game: "chess", "me/hexes" */
    const char *source; /* its rules text, where it is none of the program; NULL */
    const char *names;  /* of the players: a JSON list */
    const char *origin; /* where it is from, as JSON: {"room":ID} */
} review_order;

status thoughts_review(thoughts *t, const web_person *who, const review_order *order,
                       char id[THINK_ID_SIZE], error *err);
/* How far one is that runs, as fields of an object: "done":…,"total":…,"events":[…]. ST_NOT_FOUND
 * where it does not run (any more). */
status thoughts_review_now(thoughts *t, const web_person *who, const char *id, json_writer *w,
                           error *err);
/* Stops it; what it has found is kept. ST_NOT_FOUND where it does not run. */
status thoughts_end_review(thoughts *t, const web_person *who, const char *id, error *err);

/* --- other processes on the same database --- */

/* A claim ("analysis:ID", "review:ID") that this process holds: where it does not think about that
 * yet, another one has left it. For threads that may wait for the store. */
void thoughts_adopt(thoughts *t, const char *name);
/* Another process has said something of it, or is asked to end it; on the thread that writes. */
void thoughts_hear(thoughts *t, const char *name);
void thoughts_hear_stop(thoughts *t, const char *name);

#endif
