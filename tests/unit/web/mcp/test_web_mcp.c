#include <acutest.h>

#include <stdio.h>
#include <string.h>

#include "tests/support/mcp_board.h"
#include "tests/support/mcp_talk.h"
#include "web/api/people_inside.h"
#include "web/mcp/web_mcp_inside.h"

/* Tokens, and what POST /mcp answers to whom. */

#define REQUEST(method, params)                                                                    \
    "{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"" method "\",\"params\":{" params "}}"
#define NEW(method) REQUEST(method, MCP_TALK_META)
#define CALL(name, args)                                                                           \
    REQUEST("tools/call", MCP_TALK_META ",\"name\":\"" name "\",\"arguments\":" args)
#define OLD_CALL(id, name)                                                                         \
    "{\"jsonrpc\":\"2.0\",\"id\":" id ",\"method\":\"tools/call\",\"params\":" name "}"
#define HELLO                                                                                      \
    REQUEST("initialize", "\"protocolVersion\":\"2025-11-25\",\"capabilities\":{},"                \
                          "\"clientInfo\":{\"name\":\"t\",\"version\":\"1\"}")

static mcp_board b;
static char word[64];

static void begin(void) {
    mcp_board_open(&b, 0);
    mcp_board_token(&b, word);
}

static bool said(const char *has) {
    return strstr(text_string(&b.answer), has) != NULL;
}

static void says(int line, int code, int is, const char *has) {
    TEST_CHECK_(code == is && said(has), "line %d: %d with %s: %d %.200s", line, is, has, code,
                text_string(&b.answer));
}
#define SAYS(code, is, has) says(__LINE__, code, is, has)

static int list_with(const char *bearer) {
    return mcp_board_send(&b, &(mcp_board_post){.token = bearer,
                                                .version = "2026-07-28",
                                                .name = "tools/list",
                                                .body = NEW("tools/list")});
}

/* --- tokens --- */

static void test_tokens(void) {
    begin();
    char later[64];
    SAYS(list_with(word), 200, "\"tools\":[");
    mcp_board_token(&b, later); /* what was noted before is written down now */
    int code = mcp_board_ask(&b, "GET", "/api/1/tokens", NULL);
    SAYS(code, 200, "\"name\":\"test\"");
    TEST_CHECK(!said(word)); /* shown once */
    char id[16];
    snprintf(id, sizeof id, "%s", mcp_board_value(&b, "id"));
    TEST_CHECK(strcmp(mcp_board_value(&b, "used"), "null") != 0);
    SAYS(mcp_board_ask(&b, "POST", "/api/1/tokens", "{\"name\":\"\"}"), 422, "1 to 60");
    SAYS(mcp_board_ask(&b, "POST", "/api/1/tokens", "{\"name\":\"x\",\"days\":0}"), 422, "days");
    SAYS(mcp_board_ask(&b, "POST", "/api/1/tokens", "{\"name\":\"x\",\"scope\":1}"), 422, "scope");
    for (int i = 2; i < 20; i++)
        TEST_CHECK(mcp_board_ask(&b, "POST", "/api/1/tokens", "{\"name\":\"more\"}") == 201);
    SAYS(mcp_board_ask(&b, "POST", "/api/1/tokens", "{\"name\":\"more\"}"), 429, "20 tokens");
    char target[64];
    snprintf(target, sizeof target, "/api/1/tokens/%s", id);
    SAYS(mcp_board_ask(&b, "DELETE", "/api/1/tokens/99999", NULL), 403, "no such token");
    SAYS(mcp_board_ask(&b, "DELETE", target, NULL), 200, "{}");
    SAYS(list_with(word), 401, "Bearer");
    SAYS(list_with(NULL), 401, "Bearer");
    SAYS(list_with("nonsense"), 401, "Bearer");
    mcp_board_close(&b);
}

/* --- a call that runs --- */

static char waiting_table[40];

static int wait_there(void *ctx) {
    mcp_board *other = ctx;
    char args[80];
    snprintf(args, sizeof args, "{\"table\":\"%s\",\"wait\":50}", waiting_table);
    return mcp_board_call(other, word, "look", args);
}

static bool is_used(void) {
    web_mcp *m = b.parts.world.mcp;
    bool used = false;
    mtx_lock(&m->mutex);
    for (const web_mcp_line *l = m->first; l; l = l->next) used |= l->users > 0;
    mtx_unlock(&m->mutex);
    return used;
}

/* With its token a call ends that waits for others: it says nothing any more, or that there is no table. */
static void test_revoked_while_it_runs(void) {
    begin();
    char later[64], id[24];
    thrd_t thread;
    int code = 0;
    SAYS(mcp_board_call(&b, word, "new_table", "{\"game\":\"connect4\",\"invite\":[2]}"), 200,
         "tables");
    const char *at = strstr(text_string(&b.answer), "\"table\":\"");
    TEST_ASSERT(at && sscanf(at, "\"table\":\"%39[0-9a-f]", waiting_table) == 1);
    mcp_board_token(&b, later);
    SAYS(mcp_board_ask(&b, "GET", "/api/1/tokens", NULL), 200, "tokens");
    snprintf(id, sizeof id, "/api/1/tokens/%.8s", mcp_board_value(&b, "id"));
    mcp_board other = b; /* the same server, an answer of its own */
    other.answer = text_growing();
    TEST_ASSERT(thrd_create(&thread, wait_there, &other) == thrd_success);
    while (!is_used()) thrd_yield();
    SAYS(mcp_board_ask(&b, "DELETE", id, NULL), 200, "{}");
    TEST_CHECK(thrd_join(thread, &code) == thrd_success);
    bool cancelled = code == 202 && !other.answer.len;
    bool refused = code == 200 && strstr(text_string(&other.answer), "no table has this handle");
    TEST_CHECK_(cancelled || refused, "%d %s", code, text_string(&other.answer));
    text_done(&other.answer);
    mcp_board_close(&b);
}

/* One that is over is as good as none. */
static void test_expired(void) {
    begin();
    char hash[PEOPLE_HASH_SIZE];
    people_hash_word("an-old-word", hash);
    store_value arg[] = {store_text(hash), store_int(1), store_text("old"),
                         store_int(1),     store_int(2), store_int(20)};
    store_batch *batch = store_batch_create();
    TEST_CHECK(store_batch_add(batch, STORE_TOKEN_ADD, arg, 6) == ST_OK);
    TEST_CHECK(store_write(b.parts.world.store, batch, NULL) == ST_OK);
    SAYS(list_with("an-old-word"), 401, "Bearer");
    TEST_CHECK(people_drop_old(b.parts.world.people, NULL) == ST_OK);
    SAYS(list_with("an-old-word"), 401, "Bearer");
    mcp_board_close(&b);
}

/* A token opens /mcp alone, and a cookie all but that. */
static void test_token_is_no_session(void) {
    begin();
    char cookie[sizeof b.cookie];
    memcpy(cookie, b.cookie, sizeof cookie);
    snprintf(b.cookie, sizeof b.cookie, "kibitz-8080=%s", word);
    SAYS(mcp_board_ask(&b, "GET", "/api/1/tokens", NULL), 401, "log in");
    memcpy(b.cookie, cookie, sizeof cookie);
    SAYS(mcp_board_ask(&b, "POST", "/mcp", NEW("tools/list")), 401, "Bearer");
    mcp_board_restart(&b, false);
    SAYS(list_with(word), 404, "nothing of this name");
    SAYS(mcp_board_send(&b, &(mcp_board_post){.method = "GET", .token = word}), 404, "nothing");
    mcp_board_close(&b);
}

static int metrics_with(const char *bearer) {
    return mcp_board_send(
        &b, &(mcp_board_post){.method = "GET", .target = "/metrics", .token = bearer});
}

/* What a scraper sends: the owner's token, also without --mcp; and nothing else by it. */
static void test_metrics(void) {
    begin();
    SAYS(metrics_with(word), 200, "kibitz_requests_total");
    SAYS(metrics_with(NULL), 401, "log in");
    SAYS(metrics_with("nonsense"), 401, "log in");
    SAYS(mcp_board_ask(&b, "GET", "/metrics", NULL), 200, "kibitz_requests_total");
    mcp_board_restart(&b, false);
    SAYS(metrics_with(word), 200, "kibitz_requests_total");
    SAYS(mcp_board_send(
             &b, &(mcp_board_post){.method = "GET", .target = "/api/1/tokens", .token = word}),
         401, "log in");
    mcp_board_close(&b);
}

/* --- headers --- */

static const struct {
    const char *what;
    mcp_board_post p;
    int code;
    const char *has;
} header_rows[] = {
    {"all well",
     {.version = "2026-07-28", .name = "server/discover", .body = NEW("server/discover")},
     200,
     "supportedVersions"},
    {"our origin",
     {.origin = "http://127.0.0.1:8080",
      .version = "2026-07-28",
      .name = "tools/list",
      .body = NEW("tools/list")},
     200,
     "tools"},
    {"a foreign origin",
     {.origin = "http://evil.example",
      .version = "2026-07-28",
      .name = "tools/list",
      .body = NEW("tools/list")},
     403,
     "another site"},
    {"a foreign host",
     {.host = "evil.example",
      .version = "2026-07-28",
      .name = "tools/list",
      .body = NEW("tools/list")},
     403,
     "another name"},
    {"GET", {.method = "GET"}, 405, "only POST"},
    {"DELETE", {.method = "DELETE"}, 405, "only POST"},
    {"PUT", {.method = "PUT", .body = "{}"}, 405, "only POST"},
    {"no version header", {.name = "tools/list", .body = NEW("tools/list")}, 400, "-32020"},
    {"another version header",
     {.version = "2025-11-25", .name = "tools/list", .body = NEW("tools/list")},
     400,
     "-32020"},
    {"no version in the body",
     {.version = "2026-07-28", .name = "tools/list", .body = REQUEST("tools/list", "")},
     400,
     "-32602"},
    {"no method header", {.version = "2026-07-28", .body = NEW("tools/list")}, 400, "-32020"},
    {"another method header",
     {.version = "2026-07-28", .name = "tools/call", .body = NEW("tools/list")},
     400,
     "-32020"},
    {"no name header",
     {.version = "2026-07-28", .name = "tools/call", .body = CALL("games", "{}")},
     400,
     "-32020"},
    {"another name header",
     {.version = "2026-07-28",
      .name = "tools/call",
      .called = "rules",
      .body = CALL("games", "{}")},
     400,
     "-32020"},
    {"a name in base64",
     {.version = "2026-07-28",
      .name = "tools/call",
      .called = "=?base64?Z2FtZXM=?=",
      .body = CALL("games", "{\"match\":\"azul\"}")},
     200,
     "azul"},
    {"another in base64",
     {.version = "2026-07-28",
      .name = "tools/call",
      .called = "=?base64?cnVsZXM=?=",
      .body = CALL("games", "{}")},
     400,
     "-32020"},
    {"an unknown version",
     {.version = "2027-01-01",
      .name = "tools/list",
      .body = REQUEST("tools/list", "\"_meta\":{\"io.modelcontextprotocol/"
                                    "protocolVersion\":\"2027-01-01\",\"io."
                                    "modelcontextprotocol/clientCapabilities\":{}}")},
     400,
     "-32022"},
    {"an unknown method",
     {.version = "2026-07-28", .name = "tools/none", .body = NEW("tools/none")},
     404,
     "-32601"},
    {"an unknown tool",
     {.version = "2026-07-28", .name = "tools/call", .called = "none", .body = CALL("none", "{}")},
     200,
     "-32602"},
    {"no JSON", {.version = "2026-07-28", .body = "{"}, 400, "-32700"},
    {"a batch", {.version = "2026-07-28", .body = "[" NEW("tools/list") "]"}, 400, "-32600"},
    {"a bad id",
     {.version = "2026-07-28", .body = "{\"jsonrpc\":\"2.0\",\"id\":1.5,\"method\":\"ping\"}"},
     400,
     "-32600"},
    {"a notification",
     {.version = "2026-07-28",
      .body = "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/"
              "cancelled\",\"params\":{" MCP_TALK_META ",\"requestId\":1}}"},
     202,
     ""},
    {"neither version nor session", {.body = REQUEST("tools/list", "")}, 400, "-32000"},
    {"an unknown session",
     {.session = "0123456789abcdef0123456789abcdef", .body = REQUEST("tools/list", "")},
     404,
     "-32001"},
    {"initialize without parameters", {.body = REQUEST("initialize", "")}, 200, "-32602"},
};

static void test_headers(void) {
    begin();
    for (size_t i = 0; i < sizeof header_rows / sizeof *header_rows; i++) {
        mcp_board_post p = header_rows[i].p;
        p.token = word;
        int code = mcp_board_send(&b, &p);
        TEST_CHECK_(code == header_rows[i].code && said(header_rows[i].has),
                    "%s: %d, not %d with %s: %.200s", header_rows[i].what, code,
                    header_rows[i].code, header_rows[i].has, text_string(&b.answer));
        TEST_CHECK_(!b.session[0], "%s: a session", header_rows[i].what);
    }
    mcp_board_close(&b);
}

/* --- sessions of the older revisions --- */

static int in_session(const char *bearer, const char *session, const char *version,
                      const char *body) {
    return mcp_board_send(
        &b,
        &(mcp_board_post){.token = bearer, .session = session, .version = version, .body = body});
}

static void test_sessions(void) {
    begin();
    char id[48];
    char other[64];
    mcp_board_token(&b, other);
    SAYS(in_session(word, NULL, NULL, HELLO), 200, "\"protocolVersion\":\"2025-11-25\"");
    TEST_CHECK(strlen(b.session) == 32);
    snprintf(id, sizeof id, "%s", b.session);
    static const char ready[] = "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}";
    SAYS(in_session(word, id, "2025-11-25", ready), 202, "");
    SAYS(in_session(word, id, "2025-11-25", REQUEST("tools/list", "")), 200, "\"tools\":[");
    SAYS(in_session(word, id, NULL, REQUEST("ping", "")), 200, "\"result\":{}");
    SAYS(in_session(word, id, "2025-06-18", REQUEST("ping", "")), 400, "-32020");
    SAYS(in_session(other, id, NULL, REQUEST("ping", "")), 404, "-32001");
    SAYS(in_session(NULL, id, NULL, REQUEST("ping", "")), 401, "Bearer");
    SAYS(in_session(word, NULL, NULL, HELLO), 200, "serverInfo");
    TEST_CHECK(strcmp(id, b.session) != 0);
    SAYS(in_session(word, id, NULL, HELLO), 200, "serverInfo"); /* a new one all the same */
    for (int i = 0; i < 40; i++) SAYS(in_session(word, NULL, NULL, HELLO), 200, "serverInfo");
    SAYS(in_session(word, id, NULL, REQUEST("ping", "")), 404, "-32001"); /* the oldest made way */
    mcp_board_close(&b);
}

/* --- tables --- */

static int call(const char *tool, const char *form, const char *table) {
    char args[600];
    snprintf(args, sizeof args, form, table);
    return mcp_board_call(&b, word, tool, args);
}

static void keep_table(char out[40]) {
    const char *at = strstr(text_string(&b.answer), "\"tables\":[");
    *out = '\0';
    if (at) (void)sscanf(strstr(at, "\"table\":"), "\"table\":\"%39[0-9a-f]", out);
    TEST_CHECK_(strlen(out) == 32, "%.300s", text_string(&b.answer));
}

static void test_handles(void) {
    begin();
    char other[64], table[40];
    mcp_board_token(&b, other);
    SAYS(call("new_table", "{\"game\":\"connect4\",\"levels\":[1]}%s", ""), 200, "tables");
    keep_table(table);
    SAYS(call("look", "{\"table\":\"%s\"}", table), 200, "\"your_turn\":true");
    char args[80];
    snprintf(args, sizeof args, "{\"table\":\"%s\"}", table);
    SAYS(mcp_board_call(&b, other, "look", args), 200, "no table has this handle");
    SAYS(call("act", "{\"table\":\"%s\",\"at\":0,\"action\":\"d\"}", table), 200, "\"at\":2");
    SAYS(call("act", "{\"table\":\"%s\",\"at\":0,\"action\":\"d\"}", table), 200, "stale");
    mcp_board_restart(&b, true);
    SAYS(call("look", "{\"table\":\"%s\"}", table), 200, "\"at\":2");
    SAYS(call("undo", "{\"table\":\"%s\",\"at\":2}", table), 200, "\"at\":3");
    SAYS(call("close_table", "{\"table\":\"%s\"}", table), 200, "\"closed\":true");
    SAYS(call("look", "{\"table\":\"%s\"}", table), 200, "no table has this handle");
    mcp_board_close(&b);
}

/* Where hands are hidden, what was seen is not unseen; on an open table it may be. */
static void test_hidden_undo(void) {
    begin();
    char table[40], at[16], args[120];
    for (int open = 0; open < 2; open++) {
        SAYS(call("new_table", "{\"game\":\"leduc\",\"levels\":[1],\"seconds\":0.05%s}",
                  open ? ",\"open\":true" : ""),
             200, "tables");
        keep_table(table);
        SAYS(call("look", "{\"table\":\"%s\",\"wait\":20}", table), 200, "\"your_turn\":true");
        TEST_CHECK(said("This table is open") == (open == 1));
        snprintf(at, sizeof at, "%s", mcp_board_value(&b, "at"));
        snprintf(args, sizeof args, "{\"table\":\"%s\",\"at\":%s,\"action\":\"call\"}", table, at);
        SAYS(mcp_board_call(&b, word, "act", args), 200, "\"since\":[{");
        snprintf(at, sizeof at, "%s", mcp_board_value(&b, "at"));
        snprintf(args, sizeof args, "{\"table\":\"%s\",\"at\":%s}", table, at);
        if (!said("\"over\":true"))
            SAYS(mcp_board_call(&b, word, "undo", args), 200,
                 open ? "\"your_turn\":true" : "revealed after your last action");
    }
    mcp_board_close(&b);
}

static void test_analysis_waits(void) {
    begin();
    char table[40];
    SAYS(call("new_table", "{\"game\":\"tictactoe\",\"play\":[1,2]}%s", ""), 200, "tables");
    keep_table(table);
    SAYS(call("analyze", "{\"table\":\"%s\",\"visits\":10}", table), 200,
         "no analysis of this table");
    SAYS(call("solve", "{\"table\":\"%s\"}", table), 200, "no analysis of this table");
    SAYS(call("review", "{\"table\":\"%s\"}", table), 200, "no analysis of this table");
    SAYS(call("new_table", "{\"game\":\"leduc\"}%s", ""), 200, "tables");
    keep_table(table);
    SAYS(call("belief", "{\"table\":\"%s\"}", table), 200, "no analysis of this table");
    SAYS(call("new_table", "{\"game\":\"tictactoe\",\"analysis\":true}%s", ""), 200, "tables");
    keep_table(table);
    SAYS(call("solve", "{\"table\":\"%s\",\"seconds\":20}", table), 200, "\"solved\":true");
    SAYS(call("position", "{\"game\":\"tictactoe\",\"record\":\"a1 b2\"}%s", ""), 200, "tables");
    keep_table(table);
    SAYS(call("analyze", "{\"table\":\"%s\",\"visits\":50}", table), 200, "\"lines\":[");
    SAYS(call("new_table", "{\"game\":\"pig\",\"seed\":1}%s", ""), 200, "leave `seed` out");
    mcp_board_close(&b);
}

/* Rules texts are the account's: none is written over, and the program's games stay as they are. */
static void test_texts(void) {
    static const char corners[] =
        "{\"text\":\"game corners \\\"Corners\\\" {\\n players sun moon\\n board rect 4 4\\n piece "
        "stone\\n turn place stone on empty else draw\\n end { when count(mine & (a1|a4|d1|d4)) >= "
        "%s win }\\n}\"}";
    begin();
    SAYS(call("play_rules", corners, "3"), 200, "\"game\":\"me/corners\"");
    SAYS(call("play_rules", corners, "3"), 200, "\"game\":\"me/corners\"");
    SAYS(call("play_rules", corners, "2"), 200, "\"game\":\"me/corners-2\"");
    SAYS(call("games", "{\"match\":\"corners\"}%s", ""), 200, "me/corners-2");
    SAYS(call("new_table", "{\"game\":\"me/corners\"}%s", ""), 200, "\"game\":\"me/corners\"");
    SAYS(call("new_table", "{\"game\":\"corners\"}%s", ""), 200, "there is no game corners");
    SAYS(mcp_board_ask(&b, "GET", "/api/1/texts", NULL), 200, "corners-2");
    SAYS(call("play_rules", "{\"file\":\"x.game\"}%s", ""), 200, "--allow-files");
    mcp_board_close(&b);
}

/* A seat for a person, who comes by the link. */
static void test_people(void) {
    begin();
    char table[40], room[16], invite[16], target[80], body[120];
    SAYS(call("new_table", "{\"game\":\"connect4\",\"invite\":[2]}%s", ""), 200, "/#/join/");
    keep_table(table);
    TEST_ASSERT(sscanf(strstr(text_string(&b.answer), "/#/join/"),
                       "/#/join/%15[a-z0-9]/%15[a-z0-9]", room, invite) == 2);
    SAYS(call("look", "{\"table\":\"%s\"}", table), 200, "seat 2 is free");
    SAYS(call("legal", "{\"table\":\"%s\"}", table), 200, "seat 2 is free");
    snprintf(target, sizeof target, "/api/1/rooms/%s/seats/2", room);
    snprintf(body, sizeof body, "{\"kind\":\"me\",\"invite\":\"%s\"}", invite);
    SAYS(mcp_board_ask(&b, "POST", target, body), 200, "\"room\"");
    SAYS(call("look", "{\"table\":\"%s\",\"wait\":5}", table), 200, "\"your_turn\":true");
    /* Who looks is there, also without a stream. */
    snprintf(target, sizeof target, "/api/1/rooms/%s", room);
    SAYS(mcp_board_ask(&b, "GET", target, NULL), 200, "(assistant)");
    TEST_CHECK(strcmp(mcp_board_value(&b, "away"), "false") == 0);
    SAYS(call("new_table", "{\"game\":\"leduc\",\"open\":true,\"invite\":[2]}%s", ""), 200,
         "open table is for you");
    SAYS(call("new_table", "{\"game\":\"pig\",\"invite\":[1]}%s", ""), 200, "in `play` and in");
    mcp_board_close(&b);
}

/* Progress makes a stream of the answer. */
static void test_stream(void) {
    begin();
    char table[40];
    text m = text_growing();
    SAYS(call("position", "{\"game\":\"tictactoe\",\"record\":\"a1 b2 a2\"}%s", ""), 200, "tables");
    keep_table(table);
    text_format(&m,
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"_meta\":{"
                "\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
                "\"io.modelcontextprotocol/clientCapabilities\":{},\"progressToken\":\"p\"},"
                "\"name\":\"review\",\"arguments\":{\"table\":\"%s\",\"seconds\":0.1}}}",
                table);
    mcp_board_post p = {.token = word,
                        .version = "2026-07-28",
                        .name = "tools/call",
                        .called = "review",
                        .body = text_string(&m)};
    SAYS(mcp_board_send(&b, &p), 200, "notifications/progress");
    TEST_CHECK(b.stream && said("event: message\ndata: {") && said("structuredContent"));
    p.accept = "application/json";
    SAYS(mcp_board_send(&b, &p), 200, "structuredContent");
    TEST_CHECK(!b.stream);
    text_done(&m);
    mcp_board_close(&b);
}

TEST_LIST = {{"tokens", test_tokens},
             {"revoked_while_it_runs", test_revoked_while_it_runs},
             {"expired", test_expired},
             {"token_is_no_session", test_token_is_no_session},
             {"metrics", test_metrics},
             {"headers", test_headers},
             {"sessions", test_sessions},
             {"handles", test_handles},
             {"hidden_undo", test_hidden_undo},
             {"analysis_waits", test_analysis_waits},
             {"texts", test_texts},
             {"people", test_people},
             {"stream", test_stream},
             {NULL, NULL}};
