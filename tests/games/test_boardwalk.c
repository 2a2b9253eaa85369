/* The twelve games on the kit: known counts, the author's promises, and cases worked by hand. The
 * deepest counts are a command of their own: kibitz perft daisy 4 gives 151484609994. */
#include <acutest.h>

#include "engine/base/memory.h"
#include "engine/game/perft.h"
#include "engine/sdk/kit.h"
#include "games/boardwalk/boardwalk_games.h"
#include "tests/support/one_line.h"

static kit *open_kit(const char *name) {
    kit *k = NULL;
    for (const bw_game *const *g = boardwalk_games; *g && !k; g++)
        if (strcmp((*g)->name, name) == 0) TEST_CHECK(kit_create(&k, *g, NULL) == ST_OK);
    TEST_ASSERT_(k != NULL, "%s is there", name);
    return k;
}

static uint64_t lines(const char *name, const char *setup, unsigned depth) {
    kit *k = open_kit(name);
    position *p = one_line_start(kit_game(k), setup);
    perft_options o = {.depth = depth};
    perft_result res = {0};
    error err = {0};
    TEST_CHECK_(p && perft_run(p, &o, NULL, NULL, &res, &err) == ST_OK, "%s", err.text);
    position_destroy(p);
    kit_destroy(k);
    return res.nodes;
}

/* --- counts --- */

static void test_counts(void) {
    static const struct {
        const char *name, *setup;
        uint64_t nodes[8]; /* from depth 1 on */
    } known[] = {{"amethyst", "", {7, 49, 392, 3136, 27210, 235633}},
                 {"amethyst12", "", {7, 49, 379, 2872, 23582, 189143}},
                 {"daisy", "", {648, 414720, 252250176}},
                 {"lazuli", "", {4, 12, 60, 400, 2960, 24600, 221072}},
                 {"lilac", "", {24, 184, 4208, 41368, 974560}},
                 {"lilac", "set passive_capture=1", {24, 184, 4208, 41368, 976128}},
                 {"obsidian", "", {20, 400, 8902, 197742}},
                 {"orchid", "", {24, 552, 12144, 255024}},
                 {"peridot", "", {9, 72, 504, 3024, 15120, 54720, 148176, 200448}},
                 {"quartz", "", {4, 12, 56, 244, 1396, 8200, 55092, 390216}},
                 {"saffron", "", {4, 14, 56, 140, 352, 1016, 2902, 7422}},
                 {"tangerine", "", {30, 800, 19360, 410816}},
                 {"topaz", "", {24, 552, 12144, 255024}},
                 {"violet", "", {80, 2176, 168420, 4307152}}};
#if TEST_PACE
    const uint64_t max = UINT64_MAX;
#else
    const uint64_t max = 16000; /* under sanitizers */
#endif
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        TEST_CASE(known[i].name);
        for (unsigned d = 0; d < 8 && known[i].nodes[d] && known[i].nodes[d] < max; d++) {
            uint64_t got = lines(known[i].name, known[i].setup, d + 1);
            TEST_CHECK_(got == known[i].nodes[d], "depth %u: %llu, not %llu", d + 1,
                        (unsigned long long)got, (unsigned long long)known[i].nodes[d]);
        }
    }
    TEST_CHECK(lines("peridot", "", 9) == 127872);
    TEST_CHECK(mem_live() == 0);
}

/* --- promises --- */

static void test_promises(void) {
#if TEST_PACE
    enum { GAMES = 6 };
#else
    enum { GAMES = 1 };
#endif
    static const char *const setups[][2] = {{"amethyst", ""},
                                            {"amethyst", "set king_slide=0"},
                                            {"amethyst12", ""},
                                            {"daisy", ""},
                                            {"lazuli", ""},
                                            {"lilac", ""},
                                            {"lilac", "set passive_capture=1"},
                                            {"obsidian", ""},
                                            {"orchid", ""},
                                            {"peridot", ""},
                                            {"quartz", ""},
                                            {"saffron", ""},
                                            {"tangerine", ""},
                                            {"topaz", ""},
                                            {"topaz", "set cross_centre=1"},
                                            {"violet", ""}};
    for (size_t i = 0; i < sizeof setups / sizeof *setups; i++) {
        kit *k = open_kit(setups[i][0]);
        params p = one_line_setup(kit_game(k), setups[i][1]);
        error err = {0};
        TEST_CASE(setups[i][0]);
        TEST_CHECK_(kit_check(kit_game(k), &p, GAMES, 11, NULL, &err) == ST_OK, "%s", err.text);
        kit_destroy(k);
    }
}

/* --- by hand --- */

/* What a game says after moves from a text: the text then, or why not. */
typedef struct scene_case {
    const char *name, *setup, *from, *moves, *then;
} scene_case;

static position *open_case(const kit *k, const scene_case *c) {
    params setup = one_line_setup(kit_game(k), c->setup);
    position *p = NULL;
    error err = {0};
    status st = c->from ? position_read(&p, kit_game(k), &setup, SEAT_ALL, c->from, &err)
                        : position_start(&p, kit_game(k), &setup, SEAT_ALL, &err);
    TEST_CHECK_(st == ST_OK, "%s", err.text);
    return p;
}

static void run_cases(const scene_case *c, size_t n) {
    for (size_t i = 0; i < n; i++) {
        kit *k = open_kit(c[i].name);
        TEST_CASE(c[i].then);
        position *p = open_case(k, &c[i]);
        TEST_ASSERT(p && one_line_play(p, c[i].moves));
        TEST_CHECK(one_line_is(p, c[i].then));
        position_destroy(p);
        kit_destroy(k);
    }
}

#define RUN(cases) run_cases(cases, sizeof(cases) / sizeof *(cases))

static void test_amethyst(void) {
    static const scene_case cases[] = {
        /* A man takes twice in one turn; the second is a must, with that piece. */
        {"amethyst", "",
         "________/________/___O____/________/_O______/A_____A_/_______O/________ 0 9 000000",
         "5,0:3,2",
         "________/________/___O____/__A_____/________/______A_/_______O/________ 0 10 010302"},
        {"amethyst", "",
         "________/________/___O____/________/_O______/A_____A_/_______O/________ 0 9 000000",
         "5,0:3,2 3,2:1,4",
         "________/____A___/________/________/________/______A_/_______O/________ 1 11 000000"},
        /* A man that is crowned while taking continues as a king, over any distance. */
        {"amethyst", "",
         "________/_O______/A_______/_____O__/________/________/O_______/________ 0 9 000000",
         "2,0:0,2 0,2:4,6",
         "________/________/________/________/______~c2_/________/O_______/________ 1 11 000000"},
        /* No move is left: lost. */
        {"amethyst", "",
         "________/________/________/________/________/________/O_______/_A_____A 0 9 000000",
         "7,7:6,6",
         "________/________/________/________/________/________/O_____A_/_A______ 1 10 000000 "
         "no-move=0"}};
    RUN(cases);
    kit *k = open_kit("amethyst");
    position *p = one_line_read(
        kit_game(k),
        "________/________/___O____/__A_____/________/______A_/_______O/________ 0 10 010302");
    error err;
    TEST_ASSERT(p != NULL);
    TEST_CHECK(position_verify(p, "3,2:2,1", NULL, &err) == ST_ILLEGAL_ACTION);
    TEST_CHECK(position_verify(p, "5,6:4,5", NULL, &err) == ST_ILLEGAL_ACTION);
    TEST_CHECK(position_verify(p, "3,2:1,4", NULL, &err) == ST_OK);
    position_destroy(p);
    TEST_CHECK(one_line_refused(kit_game(k),
                                "_A______/________/________/________/________/________/________/"
                                "________ 0 9 000000",
                                &err) == ST_BAD_FEN);
    TEST_CHECK(one_line_refused(kit_game(k),
                                "________/________/________/________/________/________/________/"
                                "A_______ 0 9 01ff07",
                                &err) == ST_BAD_FEN);
    kit_destroy(k);
}

static void test_lilac(void) {
    static const scene_case cases[] = {
        /* Two at once, by the piece that moved alone. */
        {"lilac", "", "_______/__VAV__/___V___/V______/_______/_____~c2_/_______ 0 9 -", "3,0:3,1",
         "_______/__VAV__/___V___/_V_____/_______/_____~c2_/_______ 1 10 -"},
        {"lilac", "", "_______/VA_AV__/__V____/_______/_~c2_____/_______/_______ 0 9 -", "2,2:1,2",
         "_______/V_V_V__/_______/_______/_~c2_____/_______/_______ 1 10 -"},
        /* Into a sandwich: safe, unless the option says otherwise. */
        {"lilac", "", "_______/_A_A___/__V____/_______/_~c2_____/_______/_______ 0 9 -", "2,2:1,2",
         "_______/_AVA___/_______/_______/_~c2_____/_______/_______ 1 10 -"},
        {"lilac", "set passive_capture=1",
         "____V__/_A_A___/__V____/_______/_~c2_____/_______/_______ 0 9 -", "2,2:1,2",
         "____V__/_A_A___/_______/_______/_~c2_____/_______/_______ 1 10 -"},
        /* The king is taken like any other, and wins on the border. */
        {"lilac", "", "_______/V~c2_____/__V____/_______/_______/_______/_______ 0 9 -", "2,2:1,2",
         "_______/V_V____/_______/_______/_______/_______/_______ 0 9 - finished=0"},
        {"lilac", "", "_______/_~c2_____/__V____/_______/_______/_______/_______ 1 9 -", "1,1:1,0",
         "_______/~c2______/__V____/_______/_______/_______/_______ 1 9 - finished=1"}};
    RUN(cases);
    kit *k = open_kit("lilac");
    position *p = one_line_read(kit_game(k),
                                "_______/_______/___V___/V_A____/_______/____~c2__/_______ 0 9 -");
    error err;
    TEST_ASSERT(p != NULL); /* the centre is the king's */
    TEST_CHECK(position_verify(p, "2,3:3,3", NULL, &err) == ST_ILLEGAL_ACTION);
    TEST_CHECK(strcmp(err.reason, "not-valid") == 0);
    position_destroy(p);
    TEST_CHECK(one_line_refused(kit_game(k),
                                "_______/_______/_______/V__A___/_______/____~c2__/_______ 0 9 -",
                                &err) == ST_BAD_FEN);
    kit_destroy(k);
}

static void test_orchid(void) {
    static const scene_case cases[] = {
        {"orchid", "", NULL, "A:0,0 A:0,1 B:0,2 B:0,3 A:0,4",
         "AABBA/_____/_____/_____/_____ 0 6 05"},
        /* One piece a direction, not a run. */
        {"orchid", "", "ABA__/_B___/_A___/B____/____B 0 40 18", "2,1:3,1",
         "ABA__/_B___/_____/BA___/____B 1 41 18"},
        {"orchid", "", "_____/_____/ABBA_/____A/____B 0 40 18", "2,0:1,0",
         "_____/A____/_BBA_/____A/____B 1 41 18"},
        {"orchid", "", "___A_/___B_/_____/B___A/___AB 0 40 18", "3,4:2,4 3,0:3,1 2,4:2,3",
         "___A_/_____/___A_/_B___/___AB 1 43 18"},
        /* Who cannot move is skipped. */
        {"orchid", "", "BA___/A____/_____/_____/_____ 0 40 18", "1,0:2,0",
         "BA___/_____/A____/_____/_____ 1 41 18"},
        {"orchid", "", "BA___/A____/_____/_A___/_____ 0 40 18", "3,1:4,1",
         "BA___/A____/_____/_____/_A___ 0 41 18"},
        /* The last one taken wins. */
        {"orchid", "", "AB___/__A__/_____/_____/_____ 0 40 18", "1,2:0,2",
         "A_A__/_____/_____/_____/_____ 0 40 18 finished=0"}};
    RUN(cases);
    kit *k = open_kit("orchid");
    error err;
    position *p = one_line_start(kit_game(k), "");
    TEST_ASSERT(p != NULL);
    TEST_CHECK(position_verify(p, "A:2,2", NULL, &err) == ST_ILLEGAL_ACTION);
    position_destroy(p);
    TEST_CHECK(one_line_refused(kit_game(k), "AABBA/_____/_____/_____/_____ 1 6 05", &err) ==
               ST_BAD_FEN);
    TEST_CHECK(one_line_refused(kit_game(k), "AABBA/_____/_____/_____/_____ 0 6 19", &err) ==
               ST_BAD_FEN);
    kit_destroy(k);
}

static void test_topaz(void) {
    static const scene_case cases[] = {
        /* A mill by placing; the same player takes, from a mill as well. */
        {"topaz", "", NULL, "A:0,0 B:1,1 A:0,3 B:1,3 A:0,6",
         "A..A..A/.B.B._./..___../___.___/..___../._._._./_.._.._ 0 6 060701"},
        {"topaz", "", NULL, "A:0,0 B:1,1 A:0,3 B:1,3 A:0,6 _:1,1",
         "A..A..A/._.B._./..___../___.___/..___../._._._./_.._.._ 1 7 060700"},
        /* Across the middle only where the option says so. */
        {"topaz", "set cross_centre=1",
         "A..A.._/.B.B.B./..A__../__A.___/..___../._._._./_.._.._ 0 40 000000", "3,2:3,4",
         "A..A.._/.B.B.B./..A__../___.A__/..___../._._._./_.._.._ 1 41 000000"},
        /* Two are left: lost. */
        {"topaz", "", "A.._..A/.B.B.B./..A__../___.___/..___../._._._./_..A.._ 1 40 000000",
         "1,3:2,3", "A.._..A/.B._.B./..AB_../___.___/..___../._._._./_..A.._ 0 41 000000"},
        {"topaz", "", "A..A..A/.B._.B./..__B../___.___/..___../._._._./_.._.._ 0 40 000001",
         "_:1,1", "A..A..A/._._.B./..__B../___.___/..___../._._._./_.._.._ 0 40 000000 finished=0"},
        /* Nowhere to go: lost. */
        {"topaz", "", "B..B..B/.A.A.A./..__A../A__.___/..___../._._._./_.._.._ 0 40 000000",
         "2,4:3,4", "B..B..B/.A.A.A./..___../A__.A__/..___../._._._./_.._.._ 1 41 000000"},
        {"topaz", "", "B..B..B/.A.A.A./..__A../A__.__A/..___../._._._./_.._.._ 0 40 000000",
         "2,4:3,4",
         "B..B..B/.A.A.A./..___../A__.A_A/..___../._._._./_.._.._ 0 40 000000 finished=0"}};
    RUN(cases);
    kit *k = open_kit("topaz");
    position *p = one_line_read(
        kit_game(k), "A..A.._/.B.B.B./..A__../__A.___/..___../._._._./_.._.._ 0 40 000000");
    error err;
    TEST_ASSERT(p != NULL);
    TEST_CHECK(position_verify(p, "3,2:3,4", NULL, &err) == ST_ILLEGAL_ACTION);
    TEST_CHECK(position_verify(p, "_:1,1", NULL, &err) == ST_ILLEGAL_ACTION);
    TEST_CHECK(position_verify(p, "A:0,6", NULL, &err) == ST_ILLEGAL_ACTION);
    TEST_CHECK(position_verify(p, "A:3,3", NULL, &err) == ST_ILLEGAL_ACTION);
    TEST_CHECK(strcmp(err.reason, "not-on-board") == 0);
    position_destroy(p);
    kit_destroy(k);
}

static void test_the_others(void) {
    static const scene_case cases[] = {
        {"saffron", "", NULL, "3,3:3,4 4,4:4,3 3,4:3,3",
         "________/________/________/___Aa___/___Bb___/________/________/________ 0 3 01 "
         "finished=1"},
        {"quartz", "", NULL, "A:2,4",
         "________/________/____A___/___AA___/___VA___/________/________/________ 1 2 -"},
        /* Skipped: V has no answer. */
        {"quartz", "",
         "_VA_____/________/________/________/________/________/________/______VA 0 30 -", "A:0,0",
         "AAA_____/________/________/________/________/________/________/______VA 0 31 -"},
        {"tangerine", "", "______/______/HHHHHH/HHHHHH/HHHHHH/HHHHHH 1 14 -", "V:1,0",
         "V_____/V_____/HHHHHH/HHHHHH/HHHHHH/HHHHHH 0 15 -"},
        {"tangerine", "", "__HHHH/HHHHHH/HHHHHH/HHHHHH/HHHHHH/HHHHHH 0 14 -", "H:0,0",
         "HHHHHH/HHHHHH/HHHHHH/HHHHHH/HHHHHH/HHHHHH 0 14 - finished=0"},
        {"lazuli", "", "..___../..___../___XX__/_______/_______/..___../..___.. 0 31 -", "2,4:2,2",
         "..___../..___../__X____/_______/_______/..___../..___.. 0 31 - finished=-"},
        {"lazuli", "", "..___../..___../_______/_XX____/_______/..___../..___.. 0 31 -", "3,1:3,3",
         "..___../..___../_______/___X___/_______/..___../..___.. 0 31 - finished=0"},
        {"obsidian", "",
         "___D____/f_______/________/________/________/________/________/___d____ 0 50 -",
         "1,0:0,0",
         "e__D____/________/________/________/________/________/________/___d____ 1 51 -"},
        {"obsidian", "",
         "e__D____/________/________/________/________/________/________/___d____ 0 51 -",
         "0,0:0,3",
         "___e____/________/________/________/________/________/________/___d____ 0 51 - "
         "finished=0"},
        {"violet", "", NULL, "9,3:8,3 X:9,3",
         "___V__V___/__________/__________/V________V/__________/__________/A________A/__________/"
         "___A______/___X__A___ 1 3 000000"},
        {"daisy", "", NULL, "A:4,4 a:5,4",
         "_________/_________/_________/_________/____A____/____a____/_________/_________/"
         "_________ 0 3 "
         "00010102020202090001010202020209"},
        {"daisy", "", NULL, "A:4,4 a:5,4 4,4:5,4",
         "_________/_________/_________/_________/_________/____A____/_________/_________/"
         "_________ 0 3 "
         "01010102020202090001010202020209 finished=0"}};
    RUN(cases);
    kit *k = open_kit("daisy"); /* no one takes without a king on the board */
    position *p = one_line_start(kit_game(k), "");
    TEST_ASSERT(p && one_line_play(p, "B:4,4 h:4,6"));
    TEST_CHECK(position_verify(p, "4,4:4,6", NULL, NULL) == ST_ILLEGAL_ACTION);
    TEST_ASSERT(one_line_play(p, "A:8,8 g:0,0"));
    TEST_CHECK(position_verify(p, "4,4:4,6", NULL, NULL) == ST_OK);
    position_destroy(p);
    kit_destroy(k);
}

/* A lost game of one seat is worth nothing, a won one everything. */
static void test_one_seat(void) {
    kit *k = open_kit("lazuli");
    float share[1];
    int32_t points[1];
    position *lost = one_line_read(
        kit_game(k), "..___../..___../__X____/_______/_______/..___../..___.. 0 31 -");
    position *won = one_line_read(kit_game(k),
                                  "..___../..___../_______/___X___/_______/..___../..___.. 0 31 -");
    TEST_ASSERT(lost && won);
    kit_game(k)->returns(position_rules(lost), position_data(lost), share, points);
    TEST_CHECK(share[0] == 0);
    kit_game(k)->returns(position_rules(won), position_data(won), share, points);
    TEST_CHECK(share[0] == 1);
    position_destroy(lost);
    position_destroy(won);
    kit_destroy(k);
}

TEST_LIST = {
    {"counts", test_counts},         {"promises", test_promises}, {"amethyst", test_amethyst},
    {"lilac", test_lilac},           {"orchid", test_orchid},     {"topaz", test_topaz},
    {"the_others", test_the_others}, {"one_seat", test_one_seat}, {NULL, NULL}};
