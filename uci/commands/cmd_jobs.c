#include "engine/base/memory.h"
#include "uci/commands/cmd.h"
#include "uci/core/safe.h"

/* tune and selfplay: passed on to the jobs interface of the session. */

/* What a request lives on: who gets the replies, and the games as they were when it came. */
typedef struct request_ground {
    responder responder;
    const game_loader *loader; /* NULL: no games are loaded, the list never changes */
    game_list held;
} request_ground;

static void say_for(void *ctx, const reply *r) {
    responder_say(&((request_ground *)ctx)->responder, r);
}

static void end_ground(void *ctx) {
    request_ground *g = ctx;
    if (g->loader) g->loader->release(g->loader->ctx, g->held);
    mem_free(g);
}

static request_ground *make_ground(session *s) {
    request_ground *g = mem_alloc(sizeof *g);
    if (!g) return NULL;
    *g = (request_ground){
        .responder = s->responder, .loader = s->config.loader, .held = s->config.games};
    if (g->loader) g->held = g->loader->hold(g->loader->ctx);
    if (g->held) return g;
    mem_free(g);
    return NULL;
}

static bool open_jobs(session *s) {
    if (!s->jobs && s->config.jobs) s->jobs = s->config.jobs->create(s->config.jobs->world);
    return s->jobs != NULL;
}

static void pass_on(session *s, const request *l) {
    error e;
    int at = -1;
    if (safe_long_work(s, &e) != ST_OK) {
        request_fails(s, l, &e, -1);
        return;
    }
    if (!s->config.jobs) {
        request_refuse(s, l, ST_UNSUPPORTED, "this engine was built without it", -1);
        return;
    }
    request_ground *ground = open_jobs(s) ? make_ground(s) : NULL;
    if (!ground) {
        request_refuse(s, l, ST_NOMEM, "no memory", -1);
        return;
    }
    params defaults = params_default();
    job_request o = {.game = s->game,
                     .setup = s->position ? &position_rules(s->position)->options : &defaults,
                     .games = ground->held,
                     .word = l->word,
                     .count = l->count,
                     .say = say_for,
                     .ctx = ground,
                     .end = end_ground};
    if (s->config.jobs->request(s->jobs, &o, &at, &e) != ST_OK) request_fails(s, l, &e, at);
}

void cmd_tune(session *s, const request *l) {
    pass_on(s, l);
}

void cmd_selfplay(session *s, const request *l) {
    pass_on(s, l);
}
