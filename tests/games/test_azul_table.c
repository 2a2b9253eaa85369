/* Azul on the table: what scenes show, actions and deals part by part, and what moved. */
#include <acutest.h>

#include "games/azul/azul.h"
#include "tests/support/one_line.h"
#include "tests/support/table_words.h"

static const char first_deal[] = "!D:B2YW/R2K2/Y3K/BRKW/W4";

static void test_scene(void) {
    position *p = one_line_start(&azul, "players 2");
    TEST_ASSERT(p && one_line_play(p, first_deal));
    TEST_CHECK(table_shows(p, 0, "\"words\":\"seat 1 takes tiles\""));
    TEST_CHECK(table_shows(p, 0, "[\"tiles in the bag\",80]"));
    TEST_CHECK(table_shows(p, 0,
                           "{\"id\":\"d1.1\",\"sprite\":\"tile\",\"colour\":\"c1\","
                           "\"at\":\"d1\",\"label\":\"blue\",\"part\":\"blue\"}"));
    TEST_CHECK(table_shows(p, 0, "\"id\":\"marker\",\"sprite\":\"marker\",\"at\":\"centre\""));
    TEST_CHECK(table_shows(p, 0, "{\"id\":\"p2\",\"group\":\"seat\",\"owner\":2"));
    TEST_CHECK(table_shows(p, 0, "\"id\":\"p1.line4\",\"x\":1,\"y\":3,\"w\":4,\"h\":1"));
    TEST_CHECK(table_shows(p, 0, "\"label\":\"floor: -1 -1 -2 -2 -2 -3 -3\""));
    /* The basic wall shows what waits where. */
    TEST_CHECK(table_shows(p, 0, "\"id\":\"for.p1.w25\",\"sprite\":\"tile\",\"colour\":\"c4\""));
    /* Two blue tiles on line 1: one goes to the floor, two others to the centre. */
    TEST_CHECK(one_line_play(p, "1B1"));
    TEST_CHECK(table_shows(p, 0, "\"id\":\"p1.line1.1\",\"sprite\":\"tile\""));
    TEST_CHECK(table_shows(p, 0, "\"at\":\"p1.floor\",\"label\":\"blue\""));
    TEST_CHECK(table_shows(p, 0, "\"id\":\"centre.2\""));
    TEST_CHECK(table_shows(p, 0, "\"seat\":1,\"from\":\"d1\",\"to\":\"p1.line1\""));
    TEST_CHECK(table_shows(p, 0, "\"words\":\"Seat 1: 2 others go to the centre\""));
    TEST_CHECK(table_shows(p, 0, "{\"kind\":\"last\",\"cells\":[\"d1\",\"p1.line1\""));
    position_destroy(p);
}

static void test_offer(void) {
    position *p = one_line_start(&azul, "players 2");
    error e = {0};
    TEST_ASSERT(p && one_line_play(p, first_deal));
    TEST_CHECK(table_picks(p, "", "\"ask\":\"tiles from where?\",\"count\":72"));
    TEST_CHECK(table_picks(p, "d1",
                           "\"part\":\"blue\",\"kind\":\"thing\",\"words\":\"2 blue\","
                           "\"count\":6"));
    TEST_CHECK(table_picks(p, "d1 blue",
                           "\"part\":\"p1.line1\",\"kind\":\"cell\",\"words\":"
                           "\"line 1, full then, 1 to the floor\",\"count\":1,"
                           "\"token\":\"1B1\""));
    TEST_CHECK(table_picks(p, "d1 blue", "\"words\":\"floor, which costs 2\""));
    TEST_CHECK(table_picks(p, "d1 blue p1.line2",
                           "\"token\":\"1B2\",\"words\":\"take 2 blue from "
                           "display 1 to line 2, which is full then\""));
    /* In another order. */
    TEST_CHECK(table_picks(p, "p1.floor white d5", "\"chosen\":[\"d5\",\"white\",\"p1.floor\"]"));
    TEST_CHECK(table_refuses(p, "d5 blue", &e) == ST_ILLEGAL_ACTION);
    TEST_CHECK(strstr(e.text, "after d5 choose white") != NULL);
    TEST_CHECK(table_refuses(p, "d6", &e) == ST_ILLEGAL_ACTION);
    position_destroy(p);
}

/* What a real table dealt is entered display by display. */
static void test_deal(void) {
    position *p = one_line_start(&azul, "players 2");
    TEST_ASSERT(p != NULL);
    TEST_CHECK(table_picks(p, "",
                           "\"part\":\"d1\",\"kind\":\"cell\",\"words\":\"display 1\","
                           "\"count\":4096,\"more\":true,\"only\":true"));
    TEST_CHECK(table_picks(p, "d1 B2YW d2 R2K2 d3 Y3K d4 BRKW d5", "\"count\":70,"));
    TEST_CHECK(table_picks(p, "B2YW R2K2 Y3K BRKW W4", first_deal));
    error e = {0};
    TEST_CHECK(table_refuses(p, "d1 B2Y", &e) == ST_ILLEGAL_ACTION);
    position_destroy(p);
    /* The last tiles of the bag come first, then those of the lid; then displays stay empty. */
    p = one_line_read(&azul, "2b 2d - c 0 -/-/-/-/- - B2Y R2K3 "
                             "0:-/-/-/-/-:...../...../...../...../.....:- "
                             "0:-/-/-/-/-:...../...../...../...../.....:- lid=destroy");
    TEST_ASSERT(p != NULL);
    TEST_CHECK(table_picks(p, "d1", "\"part\":\"B2YR\""));
    TEST_CHECK(table_refuses(p, "d1 R2K2", &e) == ST_ILLEGAL_ACTION);
    TEST_CHECK(table_picks(p, "B2YR RK3", "\"token\":\"!D:B2YR/RK3/-/-/-\""));
    position_destroy(p);
}

static void test_grey_wall(void) {
    position *p = one_line_start(&azul, "players 2 set wall=g");
    TEST_ASSERT(p && one_line_play(p, "!D:B2YW/R2K2/Y3K/BRKW/W4"));
    TEST_CHECK(one_line_play(p, "1B2 2R3 3Y3 4K4 5W4 CYF CWF CKF CBF CRF"));
    TEST_CHECK(table_shows(p, 0, "\"words\":\"seat 1 chooses a column for line 2\""));
    TEST_CHECK(table_picks(p, "p1.w25", "\"token\":\"T25\""));
    TEST_CHECK(table_picks(p, "",
                           "\"part\":\"p1.w21\",\"kind\":\"cell\",\"words\":"
                           "\"column 1 for 1 point\""));
    TEST_CHECK(one_line_play(p, "T25"));
    TEST_CHECK(table_shows(p, 0, "\"from\":\"p1.line2\",\"to\":\"p1.w25\""));
    position_destroy(p);
}

/* The end of the offer: tiles to the wall, one entry each, with points. */
static void test_tiling_happens(void) {
    position *p = one_line_start(&azul, "players 2");
    TEST_ASSERT(p && one_line_play(p, first_deal));
    TEST_CHECK(one_line_play(p, "1B2 2R2 3Y3 4K1 5W4 CYF CWF CKF CBF CRF"));
    TEST_CHECK(table_shows(p, SEAT_ALL,
                           "\"words\":\"seat 1: blue of line 2 to column 2 of the wall"
                           " for 1 point\",\"seat\":1,\"thing\":\"on.p1.w22\","
                           "\"from\":\"p1.line2\",\"to\":\"p1.w22\""));
    position_destroy(p);
}

TEST_LIST = {{"scene", test_scene},
             {"offer", test_offer},
             {"deal", test_deal},
             {"grey_wall", test_grey_wall},
             {"tiling_happens", test_tiling_happens},
             {NULL, NULL}};
