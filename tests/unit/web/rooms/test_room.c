#include <acutest.h>
#include <string.h>

#include "engine/base/memory.h"
#include "tests/unit/web/rooms/room_trial.h"

static room_trial t;

static status want(room **r, int seat, room_row_kind what) {
    room *copy;
    error e;
    room_ask q = {.account = seat + 1, .seat = seat, .time = 4000};
    TEST_ASSERT(room_copy(&copy, *r, &e) == ST_OK);
    status st = room_want(copy, &q, what, &e);
    TEST_MSG("%s", e.text);
    room_release(st == ST_OK ? *r : copy);
    if (st == ST_OK) *r = copy;
    return st;
}

static status agree(room **r, int seat, bool yes) {
    room *copy;
    error e;
    room_ask q = {.account = seat + 1, .seat = seat, .time = 4000};
    TEST_ASSERT(room_copy(&copy, *r, &e) == ST_OK);
    status st = room_agree(copy, &q, yes, &e);
    room_release(st == ST_OK ? *r : copy);
    if (st == ST_OK) *r = copy;
    return st;
}

static void act(room **r, int seat, const char *said) {
    error e = {.code = ST_OK};
    TEST_CHECK(room_trial_act(r, seat, said, &e) == ST_OK);
    TEST_MSG("seat %d, %s: %s", seat + 1, said, e.text);
}

static void test_turns(void) {
    error e;
    room_trial_init(&t);
    room *r = room_trial_table(&t, "chess", NULL);
    TEST_CHECK(room_state_now(r) == ROOM_PLAYING);
    TEST_CHECK(room_actor(r) == 0);
    TEST_CHECK(room_trial_act(&r, 1, "e7e5", &e) == ST_WRONG_SEAT);
    TEST_CHECK(room_trial_act(&r, 0, "e2e5", &e) == ST_ILLEGAL_ACTION);
    act(&r, 0, "e2e4");
    act(&r, 1, "e7e5");
    TEST_CHECK(position_ply(r->now) == 2);
    const room_row *last = r->row[r->rows - 1];
    TEST_CHECK(last->told[ROOM_VIEW_ALL].count == 1 && last->seat == 1);
    TEST_CHECK(strstr(last->told[ROOM_VIEW_ALL].item[0].words, "pawn") != NULL);
    TEST_MSG("%s", last->told[ROOM_VIEW_ALL].item[0].words);
    room_release(r);
    room_trial_done(&t);
}

static void test_free_seat(void) {
    error e;
    room_trial_init(&t);
    room *r = room_trial_empty(&t, &(room_setup){.game_name = "unicorns"});
    TEST_CHECK(room_state_now(r) == ROOM_OPEN);
    TEST_CHECK(room_trial_act(&r, 0, "pass", &e) == ST_BUSY);
    TEST_CHECK(position_ply(r->now) == 0); /* nothing is dealt before all sit there */
    room_trial_sit_all(r);
    TEST_CHECK(position_ply(r->now) > 0);
    /* Who has seen a hand sits at no other. */
    room_ask q = {.account = 2, .seat = 0, .time = 1};
    room_seat who = {.kind = ROOM_SEAT_PERSON, .account = 2};
    TEST_CHECK(room_sit(r, &q, &who, &e) == ST_LEAK);
    who.account = 9;
    q.account = 9;
    TEST_CHECK(room_sit(r, &q, &who, &e) == ST_OK);
    room_release(r);
    room_trial_done(&t);
}

static void test_undo_asks(void) {
    room_trial_init(&t);
    room *r = room_trial_table(&t, "chess", NULL);
    TEST_CHECK(want(&r, 0, ROW_UNDO) == ST_NOT_FOUND);
    act(&r, 0, "e2e4");
    TEST_CHECK(want(&r, 0, ROW_UNDO) == ST_OK);
    TEST_CHECK(r->offer.open && position_ply(r->now) == 1);
    TEST_CHECK(agree(&r, 0, true) == ST_WRONG_SEAT); /* not to one's own */
    TEST_CHECK(agree(&r, 1, false) == ST_OK);
    TEST_CHECK(!r->offer.open && position_ply(r->now) == 1);
    TEST_CHECK(want(&r, 0, ROW_UNDO) == ST_OK);
    TEST_CHECK(agree(&r, 1, true) == ST_OK);
    TEST_CHECK(!r->offer.open && position_ply(r->now) == 0);
    TEST_CHECK(want(&r, 0, ROW_REDO) == ST_OK); /* one's own turn, nothing revealed */
    TEST_CHECK(position_ply(r->now) == 1);
    TEST_CHECK(want(&r, 0, ROW_UNDO) == ST_OK);
    act(&r, 1, "e7e5"); /* an offer lapses with the next act */
    TEST_CHECK(!r->offer.open);
    TEST_CHECK(agree(&r, 1, true) == ST_NOT_FOUND);
    room_release(r);
    t.policy.undo = ROOM_UNDO_NONE;
    r = room_trial_table(&t, "chess", NULL);
    act(&r, 0, "e2e4");
    TEST_CHECK(want(&r, 0, ROW_UNDO) == ST_UNSUPPORTED);
    room_release(r);
    room_trial_done(&t);
}

/* Whether an action is the one that was taken back is not for all to know. */
static void test_redo_hidden(void) {
    room_trial_init(&t);
    room *r = room_trial_table(&t, "leduc", NULL);
    act(&r, 0, "call");
    act(&r, 1, "raise");
    for (int seat = 1; seat >= 0; seat--) {
        TEST_CHECK(want(&r, seat, ROW_UNDO) == ST_OK);
        TEST_CHECK(agree(&r, 1 - seat, true) == ST_OK);
    }
    TEST_CHECK(room_can(r, 0, ROW_REDO) && room_can(r, 1, ROW_REDO));
    act(&r, 0, "call");
    TEST_CHECK(!room_can(r, 0, ROW_REDO) && !room_can(r, 1, ROW_REDO));
    TEST_CHECK(want(&r, 1, ROW_REDO) == ST_NOT_FOUND);
    room_release(r);
    r = room_trial_table(&t, "chess", NULL); /* where all see all it stays possible */
    act(&r, 0, "e2e4");
    act(&r, 1, "e7e5");
    for (int seat = 1; seat >= 0; seat--) {
        TEST_CHECK(want(&r, seat, ROW_UNDO) == ST_OK);
        TEST_CHECK(agree(&r, 1 - seat, true) == ST_OK);
    }
    act(&r, 0, "e2e4");
    TEST_CHECK(room_can(r, 1, ROW_REDO));
    room_release(r);
    room_trial_done(&t);
}

static char *text_of(const room *r) {
    text out = text_growing();
    position_write(r->now, &out);
    return out.at;
}

/* What chance brought comes again; "reroll" is another thing. */
static void test_outcomes_stay(void) {
    room_trial_init(&t);
    room *r = room_trial_table(&t, "pig", NULL);
    act(&r, 0, "roll");
    char *first = text_of(r);
    for (int i = 0; i < 5; i++) {
        TEST_CHECK(want(&r, 0, ROW_UNDO) == ST_OK);
        if (r->offer.open) TEST_CHECK(agree(&r, 1, true) == ST_OK);
        TEST_CHECK(position_ply(r->now) == 0);
        if (i % 2)
            act(&r, 0, "roll");
        else
            TEST_CHECK(want(&r, 0, ROW_REDO) == ST_OK);
        if (r->offer.open) TEST_CHECK(agree(&r, 1, true) == ST_OK);
        char *again = text_of(r);
        TEST_CHECK(strcmp(first, again) == 0);
        TEST_MSG("%s\n%s", first, again);
        mem_free(again);
    }
    int other = 0;
    for (int i = 0; i < 10; i++) {
        TEST_CHECK(want(&r, 0, ROW_REROLL) == ST_OK);
        TEST_CHECK(r->offer.open);
        TEST_CHECK(agree(&r, 1, true) == ST_OK);
        char *again = text_of(r);
        other += strcmp(first, again) != 0;
        TEST_CHECK(position_ply(r->now) == 2);
        mem_free(again);
    }
    TEST_CHECK(other > 0);
    char *rolled = text_of(r);
    TEST_CHECK(want(&r, 0, ROW_UNDO) == ST_OK);
    if (r->offer.open) TEST_CHECK(agree(&r, 1, true) == ST_OK);
    act(&r, 0, "roll"); /* the newest of them */
    char *again = text_of(r);
    TEST_CHECK(strcmp(rolled, again) == 0);
    mem_free(again);
    mem_free(rolled);
    mem_free(first);
    room_release(r);
    room_trial_done(&t);
}

static void test_ends(void) {
    error e;
    room_trial_init(&t);
    room *r = room_trial_table(&t, "chess", NULL);
    TEST_CHECK(want(&r, 1, ROW_DRAW) == ST_OK);
    TEST_CHECK(r->offer.open);
    TEST_CHECK(agree(&r, 0, true) == ST_OK);
    TEST_CHECK(room_state_now(r) == ROOM_OVER);
    TEST_CHECK(room_trial_act(&r, 0, "e2e4", &e) == ST_GAME_OVER);
    room_release(r);
    r = room_trial_table(&t, "chess", NULL);
    room_ask q = {.account = 2, .seat = 1};
    TEST_CHECK(room_resign(r, &q, &e) == ST_OK);
    char *bytes = room_trial_bytes(r, 1, ROOM_NO_SEAT);
    TEST_CHECK(strstr(bytes, "\"result\":{\"reason\":\"resigned\",\"ranks\":[1,2]") != NULL);
    mem_free(bytes);
    room_release(r);
    /* A claim, by who is to act. */
    r = room_trial_table(&t, "chess", NULL);
    static const char *const shuffle[] = {"g1f3", "g8f6", "f3g1", "f6g8"};
    for (int i = 0; i < 8; i++) act(&r, i & 1, shuffle[i & 3]);
    q = (room_ask){.account = 2, .seat = 1};
    TEST_CHECK(room_claim(r, &q, &e) == ST_WRONG_SEAT);
    q = (room_ask){.account = 1, .seat = 0};
    TEST_CHECK(room_claim(r, &q, &e) == ST_OK);
    TEST_CHECK(room_state_now(r) == ROOM_OVER);
    room_release(r);
    room_trial_done(&t);
}

static void test_clocks(void) {
    error e;
    bool kept;
    room_trial_init(&t);
    t.policy.clock = (room_clock){.main_ms = 1000, .increment_ms = 100};
    room *r = room_trial_table(&t, "chess", NULL);
    TEST_CHECK(room_clocks_running(r) == 1);
    room_ask q = {.account = 1, .seat = 0, .spent_ms = 300};
    TEST_CHECK(room_act(r, &q, "e2e4", &kept, &e) == ST_OK);
    TEST_CHECK(r->left_ms[0] == 800 && r->left_ms[1] == 1000);
    TEST_CHECK(room_clocks_running(r) == 2);
    q = (room_ask){.account = 1, .seat = 0, .spent_ms = 250};
    TEST_CHECK(room_pause(r, &q, true, &e) == ST_OK);
    TEST_CHECK(r->left_ms[1] == 750 && room_clocks_running(r) == 0);
    TEST_CHECK(room_state_now(r) == ROOM_PAUSED);
    q = (room_ask){.account = 2, .seat = 1};
    TEST_CHECK(room_act(r, &q, "e7e5", &kept, &e) == ST_BUSY);
    TEST_CHECK(room_pause(r, &q, false, &e) == ST_OK);
    TEST_CHECK(room_flag(r, &(room_ask){.seat = 0}, &e) == ST_WRONG_SEAT);
    TEST_CHECK(room_flag(r, &(room_ask){.seat = 1}, &e) == ST_OK);
    TEST_CHECK(room_state_now(r) == ROOM_OVER);
    char *bytes = room_trial_bytes(r, 1, ROOM_NO_SEAT);
    TEST_CHECK(strstr(bytes, "\"reason\":\"time\",\"ranks\":[1,2]") != NULL);
    mem_free(bytes);
    room_release(r);
    room_trial_done(&t);
}

static bool shows(const room *r, const char *what) {
    char *bytes = room_trial_bytes(r, 1, ROOM_NO_SEAT);
    bool found = strstr(bytes, what) != NULL;
    mem_free(bytes);
    return found;
}

/* With more than two seats the others play on, and who is out is ranked after them. */
static void test_out(void) {
    error e;
    room_trial_init(&t);
    t.policy.clock = (room_clock){.move_ms = 1000};
    room *r = room_trial_table(&t, "azul", "players 4");
    int first = room_actor(r);
    TEST_ASSERT(first == 0);
    TEST_CHECK(room_clocks_running(r) == 1);
    TEST_CHECK(room_flag(r, &(room_ask){.seat = 0}, &e) == ST_OK);
    /* An engine moves for it, without a clock. */
    TEST_CHECK(room_state_now(r) == ROOM_PLAYING && room_is_out(r, 0));
    TEST_CHECK(r->seat[0].kind == ROOM_SEAT_ENGINE && *r->seat[0].engine);
    TEST_CHECK(room_actor(r) == 0 && room_clocks_running(r) == 0 && r->left_ms[0] == 0);
    TEST_CHECK(shows(r, "\"out\":true") && shows(r, "\"result\":null"));
    room_ask q = {.account = 1, .seat = 0};
    room_seat who = {.kind = ROOM_SEAT_PERSON, .account = 1};
    TEST_CHECK(room_sit(r, &q, &who, &e) == ST_UNSUPPORTED);
    who.kind = ROOM_SEAT_OPEN;
    TEST_CHECK(room_sit(r, &q, &who, &e) == ST_UNSUPPORTED);
    TEST_CHECK(room_resign(r, &q, &e) == ST_GAME_OVER);
    /* Out of turn, and the game goes on. */
    q = (room_ask){.account = 3, .seat = 2};
    TEST_CHECK(room_resign(r, &q, &e) == ST_OK);
    TEST_CHECK(room_state_now(r) == ROOM_PLAYING && room_is_out(r, 2));
    /* A draw is for those who are in it. */
    TEST_CHECK(want(&r, 1, ROW_DRAW) == ST_OK);
    TEST_CHECK(r->offer.open);
    TEST_CHECK(agree(&r, 3, false) == ST_OK);
    room_setup s = {.game_name = "azul", .setup = "players 4"};
    room *again = room_trial_again(&t, r, &s);
    TEST_CHECK(again && room_is_out(again, 0) && room_is_out(again, 2) && again->outs == 2);
    room_release(again);
    q = (room_ask){.account = 2, .seat = 1};
    TEST_CHECK(room_resign(r, &q, &e) == ST_OK);
    TEST_CHECK(room_state_now(r) == ROOM_OVER);
    TEST_CHECK(
        shows(r, "\"result\":{\"reason\":\"resigned\",\"ranks\":[4,2,3,1],\"points\":null}"));
    room_release(r);
    room_trial_done(&t);
}

/* A game that comes to its end: places by the rules among those who are left. */
static void test_out_to_the_end(void) {
    error e;
    room_trial_init(&t);
    room *r = room_trial_table(&t, "pig", "players 3 set target=10");
    TEST_CHECK(room_resign(r, &(room_ask){.account = 1, .seat = 0}, &e) == ST_OK);
    rng g = {.s = 3};
    for (int i = 0; i < 400 && room_state_now(r) == ROOM_PLAYING; i++) {
        int seat;
        char *said = room_trial_any(r, &g, &seat);
        TEST_ASSERT(said != NULL);
        bool kept;
        room_ask q = {.account = seat ? seat + 1 : 0, .seat = seat};
        TEST_CHECK(room_act(r, &q, said, &kept, &e) == ST_OK);
        mem_free(said);
    }
    TEST_CHECK(room_state_now(r) == ROOM_OVER && !r->end.ended);
    TEST_CHECK(shows(r, "\"ranks\":[3,1,2]") || shows(r, "\"ranks\":[3,2,1]"));
    room_release(r);
    room_trial_done(&t);
}

/* Nobody is left to play for: a person against engines. */
static void test_out_alone(void) {
    error e;
    room_trial_init(&t);
    room_setup s = {.game_name = "azul", .setup = "players 3"};
    room *r = room_trial_empty(&t, &s);
    for (int i = 0; i < 3; i++) {
        room_seat who = {.kind = i ? ROOM_SEAT_ENGINE : ROOM_SEAT_PERSON, .account = i ? 0 : 1};
        TEST_CHECK(room_sit(r, &(room_ask){.account = 1, .seat = i}, &who, &e) == ST_OK);
    }
    TEST_CHECK(room_resign(r, &(room_ask){.account = 1, .seat = 0}, &e) == ST_OK);
    TEST_CHECK(room_state_now(r) == ROOM_OVER);
    TEST_CHECK(shows(r, "\"ranks\":[3,1,1]"));
    room_release(r);
    room_trial_done(&t);
}

static void test_typed_dice(void) {
    error e;
    bool kept;
    room_trial_init(&t);
    t.policy.typed = true;
    room *r = room_trial_table(&t, "pig", NULL);
    act(&r, 0, "roll");
    TEST_CHECK(room_actor(r) == ROOM_CHANCE);
    TEST_CHECK(room_trial_act(&r, 0, "hold", &e) == ST_CHANCE_EXPECTED);
    room_ask q = {.account = 1, .seat = ROOM_CHANCE};
    TEST_CHECK(room_act(r, &q, "!9", &kept, &e) != ST_OK);
    TEST_CHECK(room_act(r, &q, "!4", &kept, &e) == ST_OK);
    TEST_CHECK(room_actor(r) == 0);
    room_release(r);
    room_setup s = {.game_name = "unicorns", .id = "k", .invite = "w", .policy = t.policy};
    s.games = game_library_games(t.library);
    s.game = game_find(s.games, "unicorns");
    TEST_CHECK(room_create(&r, &s, &e) == ST_UNSUPPORTED);
    room_trial_done(&t);
}

TEST_LIST = {{"turns", test_turns},
             {"free_seat", test_free_seat},
             {"undo_asks", test_undo_asks},
             {"redo_hidden", test_redo_hidden},
             {"outcomes_stay", test_outcomes_stay},
             {"ends", test_ends},
             {"clocks", test_clocks},
             {"out", test_out},
             {"out_to_the_end", test_out_to_the_end},
             {"out_alone", test_out_alone},
             {"typed_dice", test_typed_dice},
             {NULL, NULL}};
