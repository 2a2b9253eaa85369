#include "mcp/mcp_client.h"

#include <stdio.h>
#include <string.h>

#include "engine/base/memory.h"
#include "mcp/mcp_client_state.h"
#include "mcp/mcp_json.h"

static const char meta_version[] = "io.modelcontextprotocol/protocolVersion";
static const char meta_capabilities[] = "io.modelcontextprotocol/clientCapabilities";

/* --- create and destroy --- */

status mcp_client_create(mcp_client **out, const mcp_world *world, mcp_tables tables, error *err) {
    mcp_client *c = mem_alloc(sizeof *c);
    *out = NULL;
    if (!c) return error_set(err, ST_NOMEM, "no memory for a client");
    c->world = *world;
    c->tables = tables;
    status st = mcp_searches_init(&c->searches, !world->host, err);
    if (st == ST_OK && mtx_init(&c->lock, mtx_plain) == thrd_success) {
        if (mtx_init(&c->library, mtx_plain) == thrd_success) {
            *out = c;
            return ST_OK;
        }
        mtx_destroy(&c->lock);
    }
    if (st == ST_OK) mcp_searches_done(&c->searches);
    mem_free(c);
    return error_set(err, ST_NOMEM, "no memory for a client");
}

void mcp_client_destroy(mcp_client *c) {
    if (!c) return;
    mcp_calls_end(c);
    mcp_searches_done(&c->searches);
    mtx_destroy(&c->library);
    mtx_destroy(&c->lock);
    mem_free(c);
}

/* --- for the tools --- */

const mcp_world *mcp_client_world(const mcp_client *c) {
    return &c->world;
}

mcp_tables mcp_client_tables(const mcp_client *c) {
    return c->tables;
}

status mcp_client_game(mcp_client *c, const char *name, const game **out, error *err) {
    const mcp_host *host = c->world.host;
    if (host && text_starts(name, "me/")) return host->find_game(host->self, name, out, err);
    (void)mtx_lock(&c->library);
    game_list games = game_library_games(c->world.library);
    *out = game_keep(game_find(games, name));
    const char *near = *out ? NULL : game_nearest(games, name);
    status st = ST_OK;
    if (!*out)
        st = error_set(err, ST_NOT_FOUND, "there is no game %.60s%s%s%s; games lists them", name,
                       near ? ": did you mean " : "", near ? near : "", near ? "?" : "");
    (void)mtx_unlock(&c->library);
    return st;
}

game_list mcp_client_hold_games(mcp_client *c) {
    (void)mtx_lock(&c->library);
    const game_loader *l = game_library_loader(c->world.library);
    game_list held = l->hold(l->ctx);
    (void)mtx_unlock(&c->library);
    return held;
}

void mcp_client_release_games(mcp_client *c, game_list held) {
    const game_loader *l = game_library_loader(c->world.library);
    l->release(l->ctx, held);
}

typedef struct first_game {
    const load_listener *to;
    const game *first;
} first_game;

static void hear_problem(void *ctx, const load_problem *p) {
    const load_listener *to = ((first_game *)ctx)->to;
    if (to->problem) to->problem(to->ctx, p);
}

static void hear_game(void *ctx, const loaded_game *g) {
    first_game *f = ctx;
    if (!f->first) f->first = game_keep(g->kind);
    if (f->to->game) f->to->game(f->to->ctx, g);
}

status mcp_client_load(mcp_client *c, const load_text *in, const load_listener *to,
                       mcp_own_game *first, error *err) {
    first_game f = {.to = to};
    load_listener hear = {&f, hear_problem, hear_game};
    const mcp_host *host = c->world.host;
    *first = (mcp_own_game){.game = NULL};
    if (host) return host->keep_text(host->self, in, to, first, err);
    (void)mtx_lock(&c->library);
    const game_loader *l = game_library_loader(c->world.library);
    status st = l->read(l->ctx, in, &hear, err);
    if (st == ST_OK) c->loaded = true;
    (void)mtx_unlock(&c->library);
    first->game = f.first;
    if (f.first) (void)snprintf(first->name, sizeof first->name, "%s", f.first->name);
    return st;
}

bool mcp_client_has_loaded(mcp_client *c) {
    (void)mtx_lock(&c->library);
    bool yes = c->loaded || c->world.host;
    (void)mtx_unlock(&c->library);
    return yes;
}

/* --- requests --- */

void mcp_request_fail(const mcp_request *q, int code, const char *message) {
    mcp_reply_error(q->id, code, message, NULL, q->to);
}

/* --- which method --- */

enum { OLD = 1, NEW = 2, BOTH = 3 };

static const struct {
    const char *name;
    void (*run)(mcp_request *q);
    int revisions;
} methods[] = {
    {"server/discover", mcp_method_discover, NEW},
    {"initialize", mcp_method_initialize, OLD},
    {"ping", mcp_method_ping, OLD},
    {"tools/list", mcp_method_tools_list, BOTH},
    {"tools/call", mcp_method_tools_call, BOTH},
    {"resources/list", mcp_method_resources_list, BOTH},
    {"resources/read", mcp_method_resources_read, BOTH},
    {"resources/templates/list", mcp_method_templates_list, BOTH},
    {"prompts/list", mcp_method_prompts_list, BOTH},
    {"prompts/get", mcp_method_prompts_get, BOTH},
};

static void unsupported(const mcp_request *q, const char *asked) {
    text data = text_growing();
    json_writer w = json_writer_on(&data);
    json_open(&w, '{');
    json_key(&w, "supported");
    json_open(&w, '[');
    json_string(&w, mcp_revision_name(MCP_2026_07_28));
    json_close(&w, ']');
    json_key(&w, "requested");
    json_ascii(&w, asked);
    json_close(&w, '}');
    mcp_reply_error(q->id, MCP_UNSUPPORTED_VERSION,
                    "this version of the protocol is not spoken here",
                    data.cut ? NULL : text_string(&data), q->to);
    text_done(&data);
}

/* The revision that a request speaks: what it says itself, or what initialize agreed on. */
static bool read_revision(mcp_request *q) {
    const json_t *meta = mcp_json_get(q->params, "_meta");
    const json_t *version = mcp_json_get(meta, meta_version);
    if (meta && !mcp_json_is_object(meta)) {
        mcp_request_fail(q, MCP_INVALID_PARAMS, "`_meta` is an object");
        return false;
    }
    if (version) {
        if (mcp_json_type_of(version) != MCP_JSON_STRING ||
            !mcp_json_is_object(mcp_json_get(meta, meta_capabilities))) {
            mcp_request_fail(q, MCP_INVALID_PARAMS,
                             "`_meta` takes io.modelcontextprotocol/protocolVersion, a string, and "
                             "io.modelcontextprotocol/clientCapabilities, an object");
            return false;
        }
        if (strcmp(mcp_json_string(version), mcp_revision_name(MCP_2026_07_28)) != 0) {
            unsupported(q, mcp_json_string(version));
            return false;
        }
        q->revision = MCP_2026_07_28;
        return true;
    }
    q->revision = q->c->greeted ? q->c->revision : MCP_2025_11_25;
    if (q->c->greeted || strcmp(q->method, "initialize") == 0 || strcmp(q->method, "ping") == 0)
        return true;
    mcp_request_fail(
        q, MCP_INVALID_PARAMS,
        "which version is spoken? Say it in `_meta` (2026-07-28), or begin with initialize");
    return false;
}

static void dispatch(mcp_request *q) {
    if (!read_revision(q)) return;
    int spoken = q->revision == MCP_2026_07_28 ? NEW : OLD;
    for (size_t i = 0; i < sizeof methods / sizeof *methods; i++)
        if (strcmp(methods[i].name, q->method) == 0 && methods[i].revisions & spoken) {
            methods[i].run(q);
            return;
        }
    mcp_request_fail(q, MCP_METHOD_NOT_FOUND,
                     "there is no such method in this version of the protocol");
}

/* --- messages --- */

/* False: it is answered later. */
static bool take_message(mcp_client *c, const json_t *m, const mcp_sink *to) {
    char id[MCP_ID_SIZE] = "";
    const json_t *given = mcp_json_get(m, "params");
    const json_t *number = mcp_json_get(m, "id");
    mcp_request q = {.c = c, .id = id, .params = given, .to = to};
    q.method = mcp_json_text(m, "method", NULL);
    if (!mcp_json_is_object(m)) {
        mcp_request_fail(&q, MCP_INVALID_REQUEST,
                         mcp_json_type_of(m) == MCP_JSON_ARRAY
                             ? "batches are not taken: one message a line"
                             : "a message is an object");
        return true;
    }
    bool known = number && mcp_json_id(number, id, sizeof id);
    if (strcmp(mcp_json_text(m, "jsonrpc", ""), "2.0") != 0) {
        mcp_request_fail(&q, MCP_INVALID_REQUEST, "`jsonrpc` must be \"2.0\"");
        return true;
    }
    /* A reply: we ask nothing, so it answers nothing. */
    if (!q.method && (mcp_json_get(m, "result") || mcp_json_get(m, "error"))) return true;
    if (number && !known) {
        mcp_request_fail(&q, MCP_INVALID_REQUEST,
                         "an id is a string or a whole number, and not too long");
        return true;
    }
    if (!q.method) {
        mcp_request_fail(&q, MCP_INVALID_REQUEST, "`method` is missing, or no string");
        return true;
    }
    if (!number) {
        if (!c->world.many && strcmp(q.method, "notifications/cancelled") == 0)
            mcp_calls_cancel(c, given);
        return true; /* there is no answer to a notification */
    }
    if (given && !mcp_json_is_object(given)) {
        mcp_request_fail(&q, MCP_INVALID_PARAMS, "`params` is an object");
        return true;
    }
    if (!c->world.many && mcp_calls_has(c, id)) {
        mcp_request_fail(&q, MCP_INVALID_REQUEST, "a request with this id is under way");
        return true;
    }
    dispatch(&q);
    return !q.later;
}

void mcp_client_take(mcp_client *c, const json_t *message, const mcp_sink *to) {
    if (take_message(c, message, to) && to->end) to->end(to->ctx);
}

void mcp_client_cancel(mcp_client *c, const void *ctx) {
    mcp_calls_cancel_sink(c, ctx);
}

bool mcp_client_greeted(const mcp_client *c, const char **revision) {
    *revision = mcp_revision_name(c->revision);
    return c->greeted;
}

void mcp_client_message(mcp_client *c, const char *data, size_t len, const mcp_sink *to) {
    json_t *m;
    error e;
    status st = mcp_json_read(&m, data, len, &e);
    if (st != ST_OK) {
        mcp_reply_error("", st == ST_NOMEM ? MCP_INTERNAL_ERROR : MCP_PARSE_ERROR, e.text, NULL,
                        to);
        if (to->end) to->end(to->ctx);
        return;
    }
    mcp_client_take(c, m, to);
    mcp_json_free(m);
}

void mcp_client_refuse(mcp_client *c, const char *why, const mcp_sink *to) {
    (void)c;
    mcp_reply_error("", MCP_PARSE_ERROR, why, NULL, to);
    if (to->end) to->end(to->ctx);
}
