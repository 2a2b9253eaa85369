/* The kit with small games: the course of a move, players who are stuck, limits, and what authors
 * get wrong. */
#include <acutest.h>

#include <stdio.h>

#include "engine/base/memory.h"
#include "engine/game/battery.h"
#include "engine/game/game_endings.h"
#include "engine/game/game_inputs.h"
#include "tests/support/one_line.h"
#include "tests/support/small_kits.h"

static void check_result(const position *p, const char *ending, const float share[3]) {
    const rules *r = position_rules(p);
    float utility[GAME_MAX_PLAYERS];
    int32_t points[GAME_MAX_PLAYERS];
    TEST_ASSERT(r->game->actor(r, position_data(p)) == ACTOR_NONE);
    TEST_CHECK_(strcmp(r->endings->name(r, position_data(p)), ending) == 0, "%s, not %s", ending,
                r->endings->name(r, position_data(p)));
    r->game->returns(r, position_data(p), utility, points);
    for (int i = 0; i < r->players && i < 3; i++)
        TEST_CHECK_(utility[i] == share[i], "seat %d: %g, not %g", i, (double)utility[i],
                    (double)share[i]);
}

/* The end is asked while the mover is current, the round when the next player is. */
static void test_who_is_current(void) {
    kit *k = kit_made(&kit_row);
    position *p = one_line_start(kit_game(k), "");
    TEST_ASSERT(p && one_line_play(p, "A:0,0"));
    TEST_CHECK(one_line_is(p, "A________ 1 11 - ply=1"));
    TEST_ASSERT(one_line_play(p, "B:0,1 C:0,2")); /* six are left: on it goes */
    TEST_CHECK(one_line_is(p, "ABC______ 0 1120 - ply=3"));
    TEST_ASSERT(one_line_play(p, "A:0,3 B:0,4 C:0,5"));
    TEST_CHECK(one_line_is(p, "ABCABC___ 2 112012 - ply=6 finished=2")); /* no one else was asked */
    check_result(p, "finished", (const float[3]){0, 0, 1});
    position_destroy(p);
    kit_destroy(k);
}

/* --- what authors call --- */

static void put_plainly(bw_state *s, int r, int c, uint8_t piece) {
    s->cell[r * s->cols + c] = piece;
}

static void test_fields_of_moves(void) {
    for (int i = 0; i < BW_SIDE * BW_SIDE; i++) {
        int at[4] = {-1, -1, -1, -1};
        uint8_t piece;
        int r = i / BW_SIDE;
        int c = i % BW_SIDE;
        bw_move m = bw_placement((uint8_t)(i % 256), r, c);
        bw_place_fields(m, &piece, &at[0], &at[1]);
        TEST_ASSERT(bw_is_placement(m) && piece == i % 256 && at[0] == r && at[1] == c);
        m = bw_movement(r, c, c, BW_SIDE - 1 - r);
        bw_move_fields(m, &at[0], &at[1], &at[2], &at[3]);
        TEST_ASSERT(!bw_is_placement(m) && at[0] == r && at[1] == c && at[2] == c &&
                    at[3] == BW_SIDE - 1 - r);
    }
}

static void test_looking_around(void) {
    uint8_t cell[] = "A__B"
                     "_ X_"
                     "C__A";
    bw_host host = {put_plainly, NULL};
    bw_state s = {.cell = cell, .host = &host, .rows = 3, .cols = 4};
    int r = -1;
    int c = -1;
    TEST_CHECK(bw_rows(&s) == 3 && bw_cols(&s) == 4);
    TEST_CHECK(bw_at(&s, 0, 3) == 'B' && bw_at(&s, 1, 1) == BW_NULL);
    TEST_CHECK(bw_at(&s, -1, 0) == BW_NULL && bw_at(&s, 0, 4) == BW_NULL);
    TEST_CHECK(bw_at(&s, 3, 0) == BW_NULL && bw_at(&s, 0, -1) == BW_NULL);
    TEST_CHECK(bw_on_board(&s, 2, 2) && !bw_on_board(&s, 1, 1) && !bw_on_board(&s, 3, 0));
    TEST_CHECK(bw_count(&s, 'A') == 2 && bw_count(&s, BW_BLANK) == 6 && !bw_count(&s, 'Z'));
    TEST_CHECK(bw_find(&s, 'A', &r, &c) && r == 0 && c == 0);
    TEST_CHECK(bw_find(&s, 'X', &r, &c) && r == 1 && c == 2 && !bw_find(&s, 'Z', &r, &c));
    TEST_CHECK(bw_line_free(&s, 0, 0, 0, 3) && bw_line_free(&s, 0, 3, 0, 0));
    TEST_CHECK(bw_line_free(&s, 0, 0, 1, 1) && bw_line_free(&s, 2, 0, 2, 3));   /* neighbours */
    TEST_CHECK(!bw_line_free(&s, 0, 0, 2, 2));                                  /* no cell there */
    TEST_CHECK(!bw_line_free(&s, 0, 2, 2, 2) && !bw_line_free(&s, 0, 0, 1, 2)); /* X; no line */
    TEST_CHECK(!bw_line_free(&s, 0, 0, 0, 0));
}

/* The origin ends blank, the goal is overwritten; a piece that goes nowhere stays. */
static void test_default_perform(void) {
    uint8_t cell[] = "A_B";
    bw_host host = {put_plainly, NULL};
    bw_state s = {.cell = cell, .host = &host, .rows = 1, .cols = 3};
    bw_default_perform(&s, bw_movement(0, 0, 0, 2));
    TEST_CHECK(memcmp(cell, "__A", 3) == 0);
    bw_default_perform(&s, bw_movement(0, 2, 0, 2));
    TEST_CHECK(memcmp(cell, "__A", 3) == 0);
    bw_default_perform(&s, bw_placement('C', 0, 2));
    TEST_CHECK(memcmp(cell, "__C", 3) == 0);
    bw_default_perform(&s, bw_placement(BW_BLANK, 0, 2));
    TEST_CHECK(memcmp(cell, "___", 3) == 0);
}

/* --- players who are stuck --- */

/* Player 1 may only place on column 0, player 2 on column 1. */
static int on_his_column(const bw_state *s, bw_move m) {
    uint8_t piece;
    int r;
    int c;
    if (!kit_any_blank(s, m)) return 0;
    bw_place_fields(m, &piece, &r, &c);
    return bw_player(s) == 0 || c == bw_player(s) - 1;
}

static bw_game stuck_game(enum bw_no_move rule, int players) {
    bw_game g = kit_row;
    g.cols = 3;
    g.players = players;
    g.validate_move = on_his_column;
    g.game_finished = kit_never;
    g.next_player = players == 2 ? kit_other : players == 1 ? kit_never : kit_next_of_three;
    g.round_counter = NULL;
    g.on_no_move = rule;
    return g;
}

static void test_stuck_players(void) {
    static const struct {
        enum bw_no_move rule;
        int players;
        const char *moves, *text;
        float share[3];
    } cases[] = {
        {BW_DEAD_DRAW, 2, "A:0,0", "A__ 1 2 - no-move=-", {0.5F, 0.5F}},
        {BW_DEAD_LOSES, 2, "A:0,0", "A__ 1 2 - no-move=0", {1, 0}},
        {BW_DEAD_WINS, 2, "A:0,0", "A__ 1 2 - no-move=1", {0, 1}},
        {BW_DEAD_LOSES, 3, "A:0,0", "A__ 1 2 - no-move=-1", {0.5F, 0, 0.5F}},
        {BW_DEAD_WINS, 3, "A:0,0", "A__ 1 2 - no-move=1", {0, 1, 0}},
        {BW_DEAD_DRAW, 3, "A:0,0", "A__ 1 2 - no-move=-", {1 / 3.0F, 1 / 3.0F, 1 / 3.0F}},
        {BW_DEAD_PASS, 2, "A:0,0 A:0,1 A:0,2", "AAA 1 6 - no-move=-", {0.5F, 0.5F}},
        {BW_DEAD_PASS,
         3,
         "A:0,0 C:0,1 A:0,2",
         "ACA 1 5 - no-move=-",
         {1 / 3.0F, 1 / 3.0F, 1 / 3.0F}},
        {BW_DEAD_LOSES, 1, "A:0,0 A:0,1 A:0,2", "AAA 0 4 - no-move=-0", {0}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        bw_game g = stuck_game(cases[i].rule, cases[i].players);
        kit *k = kit_made(&g);
        position *p = one_line_start(kit_game(k), "");
        TEST_CASE(cases[i].text);
        TEST_ASSERT(p && one_line_play(p, cases[i].moves));
        TEST_CHECK(one_line_is(p, cases[i].text));
        check_result(p, "no-move", cases[i].share);
        position *back = one_line_read(kit_game(k), cases[i].text);
        TEST_CHECK(back && position_key(back) == position_key(p));
        position_destroy(back);
        position_destroy(p);
        battery_options o = {.seed = 1, .games = 20, .max_plies = 10};
        battery_result res;
        params usual = params_default();
        error err = {0};
        TEST_CHECK_(battery_run(kit_game(k), &usual, &o, &res, &err) == ST_OK, "%s", err.text);
        TEST_CHECK(res.finished == o.games);
        kit_destroy(k);
    }
}

/* A text in which the player to move cannot is over, too; passes are made at once. */
static void test_stuck_in_a_text(void) {
    bw_game g = stuck_game(BW_DEAD_LOSES, 2);
    kit *k = kit_made(&g);
    position *p = one_line_read(kit_game(k), "A__ 1 2 -");
    TEST_CHECK(p && one_line_is(p, "A__ 1 2 - no-move=0"));
    position_destroy(p);
    kit_destroy(k);
    g.on_no_move = BW_DEAD_PASS;
    k = kit_made(&g);
    p = one_line_read(kit_game(k), "A__ 1 2 -");
    TEST_CHECK(p && one_line_is(p, "A__ 0 3 -"));
    position_destroy(p);
    kit_destroy(k);
}

/* --- limits --- */

static void test_limits(void) {
    static const char *const circle = "0,0:0,1 1,0:1,1 0,1:0,0 1,1:1,0";
    kit *k = kit_made(&kit_walk);
    position *p = one_line_start(kit_game(k), "");
    TEST_ASSERT(p && one_line_play(p, circle));
    TEST_CHECK(one_line_is(p, "A__/B__ 0 5 -"));
    TEST_ASSERT(one_line_play(p, "0,0:0,1 1,0:1,1 0,1:0,0"));
    error err = {0};
    TEST_CHECK(position_play(p, "1,1:1,0", &err) == ST_OK);
    TEST_CHECK(one_line_is(p, "A__/B__ 0 9 - repetition=-"));
    check_result(p, "repetition", (const float[3]){0.5F, 0.5F});
    position_destroy(p);
    p = one_line_start(kit_game(k), "set repetition=0");
    for (int i = 0; i < 3; i++) TEST_ASSERT(p && one_line_play(p, circle));
    TEST_CHECK(one_line_is(p, "A__/B__ 0 13 - max-plies=-"));
    check_result(p, "max-plies", (const float[3]){0.5F, 0.5F});
    TEST_CHECK(position_rules(p)->traits == 0);
    position_destroy(p);
    p = one_line_start(kit_game(k), "rules reference"); /* which knows no limits */
    for (int i = 0; i < 9; i++) TEST_ASSERT(p && one_line_play(p, circle));
    TEST_CHECK(one_line_is(p, "A__/B__ 0 37 -"));
    position_destroy(p);
    params odd = params_default();
    TEST_ASSERT(params_set(&odd, kit_game(k), "repetition", "1", &err) == ST_OK);
    TEST_CHECK(position_start(&p, kit_game(k), &odd, SEAT_ALL, &err) == ST_BAD_VALUE);
    kit_destroy(k);
}

/* --- what authors get wrong --- */

static status refused(bw_game g, const char *says) {
    kit *k = NULL;
    error err = {0};
    status st = kit_create(&k, &g, &err);
    TEST_CHECK_(st != ST_OK && !k && strstr(err.text, says), "%s: %s", says, err.text);
    kit_destroy(k);
    return st;
}

#define REFUSED(field, value, says)                                                                \
    do {                                                                                           \
        bw_game odd = kit_row;                                                                     \
        odd.field = value;                                                                         \
        TEST_CHECK(refused(odd, says) == ST_BAD_VALUE);                                            \
    } while (0)

static int three_of_many(const bw_state *s, int player, uint16_t *out, int room) {
    (void)s;
    const uint16_t said[] = {4, 4, (uint16_t)player, 77};
    for (int i = 0; i < 4 && i < room; i++) out[i] = said[i];
    return 4;
}

/* Inputs that an author lists come after those of the board; numbers that are none, or come twice,
 * are passed over. Tables of the first version end before them. */
static void test_inputs_of_an_author(void) {
    bw_game g = kit_row;
    rules *r;
    kit *k;
    error e;
    params p = params_default();
    g.inputs = three_of_many;
    g.input_count = 5;
    for (uint32_t abi = 1; abi <= BW_ABI; abi++) {
        g.abi = abi;
        TEST_ASSERT_(kit_create(&k, &g, &e) == ST_OK, "%s", e.text);
        TEST_ASSERT(rules_open(&r, kit_game(k), &p, &e) == ST_OK);
        void *s = mem_alloc(r->state_size);
        uint16_t list[BW_CELLS + BW_INPUTS];
        r->game->start(r, s);
        int board = r->inputs->count(r) - (abi > 1 ? 5 * (int)r->players : 0);
        int n = r->inputs->list(r, s, 1, list);
        int own = 0;
        for (int i = 0; i < n; i++) own += list[i] >= board;
        TEST_CHECK_(own == (abi > 1 ? 2 : 0), "version %u: %d", abi, own);
        if (abi > 1) TEST_CHECK(list[n - 1] == board + 5 + 4 && list[n - 2] == board + 5 + 1);
        mem_free(s);
        rules_close(r);
        kit_destroy(k);
    }
}

static void test_tables_that_do_not_fit(void) {
    static const bw_choice twisted[] = {{"x", 5, 0, 1, ""}, {0}};
    bw_game old = kit_row;
    old.abi = BW_ABI + 1;
    TEST_CHECK(refused(old, "speaks version 3") == ST_UNSUPPORTED);
    REFUSED(input_count, 3, "inputs and input_count");
    REFUSED(name, NULL, "name");
    REFUSED(name, "two words", "name");
    REFUSED(title, "\"quoted\"", "title");
    REFUSED(players, 0, "players");
    REFUSED(players, 9, "players");
    REFUSED(rows, 0, "rows");
    REFUSED(cols, 129, "columns");
    REFUSED(pieces, NULL, "no pieces");
    REFUSED(pieces, "", "no pieces");
    REFUSED(pieces, "A B", "white space");
    REFUSED(pieces, "ABA", "twice");
    REFUSED(pieces, "\xff", "UTF-8");
    REFUSED(plain, "AB", "one letter a piece");
    REFUSED(plain, "AB\x01", "ASCII");
    REFUSED(layout, "ABC", "layout, row 0: expected 9 cells, found 3");
    REFUSED(layout, "ABC______\n", "layout: more than 1 rows");
    REFUSED(layout, "ABC___\n___", "layout, row 0: expected 9 cells, found 6");
    REFUSED(layout, "X________", "layout, row 0, column 0: X is not among the pieces");
    REFUSED(layout, "ABC__x___", "layout, row 0, column 5: x is not among the pieces");
    REFUSED(layout, "ABC__\xc3\xa9___", "layout, row 0, column 5: U+00E9 is not among the pieces");
    REFUSED(layout, "ABC__\xff___", "layout, row 0, column 5: this is not UTF-8");
    REFUSED(layout, "ABC_______", "layout, row 0, column 9: the board has 9 columns");
    REFUSED(layout, "         ", "no cells");
    REFUSED(extra_size, 257, "256");
    REFUSED(validate_move, NULL, "missing");
    REFUSED(game_finished, NULL, "missing");
    REFUSED(get_winner, NULL, "missing");
    REFUSED(next_player, NULL, "missing");
    REFUSED(placeable[1], "X", "hint");
    REFUSED(movable[0], "_", "hint");
    REFUSED(options, twisted, "option");
    REFUSED(max_plies, -1, "limit");
    REFUSED(repetition, 1, "limit");
    bw_game two_rows = kit_walk;
    two_rows.layout = "A__";
    TEST_CHECK(refused(two_rows, "layout: expected 2 rows, found 1") == ST_BAD_VALUE);
    two_rows.layout = "A__\nB_";
    TEST_CHECK(refused(two_rows, "layout, row 1: expected 3 cells, found 2") == ST_BAD_VALUE);
    two_rows.layout = "A__\nB_q";
    TEST_CHECK(refused(two_rows, "layout, row 1, column 2: q is not among") == ST_BAD_VALUE);
    TEST_CHECK(mem_live() == 0);
}

static void put_outside(bw_state *s, bw_move m) {
    bw_default_perform(s, m);
    bw_put(s, 0, 9, 'A');
}

static void put_unknown(bw_state *s, bw_move m) {
    bw_default_perform(s, m);
    bw_put(s, 0, 0, 'x');
}

static int no_piece_there(const bw_state *s) {
    (void)s;
    return 7;
}

static int at_once(const bw_state *s) {
    (void)s;
    return 1;
}

/* The game ends there, the battery tells, and nothing else happens. */
static void test_faults(void) {
    bw_game g[4] = {kit_row, kit_row, kit_row, kit_row};
    g[0].perform_move = put_outside;
    g[1].perform_move = put_unknown;
    g[2].next_player = no_piece_there;
    g[3].get_winner = no_piece_there;
    g[3].game_finished = at_once;
    static const char *const says[] = {"no board", "not declared", "next_player", "get_winner"};
    for (size_t i = 0; i < 4; i++) {
        kit *k = kit_made(&g[i]);
        position *p = one_line_start(kit_game(k), "");
        TEST_ASSERT(p && one_line_play(p, "A:0,0"));
        check_result(p, "fault", (const float[3]){1 / 3.0F, 1 / 3.0F, 1 / 3.0F});
        position_destroy(p);
        battery_options o = {.seed = 1, .games = 1, .max_plies = 10};
        battery_result res;
        params usual = params_default();
        error err = {0};
        TEST_CHECK(battery_run(kit_game(k), &usual, &o, &res, &err) == ST_INTERNAL);
        TEST_CHECK_(strstr(err.text, says[i]) != NULL, "%s", err.text);
        TEST_CHECK(kit_check(kit_game(k), &usual, 1, 1, NULL, &err) == ST_INTERNAL);
        TEST_CHECK_(strstr(err.text, says[i]) != NULL, "%s", err.text);
        kit_destroy(k);
    }
}

TEST_LIST = {{"who_is_current", test_who_is_current},
             {"fields_of_moves", test_fields_of_moves},
             {"looking_around", test_looking_around},
             {"default_perform", test_default_perform},
             {"stuck_players", test_stuck_players},
             {"stuck_in_a_text", test_stuck_in_a_text},
             {"limits", test_limits},
             {"tables_that_do_not_fit", test_tables_that_do_not_fit},
             {"inputs_of_an_author", test_inputs_of_an_author},
             {"faults", test_faults},
             {NULL, NULL}};
