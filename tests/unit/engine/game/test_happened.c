/* What events did: by description where a game says no more, and never more than a seat knows. */
#include <acutest.h>

#include "engine/base/memory.h"
#include "engine/game/game_views.h"
#include "engine/game/happened.h"
#include "games/connect4/connect4.h"
#include "games/leduc/leduc.h"
#include "games/pig/pig.h"
#include "tests/support/one_line.h"

static bool says(const position *p, unsigned ply, int seat, int who, const char *sentence) {
    happened_list l;
    error err;
    happened_init(&l, NULL);
    bool good = happened_at_ply(p, ply, seat, &l, &err) == ST_OK && l.count == 1 &&
                l.at[0].seat == who && strcmp(happened_words(&l, 0), sentence) == 0;
    if (!good)
        for (size_t i = 0; i < l.count; i++)
            printf("%d: %s\n", l.at[i].seat, happened_words(&l, i));
    happened_done(&l);
    return good;
}

static void test_by_description(void) {
    position *p = one_line_start(&pig, "players 2");
    TEST_ASSERT(p != NULL);
    TEST_CHECK(one_line_play(p, "roll !6 hold"));
    TEST_CHECK(says(p, 0, SEAT_ALL, 0, "roll the die"));
    TEST_CHECK(says(p, 1, 1, ACTOR_CHANCE, "the die shows 6: seat 1 has 6 this turn"));
    TEST_CHECK(says(p, 2, SEAT_PUBLIC, 0, "hold: bank 6 for a score of 6"));
    position_destroy(p);
}

/* A position text has no history, so nothing has happened. */
static void test_nothing(void) {
    position *p = one_line_read(&connect4, "7/7/7/7/3O3/3X3 0");
    happened_list l;
    error err;
    TEST_ASSERT(p != NULL);
    happened_init(&l, NULL);
    for (unsigned ply = 0; ply < 3; ply++)
        TEST_CHECK(happened_at_ply(p, ply, SEAT_ALL, &l, &err) == ST_OK && l.count == 0);
    happened_done(&l);
    position_destroy(p);
}

/* The same words for a seat from the state and from the view of that seat. */
static void test_views(void) {
    position *p = one_line_start(&leduc, "");
    position *view = NULL;
    error err;
    params none = params_default();
    happened_list l;
    TEST_ASSERT(p && position_start(&view, &leduc, &none, 0, &err) == ST_OK);
    TEST_CHECK(one_line_play(p, "!p1=K !p2=K call call !board=Q"));
    TEST_CHECK(one_line_play(view, "!p1=K ?p2 call call !board=Q"));
    const position *both[] = {p, view};
    for (int i = 0; i < 2; i++) {
        TEST_CHECK(says(both[i], 0, 0, ACTOR_CHANCE, "seat 1 is dealt a king"));
        TEST_CHECK(says(both[i], 1, 0, ACTOR_CHANCE, "?p2"));
        TEST_CHECK(says(both[i], 2, 0, 0, "check"));
        TEST_CHECK(says(both[i], 4, 0, ACTOR_CHANCE, "the board card is a queen"));
    }
    TEST_CHECK(says(p, 1, SEAT_ALL, ACTOR_CHANCE, "seat 2 is dealt a king"));
    TEST_CHECK(says(p, 1, SEAT_PUBLIC, ACTOR_CHANCE, "?p2"));
    happened_init(&l, NULL);
    TEST_CHECK(happened_at_ply(view, 1, 1, &l, &err) == ST_LEAK && l.count == 0);
    happened_done(&l);
    position_destroy(p);
    position_destroy(view);
    TEST_CHECK(mem_live() == 0);
}

/* The last king of three on the board: the other hand is then none. */
static void test_view_deal(void) {
    position *view = NULL;
    error err;
    params none = params_default();
    for (int seat = 0; seat < 2; seat++) {
        TEST_ASSERT(position_start(&view, &leduc, &none, seat, &err) == ST_OK);
        TEST_CHECK(one_line_play(view, seat ? "?p1 !p2=K call call" : "!p1=K ?p2 call call"));
        const rules *r = position_rules(view);
        for (int rank = 0; rank < 3; rank++) {
            char event[] = "!board=J";
            unsigned char state[64];
            token tok;
            event[7] = "JQK"[rank];
            TEST_ASSERT(r->state_size <= sizeof state);
            TEST_CHECK(leduc.views->deal(r, position_data(view), event, state, &tok, &err) ==
                       ST_OK);
            TEST_CHECK(tok.count == 1 && leduc.verify(r, state, NULL, tok.steps, 1, &err) == ST_OK);
        }
        position_destroy(view);
    }
}

/* Whatever memory is missing: the list says so, and nothing leaks. */
static void test_no_memory(void) {
    position *p = one_line_start(&pig, "players 2");
    TEST_ASSERT(p != NULL);
    TEST_CHECK(one_line_play(p, "roll !6"));
    size_t live = mem_live();
    bool done = false;
    for (uint64_t n = 1; !done && n < 50; n++) {
        happened_list l;
        error err;
        happened_init(&l, NULL);
        mem_fail_at(n);
        status st = happened_at_ply(p, 1, SEAT_ALL, &l, &err);
        mem_fail_at(0);
        done = st == ST_OK;
        TEST_CHECK(done ? l.count == 1 : st == ST_NOMEM);
        happened_done(&l);
        TEST_CHECK(mem_live() == live);
    }
    TEST_CHECK(done);
    position_destroy(p);
}

TEST_LIST = {
    {"by_description", test_by_description}, {"nothing", test_nothing},     {"views", test_views},
    {"view_deal", test_view_deal},           {"no_memory", test_no_memory}, {NULL, NULL}};
