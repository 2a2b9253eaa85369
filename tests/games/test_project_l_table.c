/* Project L on the table: what scenes show, actions part by part, placements as people type them. */
#include <acutest.h>

#include "engine/game/game_terminal.h"
#include "engine/game/pick.h"
#include "games/project_l/project_l.h"
#include "games/project_l/project_l_text.h"
#include "tests/support/one_line.h"
#include "tests/support/table_words.h"

#define DEALT "!W1 !W2 !W3 !W4 !B1 !B2 !B3 !B4"

/* Four empty puzzles and nearly all kinds of pieces. */
static const char rich[] =
    "ph=N p=0 a=2 m=0 b=1 l=0 r=2 R=12,14,12,14,14,14,14,14,14 WR=W5,W6,W3,W4 BR=B5,B6,B7,B8 "
    "WD=26:W7,W8,W9,W10,W11,W12,W13,W14,W15,W16,W17,W18,W19,W20,W21,W22,W23,W24,W25,W26,W27,W28,"
    "W29,W30,W31,W32/- BD=4:B9,B10,B11,B12,B13,B14,B15,B16,B17,B18,B19,B20/- | P0 s=0 "
    "T=1,1,2,1,1,1,1,1,1 U=B1/1908613/000000000;B2/100861f/000000000;B3/000037f/000000000;"
    "B4/108043f/000000000 F=- | P1 s=0 T=2,0,1,0,0,0,0,0,0 U=W1/1fdee3f/000000000;"
    "W2/1d8e7bf/000000000;-;- F=-";

static void test_scene(void) {
    position *p = one_line_start(&project_l, "players 2");
    TEST_ASSERT(p && one_line_play(p, DEALT));
    TEST_CHECK(table_shows(p, 0, "\"words\":\"seat 1 has 3 actions left\""));
    TEST_CHECK(table_shows(p, 0, "[\"actions left\",3]],")); /* and no master was used */
    TEST_CHECK(table_shows(p, 0, "{\"id\":\"W2\",\"sprite\":\"card\",\"at\":\"row.white.2\""));
    TEST_CHECK(table_shows(p, 0, "\"id\":\"top-black\",\"sprite\":\"card\",\"at\":\"deck.black\""));
    TEST_CHECK(table_shows(p, 0, "\"id\":\"reserve.L2\",\"sprite\":\"poly\""));
    TEST_CHECK(table_shows(p, 0,
                           "{\"id\":\"p1.I2\",\"sprite\":\"poly\",\"colour\":\"c3\","
                           "\"at\":\"p1.pieces\",\"label\":\"piece I2\",\"part\":\"I2\","
                           "\"owner\":1,\"count\":1,\"mask\":\"11\"}"));
    TEST_CHECK(one_line_play(p, "take:W2"));
    TEST_CHECK(table_shows(p, 0, "\"thing\":\"W2\",\"from\":\"row.white.2\",\"to\":\"p1.slot1\""));
    TEST_CHECK(table_shows(p, 0, "{\"id\":\"W2\",\"sprite\":\"card\",\"at\":\"p1.slot1\""));
    TEST_CHECK(table_shows(p, 0, "{\"id\":\"W2.b2\","));
    TEST_CHECK(one_line_play(p, "!W9 place:W2:I2:0000840"));
    TEST_CHECK(table_shows(p, 0, "\"id\":\"on.W2.b2\",\"sprite\":\"poly\",\"colour\":\"c3\""));
    TEST_CHECK(table_shows(p, 0, "\"mask\":\"1/1\""));
    TEST_CHECK(table_shows(p, 0,
                           "{\"words\":\"Seat 1: put I2 on W2 at b2-b3\",\"seat\":1,\"thing\":"
                           "\"on.W2.b2\",\"from\":\"p1.pieces\",\"to\":\"W2.b2\"}"));
    position_destroy(p);
}

static void test_picks(void) {
    position *p = one_line_start(&project_l, "players 2");
    error e = {0};
    TEST_ASSERT(p != NULL);
    TEST_CHECK(table_picks(p, "W1", "\"token\":\"!W1\"")); /* what a real table reveals */
    TEST_CHECK(one_line_play(p, DEALT));
    TEST_CHECK(table_picks(p, "",
                           "{\"part\":\"recycle\",\"kind\":\"verb\","
                           "\"words\":\"put a row under its deck\",\"count\":48}"));
    TEST_CHECK(table_picks(p, "take top-black", "\"token\":\"take:top-black\""));
    TEST_CHECK(table_picks(p, "change O1 I2", "\"token\":\"change:O1>I2\""));
    TEST_CHECK(
        table_picks(p, "recycle white W3 W1 W4 W2", "\"token\":\"recycle:white:W3,W1,W4,W2\""));
    TEST_CHECK(table_picks(p, "recycle white W3 W1", "\"part\":\"W2\""));
    TEST_CHECK(table_refuses(p, "recycle white W3 W3", &e) == ST_ILLEGAL_ACTION);
    TEST_CHECK(table_refuses(p, "place", &e) == ST_ILLEGAL_ACTION);
    TEST_CHECK(one_line_play(p, "take:W2 !W9"));
    TEST_CHECK(table_picks(p, "place W2", "\"part\":\"I2\",\"kind\":\"thing\""));
    TEST_CHECK(table_picks(p, "place W2 I2",
                           "{\"part\":\"r\",\"kind\":\"turn\",\"words\":"
                           "\"turned right\",\"count\":4,\"mask\":\"1/1\"}"));
    TEST_CHECK(table_picks(p, "place W2 I2 r",
                           "{\"part\":\"W2.b2\",\"kind\":\"cell\",\"words\":"
                           "\"b2-b3\",\"count\":1,\"token\":"
                           "\"place:W2:I2:0000840\"}"));
    /* A piece dragged onto a puzzle: no verb, any order; the verb may be place or master. */
    TEST_CHECK(table_picks(p, "I2 W2.b2 W2 r place", "\"token\":\"place:W2:I2:0000840\""));
    TEST_CHECK(table_picks(p, "master W2 I2 r W2.b2 done", "\"token\":\"master:W2:I2:0000840\""));
    position_destroy(p);
}

/* A master with more than a million tokens is chosen without listing them. */
static void test_lazy(void) {
    position *p = one_line_read(&project_l, rich);
    TEST_ASSERT(p != NULL);
    state_ref at = {position_rules(p), position_data(p), NULL};
    pick_list next;
    pick_list_init(&next);
    const char *path[] = {"master", "B1", "T"};
    for (int n = 0; n <= 3; n++) {
        TEST_CHECK(pick_next(at, (pick_path){path, n}, &next) && next.count > 0);
        TEST_CHECK(next.count < 30);
    }
    pick_list_done(&next);
    TEST_CHECK(table_picks(p, "master B2", "\"count\":4096,\"more\":true"));
    TEST_CHECK(table_picks(p, "master B1 O1 as-is B1.c1 B3 I2 r B3.c2 B4 Z as-is B4.b3",
                           "{\"part\":\"done\",\"kind\":\"verb\",\"words\":\"that is all\","
                           "\"count\":1,\"only\":true,\"token\":\"master:B1:O1:0000004+B3:I2:"));
    error e = {0};
    TEST_CHECK(table_refuses(p, "master B3 O1 as-is B3.c2 B1", &e) == ST_ILLEGAL_ACTION);
    TEST_CHECK(table_size(p, SEAT_ALL) < 64 << 10);
    position_destroy(p);
}

/* --- typing --- */

static bool types(const position *p, const char *line, const char *event) {
    char buf[GAME_TOKEN_SIZE];
    text out = text_over(buf, sizeof buf);
    error e = {0};
    const rules *r = position_rules(p);
    status st = r->terminal->typed(r, position_data(p), line, &out, &e);
    bool same = st == ST_OK && strcmp(buf, event) == 0;
    TEST_CHECK_(same, "%s: %s %s", line, st == ST_OK ? buf : "", e.text);
    return same;
}

static bool describes(const position *p, const char *event, const char *does) {
    char buf[GAME_TOKEN_SIZE];
    text out = text_over(buf, sizeof buf);
    error e = {0};
    token tok;
    const rules *r = position_rules(p);
    status st = token_read_exact((state_ref){r, position_data(p), NULL}, event, &tok, &e);
    if (st == ST_OK) pl_describe(r, position_data(p), tok.steps, tok.count, &out);
    bool same = st == ST_OK && strcmp(buf, does) == 0;
    TEST_CHECK_(same, "%s: %s %s", event, buf, e.text);
    return same;
}

static void test_typed(void) {
    position *p = one_line_start(&project_l, "players 2");
    error e = {0};
    TEST_ASSERT(p && one_line_play(p, DEALT));
    types(p, "take W2", "take:W2");
    types(p, "take top white", "take:top-white");
    types(p, "change o1 for i2", "change:O1>I2");
    types(p, "basic O1", "basic");
    types(p, "recycle white W3 W1 W4 W2", "recycle:white:W3,W1,W4,W2");
    types(p, "master w2 I2 b2 r + W3 O1 a1", "master:W2:I2:b2:r+W3:O1:a1");
    TEST_CHECK(one_line_play(p, "take:W2 !W9"));
    types(p, "place W2 I2 b2 rf", "place:W2:I2:b2:rf");
    types(p, "place w2 i2 b2", "place:W2:I2:b2");
    /* The words that cannot be a placement say what is missing. */
    text out = text_growing();
    const rules *r = position_rules(p);
    TEST_CHECK(pl_typed(r, position_data(p), "place W2 I2", &out, &e) == ST_BAD_SYNTAX);
    TEST_CHECK(pl_typed(r, position_data(p), "place W2 I2 b2 x", &out, &e) == ST_BAD_SYNTAX);
    TEST_CHECK(pl_typed(r, position_data(p), "take W1 W3", &out, &e) == ST_BAD_SYNTAX);
    TEST_CHECK(pl_typed(r, position_data(p), "undo", &out, &e) == ST_NOT_FOUND);
    text_done(&out);
    /* A turn that changes nothing is no other placement. */
    describes(p, "place:W2:I2:b2:rf", "put I2 on W2 at b2-b3");
    describes(p, "place:W2:I2:b2:rrr", "put I2 on W2 at b2-b3");
    describes(p, "place:W2:I2:0000840", "put I2 on W2 at b2-b3");
    describes(p, "place:W2:O1:b2", "put O1 on W2 at b2");
    position_destroy(p);
    p = one_line_read(&project_l, rich);
    TEST_ASSERT(p != NULL);
    describes(p, "place:B3:L2:a3:as-is", "put L2 on B3 at a3,b3,a4");
    describes(p, "master:B3:L2:a3:as-is+B4:O1:b3",
              "master: put L2 on B3 at a3,b3,a4, put O1 on B4 at b3");
    TEST_CHECK(position_verify(p, "place:B3:I2:b3", NULL, &e) == ST_ILLEGAL_ACTION);
    TEST_CHECK(strstr(e.text, "I2 fits there in several ways; say which: as-is or r") != NULL);
    TEST_MSG("%s", e.text);
    TEST_CHECK(position_verify(p, "place:B3:I4:c3:as-is", NULL, &e) == ST_ILLEGAL_ACTION);
    TEST_CHECK(position_verify(p, "place:B3:I2:b3:x", NULL, &e) == ST_ILLEGAL_ACTION);
    TEST_CHECK(position_verify(p, "place:B3:I2:f3", NULL, &e) == ST_ILLEGAL_ACTION);
    position_destroy(p);
}

/* Puzzles and pieces are drawn, with what a person types for each way to turn them. */
static void test_explain(void) {
    position *p = one_line_start(&project_l, "players 2");
    TEST_ASSERT(p != NULL);
    const rules *r = position_rules(p);
    error e = {0};
    text out = text_growing();
    TEST_CHECK(pl_explain(r, "z", &out, &e) == ST_OK);
    TEST_CHECK(strcmp(text_string(&out), "Z: 4 cells, 4 ways to turn it\n\n"
                                         "  as-is   f       rf      r\n"
                                         "  .##     ##.     .#      #.\n"
                                         "  ##.     .##     ##      ##\n"
                                         "                  #.      .#\n") == 0);
    TEST_MSG("%s", text_string(&out));
    text_clear(&out);
    TEST_CHECK(pl_explain(r, "w2", &out, &e) == ST_OK);
    TEST_CHECK(
        strstr(
            text_string(&out),
            "W2: a white puzzle, 2 points, reward L2, 7 cells to fill\n\n  1  #####\n  2  #.###") ==
        text_string(&out));
    TEST_MSG("%s", text_string(&out));
    TEST_CHECK(pl_explain(r, "W99", &out, &e) == ST_NOT_FOUND);
    TEST_CHECK(strcmp(e.text, "W99 is no puzzle of this set and no piece; pieces are O1 O2 I2 I3 "
                              "I4 L2 L3 Z T") == 0);
    text_done(&out);
    position_destroy(p);
}

TEST_LIST = {{"explain", test_explain}, {"scene", test_scene}, {"picks", test_picks},
             {"lazy", test_lazy},       {"typed", test_typed}, {NULL, NULL}};
