/* Small texts, worked out by hand: how turns go on, and who is who in them. What actions do is in
 * test_rules_effects.c; areas have a test of their own. */
#include <acutest.h>

#include "tests/support/table_checks.h"

/* --- stages --- */

static void test_optional(void) {
    table x;
    OPEN(&x, "game t { players A B  board rect 3 1  piece s\n"
             "  turn place s on empty & file a then optional place s on empty & file c\n"
             "    else pass\n"
             "  end { when turns == 3 draw } }");
    OFFERS(&x, "a1");
    PLAY(&x, "a1");
    OFFERS(&x, "c1 skip");
    TEST_CHECK(text_table_actor(&x) == 0);
    SOUND(&x);
    PLAY(&x, "skip");
    TEST_CHECK(text_table_actor(&x) == 1);
    OFFERS(&x, "pass"); /* a1 is taken; the second stage belongs to the placing only */
    PLAY(&x, "pass pass");
    PAYS(&x, "0.5 0.5");
    done(&x);
}

/* `skip` leaves a `repeat` that is all about it; otherwise it only leaves its stage. */
static void test_repeat(void) {
    table x;
    OPEN(&x,
         "game t { players A B  board rect 4 1  piece s\n"
         "  turn place s on a1 & empty then repeat place s on shift e last & empty else lose }");
    PLAY(&x, "a1");
    OFFERS(&x, "b1");
    PLAY(&x, "b1 c1");
    OFFERS(&x, "d1");
    TEST_CHECK(text_table_actor(&x) == 0);
    PLAY(&x, "d1");
    PAYS(&x, "1 0"); /* nothing to repeat: the turn is over, and B is stuck */
    text_table_close(&x);
    OPEN(&x, "game t { players A B  board rect 4 1  piece s\n"
             "  turn place s on empty then repeat optional place s on empty else draw }");
    PLAY(&x, "a1 b1");
    OFFERS(&x, "c1 d1 skip");
    PLAY(&x, "skip");
    TEST_CHECK(text_table_actor(&x) == 1);
    OFFERS(&x, "c1 d1");
    PLAY(&x, "c1 d1");
    OFFERS(&x, "skip"); /* the stage offers that at least, so someone is asked */
    PLAY(&x, "skip");
    PAYS(&x, "0.5 0.5");
    text_table_close(&x);
    OPEN(&x, "game t { players A B  board rect 3 1  piece s  piece t\n"
             "  turn repeat { place s on empty then optional place t on empty } else draw }");
    PLAY(&x, "a1");
    OFFERS(&x, "b1 c1 skip");
    PLAY(&x, "skip");
    TEST_CHECK(text_table_actor(&x) == 0);
    OFFERS(&x, "b1 c1"); /* an s again */
    PLAY(&x, "b1 c1");
    PAYS(&x, "0.5 0.5");
    IS(&x, "SST 1 turns=1 over=draw"); /* one turn of A, and B is stuck */
    done(&x);
}

static void test_else_and_when(void) {
    table x;
    OPEN(&x, "game t { players A B  board rect 3 1  piece s  var n\n"
             "  turn { when n == 0 place s on empty & a1 else when n < 2 place s on b1|c1\n"
             "    else act \"stop\" { n = 9 } }\n"
             "    then do { n += 1 }\n"
             "    else draw\n"
             "  end { when n > 8 score count mine } }");
    OFFERS(&x, "a1");
    PLAY(&x, "a1");
    OFFERS(&x, "b1 c1");
    PLAY(&x, "b1");
    OFFERS(&x, "stop");
    SOUND(&x);
    PLAY(&x, "stop");
    PAYS(&x, "0.5 0.5");
    done(&x);
}

/* Majority: of two ways to jump only the one that takes two men, at its first step and later. */
static void test_longest(void) {
    static const char body[] =
        "game t { players A B  board rect 5 5  piece m\n"
        "  rule jumps(src) = move src to along ortho (enemy@over empty) { remove over }\n"
        "  turn { longest { jumps(mine) then repeat jumps(last) } else pass } else lose }";
    table x;
    OPEN(&x, body);
    /* From c1 up over c2 and c4 to c5; from a1 right over b1 to c1? no: c1 is taken. From a1 up
     * over a2 to a3, then nothing. */
    READ(&x, "5/2m2/5/m1m2/M1M2 0");
    OFFERS(&x, "c1c3");
    PLAY(&x, "c1c3");
    OFFERS(&x, "c3c5");
    SOUND(&x);
    PLAY(&x, "c3c5");
    IS(&x, "2M2/5/5/m4/M4 1 turns=1");
    OFFERS(&x, "pass");
    /* Two equally long ones: both. */
    READ(&x, "5/5/5/m3m/M3M 0");
    OFFERS(&x, "a1a3 e1e3");
    done(&x);
}

/* An endless chain counts as long as any, and ends. */
static void test_longest_for_ever(void) {
    table x;
    OPEN(&x, "game t { players A B  board rect 3 3  piece m  setup { put m of A on a1 }\n"
             "  turn longest repeat { move mine to step any & empty  act \"no\" { done } }\n"
             "    else lose }");
    OFFERS(&x, "a1a2 a1b1 a1b2");
    PLAY(&x, "a1b2");
    TEST_CHECK(text_table_actor(&x) == 0);
    SOUND(&x);
    done(&x);
}

static void test_phases(void) {
    table x;
    OPEN(&x,
         "game t { players A B  board rect 2 2  piece s\n"
         "  phase early turn place s on rank 1 & empty { if no rank 1 & empty { phase = late } }\n"
         "    else lose\n"
         "  phase late turn place s on rank 2 & empty else draw }");
    OFFERS(&x, "a1 b1");
    PLAY(&x, "a1");
    OFFERS(&x, "b1");
    SOUND(&x);
    PLAY(&x, "b1");
    OFFERS(&x, "a2 b2");
    IS(&x, "2/Ss 0 late.2 turns=2");
    SOUND(&x);
    PLAY(&x, "b2 a2");
    PAYS(&x, "0.5 0.5");
    done(&x);
}

static void test_done_and_next(void) {
    table x;
    OPEN(&x, "game t { players A B  board rect 4 1  piece s\n"
             "  turn place s on empty { if to in file a { next = me }\n"
             "                          if to in file b { done } }\n"
             "    then place s on empty\n"
             "    else draw\n"
             "  end { when count mine == 2 and no file c & empty win next } }");
    PLAY(&x, "b1");
    TEST_CHECK(text_table_actor(&x) == 1); /* done: no second stone */
    PLAY(&x, "a1 c1");
    /* B has two and continues, since `next = me`: B is the one to come, and wins. */
    PAYS(&x, "0 1");
    text_table_start(&x);
    PLAY(&x, "a1 d1");
    TEST_CHECK(text_table_actor(&x) == 0);
    OFFERS(&x, "b1 c1");
    SOUND(&x);
    done(&x);
}

/* --- can --- */

static void test_can(void) {
    table x;
    OPEN(&x, "game t { players A B  board rect 3 1  piece s  setup \"S1s\"\n"
             "  turn move mine to step e & empty else when can next pass else draw }");
    OFFERS(&x, "a1b1");
    PLAY(&x, "a1b1");
    PAYS(&x, "0.5 0.5"); /* neither can go east: B's `pass` asks for A, A's does not count */
    READ(&x, "1sS 0");   /* A at the edge, B blocked */
    PAYS(&x, "0.5 0.5");
    READ(&x, "s1S 0");
    OFFERS(&x, "pass"); /* B can */
    PLAY(&x, "pass");
    OFFERS(&x, "a1b1");
    done(&x);
}

/* Inside a `can` another one counts as yes: this asks itself, and still has an answer. */
static void test_can_in_can(void) {
    table x;
    OPEN(&x, "game t { players A B  board rect 3 1  piece s\n"
             "  turn place s on empty require can next else score count mine }");
    /* The third stone would leave nothing to the next: it is not allowed. */
    PLAY(&x, "a1");
    OFFERS(&x, "b1 c1");
    PLAY(&x, "b1");
    PAYS(&x, "0.5 0.5");
    text_table_close(&x);
    OPEN(&x, "game t { players A B  board rect 3 1  piece s\n"
             "  turn { when can next pass } else draw }");
    OFFERS(&x, "pass");
    PLAY(&x, "pass pass");
    OFFERS(&x, "pass");
    done(&x);
}

/* What the next player could do is tried as that player: `require` looks at its king, not ours. */
static void test_can_with_require(void) {
    table x;
    OPEN(&x, "game t { players A B  board rect 3 3\n"
             "  piece king K { hits step any  move hits - mine }\n"
             "  piece rook R { hits ride ortho  move hits - mine }\n"
             "  turn pieces require not attacked(mine & king)\n"
             "    else do { if can next { lose } else { draw } } }");
    READ(&x, "k2/2R/1RK 1"); /* stalemate: a8-like corner, b and the second rank are held */
    PAYS(&x, "1 0");
    READ(&x, "3/3/K1k 0"); /* not stuck */
    OFFERS(&x, "a1a2");
    done(&x);
}

/* --- players --- */

static void test_elimination(void) {
    table x;
    OPEN(&x, "game t { players A B C  board rect 4 1  piece s\n"
             "  turn { place s on empty  act \"quit\" { lose }  act \"judge\" { lose prev } }\n"
             "    then place s on empty else draw\n"
             "  end { when no empty score count mine } }");
    PLAY(&x, "quit"); /* the second stage is not asked of who has lost */
    TEST_CHECK(text_table_actor(&x) == 1);
    SOUND(&x);
    PLAY(&x, "a1 b1");
    TEST_CHECK(text_table_actor(&x) == 2);
    PLAY(&x, "judge"); /* the one before C is B: A is out. C alone is left */
    PAYS(&x, "0 0 1");
    text_table_start(&x);
    PLAY(&x, "a1 b1 quit");
    TEST_CHECK(text_table_actor(&x) == 2);
    PLAY(&x, "c1 d1");
    PAYS(&x, "0.75 0 0.75"); /* two, none, two: a tie is half a player beaten */
    done(&x);
}

/* `next =` to someone who is out: the following one. Who is stuck is out as well. */
static void test_next_is_out(void) {
    table x;
    OPEN(&x, "game t { players A B C  board rect 4 1  piece s\n"
             "  turn { act \"b\" { lose B next = B }  act \"c\" { next = C }  pass } else draw\n"
             "  end { when turns == 6 draw } }");
    PLAY(&x, "b");
    TEST_CHECK(text_table_actor(&x) == 2);
    PLAY(&x, "pass pass c c");
    TEST_CHECK(text_table_actor(&x) == 2);
    SOUND(&x);
    PLAY(&x, "pass");
    PAYS(&x, "0.333 0.333 0.333");
    text_table_close(&x);
    OPEN(&x, "game t { players A B C  board rect 3 1  piece s  setup { put s of B on c1 }\n"
             "  turn move mine to step w & empty else lose }");
    TEST_CHECK(text_table_actor(&x) == 1); /* A is stuck and out; B alone still moves */
    SOUND(&x);
    PLAY(&x, "c1b1");
    PAYS(&x, "0 1 0"); /* C is stuck, too */
    done(&x);
}

static void test_lose_all(void) {
    table x;
    OPEN(&x, "game t { players A B C  board rect 2 1  piece s\n"
             "  turn act \"all\" { lose A lose B lose C } else draw }");
    PLAY(&x, "all");
    PAYS(&x, "0 0 1"); /* when two are out the third has won; what comes later is too late */
    text_table_close(&x);
    OPEN(&x, "game t { players A  board rect 2 1  piece s\n"
             "  turn { act \"win\" { win }  act \"lose\" { lose }  act \"next\" { next = next } }\n"
             "    else draw }");
    PLAY(&x, "next next");
    SOUND(&x);
    PLAY(&x, "lose");
    PAYS(&x, "0");
    text_table_start(&x);
    PLAY(&x, "win");
    PAYS(&x, "1");
    done(&x);
}

static void test_views(void) {
    table x;
    OPEN(&x, "game t { players A B C D  board rect 3 3  piece s\n"
             "  view B mirror  view C rotate  view D transpose\n"
             "  turn place s on my (a1 | a2) & empty else draw }");
    OFFERS(&x, "a1 a2");
    PLAY(&x, "a1");
    OFFERS(&x, "a2 a3"); /* mirrored: a3 and a2 */
    PLAY(&x, "a2");
    OFFERS(&x, "c2 c3"); /* rotated */
    PLAY(&x, "c2");
    OFFERS(&x, "b1"); /* transposed: a1, which is taken, and b1 */
    SOUND(&x);
    IS(&x, "3/S21S3/S12 3 turns=3");
    done(&x);
}

/* A board of dark cells: a rank is seen as a rank, though its cells are others. */
static void test_my_rank(void) {
    table x;
    OPEN(&x, "game t { players A B  board rect 4 4 only dark  piece s\n"
             "  turn place s on my rank 4 else draw }");
    OFFERS(&x, "b4 d4");
    PLAY(&x, "b4");
    OFFERS(&x, "a1 c1");
    done(&x);
}

static void test_by_and_named(void) {
    table x;
    OPEN(&x, "game t { players A B  board rect 4 1  piece s\n"
             "  turn place s of by(B, A) on by(a1|b1, c1|d1) & empty\n"
             "    else do { if count A > count B { win A } else { draw } } }");
    OFFERS(&x, "a1 b1");
    PLAY(&x, "a1");
    OFFERS(&x, "c1 d1");
    PLAY(&x, "c1 b1 d1");
    PAYS(&x, "0.5 0.5"); /* two of each: names are pieces inside `count` */
    IS(&x, "ssSS 0 turns=4 over=draw");
    text_table_close(&x);
    OPEN(&x, "game t { players A B C  board rect 4 1  piece s\n"
             "  turn place s of next on empty else draw }");
    PLAY(&x, "a1 b1 c1 d1");
    IS(&x, "S2S3S1S2 1 turns=4 over=draw");
    done(&x);
}

TEST_LIST = {{"optional", test_optional},
             {"repeat", test_repeat},
             {"else_and_when", test_else_and_when},
             {"longest", test_longest},
             {"longest_for_ever", test_longest_for_ever},
             {"phases", test_phases},
             {"done_and_next", test_done_and_next},
             {"can", test_can},
             {"can_in_can", test_can_in_can},
             {"can_with_require", test_can_with_require},
             {"elimination", test_elimination},
             {"next_is_out", test_next_is_out},
             {"lose_all", test_lose_all},
             {"views", test_views},
             {"my_rank", test_my_rank},
             {"by_and_named", test_by_and_named},
             {NULL, NULL}};
