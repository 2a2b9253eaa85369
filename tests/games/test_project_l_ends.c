#include <acutest.h>

#include <math.h>

#include "engine/game/game_endings.h"
#include "games/project_l/project_l.h"
#include "tests/games/project_l_cases.h"

/* Project L by hand: sections 10 and 12 of the specification, paragraph by paragraph.
 *
 * Cells that the cases fill (row r, column c is bit 5r + c):
 *   W9, W22, W23  I2 0021000     W10, W25  I3 0021080     W27  I3 0003800     W31  O2 0031800 */

/* --- 10 turns, rounds and the end --- */

static void test_turn_order(void) {
    seat plain = {0, START, NULL, NULL};
    position *p = lay((table){.seats = {plain, plain, plain}, .options = "pass=1"});
    TEST_CHECK(one_line_play(p, "nothing nothing") && shows(p, "ph=N p=0 a=1 m=0 b=0 l=0 r=1"));
    TEST_CHECK(one_line_play(p, "take:B1") && shows(p, "ph=N p=1 a=3 m=0 b=0 l=0 r=1"));
    TEST_CHECK(one_line_play(p, "nothing nothing nothing nothing nothing nothing"));
    TEST_CHECK(shows(p, "ph=N p=0 a=3 m=0 b=0 l=0 r=2"));
    position_destroy(p);
}

/* Seat 0 triggers: the round is finished, one more follows, then finishing touches from seat 0. */
static void test_the_last_round(void) {
    seat plain = {0, START, NULL, NULL};
    position *p =
        lay((table){.black = "B1,B2,B3,B4/B5", .seats = {plain, plain}, .options = "pass=1"});
    TEST_CHECK(one_line_play(p, "take:B1 nothing nothing nothing nothing"));
    TEST_CHECK(shows(p, "ph=E p=1 a=1 m=0 b=0 l=0 r=1"));
    TEST_CHECK(one_line_play(p, "nothing") && shows(p, "ph=E p=0 a=3 m=0 b=0 l=1 r=2"));
    TEST_CHECK(one_line_play(p, "nothing nothing nothing nothing nothing"));
    TEST_CHECK(shows(p, "ph=E p=1 a=1 m=0 b=0 l=1 r=2"));
    TEST_CHECK(one_line_play(p, "nothing"));
    TEST_CHECK(shows(p, "ph=T") && shows(p, "p=0 a=3 m=0 b=0"));
    position_destroy(p);
}

/* The last action of the last seat triggers: one full round still follows. */
static void test_the_last_seat_triggers(void) {
    seat plain = {0, START, NULL, NULL};
    position *p = lay((table){.turn = "ph=N p=1 a=1 m=0 b=0 l=0 r=4",
                              .black = "B1,B2,B3,B4/B5",
                              .seats = {plain, plain},
                              .options = "pass=1"});
    TEST_CHECK(one_line_play(p, "take:B1") && shows(p, "ph=E p=0 a=3 m=0 b=0 l=1 r=5"));
    TEST_CHECK(one_line_play(p, "nothing nothing nothing nothing nothing nothing"));
    TEST_CHECK(shows(p, "ph=T"));
    position_destroy(p);
}

#define TOUCHES "ph=T p=0 a=3 m=0 b=0 l=1 r=9"

/* Seat after seat, any number of placements; each costs a point, and actions are not counted. The
 * reference gives a completed puzzle no points, no reward and no pieces: W9 (1) is completed for
 * 2 points, W10 (1) stays open: 5 - 3 - 1 = 1. */
static void test_finishing_touches(void) {
    position *p = lay((table){.turn = TOUCHES,
                              .black = "B1,B2,B3,B4/-",
                              .seats = {{5, "301000000", "W9;W10", "B5"}, {2, START, NULL, NULL}},
                              .options = "ft_points=0 ft_return=0"});
    TEST_CHECK(one_line_play(p, "place:W9:O1:0001000") && shows(p, TOUCHES));
    TEST_CHECK(seat_is(p, 0, (seat){4, "201000000", "W9+O1:0001000;W10", "B5"}));
    TEST_CHECK(one_line_play(p, "place:W9:O1:0020000"));
    TEST_CHECK(seat_is(p, 0, (seat){3, "101000000", "-;W10", "B5,W9"}));
    TEST_CHECK(one_line_play(p, "place:W10:I2:0021000") && shows(p, TOUCHES));
    TEST_CHECK(seat_is(p, 0, (seat){2, "100000000", "-;W10+I2:0021000", "B5,W9"}));
    TEST_CHECK(one_line_play(p, "endft") && shows(p, "ph=T p=1 a=3 m=0 b=0 l=1 r=9"));
    TEST_CHECK(one_line_play(p, "endft") && shows(p, "ph=F"));
    float utility[GAME_MAX_PLAYERS];
    int32_t points[GAME_MAX_PLAYERS];
    project_l.returns(position_rules(p), position_data(p), utility, points);
    TEST_CHECK(points[0] == 1 && points[1] == 2);
    TEST_CHECK(utility[0] == 0 && utility[1] == 1);
    position_destroy(p);
}

/* --- 10.1 final score and ranking --- */

/* Plays endft to the end and checks points, ranks and shares of the win. */
static void check_ranks(table t, const int *points, const int *ranks, const float *shares) {
    position *p = lay(t);
    int n = position_rules(p)->players;
    int got[GAME_MAX_PLAYERS];
    float utility[GAME_MAX_PLAYERS];
    int32_t final[GAME_MAX_PLAYERS];
    for (int i = 0; i < n; i++) TEST_CHECK(one_line_play(p, "endft"));
    project_l.returns(position_rules(p), position_data(p), utility, final);
    game_ranks(position_rules(p), position_data(p), got);
    for (int i = 0; i < n; i++) {
        TEST_CHECK_(final[i] == points[i], "seat %d has %d points", i, final[i]);
        TEST_CHECK_(got[i] == ranks[i], "seat %d has rank %d", i, got[i]);
        TEST_CHECK_(fabsf(utility[i] - shares[i]) < 1e-6F, "seat %d: %g", i, (double)utility[i]);
    }
    position_destroy(p);
}

/* Unfinished puzzles cost their points, B5 (5) and W1 (2) here: 4 - 7 = -3. */
static void test_penalties(void) {
    check_ranks((table){.turn = TOUCHES,
                        .white = "W2,W3,W4,W5/-",
                        .black = "B1,B2,B3,B4/-",
                        .seats = {{4, START, "B5;W1", NULL}, {-2, START, "W22", NULL}}},
                (int[]){-3, -2}, (int[]){2, 1}, (float[]){0, 1});
}

/* Score before finished puzzles before pieces left; seats 0..3: 5 points; 5 with two puzzles; 5
 * with two puzzles and one piece more; 6. Pieces on an unfinished puzzle (W22) do not count. */
static void test_tie_breaks(void) {
    check_ranks((table){.turn = TOUCHES,
                        .black = "-,-,-,-/-",
                        .seats = {{5, "200000002", NULL, "B1"},
                                  {5, "100000000", "W22+O1:0001000", "B2,B5"},
                                  {5, "010100000", NULL, "B3,B4"},
                                  {6, NONE, NULL, NULL}}},
                (int[]){5, 5, 5, 6}, (int[]){4, 3, 2, 1}, (float[]){0, 0, 0, 1});
}

/* Equal in all three: the rank is shared, and so is the win; the next rank is 2, not 3. */
static void test_shared_ranks(void) {
    check_ranks((table){.turn = TOUCHES,
                        .black = "B3,B4,B5,-/-",
                        .seats = {{5, "110000000", NULL, "B1"},
                                  {4, START, NULL, NULL},
                                  {5, "000000011", NULL, "B2"}}},
                (int[]){5, 4, 5}, (int[]){1, 2, 1}, (float[]){0.5F, 0, 0.5F});
}

static void test_a_single_player(void) {
    position *p =
        lay((table){.turn = TOUCHES, .black = "B1,B2,B3,B4/-", .seats = {{7, START, "W10", "B5"}}});
    TEST_CHECK(one_line_play(p, "endft") && shows(p, "ph=F"));
    int rank[GAME_MAX_PLAYERS];
    float utility[GAME_MAX_PLAYERS];
    int32_t points[GAME_MAX_PLAYERS];
    project_l.returns(position_rules(p), position_data(p), utility, points);
    game_ranks(position_rules(p), position_data(p), rank);
    TEST_CHECK(points[0] == 6 && rank[0] == 1 && utility[0] >= 0 && utility[0] <= 1);
    position_destroy(p);
}

/* --- 12 options --- */

/* Rows 1 and 2, the rulebook's example: 16 points, then puzzles of 5 and 3 with three pieces: 21;
 * the reference pays nothing: 13. Returned pieces: eight were on the two puzzles. */
static void test_option_ft_points_and_ft_return(void) {
    table t = {.turn = TOUCHES,
               .black = "B1,B2,B4,-/-",
               .seats = {{16, "100200000",
                          "B3+I3:0108400+I3:0210800+I4:0421080;B13+I3:0038000+I4:0f00000", NULL}}};
    const char *play = "place:B3:I3:0842000 place:B3:I3:1084000 place:B13:O1:1000000";
    position *p = lay(t);
    TEST_CHECK(one_line_play(p, play) && shows(p, "P0 s=21 T=0,0,0,0,0,0,0,0,0"));
    TEST_CHECK(shows(p, "U=B3/1ffffff/000410000;B13/1ffffff/100110000;-;- F=-"));
    TEST_CHECK(refuses(p, "place:B3:O1:0000001", "TetrominoNotInPersonalSupply"));
    TEST_CHECK(one_line_play(p, "endft") && seat_is(p, 0, (seat){21, "100520000", NULL, "B3,B13"}));
    position_destroy(p);
    t.options = "ft_return=0";
    p = lay(t);
    TEST_CHECK(one_line_play(p, play) && seat_is(p, 0, (seat){21, NONE, NULL, "B3,B13"}));
    position_destroy(p);
    t.options = "ft_points=0";
    p = lay(t);
    TEST_CHECK(one_line_play(p, play) && one_line_play(p, "endft"));
    TEST_CHECK(seat_is(p, 0, (seat){13, "100520000", NULL, "B3,B13"}));
    position_destroy(p);
}

/* Row 3: what came before the trigger, and the trigger itself, do not count; one more may come. */
static void test_option_trigger_black(void) {
    position *p = lay((table){.black = "B1,B2,B3,B4/B5", .seats = {{0, START, NULL, NULL}}});
    TEST_CHECK(one_line_play(p, "take:B1") && shows(p, "ph=E p=0 a=2 m=0 b=0 l=0 r=1"));
    TEST_CHECK(one_line_play(p, "take:B2") && shows(p, "ph=E p=0 a=1 m=0 b=1 l=0 r=1"));
    TEST_CHECK(refuses(p, "take:B3", "PlayerAlreadyTookBlackPuzzleInEndOfTheGame"));
    position_destroy(p);
}

/* Row 4: with no O1 a piece of level 2, if none of level 3, and so on; one token a shape. */
static void test_option_basic_subst(void) {
    table t = {.seats = {{0, NONE, NULL, NULL}, {0, "500000000", NULL, NULL}}};
    position *p = lay(t);
    TEST_CHECK(lists(p, "basic", "basic:I2"));
    TEST_CHECK(one_line_play(p, "basic:I2") && seat_is(p, 0, (seat){0, "001000000", NULL, NULL}));
    TEST_CHECK(refuses(p, "basic", "BasicTetrominoNotInSharedReserve"));
    position_destroy(p);
    t.seats[1].pieces = "505000000";
    p = lay(t);
    TEST_CHECK(lists(p, "basic", "basic:I3 basic:L2"));
    position_destroy(p);
    t.options = "basic_subst=0";
    p = lay(t);
    TEST_CHECK(lists(p, "basic", "") && refuses(p, "basic", "BasicTetrominoNotInSharedReserve"));
    position_destroy(p);
}

/* Row 5: the next higher level or any lower one; level by level, then in the order of shapes (9.1).
 * Another shape of the printed level still comes first. */
static void test_option_reward_lower(void) {
    static const struct {
        const char *own, *slot, *event, *other, *options;
    } cases[] = {
        {"001000000", "W22", "place:W22:I2:0021000", "004000000", "reward:O1 reward:I3 reward:L2"},
        {"001000000", "W22", "place:W22:I2:0021000", "004505000",
         "reward:O1 reward:O2 reward:I4 reward:L3 reward:Z reward:T"},
        {"001000000", "W22", "place:W22:I2:0021000", "504000000", "reward:I3 reward:L2"},
        {"010000000", "W31", "place:W31:O2:0031800", "040050555",
         "reward:O1 reward:I2 reward:I3 reward:L2"},
        {"010000000", "W31", "place:W31:O2:0031800", "040050505", ""},
        {"000100000", "W27", "place:W27:I3:0003800", "000405000",
         "reward:O1 reward:I2 reward:O2 reward:I4 reward:L3 reward:Z reward:T"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        position *p = lay((table){
            .seats = {{0, cases[i].own, cases[i].slot, NULL}, {0, cases[i].other, NULL, NULL}}});
        TEST_CASE(cases[i].options);
        TEST_CHECK(one_line_play(p, cases[i].event));
        TEST_CHECK(lists(p, "reward:", cases[i].options));
        position_destroy(p);
    }
}

/* Row 6: pointless, but an option. */
static void test_option_same_change(void) {
    table t = {.seats = {{0, "100000000", NULL, NULL}}};
    position *p = lay(t);
    TEST_CHECK(refuses(p, "change:O1>O1", "InvalidTetrominoChange"));
    TEST_CHECK(lists(p, "change:O1", "change:O1>I2"));
    position_destroy(p);
    t.options = "same_change=1";
    p = lay(t);
    TEST_CHECK(lists(p, "change:O1", "change:O1>O1 change:O1>I2"));
    TEST_CHECK(one_line_play(p, "change:O1>O1") && reserve_is(p, "455555555"));
    TEST_CHECK(shows(p, "ph=N p=0 a=2 m=0 b=0 l=0 r=1"));
    position_destroy(p);
}

/* Row 7: with 0 nothing is legal exactly when no other action is: no puzzle anywhere, no piece
 * in the reserve or in hand. */
static void test_option_pass(void) {
    table t = {.turn = "ph=E p=0 a=3 m=0 b=0 l=0 r=3",
               .white = "-,-,-,-/-",
               .black = "-,-,-,-/-",
               .seats = {{0, NONE, "W1", "W2,B1,B2"}, {0, "555555555", NULL, "W3,W4,B3,B4,B5"}}};
    position *p = lay(t);
    TEST_CHECK(lists(p, "", "nothing"));
    TEST_CHECK(one_line_play(p, "nothing nothing nothing") && shows(p, "p=1 a=3"));
    position_destroy(p);
    t.seats[1].pieces = "455555555";
    p = lay(t);
    TEST_CHECK(lists(p, "", "basic") && refuses(p, "nothing", "NothingNotAllowed"));
    position_destroy(p);
    t.options = "pass=1";
    p = lay(t);
    TEST_CHECK(takes(p, "nothing") && count_listed(p, "nothing") == 1);
    position_destroy(p);
}

/* Rounds: after that many the position is scored as if finishing touches were skipped. W1 costs
 * its 2 points; with 0 play continues. */
static void test_option_rounds(void) {
    table t = {.turn = "ph=N p=1 a=1 m=0 b=0 l=0 r=7",
               .seats = {{4, START, "W7;B7", NULL}, {1, START, "W22", NULL}},
               .options = "pass=1 rounds=7"};
    position *p = lay(t);
    TEST_CHECK(one_line_play(p, "nothing") && shows(p, "ph=F") && shows(p, "P0 s=-2"));
    TEST_CHECK(project_l.actor(position_rules(p), position_data(p)) == ACTOR_NONE);
    float utility[GAME_MAX_PLAYERS];
    int32_t points[GAME_MAX_PLAYERS];
    project_l.returns(position_rules(p), position_data(p), utility, points);
    TEST_CHECK(points[0] == 4 - 2 - 4 && points[1] == 1 && utility[1] == 1);
    position_destroy(p);
    t.options = "pass=1 rounds=0";
    p = lay(t);
    TEST_CHECK(one_line_play(p, "nothing") && shows(p, "ph=N p=0 a=3 m=0 b=0 l=0 r=8"));
    position_destroy(p);
    t.options = "pass=1 rounds=8";
    p = lay(t);
    TEST_CHECK(one_line_play(p, "nothing") && shows(p, "ph=N p=0 a=3 m=0 b=0 l=0 r=8"));
    position_destroy(p);
}

/* A game that ends by itself in the round before the limit did not end by the limit. */
static void test_the_limit_is_not_to_blame(void) {
    position *p = lay((table){.turn = "ph=E p=0 a=1 m=0 b=0 l=1 r=6",
                              .black = "B1,B2,B3,B4/-",
                              .seats = {{0, START, NULL, "B5"}},
                              .options = "pass=1 rounds=7"});
    TEST_CHECK(one_line_play(p, "nothing") && shows(p, "ph=T") && one_line_play(p, "endft"));
    const char *why = project_l.endings->name(position_rules(p), position_data(p));
    TEST_CHECK_(strcmp(why, "round-limit") != 0, "%s", why);
    position_destroy(p);
}

TEST_LIST = {{"turn_order", test_turn_order},
             {"the_last_round", test_the_last_round},
             {"the_last_seat_triggers", test_the_last_seat_triggers},
             {"finishing_touches", test_finishing_touches},
             {"penalties", test_penalties},
             {"tie_breaks", test_tie_breaks},
             {"shared_ranks", test_shared_ranks},
             {"a_single_player", test_a_single_player},
             {"option_ft_points_and_ft_return", test_option_ft_points_and_ft_return},
             {"option_trigger_black", test_option_trigger_black},
             {"option_basic_subst", test_option_basic_subst},
             {"option_reward_lower", test_option_reward_lower},
             {"option_same_change", test_option_same_change},
             {"option_pass", test_option_pass},
             {"option_rounds", test_option_rounds},
             {"the_limit_is_not_to_blame", test_the_limit_is_not_to_blame},
             {NULL, NULL}};
