#define _DEFAULT_SOURCE
#include "web/http/web_server.h"

#include <arpa/inet.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <sys/resource.h>

#include "engine/base/clock.h"
#include "engine/base/memory.h"
#include "engine/base/threads.h"

/* One request, from its first line to its end. libmicrohttpd calls the handler several times: when
 * the headers are there, for each piece of the body, after it, and after each resume. */
typedef struct visit {
    web_link link; /* first: the gate's handlers know us by it */
    web_server *server;
    web_wire *wire;
    web_input in;
    web_request q;
    char *target;
    char peer[INET6_ADDRSTRLEN];
    text body;
    size_t header_bytes;
    bool begun, passed, queued, counted;
    atomic_bool finished;
} visit;

struct web_server {
    web_server_setup setup;
    web_wires *wires;
    struct MHD_Daemon *daemon[WEB_MAX_LISTEN];
    int daemons;
    atomic_bool closing;
    atomic_int inside; /* handlers that run */
    atomic_int
        answering; /* requests that were taken and whose answers are not all sent; no streams */
    bool quiet;
};

web_server_setup web_server_defaults(void) {
    return (web_server_setup){
        .wires = web_wires_defaults(), .connections = 2000, .threads = 2, .header_bytes = 16 << 10};
}

/* --- answers --- */

static const char *const always[][2] = {
    {"Content-Security-Policy",
     "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src "
     "'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"},
    {"X-Content-Type-Options", "nosniff"},
    {"Referrer-Policy", "no-referrer"},
    {"Cross-Origin-Opener-Policy", "same-origin"}};

static void add(struct MHD_Response *r, const char *name, const char *value) {
    (void)MHD_add_response_header(r, name, value);
}

static void add_headers(struct MHD_Response *r, const web_request *q) {
    for (size_t i = 0; i < sizeof always / sizeof *always; i++) add(r, always[i][0], always[i][1]);
    if (q->code != 304) add(r, "Content-Type", q->type);
    add(r, "Cache-Control", q->etag[0] ? "no-cache" : "no-store");
    if (q->etag[0]) add(r, "ETag", q->etag);
    if (q->encoding) add(r, "Content-Encoding", q->encoding);
    if (q->varies) add(r, "Vary", "Accept-Encoding");
    if (q->set_cookie[0]) add(r, "Set-Cookie", q->set_cookie);
    if (q->allow && q->code == 405) add(r, "Allow", q->allow);
    if (q->mcp_session[0]) add(r, "Mcp-Session-Id", q->mcp_session);
    if (q->challenge && q->code == 401) add(r, "WWW-Authenticate", "Bearer realm=\"kibitz\"");
    char buf[160];
    if (q->filename[0]) {
        snprintf(buf, sizeof buf, "attachment; filename=\"%s\"", q->filename);
        add(r, "Content-Disposition", buf);
    }
    if (q->retry_after) {
        snprintf(buf, sizeof buf, "%d", q->retry_after);
        add(r, "Retry-After", buf);
    }
}

static struct MHD_Response *response_of(visit *v) {
    web_request *q = &v->q;
    if (q->stream) return web_wire_listen(v->server->wires, v->wire, q->stream);
    if (q->file)
        return MHD_create_response_from_buffer(q->file_size, (void *)q->file,
                                               MHD_RESPMEM_PERSISTENT);
    if (q->out.cut) /* no memory for all of it */
        web_refuse(q, 503, status_name(ST_NOMEM), "no memory for the answer", NULL);
    return MHD_create_response_from_buffer(q->out.len, q->out.at ? q->out.at : "",
                                           MHD_RESPMEM_MUST_COPY);
}

static void count_off(visit *v) {
    if (v->counted) atomic_fetch_sub(&v->server->answering, 1);
    v->counted = false;
}

static enum MHD_Result answer(visit *v, struct MHD_Connection *connection) {
    struct MHD_Response *r = response_of(v);
    if (!r) {
        if (v->q.stream) streams_close(v->server->setup.streams, v->q.stream);
        v->q.stream = NULL;
        return MHD_NO;
    }
    add_headers(r, &v->q);
    if (v->q.stream) add(r, "X-Accel-Buffering", "no"); /* nginx, do not gather */
    if (atomic_load(&v->server->closing)) add(r, "Connection", "close");
    if (v->q.stream)
        count_off(v);
    else
        web_wire_enter(v->server->wires, v->wire, WEB_WIRE_ANSWER);
    enum MHD_Result done = MHD_queue_response(connection, (unsigned)v->q.code, r);
    MHD_destroy_response(r);
    v->queued = true;
    return done;
}

/* --- what came --- */

static enum MHD_Result read_header(void *ctx, enum MHD_ValueKind kind, const char *name,
                                   const char *value) {
    (void)kind;
    visit *v = ctx;
    web_input *in = &v->in;
    v->header_bytes += strlen(name) + (value ? strlen(value) : 0) + 4;
    if (!value) value = "";
    struct {
        const char *name;
        const char **into;
    } known[] = {{"Host", &in->host},
                 {"Origin", &in->origin},
                 {"Cookie", &in->cookie},
                 {"X-Kibitz", &in->x_kibitz},
                 {"Content-Type", &in->content_type},
                 {"Content-Length", &in->content_length},
                 {"Transfer-Encoding", &in->transfer_encoding},
                 {"Last-Event-ID", &in->last_event},
                 {"X-Forwarded-For", &in->forwarded},
                 {"If-None-Match", &in->if_none_match},
                 {"Accept-Encoding", &in->accept_encoding},
                 {"Authorization", &in->authorization},
                 {"MCP-Protocol-Version", &in->mcp.version},
                 {"Mcp-Method", &in->mcp.method},
                 {"Mcp-Name", &in->mcp.name},
                 {"Mcp-Session-Id", &in->mcp.session},
                 {"Accept", &in->mcp.accept}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strcasecmp(name, known[i].name) == 0) *known[i].into = value;
    in->hosts += strcasecmp(name, "Host") == 0;
    in->lengths += strcasecmp(name, "Content-Length") == 0;
    return MHD_YES;
}

static void read_peer(visit *v, struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
    const struct sockaddr *a = info ? info->client_addr : NULL;
    if (a && a->sa_family == AF_INET)
        inet_ntop(AF_INET, &((const struct sockaddr_in *)(const void *)a)->sin_addr, v->peer,
                  sizeof v->peer);
    else if (a && a->sa_family == AF_INET6)
        inet_ntop(AF_INET6, &((const struct sockaddr_in6 *)(const void *)a)->sin6_addr, v->peer,
                  sizeof v->peer);
    v->in.peer = v->peer;
}

/* --- the gate's side of it --- */

static bool admit(web_link *l, const web_request *q) {
    visit *v = (visit *)(void *)l;
    return web_wire_claim(v->server->wires, v->wire, q->person.session);
}

static void later(web_link *l, web_request *q) {
    visit *v = (visit *)(void *)l;
    web_wire_suspend(v->server->wires, v->wire, (web_wire_gone){q->gone, q->gone_ctx});
}

static void finish(web_link *l, web_request *q) {
    (void)q;
    visit *v = (visit *)(void *)l;
    atomic_store(&v->finished, true);
    web_wire_resume(v->server->wires, v->wire);
}

/* --- calls of the library --- */

static void *first_line(void *ctx, const char *target, struct MHD_Connection *connection) {
    web_server *s = ctx;
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
    web_wire *wire = info ? info->socket_context : NULL;
    visit *v = wire ? mem_alloc(sizeof *v) : NULL;
    if (!v) return NULL;
    v->link = (web_link){admit, later, finish};
    v->server = s;
    v->wire = wire;
    v->body = text_growing();
    v->target = mem_string(target);
    web_request_init(&v->q, &v->link);
    web_wire_enter(s->wires, wire, WEB_WIRE_HEADERS);
    return v;
}

static void refuse_closing(visit *v) {
    v->q.refused = "stopping";
    web_refuse(&v->q, 503, status_name(ST_STOPPED), "the server stops", NULL);
}

static enum MHD_Result begin(visit *v, struct MHD_Connection *connection, const char *method) {
    v->begun = true;
    web_wire_enter(v->server->wires, v->wire, WEB_WIRE_BODY);
    v->in.method = method;
    v->in.target = v->target;
    MHD_get_connection_values(connection, MHD_HEADER_KIND, read_header, v);
    read_peer(v, connection);
    if (atomic_load(&v->server->closing)) {
        refuse_closing(v);
        return answer(v, connection);
    }
    if (v->header_bytes > v->server->setup.header_bytes) {
        v->q.refused = "size";
        web_refuse(&v->q, 431, "bad-line", "the headers are too long", NULL);
        return answer(v, connection);
    }
    return web_gate_head(v->server->setup.gate, &v->in, &v->q) ? MHD_YES : answer(v, connection);
}

/* Either the handler is counted before the server closes, or it is not called. */
static void pass(visit *v) {
    web_server *s = v->server;
    atomic_fetch_add(&s->inside, 1);
    v->counted = true;
    atomic_fetch_add(&s->answering, 1);
    if (atomic_load(&s->closing))
        refuse_closing(v);
    else
        web_gate_pass(s->setup.gate, &v->in, &v->q);
    atomic_fetch_sub(&s->inside, 1);
}

static enum MHD_Result take_body(visit *v, const char *data, size_t *size) {
    /* Content-Length was checked, and the library holds the sender to it. */
    if (!v->queued) text_putn(&v->body, data, *size);
    *size = 0;
    return v->body.cut ? MHD_NO : MHD_YES;
}

/* NOLINTNEXTLINE(readability-function-size): the library's parameters */
static enum MHD_Result handle(void *ctx, struct MHD_Connection *connection, const char *url,
                              const char *method, const char *version, const char *data,
                              size_t *size, void **state) {
    (void)ctx, (void)url, (void)version;
    visit *v = *state;
    if (!v || !v->target) return MHD_NO;
    if (!v->begun) return begin(v, connection, method);
    if (*size) return take_body(v, data, size);
    if (v->queued) return MHD_YES;
    if (!v->passed) {
        v->passed = true;
        v->in.body = text_string(&v->body);
        v->in.body_len = v->body.len;
        web_wire_enter(v->server->wires, v->wire, WEB_WIRE_ANSWER);
        pass(v);
        if (v->q.waits) return MHD_YES; /* suspended; or already resumed, and called again */
    } else if (v->q.waits && !atomic_load(&v->finished)) {
        return MHD_NO; /* abandoned at the end of the server */
    }
    return answer(v, connection);
}

static void log_line(visit *v) {
    const web_server *s = v->server;
    if (!s->setup.log) return;
    char buf[256], stamp[32];
    clock_stamp(stamp);
    text t = text_over(buf, sizeof buf);
    const web_request *q = &v->q;
    const char *path = q->route ? q->route->pattern + (*q->route->pattern == '=') : "-";
    text_format(&t, "%s %s %s %d %.1f ms", stamp, *q->method ? q->method : "-", path, q->code,
                (double)(clock_now_ns() - q->begun_ns) / 1e6);
    if (q->refused) text_format(&t, " refused=%s", q->refused);
    if (s->setup.log_addresses) text_format(&t, " from=%s", v->peer);
    s->setup.log(s->setup.log_ctx, buf);
}

static void completed(void *ctx, struct MHD_Connection *connection, void **state,
                      enum MHD_RequestTerminationCode why) {
    (void)connection, (void)why;
    web_server *s = ctx;
    visit *v = *state;
    if (!v) return;
    *state = NULL;
    /* Who should have answered may still write to it: it is left to them. */
    if (v->q.waits && !atomic_load(&v->finished)) return;
    count_off(v);
    web_wire_end_stream(s->wires, v->wire);
    web_wire_enter(s->wires, v->wire, WEB_WIRE_IDLE);
    if (v->queued) web_gate_note(s->setup.gate, &v->q);
    log_line(v);
    web_request_done(&v->q);
    text_done(&v->body);
    mem_free(v->target);
    mem_free(v);
}

static void connected(void *ctx, struct MHD_Connection *connection, void **socket_context,
                      enum MHD_ConnectionNotificationCode code) {
    web_server *s = ctx;
    if (code == MHD_CONNECTION_NOTIFY_STARTED) {
        *socket_context = web_wires_add(s->wires, connection);
    } else {
        web_wires_remove(s->wires, *socket_context);
        *socket_context = NULL;
    }
}

/* Its messages name addresses of pages. */
static void say_nothing(void *ctx, const char *fmt, va_list args) {
    (void)ctx, (void)fmt, (void)args;
}

/* Targets are decoded by the gate. */
static size_t leave_as_it_is(void *ctx, struct MHD_Connection *connection, char *s) {
    (void)ctx, (void)connection;
    return strlen(s);
}

/* --- start and stop --- */

static void raise_file_limit(int connections) {
    struct rlimit l;
    rlim_t need = (rlim_t)connections + 256;
    if (getrlimit(RLIMIT_NOFILE, &l) != 0 || l.rlim_cur >= need) return;
    l.rlim_cur = l.rlim_max == RLIM_INFINITY || l.rlim_max >= need ? need : l.rlim_max;
    (void)setrlimit(RLIMIT_NOFILE, &l);
}

static struct MHD_Daemon *start_daemon(web_server *s, int fd, bool six) {
    enum { POOL_EXTRA = 8 << 10 };
    unsigned flags = MHD_USE_EPOLL_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME;
    if (six) flags |= MHD_USE_IPv6;
    const web_server_setup *u = &s->setup;
    /* clang-format off */
    return MHD_start_daemon(
        flags, 0, NULL, NULL, handle, s,
        MHD_OPTION_EXTERNAL_LOGGER, say_nothing, NULL,
        MHD_OPTION_LISTEN_SOCKET, fd,
        MHD_OPTION_THREAD_POOL_SIZE, (unsigned)u->threads,
        MHD_OPTION_CONNECTION_LIMIT, (unsigned)u->connections,
        MHD_OPTION_CONNECTION_MEMORY_LIMIT, u->header_bytes + POOL_EXTRA,
        MHD_OPTION_CONNECTION_TIMEOUT, 60u,
        MHD_OPTION_URI_LOG_CALLBACK, first_line, s,
        MHD_OPTION_UNESCAPE_CALLBACK, leave_as_it_is, NULL,
        MHD_OPTION_NOTIFY_COMPLETED, completed, s,
        MHD_OPTION_NOTIFY_CONNECTION, connected, s,
        MHD_OPTION_END);
    /* clang-format on */
}

status web_server_start(web_server **out, const web_server_setup *setup, web_listen *listen,
                        error *err) {
    *out = NULL;
    web_server *s = mem_alloc(sizeof *s);
    if (!s) {
        web_listen_close(listen);
        return error_set(err, ST_NOMEM, "no memory for the server");
    }
    s->setup = *setup;
    if (s->setup.threads < 2) s->setup.threads = 2;
    raise_file_limit(setup->connections);
    status st = web_wires_create(&s->wires, setup->wires, setup->streams, err);
    for (int i = 0; st == ST_OK && i < listen->count; i++) {
        s->daemon[i] = start_daemon(s, listen->fd[i], listen->six[i]);
        if (!s->daemon[i]) st = error_set(err, ST_IO, "the HTTP server does not start");
        if (s->daemon[i]) listen->fd[i] = -1, s->daemons++;
    }
    web_listen_close(listen);
    if (st != ST_OK) {
        web_server_stop(s);
        return st;
    }
    *out = s;
    return ST_OK;
}

void web_server_quiesce(web_server *s) {
    if (s->quiet) return;
    s->quiet = true;
    /* MHD_quiesce_daemon is not for us: it and the daemon's threads both take the socket out of
     * their epoll, and who comes second ends the process. */
    atomic_store(&s->closing, true);
    while (atomic_load(&s->inside)) thrd_yield(); /* handlers do not wait for anything */
}

/* Whether `left` is 0 within the time. */
static bool wait_for_none(int (*left)(void *), void *ctx, int ms) {
    int64_t end = clock_now_ms() + ms;
    struct timespec pause = {.tv_nsec = 5000000};
    while (left(ctx) > 0) {
        if (clock_now_ms() >= end) return false;
        nanosleep(&pause, NULL);
    }
    return true;
}

static int waiting_answers(void *ctx) {
    return web_server_waiting(ctx);
}

static int open_streams(void *ctx) {
    return streams_count(((web_server *)ctx)->setup.streams);
}

/* What is to be sent before the end. */
static int last_words(void *ctx) {
    return open_streams(ctx) + atomic_load(&((web_server *)ctx)->answering);
}

bool web_server_drain(web_server *s, int ms) {
    return wait_for_none(waiting_answers, s, ms);
}

void web_server_stop(web_server *s) {
    if (!s) return;
    web_server_quiesce(s);
    streams_stop(s->setup.streams);
    if (s->wires && !wait_for_none(last_words, s, 1000)) web_wires_cut_streams(s->wires);
    if (s->wires) (void)wait_for_none(open_streams, s, 300);
    if (s->wires) web_wires_abandon(s->wires);
    for (int i = 0; i < s->daemons; i++) MHD_stop_daemon(s->daemon[i]);
    web_wires_destroy(s->wires);
    mem_free(s);
}

int web_server_connections(web_server *s) {
    return web_wires_count(s->wires);
}

int web_server_waiting(web_server *s) {
    return web_wires_suspended(s->wires);
}
