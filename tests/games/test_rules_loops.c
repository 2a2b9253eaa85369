/* Loops and counts, worked out by hand: for each player, for each cell, repeat N, sums and the
 * largest and smallest of numbers. */
#include <acutest.h>

#include <stdio.h>

#include "tests/support/table_checks.h"

#define LINE "game t { players A B  board rect 4 1  piece s  var n  var h per player\n"

/* --- effects --- */

/* One player after the other, in the order of the declaration, whoever moves. */
static void test_players(void) {
    table x;
    OPEN(&x,
         "game t { players A B C  board rect 3 1  piece s  var h per player  var n\n"
         "  turn { act \"count\" { for each player p { n = n * 10 + 1  h[p] += n } }\n"
         "         act \"others\" { for each player p { if p != me { h[p] -= 1 } } }\n"
         "         act \"put\" { for each player p { put s of p on nth(empty, 0) } } } else draw\n"
         "  end { when h[A] + h[B] + h[C] < 0 - 5 score h } }");
    PLAY(&x, "count");
    IS(&x, "3 1 h=1,11,111 n=111 turns=1");
    PLAY(&x, "others");
    IS(&x, "3 2 h=0,11,110 n=111 turns=2");
    PLAY(&x, "put");
    IS(&x, "S1S2S3 0 h=0,11,110 n=111 turns=3");
    SOUND(&x);
    done(&x);
}

/* The area is what it was before the loop; each round sees what the ones before have done. */
static void test_cells(void) {
    table x;
    OPEN(&x, LINE
         "  setup \"S1sS\"\n"
         "  turn { act \"walk\" { for each cell c in mine { relocate c to step e from c } }\n"
         "         act \"mark\" { for each cell c in cells { n = n * 10\n"
         "                        if c in occupied { n += 1 } } }\n"
         "         act \"fill\" { for each cell c in empty { put s of next on c } } } else draw }");
    PLAY(&x, "mark");
    IS(&x, "S1sS 1 n=1011 turns=1");
    PLAY(&x, "walk"); /* of B: c1 to d1, which is taken */
    IS(&x, "S2s 0 n=1011 turns=2");
    PLAY(&x, "fill");
    IS(&x, "Ssss 1 n=1011 turns=3");
    PLAY(&x, "walk"); /* b1 to c1, the same piece to d1, where it stays */
    IS(&x, "S2s 0 n=1011 turns=4");
    SOUND(&x);
    done(&x);
}

/* Three inside each other, with an area that depends on the cell outside. */
static void test_nested(void) {
    table x;
    OPEN(&x, LINE "  turn act \"go\" { n = 0 for each cell c in cells { for each cell d in step "
                  "any from c {\n"
                  "         for each cell e in cells - c - d { n += 1 } } } } else draw }");
    PLAY(&x, "go"); /* six pairs of neighbours, two other cells each */
    IS(&x, "4 1 n=12 turns=1");
    SOUND(&x);
    done(&x);
}

/* A loop may end the turn or the game; the rest of it still happens. */
static void test_outcomes(void) {
    table x;
    OPEN(&x, LINE "  turn place s on empty { for each player p { if count p == 2 { win p } } }\n"
                  "       then act \"more\" else draw }");
    PLAY(&x, "a1 more b1 more c1");
    PAYS(&x, "1 0");
    done(&x);
}

/* --- repeat N --- */

static void test_repeat(void) {
    table x;
    OPEN(&x, LINE "  turn repeat 2 place s on empty { n += 1 } else draw }");
    PLAY(&x, "a1");
    TEST_CHECK(text_table_actor(&x) == 0);
    PLAY(&x, "b1");
    TEST_CHECK(text_table_actor(&x) == 1);
    PLAY(&x, "c1 d1");
    PAYS(&x, "0.5 0.5");
    done(&x);
    /* One that is not there is left out, and `skip` leads to the next. */
    OPEN(&x, LINE "  turn repeat 3 optional place s on empty & edge }");
    OFFERS(&x, "a1 b1 c1 d1 skip");
    PLAY(&x, "skip skip a1");
    IS(&x, "S3 1 turns=1");
    PLAY(&x, "b1 c1 d1");
    IS(&x, "Ssss 0 turns=2");
    SOUND(&x);
    done(&x);
    OPEN(&x, LINE "  option times 3 in 1..4\n"
                  "  turn place s on empty then repeat (times + 1) do { n += 2 } else draw }");
    PLAY(&x, "a1");
    IS(&x, "S3 1 n=8 turns=1");
    done(&x);
}

/* Chance asks as often as it says. */
static void test_repeat_chance(void) {
    table x;
    OPEN(&x, "game t { players A B  board rect 2 1  piece s  var die  var total\n"
             "  turn repeat 2 { chance die in 1..3 then do { total += die  die = 0 } }\n"
             "       then place s on empty else draw }");
    OFFERS(&x, "die=1 die=2 die=3");
    PLAY(&x, "die=3");
    OFFERS(&x, "die=1 die=2 die=3");
    PLAY(&x, "die=2");
    IS(&x, "2 0 turn.2 total=5");
    OFFERS(&x, "a1 b1");
    SOUND(&x);
    done(&x);
}

/* --- numbers --- */

/* The value of an expression after one action on a given board. */
static void value_is(const char *board, const char *expression, int want) {
    table x;
    char body[600];
    char line[100];
    (void)snprintf(
        body, sizeof body,
        "game t { players A B  board rect 4 4  piece s  piece k  var n  var h per player\n"
        "  def far(x) = dist(x, d4)  def around(x) = sum(each cell z in step any from x : 1)\n"
        "  setup { n = 0 - 1000  h[A] = 5  h[B] = 0 - 7 }\n"
        "  turn act \"go\" { n = %s } else draw }",
        expression);
    TEST_CASE(expression);
    OPEN(&x, body);
    (void)snprintf(line, sizeof line, "%s 0 n=-1000 h=5,-7", board);
    TEST_CHECK(text_table_read(&x, line));
    PLAY(&x, "go");
    if (want)
        (void)snprintf(line, sizeof line, "%s 1 n=%d h=5,-7 turns=1", board, want);
    else
        (void)snprintf(line, sizeof line, "%s 1 h=5,-7 turns=1", board);
    IS(&x, line);
    SOUND(&x);
    text_table_close(&x);
}

static void test_numbers(void) {
    static const char board[] = "4/1s2/4/S2K"; /* a1, d1 of A; b3 of B */
    value_is(board, "sum(each cell c in mine : far(c))", 6);
    value_is(board, "max(each cell c in occupied : far(c))", 3);
    value_is(board, "min(each cell c in occupied : far(c))", 2);
    value_is(board, "min(each cell c in occupied : 0 - far(c))", -3);
    value_is(board, "max(each cell c in none : 3) + 9", 9);
    value_is(board, "min(each cell c in none : 3) - 9", -9);
    value_is(board, "sum(each cell c in cells : c in edge)", 12);
    value_is(board, "sum(each cell c in mine : around(c))", 6);
    value_is(board, "max(each cell c in cells : around(c)) * 10", 80);
    value_is(board, "sum(each player p : h[p])", -2);
    value_is(board, "max(each player p : h[p])", 5);
    value_is(board, "min(each player p : h[p])", -7);
    value_is(board, "sum(each player p : h[p] > 0)", 1);
    value_is(board, "sum(each player p : sum(each cell c in p : far(c)) * 10)", 80);
    value_is(board,
             "sum(each cell c in mine : sum(each player p : count(p & step any max 3 from c)))", 0);
    value_is(board, "max(each player p : count p) - min(each player q : count q)", 1);
    value_is(board, "sum(each cell c in mine : kind(c))", 1);
    value_is(board, "sum(each cell c in s : owner(c) == B)", 1);
}

/* Numbers that depend on the action, and numbers that are the same for all of them. */
static void test_where(void) {
    table x;
    OPEN(&x,
         "game t { players A B  board rect 4 1  piece s  setup \"S2s\"\n"
         "  turn place s on empty where sum(each cell c in step any from to : c in occupied) > 0\n"
         "         and sum(each player p : count p) == 2\n"
         "       else act \"none\" { win } }");
    OFFERS(&x, "b1 c1");
    PLAY(&x, "b1");
    OFFERS(&x, "none");
    done(&x);
    OPEN(&x, "game t { players A B  board rect 4 4  piece s  setup \"S3/4/4/3S\"\n"
             "  turn move mine to step any & empty\n"
             "         where sum(each cell c in mine - from : dist(c, to)) < sum(each cell c in "
             "mine - from : dist(c, from))\n"
             "       else lose }");
    OFFERS(&x, "a4b3 d1c2"); /* towards the other one */
    SOUND(&x);
    done(&x);
}

/* --- names --- */

/* The words of loops are names elsewhere. */
static void test_names_left_free(void) {
    table x;
    OPEN(&x, "game t { players A B  board rect 4 1  piece each  var for  var cell\n"
             "  def sum(each2, x) = each2 + x  def min(x) = x\n"
             "  rule times(n) = place each on empty { for = sum(for, 1)  cell = min(for) }\n"
             "  turn times(3) else draw }");
    PLAY(&x, "a1 b1");
    IS(&x, "Ee2 0 for=2 cell=2 turns=2");
    done(&x);
    /* A definition does not see the loop around it, so its own has any name. */
    OPEN(&x,
         LINE "  def near(a) = sum(each cell c in step any from a : 1)\n"
              "  turn act \"go\" { n = 0 for each cell c in cells { n += near(c) } } else draw }");
    PLAY(&x, "go");
    IS(&x, "4 1 n=6 turns=1");
    done(&x);
}

/* --- the budget --- */

/* However long the loops are, a call ends. */
static void test_budget(void) {
    table x;
    TEST_ASSERT(text_table_open(
        &x,
        "game t { players A B  board rect 22 22  piece s  var n\n"
        "  turn act \"go\" { for each cell c in cells { for each cell d in cells {\n"
        "         for each cell e in cells { n += 1 } } } } else draw }",
        ""));
    PLAY(&x, "go");
    PAYS(&x, "0.5 0.5");
    TEST_CHECK_(strstr(text_table_text(&x), "over=work"), "%s", text_table_text(&x));
    text_table_close(&x);
}

/* Loops over players are written out: those inside each other soon are too many, and that is told
 * at once. */
static void test_expansion(void) {
    text body = text_growing();
    text_library *texts;
    diags *d = mem_alloc(sizeof *d);
    TEST_ASSERT(d && text_library_create(&texts) == ST_OK);
    text_put(
        &body,
        "game t { players A B C D E F G H  board rect 2 2  piece s\n turn place s on empty { ");
    for (int i = 0; i < 24; i++) text_format(&body, "for each player p%c { ", 'a' + i);
    for (int i = 0; i < 24; i++) text_put(&body, "} ");
    text_put(&body, "} else draw }");
    status st = text_library_read(texts, &(source){"t", text_string(&body), body.len}, d);
    TEST_CHECK(st == ST_BAD_SYNTAX && d->count == 1 && strcmp(d->item[0].code, "E30") == 0);
    text_library_destroy(texts);
    mem_free(d);
    text_done(&body);
    TEST_CHECK(mem_live() == 0);
}

TEST_LIST = {{"players", test_players},
             {"cells", test_cells},
             {"nested", test_nested},
             {"outcomes", test_outcomes},
             {"repeat", test_repeat},
             {"repeat_chance", test_repeat_chance},
             {"numbers", test_numbers},
             {"where", test_where},
             {"names_left_free", test_names_left_free},
             {"budget", test_budget},
             {"expansion", test_expansion},
             {NULL, NULL}};
