/* POST /mcp: what a request must be before a client sees it, and where its messages go. */
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "engine/base/base64.h"
#include "engine/base/memory.h"
#include "mcp/mcp_reply.h"
#include "web/http/web_gate.h"
#include "web/mcp/web_mcp_inside.h"

enum { HEADER_MISMATCH = -32020, NO_SESSION_GIVEN = -32000, NO_SUCH_SESSION = -32001 };

static const char meta_version[] = "io.modelcontextprotocol/protocolVersion";

/* --- one request under way --- */

/* Its messages go into the answer, or onto the stream that the answer is. Two may hold it: the
 * client's thread and, where it is a stream, the connection; the last one frees it. */
typedef struct post {
    web_request *q; /* NULL: the answer is a stream */
    mtx_t lock;     /* guards all below; the client's locks are taken under it, never around it */
    web_mcp_line *line; /* NULL: the client is done with it */
    stream *stream;
    int holders;
    bool said, modern, waits;
} post;

static void post_release(post *p) {
    (void)mtx_lock(&p->lock);
    bool last = --p->holders == 0;
    (void)mtx_unlock(&p->lock);
    if (!last) return;
    mtx_destroy(&p->lock);
    mem_free(p);
}

static void take_message(void *ctx, const char *message, bool droppable) {
    post *p = ctx;
    (void)mtx_lock(&p->lock);
    if (p->stream) {
        stream_push(p->stream, 0, "message", message, droppable ? "progress" : NULL);
        if (!droppable) stream_end(p->stream);
    } else if (p->q && !droppable) {
        text_clear(&p->q->out);
        text_put(&p->q->out, message);
        p->said = true;
    }
    (void)mtx_unlock(&p->lock);
}

/* Errors of the protocol have a code of HTTP, too; those of a method are answers like others. */
static int http_code(int code, bool modern) {
    switch (code) {
    case MCP_PARSE_ERROR:
    case MCP_INVALID_REQUEST:
    case MCP_UNSUPPORTED_VERSION:
        return 400;
    case MCP_METHOD_NOT_FOUND:
        return modern ? 404 : 200;
    default:
        return 200;
    }
}

static void take_code(void *ctx, int code) {
    post *p = ctx;
    if (p->q) p->q->code = http_code(code, p->modern);
}

/* The client is done with it. One that was cancelled has said nothing. */
static void take_end(void *ctx) {
    post *p = ctx;
    web_request *q = p->q;
    bool waits = p->waits;
    (void)mtx_lock(&p->lock);
    web_mcp_line *line = p->line;
    p->line = NULL;
    if (p->stream) stream_end(p->stream);
    if (q && !p->said) {
        text_clear(&q->out);
        q->code = 202;
    }
    (void)mtx_unlock(&p->lock);
    web_mcp_line_leave(line);
    if (q && waits) web_finish(q); /* from here on hang_up() is not called */
    post_release(p);
}

/* Who speaks 2026-07-28 and does not listen any more has cancelled; others say so. */
static void cancel(post *p) {
    if (p->line && p->modern) mcp_client_cancel(p->line->client, p);
}

static void stream_closed(void *ctx) {
    post *p = ctx;
    (void)mtx_lock(&p->lock);
    p->stream = NULL;
    cancel(p);
    (void)mtx_unlock(&p->lock);
    post_release(p);
}

static void hang_up(void *ctx) {
    post *p = ctx;
    (void)mtx_lock(&p->lock);
    cancel(p);
    (void)mtx_unlock(&p->lock);
}

/* --- refusals --- */

static void take_line(void *ctx, const char *message, bool droppable) {
    web_request *q = ctx;
    (void)droppable;
    text_clear(&q->out);
    text_put(&q->out, message);
}

typedef struct refusal {
    int http, code;
    const char *why, *sentence;
} refusal;

static bool refuse(web_request *q, const char *id, refusal r) {
    mcp_sink to = {.send = take_line, .ctx = q};
    q->code = r.http;
    q->refused = r.why;
    mcp_reply_error(id, r.code, r.sentence, NULL, &to);
    return false;
}

/* --- what came --- */

typedef struct message {
    json_t *body;
    char id[MCP_ID_SIZE]; /* as JSON; empty: it is no request */
    const char *method;   /* NULL: a reply */
    const json_t *params;
    const char *version; /* in `_meta`; NULL: none */
    bool modern;         /* it speaks 2026-07-28, or claims to */
    bool progress;       /* it is asked for */
} message;

static bool read_message(web_request *q, message *m) {
    error e;
    *m = (message){.body = NULL};
    if (!q->mcp.type || strncasecmp(q->mcp.type, "application/json", 16) != 0) {
        q->refused = "type";
        web_refuse(q, 415, "unsupported", "the body must be application/json", NULL);
        return false;
    }
    if (mcp_json_read(&m->body, q->raw, q->raw_len, &e) != ST_OK)
        return refuse(q, "", (refusal){400, MCP_PARSE_ERROR, "body", e.text});
    if (!mcp_json_is_object(m->body))
        return refuse(q, "",
                      (refusal){400, MCP_INVALID_REQUEST, "body",
                                "a message is one object: batches are not taken"});
    const json_t *id = mcp_json_get(m->body, "id");
    if (id && !mcp_json_id(id, m->id, sizeof m->id))
        return refuse(q, "",
                      (refusal){400, MCP_INVALID_REQUEST, "body",
                                "an id is a string or a whole number, and not too long"});
    m->method = mcp_json_text(m->body, "method", NULL);
    m->params = mcp_json_get(m->body, "params");
    const json_t *meta = mcp_json_get(m->params, "_meta");
    m->version = mcp_json_text(meta, meta_version, NULL);
    m->progress = mcp_json_get(meta, "progressToken") != NULL;
    const char *said = q->mcp.version;
    m->modern = m->version || (said && strcmp(said, mcp_revision_name(MCP_2026_07_28)) == 0);
    return true;
}

/* --- headers --- */

/* Values that do not fit into a header come in base64. */
static bool same_value(const char *header, const char *body) {
    static const char before[] = "=?base64?";
    static const char after[] = "?=";
    size_t n = strlen(header);
    size_t head = sizeof before - 1;
    size_t tail = sizeof after - 1;
    if (n < head + tail || memcmp(header, before, head) != 0 ||
        strcmp(header + n - tail, after) != 0)
        return strcmp(header, body) == 0;
    text encoded = text_growing();
    base64_put(&encoded, (const unsigned char *)body, strlen(body), BASE64_PADDED);
    size_t len = n - head - tail;
    bool same = !encoded.cut && encoded.len == len && memcmp(encoded.at, header + head, len) == 0;
    text_done(&encoded);
    return same;
}

/* What Mcp-Name repeats; NULL: nothing. */
static const char *name_of(const message *m) {
    if (!m->method) return NULL;
    if (strcmp(m->method, "tools/call") == 0 || strcmp(m->method, "prompts/get") == 0)
        return mcp_json_text(m->params, "name", NULL);
    if (strcmp(m->method, "resources/read") == 0) return mcp_json_text(m->params, "uri", NULL);
    return NULL;
}

static bool mismatch(web_request *q, const message *m, const char *sentence) {
    return refuse(q, m->id, (refusal){400, HEADER_MISMATCH, "header", sentence});
}

static bool good_headers(web_request *q, const message *m) {
    const web_mcp_headers *h = &q->mcp;
    const char *name = name_of(m);
    bool asks = m->modern && m->id[0];
    if (m->version && h->version && strcmp(h->version, m->version) != 0)
        return mismatch(q, m, "MCP-Protocol-Version and `_meta` name different versions");
    if (asks && !h->version) return mismatch(q, m, "the header MCP-Protocol-Version is missing");
    if (asks && !m->version)
        return refuse(q, m->id,
                      (refusal){400, MCP_INVALID_PARAMS, "header",
                                "`_meta` takes io.modelcontextprotocol/protocolVersion"});
    if (h->method && m->method && strcmp(h->method, m->method) != 0)
        return mismatch(q, m, "Mcp-Method and the body name different methods");
    if (asks && !h->method) return mismatch(q, m, "the header Mcp-Method is missing");
    if (h->name && name && !same_value(h->name, name))
        return mismatch(q, m, "Mcp-Name and the body name different things");
    if (asks && name && !h->name) return mismatch(q, m, "the header Mcp-Name is missing");
    return true;
}

/* --- whose it is --- */

static bool refuse_line(web_request *q, const message *m, status st, const error *e) {
    if (st == ST_NOT_FOUND)
        return refuse(q, m->id, (refusal){404, NO_SUCH_SESSION, "session", e->text});
    if (st == ST_BUSY) {
        q->retry_after = 10;
        q->refused = "programs";
        web_refuse(q, 429, "too-many", e->text, NULL);
    } else {
        web_refuse_error(q, e);
    }
    return false;
}

/* A session speaks one revision. */
static bool good_revision(web_request *q, const message *m, web_mcp_line *l) {
    const char *revision;
    if (!q->mcp.version || !mcp_client_greeted(l->client, &revision) ||
        strcmp(q->mcp.version, revision) == 0)
        return true;
    web_mcp_line_leave(l);
    return mismatch(q, m, "MCP-Protocol-Version is not what initialize agreed on");
}

static bool find_line(web_mcp *all, web_request *q, const message *m, web_mcp_line **out) {
    error e;
    bool begins = m->method && strcmp(m->method, "initialize") == 0 && m->id[0];
    const char *id = q->mcp.session;
    status st;
    *out = NULL;
    if (m->modern) {
        st = web_mcp_line_take(all, &q->person, "", out, &e);
    } else if (begins) {
        st = web_mcp_line_new(all, &q->person, out, &e);
    } else {
        if (!id || !*id)
            return refuse(q, m->id,
                          (refusal){400, NO_SESSION_GIVEN, "session",
                                    "which version is spoken? Say it in `_meta` (2026-07-28), or "
                                    "begin with initialize and send its Mcp-Session-Id"});
        st = web_mcp_line_take(all, &q->person, id, out, &e);
    }
    if (st != ST_OK) return refuse_line(q, m, st, &e);
    return m->modern || begins || good_revision(q, m, *out);
}

/* --- handing it on --- */

static bool is_call(const message *m) {
    return m->method && m->id[0] && strcmp(m->method, "tools/call") == 0;
}

/* What changes a table counts as an act. */
static bool may_act(web_mcp *all, web_request *q, const message *m) {
    static const char *const acts[] = {"act", "undo", "new_table", "position", "play_rules"};
    const char *name = is_call(m) ? name_of(m) : NULL;
    for (size_t i = 0; name && i < sizeof acts / sizeof *acts; i++)
        if (strcmp(acts[i], name) == 0) return web_gate_take_act(all->world->gate, q);
    return true;
}

static bool takes_stream(const web_request *q) {
    return q->mcp.accept && strstr(q->mcp.accept, "text/event-stream");
}

static post *make_post(web_request *q, web_mcp_line *line, const message *m) {
    post *p = mem_alloc(sizeof *p);
    if (!p) return NULL;
    p->q = q;
    p->line = line;
    p->holders = 1;
    p->modern = m->modern;
    (void)mtx_init(&p->lock, mtx_plain);
    if (!is_call(m) || !m->progress || !takes_stream(q)) return p;
    stream *s = streams_open_answer(line->all->world->streams, &q->person,
                                    (stream_answer){stream_closed, p});
    if (!s) return p;
    p->holders = 2;
    p->q = NULL;
    p->stream = s;
    return p;
}

static void hand_on(web_request *q, web_mcp_line *line, const message *m) {
    post *p = make_post(q, line, m);
    if (!p) {
        web_mcp_line_leave(line);
        web_refuse(q, 503, status_name(ST_NOMEM), "no memory for the request", NULL);
        return;
    }
    mcp_sink to = {take_message, p, take_code, take_end};
    q->type = p->stream ? "text/event-stream" : "application/json";
    q->stream = p->stream;
    p->waits = p->q && is_call(m);
    q->gone = hang_up;
    q->gone_ctx = p;
    if (p->waits) web_later(q);
    mcp_client_take(line->client, m->body, &to);
}

/* The session is there where initialize was answered with a result. */
static void begin_session(web_request *q, web_mcp_line *line, const message *m) {
    const char *revision;
    (void)mtx_lock(&line->all->mutex);
    line->users++; /* while we look at it */
    (void)mtx_unlock(&line->all->mutex);
    hand_on(q, line, m);
    if (mcp_client_greeted(line->client, &revision)) {
        (void)snprintf(q->mcp_session, sizeof q->mcp_session, "%s", line->id);
        web_mcp_line_leave(line);
    } else {
        web_mcp_line_drop(line);
    }
}

void web_mcp_post(void *world, web_request *q) {
    web_mcp *all = ((web_world *)world)->mcp;
    web_mcp_line *line;
    message m;
    if (read_message(q, &m) && good_headers(q, &m) && may_act(all, q, &m) &&
        find_line(all, q, &m, &line)) {
        if (!m.modern && m.method && strcmp(m.method, "initialize") == 0 && m.id[0])
            begin_session(q, line, &m);
        else
            hand_on(q, line, &m);
    }
    mcp_json_free(m.body);
}

static void no_other(void *world, web_request *q) {
    (void)world;
    q->allow = "POST";
    q->refused = "method";
    web_refuse(q, 405, "unsupported", "only POST is answered here", NULL);
}

enum { OTHERS = ROUTE_BEARER | ROUTE_OPEN };
const web_route web_mcp_routes[] = {{"POST", "=/mcp", web_mcp_post, ROUTE_BEARER | ROUTE_RAW},
                                    {"GET", "=/mcp", no_other, OTHERS},
                                    {"DELETE", "=/mcp", no_other, OTHERS},
                                    {"PUT", "=/mcp", no_other, OTHERS},
                                    {"PATCH", "=/mcp", no_other, OTHERS},
                                    {NULL, NULL, NULL, 0}};
