/* Wrong texts: each has one error, with its code, line, column, message and hint, and no second
 * one that only follows from the first. */
#include <acutest.h>

#include "engine/base/memory.h"
#include "tests/support/rules_tree.h"

typedef struct wrong {
    const char *body, *code;
    int line, column;
    const char *message, *hint; /* how the message begins; a part of the hint */
} wrong;

static void check_wrong(const wrong *w) {
    ast a;
    diags d = {0};
    TEST_ASSERT(ast_init(&a) == ST_OK);
    status st = tree_read(&a, "x.game", w->body, &d);
    TEST_CHECK_(st == ST_BAD_SYNTAX && d.count == 1 && d.errors == 1, "one error in '%s'", w->body);
    text all = text_growing();
    diags_write(&d, &all);
    const diag *e = &d.item[0];
    TEST_CHECK_(strcmp(e->code, w->code) == 0 && e->line == w->line && e->column == w->column,
                "%s at %d:%d in '%s'", w->code, w->line, w->column, w->body);
    TEST_MSG("%s", text_string(&all));
    TEST_CHECK_(text_starts(e->message, w->message), "'%s'", w->message);
    TEST_MSG("%s", text_string(&all));
    TEST_CHECK_(strstr(e->hint, w->hint) && (!e->hint[0] == !w->hint[0]), "hint '%s'", w->hint);
    TEST_MSG("%s", text_string(&all));
    TEST_CHECK(strcmp(e->file, "x.game") == 0);
    TEST_CHECK_(a.first_game == 0, "the game is not in the tree");
    text_done(&all);
    ast_done(&a);
    TEST_CHECK(mem_live() == 0);
}

#define CHECK_ALL(table)                                                                           \
    for (size_t i = 0; i < sizeof(table) / sizeof *(table); i++) check_wrong(&(table)[i])

#define LIST_EFFECTS "remove, put, flip"
#define LIST_RULES   "place, move, pick"

static void test_characters(void) {
    static const wrong table[] = {
        {"game a { ! }", "E01", 1, 10, "character not allowed here: '!'", "'not'"},
        {"game a {\n  def x = 1.2\n}", "E01", 2, 12, "character not allowed here: '.'", "1..3"},
        {"game a { show 'x' }", "E01", 1, 15, "character not allowed here: '''", "double quotes"},
        {"game a {\n def x = \xC3\xA9\xC3\xA8 | b2\n}", "E01", 2, 10,
         "character not allowed here: byte 0xC3", "comments"},
        {"$", "E01", 1, 1, "character not allowed here: '$'", "letters"},
        {"game a { players \x01 }", "E01", 1, 18, "character not allowed here: byte 0x01", "let"},
        {"game a \"abc {\n}", "E02", 1, 8, "string not closed on its line", ""},
        {"game a { show \"abc", "E02", 1, 15, "string not closed on its line", ""},
        {"game a {\n setup \"abc\n turn pass\n}", "E02", 2, 8, "string not closed", ""},
        {"game a { show \"a\x01\" }", "E02", 1, 15, "string not closed", ""},
        {"game a { def x = 2147483648 }", "E30", 1, 18, "limit exceeded: the number", "2147483647"},
        {"game a { option x 1 in -2147483648..3 }", "E30", 1, 25, "limit exceeded: the num", "214"},
        {"game "
         "abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijklm { }",
         "E30", 1, 6, "limit exceeded: the name has more than 64 characters", ""},
    };
    CHECK_ALL(table);
}

static void test_games(void) {
    static const wrong table[] = {
        {"x", "E03", 1, 1, "expected a game, found 'x'", "possible here: game"},
        {"gmae a { }", "E03", 1, 1, "expected a game, found 'gmae'", "did you mean 'game'?"},
        {"}", "E03", 1, 1, "expected a game, found '}'", "game"},
        {"game", "E03", 1, 5, "expected a name for the game, found the end of the text", ""},
        {"game {}", "E03", 1, 6, "expected a name for the game, found '{'", ""},
        {"game turn {}", "E03", 1, 6, "expected a name for the game, found 'turn'", "belongs"},
        {"game a4 {}", "E07", 1, 6, "cell name used as a name: 'a4'", "trailing digits"},
        {"game a from {}", "E03", 1, 13, "expected the name of a game, found '{'", ""},
        {"game a from \"b\" {}", "E03", 1, 13, "expected the name of a game, found a string", ""},
        {"game a as b {}", "E03", 1, 11, "expected a string in double quotes, found 'b'", ""},
        {"game a as \"b\" \"c\" {}", "E03", 1, 15, "expected '{', found a string", ""},
        {"game a form b {}", "E03", 1, 8, "expected '{', found 'form'", "did you mean 'from'?"},
        {"game a", "E03", 1, 7, "expected '{', found the end of the text", "from, as"},
        {"game a {", "E04", 1, 9, "block not closed", "'{' in line 1"},
        {"game a\n{\n players x y\n\n # c\n", "E04", 3, 13, "block not closed", "line 2"},
        {"game a { x }", "E03", 1, 10, "expected a declaration or '}', found 'x'", "players, vi"},
        {"game a { bord rect 3 3 }", "E03", 1, 10, "expected a declaration", "mean 'board'?"},
        {"game a { players }", "E03", 1, 18, "expected a name for a player, found '}'", ""},
        {"game a { players x, y }", "E03", 1, 19, "expected a declaration", "players"},
        {"game a { view x up }", "E03", 1, 17, "expected a view, found 'up'", "same, mirror"},
        {"game a { view x miror }", "E03", 1, 17, "expected a view", "mean 'mirror'?"},
        {"game a { option x }", "E03", 1, 19, "expected a number, found '}'", ""},
        {"game a { option x 3 3 }", "E03", 1, 21, "expected 'in', found '3'", ""},
        {"game a { option x 3 in 3 }", "E03", 1, 26, "expected '..', found '}'", ""},
        {"game a { option x 3 in 3..y }", "E03", 1, 27, "expected a number, found 'y'", ""},
    };
    CHECK_ALL(table);
}

static void test_boards_and_pieces(void) {
    static const wrong table[] = {
        {"game a { board square 3 }", "E03", 1, 16, "expected a shape, found 'square'",
         "rect, hex"},
        {"game a { board rect 3 }", "E03", 1, 23, "expected an operand", "my, count"},
        {"game a { board rect 3 3 wrap z }", "E03", 1, 30, "expected x, y or xy, found 'z'", ""},
        {"game a { board rect 3 3 olny dark }", "E03", 1, 25, "expected a decl", "mean 'only'?"},
        {"game a { board hexagon }", "E03", 1, 24, "expected an operand", "my, count"},
        {"game a { board hexagon 3 only a1 }", "E03", 1, 26, "expected a declaration", "players"},
        {"game a { board lines }", "E03", 1, 22, "expected '(' and a line of cells", ""},
        {"game a { board lines () }", "E03", 1, 23, "expected the name of a cell, found ')'", ""},
        {"game a { board lines (a1 | b1) }", "E03", 1, 26, "expected a cell or ')', found '|'", ""},
        {"game a { piece }", "E03", 1, 16, "expected a name for the piece, found '}'", ""},
        {"game a { piece b7 }", "E07", 1, 16, "cell name used as a name: 'b7'", "trailing"},
        {"game a { piece a Kq }", "E03", 1, 18, "expected one letter for the piece", "players"},
        {"game a { piece a _ }", "E03", 1, 18, "expected one letter for the piece", "players"},
        {"game a { piece a {\n mvoe hits } }", "E03", 2, 2,
         "expected 'hits', 'move', 'promotes' or 'on'", "did you mean 'move'?"},
        {"game a { piece a { hits } }", "E03", 1, 25, "expected an operand", "my, count"},
        {"game a { piece a { move to to } }", "E03", 1, 31, "expected an operand", "my, count"},
        {"game a { piece a { promotes to b } }", "E03", 1, 29, "expected 'on', found 'to'", ""},
        {"game a { piece a { promotes on b } }", "E03", 1, 34, "expected 'to', found '}'", ""},
        {"game a { piece a { promotes on b to } }", "E03", 1, 37, "expected the name of a pie", ""},
        {"game a {\n piece a {\n move from\n turn pass\n}", "E04", 4, 2, "block not closed",
         "'{' in line 2"},
    };
    CHECK_ALL(table);
}

static void test_definitions(void) {
    static const wrong table[] = {
        {"game a { def = 3 }", "E03", 1, 14, "expected a name, found '='", "'==' compares"},
        {"game a { def x 3 }", "E03", 1, 16, "expected '(' or '=', found '3'", ""},
        {"game a { def x() = 3 }", "E03", 1, 16, "expected a name for an argument, found ')'", ""},
        {"game a { def x(a b) = 3 }", "E03", 1, 18, "expected ',' or ')', found 'b'", ""},
        {"game a { def x(a1) = 3 }", "E07", 1, 16, "cell name used as a name: 'a1'", "trailing"},
        {"game a { def x(u,v,u) = 3 }", "E06", 1, 20, "name already declared: 'u'", "line 1"},
        {"game a { def x = }", "E03", 1, 18, "expected an operand", "my, count"},
        {"game a { rule r = }", "E03", 1, 19, "expected a rule, found '}'", LIST_RULES},
        {"game a { var x : number }", "E03", 1, 18, "expected 'int', 'cell', 'cells' or 'card'",
         "int, ce"},
        {"game a { var x : cels }", "E03", 1, 18, "expected 'int', 'cell'", "mean 'cell"},
        {"game a { var x per }", "E03", 1, 20, "expected 'player', 'piece' or 'cell', found",
         "player"},
        {"game a { var x per player per player }", "E03", 1, 31, "expected 'piece'", "player, p"},
        {"game a { var x per piece per player }", "E03", 1, 30, "expected the end of 'per'",
         "in this order"},
        {"game a { var x per piece per piece }", "E03", 1, 30, "expected the end of 'per'", "ord"},
        {"game a { var c3 }", "E07", 1, 14, "cell name used as a name: 'c3'", "trailing digits"},
        {"game a { counter cc33 }", "E07", 1, 18, "cell name used as a name: 'cc33'", "trailing"},
        {"game a { option a1 3 in 1..4 }", "E07", 1, 17, "cell name", "trailing digits"},
        {"game a { players x y1 }", "E07", 1, 20, "cell name used as a name: 'y1'", "trailing"},
        {"game a { phase a1 turn pass }", "E07", 1, 16, "cell name used as a name", "trailing"},
        {"game a { def x = along n (b2@c3) }", "E07", 1, 30, "cell name used as a name", "trail"},
        {"game a { def x = 1\n def x = 2 }", "E06", 2, 6, "name already declared: 'x'",
         "first declared in line 1"},
        {"game a { def x = 1\n\n rule x = pass }", "E06", 3, 7, "name already declared: 'x'", "1"},
        {"game a { var x counter x }", "E06", 1, 24, "name already declared: 'x'", "line 1"},
        {"game a { players x y piece y }", "E06", 1, 28, "name already declared: 'y'", "line 1"},
        {"game a { players x x }", "E06", 1, 20, "name already declared: 'x'", "line 1"},
        {"game a { option x 1 in 1..2 piece x }", "E06", 1, 35, "name already declared", "line 1"},
        {"game a { board rect 3 3\n board rect 3 3 }", "E06", 2, 2, "already declared: 'board'",
         "line 1"},
        {"game a { turn pass turn pass }", "E06", 1, 20, "already declared: 'turn'", "line 1"},
        {"game a { phase p turn pass phase p turn pass }", "E06", 1, 36,
         "turn of this phase already declared: 'p'", "line 1"},
        {"game a { view x same view x mirror }", "E06", 1, 27, "view already declared: 'x'", "1"},
        {"game a { end { } end { } }", "E06", 1, 18, "already declared: 'end'", "line 1"},
        {"game a { setup { } setup \"\" }", "E06", 1, 20, "already declared: 'setup'", "line 1"},
        {"game a { before { } before { } }", "E06", 1, 21, "already declared: 'before'", "line 1"},
        {"game a { show \"\" show \"\" }", "E06", 1, 18, "already declared: 'show'", "line 1"},
        {"game a { fen fen }", "E06", 1, 14, "already declared: 'fen'", "line 1"},
        {"game a { players x players y }", "E06", 1, 20, "already declared: 'players'", "line 1"},
    };
    CHECK_ALL(table);
}

static void test_stages(void) {
    static const wrong table[] = {
        {"game a { setup }", "E03", 1, 16, "expected a string or '{', found '}'", ""},
        {"game a { before x }", "E03", 1, 17, "expected '{', found 'x'", ""},
        {"game a { phase turn }", "E03", 1, 16, "expected a name for the phase", "belongs"},
        {"game a { phase p }", "E03", 1, 18, "expected 'turn', found '}'", "turn"},
        {"game a { turn }", "E03", 1, 15, "expected a rule, found '}'", LIST_RULES},
        {"game a { turn palce x on a1 }", "E03", 1, 21, "expected a declaration",
         "did you mean 'place' by 'palce'?"},
        {"game a { turn pass esle draw }", "E03", 1, 20, "expected a declaration", "mean 'else'?"},
        {"game a { turn pass else }", "E03", 1, 25, "expected a rule, found '}'", LIST_RULES},
        {"game a { turn pass then 3 }", "E03", 1, 25, "expected a rule, found '3'", LIST_RULES},
        {"game a { turn pass require }", "E03", 1, 28, "expected an operand", "my, count"},
        {"game a { turn place on a1 }", "E03", 1, 21, "expected the name of a piece, found 'on'",
         ""},
        {"game a { turn place x to a1 }", "E03", 1, 23, "expected 'on', found 'to'", "on, of"},
        {"game a { turn place x of on a1 }", "E03", 1, 26, "expected an operand", "my, count"},
        {"game a { turn move mine ot a1 }", "E03", 1, 25, "expected a declaration", "mean 'to'?"},
        {"game a { turn pick a1 as }", "E03", 1, 26, "expected the name of a piece, found '}'", ""},
        {"game a { turn act swap }", "E03", 1, 19, "expected a string in double quotes", ""},
        {"game a { turn chance in 1..3 }", "E03", 1, 22, "expected the name of a variable", ""},
        {"game a { turn chance d 1..3 }", "E03", 1, 24, "expected 'in' or 'from', found '1'",
         "in, from"},
        {"game a { turn chance d in 1 }", "E03", 1, 29, "expected '..', found '}'", ""},
        {"game a { turn do pass }", "E03", 1, 18, "expected '{', found 'pass'", ""},
        {"game a { turn when some mine }", "E03", 1, 30, "expected a rule, found '}'", LIST_RULES},
        {"game a { turn r(1 }", "E03", 1, 19, "expected ',' or ')', found '}'", ""},
        {"game a { turn r() }", "E03", 1, 17, "expected an operand", "my, count"},
        {"game a {\n turn {\n pass\n var x\n}", "E04", 4, 2, "block not closed", "line 2"},
        {"game a { end { win } }", "E03", 1, 16, "expected 'when' or '}', found 'win'", "when"},
        {"game a { end { when 1 == 1 } }", "E03", 1, 28, "expected an outcome or '{'", "win, lose"},
        {"game a { end { when 1 == 1 wni } }", "E03", 1, 28, "expected an outcome", "mean 'win'?"},
        {"game a { end { when x = 1 win } }", "E03", 1, 23, "expected an outcome", "'==' compares"},
        {"game a { fen board( }", "E03", 1, 21, "expected the name of a variable, found '}'", ""},
        {"game a { fen f(x K) }", "E03", 1, 19, "expected '=', found ')'", ""},
        {"game a { fen f(x K=) }", "E03", 1, 20, "expected an operand", "my, count"},
        {"game a { fen f(x 3) }", "E03", 1, 18, "expected what is written for a flag, or ')'", ""},
        {"game a { show x }", "E03", 1, 15, "expected a string in double quotes, found 'x'", ""},
    };
    CHECK_ALL(table);
}

static void test_effects(void) {
    static const wrong table[] = {
        {"game a { before { remvoe a1 } }", "E03", 1, 19, "expected an effect, found 'remvoe'",
         "did you mean 'remove'?"},
        {"game a { before { x } }", "E03", 1, 19, "expected an effect, found 'x'", LIST_EFFECTS},
        {"game a { before { 3 } }", "E03", 1, 19, "expected an effect, found '3'", LIST_EFFECTS},
        {"game a { before { place x on a1 } }", "E03", 1, 19, "expected an effect", LIST_EFFECTS},
        {"game a { before { x == 3 } }", "E03", 1, 19, "expected an effect, found 'x'", "remove"},
        {"game a { before { x[1 = 3 } }", "E03", 1, 23, "expected ',' or ']', found '='", "'=='"},
        {"game a { before { x[1] 3 } }", "E03", 1, 24, "expected '=', '+=', '-=', '|=' or '&='",
         ""},
        {"game a { before { put on a1 } }", "E03", 1, 23, "expected the name of a piece", ""},
        {"game a { before { put x a1 } }", "E03", 1, 25, "expected 'on', found 'a1'", "on, of"},
        {"game a { before { put x off a on b } }", "E03", 1, 25, "expected 'on'", "mean 'o"},
        {"game a { before { give a1 } }", "E03", 1, 27, "expected 'to', found '}'", ""},
        {"game a { before { change a1 to x } }", "E03", 1, 29, "expected 'into', found 'to'", ""},
        {"game a { before { change a1 into } }", "E03", 1, 34, "expected the name of a piece", ""},
        {"game a { before { relocate a1 b1 } }", "E03", 1, 31, "expected 'to', found 'b1'", ""},
        {"game a { before { push mine } }", "E03", 1, 24, "expected a direction", ""},
        {"game a { before { push (n | s) mine } }", "E03", 1, 27, "expected a direction or ')'",
         ""},
        {"game a { before { if some mine remove to } }", "E03", 1, 32, "expected '{', found 'rem",
         ""},
        {"game a { before { if 1 == 1 { } else } }", "E03", 1, 38, "expected an effect", "remove"},
        {"game a { before { next 3 } }", "E03", 1, 24, "expected '=', found '3'", ""},
        {"game a { before { phase = 3 } }", "E03", 1, 27, "expected the name of a phase", ""},
        {"game a { before { score } }", "E03", 1, 25, "expected an operand", "my, count"},
        {"game a {\n before {\n x = 1\n\n turn pass }\n", "E04", 5, 2, "block not closed",
         "line 2"},
        {"game a {\n before { x = 1 turn pass }\n", "E04", 2, 17, "block not closed", "line 2"},
        {"game a {\n before { if 1 == 1 { x = 1\n", "E04", 2, 28, "block not closed", "line 2"},
    };
    CHECK_ALL(table);
}

static void test_expressions(void) {
    static const wrong table[] = {
        {"game a { def x = (1 + 2 }", "E03", 1, 25, "expected ')', found '}'", "column 18"},
        {"game a { def x = 1 + }", "E03", 1, 22, "expected an operand", "my, count"},
        {"game a { def x = 1 2 }", "E03", 1, 20, "expected a declaration or '}', found '2'", "pla"},
        {"game a { def x = 1 < 2 < 3 }", "E03", 1, 24, "expected the end of the comparison", "and"},
        {"game a { def x = a1 in b1 in c1 }", "E03", 1, 27, "expected the end of the compa", "ch"},
        {"game a { def x = y = 3 }", "E03", 1, 20, "expected a declaration", "'==' compares"},
        {"game a { def x = f() }", "E03", 1, 20, "expected an operand", "my, count"},
        {"game a { def x = f(1,) }", "E03", 1, 22, "expected an operand", "my, count"},
        {"game a { def x = v[] }", "E03", 1, 20, "expected an operand", "my, count"},
        {"game a { def x = v[1) }", "E03", 1, 21, "expected ',' or ']', found ')'", ""},
        {"game a { def x = run mine }", "E03", 1, 22, "expected '(', found 'mine'", ""},
        {"game a { def x = rank }", "E03", 1, 23, "expected an operand", "my, count"},
        {"game a { def x = rank 1.. }", "E03", 1, 27, "expected an operand", "my, count"},
        {"game a { def x = step }", "E03", 1, 23, "expected a direction, found '}'", ""},
        {"game a { def x = step my empty }", "E03", 1, 26, "expected a direction, found 'empty'",
         ""},
        {"game a { def x = step () }", "E03", 1, 24, "expected a direction, found ')'", ""},
        {"game a { def x = step (n, s) }", "E03", 1, 25, "expected a direction or ')'", ""},
        {"game a { def x = step n max }", "E03", 1, 29, "expected an operand", "my, count"},
        {"game a { def x = step n from }", "E03", 1, 30, "expected an operand", "my, count"},
        {"game a { def x = leap 1 }", "E03", 1, 25, "expected a number, found '}'", ""},
        {"game a { def x = leap -1 2 }", "E03", 1, 23, "expected a number, found '-'", ""},
        {"game a { def x = along n }", "E03", 1, 26, "expected a pattern in parentheses", ""},
        {"game a { def x = along n from o (mine) | a1 }", "E03", 1, 40, "expected a pattern",
         "from (name) (pattern)"},
        {"game a { def x = along n () }", "E03", 1, 27, "expected an operand", "my, count"},
        {"game a { def x = along n (mine | a1) }", "E03", 1, 32, "expected an operand",
         "my, count"},
        {"game a { def x = along n (mine@) }", "E03", 1, 32, "expected a name for the cell", ""},
        {"game a { def x = along n ([mine) }", "E03", 1, 32, "expected an operand", "my, count"},
        {"game a { def x = along n ([[mine]]) }", "E03", 1, 28, "expected an operand", "my, cou"},
        {"game a { def x = along n (mine }", "E03", 1, 32, "expected an operand", "my, count"},
        {"game a { def x = along n (a b c d e f g h i) }", "E30", 1, 43,
         "limit exceeded: more than 8 pattern elements", ""},
        {"game a { def x = shift n }", "E03", 1, 26, "expected an operand", "my, count"},
        {"game a { def x = emptyy(1) + some a1 }", "E03", 1, 30, "expected an operand", "my, cou"},
        {"game a { def x = not }", "E03", 1, 22, "expected an operand", "my, count"},
    };
    CHECK_ALL(table);
}

TEST_LIST = {{"characters", test_characters},
             {"games", test_games},
             {"boards_and_pieces", test_boards_and_pieces},
             {"definitions", test_definitions},
             {"stages", test_stages},
             {"effects", test_effects},
             {"expressions", test_expressions},
             {NULL, NULL}};
