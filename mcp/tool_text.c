/* Rules texts of the caller: checked, and played. */
#include <string.h>

#include "engine/base/clock.h"
#include "engine/base/threads.h"
#include "mcp/mcp_tools.h"
#include "mcp/tool_common.h"

static status read_text(const mcp_call *c, text *out, error *err) {
    const char *given = mcp_json_text(c->args, "text", NULL);
    const char *file = mcp_json_text(c->args, "file", NULL);
    if (!given == !file) return error_set(err, ST_BAD_VALUE, "give one of `text` and `file`");
    if (file) return tool_read_file(c, file, out, err);
    text_put(out, given);
    return out->cut ? error_set(err, ST_NOMEM, "no memory for the text") : ST_OK;
}

/* What is heard of a text, as members. */
typedef struct hearing {
    mcp_call *c;
    text games; /* JSON, without brackets */
    int errors;
} hearing;

static void hear_problem(void *ctx, const load_problem *p) {
    hearing *h = ctx;
    mcp_call *c = h->c;
    json_open(&c->out, '{');
    tool_key_int(c, "line", p->line);
    tool_key_int(c, "column", p->column);
    tool_key_text(c, "code", p->code);
    tool_key_text(c, "message", p->message);
    if (*p->hint) tool_key_text(c, "hint", p->hint);
    tool_key_flag(c, "error", p->error);
    json_close(&c->out, '}');
    text_format(&c->words, "line %d, column %d: %s %s%s%s\n", p->line, p->column, p->code,
                p->message, *p->hint ? "; " : "", p->hint);
    h->errors += p->error;
}

static void hear_game(void *ctx, const loaded_game *g) {
    hearing *h = ctx;
    json_writer w = json_writer_on(&h->games);
    if (h->games.len) text_char(&h->games, ',');
    json_open(&w, '{');
    json_key(&w, "name");
    json_ascii(&w, g->kind->name);
    json_key(&w, "title");
    json_ascii(&w, g->kind->title);
    json_close(&w, '}');
}

static load_text named(const text *body) {
    return (load_text){"text", text_string(body), body->len};
}

/* --- a check does not take longer than its time --- */

typedef struct watch {
    mcp_call *c;
    int64_t until_ms;
    mtx_t lock;
    cnd_t changed;
    bool done;        /* under the lock */
    atomic_bool stop; /* the time is up, or the call was cancelled */
    thrd_t thread;
} watch;

static int keep_watch(void *arg) {
    enum { SLICE_MS = 50 };
    watch *w = arg;
    (void)mtx_lock(&w->lock);
    while (!w->done) {
        if (mcp_call_stopped(w->c) || clock_now_ms() >= w->until_ms) atomic_store(&w->stop, true);
        thread_wait_ms(&w->changed, &w->lock, SLICE_MS);
    }
    (void)mtx_unlock(&w->lock);
    return 0;
}

static bool watch_begin(watch *w, mcp_call *c) {
    *w = (watch){.c = c, .until_ms = tool_until(c, "seconds", TOOL_SECONDS)};
    atomic_init(&w->stop, false);
    if (mtx_init(&w->lock, mtx_plain) != thrd_success) return false;
    if (cnd_init(&w->changed) == thrd_success) {
        if (thrd_create(&w->thread, keep_watch, w) == thrd_success) return true;
        cnd_destroy(&w->changed);
    }
    mtx_destroy(&w->lock);
    return false;
}

static void watch_end(watch *w) {
    (void)mtx_lock(&w->lock);
    w->done = true;
    (void)cnd_broadcast(&w->changed);
    (void)mtx_unlock(&w->lock);
    (void)thrd_join(w->thread, NULL);
    cnd_destroy(&w->changed);
    mtx_destroy(&w->lock);
}

/* Others check texts, too. */
static status enter(mcp_call *c, const text *body, error *err) {
    const mcp_host *host = mcp_client_world(c->client)->host;
    if (!host) return ST_OK;
    if (body->len > host->max_text)
        return error_set(err, ST_BAD_VALUE, "a rules text has at most %zu bytes", host->max_text);
    return host->enter(host->self, c, err);
}

static void leave(const mcp_call *c) {
    const mcp_host *host = mcp_client_world(c->client)->host;
    if (host) host->leave(host->self);
}

status tool_check_rules(mcp_call *c, error *err) {
    mcp_client *k = c->client;
    const game_loader *l = game_library_loader(mcp_client_world(k)->library);
    text body = text_growing();
    hearing h = {.c = c, .games = text_growing()};
    load_listener to = {&h, hear_problem, hear_game};
    error said = {0};
    watch w;
    status st = read_text(c, &body, err);
    if (st == ST_OK) st = enter(c, &body, err);
    bool inside = st == ST_OK;
    if (st == ST_OK && !watch_begin(&w, c))
        st = error_set(err, ST_NOMEM, "no memory for the check");
    if (st == ST_OK) {
        load_text in = named(&body);
        json_key(&c->out, "problems");
        json_open(&c->out, '[');
        status found = l->check(l->ctx, &in, &to, &w.stop, &said);
        watch_end(&w);
        json_close(&c->out, ']');
        bool ok = found == ST_OK || (found == ST_STOPPED && !mcp_call_stopped(c));
        tool_key_flag(c, "ok", ok);
        json_key(&c->out, "games");
        json_open(&c->out, '[');
        if (h.games.len) json_raw(&c->out, text_string(&h.games));
        json_close(&c->out, ']');
        if (!h.errors && h.games.len)
            tool_key_text(c, "checked", ok ? "random games went well" : said.text);
        text_put(&c->words, ok ? "The text is fine, and random games of it went well. play_rules "
                                 "makes a table of it.\n"
                               : "");
        if (!ok && !h.errors) text_format(&c->words, "%s\n", said.text);
        c->words.cut |= h.games.cut;
        if (found == ST_NOMEM) st = error_set(err, ST_NOMEM, "no memory for the text");
    }
    if (inside) leave(c);
    text_done(&h.games);
    text_done(&body);
    return st;
}

/* --- playing --- */

typedef struct first_problem {
    load_problem p;
    char message[160], hint[120];
    int count;
} first_problem;

static void keep_first(void *ctx, const load_problem *p) {
    first_problem *f = ctx;
    if (!p->error || f->count++) return;
    text message = text_over(f->message, sizeof f->message);
    text hint = text_over(f->hint, sizeof f->hint);
    text_put(&message, p->message);
    text_put(&hint, p->hint);
    f->p = *p;
}

status tool_play_rules(mcp_call *c, error *err) {
    mcp_own_game own = {.game = NULL};
    position *start = NULL;
    params setup;
    text body = text_growing();
    first_problem first = {.count = 0};
    load_listener to = {&first, keep_first, NULL};
    status st = read_text(c, &body, err);
    if (st == ST_OK) {
        load_text in = named(&body);
        st = mcp_client_load(c->client, &in, &to, &own, err);
        if (st == ST_BAD_SYNTAX && first.count)
            st = error_set(err, st, "line %d, column %d: %s; check_rules lists all %d errors",
                           first.p.line, first.p.column, first.message, first.count);
    }
    const game *g = own.game;
    if (st == ST_OK && !g) st = error_set(err, ST_BAD_SYNTAX, "there is no game in the text");
    if (st == ST_OK) st = tool_read_params(c, g, &setup, err);
    if (st == ST_OK) st = position_start(&start, g, &setup, SEAT_ALL, err);
    if (st == ST_OK) st = tool_open_table(c, (tool_start){start, own.name, false}, err);
    game_let_go(g);
    text_done(&body);
    return st;
}
