/* Messages of the protocol: what malformed ones are answered with, both styles of saying which revision
 * is spoken, and calls that run while others are answered. */
#include <acutest.h>
#include <stdio.h>

#include "engine/base/memory.h"
#include "tests/support/mcp_talk.h"

#define INIT                                                                                       \
    "{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"initialize\",\"params\":{\"protocolVersion\":"     \
    "\"2025-11-25\",\"capabilities\":{},\"clientInfo\":{\"name\":\"t\",\"version\":\"1\"}}}"
#define LIST(meta) "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\",\"params\":{" meta "}}"
#define CALL(params)                                                                               \
    "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{" MCP_TALK_META           \
    "," params "}}"
#define VERSION(v)                                                                                 \
    "\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":" v                                    \
    ",\"io.modelcontextprotocol/clientCapabilities\":{}}"

/* What each message is answered with: parts of the answer, in order; NULL: nothing at all. */
typedef struct exchange {
    const char *message, *answer, *also;
} exchange;

static const exchange malformed[] = {
    {"", "\"code\":-32700", "{\"jsonrpc\":\"2.0\",\"error\""},
    {"nonsense", "\"code\":-32700", "column"},
    {"{\"jsonrpc\":\"2.0\",\"id\":1,", "\"code\":-32700", NULL},
    {"{\"jsonrpc\":\"2.0\",\"id\":1}}", "\"code\":-32700", NULL},
    {"{'jsonrpc':'2.0'}", "\"code\":-32700", NULL},
    {"{\"jsonrpc\":\"2.0\",\"id\":99999999999999999999,\"method\":\"ping\"}", "\"code\":-32700",
     "integer"},
    {"{\"jsonrpc\":\"2.0\",\"id\":1e999,\"method\":\"ping\"}", "\"code\":-32700", NULL},
    {"{\"jsonrpc\":\"2.0\",\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}", "\"code\":-32700",
     "duplicate"},
    {"{\"jsonrpc\":\"2.0\",\"id\":\"\\u0000\",\"method\":\"ping\"}", "\"code\":-32700", NULL},
    {"{\"jsonrpc\":\"2.0\",\"id\":\"\xff\",\"method\":\"ping\"}", "\"code\":-32700", NULL},
    {"[]", "\"code\":-32600", "batches"},
    {"[{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}]", "\"code\":-32600", "batches"},
    {"3", "\"code\":-32600", "a message is an object"},
    {"null", "\"code\":-32600", "a message is an object"},
    {"\"ping\"", "\"code\":-32600", "a message is an object"},
    {"{}", "\"code\":-32600", "`jsonrpc` must be"},
    {"{\"id\":1,\"method\":\"ping\"}", "\"id\":1,\"error\":{\"code\":-32600", "`jsonrpc` must be"},
    {"{\"jsonrpc\":\"1.0\",\"id\":1,\"method\":\"ping\"}", "\"code\":-32600", "`jsonrpc` must be"},
    {"{\"jsonrpc\":2.0,\"id\":1,\"method\":\"ping\"}", "\"code\":-32600", "`jsonrpc` must be"},
    {"{\"jsonrpc\":\"2.0\",\"id\":1}", "\"id\":1,\"error\":{\"code\":-32600",
     "`method` is missing"},
    {"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":7}", "\"code\":-32600", "`method` is missing"},
    {"{\"jsonrpc\":\"2.0\",\"id\":null,\"method\":\"ping\"}", "\"code\":-32600", "an id is"},
    {"{\"jsonrpc\":\"2.0\",\"id\":1.5,\"method\":\"ping\"}", "\"code\":-32600", "an id is"},
    {"{\"jsonrpc\":\"2.0\",\"id\":[1],\"method\":\"ping\"}", "\"code\":-32600", "an id is"},
    {"{\"jsonrpc\":\"2.0\",\"id\":{},\"method\":\"ping\"}", "\"code\":-32600", "an id is"},
    {"{\"jsonrpc\":\"2.0\",\"id\":true,\"method\":\"ping\"}", "\"code\":-32600", "an id is"},
    {"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\",\"params\":[1]}", "\"code\":-32602",
     "`params` is an object"},
    {"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\",\"params\":\"x\"}", "\"code\":-32602",
     "`params` is an object"},
    {"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\"}", "\"code\":-32602",
     "begin with initialize"},
    {"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"server/discover\"}", "\"code\":-32602",
     "begin with initialize"},
    {"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"no/such\",\"params\":{}}", "\"code\":-32602",
     "begin with initialize"},
    {LIST("\"_meta\":3"), "\"code\":-32602", "`_meta` is an object"},
    {LIST(VERSION("7")), "\"code\":-32602", "protocolVersion, a string"},
    {LIST("\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\"}"),
     "\"code\":-32602", "clientCapabilities"},
    {LIST(VERSION("\"2025-11-25\"")), "\"code\":-32022",
     "\"data\":{\"supported\":[\"2026-07-28\"],\"requested\":\"2025-11-25\"}"},
    {LIST(VERSION("\"2030-01-01\"")), "\"code\":-32022", "\"requested\":\"2030-01-01\""},
    {LIST(MCP_TALK_META ",\"cursor\":\"x\""), "\"code\":-32602", "no such cursor"},
    {"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\",\"params\":{" MCP_TALK_META "}}",
     "\"code\":-32601", "no such method"},
    {"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{" MCP_TALK_META "}}",
     "\"code\":-32601", "no such method"},
    {"{\"jsonrpc\":\"2.0\",\"id\":\"a\",\"method\":\"no/such\",\"params\":{" MCP_TALK_META "}}",
     "\"id\":\"a\",\"error\":{\"code\":-32601", NULL},
    {"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{}}", "\"code\":-32602",
     "initialize takes"},
    {CALL("\"arguments\":{}"), "\"code\":-32602", "tools/call takes"},
    {CALL("\"name\":5"), "\"code\":-32602", "tools/call takes"},
    {CALL("\"name\":\"games\",\"arguments\":[]"), "\"code\":-32602", "tools/call takes"},
    {CALL("\"name\":\"chess\""), "\"code\":-32602", "there is no tool chess"},
    {CALL("\"name\":\"games\",\"arguments\":{\"what\":1}"), "\"isError\":true",
     "there is no `what`; there are `match`"},
    {CALL("\"name\":\"new_table\""), "\"isError\":true", "`game` is missing"},
    {"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"resources/read\",\"params\":{" MCP_TALK_META "}}",
     "\"code\":-32602", "takes the string `uri`"},
    {"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"resources/read\",\"params\":{" MCP_TALK_META
     ",\"uri\":\"file:///etc/passwd\"}}",
     "\"code\":-32602", "\"data\":{\"uri\":\"file:///etc/passwd\"}"},
    {"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"prompts/get\",\"params\":{" MCP_TALK_META
     ",\"name\":\"x\"}}",
     "\"code\":-32602", "there is no prompt x"},
    {"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"prompts/get\",\"params\":{" MCP_TALK_META
     ",\"name\":\"teach_game\"}}",
     "\"code\":-32602", "`game` is missing"},
    {"{\"jsonrpc\":\"2.0\",\"method\":\"no/such\"}", NULL, NULL},
    {"{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\"}", NULL, NULL},
    {"{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":77}}",
     NULL, NULL},
    {"{\"jsonrpc\":\"2.0\",\"id\":9,\"result\":{}}", NULL, NULL},
    {"{\"jsonrpc\":\"2.0\",\"id\":9,\"error\":{\"code\":1,\"message\":\"x\"}}", NULL, NULL},
};

static void expect(mcp_talk *t, const exchange *x) {
    mcp_talk_say(t, x->message);
    char *line = mcp_talk_next(t, x->answer ? 60000 : 0);
    const char *at = line && x->answer ? strstr(line, x->answer) : NULL;
    bool good = x->answer ? at && (!x->also || strstr(line, x->also)) : !line;
    TEST_CHECK_(good, "%.100s", x->message);
    TEST_MSG("%.300s", line ? line : "(nothing)");
    mem_free(line);
}

static void test_malformed(void) {
    enum { CASES = sizeof malformed / sizeof *malformed };
    static_assert(CASES >= 40, "forty cases at least");
    mcp_talk *t = mcp_talk_open();
    for (size_t i = 0; i < CASES; i++) expect(t, &malformed[i]);
    /* And none of them has done harm. */
    expect(t, &(exchange){LIST(MCP_TALK_META), "\"tools\":[", "\"resultType\":\"complete\""});
    mcp_talk_close(t);
}

static void test_long_and_deep(void) {
    mcp_talk *t = mcp_talk_open();
    text m = text_growing();
    text_repeat(&m, ' ', MCP_MAX_MESSAGE);
    expect(t, &(exchange){text_string(&m), "\"code\":-32700", NULL});
    text_char(&m, ' ');
    expect(t, &(exchange){text_string(&m), "\"code\":-32700", "at most 1048576 bytes"});
    text_clear(&m);
    text_put(&m, "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\",\"params\":");
    text_repeat(&m, '[', 70);
    text_repeat(&m, ']', 70);
    text_char(&m, '}');
    expect(t, &(exchange){text_string(&m), "\"code\":-32700", "at most 64 levels"});
    text_done(&m);
    mcp_talk_close(t);
}

static void test_revisions(void) {
    mcp_talk *t = mcp_talk_open();
    static const exchange dialog[] = {
        {"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}", "\"result\":{}", NULL},
        {INIT, "\"protocolVersion\":\"2025-11-25\"", "\"serverInfo\":{\"name\":\"kibitz\""},
        {INIT, "\"code\":-32600", "answered already"},
        {"{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}", NULL, NULL},
        {LIST(""), "\"id\":1,\"result\":{\"tools\":[", NULL},
        {"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"server/discover\"}", "\"code\":-32601", NULL},
        /* Both styles: a request that says its version is answered in that. */
        {LIST(MCP_TALK_META), "\"resultType\":\"complete\"", "\"cacheScope\":\"public\""},
        {"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"server/discover\",\"params\":{" MCP_TALK_META
         "}}",
         "\"supportedVersions\":[\"2026-07-28\"]", "\"ttlMs\":3600000"},
        {"{\"jsonrpc\":\"2.0\",\"id\":\"x\",\"method\":\"ping\"}",
         "{\"jsonrpc\":\"2.0\",\"id\":\"x\",\"result\":{}}", NULL},
    };
    for (size_t i = 0; i < sizeof dialog / sizeof *dialog; i++) expect(t, &dialog[i]);
    mcp_talk_close(t);
    static const struct {
        const char *asked, *got;
    } versions[] = {{"2025-06-18", "2025-06-18"},
                    {"2025-11-25", "2025-11-25"},
                    {"2024-11-05", "2025-11-25"},
                    {"2026-07-28", "2025-11-25"}};
    for (size_t i = 0; i < 4; i++) {
        char message[400];
        char answer[80];
        t = mcp_talk_open();
        (void)snprintf(
            message, sizeof message,
            "{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"initialize\",\"params\":{"
            "\"protocolVersion\":\"%s\",\"capabilities\":{},\"clientInfo\":{\"name\":\"t\","
            "\"version\":\"1\"}}}",
            versions[i].asked);
        (void)snprintf(answer, sizeof answer, "\"protocolVersion\":\"%s\"", versions[i].got);
        expect(t, &(exchange){message, answer, NULL});
        char *line = mcp_talk_ask(t, LIST(""));
        TEST_CHECK(line && !strstr(line, "resultType") && !strstr(line, "ttlMs"));
        mem_free(line);
        mcp_talk_close(t);
    }
}

/* --- calls under way --- */

static void new_table(mcp_talk *t, const char *args, char handle[40]) {
    char *line = mcp_talk_call(t, "new_table", args);
    (void)snprintf(handle, 40, "%s", mcp_talk_string(line, "table"));
    TEST_CHECK_(strlen(handle) == 32, "%s: %.200s", args, line ? line : "");
    mem_free(line);
}

static void begin_search(mcp_talk *t, const char *id, const char *table) {
    char m[700];
    (void)snprintf(
        m, sizeof m,
        "{\"jsonrpc\":\"2.0\",\"id\":%s,\"method\":\"tools/call\",\"params\":{\"_meta\":{"
        "\"progressToken\":%s,\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
        "\"io.modelcontextprotocol/clientCapabilities\":{}},\"name\":\"analyze\",\"arguments\":{"
        "\"table\":\"%s\",\"seconds\":50}}}",
        id, id, table);
    mcp_talk_say(t, m);
}

static void cancel(mcp_talk *t, const char *id) {
    char m[200];
    (void)snprintf(
        m, sizeof m,
        "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":"
        "%s}}",
        id);
    mcp_talk_say(t, m);
}

static void test_searches(void) {
    mcp_talk *t = mcp_talk_open();
    char table[40];
    new_table(t, "{\"game\":\"chess\",\"seed\":1}", table);
    begin_search(t, "\"s1\"", table);
    begin_search(t, "\"s2\"", table);
    /* Progress comes, with its token, and others are answered meanwhile. */
    char *line = mcp_talk_next(t, 60000);
    TEST_CHECK(line && strstr(line, "\"progressToken\":\"s") && strstr(line, "\"total\":50"));
    mem_free(line);
    line = mcp_talk_ask(t, LIST(MCP_TALK_META));
    TEST_CHECK(line && strstr(line, "\"tools\":["));
    mem_free(line);
    /* The same id again, and a third search. */
    begin_search(t, "\"s1\"", table);
    do {
        line = mcp_talk_next(t, 60000);
        if (line && !strstr(line, "progress")) break;
        mem_free(line);
    } while (line);
    TEST_CHECK(line && strstr(line, "\"id\":\"s1\"") && strstr(line, "-32600") &&
               strstr(line, "under way"));
    mem_free(line);
    begin_search(t, "3", table);
    do {
        line = mcp_talk_next(t, 60000);
        if (line && !strstr(line, "progress")) break;
        mem_free(line);
    } while (line);
    TEST_CHECK(line && strstr(line, "\"id\":3") && strstr(line, "2 searches are running"));
    TEST_MSG("%.300s", line ? line : "");
    mem_free(line);
    /* A cancelled one is never answered. */
    cancel(t, "\"s1\"");
    cancel(t, "\"s2\"");
    char args[100];
    (void)snprintf(args, sizeof args, "{\"table\":\"%s\",\"visits\":50}", table);
    line = mcp_talk_call(t, "analyze", args);
    TEST_CHECK(line && strstr(line, "\"search\":\"alphabeta\""));
    TEST_MSG("%.300s", line ? line : "");
    mem_free(line);
    while ((line = mcp_talk_next(t, 0))) {
        TEST_CHECK_(strstr(line, "progress"), "%.200s", line);
        mem_free(line);
    }
    begin_search(t, "9", table); /* ended with the client */
    mcp_talk_close(t);
}

TEST_LIST = {{"malformed", test_malformed},
             {"long_and_deep", test_long_and_deep},
             {"revisions", test_revisions},
             {"searches", test_searches},
             {NULL, NULL}};
