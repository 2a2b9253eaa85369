#include <acutest.h>

#include "mcp/mcp_schema.h"

static void writes(const char *form, const char *expected) {
    text out = text_growing();
    json_writer w = json_writer_on(&out);
    mcp_schema_write(form, &w);
    TEST_CHECK_(strcmp(text_string(&out), expected) == 0, "%s", form);
    TEST_MSG("%s", text_string(&out));
    text_done(&out);
}

static void test_written(void) {
    writes("{}", "{\"type\":\"object\",\"properties\":{},\"additionalProperties\":false}");
    writes("{a:s, b?:i<1..10>`how many`}",
           "{\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"string\"},\"b\":{\"type\":"
           "\"integer\","
           "\"minimum\":1,\"maximum\":10,\"description\":\"how many\"}},\"required\":[\"a\"],"
           "\"additionalProperties\":false}");
    writes("{k:(x|yz), l:[{n:n}]`a, {b`, o?:o, f:b}",
           "{\"type\":\"object\",\"properties\":{\"k\":{\"type\":\"string\",\"enum\":[\"x\",\"yz\"]"
           "},\"l\":{"
           "\"type\":\"array\",\"items\":{\"type\":\"object\",\"properties\":{\"n\":{\"type\":"
           "\"number\"}},"
           "\"required\":[\"n\"],\"additionalProperties\":false},\"description\":\"a, "
           "{b\"},\"o\":{\"type\":"
           "\"object\"},\"f\":{\"type\":\"boolean\"}},\"required\":[\"k\",\"l\",\"f\"],"
           "\"additionalProperties\":false}");
}

static const char form[] = "{game:s`a name`, n?:i<1..1000000>, x?:n<0.5..2>, b?:b, k?:(one|two), "
                           "l?:[i], d?:[{seat:i, name?:s}], o?:o}";

/* What a value is answered with; NULL: it is good. */
static void takes(const char *json, const char *sentence) {
    json_t *v = NULL;
    error e = {0};
    TEST_ASSERT(mcp_json_read(&v, json, strlen(json), &e) == ST_OK);
    status st = mcp_schema_check(form, v, &e);
    if (sentence) {
        TEST_CHECK_(st == ST_BAD_VALUE && strcmp(e.text, sentence) == 0, "%s", json);
        TEST_MSG("%s", e.text);
    } else {
        TEST_CHECK_(st == ST_OK, "%s: %s", json, e.text);
    }
    mcp_json_free(v);
}

static void test_checked(void) {
    takes("{\"game\":\"pig\"}", NULL);
    takes("{\"game\":\"pig\",\"n\":1,\"x\":1,\"b\":false,\"k\":\"two\",\"l\":[1,2],\"o\":{\"any\":["
          "1]},"
          "\"d\":[{\"seat\":1},{\"seat\":2,\"name\":\"x\"}]}",
          NULL);
    takes("{}", "`game` is missing: a name");
    takes("[]", "expected an object");
    takes("{\"game\":3}", "`game` takes a string: a name");
    takes("{\"game\":\"a\",\"n\":0}", "`n` takes a whole number from 1 to 1000000");
    takes("{\"game\":\"a\",\"n\":1.5}", "`n` takes a whole number from 1 to 1000000");
    takes("{\"game\":\"a\",\"x\":3}", "`x` takes a number from 0.5 to 2");
    takes("{\"game\":\"a\",\"b\":1}", "`b` takes true or false");
    takes("{\"game\":\"a\",\"k\":\"three\"}", "`k` takes one of one, two");
    takes("{\"game\":\"a\",\"k\":\"on\"}", "`k` takes one of one, two");
    takes("{\"game\":\"a\",\"l\":3}", "`l` takes a list, each of it a whole number");
    takes("{\"game\":\"a\",\"l\":[1,\"2\"]}", "`l` takes a list, each of it a whole number");
    takes("{\"game\":\"a\",\"d\":[{\"seat\":1},{}]}", "`seat` is missing");
    takes("{\"game\":\"a\",\"d\":[{\"seat\":1,\"nam\":1}]}",
          "there is no `nam`; there are `seat`, `name`");
    takes("{\"game\":\"a\",\"gam\":1}",
          "there is no `gam`; there are `game`, `n`, `x`, `b`, `k`, `l`, `d`, `o`");
}

static void test_limits(void) {
    json_t *v = NULL;
    error e = {0};
    char deep[200];
    for (int n = MCP_MAX_DEPTH; n <= MCP_MAX_DEPTH + 1; n++) {
        memset(deep, '[', (size_t)n);
        memset(deep + n, ']', (size_t)n);
        status st = mcp_json_read(&v, deep, 2 * (size_t)n, &e);
        TEST_CHECK(st == (n == MCP_MAX_DEPTH ? ST_OK : ST_BAD_SYNTAX));
        mcp_json_free(v);
    }
    static const char quoted[] =
        "{\"a\":\"[[[[\\\"[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[["
        "[[[[[[[[[[[[[[[[[\"}";
    TEST_CHECK(mcp_json_read(&v, quoted, strlen(quoted), &e) == ST_OK);
    mcp_json_free(v);
    TEST_CHECK(mcp_json_read(&v, "{\"a\":1,\"a\":2}", 13, &e) == ST_BAD_SYNTAX && !v);
    TEST_CHECK(mcp_json_read(&v, "{\"a\":99999999999999999999}", 26, &e) == ST_BAD_SYNTAX);
}

TEST_LIST = {
    {"written", test_written}, {"checked", test_checked}, {"limits", test_limits}, {NULL, NULL}};
