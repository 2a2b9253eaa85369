/* After an error the reader continues: what it finds in one go, what it keeps, and where it
 * stops. */
#include <acutest.h>

#include "engine/base/memory.h"
#include "tests/support/rules_tree.h"

/* "E03 5:14, E03 6:35": all entries. */
static void list(const diags *d, text *out) {
    for (int i = 0; i < d->count; i++)
        text_format(out, "%s%s %d:%d", i ? ", " : "", d->item[i].code, d->item[i].line,
                    d->item[i].column);
}

/* The names of the games in the tree. */
static void games(const ast *a, text *out) {
    for (uint32_t g = a->first_game; g; g = ast_at(a, g)->next)
        text_format(out, "%s%s", g == a->first_game ? "" : " ", ast_name(a, g));
}

static void check_texts(const char *const *body, const char *errors, const char *kept) {
    char said[1000];
    char left[200];
    text found = text_over(said, sizeof said);
    text names = text_over(left, sizeof left);
    ast a;
    diags d = {0};
    TEST_ASSERT(ast_init(&a) == ST_OK);
    for (; *body; body++) {
        int before = d.errors;
        status st = tree_read(&a, "x.game", *body, &d);
        TEST_CHECK(st == (d.errors > before ? ST_BAD_SYNTAX : ST_OK));
    }
    list(&d, &found);
    games(&a, &names);
    TEST_CHECK_(strcmp(said, errors) == 0, "%s", errors);
    TEST_MSG("%s", said);
    TEST_CHECK_(strcmp(left, kept) == 0, "games: %s", kept);
    TEST_MSG("%s", left);
    ast_done(&a);
    TEST_CHECK(mem_live() == 0);
}

static void check(const char *body, const char *errors, const char *kept) {
    const char *const all[] = {body, NULL};
    check_texts(all, errors, kept);
}

static void test_declarations(void) {
    check("game a {\n"
          "  players X, O\n"
          "  board rect 3\n"
          "  piece mark m M\n"
          "  var x =\n"
          "  var y : fish\n"
          "  turn place mark on empty else\n"
          "  end { when run(mine, last) >= 3 wni }\n"
          "}\n",
          "E03 2:12, E03 4:3, E03 4:16, E03 6:3, E03 6:11, E03 8:3, E03 8:35", "");
}

static void test_statements(void) {
    check("game a {\n"
          "  setup { put x of on a1  remvoe b1  flip }\n"
          "  before {\n"
          "    x = 3\n"
          "    y 4\n"
          "    if from in z { q = }\n"
          "    else w = \n"
          "  }\n"
          "  turn { place on a1 move b1 to 3 + pass }\n"
          "  piece p { move hits & ; hits 3 3\n promotes to x  move 4 }\n"
          "  end { when 1 win when = 2 draw when 3 { flip } when 4 }\n"
          "}\n",
          "E03 2:20, E03 2:43, E03 5:5, E03 6:24, E03 8:3, E03 9:16, E03 9:37, E03 10:25, "
          "E03 11:11, E03 12:25, E03 12:48, E03 12:57",
          "");
}

static void test_games_are_apart(void) {
    check("game a { turn pass }\n"
          "game b { turn }\n"
          "game c { turn pass\n"
          "game d { turn pass }\n"
          "gmae e { turn pass }\n"
          "game f { turn pass } }\n"
          "game g \"open\n"
          "{ turn 3 }\n"
          "game { turn 4 }\n"
          "game h { turn pass }\n",
          "E03 2:15, E04 4:1, E03 5:1, E03 6:22, E02 7:8, E03 8:8, E03 9:6, E03 9:13", "a d f h");
}

static void test_unclosed_blocks(void) {
    check("game a {\n"
          "  setup { if 1 == 1 { x = 1\n"
          "  before { x = 2\n"
          "  turn { { pass\n"
          "  end { when 1 == 1 win\n"
          "  piece p { move from\n"
          "  var x\n"
          "  var e4\n"
          "}\n"
          "game b { turn pass }\n",
          "E04 3:3, E04 4:3, E04 5:3, E04 6:3, E04 7:3, E07 8:7", "b");
}

/* Errors of the lexer are one each, whatever the parser thinks of the place. */
static void test_bad_tokens(void) {
    check("game a {\n"
          "  def x = $ + $\n"
          "  def y = 1 $ 2\n"
          "  show 'a b'\n"
          "  show \"a\n"
          "  var z : \xE2\x82\xAC\n"
          "  def q = 1\n"
          "  $\n"
          "  def big = 1 + 99999999999 + 99999999999\n"
          "}\n",
          "E01 2:11, E01 3:13, E01 4:8, E02 5:8, E01 6:11, E01 8:3, E30 9:17", "");
}

static void test_twice(void) {
    check("game a { turn pass }\n"
          "game A { turn pass }\n"
          "game b { def x = 1  def x = 2  def x = 3 }\n"
          "game a { turn 3 }\n",
          "E06 2:6, E06 3:25, E06 3:36, E06 4:6, E03 4:15", "a");
    const char *const texts[] = {"game a { turn pass }", "\ngame a { turn pass } game b { }", NULL};
    check_texts(texts, "E06 2:6", "a b");
}

/* The hint names the other text. */
static void test_twice_in_two_texts(void) {
    ast a;
    diags d = {0};
    TEST_ASSERT(ast_init(&a) == ST_OK);
    TEST_CHECK(tree_read(&a, "one.game", "\ngame a { }", &d) == ST_OK);
    TEST_CHECK(tree_read(&a, "two.game", "game a { }", &d) == ST_BAD_SYNTAX);
    TEST_CHECK(strcmp(d.item[0].file, "two.game") == 0);
    TEST_CHECK(strcmp(d.item[0].hint, "first declared in one.game, line 2") == 0);
    TEST_MSG("%s", d.item[0].hint);
    ast_done(&a);
}

static void test_child_may_redefine(void) {
    check("game a { def x = 1 turn pass } game b from a { def x = 2 turn pass }", "", "a b");
}

/* Nothing is said beyond the twentieth; the rest of the text is not read. */
static void test_at_most_twenty(void) {
    text body = text_growing();
    text_put(&body, "game a {\n");
    for (int i = 0; i < 50; i++) text_put(&body, "  var = \n");
    text_put(&body, "}\ngame b { }\n");
    ast a;
    diags d = {0};
    TEST_ASSERT(ast_init(&a) == ST_OK);
    TEST_CHECK(tree_read(&a, "x.game", text_string(&body), &d) == ST_BAD_SYNTAX);
    TEST_CHECK(d.count == DIAG_MAX_COUNT && d.errors == DIAG_MAX_COUNT);
    TEST_CHECK(d.item[DIAG_MAX_COUNT - 1].line == DIAG_MAX_COUNT + 1);
    TEST_CHECK(a.first_game == 0);
    TEST_CHECK(tree_read(&a, "y.game", "game c { }", &d) == ST_BAD_SYNTAX);
    ast_done(&a);
    text_done(&body);
}

/* Warnings of others do not keep a text from being read. */
static void test_full_of_warnings(void) {
    source src = {.name = "w.game", .at = "w", .len = 1};
    ast a;
    diags d = {0};
    TEST_ASSERT(ast_init(&a) == ST_OK);
    for (int i = 0; i < DIAG_MAX_COUNT; i++) diag_add(&d, &src, 0, "W02", "never used");
    TEST_CHECK(tree_read(&a, "x.game", "game a { }", &d) == ST_OK && a.first_game);
    TEST_CHECK(tree_read(&a, "y.game", "game b { x } game c { }", &d) == ST_BAD_SYNTAX);
    TEST_CHECK(d.errors == 1 && strcmp(d.item[DIAG_MAX_COUNT - 1].code, "E03") == 0);
    ast_done(&a);
}

TEST_LIST = {{"declarations", test_declarations},
             {"statements", test_statements},
             {"games_are_apart", test_games_are_apart},
             {"unclosed_blocks", test_unclosed_blocks},
             {"bad_tokens", test_bad_tokens},
             {"twice", test_twice},
             {"twice_in_two_texts", test_twice_in_two_texts},
             {"child_may_redefine", test_child_may_redefine},
             {"at_most_twenty", test_at_most_twenty},
             {"full_of_warnings", test_full_of_warnings},
             {NULL, NULL}};
