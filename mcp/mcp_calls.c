#include <stdio.h>
#include <string.h>

#include "engine/base/memory.h"
#include "mcp/mcp_client_state.h"
#include "mcp/mcp_json.h"
#include "mcp/mcp_schema.h"

/* Calls of tools: quick ones are carried out at once, others by a thread of their own. */

static void free_call(mcp_under_way *u) {
    mcp_call_done(&u->call);
    mcp_json_free(u->args);
    mem_free(u);
}

/* Joins threads that have ended; with `all` it waits for the others. */
static void reap(mcp_client *c, bool all) {
    for (int i = 0; i < MCP_MAX_CALLS; i++) {
        (void)mtx_lock(&c->lock);
        mcp_under_way *u = c->call[i];
        bool ready = u && (u->ended || all);
        if (ready) c->call[i] = NULL;
        (void)mtx_unlock(&c->lock);
        if (!ready) continue;
        (void)thrd_join(u->thread, NULL);
        free_call(u);
    }
}

void mcp_calls_end(mcp_client *c) {
    (void)mtx_lock(&c->lock);
    for (int i = 0; i < MCP_MAX_CALLS; i++)
        if (c->call[i]) mcp_call_cancel(&c->call[i]->call);
    (void)mtx_unlock(&c->lock);
    reap(c, true);
}

/* --- answers --- */

static void put_error(mcp_call *c, const error *e) {
    text_clear(&c->words);
    text_put(&c->words, e->text);
    if (e->reason[0]) text_format(&c->words, " (%s)", e->reason);
}

static void send_result(mcp_under_way *u, status st, const error *e) {
    mcp_reply r;
    mcp_call *c = &u->call;
    if (st == ST_OK && (c->words.cut || c->data.cut)) {
        mcp_reply_error(u->id, MCP_INTERNAL_ERROR, "no memory for the answer", NULL, &c->to);
        return;
    }
    if (st != ST_OK) put_error(c, e);
    mcp_reply_begin(&r, u->id);
    json_key(&r.w, "content");
    json_open(&r.w, '[');
    json_open(&r.w, '{');
    json_key(&r.w, "type");
    json_string(&r.w, "text");
    json_key(&r.w, "text");
    json_ascii(&r.w, text_string(&c->words));
    json_close(&r.w, '}');
    json_close(&r.w, ']');
    if (st == ST_OK) {
        json_key(&r.w, "structuredContent");
        json_raw(&r.w, text_string(&c->data));
    } else {
        json_key(&r.w, "isError");
        json_bool(&r.w, true);
    }
    mcp_reply_end(&r, u->revision, MCP_CACHE_NONE, mcp_client_world(c->client)->version, &c->to);
}

/* Carries a call out and answers it, unless it was cancelled. */
static void carry_out(mcp_under_way *u) {
    mcp_call *c = &u->call;
    error e = {0};
    status st = mcp_schema_check(u->tool->input, u->args, &e);
    json_open(&c->out, '{');
    if (st == ST_OK) st = u->tool->run(c, &e);
    mcp_call_give(c);
    json_close(&c->out, '}');
    if (!mcp_call_stopped(c)) send_result(u, st, &e);
}

static int run_call(void *arg) {
    mcp_under_way *u = arg;
    mcp_client *c = u->call.client;
    mcp_sink to = u->call.to;
    carry_out(u);
    (void)mtx_lock(&c->lock);
    u->ended = true; /* from here on it may be freed, once this thread is over */
    (void)mtx_unlock(&c->lock);
    if (to.end) to.end(to.ctx);
    return 0;
}

static mcp_under_way *make_call(const mcp_request *q, const mcp_tool *tool) {
    const json_t *args = mcp_json_get(q->params, "arguments");
    const json_t *meta = mcp_json_get(q->params, "_meta");
    mcp_under_way *u = mem_alloc(sizeof *u);
    if (!u) return NULL;
    u->tool = tool;
    u->revision = q->revision;
    u->args = mcp_json_copy(args); /* the message is freed meanwhile */
    (void)snprintf(u->id, sizeof u->id, "%s", q->id);
    u->call.client = q->c;
    u->call.args = u->args;
    u->call.searches = &q->c->searches;
    u->call.to = *q->to;
    (void)mcp_json_id(mcp_json_get(meta, "progressToken"), u->call.token, sizeof u->call.token);
    mcp_call_init(&u->call);
    return u;
}

/* Gives a call a thread; false where there is no place or no thread for it. */
static bool start_call(mcp_client *c, mcp_under_way *u) {
    reap(c, false);
    (void)mtx_lock(&c->lock);
    int i = 0;
    while (i < MCP_MAX_CALLS && c->call[i]) i++;
    bool ok = i < MCP_MAX_CALLS && thrd_create(&u->thread, run_call, u) == thrd_success;
    if (ok) c->call[i] = u;
    (void)mtx_unlock(&c->lock);
    return ok;
}

void mcp_method_tools_call(mcp_request *q) {
    const char *name = mcp_json_text(q->params, "name", NULL);
    const json_t *args = mcp_json_get(q->params, "arguments");
    const mcp_tool *tool = name ? mcp_tools_find(name) : NULL;
    char sentence[160];
    if (!name || (args && !mcp_json_is_object(args))) {
        mcp_request_fail(q, MCP_INVALID_PARAMS,
                         "tools/call takes the string `name` and the object `arguments`");
        return;
    }
    if (!tool) {
        (void)snprintf(sentence, sizeof sentence, "there is no tool %.60s: tools/list has them all",
                       name);
        mcp_request_fail(q, MCP_INVALID_PARAMS, sentence);
        return;
    }
    mcp_under_way *u = make_call(q, tool);
    if (u && !u->args) {
        free_call(u);
        u = NULL;
    }
    if (!u) {
        mcp_request_fail(q, MCP_INTERNAL_ERROR, "no memory for the call");
        return;
    }
    if (!tool->slow && !q->c->world.threads) {
        carry_out(u);
        free_call(u);
    } else if (start_call(q->c, u)) {
        q->later = true;
    } else {
        error e;
        status st =
            error_set(&e, ST_BUSY, "%d calls are under way: wait for one of them", MCP_MAX_CALLS);
        send_result(u, st, &e);
        free_call(u);
    }
}

/* --- those under way --- */

void mcp_calls_cancel(mcp_client *c, const json_t *what) {
    char id[MCP_ID_SIZE];
    if (!mcp_json_id(mcp_json_get(what, "requestId"), id, sizeof id)) return;
    (void)mtx_lock(&c->lock);
    for (int i = 0; i < MCP_MAX_CALLS; i++)
        if (c->call[i] && !c->call[i]->ended && strcmp(c->call[i]->id, id) == 0)
            mcp_call_cancel(&c->call[i]->call);
    (void)mtx_unlock(&c->lock);
}

void mcp_calls_cancel_sink(mcp_client *c, const void *ctx) {
    (void)mtx_lock(&c->lock);
    for (int i = 0; i < MCP_MAX_CALLS; i++)
        if (c->call[i] && !c->call[i]->ended && (!ctx || c->call[i]->call.to.ctx == ctx))
            mcp_call_cancel(&c->call[i]->call);
    (void)mtx_unlock(&c->lock);
}

bool mcp_calls_has(mcp_client *c, const char *id) {
    bool found = false;
    (void)mtx_lock(&c->lock);
    for (int i = 0; i < MCP_MAX_CALLS; i++)
        found |= c->call[i] && !c->call[i]->ended && strcmp(c->call[i]->id, id) == 0;
    (void)mtx_unlock(&c->lock);
    return found;
}
