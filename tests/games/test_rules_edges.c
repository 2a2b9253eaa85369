/* Boards with places between their squares, worked out by hand. */
#include <acutest.h>

#include <stdio.h>

#include "engine/game/game_inputs.h"
#include "tests/support/table_checks.h"

static void open_on(table *x, const char *board, const char *rest) {
    char body[2000];
    (void)snprintf(body, sizeof body, "game t { players A B  board %s  piece man M  %s else draw }",
                   board, rest);
    OPEN(x, body);
}

/* A place is called after the square to the left of it or below it. */
static void test_names(void) {
    table x;
    open_on(&x, "rect 2 2 edges", "turn pick cells");
    OFFERS(&x, "a1 a1e b1 a1n b1n a2 a2e b2");
    done(&x);
    open_on(&x, "rect 2 2 edges corners", "turn pick cells - squares");
    OFFERS(&x, "a1e a1n a1ne b1n a2e");
    done(&x);
    open_on(&x, "rect 2 1 edges rim", "turn pick edges");
    OFFERS(&x, "a1s b1s a1w a1e b1e a1n b1n");
    done(&x);
    open_on(&x, "rect 1 1 edges corners rim", "turn pick corners | squares");
    OFFERS(&x, "a1sw a1se a1 a1nw a1ne");
    done(&x);
    open_on(&x, "rect 9 1 edges skip i", "turn pick file 8..9 | j1 | h1e");
    OFFERS(&x, "h1 h1e j1");
    done(&x);
}

/* Steps are half steps; ranks, files, colours, the outer squares and leaps are those of squares. */
static void test_areas(void) {
    table x;
    open_on(&x, "rect 3 3 edges corners",
            "turn { pick step ortho from b2  pick step ne from b2 | ray n from a2 | ray e max 2 "
            "from a1 }");
    OFFERS(&x, "b1n a2e b2e b2n b2ne a2n a3 a1e b1");
    done(&x);
    open_on(&x, "rect 3 3 edges",
            "turn { pick rank 2 & light | file c & dark | (cells - edges - edge) }");
    OFFERS(&x, "a2 c2 c1 c3 b2");
    done(&x);
    open_on(&x, "rect 3 3 edges",
            "turn { pick leap 1 2 from a1 | leap 0 1 from b1n | transpose(a1n) }");
    OFFERS(&x, "c2 b3 a1n c1n b2n a1e");
    done(&x);
    open_on(&x, "rect 3 2 edges",
            "turn { when dist(a1, c1) == 4 act \"dist\"  when count light == 3 act \"light\"\n"
            "  when count group(a1, squares | a1e) == 3 act \"group\"\n"
            "  when joins(squares | edges - a1e - a1n, a1, c1) act \"bad\"\n"
            "  when along e from (a1) (edges squares edges) == b1e act \"along\" }");
    OFFERS(&x, "dist light group along");
    done(&x);
}

/* `my` turns squares, edges and corners in the same way. */
static void test_views(void) {
    table x;
    open_on(&x, "rect 3 3 edges corners",
            "turn pick my (a1 | a1n | b1ne) | step my n from b2 | my rank 1 & file c");
    OFFERS(&x, "a1 c1 a1n b1ne b2n");
    PLAY(&x, "a1");
    OFFERS(&x, "b1n a2n b2ne a3 c3");
    done(&x);
    open_on(&x, "rect 3 3 edges", "view B left  turn pick my (a1 | a1n | a1e)");
    PLAY(&x, "a1");
    OFFERS(&x, "a2n a3 a3e");
    done(&x);
}

/* What is beside squares that are gone is gone, too; with a rim one square is enough. */
static void test_holes(void) {
    table x;
    open_on(&x, "rect 2 2 edges corners without b2", "turn pick cells");
    OFFERS(&x, "a1 a1e b1 a1n a2");
    done(&x);
    open_on(&x, "rect 2 1 edges rim only file 1", "turn pick cells");
    OFFERS(&x, "a1s a1w a1 a1e a1n");
    done(&x);
    open_on(&x, "rect 3 1 edges without a1e", "turn pick cells - edge");
    OFFERS(&x, "b1e");
    done(&x);
}

/* Texts of actions and positions: rows of squares and of what is between them, from the top. */
static void test_texts(void) {
    table x;
    open_on(&x, "rect 2 2 edges corners",
            "setup { put man of A on a1  put man of neutral on a1ne|b1n }\n"
            "turn { move mine to step any & empty  place man on a2e | b2 & empty }");
    IS(&x, "3/1M0M0/M2 0");
    OFFERS(&x, "a1a1e a1a1n a2e b2");
    PLAY(&x, "a1a1e a2e");
    IS(&x, "1m1/1M0M0/1M1 0 turns=2");
    OFFERS(&x, "a1ea1 a1eb1 a1ea1n b2 a2e");
    READ(&x, "2m/3/M2 1");
    OFFERS(&x, "b2a2e b2b1n b2a1ne a2e");
    READ(&x, "1m1/3/M2 1");
    OFFERS(&x, "a2ea2 a2eb2 a2ea1ne a2ea1n a2eb1n a2e b2");
    SOUND(&x);
    done(&x);
    OPEN(&x, "game t { players A B  board rect 2 2 edges  piece man M  piece nag N  piece eft E\n"
             "  setup { put man of A on a1 }\n"
             "  turn move mine & man to step n | leap 0 1 as nag eft else draw }");
    OFFERS(&x, "a1a1n=n a1a1n=e a1a2=n a1a2=e a1b1=n a1b1=e");
    PLAY(&x, "a1a1n=e");
    IS(&x, "3/E2/3 1 turns=1 over=draw");
    SOUND(&x);
    done(&x);
}

/* The shortest way inside an area: in steps, -1 where there is none. */
static void test_path(void) {
    table x;
    open_on(&x, "rect 3 3",
            "turn { when path(cells - b1 - b2, a1, c1) == 6 act \"round\"  when path(cells - file "
            "b, a1, c1) == -1 act \"none\"\n"
            "  when path(cells, a1, a1 | c3) == 0 act \"here\"  when path(cells - a1, a1, c1) == "
            "-1 act \"out\"\n"
            "  when path(cells, none, c1) == -1 act \"nothing\"  when path(cells, rank 1, c3) == 2 "
            "act \"nearest\" }");
    OFFERS(&x, "round none here out nothing nearest");
    done(&x);
    open_on(&x, "rect 3 3 edges",
            "turn { when path(cells, a1, c3) / 2 == 4 act \"far\"  when path(cells - a1n - b1n, "
            "a1, a2) == 10 act \"wall\" }");
    OFFERS(&x, "far wall");
    done(&x);
}

/* The words are free where an author uses them for something else, and on other boards. */
static void test_free_words(void) {
    table x;
    OPEN(&x,
         "game t { players edges rim  board rect 2 2 edges  piece corners C  piece squares\n"
         "  def path(a, b) = a | b  var a1n\n"
         "  setup { put corners of rim on a1  put squares of edges on b2  a1n = 2 }\n"
         "  turn { pick edges  pick corners  pick path(squares, corners)  when a1n == 2 pick a1e } "
         "else draw }");
    OFFERS(&x, "a1 a1 a1e b2 b2"); /* each in two ways */
    text_table_close(&x);
    OPEN(&x,
         "game t { players A B  board rect 2 2  piece corners  piece man M  def edges = a1 | b2\n"
         "  rule squares = place man on edges & empty  turn squares else draw }");
    OFFERS(&x, "a1 b2");
    done(&x);
}

static void draws(const table *x, const char *board) {
    text out = text_growing();
    game_draw(x->r, x->s, SEAT_ALL, false, &out);
    TEST_CHECK(strcmp(text_string(&out), board) == 0);
    TEST_MSG("%s", text_string(&out));
    text_done(&out);
}

/* Large squares, thin edges, walls as lines. */
static void test_drawing(void) {
    table x;
    OPEN(&x, "game t { players A B  board rect 3 2 edges corners  piece wall W  piece man M\n"
             "  setup { put wall of neutral on a1n|a1ne|b1n|b1e  put man of B on c2  put wall of A "
             "on c1n }\n"
             "  turn pass else draw }");
    draws(&x, "  2  .   .   m \n"
              "    -------+-W-\n"
              "  1  .   . | . \n"
              "     a   b   c  \n"
              "    A to move\n");
    done(&x);
}

/* What a net sees of edges is named by them, and mirrored with the board. */
static void test_inputs(void) {
    table x;
    uint16_t image[INPUTS_MAX_MIRRORS * 64];
    open_on(&x, "rect 2 2 edges", "turn place man on edges & empty");
    int n = x.r->inputs->count(x.r);
    int found = 0;
    TEST_ASSERT(n > 0 && n <= 64);
    TEST_CHECK(x.r->inputs->mirrors(x.r, image) == 3);
    for (int i = 0; i < n; i++) { /* the first is the mirror from left to right */
        char is[40];
        char of[40];
        text name = text_over(is, sizeof is);
        text other = text_over(of, sizeof of);
        x.r->inputs->name(x.r, i, &name);
        x.r->inputs->name(x.r, image[i], &other);
        found += strcmp(is, "own man a1n") == 0 && strcmp(of, "own man b1n") == 0;
        found += strcmp(is, "own man a1e") == 0 && strcmp(of, is) == 0;
    }
    TEST_CHECK(found == 2);
    done(&x);
    open_on(&x, "rect 2 2 edges", "turn place man on (a1n | a1e | b1n) & empty");
    TEST_CHECK(x.r->inputs->mirrors(x.r, image) == 1); /* from left to right alone */
    done(&x);
}

TEST_LIST = {{"names", test_names},           {"areas", test_areas},
             {"views", test_views},           {"holes", test_holes},
             {"texts", test_texts},           {"path", test_path},
             {"free_words", test_free_words}, {"drawing", test_drawing},
             {"inputs", test_inputs},         {NULL, NULL}};
