#include <acutest.h>

#include "engine/rules/text/lexer.h"

/* The kinds of a text's tokens, at most `most`, the end included. */
static int kinds_of(const char *body, lexeme_kind *out, int max, diags *d) {
    source src = {.name = "x.game", .at = body, .len = strlen(body)};
    lexer x;
    lexer_init(&x, &src, d);
    int n = 0;
    while (n < max) {
        out[n] = lexer_next(&x).kind;
        if (out[n++] == TOK_END) break;
    }
    return n;
}

static void test_every_word(void) {
    diags d = {0};
    int reserved = 0;
    for (int k = LEXER_LAST_SOFT + 1; k < TOK_COUNT; k++) {
        lexeme_kind got[3];
        const char *word = lexeme_word((lexeme_kind)k);
        reserved += text_is_alpha(word[0]);
        TEST_CHECK_(kinds_of(word, got, 3, &d) == 2 && (int)got[0] == k, "%s", word);
    }
    TEST_CHECK(reserved == 76 + AST_FUNC_COUNT + AST_WORD_COUNT && d.count == 0);
    TEST_MSG("%d words", reserved);
    TEST_CHECK(lexeme_word(TOK_NAME)[0] == '\0' && lexeme_word(TOK_END)[0] == '\0');
    lexeme_kind look[2]; /* a name, for all that the lexer knows */
    TEST_CHECK(kinds_of("look", look, 2, &d) == 2 && look[0] == TOK_NAME);
    TEST_CHECK(kinds_of("hint", look, 2, &d) == 2 && look[0] == TOK_NAME);
}

static void test_signs_are_longest(void) {
    static const lexeme_kind want[] = {TOK_SUB_SET, TOK_SET,   TOK_MINUS, TOK_MINUS, TOK_EQUAL,
                                       TOK_SET,     TOK_RANGE, TOK_INT,   TOK_RANGE, TOK_INT,
                                       TOK_OR_SET,  TOK_BAR,   TOK_END};
    lexeme_kind got[16];
    diags d = {0};
    int n = kinds_of("-== -- === ..1..2|=|", got, 16, &d);
    TEST_CHECK(n == (int)(sizeof want / sizeof *want) && memcmp(got, want, sizeof want) == 0);
    TEST_CHECK(d.count == 0);
}

static void test_places(void) {
    const char *body = "\xEF\xBB\xBF"
                       "game # \xC3\xA9 game\n\t \"a b\" x1;  ";
    source src = {.name = "x.game", .at = body, .len = strlen(body)};
    diags d = {0};
    lexer x;
    lexer_init(&x, &src, &d);
    lexeme t = lexer_next(&x);
    TEST_CHECK(t.kind == TOK_GAME && t.at == 3 && t.len == 4 && t.first);
    t = lexer_next(&x);
    TEST_CHECK(t.kind == TOK_STRING && t.at == 20 && t.from == 21 && t.len == 3 && t.first);
    t = lexer_next(&x);
    TEST_CHECK(t.kind == TOK_NAME && t.at == 26 && t.len == 2 && !t.first);
    t = lexer_next(&x);
    TEST_CHECK(t.kind == TOK_SEMICOLON && t.at == 28);
    for (int i = 0; i < 3; i++) {
        t = lexer_next(&x);
        TEST_CHECK(t.kind == TOK_END && t.at == 29 && t.len == 0);
    }
    TEST_CHECK(d.count == 0);
}

static void test_numbers(void) {
    source src = {.name = "x.game", .at = "0 007 2147483647 2147483648 99999999999999999999 1"};
    src.len = strlen(src.at);
    diags d = {0};
    lexer x;
    lexer_init(&x, &src, &d);
    static const int32_t want[] = {0, 7, INT32_MAX};
    for (int i = 0; i < 3; i++) {
        lexeme t = lexer_next(&x);
        TEST_CHECK(t.kind == TOK_INT && t.value == want[i]);
    }
    TEST_CHECK(d.count == 0);
    TEST_CHECK(lexer_next(&x).kind == TOK_BAD && lexer_next(&x).kind == TOK_BAD);
    TEST_CHECK(d.count == 2 && strcmp(d.item[0].code, "E30") == 0 && d.item[1].column == 29);
    TEST_CHECK(lexer_next(&x).value == 1);
}

static void test_quiet(void) {
    source src = {.name = "x.game", .at = "\"open\n ! 99999999999 \xFF", .len = 22};
    diags d = {0};
    lexer x;
    lexer_init(&x, &src, &d);
    x.quiet = true;
    for (int i = 0; i < 4; i++) TEST_CHECK(lexer_next(&x).kind == TOK_BAD);
    TEST_CHECK(lexer_next(&x).kind == TOK_END && d.count == 0);
}

static void test_cells(void) {
    static const char *const cells[] = {"a1", "z9", "ab1", "a12", "zz99"};
    static const char *const others[] = {"",   "a",   "1",  "A1",  "a123", "abc1",
                                         "a_", "a1b", "_1", "aB1", "a1_"};
    for (size_t i = 0; i < sizeof cells / sizeof *cells; i++)
        TEST_CHECK_(lexer_is_cell(cells[i], strlen(cells[i])), "%s", cells[i]);
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        TEST_CHECK_(!lexer_is_cell(others[i], strlen(others[i])), "%s", others[i]);
}

/* A text that ends anywhere, without a NUL after it, is read no further. */
static void test_ends_anywhere(void) {
    static const char body[] = "game x9 \"s\" 12 .. |= # c\n@";
    for (size_t len = 0; len < sizeof body; len++) {
        char *exact = malloc(len ? len : 1);
        TEST_ASSERT(exact != NULL);
        memcpy(exact, body, len);
        source src = {.name = "x.game", .at = exact, .len = len};
        diags d = {0};
        lexer x;
        lexer_init(&x, &src, &d);
        lexeme t;
        int n = 0;
        do {
            t = lexer_next(&x);
            TEST_CHECK(t.from + t.len <= len && t.at <= len);
        } while (t.kind != TOK_END && ++n < 20);
        TEST_CHECK(t.kind == TOK_END);
        free(exact);
    }
}

TEST_LIST = {{"every_word", test_every_word},
             {"signs_are_longest", test_signs_are_longest},
             {"places", test_places},
             {"numbers", test_numbers},
             {"quiet", test_quiet},
             {"cells", test_cells},
             {"ends_anywhere", test_ends_anywhere},
             {NULL, NULL}};
