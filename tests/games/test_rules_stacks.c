/* Stacks: several pieces on a cell, worked out by hand. */
#include <acutest.h>

#include <stdio.h>

#include "tests/support/table_checks.h"

/* What a text says before its turn: men m and kings k of two players on a board of 4 by 1. */
#define FRAME                                                                                      \
    "game t { players A B  board rect 4 1 stacks 4  piece man M  piece king K  var n\n"            \
    "  setup { put man of A on a1|c1  put king of B on a1 }\n"

static void open_with(table *x, const char *turn) {
    char body[1200];
    (void)snprintf(body, sizeof body, FRAME "%s else draw }", turn);
    OPEN(x, body);
}

/* What is put on a piece is on top of it, and says whose the stack is. */
static void test_put(void) {
    table x;
    open_with(&x, "turn { place man on cells where to in mine  pick enemy & king }");
    IS(&x, "(Mk)1M1 0");
    OFFERS(&x, "c1 a1");
    PLAY(&x, "c1");
    IS(&x, "(Mk)1(MM)1 1 turns=1");
    PLAY(&x, "a1");
    IS(&x, "(Mkm)1(MM)1 0 turns=2");
    PLAY(&x, "c1");
    SOUND(&x);
    done(&x);
}

/* A stack moves as one, onto what is there. */
static void test_move(void) {
    table x;
    open_with(&x, "turn move mine to step e");
    PLAY(&x, "c1d1 a1b1");
    IS(&x, "1(Mk)1M 0 turns=2 over=draw");
    done(&x);
    open_with(&x, "turn move mine to step any");
    PLAY(&x, "c1b1 a1b1");
    IS(&x, "1(MMk)2 0 turns=2 over=draw");
    SOUND(&x);
    done(&x);
}

/* Only the upper pieces: one at least. */
static void test_move_top(void) {
    table x;
    open_with(&x, "turn move top (n) of occupied to step any { n += 2 }");
    PLAY(&x, "a1b1");
    IS(&x, "MkM1 1 n=2 turns=1");
    PLAY(&x, "a1b1");
    IS(&x, "1(kM)M1 0 n=4 turns=2");
    PLAY(&x, "b1c1");
    IS(&x, "2(MkM)1 1 n=6 turns=3");
    done(&x);
    open_with(&x, "turn move top 2 of occupied to step any");
    PLAY(&x, "a1b1 b1c1 c1d1");
    IS(&x, "2M(Mk) 1 turns=3");
    SOUND(&x);
    done(&x);
}

/* Pieces that are tucked under a stack keep their order. */
static void test_under(void) {
    table x;
    open_with(&x, "turn { pick a1 { relocate top of to under c1 }  pick c1 { relocate c1 under b1 }"
                  " pick d1 { relocate top 2 of b1 under a1 } pick b1 { relocate b1 to b1 } }");
    PLAY(&x, "a1");
    IS(&x, "M1(kM)1 1 turns=1");
    PLAY(&x, "c1");
    IS(&x, "M(kM)2 0 turns=2");
    PLAY(&x, "b1 d1");
    IS(&x, "(kMM)3 0 turns=4");
    SOUND(&x);
    done(&x);
}

/* What is below the limit of the board is gone. */
static void test_limit(void) {
    table x;
    open_with(&x, "turn { pick a1 { put man on to }  pick b1 { relocate a1 to c1 }\n"
                  "  pick d1 { relocate a1 under c1 } }");
    PLAY(&x, "a1 a1");
    IS(&x, "(MkMm)1M1 0 turns=2");
    PLAY(&x, "a1");
    IS(&x, "(kMmM)1M1 1 turns=3");
    PLAY(&x, "b1");
    IS(&x, "2(kMmM)1 0 turns=4");
    SOUND(&x);
    PLAY(&x, "a1 d1");
    IS(&x, "2(kMmM)1 0 turns=6");
    SOUND(&x);
    done(&x);
}

static void test_remove(void) {
    table x;
    open_with(&x, "turn { pick a1 { remove top of to }  pick b1 { remove top (n) of occupied }\n"
                  "  pick c1 { remove to }  pick d1 { n += 1 } }");
    PLAY(&x, "b1");
    IS(&x, "(Mk)1M1 1 turns=1");
    PLAY(&x, "a1");
    IS(&x, "M1M1 0 turns=2");
    SOUND(&x);
    PLAY(&x, "d1 b1");
    IS(&x, "4 0 n=1 turns=4");
    SOUND(&x);
    done(&x);
    open_with(&x, "turn pick occupied { remove to }");
    PLAY(&x, "a1");
    IS(&x, "2M1 1 turns=1");
    done(&x);
}

/* What one can ask of a stack, from the top down. */
static void test_values(void) {
    table x;
    open_with(&x,
              "turn { when levels(a1) == 2 and levels(b1) == 0 and levels(c1) == 1 act \"levels\"\n"
              "  when levels(a1, A) == 1 and levels(a1, B) == 1 and levels(c1, B) == 0 act \"of\"\n"
              "  when top(a1) == 1 and top(a1, 2) == 0 and top(a1, 3) == -1 act \"top\"\n"
              "  when top(b1) == -1 and top(a1, 0) == -1 and top(a1) == kind(a1) act \"none\"\n"
              "  when owner(a1) == B and owner(a1, 1) == B and owner(a1, 2) == A act \"owner\"\n"
              "  when a1 in B and a1 in king and not a1 in man act \"sets\" }");
    OFFERS(&x, "levels of top none owner sets");
    done(&x);
}

/* The names are free: what an author has called so is meant. */
static void test_names(void) {
    table x;
    OPEN(&x, "game t { players A B  board rect 3 1 stacks 2  piece top T  piece man M  var stacks\n"
             "  def levels(x) = count x  def under = b1\n"
             "  setup { put top of A on a1  put man of A on a1|b1 }\n"
             "  turn { pick top { relocate under to c1  stacks += levels(occupied) }\n"
             "         pick man { remove top  remove top of b1 } } else draw }");
    OFFERS(&x, "a1 b1");
    PLAY(&x, "b1");
    IS(&x, "(TM)2 1 turns=1");
    done(&x);
}

/* Positions are read as they are written; bad stacks are told apart. */
static void test_positions(void) {
    static const char *const bad[] = {"(M1M1 0", "(M", "()1M1 0", "(MMMMM)3 0", "(Mx)3 0", "M)3 0"};
    table x;
    open_with(&x, "turn pick occupied");
    READ(&x, "(mKMk)2(KM) 1");
    IS(&x, "(mKMk)2(KM) 1");
    SOUND(&x);
    OFFERS(&x, "a1 d1");
    READ(&x, "(M)3 1");
    IS(&x, "M3 1");
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        TEST_CHECK_(!text_table_read(&x, bad[i]), "%s", bad[i]);
    done(&x);
}

TEST_LIST = {{"put", test_put},
             {"move", test_move},
             {"move_top", test_move_top},
             {"under", test_under},
             {"limit", test_limit},
             {"remove", test_remove},
             {"values", test_values},
             {"names", test_names},
             {"positions", test_positions},
             {NULL, NULL}};
