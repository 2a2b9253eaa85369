#include <acutest.h>

#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "engine/base/clock.h"
#include "engine/base/threads.h"
#include "tests/support/folder.h"
#include "tests/support/raw_http.h"
#include "web/serve.h"

/* The server as it is, over sockets. */

static serve *s;
static int port;
static char cookie[160]; /* a header line */

static mtx_t log_lock;
static text log_lines;

static void keep_line(void *ctx, const char *line) {
    (void)ctx;
    mtx_lock(&log_lock);
    text_put(&log_lines, line);
    text_char(&log_lines, '\n');
    mtx_unlock(&log_lock);
}

static serve_setup plain_setup(void) {
    serve_setup u = serve_defaults();
    u.port = 0;
    u.data = folder_path("serve.db");
    u.acts = u.requests = 0; /* tests ask as fast as they can */
    u.log = keep_line;
    return u;
}

static int ask(const char *method, const char *target, const char *more, const char *body,
               text *out) {
    text request = text_growing();
    raw_request(&request, port, method, target, more, body);
    int code = raw_ask(port, request.at, request.len, out);
    text_done(&request);
    return code;
}

static void log_in(void) {
    text url = text_growing(), answer = text_growing();
    serve_url(s, &url);
    char body[128], word[100];
    snprintf(body, sizeof body, "{\"token\":\"%s\"}", strstr(text_string(&url), "/start/") + 7);
    int code = ask("POST", "/api/1/session", NULL, body, &answer);
    TEST_CHECK_(code == 200, "%d %s", code, text_string(&answer));
    raw_cookie(&answer, word, sizeof word);
    snprintf(cookie, sizeof cookie, "Cookie: %s\r\n", word);
    text_done(&url);
    text_done(&answer);
}

static void start(serve_setup u) {
    mtx_init(&log_lock, mtx_plain);
    log_lines = text_growing();
    error e = {0};
    TEST_ASSERT_(serve_start(&s, &u, &e) == ST_OK, "%s", e.text);
    port = serve_port(s);
    log_in();
}

static void begin(void) {
    folder_make();
    start(plain_setup());
}

static void end(void) {
    serve_stop(s);
    text_done(&log_lines);
    mtx_destroy(&log_lock);
    folder_remove();
}

static int listen_on(int fd, const char *target, text *got) {
    text request = text_growing();
    raw_request(&request, port, "GET", target, cookie, NULL);
    TEST_ASSERT(fd >= 0 && raw_send(fd, request.at, request.len));
    TEST_CHECK(raw_wait_for(fd, got, "\r\n\r\n"));
    TEST_CHECK(strstr(text_string(got), " 200 ") && strstr(text_string(got), "text/event-stream"));
    text_done(&request);
    return fd;
}

static int listen_to(const char *target, text *got) {
    return listen_on(raw_connect(port), target, got);
}

/* What a host gets who sets nothing: an engine seat need not wait for an analysis. */
static void test_defaults(void) {
    int cores = thread_processors();
    TEST_CHECK(serve_defaults().threads == (cores > 3 ? cores - 1 : 2));
}

/* The page and its headers; many requests on one connection; a session that outlives the server. */
static void test_answers(void) {
    begin();
    text t = text_growing();
    static const char *const always[] = {
        "Content-Security-Policy: default-src 'none'; script-src 'self'; style-src 'self'; img-src "
        "'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors "
        "'none'\r\n",
        "X-Content-Type-Options: nosniff\r\n", "Referrer-Policy: no-referrer\r\n",
        "Cross-Origin-Opener-Policy: same-origin\r\n"};
    static const char *const targets[] = {"/",        "/scene.js",   "/api/1/me",
                                          "/nothing", "/api/1/none", "/healthz"};
    for (size_t i = 0; i < sizeof targets / sizeof *targets; i++) {
        TEST_CASE(targets[i]);
        (void)ask("GET", targets[i], cookie, NULL, &t);
        for (size_t h = 0; h < sizeof always / sizeof *always; h++)
            TEST_CHECK_(strstr(text_string(&t), always[h]) != NULL, "%s", always[h]);
        bool api = strncmp(targets[i], "/api", 4) == 0;
        TEST_CHECK(!api || strstr(text_string(&t), "Cache-Control: no-store\r\n"));
    }
    TEST_CHECK(ask("GET", "/scene.js", NULL, NULL, &t) == 200);
    TEST_CHECK(strstr(text_string(&t), "ETag: \"") != NULL);
    TEST_CHECK(strstr(text_string(&t), "Vary: Accept-Encoding\r\n") != NULL);
    TEST_CHECK(!strstr(text_string(&t), "Content-Encoding"));
    TEST_CHECK(ask("GET", "/scene.js", "Accept-Encoding: gzip\r\n", NULL, &t) == 200);
    TEST_CHECK(strstr(text_string(&t), "Content-Encoding: gzip\r\n") != NULL);
    TEST_CHECK(strstr(text_string(&t), "Vary: Accept-Encoding\r\n") != NULL);
    text request = text_growing();
    raw_request(&request, port, "GET", "/api/1/me", cookie, NULL);
    int fd = raw_connect(port);
    for (int i = 0; i < 20; i++) {
        text_clear(&t);
        TEST_CHECK(raw_send(fd, request.at, request.len) && raw_answer(fd, &t) == 200);
        TEST_CHECK(strstr(text_string(&t), "\"kind\":\"owner\"") != NULL);
    }
    close(fd);
    /* Two at once, the second while the first is being answered. */
    fd = raw_connect(port);
    text twice = text_growing();
    raw_request(&twice, port, "PATCH", "/api/1/me", cookie, "{\"settings\":{\"x\":1}}");
    text_putn(&twice, request.at, request.len);
    text_clear(&t);
    TEST_CHECK(raw_send(fd, twice.at, twice.len));
    TEST_CHECK(raw_wait_for(fd, &t, "}HTTP/1.1 200") && raw_wait_for(fd, &t, "{\"x\":1}}"));
    close(fd);
    text_done(&twice);
    serve_stop(s);
    serve_setup u = plain_setup();
    u.port = port;
    error e = {0};
    TEST_ASSERT_(serve_start(&s, &u, &e) == ST_OK, "%s", e.text);
    TEST_CHECK(ask("GET", "/api/1/me", cookie, NULL, &t) == 200);
    TEST_CHECK(strstr(text_string(&t), "\"kind\":\"owner\"") != NULL);
    text_done(&request);
    text_done(&t);
    serve_stop(s);
    s = NULL;
    /* One line a request, with patterns instead of names. */
    TEST_CHECK(strstr(text_string(&log_lines), " GET /me 200 ") != NULL);
    TEST_CHECK(strstr(text_string(&log_lines), "127.0.0.1") == NULL);
    TEST_CHECK(strstr(text_string(&log_lines), cookie + 20) == NULL);
    end();
}

/* Streams: bye at the end; who hangs up is noticed; a session's fifth ends its first. */
static void test_streams(void) {
    begin();
    text t = text_growing();
    int fd[6];
    for (int i = 0; i < 5; i++) {
        text_clear(&t);
        fd[i] = listen_to("/api/1/events", &t);
    }
    TEST_CHECK(raw_is_closed(fd[0]));
    close(fd[0]);
    close(fd[1]);
    /* The metrics say when the two are gone: first as streams, then as requests that are over. */
    static const char *const over = "route=\"/events\",code=\"200\"} 2\n";
    for (int tries = 0; tries < 10000; tries++) {
        TEST_CHECK(ask("GET", "/metrics", cookie, NULL, &t) == 200);
        if (strstr(text_string(&t), "\nkibitz_streams 3\n") && strstr(text_string(&t), over)) break;
        thrd_yield();
    }
    const char *const names[] = {"\nkibitz_streams 3\n",
                                 "\nkibitz_commit_batches_count ",
                                 "\nkibitz_store_bytes ",
                                 "\nkibitz_engine_queue 0\n",
                                 "\nkibitz_act_to_event_seconds_count 0\n",
                                 over};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        TEST_CHECK_(strstr(text_string(&t), names[i]) != NULL, "%s in %s", names[i],
                    text_string(&t));
    int64_t before = clock_now_ms();
    serve_stop(s);
    TEST_MSG("stopped within %lld ms", (long long)(clock_now_ms() - before));
    for (int i = 2; i < 5; i++) {
        text_clear(&t);
        TEST_CHECK(raw_wait_for(fd[i], &t, "event: bye\ndata: {}\n\n"));
        TEST_CHECK(raw_is_closed(fd[i]));
        close(fd[i]);
    }
    s = NULL;
    text_done(&t);
    end();
}

/* --- a reader that takes nothing --- */

static int64_t last_id(const char *heard) {
    int64_t id = 0;
    for (const char *at = heard; (at = strstr(at, "id: ")); at++) id = strtoll(at + 4, NULL, 10);
    return id;
}

static void note_bodies(const char *heard, int *seen, int count) {
    for (const char *at = heard; (at = strstr(at, "\"text\":\"number ")); at++) {
        int n = (int)strtol(at + 15, NULL, 10);
        if (n >= 0 && n < count) seen[n]++;
    }
}

/* It is cut off, no other waits for it, and when it comes back it gets what it missed. */
static void test_slow_reader(void) {
    enum { TALKS = 60, SIZE = 900 };
    folder_make();
    serve_setup u = plain_setup();
    u.stream_kb = 16;
    u.stream_socket_kb = 4;
    start(u);
    text t = text_growing(), slow_heard = text_growing(), fast_heard = text_growing();
    TEST_CHECK(ask("POST", "/api/1/rooms", cookie,
                   "{\"game\":\"chess\",\"seats\":[{\"kind\":\"person\"},{\"kind\":\"person\"}]}",
                   &t) == 201);
    char room[32] = "", target[120], body[SIZE + 100];
    const char *id = strstr(text_string(&t), "\"id\":\"");
    TEST_ASSERT(id && sscanf(id, "\"id\":\"%31[^\"]", room) == 1);
    snprintf(target, sizeof target, "/api/1/events?rooms=%s&after=0", room);
    int slow = listen_on(raw_connect_slow(port), target, &slow_heard),
        fast = listen_to(target, &fast_heard);
    snprintf(target, sizeof target, "/api/1/rooms/%s/chat", room);
    for (int i = 0; i < TALKS; i++) {
        int n = snprintf(body, sizeof body, "{\"text\":\"number %d ", i);
        memset(body + n, 'x', SIZE);
        snprintf(body + n + SIZE, 8, "\"}");
        int code = ask("POST", target, cookie, body, &t);
        TEST_CHECK_(code == 200 || code == 201, "%d %s", code, text_string(&t));
        char phrase[40];
        snprintf(phrase, sizeof phrase, "number %d ", i);
        TEST_CHECK(raw_wait_for(fast, &fast_heard, phrase));
    }
    int seen[TALKS] = {0};
    note_bodies(text_string(&fast_heard), seen, TALKS);
    for (int i = 0; i < TALKS; i++) TEST_CHECK_(seen[i] == 1, "%d: %d", i, seen[i]);
    /* The slow one reads what was sent before it was cut off, then its connection ends. */
    while (raw_wait_for(slow, &slow_heard, "never said")) {
    }
    close(slow);
    int64_t last = last_id(text_string(&slow_heard));
    memset(seen, 0, sizeof seen);
    /* What came in part does not count: a reader drops it. */
    size_t whole = slow_heard.len;
    while (whole > 2 && strncmp(slow_heard.at + whole - 2, "\n\n", 2) != 0) whole--;
    bool cut = whole < slow_heard.len;
    text_truncate(&slow_heard, whole);
    last = last_id(text_string(&slow_heard));
    note_bodies(text_string(&slow_heard), seen, TALKS);
    TEST_CHECK(seen[TALKS - 1] == 0);
    TEST_MSG("cut in the middle: %d", cut);
    snprintf(target, sizeof target, "/api/1/events?rooms=%s&after=%lld", room, (long long)last);
    text_clear(&slow_heard);
    slow = listen_to(target, &slow_heard);
    char phrase[40];
    snprintf(phrase, sizeof phrase, "number %d ", TALKS - 1);
    TEST_CHECK(raw_wait_for(slow, &slow_heard, phrase));
    note_bodies(text_string(&slow_heard), seen, TALKS);
    for (int i = 0; i < TALKS; i++) TEST_CHECK_(seen[i] == 1, "%d: %d", i, seen[i]);
    close(slow);
    close(fast);
    text_done(&t);
    text_done(&slow_heard);
    text_done(&fast_heard);
    end();
}

/* A log-in that is under way when the server stops is answered. */
static int stop_server(void *ctx) {
    (void)ctx;
    serve_stop(s);
    return 0;
}

static void test_stop_in_log_in(void) {
    folder_make();
    serve_setup u = plain_setup();
    u.accounts = "open";
    start(u);
    text t = text_growing(), request = text_growing();
    raw_request(&request, port, "POST", "/api/1/accounts", NULL,
                "{\"name\":\"ann\",\"password\":\"12345678\"}");
    int fd = raw_connect(port);
    TEST_CHECK(raw_send(fd, request.at, request.len));
    /* Until it is being worked at; or was answered before we looked. */
    struct pollfd answered = {.fd = fd, .events = POLLIN};
    do {
        TEST_CHECK(ask("GET", "/metrics", cookie, NULL, &t) == 200);
    } while (!strstr(text_string(&t), "\nkibitz_waiting 1\n") && poll(&answered, 1, 0) == 0);
    thrd_t stopper;
    TEST_ASSERT(thrd_create(&stopper, stop_server, NULL) == thrd_success);
    text_clear(&t);
    int code = raw_answer(fd, &t);
    TEST_CHECK_(code == 200, "%d %s", code, text_string(&t));
    close(fd);
    thrd_join(stopper, NULL);
    s = NULL;
    text_done(&request);
    text_done(&t);
    end();
}

/* A session has so many connections and no more. */
static void test_too_many_connections(void) {
    folder_make();
    serve_setup u = plain_setup();
    u.session_connections = 3;
    start(u);
    text t = text_growing(), request = text_growing();
    raw_request(&request, port, "GET", "/api/1/me/sessions", cookie, NULL);
    int fd[4];
    for (int i = 0; i < 4; i++) {
        fd[i] = raw_connect(port);
        text_clear(&t);
        TEST_CHECK(raw_send(fd[i], request.at, request.len));
        int code = raw_answer(fd[i], &t);
        /* The log-in's own connection may not have been noticed as closed yet. */
        TEST_CHECK_(code == 200 || (i > 1 && code == 429), "%d: %d", i, code);
        TEST_CHECK(i < 3 || (code == 429 && strstr(text_string(&t), "Retry-After: 1\r\n")));
    }
    for (int i = 0; i < 4; i++) close(fd[i]);
    text_done(&request);
    text_done(&t);
    end();
}

/* Slow senders are shut out: of the first line, of headers, of a body. */
static void test_slow_senders(void) {
    folder_make();
    serve_setup u = plain_setup();
    u.header_s = u.body_s = 1;
    start(u);
    static const char *const begun[] = {
        "", "GET /he", "GET /healthz HTTP/1.1\r\nHost: 127",
        "POST /api/1/session HTTP/1.1\r\nContent-Length: 100\r\nX-Kibitz: 1\r\n"};
    int fd[4];
    for (int i = 0; i < 4; i++) {
        fd[i] = raw_connect(port);
        TEST_CHECK(fd[i] >= 0 && raw_send(fd[i], begun[i], strlen(begun[i])));
    }
    char rest[120];
    snprintf(rest, sizeof rest, "Host: 127.0.0.1:%d\r\nOrigin: http://127.0.0.1:%d\r\n\r\n{", port,
             port);
    TEST_CHECK(raw_send(fd[3], rest, strlen(rest)));
    for (int i = 0; i < 4; i++) {
        TEST_CHECK_(raw_is_closed(fd[i]), "%s", begun[i]);
        close(fd[i]);
    }
    end();
}

/* Setups that do not hold together are refused with a reason. */
static void test_setups(void) {
    folder_make();
    serve *none = NULL;
    error e = {0};
    serve_setup u = plain_setup();
    u.listen = "0.0.0.0";
    TEST_CHECK(serve_start(&none, &u, &e) == ST_BAD_VALUE && strstr(e.text, "--accounts"));
    u.accounts = "invite";
    TEST_CHECK(serve_start(&none, &u, &e) == ST_BAD_VALUE && strstr(e.text, "--public-url"));
    u.accounts = "all";
    TEST_CHECK(serve_start(&none, &u, &e) == ST_BAD_VALUE && strstr(e.text, "open, invite"));
    u = plain_setup();
    static const char *const urls[] = {"games.example.org", "ftp://x", "https://", "https://a/b",
                                       "https://a@b"};
    for (size_t i = 0; i < sizeof urls / sizeof *urls; i++) {
        u.public_url = urls[i];
        TEST_CHECK_(serve_start(&none, &u, &e) == ST_BAD_VALUE, "%s", urls[i]);
        TEST_CHECK(strstr(e.text, "--public-url") != NULL && !none);
    }
    u = plain_setup();
    u.listen = "nowhere";
    u.accounts = "off";
    u.public_url = "http://games.example.org";
    TEST_CHECK(serve_start(&none, &u, &e) == ST_BAD_VALUE && strstr(e.text, "no address"));
    start(plain_setup());
    u = plain_setup();
    TEST_CHECK(serve_start(&none, &u, &e) == ST_BUSY && strstr(e.text, "another server"));
    u.data = folder_path("other.db");
    u.port = port;
    TEST_CHECK(serve_start(&none, &u, &e) == ST_BUSY && strstr(e.text, "port"));
    end();
}

/* Behind a proxy with TLS: its host and origin, secure cookies, addresses that it names. */
static void test_public(void) {
    folder_make();
    serve_setup u = plain_setup();
    u.accounts = "open";
    u.public_url = "https://Games.example.org";
    u.proxy = "127.0.0.1";
    u.login_address = 3;
    mtx_init(&log_lock, mtx_plain);
    log_lines = text_growing();
    error e = {0};
    TEST_ASSERT_(serve_start(&s, &u, &e) == ST_OK, "%s", e.text);
    port = serve_port(s);
    text t = text_growing(), url = text_growing();
    serve_url(s, &url);
    TEST_CHECK(strncmp(text_string(&url), "https://Games.example.org/#/start/", 34) == 0);
    char buf[600];
    const char *form = "POST /api/1/session HTTP/1.1\r\nHost: games.example.org\r\n"
                       "Origin: https://%s\r\nX-Kibitz: 1\r\nContent-Type: application/json\r\n"
                       "X-Forwarded-For: 9.9.9.9, %s\r\nContent-Length: %zu\r\n\r\n%s";
    char body[128];
    snprintf(body, sizeof body, "{\"token\":\"%s\"}", text_string(&url) + 34);
    snprintf(buf, sizeof buf, form, "evil.example.org", "1.2.3.4", strlen(body), body);
    TEST_CHECK(raw_ask(port, buf, strlen(buf), &t) == 403);
    snprintf(buf, sizeof buf, form, "games.example.org", "1.2.3.4", strlen(body), body);
    TEST_CHECK_(raw_ask(port, buf, strlen(buf), &t) == 200, "%s", text_string(&t));
    TEST_CHECK(strstr(text_string(&t), "Set-Cookie: __Host-kibitz=") != NULL);
    TEST_CHECK(strstr(text_string(&t), "; Secure\r\n") != NULL);
    /* Three log-ins a minute from an address; another has its own. */
    for (int i = 0; i < 4; i++) {
        int code = raw_ask(port, buf, strlen(buf), &t);
        TEST_CHECK_(code == (i < 2 ? 401 : 429), "%d: %d", i, code);
    }
    snprintf(buf, sizeof buf, form, "games.example.org", "1.2.3.5", strlen(body), body);
    TEST_CHECK(raw_ask(port, buf, strlen(buf), &t) == 401);
    text_done(&t);
    text_done(&url);
    end();
}

TEST_LIST = {{"defaults", test_defaults},
             {"answers", test_answers},
             {"streams", test_streams},
             {"slow_reader", test_slow_reader},
             {"stop_in_log_in", test_stop_in_log_in},
             {"too_many_connections", test_too_many_connections},
             {"slow_senders", test_slow_senders},
             {"setups", test_setups},
             {"public", test_public},
             {NULL, NULL}};
