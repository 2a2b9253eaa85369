/* Boards of several levels, worked out by hand. */
#include <acutest.h>

#include <stdio.h>

#include "tests/support/table_checks.h"

#define FRAME "game t { players A B  board box 3 2 2  piece man M\n"

static void open_with(table *x, const char *rest) {
    char body[1000];
    (void)snprintf(body, sizeof body, FRAME "%s else draw }", rest);
    OPEN(x, body);
}

/* A cell is named by its column, row and level; texts have the highest level first. */
static void test_cells(void) {
    table x;
    open_with(&x,
              "setup { put man of A on a11|c22  put man of B on b12 } turn pick cells - occupied");
    IS(&x, "2M/1m1/3/M2 0");
    OFFERS(&x, "b11 c11 a21 b21 c21 a12 c12 a22 b22");
    READ(&x, "3/3/2m/M2 1");
    OFFERS(&x, "b11 c11 a21 b21 a12 b12 c12 a22 b22 c22");
    SOUND(&x);
    done(&x);
}

static void test_directions(void) {
    table x;
    open_with(&x, "turn { act \"next\" { }  pick step ortho from b11  pick step u from a22  pick "
                  "step nu from a11\n"
                  "  pick step swd from c22  pick ray neu from a11 }");
    OFFERS(&x, "next a11 c11 b21 b12 a22 b11 b22");
    done(&x);
    open_with(&x, "turn pick step diag from b12 & rank 2 & file 1..2 | step (e n) from c22");
    OFFERS(&x, "a22 a21 b21");
    done(&x);
    open_with(&x, "turn { pick edge & dark & rank 1 & file b  pick my rank 2 - rank 1 }");
    OFFERS(&x, "b12 a21 b21 c21 a22 b22 c22");
    done(&x);
}

/* `my`, where a view turns each level. */
static void test_views(void) {
    table x;
    open_with(
        &x,
        "view B rotate  turn { pick my a11  pick step my ne from b21 | step my (su) from a21 }");
    OFFERS(&x, "a11 a12");
    PLAY(&x, "a11");
    OFFERS(&x, "c21 a11");
    done(&x);
}

/* Lines go through the levels; what is connected is connected up and down. */
static void test_lines(void) {
    table x;
    OPEN(&x, "game t { players A B  board box 3 3 3  piece man M  setup { put man of A on "
             "a11|b22|c13|c33 }\n"
             "  turn { when run(mine, b22) >= 3 act \"run\"  when run(A, c13) == 2 act \"two\"\n"
             "    when count group(a11, empty | a11) == 24 act \"group\"  when dist(a11, a33) == 2 "
             "act \"dist\" } else draw }");
    OFFERS(&x, "run two group dist");
    done(&x);
}

TEST_LIST = {{"cells", test_cells},
             {"directions", test_directions},
             {"views", test_views},
             {"lines", test_lines},
             {NULL, NULL}};
