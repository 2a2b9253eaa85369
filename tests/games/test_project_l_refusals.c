/* Actions of Project L that are refused and why, and rewards in one token. */
#include <acutest.h>

#include "tests/support/project_l_lines.h"

/* --- refusals: the first failing test, its name and its data --- */

typedef struct refusal {
    const char *event, *reason, *detail; /* no detail: any will do */
} refusal;

static void check_refusals(const char *line, const refusal *list) {
    position *p = one_line_read(&project_l, line);
    TEST_ASSERT_(p != NULL, "%s", line);
    for (; list->event; list++) {
        error err = {0};
        status st = position_verify(p, list->event, NULL, &err);
        TEST_CHECK_(st == ST_ILLEGAL_ACTION, "%s: %s", list->event, status_name(st));
        TEST_CHECK_(strcmp(err.reason, list->reason) == 0, "%s: %s", list->event, err.reason);
        if (list->detail)
            TEST_CHECK_(strcmp(err.detail, list->detail) == 0, "%s: '%s'", list->event, err.detail);
        TEST_CHECK_(err.text[0] != '\0', "%s: a sentence for people", list->event);
        TEST_CHECK(position_play(p, list->event, &err) == ST_ILLEGAL_ACTION && text_is(p, line));
    }
    position_destroy(p);
}

static void test_refused_takes_and_recycles(void) {
    static const refusal in_middle[] = {
        {"take:", "PuzzleIdIsNull", ""},
        {"take:W5", "PuzzleNotAvailable", "id=W5"}, /* in the deck */
        {"take:W9", "PuzzleNotAvailable", "id=W9"}, /* one's own */
        {"take:W99", "PuzzleNotAvailable", "id=W99"},
        {"recycle:white:W1,W2,W3", "NumberOfRecycledPuzzlesMismatch",
         "expected=4 got=3 colour=white"},
        /* too many, and strangers among them: the number is tested first */
        {"recycle:black:B1,B2,B3,B9,B10", "NumberOfRecycledPuzzlesMismatch",
         "expected=4 got=5 colour=black"},
        /* the puzzle of the row that is missing, not the stranger; the first in slot order */
        {"recycle:white:W1,W2,W9,W4", "PuzzleNotInRow", "colour=white id=W3"},
        {"recycle:white:W4,W4,W4,W4", "PuzzleNotInRow", "colour=white id=W1"},
        {"recycle:black:W1,W2,W3,W4", "PuzzleNotInRow", "colour=black id=B1"},
        {NULL, NULL, NULL}};
    static const refusal with_four[] = {
        {"take:W1", "PlayerAlreadyHasMaxPuzzles", ""},
        {"take:W99", "PlayerAlreadyHasMaxPuzzles", ""}, /* before the name is looked at */
        {"take:", "PlayerAlreadyHasMaxPuzzles", ""},
        {"take:top-black", "PlayerAlreadyHasMaxPuzzles", ""},
        {NULL, NULL, NULL}};
    static const refusal in_the_end[] = {
        {"take:top-white", "PuzzleDeckIsEmpty", "deck=white"},
        {"take:top-black", "PuzzleDeckIsEmpty", "deck=black"}, /* before the flag */
        {"take:B1", "PlayerAlreadyTookBlackPuzzleInEndOfTheGame", ""},
        {"take:B3", "PuzzleNotAvailable", "id=B3"},
        {"recycle:white:W1", "EmptyRowRecycle", "colour=white"}, /* before the number */
        {"recycle:black:B1", "NumberOfRecycledPuzzlesMismatch", "expected=2 got=1 colour=black"},
        {NULL, NULL, NULL}};
    check_refusals(middle, in_middle);
    check_refusals(four_puzzles, with_four);
    check_refusals(ended, in_the_end);
}

static void test_refused_pieces(void) {
    static const refusal in_middle[] = {
        {"change:O1>O1", "InvalidTetrominoChange", "old=O1 new=O1"},
        {"change:T>T", "InvalidTetrominoChange", "old=T new=T"}, /* before the supply */
        {"change:O1>I3", "InvalidTetrominoChange", "old=O1 new=I3"},
        {"change:T>Z", "TetrominoNotInPersonalSupply", "shape=T"},
        {"change:L2>I4", "TetrominoNotInPersonalSupply", "shape=L2"},
        /* supply, then the mask, then the owner, then the cells */
        {"place:W1:T:0000001", "TetrominoNotInPersonalSupply", "shape=T"},
        {"place:W1:I3:0000003", "InvalidTetrominoConfiguration", "shape=I3 mask=0000003"},
        {"place:W9:I2:0000000", "InvalidTetrominoConfiguration", "shape=I2 mask=0000000"},
        {"place:W9:I2:0000030", "InvalidTetrominoConfiguration", "shape=I2 mask=0000030"},
        {"place:W1:O1:0000001", "PlayerDoesntHavePuzzle", "id=W1"},
        {"place:W99:O1:0001000", "PlayerDoesntHavePuzzle", "id=W99"},
        {"place:W9:O1:0000001", "CannotPlaceTetromino", "id=W9 mask=0000001"},
        {"place:W9:I3:0021080", "CannotPlaceTetromino", "id=W9 mask=0021080"}, /* sticks out */
        {NULL, NULL, NULL}};
    static const refusal without_o1[] = {{"basic", "BasicTetrominoNotInSharedReserve", NULL},
                                         {NULL, NULL, NULL}};
    check_refusals(middle, in_middle);
    check_refusals(no_o1, without_o1);
}

static void test_refused_masters(void) {
    static const refusal in_middle[] = {
        /* twice on W9 with pieces that are not there: the puzzle is tested first */
        {"master:W9:T:0000001+W9:T:0000001", "MasterActionUniquePlacement", ""},
        {"master:W10:I3:0021080+W9:I3:0021000", "MasterActionNotEnoughTetrominos",
         "shape=I3 owned=1 used=2"},
        /* shapes in index order, whatever the list's order, and before masks and owners */
        {"master:W9:T:0000001+W99:Z:0000001", "MasterActionNotEnoughTetrominos",
         "shape=Z owned=0 used=1"},
        /* then every placement in list order */
        {"master:W10:O1:0000001+W9:I2:0000001", "CannotPlaceTetromino", "id=W10 mask=0000001"},
        {"master:W9:I2:0000001+W10:O1:0000001", "InvalidTetrominoConfiguration",
         "shape=I2 mask=0000001"},
        {"master:W9:O1:0001000+W1:O1:0000001", "PlayerDoesntHavePuzzle", "id=W1"},
        {"master:-", "NothingNotAllowed", ""},
        {"nothing", "NothingNotAllowed", ""},
        {NULL, NULL, NULL}};
    static const refusal used[] = {
        {"master:W9:T:0000001+W9:T:0000001", "MasterActionAlreadyUsed", ""},
        {"master:W9:I2:0021000", "MasterActionAlreadyUsed", ""},
        {NULL, NULL, NULL}};
    check_refusals(middle, in_middle);
    check_refusals(ended, used);
}

static void test_refused_by_phase(void) {
    static const refusal in_touches[] = {
        {"take:W99", "InvalidActionDuringFinishingTouches", "kind=take"},
        {"recycle:white:W1", "InvalidActionDuringFinishingTouches", "kind=recycle"},
        {"basic", "InvalidActionDuringFinishingTouches", "kind=basic"},
        {"change:T>T", "InvalidActionDuringFinishingTouches", "kind=change"},
        {"master:W9:I2:0021000", "InvalidActionDuringFinishingTouches", "kind=master"},
        {"nothing", "InvalidActionDuringFinishingTouches", "kind=nothing"},
        {"place:W9:T:0000001", "TetrominoNotInPersonalSupply", "shape=T"},
        {NULL, NULL, NULL}};
    static const refusal too_early[] = {{"endft", "InvalidEndFinishingTouchesActionUse", "phase=N"},
                                        {NULL, NULL, NULL}};
    static const refusal still_early[] = {
        {"endft", "InvalidEndFinishingTouchesActionUse", "phase=E"}, {NULL, NULL, NULL}};
    check_refusals(touches, in_touches);
    check_refusals(middle, too_early);
    check_refusals(ended, still_early);
}

/* --- rewards in one token --- */

static void test_refused_rewards(void) {
    static const refusal list[] = {
        {"reward:O1", "RewardNotOffered", "shape=O1"}, /* nothing was completed */
        {"place:W22:I2:0021000=T", "RewardNotOffered", "shape=T"},
        {"place:W22:I2:0021000=I2", "RewardNotOffered", "shape=I2"},
        {"place:W22:O1:0001000=L2", "RewardNotOffered", "shape=L2"}, /* not complete */
        {"place:W9:I2:0021000=O1", "RewardNotOffered", "shape=O1"},  /* no choice */
        {"place:W22:I2:0021000=L2,L2", "RewardNotOffered", "shape=L2"},
        {"master:W22:I2:0021000+W23:I2:0021000=L2,Z", "RewardNotOffered", "shape=Z"},
        {"master:W22:I2:0021000+W23:I2:0021000=L2", "RewardNotOffered", NULL}, /* one for each */
        /* the placement itself is tested before its reward */
        {"place:W1:I2:0021000=T", "PlayerDoesntHavePuzzle", "id=W1"},
        {NULL, NULL, NULL}};
    check_refusals(choices, list);
}

static bool no_suffix(void *ctx, const token *tok) {
    const position *p = ctx;
    char buf[GAME_TOKEN_SIZE];
    text name = text_over(buf, sizeof buf);
    token_write(position_rules(p), position_data(p), tok, &name);
    TEST_CHECK_(strchr(buf, '=') == NULL, "%s", buf);
    return true;
}

/* "=L2" is read as one token and printed without it; what it did is a decision of its own. */
static void test_rewards_in_one_token(void) {
    char buf[GAME_TOKEN_SIZE];
    text name = text_over(buf, sizeof buf);
    error err;
    position *p = one_line_read(&project_l, choices);
    position *q = one_line_read(&project_l, choices);
    TEST_ASSERT(p && q);
    TEST_CHECK(token_walk((state_ref){position_rules(p), position_data(p), NULL}, no_suffix, p) ==
               ST_OK);
    TEST_CHECK(position_verify(p, "place:W22:I2:0021000=L2", &name, &err) == ST_OK);
    TEST_CHECK_(strcmp(buf, "place:W22:I2:0021000") == 0, "%s", buf);
    TEST_CHECK(one_line_play(p, "place:W22:I2:0021000=L2"));
    TEST_CHECK(one_line_play(q, "place:W22:I2:0021000") && shows(q, "chain=reward:W22"));
    TEST_CHECK(one_line_play(q, "reward:L2") && position_key(p) == position_key(q));
    TEST_CHECK(shows(p, "a=2") && shows(p, "T=1,0,2,0,0,1,0,0,0 U=-;W23/"));
    /* A record of p leads to where p is: with the reward, and without a suffix. */
    position *again = one_line_read(&project_l, choices);
    TEST_ASSERT(again != NULL);
    for (unsigned i = position_first_ply(p); i < position_ply(p); i++) {
        TEST_CHECK_(!strchr(position_event(p, i), '='), "%s", position_event(p, i));
        TEST_CHECK(one_line_play(again, position_event(p, i)));
    }
    TEST_CHECK(position_key(again) == position_key(p));
    position_destroy(p);
    position_destroy(q);
    position_destroy(again);
}

/* Two choices, in the order of completion, which is the order given. */
static void test_rewards_of_a_master(void) {
    position *p = one_line_read(&project_l, choices);
    position *q = one_line_read(&project_l, choices);
    TEST_ASSERT(p && q);
    char buf[GAME_TOKEN_SIZE];
    text name = text_over(buf, sizeof buf);
    error err;
    const char *event = "master:W23:I2:0021000+W22:I2:0021000=L2,I3";
    TEST_CHECK(position_verify(p, event, &name, &err) == ST_OK);
    TEST_CHECK_(strcmp(buf, "master:W23:I2:0021000+W22:I2:0021000") == 0, "%s", buf);
    TEST_CHECK(one_line_play(p, event));
    TEST_CHECK(shows(p, "T=1,0,2,1,0,1,0,0,0 U=-;-;W9/1fdefff/000000000;- F=W23,W22 "));
    TEST_CHECK(one_line_play(q, "master:W23:I2:0021000+W22:I2:0021000 reward:L2 reward:I3"));
    TEST_CHECK(position_key(p) == position_key(q));
    position_destroy(p);
    position_destroy(q);
}

/* Any order is read; where nothing is completed it is the same action, in slot order. */
static void test_masters_in_other_orders(void) {
    char buf[GAME_TOKEN_SIZE];
    text name = text_over(buf, sizeof buf);
    error err;
    position *p = one_line_read(&project_l, middle);
    TEST_ASSERT(p != NULL);
    TEST_CHECK(position_verify(p, "master:W10:O1:0000080+W9:O1:0001000", &name, &err) == ST_OK);
    TEST_CHECK_(strcmp(buf, "master:W9:O1:0001000+W10:O1:0000080") == 0, "%s", buf);
    TEST_CHECK(one_line_play(p, "master:W10:I3:0021080+W9:I2:0021000") && shows(p, "F=W10,W9"));
    position_destroy(p);
    p = one_line_read(&project_l, middle);
    TEST_ASSERT(p != NULL);
    TEST_CHECK(one_line_play(p, "master:W9:I2:0021000+W10:I3:0021080") && shows(p, "F=W9,W10"));
    position_destroy(p);
}

TEST_LIST = {{"refused_takes_and_recycles", test_refused_takes_and_recycles},
             {"refused_pieces", test_refused_pieces},
             {"refused_masters", test_refused_masters},
             {"refused_by_phase", test_refused_by_phase},
             {"refused_rewards", test_refused_rewards},
             {"rewards_in_one_token", test_rewards_in_one_token},
             {"rewards_of_a_master", test_rewards_of_a_master},
             {"masters_in_other_orders", test_masters_in_other_orders},
             {NULL, NULL}};
