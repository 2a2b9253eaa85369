/* Small texts, worked out by hand: what actions do, what is remembered, and how games end. Turns
 * are in test_rules_words.c. */
#include <acutest.h>

#include <stdio.h>

#include "tests/support/table_checks.h"

/* --- effects --- */

static void test_give_and_flip(void) {
    table x;
    OPEN(&x,
         "game t { players A B C  board rect 3 1  piece s  setup \"S1S2S3\"\n"
         "  turn { act \"give\" { give b1 to next }  act \"flip\" { flip cells } } else draw }");
    PLAY(&x, "give");
    IS(&x, "S1S2S3 1 turns=1"); /* to B, whose it was */
    PLAY(&x, "give");
    IS(&x, "S1S3S3 2 turns=2");
    PLAY(&x, "flip"); /* of C: mine to the next, the others to me */
    IS(&x, "S3S1S1 0 turns=3");
    SOUND(&x);
    done(&x);
}

static void test_push(void) {
    table x;
    OPEN(&x, "game t { players A B  board rect 3 2  piece s  setup \"1Ss/S1s\"\n"
             "  turn { act \"e\" { push e cells }  act \"n\" { push my n mine } } else draw }");
    PLAY(&x, "e");
    IS(&x, "2S/1S1 1 turns=1"); /* what leaves the board is gone */
    PLAY(&x, "n n");
    IS(&x, "1S1/3 1 turns=3"); /* B has nothing to push; A's c2 falls off, b1 goes up */
    SOUND(&x);
    done(&x);
}

static void test_change_put_relocate(void) {
    table x;
    OPEN(&x, "game t { players A B  board rect 3 2  piece man M  piece king K\n"
             "  setup { put man of A on rank 1 }\n"
             "  turn { act \"crown\" { change mine & edge into king }\n"
             "         act \"carry\" { relocate a1 to c2 }\n"
             "         act \"put\" { put man of neutral on rank 2 }\n"
             "         act \"clear\" { remove cells - king } } else draw }");
    PLAY(&x, "carry");
    IS(&x, "2M/1MM 1 turns=1");
    PLAY(&x, "carry"); /* nothing there: nothing happens */
    PLAY(&x, "crown");
    IS(&x, "2K/1KK 1 turns=3");
    PLAY(&x, "put");
    IS(&x, "M0M0M0/1KK 0 turns=4");
    SOUND(&x);
    PLAY(&x, "clear");
    IS(&x, "3/1KK 1 turns=5");
    done(&x);
}

/* One player alone has capital letters, and others' pieces a nought. */
static void test_alone(void) {
    table x;
    OPEN(&x, "game t { players A  board rect 3 1  piece man M  setup { put man of A on a1 }\n"
             "  turn place man of neutral on empty else win }");
    IS(&x, "M2 0");
    SOUND(&x);
    PLAY(&x, "c1");
    IS(&x, "M1M0 0 turns=1");
    SOUND(&x);
    PLAY(&x, "b1");
    PAYS(&x, "1");
    done(&x);
}

static void test_promotes(void) {
    table x;
    OPEN(&x, "game t { players A B  board rect 2 3\n"
             "  piece pawn P { move step my n & empty  promotes on my rank 3 to king rook }\n"
             "  piece king K  piece rook R\n"
             "  setup \"2/P1/1P\"  turn pieces else draw }");
    OFFERS(&x, "a2a3k a2a3r b1b2");
    PLAY(&x, "a2a3r");
    PAYS(&x, "0.5 0.5"); /* B has nothing to move */
    IS(&x, "R1/2/1P 1 turns=1 over=draw");
    text_table_close(&x);
    OPEN(&x, "game t { players A  board rect 2 3\n"
             "  piece pawn P { move step n & empty  promotes on rank 3 to king\n"
             "                 promotes on none to pawn }\n"
             "  piece king K\n"
             "  setup \"2/P1/1P\"  turn pieces else draw }");
    OFFERS(&x, "a2a3 b1b2"); /* a single kind is not written */
    PLAY(&x, "a2a3");
    IS(&x, "K1/2/1P 0 turns=1");
    done(&x);
}

static void test_pick_and_place(void) {
    table x;
    OPEN(&x, "game t { players A B  board rect 2 1  piece man M  piece king K  piece rook R\n"
             "  setup \"M1\"\n"
             "  turn { pick mine as king rook  place man rook on empty } else draw }");
    OFFERS(&x, "a1=k a1=r M@b1 R@b1");
    PLAY(&x, "R@b1");
    IS(&x, "MR 1 turns=1 over=draw");
    text_table_start(&x);
    PLAY(&x, "a1=r");
    OFFERS(&x, "M@b1 R@b1");
    done(&x);
}

/* --- memory --- */

static void test_variables(void) {
    table x;
    OPEN(&x, "game t { players A B  board rect 3 1  piece a  piece b\n"
             "  var hand per player per piece = 2\n"
             "  var w : cells per player = by(a1, c1)\n"
             "  var at : cell = b1\n"
             "  turn { place a b on empty where hand[me, opt] > 0 { hand[me, opt] -= 1 }\n"
             "         act \"swap\" { w |= at  at = a1|c1  w[next] = none  hand[next, a] = 7 } }\n"
             "    else draw }");
    OFFERS(&x, "A@a1 A@b1 A@c1 B@a1 B@b1 B@c1 swap");
    IS(&x, "3 0 hand=2,2,2,2 w=a1,c1 at=b1");
    PLAY(&x, "B@a1");
    IS(&x, "B2 1 hand=2,1,2,2 w=a1,c1 at=b1 turns=1");
    PLAY(&x, "swap"); /* B: its w grows by b1; `at` is the lowest of a1 and c1 */
    IS(&x, "B2 0 hand=7,1,2,2 w=-,b1|c1 at=a1 turns=2");
    SOUND(&x);
    PLAY(&x, "swap B@b1 B@c1");
    SOUND(&x);
    done(&x);
}

static void test_arithmetic(void) {
    table x;
    OPEN(&x, "game t { players A B  board rect 2 1  piece s  var n = -2147483647  var m\n"
             "  turn { act \"less\" { n -= 1 }  act \"turn\" { n = n / -1 }\n"
             "         act \"rest\" { m = n % -1 }  act \"zero\" { m = n / 0 + n % 0 }\n"
             "         act \"half\" { n = n / 2 }  act \"odd\" { m = n % 2 }\n"
             "         act \"times\" { n = n * n }  act \"neg\" { n = -n } } else draw }");
    PLAY(&x, "less");
    IS(&x, "2 1 n=-2147483648 turns=1");
    PLAY(&x, "turn neg turn"); /* there is no such positive number: it stays */
    IS(&x, "2 0 n=-2147483648 turns=4");
    PLAY(&x, "rest zero");
    IS(&x, "2 0 n=-2147483648 turns=6");
    PLAY(&x, "less half odd");
    IS(&x, "2 1 n=1073741823 m=1 turns=9");
    PLAY(&x, "times");
    IS(&x, "2 0 n=-2147483647 m=1 turns=10"); /* 2^60 - 2^31 + 1, wrapped */
    SOUND(&x);
    done(&x);
}

/* What is out of range is moved into it. */
static void test_index_is_clamped(void) {
    table x;
    OPEN(&x, "game t { players A B  board rect 2 1  piece a  piece b  var n per piece  var i\n"
             "  turn { act \"up\" { i += 5  n[i] += 1 }  act \"down\" { i = -3  n[i] += 1 } }\n"
             "    else draw }");
    PLAY(&x, "up up down");
    IS(&x, "2 1 n=1,2 i=-3 turns=3");
    SOUND(&x);
    done(&x);
}

/* `last` is kept over chance and over what goes by itself. */
static void test_last(void) {
    table x;
    OPEN(&x, "game t { players A B  board rect 4 1  piece s  var d\n"
             "  turn chance d in 1..2 then place s on empty - last - lastfrom\n"
             "    then chance d in 1..2 else draw\n"
             "  end { when last in d1 win } }");
    TEST_CHECK(text_table_actor(&x) == ACTOR_CHANCE);
    OFFERS(&x, "d=1 d=2");
    SOUND(&x);
    PLAY(&x, "d=2 b1");
    SOUND(&x);
    IS(&x, "1S2 0 turn.2 d=2 last=b1");
    PLAY(&x, "d=1 d=2");
    OFFERS(&x, "a1 c1 d1");
    PLAY(&x, "d1");
    TEST_CHECK(text_table_actor(&x) == ACTOR_CHANCE);
    PLAY(&x, "d=1");
    PAYS(&x, "0 1");
    done(&x);
}

/* --- chance --- */

static void test_chance(void) {
    table x;
    OPEN(&x, "game t { players A B  board rect 7 1  piece s  var die  setup { put s of A on a1 }\n"
             "  turn chance die in 1..3\n"
             "    then { move mine to slide e where dist(from, to) == die else pass }\n"
             "    else draw\n"
             "  end { when some mine & g1 win } }");
    OFFERS(&x, "die=1 die=2 die=3");
    PLAY(&x, "die=3");
    OFFERS(&x, "a1d1");
    PLAY(&x, "a1d1 die=1");
    OFFERS(&x, "pass");
    SOUND(&x);
    PLAY(&x, "pass die=3 d1g1");
    PAYS(&x, "1 0");
    text_table_close(&x);
    /* A range that turns out to be empty offers nothing: `else`, or the stage is skipped. */
    OPEN(&x, "game t { players A B  board rect 3 1  piece s  var d  var n = 2\n"
             "  turn chance d in 1..n then place s on empty { n = d - 1 }\n"
             "    then chance d in 1..n then act \"on\" else draw }");
    OFFERS(&x, "d=1 d=2");
    PLAY(&x, "d=2 a1");
    OFFERS(&x, "d=1");
    PLAY(&x, "d=1 on d=1 b1");
    OFFERS(&x, "on"); /* 1..0 is nothing */
    PLAY(&x, "on");
    PAYS(&x, "0.5 0.5");
    done(&x);
}

/* --- the end --- */

static void test_runs(void) {
    table x;
    OPEN(&x, "game t { players A B  board rect 4 4  piece s\n"
             "  turn place s on empty else draw\n"
             "  end { when runs(mine, last, 3) == 2 win  when runs(mine, last, 3) == 1 lose } }");
    READ(&x, "4/2S1/1S2/1SS1 0"); /* d4 makes no three; a1: two in a row of three */
    PLAY(&x, "a1");
    PAYS(&x, "1 0"); /* a1 b1 c1, and a1 b2 c3 */
    READ(&x, "4/4/1S2/1S2 0");
    PLAY(&x, "b3");
    PAYS(&x, "0 1");
    READ(&x, "4/1S2/4/1S2 0");
    PLAY(&x, "b2");
    PAYS(&x, "0 1");
    READ(&x, "4/1S2/1S2/1S2 0");
    PLAY(&x, "b4"); /* four are not exactly three */
    TEST_CHECK(text_table_actor(&x) == 1);
    done(&x);
}

static void test_file_edge_dist(void) {
    table x;
    OPEN(&x, "game t { players A B  board rect 5 4  piece s\n"
             "  turn place s on empty & file b..c - edge else place s on file d & rank 2..3\n"
             "    else draw\n"
             "  end { when dist(mine, enemy) == 1 draw } }");
    OFFERS(&x, "b2 b3 c2 c3");
    PLAY(&x, "b2 c3");
    PAYS(&x, "0.5 0.5"); /* a diagonal neighbour is one step away */
    text_table_close(&x);
    OPEN(&x, "game t { option w 30 in 27..30  players A B  board rect w 1  piece s\n"
             "  turn place s on file aa..ab | file w else draw }");
    OFFERS(&x, "aa1 ab1 w1"); /* after `file` a letter is a letter, whatever else it names */
    done(&x);
}

static void test_repeats(void) {
    table x;
    OPEN(&x, "game t { players A B  board rect 3 2  piece s  counter c  setup \"s2/S2\"\n"
             "  before { c += 1 }\n"
             "  turn move mine to step (e w) & empty else lose\n"
             "  end { when repeats >= 3 draw } }");
    PLAY(&x, "a1b1 a2b2 b1a1 b2a2"); /* the start again: twice */
    PLAY(&x, "a1b1 a2b2 b1a1");
    TEST_CHECK(text_table_actor(&x) == 1);
    /* A position that was read knows nothing of what was before; its trail may. */
    char line[80];
    error err = {0};
    (void)snprintf(line, sizeof line, "%s", text_table_text(&x));
    TEST_ASSERT(x.r->game->read(x.r, x.s, line, &err) == ST_OK);
    PLAY(&x, "b2a2"); /* three times */
    PAYS(&x, "0.5 0.5");
    done(&x);
}

/* `seen` must also hold where a turn is settled: here it leaves nothing to do. */
static void test_seen(void) {
    table x;
    OPEN(&x, "game t { players A B  board rect 2 1  piece s  setup \"S1\"\n"
             "  turn move s to step (e w) & empty require not seen else lose }");
    OFFERS(&x, "a1b1");
    PLAY(&x, "a1b1");
    PAYS(&x, "1 0"); /* back to a1 with A to move is the start */
    done(&x);
}

/* --- turns and the hash --- */

static uint64_t hash_of(table *x, const char *line) {
    TEST_CHECK_(text_table_read(x, line), "%s", line);
    return x->r->game->hash(x->r, x->s);
}

static void test_turns_in_the_hash(void) {
    table x;
    OPEN(&x, "game t { players A B  board rect 2 1  piece s  option late 3 in 1..9\n"
             "  def now = turns\n"
             "  rule after(n) = when turns >= n act \"late\"\n"
             "  turn { pass  when now == 1 act \"swap\"  after(late)  when 0 < turns act \"on\" }\n"
             "    else draw  end { when repeats >= 9 draw } }");
    OFFERS(&x, "pass");
    PLAY(&x, "pass");
    OFFERS(&x, "on pass swap");
    PLAY(&x, "pass");
    OFFERS(&x, "on pass");
    PLAY(&x, "pass");
    OFFERS(&x, "late on pass");
    uint64_t at[6];
    const char *line[] = {"2 0",         "2 0 turns=1", "2 0 turns=2",
                          "2 0 turns=3", "2 0 turns=4", "2 0 turns=500"};
    for (int i = 0; i < 6; i++) at[i] = hash_of(&x, line[i]);
    for (int i = 0; i < 5; i++)
        for (int k = i + 1; k < 6; k++)
            TEST_CHECK_((at[i] == at[k]) == (i >= 4), "%s and %s", line[i], line[k]);
    text_table_close(&x);
    OPEN(&x, "game t { players A B  board rect 2 1  piece s\n"
             "  turn { pass  when turns % 2 == 1 act \"odd\" } else draw\n"
             "  end { when turns > 900 draw } }");
    TEST_CHECK(hash_of(&x, "2 0 turns=950") != hash_of(&x, "2 0 turns=952"));
    text_table_close(&x);
    OPEN(&x, "game t { players A B  board rect 2 1  piece s  turn pass else draw }");
    TEST_CHECK(hash_of(&x, "2 0 turns=5") == hash_of(&x, "2 0")); /* no one reads them */
    done(&x);
}

/* --- patterns and definitions in moves --- */

static void test_bound_names(void) {
    table x;
    OPEN(&x, "game t { players A B  board rect 5 1  piece m  setup \"M1m2\"\n"
             "  def leap1 = along e (empty* enemy@over empty+)\n"
             "  turn move mine to leap1 - e1 { remove over } else draw }");
    OFFERS(&x, "a1d1");
    PLAY(&x, "a1d1");
    IS(&x, "3M1 1 turns=1 over=draw");
    done(&x);
}

/* A definition may be given to itself: that is no cycle. */
static void test_nested_calls(void) {
    table x;
    OPEN(&x, "game t { players A B  board rect 5 1  piece m\n"
             "  def right(a) = shift e a\n"
             "  def both(a, b) = a | b\n"
             "  turn place m on both(right(right(a1)), both(right(d1), b1)) & empty else draw }");
    OFFERS(&x, "b1 c1 e1");
    done(&x);
}

/* Another player's pieces are not pinned by the rules for one's own. */
static void test_royal_and_foreign_moves(void) {
    table x;
    OPEN(&x, "game t { players A B  board rect 4 1\n"
             "  piece king K { hits step any }\n"
             "  piece rook R { hits ride ortho }\n"
             "  piece wall W\n"
             "  turn { move wall to step ortho & empty  move mine & king to step ortho - mine }\n"
             "    require not attacked(mine & king) else lose }");
    READ(&x, "KW1r 0"); /* the wall may not leave the line, and goes nowhere else */
    OFFERS(&x, "b1c1");
    READ(&x, "KWr1 0");
    PAYS(&x, "0 1");
    READ(&x, "1KWr 1"); /* no king, and nothing that could step */
    PAYS(&x, "1 0");
    done(&x);
}

TEST_LIST = {{"give_and_flip", test_give_and_flip},
             {"push", test_push},
             {"change_put_relocate", test_change_put_relocate},
             {"alone", test_alone},
             {"promotes", test_promotes},
             {"pick_and_place", test_pick_and_place},
             {"variables", test_variables},
             {"arithmetic", test_arithmetic},
             {"index_is_clamped", test_index_is_clamped},
             {"last", test_last},
             {"chance", test_chance},
             {"runs", test_runs},
             {"file_edge_dist", test_file_edge_dist},
             {"repeats", test_repeats},
             {"seen", test_seen},
             {"turns_in_the_hash", test_turns_in_the_hash},
             {"bound_names", test_bound_names},
             {"nested_calls", test_nested_calls},
             {"royal_and_foreign_moves", test_royal_and_foreign_moves},
             {NULL, NULL}};
