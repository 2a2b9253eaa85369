#include <acutest.h>

#include "engine/rules/text/diag.h"

static source over(const char *body) {
    return (source){.name = "x.game", .at = body, .len = strlen(body)};
}

static void test_form(void) {
    source src = over("game a {\n   move step my n & emtpy\n}\n");
    diags d = {0};
    text out = text_growing();
    diag_add(&d, &src, 29, "E12", "unknown name '%s'", "emtpy");
    diag_hint(&d, "did you mean '%s'?", "empty");
    diag_add(&d, &src, 0, "W02", "never used");
    diags_write(&d, &out);
    TEST_CHECK(strcmp(text_string(&out), "x.game:2:21: error E12: unknown name 'emtpy'\n"
                                         "   move step my n & emtpy\n"
                                         "                    ^\n"
                                         "   hint: did you mean 'empty'?\n"
                                         "x.game:1:1: warning W02: never used\n"
                                         "   game a {\n"
                                         "   ^\n") == 0);
    TEST_MSG("%s", text_string(&out));
    text_done(&out);
}

static void test_status(void) {
    source src = over("a\nb");
    diags d = {0};
    error err;
    TEST_CHECK(diags_status(&d, &err) == ST_OK);
    diag_add(&d, &src, 0, "W01", "odd");
    TEST_CHECK(diags_status(&d, &err) == ST_OK && d.errors == 0 && d.count == 1);
    diag_add(&d, &src, 2, "E12", "unknown name 'b'");
    diag_hint(&d, "look again");
    diag_add(&d, &src, 2, "E13", "and more");
    TEST_CHECK(diags_status(&d, &err) == ST_BAD_SYNTAX && err.code == ST_BAD_SYNTAX);
    TEST_CHECK(strcmp(err.text, "x.game:2:1: E12: unknown name 'b'; look again") == 0);
    TEST_MSG("%s", err.text);
    TEST_CHECK(diags_status(&d, NULL) == ST_BAD_SYNTAX);
}

/* offset, then what is to come out. */
static void test_places(void) {
    static const struct {
        const char *body;
        size_t offset;
        int line, column, caret;
        const char *excerpt;
    } cases[] = {
        {"", 0, 1, 1, 0, ""},
        {"abc", 3, 1, 4, 3, "abc"},
        {"abc", 99, 1, 4, 3, "abc"},
        {"abc\n", 4, 2, 1, 0, ""},
        {"abc\ndef", 3, 1, 4, 3, "abc"},
        {"\t\tab\r\n", 3, 1, 4, 1, "ab"},
        {"a\tb", 2, 1, 3, 2, "a b"},
        {"\"\xC3\xA9\xE2\x82\xAC\" x", 8, 1, 6, 5, "\"??\" x"},
        {"  ", 1, 1, 2, 0, ""},
        {"a\x01\x7F z", 4, 1, 5, 4, "a?? z"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        source src = over(cases[i].body);
        diags d = {0};
        diag_add(&d, &src, cases[i].offset, "E01", "x");
        const diag *e = &d.item[0];
        TEST_CHECK_(e->line == cases[i].line && e->column == cases[i].column, "place %d", (int)i);
        TEST_MSG("%d:%d", e->line, e->column);
        TEST_CHECK_(strcmp(e->excerpt, cases[i].excerpt) == 0 && e->caret == cases[i].caret,
                    "excerpt %d", (int)i);
        TEST_MSG("'%s' %d", e->excerpt, e->caret);
    }
}

static void test_long_lines(void) {
    char body[5000];
    memset(body, 'a', sizeof body);
    body[3000] = 'X';
    source src = {.name = "/a/very/long/path/that/goes/on/and/on/through/many/folders/to/the.game",
                  .at = body,
                  .len = sizeof body};
    diags d = {0};
    diag_add(&d, &src, 3000, "E01", "%0300d", 1);
    const diag *e = &d.item[0];
    TEST_CHECK(e->line == 1 && e->column == 3001);
    TEST_CHECK(strlen(e->excerpt) == sizeof e->excerpt - 1 && e->excerpt[e->caret] == 'X');
    TEST_CHECK(strncmp(e->excerpt, "...aaa", 6) == 0 && e->caret == 63);
    TEST_CHECK(strlen(e->message) == sizeof e->message - 1);
    TEST_CHECK(strlen(e->file) == sizeof e->file - 1 && strstr(e->file, "/to/the.game"));
    diag_add(&d, &src, 80, "E01", "near");
    TEST_CHECK(d.item[1].caret == 80 && d.item[1].excerpt[0] == 'a');
}

static void fill(diags *d, const source *src, const char *code, int n) {
    for (int i = 0; i < n; i++) diag_add(d, src, 0, code, "entry %d", i);
}

static void test_full(void) {
    source src = over("x");
    diags d = {0};
    diag_hint(&d, "to nothing");
    fill(&d, &src, "E03", DIAG_MAX_COUNT - 1);
    TEST_CHECK(!diags_full(&d));
    fill(&d, &src, "E03", 1);
    TEST_CHECK(diags_full(&d) && d.errors == DIAG_MAX_COUNT);
    diag_hint(&d, "kept");
    diag_add(&d, &src, 0, "E04", "dropped");
    diag_hint(&d, "dropped");
    TEST_CHECK(d.count == DIAG_MAX_COUNT && d.errors == DIAG_MAX_COUNT);
    TEST_CHECK(strcmp(d.item[DIAG_MAX_COUNT - 1].code, "E03") == 0);
    TEST_CHECK(strcmp(d.item[DIAG_MAX_COUNT - 1].hint, "kept") == 0);
}

static void test_first_error_finds_room(void) {
    source src = over("x");
    diags d = {0};
    fill(&d, &src, "W01", DIAG_MAX_COUNT + 3);
    TEST_CHECK(d.count == DIAG_MAX_COUNT && d.errors == 0);
    diag_add(&d, &src, 0, "E04", "first");
    diag_hint(&d, "hint");
    diag_add(&d, &src, 0, "E05", "second");
    TEST_CHECK(d.count == DIAG_MAX_COUNT && d.errors == 1);
    TEST_CHECK(strcmp(d.item[DIAG_MAX_COUNT - 1].code, "E04") == 0);
    TEST_CHECK(strcmp(d.item[DIAG_MAX_COUNT - 1].message, "first") == 0);
    TEST_CHECK(strcmp(d.item[DIAG_MAX_COUNT - 1].hint, "hint") == 0);
    TEST_CHECK(diags_status(&d, NULL) == ST_BAD_SYNTAX);
}

TEST_LIST = {{"form", test_form},
             {"status", test_status},
             {"places", test_places},
             {"long_lines", test_long_lines},
             {"full", test_full},
             {"first_error_finds_room", test_first_error_finds_room},
             {NULL, NULL}};
