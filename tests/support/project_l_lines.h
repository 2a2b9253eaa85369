#ifndef TESTS_SUPPORT_PROJECT_L_LINES_H
#define TESTS_SUPPORT_PROJECT_L_LINES_H
/* Positions of Project L as texts, and what their texts say: to be included after acutest.h.
 *
 * W9 and W22 are an I2 high (0021000), W10 and W25 an I3 (0021080). */

#include <stdio.h>
#include <string.h>

#include "games/project_l/project_l.h"
#include "tests/support/one_line.h"

enum { PL_LINE_SIZE = 2000 };

#define ROWS     " WR=W1,W2,W3,W4 BR=B1,B2,B3,B4 WD=0:-/W5,W6 BD=0:-/B5,B6"
#define PLAIN(n) " | P" n " s=0 T=1,0,1,0,0,0,0,0,0 U=-;-;-;- F=-"

static const char *const middle =
    "ph=N p=0 a=3 m=0 b=0 l=0 r=1 R=2,5,3,4,5,5,5,5,5" ROWS
    " | P0 s=0 T=2,0,1,1,0,0,0,0,0 U=W9/1fdefff/000000000;W10/1fdef7f/000000000;-;- F=-" PLAIN(
        "1") " black=6 reserve=5 white=8";

static const char *const four_puzzles =
    "ph=N p=0 a=3 m=0 b=0 l=0 r=1 R=4,5,4,5,5,5,5,5,5" ROWS
    " | P0 s=0 T=1,0,1,0,0,0,0,0,0 U=W9/1fdefff/000000000;W10/1fdef7f/000000000;"
    "W22/1fdefff/000000000;W25/1fdef7f/000000000 F=- black=6 reserve=5 white=10";

/* Phase E, a black puzzle taken and the master used this turn; the white row is empty. */
static const char *const ended =
    "ph=E p=1 a=2 m=1 b=1 l=0 r=5 R=3,5,3,5,5,5,5,5,5 WR=-,-,-,- BR=B1,B2,-,- WD=0:-/- BD=0:-/- "
    "| P0 s=2 T=1,0,1,0,0,0,0,0,0 U=-;-;-;- F=W1,W2,B3 "
    "| P1 s=2 T=1,0,1,0,0,0,0,0,0 U=W9/1fdefff/000000000;-;-;- F=W3,B4,B5 "
    "black=5 reserve=5 white=4";

static const char *const touches =
    "ph=T p=0 a=3 m=0 b=0 l=1 r=9 R=4,5,4,5,5,5,5,5,5 WR=W1,W2,W3,W4 BR=B1,B2,B3,B4 WD=0:-/W5,W6 "
    "BD=0:-/- | P0 s=0 T=1,0,1,0,0,0,0,0,0 U=W9/1fdefff/000000000;-;-;- F=B5 black=5 reserve=5 "
    "white=7";

/* All O1 are with seat 1. */
static const char *const no_o1 =
    "ph=N p=0 a=3 m=0 b=0 l=0 r=1 R=0,5,5,5,5,5,5,5,5" ROWS
    " | P0 s=0 T=0,0,0,0,0,0,0,0,0 U=-;-;-;- F=- | P1 s=0 T=5,0,0,0,0,0,0,0,0 U=-;-;-;- F=- "
    "basic_subst=0 black=6 reserve=5 white=6";

/* No I2 in the reserve: completing W22 or W23 leaves a choice of O1, I3, L2. */
static const char *const choices =
    "ph=N p=0 a=3 m=0 b=0 l=0 r=1 R=4,5,0,5,5,5,5,5,5" ROWS
    " | P0 s=0 T=1,0,2,0,0,0,0,0,0 U=W22/1fdefff/000000000;W23/1fdefff/000000000;"
    "W9/1fdefff/000000000;- F=- | P1 s=0 T=0,0,3,0,0,0,0,0,0 U=-;-;-;- F=- "
    "black=6 reserve=5 white=9";

/* The line with the first `from` replaced. */
static inline const char *edited(const char *line, const char *from, const char *to) {
    static char buf[2][PL_LINE_SIZE];
    static int turn;
    char *out = buf[turn = !turn];
    const char *at = strstr(line, from);
    TEST_ASSERT_(at != NULL, "%s in %s", from, line);
    text t = text_over(out, PL_LINE_SIZE);
    text_putn(&t, line, (size_t)(at - line));
    text_format(&t, "%s%s", to, at + strlen(from));
    return out;
}

static inline bool text_is(const position *p, const char *line) {
    char buf[PL_LINE_SIZE];
    text got = text_over(buf, sizeof buf);
    position_write(p, &got);
    if (strcmp(buf, line) == 0) return true;
    printf("  expected %s\n  found    %s\n", line, buf);
    return false;
}

static inline bool shows(const position *p, const char *part) {
    char buf[PL_LINE_SIZE];
    text got = text_over(buf, sizeof buf);
    position_write(p, &got);
    if (strstr(buf, part)) return true;
    printf("  expected %s\n  in %s\n", part, buf);
    return false;
}

#endif
