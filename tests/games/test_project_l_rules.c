#include <acutest.h>

#include <math.h>
#include <stdio.h>

#include "games/project_l/project_l.h"
#include "games/project_l/project_l_puzzles.h"
#include "tests/support/scene.h"

/* Project L by hand: sections 7 to 10 and 12 of the specification, paragraph by paragraph.
 *
 * Cells that the cases fill (row r, column c is bit 5r + c):
 *   W9, W22, W23  I2 0021000     W10, W25  I3 0021080     W27  I3 0003800     W31  O2 0031800 */

/* --- a short way to lay a table: five pieces a shape, what nobody holds is in the reserve --- */

enum { SEATS = 4, SHAPES = PL_SHAPES, ROOM = 2000 };

typedef struct seat {
    int score;
    const char *pieces; /* nine digits of base 36, in the order O1 O2 I2 I3 I4 L2 L3 Z T */
    const char *slots;  /* "W9+O1:0001000;-;W10": empty ones at the end may be left out */
    const char *done;   /* NULL: none */
} seat;

typedef struct table {
    const char *turn;          /* NULL: the first action of the first seat */
    const char *white, *black; /* row, slash, deck of known order; NULL: 1..4 and 5, 6 */
    seat seats[SEATS];         /* the first without pieces ends them */
    const char *options;
} table;

static int digit(char c) {
    return c <= '9' ? c - '0' : c - 'a' + 10;
}

static void put_counts(text *out, const int *count) {
    for (int i = 0; i < SHAPES; i++) text_format(out, i ? ",%d" : "%d", count[i]);
}

/* One slot, "W9+O1:0001000", with its image and the pieces used, which are taken out of left. */
static void put_slot(text *out, const pl_set *set, const char *spec, size_t len, int *left) {
    char room[100];
    text copy = text_over(room, sizeof room);
    text_putn(&copy, spec, len);
    size_t name = strcspn(room, "+");
    int puzzle = pl_set_find(set, room, name);
    if (puzzle < 0) {
        text_put(out, room);
        return;
    }
    uint32_t image = set->puzzle[puzzle].image;
    int used[SHAPES] = {0};
    for (const char *at = room + name; *at;) {
        const char *colon = strchr(at, ':');
        uint64_t mask = 0;
        char hex[8] = {0};
        TEST_ASSERT(colon != NULL && strlen(colon) >= 8);
        memcpy(hex, colon + 1, 7);
        int shape = pl_shape_find(at + 1, (int)(colon - at - 1));
        TEST_ASSERT(shape >= 0 && text_hex(hex, &mask));
        image |= (uint32_t)mask;
        used[shape]++;
        left[shape]--;
        at = colon + 8;
    }
    text_format(out, "%.*s/%07x/", (int)name, room, image);
    for (int i = 0; i < SHAPES; i++) text_char(out, "0123456789"[used[i]]);
}

static void put_seat(text *out, int number, const seat *p, int *left) {
    static pl_set set;
    size_t len = 0;
    const char *base = pl_base_text(&len);
    if (!set.count) TEST_ASSERT(pl_set_read(&set, base, len, NULL) == ST_OK);
    int own[SHAPES];
    for (int i = 0; i < SHAPES; i++) {
        own[i] = digit(p->pieces[i]);
        left[i] -= own[i];
    }
    text_format(out, "| P%d s=%d T=", number, p->score);
    put_counts(out, own);
    text_put(out, " U=");
    const char *at = p->slots ? p->slots : "-";
    for (int i = 0; i < 4; i++) {
        size_t n = strcspn(at, ";");
        if (i) text_char(out, ';');
        put_slot(out, &set, n ? at : "-", n ? n : 1, left);
        at += n + (at[n] == ';');
    }
    text_format(out, " F=%s", p->done ? p->done : "-");
}

static void put_row(text *out, char colour, const char *spec) {
    int n = (int)strcspn(spec, "/");
    text_format(out, " %cR=%.*s", colour, n, spec);
}

/* How many puzzles of a colour a text names. */
static int names(const char *line, char colour) {
    int n = 0;
    for (const char *at = line; (at = strchr(at, colour)) != NULL; at++)
        n += at > line && strchr("=,/;", at[-1]) && text_is_digit(at[1]);
    return n;
}

static position *lay(table t) {
    char line[ROOM];
    char seats[ROOM];
    text out = text_over(line, sizeof line);
    text last = text_over(seats, sizeof seats);
    const char *white = t.white ? t.white : "W1,W2,W3,W4/W5,W6";
    const char *black = t.black ? t.black : "B1,B2,B3,B4/B5,B6";
    int left[SHAPES];
    for (int i = 0; i < SHAPES; i++) left[i] = 5;
    for (int p = 0; p < SEATS && t.seats[p].pieces; p++) {
        text_char(&last, ' ');
        put_seat(&last, p, &t.seats[p], left);
    }
    text_format(&out, "%s R=", t.turn ? t.turn : "ph=N p=0 a=3 m=0 b=0 l=0 r=1");
    put_counts(&out, left);
    put_row(&out, 'W', white);
    put_row(&out, 'B', black);
    text_format(&out, " WD=0:-%s BD=0:-%s%s", strchr(white, '/'), strchr(black, '/'), seats);
    text_format(&out, " black=%d", names(line, 'B'));
    text_format(&out, " reserve=5 white=%d %s", names(line, 'W'), t.options ? t.options : "");
    position *p = scene_read(&project_l, line);
    TEST_ASSERT(p != NULL);
    return p;
}

/* --- what is to be seen afterwards --- */

/* Whether the words stand in the position's text, as whole words. */
static bool shows(const position *p, const char *part) {
    char line[ROOM];
    char want[ROOM];
    text got = text_over(line, sizeof line);
    text key = text_over(want, sizeof want);
    text_char(&got, ' ');
    position_write(p, &got);
    text_char(&got, ' ');
    text_format(&key, " %s ", part);
    if (strstr(line, want)) return true;
    printf("  expected%s\n  in%s\n", want, line);
    return false;
}

static bool seat_is(const position *p, int number, seat want) {
    char line[ROOM];
    text out = text_over(line, sizeof line);
    int left[SHAPES] = {0};
    put_seat(&out, number, &want, left);
    return shows(p, line);
}

static bool reserve_is(const position *p, const char *digits) {
    char line[ROOM];
    text out = text_over(line, sizeof line);
    int count[SHAPES];
    for (int i = 0; i < SHAPES; i++) count[i] = digit(digits[i]);
    text_put(&out, "R=");
    put_counts(&out, count);
    return shows(p, line);
}

static bool refuses(const position *p, const char *event, const char *reason) {
    error err = {0};
    status st = position_verify(p, event, NULL, &err);
    if (st == ST_ILLEGAL_ACTION && strcmp(err.reason, reason) == 0) return true;
    printf("  %s: %s %s, not %s\n", event, status_name(st), err.reason, reason);
    return false;
}

static bool takes(const position *p, const char *event) {
    error err = {0};
    if (position_verify(p, event, NULL, &err) == ST_OK) return true;
    printf("  %s: %s: %s\n", event, err.reason, err.text);
    return false;
}

typedef struct listing {
    const position *p;
    const char *prefix;
    text names;
    int count;
} listing;

static bool list_one(void *ctx, const token *tok) {
    listing *l = ctx;
    char room[GAME_TOKEN_ROOM];
    text name = text_over(room, sizeof room);
    token_write(position_rules(l->p), position_data(l->p), tok, &name);
    if (!text_starts(room, l->prefix)) return true;
    text_format(&l->names, l->count++ ? " %s" : "%s", room);
    return true;
}

/* Whether exactly these tokens with that beginning are offered, in this order. */
static bool lists(const position *p, const char *prefix, const char *tokens) {
    listing l = {.p = p, .prefix = prefix, .names = text_growing()};
    status st = token_walk(position_rules(p), position_data(p), NULL, list_one, &l);
    bool same = st == ST_OK && strcmp(text_string(&l.names), tokens) == 0;
    if (!same) printf("  expected '%s'\n  listed   '%s'\n", tokens, text_string(&l.names));
    text_done(&l.names);
    return same;
}

static int count_listed(const position *p, const char *prefix) {
    listing l = {.p = p, .prefix = prefix, .names = text_growing()};
    status st = token_walk(position_rules(p), position_data(p), NULL, list_one, &l);
    text_done(&l.names);
    return st == ST_OK ? l.count : -1;
}

/* Pieces that leave nothing else to say. */
#define START "101000000"
#define NONE  "000000000"

/* --- 7.1 take --- */

/* The puzzle goes to the lowest empty slot of the player, the row slot is filled from the top. */
static void test_take_from_a_row(void) {
    position *p = lay((table){.seats = {{0, START, "W9;-;W10", NULL}, {0, START, NULL, NULL}}});
    TEST_CHECK(scene_play(p, "take:W2") && shows(p, "ph=N p=0 a=2 m=0 b=0 l=0 r=1"));
    TEST_CHECK(seat_is(p, 0, (seat){0, START, "W9;W2;W10", NULL}));
    TEST_CHECK(shows(p, "WR=W1,W5,W3,W4") && shows(p, "WD=0:-/W6"));
    TEST_CHECK(scene_play(p, "take:W5") && seat_is(p, 0, (seat){0, START, "W9;W2;W10;W5", NULL}));
    TEST_CHECK(refuses(p, "take:W6", "PlayerAlreadyHasMaxPuzzles")); /* (a): four is the most */
    position_destroy(p);
}

/* From a deck: the rows stay as they are; black sets the flag in phase N as well. */
static void test_take_from_a_deck(void) {
    position *p = lay((table){.black = "B1,B2,B3,B4/B5,B6,B7", .seats = {{0, START, NULL, NULL}}});
    TEST_CHECK(scene_play(p, "take:top-white") && shows(p, "ph=N p=0 a=2 m=0 b=0 l=0 r=1"));
    TEST_CHECK(shows(p, "WR=W1,W2,W3,W4") && shows(p, "WD=0:-/W6"));
    TEST_CHECK(scene_play(p, "take:top-black") && shows(p, "ph=N p=0 a=1 m=0 b=1 l=0 r=1"));
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
    TEST_CHECK(scene_play(p, "take:B2") && shows(p, "ph=E p=0 a=2 m=0 b=1 l=0 r=1"));
    TEST_CHECK(shows(p, "BR=B1,B5,B3,B4") && shows(p, "BD=0:-/-"));
    TEST_CHECK(refuses(p, "take:B1", "PlayerAlreadyTookBlackPuzzleInEndOfTheGame"));
    TEST_CHECK(refuses(p, "take:top-black", "PuzzleDeckIsEmpty"));
    TEST_CHECK(takes(p, "take:W1") && takes(p, "take:top-white"));
    TEST_CHECK(lists(p, "take:B", ""));
    /* The next turn starts afresh: one black puzzle, not two; its row slot stays empty. */
    TEST_CHECK(scene_play(p, "nothing nothing") && shows(p, "ph=E p=1 a=3 m=0 b=0 l=0 r=1"));
    TEST_CHECK(scene_play(p, "take:B5") && shows(p, "BR=B1,-,B3,B4"));
    TEST_CHECK(refuses(p, "take:B1", "PlayerAlreadyTookBlackPuzzleInEndOfTheGame"));
    position_destroy(p);
}

/* Black puzzles of this turn from before the trigger count too: B1 in phase N, then the top. */
static void test_black_taken_before_the_trigger(void) {
    position *p = lay((table){.seats = {{0, START, NULL, NULL}}, .options = "trigger_black=0"});
    TEST_CHECK(scene_play(p, "take:B1") && shows(p, "ph=N p=0 a=2 m=0 b=1 l=0 r=1"));
    TEST_CHECK(scene_play(p, "take:top-black") && shows(p, "ph=E p=0 a=1 m=0 b=1 l=0 r=1"));
    TEST_CHECK(refuses(p, "take:B2", "PlayerAlreadyTookBlackPuzzleInEndOfTheGame"));
    position_destroy(p);
}

/* --- 7.2 recycle --- */

/* To the bottom as listed, then the row is filled from the top. */
static void test_recycle_with_a_long_deck(void) {
    position *p =
        lay((table){.white = "W1,W2,W3,W4/W5,W6,W7,W8,W9", .seats = {{0, START, NULL, NULL}}});
    TEST_CHECK(count_listed(p, "recycle:white:") == 24 && count_listed(p, "recycle:") == 48);
    TEST_CHECK(scene_play(p, "recycle:white:W4,W2,W3,W1"));
    TEST_CHECK(shows(p, "WR=W5,W6,W7,W8") && shows(p, "WD=0:-/W9,W4,W2,W3,W1"));
    TEST_CHECK(shows(p, "ph=N p=0 a=2 m=0 b=0 l=0 r=1"));
    position_destroy(p);
}

/* A deck of two: W5, W6 come first, then the recycled ones as listed. */
static void test_recycle_with_a_short_deck(void) {
    position *p = lay((table){.seats = {{0, START, NULL, NULL}}});
    TEST_CHECK(scene_play(p, "recycle:white:W4,W3,W2,W1"));
    TEST_CHECK(shows(p, "WR=W5,W6,W4,W3") && shows(p, "WD=0:-/W2,W1"));
    position_destroy(p);
}

/* Without a deck three puzzles become the listed order in the first three slots. */
static void test_recycle_without_a_deck(void) {
    position *p = lay((table){.white = "W1,-,W3,W4/-", .seats = {{0, START, "W9", NULL}}});
    TEST_CHECK(count_listed(p, "recycle:white:") == 6);
    TEST_CHECK(scene_play(p, "recycle:white:W4,W1,W3"));
    TEST_CHECK(shows(p, "WR=W4,W1,W3,-") && shows(p, "WD=0:-/-"));
    position_destroy(p);
}

/* As many cards in the deck as before: recycling does not trigger the end; nor does it set b. */
static void test_recycle_does_not_end_the_game(void) {
    position *p = lay((table){.black = "B1,B2,B3,B4/B5", .seats = {{0, START, NULL, NULL}}});
    TEST_CHECK(scene_play(p, "recycle:black:B4,B3,B2,B1"));
    TEST_CHECK(shows(p, "ph=N p=0 a=2 m=0 b=0 l=0 r=1"));
    TEST_CHECK(shows(p, "BR=B5,B4,B3,B2") && shows(p, "BD=0:-/B1"));
    position_destroy(p);
}

/* --- 7.3 basic, 7.4 change --- */

static void test_basic(void) {
    position *p = lay((table){.seats = {{0, START, NULL, NULL}}});
    TEST_CHECK(lists(p, "basic", "basic"));
    TEST_CHECK(scene_play(p, "basic") && seat_is(p, 0, (seat){0, "201000000", NULL, NULL}));
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
    TEST_CHECK(scene_play(p, "change:I2>L2"));
    TEST_CHECK(seat_is(p, 0, (seat){0, "100001001", NULL, NULL}) && reserve_is(p, "455554554"));
    position_destroy(p);
}

/* Same level and any level below: L2 for I3, and three levels down from T to O1. */
static void test_change_same_and_down(void) {
    position *p = lay((table){.seats = {{0, "000001001", NULL, NULL}}});
    TEST_CHECK(scene_play(p, "change:L2>I3 change:T>O1"));
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
    TEST_CHECK(scene_play(p, "place:W9:O1:0001000"));
    TEST_CHECK(seat_is(p, 0, (seat){0, "001000000", "W9+O1:0001000;W27", NULL}));
    TEST_CHECK(reserve_is(p, "454555555") && shows(p, "ph=N p=0 a=2 m=0 b=0 l=0 r=1"));
    position_destroy(p);
}

/* Two placements are one action; a second master waits for the next turn. */
static void test_master_once_a_turn(void) {
    position *p = lay((table){.seats = {{0, "202000000", "W10;W27", NULL}}, .options = "pass=1"});
    TEST_CHECK(scene_play(p, "master:W10:O1:0000080+W27:I2:0001800"));
    TEST_CHECK(shows(p, "ph=N p=0 a=2 m=1 b=0 l=0 r=1"));
    TEST_CHECK(seat_is(p, 0, (seat){0, "101000000", "W10+O1:0000080;W27+I2:0001800", NULL}));
    TEST_CHECK(refuses(p, "master:W10:O1:0001000", "MasterActionAlreadyUsed"));
    TEST_CHECK(lists(p, "master", ""));
    TEST_CHECK(scene_play(p, "nothing nothing") && shows(p, "ph=N p=0 a=3 m=0 b=0 l=0 r=2"));
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
    TEST_CHECK(scene_play(p, "master:W10:I3:0021080+W22:I2:0021000"));
    TEST_CHECK(shows(p, "chain=reward:W22") && shows(p, "m=1"));
    TEST_CHECK(lists(p, "", "reward:I3 reward:L2"));
    TEST_CHECK(scene_play(p, "reward:L2") && reserve_is(p, "550454555"));
    TEST_CHECK(seat_is(p, 0, (seat){1, "002101000", NULL, "W10,W22"}));
    position_destroy(p);
    p = lay(t);
    TEST_CHECK(scene_play(p, "master:W22:I2:0021000+W10:I3:0021080"));
    TEST_CHECK(shows(p, "chain=reward:W10") && scene_play(p, "reward:I3"));
    TEST_CHECK(seat_is(p, 0, (seat){1, "002200000", NULL, "W22,W10"}));
    TEST_CHECK(shows(p, "ph=N p=0 a=2 m=1 b=0 l=0 r=1"));
    position_destroy(p);
}

/* The empty list is legal in the reference, where doing nothing is. */
static void test_empty_master(void) {
    table t = {.seats = {{0, START, "W9", NULL}}, .options = "pass=1"};
    position *p = lay(t);
    TEST_CHECK(scene_play(p, "master:-") && shows(p, "ph=N p=0 a=2 m=1 b=0 l=0 r=1"));
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
    TEST_CHECK(scene_play(p, "endft") && shows(p, "ph=F p=0 a=3 m=0 b=0 l=1 r=9"));
    TEST_CHECK(project_l.actor(position_rules(p), position_data(p)) == ACTOR_NONE);
    TEST_CHECK(position_play(p, "nothing", &err) == ST_GAME_OVER);
    position_destroy(p);
}

/* Slots in order, and with cards for two slots only the others stay empty. */
static void test_refill_runs_out(void) {
    position *p = lay((table){.white = "W1,W2,W3,W4/W5", .seats = {{0, START, NULL, NULL}}});
    TEST_CHECK(scene_play(p, "take:W3") && shows(p, "WR=W1,W2,W5,W4") && shows(p, "WD=0:-/-"));
    TEST_CHECK(scene_play(p, "take:W1") && shows(p, "WR=-,W2,W5,W4"));
    TEST_CHECK(refuses(p, "take:top-white", "PuzzleDeckIsEmpty"));
    TEST_CHECK(scene_play(p, "recycle:white:W5,W4,W2") && shows(p, "WR=W5,W4,W2,-"));
    position_destroy(p);
}

/* --- 9 completing a puzzle --- */

/* W9: one point, an O1 from the reserve, both O1 on it return; the slot is free for the next. */
static void test_completing(void) {
    position *p = lay((table){.seats = {{3, "100000000", "W9+O1:0001000;W10", "W22"}}});
    TEST_CHECK(scene_play(p, "place:W9:O1:0020000"));
    TEST_CHECK(shows(p, "ph=N p=0 a=2 m=0 b=0 l=0 r=1") && reserve_is(p, "255555555"));
    TEST_CHECK(seat_is(p, 0, (seat){4, "300000000", "-;W10", "W22,W9"}));
    TEST_CHECK(scene_play(p, "take:W1"));
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
        /* 2: level 2 is empty, level 3 is next, O1 is not on offer. */
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
        TEST_CHECK(scene_play(p, cases[i].event));
        TEST_CHECK(lists(p, "reward:", cases[i].options));
        position_destroy(p);
    }
}

/* The pieces that come without a question: L2 for I3, O1 for O2, and none from an empty reserve
 * (case 4), while the used piece returns in any case. */
static void test_rewards_without_a_choice(void) {
    position *p =
        lay((table){.seats = {{0, "000100000", "W27", NULL}, {0, "000400000", NULL, NULL}}});
    TEST_CHECK(scene_play(p, "place:W27:I3:0003800") && reserve_is(p, "555054555"));
    TEST_CHECK(seat_is(p, 0, (seat){0, "000101000", NULL, "W27"}));
    position_destroy(p);
    p = lay((table){.seats = {{0, "010000000", "W31", NULL}, {0, "045555555", NULL, NULL}}});
    TEST_CHECK(scene_play(p, "place:W31:O2:0031800") && reserve_is(p, "400000000"));
    TEST_CHECK(seat_is(p, 0, (seat){0, "110000000", NULL, "W31"}));
    position_destroy(p);
    p = lay((table){.seats = {{0, "010000000", "W31", NULL}, {0, "545555555", NULL, NULL}}});
    TEST_CHECK(scene_play(p, "place:W31:O2:0031800") && reserve_is(p, NONE));
    TEST_CHECK(seat_is(p, 0, (seat){0, "010000000", NULL, "W31"}));
    TEST_CHECK(shows(p, "ph=N p=0 a=2 m=0 b=0 l=0 r=1"));
    position_destroy(p);
}

/* While the choice is open the action is not over: a=3 still, and the mover decides. */
static void test_a_reward_is_a_decision(void) {
    position *p =
        lay((table){.seats = {{0, "010000000", "W31", NULL}, {0, "040000000", NULL, NULL}}});
    TEST_CHECK(scene_play(p, "place:W31:O2:0031800") && shows(p, "chain=reward:W31"));
    TEST_CHECK(game_kind(position_rules(p), position_data(p)) == KIND_REWARD);
    TEST_CHECK(project_l.actor(position_rules(p), position_data(p)) == 0);
    TEST_CHECK(refuses(p, "reward:O2", "RewardNotOffered"));
    TEST_CHECK(scene_play(p, "reward:Z") && shows(p, "ph=N p=0 a=2 m=0 b=0 l=0 r=1"));
    TEST_CHECK(seat_is(p, 0, (seat){0, "010000010", NULL, "W31"}) && reserve_is(p, "505555545"));
    position_destroy(p);
}

/* Two choices in one master: the second sees the reserve after the first. With one Z and one T of
 * level 4 left, W31 and W29 (printed O2 and I4) may choose; then one shape is left and taken. */
static void test_second_reward_sees_the_first(void) {
    position *p =
        lay((table){.seats = {{0, "010010000", "W31;W29", NULL}, {0, "040040544", NULL, NULL}}});
    TEST_CHECK(scene_play(p, "master:W31:O2:0031800+W29:I4:0210840"));
    TEST_CHECK(shows(p, "chain=reward:W31,W29") && lists(p, "", "reward:Z reward:T"));
    TEST_CHECK(scene_play(p, "reward:T") && reserve_is(p, "505505000"));
    TEST_CHECK(seat_is(p, 0, (seat){0, "010010011", NULL, "W31,W29"}));
    position_destroy(p);
}

/* --- 10 turns, rounds and the end --- */

static void test_turn_order(void) {
    seat plain = {0, START, NULL, NULL};
    position *p = lay((table){.seats = {plain, plain, plain}, .options = "pass=1"});
    TEST_CHECK(scene_play(p, "nothing nothing") && shows(p, "ph=N p=0 a=1 m=0 b=0 l=0 r=1"));
    TEST_CHECK(scene_play(p, "take:B1") && shows(p, "ph=N p=1 a=3 m=0 b=0 l=0 r=1"));
    TEST_CHECK(scene_play(p, "nothing nothing nothing nothing nothing nothing"));
    TEST_CHECK(shows(p, "ph=N p=0 a=3 m=0 b=0 l=0 r=2"));
    position_destroy(p);
}

/* Seat 0 triggers: the round is finished, one more follows, then finishing touches from seat 0. */
static void test_the_last_round(void) {
    seat plain = {0, START, NULL, NULL};
    position *p =
        lay((table){.black = "B1,B2,B3,B4/B5", .seats = {plain, plain}, .options = "pass=1"});
    TEST_CHECK(scene_play(p, "take:B1 nothing nothing nothing nothing"));
    TEST_CHECK(shows(p, "ph=E p=1 a=1 m=0 b=0 l=0 r=1"));
    TEST_CHECK(scene_play(p, "nothing") && shows(p, "ph=E p=0 a=3 m=0 b=0 l=1 r=2"));
    TEST_CHECK(scene_play(p, "nothing nothing nothing nothing nothing"));
    TEST_CHECK(shows(p, "ph=E p=1 a=1 m=0 b=0 l=1 r=2"));
    TEST_CHECK(scene_play(p, "nothing"));
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
    TEST_CHECK(scene_play(p, "take:B1") && shows(p, "ph=E p=0 a=3 m=0 b=0 l=1 r=5"));
    TEST_CHECK(scene_play(p, "nothing nothing nothing nothing nothing nothing"));
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
    TEST_CHECK(scene_play(p, "place:W9:O1:0001000") && shows(p, TOUCHES));
    TEST_CHECK(seat_is(p, 0, (seat){4, "201000000", "W9+O1:0001000;W10", "B5"}));
    TEST_CHECK(scene_play(p, "place:W9:O1:0020000"));
    TEST_CHECK(seat_is(p, 0, (seat){3, "101000000", "-;W10", "B5,W9"}));
    TEST_CHECK(scene_play(p, "place:W10:I2:0021000") && shows(p, TOUCHES));
    TEST_CHECK(seat_is(p, 0, (seat){2, "100000000", "-;W10+I2:0021000", "B5,W9"}));
    TEST_CHECK(scene_play(p, "endft") && shows(p, "ph=T p=1 a=3 m=0 b=0 l=1 r=9"));
    TEST_CHECK(scene_play(p, "endft") && shows(p, "ph=F"));
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
    for (int i = 0; i < n; i++) TEST_CHECK(scene_play(p, "endft"));
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
    TEST_CHECK(scene_play(p, "endft") && shows(p, "ph=F"));
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
    TEST_CHECK(scene_play(p, play) && shows(p, "P0 s=21 T=0,0,0,0,0,0,0,0,0"));
    TEST_CHECK(shows(p, "U=B3/1ffffff/000410000;B13/1ffffff/100110000;-;- F=-"));
    TEST_CHECK(refuses(p, "place:B3:O1:0000001", "TetrominoNotInPersonalSupply"));
    TEST_CHECK(scene_play(p, "endft") && seat_is(p, 0, (seat){21, "100520000", NULL, "B3,B13"}));
    position_destroy(p);
    t.options = "ft_return=0";
    p = lay(t);
    TEST_CHECK(scene_play(p, play) && seat_is(p, 0, (seat){21, NONE, NULL, "B3,B13"}));
    position_destroy(p);
    t.options = "ft_points=0";
    p = lay(t);
    TEST_CHECK(scene_play(p, play) && scene_play(p, "endft"));
    TEST_CHECK(seat_is(p, 0, (seat){13, "100520000", NULL, "B3,B13"}));
    position_destroy(p);
}

/* Row 3: what came before the trigger, and the trigger itself, do not count; one more may come. */
static void test_option_trigger_black(void) {
    position *p = lay((table){.black = "B1,B2,B3,B4/B5", .seats = {{0, START, NULL, NULL}}});
    TEST_CHECK(scene_play(p, "take:B1") && shows(p, "ph=E p=0 a=2 m=0 b=0 l=0 r=1"));
    TEST_CHECK(scene_play(p, "take:B2") && shows(p, "ph=E p=0 a=1 m=0 b=1 l=0 r=1"));
    TEST_CHECK(refuses(p, "take:B3", "PlayerAlreadyTookBlackPuzzleInEndOfTheGame"));
    position_destroy(p);
}

/* Row 4: with no O1 a piece of level 2, if none of level 3, and so on; one token a shape. */
static void test_option_basic_subst(void) {
    table t = {.seats = {{0, NONE, NULL, NULL}, {0, "500000000", NULL, NULL}}};
    position *p = lay(t);
    TEST_CHECK(lists(p, "basic", "basic:I2"));
    TEST_CHECK(scene_play(p, "basic:I2") && seat_is(p, 0, (seat){0, "001000000", NULL, NULL}));
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
        TEST_CHECK(scene_play(p, cases[i].event));
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
    TEST_CHECK(scene_play(p, "change:O1>O1") && reserve_is(p, "455555555"));
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
    TEST_CHECK(scene_play(p, "nothing nothing nothing") && shows(p, "p=1 a=3"));
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
 * its 2 points; with 0 play goes on. */
static void test_option_rounds(void) {
    table t = {.turn = "ph=N p=1 a=1 m=0 b=0 l=0 r=7",
               .seats = {{4, START, "W7;B7", NULL}, {1, START, "W22", NULL}},
               .options = "pass=1 rounds=7"};
    position *p = lay(t);
    TEST_CHECK(scene_play(p, "nothing") && shows(p, "ph=F") && shows(p, "P0 s=-2"));
    TEST_CHECK(project_l.actor(position_rules(p), position_data(p)) == ACTOR_NONE);
    float utility[GAME_MAX_PLAYERS];
    int32_t points[GAME_MAX_PLAYERS];
    project_l.returns(position_rules(p), position_data(p), utility, points);
    TEST_CHECK(points[0] == 4 - 2 - 4 && points[1] == 1 && utility[1] == 1);
    position_destroy(p);
    t.options = "pass=1 rounds=0";
    p = lay(t);
    TEST_CHECK(scene_play(p, "nothing") && shows(p, "ph=N p=0 a=3 m=0 b=0 l=0 r=8"));
    position_destroy(p);
    t.options = "pass=1 rounds=8";
    p = lay(t);
    TEST_CHECK(scene_play(p, "nothing") && shows(p, "ph=N p=0 a=3 m=0 b=0 l=0 r=8"));
    position_destroy(p);
}

/* A game that ends by itself in the round before the limit did not end by the limit. */
static void test_the_limit_is_not_to_blame(void) {
    position *p = lay((table){.turn = "ph=E p=0 a=1 m=0 b=0 l=1 r=6",
                              .black = "B1,B2,B3,B4/-",
                              .seats = {{0, START, NULL, "B5"}},
                              .options = "pass=1 rounds=7"});
    TEST_CHECK(scene_play(p, "nothing") && shows(p, "ph=T") && scene_play(p, "endft"));
    const char *why = project_l.ending(position_rules(p), position_data(p));
    TEST_CHECK_(strcmp(why, "round-limit") != 0, "%s", why);
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
             {"turn_order", test_turn_order},
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
