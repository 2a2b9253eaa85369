#include <acutest.h>

#include "engine/base/memory.h"
#include "uci/lines/json_request.h"

/* Requests of the JSON mode: what is read, what is refused with which words, and what is seen
 * without memory. */

static status ask(const char *object, text *line, char id[32], error *e) {
    text_clear(line);
    return json_request(object, line, id, 32, e);
}

#ifdef KIBITZ_JANSSON

static void reads(const char *object, const char *line, const char *id) {
    text got = text_growing();
    char its[32];
    error e;
    TEST_CHECK_(ask(object, &got, its, &e) == ST_OK, "%s", object);
    TEST_CHECK(strcmp(text_string(&got), line) == 0 && strcmp(its, id) == 0);
    TEST_MSG("%s: %s, %s", object, text_string(&got), its);
    text_done(&got);
}

static void refuses(const char *object, const char *sentence, const char *id) {
    text got = text_growing();
    char its[32];
    error e;
    TEST_CHECK_(ask(object, &got, its, &e) == ST_BAD_SYNTAX, "%s", object);
    TEST_CHECK(strstr(e.text, sentence) && strcmp(its, id) == 0);
    TEST_MSG("%s: %s, %s", object, e.text, its);
    text_done(&got);
}

static void test_read(void) {
    reads("{\"line\":\"go\"}", "go", "");
    reads(" { \"x\" : [1,{}], \"line\" : \"a \\\"b\\u0041\", \"id\":7 } ", "a \"bA", "7");
    reads("{\"id\":\"a b\",\"line\":\"\"}", "", "\"a b\"");
    reads("{\"id\":null,\"line\":\"x\"}", "x", "null");
    reads("{\"id\":0.1,\"line\":\"x\",\"line\":\"y\"}", "y", "0.1");
}

static void test_refused(void) {
    refuses("{\"line\":", "JSON, column ", "");
    refuses("{\"line\":\"go\"} x", "JSON, column ", "");
    refuses("{\"line\":\"\x01\"}", "JSON, column ", "");
    refuses("[\"line\"]", "expected an object", "");
    refuses("{\"id\":1}", "the object has no line", "1");
    refuses("{\"id\":1,\"line\":2}", "line takes a string", "1");
    refuses("{\"id\":1,\"line\":\"a\\nb\"}", "a line break", "1");
    refuses("{\"id\":[1],\"line\":\"a\"}", "an id is a short", "");
    refuses("{\"id\":\"0123456789012345678901234567890\",\"line\":\"a\"}", "an id is a short", "");
}

/* Whichever allocation fails: the request is read complete, or there was no memory. */
static void test_without_memory(void) {
    static const char object[] = "{\"id\":7,\"line\":\"go visits 100 searchmoves a b c d e f g\"}";
    size_t live = mem_live();
    uint64_t before = mem_count();
    text line = text_growing();
    char id[32];
    error e;
    TEST_ASSERT(ask(object, &line, id, &e) == ST_OK);
    uint64_t n = mem_count() - before;
    TEST_CHECK(n > 3);
    for (uint64_t i = 1; i <= n; i++) {
        text_done(&line);
        line = text_growing();
        mem_fail_at(i);
        status st = ask(object, &line, id, &e);
        mem_fail_at(0);
        TEST_CHECK_(st == ST_NOMEM, "allocation %d: %s", (int)i, status_name(st));
    }
    text_done(&line);
    TEST_CHECK(mem_live() == live);
}

#else

static void test_unsupported(void) {
    text line = text_growing();
    char id[32];
    error e;
    TEST_CHECK(ask("{\"id\":7,\"line\":\"go\"}", &line, id, &e) == ST_UNSUPPORTED);
    TEST_CHECK(strstr(e.text, "without jansson") && strcmp(id, "7") == 0 && !line.len);
    text_done(&line);
}

#endif

static void sees(const char *object, const char *line, const char *id) {
    char buf[16];
    text head = text_over(buf, sizeof buf);
    char its[8];
    json_request_head(object, &head, its, sizeof its);
    TEST_CHECK(strcmp(buf, line) == 0 && strcmp(its, id) == 0);
    TEST_MSG("%s: %s, %s", object, buf, its);
}

static void test_head(void) {
    sees("{\"id\":12,\"line\":\"go visits 5\"}", "go visits 5", "12");
    sees("{\"line\" : \"go infinite ponder mate\"}", "go infinite pon", "");
    sees("{\"x\":{\"line\":\"no\"},\"y\":\"\\\"line\\\":\",\"line\":\"a\\tb\"}", "a", "");
    sees("{\"id\":123456789,\"line\":3}", "", "");
    sees("{\"line", "", "");
    sees("", "", "");
}

TEST_LIST = {
#ifdef KIBITZ_JANSSON
    {"read", test_read},
    {"refused", test_refused},
    {"without_memory", test_without_memory},
#else
    {"unsupported", test_unsupported},
#endif
    {"head", test_head},
    {NULL, NULL}};
