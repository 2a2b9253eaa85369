#define _POSIX_C_SOURCE 200809L
#include <time.h>
#include <unistd.h>

#include "engine/base/threads.h"
#include "tests/fuzz/fuzz.h"
#include "web/api/people.h"
#include "web/http/stream.h"
#include "web/http/web_target.h"
#include "web/serve_parts.h"

/* Requests, pushed through the gate and all routes without a socket: the first line, headers, an empty line,
 * the body. `$` in a cookie stands for the owner's session. Whatever it is, it is answered: with a
 * code, with JSON where the answer is no stream, file or text. */

typedef struct waiting_link {
    web_link link;
    mtx_t mutex;
    cnd_t done;
    bool later, finished;
} waiting_link;

static void later(web_link *l, web_request *q) {
    (void)q;
    ((waiting_link *)(void *)l)->later = true;
}

static void finish(web_link *l, web_request *q) {
    (void)q;
    waiting_link *w = (waiting_link *)(void *)l;
    mtx_lock(&w->mutex);
    FUZZ_HOLDS(!w->finished);
    w->finished = true;
    cnd_signal(&w->done);
    mtx_unlock(&w->mutex);
}

static void answer(web_gate *g, const web_input *in, web_request *q) {
    waiting_link w = {.link = {NULL, later, finish}};
    mtx_init(&w.mutex, mtx_plain);
    cnd_init(&w.done);
    web_request_init(q, &w.link);
    web_gate_pass(g, in, q);
    mtx_lock(&w.mutex);
    while (w.later && !w.finished) cnd_wait(&w.done, &w.mutex);
    mtx_unlock(&w.mutex);
    cnd_destroy(&w.done);
    mtx_destroy(&w.mutex);
    q->link = NULL;
    web_gate_note(g, q);
}

/* --- one world for all inputs --- */

static serve_parts parts;
static char cookie[128], bearer[96], folder[] = "/tmp/fuzz_http_XXXXXX", data_path[64];

static void remove_world(void) {
    serve_parts_destroy(&parts);
    static const char *const endings[] = {"", "-wal", "-shm", "-lock"};
    for (int i = 0; i < 4; i++) {
        char path[96];
        snprintf(path, sizeof path, "%s%s", data_path, endings[i]);
        unlink(path);
    }
    rmdir(folder);
}

static void make_world(void) {
    if (parts.gate) return;
    FUZZ_HOLDS(mkdtemp(folder));
    snprintf(data_path, sizeof data_path, "%s/serve.db", folder);
    serve_setup u = serve_defaults();
    u.data = data_path;
    u.requests = u.acts = u.login_address = u.login_name = 0;
    u.mcp = true;
    u.engine_delay_ms = 0;
    error e = {0};
    FUZZ_HOLDS(serve_parts_start(&parts, &u, 8080, &e) == ST_OK);
    atexit(remove_world);
    char word[PEOPLE_WORD_SIZE], body[128], length[16];
    people_start_word(parts.world.people, word);
    snprintf(body, sizeof body, "{\"token\":\"%s\"}", word);
    snprintf(length, sizeof length, "%zu", strlen(body));
    web_input in = {.method = "POST",
                    .target = "/api/1/session",
                    .host = "127.0.0.1:8080",
                    .hosts = 1,
                    .origin = "http://127.0.0.1:8080",
                    .x_kibitz = "1",
                    .content_type = "application/json",
                    .content_length = length,
                    .lengths = 1,
                    .peer = "127.0.0.1",
                    .body = body,
                    .body_len = strlen(body)};
    web_request q;
    answer(parts.gate, &in, &q);
    FUZZ_HOLDS(q.code == 200 && q.set_cookie[0]);
    snprintf(cookie, sizeof cookie, "%.*s", (int)strcspn(q.set_cookie, ";"), q.set_cookie);
    web_request_done(&q);
    /* A token for /mcp. */
    static const char made[] = "{\"name\":\"fuzz\"}";
    in.target = "/api/1/tokens";
    in.cookie = cookie;
    in.body = made;
    in.body_len = strlen(made);
    snprintf(length, sizeof length, "%zu", in.body_len);
    answer(parts.gate, &in, &q);
    const char *at = strstr(text_string(&q.out), "\"token\":\"");
    FUZZ_HOLDS(q.code == 201 && at);
    at += 9;
    snprintf(bearer, sizeof bearer, "Bearer %.*s", (int)strcspn(at, "\""), at);
    web_request_done(&q);
}

/* --- bytes as a request --- */

static char *next_line(char **at) {
    char *line = *at, *end = strchr(line, '\n');
    if (end) *end = '\0';
    *at = end ? end + 1 : line + strlen(line);
    return line;
}

static void read_header(web_input *in, char *line) {
    char *value = strchr(line, ':');
    if (!value) return;
    *value++ = '\0';
    while (*value == ' ') value++;
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
        if (text_same(line, known[i].name)) *known[i].into = value;
    in->hosts += text_same(line, "Host");
    in->lengths += text_same(line, "Content-Length");
    if (in->cookie && strcmp(in->cookie, "$") == 0) in->cookie = cookie;
}

/* Headers that are not there are given defaults, so that most inputs get further than the first
 * check; "-" takes one away. */
static void complete(web_input *in) {
    struct {
        const char **at, *value;
    } defaults[] = {{&in->host, "127.0.0.1:8080"}, {&in->origin, "http://127.0.0.1:8080"},
                    {&in->x_kibitz, "1"},          {&in->cookie, cookie},
                    {&in->authorization, bearer},  {&in->content_type, "application/json"}};
    for (size_t i = 0; i < sizeof defaults / sizeof *defaults; i++) {
        if (!*defaults[i].at)
            *defaults[i].at = defaults[i].value;
        else if (strcmp(*defaults[i].at, "-") == 0)
            *defaults[i].at = NULL;
    }
    if (!in->hosts) in->hosts = 1;
}

/* Requests that would end the session or the token are not for this, also where their words are hidden. */
static bool is_welcome(const web_input *in) {
    if (strcmp(in->method, "GET") == 0) return true;
    if (strstr(in->target, "/tokens")) return false;
    /* Calls may ask to be answered late. */
    if (in->body && (strstr(in->body, "wait") || strstr(in->body, "seconds"))) return false;
    return !strstr(in->target, "/session") && !strstr(in->target, "/accounts") &&
           !strchr(in->target, '%');
}

static void check_answer(web_request *q) {
    FUZZ_HOLDS(q->code >= 200 && q->code < 600);
    if (q->stream) {
        char buf[512];
        for (int i = 0; i < 8 && stream_take(parts.world.streams, q->stream, buf, sizeof buf) > 0;
             i++) {
        }
        streams_close(parts.world.streams, q->stream);
    } else if (!q->file && q->code != 304 && q->code != 202 &&
               strcmp(q->type, "application/json") == 0) {
        json_error_t e;
        json_t *j = json_loadb(q->out.at ? q->out.at : "", q->out.len, JSON_DECODE_ANY, &e);
        FUZZ_HOLDS(j);
        FUZZ_HOLDS(q->code < 400 || json_object_get(j, "error"));
        json_decref(j);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) { /* NOLINT: libFuzzer's name */
    if (size > 8192) return 0;
    make_world();
    char *bytes = fuzz_string(data, size), *at = bytes, length[24];
    web_input in = {.peer = "127.0.0.1"};
    char *target = next_line(&at);
    in.method = target;
    target = strchr(target, ' ');
    if (target) {
        *target++ = '\0';
        in.target = target;
        for (char *line; *(line = next_line(&at));) read_header(&in, line);
        in.body = at;
        in.body_len = strlen(at);
        complete(&in);
        if (!in.content_length && in.body_len) {
            snprintf(length, sizeof length, "%zu", in.body_len);
            in.content_length = length;
            in.lengths = 1;
        }
        if (is_welcome(&in)) {
            web_request q;
            answer(parts.gate, &in, &q);
            check_answer(&q);
            web_request_done(&q);
        }
    }
    mem_free(bytes);
    return 0;
}
