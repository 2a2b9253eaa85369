#include <acutest.h>

#include <stdio.h>
#include <string.h>

#include "engine/base/threads.h"
#include "tests/support/folder.h"
#include "tests/support/web_client.h"

/* --- handlers to be asked --- */

static void echo(void *world, web_request *q) {
    TEST_CHECK(world != NULL);
    json_writer w = web_answer(q, 200);
    json_open(&w, '{');
    json_key(&w, "words");
    json_open(&w, '[');
    for (int i = 0; i < WEB_MAX_WORDS && q->word[i]; i++) json_string(&w, q->word[i]);
    json_close(&w, ']');
    json_key(&w, "who");
    json_string(&w, q->person.name);
    json_key(&w, "part");
    json_open(&w, '[');
    for (int i = 0; web_query(q, "part", i); i++) json_string(&w, web_query(q, "part", i));
    json_close(&w, ']');
    json_key(&w, "bytes");
    json_int(&w, (int64_t)q->raw_len);
    json_close(&w, '}');
}

static void literal(void *world, web_request *q) {
    (void)world;
    json_writer w = web_answer(q, 201);
    json_string(&w, "literal");
}

static void fields(void *world, web_request *q) {
    (void)world;
    const char *name;
    int64_t n;
    bool on;
    json_t *list;
    static const char *const known[] = {"name", "n", "on", "list", NULL};
    if (!web_fields_known(q, known) || !web_field_text(q, "name", &name) ||
        !web_field_int_or(q, "n", 1, 10, 5, &n) || !web_field_bool_or(q, "on", true, &on) ||
        !web_field_array_or(q, "list", &list))
        return;
    json_writer w = web_answer(q, 200);
    json_open(&w, '[');
    json_string(&w, name);
    json_int(&w, n);
    json_bool(&w, on);
    json_int(&w, (int64_t)json_array_size(list));
    json_close(&w, ']');
}

static int answer_later(void *ctx) {
    web_request *q = ctx;
    json_writer w = web_answer(q, 200);
    json_string(&w, "later");
    web_finish(q);
    return 0;
}

static thrd_t other;

static void later(void *world, web_request *q) {
    (void)world;
    web_later(q);
    TEST_ASSERT(thrd_create(&other, answer_later, q) == thrd_success);
}

static void events(void *world, web_request *q) {
    streams_answer(((web_world *)world)->streams, q);
}

static const web_route routes[] = {{"GET", "/echo/{}", echo, 0},
                                   {"GET", "/echo/literal", literal, 0},
                                   {"GET", "/open/{}/x/{}", echo, ROUTE_OPEN},
                                   {"POST", "/fields", fields, 0},
                                   {"POST", "/later", later, 0},
                                   {"POST", "/member", echo, ROUTE_MEMBER},
                                   {"POST", "/owner", echo, ROUTE_OWNER},
                                   {"POST", "/big", echo, ROUTE_BIG | ROUTE_RAW},
                                   {"POST", "/login", echo, ROUTE_OPEN | ROUTE_LOGIN | ROUTE_NAMED},
                                   {"GET", "=/healthz", echo, ROUTE_OPEN},
                                   {"GET", "/events", events, 0},
                                   {NULL, NULL, NULL, 0}};
static const web_route *const tables[] = {routes, NULL};

static web_client *c;
static web_person ann;

static void begin(void) {
    c = web_client_create(tables);
    ann = web_client_person(c, "ann", PERSON_MEMBER);
}

static void expect(int code, const char *method, const char *target, const char *body,
                   const char *has) {
    int got = web_client_say(c, &ann, method, target, body);
    TEST_CHECK_(got == code, "%s %s: %d, expected %d: %s", method, target, got, code,
                web_client_answer(c));
    TEST_CHECK_(strstr(web_client_answer(c), has) != NULL, "%s %s: %s, expected %s", method, target,
                web_client_answer(c), has);
}

static void test_routes(void) {
    begin();
    expect(200, "GET", "/api/1/echo/k3", NULL, "\"words\":[\"k3\"],\"who\":\"ann\"");
    expect(201, "GET", "/api/1/echo/literal", NULL, "literal");
    expect(200, "GET", "/api/1/echo/me%2fmy", NULL, "\"words\":[\"me/my\"]");
    expect(200, "GET", "/api/1/echo/k3?part=a+b&part=%63&x&part=", NULL, "[\"a b\",\"c\",\"\"]");
    expect(200, "GET", "/healthz", NULL, "ann");
    expect(404, "GET", "/api/1/healthz", NULL, "not-found");
    expect(404, "GET", "/api/1/echo/", NULL, "not-found");
    expect(404, "GET", "/api/1/echo", NULL, "not-found");
    expect(404, "GET", "/api/2/echo/k3", NULL, "not-found");
    expect(405, "POST", "/api/1/echo/k3", NULL, "cannot be done there");
    expect(405, "TRACE", "/api/1/echo/k3", NULL, "method");
    expect(200, "POST", "/api/1/big", "this is no JSON", "\"bytes\":15");
    web_client_destroy(c);
}

static void test_targets(void) {
    begin();
    static const char *const bad[] = {
        "/api/1/echo/../x",      "/api/1/echo/%2e%2e",     "/api/1/echo/.",
        "/api/1/echo/%",         "/api/1/echo/%g0",        "/api/1/echo/%00",
        "/api/1/echo/%0a",       "/api/1/echo/%ff",        "/api/1/echo/%c0%af",
        "/api/1/echo/%ed%a0%80", "/api/1/echo/k?a=%zz",    "echo",
        "/api/1/echo/k#x",       "http://127.0.0.1:8080/", "*"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        expect(400, "GET", bad[i], NULL, "not well formed");
    char longer[5000];
    memset(longer, 'a', sizeof longer);
    memcpy(longer, "/api/1/echo/", 12);
    longer[4999] = '\0';
    expect(414, "GET", longer, NULL, "too long");
    web_client_destroy(c);
}

static void test_fields(void) {
    begin();
    expect(200, "POST", "/api/1/fields", "{\"name\":\"x\"}", "[\"x\",5,true,0]");
    expect(200, "POST", "/api/1/fields", "{\"name\":\"x\",\"n\":7,\"on\":false,\"list\":[1,2]}",
           "[\"x\",7,false,2]");
    expect(200, "POST", "/api/1/fields", "{\"name\":\"x\",\"n\":null}", "[\"x\",5,true,0]");
    expect(422, "POST", "/api/1/fields", "{\"n\":7}", "the field name is missing");
    expect(422, "POST", "/api/1/fields", "{\"name\":7}", "\"place\":\"name\"");
    expect(422, "POST", "/api/1/fields", "{\"name\":\"x\",\"n\":11}", "from 1 to 10");
    expect(422, "POST", "/api/1/fields", "{\"name\":\"x\",\"n\":1.5}", "whole number");
    expect(422, "POST", "/api/1/fields", "{\"name\":\"x\",\"on\":1}", "true or false");
    expect(422, "POST", "/api/1/fields", "{\"name\":\"x\",\"list\":{}}", "a list");
    expect(422, "POST", "/api/1/fields", "{\"name\":\"x\",\"more\":1}",
           "the field more is unknown");
    expect(422, "POST", "/api/1/fields", NULL, "the field name is missing");
    expect(400, "POST", "/api/1/fields", "[]", "must be a JSON object");
    expect(400, "POST", "/api/1/fields", "{\"name\":", "no JSON: line 1, column");
    expect(400, "POST", "/api/1/fields", "{\"name\":\"x\",\"name\":\"y\"}", "no JSON");
    expect(400, "POST", "/api/1/fields", "{\"name\":\"\\u0000\"}", "no JSON");
    expect(400, "POST", "/api/1/fields", "{\"name\":\"\xff\"}", "no JSON");
    web_client_destroy(c);
}

static void test_later(void) {
    begin();
    expect(200, "POST", "/api/1/later", "{}", "later");
    thrd_join(other, NULL);
    web_client_destroy(c);
}

static void test_people(void) {
    begin();
    web_person guest = web_client_person(c, "guest", PERSON_GUEST);
    web_person owner = web_client_person(c, "owner", PERSON_OWNER);
    TEST_CHECK(web_client_say(c, NULL, "GET", "/api/1/echo/k3", NULL) == 401);
    TEST_CHECK(web_client_say(c, NULL, "GET", "/api/1/open/a/x/b", NULL) == 200);
    TEST_CHECK(web_client_say(c, &guest, "POST", "/api/1/member", NULL) == 403);
    TEST_CHECK(web_client_say(c, &ann, "POST", "/api/1/member", NULL) == 200);
    TEST_CHECK(web_client_say(c, &ann, "POST", "/api/1/owner", NULL) == 403);
    TEST_CHECK(web_client_say(c, &owner, "POST", "/api/1/owner", NULL) == 200);
    web_client_destroy(c);
}

/* A request of the usual form with one thing changed. */
static web_input plain_input(void) {
    return (web_input){.method = "POST",
                       .target = "/api/1/fields",
                       .host = "127.0.0.1:8080",
                       .hosts = 1,
                       .origin = "http://127.0.0.1:8080",
                       .x_kibitz = "1",
                       .cookie = "kibitz-8080=1",
                       .content_type = "application/json",
                       .content_length = "12",
                       .lengths = 1,
                       .peer = "127.0.0.1",
                       .body = "{\"name\":\"x\"}",
                       .body_len = 12};
}

static void send_one(web_input in, int code, const char *why) {
    web_request q;
    int got = web_client_send(c, &in, &q);
    TEST_CHECK_(got == code, "%s: %d, expected %d", why, got, code);
    TEST_CHECK_((q.refused == NULL) == (code == 200), "%s", why);
    web_request_done(&q);
}

#define CHANGED(code, ...)                                                                         \
    do {                                                                                           \
        web_input in = plain_input();                                                              \
        __VA_ARGS__;                                                                               \
        send_one(in, code, #__VA_ARGS__);                                                          \
    } while (0)

static void test_headers(void) {
    begin();
    CHANGED(200, in.hosts = 1);
    CHANGED(200, in.host = "LOCALHOST:8080");
    CHANGED(200, in.host = "[::1]:8080");
    CHANGED(200, in.origin = "http://localhost:8080");
    CHANGED(200, in.content_type = "application/json; charset=utf-8");
    CHANGED(403, in.host = "evil.example:8080");
    CHANGED(403, in.host = "127.0.0.1");
    CHANGED(403, in.host = "127.0.0.1:8081");
    CHANGED(403, in.host = "127.0.0.1:8080.evil.example");
    CHANGED(400, in.hosts = 2);
    CHANGED(400, (in.hosts = 0, in.host = NULL));
    CHANGED(400, in.lengths = 2);
    CHANGED(411, in.transfer_encoding = "chunked");
    CHANGED(411, in.transfer_encoding = "gzip, chunked");
    CHANGED(411, (in.content_length = NULL, in.lengths = 0));
    CHANGED(400, in.content_length = "0x10");
    CHANGED(400, in.content_length = "-1");
    CHANGED(413, in.content_length = "300000");
    CHANGED(403, in.origin = NULL);
    CHANGED(403, in.origin = "null");
    CHANGED(403, in.origin = "http://evil.example");
    CHANGED(403, in.origin = "https://127.0.0.1:8080");
    CHANGED(403, in.origin = "http://127.0.0.1:8081");
    CHANGED(403, in.x_kibitz = NULL);
    CHANGED(403, in.x_kibitz = "0");
    CHANGED(415, in.content_type = "text/plain");
    CHANGED(415, in.content_type = NULL);
    CHANGED(401, in.cookie = NULL);
    CHANGED(401, in.cookie = "kibitz-8080=99");
    CHANGED(401, in.cookie = "kibitz-8081=1");
    CHANGED(401, in.cookie = "xkibitz-8080=1; kibitz-8080");
    CHANGED(200, in.cookie = "x=1;kibitz-8080=1; y");
    web_input in = plain_input();
    in.method = "GET";
    in.target = "/api/1/echo/x";
    send_one(in, 400, "a GET with a body");
    in.content_length = NULL;
    in.lengths = 0;
    in.body_len = 0;
    send_one(in, 200, "a GET");
    in.origin = "http://evil.example";
    send_one(in, 403, "a GET of another site");
    text metrics = text_growing();
    web_metrics_write(web_gate_metrics(web_client_gate(c)), &metrics);
    TEST_CHECK(strstr(text_string(&metrics), "kibitz_refused_total{reason=\"host\"} 4") != NULL);
    TEST_CHECK(strstr(text_string(&metrics),
                      "kibitz_requests_total{method=\"POST\",route=\"/fields\","
                      "code=\"200\"} 6") != NULL);
    text_done(&metrics);
    web_client_destroy(c);
}

static web_input page_input(void) {
    web_input in = plain_input();
    in.method = "GET";
    in.target = "/scene.js";
    in.content_length = NULL;
    in.body_len = 0;
    return in;
}

/* Page files: known names alone, with an ETag that saves the second journey. */
static void test_page(void) {
    begin();
    web_input in = page_input();
    web_request q;
    TEST_CHECK(web_client_send(c, &in, &q) == 200 && q.file_size > 100);
    TEST_CHECK(strncmp(q.type, "text/javascript", 15) == 0 && q.etag[0] == '"');
    char etag[80], list[100];
    snprintf(etag, sizeof etag, "%s", q.etag);
    snprintf(list, sizeof list, "\"x\", %s", etag);
    web_request_done(&q);
    in.if_none_match = list;
    TEST_CHECK(web_client_send(c, &in, &q) == 304 && !q.file && strcmp(q.etag, etag) == 0);
    web_request_done(&q);
    static const char *const none[] = {"/review.html", "/nothing.js", "/README.md", "/.scene.js",
                                       "/scene",       "//scene.js",  "/x/scene.js"};
    for (size_t i = 0; i < sizeof none / sizeof *none; i++) {
        in.target = none[i];
        TEST_CHECK_(web_client_send(c, &in, &q) == 404, "%s", none[i]);
        web_request_done(&q);
    }
    web_client_destroy(c);
}

static uint32_t crc_of(const unsigned char *at, size_t len) {
    uint32_t crc = UINT32_MAX;
    while (len--) {
        crc ^= *at++;
        for (int i = 0; i < 8; i++) crc = crc >> 1 ^ (crc & 1 ? 0xEDB88320u : 0);
    }
    return ~crc;
}

static uint32_t little_endian(const unsigned char *at) {
    return at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}

/* Who takes gzip gets less, under an ETag of its own; who does not gets the file as it is. */
static void test_page_packed(void) {
    begin();
    web_input in = page_input();
    char etag[2][80];
    const unsigned char *at[2];
    size_t size[2];
    static const char *const headers[] = {"identity, gzip;q=0", "deflate, gzip, br"};
    for (int i = 0; i < 2; i++) {
        web_request q;
        in.accept_encoding = headers[i];
        TEST_CHECK(web_client_send(c, &in, &q) == 200 && q.varies);
        TEST_CHECK(i ? q.encoding && strcmp(q.encoding, "gzip") == 0 : !q.encoding);
        at[i] = q.file;
        size[i] = q.file_size;
        snprintf(etag[i], sizeof etag[i], "%s", q.etag);
        web_request_done(&q);
    }
    TEST_CHECK(strcmp(etag[0], etag[1]) != 0 && size[1] > 20 && size[1] < size[0] / 2);
    /* 1f 8b, deflate, no name, no time; at the end what it is when it is unpacked. */
    TEST_CHECK(memcmp(at[1], "\x1f\x8b\x08\0\0\0\0", 8) == 0);
    TEST_CHECK(little_endian(at[1] + size[1] - 8) == crc_of(at[0], size[0]));
    TEST_CHECK(little_endian(at[1] + size[1] - 4) == size[0]);
    for (int i = 0; i < 4; i++) {
        web_request q;
        bool same = i / 2 == i % 2;
        in.accept_encoding = headers[i / 2];
        in.if_none_match = etag[i % 2];
        TEST_CHECK_(web_client_send(c, &in, &q) == (same ? 304 : 200), "%d", i);
        TEST_CHECK(strcmp(q.etag, etag[i / 2]) == 0 && q.varies && !q.file == same);
        TEST_CHECK(!q.encoding == (same || i / 2 == 0));
        web_request_done(&q);
    }
    in.target = "/nothing.js";
    web_request q;
    TEST_CHECK(web_client_send(c, &in, &q) == 404 && !q.encoding && !q.varies);
    web_request_done(&q);
    web_client_destroy(c);
}

static void test_takes_gzip(void) {
    static const char *const yes[] = {"gzip",
                                      "GZIP",
                                      "x-gzip",
                                      "br,gzip",
                                      " gzip ; q=1 ",
                                      "gzip;q=0.001",
                                      "gzip;Q=1",
                                      "br;q=0, gzip",
                                      "*",
                                      "*;q=0, gzip;q=0.5",
                                      ",,gzip",
                                      "br;q=1.0,*;q=0.1"};
    static const char *const no[] = {
        "",      "identity", "br",         "gzip;q=0", "gzip; q=0.000", "gzip;q=0, *",
        "*;q=0", "gzipped",  "agzip",      "gzip;q=",  "gzip;q=x",      "br;gzip",
        ", , ,", ";q=1",     "gzip;q=0,br"};
    TEST_CHECK(!web_page_takes_gzip(NULL));
    for (size_t i = 0; i < sizeof yes / sizeof *yes; i++)
        TEST_CHECK_(web_page_takes_gzip(yes[i]), "%s", yes[i]);
    for (size_t i = 0; i < sizeof no / sizeof *no; i++)
        TEST_CHECK_(!web_page_takes_gzip(no[i]), "%s", no[i]);
}

/* The same from a folder, as its files are now; nothing outside of it. */
static void test_page_folder(void) {
    begin();
    FILE *f = fopen(folder_path("my.js"), "w");
    TEST_CHECK(f && fputs("one", f) >= 0);
    if (f) fclose(f);
    web_page *p;
    char folder[512];
    snprintf(folder, sizeof folder, "%s", folder_path(""));
    TEST_ASSERT(web_page_create(&p, folder, NULL) == ST_OK);
    web_request q;
    char etag[80] = "";
    for (int i = 0; i < 2; i++) {
        web_request_init(&q, NULL);
        web_page_answer(p, &q, "/my.js", etag, "gzip");
        TEST_CHECK(q.code == 200 && strcmp(text_string(&q.out), i ? "other" : "one") == 0);
        TEST_CHECK(strcmp(q.etag, etag) != 0 && !q.encoding && !q.varies);
        snprintf(etag, sizeof etag, "%s", q.etag);
        web_request_done(&q);
        f = fopen(folder_path("my.js"), "w");
        if (f) fputs("other", f), fclose(f);
    }
    web_request_init(&q, NULL);
    web_page_answer(p, &q, "/my.js", etag, "gzip");
    TEST_CHECK(q.code == 304 && q.out.len == 0);
    web_request_done(&q);
    static const char *const none[] = {"/serve.db", "/../my.js", "/%2e%2e/my.js",
                                       "/other.js", "/.js",      "/"};
    for (size_t i = 0; i < sizeof none / sizeof *none; i++) {
        web_request_init(&q, NULL);
        web_page_answer(p, &q, none[i], NULL, NULL);
        TEST_CHECK_(q.code == 404, "%s: %d", none[i], q.code);
        web_request_done(&q);
    }
    web_page_destroy(p);
    web_client_destroy(c);
}

/* How often: a bucket fills with time; others have their own. */
static void test_buckets(void) {
    web_buckets *b;
    TEST_ASSERT(web_buckets_create(&b, (web_bucket_limits){20, 50, 5, 20}) == ST_OK);
    int64_t now = 1000000;
    for (int i = 0; i < 20; i++) TEST_CHECK(web_buckets_take(b, WEB_BUCKET_ACT, "s1", now) == 0);
    TEST_CHECK(web_buckets_take(b, WEB_BUCKET_ACT, "s1", now) == 1);
    TEST_CHECK(web_buckets_take(b, WEB_BUCKET_ACT, "s2", now) == 0);
    TEST_CHECK(web_buckets_take(b, WEB_BUCKET_REQUEST, "s1", now) == 0);
    TEST_CHECK(web_buckets_take(b, WEB_BUCKET_ACT, "s1", now + 49) == 1);
    TEST_CHECK(web_buckets_take(b, WEB_BUCKET_ACT, "s1", now + 50) == 0);
    TEST_CHECK(web_buckets_take(b, WEB_BUCKET_ACT, "s1", now + 50) == 1);
    for (int i = 0; i < 5; i++)
        TEST_CHECK(web_buckets_take(b, WEB_BUCKET_LOGIN_NAME, "n", now) == 0);
    TEST_CHECK(web_buckets_take(b, WEB_BUCKET_LOGIN_NAME, "n", now) == 12);
    TEST_CHECK(web_buckets_take(b, WEB_BUCKET_LOGIN_NAME, "n", now + 11999) == 1);
    TEST_CHECK(web_buckets_take(b, WEB_BUCKET_LOGIN_NAME, "n", now + 12000) == 0);
    TEST_CHECK(web_buckets_take(b, WEB_BUCKET_LOGIN_NAME, "n", now - 5000) > 0); /* back in time */
    /* A flood of names makes no limit vanish. */
    char name[32];
    for (int i = 0; i < 20000; i++) {
        snprintf(name, sizeof name, "flood%d", i);
        (void)web_buckets_take(b, WEB_BUCKET_LOGIN_NAME, name, now + 12000);
    }
    TEST_CHECK(web_buckets_take(b, WEB_BUCKET_LOGIN_NAME, "n", now + 12000) > 0);
    web_buckets_destroy(b);
}

static void test_logins(void) {
    begin();
    for (int i = 0; i < 7; i++) {
        const char *body = i % 2 ? "{\"name\":\"Bob\",\"password\":\"x\"}"
                                 : "{\"name\":\"bOB\",\"password\":\"y\"}";
        int got = web_client_say(c, NULL, "POST", "/api/1/login", body);
        TEST_CHECK_(got == (i < 5 ? 200 : 429), "%d: %d", i, got);
    }
    TEST_CHECK(web_client_say(c, NULL, "POST", "/api/1/login",
                              "{\"name\":\"eve\",\"password\":\"y\"}") == 200);
    web_client_destroy(c);
}

TEST_LIST = {{"routes", test_routes},
             {"targets", test_targets},
             {"fields", test_fields},
             {"later", test_later},
             {"people", test_people},
             {"headers", test_headers},
             {"page", test_page},
             {"page_packed", test_page_packed},
             {"takes_gzip", test_takes_gzip},
             {"page_folder", test_page_folder},
             {"buckets", test_buckets},
             {"logins", test_logins},
             {NULL, NULL}};
