/* The kit in words: moves, positions, boards and saved games. */
#define _POSIX_C_SOURCE 200809L
#include <acutest.h>

#include <regex.h>
#include <stdio.h>

#include "engine/base/memory.h"
#include "engine/notation/record.h"
#include "tests/support/one_line.h"
#include "tests/support/small_kits.h"

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
    kit *k = kit_made(&kit_row);
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
        char buf[40];
        text out = text_over(buf, sizeof buf);
        kit_game(k)->to_text(r, NULL, step, n, &out);
        TEST_CHECK_(n == 1 && cases[i].canonical && strcmp(buf, cases[i].canonical) == 0, "%s",
                    buf);
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
    kit *k = kit_made(&kit_row);
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
    kit *k = kit_made(&kit_row);
    position *p = one_line_start(kit_game(k), "");
    TEST_ASSERT(p && one_line_play(p, "A:0,0 B:0,8 C:0,7"));
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
    bw_game g = kit_row;
    g.name = "strange";
    g.pieces = "!ÂX♔~♕:u";
    g.plain = "!KX@~%:u";
    g.layout = "♕_ ♔";
    g.cols = 4;
    g.players = 1;
    g.next_player = kit_never;
    g.game_finished = kit_never;
    g.validate_move = any_piece;
    g.round_counter = NULL;
    g.flags = BW_PLACE_ANYWHERE;
    memset(g.placeable, 0, sizeof g.placeable);
    kit *k = kit_made(&g);
    position *p = one_line_start(kit_game(k), "");
    TEST_ASSERT(p != NULL);
    TEST_CHECK(one_line_is(p, "~02_.~01 0 1 -"));
    static const struct {
        const char *move, *canonical, *then;
    } cases[] = {
        {"Â 0,1", "uc2:0,1", "~02~c2.~01 0 2 -"},   {"u21:0,1", "u21:0,1", "~02~21.~01 0 2 -"},
        {"♔:0,1", "u2654:0,1", "~02~01.~01 0 2 -"}, {"u2655:0,1", "u2655:0,1", "~02~02.~01 0 2 -"},
        {"~ 0,1", "~:0,1", "~02~7e.~01 0 2 -"},     {"u:0,1", "u:0,1", "~02u.~01 0 2 -"},
        {": 0,1", "::0,1", "~02:.~01 0 2 -"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char buf[40];
        text out = text_over(buf, sizeof buf);
        TEST_CASE(cases[i].canonical);
        TEST_CHECK(position_verify(p, cases[i].move, &out, NULL) == ST_OK);
        TEST_CHECK_(strcmp(buf, cases[i].canonical) == 0, "%s", buf);
        TEST_CHECK(position_play(p, cases[i].move, NULL) == ST_OK);
        TEST_CHECK(one_line_is(p, cases[i].then));
        position *back = one_line_read(kit_game(k), cases[i].then);
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

/* Saved games of Boardwalk, one move a line. */
static void test_records(void) {
    static const char saved[] = "A 0,0\nB \t0,8 ; {}\n# a remark\nC:0,1\n  A 0,2  \n";
    static const char more[] = "game: walk\n\n0,0 0,1\n1,0:1,1\n0,1   0,2\n";
    kit *k = kit_made(&kit_row);
    kit *w = kit_made(&kit_walk);
    const game *const games[] = {kit_game(k), kit_game(w), NULL};
    record r;
    position *p = NULL;
    error err = {0};
    TEST_CHECK(record_read(&r, saved, sizeof saved - 1, &err) == ST_OK && r.event_count == 4);
    TEST_CHECK(strcmp(r.events[1].token, "B:0,8") == 0 && strcmp(r.events[1].remark, "{}") == 0);
    TEST_CHECK_(record_replay(&p, &r, games, kit_game(k), 100, &err) == ST_OK, "%s", err.text);
    TEST_CHECK(p && one_line_is(p, "ACA_____B 1 11201 - ply=4"));
    position_destroy(p);
    record_done(&r);
    TEST_CHECK(record_read(&r, more, sizeof more - 1, &err) == ST_OK && r.event_count == 3);
    TEST_CHECK_(record_replay(&p, &r, games, NULL, 100, &err) == ST_OK, "%s", err.text);
    TEST_CHECK(p && one_line_is(p, "__A/_B_ 1 4 -"));
    text out = text_growing();
    record_write(p, &out);
    TEST_CHECK(strstr(text_string(&out), "\n0,0:0,1\n1,0:1,1\n0,1:0,2\n") != NULL);
    text_done(&out);
    position_destroy(p);
    record_done(&r);
    /* Other games have several words a line. */
    static const char words_of_line[] = "d d 2\nx 2,0 3\nab 2,0\n";
    TEST_CHECK(record_read(&r, words_of_line, sizeof words_of_line - 1, &err) == ST_OK);
    TEST_CHECK(r.event_count == 8);
    record_done(&r);
    kit_destroy(k);
    kit_destroy(w);
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
        bw_game g = kit_row;
        g.rows = cases[i].rows;
        g.cols = cases[i].cols;
        kit *k = kit_made(&g);
        position *p = one_line_start(kit_game(k), "");
        text board = text_growing();
        TEST_ASSERT(p != NULL);
        kit_game(k)->draw(position_rules(p), position_data(p), SEAT_ALL, false, &board);
        TEST_CHECK_(strcmp(text_string(&board), cases[i].text) == 0, "%s", text_string(&board));
        text_done(&board);
        position_destroy(p);
        kit_destroy(k);
    }
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
    kit *k = kit_made(&kit_walk);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        error err = {0};
        TEST_CASE(cases[i].line);
        TEST_CHECK(one_line_refused(kit_game(k), cases[i].line, &err) == ST_BAD_FEN);
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
    bw_game g = kit_row;
    g.cols = 3;
    g.players = 2;
    g.next_player = kit_other;
    g.round_counter = NULL;
    g.validate_move = kit_any_blank;
    g.game_finished = full;
    g.get_winner = first_of_all;
    kit *k = kit_made(&g);
    position *p = one_line_read(kit_game(k), "BAB 0 4 -");
    TEST_CHECK(p && one_line_is(p, "BAB 0 4 - finished=1"));
    position_destroy(p);
    kit_destroy(k);
    /* Where the winner depends on who it was, the player to move tells, if they are stuck; */
    g.get_winner = kit_whoever_moved;
    g.on_no_move = BW_DEAD_LOSES;
    k = kit_made(&g);
    p = one_line_read(kit_game(k), "BAB 0 4 -");
    TEST_CHECK(p && one_line_is(p, "BAB 0 4 - no-move=1"));
    position_destroy(p);
    kit_destroy(k);
    /* else the text has to. */
    g.game_finished = two_or_more;
    k = kit_made(&g);
    error err;
    TEST_CHECK(one_line_refused(kit_game(k), "BA_ 0 3 -", &err) == ST_BAD_FEN);
    TEST_CHECK_(strstr(err.text, "say so") != NULL, "%s", err.text);
    p = one_line_read(kit_game(k), "BA_ 1 2 - finished=1");
    TEST_CHECK(p && one_line_is(p, "BA_ 1 2 - finished=1"));
    position_destroy(p);
    kit_destroy(k);
}

TEST_LIST = {{"formats", test_formats},
             {"formats_exhaustively", test_formats_exhaustively},
             {"refused_moves", test_refused_moves},
             {"strange_pieces", test_strange_pieces},
             {"records", test_records},
             {"boards", test_boards},
             {"refused_texts", test_refused_texts},
             {"finished_texts", test_finished_texts},
             {NULL, NULL}};
