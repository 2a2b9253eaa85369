/* History: `was` and `moved`, worked out by hand. */
#include <acutest.h>

#include <stdio.h>

#include "tests/support/table_checks.h"

#define FRAME                                                                                      \
    "game t { players A B  board rect 4 2  piece man M  piece king K\n"                            \
    "  setup { put man of A on a1  put king of A on b1  put man of B on a2 }\n"

static void open_with(table *x, const char *rest) {
    char body[1400];
    (void)snprintf(body, sizeof body, FRAME "%s }", rest);
    OPEN(x, body);
}

/* Before the first turn it has always been so; then each turn moves what was by one. */
static void test_was(void) {
    table x;
    open_with(
        &x,
        "turn { move mine to step e & empty - was(mine, 1)  move mine to step w & empty - "
        "was(mine, 1)\n"
        "  when a1 in was(A, 0) act \"zero\"  when a1 in was(man, 1) act \"one\"\n"
        "  when a1 in was(occupied, 2) - was(enemy, 2) - was(empty, 2) act \"two\" } else draw");
    OFFERS(&x, "b1c1 zero one two");
    PLAY(&x, "b1c1");
    IS(&x, "m3/M1K1 1 was.A=a1|c1,a1|b1,a1|b1 turns=1");
    OFFERS(&x, "a2b2 zero one");
    PLAY(&x, "a2b2");
    OFFERS(&x, "a1b1 c1b1 c1d1 zero one two");
    PLAY(&x, "c1d1");
    OFFERS(&x, "b2a2 b2c2 zero one");
    SOUND(&x);
    IS(&x, "1m2/M2K 1 was.A=a1|d1,a1|c1,a1|c1 was.B=b2,b2,a2 was.man=a1|b2,a1|b2,a1|a2 turns=3");
    READ(&x, "1m2/M2K 1 was.A=a1|d1,a1|c1,a1|c1 was.B=b2,b2,a2 was.man=a1|b2,a1|b2,a1|a2 turns=3");
    IS(&x, "1m2/M2K 1 was.A=a1|d1,a1|c1,a1|c1 was.B=b2,b2,a2 was.man=a1|b2,a1|b2,a1|a2 turns=3");
    READ(&x, "1m2/M2K 1");
    IS(&x, "1m2/M2K 1"); /* nothing is said: it has always been so */
    SOUND(&x);
    done(&x);
}

/* Inside a turn it stays what it was at its beginning. */
static void test_stages(void) {
    table x;
    open_with(&x, "turn move mine to step any & empty then pick was(mine, 0) | mine else draw");
    PLAY(&x, "b1c1");
    OFFERS(&x, "a1 b1 c1");
    PLAY(&x, "b1 a2b2");
    OFFERS(&x, "a2 b2");
    SOUND(&x);
    done(&x);
}

/* At the end of a turn 0 is now and 1 what was before the turn. */
static void test_ends(void) {
    table x;
    open_with(&x, "turn { move mine to step any & empty  pass } else draw\n"
                  "end { when was(mine, 1) == mine and was(mine, 0) == mine win }");
    PLAY(&x, "b1c1 a2b2");
    OFFERS(&x, "a1a2 a1b1 c1b1 c1c2 c1d1 c1d2 pass");
    done(&x);
    open_with(&x, "turn { move mine to step n & empty  pass } else draw\n"
                  "end { when was(mine, 1) == mine and was(mine, 0) == mine win }");
    PLAY(&x, "b1b2 pass");
    PAYS(&x, "0 1");
    done(&x);
}

/* A piece that has moved takes that along; new pieces have not. */
static void test_moved(void) {
    table x;
    open_with(
        &x,
        "turn { move mine to step (e w)  place man on empty & file 4\n"
        "  pick moved(mine) & king { relocate to to d2 }  pick moved(mine) & man { push e man }\n"
        "  when no moved(occupied) act \"none\"  when b1 in moved(man) act \"take\" { remove b1  "
        "put man on b1 }\n"
        "} else draw");
    OFFERS(&x, "b1c1 b1a1 a1b1 d1 d2 none");
    PLAY(&x, "b1c1");
    IS(&x, "m3/M1K1 1 was.moved=c1 turns=1");
    PLAY(&x, "d2 c1");
    IS(&x, "m2K/M3 1 was.moved=d2 turns=3");
    PLAY(&x, "a2b2 a1b1 take");
    IS(&x, "1m1K/1m2 0 was.moved=b2|d2 turns=6");
    PLAY(&x, "d1 b2");
    IS(&x, "2mK/2m1 0 was.moved=c1|c2|d2 turns=8"); /* d1 went over the edge */
    SOUND(&x);
    READ(&x, "2mK/2m1 0 was.moved=c1|d2 turns=8");
    IS(&x, "2mK/2m1 0 was.moved=c1|d2 turns=8");
    done(&x);
}

/* Captures, and a relocation of nothing or to nowhere. */
static void test_captures(void) {
    table x;
    open_with(&x, "turn { move mine to step any - mine  act \"nothing\" { relocate d2 to a1 }\n"
                  "  act \"nowhere\" { relocate a1 to none }  act \"here\" { relocate a1 to a1 }\n"
                  "  when some moved(cells) act \"yes\" } else draw");
    PLAY(&x, "nothing nowhere here");
    OFFERS(&x, "a2a1 a2b1 a2b2 nothing nowhere here");
    PLAY(&x, "a2a1");
    IS(&x, "4/mK2 0 was.moved=a1 turns=4");
    PLAY(&x, "b1a1");
    IS(&x, "4/K3 1 was.moved=a1 turns=5");
    SOUND(&x);
    done(&x);
}

/* A variable that holds a rule is that rule in a turn. */
static void test_plans(void) {
    table x;
    open_with(&x, "var plan : rule = first  var other : rule = last_one\n"
                  "  rule first = place man on empty & file 4 { plan = second }\n"
                  "  rule second = { pick mine { if to in king { plan = first } }  when plan == "
                  "second act \"is\" }\n"
                  "  rule last_one = do { if plan != first { other = first } } then act \"on\"\n"
                  "  turn { plan } then other else draw");
    OFFERS(&x, "d1 d2");
    PLAY(&x, "d1");
    IS(&x, "m3/MK1M 0 turn.3 plan=1 other=1");
    OFFERS(&x, "on");
    PLAY(&x, "on");
    OFFERS(&x, "a2 is");
    PLAY(&x, "is");
    OFFERS(&x, "d2"); /* `other` is `first` now */
    SOUND(&x);
    READ(&x, "m3/MK2 0 plan=1");
    OFFERS(&x, "a1 b1 is");
    PLAY(&x, "b1");
    IS(&x, "m3/MK2 0 turn.3");
    done(&x);
}

/* The names are free, and definitions with parameters know what was. */
static void test_names(void) {
    table x;
    OPEN(&x, "game t { players A B  board rect 3 1  piece man M  var moved  def was(x) = x\n"
             "  setup { put man of A on a1 }\n"
             "  turn pick was(mine) { moved += 1 } else draw }");
    PLAY(&x, "a1");
    IS(&x, "M2 1 moved=1 turns=1 over=draw");
    done(&x);
    OPEN(&x,
         "game t { option back 1 in 0..3  players A B  board rect 3 1  piece man M\n"
         "  def earlier(x) = was(x & man, back)  setup { put man of A on a1  put man of B on c1 }\n"
         "  turn { move mine to step any & empty  when some earlier(mine) - mine act \"gone\" } "
         "else draw }");
    PLAY(&x, "a1b1");
    OFFERS(&x, "");
    done(&x);
}

TEST_LIST = {{"was", test_was},           {"stages", test_stages},
             {"ends", test_ends},         {"moved", test_moved},
             {"captures", test_captures}, {"plans", test_plans},
             {"names", test_names},       {NULL, NULL}};
