#include "search/baseline.h"

#include <string.h>

#include "search/streams.h"

typedef struct quick {
    const search_job *job;
    search_line line;
} quick;

const bot *baseline_find_bot(const game *g, const char *name) {
    for (const bot *b = g->bots; b && b->name; b++)
        if (text_same(b->name, name)) return b;
    return NULL;
}

/* --- choosing --- */

static status choose_random(const search_job *job, const void *s, token *out) {
    rng g = stream_rng(job->options.seed, STREAM_WALKER, 0);
    if (!job->only)
        return token_random((state_ref){position_rules(job->root), s, position_trail(job->root)},
                            &g, out);
    *out = job->only[rng_below(&g, job->only_count)];
    return ST_OK;
}

/* Asks the bot step by step until the token is complete; s is played on. */
static status choose_by_bot(const search_job *job, void *s, token *out) {
    const rules *r = position_rules(job->root);
    rng g = stream_rng(job->options.seed, STREAM_WALKER, 0);
    trail copy = {0};
    trail *t = position_trail(job->root) ? &copy : NULL;
    if (t && !trail_copy(&copy, position_trail(job->root), GAME_MAX_STEPS)) return ST_NOMEM;
    out->count = 0;
    do {
        action a = job->options.bot->choose(r, s, t, &g);
        out->steps[out->count++] = a;
        r->game->apply(r, s, t, a);
    } while (game_inside(r, s) && out->count < GAME_MAX_STEPS);
    trail_done(&copy);
    for (size_t i = 0; i < job->only_count; i++)
        if (token_equal(&job->only[i], out)) return ST_OK;
    /* The bot wants what is not allowed: any of the rest will do. */
    return job->only ? choose_random(job, s, out) : ST_OK;
}

/* --- the searchers --- */

static status create(void **out, const search_job *job, error *err) {
    const rules *r = position_rules(job->root);
    *out = NULL;
    quick *q = mem_alloc(sizeof *q);
    unsigned char *s = mem_alloc(r->state_size);
    unsigned char *after = mem_alloc(r->state_size);
    status st = q && s && after ? ST_OK : ST_NOMEM;
    if (st == ST_OK) {
        q->job = job;
        rng g = stream_rng(job->options.seed, STREAM_ROOT_DEAL, 0);
        position_world(job->root, &g, s);
        memcpy(after, s, r->state_size);
        st = job->options.bot ? choose_by_bot(job, after, &q->line.first)
                              : choose_random(job, s, &q->line.first);
    }
    if (st == ST_OK) {
        text pv = text_over(q->line.pv, sizeof q->line.pv);
        token_write(r, s, &q->line.first, &pv);
        for (int i = 0; i < r->players; i++) q->line.values[i] = 1.0 / r->players;
        *out = q;
    } else {
        mem_free(q);
        (void)error_set(err, st, "no memory for the search");
    }
    mem_free(s);
    mem_free(after);
    return st;
}

static void work(void *self, int worker) {
    (void)self;
    (void)worker;
}

static void report(void *self, search_report *out) {
    quick *q = self;
    out->nodes = out->visits = out->worlds = 0;
    out->depth = out->seldepth = 1;
    out->hashfull = 0;
    out->count = 1;
    out->lines[0] = q->line;
}

static bool accepts_any(const rules *r) {
    (void)r;
    return true;
}

static bool accepts_bots(const rules *r) {
    return r->game->bots != NULL;
}

const searcher_kind baseline_random_searcher = {
    .name = "random",
    .instant = true,
    .accepts = accepts_any,
    .create = create,
    .work = work,
    .report = report,
    .destroy = mem_free,
};

const searcher_kind baseline_bot_searcher = {
    .name = "bot",
    .instant = true,
    .accepts = accepts_bots,
    .create = create,
    .work = work,
    .report = report,
    .destroy = mem_free,
};
