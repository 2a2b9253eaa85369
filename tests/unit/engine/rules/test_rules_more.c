/* Words of the rules language, each in the smallest game that shows what it does. */
#include <acutest.h>

#include "engine/base/memory.h"
#include "tests/support/books.h"
#include "tests/support/one_line.h"

/* --- helpers --- */

/* What the game `t` of a text offers after some events. */
static void check_offer(const char *string, const char *setup, const char *events,
                        const char *legal) {
    char scratch[512];
    text_library *s = books_of(string);
    TEST_ASSERT_(s != NULL, "%s", string);
    position *p = books_at(s, "t", setup, NULL);
    TEST_ASSERT(p != NULL);
    TEST_CHECK_(one_line_play(p, events), "%s", events);
    text out = text_over(scratch, sizeof scratch);
    books_legal(p, &out);
    TEST_CHECK_(strcmp(scratch, legal) == 0, "%s: %s", events, legal);
    TEST_MSG("found %s", scratch);
    position_destroy(p);
    text_library_destroy(s);
}

/* From a position (NULL: the start) by some events to another, which ends so. */
static void check_way(const char *string, const char *setup, const char *from, const char *events,
                      const char *to, const char *result) {
    char scratch[64];
    text_library *s = books_of(string);
    TEST_ASSERT_(s != NULL, "%s", string);
    position *p = books_at(s, "t", setup, from);
    TEST_ASSERT(p != NULL);
    TEST_CHECK_(one_line_play(p, events), "%s", events);
    TEST_CHECK_(one_line_is(p, to), "%s", to);
    text out = text_over(scratch, sizeof scratch);
    books_result(p, &out);
    TEST_CHECK_(strcmp(scratch, result) == 0, "%s: %s", events, result);
    TEST_MSG("found %s", scratch);
    position_destroy(p);
    text_library_destroy(s);
}

/* The first thing said about a text, or "". */
static void first_problem(const char *string, char out[256]) {
    text_library *s;
    diags *d = mem_alloc(sizeof *d);
    TEST_ASSERT(d != NULL && text_library_create(&s) == ST_OK);
    (void)text_library_read(s, &(source){"t.game", string, strlen(string)}, d);
    snprintf(out, 256, "%s %s", d->count ? d->item[0].code : "",
             d->count ? d->item[0].message : "");
    text_library_destroy(s);
    mem_free(d);
}

static void check_problem(const char *string, const char *code, const char *saying) {
    char found[256];
    first_problem(string, found);
    TEST_CHECK_(strncmp(found, code, strlen(code)) == 0 && strstr(found, saying) != NULL, "%s: %s",
                code, saying);
    TEST_MSG("found %s", found);
}

static void check_bad_position(const char *string, const char *line, const char *saying) {
    text_library *s = books_of(string);
    error err = {0};
    TEST_ASSERT(s != NULL);
    TEST_CHECK(one_line_refused(text_library_game(s, "t"), line, &err) == ST_BAD_FEN);
    TEST_CHECK_(strstr(err.text, saying) != NULL, "%s: %s", line, saying);
    TEST_MSG("found %s", err.text);
    text_library_destroy(s);
}

/* --- areas --- */

static void test_nth(void) {
    static const char text_of[] =
        "game t { players A B board rect 4 4 piece mark"
        " setup { put mark of A on nth(rank 1, 0) | nth(rank 1, -1) | nth(rank 2, 1)"
        "                        | nth(rank 3, 4) | nth(rank 3, -5) }"
        " turn place mark on nth(empty, count mine) | nth(empty, -count mine) else draw }";
    check_way(text_of, "", NULL, "", "4/4/1M2/M2M 0", "-");
    /* b1 c1 a2 c2 of those that are empty, or from the end */
    check_offer(text_of, "", "", "b4 c2");
    check_offer(text_of, "", "b4", "b1"); /* B has nothing: the first from either end of it */
}

static void test_threatened(void) {
    static const char by_one[] = "game t { players A B board rect 4 4"
                                 " piece guard { hits step any } piece pawn"
                                 " setup { put guard of A on b2 }"
                                 " turn place pawn on empty - threatened(empty, A) else draw }";
    static const char by_enemies[] = "game t { players A B board rect 4 4"
                                     " piece guard { hits step any } piece pawn"
                                     " setup { put guard of A on b2 }"
                                     " turn place pawn on threatened(empty) else pass"
                                     " end { when turns > 99 draw } }";
    check_offer(by_one, "", "", "a4 b4 c4 d1 d2 d3 d4");
    check_offer(by_one, "", "a4", "b4 c4 d1 d2 d3 d4");
    check_offer(by_enemies, "", "", "pass");
    check_offer(by_enemies, "", "pass", "a1 a2 a3 b1 b3 c1 c2 c3");
    check_problem("game t { players A B C board rect 2 2 piece p { hits step any }"
                  " turn place p on empty - threatened(empty, next) else draw }",
                  "E10", "a player who may change");
    check_problem("game t { players A B board rect 2 2 piece p { hits step any }"
                  " turn place p on empty where not threatened(to) else draw }",
                  "E10", "needs a condition, found an area");
}

static void test_touch(void) {
    static const char corner[] = "game t { players A B board rect 3 3 touch any piece m"
                                 " turn place m on empty else draw"
                                 " end { when turns > 2 and group(last, mine) == mine win } }";
    static const char plain[] = "game t { players A B board rect 3 3 piece m"
                                " turn place m on empty else draw"
                                " end { when turns > 2 and group(last, mine) == mine win } }";
    check_way(corner, "", NULL, "a1 c3 b2", "2m/1M1/M2 1 turns=3 over=0", "1 0");
    check_way(plain, "", NULL, "a1 c3 b2", "2m/1M1/M2 1 turns=3", "-");
    check_problem("game t { players A B board hex 3 3 touch ne piece m turn place m on empty else"
                  " draw }",
                  "E13", "direction 'ne'");
}

/* Columns without the letter i: names, texts and the hash of rules that name no cell. */
static void test_skip(void) {
    static const char wide[] = "game t { players A B board rect 10 1 skip i touch any piece m"
                               " turn place m on empty - file 1..7 else draw }";
    static const char many[] = "game t { players A B board rect 27 1 skip i piece m"
                               " turn place m on file 24..27 else draw }";
    static const char named[] = "game t { players A B board rect 10 1 skip i piece m"
                                " turn place m on j1 else draw }";
    check_offer(wide, "", "", "h1 j1 k1");
    check_way(wide, "", NULL, "j1 k1", "8Mm 0 turns=2", "-");
    check_offer(many, "", "", "aa1 ab1 y1 z1");
    check_offer(named, "", "", "j1");
    check_way(named, "", NULL, "j1", "8M1 1 turns=1", "-");
    check_problem("game t { players A B board rect 9 9 skip o piece m turn place m on empty else"
                  " draw }",
                  "E03", "expected i, found 'o'");
    check_problem("game t { players A B board rect 9 9 skip i piece m turn place m on i1 else draw"
                  " }",
                  "E14", "i1");
    static const char *const same[] = {
        "game t { players A B board rect 9 9 piece m turn place m on empty else draw }",
        "game t { players A B board rect 9 9 skip i piece m turn place m on empty else draw }"};
    static const char *const other[] = {
        "game t { players A B board rect 9 9 piece m turn place m on h1 else draw }",
        "game t { players A B board rect 9 9 skip i piece m turn place m on h1 else draw }"};
    uint64_t hash[4];
    for (int i = 0; i < 4; i++) {
        text_library *s = books_of(i < 2 ? same[i] : other[i - 2]);
        TEST_ASSERT(s != NULL);
        position *p = books_at(s, "t", "", NULL);
        hash[i] = position_rules(p)->text_hash;
        TEST_CHECK(((position_rules(p)->traits & GAME_SKIPS_I) != 0) == (i % 2 == 1));
        TEST_CHECK(position_rules(p)->traits == position_rules(p)->game->traits);
        position_destroy(p);
        text_library_destroy(s);
    }
    TEST_CHECK(hash[0] == hash[1] && hash[2] != hash[3]);
}

/* An option in halves is typed as a number with halves; in the rules it is twice that. */
static void test_halves(void) {
    static const char given[] = "game t { option komi 15 in 0..99 halves players A B"
                                " board rect 9 1 piece m turn place m on file (komi - 14) else draw"
                                " }";
    check_offer(given, "", "", "a1");
    check_offer(given, "set komi=7.5", "", "a1");
    check_offer(given, "set komi=8", "", "b1");
    check_offer(given, "set komi=8.0", "", "b1");
    text_library *s = books_of(given);
    const param_spec *o = text_library_game(s, "t")->params;
    TEST_CHECK(o->type == PARAM_HALVES && strcmp(o->default_value, "7.5") == 0);
    TEST_CHECK(strcmp(o->what, "0 to 49.5") == 0);
    static const char *const bad[] = {"7.25", "50", "-1", "x", "", "7.", ".5", "7.55", "7,5"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        params p = params_default();
        error err = {0};
        TEST_CHECK_(params_set(&p, text_library_game(s, "t"), "komi", bad[i], &err) == ST_BAD_VALUE,
                    "%s", bad[i]);
        TEST_CHECK_(strcmp(err.text, "komi takes 0 to 49.5, halves allowed (as in 7.5)") == 0, "%s",
                    err.text);
    }
    text_library_destroy(s);
    int64_t n;
    char buf[16];
    for (int64_t i = -5; i <= 5; i++) {
        text out = text_over(buf, sizeof buf);
        params_write_halves(i, &out);
        TEST_CHECK_(params_read_halves(buf, &n) && n == i, "%s", buf);
    }
}

/* --- players --- */

static const char by_seat[] = "game t { option seats 3 in 2..3 players A B C board rect 3 1 piece m"
                              " var got per player"
                              " setup { put m of A on a1  put m of B on b1 }"
                              " turn pick occupied { got[owner(to)] += by(1, 10, 100) } else draw"
                              " end { when got[A] > 1000 draw } }";

static void test_owner_and_seats(void) {
    check_way(by_seat, "", NULL, "b1 a1 b1", "M1M21 0 got=10,101,0 turns=3", "-");
    check_way(by_seat, "players 2", NULL, "b1 a1 b1", "Mm1 1 got=10,2 turns=3", "-");
    check_way(by_seat, "set seats=2", NULL, "b1", "Mm1 1 got=0,1 turns=1", "-");
    text_library *s = books_of(by_seat);
    TEST_ASSERT(s != NULL);
    const game *g = text_library_game(s, "t");
    params p = one_line_setup(g, "players 3 set seats=2");
    rules *r = NULL;
    error err = {0};
    TEST_CHECK(rules_open(&r, g, &p, &err) == ST_BAD_VALUE && r == NULL);
    TEST_CHECK(strstr(err.text, "'seats' is 2, but there are 3 players") != NULL);
    TEST_MSG("found %s", err.text);
    text_library_destroy(s);
    check_problem("game t { players A B board rect 2 2 piece m turn place m on by(empty) else"
                  " draw }",
                  "E11", "'by' takes 2");
    check_problem("game t { players A B board rect 2 2 piece m"
                  " turn pick owner(a1) else draw }",
                  "E10", "needs an area, found a player");
}

/* Where an area is wanted a player's name means their pieces, as they stand at that moment. */
static void test_names_as_areas(void) {
#define UNLESS(test)                                                                               \
    "game t { players A B board rect 3 1 piece m def own(side) = count side  def us = A"           \
    " turn { when own(us) < 3 place m on empty } else draw end { when " test " win A } }"
    check_way(UNLESS("count A == 2"), "", NULL, "a1 b1 c1", "MmM 1 turns=3 over=0", "1 0");
    check_way(UNLESS("own(A) == 1"), "", NULL, "a1", "M2 1 turns=1 over=0", "1 0");
    check_way(UNLESS("own(us) == 1"), "", NULL, "a1", "M2 1 turns=1 over=0", "1 0");
    check_way(UNLESS("some A"), "", NULL, "a1", "M2 1 turns=1 over=0", "1 0");
    check_way(UNLESS("no A | B"), "", NULL, "a1", "M2 1 turns=1", "-");
    check_way(UNLESS("A in a1|b1"), "", NULL, "b1", "1M1 1 turns=1 over=0", "1 0");
    check_way(UNLESS("A == a1"), "", NULL, "a1", "M2 1 turns=1 over=0", "1 0");
    check_way(UNLESS("~A == b1|c1"), "", NULL, "a1", "M2 1 turns=1 over=0", "1 0");
    check_way(UNLESS("shift e A == b1"), "", NULL, "a1", "M2 1 turns=1 over=0", "1 0");
    check_way(UNLESS("step e from A == b1"), "", NULL, "a1", "M2 1 turns=1 over=0", "1 0");
    check_way(UNLESS("nth(A, 0) == a1"), "", NULL, "a1", "M2 1 turns=1 over=0", "1 0");
    check_way(UNLESS("me == B"), "", NULL, "a1 b1", "Mm1 0 turns=2 over=0", "1 0");
    check_way(UNLESS("next == us"), "", NULL, "a1 b1", "Mm1 0 turns=2 over=0", "1 0");
#undef UNLESS
}

static void test_quarter_turns(void) {
    static const char text_of[] = "game t { players A B C D board rect 5 5"
                                  " view A same view B left view C rotate view D right"
                                  " piece p { move step my n & empty move step my e & empty }"
                                  " setup { put p of A on c1 put p of B on a3"
                                  "         put p of C on c5 put p of D on e3 }"
                                  " turn pieces else draw }";
    check_offer(text_of, "", "", "c1c2 c1d1");
    check_offer(text_of, "", "c1c2", "a3a2 a3b3");
    check_offer(text_of, "", "c1c2 a3b3", "c5b5 c5c4");
    check_offer(text_of, "", "c1c2 a3b3 c5c4", "e3d3 e3e4");
    check_problem("game t { players A B board rect 5 4 view B left piece p"
                  " turn place p on empty else draw }",
                  "E19", "no such view");
}

/* --- variables and limits --- */

/* `opt` is known wherever something is placed, also where there is nothing to choose. */
static void test_opt_of_one(void) {
    static const char text_of[] = "game t { players A B board rect 2 1 piece x piece y"
                                  " var hand per player per piece = 1"
                                  " turn place y on empty where hand[me, opt] > 0"
                                  "   { hand[me, opt] -= 1 } else draw }";
    check_way(text_of, "", NULL, "a1 b1", "Yy 0 hand=1,0,1,0 turns=2 over=draw", "0.5 0.5");
}

/* Each index is moved into its own range: the kind of nothing is not the other player's. */
static void test_two_indices(void) {
    static const char text_of[] =
        "game t { players A B board rect 2 1 piece x piece y var n per player per piece var i"
        " turn { act \"none\" { n[me, kind(a1)] += 1 }  act \"far\" { i = 9  n[i, i] += 1 }"
        "        act \"low\" { i = -9  n[i, i] += 1 }  act \"fixed\" { n[A, 9] += 1 n[B, -9] += 1 "
        "} }"
        " else draw end { when n[A, x] > 99 draw } }";
    check_way(text_of, "", NULL, "none none", "2 0 n=1,0,1,0 turns=2", "-");
    check_way(text_of, "", NULL, "far low", "2 0 n=1,0,0,1 i=-9 turns=2", "-");
    check_way(text_of, "", NULL, "fixed", "2 1 n=0,1,1,0 turns=1", "-");
}

static void test_maxturns(void) {
    static const char text_of[] = "game t { option maxturns 3 in 1..60000 players A B"
                                  " board rect 2 1 piece x turn pass else lose"
                                  " end { when turns < 0 draw } }";
    check_way(text_of, "", NULL, "pass pass pass", "2 1 turns=3 over=draw", "0.5 0.5");
    check_way(text_of, "set maxturns=2", NULL, "pass pass", "2 0 turns=2 over=draw", "0.5 0.5");
    check_way(text_of, "set maxturns=9", NULL, "pass pass pass", "2 1 turns=3", "-");
    check_problem("game t { option maxturns 3 in 0..9 players A B board rect 2 1 piece x"
                  " turn pass else lose }",
                  "E24", "between 1 and 60000");
}

/* --- texts of actions and positions --- */

static void test_placed_letters(void) {
    /* where kinds differ they are written, where they do not they are not */
    check_offer("game t { players A B board rect 2 1 piece x piece y"
                " turn { place x on a1 & empty place y on empty } else draw }",
                "", "", "X@a1 Y@a1 Y@b1");
    check_offer("game t { players A B board rect 2 2 piece x piece y"
                " turn place x on a1 & empty then place y on empty else draw }",
                "", "", "a1");
    check_offer("game t { players A B board rect 2 2 piece x piece y"
                " turn place x on a1 & empty then place y on empty else draw }",
                "", "a1", "a2 b1 b2");
}

static const char fields[] =
    "game t { players A B board rect 2 2 piece x piece y"
    " var hand per player per piece var odd : cells var left per player = 3 var open : cells"
    " fen board(hand, odd) mover flags(open X=x & A x=x & B L=a1|b1 R=a2) blank number(left)"
    " turn { place x y on empty where hand[me, opt] > 0"
    "          { hand[me, opt] -= 1  left -= 1  odd |= to  open = none } } else pass"
    " end { when left == 0 or some open & odd win } }";

static void test_fields(void) {
    check_way(fields, "", "2/X1[Yyy] w - - 3+2", "Y@a2", "Y~1/X1[yy] b - - 2+2 turns=1", "-");
    check_way(fields, "", "Y~1/X~1[yx] b LR - 2+1", "", "Y~1/X~1[xy] b XLR - 2+1 over=0", "1 0");
    /* one more row is a hand as well */
    check_way(fields, "", "2/X1/Yy w - - 1+2", "Y@b2", "1Y~/X1[y] b - - 0+2 turns=1 over=0", "1 0");
    /* letters for pieces come first, and say no more than they have to */
    check_way(fields, "", "2/X1[] w X - 3+3", "", "2/X1[] w X - 3+3", "-");
    check_way(fields, "", "2/XX[] w L - 3+3", "", "2/XX[] w X - 3+3", "-");
    check_way(fields, "", "x1/X1[] w LRx - 3+3", "", "x1/X1[] w XxL - 3+3", "-");
    check_way(fields, "", "2/X1[] w x - 3+3", "", "2/X1[] w - - 3+3", "-"); /* there is none */
    check_bad_position(fields, "2/X1[] w Z - 3+3", "no such flag");
    check_bad_position(fields, "2/X1[Z] w - - 3+3", "no such piece for a hand");
    check_bad_position(fields, "2/X1[Y w - - 3+3", "ends with ]");
    check_bad_position(fields, "2/X1[Y]Y w - - 3+3", "ends with ]");
    check_bad_position(fields, "2/X1[] w - a1 3+3", "expected -");
    check_bad_position(fields, "2/X1[] w - - 3", "too few numbers");
    check_bad_position(fields, "2/X1[] w - - 3+3+3", "too many numbers");
    check_bad_position(fields, "2/X1[] w - - 3+z", "not a number");
    check_bad_position(fields, "2/~X1[] w - - 3+3", "no piece");
}

static void test_bad_fields(void) {
#define WITH_FEN(fen)                                                                              \
    "game t { players A B board rect 2 2 piece x var n var c : cells"                              \
    " turn place x on empty & c where n == 0 else draw fen board mover " fen " }"
    check_problem(WITH_FEN("number(c)"), "E12", "needs a number");
    check_problem(WITH_FEN("number(zz)"), "E12", "no such variable");
    check_problem(WITH_FEN("cell(c)"), "E12", "a variable of one cell");
    check_problem(WITH_FEN("flags(n)"), "E12", "a variable of cells");
    check_problem(WITH_FEN("flags(c a=count c)"), "E10", "needs an area");
    check_problem(WITH_FEN("board(n)"), "E12", "`per player per piece`");
    check_problem(WITH_FEN("nothing"), "E12", "no such field");
    check_problem("game t { players A B board rect 2 2 piece x var h per player per piece var n"
                  " turn place x on empty where h[me, opt] == n else draw fen board(h, n) mover }",
                  "E12", "cells after that");
#undef WITH_FEN
}

/* --- texts --- */

static void test_board_of_definitions(void) {
    static const char text_of[] = "game t { def odd = file 1 | file 3  def ends = odd & rank 1"
                                  " option size 3 in 3..4 players A B"
                                  " board rect size size without ends piece m"
                                  " turn place m on empty & rank 1 else draw }";
    check_offer(text_of, "", "", "b1");
    check_offer(text_of, "set size=4", "", "b1 d1");
    check_problem("game t { players A B board rect 3 3 without taken piece m def taken = m"
                  " turn place m on empty else draw }",
                  "E12", "unknown name 'm'");
}

static void test_inherited_words(void) {
    static const char own[] = "game t { players A B board rect 2 2 piece m def unused = empty"
                              " turn place m on empty else draw }";
    static const char parent[] = "game u { players A B board rect 2 2 piece m def room = empty"
                                 " turn place m on room else draw }"
                                 "game t from u { turn place m on a1 & empty else draw }";
    check_problem(own, "W02", "'unused' is never used");
    check_offer(parent, "", "", "a1"); /* books_of() would not take a text with a warning */
}

/* As many texts as a library of games has. */
static void test_many_texts(void) {
    text_library *s;
    TEST_ASSERT(text_library_create(&s) == ST_OK);
    for (int i = 0; i < 100; i++) {
        char string[200];
        diags *d = mem_alloc(sizeof *d);
        TEST_ASSERT(d != NULL);
        snprintf(string, sizeof string,
                 "game g_%d { players A B board rect 2 1 piece m turn place m on empty else draw }",
                 i);
        TEST_CHECK(text_library_read(s, &(source){"t.game", string, strlen(string)}, d) == ST_OK);
        mem_free(d);
    }
    TEST_CHECK(text_library_count(s) == 100);
    position *p = books_at(s, "g_99", "", NULL);
    TEST_CHECK(p != NULL && one_line_play(p, "b1 a1"));
    position_destroy(p);
    text_library_destroy(s);
}

/* --- boards for people --- */

static void check_drawn(const char *body, const char *want) {
    char buf[2048];
    text_library *s = books_of(body);
    TEST_ASSERT_(s != NULL, "%s", body);
    position *p = books_at(s, "t", "", NULL);
    TEST_ASSERT(p != NULL);
    text out = text_over(buf, sizeof buf);
    const rules *r = position_rules(p);
    game_draw(r, position_data(p), SEAT_ALL, false, &out);
    char *end = strstr(buf, "    X to move");
    if (end) *end = '\0';
    TEST_CHECK_(strcmp(buf, want) == 0, "expected\n%sfound\n%s", want, buf);
    position_destroy(p);
    text_library_destroy(s);
}

#define LINES(lines, on)                                                                           \
    "game t { players X O board lines " lines " piece m setup { put m of X on " on " } "           \
    "turn place m on empty else draw }"

/* Points stand where their names say, or else around a ring or in rows, with their names. */
static void test_boards_of_lines_are_drawn(void) {
    check_drawn(LINES("(north east south west north)", "south"),
                "              . north\n"
                "     . west            . east\n"
                "              M south\n"
                "    north-east-south-west-north\n");
    check_drawn(LINES("(a b) (c d e)", "d"), "          . a  . b\n"
                                             "     . e\n"
                                             "          M d  . c\n"
                                             "    a-b\n"
                                             "    c-d-e\n");
    check_drawn(
        LINES("(a1 b2 c10) (aa1 b2)", "c10"),
        " 10        M \n"
        "  9 \n  8 \n  7 \n  6 \n  5 \n  4 \n  3 \n"
        "  2     . \n"
        "  1  .                                                                             . \n"
        "     a  b  c  d  e  f  g  h  i  j  k  l  m  n  o  p  q  r  s  t  u  v  w  x  y  z  aa\n");
    /* a1 and a01 are two cells, so names do not say where */
    check_drawn(LINES("(a1 a01 b1)", "a01"), "            . a1\n"
                                             "                   M a01\n"
                                             "     . b1\n"
                                             "    a1-a01-b1\n");
}

/* More than a ring holds: rows, and every cell is there with its name. */
static void test_many_points_are_drawn(void) {
    char body[1024];
    char buf[2048];
    text line = text_over(body, sizeof body);
    text_put(&line, "game t { players X O board lines (");
    for (int i = 0; i < 30; i++) text_format(&line, " p%c%c", 'a' + i / 10, 'a' + i % 10);
    text_put(&line, ") piece m turn place m on empty else draw }");
    text_library *s = books_of(body);
    TEST_ASSERT(s != NULL);
    position *p = books_at(s, "t", "", NULL);
    TEST_ASSERT(p != NULL);
    text out = text_over(buf, sizeof buf);
    position_rules(p)->game->draw(position_rules(p), position_data(p), SEAT_ALL, false, &out);
    TEST_CHECK_(strncmp(buf, "     . paa  . pab ", 18) == 0, "%s", buf);
    for (int i = 0; i < 30; i++) {
        char want[8];
        (void)snprintf(want, sizeof want, " . p%c%c", 'a' + i / 10, 'a' + i % 10);
        TEST_CHECK_(strstr(buf, want) != NULL, "%s in\n%s", want, buf);
    }
    position_destroy(p);
    text_library_destroy(s);
}

TEST_LIST = {{"nth", test_nth},
             {"threatened", test_threatened},
             {"touch", test_touch},
             {"skip", test_skip},
             {"halves", test_halves},
             {"owner_and_seats", test_owner_and_seats},
             {"names_as_areas", test_names_as_areas},
             {"quarter_turns", test_quarter_turns},
             {"opt_of_one", test_opt_of_one},
             {"two_indices", test_two_indices},
             {"maxturns", test_maxturns},
             {"placed_letters", test_placed_letters},
             {"fields", test_fields},
             {"bad_fields", test_bad_fields},
             {"board_of_definitions", test_board_of_definitions},
             {"inherited_words", test_inherited_words},
             {"many_texts", test_many_texts},
             {"boards_of_lines_are_drawn", test_boards_of_lines_are_drawn},
             {"many_points_are_drawn", test_many_points_are_drawn},
             {NULL, NULL}};
