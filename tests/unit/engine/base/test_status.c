#include <acutest.h>

#include "engine/base/status.h"

static void test_names(void) {
    TEST_CHECK(strcmp(status_name(ST_OK), "ok") == 0);
    TEST_CHECK(strcmp(status_name(ST_BAD_FEN), "bad-fen") == 0);
    TEST_CHECK(strcmp(status_name(ST_NOMEM), "resource") == 0);
    TEST_CHECK(strcmp(status_name(ST_COUNT), "internal") == 0);
    for (int i = 0; i < ST_COUNT; i++)
        for (int j = 0; j < i; j++)
            TEST_CHECK_(strcmp(status_name((status)i), status_name((status)j)) != 0,
                        "codes %d and %d have different names", i, j);
}

static void test_set_clears_the_rest(void) {
    error e;
    memset(&e, 'x', sizeof e);
    TEST_CHECK(error_set(&e, ST_BAD_VALUE, "row %d", 3) == ST_BAD_VALUE);
    TEST_CHECK(e.code == ST_BAD_VALUE && strcmp(e.text, "row 3") == 0);
    TEST_CHECK(!e.reason[0] && !e.detail[0] && !e.arg[0]);
    error_reason(&e, "full", "column=%c", 'c');
    error_arg(&e, "c");
    TEST_CHECK(strcmp(e.reason, "full") == 0 && strcmp(e.detail, "column=c") == 0);
    TEST_CHECK(strcmp(e.arg, "c") == 0 && strcmp(e.text, "row 3") == 0);
}

static void test_long_words_are_cut(void) {
    char word[1000];
    memset(word, 'w', sizeof word);
    word[sizeof word - 1] = '\0';
    error e;
    TEST_CHECK(error_set(&e, ST_IO, "%s", word) == ST_IO);
    error_reason(&e, word, "%s", word);
    error_arg(&e, word);
    TEST_CHECK(strlen(e.text) == sizeof e.text - 1 && strlen(e.reason) == sizeof e.reason - 1);
    TEST_CHECK(strlen(e.detail) == sizeof e.detail - 1 && strlen(e.arg) == sizeof e.arg - 1);
}

static void test_no_error_is_welcome(void) {
    TEST_CHECK(error_set(NULL, ST_LEAK, "%d", 1) == ST_LEAK);
    error_reason(NULL, "r", "%d", 1);
    error_arg(NULL, "a");
}

TEST_LIST = {{"names", test_names},
             {"set_clears_the_rest", test_set_clears_the_rest},
             {"long_words_are_cut", test_long_words_are_cut},
             {"no_error_is_welcome", test_no_error_is_welcome},
             {NULL, NULL}};
