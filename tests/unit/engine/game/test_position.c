#include <acutest.h>

#include "engine/base/memory.h"
#include "games/connect4/connect4.h"
#include "games/leduc/leduc.h"
#include "games/pig/pig.h"
#include "tests/support/one_line.h"
#include "tests/support/toy_game.h"

static void test_play_and_undo(void) {
    position *p = one_line_start(&connect4, "");
    TEST_ASSERT(p != NULL);
    uint64_t start = position_key(p);
    error err;
    TEST_CHECK(one_line_play(p, "d d @1:e") && position_ply(p) == 3);
    TEST_CHECK(one_line_is(p, "7/7/7/7/3O3/3XX2 1"));
    TEST_CHECK(strcmp(position_event(p, 2), "e") == 0 && !position_event(p, 3));
    TEST_CHECK(position_play(p, "x", &err) == ST_ILLEGAL_ACTION && position_ply(p) == 3);
    TEST_CHECK(position_undo(p, 4, &err) == ST_NOT_FOUND && position_ply(p) == 3);
    TEST_CHECK(position_undo(p, 1, &err) == ST_OK && one_line_is(p, "7/7/7/7/3O3/3X3 0"));
    position_cut(p, 0);
    TEST_CHECK(position_ply(p) == 0 && position_key(p) == start && !position_origin(p));
    position_destroy(p);
    position_destroy(NULL);
    TEST_CHECK(mem_live() == 0);
}

static void test_read(void) {
    error err;
    position *p = one_line_read(&pig, "p=2 turn=8 s=1,2,3 target=50"); /* no one has 1 */
    TEST_CHECK(!p && one_line_refused(&pig, "p=2 turn=8 s=1,2,3 target=50", &err) == ST_BAD_FEN);
    p = one_line_read(&pig, "p=2 turn=8 s=5,2,3 target=50"); /* brings players and target along */
    TEST_ASSERT(p != NULL);
    TEST_CHECK(position_rules(p)->players == 3);
    TEST_CHECK(params_int(&position_rules(p)->options, "target", 100) == 50);
    TEST_CHECK(strcmp(position_origin(p), "p=2 turn=8 s=5,2,3 target=50") == 0);
    TEST_CHECK(one_line_play(p, "hold") && one_line_is(p, "p=0 turn=0 s=5,2,11 target=50"));
    position_destroy(p);
    TEST_CHECK(mem_live() == 0);
}

static void test_clone_goes_its_own_way(void) {
    position *p = one_line_start(&toy_game, "");
    position *c;
    error err;
    TEST_ASSERT(p && one_line_play(p, "s !h s !t"));
    TEST_ASSERT(position_clone(&c, p, &err) == ST_OK);
    TEST_CHECK(position_key(c) == position_key(p) && position_ply(c) == 4);
    TEST_CHECK(position_trail(c)->len == position_trail(p)->len);
    TEST_CHECK(one_line_play(c, "s") && position_ply(p) == 4);
    TEST_CHECK(position_undo(c, 3, &err) == ST_OK && position_ply(c) == 2);
    position_destroy(p);
    TEST_CHECK(one_line_is(c, "f=0 p=1 at=m left=0 win=-")); /* the rules live as long as needed */
    position_destroy(c);
    TEST_CHECK(mem_live() == 0);
}

/* Without a seed chance waits; with one, every prefix and every takeback sees the same outcomes. */
static void test_seeded_rolls(void) {
    position *p = one_line_start(&pig, "");
    position *q = one_line_start(&pig, "");
    error err;
    TEST_ASSERT(p && q);
    TEST_CHECK(one_line_play(p, "roll"));
    TEST_CHECK(position_play(p, "roll", &err) == ST_CHANCE_EXPECTED && position_ply(p) == 1);
    position_set_seed(p, 77);
    position_set_seed(q, 77);
    TEST_CHECK(one_line_play(p, "roll roll roll") && position_resolve(p, &err) == ST_OK);
    TEST_CHECK(position_ply(p) == 8);
    for (unsigned n = 1; n <= 4; n++) {
        TEST_CHECK(one_line_play(q, "roll") && position_resolve(q, &err) == ST_OK);
        TEST_ASSERT(position_ply(q) == 2 * n);
        for (unsigned i = 0; i < 2 * n; i++)
            TEST_CHECK_(strcmp(position_event(p, i), position_event(q, i)) == 0, "event %u", i);
    }
    TEST_CHECK(position_key(p) == position_key(q));
    TEST_CHECK(position_undo(q, 1, &err) == ST_OK && position_ply(q) == 6); /* with its roll */
    TEST_CHECK(one_line_play(q, "roll") && position_resolve(q, &err) == ST_OK);
    TEST_CHECK(position_key(p) == position_key(q));
    position_cut(q, 3);
    TEST_CHECK(position_ply(q) == 3 && position_resolve(q, &err) == ST_OK);
    TEST_CHECK(strcmp(position_event(p, 3), position_event(q, 3)) == 0);
    position_destroy(p);
    position_destroy(q);
}

static void test_rolls_at_the_start_stay(void) {
    position *p = one_line_start(&leduc, "");
    error err;
    TEST_ASSERT(p != NULL);
    position_set_seed(p, 3);
    TEST_CHECK(position_resolve(p, &err) == ST_OK && position_ply(p) == 2);
    TEST_CHECK(position_undo(p, 1, &err) == ST_NOT_FOUND && position_ply(p) == 2);
    TEST_CHECK(one_line_play(p, "call call") && position_resolve(p, &err) == ST_OK);
    TEST_CHECK(position_ply(p) == 5);
    TEST_CHECK(position_undo(p, 1, &err) == ST_OK && position_ply(p) == 3);
    position_destroy(p);
}

static void test_single_outcomes_are_silent(void) {
    position *p = one_line_start(&toy_game, "");
    error err;
    TEST_ASSERT(p != NULL);
    TEST_CHECK(one_line_play(p, "r") && position_ply(p) == 1);
    TEST_CHECK(one_line_is(p, "f=1 p=1 at=m left=0 win=-"));
    TEST_CHECK(position_play(p, "!t", &err) == ST_CHANCE_IMPOSSIBLE);
    TEST_CHECK(position_play(p, "!h", &err) == ST_OK && position_ply(p) == 1);
    TEST_CHECK(position_play(p, "!h", &err) == ST_ACTION_EXPECTED);
    TEST_CHECK(!position_event(p, 1));
    TEST_CHECK(one_line_play(p, "r !h rr") && position_ply(p) == 4);
    TEST_CHECK(position_undo(p, 2, &err) == ST_OK && one_line_is(p, "f=2 p=1 at=c left=0 win=-"));
    TEST_CHECK(position_undo(p, 1, &err) == ST_OK && one_line_is(p, "f=1 p=1 at=m left=0 win=-"));
    position_cut(p, 1);
    TEST_CHECK(one_line_is(p, "f=1 p=1 at=m left=0 win=-") && position_ply(p) == 1);
    TEST_CHECK(position_undo(p, 1, &err) == ST_OK && one_line_is(p, "f=0 p=0 at=m left=0 win=-"));
    position_destroy(p);
    p = one_line_read(&toy_game, "f=3 p=0 at=c left=0 win=-"); /* also when read */
    TEST_ASSERT(p != NULL);
    TEST_CHECK(position_ply(p) == 0 && one_line_is(p, "f=3 p=1 at=m left=0 win=-"));
    position_destroy(p);
    TEST_CHECK(mem_live() == 0);
}

static void test_repetition_ends_the_toy(void) {
    position *p = one_line_start(&toy_game, "");
    error err;
    TEST_ASSERT(p != NULL);
    TEST_CHECK(one_line_play(p, "s !h s !h s !h s !h s"));
    TEST_CHECK(position_trail(p)->len == 4);
    TEST_CHECK(one_line_play(p, "!h") && position_play(p, "s", &err) == ST_GAME_OVER);
    TEST_CHECK(one_line_is(p, "f=0 p=1 at=e left=0 win=-"));
    TEST_CHECK(position_undo(p, 1, &err) == ST_OK && position_trail(p)->len == 4);
    position_destroy(p);
}

static void test_views(void) {
    position *all = one_line_start(&leduc, "");
    position *seat = one_line_seat(&leduc, 0);
    position *seen;
    error err;
    TEST_ASSERT(all && seat);
    TEST_CHECK(one_line_play(all, "!p1=J !p2=K call") && one_line_play(seat, "!p1=J ?p2 @1:call"));
    TEST_CHECK(one_line_is(seat, "p=1 hands=J,? board=- pot=1,1 bets=c"));
    TEST_ASSERT(position_observe(&seen, all, 0, &err) == ST_OK);
    TEST_CHECK(position_key(seen) == position_key(seat) && position_ply(seen) == 3);
    TEST_CHECK(position_seat(seen) == 0 && position_first_ply(seen) == 3);
    position *other;
    TEST_CHECK(position_observe(&other, seat, 1, &err) == ST_LEAK && !other);
    TEST_CHECK(position_play(seat, "!p2=K", &err) == ST_ACTION_EXPECTED);
    TEST_CHECK(position_undo(seat, 2, &err) == ST_OK && position_ply(seat) == 1);
    TEST_CHECK(position_play(seat, "!p2=K", &err) == ST_LEAK && position_ply(seat) == 1);
    TEST_CHECK(one_line_is(seat, "p=- hands=J,- board=- pot=1,1 bets=-"));
    TEST_CHECK(position_play(seat, "?p2", &err) == ST_OK);
    unsigned char world[64];
    for (uint64_t i = 0; i < 20; i++) {
        rng g = rng_stream(1, i);
        char buf[80];
        text line = text_over(buf, sizeof buf);
        position_world(seat, &g, world);
        leduc.write(position_rules(seat), world, &line);
        TEST_CHECK_(strncmp(buf, "p=0 hands=J,", 12) == 0, "%s", buf);
    }
    position_destroy(all);
    position_destroy(seat);
    position_destroy(seen);
    TEST_CHECK(mem_live() == 0);
}

static void test_verify(void) {
    position *p = one_line_start(&toy_game, "");
    position *seat = one_line_seat(&leduc, 1);
    TEST_ASSERT(p && seat);
    char buf[40];
    text out = text_over(buf, sizeof buf);
    error err;
    TEST_CHECK(position_verify(p, "2r", &out, &err) == ST_OK && strcmp(buf, "rr") == 0);
    TEST_CHECK(position_verify(p, "!h", NULL, &err) == ST_ACTION_EXPECTED);
    TEST_CHECK(position_ply(p) == 0);
    text_clear(&out);
    TEST_CHECK(position_verify(seat, "?p1", &out, &err) == ST_OK && strcmp(buf, "?p1") == 0);
    TEST_CHECK(position_verify(seat, "!p1=J", NULL, &err) == ST_LEAK);
    TEST_CHECK(one_line_play(seat, "?p1 !p2=Q"));
    TEST_CHECK(position_verify(seat, "fold", NULL, &err) == ST_ILLEGAL_ACTION);
    TEST_CHECK(strcmp(err.reason, "nothing-to-fold") == 0);
    TEST_CHECK(position_verify(seat, "raise", NULL, &err) == ST_OK); /* the other's: possible */
    TEST_CHECK(position_verify(seat, "@1:raise", NULL, &err) == ST_OK);
    TEST_CHECK(position_verify(seat, "@2:raise", NULL, &err) == ST_WRONG_SEAT);
    position_destroy(p);
    position_destroy(seat);
}

static void test_seats(void) {
    params p = params_default();
    position *out;
    error err;
    TEST_CHECK(position_start(&out, &leduc, &p, 2, &err) == ST_BAD_VALUE && !out);
    position *c4 = one_line_seat(&connect4, 1); /* nothing is hidden: a seat sees everything */
    TEST_ASSERT(c4 != NULL);
    TEST_CHECK(position_seat(c4) == SEAT_ALL);
    position_destroy(c4);
    TEST_CHECK(mem_live() == 0);
}

TEST_LIST = {{"play_and_undo", test_play_and_undo},
             {"read", test_read},
             {"clone_goes_its_own_way", test_clone_goes_its_own_way},
             {"seeded_rolls", test_seeded_rolls},
             {"rolls_at_the_start_stay", test_rolls_at_the_start_stay},
             {"single_outcomes_are_silent", test_single_outcomes_are_silent},
             {"repetition_ends_the_toy", test_repetition_ends_the_toy},
             {"views", test_views},
             {"verify", test_verify},
             {"seats", test_seats},
             {NULL, NULL}};
