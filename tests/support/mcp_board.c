#include "tests/support/mcp_board.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/threads.h"
#include "tests/support/folder.h"
#include "tests/support/mcp_talk.h"
#include "web/api/people.h"
#include "web/mcp/web_mcp_inside.h"

#define MUST(held, ...)                                                                            \
    do {                                                                                           \
        if (!(held)) {                                                                             \
            printf("\n  %s:%d: ", __FILE__, __LINE__);                                             \
            printf(__VA_ARGS__);                                                                   \
            printf("\n");                                                                          \
            fflush(stdout);                                                                        \
            abort();                                                                               \
        }                                                                                          \
    } while (0)

/* --- one request --- */

typedef struct waiting {
    web_link link;
    mtx_t mutex;
    cnd_t come;
    bool finished;
} waiting;

static void later(web_link *l, web_request *q) {
    (void)l, (void)q;
}

static void finish(web_link *l, web_request *q) {
    waiting *w = (waiting *)(void *)l;
    (void)q;
    mtx_lock(&w->mutex);
    w->finished = true;
    cnd_signal(&w->come);
    mtx_unlock(&w->mutex);
}

static void wake(void *ctx) {
    waiting *w = ctx;
    mtx_lock(&w->mutex);
    w->finished = true;
    cnd_signal(&w->come);
    mtx_unlock(&w->mutex);
}

/* All that a stream says, to its end. */
static void read_stream(mcp_board *b, stream *s, waiting *w) {
    streams *all = b->parts.world.streams;
    char buf[4096];
    stream_attach(s, (stream_wire){wake, wake, w});
    for (;;) {
        int64_t n = stream_take(all, s, buf, sizeof buf);
        if (n < 0) break;
        if (n > 0) {
            text_putn(&b->answer, buf, (size_t)n);
            continue;
        }
        mtx_lock(&w->mutex);
        while (!w->finished) thread_wait_ms(&w->come, &w->mutex, 100), w->finished = true;
        w->finished = false;
        mtx_unlock(&w->mutex);
    }
    streams_close(all, s);
}

static int push(mcp_board *b, const web_input *in) {
    waiting w = {.link = {NULL, later, finish}};
    web_request q;
    mtx_init(&w.mutex, mtx_plain);
    cnd_init(&w.come);
    web_request_init(&q, &w.link);
    web_gate_pass(b->parts.gate, in, &q);
    mtx_lock(&w.mutex);
    while (q.waits && !w.finished) cnd_wait(&w.come, &w.mutex);
    mtx_unlock(&w.mutex);
    text_clear(&b->answer);
    b->stream = q.stream != NULL;
    w.finished = false;
    if (q.stream)
        read_stream(b, q.stream, &w);
    else
        text_putn(&b->answer, q.out.at ? q.out.at : "", q.out.len);
    (void)snprintf(b->session, sizeof b->session, "%s", q.mcp_session);
    if (q.set_cookie[0])
        (void)snprintf(b->cookie, sizeof b->cookie, "%.*s", (int)strcspn(q.set_cookie, ";"),
                       q.set_cookie);
    int code = q.code;
    q.link = NULL;
    web_request_done(&q);
    cnd_destroy(&w.come);
    mtx_destroy(&w.mutex);
    return code;
}

static web_input input(const char *method, const char *target, const char *body, char length[24]) {
    web_input in = {.method = method, .target = target, .peer = "127.0.0.1", .hosts = 1};
    in.host = "127.0.0.1:8080";
    in.body = body;
    in.body_len = body ? strlen(body) : 0;
    if (body) in.content_type = "application/json";
    if (strcmp(method, "GET") != 0) {
        (void)snprintf(length, 24, "%zu", in.body_len);
        in.content_length = length;
        in.lengths = 1;
    }
    return in;
}

int mcp_board_ask(mcp_board *b, const char *method, const char *target, const char *body) {
    char length[24];
    web_input in = input(method, target, body, length);
    in.origin = "http://127.0.0.1:8080";
    in.x_kibitz = "1";
    in.cookie = b->cookie;
    return push(b, &in);
}

int mcp_board_send(mcp_board *b, const mcp_board_post *p) {
    char length[24];
    char bearer[120];
    web_input in =
        input(p->method ? p->method : "POST", p->target ? p->target : "/mcp", p->body, length);
    if (p->token) {
        (void)snprintf(bearer, sizeof bearer, "Bearer %s", p->token);
        in.authorization = bearer;
    }
    in.origin = p->origin;
    if (p->host) in.host = p->host;
    in.mcp =
        (web_mcp_headers){.version = p->version,
                          .method = p->name,
                          .name = p->called,
                          .session = p->session,
                          .accept = p->accept ? p->accept : "application/json, text/event-stream"};
    return push(b, &in);
}

int mcp_board_call(mcp_board *b, const char *word, const char *tool, const char *args) {
    text m = text_growing();
    text_format(&m,
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{" MCP_TALK_META
                ",\"name\":\"%s\",\"arguments\":%s}}",
                tool, args);
    int code = mcp_board_send(b, &(mcp_board_post){.token = word,
                                                   .version = "2026-07-28",
                                                   .name = "tools/call",
                                                   .called = tool,
                                                   .body = text_string(&m)});
    text_done(&m);
    return code;
}

/* --- the board --- */

void mcp_board_open(mcp_board *b, int engine_delay_ms) {
    error e = {0};
    char word[PEOPLE_WORD_SIZE];
    char body[128];
    serve_setup u = serve_defaults();
    folder_make();
    *b = (mcp_board){.answer = text_growing()};
    u.data = folder_path("serve.db");
    u.requests = u.acts = u.login_address = u.login_name = 0;
    u.threads = 1;
    u.hash_mb = 4;
    u.mcp = true;
    u.version = "0.0.0";
    u.engine_delay_ms = engine_delay_ms;
    MUST(serve_parts_start(&b->parts, &u, 8080, &e) == ST_OK, "%s", e.text);
    people_start_word(b->parts.world.people, word);
    (void)snprintf(body, sizeof body, "{\"token\":\"%s\"}", word);
    int code = mcp_board_ask(b, "POST", "/api/1/session", body);
    MUST(code == 200, "%d %s", code, text_string(&b->answer));
}

void mcp_board_close(mcp_board *b) {
    serve_parts_destroy(&b->parts);
    text_done(&b->answer);
    folder_remove();
}

void mcp_board_restart(mcp_board *b, bool mcp) {
    error e = {0};
    serve_setup u = b->parts.setup;
    serve_parts_destroy(&b->parts);
    u.mcp = mcp;
    MUST(serve_parts_start(&b->parts, &u, 8080, &e) == ST_OK, "%s", e.text);
}

const char *mcp_board_value(const mcp_board *b, const char *key) {
    static char out[600];
    char name[64];
    (void)snprintf(name, sizeof name, "\"%s\":", key);
    const char *at = strstr(text_string(&b->answer), name);
    *out = '\0';
    if (!at) return out;
    at += strlen(name);
    if (*at == '"')
        (void)snprintf(out, sizeof out, "%.*s", (int)strcspn(at + 1, "\""), at + 1);
    else
        (void)snprintf(out, sizeof out, "%.*s", (int)strcspn(at, ",}]"), at);
    return out;
}

void mcp_board_token(mcp_board *b, char out[64]) {
    int code = mcp_board_ask(b, "POST", "/api/1/tokens", "{\"name\":\"test\",\"days\":1}");
    MUST(code == 201, "%d %s", code, text_string(&b->answer));
    (void)snprintf(out, 64, "%s", mcp_board_value(b, "token"));
}

mcp_tables mcp_board_tables(mcp_board *b, const char *word) {
    web_person who;
    web_mcp_line *l = NULL;
    error e = {0};
    MUST(people_token_person(b->parts.world.people, word, &who), "no such token");
    MUST(web_mcp_line_take(b->parts.world.mcp, &who, "", &l, &e) == ST_OK, "%s", e.text);
    return web_mcp_rooms(l);
}
