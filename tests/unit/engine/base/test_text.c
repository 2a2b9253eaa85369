#include <acutest.h>

#include "engine/base/memory.h"
#include "engine/base/text.h"

static void test_fixed_storage_cuts(void) {
    char buf[8] = "old";
    text t = text_over(buf, sizeof buf);
    TEST_CHECK(strcmp(text_string(&t), "") == 0);
    text_put(&t, "abc");
    text_format(&t, "%d", 42);
    TEST_CHECK(!t.cut && strcmp(buf, "abc42") == 0 && t.len == 5);
    text_put(&t, "xyz");
    TEST_CHECK(t.cut && strcmp(buf, "abc42xy") == 0 && t.len == 7);
    text_char(&t, '!');
    TEST_CHECK(strcmp(buf, "abc42xy") == 0);
    text_truncate(&t, 3);
    TEST_CHECK(strcmp(buf, "abc") == 0 && t.cut);
    text_truncate(&t, 5); /* not an earlier length: nothing happens */
    TEST_CHECK(t.len == 3);
    text_clear(&t);
    text_repeat(&t, '-', 3);
    TEST_CHECK(!t.cut && strcmp(buf, "---") == 0);
}

static void test_growing(void) {
    text t = text_growing();
    TEST_CHECK(strcmp(text_string(&t), "") == 0);
    for (int i = 0; i < 1000; i++) text_format(&t, "%d ", i);
    TEST_CHECK(!t.cut && t.len == 3890 && strlen(text_string(&t)) == t.len);
    char wide[600];
    memset(wide, 'w', sizeof wide - 1);
    wide[sizeof wide - 1] = '\0';
    text_clear(&t);
    text_format(&t, "<%s>", wide); /* longer than the inner buffer */
    TEST_CHECK(t.len == 601 && t.at[0] == '<' && t.at[600] == '>');
    text_done(&t);
    TEST_CHECK(mem_live() == 0);
}

static void test_growing_without_memory(void) {
    text t = text_growing();
    mem_fail_at(1);
    text_put(&t, "lost");
    TEST_CHECK(t.cut && t.len == 0 && strcmp(text_string(&t), "") == 0);
    text_clear(&t);
    text_put(&t, "found");
    TEST_CHECK(!t.cut && strcmp(text_string(&t), "found") == 0);
    text_done(&t);
}

static void test_numbers(void) {
    uint64_t u = 7;
    int64_t i = 7;
    double d = 7;
    TEST_CHECK(text_u64("18446744073709551615", UINT64_MAX, &u) && u == UINT64_MAX);
    TEST_CHECK(text_u64("007", 10, &u) && u == 7);
    static const char *const bad_u[] = {"",   "-1", "+1", " 1",
                                        "1 ", "1x", "11", "99999999999999999999"};
    for (size_t k = 0; k < sizeof bad_u / sizeof *bad_u; k++)
        TEST_CHECK_(!text_u64(bad_u[k], 10, &u) && u == 7, "'%s' is refused", bad_u[k]);
    TEST_CHECK(!text_u64("18446744073709551616", UINT64_MAX, &u));
    TEST_CHECK(text_i64("-12", -12, 12, &i) && i == -12);
    TEST_CHECK(!text_i64("-13", -12, 12, &i) && !text_i64("--1", -12, 12, &i) && i == -12);
    TEST_CHECK(!text_i64("-", -12, 12, &i) && !text_i64("9223372036854775808", 0, INT64_MAX, &i));
    TEST_CHECK(text_real("-0.25", &d) && d == -0.25);
    static const char *const bad_d[] = {"", ".5", "1.", "1e5", "nan", "inf", "0x1", "1.2.3", "--1"};
    for (size_t k = 0; k < sizeof bad_d / sizeof *bad_d; k++)
        TEST_CHECK_(!text_real(bad_d[k], &d) && d == -0.25, "'%s' is refused", bad_d[k]);
    TEST_CHECK(text_hex("DeadBeef", &u) && u == 0xdeadbeef);
    TEST_CHECK(!text_hex("", &u) && !text_hex("0x1", &u) && !text_hex("12345678901234567", &u));
}

static void test_words(void) {
    char line[] = "  go \tnodes  100 ";
    words w = {0};
    TEST_CHECK(words_split(&w, line, NULL) == ST_OK && w.count == 3);
    TEST_ASSERT(w.count == 3);
    TEST_CHECK(strcmp(w.at[0], "go") == 0 && strcmp(w.at[1], "nodes") == 0);
    TEST_CHECK(strcmp(w.at[2], "100") == 0);
    char blank[] = " \t ";
    TEST_CHECK(words_split(&w, blank, NULL) == ST_OK && w.count == 0);
    words_done(&w);
    char some[] = "a";
    error err;
    mem_fail_at(1);
    TEST_CHECK(words_split(&w, some, &err) == ST_NOMEM && err.code == ST_NOMEM);
    words_done(&w);
}

static void test_kinds_of_words(void) {
    TEST_CHECK(text_same("Hash", "hASH") && !text_same("Hash", "Has") && !text_same("", "a"));
    TEST_CHECK(text_starts("!p1=J", "!") && !text_starts("a", "ab"));
    TEST_CHECK(text_is_name("bot.v-1_x") && !text_is_name("1a") && !text_is_name(""));
    TEST_CHECK(!text_is_name("a b") && !text_is_name("a:b"));
    TEST_CHECK(text_is_plain("!x~") && !text_is_plain("") && !text_is_plain("a b"));
    TEST_CHECK(!text_is_plain("a\x7f") && !text_is_plain("\xc3\xa9"));
}

static void test_distance(void) {
    TEST_CHECK(text_distance("", "abc") == 3 && text_distance("abc", "ABC") == 0);
    TEST_CHECK(text_distance("kitten", "sitting") == 3);
    TEST_CHECK(text_distance("conect4", "connect4") == 1 && text_distance("gip", "pig") == 2);
    TEST_CHECK(text_distance("a", "this word is longer than forty characters are") >= 40);
}

TEST_LIST = {{"fixed_storage_cuts", test_fixed_storage_cuts},
             {"growing", test_growing},
             {"growing_without_memory", test_growing_without_memory},
             {"numbers", test_numbers},
             {"words", test_words},
             {"kinds_of_words", test_kinds_of_words},
             {"distance", test_distance},
             {NULL, NULL}};
