/* Searches of assistants take their turn in the engine queue; their rules texts are the account's. */
#include <stdio.h>
#include <string.h>

#include "engine/base/memory.h"
#include "web/api/api_texts.h"
#include "web/mcp/web_mcp_inside.h"
#include "web/think/engine_queue.h"
#include "web/think/own_games.h"

enum { SLICE_MS = 100, MAX_COPIES = 99 };

/* --- not too many at a time --- */

static status take_search(web_mcp_line *l, error *err) {
    web_mcp *m = l->all;
    int empty = -1;
    int own = -1;
    (void)mtx_lock(&m->wait);
    for (int i = 0; i < WEB_MCP_BUSY; i++) {
        if (!m->busy[i].searches && empty < 0) empty = i;
        if (m->busy[i].searches && m->busy[i].account == l->who.id) own = i;
    }
    int at = own >= 0 ? own : empty;
    bool good = at >= 0 && (own < 0 || m->busy[own].searches < WEB_MCP_SEARCHES);
    if (good) {
        m->busy[at].account = l->who.id;
        m->busy[at].searches++;
    }
    (void)mtx_unlock(&m->wait);
    return good ? ST_OK
                : error_set(err, ST_BUSY,
                            "%d searches are running already: wait for one of them, or cancel it",
                            WEB_MCP_SEARCHES);
}

static void give_search(web_mcp_line *l) {
    web_mcp *m = l->all;
    (void)mtx_lock(&m->wait);
    for (int i = 0; i < WEB_MCP_BUSY; i++)
        if (m->busy[i].searches && m->busy[i].account == l->who.id) {
            m->busy[i].searches--;
            break;
        }
    (void)cnd_broadcast(&m->changed);
    (void)mtx_unlock(&m->wait);
}

static status enter(void *self, mcp_call *c, error *err) {
    web_mcp_line *l = self;
    web_mcp *m = l->all;
    status st = take_search(l, err);
    if (st != ST_OK) return st;
    (void)mtx_lock(&m->wait);
    while (m->checks >= WEB_MCP_CHECKS && !mcp_call_stopped(c))
        thread_wait_ms(&m->changed, &m->wait, SLICE_MS);
    bool good = m->checks < WEB_MCP_CHECKS;
    m->checks += good;
    (void)mtx_unlock(&m->wait);
    if (good) return ST_OK;
    give_search(l);
    return error_set(err, ST_STOPPED, "the call was cancelled");
}

static void leave(void *self) {
    web_mcp_line *l = self;
    (void)mtx_lock(&l->all->wait);
    l->all->checks--;
    (void)mtx_unlock(&l->all->wait);
    give_search(l);
}

/* --- a job of the queue, and the call that waits for it --- */

typedef struct waiting {
    web_mcp *all;
    mcp_call *call;
    const mcp_search *asked; /* NULL: a review */
    const mcp_review *review;
    search_answer *out;
    bool done; /* under all->wait */
    status st;
    error err;
} waiting;

static void hear_report(void *ctx, const search_report *r) {
    waiting *w = ctx;
    w->asked->listen(w->asked->ctx, r);
}

static void hear_event(void *ctx, const review *r, const review_event *last) {
    waiting *w = ctx;
    w->review->told(w->call, r, last);
}

/* The report is the queue's: what is told of it is copied. */
static status copy_report(waiting *w, const search_report *last) {
    size_t max = (size_t)w->asked->ask->options.multipv;
    size_t n = last ? last->count : 0;
    if (max < 2) max = 2; /* what is preferred, and to what */
    if (n > max) n = max;
    w->call->lines = mem_alloc((n + 1) * sizeof *w->call->lines);
    if (!w->call->lines) return error_set(&w->err, ST_NOMEM, "no memory for the lines");
    *w->out = (search_answer){.best = 0};
    if (!last) return ST_OK;
    w->out->report = *last;
    memcpy(w->call->lines, last->lines, n * sizeof *last->lines);
    w->out->report.lines = w->call->lines;
    w->out->report.count = n;
    w->out->report.note = NULL;
    return ST_OK;
}

static void hear_end(void *ctx, const char *said, const search_report *last, const review *all,
                     const error *err) {
    waiting *w = ctx;
    (void)said;
    w->st = err ? err->code : ST_OK;
    if (err) w->err = *err;
    if (!err && w->asked) w->st = copy_report(w, last);
    if (!err && w->review && all) w->review->put(all, w->call);
    (void)mtx_lock(&w->all->wait);
    w->done = true;
    (void)cnd_broadcast(&w->all->changed);
    (void)mtx_unlock(&w->all->wait);
}

static status wait_for(web_mcp_line *l, waiting *w, think_job *job, error *err) {
    web_mcp *m = l->all;
    uint64_t id;
    bool cancelled = false;
    job->asker = (uint64_t)l->who.id;
    job->done = hear_end;
    job->ctx = w;
    status st = take_search(l, err);
    if (st != ST_OK) {
        position_destroy(job->root);
        return st;
    }
    st = engine_queue_add(m->world->queue, job, &id, err);
    if (st != ST_OK) {
        give_search(l);
        return st;
    }
    (void)mtx_lock(&m->wait);
    while (!w->done) {
        thread_wait_ms(&m->changed, &m->wait, SLICE_MS);
        if (w->done || cancelled || !mcp_call_stopped(w->call)) continue;
        cancelled = true;
        (void)mtx_unlock(&m->wait);
        engine_queue_cancel(m->world->queue, id);
        (void)mtx_lock(&m->wait);
    }
    (void)mtx_unlock(&m->wait);
    give_search(l);
    if (mcp_call_stopped(w->call)) return error_set(err, ST_STOPPED, "the call was cancelled");
    if (w->st != ST_OK) *err = w->err;
    return w->st;
}

static status search_far(void *self, mcp_call *c, const mcp_search *s, search_answer *out,
                         error *err) {
    web_mcp_line *l = self;
    waiting w = {.all = l->all, .call = c, .asked = s, .out = out};
    think_job job = {.kind = THINK_ANALYSIS,
                     .seat = s->ask->seat,
                     .engine = s->algorithm,
                     .limits = s->ask->limits,
                     .lines = s->ask->options.multipv,
                     .report_every_ms = (int)s->ask->report_every_ms,
                     .report = hear_report};
    int64_t most = (int64_t)1000 * l->all->world->limits.analysis_s;
    if (job.limits.movetime_ms > most) job.limits.movetime_ms = most;
    status st = position_clone(&job.root, s->ask->root, err);
    return st == ST_OK ? wait_for(l, &w, &job, err) : st;
}

static status review_far(void *self, mcp_call *c, const mcp_review *r, error *err) {
    web_mcp_line *l = self;
    waiting w = {.all = l->all, .call = c, .review = r};
    think_job job = {.kind = THINK_REVIEW, .limits = limits_none(), .reviewed = hear_event};
    job.limits.movetime_ms = r->move_ms;
    status st = position_clone(&job.root, r->game, err);
    return st == ST_OK ? wait_for(l, &w, &job, err) : st;
}

/* --- rules texts --- */

static status read_own(const web_mcp_line *l, const char *name, const game **out, error *err) {
    text body = text_growing();
    diags *d = mem_alloc(sizeof *d);
    own_game own = {.game = NULL};
    status st = d ? own_text_read(l->all->world, l->who.id, name, &body, err)
                  : error_set(err, ST_NOMEM, "no memory for the text");
    if (st == ST_OK) st = own_game_read(&own, l->all->world, name, text_string(&body), d, err);
    *out = st == ST_OK ? game_keep(own.game) : NULL;
    own_game_done(&own);
    mem_free(d);
    text_done(&body);
    return st;
}

static status find_game(void *self, const char *name, const game **out, error *err) {
    return read_own(self, name + 3, out, err); /* after me/ */
}

typedef struct names {
    char (*at)[OWN_NAME_SIZE];
    size_t count, cap;
} names;

static bool keep_name(void *ctx, const store_value *column, int count) {
    names *l = ctx;
    if (!count || !column[0].text || MEM_GROW(l->at, l->cap, l->count + 1) != ST_OK) return true;
    (void)snprintf(l->at[l->count++], OWN_NAME_SIZE, "%s", column[0].text);
    return true;
}

static void each_game(void *self, mcp_game_visit visit, void *ctx) {
    const web_mcp_line *l = self;
    names list = {0};
    store_value who = store_int(l->who.id);
    (void)store_read(l->all->world->store, STORE_OWN_TEXTS_LIST, &who, 1, keep_name, &list, NULL);
    for (size_t i = 0; i < list.count; i++) {
        const game *g = NULL;
        char called[OWN_NAME_SIZE + 4];
        (void)snprintf(called, sizeof called, "me/%s", list.at[i]);
        if (read_own(l, list.at[i], &g, NULL) == ST_OK) visit(ctx, called, g);
        game_let_go(g);
    }
    mem_free(list.at);
}

static void report_problems(const diags *d, const load_listener *to) {
    for (int i = 0; to->problem && i < d->count; i++) {
        const diag *x = &d->item[i];
        to->problem(to->ctx, &(load_problem){.file = x->file,
                                             .line = x->line,
                                             .column = x->column,
                                             .code = x->code,
                                             .message = x->message,
                                             .hint = x->hint,
                                             .error = x->code[0] == 'E'});
    }
}

/* A name under which nothing else is stored: NAME, NAME-2 and so on. */
static status find_name(const web_mcp_line *l, const char *name, const char *body, char *out,
                        error *err) {
    if (!own_name_is_good(name) || strlen(name) + 4 > OWN_NAME_SIZE)
        return error_set(err, ST_BAD_VALUE, "a text cannot be stored under the name %.60s", name);
    for (int i = 1; i <= MAX_COPIES; i++) {
        text there = text_growing();
        if (i == 1)
            (void)snprintf(out, OWN_NAME_SIZE, "%s", name);
        else
            (void)snprintf(out, OWN_NAME_SIZE, "%.59s-%d", name, i);
        status st = own_text_read(l->all->world, l->who.id, out, &there, err);
        bool same = st == ST_OK && strcmp(text_string(&there), body) == 0;
        text_done(&there);
        if (same || st == ST_NOT_FOUND) return ST_OK;
        if (st != ST_OK) return st;
    }
    return error_set(err, ST_BUSY, "there are %d texts of the name %.60s already", MAX_COPIES,
                     name);
}

static status keep_text(void *self, const load_text *in, const load_listener *to,
                        mcp_own_game *first, error *err) {
    const web_mcp_line *l = self;
    diags *d = mem_alloc(sizeof *d);
    own_game own = {.game = NULL};
    char name[OWN_NAME_SIZE];
    if (!d) return error_set(err, ST_NOMEM, "no memory for the text");
    status st = own_game_read(&own, l->all->world, NULL, in->data, d, err);
    report_problems(d, to);
    if (st == ST_OK) st = find_name(l, own.game->name, in->data, name, err);
    if (st == ST_OK) st = api_texts_save(l->all->world, &l->who, name, in->data, err);
    if (st == ST_OK) {
        first->game = game_keep(own.game);
        (void)snprintf(first->name, sizeof first->name, "me/%s", name);
    }
    own_game_done(&own);
    mem_free(d);
    return st;
}

mcp_host web_mcp_host(web_mcp_line *l) {
    return (mcp_host){.self = l,
                      .max_text = (size_t)l->all->world->limits.text_bytes,
                      .search = search_far,
                      .review = review_far,
                      .enter = enter,
                      .leave = leave,
                      .find_game = find_game,
                      .each_game = each_game,
                      .keep_text = keep_text};
}
