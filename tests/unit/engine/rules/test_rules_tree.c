/* Right texts: the shape of their trees, the way back to text, inheritance, limits, and memory that
 * runs out. */
#include <acutest.h>

#include "engine/base/file.h"
#include "engine/base/memory.h"
#include "tests/support/rules_tree.h"

static const char *const files[] = {"parser_examples.game", "parser_fragments.game",
                                    "parser_words.game"};

static text read_data(const char *name) {
    char path[500];
    text body;
    error err;
    (void)snprintf(path, sizeof path, "%s/%s", RULES_DATA, name);
    TEST_ASSERT_(file_read(&body, path, PARSER_MAX_BYTES, &err) == ST_OK, "%s", err.text);
    return body;
}

/* A tree of a text that is right. */
static ast right(const char *body) {
    ast a;
    diags d = {0};
    TEST_ASSERT(ast_init(&a) == ST_OK);
    status st = tree_read(&a, "x.game", body, &d);
    text out = text_growing();
    diags_write(&d, &out);
    TEST_CHECK_(st == ST_OK && d.count == 0 && a.sources == 1, "'%.60s' is right", body);
    TEST_MSG("%s", text_string(&out));
    text_done(&out);
    return a;
}

/* --- shape */

static void test_expressions(void) {
    static const char *const cases[][2] = {
        {"1 + 2 - 3", "(- (+ 1 2) 3)"},
        {"1 + 2 * 3", "(+ 1 (* 2 3))"},
        {"a1 | b1 & c1 - d1", "(- (| a1 (& b1 c1)) d1)"},
        {"(a1 | b1) & c1", "(& (| a1 b1) c1)"},
        {"-1 - -2", "(- (neg 1) (neg 2))"},
        {"~a1 & b1", "(& (~ a1) b1)"},
        {"some a1 | b1 == c1", "(== (some (| a1 b1)) c1)"},
        {"(some a1) | b1", "(| (some a1) b1)"},
        {"no a1 - b1 and not some c1", "(and (no (- a1 b1)) (not (some c1)))"},
        {"not a1 in b1 or 1 < 2", "(or (not (in a1 b1)) (< 1 2))"},
        {"1 == 1 or 2 == 2 and 3 == 3", "(or (== 1 1) (and (== 2 2) (== 3 3)))"},
        {"1 == 1 or 2 == 2 or 3 == 3", "(or (or (== 1 1) (== 2 2)) (== 3 3))"},
        {"my rank 8 & mine", "(& my rank 8 mine)"},
        {"count mine + 1", "(+ count mine 1)"},
        {"step (e w) from to & enemy", "(& step (e w) from to enemy)"},
        {"rank 1..2 | rank 3", "(| rank 1..2 rank 3)"},
        {"to - from", "(- to from)"},
        {"f(1, x) * v[me]", "(* f(1, x) v[me])"},
        {"1 <= 2", "(<= 1 2)"},
        {"8 % 3 / 2", "(/ (% 8 3) 2)"},
        {"1 != 2", "(!= 1 2)"},
        {"1 >= count (a1)", "(>= 1 count a1)"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char body[200];
        (void)snprintf(body, sizeof body, "game g { def x = %s }", cases[i][0]);
        ast a = right(body);
        text out = text_growing();
        tree_sketch(&a, ast_at(&a, tree_find(&a, a.first_game, AST_DEF, "x"))->first, &out);
        TEST_CHECK_(strcmp(text_string(&out), cases[i][1]) == 0, "%s", cases[i][1]);
        TEST_MSG("%s", text_string(&out));
        text_done(&out);
        ast_done(&a);
    }
}

/* The kinds below a node, depth first: "MOVE(SRC TO)" as numbers would say nothing. */
static void check_kinds(const ast *a, uint32_t node, const ast_kind *want, int n) {
    int i = 0;
    AST_EACH(a, node, child) {
        TEST_CHECK_(i < n && ast_at(a, child)->kind == want[i], "child %d", i);
        i++;
    }
    TEST_CHECK(i == n);
}

#define CHECK_KINDS(a, node, ...)                                                                  \
    check_kinds(a, node, (const ast_kind[]){__VA_ARGS__},                                          \
                (int)(sizeof((const ast_kind[]){__VA_ARGS__}) / sizeof(ast_kind)))

static uint32_t only_turn(const ast *a) {
    return ast_at(a, tree_find(a, a->first_game, AST_TURN, ""))->first;
}

static void test_rules(void) {
    ast a = right("game g { turn { place x y of neutral on a1 where some a1 { done } "
                  "move mine to a1 as x y  pass } require 1 == 1 require 2 == 2 "
                  "then pick a1 { win me } else when 1 == 1 repeat pass else lose }");
    uint32_t turn = only_turn(&a);
    CHECK_KINDS(&a, turn, AST_THEN, AST_WHEN, AST_LOSE);
    TEST_CHECK(ast_at(&a, turn)->kind == AST_ELSE);
    uint32_t then = ast_at(&a, turn)->first;
    CHECK_KINDS(&a, then, AST_REQUIRE, AST_PICK);
    uint32_t require = ast_at(&a, then)->first;
    CHECK_KINDS(&a, require, AST_UNION, AST_COMPARE, AST_COMPARE);
    uint32_t all = ast_at(&a, require)->first;
    CHECK_KINDS(&a, all, AST_PLACE, AST_MOVE, AST_PASS);
    uint32_t place = ast_at(&a, all)->first;
    CHECK_KINDS(&a, place, AST_KINDS, AST_OF, AST_ON, AST_WHERE, AST_BLOCK);
    CHECK_KINDS(&a, ast_at(&a, place)->first, AST_NAME, AST_NAME);
    CHECK_KINDS(&a, ast_at(&a, place)->next, AST_SRC, AST_TO, AST_KINDS);
    CHECK_KINDS(&a, ast_at(&a, require)->next, AST_TO, AST_BLOCK);
    ast_done(&a);
}

static void test_declarations(void) {
    ast a = right("game g from h \"G\" as \"gg\" { option o -3 in -5..-1 piece p P { hits a1 "
                  "promotes on a1 to q r } counter c var v : cells per player per piece = none "
                  "def f(x, y) = x  phase q turn pass fen f(s K=a1) }");
    uint32_t g = a.first_game;
    CHECK_KINDS(&a, g, AST_PARENT, AST_TITLE, AST_ALIAS, AST_OPTION, AST_PIECE, AST_VAR, AST_VAR,
                AST_DEF, AST_TURN, AST_FEN);
    uint32_t low = ast_at(&a, tree_find(&a, g, AST_OPTION, "o"))->first;
    TEST_CHECK(ast_at(&a, low)->kind == AST_INT && ast_at(&a, low)->value == -3);
    CHECK_KINDS(&a, tree_find(&a, g, AST_PIECE, "p"), AST_LETTER, AST_HITS, AST_PROMOTES);
    TEST_CHECK(ast_at(&a, tree_find(&a, g, AST_VAR, "c"))->flags == AST_COUNTER);
    const ast_node *v = ast_at(&a, tree_find(&a, g, AST_VAR, "v"));
    TEST_CHECK(v->flags == (AST_PER_PLAYER | AST_PER_PIECE) && v->value == VAR_CELLS);
    CHECK_KINDS(&a, tree_find(&a, g, AST_DEF, "f"), AST_PARAMS, AST_CALL);
    TEST_CHECK(tree_find(&a, g, AST_TURN, "q") != 0);
    uint32_t field = ast_at(&a, tree_find(&a, g, AST_FEN, ""))->first;
    CHECK_KINDS(&a, field, AST_NAME, AST_FLAG);
    TEST_CHECK(ast_find_game(&a, "G") == g && ast_find_game(&a, "GG") == g);
    TEST_CHECK(ast_find_game(&a, "h") == 0);
    ast_done(&a);
}

/* Equal strings have equal offsets, whatever their number. */
static void test_strings(void) {
    text body = text_growing();
    text_put(&body, "game g {");
    for (int i = 0; i < 300; i++) text_format(&body, " def name_%d = name_%d", i, (i * 7) % 300);
    text_put(&body, " }");
    ast a = right(text_string(&body));
    uint32_t offset[300];
    int n = 0;
    AST_EACH(&a, a.first_game, child) {
        offset[n++] = ast_at(&a, child)->name;
    }
    n = 0;
    AST_EACH(&a, a.first_game, child) {
        TEST_CHECK(ast_at(&a, ast_at(&a, child)->first)->name == offset[(n++ * 7) % 300]);
    }
    TEST_CHECK(n == 300);
    ast_done(&a);
    text_done(&body);
}

/* --- back to text */

static void check_back(const ast *a, uint32_t node) {
    text out = text_growing();
    ast_write(a, node, &out);
    ast b = right(text_string(&out));
    TEST_CHECK_(tree_same(a, node, &b, node ? b.first_game : 0), "the same tree again");
    text again = text_growing();
    ast_write(&b, node ? b.first_game : 0, &again);
    TEST_CHECK(strcmp(text_string(&out), text_string(&again)) == 0);
    text_done(&again);
    text_done(&out);
    ast_done(&b);
}

static void test_examples(void) {
    static const int games[] = {18, 6, 13};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        TEST_CASE(files[i]);
        text body = read_data(files[i]);
        ast a = right(text_string(&body));
        int n = 0;
        for (uint32_t g = a.first_game; g; g = ast_at(&a, g)->next, n++) check_back(&a, g);
        TEST_CHECK(n == games[i]);
        TEST_MSG("%d games", n);
        check_back(&a, 0);
        ast_done(&a);
        text_done(&body);
    }
    TEST_CHECK(mem_live() == 0);
}

/* What needs its parentheses, and what would take a part of its neighbour without them. */
static void test_parentheses(void) {
    static const char *const cases[] = {
        "1 - (2 - 3)",
        "(1 < 2) == (3 < 4)",
        "not (1 == 1 or 2 == 2)",
        "(1 == 1 and 2 == 2) + 1",
        "some ((some a1) | b1)",
        "-(1 + 2) * ~(a1 | b1)",
        "my (a1 | b1)",
        "count (count a1 + 1)",
        "rank (rank 1)..2",
        "rank (my rank 1)..my rank 2",
        "step n max (step e) from a1",
        "step n max (count step e) from a1",
        "step n max (leap 1 2) from a1",
        "step n max step e from a1",
        "along n from (x) (y)",
        "along n from (my x) (y)",
        "along n from (step e max x) (y)",
        "along n from f(x) (y)",
        "along n ((x) (y | z) (x) [w])",
        "along n (x* (y | z) x@u [w])",
        "along n ((step n) from)",
        "along n (step n from from)",
        "along n (x y[1] f(1) [x y])",
        "along n ((x) (y) (z | w))",
        "shift n (my (a1 | b1))",
        "can (1 == 1)",
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char body[200];
        (void)snprintf(body, sizeof body, "game g { def x = %s }", cases[i]);
        TEST_CASE(cases[i]);
        ast a = right(body);
        check_back(&a, a.first_game);
        ast_done(&a);
    }
    ast a = right("game g { board rect (size) (size + 1) turn chance v in (rank 1)..2 else win }");
    check_back(&a, a.first_game);
    ast_done(&a);
}

/* `hint` is a word only where a declaration begins, and `avoid` and others are none. */
static void test_hints(void) {
    static const char *const bodies[] = {
        "game g { hint avoid pass  hint prefer pass when 1 == 1 or some x  hint none }",
        "game g { players hint avoid\n  hint prefer place on x | y\n  hint avoid move a b on mine "
        "}",
        "game g { piece prefer\n  hint avoid place prefer on (x - y) when not 1 == 2 and no z\n"
        "  def hint = avoid\n  hint prefer move on hint }",
        "game g { fen board hint\n  hint avoid place on none\n  hint none\n  var hint }"};
    for (size_t i = 0; i < sizeof bodies / sizeof *bodies; i++) {
        TEST_CASE(bodies[i]);
        ast a = right(bodies[i]);
        check_back(&a, a.first_game);
        ast_done(&a);
    }
}

/* --- inheritance */

static void check_inherited(const char *body, const char *name, const char *want) {
    ast a = right(body);
    diags d = {0};
    uint32_t all;
    text out = text_growing();
    TEST_CHECK(ast_inherit(&a, ast_find_game(&a, name), &all, &d) == ST_OK && d.count == 0);
    ast_write(&a, all, &out);
    TEST_CHECK_(strcmp(text_string(&out), want) == 0, "%s", name);
    TEST_MSG("%s", text_string(&out));
    text_done(&out);
    ast_done(&a);
}

static void test_inherit_hints(void) {
    static const char family[] = "game old { hint avoid pass  hint prefer place on x }"
                                 "game new from old { hint none  hint avoid pass }";
    check_inherited(family, "new",
                    "game new {\n  hint avoid pass\n  hint prefer place on x\n  hint none\n"
                    "  hint avoid pass\n}");
}

static void test_inherit(void) {
    static const char family[] =
        "game old \"Old\" as \"o\" { players x y  option n 1 in 1..2  piece p  def f = 1"
        "  rule r = pass  var v  counter c  view y same  phase q turn pass  turn r"
        "  end { when 1 == 1 win  when 2 == 2 lose }  show \"old\"\n"
        "  look p king-man \"a man\"  look x red  look board plain  look a1 | b1 shade a }\n"
        "game young from mid { end { when 0 == 0 draw }  def f = 3  rule s = pass }\n"
        "game mid from OLD \"Mid\" { turn s  def f = 2  counter v = 1  board rect 2 2"
        "  end { when 3 == 3 draw }  piece p Q;"
        "  look p tile  look rank 1 shade a }\n"
        "game plain from nothing { players z }\n"
        "game nothing { end { } }\n";
    check_inherited(family, "young",
                    "game young {\n"
                    "  players x y\n"
                    "  option n 1 in 1..2\n"
                    "  piece p Q\n"
                    "  def f = 3\n"
                    "  rule r = pass\n"
                    "  counter v = 1\n"
                    "  counter c\n"
                    "  view y same\n"
                    "  phase q turn pass\n"
                    "  turn s\n"
                    "  end {\n"
                    "    when 0 == 0 draw\n"
                    "    when 3 == 3 draw\n"
                    "    when 1 == 1 win\n"
                    "    when 2 == 2 lose\n"
                    "  }\n"
                    "  show \"old\"\n"
                    "  look p tile\n"
                    "  look x red\n"
                    "  look board plain\n"
                    "  look rank 1 shade a\n"
                    "  board rect 2 2\n"
                    "  rule s = pass\n"
                    "}");
    check_inherited(family, "plain",
                    "game plain {\n"
                    "  end {}\n"
                    "  players z\n"
                    "}");
    check_inherited("game a \"T\" as \"b\" { turn pass }", "b",
                    "game a \"T\" as \"b\" {\n"
                    "  turn pass\n"
                    "}");
    TEST_CHECK(mem_live() == 0);
}

/* The original games stay as they were, and every node still knows its own text. */
static void test_inherit_keeps(void) {
    ast a;
    diags d = {0};
    uint32_t all;
    TEST_ASSERT(ast_init(&a) == ST_OK);
    TEST_ASSERT(tree_read(&a, "one.game", "game a { end { when 1 == 1 win } def f = 1 }", &d) ==
                ST_OK);
    TEST_ASSERT(tree_read(&a, "two.game", "game b from a { end { when 2 == 2 win } }", &d) ==
                ST_OK);
    text before = text_growing();
    text after = text_growing();
    ast_write(&a, 0, &before);
    TEST_ASSERT(ast_inherit(&a, ast_find_game(&a, "b"), &all, &d) == ST_OK);
    ast_write(&a, 0, &after);
    TEST_CHECK(strcmp(text_string(&before), text_string(&after)) == 0);
    uint32_t end = tree_find(&a, all, AST_END, "");
    uint32_t child = ast_at(&a, end)->first;
    TEST_CHECK(ast_at(&a, all)->source == 1 && ast_at(&a, child)->source == 1);
    TEST_CHECK(ast_at(&a, ast_at(&a, child)->next)->source == 0);
    TEST_CHECK(ast_at(&a, tree_find(&a, all, AST_DEF, "f"))->source == 0);
    text_done(&before);
    text_done(&after);
    ast_done(&a);
}

static void check_not_inherited(const char *body, const char *game, const char *said) {
    ast a = right(body);
    diags d = {0};
    uint32_t all = 77;
    text out = text_growing();
    TEST_CHECK(ast_inherit(&a, ast_find_game(&a, game), &all, &d) == ST_BAD_SYNTAX && all == 0);
    diags_write(&d, &out);
    TEST_CHECK_(d.errors == 1 && strcmp(text_string(&out), said) == 0, "%s", said);
    TEST_MSG("%s", text_string(&out));
    text_done(&out);
    ast_done(&a);
}

static void test_inherit_errors(void) {
    check_not_inherited("game a {}\ngame mother {}\ngame b from mohter {}", "b",
                        "x.game:3:13: error E25: parent game not found: 'mohter'\n"
                        "   game b from mohter {}\n"
                        "               ^\n"
                        "   hint: did you mean 'mother'?\n");
    check_not_inherited("game b as \"z\" {}  game c from z {}", "c",
                        "x.game:1:31: error E25: parent game not found: 'z'\n"
                        "   game b as \"z\" {}  game c from z {}\n"
                        "                                 ^\n"
                        "   hint: did you mean 'b'?\n");
    check_not_inherited("game a from c {}\ngame b from a {}\ngame c from b {}\ngame d from a {}",
                        "d",
                        "x.game:2:13: error E18: game is made from itself: 'a'\n"
                        "   game b from a {}\n"
                        "               ^\n"
                        "   hint: a, made from c, made from b, made from a\n");
    check_not_inherited("game a from a {}", "a",
                        "x.game:1:13: error E18: game is made from itself: 'a'\n"
                        "   game a from a {}\n"
                        "               ^\n"
                        "   hint: a, made from a\n");
    check_not_inherited("game a { def x = 1 }\ngame b from a { players x }", "b",
                        "x.game:2:25: error E06: name already declared: 'x'\n"
                        "   game b from a { players x }\n"
                        "                           ^\n"
                        "   hint: first declared in line 1\n");
}

/* A line of games, each made from the one before. */
static void test_inherit_depth(void) {
    text body = text_growing();
    text_put(&body, "game g_1 { }");
    for (int i = 2; i <= PARSER_MAX_ANCESTORS + 1; i++)
        text_format(&body, "\ngame g_%d from g_%d { }", i, i - 1);
    ast a = right(text_string(&body));
    diags d = {0};
    uint32_t all;
    TEST_CHECK(ast_inherit(&a, ast_find_game(&a, "g_64"), &all, &d) == ST_OK && all);
    TEST_CHECK(ast_inherit(&a, ast_find_game(&a, "g_65"), &all, &d) == ST_BAD_SYNTAX && !all);
    TEST_CHECK(d.errors == 1 && strcmp(d.item[0].code, "E30") == 0 && d.item[0].line == 2);
    ast_done(&a);
    text_done(&body);
}

/* --- limits */

/* `n` times `open`, a middle, `n` times `close`; the line and column of the one error. */
static void check_nesting(const char *head, const char *open, const char *middle, const char *close,
                          int max) {
    for (int n = max - 1; n <= max + 1; n++) {
        text body = text_growing();
        text_put(&body, head);
        for (int i = 0; i < n; i++) text_put(&body, open);
        text_put(&body, middle);
        for (int i = 0; i < n; i++) text_put(&body, close);
        text_put(&body, "\nvar other }\n");
        ast a;
        diags d = {0};
        TEST_ASSERT(ast_init(&a) == ST_OK);
        status st = tree_read(&a, "x.game", text_string(&body), &d);
        TEST_CHECK_(st == (n <= max ? ST_OK : ST_BAD_SYNTAX), "%d times '%s'", n, open);
        TEST_CHECK(d.count == (n > max) && (!d.count || strcmp(d.item[0].code, "E30") == 0));
        TEST_MSG("%d: %s %s", d.count, d.item[0].code, d.item[0].message);
        if (st == ST_OK) check_back(&a, 0);
        ast_done(&a);
        text_done(&body);
    }
}

static void test_nesting(void) {
    enum { MAX = PARSER_MAX_NESTING - 1 }; /* the game's own block is one */
    check_nesting("game g { def x = ", "(", "1", ")", MAX);
    check_nesting("game g { def x = ", "-", "1", "", MAX);
    check_nesting("game g { def x = ", "~ ", "1", "", MAX);
    check_nesting("game g { def x = ", "not ", "1", "", MAX);
    check_nesting("game g { def x = ", "some ", "1", "", MAX);
    check_nesting("game g { def x = ", "my ", "1", "", MAX);
    check_nesting("game g { def x = ", "rank ", "1", "", MAX);
    check_nesting("game g { def x = ", "shift n ", "1", "", MAX);
    check_nesting("game g { def x = ", "step n max ", "1", "", MAX);
    check_nesting("game g { def x = ", "leap 1 2 from ", "1", "", MAX);
    check_nesting("game g { def x = ", "f(", "1", ")", MAX);
    check_nesting("game g { def x = ", "run(", "1", ")", MAX);
    check_nesting("game g { def x = ", "v[", "1", "]", MAX);
    check_nesting("game g { def x = ", "along n (", "1", ")", MAX);
    check_nesting("game g { turn ", "{", "pass", "}", MAX);
    check_nesting("game g { turn ", "optional ", "pass", "", MAX);
    check_nesting("game g { turn ", "when 1 ", "pass", "", MAX);
    check_nesting("game g { before { ", "if 1 {} else ", "done }", "", MAX - 2);
    check_nesting("game g { before ", "{ if 1 ", "{}", "}", MAX / 2);
}

/* Very deep texts end, and say so once. */
static void test_abyss(void) {
    static const char *const opens[] = {
        "(",         "-",  "{",         "[",      "my ",    "step n from ",
        "along n (", "f(", "optional ", "if 1 {", "when 1 "};
    static const char *const heads[] = {"game g { def x = ", "game g { turn ", "game g { before {"};
    for (size_t h = 0; h < sizeof heads / sizeof *heads; h++) {
        for (size_t i = 0; i < sizeof opens / sizeof *opens; i++) {
            text body = text_growing();
            text_put(&body, heads[h]);
            for (int n = 0; n < 5000; n++) text_put(&body, opens[i]);
            ast a;
            diags d = {0};
            TEST_ASSERT(ast_init(&a) == ST_OK);
            TEST_CHECK(tree_read(&a, "x.game", text_string(&body), &d) == ST_BAD_SYNTAX);
            TEST_CHECK_(d.count <= 2, "%s and many %s", heads[h], opens[i]);
            TEST_MSG("%d errors", d.count);
            ast_done(&a);
            text_done(&body);
        }
    }
}

static void test_operators(void) {
    for (int n = PARSER_MAX_OPERATORS; n <= PARSER_MAX_OPERATORS + 1; n++) {
        text body = text_growing();
        text_put(&body, "game g { def x = 1 def y = a1");
        for (int i = 0; i < n; i++) text_put(&body, i % 2 ? " | a1" : " & a1");
        text_put(&body, "\n def z = 1 | 2 }");
        ast a;
        diags d = {0};
        TEST_ASSERT(ast_init(&a) == ST_OK);
        status st = tree_read(&a, "x.game", text_string(&body), &d);
        TEST_CHECK((st == ST_OK) == (n == PARSER_MAX_OPERATORS));
        TEST_CHECK(d.count == (st != ST_OK) && (!d.count || strcmp(d.item[0].code, "E30") == 0));
        if (st == ST_OK) check_back(&a, 0);
        ast_done(&a);
        text_done(&body);
    }
}

static void test_size(void) {
    size_t len = PARSER_MAX_BYTES + 1;
    char *body = mem_alloc(len + 1);
    TEST_ASSERT(body != NULL);
    static const char head[] = "game g { }";
    for (size_t i = 0; i < len; i++) body[i] = i < strlen(head) ? head[i] : ' ';
    ast a;
    diags d = {0};
    source src = {.name = "x.game", .at = body, .len = len - 1};
    TEST_ASSERT(ast_init(&a) == ST_OK);
    TEST_CHECK(parse_text(&a, &src, &d) == ST_OK && a.first_game);
    src.len = len;
    TEST_CHECK(parse_text(&a, &src, &d) == ST_BAD_SYNTAX && d.errors == 1);
    TEST_CHECK(strcmp(d.item[0].code, "E30") == 0 && d.item[0].line == 1 && a.sources == 1);
    ast_done(&a);
    mem_free(body);
}

static void test_sources(void) {
    ast a;
    diags d = {0};
    source none = {.name = "x.game"};
    TEST_ASSERT(ast_init(&a) == ST_OK);
    for (int i = 0; i < AST_SOURCES; i++) TEST_CHECK(parse_text(&a, &none, &d) == ST_OK);
    TEST_CHECK(d.count == 0 && a.first_game == 0);
    TEST_CHECK(parse_text(&a, &none, &d) == ST_BAD_SYNTAX && strcmp(d.item[0].code, "E30") == 0);
    ast_done(&a);
}

/* --- memory */

static status read_and_inherit(const char *body) {
    ast a;
    diags d = {0};
    uint32_t all = 0;
    text out = text_growing();
    status st = ast_init(&a);
    if (st == ST_OK) st = tree_read(&a, "x.game", body, &d);
    if (st == ST_OK) st = ast_inherit(&a, ast_find_game(&a, "c"), &all, &d);
    if (st == ST_OK) {
        ast_write(&a, all, &out);
        if (out.cut) st = ST_NOMEM;
    }
    TEST_CHECK_(d.count == 0, "out of memory is no fault of the text");
    text_done(&out);
    ast_done(&a);
    return st;
}

static void test_no_memory(void) {
    enum { ENOUGH = 20000 };
    static const char body[] =
        "game a { players u v  board rect 3 3  piece p P { hits step any  move hits & empty }"
        "  def f(x, y) = x | y & my z  rule r = { pass move mine to along n ([enemy+] mine@q) }"
        "  var w : cells  end { when 1 == 1 win } turn r then { pass } else lose }\n"
        "game b from a { def g = f(1, 2) }\n"
        "game c from b \"C\" { end { when 2 == 2 { w = none } } def f(x, y) = 3 }\n";
    for (uint64_t n = 1; n < ENOUGH; n++) {
        uint64_t before = mem_count();
        mem_fail_at(n);
        status st = read_and_inherit(body);
        mem_fail_at(0);
        TEST_ASSERT_(mem_live() == 0, "failing at allocation %d leaves nothing behind", (int)n);
        if (mem_count() - before < n) {
            TEST_CHECK(st == ST_OK && n > 10);
            return;
        }
        TEST_CHECK_(st == ST_NOMEM, "allocation %d: %s", (int)n, status_name(st));
    }
    TEST_CHECK_(false, "the work ends");
}

TEST_LIST = {{"expressions", test_expressions},
             {"rules", test_rules},
             {"declarations", test_declarations},
             {"strings", test_strings},
             {"examples", test_examples},
             {"hints", test_hints},
             {"parentheses", test_parentheses},
             {"inherit_hints", test_inherit_hints},
             {"inherit", test_inherit},
             {"inherit_keeps", test_inherit_keeps},
             {"inherit_errors", test_inherit_errors},
             {"inherit_depth", test_inherit_depth},
             {"nesting", test_nesting},
             {"abyss", test_abyss},
             {"operators", test_operators},
             {"size", test_size},
             {"sources", test_sources},
             {"no_memory", test_no_memory},
             {NULL, NULL}};
