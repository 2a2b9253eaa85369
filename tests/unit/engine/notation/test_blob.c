#include <acutest.h>

#include "engine/base/memory.h"
#include "engine/notation/blob.h"
#include "games/connect4/connect4.h"
#include "games/leduc/leduc.h"
#include "games/pig/pig.h"
#include "tests/support/one_line.h"
#include "tests/support/toy_game.h"

static position *back_from(const char *blob) {
    position *p;
    error err;
    status st = blob_read(&p, one_line_games(), blob, &err);
    TEST_CHECK_(st == ST_OK, "%s is read", blob);
    TEST_MSG("%s", err.text);
    return p;
}

static void check_round_trip(const position *p) {
    text blob = text_growing();
    TEST_ASSERT(p != NULL);
    blob_write(p, &blob);
    TEST_ASSERT(!blob.cut && text_is_plain(text_string(&blob)));
    position *q = back_from(text_string(&blob));
    TEST_ASSERT(q != NULL);
    TEST_CHECK(position_key(p) == position_key(q) && position_seat(p) == position_seat(q));
    TEST_CHECK(position_ply(p) == position_ply(q));
    TEST_CHECK(params_equal(&position_rules(p)->options, &position_rules(q)->options));
    const trail *t = position_trail(p);
    if (t) TEST_CHECK(position_trail(q)->len == t->len);
    if (t && t->len)
        TEST_CHECK(memcmp(position_trail(q)->hash, t->hash, t->len * sizeof *t->hash) == 0);
    position_destroy(q);
    text_done(&blob);
}

static void test_round_trips(void) {
    position *p = one_line_start(&connect4, "");
    TEST_CHECK(p && one_line_play(p, "d d e"));
    check_round_trip(p);
    position_destroy(p);
    p = one_line_start(&pig, "players 3 first 2 rules reference set target=20");
    TEST_CHECK(p && one_line_play(p, "roll !6 roll"));
    check_round_trip(p);
    position_destroy(p);
    p = one_line_start(&toy_game, "");
    TEST_CHECK(p && one_line_play(p, "s !h r rl"));
    check_round_trip(p);
    position_destroy(p);
    p = one_line_start(&leduc, "");
    TEST_CHECK(p && one_line_play(p, "!p1=J !p2=K raise"));
    check_round_trip(p);
    for (int seat = SEAT_PUBLIC; seat < 2; seat++) {
        position *view;
        if (seat == SEAT_ALL) continue;
        TEST_ASSERT(position_observe(&view, p, seat, NULL) == ST_OK);
        check_round_trip(view);
        position_destroy(view);
    }
    position_destroy(p);
    TEST_CHECK(mem_live() == 0);
}

/* How many events each viewer saw survives, so that nothing else has to be said. */
static void test_what_was_seen_is_remembered(void) {
    position *p = one_line_start(&leduc, "");
    position *q = NULL;
    text blob = text_growing();
    TEST_ASSERT(p && one_line_play(p, "!p1=J !p2=K raise"));
    position_set_seen(p, 1, 2); /* as if one of them had been hidden from it */
    TEST_CHECK(position_ply(p) == 3 && position_seen(p, 0) == 3 && position_seen(p, 1) == 2);
    blob_write(p, &blob);
    TEST_ASSERT(blob_read(&q, one_line_games(), text_string(&blob), NULL) == ST_OK);
    TEST_CHECK(position_ply(q) == 3 && position_seen(q, 0) == 3 && position_seen(q, 1) == 2);
    TEST_CHECK(position_seen(q, SEAT_PUBLIC) == 3);
    position *view = NULL;
    TEST_ASSERT(position_observe(&view, q, 1, NULL) == ST_OK);
    TEST_CHECK(position_ply(view) == 2);
    position_destroy(view);
    TEST_CHECK(one_line_play(q, "call") && position_seen(q, 1) == 3);
    TEST_CHECK(position_undo(q, 1, NULL) == ST_OK && position_seen(q, 1) == 2);
    position_destroy(p);
    position_destroy(q);
    text_done(&blob);
    TEST_CHECK(mem_live() == 0);
}

static void test_a_trail_is_remembered(void) {
    position *p = one_line_start(&toy_game, "");
    TEST_ASSERT(p && one_line_play(p, "s !h s !h s !h s !h"));
    text blob = text_growing();
    blob_write(p, &blob);
    position *q = back_from(text_string(&blob));
    TEST_ASSERT(q && one_line_play(q, "s !h"));
    TEST_CHECK(one_line_is(q, "f=0 p=1 at=e left=0 win=-"));
    position_destroy(p);
    position_destroy(q);
    text_done(&blob);
}

/* Every character matters: each one replaced by each other of the alphabet. */
static void check_flips(const game *g, const char *events) {
    static const char alphabet[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    position *p = one_line_start(g, "");
    TEST_ASSERT(p && one_line_play(p, events));
    text blob = text_growing();
    blob_write(p, &blob);
    int accepted = 0;
    for (size_t i = 0; i < blob.len; i++) {
        char kept = blob.at[i];
        for (const char *c = alphabet; *c; c++) {
            if (*c == kept) continue;
            position *q;
            blob.at[i] = *c;
            accepted += blob_read(&q, one_line_games(), blob.at, NULL) == ST_OK;
            position_destroy(q);
        }
        blob.at[i] = kept;
    }
    TEST_CHECK_(accepted == 0, "%s %s: %d of the flipped blobs are accepted", g->name, events,
                accepted);
    text_done(&blob);
    position_destroy(p);
}

static void test_flipped_characters_are_refused(void) {
    check_flips(&connect4, "");
    check_flips(&connect4, "d");
    check_flips(&connect4, "d d d");
    check_flips(&pig, "roll");
    check_flips(&pig, "roll !6");
    check_flips(&leduc, "!p1=J");
    check_flips(&toy_game, "r");
}

static void test_rubbish(void) {
    static const char *const bad[] = {
        "", "A", "AAAA", "a blob", "====", "a2liaXR6IDEK", "\xff\xff\xff\xff"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        position *p;
        error err;
        TEST_CHECK(blob_read(&p, one_line_games(), bad[i], &err) == ST_BAD_STATE && !p);
    }
}

TEST_LIST = {{"round_trips", test_round_trips},
             {"what_was_seen_is_remembered", test_what_was_seen_is_remembered},
             {"a_trail_is_remembered", test_a_trail_is_remembered},
             {"flipped_characters_are_refused", test_flipped_characters_are_refused},
             {"rubbish", test_rubbish},
             {NULL, NULL}};
