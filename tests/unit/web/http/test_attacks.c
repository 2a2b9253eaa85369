#include <acutest.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "engine/base/threads.h"
#include "tests/support/folder.h"
#include "tests/support/raw_http.h"
#include "web/serve.h"

/* Requests of people who mean harm, and what each was answered: the list is printed. Over sockets,
 * as they would come. Afterwards the server is as well as before. */

static serve *s;
static int port, sent, wrong;
static char owner[160], ann[160]; /* header lines with cookies */
static text answer;

/* What is in `form`: $P the port, $O the owner's cookie line, $A that of a member. */
static void fill(text *out, const char *form) {
    for (; *form; form++) {
        if (strncmp(form, "$P", 2) == 0)
            text_format(out, "%d", port), form++;
        else if (strncmp(form, "$O", 2) == 0)
            text_put(out, owner), form++;
        else if (strncmp(form, "$A", 2) == 0)
            text_put(out, ann), form++;
        else
            text_char(out, *form);
    }
}

/* One line: what it is, what it was answered. `code`: what it must be; 0: the connection is closed
 * without an answer, or with one of the library's own. */
static void attack_bytes(const char *name, int code, const char *bytes, size_t len,
                         const char *has) {
    int got = raw_ask(port, bytes, len, &answer);
    sent++;
    const char *body = strstr(text_string(&answer), "\r\n\r\n");
    bool good = got == code && strstr(text_string(&answer), has) != NULL;
    body = body && got ? body + 4 : "";
    size_t shown = strcspn(body, "\r\n");
    printf("  %2d %-46s %3d %.*s\n", sent, name, got, (int)(shown < 90 ? shown : 90), body);
    TEST_CHECK_(good, "%s: %d, expected %d with %s in %s", name, got, code, has,
                text_string(&answer));
    wrong += !good;
}

static void attack(const char *name, int code, const char *form, const char *has) {
    text t = text_growing();
    fill(&t, form);
    attack_bytes(name, code, t.at, t.len, has);
    text_done(&t);
}

/* A request of the form that clients send; `who` is a line with a cookie, or NULL. */
static void attack_body(const char *name, int code, const char *target, const char *who,
                        const char *body) {
    text t = text_growing();
    raw_request(&t, port, strcmp(target, "/api/1/me") == 0 ? "PATCH" : "POST", target, who, body);
    attack_bytes(name, code, t.at, t.len, "{\"error\":{\"code\":\"");
    text_done(&t);
}

#define HOST        "Host: 127.0.0.1:$P\r\n"
#define OURS        HOST "Origin: http://127.0.0.1:$P\r\nX-Kibitz: 1\r\n"
#define JSON        "Content-Type: application/json\r\n"
#define GET(target) "GET " target " HTTP/1.1\r\n" HOST "$O\r\n"
#define MCP(more, length, body)                                                                    \
    "POST /mcp HTTP/1.1\r\n" HOST JSON more "Content-Length: " length "\r\n\r\n" body
#define PATCH(length, body)                                                                        \
    "PATCH /api/1/me HTTP/1.1\r\n" OURS "$O" JSON "Content-Length: " length "\r\n\r\n" body

static int ask(const char *method, const char *target, const char *more, const char *body) {
    text request = text_growing();
    raw_request(&request, port, method, target, more, body);
    int code = raw_ask(port, request.at, request.len, &answer);
    text_done(&request);
    return code;
}

static void keep_cookie(char *line, size_t cap) {
    char word[120];
    raw_cookie(&answer, word, sizeof word);
    snprintf(line, cap, "Cookie: %s\r\n", word);
}

/* What the server has written about all this. */
static text logged;
static mtx_t log_mutex;

static void keep_line(void *ctx, const char *line) {
    (void)ctx;
    mtx_lock(&log_mutex);
    text_format(&logged, "%s\n", line);
    mtx_unlock(&log_mutex);
}

static void begin(void) {
    folder_make();
    logged = text_growing();
    mtx_init(&log_mutex, mtx_plain);
    answer = text_growing();
    serve_setup u = serve_defaults();
    u.port = 0;
    u.data = folder_path("serve.db");
    u.mcp = true;
    u.accounts = "invite";
    u.requests = 0;
    u.log = keep_line;
    error e = {0};
    TEST_ASSERT_(serve_start(&s, &u, &e) == ST_OK, "%s", e.text);
    port = serve_port(s);
    text url = text_growing();
    serve_url(s, &url);
    char body[200], invitation[64] = "";
    snprintf(body, sizeof body, "{\"token\":\"%s\"}", strstr(text_string(&url), "/start/") + 7);
    text_done(&url);
    TEST_ASSERT(ask("POST", "/api/1/session", NULL, body) == 200);
    keep_cookie(owner, sizeof owner);
    TEST_ASSERT(ask("POST", "/api/1/invitations", owner, "{}") == 201);
    const char *at = strstr(text_string(&answer), "\"invitation\":\"");
    if (at) sscanf(at, "\"invitation\":\"%63[^\"]", invitation);
    snprintf(body, sizeof body,
             "{\"name\":\"ann\",\"password\":\"12345678\",\"invitation\":\"%s\"}", invitation);
    TEST_ASSERT(ask("POST", "/api/1/accounts", NULL, body) == 200);
    keep_cookie(ann, sizeof ann);
    /* used up now */
    snprintf(body, sizeof body,
             "{\"name\":\"eve\",\"password\":\"12345678\",\"invitation\":\"%s\"}", invitation);
    printf("\n");
    text t = text_growing();
    raw_request(&t, port, "POST", "/api/1/accounts", NULL, body);
    attack_bytes("an invitation a second time", 403, t.at, t.len, "was used");
    text_done(&t);
}

static void paths(void) {
    attack("traversal: /../", 400, GET("/../etc/passwd"), "not well formed");
    attack("traversal: encoded dots", 400, GET("/%2e%2e/%2e%2e/etc/passwd"), "not well formed");
    attack("traversal: encoded slashes", 404, GET("/..%2f..%2fetc%2fpasswd"), "no such page");
    attack("traversal: backslashes", 404, GET("/..\\..\\etc\\passwd"), "no such page");
    attack("traversal: doubly encoded", 404, GET("/%252e%252e%252fetc%252fpasswd"), "no such page");
    attack("traversal: overlong UTF-8 slash", 400, GET("/..%c0%afetc"), "not well formed");
    attack("traversal: NUL", 400, GET("/index.html%00.js"), "not well formed");
    attack("hidden file", 404, GET("/.git/config"), "no such page");
    attack("the data file", 404, GET("/serve.db"), "no such page");
    attack("an absolute URI of a foreign host", 400, GET("http://evil.example/"),
           "not well formed");
    attack("a control character", 400, GET("/a%0d%0aSet-Cookie:x"), "not well formed");
    attack("bytes that are no UTF-8", 400, GET("/api/1/games/%ff%fe"), "not well formed");
    attack("a bad escape", 400, GET("/api/1/games/%zz"), "not well formed");
    attack("another version of the interface", 404, GET("/api/2/me"), "nothing of this name");
    attack("more segments than any route", 400, GET("/a/b/c/d/e/f/g/h/i/j/k/l/m/n/o/p/q/r"),
           "not well formed");
    attack("a form of ours as a page", 404, GET("/review.html"), "no such page");
}

static void methods(void) {
    attack("TRACE", 405, "TRACE / HTTP/1.1\r\n" HOST "\r\n", "not known");
    attack("OPTIONS (preflight of another site)", 405,
           "OPTIONS /api/1/me HTTP/1.1\r\n" HOST "Origin: http://evil.example\r\n"
           "Access-Control-Request-Method: PATCH\r\n\r\n",
           "not known");
    attack("CONNECT", 405, "CONNECT evil.example:80 HTTP/1.1\r\n" HOST "\r\n", "not known");
    attack("a made-up method", 405, "BREW /pot HTTP/1.1\r\n" HOST "\r\n", "not known");
    attack("POST to a page", 404, "POST / HTTP/1.1\r\n" OURS "Content-Length: 0\r\n\r\n",
           "nothing of this name");
    attack("GET where only POST is", 405, GET("/api/1/session"), "cannot be done");
}

static void origins(void) {
    attack("foreign Host (DNS rebinding)", 403,
           "GET /api/1/me HTTP/1.1\r\nHost: evil.example:$P\r\n$O\r\n", "another name");
    attack("our Host without its port", 403, "GET /api/1/me HTTP/1.1\r\nHost: 127.0.0.1\r\n$O\r\n",
           "another name");
    attack("a Host that begins like ours", 403,
           "GET /api/1/me HTTP/1.1\r\nHost: 127.0.0.1:$P.evil.example\r\n$O\r\n", "another name");
    attack("no Host", 400, "GET /api/1/me HTTP/1.1\r\n$O\r\n", "");
    attack("two Hosts", 400, "GET /api/1/me HTTP/1.1\r\n" HOST "Host: evil.example\r\n$O\r\n",
           "one header Host");
    attack("HTTP/1.0 without a Host", 400, "GET /api/1/me HTTP/1.0\r\n\r\n", "one header Host");
    attack("a change from a foreign Origin", 403,
           "PATCH /api/1/me HTTP/1.1\r\n" HOST
           "Origin: http://evil.example\r\nX-Kibitz: 1\r\n$O" JSON "Content-Length: 2\r\n\r\n{}",
           "another site");
    attack("a change from Origin null (sandboxed frame)", 403,
           "PATCH /api/1/me HTTP/1.1\r\n" HOST "Origin: null\r\nX-Kibitz: 1\r\n$O" JSON
           "Content-Length: 2\r\n\r\n{}",
           "another site");
    attack("a change from another port of this machine", 403,
           "PATCH /api/1/me HTTP/1.1\r\n" HOST
           "Origin: http://127.0.0.1:1\r\nX-Kibitz: 1\r\n$O" JSON "Content-Length: 2\r\n\r\n{}",
           "another site");
    attack("a change without Origin", 403,
           "PATCH /api/1/me HTTP/1.1\r\n" HOST "X-Kibitz: 1\r\n$O" JSON
           "Content-Length: 2\r\n\r\n{}",
           "Origin is missing");
    attack("a change without X-Kibitz (a form)", 403,
           "POST /api/1/invitations HTTP/1.1\r\n" HOST "Origin: http://127.0.0.1:$P\r\n$O"
           "Content-Length: 0\r\n\r\n",
           "X-Kibitz");
    attack("reading events from a foreign Origin", 403,
           "GET /api/1/events HTTP/1.1\r\n" HOST "Origin: http://evil.example\r\n$O\r\n",
           "another site");
    attack("a form's content type", 415,
           "PATCH /api/1/me HTTP/1.1\r\n" OURS "$O"
           "Content-Type: text/plain\r\nContent-Length: 2\r\n\r\n{}",
           "application/json");
}

static void sizes(void) {
    attack("a body over 256 KiB", 413, PATCH("262145", ""), "too large");
    attack("a body of 8 exabytes", 413, PATCH("9000000000000000000", ""), "");
    attack("a negative length", 400, PATCH("-1", "{}"), "");
    attack("a length that is no number", 400, PATCH("2x", "{}"), "");
    attack("two lengths (smuggling)", 400, PATCH("2\r\nContent-Length: 3", "{} "), "twice");
    attack("length and chunks (smuggling)", 411,
           PATCH("2\r\nTransfer-Encoding: chunked", "0\r\n\r\nGET / HTTP/1.1\r\n\r\n"),
           "Transfer-Encoding");
    attack("gzip, chunked", 411, PATCH("2\r\nTransfer-Encoding: gzip, chunked", "0\r\n\r\n"),
           "Transfer-Encoding");
    attack("chunks alone", 411,
           "PATCH /api/1/me HTTP/1.1\r\n" OURS "$O" JSON "Transfer-Encoding: chunked\r\n\r\n"
           "2\r\n{}\r\n0\r\n\r\n",
           "Transfer-Encoding");
    attack("no length", 411, "PATCH /api/1/me HTTP/1.1\r\n" OURS "$O" JSON "\r\n{}", "needed");
    attack("a GET with a body", 400,
           "GET /api/1/me HTTP/1.1\r\n" HOST "$OContent-Length: 2\r\n\r\n{}", "no body");
    text t = text_growing();
    fill(&t, "GET /api/1/me?");
    text_repeat(&t, 'a', 5000);
    fill(&t, " HTTP/1.1\r\n" HOST "\r\n");
    attack_bytes("an address over 4 KiB", 414, t.at, t.len, "too long");
    text_clear(&t);
    fill(&t, "GET /api/1/me HTTP/1.1\r\n" HOST "X: ");
    text_repeat(&t, 'a', 17000);
    text_put(&t, "\r\n\r\n");
    attack_bytes("headers over 16 KiB", 431, t.at, t.len, "");
    text_clear(&t);
    fill(&t, "GET /api/1/me HTTP/1.1\r\n" HOST);
    for (int i = 0; i < 3000; i++) text_put(&t, "X: y\r\n");
    text_put(&t, "\r\n");
    attack_bytes("3000 headers", 431, t.at, t.len, "");
    text_clear(&t);
    text_repeat(&t, 'A', 100000);
    attack_bytes("100 KB without a line", 414, t.at, t.len, "");
    text_done(&t);
}

static void bodies(void) {
    const char *me = "/api/1/me";
    attack_body("malformed JSON", 400, me, owner, "{\"name\":]");
    attack_body("JSON that ends early", 400, me, owner, "{\"name\":");
    attack_body("a list instead of an object", 400, me, owner, "[]");
    attack_body("two fields of one name", 400, me, owner, "{\"name\":\"a\",\"name\":\"b\"}");
    attack_body("an unknown field", 422, me, owner, "{\"kind\":\"owner\"}");
    attack_body("a NUL in a text", 400, me, owner, "{\"name\":\"\\u0000\"}");
    attack_body("half of a surrogate pair", 400, me, owner, "{\"name\":\"\\ud800\"}");
    attack_body("bytes that are no UTF-8 in a text", 400, me, owner, "{\"name\":\"\xff\"}");
    attack_body("a number of the wrong kind", 422, me, owner, "{\"name\":1}");
    attack_body("a member renames themselves", 422, me, ann, "{\"name\":\"Owner\"}");
    attack_body("a position of a file", 422, "/api/1/scene", owner,
                "{\"game\":\"projectl\",\"options\":{\"file\":\"/etc/passwd\"}}");
    attack_body("a game that is not there", 404, "/api/1/scene", owner,
                "{\"game\":\"../../etc/passwd\"}");
    text t = text_growing(), body = text_growing();
    text_repeat(&body, '[', 100000);
    raw_request(&t, port, "PATCH", "/api/1/me", owner, text_string(&body));
    attack_bytes("100,000 brackets", 400, t.at, t.len, "no JSON");
    text_clear(&t);
    text_clear(&body);
    text_put(&body, "{\"settings\":{\"x\":\"");
    text_repeat(&body, 'x', 20000);
    text_put(&body, "\"}}");
    raw_request(&t, port, "PATCH", "/api/1/me", owner, text_string(&body));
    attack_bytes("settings over 16 KiB", 422, t.at, t.len, "at most 16 KiB");
    text_done(&t);
    text_done(&body);
}

static void sessions(void) {
    attack("no session", 401, "GET /api/1/me/export HTTP/1.1\r\n" HOST "\r\n", "log in first");
    attack("a guessed session", 401,
           "GET /api/1/me/export HTTP/1.1\r\n" HOST
           "Cookie: kibitz-$P=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\r\n\r\n",
           "log in first");
    attack("a session of SQL", 401,
           "GET /api/1/me/export HTTP/1.1\r\n" HOST "Cookie: kibitz-$P=' OR 1=1 --\r\n\r\n",
           "log in first");
    attack(
        "a very long session", 401,
        "GET /api/1/me/export HTTP/1.1\r\n" HOST
        "Cookie: kibitz-$P=aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
        "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\r\n\r\n",
        "log in first");
    attack("assistants without a token", 401, MCP("", "2", "{}"), "WWW-Authenticate: Bearer");
    attack("a token that no one has", 401, MCP("Authorization: Bearer x\r\n", "2", "{}"), "Bearer");
    attack("a cookie instead of a token", 401, MCP("$O", "2", "{}"), "Bearer");
    attack("assistants of another site", 403, MCP("Origin: http://evil.example\r\n", "2", "{}"),
           "another site");
    attack("assistants by GET", 405, "GET /mcp HTTP/1.1\r\n" HOST "\r\n", "Allow: POST");
    attack("assistants by DELETE", 405, "DELETE /mcp HTTP/1.1\r\n" HOST "\r\n", "Allow: POST");
    attack("too much for assistants", 413, MCP("Authorization: Bearer x\r\n", "300000", ""),
           "too large");
    attack("metrics as a member", 403, "GET /metrics HTTP/1.1\r\n" HOST "$A\r\n", "owner alone");
    attack("metrics without a session", 401, "GET /metrics HTTP/1.1\r\n" HOST "\r\n",
           "log in first");
    attack("ending the owner's session as a member", 403,
           "DELETE /api/1/me/sessions/1 HTTP/1.1\r\n" OURS "$A\r\n", "no such session");
    const char *session = "/api/1/session", *accounts = "/api/1/accounts";
    attack_body("a start token of nothing", 401, session, NULL, "{\"token\":\"\"}");
    attack_body("a guest of a room that is not there", 403, session, NULL,
                "{\"room\":\"k3\",\"invite\":\"x\",\"name\":\"<script>\"}");
    attack_body("registering without an invitation", 403, accounts, NULL,
                "{\"name\":\"eve\",\"password\":\"123456789012\"}");
    attack_body("a new password without the old one", 403, "/api/1/accounts/password", ann,
                "{\"old\":\"iloveyou\",\"new\":\"12345678\"}");
    for (int i = 0; i < 5; i++)
        attack_body("log-in flood: a guessed password", 401, session, NULL,
                    "{\"name\":\"ann\",\"password\":\"iloveyou\"}");
    attack_body("log-in flood: the sixth in a minute", 429, session, NULL,
                "{\"name\":\"ann\",\"password\":\"iloveyou\"}");
    attack_body("log-in flood: with a forged address", 429, session, "X-Forwarded-For: 8.8.8.8\r\n",
                "{\"name\":\"ANN\",\"password\":\"iloveyou\"}");
    attack("an event number of letters", 200,
           "GET /api/1/events?after=zzz HTTP/1.1\r\n" HOST "$O\r\n", "event-stream");
}

/* --- tables --- */

/* With the names of tables in the target: $R one of the owner's that is private, $H one
 * with hidden hands at which Ann sits at seat 2. */
static char secret_room[32], hidden_room[32], at[80];

static void at_table(const char *name, int code, const char *method, const char *target,
                     const char *who, const char *body) {
    text full = text_growing(), t = text_growing();
    for (const char *c = target; *c; c++) {
        if (strncmp(c, "$R", 2) == 0)
            text_put(&full, secret_room), c++;
        else if (strncmp(c, "$H", 2) == 0)
            text_put(&full, hidden_room), c++;
        else
            text_char(&full, *c);
    }
    raw_request(&t, port, method, text_string(&full), who, body);
    attack_bytes(name, code, t.at, t.len, code < 400 ? "" : "{\"error\":{\"code\":\"");
    text_done(&full);
    text_done(&t);
}

static void keep_field(const char *name, char *out, size_t cap) {
    char form[40];
    snprintf(form, sizeof form, "\"%s\":\"", name);
    const char *found = strstr(text_string(&answer), form);
    snprintf(out, cap, "%.*s", found ? (int)strcspn(found + strlen(form), "\"") : 0,
             found ? found + strlen(form) : "");
}

static void make_tables(void) {
    TEST_ASSERT(ask("POST", "/api/1/rooms", owner,
                    "{\"game\":\"chess\",\"look\":\"seats\","
                    "\"seats\":[{\"kind\":\"person\"},{\"kind\":\"open\"}]}") == 201);
    keep_field("id", secret_room, sizeof secret_room);
    TEST_ASSERT_(ask("POST", "/api/1/rooms", owner,
                     "{\"game\":\"unicorns\",\"look\":\"public\",\"players\":2,"
                     "\"seats\":[{\"kind\":\"person\"},{\"kind\":\"open\"}]}") == 201,
                 "%s", text_string(&answer));
    keep_field("id", hidden_room, sizeof hidden_room);
    char target[100];
    snprintf(target, sizeof target, "/api/1/rooms/%s/seats/2", hidden_room);
    TEST_ASSERT_(ask("POST", target, ann, "{\"kind\":\"me\"}") == 200, "%s", text_string(&answer));
    keep_field("at", at, sizeof at);
}

static void tables(void) {
    make_tables();
    char body[300];
    at_table("another's table", 403, "GET", "/api/1/rooms/$R", ann, NULL);
    at_table("another's table: scene", 403, "GET", "/api/1/rooms/$R/scene", ann, NULL);
    at_table("another's table: record", 403, "GET", "/api/1/rooms/$R/record?format=record", ann,
             NULL);
    at_table("another's table: closing it", 403, "DELETE", "/api/1/rooms/$R", ann, NULL);
    at_table("another's table: acting", 403, "POST", "/api/1/rooms/$R/act", ann,
             "{\"at\":\"x\",\"seat\":1,\"token\":\"e2e4\",\"key\":\"k\"}");
    at_table("another's table: sitting down without a word", 403, "POST", "/api/1/rooms/$R/seats/2",
             ann, "{\"kind\":\"me\"}");
    at_table("another's table: with a wrong word", 403, "POST", "/api/1/rooms/$R/seats/2", ann,
             "{\"kind\":\"me\",\"invite\":\"AAAAAAAAAAAA\"}");
    snprintf(body, sizeof body, "{\"room\":\"%s\",\"time_ms\":100}", secret_room);
    at_table("another's table: analysis", 403, "POST", "/api/1/analyses", ann, body);
    at_table("another's table: without a session", 401, "GET", "/api/1/rooms/$R", NULL, NULL);
    at_table("the maker's table: changed by one who sits there", 403, "PATCH", "/api/1/rooms/$H",
             ann, "{\"title\":\"mine\"}");
    at_table("the maker's table: closed by one who sits there", 403, "DELETE", "/api/1/rooms/$H",
             ann, NULL);
    at_table("hidden hand: scene", 403, "GET", "/api/1/rooms/$H/scene?seat=1", ann, NULL);
    at_table("hidden hand: scene of all", 403, "GET", "/api/1/rooms/$H/scene?seat=all", ann, NULL);
    at_table("hidden hand: picks", 403, "GET", "/api/1/rooms/$H/pick?seat=1", ann, NULL);
    at_table("hidden hand: legal actions", 403, "GET", "/api/1/rooms/$H/legal?seat=1", ann, NULL);
    at_table("hidden hand: log", 403, "GET", "/api/1/rooms/$H/log?seat=1", ann, NULL);
    at_table("hidden hand: showing another's seat", 403, "POST", "/api/1/rooms/$H/seats/1/show",
             ann, "{}");
    snprintf(body, sizeof body, "{\"at\":\"%s\",\"seat\":1,\"token\":\"draw\",\"key\":\"k\"}", at);
    at_table("acting for another's seat", 403, "POST", "/api/1/rooms/$H/act", ann, body);
    at_table("taking another's seat", 409, "POST", "/api/1/rooms/$H/seats/1", ann,
             "{\"kind\":\"me\"}");
    snprintf(body, sizeof body, "{\"room\":\"%s\",\"time_ms\":100}", hidden_room);
    at_table("hidden hand: analysis while one plays", 403, "POST", "/api/1/analyses", ann, body);
    snprintf(body, sizeof body, "{\"room\":\"%s\",\"seat\":1}", hidden_room);
    at_table("hidden hand: belief of another's seat", 403, "POST", "/api/1/analyses/belief", ann,
             body);
    static const char *const lines[] = {"state", "fen", "eval", "scene seat 1", "view 1"};
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        char name[60];
        snprintf(name, sizeof name, "hidden hand: console, %s", lines[i]);
        snprintf(body, sizeof body, "{\"room\":\"%s\",\"line\":\"%s\"}", hidden_room, lines[i]);
        at_table(name, 403, "POST", "/api/1/console", ann, body);
    }
    static const char *const barred[] = {"quit", "setoption name EvalFile value /etc/passwd",
                                         "load /etc/passwd", "go infinite"};
    for (size_t i = 0; i < sizeof barred / sizeof *barred; i++) {
        char name[60];
        snprintf(name, sizeof name, "console: %.40s", barred[i]);
        snprintf(body, sizeof body, "{\"game\":\"chess\",\"line\":\"%s\"}", barred[i]);
        at_table(name, 422, "POST", "/api/1/console", ann, body);
    }
    at_table("console: perft 9 (refused in its line)", 200, "POST", "/api/1/console", ann,
             "{\"game\":\"chess\",\"line\":\"perft 9\"}");
    TEST_CHECK(strstr(text_string(&answer), "perft goes to depth 4") != NULL);
    at_table("events of another's table", 200, "GET", "/api/1/events?rooms=$R&after=0", ann, NULL);
}

/* What goes on apart from a table: pages, positions, playing on, what engines expect. */
static void apart(void) {
    char body[300];
    at_table("hidden hand: position", 403, "GET", "/api/1/rooms/$H/position", ann, NULL);
    at_table("hidden hand: position of an earlier ply", 403, "GET",
             "/api/1/rooms/$H/position?ply=0", ann, NULL);
    at_table("hidden hand: the page before the end", 422, "GET",
             "/api/1/rooms/$H/record?format=page", ann, NULL);
    at_table("hidden hand: the page of all", 403, "GET",
             "/api/1/rooms/$H/record?format=page&seat=all", ann, NULL);
    at_table("another's table: the page", 403, "GET", "/api/1/rooms/$R/record?format=page", ann,
             NULL);
    at_table("another's table: position", 403, "GET", "/api/1/rooms/$R/position", ann, NULL);
    snprintf(body, sizeof body, "{\"room\":\"%s\"}", secret_room);
    at_table("another's table: playing on", 403, "POST", "/api/1/rooms", ann, body);
    snprintf(body, sizeof body, "{\"room\":\"%s\",\"ply\":0}", hidden_room);
    at_table("hidden hand: playing on with open cards", 403, "POST", "/api/1/rooms", ann, body);
    snprintf(body, sizeof body, "{\"room\":\"%s\",\"ply\":99999999999999}", hidden_room);
    at_table("playing on from a ply far away", 422, "POST", "/api/1/rooms", ann, body);
    snprintf(body, sizeof body, "{\"room\":\"%s\",\"position\":\"x\"}", hidden_room);
    at_table("playing on from two places", 422, "POST", "/api/1/rooms", ann, body);
    at_table("playing on from a table of SQL", 404, "POST", "/api/1/rooms", ann,
             "{\"room\":\"' OR 1=1 --\"}");
    at_table("playing on from no table", 422, "POST", "/api/1/rooms", ann, "{\"room\":7}");
    at_table("engine values: by one who did not make it", 403, "PATCH", "/api/1/rooms/$H", ann,
             "{\"engine_values\":true}");
    at_table("engine values: of the wrong kind", 422, "PATCH", "/api/1/rooms/$H", owner,
             "{\"engine_values\":\"yes\"}");
    at_table("resigning for another's seat", 403, "POST", "/api/1/rooms/$H/resign", ann,
             "{\"at\":\"x\",\"seat\":1}");
}

/* One line a request: nothing of what was asked for but the route, and who asked is not in it. */
static void check_log(void) {
    const char *const never[] = {secret_room, hidden_room, at,       "kibitz-", "Cookie", "ann",
                                 "iloveyou",  "12345678",  "e2e4",   "draw",    "passwd", "evil",
                                 "unicorns",  "127.0.0.1", "seat=1", "token\"", "AAAAAA"};
    size_t lines = 0;
    for (const char *c = text_string(&logged); *c; c++) lines += *c == '\n';
    TEST_CHECK_(lines >= (size_t)sent / 2, "%zu lines", lines);
    TEST_CHECK(strstr(text_string(&logged), " POST /rooms/{}/act 403 ") != NULL);
    for (size_t i = 0; i < sizeof never / sizeof *never; i++)
        TEST_CHECK_(*never[i] && !strstr(text_string(&logged), never[i]), "'%s' is in the log",
                    never[i]);
}

static void test_attacks(void) {
    begin();
    paths();
    methods();
    origins();
    sizes();
    bodies();
    sessions();
    tables();
    apart();
    TEST_CHECK(sent >= 60);
    /* Well as before. */
    TEST_CHECK(ask("GET", "/healthz", NULL, NULL) == 200);
    TEST_CHECK(ask("GET", "/api/1/me", owner, NULL) == 200);
    TEST_CHECK(strstr(text_string(&answer), "\"kind\":\"owner\"") != NULL);
    printf("  %d requests, %d answered otherwise than they must be\n", sent, wrong);
    serve_stop(s);
    check_log();
    text_done(&answer);
    text_done(&logged);
    mtx_destroy(&log_mutex);
    folder_remove();
}

TEST_LIST = {{"attacks", test_attacks}, {NULL, NULL}};
