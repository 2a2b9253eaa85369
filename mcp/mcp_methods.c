#include <string.h>

#include "mcp/mcp_client_state.h"
#include "mcp/mcp_json.h"
#include "mcp/mcp_prompts.h"
#include "mcp/mcp_resources.h"

/* The methods of the protocol but for tools/call. */

static const char instructions[] =
    "Kibitz knows the rules of many tabletop games and plays them well. Call games and rules to "
    "learn "
    "a game, new_table to begin one, then look, legal and act in turns; engines answer by "
    "themselves. "
    "Each handle is one seat and shows what that seat may know. analyze, solve, review and belief "
    "judge a position. check_rules and play_rules turn a rules text that you write into a game; "
    "read "
    "kibitz://language first.";

static void answer(const mcp_request *q, mcp_reply *r, mcp_cache cache) {
    mcp_reply_end(r, q->revision, cache, q->c->world.version, q->to);
}

static void put_capabilities(json_writer *w) {
    json_key(w, "capabilities");
    json_raw(w, "{\"tools\":{},\"resources\":{},\"prompts\":{}}");
    json_key(w, "instructions");
    json_string(w, instructions);
}

void mcp_method_discover(mcp_request *q) {
    mcp_reply r;
    mcp_reply_begin(&r, q->id);
    json_key(&r.w, "supportedVersions");
    json_open(&r.w, '[');
    json_string(&r.w, mcp_revision_name(MCP_2026_07_28));
    json_close(&r.w, ']');
    put_capabilities(&r.w);
    answer(q, &r, MCP_CACHE_PUBLIC);
}

void mcp_method_initialize(mcp_request *q) {
    const char *asked = mcp_json_text(q->params, "protocolVersion", NULL);
    mcp_reply r;
    if (q->c->greeted) {
        mcp_request_fail(q, MCP_INVALID_REQUEST, "initialize has been answered already");
        return;
    }
    if (!asked || !mcp_json_is_object(mcp_json_get(q->params, "capabilities")) ||
        !mcp_json_is_object(mcp_json_get(q->params, "clientInfo"))) {
        mcp_request_fail(q, MCP_INVALID_PARAMS,
                         "initialize takes protocolVersion, capabilities and clientInfo");
        return;
    }
    bool old = strcmp(asked, mcp_revision_name(MCP_2025_06_18)) == 0;
    q->c->greeted = true;
    q->c->revision = old ? MCP_2025_06_18 : MCP_2025_11_25;
    mcp_reply_begin(&r, q->id);
    json_key(&r.w, "protocolVersion");
    json_string(&r.w, mcp_revision_name(q->c->revision));
    mcp_reply_server(&r.w, "serverInfo", q->c->world.version);
    put_capabilities(&r.w);
    answer(q, &r, MCP_CACHE_NONE);
}

void mcp_method_ping(mcp_request *q) {
    mcp_reply r;
    mcp_reply_begin(&r, q->id);
    answer(q, &r, MCP_CACHE_NONE);
}

/* --- lists --- */

/* All lists are given at once: there is no page to go on from. */
static bool has_cursor(const mcp_request *q) {
    if (!mcp_json_get(q->params, "cursor")) return false;
    mcp_request_fail(q, MCP_INVALID_PARAMS, "there is no such cursor: lists come in one piece");
    return true;
}

void mcp_method_tools_list(mcp_request *q) {
    mcp_reply r;
    if (has_cursor(q)) return;
    mcp_reply_begin(&r, q->id);
    mcp_tools_write(&r.w);
    answer(q, &r, MCP_CACHE_PUBLIC);
}

void mcp_method_prompts_list(mcp_request *q) {
    mcp_reply r;
    if (has_cursor(q)) return;
    mcp_reply_begin(&r, q->id);
    mcp_prompts_list(&r.w);
    answer(q, &r, MCP_CACHE_PUBLIC);
}

void mcp_method_templates_list(mcp_request *q) {
    mcp_reply r;
    if (has_cursor(q)) return;
    mcp_reply_begin(&r, q->id);
    mcp_resources_templates(&r.w);
    answer(q, &r, MCP_CACHE_PUBLIC);
}

void mcp_method_resources_list(mcp_request *q) {
    mcp_reply r;
    error e;
    if (has_cursor(q)) return;
    mcp_reply_begin(&r, q->id);
    if (mcp_resources_list(q->c, &r.w, &e) != ST_OK) {
        text_done(&r.line);
        mcp_request_fail(q, MCP_INTERNAL_ERROR, e.text);
        return;
    }
    answer(q, &r, mcp_client_has_loaded(q->c) ? MCP_CACHE_PRIVATE : MCP_CACHE_PUBLIC);
}

void mcp_method_resources_read(mcp_request *q) {
    const char *uri = mcp_json_text(q->params, "uri", NULL);
    mcp_cache cache = MCP_CACHE_PRIVATE;
    mcp_reply r;
    error e;
    if (!uri) {
        mcp_request_fail(q, MCP_INVALID_PARAMS, "resources/read takes the string `uri`");
        return;
    }
    mcp_reply_begin(&r, q->id);
    status st = mcp_resources_read(q->c, uri, &r.w, &cache, &e);
    if (st == ST_OK) {
        answer(q, &r, cache);
        return;
    }
    text_done(&r.line);
    text data = text_growing();
    json_writer w = json_writer_on(&data);
    json_open(&w, '{');
    json_key(&w, "uri");
    json_ascii(&w, uri);
    json_close(&w, '}');
    mcp_reply_error(q->id, st == ST_NOMEM ? MCP_INTERNAL_ERROR : MCP_INVALID_PARAMS, e.text,
                    data.cut ? NULL : text_string(&data), q->to);
    text_done(&data);
}

void mcp_method_prompts_get(mcp_request *q) {
    const char *name = mcp_json_text(q->params, "name", NULL);
    const json_t *args = mcp_json_get(q->params, "arguments");
    mcp_reply r;
    error e;
    if (!name || (args && !mcp_json_is_object(args))) {
        mcp_request_fail(q, MCP_INVALID_PARAMS,
                         "prompts/get takes the string `name` and the object `arguments`");
        return;
    }
    mcp_reply_begin(&r, q->id);
    status st = mcp_prompts_get(q->c, name, args, &r.w, &e);
    if (st == ST_OK) {
        answer(q, &r, MCP_CACHE_NONE);
        return;
    }
    text_done(&r.line);
    mcp_request_fail(q, st == ST_NOMEM ? MCP_INTERNAL_ERROR : MCP_INVALID_PARAMS, e.text);
}
