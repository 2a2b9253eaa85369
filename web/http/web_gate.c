#define _POSIX_C_SOURCE 200809L
#include "web/http/web_gate.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "engine/base/clock.h"
#include "engine/base/memory.h"
#include "web/http/web_target.h"

enum { MAX_HOSTS = 4, HOST_SIZE = 272, KEY_SIZE = 96 };

struct web_gate {
    web_gate_setup setup;
    char *proxy;
    char host[MAX_HOSTS][HOST_SIZE];   /* what Host may say */
    char origin[MAX_HOSTS][HOST_SIZE]; /* what Origin may say */
    int hosts, origins;
    bool secure; /* people come over TLS */
    char cookie[32];
    web_page *page;
    web_buckets *buckets;
    web_metrics *metrics;
};

/* --- create and destroy --- */

web_gate_setup web_gate_defaults(void) {
    return (web_gate_setup){.body_bytes = 256 << 10,
                            .import_bytes = 8 << 20,
                            .url_bytes = 4 << 10,
                            .rates = {20, 50, 5, 20}};
}

static void add_host(web_gate *g, const char *scheme, const char *name, bool origin) {
    snprintf(g->host[g->hosts++], HOST_SIZE, "%.255s", name);
    if (origin) snprintf(g->origin[g->origins++], HOST_SIZE, "%s://%.255s", scheme, name);
}

/* "https://host[:port]" and nothing after it. */
static status add_public(web_gate *g, const char *url, error *err) {
    g->secure = text_starts(url, "https://");
    if (!g->secure && !text_starts(url, "http://"))
        return error_set(err, ST_BAD_VALUE, "--public-url begins with https:// or http://");
    const char *name = strstr(url, "://") + 3;
    size_t len = strcspn(name, "/");
    if (!len || len > 255 || (name[len] && name[len + 1]) || strcspn(name, "?#@ \t") < len)
        return error_set(err, ST_BAD_VALUE,
                         "--public-url is a scheme, a host and perhaps a port, as "
                         "https://games.example.org");
    char host[HOST_SIZE];
    snprintf(host, sizeof host, "%.*s", (int)len, name);
    for (char *c = host; *c; c++)
        if (*c >= 'A' && *c <= 'Z') *c = (char)(*c + 32);
    add_host(g, g->secure ? "https" : "http", host, true);
    return ST_OK;
}

static status name_hosts(web_gate *g, error *err) {
    const web_gate_setup *s = &g->setup;
    if (s->public_url) {
        status st = add_public(g, s->public_url, err);
        if (st != ST_OK) return st;
    }
    static const char *const loopback[] = {"127.0.0.1", "localhost", "[::1]"};
    for (int i = 0; i < 3; i++) {
        char name[64];
        if (s->port == 80)
            snprintf(name, sizeof name, "%s", loopback[i]);
        else
            snprintf(name, sizeof name, "%s:%d", loopback[i], s->port);
        add_host(g, "http", name, !s->public_url);
    }
    if (g->secure)
        snprintf(g->cookie, sizeof g->cookie, "__Host-kibitz");
    else
        snprintf(g->cookie, sizeof g->cookie, "kibitz-%d", s->port);
    return ST_OK;
}

status web_gate_create(web_gate **out, const web_gate_setup *setup, error *err) {
    *out = NULL;
    web_gate *g = mem_alloc(sizeof *g);
    if (!g) return error_set(err, ST_NOMEM, "no memory for the server");
    g->setup = *setup;
    status st = name_hosts(g, err);
    if (st == ST_OK && setup->proxy && !(g->proxy = mem_string(setup->proxy))) st = ST_NOMEM;
    g->setup.proxy = g->proxy;
    g->setup.public_url = NULL; /* read already */
    if (st == ST_OK) st = web_page_create(&g->page, setup->page, err);
    if (st == ST_OK && (st = web_buckets_create(&g->buckets, setup->rates)) != ST_OK)
        error_set(err, st, "no memory for the server");
    if (st == ST_OK && (st = web_metrics_create(&g->metrics, setup->tables)) != ST_OK)
        error_set(err, st, "no memory for the server");
    if (st != ST_OK) {
        web_gate_destroy(g);
        return st;
    }
    *out = g;
    return ST_OK;
}

void web_gate_destroy(web_gate *g) {
    if (!g) return;
    web_page_destroy(g->page);
    web_buckets_destroy(g->buckets);
    web_metrics_destroy(g->metrics);
    mem_free(g->proxy);
    mem_free(g);
}

web_metrics *web_gate_metrics(web_gate *g) {
    return g->metrics;
}

const char *web_gate_cookie(const web_gate *g) {
    return g->cookie;
}

void web_gate_set_cookie(const web_gate *g, web_request *q, const char *word, int64_t seconds) {
    snprintf(q->set_cookie, sizeof q->set_cookie,
             "%s=%s; HttpOnly; SameSite=Strict; Path=/; Max-Age=%lld%s", g->cookie,
             word ? word : "", word ? (long long)seconds : 0LL, g->secure ? "; Secure" : "");
}

/* --- before the body --- */

typedef struct refusal {
    const char *why; /* for metrics */
    int http;
    const char *code, *sentence;
} refusal;

static bool refuse(web_request *q, refusal r) {
    q->refused = r.why;
    web_refuse(q, r.http, r.code, r.sentence, NULL);
    return false;
}

static bool one_of(const char *word, char (*list)[HOST_SIZE], int count) {
    for (int i = 0; i < count; i++)
        if (text_same(word, list[i])) return true;
    return false;
}

static bool is_read(const web_request *q) {
    return strcmp(q->method, "GET") == 0 || strcmp(q->method, "HEAD") == 0;
}

static bool known_method(web_request *q, const char *method) {
    static const char *const known[] = {"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strcmp(method, known[i]) == 0) {
            q->method = known[i];
            return true;
        }
    q->allow = "GET, HEAD, POST, PUT, PATCH, DELETE";
    return refuse(q, (refusal){"method", 405, "unsupported", "this method is not known here"});
}

static bool good_headers(web_gate *g, const web_input *in, web_request *q) {
    if (in->hosts != 1 || !in->host)
        return refuse(q, (refusal){"header", 400, "bad-line", "one header Host is needed"});
    if (in->lengths > 1)
        return refuse(q, (refusal){"header", 400, "bad-line", "Content-Length was sent twice"});
    if (in->transfer_encoding)
        return refuse(q, (refusal){"header", 411, "unsupported",
                                   "send Content-Length, not Transfer-Encoding"});
    if (!one_of(in->host, g->host, g->hosts))
        return refuse(q, (refusal){"host", 403, "forbidden", "this server has another name"});
    if (in->origin && !one_of(in->origin, g->origin, g->origins))
        return refuse(
            q, (refusal){"origin", 403, "forbidden", "another site may not ask this server"});
    return true;
}

/* Changes come from our page alone; programs have a token instead, which no site can send. */
static bool good_origin(const web_input *in, web_request *q) {
    if (is_read(q) || (q->route && q->route->flags & ROUTE_BEARER)) return true;
    if (!in->origin)
        return refuse(q, (refusal){"origin", 403, "forbidden", "the header Origin is missing"});
    if (!in->x_kibitz || strcmp(in->x_kibitz, "1") != 0)
        return refuse(q,
                      (refusal){"origin", 403, "forbidden", "the header X-Kibitz: 1 is missing"});
    return true;
}

static bool find_route(web_gate *g, const web_input *in, web_request *q) {
    if (strlen(in->target) > g->setup.url_bytes)
        return refuse(q, (refusal){"size", 414, "bad-line", "the address is too long"});
    web_target t;
    if (!web_target_read(q, in->target, &t))
        return refuse(q, (refusal){"target", 400, "bad-syntax", "the address is not well formed"});
    bool other;
    q->route = web_target_route(g->setup.tables, &t, q, &other);
    bool off = q->route && q->route->flags & ROUTE_BEARER && !g->setup.programs;
    if (q->route && !off) return true;
    other &= !off;
    if (other) {
        q->allow = "GET, POST, PUT, PATCH, DELETE";
        return refuse(q, (refusal){"method", 405, "unsupported", "this cannot be done there"});
    }
    bool api = t.segments > 0 && strcmp(t.segment[0], "api") == 0;
    if (!api && !off && is_read(q)) return true; /* a file of the page, or none */
    return refuse(q, (refusal){"route", 404, "not-found", "there is nothing of this name"});
}

static bool good_length(web_gate *g, const web_input *in, web_request *q) {
    bool takes = strcmp(q->method, "POST") == 0 || strcmp(q->method, "PUT") == 0 ||
                 strcmp(q->method, "PATCH") == 0;
    if (takes && !in->content_length)
        return refuse(q, (refusal){"header", 411, "bad-line", "Content-Length is needed"});
    uint64_t n = 0;
    if (in->content_length && !text_u64(in->content_length, UINT64_MAX / 2, &n))
        return refuse(q, (refusal){"header", 400, "bad-line", "Content-Length is no number"});
    if (n && is_read(q))
        return refuse(q, (refusal){"header", 400, "bad-line", "a GET has no body"});
    size_t max =
        q->route && (q->route->flags & ROUTE_BIG) ? g->setup.import_bytes : g->setup.body_bytes;
    if (n > max) return refuse(q, (refusal){"size", 413, "bad-value", "the body is too large"});
    return true;
}

bool web_gate_head(web_gate *g, const web_input *in, web_request *q) {
    if (!known_method(q, in->method) || !good_headers(g, in, q)) return false;
    bool found = find_route(g, in, q);
    return good_origin(in, q) && found && good_length(g, in, q);
}

/* --- who, how often --- */

/* The word of our cookie, into `out`; empty: it is not there. */
static void read_cookie(const web_gate *g, const char *header, char out[WEB_WORD_SIZE]) {
    *out = '\0';
    size_t name = strlen(g->cookie);
    while (header && *header) {
        while (*header == ' ' || *header == ';' || *header == '\t') header++;
        size_t len = strcspn(header, ";");
        if (len > name && header[name] == '=' && memcmp(header, g->cookie, name) == 0) {
            size_t size = len - name - 1;
            if (size < WEB_WORD_SIZE)
                snprintf(out, WEB_WORD_SIZE, "%.*s", (int)size, header + name + 1);
            return;
        }
        header += len;
    }
}

static bool is_loopback(const char *address) {
    return text_starts(address, "127.") || strcmp(address, "::1") == 0 ||
           text_starts(address, "::ffff:127.");
}

/* The last word of a list, without the spaces around it; what is no address (too long, strange
 * letters) is the proxy's own. */
static bool last_of(const char *list, char *out, size_t cap) {
    const char *at = strrchr(list, ',');
    at = at ? at + 1 : list;
    at += strspn(at, " \t");
    size_t len = strcspn(at, " \t");
    if (!len || len >= cap || strspn(at, "0123456789abcdefABCDEF.:") < len) return false;
    snprintf(out, cap, "%.*s", (int)len, at);
    return true;
}

/* Whose limits count: NULL for loopback, where sessions alone do. */
static const char *address_of(const web_gate *g, const web_input *in, char *buf, size_t cap) {
    const char *peer = in->peer ? in->peer : "";
    if (g->proxy && strcmp(peer, g->proxy) == 0)
        return in->forwarded && last_of(in->forwarded, buf, cap) ? buf : peer;
    return is_loopback(peer) ? "" : peer;
}

static bool take(web_gate *g, web_request *q, web_bucket_kind kind, const char *key) {
    bool login = kind == WEB_BUCKET_LOGIN_NAME || kind == WEB_BUCKET_LOGIN_ADDRESS;
    int wait = web_buckets_take(g->buckets, kind, key, clock_now_ms());
    if (!wait && login && g->setup.login) /* over all processes, too */
        wait = g->setup.login(g->setup.login_ctx, key,
                              kind == WEB_BUCKET_LOGIN_NAME ? g->setup.rates.login_name
                                                            : g->setup.rates.login_address);
    if (!wait) return true;
    q->retry_after = wait;
    return refuse(
        q, (refusal){login ? "login-rate" : "rate", 429, "too-many",
                     login ? "too many tries, wait a little" : "too many requests, wait a little"});
}

static bool not_too_often(web_gate *g, web_request *q, web_bucket_kind kind) {
    char key[KEY_SIZE];
    if (q->person.session) {
        snprintf(key, sizeof key, "s%lld", (long long)q->person.session);
        if (!take(g, q, kind, key)) return false;
    }
    if (!*q->address) return true;
    snprintf(key, sizeof key, "a%s", q->address);
    return take(g, q, kind, key);
}

bool web_gate_take_act(web_gate *g, web_request *q) {
    return not_too_often(g, q, WEB_BUCKET_ACT);
}

static bool may_come(web_request *q) {
    unsigned flags = q->route->flags;
    if (q->link && q->link->admit && !q->link->admit(q->link, q)) {
        q->retry_after = 1;
        return refuse(
            q, (refusal){"connections", 429, "too-many", "this session has too many connections"});
    }
    if (q->person.unknown) /* no reason to log in again */
        return refuse(q, (refusal){"store", 503, status_name(ST_IO),
                                   "the data cannot be reached at the moment"});
    if (flags & ROUTE_OPEN) return true;
    if (q->person.kind == PERSON_NOBODY && flags & ROUTE_BEARER) {
        q->challenge = true;
        return refuse(q, (refusal){"token", 401, "forbidden",
                                   "send Authorization: Bearer and a token that is not revoked"});
    }
    if (q->person.kind == PERSON_NOBODY)
        return refuse(q, (refusal){"session", 401, "forbidden", "log in first"});
    if ((flags & ROUTE_OWNER) && q->person.kind != PERSON_OWNER)
        return refuse(q, (refusal){"owner", 403, "forbidden", "this is for the owner alone"});
    if ((flags & (ROUTE_MEMBER | ROUTE_OWNER)) && q->person.kind == PERSON_GUEST)
        return refuse(q, (refusal){"guest", 403, "forbidden", "guests may not do this"});
    return true;
}

/* Log-ins count by address, and by the name whose password is tried. */
static bool login_allowed(web_gate *g, web_request *q) {
    if (!(q->route->flags & ROUTE_LOGIN)) return true;
    char key[KEY_SIZE];
    if (*q->address) {
        snprintf(key, sizeof key, "a%s", q->address);
        if (!take(g, q, WEB_BUCKET_LOGIN_ADDRESS, key)) return false;
    }
    if (!(q->route->flags & ROUTE_NAMED)) return true;
    const char *name = json_string_value(json_object_get(q->body, "name"));
    if (q->person.id)
        snprintf(key, sizeof key, "p%lld", (long long)q->person.id);
    else if (name && json_object_get(q->body, "password"))
        snprintf(key, sizeof key, "n%.80s", name);
    else
        return true;
    for (char *c = key; *c; c++)
        if (*c >= 'A' && *c <= 'Z') *c = (char)(*c + 32);
    return take(g, q, WEB_BUCKET_LOGIN_NAME, key);
}

/* --- the body --- */

static bool read_body(const web_input *in, web_request *q) {
    q->raw = in->body ? in->body : "";
    q->raw_len = in->body_len;
    if (!in->body_len || (q->route->flags & ROUTE_RAW)) return true;
    if (!in->content_type || !text_starts(in->content_type, "application/json"))
        return refuse(q,
                      (refusal){"type", 415, "unsupported", "the body must be application/json"});
    json_error_t e;
    q->body = json_loadb(in->body, in->body_len, JSON_REJECT_DUPLICATES, &e);
    if (!q->body || !json_is_object(q->body)) {
        char sentence[256];
        text t = text_over(sentence, sizeof sentence);
        if (q->body)
            text_put(&t, "the body must be a JSON object");
        else
            text_format(&t, "the body is no JSON: line %d, column %d: %.120s", e.line, e.column,
                        e.text);
        json_decref(q->body);
        q->body = NULL;
        return refuse(q, (refusal){"body", 400, "bad-syntax", sentence});
    }
    return true;
}

static int64_t event_of(const web_input *in, const web_request *q) {
    const char *digits = in->last_event ? in->last_event : web_query(q, "after", 0);
    int64_t n;
    if (!digits) return -1;
    return text_i64(digits, 0, INT64_MAX / 2, &n) ? n : WEB_EVENT_UNKNOWN;
}

static void set_bearer(web_gate *g, const web_input *in, web_request *q) {
    static const char scheme[] = "Bearer ";
    const char *word = in->authorization;
    q->mcp = in->mcp;
    q->mcp.type = in->content_type;
    if (!word || strncasecmp(word, scheme, sizeof scheme - 1) != 0) return;
    word += sizeof scheme - 1;
    word += strspn(word, " ");
    if (!*word || strlen(word) >= WEB_WORD_SIZE || !g->setup.bearer ||
        !g->setup.bearer(g->setup.bearer_ctx, word, &q->person))
        q->person = (web_person){.kind = PERSON_NOBODY, .unknown = q->person.unknown};
}

static void set_person(web_gate *g, const web_input *in, web_request *q) {
    bool program = q->route->flags & ROUTE_TOKEN && in->authorization;
    if (program || q->route->flags & ROUTE_BEARER) {
        set_bearer(g, in, q);
        return;
    }
    read_cookie(g, in->cookie, q->session_word);
    if (!*q->session_word || !g->setup.who ||
        !g->setup.who(g->setup.who_ctx, q->session_word, &q->person))
        q->person = (web_person){.kind = PERSON_NOBODY, .unknown = q->person.unknown};
}

void web_gate_pass(web_gate *g, const web_input *in, web_request *q) {
    if (!q->decoded && !web_gate_head(g, in, q)) return;
    if (!q->route) {
        web_page_answer(g->page, q, q->path, in->if_none_match, in->accept_encoding);
        return;
    }
    char forwarded[sizeof q->address_buf];
    snprintf(q->address_buf, sizeof q->address_buf, "%s",
             address_of(g, in, forwarded, sizeof forwarded));
    q->address = q->address_buf;
    set_person(g, in, q);
    q->last_event = event_of(in, q);
    web_bucket_kind kind = q->route->flags & ROUTE_ACT ? WEB_BUCKET_ACT : WEB_BUCKET_REQUEST;
    if (may_come(q) && not_too_often(g, q, kind) && read_body(in, q) && login_allowed(g, q))
        q->route->handle(g->setup.world, q);
}

void web_gate_note(web_gate *g, const web_request *q) {
    web_metrics_request(g->metrics, q, clock_now_ns() - q->begun_ns);
}
