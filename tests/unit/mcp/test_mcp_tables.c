/* Tables: handles, acting once, taking back, what is refused where hands are hidden, limits. */
#include <acutest.h>
#include <stdio.h>

#include "engine/base/memory.h"
#include "tests/support/mcp_talk.h"

typedef struct sitting {
    mcp_talk *talk;
    char table[40];
    char *last; /* the answer before */
} sitting;

static const char *said(sitting *s, const char *tool, const char *args) {
    mem_free(s->last);
    s->last = mcp_talk_call(s->talk, tool, args);
    return s->last ? s->last : "";
}

/* The same with the handle in front of the other arguments. */
static const char *asked(sitting *s, const char *tool, const char *more) {
    char args[400];
    (void)snprintf(args, sizeof args, "{\"table\":\"%s\"%s%s}", s->table, *more ? "," : "", more);
    return said(s, tool, args);
}

static sitting sit_down(const char *args) {
    sitting s = {.talk = mcp_talk_open()};
    (void)snprintf(s.table, sizeof s.table, "%s",
                   mcp_talk_string(said(&s, "new_table", args), "table"));
    TEST_CHECK_(strlen(s.table) == 32, "%s: %.200s", args, s.last);
    return s;
}

static void leave(sitting *s) {
    mem_free(s->last);
    mcp_talk_close(s->talk);
}

static long number(const char *answer, const char *key) {
    char quoted[40];
    (void)snprintf(quoted, sizeof quoted, "\"%s\":", key);
    const char *at = strstr(answer, quoted);
    return at ? strtol(at + strlen(quoted), NULL, 10) : -1;
}

static bool has(const char *answer, const char *part) {
    bool yes = strstr(answer, part) != NULL;
    if (!yes) (void)fprintf(stderr, "no \"%s\" in: %.500s\n", part, answer);
    return yes;
}

static void act(sitting *s, const char *what) {
    char more[120];
    long at = number(asked(s, "look", "\"wait\":20"), "at");
    (void)snprintf(more, sizeof more, "\"at\":%ld,%s", at, what);
    (void)asked(s, "act", more);
}

static void test_never_twice(void) {
    sitting s = sit_down("{\"game\":\"connect4\",\"levels\":[1],\"seed\":3}");
    long at = number(asked(&s, "look", ""), "at");
    TEST_CHECK(at == 0 && has(asked(&s, "act", "\"at\":0,\"action\":\"d\""), "\"at\":2"));
    TEST_CHECK(has(asked(&s, "act", "\"at\":0,\"action\":\"d\""), "stale"));
    TEST_CHECK(has(s.last, "\"isError\":true"));
    TEST_CHECK(number(asked(&s, "look", ""), "at") == 2);
    /* Taken back, the number grows all the same: an old call finds nothing to do. */
    TEST_CHECK(has(asked(&s, "undo", "\"at\":2"), "\"at\":3"));
    TEST_CHECK(has(asked(&s, "act", "\"at\":0,\"action\":\"d\""), "stale"));
    TEST_CHECK(has(asked(&s, "undo", "\"at\":3"), "no action of yours"));
    TEST_CHECK(has(asked(&s, "act", "\"at\":3,\"number\":8"), "numbered from 1 to 7"));
    TEST_CHECK(has(asked(&s, "act", "\"at\":3,\"action\":\"x\""), "a to g. Legal: "));
    TEST_CHECK(has(asked(&s, "act", "\"at\":3,\"action\":\"d\",\"number\":1"), "one of"));
    leave(&s);
}

static void test_outcomes_stay(void) {
    sitting s = sit_down("{\"game\":\"pig\",\"levels\":[1],\"seed\":5}");
    char first[4096];
    act(&s, "\"action\":\"roll\"");
    (void)snprintf(first, sizeof first, "%s", strstr(s.last, "\"since\""));
    char more[40];
    (void)snprintf(more, sizeof more, "\"at\":%ld", number(s.last, "at"));
    TEST_CHECK(has(asked(&s, "undo", more), "\"your_turn\":true"));
    act(&s, "\"action\":\"roll\"");
    TEST_CHECK(strncmp(first, strstr(s.last, "\"since\""), strcspn(first, "]")) == 0);
    leave(&s);
}

static void test_hidden(void) {
    sitting s = sit_down("{\"game\":\"leduc\"}");
    TEST_CHECK(has(said(&s, "new_table", "{\"game\":\"leduc\",\"seed\":1}"), "a seed would tell"));
    TEST_CHECK(has(said(&s, "new_table", "{\"game\":\"leduc\",\"play\":[1,2]}"), "play one seat"));
    TEST_CHECK(
        has(said(&s, "position", "{\"game\":\"leduc\",\"position\":\"x\"}"), "\"isError\":true"));
    TEST_CHECK(has(asked(&s, "review", ""), "a review comes after the end"));
    TEST_CHECK(has(asked(&s, "solve", ""), "not solved"));
    TEST_CHECK(!strstr(asked(&s, "look", "\"wait\":20"), "\"open\""));
    /* Nothing but an own action is taken back, and the engine has answered. */
    act(&s, "\"number\":1");
    if (strstr(s.last, "\"over\":false")) {
        char more[40];
        (void)snprintf(more, sizeof more, "\"at\":%ld", number(s.last, "at"));
        TEST_CHECK(has(asked(&s, "undo", more), "was revealed"));
    }
    /* An open table says so in every answer. */
    char open[40];
    (void)snprintf(
        open, sizeof open, "%s",
        mcp_talk_string(
            said(&s, "new_table", "{\"game\":\"leduc\",\"play\":[1,2],\"open\":true,\"seed\":1}"),
            "table"));
    TEST_CHECK(has(s.last, "\"open\":true"));
    (void)snprintf(s.table, sizeof s.table, "%s", open);
    static const char *const tools[] = {"look", "legal", "analyze", "belief"};
    for (int i = 0; i < 4; i++)
        TEST_CHECK_(has(asked(&s, tools[i], i == 2 ? "\"visits\":10" : ""), "\"open\":true"), "%s",
                    tools[i]);
    leave(&s);
}

/* A game of Leduc: the record is the seat's before the end, and the true one after it. */
static void test_records(void) {
    sitting s = sit_down("{\"game\":\"leduc\",\"levels\":[1]}");
    char m[300];
    (void)snprintf(
        m, sizeof m,
        "{\"jsonrpc\":\"2.0\",\"id\":\"r\",\"method\":\"resources/read\",\"params\":{" MCP_TALK_META
        ",\"uri\":\"kibitz://record/%s\"}}",
        s.table);
    char *line = mcp_talk_ask(s.talk, m);
    TEST_CHECK(has(line, "view: 0") && has(line, "\"ttlMs\":0,\"cacheScope\":\"private\""));
    mem_free(line);
    for (int i = 0; i < 20 && !strstr(asked(&s, "look", "\"wait\":20"), "\"over\":true"); i++)
        act(&s, "\"number\":1");
    TEST_CHECK(has(s.last, "\"result\":"));
    line = mcp_talk_ask(s.talk, m);
    TEST_CHECK(has(line, "result: ") && !strstr(line, "view: "));
    mem_free(line);
    TEST_CHECK(has(asked(&s, "review", "\"seconds\":0.2"), "\"complete\":true"));
    TEST_CHECK(has(asked(&s, "legal", ""), "the game is over"));
    TEST_CHECK(has(asked(&s, "analyze", ""), "the game is over"));
    leave(&s);
}

static void test_spectator(void) {
    sitting s = sit_down("{\"game\":\"connect4\",\"play\":[],\"levels\":[1,1],\"seed\":1}");
    TEST_CHECK(has(asked(&s, "look", ""), "\"seat\":0"));
    TEST_CHECK(has(asked(&s, "act", "\"at\":0,\"number\":1"), "only watches"));
    TEST_CHECK(has(asked(&s, "undo", "\"at\":0"), "only watches"));
    TEST_CHECK(has(asked(&s, "legal", ""), "only watches"));
    for (int i = 0; i < 50 && !strstr(asked(&s, "look", "\"wait\":5"), "\"over\":true"); i++)
        continue;
    TEST_CHECK(has(s.last, "\"kind\":\"over\""));
    leave(&s);
}

static void test_limits(void) {
    sitting s = sit_down("{\"game\":\"pig\"}");
    for (int i = 1; i < MCP_MAX_TABLES; i++)
        TEST_CHECK(!strstr(said(&s, "new_table", "{\"game\":\"pig\"}"), "isError"));
    TEST_CHECK(has(said(&s, "new_table", "{\"game\":\"pig\"}"), "there are 32 tables already"));
    TEST_CHECK(has(asked(&s, "close_table", ""), "\"closed\":true"));
    TEST_CHECK(has(asked(&s, "look", ""), "no table has this handle"));
    TEST_CHECK(!strstr(said(&s, "new_table", "{\"game\":\"pig\"}"), "isError"));
    TEST_CHECK(has(said(&s, "new_table", "{\"game\":\"unicorns\",\"options\":[\"deck=x.deck\"]}"),
                   "\"isError\":true"));
    TEST_CHECK(has(said(&s, "position", "{\"record\":\"game: unicorns\\nset: deck=x.deck\\n\\n\"}"),
                   "\"isError\":true"));
    TEST_CHECK(has(s.last, "file"));
    TEST_CHECK(has(said(&s, "check_rules", "{\"file\":\"x.game\"}"), "--allow-files"));
    leave(&s);
}

TEST_LIST = {{"never_twice", test_never_twice},
             {"outcomes_stay", test_outcomes_stay},
             {"hidden", test_hidden},
             {"records", test_records},
             {"spectator", test_spectator},
             {"limits", test_limits},
             {NULL, NULL}};
