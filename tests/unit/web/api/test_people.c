#include <acutest.h>

#include <sodium.h>
#include <stdio.h>
#include <string.h>

#include "tests/support/web_client.h"
#include "web/api/api_session.h"
#include "web/api/people.h"
#include "web/api/people_argon.h"

/* Log-ins take their time on purpose: each test does few of them. */

static const web_route *const tables[] = {api_session_routes, api_accounts_routes, api_host_routes,
                                          NULL};
static web_client *c;
static people *p;
static int64_t clock_ms;
static int64_t ended_session, ended_others;

static int64_t fake_now(void) {
    return clock_ms;
}

static bool invited(void *ctx, const char *room, const char *invite) {
    (void)ctx;
    return strcmp(room, "k3") == 0 && strcmp(invite, "word") == 0;
}

static void ended(void *ctx, int64_t account, int64_t session, bool others) {
    (void)ctx;
    if (others)
        ended_others = account;
    else
        ended_session = session;
}

static void begin(bool owner_mode, people_registers registers) {
    clock_ms = 1700000000000;
    c = web_client_create(tables);
    people_setup setup = {.store = web_client_world(c)->store,
                          .owner_mode = owner_mode,
                          .registers = registers,
                          .invited = invited,
                          .ended = ended,
                          .gate = web_client_gate(c),
                          .now_ms = fake_now,
                          .version = "1.2.3"};
    error e = {0};
    TEST_ASSERT_(people_create(&p, &setup, &e) == ST_OK, "%s", e.text);
    web_client_world(c)->people = p;
}

static void end(void) {
    people_stop(p);
    web_client_world(c)->people = NULL;
    people_destroy(p);
    web_client_destroy(c);
}

/* A browser: what its cookie is. */
typedef struct browser {
    char cookie[128], answer[2000];
} browser;

static int ask(browser *b, const char *method, const char *target, const char *body) {
    char length[24];
    snprintf(length, sizeof length, "%zu", body ? strlen(body) : (size_t)0);
    web_input in = {.method = method,
                    .target = target,
                    .host = "localhost:8080",
                    .hosts = 1,
                    .origin = "http://localhost:8080",
                    .x_kibitz = "1",
                    .cookie = b->cookie[0] ? b->cookie : NULL,
                    .content_type = body ? "application/json" : NULL,
                    .content_length = length,
                    .lengths = 1,
                    .peer = "127.0.0.1",
                    .body = body,
                    .body_len = body ? strlen(body) : 0};
    web_request q;
    int code = web_client_send(c, &in, &q);
    snprintf(b->answer, sizeof b->answer, "%s", text_string(&q.out));
    if (q.set_cookie[0]) {
        TEST_CHECK(strstr(q.set_cookie, "; HttpOnly; SameSite=Strict; Path=/") != NULL);
        snprintf(b->cookie, sizeof b->cookie, "%.*s", (int)strcspn(q.set_cookie, ";"),
                 q.set_cookie);
    }
    web_request_done(&q);
    return code;
}

static void expect(browser *b, int code, const char *method, const char *target, const char *body,
                   const char *has) {
    int got = ask(b, method, target, body);
    TEST_CHECK_(got == code, "%s %s %s: %d, expected %d: %s", method, target, body ? body : "", got,
                code, b->answer);
    TEST_CHECK_(strstr(b->answer, has) != NULL, "%s %s: %s, expected %s", method, target, b->answer,
                has);
}

static void start_body(char *out, size_t cap, const char *word) {
    snprintf(out, cap, "{\"token\":\"%s\"}", word);
}

/* The start word makes an owner once, within ten minutes. */
static void test_owner(void) {
    begin(true, PEOPLE_OFF);
    browser b = {{0}, {0}}, other = {{0}, {0}};
    char word[PEOPLE_WORD_SIZE], body[128];
    expect(&b, 200, "GET", "/api/1/me", NULL, "{\"person\":null,\"mode\":\"owner\"");
    expect(&b, 401, "DELETE", "/api/1/session", NULL, "log in first");
    expect(&b, 401, "POST", "/api/1/session", "{\"token\":\"\"}", "too old");
    people_start_word(p, word);
    start_body(body, sizeof body, word);
    expect(&b, 200, "POST", "/api/1/session", body, "\"kind\":\"owner\"");
    TEST_CHECK(strncmp(b.cookie, "kibitz-8080=", 12) == 0 && strlen(b.cookie) == 12 + 43);
    TEST_CHECK(strstr(b.cookie, word) == NULL);
    expect(&other, 401, "POST", "/api/1/session", body, "used or is too old");
    expect(&b, 200, "GET", "/api/1/me", NULL, "\"name\":\"Owner\"");
    expect(&b, 200, "GET", "/metrics", NULL, "kibitz_requests_total");
    expect(&other, 401, "GET", "/metrics", NULL, "log in");
    people_start_word(p, word);
    start_body(body, sizeof body, word);
    clock_ms += (PEOPLE_START_S + 1) * 1000LL;
    expect(&other, 401, "POST", "/api/1/session", body, "too old");
    /* Another browser by a link that the first one asks for. */
    expect(&b, 201, "POST", "/api/1/invitations", "{}", "invitation");
    char invitation[64] = "";
    sscanf(b.answer, "{\"invitation\":\"%63[^\"]", invitation);
    start_body(body, sizeof body, invitation);
    expect(&other, 200, "POST", "/api/1/session", body, "\"kind\":\"owner\"");
    expect(&b, 403, "POST", "/api/1/accounts", "{\"name\":\"eve\",\"password\":\"12345678\"}",
           "no new accounts");
    expect(&b, 422, "DELETE", "/api/1/accounts/me", "{}", "owner");
    expect(&b, 200, "PATCH", "/api/1/me", "{\"name\":\"Z\\u00e9\",\"settings\":{\"a\":[1]}}",
           "\"settings\":{\"a\":[1]}");
    expect(&b, 422, "PATCH", "/api/1/me", "{\"name\":\" \"}", "1 to 40");
    expect(&b, 422, "PATCH", "/api/1/me", "{\"nme\":\"x\"}", "the field nme is unknown");
    expect(&b, 200, "GET", "/api/1/me/export", NULL, "\"sessions\":[{\"id\":");
    end();
}

/* Sessions end by log-out, from another browser, and with time. */
static void test_sessions(void) {
    begin(true, PEOPLE_OFF);
    browser one = {{0}, {0}}, two = {{0}, {0}};
    char word[PEOPLE_WORD_SIZE], body[128];
    browser *each[] = {&one, &two};
    for (int i = 0; i < 2; i++) {
        people_start_word(p, word);
        start_body(body, sizeof body, word);
        expect(each[i], 200, "POST", "/api/1/session", body, "owner");
    }
    expect(&one, 200, "GET", "/api/1/me/sessions", NULL, "\"this\":true},{\"id\":2,");
    expect(&one, 403, "DELETE", "/api/1/me/sessions/99", NULL, "no such session");
    expect(&one, 404, "DELETE", "/api/1/me/sessions/x", NULL, "no such session");
    ended_session = 0;
    expect(&one, 200, "DELETE", "/api/1/me/sessions/2", NULL, "{}");
    TEST_CHECK(ended_session == 2);
    expect(&two, 401, "GET", "/api/1/me/sessions", NULL, "log in");
    browser stolen = one;
    expect(&one, 200, "DELETE", "/api/1/session", NULL, "{}");
    TEST_CHECK(strcmp(one.cookie, "kibitz-8080=") == 0);
    expect(&stolen, 401, "GET", "/api/1/me/sessions", NULL, "log in");
    people_start_word(p, word);
    start_body(body, sizeof body, word);
    expect(&one, 200, "POST", "/api/1/session", body, "owner");
    /* Used within thirty days it is renewed; not used, it ends. */
    clock_ms += PEOPLE_SESSION_S * 1000LL - 1000;
    expect(&one, 200, "GET", "/api/1/me", NULL, "owner");
    expect(&one, 200, "PATCH", "/api/1/me", "{}", "{"); /* committed after the renewal */
    clock_ms += PEOPLE_SESSION_S * 1000LL - 1000;
    expect(&one, 200, "GET", "/api/1/me/sessions", NULL, "sessions");
    clock_ms += PEOPLE_SESSION_S * 1000LL + 1000;
    expect(&one, 401, "GET", "/api/1/me/sessions", NULL, "log in");
    end();
}

/* Names and passwords, invitations. */
static void test_accounts(void) {
    begin(false, PEOPLE_INVITE);
    browser owner = {{0}, {0}}, ann = {{0}, {0}};
    char word[PEOPLE_WORD_SIZE], body[256], invitation[64] = "";
    people_start_word(p, word);
    start_body(body, sizeof body, word);
    expect(&owner, 200, "POST", "/api/1/session", body, "\"register\":\"invite\"");
    expect(&owner, 201, "POST", "/api/1/invitations", "{}", "invitation");
    sscanf(owner.answer, "{\"invitation\":\"%63[^\"]", invitation);
    const char *target = "/api/1/accounts";
    expect(&ann, 403, "POST", target, "{\"name\":\"Ann\",\"password\":\"12345678\"}",
           "needs an invitation");
    expect(&ann, 403, "POST", target,
           "{\"name\":\"Ann\",\"password\":\"12345678\",\"invitation\":\"x\"}", "was used");
    snprintf(body, sizeof body, "{\"name\":\"Ann\",\"password\":\"1234567\",\"invitation\":\"%s\"}",
             invitation);
    expect(&ann, 422, "POST", target, body, "8 to 256");
    snprintf(body, sizeof body,
             "{\"name\":\"A nn\",\"password\":\"12345678\",\"invitation\":\"%s\"}", invitation);
    expect(&ann, 422, "POST", target, body, "a letter and then");
    snprintf(body, sizeof body,
             "{\"name\":\"Ann\",\"password\":\"12345678\",\"invitation\":\"%s\"}", invitation);
    expect(&ann, 200, "POST", target, body, "\"name\":\"Ann\",\"kind\":\"member\"");
    browser again = {{0}, {0}};
    expect(&again, 403, "POST", target, body, "was used");
    expect(&ann, 200, "GET", "/api/1/me", NULL, "\"kind\":\"member\"");
    expect(&ann, 403, "GET", "/metrics", NULL, "owner alone");
    expect(&again, 401, "POST", "/api/1/session", "{\"name\":\"ann\",\"password\":\"87654321\"}",
           "do not fit");
    expect(&again, 401, "POST", "/api/1/session", "{\"name\":\"nobody\",\"password\":\"87654321\"}",
           "do not fit");
    expect(&again, 200, "POST", "/api/1/session", "{\"name\":\"aNN\",\"password\":\"12345678\"}",
           "\"name\":\"Ann\"");
    end();
}

/* A new password ends the other sessions; who leaves is gone. */
static void test_leaving(void) {
    begin(false, PEOPLE_OPEN);
    browser one = {{0}, {0}}, two = {{0}, {0}};
    expect(&one, 200, "POST", "/api/1/accounts", "{\"name\":\"Bob\",\"password\":\"12345678\"}",
           "member");
    expect(&two, 422, "POST", "/api/1/accounts", "{\"name\":\"bob\",\"password\":\"12345678\"}",
           "this name is taken");
    expect(&two, 200, "POST", "/api/1/session", "{\"name\":\"bob\",\"password\":\"12345678\"}",
           "Bob");
    expect(&one, 403, "POST", "/api/1/accounts/password",
           "{\"old\":\"x2345678\",\"new\":\"abcdefgh\"}", "another one");
    expect(&one, 200, "POST", "/api/1/accounts/password",
           "{\"old\":\"12345678\",\"new\":\"abcdefgh\"}", "{}");
    TEST_CHECK(ended_others > 0);
    ended_others = 0;
    expect(&two, 401, "GET", "/api/1/me/sessions", NULL, "log in");
    expect(&one, 403, "DELETE", "/api/1/accounts/me", "{\"password\":\"12345678\"}", "another one");
    expect(&one, 200, "DELETE", "/api/1/accounts/me", "{\"password\":\"abcdefgh\"}", "{}");
    TEST_CHECK(ended_others > 0);
    expect(&one, 200, "GET", "/api/1/me", NULL, "\"person\":null");
    expect(&two, 401, "POST", "/api/1/session", "{\"name\":\"bob\",\"password\":\"abcdefgh\"}",
           "do not fit");
    end();
}

/* Guests come by a room's link, and go with their session. */
static void test_guests(void) {
    begin(false, PEOPLE_OFF);
    browser g = {{0}, {0}}, bad = {{0}, {0}};
    expect(&bad, 403, "POST", "/api/1/session", "{\"room\":\"k3\",\"invite\":\"x\",\"name\":\"G\"}",
           "does not lead");
    expect(&bad, 403, "POST", "/api/1/session",
           "{\"room\":\"k4\",\"invite\":\"word\",\"name\":\"G\"}", "does not lead");
    expect(&bad, 422, "POST", "/api/1/session",
           "{\"room\":\"k3\",\"invite\":\"word\",\"name\":\"\"}", "1 to 40");
    expect(&bad, 422, "POST", "/api/1/session", "{\"room\":\"k3\",\"name\":\"G\"}", "invite");
    expect(&g, 200, "POST", "/api/1/session",
           "{\"room\":\"k3\",\"invite\":\"word\",\"name\":\"G\"}",
           "\"name\":\"G\",\"kind\":\"guest\",\"room\":\"k3\"");
    expect(&g, 403, "POST", "/api/1/invitations", "{}", "guests may not");
    expect(&g, 200, "DELETE", "/api/1/session", NULL, "{}");
    expect(&bad, 422, "POST", "/api/1/session", "{}", "log in with");
    end();
}

static bool keep_count(void *ctx, const store_value *column, int count) {
    *(int64_t *)ctx = count ? column[0].number : -1;
    return false;
}

static int64_t count_of(store_statement st, int64_t key) {
    int64_t n = 0;
    store_value arg[] = {store_int(key), store_int(0)};
    int args = st == STORE_SESSIONS_OF ? 2 : 1;
    TEST_CHECK(store_read(web_client_world(c)->store, st, arg, args, keep_count, &n, NULL) ==
               ST_OK);
    return n;
}

/* What is over goes while the server runs; what is not stays. */
static void test_drop_old(void) {
    begin(false, PEOPLE_INVITE);
    browser owner = {{0}, {0}}, old = {{0}, {0}}, late = {{0}, {0}};
    char word[PEOPLE_WORD_SIZE], body[128];
    web_person me, guest;
    const char *come = "{\"room\":\"k3\",\"invite\":\"word\",\"name\":\"G\"}";
    people_start_word(p, word);
    start_body(body, sizeof body, word);
    expect(&owner, 200, "POST", "/api/1/session", body, "owner");
    TEST_ASSERT(people_who(p, strchr(owner.cookie, '=') + 1, &me));
    expect(&owner, 201, "POST", "/api/1/invitations", "{}", "invitation");
    expect(&old, 200, "POST", "/api/1/session", come, "guest");
    clock_ms += PEOPLE_SESSION_S * 1000LL - 5000;
    expect(&late, 200, "POST", "/api/1/session", come, "guest");
    TEST_ASSERT(people_who(p, strchr(late.cookie, '=') + 1, &guest));
    TEST_CHECK(people_drop_old(p, NULL) == ST_OK);
    TEST_CHECK(count_of(STORE_ACCOUNTS_COUNT, PERSON_GUEST) == 2);
    TEST_CHECK(count_of(STORE_SESSIONS_OF, me.id) == me.session);
    clock_ms += 10000;
    TEST_CHECK(people_drop_old(p, NULL) == ST_OK);
    TEST_CHECK(count_of(STORE_ACCOUNTS_COUNT, PERSON_GUEST) == 1);
    TEST_CHECK(count_of(STORE_ACCOUNTS_COUNT, PERSON_OWNER) == 1);
    TEST_CHECK(count_of(STORE_SESSIONS_OF, me.id) == 0);
    TEST_CHECK(count_of(STORE_SESSIONS_OF, guest.id) == guest.session);
    TEST_CHECK(count_of(STORE_INVITATIONS_OF, me.id) == 0);
    expect(&late, 200, "GET", "/api/1/me", NULL, "guest");
    end();
}

/* The hash for names that are not there costs what others cost. */
static void test_nobody(void) {
    TEST_CHECK(crypto_pwhash_str_needs_rehash(people_argon_nobody(),
                                              crypto_pwhash_OPSLIMIT_INTERACTIVE,
                                              crypto_pwhash_MEMLIMIT_INTERACTIVE) == 0);
}

static void slept(void *ctx, bool good, const char *hash) {
    (void)good, (void)hash;
    (*(int *)ctx)++;
}

/* Two at a time, eight wait, others are refused; those taken are finished. */
static void test_argon_queue(void) {
    people_argon *a;
    TEST_ASSERT(sodium_init() >= 0 && people_argon_create(&a, NULL) == ST_OK);
    int done[16] = {0}, taken = 0, refused = 0;
    for (int i = 0; i < 16; i++) {
        argon_job job = {.password = "x", .hash = "no hash", .done = slept, .ctx = &done[i]};
        error e = {0};
        status st = people_argon_add(a, &job, &e);
        TEST_CHECK(st == ST_OK || st == ST_BUSY);
        taken += st == ST_OK;
        refused += st == ST_BUSY;
    }
    people_argon_stop(a);
    int sum = 0;
    for (int i = 0; i < 16; i++) sum += done[i];
    TEST_CHECK(taken >= 8 && sum == taken && taken + refused == 16);
    argon_job late = {.password = "x", .hash = "no hash", .done = slept, .ctx = &done[0]};
    TEST_CHECK(people_argon_add(a, &late, NULL) == ST_STOPPED);
    people_argon_destroy(a);
}

TEST_LIST = {
    {"owner", test_owner},     {"sessions", test_sessions},       {"accounts", test_accounts},
    {"leaving", test_leaving}, {"guests", test_guests},           {"drop_old", test_drop_old},
    {"nobody", test_nobody},   {"argon_queue", test_argon_queue}, {NULL, NULL}};
