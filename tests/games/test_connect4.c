#include <acutest.h>

#include "engine/game/game_endings.h"
#include "engine/game/game_terminal.h"
#include "games/connect4/connect4.h"
#include "tests/support/one_line.h"

static void check_end(const position *p, const char *ending, float first) {
    const rules *r = position_rules(p);
    float utility[GAME_MAX_PLAYERS];
    int32_t points[GAME_MAX_PLAYERS];
    TEST_ASSERT(connect4.actor(r, position_data(p)) == ACTOR_NONE);
    connect4.returns(r, position_data(p), utility, points);
    TEST_CHECK(strcmp(connect4.endings->name(r, position_data(p)), ending) == 0);
    TEST_CHECK(utility[0] == first && utility[1] == 1 - first);
}

static void test_wins_in_all_directions(void) {
    static const struct {
        const char *moves, *text;
        float first;
    } cases[] = {{"a b a b a b a", "7/7/X6/XO5/XO5/XO5 1", 1},
                 {"a a b b c c d", "7/7/7/7/OOO4/XXXX3 1", 1},
                 {"g d g e g f f g", "", -1},
                 {"a b b c g c c d g d f d d", "7/7/3X3/2XO3/1XOO2X/XOOO1XX 1", 1},
                 {"b a c b d e b", "", -1},
                 {"g f f e a e e d a d b d d", "7/7/3X3/3OX2/X2OOX1/XX1OOOX 1", 1},
                 {"g a g b g c f d", "7/7/7/6X/6X/OOOO1XX 0", 0}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        position *p = one_line_start(&connect4, "");
        TEST_CASE(cases[i].moves);
        TEST_ASSERT(p && one_line_play(p, cases[i].moves));
        if (cases[i].first < 0) /* near misses: it continues */
            TEST_CHECK(connect4.actor(position_rules(p), position_data(p)) >= 0);
        else if (TEST_CHECK(one_line_is(p, cases[i].text)))
            check_end(p, "four-in-a-row", cases[i].first);
        position_destroy(p);
    }
}

/* Lines do not wrap from the top of a column to the bottom of the next. */
static void test_no_lines_around_the_edge(void) {
    position *p = one_line_read(&connect4, "X6/X6/O6/X6/XO5/OXO4 1");
    TEST_ASSERT(p != NULL);
    TEST_CHECK(connect4.actor(position_rules(p), position_data(p)) == 1);
    position_destroy(p);
}

static void test_a_full_board_is_a_draw(void) {
    position *p = one_line_start(&connect4, "");
    /* Three columns at a time, filled so that no four arise. */
    TEST_ASSERT(p && one_line_play(p, "a b a b b a b a a b a b c d c d d c d c c d c d "
                                      "e f e f f e f e e f e f g g g g g g"));
    check_end(p, "board-full", 0.5F);
    position_destroy(p);
}

static void test_refused_tokens(void) {
    position *p = one_line_start(&connect4, "");
    error err;
    TEST_ASSERT(p && one_line_play(p, "c c c c c c"));
    TEST_CHECK(position_verify(p, "c", NULL, &err) == ST_ILLEGAL_ACTION);
    TEST_CHECK(strcmp(err.reason, "column-full") == 0 && strcmp(err.detail, "column=c") == 0);
    TEST_CHECK(position_verify(p, "h", NULL, &err) == ST_ILLEGAL_ACTION);
    TEST_CHECK(strcmp(err.reason, "bad-column") == 0);
    TEST_CHECK(position_verify(p, "aa", NULL, &err) == ST_ILLEGAL_ACTION);
    TEST_CHECK(position_verify(p, "A", NULL, &err) == ST_ILLEGAL_ACTION);
    position_destroy(p);
    params setup = one_line_setup(&connect4, "first 2");
    TEST_CHECK(position_start(&p, &connect4, &setup, SEAT_ALL, &err) == ST_UNSUPPORTED);
}

static void test_bad_positions(void) {
    static const struct {
        const char *line, *words;
    } cases[] = {{"", "row 6"},
                 {"7/7/7/7/7/7", "seat to move"},
                 {"7/7/7/7/7/7 2", "seat to move"},
                 {"7/7/7/7/7/7 0 ", "seat to move"},
                 {"7/7/7/7/7/7  0", "seat to move"},
                 {"7/7/7/7/7/7/7 0", "seat to move"},
                 {"7/7/7/7/7 0", "6 rows"},
                 {"7/7/7/7/7/8 0", "row 1: '8'"},
                 {"7/7/7/7/7/x6 0", "row 1: 'x'"},
                 {"7/7/7/7/7/6 0", "fewer"},
                 {"7/7/7/7/7/3X4 1", "more"},
                 {"7/7/7/7/7/7X 1", "more"},
                 {"7/7/7/7/X6/7 1", "column a: a stone hangs"},
                 {"7/7/7/7/7/XX5 0", "2 X and 0 O"},
                 {"7/7/7/7/7/O6 1", "0 X and 1 O"},
                 {"7/7/7/7/7/XO5 1", "seat to move"},
                 {"7/7/7/7/7/XXXXOOO 1", ""},
                 {"7/7/7/7/XXXX3/OOOO3 0", "four in a row"},
                 {"7/7/7/7/OOOO3/XXXX1X1 1", "four in a row"},
                 {"7/7/7/7/OOO1O2/XXXXX2 1", ""},
                 {"7/7/7/7/XXXX3/OOOXO2 1", ""}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        error err;
        status st = one_line_refused(&connect4, cases[i].line, &err);
        if (!cases[i].words[0]) {
            TEST_CHECK_(st == ST_OK, "'%s' is fine: %s", cases[i].line, err.text);
            continue;
        }
        TEST_CHECK_(st == ST_BAD_FEN, "'%s' is refused", cases[i].line);
        TEST_CHECK_(strstr(err.text, cases[i].words) != NULL, "'%s': %s", cases[i].line, err.text);
    }
}

static void test_words_for_people(void) {
    position *p = one_line_start(&connect4, "");
    TEST_ASSERT(p && one_line_play(p, "d"));
    action d = 3;
    char buf[400];
    text out = text_over(buf, sizeof buf);
    connect4.terminal->describe(position_rules(p), position_data(p), &d, 1, &out);
    TEST_CHECK(strcmp(buf, "drop in column d, to row 2") == 0);
    text_clear(&out);
    connect4.draw(position_rules(p), position_data(p), SEAT_ALL, false, &out);
    TEST_CHECK(strstr(buf, "1  . . . X . . .\n   a b c d e f g\n") != NULL);
    TEST_CHECK(!strchr(buf, '\033'));
    text_clear(&out);
    connect4.draw(position_rules(p), position_data(p), SEAT_ALL, true, &out);
    TEST_CHECK(strchr(buf, '\033') != NULL);
    position_destroy(p);
}

TEST_LIST = {{"wins_in_all_directions", test_wins_in_all_directions},
             {"no_lines_around_the_edge", test_no_lines_around_the_edge},
             {"a_full_board_is_a_draw", test_a_full_board_is_a_draw},
             {"refused_tokens", test_refused_tokens},
             {"bad_positions", test_bad_positions},
             {"words_for_people", test_words_for_people},
             {NULL, NULL}};
