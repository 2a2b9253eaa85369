/* The kit with small games of its own: moves in words, the course of a move, players who are stuck,
 * positions as text, what authors get wrong, and memory. */
#define _POSIX_C_SOURCE 200809L
#include <acutest.h>

#include <regex.h>
#include <stdio.h>

#include "engine/base/memory.h"
#include "engine/game/battery.h"
#include "engine/game/perft.h"
#include "engine/sdk/kit.h"
#include "tests/support/scene.h"

/* --- a game to change: three seats, a row of cells, anything goes --- */

static int any_blank(const bw_state *s, bw_move m) {
    uint8_t piece;
    int r;
    int c;
    if (!bw_is_placement(m)) return 0;
    bw_place_fields(m, &piece, &r, &c);
    return piece == "ABC"[bw_player(s)] && bw_at(s, r, c) == BW_BLANK;
}

/* Finished when player 2 has just moved and three cells or fewer are left. */
static int third_fills(const bw_state *s) {
    return bw_player(s) == 2 && bw_count(s, BW_BLANK) <= 3;
}

static int whoever_moved(const bw_state *s) {
    return bw_player(s);
}

static int the_next(const bw_state *s) {
    return (bw_player(s) + 1) % 3;
}

static int by_the_new_player(const bw_state *s) {
    return 10 * bw_round(s) + bw_player(s);
}

static int never(const bw_state *s) {
    (void)s;
    return 0;
}

static const bw_game row = {.abi = BW_ABI,
                            .name = "row",
                            .rows = 1,
                            .cols = 9,
                            .players = 3,
                            .pieces = "ABC",
                            .validate_move = any_blank,
                            .game_finished = third_fills,
                            .get_winner = whoever_moved,
                            .next_player = the_next,
                            .round_counter = by_the_new_player,
                            .placeable = {"A", "B", "C"},
                            .movable = {"", "", ""}};

static kit *make(const bw_game *g) {
    kit *k = NULL;
    error err = {0};
    TEST_CHECK_(kit_create(&k, g, &err) == ST_OK, "%s", err.text);
    return k;
}

static void check_result(const position *p, const char *ending, const float *share) {
    const rules *r = position_rules(p);
    float utility[GAME_MAX_PLAYERS];
    int32_t points[GAME_MAX_PLAYERS];
    TEST_ASSERT(r->kind->actor(r, position_data(p)) == ACTOR_NONE);
    TEST_CHECK_(strcmp(r->kind->ending(r, position_data(p)), ending) == 0, "%s, not %s", ending,
                r->kind->ending(r, position_data(p)));
    r->kind->returns(r, position_data(p), utility, points);
    for (int i = 0; i < r->players; i++)
        TEST_CHECK_(utility[i] == share[i], "seat %d: %g, not %g", i, (double)utility[i],
                    (double)share[i]);
}

/* The end is asked while the mover is current, the round when the next player is. */
static void test_who_is_current(void) {
    kit *k = make(&row);
    position *p = scene_start(kit_game(k), "");
    TEST_ASSERT(p && scene_play(p, "A:0,0"));
    TEST_CHECK(scene_is(p, "A________ 1 11 - ply=1"));
    TEST_ASSERT(scene_play(p, "B:0,1 C:0,2")); /* six are left: on it goes */
    TEST_CHECK(scene_is(p, "ABC______ 0 1120 - ply=3"));
    TEST_ASSERT(scene_play(p, "A:0,3 B:0,4 C:0,5"));
    TEST_CHECK(scene_is(p, "ABCABC___ 2 112012 - ply=6 finished=2")); /* nobody else was asked */
    check_result(p, "finished", (const float[]){0, 0, 1});
    position_destroy(p);
    kit_destroy(k);
}

/* --- moves in words --- */

static void test_formats(void) {
    static const struct {
        const char *move, *canonical; /* NULL: neither form */
    } cases[] = {{"A 0,1", "A:0,1"},
                 {"A:0,1", "A:0,1"},
                 {"A\t \t000 , \t1", "A:0,1"},
                 {"A:00,01", "A:0,1"},
                 {"0,1 0,2", "0,1:0,2"},
                 {"0,1:0,2", "0,1:0,2"},
                 {"0 , 1 \n 0 ,2", "0,1:0,2"},
                 {"A0,1", NULL},
                 {" A 0,1", NULL},
                 {"A 0,1 ", NULL},
                 {"A 0,1\n", NULL},
                 {"A: 0,1", NULL},
                 {"A :0,1", NULL},
                 {"AA 0,1", NULL},
                 {"-1,0 0,1", NULL},
                 {"A +0,1", NULL},
                 {"A 0.1", NULL},
                 {"A 0,", NULL},
                 {"A", NULL},
                 {"", NULL},
                 {"0,1", NULL},
                 {"0,1 0,2 0,3", NULL},
                 {"  0,1", NULL},
                 {"\xff 0,1", NULL},
                 {"u41 0,1", NULL},
                 {"u41:0,1", "A:0,1"}};
    kit *k = make(&row);
    rules *r;
    params usual = params_default();
    TEST_ASSERT(rules_open(&r, kit_game(k), &usual, NULL) == ST_OK);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        action step[GAME_MAX_STEPS];
        int n;
        error err = {0};
        status st = kit_game(k)->from_text(r, NULL, cases[i].move, step, &n, &err);
        TEST_CASE(cases[i].move);
        TEST_CHECK(st == (cases[i].canonical ? ST_OK : ST_ILLEGAL_ACTION));
        if (st != ST_OK) {
            TEST_CHECK(strcmp(err.reason, "bad-format") == 0);
            continue;
        }
        char room[40];
        text out = text_over(room, sizeof room);
        kit_game(k)->to_text(r, NULL, step, n, &out);
        TEST_CHECK_(n == 1 && cases[i].canonical && strcmp(room, cases[i].canonical) == 0, "%s",
                    room);
    }
    rules_close(r);
    kit_destroy(k);
}

/* Every string of up to seven of a few characters, against the two forms as regular expressions.
 * Places beyond the board are of the right form, too: only the reason differs. */
static void test_formats_exhaustively(void) {
    static const char letters[] = "A1, :\t";
    enum { LETTERS = sizeof letters - 1, LONGEST = 7 };
    regex_t form[2];
    TEST_ASSERT(regcomp(&form[0],
                        "^[^[:space:]]([[:space:]]+|:)[0-9]+[[:space:]]*,[[:space:]]*[0-9]+$",
                        REG_EXTENDED | REG_NOSUB) == 0);
    TEST_ASSERT(regcomp(&form[1],
                        "^[0-9]+[[:space:]]*,[[:space:]]*[0-9]+([[:space:]]+|:)"
                        "[0-9]+[[:space:]]*,[[:space:]]*[0-9]+$",
                        REG_EXTENDED | REG_NOSUB) == 0);
    kit *k = make(&row);
    rules *r;
    params usual = params_default();
    TEST_ASSERT(rules_open(&r, kit_game(k), &usual, NULL) == ST_OK);
    unsigned total = 1;
    unsigned of_form = 0;
    for (int i = 0; i < LONGEST; i++) total *= LETTERS;
    for (unsigned number = 0; number < total; number++) {
        char s[LONGEST + 1] = {0};
        unsigned rest = number;
        for (int i = 0; i < LONGEST && rest; i++, rest /= LETTERS) s[i] = letters[rest % LETTERS];
        action step[GAME_MAX_STEPS];
        int n;
        error err = {0};
        status st = kit_game(k)->from_text(r, NULL, s, step, &n, &err);
        bool read = st == ST_OK || strcmp(err.reason, "bad-format") != 0;
        bool fits = regexec(&form[0], s, 0, NULL, 0) == 0 || regexec(&form[1], s, 0, NULL, 0) == 0;
        of_form += fits;
        if (read != fits) TEST_CHECK_(read == fits, "\"%s\"", s);
    }
    TEST_CHECK(of_form > 100);
    regfree(&form[0]);
    regfree(&form[1]);
    rules_close(r);
    kit_destroy(k);
}

static void test_refused_moves(void) {
    static const struct {
        const char *move, *reason;
    } cases[] = {{"A:1,0", "not-on-board"},
                 {"A:0,9", "not-on-board"},
                 {"A:0,99999999999999999999", "not-on-board"},
                 {"9,0:0,1", "not-on-board"},
                 {"D:0,1", "unknown-piece"},
                 {"5:0,1", "unknown-piece"},
                 {"_:0,1", "unknown-piece"},
                 {"B:0,1", "not-your-piece"},
                 {"A:0,0", "occupied"},
                 {"0,0:0,1", "not-your-piece"},
                 {"0,1:0,2", "no-piece"}};
    kit *k = make(&row);
    position *p = scene_start(kit_game(k), "");
    TEST_ASSERT(p && scene_play(p, "A:0,0 B:0,8 C:0,7"));
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        error err = {0};
        TEST_CASE(cases[i].move);
        TEST_CHECK(position_verify(p, cases[i].move, NULL, &err) == ST_ILLEGAL_ACTION);
        TEST_CHECK_(strcmp(err.reason, cases[i].reason) == 0, "%s: %s", err.reason, err.text);
    }
    TEST_CHECK(position_verify(p, "A 0,1", NULL, NULL) == ST_OK);
    position_destroy(p);
    kit_destroy(k);
}

/* Pieces that no token can hold, and wide ones: bytes from 1 on. */
static int any_piece(const bw_state *s, bw_move m) {
    (void)s;
    return bw_is_placement(m);
}

static void test_strange_pieces(void) {
    bw_game g = row;
    g.name = "strange";
    g.pieces = "!ÂX♔~♕:u";
    g.plain = "!KX@~%:u";
    g.layout = "♕_ ♔";
    g.cols = 4;
    g.players = 1;
    g.next_player = never;
    g.game_finished = never;
    g.validate_move = any_piece;
    g.round_counter = NULL;
    g.flags = BW_PLACE_ANYWHERE;
    memset(g.placeable, 0, sizeof g.placeable);
    kit *k = make(&g);
    position *p = scene_start(kit_game(k), "");
    TEST_ASSERT(p != NULL);
    TEST_CHECK(scene_is(p, "~02_.~01 0 1 -"));
    static const struct {
        const char *move, *canonical, *then;
    } cases[] = {
        {"Â 0,1", "uc2:0,1", "~02~c2.~01 0 2 -"},   {"u21:0,1", "u21:0,1", "~02~21.~01 0 2 -"},
        {"♔:0,1", "u2654:0,1", "~02~01.~01 0 2 -"}, {"u2655:0,1", "u2655:0,1", "~02~02.~01 0 2 -"},
        {"~ 0,1", "~:0,1", "~02~7e.~01 0 2 -"},     {"u:0,1", "u:0,1", "~02u.~01 0 2 -"},
        {": 0,1", "::0,1", "~02:.~01 0 2 -"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char room[40];
        text out = text_over(room, sizeof room);
        TEST_CASE(cases[i].canonical);
        TEST_CHECK(position_verify(p, cases[i].move, &out, NULL) == ST_OK);
        TEST_CHECK_(strcmp(room, cases[i].canonical) == 0, "%s", room);
        TEST_CHECK(position_play(p, cases[i].move, NULL) == ST_OK);
        TEST_CHECK(scene_is(p, cases[i].then));
        position *back = scene_read(kit_game(k), cases[i].then);
        TEST_CHECK(back && position_key(back) == position_key(p));
        position_destroy(back);
        TEST_CHECK(position_undo(p, 1, NULL) == ST_OK);
    }
    error err = {0};
    TEST_CHECK(position_verify(p, "X:0,2", NULL, &err) == ST_ILLEGAL_ACTION);
    TEST_CHECK(strcmp(err.reason, "not-on-board") == 0);
    text board = text_growing();
    kit_game(k)->draw(position_rules(p), position_data(p), SEAT_ALL, false, &board);
    TEST_CHECK_(
        strcmp(text_string(&board), "  0 1 2 3\n0 % _   @ \nK: uc2\n@: u2654\n%: u2655\n") == 0,
        "%s", text_string(&board));
    text_done(&board);
    position_destroy(p);
    kit_destroy(k);
}

/* --- boards --- */

static void test_boards(void) {
    static const struct {
        int rows, cols;
        const char *text;
    } cases[] = {
        {3, 3, "  0 1 2\n0 _ _ _ \n1 _ _ _ \n2 _ _ _ \n"},
        {2, 10,
         "   0  1  2  3  4  5  6  7  8  9\n"
         "0  _  _  _  _  _  _  _  _  _  _ \n"
         "1  _  _  _  _  _  _  _  _  _  _ \n"},
        {10, 1, "   0\n 0 _ \n 1 _ \n 2 _ \n 3 _ \n 4 _ \n 5 _ \n 6 _ \n 7 _ \n 8 _ \n 9 _ \n"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        bw_game g = row;
        g.rows = cases[i].rows;
        g.cols = cases[i].cols;
        kit *k = make(&g);
        position *p = scene_start(kit_game(k), "");
        text board = text_growing();
        TEST_ASSERT(p != NULL);
        kit_game(k)->draw(position_rules(p), position_data(p), SEAT_ALL, false, &board);
        TEST_CHECK_(strcmp(text_string(&board), cases[i].text) == 0, "%s", text_string(&board));
        text_done(&board);
        position_destroy(p);
        kit_destroy(k);
    }
}

/* --- players who are stuck --- */

/* Player 1 may only place on column 0, player 2 on column 1. */
static int on_his_column(const bw_state *s, bw_move m) {
    uint8_t piece;
    int r;
    int c;
    if (!any_blank(s, m)) return 0;
    bw_place_fields(m, &piece, &r, &c);
    return bw_player(s) == 0 || c == bw_player(s) - 1;
}

static int other(const bw_state *s) {
    return 1 - bw_player(s);
}

static bw_game stuck_game(enum bw_no_move rule, int players) {
    bw_game g = row;
    g.cols = 3;
    g.players = players;
    g.validate_move = on_his_column;
    g.game_finished = never;
    g.next_player = players == 2 ? other : players == 1 ? never : the_next;
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
        kit *k = make(&g);
        position *p = scene_start(kit_game(k), "");
        TEST_CASE(cases[i].text);
        TEST_ASSERT(p && scene_play(p, cases[i].moves));
        TEST_CHECK(scene_is(p, cases[i].text));
        check_result(p, "no-move", cases[i].share);
        position *back = scene_read(kit_game(k), cases[i].text);
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
    kit *k = make(&g);
    position *p = scene_read(kit_game(k), "A__ 1 2 -");
    TEST_CHECK(p && scene_is(p, "A__ 1 2 - no-move=0"));
    position_destroy(p);
    kit_destroy(k);
    g.on_no_move = BW_DEAD_PASS;
    k = make(&g);
    p = scene_read(kit_game(k), "A__ 1 2 -");
    TEST_CHECK(p && scene_is(p, "A__ 0 3 -"));
    position_destroy(p);
    kit_destroy(k);
}

/* --- limits --- */

/* A piece that walks up and down a row of three. */
static int walks(const bw_state *s, bw_move m) {
    int r0;
    int c0;
    int r;
    int c;
    if (bw_is_placement(m)) return 0;
    bw_move_fields(m, &r0, &c0, &r, &c);
    return bw_at(s, r0, c0) == "AB"[bw_player(s)] && bw_at(s, r, c) == BW_BLANK && c - c0 < 2 &&
           c0 - c < 2 && r == r0;
}

static const bw_game walk = {.abi = BW_ABI,
                             .name = "walk",
                             .rows = 2,
                             .cols = 3,
                             .players = 2,
                             .layout = "A__\nB__",
                             .pieces = "AB",
                             .validate_move = walks,
                             .game_finished = never,
                             .get_winner = never,
                             .next_player = other,
                             .max_plies = 12,
                             .repetition = 3};

static void test_limits(void) {
    static const char *const circle = "0,0:0,1 1,0:1,1 0,1:0,0 1,1:1,0";
    kit *k = make(&walk);
    position *p = scene_start(kit_game(k), "");
    TEST_ASSERT(p && scene_play(p, circle));
    TEST_CHECK(scene_is(p, "A__/B__ 0 5 -"));
    TEST_ASSERT(scene_play(p, "0,0:0,1 1,0:1,1 0,1:0,0"));
    error err = {0};
    TEST_CHECK(position_play(p, "1,1:1,0", &err) == ST_OK);
    TEST_CHECK(scene_is(p, "A__/B__ 0 9 - repetition=-"));
    check_result(p, "repetition", (const float[]){0.5F, 0.5F});
    position_destroy(p);
    p = scene_start(kit_game(k), "set repetition=0");
    for (int i = 0; i < 3; i++) TEST_ASSERT(p && scene_play(p, circle));
    TEST_CHECK(scene_is(p, "A__/B__ 0 13 - max-plies=-"));
    check_result(p, "max-plies", (const float[]){0.5F, 0.5F});
    TEST_CHECK(position_rules(p)->traits == 0);
    position_destroy(p);
    p = scene_start(kit_game(k), "rules reference"); /* which knows no limits */
    for (int i = 0; i < 9; i++) TEST_ASSERT(p && scene_play(p, circle));
    TEST_CHECK(scene_is(p, "A__/B__ 0 37 -"));
    position_destroy(p);
    params odd = params_default();
    TEST_ASSERT(params_set(&odd, kit_game(k), "repetition", "1", &err) == ST_OK);
    TEST_CHECK(position_start(&p, kit_game(k), &odd, SEAT_ALL, &err) == ST_BAD_VALUE);
    kit_destroy(k);
}

/* --- positions that are refused --- */

static void test_refused_texts(void) {
    static const struct {
        const char *line, *says;
    } cases[] = {{"A__/B__ 0", "player, round and extras"},
                 {"", "player, round and extras"},
                 {"A__ 0 1 -", "row 0: expected 3 cells and a '/'"},
                 {"A__/B_ 0 1 -", "row 1: expected 3 cells, found 2"},
                 {"A_/B__ 0 1 -", "row 0: expected 3 cells, found 2"},
                 {"A___/B__ 0 1 -", "row 0: expected 3 cells and a '/'"},
                 {"A__/B__/___ 0 1 -", "found more"},
                 {"A__/B__/ 0 1 -", "found more"},
                 {"A__/C__ 0 1 -", "no piece"},
                 {"A__/B_. 0 1 -", "as in the start"},
                 {"A__/B_~4 0 1 -", "no piece"},
                 {"A__/B_~ 0 1 -", "no piece"},
                 {"A__/B__ 2 1 -", "from 0 to 1"},
                 {"A__/B__ 0 0 -", "from 1"},
                 {"A__/B__ 0 1 00", "no extras"},
                 {"A__/B__ 0 13 -", "ends after 12"},
                 {"A__/B__ 0 1 - over=1", "no ending"},
                 {"A__/B__ 0 1 - finished=2", "no ending"},
                 {"A__/B__ 0 1 - finished=0", "does not end like that"},
                 {"A__/B__ 0 1 - no-move=0", "does not end like that"},
                 {"A__/B__ 0 1 - max-plies=-", "does not end like that"},
                 {"A__/B__ 0 13 - max-plies=0", "does not end like that"},
                 {"A__/B__ 0 1 - repetition=1", "does not end like that"},
                 {"A__/B__ 0 1 - fault=-", "no ending"},
                 {"A__/B__ 0 1 - finished=0 x", "player, round and extras"},
                 {"A__/B__ 0 1 - a b c d", "too many"}};
    kit *k = make(&walk);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        error err = {0};
        TEST_CASE(cases[i].line);
        TEST_CHECK(scene_refused(kit_game(k), cases[i].line, &err) == ST_BAD_FEN);
        TEST_CHECK_(strstr(err.text, cases[i].says) != NULL, "%s", err.text);
    }
    kit_destroy(k);
    TEST_CHECK(mem_live() == 0);
}

/* Where the game is finished whoever moved last, a text need not say so. */
static int full(const bw_state *s) {
    return !bw_count(s, BW_BLANK);
}

static int first_of_all(const bw_state *s) {
    return bw_at(s, 0, 0) == 'A' ? 0 : 1;
}

static int two_or_more(const bw_state *s) {
    return bw_count(s, BW_BLANK) < 2;
}

static void test_finished_texts(void) {
    bw_game g = stuck_game(BW_DEAD_DRAW, 2);
    g.validate_move = any_blank;
    g.game_finished = full;
    g.get_winner = first_of_all;
    kit *k = make(&g);
    position *p = scene_read(kit_game(k), "BAB 0 4 -");
    TEST_CHECK(p && scene_is(p, "BAB 0 4 - finished=1"));
    position_destroy(p);
    kit_destroy(k);
    /* Where the winner depends on who it was, the player to move tells, if he is stuck; */
    g.get_winner = whoever_moved;
    g.on_no_move = BW_DEAD_LOSES;
    k = make(&g);
    p = scene_read(kit_game(k), "BAB 0 4 -");
    TEST_CHECK(p && scene_is(p, "BAB 0 4 - no-move=1"));
    position_destroy(p);
    kit_destroy(k);
    /* else the text has to. */
    g.game_finished = two_or_more;
    k = make(&g);
    error err;
    TEST_CHECK(scene_refused(kit_game(k), "BA_ 0 3 -", &err) == ST_BAD_FEN);
    TEST_CHECK_(strstr(err.text, "say so") != NULL, "%s", err.text);
    p = scene_read(kit_game(k), "BA_ 1 2 - finished=1");
    TEST_CHECK(p && scene_is(p, "BA_ 1 2 - finished=1"));
    position_destroy(p);
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
        bw_game odd = row;                                                                         \
        odd.field = value;                                                                         \
        TEST_CHECK(refused(odd, says) == ST_BAD_VALUE);                                            \
    } while (0)

static void test_tables_that_do_not_fit(void) {
    static const bw_choice twisted[] = {{"x", 5, 0, 1, ""}, {0}};
    bw_game old = row;
    old.abi = BW_ABI + 1;
    TEST_CHECK(refused(old, "speaks version 2") == ST_UNSUPPORTED);
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
    REFUSED(layout, "ABC", "too short");
    REFUSED(layout, "ABC______\n", "larger");
    REFUSED(layout, "ABC___\n___", "no piece");
    REFUSED(layout, "X________", "no piece");
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

static int nobody_there(const bw_state *s) {
    (void)s;
    return 7;
}

static int at_once(const bw_state *s) {
    (void)s;
    return 1;
}

/* The game ends there, the battery tells, and nothing else happens. */
static void test_faults(void) {
    bw_game g[4] = {row, row, row, row};
    g[0].perform_move = put_outside;
    g[1].perform_move = put_unknown;
    g[2].next_player = nobody_there;
    g[3].get_winner = nobody_there;
    g[3].game_finished = at_once;
    static const char *const says[] = {"no board", "not declared", "next_player", "get_winner"};
    for (size_t i = 0; i < 4; i++) {
        kit *k = make(&g[i]);
        position *p = scene_start(kit_game(k), "");
        TEST_ASSERT(p && scene_play(p, "A:0,0"));
        check_result(p, "fault", (const float[]){1 / 3.0F, 1 / 3.0F, 1 / 3.0F});
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
             {"formats", test_formats},
             {"formats_exhaustively", test_formats_exhaustively},
             {"refused_moves", test_refused_moves},
             {"strange_pieces", test_strange_pieces},
             {"boards", test_boards},
             {"stuck_players", test_stuck_players},
             {"stuck_in_a_text", test_stuck_in_a_text},
             {"limits", test_limits},
             {"refused_texts", test_refused_texts},
             {"finished_texts", test_finished_texts},
             {"tables_that_do_not_fit", test_tables_that_do_not_fit},
             {"faults", test_faults},
             {NULL, NULL}};
