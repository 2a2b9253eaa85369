#include <acutest.h>

#include "uci/lines/reply.h"

/* Each kind of field, by both writers. */

static void both(const reply *r, const char *id, const char *line, const char *object) {
    char buf[512];
    text out = text_over(buf, sizeof buf);
    reply_line(r, &out);
    TEST_CHECK(strcmp(buf, line) == 0);
    TEST_MSG("%s\n%s", buf, line);
    text_clear(&out);
    reply_json(r, id, &out);
    TEST_CHECK(strcmp(buf, object) == 0);
    TEST_MSG("%s\n%s", buf, object);
}

static void test_words(void) {
    reply r;
    reply_init(&r, "t");
    reply_word(&r, "a", "7");
    reply_quoted(&r, "b", "two words");
    reply_words(&r, "c", "1 d");
    reply_each(&r, "var", "x y ");
    reply_word(&r, "text", "a sentence");
    reply_lead(&r, ":");
    both(&r, "", "t a 7 b \"two words\" c 1 d var x var y : a sentence",
         "{\"type\":\"t\",\"a\":\"7\",\"b\":\"two words\",\"c\":[\"1\",\"d\"],"
         "\"var\":[\"x\",\"y\"],\"text\":\"a sentence\"}");
}

static void test_numbers(void) {
    reply r;
    reply_init(&r, "t");
    reply_int(&r, "a", -3);
    reply_lead(&r, "");
    reply_count(&r, "b", UINT64_MAX);
    reply_digits(&r, "c", -5);
    reply_hash(&r, "d", 255);
    reply_real(&r, "e", 0, 4);
    reply_short(&r, "f", 0.1, 4);
    reply_list(&r, "g", 0);
    reply_list_add(&r, 1);
    reply_list_add(&r, -2);
    reply_list(&r, "h", 2);
    both(&r, "", "t -3 b 18446744073709551615 c -5 d 00000000000000ff e 0.0000 f 0.1 g 1 -2 h",
         "{\"type\":\"t\",\"a\":-3,\"b\":\"18446744073709551615\",\"c\":\"-5\","
         "\"d\":\"00000000000000ff\",\"e\":0.0000,\"f\":0.1,\"g\":[1,-2],\"h\":[]}");
}

static void test_others(void) {
    reply r;
    reply_init(&r, "t");
    reply_flag(&r, "over");
    reply_bool(&r, "a", false);
    reply_score(&r, "score", "cp", 12, NULL);
    reply_score(&r, "other", "mate", -1, "lowerbound");
    reply_pair(&r, "alt", "x", 1);
    reply_pair(&r, "alt", "y", 2);
    both(&r, "7", "t over a false score cp 12 other mate -1 lowerbound alt x 1 alt y 2",
         "{\"type\":\"t\",\"id\":7,\"over\":true,\"a\":false,\"score\":{\"cp\":12},"
         "\"other\":{\"mate\":-1,\"lowerbound\":true},\"alt\":[[\"x\",1],[\"y\",2]]}");
}

static void test_an_id_of_its_own(void) {
    reply r;
    reply_init(&r, "queued");
    reply_word(&r, "id", "a");
    both(&r, "7", "queued id a", "{\"type\":\"queued\",\"id\":\"a\"}");
}

/* A line without keywords; its fields are for JSON alone. */
static void test_a_free_line(void) {
    reply r;
    reply_init_free(&r, "perft", "d: 7");
    reply_word(&r, "event", "d");
    both(&r, "\"x\"", "d: 7",
         "{\"type\":\"perft\",\"id\":\"x\",\"text\":\"d: 7\",\"event\":\"d\"}");
}

/* Names of files may have line breaks; they must not begin another line of the protocol. */
static void test_line_breaks(void) {
    reply r;
    reply_init(&r, "t");
    reply_word(&r, "file", "a\r\nbestmove e2e4");
    both(&r, "", "t file a  bestmove e2e4",
         "{\"type\":\"t\",\"file\":\"a\\u000d\\u000abestmove e2e4\"}");
}

TEST_LIST = {{"words", test_words},
             {"numbers", test_numbers},
             {"others", test_others},
             {"an_id_of_its_own", test_an_id_of_its_own},
             {"a_free_line", test_a_free_line},
             {"line_breaks", test_line_breaks},
             {NULL, NULL}};
