#include <acutest.h>

#include "games/project_l/project_l.h"
#include "tests/games/project_l_cases.h"

/* Project L by hand: sections 7 to 9 of the specification, paragraph by paragraph.
 *
 * Cells that the cases fill (row r, column c is bit 5r + c):
 *   W9, W22, W23  I2 0021000     W10, W25  I3 0021080     W27  I3 0003800     W31  O2 0031800 */

/* --- 7.1 take --- */

/* The puzzle goes to the lowest empty slot of the player, the row slot is filled from the top. */
static void test_take_from_a_row(void) {
    position *p = lay((table){.seats = {{0, START, "W9;-;W10", NULL}, {0, START, NULL, NULL}}});
    TEST_CHECK(one_line_play(p, "take:W2") && shows(p, "ph=N p=0 a=2 m=0 b=0 l=0 r=1"));
    TEST_CHECK(seat_is(p, 0, (seat){0, START, "W9;W2;W10", NULL}));
    TEST_CHECK(shows(p, "WR=W1,W5,W3,W4") && shows(p, "WD=0:-/W6"));
    TEST_CHECK(one_line_play(p, "take:W5") &&
               seat_is(p, 0, (seat){0, START, "W9;W2;W10;W5", NULL}));
    TEST_CHECK(refuses(p, "take:W6", "PlayerAlreadyHasMaxPuzzles")); /* (a): four is the most */
    position_destroy(p);
}

/* From a deck: the rows stay as they are; black sets the flag in phase N as well. */
static void test_take_from_a_deck(void) {
    position *p = lay((table){.black = "B1,B2,B3,B4/B5,B6,B7", .seats = {{0, START, NULL, NULL}}});
    TEST_CHECK(one_line_play(p, "take:top-white") && shows(p, "ph=N p=0 a=2 m=0 b=0 l=0 r=1"));
    TEST_CHECK(shows(p, "WR=W1,W2,W3,W4") && shows(p, "WD=0:-/W6"));
    TEST_CHECK(one_line_play(p, "take:top-black") && shows(p, "ph=N p=0 a=1 m=0 b=1 l=0 r=1"));
    TEST_CHECK(shows(p, "BR=B1,B2,B3,B4") && shows(p, "BD=0:-/B6,B7"));
    TEST_CHECK(seat_is(p, 0, (seat){0, START, "W5;B5", NULL}));
    TEST_CHECK(takes(p, "take:B1")); /* in phase N two black ones a turn are fine */
    position_destroy(p);
}

/* The last black card goes to the row: the phase is E at once, in the middle of the turn. In the
 * reference the puzzle just taken counts as this turn's black one. */
static void test_take_triggers_the_end(void) {
    position *p = lay((table){.black = "B1,B2,B3,B4/B5",
                              .seats = {{0, START, NULL, NULL}, {0, START, NULL, NULL}},
                              .options = "trigger_black=0 pass=1"});
    TEST_CHECK(one_line_play(p, "take:B2") && shows(p, "ph=E p=0 a=2 m=0 b=1 l=0 r=1"));
    TEST_CHECK(shows(p, "BR=B1,B5,B3,B4") && shows(p, "BD=0:-/-"));
    TEST_CHECK(refuses(p, "take:B1", "PlayerAlreadyTookBlackPuzzleInEndOfTheGame"));
    TEST_CHECK(refuses(p, "take:top-black", "PuzzleDeckIsEmpty"));
    TEST_CHECK(takes(p, "take:W1") && takes(p, "take:top-white"));
    TEST_CHECK(lists(p, "take:B", ""));
    /* The next turn starts afresh: one black puzzle, not two; its row slot stays empty. */
    TEST_CHECK(one_line_play(p, "nothing nothing") && shows(p, "ph=E p=1 a=3 m=0 b=0 l=0 r=1"));
    TEST_CHECK(one_line_play(p, "take:B5") && shows(p, "BR=B1,-,B3,B4"));
    TEST_CHECK(refuses(p, "take:B1", "PlayerAlreadyTookBlackPuzzleInEndOfTheGame"));
    position_destroy(p);
}

/* Black puzzles of this turn from before the trigger count too: B1 in phase N, then the top. */
static void test_black_taken_before_the_trigger(void) {
    position *p = lay((table){.seats = {{0, START, NULL, NULL}}, .options = "trigger_black=0"});
    TEST_CHECK(one_line_play(p, "take:B1") && shows(p, "ph=N p=0 a=2 m=0 b=1 l=0 r=1"));
    TEST_CHECK(one_line_play(p, "take:top-black") && shows(p, "ph=E p=0 a=1 m=0 b=1 l=0 r=1"));
    TEST_CHECK(refuses(p, "take:B2", "PlayerAlreadyTookBlackPuzzleInEndOfTheGame"));
    position_destroy(p);
}

/* --- 7.2 recycle --- */

/* To the bottom as listed, then the row is filled from the top. */
static void test_recycle_with_a_long_deck(void) {
    position *p =
        lay((table){.white = "W1,W2,W3,W4/W5,W6,W7,W8,W9", .seats = {{0, START, NULL, NULL}}});
    TEST_CHECK(count_listed(p, "recycle:white:") == 24 && count_listed(p, "recycle:") == 48);
    TEST_CHECK(one_line_play(p, "recycle:white:W4,W2,W3,W1"));
    TEST_CHECK(shows(p, "WR=W5,W6,W7,W8") && shows(p, "WD=0:-/W9,W4,W2,W3,W1"));
    TEST_CHECK(shows(p, "ph=N p=0 a=2 m=0 b=0 l=0 r=1"));
    position_destroy(p);
}

/* A deck of two: W5, W6 come first, then the recycled ones as listed. */
static void test_recycle_with_a_short_deck(void) {
    position *p = lay((table){.seats = {{0, START, NULL, NULL}}});
    TEST_CHECK(one_line_play(p, "recycle:white:W4,W3,W2,W1"));
    TEST_CHECK(shows(p, "WR=W5,W6,W4,W3") && shows(p, "WD=0:-/W2,W1"));
    position_destroy(p);
}

/* Without a deck three puzzles become the listed order in the first three slots. */
static void test_recycle_without_a_deck(void) {
    position *p = lay((table){.white = "W1,-,W3,W4/-", .seats = {{0, START, "W9", NULL}}});
    TEST_CHECK(count_listed(p, "recycle:white:") == 6);
    TEST_CHECK(one_line_play(p, "recycle:white:W4,W1,W3"));
    TEST_CHECK(shows(p, "WR=W4,W1,W3,-") && shows(p, "WD=0:-/-"));
    position_destroy(p);
}

/* As many cards in the deck as before: recycling does not trigger the end; nor does it set b. */
static void test_recycle_does_not_end_the_game(void) {
    position *p = lay((table){.black = "B1,B2,B3,B4/B5", .seats = {{0, START, NULL, NULL}}});
    TEST_CHECK(one_line_play(p, "recycle:black:B4,B3,B2,B1"));
    TEST_CHECK(shows(p, "ph=N p=0 a=2 m=0 b=0 l=0 r=1"));
    TEST_CHECK(shows(p, "BR=B5,B4,B3,B2") && shows(p, "BD=0:-/B1"));
    position_destroy(p);
}

/* --- 7.3 basic, 7.4 change --- */

static void test_basic(void) {
    position *p = lay((table){.seats = {{0, START, NULL, NULL}}});
    TEST_CHECK(lists(p, "basic", "basic"));
    TEST_CHECK(one_line_play(p, "basic") && seat_is(p, 0, (seat){0, "201000000", NULL, NULL}));
    TEST_CHECK(reserve_is(p, "354555555") && shows(p, "ph=N p=0 a=2 m=0 b=0 l=0 r=1"));
    position_destroy(p);
}

/* One level up: level 1 to 2, 2 to 3; not further. Level 4 has no up. */
static void test_change_up(void) {
    position *p = lay((table){.seats = {{0, "101000001", NULL, NULL}}});
    TEST_CHECK(lists(p, "change:O1", "change:O1>I2"));
    TEST_CHECK(lists(p, "change:I2", "change:I2>O1 change:I2>I3 change:I2>L2"));
    TEST_CHECK(refuses(p, "change:O1>I3", "InvalidTetrominoChange"));
    TEST_CHECK(count_listed(p, "change:T>") == 8); /* same level 4 others, and 4 below */
    TEST_CHECK(one_line_play(p, "change:I2>L2"));
    TEST_CHECK(seat_is(p, 0, (seat){0, "100001001", NULL, NULL}) && reserve_is(p, "455554554"));
    position_destroy(p);
}

/* Same level and any level below: L2 for I3, and three levels down from T to O1. */
static void test_change_same_and_down(void) {
    position *p = lay((table){.seats = {{0, "000001001", NULL, NULL}}});
    TEST_CHECK(one_line_play(p, "change:L2>I3 change:T>O1"));
    TEST_CHECK(seat_is(p, 0, (seat){0, "100100000", NULL, NULL}) && reserve_is(p, "455455555"));
    position_destroy(p);
}

/* No I2 in the reserve: from O1 level 3 is next, and no further, as it has pieces. */
static void test_change_skips_an_empty_level(void) {
    position *p =
        lay((table){.seats = {{0, "100000000", NULL, NULL}, {0, "005000000", NULL, NULL}}});
    TEST_CHECK(lists(p, "change:", "change:O1>I3 change:O1>L2"));
    position_destroy(p);
    /* Half of level 3 is enough to stop there. */
    p = lay((table){.seats = {{0, "100000000", NULL, NULL}, {0, "005500000", NULL, NULL}}});
    TEST_CHECK(lists(p, "change:", "change:O1>L2"));
    position_destroy(p);
    /* All higher levels empty: nothing. */
    p = lay((table){.seats = {{0, "101000000", NULL, NULL}, {0, "054555555", NULL, NULL}}});
    TEST_CHECK(lists(p, "change:", "change:I2>O1"));
    position_destroy(p);
}

/* Even where equal shapes may be exchanged the piece that returns is not yet in the reserve. */
static void test_change_looks_before_the_return(void) {
    position *p = lay((table){.seats = {{0, "101000000", NULL, NULL}, {0, "004000000", NULL, NULL}},
                              .options = "same_change=1"});
    TEST_CHECK(refuses(p, "change:I2>I2", "InvalidTetrominoChange"));
    TEST_CHECK(takes(p, "change:O1>O1") && refuses(p, "change:O1>I2", "InvalidTetrominoChange"));
    position_destroy(p);
}

/* --- 7.5 place, 7.6 master --- */

/* The piece leaves the supply and covers its cell; nothing else happens on an open puzzle. */
static void test_place(void) {
    position *p = lay((table){.seats = {{0, START, "W9;W27", NULL}}});
    TEST_CHECK(
        lists(p, "place:W9:", "place:W9:O1:0001000 place:W9:O1:0020000 place:W9:I2:0021000"));
    TEST_CHECK(one_line_play(p, "place:W9:O1:0001000"));
    TEST_CHECK(seat_is(p, 0, (seat){0, "001000000", "W9+O1:0001000;W27", NULL}));
    TEST_CHECK(reserve_is(p, "454555555") && shows(p, "ph=N p=0 a=2 m=0 b=0 l=0 r=1"));
    position_destroy(p);
}

/* Two placements are one action; a second master waits for the next turn. */
static void test_master_once_a_turn(void) {
    position *p = lay((table){.seats = {{0, "202000000", "W10;W27", NULL}}, .options = "pass=1"});
    TEST_CHECK(one_line_play(p, "master:W10:O1:0000080+W27:I2:0001800"));
    TEST_CHECK(shows(p, "ph=N p=0 a=2 m=1 b=0 l=0 r=1"));
    TEST_CHECK(seat_is(p, 0, (seat){0, "101000000", "W10+O1:0000080;W27+I2:0001800", NULL}));
    TEST_CHECK(refuses(p, "master:W10:O1:0001000", "MasterActionAlreadyUsed"));
    TEST_CHECK(lists(p, "master", ""));
    TEST_CHECK(one_line_play(p, "nothing nothing") && shows(p, "ph=N p=0 a=3 m=0 b=0 l=0 r=2"));
    TEST_CHECK(takes(p, "master:W10:O1:0001000")); /* a single placement will do */
    position_destroy(p);
}

static void test_master_one_piece_a_puzzle(void) {
    position *p = lay((table){.seats = {{0, "300000000", "W10;W27", NULL}}});
    TEST_CHECK(refuses(p, "master:W10:O1:0000080+W10:O1:0001000", "MasterActionUniquePlacement"));
    position_destroy(p);
}

/* One I2 completes W9 and comes back, but the supply before the action decides. */
static void test_master_needs_all_pieces_beforehand(void) {
    position *p = lay((table){.seats = {{0, "001000000", "W9;W22", NULL}}});
    TEST_CHECK(
        refuses(p, "master:W9:I2:0021000+W22:I2:0021000", "MasterActionNotEnoughTetrominos"));
    /* Nor is the reward of W9, an O1, there in time. */
    TEST_CHECK(
        refuses(p, "master:W9:I2:0021000+W22:O1:0001000", "MasterActionNotEnoughTetrominos"));
    TEST_CHECK(takes(p, "master:W9:I2:0021000"));
    position_destroy(p);
}

/* W10 and W22 both promise an I2 and there is one: who completes first gets it, the other one has
 * to choose at level 3. F is in that order, too. */
static void test_master_order_decides_rewards(void) {
    table t = {.seats = {{0, "001100000", "W10;W22", NULL}, {0, "003000000", NULL, NULL}},
               .options = "reward_lower=0"};
    position *p = lay(t);
    TEST_CHECK(one_line_play(p, "master:W10:I3:0021080+W22:I2:0021000"));
    TEST_CHECK(shows(p, "chain=reward:W22") && shows(p, "m=1"));
    TEST_CHECK(lists(p, "", "reward:I3 reward:L2"));
    TEST_CHECK(one_line_play(p, "reward:L2") && reserve_is(p, "550454555"));
    TEST_CHECK(seat_is(p, 0, (seat){1, "002101000", NULL, "W10,W22"}));
    position_destroy(p);
    p = lay(t);
    TEST_CHECK(one_line_play(p, "master:W22:I2:0021000+W10:I3:0021080"));
    TEST_CHECK(shows(p, "chain=reward:W10") && one_line_play(p, "reward:I3"));
    TEST_CHECK(seat_is(p, 0, (seat){1, "002200000", NULL, "W22,W10"}));
    TEST_CHECK(shows(p, "ph=N p=0 a=2 m=1 b=0 l=0 r=1"));
    position_destroy(p);
}

/* The empty list is legal in the reference, where doing nothing is. */
static void test_empty_master(void) {
    table t = {.seats = {{0, START, "W9", NULL}}, .options = "pass=1"};
    position *p = lay(t);
    TEST_CHECK(one_line_play(p, "master:-") && shows(p, "ph=N p=0 a=2 m=1 b=0 l=0 r=1"));
    TEST_CHECK(seat_is(p, 0, (seat){0, START, "W9", NULL}));
    position_destroy(p);
    t.options = "pass=0";
    p = lay(t);
    TEST_CHECK(refuses(p, "master:-", "NothingNotAllowed") && count_listed(p, "master:-") == 0);
    position_destroy(p);
}

/* Three places on each of two puzzles of three cells for an O1, one each for both with one O1:
 * 6 singles, no pairs; with two O1 also 3 x 3 pairs, each once and in slot order. */
static void test_masters_are_listed_once(void) {
    position *p = lay((table){.seats = {{0, "100000000", "W10;W27", NULL}}});
    TEST_CHECK(count_listed(p, "master:") == 6);
    position_destroy(p);
    p = lay((table){.seats = {{0, "200000000", "W10;W27", NULL}}});
    TEST_CHECK(count_listed(p, "master:") == 15 && count_listed(p, "master:W27") == 3);
    TEST_CHECK(takes(p, "master:W27:O1:0000800+W10:O1:0000080")); /* any order is read */
    position_destroy(p);
}

/* --- 7.7 kinds by phase, 8 refill --- */

static void test_kinds_in_finishing_touches(void) {
    position *p = lay((table){.turn = "ph=T p=0 a=3 m=0 b=0 l=1 r=9",
                              .black = "B1,B2,B3,B4/-",
                              .seats = {{0, "100000000", "W9", "B5"}},
                              .options = "pass=1"});
    TEST_CHECK(lists(p, "", "place:W9:O1:0001000 place:W9:O1:0020000 endft"));
    error err;
    TEST_CHECK(one_line_play(p, "endft") && shows(p, "ph=F p=0 a=3 m=0 b=0 l=1 r=9"));
    TEST_CHECK(project_l.actor(position_rules(p), position_data(p)) == ACTOR_NONE);
    TEST_CHECK(position_play(p, "nothing", &err) == ST_GAME_OVER);
    position_destroy(p);
}

/* Slots in order, and with cards for two slots only the others stay empty. */
static void test_refill_runs_out(void) {
    position *p = lay((table){.white = "W1,W2,W3,W4/W5", .seats = {{0, START, NULL, NULL}}});
    TEST_CHECK(one_line_play(p, "take:W3") && shows(p, "WR=W1,W2,W5,W4") && shows(p, "WD=0:-/-"));
    TEST_CHECK(one_line_play(p, "take:W1") && shows(p, "WR=-,W2,W5,W4"));
    TEST_CHECK(refuses(p, "take:top-white", "PuzzleDeckIsEmpty"));
    TEST_CHECK(one_line_play(p, "recycle:white:W5,W4,W2") && shows(p, "WR=W5,W4,W2,-"));
    position_destroy(p);
}

/* --- 9 completing a puzzle --- */

/* W9: one point, an O1 from the reserve, both O1 on it return; the slot is free for the next. */
static void test_completing(void) {
    position *p = lay((table){.seats = {{3, "100000000", "W9+O1:0001000;W10", "W22"}}});
    TEST_CHECK(one_line_play(p, "place:W9:O1:0020000"));
    TEST_CHECK(shows(p, "ph=N p=0 a=2 m=0 b=0 l=0 r=1") && reserve_is(p, "255555555"));
    TEST_CHECK(seat_is(p, 0, (seat){4, "300000000", "-;W10", "W22,W9"}));
    TEST_CHECK(one_line_play(p, "take:W1"));
    TEST_CHECK(seat_is(p, 0, (seat){4, "300000000", "W1;W10", "W22,W9"}));
    position_destroy(p);
}

/* 9.1 by the reference; the second seat holds what the reserve lacks. Completing W31 (an O2, kept
 * by the first seat afterwards), W27 (I3), W22 (I2). */
static void test_reward_options_of_the_reference(void) {
    static const struct {
        const char *own, *slot, *event, *other, *options;
    } cases[] = {
        /* 1: the printed shape is there. */
        {"001000000", "W22", "place:W22:I2:0021000", "003000000", ""},
        /* 2: another shape of the level, one only: taken without a question. */
        {"000100000", "W27", "place:W27:I3:0003800", "000400000", ""},
        /* 2: others of level 4. */
        {"010000000", "W31", "place:W31:O2:0031800", "040000000",
         "reward:I4 reward:L3 reward:Z reward:T"},
        /* 2: level 2 is empty, level 3 is next, O1 is not available. */
        {"001000000", "W22", "place:W22:I2:0021000", "004000000", "reward:I3 reward:L2"},
        /* 2: level 3 is empty as well. */
        {"001000000", "W22", "place:W22:I2:0021000", "004505000",
         "reward:O2 reward:I4 reward:L3 reward:Z reward:T"},
        /* 3: nothing of level 4: everything below. */
        {"010000000", "W31", "place:W31:O2:0031800", "040050555",
         "reward:O1 reward:I2 reward:I3 reward:L2"},
        /* 3: one such piece only. */
        {"010000000", "W31", "place:W31:O2:0031800", "045555555", ""},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        position *p = lay((table){
            .seats = {{0, cases[i].own, cases[i].slot, NULL}, {0, cases[i].other, NULL, NULL}},
            .options = "reward_lower=0"});
        TEST_CASE(cases[i].other);
        TEST_CHECK(one_line_play(p, cases[i].event));
        TEST_CHECK(lists(p, "reward:", cases[i].options));
        position_destroy(p);
    }
}

/* The pieces that come without a question: L2 for I3, O1 for O2, and none from an empty reserve
 * (case 4), while the used piece returns in any case. */
static void test_rewards_without_a_choice(void) {
    position *p =
        lay((table){.seats = {{0, "000100000", "W27", NULL}, {0, "000400000", NULL, NULL}}});
    TEST_CHECK(one_line_play(p, "place:W27:I3:0003800") && reserve_is(p, "555054555"));
    TEST_CHECK(seat_is(p, 0, (seat){0, "000101000", NULL, "W27"}));
    position_destroy(p);
    p = lay((table){.seats = {{0, "010000000", "W31", NULL}, {0, "045555555", NULL, NULL}}});
    TEST_CHECK(one_line_play(p, "place:W31:O2:0031800") && reserve_is(p, "400000000"));
    TEST_CHECK(seat_is(p, 0, (seat){0, "110000000", NULL, "W31"}));
    position_destroy(p);
    p = lay((table){.seats = {{0, "010000000", "W31", NULL}, {0, "545555555", NULL, NULL}}});
    TEST_CHECK(one_line_play(p, "place:W31:O2:0031800") && reserve_is(p, NONE));
    TEST_CHECK(seat_is(p, 0, (seat){0, "010000000", NULL, "W31"}));
    TEST_CHECK(shows(p, "ph=N p=0 a=2 m=0 b=0 l=0 r=1"));
    position_destroy(p);
}

/* While the choice is open the action is not over: a=3 still, and the mover decides. */
static void test_a_reward_is_a_decision(void) {
    position *p =
        lay((table){.seats = {{0, "010000000", "W31", NULL}, {0, "040000000", NULL, NULL}}});
    TEST_CHECK(one_line_play(p, "place:W31:O2:0031800") && shows(p, "chain=reward:W31"));
    TEST_CHECK(game_kind(position_rules(p), position_data(p)) == KIND_REWARD);
    TEST_CHECK(project_l.actor(position_rules(p), position_data(p)) == 0);
    TEST_CHECK(refuses(p, "reward:O2", "RewardNotOffered"));
    TEST_CHECK(one_line_play(p, "reward:Z") && shows(p, "ph=N p=0 a=2 m=0 b=0 l=0 r=1"));
    TEST_CHECK(seat_is(p, 0, (seat){0, "010000010", NULL, "W31"}) && reserve_is(p, "505555545"));
    position_destroy(p);
}

/* Two choices in one master: the second sees the reserve after the first. With one Z and one T of
 * level 4 left, W31 and W29 (printed O2 and I4) may choose; then one shape is left and taken. */
static void test_second_reward_sees_the_first(void) {
    position *p =
        lay((table){.seats = {{0, "010010000", "W31;W29", NULL}, {0, "040040544", NULL, NULL}}});
    TEST_CHECK(one_line_play(p, "master:W31:O2:0031800+W29:I4:0210840"));
    TEST_CHECK(shows(p, "chain=reward:W31,W29") && lists(p, "", "reward:Z reward:T"));
    TEST_CHECK(one_line_play(p, "reward:T") && reserve_is(p, "505505000"));
    TEST_CHECK(seat_is(p, 0, (seat){0, "010010011", NULL, "W31,W29"}));
    position_destroy(p);
}

TEST_LIST = {{"take_from_a_row", test_take_from_a_row},
             {"take_from_a_deck", test_take_from_a_deck},
             {"take_triggers_the_end", test_take_triggers_the_end},
             {"black_taken_before_the_trigger", test_black_taken_before_the_trigger},
             {"recycle_with_a_long_deck", test_recycle_with_a_long_deck},
             {"recycle_with_a_short_deck", test_recycle_with_a_short_deck},
             {"recycle_without_a_deck", test_recycle_without_a_deck},
             {"recycle_does_not_end_the_game", test_recycle_does_not_end_the_game},
             {"basic", test_basic},
             {"change_up", test_change_up},
             {"change_same_and_down", test_change_same_and_down},
             {"change_skips_an_empty_level", test_change_skips_an_empty_level},
             {"change_looks_before_the_return", test_change_looks_before_the_return},
             {"place", test_place},
             {"master_once_a_turn", test_master_once_a_turn},
             {"master_one_piece_a_puzzle", test_master_one_piece_a_puzzle},
             {"master_needs_all_pieces_beforehand", test_master_needs_all_pieces_beforehand},
             {"master_order_decides_rewards", test_master_order_decides_rewards},
             {"empty_master", test_empty_master},
             {"masters_are_listed_once", test_masters_are_listed_once},
             {"kinds_in_finishing_touches", test_kinds_in_finishing_touches},
             {"refill_runs_out", test_refill_runs_out},
             {"completing", test_completing},
             {"reward_options_of_the_reference", test_reward_options_of_the_reference},
             {"rewards_without_a_choice", test_rewards_without_a_choice},
             {"a_reward_is_a_decision", test_a_reward_is_a_decision},
             {"second_reward_sees_the_first", test_second_reward_sees_the_first},
             {NULL, NULL}};
