#include <acutest.h>

#include "engine/base/memory.h"
#include "engine/game/game_endings.h"
#include "engine/game/perft.h"
#include "engine/notation/record.h"
#include "games/azul/azul.h"
#include "games/azul/azul_play.h"
#include "tests/support/one_line.h"

/* Azul: the worked examples of the rules byte by byte, the options, what the reader and verify
 * refuse, and that no tile is ever lost. */

#define NO_LINES   "-/-/-/-/-"
#define NO_WALL    "...../...../...../...../....."
#define EMPTY_SEAT "0:" NO_LINES ":" NO_WALL ":-"

static const char deal_1[] =
    "2b 1o 0 c 0 B2YW/R2K2/Y3K/BRKW/W4 - B17Y16R17K16W14 - " EMPTY_SEAT " " EMPTY_SEAT;

/* Plays events from a position and compares. */
static void leads(const char *from, const char *events, const char *to) {
    position *p = one_line_read(&azul, from);
    TEST_ASSERT_(p != NULL, "%s", from);
    TEST_CHECK_(one_line_is(p, from), "read and written: %s", from);
    TEST_CHECK_(one_line_play(p, events) && one_line_is(p, to), "%s", events);
    position_destroy(p);
}

static uint64_t lines_of(const char *from, unsigned depth) {
    position *p = one_line_read(&azul, from);
    perft_result res = {0};
    error err;
    TEST_ASSERT(p != NULL);
    TEST_CHECK(perft_run(p, &(perft_options){.depth = depth}, NULL, NULL, &res, &err) == ST_OK);
    position_destroy(p);
    return res.nodes;
}

static int legal_count(const char *from) {
    return (int)lines_of(from, 1);
}

/* verify's answer: "ok" or the reason. */
static bool says(const char *from, const char *event, const char *want) {
    position *p = one_line_read(&azul, from);
    error err = {0};
    if (!p) return false;
    status st = position_verify(p, event, NULL, &err);
    position_destroy(p);
    const char *got = st == ST_OK ? "ok" : err.reason[0] ? err.reason : status_name(st);
    if (strcmp(got, want) == 0) return true;
    printf("  %s: expected %s, found %s (%s)\n", event, want, got, err.text);
    return false;
}

/* --- the worked examples --- */

static void test_offer(void) {
    static const char taken[] = "2b 1o 1 c 0 -/R2K2/Y3K/BRKW/W4 YW B17Y16R17K16W14 - "
                                "0:-/B2/-/-/-:" NO_WALL ":- " EMPTY_SEAT;
    TEST_CHECK(legal_count(deal_1) == 72);
    leads(deal_1, "1B2", taken);
    TEST_CHECK(legal_count(taken) == 66);
    leads(taken, "CW1",
          "2b 1o 0 1 0 -/R2K2/Y3K/BRKW/W4 Y B17Y16R17K16W14 - "
          "0:-/B2/-/-/-:" NO_WALL ":- 0:W/-/-/-/-:" NO_WALL ":*");
    TEST_CHECK(lines_of(deal_1, 2) == 4752);
    TEST_CHECK(lines_of(deal_1, 3) == 240192);
}

static void test_floor(void) {
    leads("2b 3o 0 c 1 -/-/R4/-/- YK6 B17Y15R16K12W20 B 12:-/-/K2/-/-:" NO_WALL
          ":B2Y3 9:-/Y/-/-/-:" NO_WALL ":-",
          "CK3",
          "2b 3o 1 0 1 -/-/R4/-/- Y B17Y15R16K12W20 BK4 12:-/-/K3/-/-:" NO_WALL
          ":*B2Y3K 9:-/Y/-/-/-:" NO_WALL ":-");
}

static void test_round_end(void) {
    leads("2b 2o 1 0 1 -/-/-/-/- R B13Y11R16K16W13 - "
          "7:-/B2/Y2/K4/-:BY.../W.Y../...../...../.R...:*W2 "
          "1:-/-/R2/-/W4:...../...../...Y./....Y/....B:B3Y3",
          "CR3",
          "2b 3d - c 0 -/-/-/-/- - B13Y11R16K16W13 B4Y3R2K3W2 "
          "10:-/-/Y2/-/-:BY.../WBY../...../.K.../.R...:- "
          "0:-/-/-/-/W4:...../...../...YR/....Y/....B:-");
}

static const char last_take[] = "2b 5o 0 1 0 -/-/-/-/- W B9Y16R15K15W15 - "
                                "40:-/-/-/-/-:BYRK./WB.../K.B../R..B./Y...B:- "
                                "50:-/K2/-/-/B5:....W/WBYR./...../...../YRKW.:*R";

static void test_game_end(void) {
    position *p = one_line_read(&azul, last_take);
    float utility[GAME_MAX_PLAYERS];
    int32_t points[GAME_MAX_PLAYERS];
    int ranks[GAME_MAX_PLAYERS];
    TEST_ASSERT(p && one_line_play(p, "CW1"));
    TEST_CHECK(one_line_is(p, "2b 5x - c 1 -/-/-/-/- - B9Y16R15K15W15 B4RK "
                              "64:-/-/-/-/-:BYRKW/WB.../K.B../R..B./Y...B:- "
                              "64:-/-/-/-/-:....W/WBYRK/...../...../YRKWB:-"));
    const rules *r = position_rules(p);
    azul.returns(r, position_data(p), utility, points);
    azul.endings->ranks(r, position_data(p), ranks);
    TEST_CHECK(utility[0] == 0 && utility[1] == 1 && points[0] == 64 && points[1] == 64);
    TEST_CHECK(ranks[0] == 2 && ranks[1] == 1);
    TEST_CHECK(strcmp(azul.endings->name(r, position_data(p)), "row-complete") == 0);
    position_destroy(p);
    char shared[400];
    (void)snprintf(shared, sizeof shared, "%s tiebreak=none", last_take);
    p = one_line_read(&azul, shared);
    TEST_ASSERT(p && one_line_play(p, "CW1"));
    azul.returns(position_rules(p), position_data(p), utility, points);
    TEST_CHECK(utility[0] == 0.5F && utility[1] == 0.5F);
    position_destroy(p);
}

static const char grey_take[] = "2g 4o 0 0 1 -/-/-/-/- Y B17Y17R14K18W19 - "
                                "10:-/R2/R3/-/-:.B.../BW.K./KY.B./..Y../..R..:* "
                                "3:" NO_LINES ":" NO_WALL ":-";
static const char grey_choice[] = "2g 4t 0 0 1 -/-/-/-/- - B17Y17R14K18W19 - "
                                  "10:Y/R2/R3/-/-:.B.../BW.K./KY.B./..Y../..R..:* "
                                  "3:" NO_LINES ":" NO_WALL ":-";

static void test_grey(void) {
    TEST_CHECK(legal_count(grey_take) == 3 && says(grey_take, "CY1", "ok"));
    TEST_CHECK(says(grey_take, "CY5", "ok") && says(grey_take, "CYF", "ok"));
    leads(grey_take, "CY1", grey_choice);
    TEST_CHECK(legal_count(grey_choice) == 3 && says(grey_choice, "T11", "ok"));
    TEST_CHECK(says(grey_choice, "T14", "ok") && says(grey_choice, "T15", "ok"));
    leads(grey_choice, "T11 T25",
          "2g 5d - c 0 -/-/-/-/- - B17Y17R14K18W19 R4 "
          "11:-/-/-/-/-:YB.../BW.KR/KY.B./..Y../..R..:- 3:" NO_LINES ":" NO_WALL ":-");
}

static const char poured[] =
    "2b 1d - c 0 -/-/-/-/- - B2K3W B18Y20R20K17W19 " EMPTY_SEAT " " EMPTY_SEAT;

static void test_deal(void) {
    leads(poured, "!D:B2K2/Y2KW/R4/Y2R2/B2W2",
          "2b 1o 0 c 0 B2K2/Y2KW/R4/Y2R2/B2W2 - B16Y16R14K17W17 - " EMPTY_SEAT " " EMPTY_SEAT);
    TEST_CHECK(says(poured, "!D:B2K2/Y2K2/R4/Y2R2/B2W2", "bad-deal"));
    TEST_CHECK(says(poured, "!D:B3K/Y2KW/R4/Y2R2/B2W2", "bad-deal"));
    TEST_CHECK(says(poured, "!D:B2K2/Y2KW/R4/Y2R2/B2W", "bad-deal"));
    TEST_CHECK(says(poured, "!D:B2K2/Y2KW/R4/Y2R2", "bad-deal"));
    TEST_CHECK(says(poured, "!D:B2K2/Y2KW/R4/Y2R2/B2W2/-", "bad-deal"));
    TEST_CHECK(says(poured, "!D:K2B2/Y2KW/R4/Y2R2/B2W2", "bad-deal"));
    TEST_CHECK(says(poured, "!3R4", "wrong-phase"));
    TEST_CHECK(says(poured, "3R4", "chance-expected"));
}

/* The bag is emptied by the very last tile of the deal: the lid is not poured yet. */
static void test_deal_ends_bag(void) {
    leads("2b 3d - c 1 -/-/-/-/- - B4Y4R4K4W4 B16Y16R16K16W16 " EMPTY_SEAT " " EMPTY_SEAT,
          "!D:B4/Y4/R4/K4/W4",
          "2b 3o 1 c 1 B4/Y4/R4/K4/W4 - - B16Y16R16K16W16 " EMPTY_SEAT " " EMPTY_SEAT);
}

/* Bag and lid run out inside a display. */
static void test_short_deal(void) {
    static const char from[] = "2b 7d - c 0 -/-/-/-/- - B3 Y2 "
                               "0:-/-/-/-/-:" NO_WALL ":- " EMPTY_SEAT " lid=destroy";
    leads(from, "!D:B3Y/Y/-/-/-",
          "2b 7o 0 c 0 B3Y/Y/-/-/- - - - " EMPTY_SEAT " " EMPTY_SEAT " lid=destroy");
    TEST_CHECK(says(from, "!D:B3/Y2/-/-/-", "bad-deal"));
    TEST_CHECK(says(from, "!D:B2Y2/B/-/-/-", "bad-deal"));
}

/* Tiles come by their numbers: of 30 in the bag, 20 are dealt; the seed is fixed. */
static void test_deals_are_even(void) {
    enum { DEALS = 20000, TILES = 30, DEALT = 20 };
    static const char from[] =
        "2b 2d - c 0 -/-/-/-/- - BY2R4K8W15 - " EMPTY_SEAT " " EMPTY_SEAT " lid=destroy";
    static const int there[AZ_COLOURS] = {1, 2, 4, 8, 15};
    int first[AZ_COLOURS] = {0}; /* on display 1 */
    int all[AZ_COLOURS] = {0};
    position *p = one_line_read(&azul, from);
    rng g = rng_stream(3, 3);
    TEST_ASSERT(p != NULL);
    const az_rules *r = az_of(position_rules(p));
    for (int i = 0; i < DEALS; i++) {
        uint8_t kinds[AZ_DISPLAYS];
        az_draw_deal(r, position_data(p), &g, kinds);
        for (unsigned k = 0; k < r->displays; k++)
            for (unsigned c = 0; c < AZ_COLOURS; c++) {
                int n = (int)az_of_colour(r->kinds.tiles[kinds[k]], c);
                all[c] += n;
                if (k == 0) first[c] += n;
            }
    }
    position_destroy(p);
    for (int c = 0; c < AZ_COLOURS; c++) {
        double want = (double)DEALS * there[c] / TILES; /* for each tile that is dealt */
        TEST_CHECK_(first[c] > 4 * want * 0.96 && first[c] < 4 * want * 1.04, "%d on display 1",
                    first[c]);
        TEST_CHECK_(all[c] > DEALT * want * 0.98 && all[c] < DEALT * want * 1.02, "%d in all",
                    all[c]);
    }
}

/* --- rare cases --- */

static void test_marker_on_full_floor(void) {
    static const char from[] = "2b 3o 0 c 1 -/-/R4/-/- YK B17Y16R16K18W20 - "
                               "12:" NO_LINES ":" NO_WALL ":B3Y3K 9:" NO_LINES ":" NO_WALL ":-";
    char stay[400];
    leads(from, "CYF",
          "2b 3o 1 0 1 -/-/R4/-/- K B17Y16R16K18W20 Y 12:" NO_LINES ":" NO_WALL ":B3Y3K 9:" NO_LINES
          ":" NO_WALL ":-");
    (void)snprintf(stay, sizeof stay, "%s fullmark=stay", from);
    leads(stay, "CY1",
          "2b 3o 1 c 1 -/-/R4/-/- K B17Y16R16K18W20 - 12:Y/-/-/-/-:" NO_WALL ":B3Y3K 9:" NO_LINES
          ":" NO_WALL ":- fullmark=stay");
}

/* Displays of one colour each: no one takes from the centre. */
static void test_untaken_marker(void) {
    static const char from[] =
        "2b 1o 0 c 1 B4/-/-/-/- - B16Y20R20K20W20 - " EMPTY_SEAT " " EMPTY_SEAT;
    char next[400];
    leads(from, "1B5",
          "2b 2d - c 1 -/-/-/-/- - B16Y20R20K20W20 - 0:-/-/-/-/B4:" NO_WALL ":- " EMPTY_SEAT);
    (void)snprintf(next, sizeof next, "%s unmarked=next", from);
    leads(next, "1B5",
          "2b 2d - c 0 -/-/-/-/- - B16Y20R20K20W20 - 0:-/-/-/-/B4:" NO_WALL ":- " EMPTY_SEAT
          " unmarked=next");
}

/* All tiles lie on four boards: no deal is possible, and the game ends with bonuses (three columns
 * and blue for all). */
static void test_no_tile_left(void) {
#define FULL_WALL   "BYRK./WBYR./KWBY./RKWB./YRK.B"
#define COMPLETE(n) n ":-/K/R/Y/W2:" FULL_WALL ":-"
    leads("4b 9o 0 c 2 -/-/-/-/-/-/-/-/- W - - 5:-/K/R/Y/W:" FULL_WALL
          ":- " COMPLETE("0") " " COMPLETE("0") " " COMPLETE("0"),
          "CW5",
          "4b 9x - c 0 -/-/-/-/-/-/-/-/- - - - " COMPLETE("35") " " COMPLETE("31") " " COMPLETE(
              "31") " " COMPLETE("31"));
}

static void test_options(void) {
    /* merged: a tile in two runs counts once. */
    leads("2b 2o 1 0 1 -/-/-/-/- R B17Y18R19K20W19 - "
          "7:-/B2/-/-/-:BY.../W.Y../...../...../.....:* " EMPTY_SEAT " adj=merged",
          "CR1",
          "2b 3d - c 0 -/-/-/-/- - B17Y18R19K20W19 B "
          "10:-/-/-/-/-:BY.../WBY../...../...../.....:- "
          "1:-/-/-/-/-:..R../...../...../...../.....:- adj=merged");
    /* floormark=0 and fullline=floor: a full line is the floor. */
    static const char full[] = "2b 2o 0 c 1 -/-/-/-/- B2R B17Y20R19K20W20 - "
                               "0:B/-/-/-/-:" NO_WALL ":- " EMPTY_SEAT;
    char with[400];
    TEST_CHECK(says(full, "CB1", "line-full"));
    (void)snprintf(with, sizeof with, "%s floormark=0 fullline=floor", full);
    leads(with, "CB1",
          "2b 2o 1 c 1 -/-/-/-/- R B17Y20R19K20W20 - 0:B/-/-/-/-:" NO_WALL ":B2 " EMPTY_SEAT
          " floormark=0 fullline=floor");
    /* clamp=0, floorpen, maxrounds: the game ends with a score below 0. */
    leads("2b 2o 0 c 1 B2/-/-/-/- - B18Y20R20K20W20 - " EMPTY_SEAT " " EMPTY_SEAT
          " floorpen=5,6,7,8,9,10,11 clamp=0 maxrounds=2",
          "1BF",
          "2b 2x - c 1 -/-/-/-/- - B18Y20R20K20W20 B2 -11:" NO_LINES ":" NO_WALL ":- " EMPTY_SEAT
          " floorpen=5,6,7,8,9,10,11 clamp=0 maxrounds=2");
    /* overflow and lid: out of the game. */
    leads("2b 3o 0 0 1 -/-/R4/-/- YK6 B17Y15R16K12W20 B 12:-/-/K2/-/-:" NO_WALL
          ":*B2Y3 9:-/Y/-/-/-:" NO_WALL ":- overflow=destroy",
          "CK3",
          "2b 3o 1 0 1 -/-/R4/-/- Y B17Y15R16K12W20 B 12:-/-/K3/-/-:" NO_WALL
          ":*B2Y3K 9:-/Y/-/-/-:" NO_WALL ":- overflow=destroy");
    /* noplace=discard: the line of 12.5 goes to the lid without a penalty. */
    char discard[400];
    (void)snprintf(discard, sizeof discard, "%s noplace=discard", grey_choice);
    leads(discard, "T11 T25",
          "2g 5d - c 0 -/-/-/-/- - B17Y17R14K18W19 R4 "
          "16:-/-/-/-/-:YB.../BW.KR/KY.B./..Y../..R..:- 3:" NO_LINES ":" NO_WALL
          ":- noplace=discard");
    /* refill=early: the lid is poured before a deal that the bag cannot fill. */
    char early[400];
    (void)snprintf(early, sizeof early, "%s refill=early", poured);
    leads(early, "!D:Y4/R4/Y4/R4/W4",
          "2b 1o 0 c 0 Y4/R4/Y4/R4/W4 - B20Y12R12K20W16 - " EMPTY_SEAT " " EMPTY_SEAT
          " refill=early");
}

static void starts(const char *setup, const char *want) {
    position *p = one_line_start(&azul, setup);
    TEST_ASSERT_(p != NULL, "%s", setup);
    TEST_CHECK_(one_line_is(p, want), "%s", setup);
    position_destroy(p);
}

#define START_2 " -/-/-/-/- - B20Y20R20K20W20 - " EMPTY_SEAT " " EMPTY_SEAT

static void test_setups(void) {
    starts("players 2", "2b 1d - c 0" START_2);
    starts("players 2 first 2 set wall=g", "2g 1d - c 1" START_2);
    starts("players 2 first random", "2b 1d - c -" START_2);
    starts("players 2 rules reference",
           "2b 1d - c 0" START_2 " overflow=destroy refill=early clamp=0 tiebreak=none");
    starts("players 2 set profile=original-program",
           "2b 1d - c 0" START_2 " overflow=destroy refill=early clamp=0 tiebreak=none");
    starts("players 2 set profile=original-text",
           "2b 1d - c -" START_2 " lid=destroy overflow=destroy clamp=0 dir=right "
           "tiebreak=none");
    starts("players 2 first 1 set profile=original-text set clamp=1",
           "2b 1d - c 0" START_2 " lid=destroy overflow=destroy dir=right tiebreak=none");
    leads("2b 1d - c -" START_2, "!first=2", "2b 1d - c 1" START_2);
    params p = one_line_setup(&azul, "set floorpen=1,2,3");
    rules *r;
    error err;
    TEST_CHECK(rules_open(&r, &azul, &p, &err) == ST_BAD_VALUE);
}

/* --- refusals --- */

static void test_reasons(void) {
    static const char from[] = "2b 2o 0 c 1 B2YW/-/Y4/-/- - B16Y14R20K20W18 - "
                               "3:Y/-/B/-/-:...../WB.../...../...../.....:- " EMPTY_SEAT;
    TEST_CHECK(says(from, "1B4", "ok") && says(from, "1BF", "ok"));
    TEST_CHECK(says(from, "6B4", "bad-source") && says(from, "xyz", "bad-source"));
    TEST_CHECK(says(from, "2B4", "source-empty") && says(from, "CB4", "source-empty"));
    TEST_CHECK(says(from, "1R4", "colour-not-there") && says(from, "1Q4", "colour-not-there"));
    TEST_CHECK(says(from, "1B6", "bad-line") && says(from, "1B44", "bad-line"));
    TEST_CHECK(says(from, "1B", "bad-line") && says(from, "1W1", "line-full"));
    TEST_CHECK(says(from, "1W3", "line-other-colour") && says(from, "1B2", "wall-has-colour"));
    TEST_CHECK(says(from, "T11", "wrong-phase") && says(from, "D:B4/-/-/-/-", "wrong-phase"));
    TEST_CHECK(says(grey_choice, "CY1", "wrong-phase") && says(grey_choice, "T25", "bad-line"));
    TEST_CHECK(says(grey_choice, "T12", "column-taken"));
    TEST_CHECK(says(grey_choice, "T13", "column-has-colour"));
    TEST_CHECK(says(grey_choice, "T16", "bad-line") && says(grey_choice, "T61", "bad-line"));
}

static bool refused(const char *line, const char *word) {
    error err;
    status st = one_line_refused(&azul, line, &err);
    bool ok = st != ST_OK && strstr(err.text, word);
    if (!ok) printf("  %s: %s: %s\n", line, status_name(st), err.text);
    return ok;
}

static void test_bad_positions(void) {
    TEST_CHECK(refused("", "table"));
    TEST_CHECK(refused("5b 1d", "table"));
    TEST_CHECK(refused("2b 1d - c 0 -/-/-/-/- - B20Y20R20K20W20 -", "fields"));
    TEST_CHECK(refused("2b 0d - c 0" START_2, "round"));
    TEST_CHECK(refused("2b 1q - c 0" START_2, "round"));
    TEST_CHECK(refused("2b 1d 0 c 0" START_2, "mover"));
    TEST_CHECK(refused("2b 1d - 0 0" START_2, "marker"));
    TEST_CHECK(refused("2b 1d - c 2" START_2, "starter"));
    TEST_CHECK(refused("2b 2d - c -" START_2, "starter"));
    TEST_CHECK(refused("2b 1o 0 c 0" START_2, "can be taken"));
    TEST_CHECK(refused("2b 1x - c 0" START_2, "not over"));
    TEST_CHECK(refused("2b 1d - c 0" START_2 " clamp=2", "clamp"));
    TEST_CHECK(refused("2b 1d - c 0" START_2 " wall=g", "option"));
    TEST_CHECK(refused("2b 1d - c 0" START_2 " clamp=0 clamp=0", "twice"));
    TEST_CHECK(refused("2b 1d - c 0" START_2 " nonsense", "option"));
#define WITH(displays, bag, seat) "2b 1o 0 c 0 " displays " - " bag " - " seat " " EMPTY_SEAT
#define BAG                       "B16Y20R20K20W20"
    TEST_CHECK(refused(WITH("B4/-/-/-", BAG, EMPTY_SEAT), "display 5"));
    TEST_CHECK(refused(WITH("B4/-/-/-/-/-", BAG, EMPTY_SEAT), "displays"));
    TEST_CHECK(refused(WITH("B5/-/-/-/-", "B15Y20R20K20W20", EMPTY_SEAT), "more than 4"));
    TEST_CHECK(refused(WITH("YB/-/-/-/-", "B19Y19R20K20W20", EMPTY_SEAT), "display 1"));
    TEST_CHECK(refused(WITH("B1/-/-/-/-", "B19Y20R20K20W20", EMPTY_SEAT), "display 1"));
    TEST_CHECK(refused(WITH("B4/-/-/-/-", "B17Y20R20K20W20", EMPTY_SEAT), "21 blue"));
    TEST_CHECK(refused(WITH("B4/-/-/-/-", "B15Y20R20K20W20", EMPTY_SEAT), "19 blue"));
    TEST_CHECK(
        refused(WITH("B3/-/-/-/-", "B15Y20R20K20W20", "0:B2/-/-/-/-:" NO_WALL ":-"), "line 1"));
    TEST_CHECK(refused(WITH("B3/-/-/-/-", BAG, "0:-/BY/-/-/-:" NO_WALL ":-"), "one colour"));
    TEST_CHECK(refused(WITH("B2/-/-/-/-", BAG, "0:B/-/-/-/-:B..../...../...../...../.....:-"),
                       "wall row has"));
    TEST_CHECK(refused(WITH("B3/-/-/-/-", BAG, "0:" NO_LINES ":.B.../...../...../...../.....:-"),
                       "another column"));
    TEST_CHECK(refused(WITH("B4/-/-/-/-", BAG, "0:" NO_LINES ":...../...../.....:-"), "wall row"));
    TEST_CHECK(refused(WITH("B4/-/-/-/-", "B8Y20R20K20W20", "0:" NO_LINES ":" NO_WALL ":B8"),
                       "more than 7"));
    TEST_CHECK(refused(WITH("B4/-/-/-/-", BAG, "0:" NO_LINES ":" NO_WALL ":*"), "marker"));
    TEST_CHECK(refused(WITH("B4/-/-/-/-", BAG, "0:" NO_LINES ":" NO_WALL ":"), "floor"));
    TEST_CHECK(refused(WITH("B4/-/-/-/-", BAG, "-3:" NO_LINES ":" NO_WALL ":-"), "clamp"));
    TEST_CHECK(refused(WITH("B4/-/-/-/-", BAG, "007:" NO_LINES ":" NO_WALL ":-"), "score"));
    TEST_CHECK(refused("2g 1o 0 c 0 B2/-/-/-/- - " BAG " - 0:" NO_LINES
                       ":B...B/...../...../...../.....:- " EMPTY_SEAT,
                       "row has this colour twice"));
    TEST_CHECK(refused("2g 1o 0 c 0 B2/-/-/-/- - " BAG " - 0:" NO_LINES
                       ":B..../B..../...../...../.....:- " EMPTY_SEAT,
                       "column has this colour twice"));
    TEST_CHECK(refused("2g 1t 0 c 0 -/-/-/-/- - B20Y20R20K20W20 - " EMPTY_SEAT " " EMPTY_SEAT,
                       "no full line"));
    TEST_CHECK(refused("2b 6d - c 0 -/-/-/-/- - B19Y19R19K19W19 - 9:" NO_LINES
                       ":BYRKW/...../...../...../.....:- " EMPTY_SEAT,
                       "must be x"));
}

/* --- spellings --- */

/* Equal displays are one action inside and two tokens outside, and each is played as
 * it is named. */
static void test_spellings(void) {
    static const char from[] =
        "2b 1o 0 c 0 B2YW/R2K2/B2YW/-/- - B16Y18R18K18W18 - " EMPTY_SEAT " " EMPTY_SEAT;
    static const char after[] = "2b 1o 1 c 0 B2YW/R2K2/-/-/- YW B16Y18R18K18W18 - "
                                "0:-/B2/-/-/-:" NO_WALL ":- " EMPTY_SEAT;
    action list[AZ_MAX_ACTIONS];
    position *p = one_line_read(&azul, from);
    position *q = one_line_read(&azul, from);
    char buf[40];
    text canonical = text_over(buf, sizeof buf);
    TEST_ASSERT(p && q);
    TEST_CHECK(azul.legal(position_rules(p), position_data(p), NULL, list) == 30);
    TEST_CHECK(legal_count(from) == 48);
    TEST_CHECK(position_verify(p, "3B2", &canonical, NULL) == ST_OK && strcmp(buf, "1B2") == 0);
    TEST_CHECK(one_line_play(p, "3B2") && one_line_is(p, after));
    TEST_CHECK(strcmp(position_event(p, 0), "3B2") == 0);
    TEST_CHECK(one_line_play(q, "1B2") && position_key(p) == position_key(q));
    TEST_CHECK(one_line_play(p, "1B2") && !one_line_play(q, "1B2"));
    position_destroy(p);
    position_destroy(q);
    /* 48 tokens, and after each so many, equal displays counted: the slow way agrees. */
    p = one_line_read(&azul, from);
    uint64_t sum = 0;
    static const char *const sources[] = {"1", "2", "3"};
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 30; k++) {
            position *next;
            char word[8];
            (void)snprintf(word, sizeof word, "%s%c%c", sources[i], "BYRKW"[k / 6],
                           "12345F"[k % 6]);
            TEST_ASSERT(position_clone(&next, p, NULL) == ST_OK);
            if (position_play(next, word, NULL) == ST_OK) {
                char line[400];
                text at = text_over(line, sizeof line);
                position_write(next, &at);
                sum += (uint64_t)legal_count(line);
            }
            position_destroy(next);
        }
    TEST_CHECK(lines_of(from, 2) == sum);
    position_destroy(p);
}

/* A record from elsewhere may leave out the '!' of a deal, and begin with a position. */
static void replays(const char *stated, const char *end) {
    static const game *const games[] = {&azul, NULL};
    record r;
    position *p;
    error err;
    TEST_ASSERT(record_read(&r, stated, strlen(stated), &err) == ST_OK);
    TEST_ASSERT_(record_replay(&p, &r, games, &azul, UINT32_MAX, &err) == ST_OK, "%s", err.text);
    TEST_CHECK(position_ply(p) == 3 && position_event(p, 0)[0] == '!');
    TEST_CHECK(one_line_is(p, end));
    position_destroy(p);
    record_done(&r);
}

static void test_record(void) {
    replays("D:B2YW/R2K2/Y3K/BRKW/W4 1B2 CW1\n",
            "2b 1o 0 1 0 -/R2K2/Y3K/BRKW/W4 Y B17Y16R17K16W14 - "
            "0:-/B2/-/-/-:" NO_WALL ":- 0:W/-/-/-/-:" NO_WALL ":*");
    replays("2b 1d - c 1" START_2 " clamp=0 D:B2YW/R2K2/Y3K/BRKW/W4 1B2 CW1\n",
            "2b 1o 1 0 1 -/R2K2/Y3K/BRKW/W4 Y B17Y16R17K16W14 - "
            "0:W/-/-/-/-:" NO_WALL ":* 0:-/B2/-/-/-:" NO_WALL ":- clamp=0");
}

/* --- tiles are neither made nor lost --- */

static void test_conservation(void) {
    static const char *const setups[] = {"players 2", "players 3 set wall=g", "players 4",
                                         "players 4 set wall=g"};
    uint64_t plies = 0;
#if TEST_PACE
    const uint64_t min = 1000000;
#else
    const uint64_t min = 20000;
#endif
    for (size_t i = 0; i < 4; i++) {
        params setup = one_line_setup(&azul, setups[i]);
        rules *r;
        error err = {0};
        rng g = rng_stream(7, i);
        az_state s;
        TEST_ASSERT(rules_open(&r, &azul, &setup, NULL) == ST_OK);
        az_start(r, &s);
        for (uint64_t k = 0; k < (min + 3) / 4; k++, plies++) {
            if (az_actor(r, &s) == ACTOR_NONE) az_start(r, &s);
            az_play_random(r, &s, NULL, &g);
            TEST_ASSERT_(azul.check(r, &s, &err) == ST_OK, "%s: %s", setups[i], err.text);
        }
        rules_close(r);
    }
    TEST_CHECK(plies >= min && mem_live() == 0);
}

TEST_LIST = {{"offer", test_offer},
             {"floor", test_floor},
             {"round_end", test_round_end},
             {"game_end", test_game_end},
             {"grey", test_grey},
             {"deal", test_deal},
             {"deal_ends_bag", test_deal_ends_bag},
             {"short_deal", test_short_deal},
             {"deals_are_even", test_deals_are_even},
             {"marker_on_full_floor", test_marker_on_full_floor},
             {"untaken_marker", test_untaken_marker},
             {"no_tile_left", test_no_tile_left},
             {"options", test_options},
             {"setups", test_setups},
             {"reasons", test_reasons},
             {"bad_positions", test_bad_positions},
             {"spellings", test_spellings},
             {"record", test_record},
             {"conservation", test_conservation},
             {NULL, NULL}};
