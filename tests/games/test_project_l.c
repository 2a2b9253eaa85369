#define _POSIX_C_SOURCE 200809L
#include <acutest.h>

#include <math.h>
#include <stdlib.h>
#include <unistd.h>

#include "tests/support/project_l_lines.h"

/* Project L in words: the start, position texts, sizes; and pieces that never get lost. Actions that
 * are refused: test_project_l_refusals.c. The rules themselves: test_project_l_rules.c. */

/* --- the start --- */

static void put_names(text *out, char colour, int from, int to) {
    for (int i = from; i <= to; i++) text_format(out, i > from ? ",%c%d" : "%c%d", colour, i);
}

static void test_start_text(void) {
    char buf[PL_LINE_SIZE];
    text t = text_over(buf, sizeof buf);
    text_put(&t, "ph=N p=0 a=3 m=0 b=0 l=0 r=1 R=13,15,13,15,15,15,15,15,15 WR=-,-,-,- BR=-,-,-,- "
                 "WD=32:");
    put_names(&t, 'W', 1, 32);
    text_put(&t, "/- BD=12:");
    put_names(&t, 'B', 1, 20);
    text_put(&t, "/-" PLAIN("0") PLAIN("1") " chain=draw:W0,W1,W2,W3,B0,B1,B2,B3");
    position *p = one_line_start(&project_l, "");
    TEST_ASSERT(p != NULL);
    TEST_CHECK(text_is(p, buf) && position_rules(p)->state_size <= 384);
    TEST_CHECK(strcmp(project_l.name, "projectl") == 0);
    position_destroy(p);
}

/* Eight draws, white slots before black ones; each card of the colour is as likely. */
static void test_start_is_eight_draws(void) {
    position *p = one_line_start(&project_l, "");
    error err;
    TEST_ASSERT(p != NULL);
    action list[64];
    float weight[64];
    const rules *r = position_rules(p);
    TEST_CHECK(project_l.actor(r, position_data(p)) == ACTOR_CHANCE);
    TEST_CHECK(project_l.chance(r, position_data(p), list, weight) == 32);
    TEST_CHECK(fabsf(weight[0] - 1.0F / 32) < 1e-6F && fabsf(weight[31] - 1.0F / 32) < 1e-6F);
    TEST_CHECK(position_play(p, "!B5", &err) == ST_CHANCE_IMPOSSIBLE);
    TEST_CHECK(position_play(p, "basic", &err) == ST_CHANCE_EXPECTED);
    TEST_CHECK(one_line_play(p, "!W3 !W12 !W17") && shows(p, "chain=draw:W3,B0,B1,B2,B3"));
    TEST_CHECK(position_play(p, "!W12", &err) == ST_CHANCE_IMPOSSIBLE);
    TEST_CHECK(one_line_play(p, "!W30 !B5 !B1 !B20") && shows(p, "chain=draw:B3"));
    TEST_CHECK(project_l.chance(r, position_data(p), list, weight) == 17);
    TEST_CHECK(one_line_play(p, "!B7") && position_ply(p) == 8);
    TEST_CHECK(shows(p, "WR=W3,W12,W17,W30 BR=B5,B1,B20,B7 WD=28:W1,W2,W4,") && shows(p, " BD=8:"));
    TEST_CHECK(project_l.actor(r, position_data(p)) == 0);
    TEST_CHECK(position_play(p, "!W1", &err) == ST_ACTION_EXPECTED);
    /* A take and its refill; a puzzle from the top is drawn first, and that is all. */
    TEST_CHECK(one_line_play(p, "take:W12") && shows(p, "chain=draw:W1"));
    TEST_CHECK(one_line_play(p, "!W31") && shows(p, "WR=W3,W31,W17,W30"));
    TEST_CHECK(one_line_play(p, "take:top-black") && shows(p, "chain=draw:Bt"));
    TEST_CHECK(one_line_play(p, "!B11") && shows(p, "U=W12/1fdc7ff/000000000;B11/"));
    TEST_CHECK(one_line_play(p, "recycle:black:B7,B20,B1,B5") &&
               shows(p, "chain=draw:B0,B1,B2,B3"));
    TEST_CHECK(shows(p, " BD=7:") && shows(p, "/B7,B20,B1,B5 |"));
    position_destroy(p);
}

/* A draw whose outcome is known may be announced or left out; a wrong one is refused. */
static void test_determined_draws(void) {
    error err;
    position *p = one_line_read(&project_l, middle);
    TEST_ASSERT(p != NULL);
    TEST_CHECK(one_line_play(p, "take:W2 take:top-white") && shows(p, "WR=W1,W5,W3,W4"));
    position_destroy(p);
    p = one_line_read(&project_l, middle);
    TEST_ASSERT(p != NULL);
    TEST_CHECK(one_line_play(p, "take:W2") &&
               position_play(p, "!W6", &err) == ST_CHANCE_IMPOSSIBLE);
    TEST_CHECK(one_line_play(p, "!W5 take:top-white !W6") && shows(p, "WR=W1,W5,W3,W4"));
    TEST_CHECK(shows(p, "WD=0:-/- "));
    position_destroy(p);
}

/* Five white puzzles in play: once the fifth is drawn, the others are known to be out. */
static void test_small_decks(void) {
    position *p = one_line_start(&project_l, "players 1 set white=5");
    TEST_ASSERT(p != NULL);
    TEST_CHECK(shows(p, "WD=5:W1,W2,") && shows(p, "BD=10:") && shows(p, "R=14,15,14,15,"));
    TEST_CHECK(one_line_play(p, "!W1 !W2 !W3 !W4 !B1 !B2 !B3 !B4") && shows(p, "WD=1:W5,W6,"));
    TEST_CHECK(one_line_play(p, "take:W2 !W32") && shows(p, "WR=W1,W32,W3,W4") &&
               shows(p, "WD=0:-/-"));
    position_destroy(p);
}

/* --- sizes and the puzzle file --- */

/* black 10, 12, 14, 16 by seats, 20 in the reference; more than there are means all of them. */
static void test_sizes(void) {
    static const struct {
        const char *setup, *part;
    } cases[] = {
        {"players 1", " BD=10:"},
        {"players 2", " BD=12:"},
        {"players 3", " BD=14:"},
        {"players 4", " BD=16:"},
        {"players 3 rules reference", " BD=20:"},
        {"players 2 set black=60", " BD=20:"},
        {"players 2 set black=5", " BD=5:"},
        {"players 2 set white=60", " WD=32:"},
        {"players 2 set white=4", " WD=4:"},
        {"players 4 set reserve=4", " R=0,4,0,4,4,4,4,4,4 "},
        {"players 4 set reserve=99", " R=95,99,95,99,99,99,99,99,99 "},
        {"players 2 set shuffle_seats=0", "B3"},
        /* Only what differs from official is written, never the name of the rule set. */
        {"players 2 rules reference",
         " basic_subst=0 black=20 ft_points=0 ft_return=0 pass=1 reward_lower=0 rounds=0 "
         "trigger_black=0"},
        {"players 2 set rounds=100 reserve=15 white=32 black=12 pass=0", "W3,B0,B1,B2,B3"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        position *p = one_line_start(&project_l, cases[i].setup);
        TEST_CASE(cases[i].setup);
        TEST_ASSERT(p != NULL);
        TEST_CHECK(shows(p, cases[i].part) && position_rules(p)->state_size <= 384);
        position_destroy(p);
    }
    static const char *const wrong[][2] = {
        {"white", "3"}, {"black", "4"}, {"reserve", "3"}, {"rounds", "-1"}, {"pass", "2"}};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        params p = params_default();
        TEST_CASE(wrong[i][0]);
        TEST_CHECK(params_set(&p, &project_l, wrong[i][0], wrong[i][1], NULL) != ST_OK);
    }
}

/* A file with four white and six black puzzles of our own, and one that is not there. */
static void test_option_file(void) {
    char path[] = "kibitz-puzzles-XXXXXX";
    int fd = mkstemp(path);
    TEST_ASSERT(fd >= 0);
    char buf[PL_LINE_SIZE];
    text t = text_over(buf, sizeof buf);
    for (int i = 1; i <= 10; i++)
        text_format(&t, "I %c %d\nR 1 L2\nP #####\nP ##..#\nP ##..#\nP #####\nP #####\n",
                    i <= 4 ? 'W' : 'B', i <= 4 ? i : i - 4);
    TEST_CHECK(write(fd, buf, t.len) == (ssize_t)t.len && close(fd) == 0);
    params setup = params_default();
    error err;
    position *p = NULL;
    TEST_CHECK(params_set(&setup, &project_l, "file", path, &err) == ST_OK);
    TEST_ASSERT(position_start(&p, &project_l, &setup, SEAT_ALL, &err) == ST_OK);
    TEST_CHECK(shows(p, " WD=4:W1,W2,W3,W4/- BD=6:B1,B2,B3,B4,B5,B6/- ") && shows(p, path));
    position_destroy(p);
    TEST_CHECK(unlink(path) == 0);
    TEST_CHECK(position_start(&p, &project_l, &setup, SEAT_ALL, &err) != ST_OK);
}

/* --- position texts --- */

static void test_round_trips(void) {
    const char *const lines[] = {
        middle,
        four_puzzles,
        ended,
        touches,
        no_o1,
        choices,
        /* an open draw */
        "ph=N p=0 a=2 m=0 b=0 l=0 r=3 R=14,15,14,15,15,15,15,15,15 WR=W1,-,W3,W4 BR=B1,B2,B3,B4 "
        "WD=3:W5,W6,W7,W8,W9,W10,W11,W12,W13,W14,W15,W16,W17,W18,W19,W20,W21,W22,W23,W24,W25,W26,"
        "W27,W28,W29,W30,W31,W32/- BD=0:-/B5 | P0 s=0 T=1,0,1,0,0,0,0,0,0 "
        "U=W2/1d8e7bf/000000000;-;-;- F=- chain=draw:W1 black=5 white=7",
        /* finishing touches: completed, but the pieces return with endft only */
        "ph=T p=0 a=3 m=0 b=0 l=1 r=9 R=4,5,4,5,5,5,5,5,5 WR=W1,W2,W3,- BR=B1,B2,B3,B4 WD=0:-/- "
        "BD=0:-/- | P0 s=0 T=1,0,0,0,0,0,0,0,0 U=W9/1ffffff/001000000;-;-;- F=B5 black=5 reserve=5 "
        "white=4",
    };
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        position *p = one_line_read(&project_l, lines[i]);
        TEST_ASSERT_(p != NULL, "%s", lines[i]);
        TEST_CHECK(text_is(p, lines[i]));
        TEST_CHECK(project_l.hash(position_rules(p), position_data(p)) ==
                   project_l.rehash(position_rules(p), position_data(p)));
        position_destroy(p);
    }
}

/* Step by step through a token: what lies between is a text as well. */
static void test_round_trips_inside_tokens(void) {
    static const struct {
        const char *event, *chain;
    } cases[] = {{"take:top-white", "chain=draw:Wt black"},
                 {"master:W9:O1:0001000+W10:I3:0021080", "chain=master:W9:O1:0001000 black"},
                 {"recycle:white:W4,W2,W1,W3", "chain=recycle:W4 black"},
                 {"recycle:black:B3,B2,B1,B4", "chain=recycle:B3 black"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        position *p = one_line_read(&project_l, middle);
        TEST_ASSERT(p != NULL);
        const rules *r = position_rules(p);
        _Alignas(16) unsigned char s[384];
        _Alignas(16) unsigned char back[384];
        token tok;
        error err;
        memcpy(s, position_data(p), r->state_size);
        TEST_ASSERT(token_read((state_ref){r, s, NULL}, cases[i].event, &tok, &err) == ST_OK);
        for (int k = 0; k < tok.count; k++) {
            char buf[PL_LINE_SIZE];
            text t = text_over(buf, sizeof buf);
            project_l.apply(r, s, NULL, tok.steps[k]);
            project_l.write(r, s, &t);
            if (k == 0) TEST_CHECK_(strstr(buf, cases[i].chain) != NULL, "%s", buf);
            TEST_CHECK_(project_l.read(r, back, buf, &err) == ST_OK, "%s: %s", buf, err.text);
            TEST_CHECK_(project_l.hash(r, back) == project_l.hash(r, s), "%s", buf);
        }
        position_destroy(p);
    }
}

/* So is an open reward. */
static void test_round_trip_of_a_reward(void) {
    char buf[PL_LINE_SIZE];
    text t = text_over(buf, sizeof buf);
    position *p = one_line_read(&project_l, choices);
    TEST_ASSERT(p != NULL);
    TEST_CHECK(one_line_play(p, "master:W23:I2:0021000+W22:I2:0021000"));
    TEST_CHECK(shows(p, "chain=reward:W23,W22 black=6"));
    position_write(p, &t);
    position *q = one_line_read(&project_l, buf);
    TEST_ASSERT(q != NULL);
    TEST_CHECK(text_is(q, buf) && position_key(q) == position_key(p));
    TEST_CHECK(one_line_play(p, "reward:L2 reward:O1") && one_line_play(q, "reward:L2 reward:O1"));
    TEST_CHECK(position_key(q) == position_key(p) && shows(q, "F=W23,W22"));
    position_destroy(p);
    position_destroy(q);
}

/* Edits of `middle`, and what the refusal has to name. */
static const struct {
    const char *from, *to, *field;
} broken[] = {
    {"ph=N", "ph=X", "ph="},
    {"ph=N", "ph=E", "ph="}, /* there are black cards */
    {"p=0", "p=2", "p="},
    {"a=3", "a=4", "a="},
    {"a=3", "a=0", "a="},
    {"m=0", "m=2", "m="},
    {"b=0", "b=x", "b="},
    {"l=0", "l=1", "l="}, /* in phase N */
    {"r=1", "r=0", "r="},
    {"a=3 m=0", "m=0 a=3", "a="},
    {"R=2,5", "R=3,5", "R="}, /* six O1 */
    {"R=2,5", "R=1,5", "R="},
    {"R=2,5,", "R=2,", "R="},
    {"R=2,5,", "R=2,5,5,", "R="},
    {"WR=W1,", "WR=W5,", "W5"}, /* also in the deck */
    {"WR=W1,", "WR=W2,", "WR="},
    {"WR=W1,", "WR=B9,", "WR="},
    {"WR=W1,", "WR=W99,", "WR="},
    {"WR=W1,", "WR=", "WR="},
    {"BR=B1,", "BR=W7,", "BR="},
    {"BR=B1,", "BR=B1,B7,", "BR="},
    {"WD=0:-/W5,W6", "WD=1:W7/W5,W6", "WD="}, /* not all candidates, and one too many */
    {"WD=0:-/W5,W6", "WD=0:W7/W5,W6", "WD="}, /* candidates for no card */
    {"WD=0:-/W5,W6", "WD=0:-/W5,W6,W7", "WD="},
    {"WD=0:-/W5,W6", "WD=0:-/W5", "WD="},
    {"WD=0:-/W5,W6", "WD=0:-", "WD="},
    {"BD=0:-/B5,B6", "BD=0:-/B5,W7", "BD="},
    {"WR=W1,W2,W3,W4 BR=B1,B2,B3,B4 WD=0:-/W5,W6", /* an empty slot and cards */
     "WR=-,W2,W3,W4 BR=B1,B2,B3,B4 WD=0:-/W5,W6,W1", "WD="},
    {"s=0", "s=x", "s="},
    {"T=2,0", "T=x,0", "T="},
    {"T=2,0", "T=3,0", "R="},
    {"W9/1fdefff/", "W9/1fdeffe/", "U="},                   /* a closed cell is open */
    {"W9/1fdefff/", "W9/1fdffff/", "U="},                   /* covered by nothing */
    {"W9/1fdefff/000000000", "W9/1fdefff/100000000", "U="}, /* a piece on no cell */
    {"W9/1fdefff/000000000", "W9/1ffffff/002000000", "U="}, /* two pieces overlap */
    {"W9/1fdefff/000000000", "W9/1ffffff/000000000", "U="},
    {"W9/1fdefff/000000000", "W9/1fdefff/00000000", "U="},
    {"W9/1fdefff/000000000", "W9/1fdefff", "U="},
    {"W9/1fdefff/", "W9/3fdefff/", "U="},
    {"W9/1fdefff/", "W99/1fdefff/", "U="},
    {"W9/1fdefff/", "W1/1fdefff/", "U="}, /* W1 lies in the row */
    {"000000000;-;- F=-", "000000000;- F=-", "U="},
    {"000000000;-;- F=-", "000000000;-;-;- F=-", "U="},
    {"F=-", "F=W1", "F="},
    {"F=-", "F=W98", "F="},
    {"F=-", "F=W11", "WD="}, /* nine white puzzles of eight */
    {"| P1", "| P2", "P1"},
    {" black=6", " chain=draw:W0 black=6", "chain="}, /* that slot is full */
    {" black=6", " chain=draw:X0 black=6", "chain="},
    {" black=6", " chain=reward:W9 black=6", "chain="}, /* not completed */
    {" black=6", " chain=dance:W9 black=6", "chain="},
    {" black=6", " chain=recycle:W1 black=6", "chain="},
    {" black=6", " chain=master:W9:I2:0021000 black=6", "chain="},
    {"black=6", "black=7", "BD="},
    {"white=8", "white=7", "WD="},
    {"white=8", "white=3", "white"},
    {"white=8", "wight=8", "wight"},
    {"reserve=5", "reserve=6", "R="},
};

static void test_broken_texts(void) {
    for (size_t i = 0; i < sizeof broken / sizeof *broken; i++) {
        const char *line = edited(middle, broken[i].from, broken[i].to);
        error err;
        status st = one_line_refused(&project_l, line, &err);
        TEST_CHECK_(st != ST_OK, "%s is refused", broken[i].to);
        TEST_CHECK_(strstr(err.text, broken[i].field) != NULL, "%s for %s: %s", broken[i].field,
                    broken[i].to, err.text);
    }
    error err;
    /* W9 is full and stays, the piece on it counted: it should have been completed. */
    const char *full = edited(edited(middle, "R=2,5,3", "R=2,5,2"), "W9/1fdefff/000000000",
                              "W9/1ffffff/001000000");
    TEST_CHECK(one_line_refused(&project_l, full, &err) == ST_BAD_FEN && strstr(err.text, "U="));
    const char *late = edited(edited(middle, "BD=0:-/B5,B6", "BD=0:-/-"), "F=-", "F=B5,B6");
    TEST_CHECK(one_line_refused(&project_l, late, &err) == ST_BAD_FEN && strstr(err.text, "ph="));
    TEST_CHECK(one_line_refused(&project_l, edited(touches, "a=3", "a=2"), &err) == ST_BAD_FEN);
    TEST_CHECK(one_line_refused(&project_l, "", &err) != ST_OK);
    const char *five = PLAIN("0") PLAIN("1") PLAIN("2") PLAIN("3") PLAIN("4");
    TEST_CHECK(one_line_refused(&project_l, five, &err) != ST_OK && strstr(err.text, "seats"));
}

/* --- conservation --- */

static const bot *find_bot(const char *name) {
    for (const bot *b = project_l.bots; b->name; b++)
        if (strcmp(b->name, name) == 0) return b;
    return NULL;
}

/* Plays `actions` steps by `helped`, game after game; pieces add up and the hash is right. */
static void play_helped(const char *setup, int actions, uint64_t seed) {
    params options = one_line_setup(&project_l, setup);
    rules *r = NULL;
    error err;
    const bot *helped = find_bot("helped");
    TEST_CASE(setup);
    TEST_ASSERT(helped && rules_open(&r, &project_l, &options, &err) == ST_OK);
    _Alignas(16) unsigned char s[384];
    TEST_ASSERT(r->state_size <= sizeof s);
    action *list = malloc(r->max_actions * sizeof *list);
    float *weight = malloc(r->max_actions * sizeof *weight);
    TEST_ASSERT(list && weight);
    chance_buffers buf = {list, weight};
    rng g = rng_stream(seed, 0);
    int bad = 0;
    project_l.start(r, s);
    for (int played = 0; played < actions && !bad;) {
        int actor = project_l.actor(r, s);
        if (actor == ACTOR_NONE) {
            project_l.start(r, s);
            continue;
        }
        played += actor != ACTOR_CHANCE;
        project_l.apply(r, s, NULL,
                        actor == ACTOR_CHANCE ? game_draw_chance(r, s, buf, &g, NULL)
                                              : helped->choose(r, s, NULL, &g));
        bad += project_l.check(r, s, &err) != ST_OK;
        TEST_CHECK_(!bad, "%s", err.text);
        TEST_CHECK(project_l.hash(r, s) == project_l.rehash(r, s));
    }
    free(list);
    free(weight);
    rules_close(r);
}

static void test_conservation(void) {
    play_helped("", 100000, 1);
    play_helped("players 4 rules reference set reserve=4", 100000, 2);
    play_helped("players 1 set white=4 black=5 reserve=5", 50000, 3);
    play_helped("players 3 set ft_return=0 pass=1 same_change=1 rounds=12", 50000, 4);
}

TEST_LIST = {{"start_text", test_start_text},
             {"start_is_eight_draws", test_start_is_eight_draws},
             {"determined_draws", test_determined_draws},
             {"small_decks", test_small_decks},
             {"sizes", test_sizes},
             {"option_file", test_option_file},
             {"round_trips", test_round_trips},
             {"round_trips_inside_tokens", test_round_trips_inside_tokens},
             {"round_trip_of_a_reward", test_round_trip_of_a_reward},
             {"broken_texts", test_broken_texts},
             {"conservation", test_conservation},
             {NULL, NULL}};
