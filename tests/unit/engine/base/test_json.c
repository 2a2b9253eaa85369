#include <acutest.h>

#include <math.h>

#include "engine/base/json.h"

static void is(const text *got, const char *expected) {
    TEST_CHECK(strcmp(text_string(got), expected) == 0);
    TEST_MSG("%s\n%s", text_string(got), expected);
}

static void test_commas_and_nesting(void) {
    char buf[256];
    text out = text_over(buf, sizeof buf);
    json_writer w = json_writer_on(&out);
    json_open(&w, '{');
    json_key(&w, "a");
    json_open(&w, '[');
    json_int(&w, -1);
    json_open(&w, '[');
    json_close(&w, ']');
    json_bool(&w, true);
    json_close(&w, ']');
    json_key(&w, "b");
    json_open(&w, '{');
    json_close(&w, '}');
    json_key(&w, "c");
    json_raw(&w, "null");
    json_close(&w, '}');
    is(&out, "{\"a\":[-1,[],true],\"b\":{},\"c\":null}");
}

static void test_numbers_keep_their_digits(void) {
    char buf[256];
    text out = text_over(buf, sizeof buf);
    json_writer w = json_writer_on(&out);
    json_open(&w, '[');
    json_real(&w, 0, 4);
    json_real(&w, 12.5, 0);
    json_short(&w, 12345678, 4);
    json_real(&w, INFINITY, 2);
    json_short(&w, -INFINITY, 2);
    json_close(&w, ']');
    is(&out, "[0.0000,12,1.235e+07,\"inf\",\"-inf\"]");
}

static void test_strings_are_escaped(void) {
    char buf[256];
    text out = text_over(buf, sizeof buf);
    json_writer w = json_writer_on(&out);
    json_string(&w, "a\"b\\c\n\x7f\t");
    json_stringn(&w, "abc", 2);
    is(&out, "\"a\\\"b\\\\c\\u000a\\u007f\\u0009\",\"ab\"");
}

TEST_LIST = {{"commas_and_nesting", test_commas_and_nesting},
             {"numbers_keep_their_digits", test_numbers_keep_their_digits},
             {"strings_are_escaped", test_strings_are_escaped},
             {NULL, NULL}};
