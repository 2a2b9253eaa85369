/* Numbers of cells, tracks and sowing, worked out by hand. */
#include <acutest.h>

#include <stdio.h>

#include "tests/support/table_checks.h"

/* A ring of six cells around a board of 3 by 2, and a dead end. */
#define FRAME                                                                                      \
    "game t { players A B  view B rotate\n"                                                        \
    "  board rect 3 2 track ring back (a1 b1 c1 c2 b2 a2 a1) track line (a1 b1 c1)\n"              \
    "  piece s  var n per cell  var land : cell  var m\n"

static void open_with(table *x, const char *rest) {
    char body[1200];
    (void)snprintf(body, sizeof body, FRAME "%s }", rest);
    OPEN(x, body);
}

/* Each cell has a number of its own; an assignment to several cells is one to each. */
static void test_numbers(void) {
    table x;
    open_with(&x,
              "setup { n[rank 2] = 7 }\n"
              "turn { pick cells { n[to] += 2  n[step ortho from to] -= 1 }\n"
              "  act \"all\" { n[cells] = m  m += 1 } act \"read\" { m = n[last] + 10 * n[none] }\n"
              "} else draw");
    IS(&x, "3/3 0 n=0,0,0,7,7,7");
    PLAY(&x, "b1");
    IS(&x, "3/3 1 n=-1,2,-1,7,6,7 last=b1 turns=1");
    PLAY(&x, "read");
    IS(&x, "3/3 0 n=-1,2,-1,7,6,7 m=2 turns=2");
    PLAY(&x, "all");
    IS(&x, "3/3 1 n=2,2,2,2,2,2 m=3 turns=3");
    SOUND(&x);
    READ(&x, "3/3 1 n=1,2,3,4,5,-6 m=3");
    IS(&x, "3/3 1 n=1,2,3,4,5,-6 m=3");
    TEST_CHECK(!text_table_read(&x, "3/3 1 n=1,2,3,4,5"));
    TEST_CHECK(!text_table_read(&x, "3/3 1 n=1,2,3,4,5,6,7"));
    TEST_CHECK(!text_table_read(&x, "3/3 1 n=1,2,3,x,5,6"));
    done(&x);
}

/* Round and round, over the cell it came from, and not where it is told not to. */
static void test_sow(void) {
    table x;
    open_with(
        &x,
        "setup { n[a1] = 4  n[c1] = 8 }\n"
        "turn { pick a1 { sow n from to along ring into land }\n"
        "  pick c1 { sow n from to along ring without to|a2 into land }\n"
        "  pick b1 { sow n from to along back }  pick c2 { sow n from none along ring into land }\n"
        "} else draw");
    PLAY(&x, "a1");
    IS(&x, "3/3 1 n=0,1,9,0,1,1 land=b2 turns=1");
    PLAY(&x, "c1");
    IS(&x, "3/3 0 n=2,3,0,0,3,4 land=c2 turns=2");
    PLAY(&x, "b1");
    IS(&x, "3/3 1 n=3,0,0,1,4,4 land=c2 turns=3");
    SOUND(&x);
    PLAY(&x, "c2");
    IS(&x, "3/3 0 n=3,0,0,1,4,4 turns=4");
    done(&x);
}

/* Where the line ends, or no cell takes any, the rest stays where the last one fell. */
static void test_ends(void) {
    table x;
    open_with(&x, "setup { n[a1|c2] = 5 }\n"
                  "turn { pick a1 { sow n from to along line into land }\n"
                  "  pick c2 { sow n from to along ring without cells into land } } else draw");
    PLAY(&x, "a1");
    IS(&x, "3/3 1 n=0,1,4,0,0,5 land=c1 turns=1");
    PLAY(&x, "c2");
    IS(&x, "3/3 0 n=0,1,4,0,0,5 land=c2 turns=2");
    SOUND(&x);
    done(&x);
}

/* A track is a direction: for steps, lines and patterns, and for `my`. */
static void test_track(void) {
    table x;
    open_with(&x, "setup { put s of A on a1|c2 }\n"
                  "turn { pick step ring from c1  pick ray back max 2 from a1\n"
                  "  pick slide ring from b1 where m == 1  pick along ring from (a1) ([empty+] "
                  "mine) where m == 2\n"
                  "  act \"my\" { m = count(step my ring from a1 & b1) }  act \"on\" { m += 1 }\n"
                  "  when m == 3 pick shift (ring back) (a1) } else draw");
    OFFERS(&x, "c2 a2 b2 my on");
    PLAY(&x, "on");
    OFFERS(&x, "c2 a2 b2 c1 my on");
    PLAY(&x, "on");
    OFFERS(&x, "c2 a2 b2 b1 c1 my on");
    PLAY(&x, "on");
    OFFERS(&x, "c2 a2 b2 my on b1 a2");
    PLAY(&x, "my");
    IS(&x, "2S/S2 0 m=1 turns=4"); /* B sees the ring turned by half: the same way round */
    done(&x);
}

static void test_those(void) {
    table x;
    open_with(&x, "setup { n[a1] = 2  n[b2] = 3  n[c1] = 5 }\n"
                  "turn { pick those(each cell c in cells : n[c] > 0 and n[c] < 5)\n"
                  "  act \"count\" { m = count those(each cell c in rank 1 : some those(each cell "
                  "d in step any from c : n[d] == 3)) }\n"
                  "} else draw");
    OFFERS(&x, "a1 b2 count");
    PLAY(&x, "count");
    IS(&x, "3/3 1 n=2,0,5,0,3,0 m=3 turns=1");
    SOUND(&x);
    done(&x);
}

/* The names are free. */
static void test_names(void) {
    table x;
    OPEN(&x,
         "game t { players A B  board rect 2 1  piece track T  var sow  var those  def ring = a1\n"
         "  setup { put track of A on a1 }\n"
         "  turn pick track & ring { sow += 1  those = sow + 1 } else draw }");
    PLAY(&x, "a1 a1");
    IS(&x, "T1 0 sow=2 those=3 turns=2");
    done(&x);
}

TEST_LIST = {
    {"numbers", test_numbers}, {"sow", test_sow},     {"ends", test_ends}, {"track", test_track},
    {"those", test_those},     {"names", test_names}, {NULL, NULL}};
