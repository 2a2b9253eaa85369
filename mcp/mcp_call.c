#include "mcp/mcp_call.h"

#include "engine/base/clock.h"
#include "engine/base/memory.h"

enum { PROGRESS_MS = 200, SLICE_MS = 100 };

status mcp_searches_init(mcp_searches *s, bool own, error *err) {
    *s = (mcp_searches){0};
    status st = ST_OK;
    for (int i = 0; own && st == ST_OK && i < MCP_SEARCHES; i++) st = search_create(&s->slot[i]);
    if (st != ST_OK || mtx_init(&s->lock, mtx_plain) != thrd_success) {
        for (int i = 0; i < MCP_SEARCHES; i++) search_destroy(s->slot[i]);
        return error_set(err, ST_NOMEM, "no memory for the searches");
    }
    if (cnd_init(&s->changed) == thrd_success) return ST_OK;
    mtx_destroy(&s->lock);
    for (int i = 0; i < MCP_SEARCHES; i++) search_destroy(s->slot[i]);
    return error_set(err, ST_NOMEM, "no memory for the searches");
}

void mcp_searches_done(mcp_searches *s) {
    for (int i = 0; i < MCP_SEARCHES; i++) search_destroy(s->slot[i]);
    cnd_destroy(&s->changed);
    mtx_destroy(&s->lock);
}

void mcp_call_init(mcp_call *c) {
    c->words = text_growing();
    c->data = text_growing();
    c->out = json_writer_on(&c->data);
    c->slot = -1;
    c->progress = -1;
    c->reported_ms = 0;
    atomic_init(&c->stop, false);
}

void mcp_call_done(mcp_call *c) {
    text_done(&c->words);
    text_done(&c->data);
    mem_free(c->lines);
}

/* --- stopping --- */

bool mcp_call_stopped(const mcp_call *c) {
    return atomic_load(&c->stop);
}

/* The flag first, then the search: either the call sees the flag before it begins, or the search sees
 * the stop. */
void mcp_call_cancel(mcp_call *c) {
    atomic_store(&c->stop, true);
    (void)mtx_lock(&c->searches->lock);
    if (c->slot >= 0) search_stop(c->searches->slot[c->slot]);
    (void)cnd_broadcast(&c->searches->changed);
    (void)mtx_unlock(&c->searches->lock);
}

/* --- searches --- */

static int free_slot(const mcp_searches *s) {
    for (int i = 0; i < MCP_SEARCHES; i++)
        if (!s->used[i]) return i;
    return -1;
}

status mcp_call_take(mcp_call *c, int64_t until_ms, search **out, error *err) {
    mcp_searches *s = c->searches;
    int i;
    (void)mtx_lock(&s->lock);
    while ((i = free_slot(s)) < 0 && !mcp_call_stopped(c) && clock_now_ms() < until_ms)
        thread_wait_ms(&s->changed, &s->lock, SLICE_MS);
    bool taken = i >= 0 && !mcp_call_stopped(c);
    if (taken) {
        s->used[i] = true;
        c->slot = i;
        *out = s->slot[i];
        search_prepare(s->slot[i], false);
    }
    (void)mtx_unlock(&s->lock);
    if (taken) return ST_OK;
    return mcp_call_stopped(c)
               ? error_set(err, ST_STOPPED, "the call was cancelled")
               : error_set(err, ST_BUSY,
                           "%d searches are running already: wait for one of them, or cancel it",
                           MCP_SEARCHES);
}

void mcp_call_give(mcp_call *c) {
    mcp_searches *s = c->searches;
    (void)mtx_lock(&s->lock);
    if (c->slot >= 0) s->used[c->slot] = false;
    c->slot = -1;
    (void)cnd_broadcast(&s->changed);
    (void)mtx_unlock(&s->lock);
}

status mcp_call_search(mcp_call *c, const search_question *q, search_listener listen, void *ctx,
                       search_answer *out, error *err) {
    search *s = c->searches->slot[c->slot];
    search_prepare(s, false);
    search_forget(s); /* what one call found is nothing to another */
    if (mcp_call_stopped(c)) return error_set(err, ST_STOPPED, "the call was cancelled");
    status st = search_run(s, q, listen, ctx, out, err);
    if (mcp_call_stopped(c)) return error_set(err, ST_STOPPED, "the call was cancelled");
    return st;
}

/* --- progress --- */

void mcp_call_progress(mcp_call *c, double done, double total, const char *message) {
    int64_t now = clock_now_ms();
    if (!c->token[0] || mcp_call_stopped(c) || done <= c->progress) return;
    if (c->progress >= 0 && now - c->reported_ms < PROGRESS_MS) return;
    c->progress = done;
    c->reported_ms = now;
    text line = text_growing();
    json_writer w = json_writer_on(&line);
    json_open(&w, '{');
    json_key(&w, "jsonrpc");
    json_string(&w, "2.0");
    json_key(&w, "method");
    json_string(&w, "notifications/progress");
    json_key(&w, "params");
    json_open(&w, '{');
    json_key(&w, "progressToken");
    json_raw(&w, c->token);
    json_key(&w, "progress");
    json_short(&w, done, 9);
    if (total > 0) {
        json_key(&w, "total");
        json_short(&w, total, 9);
    }
    json_key(&w, "message");
    json_ascii(&w, message);
    json_close(&w, '}');
    json_close(&w, '}');
    if (!line.cut) c->to.send(c->to.ctx, text_string(&line), true);
    text_done(&line);
}
