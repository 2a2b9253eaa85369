/* Who starts, where a game on the kit leaves that to chance; and the readers of moves that authors
 * may use. */
#include <acutest.h>

#include "engine/base/memory.h"
#include "engine/game/battery.h"
#include "engine/game/perft.h"
#include "tests/support/one_line.h"
#include "tests/support/small_kits.h"

static bw_game lots;

/* kit_walk, but a lot says who begins. */
static kit *make_lots(void) {
    lots = kit_walk;
    lots.name = "lots";
    lots.flags = BW_FIRST_RANDOM;
    return kit_made(&lots);
}

static void test_an_event(void) {
    kit *k = make_lots();
    const game *g = kit_game(k);
    position *p = one_line_start(g, "");
    error err;
    TEST_ASSERT(p != NULL);
    const rules *r = position_rules(p);
    TEST_CHECK(r->traits & GAME_CHANCE && g->traits & GAME_FIRST_EVENT);
    TEST_CHECK(g->actor(r, position_data(p)) == ACTOR_CHANCE && one_line_is(p, "A__/B__ - 1 -"));
    action out[8];
    float weight[8];
    TEST_CHECK(g->chance(r, position_data(p), out, weight) == 2);
    TEST_CHECK(weight[0] > 0.49F && weight[1] < 0.51F);
    TEST_CHECK(position_play(p, "0,0:0,1", &err) == ST_CHANCE_EXPECTED);
    TEST_CHECK(position_play(p, "!first=3", &err) == ST_CHANCE_IMPOSSIBLE);
    TEST_CHECK_(strcmp(err.text, "who starts is drawn here: first=1 to first=2") == 0, "%s",
                err.text);
    TEST_CHECK(position_play(p, "!first=0", &err) == ST_CHANCE_IMPOSSIBLE);
    uint64_t before = position_key(p);
    TEST_CHECK(one_line_play(p, "!first=2") && one_line_is(p, "A__/B__ 1 1 -"));
    TEST_CHECK(position_key(p) != before && position_ply(p) == 1);
    TEST_CHECK(position_play(p, "0,0:0,1", &err) == ST_ILLEGAL_ACTION);
    TEST_CHECK(one_line_play(p, "1,0:1,1") && one_line_is(p, "A__/_B_ 0 2 -"));
    TEST_CHECK(position_undo(p, 2, &err) == ST_OK && position_key(p) == before);
    position_destroy(p);
    kit_destroy(k);
    TEST_CHECK(mem_live() == 0);
}

/* Said beforehand there is no lot, and no chance. */
static void test_said(void) {
    kit *k = make_lots();
    position *p = one_line_start(kit_game(k), "first 2");
    error err;
    TEST_ASSERT(p && one_line_is(p, "A__/B__ 1 1 -"));
    TEST_CHECK(!(position_rules(p)->traits & GAME_CHANCE));
    position_destroy(p);
    p = one_line_start(kit_game(k), "first 1");
    TEST_CHECK(p && one_line_is(p, "A__/B__ 0 1 -"));
    position_destroy(p);
    p = one_line_start(kit_game(k), "first random");
    TEST_CHECK(p && one_line_is(p, "A__/B__ - 1 -"));
    position_destroy(p);
    kit *plain = kit_made(&kit_walk);
    params second = params_default();
    second.first = 1;
    TEST_CHECK(position_start(&p, kit_game(plain), &second, SEAT_ALL, &err) == ST_UNSUPPORTED);
    kit_destroy(plain);
    bw_game alone = kit_walk;
    alone.flags = BW_FIRST_RANDOM;
    alone.initial_player = kit_never;
    TEST_CHECK(kit_create(&plain, &alone, &err) == ST_BAD_VALUE);
    alone.initial_player = NULL;
    alone.players = 1;
    TEST_CHECK(kit_create(&plain, &alone, &err) == ST_BAD_VALUE);
    kit_destroy(k);
}

/* A seed draws it, each seat about as often. */
static void test_rolled(void) {
    kit *k = make_lots();
    const game *g = kit_game(k);
    int second = 0;
    enum { GAMES = 200 };
    for (uint64_t seed = 0; seed < GAMES; seed++) {
        position *p = one_line_start(g, "");
        error err;
        TEST_ASSERT(p != NULL);
        position_set_seed(p, seed);
        TEST_CHECK(position_resolve(p, &err) == ST_OK);
        second += g->actor(position_rules(p), position_data(p));
        position_destroy(p);
    }
    TEST_CHECK_(second > GAMES / 4 && second < 3 * GAMES / 4, "%d of %d", second, GAMES);
    kit_destroy(k);
}

static void test_texts(void) {
    kit *k = make_lots();
    const game *g = kit_game(k);
    error err;
    position *p = one_line_read(g, "A__/B__ - 1 -");
    TEST_CHECK(p && g->actor(position_rules(p), position_data(p)) == ACTOR_CHANCE);
    position_destroy(p);
    p = one_line_read(g, "A__/B__ 1 1 -");
    TEST_CHECK(p && g->actor(position_rules(p), position_data(p)) == 1);
    position_destroy(p);
    TEST_CHECK(one_line_refused(g, "_A_/B__ - 2 -", &err) == ST_BAD_FEN);
    TEST_CHECK_(strstr(err.text, "only at the start") != NULL, "%s", err.text);
    kit *plain = kit_made(&kit_walk);
    TEST_CHECK(one_line_refused(kit_game(plain), "A__/B__ - 1 -", &err) == ST_BAD_FEN);
    kit_destroy(plain);
    kit_destroy(k);
}

/* The lot is one level more than the games of both starters. */
static uint64_t lines(const game *g, const char *setup, unsigned depth) {
    position *p = one_line_start(g, setup);
    perft_options o = {.depth = depth};
    perft_result res = {0};
    TEST_CHECK(p && perft_run(p, &o, NULL, NULL, &res, NULL) == ST_OK);
    position_destroy(p);
    return res.nodes;
}

static void test_battery(void) {
    kit *k = make_lots();
    const game *g = kit_game(k);
    params usual = params_default();
    battery_options o = {.games = 20, .seed = 5, .max_plies = 60};
    battery_result done;
    error err = {0};
    TEST_CHECK_(battery_run(g, &usual, &o, &done, &err) == ST_OK, "%s", err.text);
    TEST_CHECK(done.plies > 100);
    TEST_CHECK_(kit_check(g, &usual, 5, 1, NULL, &err) == ST_OK, "%s", err.text);
    usual.first = 1;
    TEST_CHECK_(battery_run(g, &usual, &o, &done, &err) == ST_OK, "%s", err.text);
    TEST_CHECK(lines(g, "", 5) == lines(g, "first 1", 4) + lines(g, "first 2", 4));
    kit_destroy(k);
    TEST_CHECK(mem_live() == 0);
}

/* --- reading moves --- */

static void test_move_read(void) {
    static const bw_game g = {
        .rows = 10, .cols = 12, .pieces = "Xx_\xe2\x99\x94\xe2\x99\x95\xc3\xa9"};
    const struct {
        const char *in;
        int good;
        bw_move want;
    } texts[] = {{"X 2,0", 1, bw_placement('X', 2, 0)},
                 {"X:2,0", 1, bw_placement('X', 2, 0)},
                 {"x \t 9 , 11", 1, bw_placement('x', 9, 11)},
                 {"_ 0,0", 1, bw_placement('_', 0, 0)},
                 {"6,1 5,0", 1, bw_movement(6, 1, 5, 0)},
                 {"6 ,1:5, 0", 1, bw_movement(6, 1, 5, 0)},
                 {"\xe2\x99\x94 1,2", 1, bw_placement(1, 1, 2)}, /* the first wide one */
                 {"\xe2\x99\x95:1,2", 1, bw_placement(2, 1, 2)},
                 {"u2655:1,2", 1, bw_placement(2, 1, 2)},
                 {"\xc3\xa9 1,2", 1, bw_placement(0xe9, 1, 2)},
                 {"X 10,0", 0, 0},
                 {"X 0,12", 0, 0},
                 {"10,0 1,1", 0, 0},
                 {"99999999999,0 1,1", 0, 0},
                 {"Y 1,1", 0, 0},
                 {"u2656:1,2", 0, 0},
                 {"X2,0", 0, 0},
                 {"X 2,0 ", 0, 0},
                 {" X 2,0", 0, 0},
                 {"X 2", 0, 0},
                 {"X -1,0", 0, 0},
                 {"1,1", 0, 0},
                 {"1,1 2,2 3,3", 0, 0},
                 {"\xff 1,1", 0, 0},
                 {"", 0, 0}};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        bw_move m = 12345;
        int good = bw_move_read(&g, texts[i].in, &m);
        TEST_CHECK_(good == texts[i].good && (!good || m == texts[i].want), "%s", texts[i].in);
        if (!good) TEST_CHECK(m == 12345);
    }
}

/* Its parts, for words of an author's own: "take 2,3". */
static void test_parts(void) {
    int r = -1;
    int c = -1;
    const char *rest = bw_place_read("2 , 3 and more", &r, &c);
    TEST_CHECK(rest && strcmp(rest, " and more") == 0 && r == 2 && c == 3);
    TEST_CHECK(!bw_place_read("2;3", &r, &c) && !bw_place_read("", &r, &c));
    uint32_t code = 0;
    TEST_CHECK(bw_utf8_read("\xe2\x99\x94", &code) == 3 && code == 0x2654);
    TEST_CHECK(bw_utf8_read("\xc0\x80", &code) == 0 && bw_utf8_read("", &code) == 0);
    TEST_CHECK(bw_piece_byte(&kit_row, 'B') == 'B' && bw_piece_byte(&kit_row, 'Q') < 0);
}

TEST_LIST = {{"an_event", test_an_event}, {"said", test_said},
             {"rolled", test_rolled},     {"texts", test_texts},
             {"battery", test_battery},   {"move_read", test_move_read},
             {"parts", test_parts},       {NULL, NULL}};
