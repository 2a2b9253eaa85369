#ifndef UCI_CORE_JOBS_H
#define UCI_CORE_JOBS_H
/* Long work in addition to searches that a session only passes on: `tune` and `selfplay`. Who makes
 * sessions may bring along what does it (tune/tune_jobs.h); the protocol itself knows nothing of
 * it. */

#include "engine/game/game.h"
#include "uci/lines/reply.h"

/* One reply to the client; called from any thread until jobs_interface.destroy() returns. */
typedef void (*job_say)(void *ctx, const reply *r);

typedef struct job_request {
    const game *game;
    const params *setup;
    game_list games; /* all there are; unchanged until end() */
    char **word;     /* word[0] is "tune" or "selfplay" */
    size_t count;
    job_say say;
    void *ctx; /* taken over: ended with end(ctx) */
    void (*end)(void *ctx);
} job_request;

typedef struct jobs_interface {
    void *(*create)(const void *world); /* NULL: no memory */
    /* Carries the order out or begins to; the answer comes through say(). On failure *at is the
     * word to blame, or -1. */
    status (*request)(void *jobs, const job_request *o, int *at, error *err);
    void (*wait)(void *jobs);    /* until nothing is under way */
    void (*destroy)(void *jobs); /* stops what is under way */
    const void *world;           /* for create() */
} jobs_interface;

#endif
