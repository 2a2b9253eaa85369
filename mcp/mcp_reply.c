#include "mcp/mcp_reply.h"

/* What does not depend on a table holds as long as the program runs; a client may ask again after this. */
enum { CACHE_MS = 3600000 };

const char *mcp_revision_name(mcp_revision r) {
    static const char *const name[MCP_REVISIONS] = {"2025-06-18", "2025-11-25", "2026-07-28"};
    return name[r];
}

static void open_message(json_writer *w, const char *id) {
    json_open(w, '{');
    json_key(w, "jsonrpc");
    json_string(w, "2.0");
    if (!*id) return;
    json_key(w, "id");
    json_raw(w, id);
}

/* Out of memory even an apology must fit. */
static void send_line(text *line, const mcp_sink *to) {
    static const char sorry[] = "{\"jsonrpc\":\"2.0\",\"error\":{\"code\":-32603,\"message\":\"no "
                                "memory for the answer\"}}";
    to->send(to->ctx, line->cut ? sorry : text_string(line), false);
    text_done(line);
}

void mcp_reply_server(json_writer *w, const char *key, const char *version) {
    json_key(w, key);
    json_open(w, '{');
    json_key(w, "name");
    json_string(w, "kibitz");
    json_key(w, "title");
    json_string(w, "Kibitz");
    json_key(w, "version");
    json_string(w, version);
    json_close(w, '}');
}

void mcp_reply_begin(mcp_reply *r, const char *id) {
    r->line = text_growing();
    r->w = json_writer_on(&r->line);
    open_message(&r->w, id);
    json_key(&r->w, "result");
    json_open(&r->w, '{');
}

void mcp_reply_end(mcp_reply *r, mcp_revision revision, mcp_cache cache, const char *version,
                   const mcp_sink *to) {
    json_writer *w = &r->w;
    w->out = &r->line; /* the reply may have been moved since it began */
    if (revision == MCP_2026_07_28) {
        json_key(w, "resultType");
        json_string(w, "complete");
        if (cache != MCP_CACHE_NONE) {
            json_key(w, "ttlMs");
            json_int(w, cache == MCP_CACHE_PUBLIC ? CACHE_MS : 0);
            json_key(w, "cacheScope");
            json_string(w, cache == MCP_CACHE_PUBLIC ? "public" : "private");
        }
        json_key(w, "_meta");
        json_open(w, '{');
        mcp_reply_server(w, "io.modelcontextprotocol/serverInfo", version);
        json_close(w, '}');
    }
    json_close(w, '}');
    json_close(w, '}');
    send_line(&r->line, to);
}

void mcp_reply_error(const char *id, int code, const char *message, const char *data,
                     const mcp_sink *to) {
    text line = text_growing();
    json_writer w = json_writer_on(&line);
    open_message(&w, id);
    json_key(&w, "error");
    json_open(&w, '{');
    json_key(&w, "code");
    json_int(&w, code);
    json_key(&w, "message");
    json_ascii(&w, message);
    if (data) {
        json_key(&w, "data");
        json_raw(&w, data);
    }
    json_close(&w, '}');
    json_close(&w, '}');
    if (to->fails) to->fails(to->ctx, code);
    send_line(&line, to);
}
